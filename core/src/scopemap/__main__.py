"""The command, as `python -m scopemap`."""

from scopemap.cli import main

if __name__ == "__main__":
    main(prog_name="scopemap")
