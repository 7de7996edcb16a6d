"""Reading positions: one parser for the line programs write and the keywords people write.

NOTATION.md has the grammar. A text is a row of words. The words before the first keyword are the
rule set, the rows and the hands of the line form; every keyword takes the words after it. So
`school:4 6-8/-/7/- 5T..9.7/?15/?15/?14 turn=1` and `clubs 6-8, hearts 7; you 5♣ 9♥` are read alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches

from sevens_kernel.cards import ALL_CARDS, RANKS, SUITS, Card, Rank, Suit, parse_rank
from sevens_kernel.deal import MAX_DEAL, deal, opener_of, sort_hand
from sevens_kernel.errors import CardError, NotationError, RulesError, SevensError
from sevens_kernel.keywords import (
    KEYWORDS,
    Parts,
    number_value,
    number_values,
    one_value,
    quoted,
    seat_names,
    seat_value,
    sort_words,
)
from sevens_kernel.rules import Aces, Rules
from sevens_kernel.rulesets import format_rules, parse_rules, ruleset, rulesets
from sevens_kernel.state import State
from sevens_kernel.table import Table, make_shape
from sevens_kernel.words import NAMES, whose

MAX_TEXT = 4_000  # characters; the longest position that can be dealt needs about 500
MAX_COPIES = 9  # of one card in one place; more is no position anybody means

_NOTHING = ("-", "–", "none", "nothing", "empty", "closed")
_FILLERS = ("and", "hold", "holds", "have", "has")
_DASH = re.compile(r"\s*(?:[-–—]|\bto\b)\s*", re.IGNORECASE)
_ONE_RANK = re.compile(r"10|[2-9AJQKT]", re.ASCII | re.IGNORECASE)
_RANKS = re.compile(r"(?:10|[2-9AJQKT])+", re.ASCII | re.IGNORECASE)


def parse_position(text: str) -> State:
    """Read a position: the line form, keywords, or a deal number.

    Whoever is not mentioned shares the cards that are not shown, as evenly as possible. Impossible
    positions are read too: `problems` names their faults.

    >>> from sevens_kernel.state import legal
    >>> legal(parse_position("clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠"))
    (Move.parse("5c"), Move.parse("7s"))
    >>> parse_position("school:4 deal 1234").sizes
    (13, 13, 13, 13)
    >>> parse_position("clubs 6-8, turn tom")
    Traceback (most recent call last):
    sevens_kernel.errors.NotationError: turn “tom”: name a seat: You, Robin, Alex, Sam or 1 to 4

    Raises NotationError, in one sentence that quotes what cannot be read and says what is allowed.
    """
    return parse_start(text)[0]


def parse_start(text: str) -> tuple[State, int | None, int]:
    """Read a position with the deal number and the cut it was made from (None and 0: set up).

    >>> parse_start("school:4 deal 1234 cut 20")[1:]
    (1234, 20)

    Raises NotationError as `parse_position` does.
    """
    if not isinstance(text, str):
        raise NotationError(f"{quoted(repr(text))} is not a position: {_SUCH_AS}")
    if len(text) > MAX_TEXT:
        sizes = f"it has {len(text)} characters, and {MAX_TEXT} are allowed"
        raise NotationError(f"{quoted(text)} is too long for a position: {sizes}")
    if "|" in text:
        raise NotationError(f"{quoted(text)} is a record: a position has no | and no moves")
    parts = sort_words(text)
    if not any(parts.values()) and len(parts) == 1:
        raise NotationError(f"{quoted(text)} is not a position: {_SUCH_AS}")
    try:
        return _build(parts)
    except (RulesError, CardError) as error:
        raise NotationError(str(error)) from None


_SUCH_AS = "write rows and a hand, such as hearts 6-8; you 5♥ 9♣, or a deal, such as deal 1234"


def _build(parts: Parts) -> tuple[State, int | None, int]:
    head = parts[""]
    line = [word for word in head if "/" in word]
    rules = _read_rules(parts, [word for word in head if "/" not in word])
    if len(line) > 2 or (line and head[-len(line) :] != line):
        after = "after the rule set come the rows, the hands, then keywords such as turn=1"
        raise NotationError(f"{quoted(' '.join(head))}: {after}")
    if line:
        _add_line(parts, rules, line)
    _check_seats(parts, rules)
    if "deal" in parts:
        return _dealt(parts, rules)
    if "cut" in parts:
        raise NotationError("cut: only a deal is cut; write deal and its number before it")
    return _set_up(parts, rules), None, 0


def _read_rules(parts: Parts, head: list[str]) -> Rules:
    named = parts.get("rules")
    if named is None:
        text = " ".join(head)
        if head:
            _check_head(text, head[0])
        return parse_rules(text) if head else Rules()
    if head:
        raise NotationError(f"{quoted(' '.join(head))} stands before the first keyword: {_parts()}")
    if not named:
        names = ", ".join(each.slug for each in rulesets())
        raise NotationError(f"rules: name a rule set after it: {names}")
    return parse_rules(" ".join(named))


def _check_head(text: str, first: str) -> None:
    """Refuse a first word that is no rule set, with a guess at the keyword that was meant."""
    name = text.partition(",")[0].partition(":")[0]
    try:
        ruleset(name)
    except RulesError:
        if text.isdecimal() and text.isascii():
            number = text if int(text) <= MAX_DEAL else "1234"
            raise NotationError(
                f"{quoted(text)} is no position by itself: a deal is written with the word before its number, such as "
                f"deal {number}, and a position with rows and a hand, such as hearts 6-8; you 5♥ 9♣"
            ) from None
        known = [*KEYWORDS, *(each.slug for each in rulesets())]
        near = get_close_matches(first.lower()[:40], known, 1, 0.7)
        if near:
            raise NotationError(
                f"{quoted(text)} is no part of a position: did you mean {near[0]}?"
            ) from None
        raise NotationError(
            f"{quoted(text)} is no part of a position: name rows and your hand, such as "
            "clubs 6-8, hearts 7; you 5♣ 9♥ 10♣ 7♠, or a deal, such as deal 1234"
        ) from None


def _parts() -> str:
    return f"the keywords are {', '.join(KEYWORDS)}"


def _add_line(parts: Parts, rules: Rules, line: Sequence[str]) -> None:
    """Put the rows and hands of the line form where keywords would have put them."""
    rows = line[0].split("/")
    if len(rows) != 4:
        raise NotationError(
            f"rows {quoted(line[0])}: write four, clubs/diamonds/hearts/spades, such as 6-8/-/7/-"
        )
    hands = line[1].split("/") if len(line) > 1 else []
    if hands and len(hands) != rules.players:
        raise NotationError(
            f"hands {quoted(line[1])}: {len(hands)} are given, and there are {rules.players} "
            "players; write - for an empty hand and ?13 for 13 unknown cards"
        )
    for key in (*SUITS, *range(len(hands))):
        if key in parts:
            name = NAMES[key].lower() if isinstance(key, int) else key
            raise NotationError(f"“{name}” is there twice: write each part of a position once")
    parts.update(zip(SUITS, ([row] for row in rows), strict=True))
    parts.update((seat, _line_hand(hand, seat)) for seat, hand in enumerate(hands))


def _line_hand(text: str, seat: int) -> list[str]:
    """Take a hand such as `5T..9.7?3` apart into words such as keywords have."""
    known, mark, unknown = text.partition("?")
    more = [f"?{unknown}"] if mark else []
    if known in ("", "-"):
        return more or ["-"]
    suits = known.split(".")
    if len(suits) != 4 or not all(not ranks or _RANKS.fullmatch(ranks) for ranks in suits):
        raise NotationError(
            f"{whose(NAMES[seat])} hand {quoted(text)}: write the ranks of clubs.diamonds.hearts.spades"
            ", such as 5T..9.7, then ?3 for three unknown cards, or - for no card"
        )
    return [
        ("10" if rank in "Tt" else rank.upper()) + suit.letter
        for suit, ranks in zip(SUITS, suits, strict=True)
        for rank in _ONE_RANK.findall(ranks)
    ] + more


def _check_seats(parts: Parts, rules: Rules) -> None:
    for key in parts:
        if isinstance(key, int) and key >= rules.players:
            raise NotationError(
                f"“{NAMES[key].lower()}” is seat {key + 1}, and {format_rules(rules)} has "
                f"{rules.players} players: {seat_names(rules)}"
            )


def _dealt(parts: Parts, rules: Rules) -> tuple[State, int, int]:
    """Deal afresh: RULES say all cards, so nothing but dealer, cut and chips may stand beside."""
    allowed = ("", "rules", "deal", "dealer", "cut", "chips")
    for key in parts:
        if key not in allowed:
            name = NAMES[key].lower() if isinstance(key, int) else key
            raise NotationError(
                f"“{name}” beside deal: a deal number says all cards; only rules, dealer, cut and "
                "chips may be added"
            )
    number = number_value("deal", one_value(parts, "deal") or "", 0, MAX_DEAL)
    cut = number_value("cut", one_value(parts, "cut") or "0", 0, len(rules.pack_cards) - 1)
    dealer = seat_value(parts, "dealer", rules)
    chips = number_values(parts, "chips", rules) if "chips" in parts else None
    return deal(rules, number, dealer or 0, cut, chips), number, cut


def _set_up(parts: Parts, rules: Rules) -> State:
    table = _read_table(parts, rules)
    dealer = seat_value(parts, "dealer", rules) or 0
    hands, unknown = _read_hands(parts, rules, table, dealer)
    turn = seat_value(parts, "turn", rules)
    opening = rules.opening_card
    if turn is None:
        opens = table.is_empty and opening and any(opening in hand for hand in hands)
        turn = opener_of(rules, hands, dealer) if opens else 0
    if parts.get("caught"):
        raise NotationError(f"caught {quoted(' '.join(parts['caught']))}: it needs no value")
    chips, pool = default_chips(rules)
    none = (0,) * rules.players
    given = one_value(parts, "pool")
    return State(
        rules=rules,
        hands=hands,
        table=table,
        turn=turn,
        dealer=dealer,
        passes=number_values(parts, "passes", rules, 0) if "passes" in parts else none,
        fines=number_values(parts, "fines", rules, 0) if "fines" in parts else none,
        chips=number_values(parts, "chips", rules) if "chips" in parts else chips,
        pool=pool if given is None else number_value("pool", given, -999_999_999, 999_999_999),
        caught="caught" in parts,
        out=_read_out(parts, rules, hands, unknown),
        unknown=unknown,
    )


def default_chips(rules: Rules) -> tuple[tuple[int, ...], int]:
    """Give the chips of each seat and the pool just after the deal, which a text need not say."""
    held = rules.chips_each - rules.ante if rules.uses_chips else 0
    return (held,) * rules.players, rules.ante * rules.players


def seat_out(sizes: Sequence[int]) -> int | None:
    """Give the seat that must be out first, being the only one without a card, or None."""
    empty = [seat for seat, size in enumerate(sizes) if not size]
    return empty[0] if len(empty) == 1 else None


def _read_out(
    parts: Parts, rules: Rules, hands: Sequence[Sequence[Card]], unknown: Sequence[int]
) -> int | None:
    if parts.get("out") in (["none"], ["-"]):
        return None
    out = seat_value(parts, "out", rules)
    if out is not None:
        return out
    return seat_out([len(hand) + more for hand, more in zip(hands, unknown, strict=True)])


# --- rows and hands ------------------------------------------------------------------------------


def row_order(rules: Rules) -> tuple[Rank, ...]:
    """Give all 13 ranks in the order of a row, also those that a short pack does not have."""
    return RANKS if rules.aces is Aces.LOW else (*RANKS[1:], Rank.ACE)


def _read_table(parts: Parts, rules: Rules) -> Table:
    counts = bytearray(52)
    for suit in SUITS:
        for rank in _read_row(suit, " ".join(parts.get(suit, ())), row_order(rules)):
            index = Card.of(rank, suit).index
            counts[index] += 1
            if counts[index] > MAX_COPIES:
                raise NotationError(
                    f"{suit}: {ALL_CARDS[index]} is there more than {MAX_COPIES} times"
                )
    start = _read_start(parts, rules)
    if start is None and any(counts):
        raise NotationError(
            f"start: under {format_rules(rules)} the first card laid chooses the start rank; "
            "say which it was, such as start 10"
        )
    return Table(make_shape(rules.ranks, start, rules.packs), bytes(counts))


def _read_start(parts: Parts, rules: Rules) -> Rank | None:
    text = one_value(parts, "start")
    if text is None:
        return rules.fixed_start
    try:
        rank = parse_rank(text)
    except CardError as error:
        raise NotationError(f"start: {error}") from None
    fixed = rules.fixed_start
    if fixed is not None and fixed is not rank:
        raise NotationError(
            f"start {quoted(text)}: under {format_rules(rules)} rows start with "
            f"{fixed.text}; only start_rank=chosen leaves a choice, as in french-domino"
        )
    return rank


def _read_row(suit: Suit, text: str, order: Sequence[Rank]) -> list[Rank]:
    """Read runs and single ranks: 6-8, 7.9, "six to eight"; a rank named twice lies there twice."""
    if text.lower() in _NOTHING:
        return []
    found: list[Rank] = []
    for piece in re.split(r"[\s.+&]+|\band\b", _DASH.sub("-", text)):
        if not piece:
            continue
        try:
            found.extend(_read_run(piece, order))
        except CardError:
            near = get_close_matches(piece.lower()[:40], KEYWORDS, 1, 0.6) if len(piece) > 2 else []
            if near:
                raise NotationError(f"{suit} {quoted(piece)}: did you mean {near[0]}?") from None
            low, high = order[0].text, order[-1].text
            raise NotationError(
                f"{suit} {quoted(piece)}: write the ranks that lie, from low to high, such as 6-8 "
                f"or 7, or - for a row not opened; this row runs {low} to {high}"
            ) from None
    return found


def _read_run(piece: str, order: Sequence[Rank]) -> list[Rank]:
    low, dash, high = piece.partition("-")
    if dash:
        first, last = order.index(parse_rank(low)), order.index(parse_rank(high))
        if first > last:
            raise CardError(piece)
        return list(order[first : last + 1])
    if _RANKS.fullmatch(piece):
        return [parse_rank(rank) for rank in _ONE_RANK.findall(piece)]
    return [parse_rank(piece)]


def _read_hands(
    parts: Parts, rules: Rules, table: Table, dealer: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[int, ...]]:
    players = rules.players
    hands: list[tuple[Card, ...]] = [()] * players
    unknown = [0] * players
    for seat in range(players):
        if seat in parts:
            cards, unknown[seat] = _read_hand(parts[seat], NAMES[seat])
            hands[seat] = sort_hand(rules, sorted(cards))
    silent = [seat for seat in range(players) if seat not in parts]
    if silent:
        shown = Counter(card for hand in hands for card in hand)
        shown.update({card: table.counts[card.index] for card in ALL_CARDS})
        unseen = (Counter(rules.pack_cards) - shown).total() - sum(unknown)
        # The first cards of a deal go to the dealer's left, so any odd ones stay nearest to it.
        silent.sort(key=lambda seat: (seat - dealer - 1) % players)
        for place, seat in enumerate(silent):
            share, odd = divmod(max(unseen, 0), len(silent))
            unknown[seat] = share + (place < odd)
    return tuple(hands), tuple(unknown)


def _read_hand(words: Sequence[str], name: str) -> tuple[list[Card], int]:
    cards: list[Card] = []
    unknown = 0
    for word in words:
        if word.startswith("?"):
            unknown += number_value(f"{whose(name)} hand ?", word[1:] or "1", 0, 999)
        elif word.lower() not in _NOTHING + _FILLERS:
            try:
                cards.append(Card(word))
            except SevensError as error:
                raise NotationError(f"{whose(name)} hand: {error}") from None
    if any(count > MAX_COPIES for count in Counter(cards).values()):
        raise NotationError(f"{whose(name)} hand: a card is there more than {MAX_COPIES} times")
    return cards, unknown
