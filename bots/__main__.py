"""`python -m bots`, the same as `trilogue-bots`."""

from bots.cli import main

if __name__ == "__main__":
    main()
