"""`python -m boardrules` is the command `boardrules`."""

import sys

from boardrules.cli import main

if __name__ == "__main__":
    sys.exit(main())
