"""How many learners this machine holds, and why, in numbers and in words."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path

import psutil

MIB = 1024 * 1024

#: Bytes that stay free for everything else on the machine, at least.
RESERVE = 200 * MIB

#: The part of the free memory that kernels may take.
SHARE = 0.8

#: Bytes of a learner's Python before one has been measured: a forked one, and an ordinary one.
FORKED, ORDINARY = 30 * MIB, 60 * MIB

#: A kernel grows while a game is played; measured kernels have just been started.
GROWTH = 1.25

_GROUP = Path("/sys/fs/cgroup")


@dataclass(frozen=True, slots=True)
class Capacity:
    """What this machine has: bytes of memory free, bytes for each learner, cores, learners here now.

    ``measured`` says whether the bytes for each learner were measured here or are an estimate;
    ``work`` is the processor time, in seconds, of opening one lesson, or 0 where none was opened yet.
    """

    free: int
    each: int
    cores: int
    measured: bool
    here: int = 0
    work: float = 0.0

    @property
    def learners(self) -> int:
        """How many learners fit, those who are here already included; at least one.

        >>> Capacity(free=2048 * MIB, each=32 * MIB, cores=2, measured=True).learners
        51
        >>> Capacity(free=0, each=32 * MIB, cores=2, measured=True).learners
        1
        """
        return max(1, self.here + int(self._usable // self.each))

    @property
    def _usable(self) -> float:
        return min(self.free * SHARE, self.free - RESERVE)

    def words(self) -> str:
        """Say how many learners fit and why, a line for memory and one for cores.

        >>> print(Capacity(free=2048 * MIB, each=32 * MIB, cores=2, measured=True, work=0.25).words())
        This machine holds about 51 learners at once.
        Memory: 2.0 GB are free, four fifths of them may be used, and each learner's Python takes 32 MB (measured).
        Cores: 2 open about 8 lessons a second when many learners come at the same moment.
        """
        many = "1 learner" if self.learners == 1 else f"{self.learners} learners"
        part = "four fifths of them may be used"
        if self._usable < self.free * SHARE:
            part = f"{RESERVE // MIB} MB of them stay free for everything else"
        how = "measured" if self.measured else "an estimate: none has been started yet"
        lines = [
            f"This machine holds about {many} at once.",
            f"Memory: {self.free / 1024 / MIB:.1f} GB are free, {part}, "
            f"and each learner's Python takes {math.ceil(self.each / MIB)} MB ({how}).",
        ]
        if self.work:
            fast = max(1, round(self.cores / self.work))
            lessons = "1 lesson" if fast == 1 else f"{fast} lessons"
            opens = "opens" if self.cores == 1 else "open"
            lines.append(
                f"Cores: {self.cores} {opens} about {lessons} a second when many learners come at the same moment."
            )
        return "\n".join(lines)


def free_memory() -> int:
    """Return how many bytes can still be used here, heeding the limit of a container."""
    return min(int(psutil.virtual_memory().available), _left_in_group(_GROUP))


def _left_in_group(group: Path) -> int:
    """Return the bytes that a container's limit leaves; without a limit more than any machine has."""
    try:
        limit = (group / "memory.max").read_text(encoding="ascii").strip()
        used = int((group / "memory.current").read_text(encoding="ascii"))
        if limit == "max":
            return 1 << 62
        # Cached files count as used, but the system lets go of them.
        stat = (group / "memory.stat").read_text(encoding="ascii").split()
        cached = int(stat[stat.index("inactive_file") + 1])
    except (OSError, ValueError):
        return 1 << 62
    return max(0, int(limit) - used + cached)


def memory_of(pid: int) -> int | None:
    """Return the bytes that a process has for itself alone, or None if it cannot be asked.

    What forked kernels share is not theirs alone: one more of them costs just this.
    """
    try:
        return int(psutil.Process(pid).memory_full_info().uss)
    except (psutil.Error, AttributeError):
        return None


def work_of(pid: int) -> float:
    """Return the processor time that a process has used, in seconds; 0 if it cannot be asked."""
    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)


def capacity(own: list[int], *, forked: bool, here: int = 0, work: float = 0.0) -> Capacity:
    """Weigh this machine: the memory of some kernels that run (their process numbers), and what is free.

    here: kernels that run already, theirs included. work: processor seconds of opening one lesson.
    """
    sizes = [size for size in map(memory_of, own) if size]
    each = int(sum(sizes) / len(sizes) * GROWTH) if sizes else (FORKED if forked else ORDINARY)
    return Capacity(free_memory(), each, cores(), bool(sizes), here, work)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
