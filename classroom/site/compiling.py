"""Run inside Pyodide under node by compile.mjs: packs Python files as byte code."""

from __future__ import annotations

import os
import py_compile
import re
import tempfile
import zipfile
from collections.abc import Iterable, Iterator

Files = Iterable[tuple[str, bytes]]

#: Parts of the standard library and of packages that no lesson in a browser can use.
LEFT_OUT = re.compile(
    r"(^|/)(tests?|__pycache__|bin|share|etc|labextension|nbextension)/"
    r"|^(idlelib|turtledemo|tkinter|ensurepip|pydoc_data|lib2to3|venv|unittest|xmlrpc|wsgiref|_pyrepl)/"
    r"|^(mailbox|imaplib|ftplib|smtplib|poplib|turtle|pickletools)\.py$"
    r"|^encodings/(?!(__init__|aliases|utf_\w+|ascii|latin_1|cp437|idna|punycode|charmap)\.py$)"
    r"|^IPython/(terminal|sphinxext)/"
    r"|^pygments/(lexers|styles|formatters|filters)/(?!(__init__|_mapping|python|default|_style)\b)"
    r"|\.(pyi|md|rst|typed)$"
)

#: The same date in every entry, so that the same files make the same archive.
DATE = (1980, 1, 1, 0, 0, 0)


def stdlib(archive: str) -> Iterator[tuple[str, bytes]]:
    """Yield each file of the standard library."""
    with zipfile.ZipFile(archive) as packed:
        for name in sorted(packed.namelist()):
            if not name.endswith("/"):
                yield name, packed.read(name)


def packages(folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield each file below a folder."""
    for here, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            path = os.path.join(here, file)
            with open(path, "rb") as opened:
                yield os.path.relpath(path, folder), opened.read()


def compiled(source: bytes, shown: str, optimize: int) -> bytes:
    """Compile one file; shown is the path that a traceback names, optimize as for the interpreter."""
    with tempfile.TemporaryDirectory() as here:
        path = os.path.join(here, "it.py")
        with open(path, "wb") as opened:
            opened.write(source)
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(path, path + "c", shown, True, optimize, mode)
        with open(path + "c", "rb") as opened:
            made: bytes = opened.read()
    return made


def pack(files: Files, archive: str, shown: str, optimize: int = 0) -> None:
    """Write an archive of the files, each module as byte code alone; optimize 2 drops docstrings and assertions."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in files:
            if LEFT_OUT.search(name):
                continue
            if name.endswith(".py"):
                name, content = name + "c", compiled(content, f"{shown}/{name}", optimize)
            packed.writestr(zipfile.ZipInfo(name, DATE), content, zipfile.ZIP_DEFLATED)
