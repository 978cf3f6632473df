"""What the stages hand to one another after reading: value types, typed rules, and the program made of them.

Nothing here knows YAML, and nothing here knows Python source: a second back end reads the same values.
"""
