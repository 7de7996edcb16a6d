"""Install the course from this folder, without the internet: ``python3 install.py [FOLDER]``.

FOLDER is made, with an environment of its own and the notebooks; it is called ``sevens`` unless named.
Needs Python alone, of the version that the wheels were gathered for.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent


def why_not(made_for: dict[str, str], target: Path) -> str | None:
    """Say in one sentence why nothing can be installed; None if it can."""
    here = {
        "python": ".".join(map(str, sys.version_info[:2])),
        "system": platform.system(),
        "machine": platform.machine(),
    }
    if here != made_for:
        wanted, found = (
            "Python {python} on {system} {machine}".format(**each) for each in (made_for, here)
        )
        return f"These wheels are for {wanted}, and this is {found}."
    if target.exists():
        return f"{target} is there already: name another folder, or remove it."
    return None


def main() -> int:
    """Install, and say how to start."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "sevens").resolve()
    refusal = why_not(json.loads((HERE / "made_for.json").read_text("utf-8")), target)
    if refusal:
        print(refusal, file=sys.stderr)
        return 1
    environment = target / ".venv"
    venv.create(environment, with_pip=True)
    python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    # -I: nothing that lies elsewhere on this machine counts as installed.
    command = [str(python), "-I", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    command += ["--no-index", "--find-links", str(HERE / "wheels"), "--no-deps"]
    done = subprocess.run([*command, "-r", str(HERE / "requirements.txt")], check=False)
    if done.returncode:
        print("The wheels could not be installed; pip says why above.", file=sys.stderr)
        return done.returncode
    shutil.copytree(HERE / "notebooks", target / "notebooks")
    print(f"Installed in {target}. Start the course with\n  cd {target}")
    print(f"  {python.relative_to(target)} -m classroom serve")
    return 0


if __name__ == "__main__":
    sys.exit(main())
