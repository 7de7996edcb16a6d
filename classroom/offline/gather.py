"""Gather the wheels of the course, its notebooks and the script that installs them."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
import tempfile
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from classroom.folders import written_anew

HERE = Path(__file__).parent
COURSE = "sevens-course"

#: What the folder of wheels consists of.
OURS = ("wheels", "notebooks", "requirements.txt", "install.py", "README.md", "made_for.json")

#: What our own wheel is built of.
PARTS = ("pyproject.toml", "README.md", "LICENSE", "sevens_kernel", "widgets", "classroom")


class WheelsError(Exception):
    """Why the wheels cannot be gathered, in one sentence."""


def needed(project: Path, locked: dict[str, str]) -> dict[str, str]:
    """Return what the course itself needs of the locked versions, which hold those of its tests as well.

    What the lock leaves out on purpose stays out.
    """
    direct = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    found: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    todo = [(Requirement(line), "") for line in direct["dependencies"]]
    while todo:
        wish, extra = todo.pop()
        name = str(canonicalize_name(wish.name))
        if name not in locked or (wish.marker and not wish.marker.evaluate({"extra": extra})):
            continue
        found[name] = locked[name]
        for one in {"", *wish.extras}:
            if (name, one) not in seen:
                seen.add((name, one))
                todo += [(Requirement(line), one) for line in metadata.requires(name) or ()]
    return dict(sorted(found.items()))


def locked(lock: Path) -> dict[str, str]:
    """Read the versions that belong on this machine."""
    found = {}
    for line in lock.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            wish = Requirement(line)
            if wish.marker is None or wish.marker.evaluate():
                found[str(canonicalize_name(wish.name))] = str(wish.specifier).removeprefix("==")
    return found


def _pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        told = (done.stderr or done.stdout).strip().splitlines() or ["it said nothing"]
        raise WheelsError(f"pip {arguments[0]} failed: {told[-1]}")


def _build(project: Path, wheels: Path) -> None:
    """Build our own wheel, from a copy, so that nothing of an earlier build gets in."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "project"
        left = shutil.ignore_patterns("node_modules", "__pycache__")
        for part in PARTS:
            if (project / part).is_dir():
                shutil.copytree(project / part, copy / part, ignore=left)
            else:
                copy.mkdir(exist_ok=True)
                shutil.copy(project / part, copy)
        _pip("wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(wheels), str(copy))


def is_ours(path: Path) -> bool:
    """Say whether something in a folder was gathered here: other folders have notebooks, but no made_for.json."""
    return path.name in OURS and (path.parent / "made_for.json").is_file()


def gather(project: Path, target: Path, *, tests: bool = False) -> dict[str, str]:
    """Write the folder; return the versions that are in it.

    project: where requirements.lock, pyproject.toml and the notebooks are. tests: also what the tests
    need. What was gathered there before goes once all is there. Raises WheelsError, in one sentence, and
    OSError where nothing can be written, or anything else lies in the folder.
    """
    versions = locked(project / "requirements.lock")
    versions = versions if tests else needed(project, versions)
    with written_anew(target, is_ours) as aside:
        return _write(project, aside, versions)


def _write(project: Path, target: Path, versions: dict[str, str]) -> dict[str, str]:
    """Write everything into an empty folder; return the versions, ours among them."""
    wheels = target / "wheels"
    wheels.mkdir()
    lines = [f"{name}=={version}\n" for name, version in versions.items()]
    listed = target / "requirements.txt"
    listed.write_text("".join(lines), encoding="utf-8")
    _pip(
        "download",
        "-q",
        "--no-deps",
        "--only-binary",
        ":all:",
        "-r",
        str(listed),
        "-d",
        str(wheels),
    )
    _build(project, wheels)
    ours = next(wheels.glob("sevens_course-*.whl")).name.split("-")[1]
    listed.write_text("".join([*lines, f"{COURSE}=={ours}\n"]), encoding="utf-8")
    left = shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")
    shutil.copytree(project / "notebooks", target / "notebooks", ignore=left)
    shutil.copy(HERE / "install.py", target)
    shutil.copyfile(HERE / "FOLDER.md", target / "README.md")
    made_for = {
        "python": ".".join(map(str, sys.version_info[:2])),
        "system": platform.system(),
        "machine": platform.machine(),
    }
    (target / "made_for.json").write_text(json.dumps(made_for), encoding="utf-8")
    return versions | {COURSE: ours}
