"""How often somebody may do a thing: so many times at once, and then again by and by."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from tornado.httputil import HTTPServerRequest

#: Addresses remembered; those heard of longest ago are forgotten first.
MOST_ADDRESSES = 10_000


class Pace:
    """An allowance for each address: ``burst`` times at once, and one more every ``every`` seconds.

    >>> pace = Pace(burst=2, every=10, clock=lambda: 0)
    >>> [pace.take("10.0.0.7"), pace.take("10.0.0.7"), pace.take("10.0.0.7"), pace.take("10.0.0.8")]
    [True, True, False, True]
    """

    def __init__(
        self, *, burst: int, every: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst, self.every, self.clock = burst, every, clock
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, who: str) -> float:
        """Return how often somebody may do it now."""
        spent, since = self._spent.get(who, (0.0, 0.0))
        return self.burst - max(0.0, spent - (self.clock() - since) / self.every)

    def take(self, who: str) -> bool:
        """Say whether somebody may do it now, and count it if so."""
        left = self.left(who)
        if left < 1:
            return False
        self._spent[who] = (self.burst - left + 1, self.clock())
        self._spent.move_to_end(who)
        while len(self._spent) > MOST_ADDRESSES:
            self._spent.popitem(last=False)
        return True

    def forgive(self) -> None:
        """Begin anew with everybody."""
        self._spent.clear()


def who_asks(request: HTTPServerRequest) -> str:
    """Return the address a request comes from; of IPv6 the network, since each machine there has many.

    A web server in front, on this machine, says for whom it asks: what it has added itself stands last.
    """
    address = request.remote_ip or ""
    if _is_here(address):
        address = request.headers.get("X-Forwarded-For", address).split(",")[-1].strip()
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(number, ipaddress.IPv6Address):
        if number.ipv4_mapped:
            return str(number.ipv4_mapped)
        return str(ipaddress.ip_network((number, 64), strict=False))
    return str(number)


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
