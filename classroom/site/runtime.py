"""The Python that runs in a reader's browser: fetched once, byte-compiled, laid into one folder."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent

#: What a worker of a page loads from npm's package, and under which name: not every file host knows ``.mjs``.
RUNTIME = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.js": "pyodide.asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}

#: Ours, beside what comes from PyPI.
PACKAGES = ("sevens_kernel", "sevens_widgets")

_NOT_COMPILED = "The packages for the browser could not be compiled (Node 18 or newer is needed)"

#: What lies beside the notebooks and is no matter of the lessons in a browser.
_ELSEWHERE = shutil.ignore_patterns(
    "*.ipynb", ".ipynb_checkpoints", "__pycache__", "*.md", "*.svg", "*.png"
)


class SiteError(Exception):
    """Why the site cannot be built, in one sentence."""


class MissingToolError(SiteError):
    """What has to be installed first, or cannot be fetched from here."""


@dataclass(frozen=True)
class Runtime:
    """A folder that a page's worker loads everything from."""

    folder: Path

    @property
    def bytes(self) -> int:
        """How many bytes the worker counts while it fetches."""
        counted = ("pyodide.asm.wasm", "python_stdlib.zip", "course.zip", "pyodide-lock.json")
        return sum((self.folder / name).stat().st_size for name in counted)

    @property
    def mark(self) -> str:
        """A short text that changes with any of the files, so that a folder named by it can be cached for ever."""
        found = hashlib.sha256()
        for path in sorted(self.folder.iterdir()):
            found.update(path.name.encode() + path.read_bytes())
        return found.hexdigest()[:10]


def _run(command: Sequence[str], missing: str) -> None:
    """Run a tool; raise MissingToolError, with its last line, where it fails."""
    if shutil.which(command[0]) is None:
        raise MissingToolError(f"{command[0]} is needed to build the site: {missing}")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        told = (done.stderr or done.stdout).strip().splitlines() or ["it said nothing"]
        raise MissingToolError(f"{missing}: {told[-1]}")


def _once(folder: Path, *lists: Path) -> Path | None:
    """Return the folder that belongs to these lists if it has still to be filled; None if it is complete."""
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in lists)).hexdigest()
    complete = folder / ".complete"
    if complete.is_file() and complete.read_text("utf-8") == wanted:
        return None
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _finish(folder: Path, *lists: Path) -> None:
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in lists)).hexdigest()
    (folder / ".complete").write_text(wanted, encoding="utf-8")


def pyodide(cache: Path) -> Path:
    """Return npm's folder of Pyodide, fetched once for each version that is locked; raise MissingToolError."""
    place = cache / "npm"
    lists = (HERE / "package.json", HERE / "package-lock.json")
    if (empty := _once(place, *lists)) is not None:
        for path in lists:
            shutil.copy(path, empty)
        command = ["npm", "ci", "--silent", "--no-audit", "--no-fund", "--prefix", str(empty)]
        _run(command, "Pyodide could not be fetched with npm (Debian: apt-get install nodejs npm)")
        _finish(place, *lists)
    return place / "node_modules" / "pyodide"


def packages(cache: Path) -> Path:
    """Return a folder with the packages from PyPI, fetched once for each list of them; raise MissingToolError."""
    place = cache / "packages"
    listed = HERE / "requirements.txt"
    if (empty := _once(place, listed)) is not None:
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        # Pure Python for another Python than this one.
        command += ["--no-deps", "--only-binary", ":all:", "--platform", "any", "--no-compile"]
        command += ["--implementation", "py", "--abi", "none", "--python-version", "3.13"]
        command += ["--target", str(empty), "--requirement", str(listed)]
        _run(command, "The packages for the browser could not be fetched with pip")
        _finish(place, listed)
    return place


def _ours(notebooks: Path, target: Path) -> None:
    """Copy our packages, the page's kernel and what lies beside the notebooks."""
    for name in PACKAGES:
        found = importlib.util.find_spec(name)
        if found is None or found.origin is None:
            raise SiteError(f"The package {name} is not installed in this Python: run make .venv.")
        shutil.copytree(Path(found.origin).parent, target / name, ignore=_ELSEWHERE)
    shutil.copy(HERE / "browser" / "course_kernel.py", target)
    shutil.copytree(notebooks, target, ignore=_ELSEWHERE, dirs_exist_ok=True)


def _lock(package: Path) -> Iterator[str]:
    """Yield the lines of a list of packages for Pyodide that holds none: ours need not be looked up."""
    lock = json.loads((package / "pyodide-lock.json").read_text("utf-8"))
    yield json.dumps({"info": lock["info"], "packages": {}})


def build_runtime(notebooks: Path, cache: Path, target: Path) -> Runtime:
    """Make the folder of the Python for the pages.

    notebooks: the course's folder. cache: keeps what was fetched. Raises SiteError, in one sentence.
    """
    package = pyodide(cache)
    fetched = packages(cache)
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    # A folder of its own for each run: two may go on at once.
    with tempfile.TemporaryDirectory() as folder:
        gathered = Path(folder) / "course"
        shutil.copytree(fetched, gathered, ignore=shutil.ignore_patterns(".complete"))
        _ours(notebooks, gathered)
        command = ["node", str(HERE / "compile.mjs"), str(package), str(gathered), str(target)]
        _run(command, _NOT_COMPILED)
    for name, here in RUNTIME.items():
        shutil.copyfile(package / name, target / here)
    shutil.copyfile(HERE / "browser" / "worker.js", target / "worker.js")
    (target / "pyodide-lock.json").write_text("".join(_lock(package)), encoding="utf-8")
    return Runtime(target)
