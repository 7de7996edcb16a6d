"""The prepared process: it imports what every kernel needs, once, and forks a kernel for each request.

Run as ``python -m classroom.forking.nursery SOCKET MODULES``. A request is one message on the
socket, ``{"argv", "cwd", "env", "memory"}`` (bytes of data at most, 0 without limit), with three files:
standard output, standard error, and the end of a pipe that says "go". The answer is ``{"pid"}``,
``{"stale": true}`` when a module changed on disk since it was imported, ``{"ended": true}`` when the
kernel was killed before it stood on its own feet, or ``{"error"}`` in words.
When the server is gone, this process and its kernels end.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import importlib.util
import json
import os
import resource
import select
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import Any, NoReturn

#: What an IPython kernel itself needs; some of it would be imported only when it starts, or at the first message.
KERNEL = (
    "ipykernel.kernelapp",
    "ipykernel.ipkernel",
    "ipykernel.zmqshell",
    "ipykernel.debugger",
    "IPython.core.completer",
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.core.logger",
    "IPython.core.oinspect",
    "IPython.extensions.storemagic",
    "importlib.resources.readers",
    "sqlite3",
    "tornado.platform.asyncio",
)

Fingerprint = dict[str, int]


def fingerprint(packages: tuple[str, ...]) -> Fingerprint:
    """Return when each file of some packages was last changed, in nanoseconds.

    Files count that are not Python too: a widget reads its script when it is imported.

    >>> any(path.endswith("nursery.py") for path in fingerprint(("classroom",)))
    True
    >>> fingerprint(("no_such_package",))
    {}
    """
    found: Fingerprint = {}
    for name in packages:
        spec = importlib.util.find_spec(name)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            for path in Path(folder).rglob("*"):
                if "__pycache__" not in path.parts and path.is_file():
                    with contextlib.suppress(FileNotFoundError):  # an editor's own file, gone since
                        found[str(path)] = path.stat().st_mtime_ns
    return found


def threads() -> int:
    """Count the threads of this process, those of C libraries too."""
    return len(os.listdir("/proc/self/task"))


def prepare(modules: tuple[str, ...]) -> None:
    """Import what every kernel needs; what cannot be imported is left to the kernels to complain of."""
    for name in (*KERNEL, *modules):
        try:
            importlib.import_module(name)
        except Exception as error:
            print(f"Not prepared for kernels: {name} ({error})", file=sys.stderr, flush=True)
    gc.collect()
    gc.freeze()  # the collector would write to these objects and so copy their pages


def end_with(server: int) -> None:
    """End this kernel when the server is gone; no timer runs for that."""

    def wait() -> None:
        select.select([server], [], [])
        os._exit(1)

    threading.Thread(target=wait, name="end with the server", daemon=True).start()


def take_over(files: list[int], request: dict[str, Any]) -> None:
    """Give a fresh child its own session, signals, streams, environment and folder."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (files[0], 1), (files[1], 2)):
        os.dup2(source, target)
        if source > 2:
            os.close(source)
    os.environ.clear()
    os.environ.update(request["env"])
    os.environ.pop("JPY_PARENT_PID", None)
    os.chdir(request["cwd"])
    if most := request.get("memory"):
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def be_a_kernel(
    request: dict[str, Any], files: list[int], ready: socket.socket, server: int
) -> None:
    """Become a kernel: say that it is there, wait for "go", then run until it ends."""
    os.setsid()  # before that is said: whoever learns the number may signal the whole group
    with ready, contextlib.suppress(BrokenPipeError):
        ready.send(b"!")  # if the prepared process was killed nobody hears it: no "go" comes
    if not os.read(files[2], 1):
        return  # the server has given up on this kernel and started another
    os.close(files[2])
    take_over(files, request)
    end_with(server)
    from ipykernel.kernelapp import IPKernelApp

    sys.argv = ["ipykernel_launcher", *request["argv"]]
    app: Any = IPKernelApp.instance()
    # Number 1 means that nobody watches the parent: end_with does, and knows the right process.
    app.initialize([*request["argv"], "--IPKernelApp.parent_handle=1"])
    if widgets := sys.modules.get("ipywidgets"):
        widgets.register_comm_target()  # when it was imported there was no kernel to do it for
    app.start()


def answer(
    request: dict[str, Any], files: list[int], channel: socket.socket, server: int
) -> dict[str, Any]:
    """Fork one kernel; return what to answer."""
    if threads() > 1:
        return {"error": "a prepared module has started a thread"}
    mine, ready = socket.socketpair()
    with mine, ready:
        try:
            pid = os.fork()
        except OSError as error:
            return {"error": f"no process can be forked: {error.strerror}"}
        if pid:
            ready.close()  # the kernel alone has it now, so that its death is the end of the line
            return {"pid": pid} if mine.recv(1) else {"ended": True}
        for each in (mine, channel):
            each.close()
        live(request, files, ready, server)


def live(request: dict[str, Any], files: list[int], ready: socket.socket, server: int) -> NoReturn:
    """Be a kernel in a fresh child, and end with the status that the kernel leaves."""
    status = 1
    try:
        be_a_kernel(request, files, ready, server)
        status = 0
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(status)


def main(channel: socket.socket, modules: tuple[str, ...]) -> NoReturn:
    """Serve requests until the server closes the socket or a prepared module changes on disk."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is meant for the server
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system itself buries ended kernels
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # a debugger's advice that helps nobody here
    server = os.pidfd_open(os.getppid())
    packages = tuple(dict.fromkeys(name.split(".")[0] for name in modules))
    own = tuple(name for name in packages if name.startswith("sevens_"))
    before = fingerprint(own)  # before the import, so that no change slips in between
    prepare(modules)
    while True:
        data, files, _, _ = socket.recv_fds(channel, 1 << 20, 3)
        if not data:
            os._exit(0)
        stale = fingerprint(own) != before
        said = {"stale": True} if stale else answer(json.loads(data), files, channel, server)
        for each in files:
            os.close(each)
        channel.send(json.dumps(said).encode())
        if stale:
            os._exit(0)


if __name__ == "__main__":
    if sys.path[0] in ("", os.getcwd()):
        del sys.path[0]  # as Jupyter's own launcher does; a kernel adds the folder it works in
    main(socket.socket(fileno=int(sys.argv[1])), tuple(filter(None, sys.argv[2].split(","))))
