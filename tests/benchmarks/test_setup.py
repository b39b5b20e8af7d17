import subprocess
import sys
from pathlib import Path


def test_setting_up_needs_nothing_that_it_installs():
    top = Path(__file__).parents[2]
    # -S leaves out what is installed.
    command = [sys.executable, "-S", "-c", "import benchmarks.setup"]
    done = subprocess.run(command, cwd=top, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
