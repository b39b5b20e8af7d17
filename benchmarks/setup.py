"""Install what the benchmarks compare with: `python -m benchmarks.setup`.

Into the virtual environment that is active, and below `benchmarks/node/`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

# Nothing else of the project is imported here: what that needs is not there yet.
from benchmarks import TOP


def main() -> None:
    """Install the packages, and where there is npm its package as well."""
    pip = [sys.executable, "-m", "pip", "install"]
    files = ["-r", "requirements-dev.txt", "-r", "benchmarks/requirements.txt"]
    subprocess.run([*pip, *files], cwd=TOP, check=True)
    if (npm := shutil.which("npm")) is None:
        print("npm sitemap will be missing: there is no npm")
        return
    quiet = ["--no-package-lock", "--no-audit", "--no-fund"]
    subprocess.run([npm, "install", *quiet], cwd=TOP / "benchmarks/node", check=True)
    if shutil.which("xmllint") is None:
        print("xmllint will be missing; Debian has it in libxml2-utils")


if __name__ == "__main__":
    main()
