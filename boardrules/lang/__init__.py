"""The rules language: the strings that stand inside a game's YAML."""
