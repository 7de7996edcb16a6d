"""How often somebody may do a thing: so many times at once, and then again by and by."""

from __future__ import annotations

import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Collection

from tornado.httputil import HTTPServerRequest
from tornado.web import RequestHandler

#: Addresses remembered; those heard of longest ago are forgotten first.
MOST_ADDRESSES = 10_000

#: An address with the port it was used from, as some web servers write it: 10.0.0.7:5000, [fd00::7]:5000.
_WITH_PORT = re.compile(r"\[([^\]]+)\](?::[0-9]+)?|([0-9.]+):[0-9]+")


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


def who_comes(handler: RequestHandler) -> str:
    """Return the address for which a page of the course is asked, as ``who_asks`` does."""
    return who_asks(handler.request, getattr(handler.settings.get("voila"), "behind", ()))


def who_asks(request: HTTPServerRequest, behind: Collection[str] = ()) -> str:
    """Return the address a request comes from; of IPv6 the network, since each machine there has many.

    A web server in front, on this machine or at an address in ``behind``, says for whom it asks: what it
    has added itself stands last, with a port or without, and of what stands before that nothing is believed.
    """
    number, trusted = _number(request.remote_ip or ""), {_number(each) for each in behind} - {None}
    said = request.headers.get("X-Forwarded-For", "").split(",")
    believed = number is not None and (number.is_loopback or number in trusted)
    while believed and said and said[-1].strip():
        number = _number(_without_port(said.pop().strip()))
        believed = number in trusted  # one such server behind another
    if number is None:
        return "unknown"
    if isinstance(number, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((number, 64), strict=False))
    return str(number)


def _without_port(address: str) -> str:
    found = _WITH_PORT.fullmatch(address)
    return (found[1] or found[2]) if found else address


def _number(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return None
    if isinstance(number, ipaddress.IPv4Address):
        return number
    # Without the name of the link (%eth0), by which a machine tells its own links apart.
    return number.ipv4_mapped or ipaddress.IPv6Address(int(number))
