"""What is told beside the table: who sits there and with how much, how a deal ended, what rules and rule sets are."""

from __future__ import annotations

from collections.abc import Sequence

from sevens_kernel.acting import outcome
from sevens_kernel.cards import SUITS, and_list, count_of, count_word
from sevens_kernel.moves import Act
from sevens_kernel.rules import Rules, Scoring
from sevens_kernel.rulesets import Ruleset, format_value, nearest
from sevens_kernel.score import Match, chips_words
from sevens_kernel.state import State, fitting
from sevens_kernel.switches import SWITCHES, title_words
from sevens_kernel.view import View
from sevens_kernel.words import NAMES, row_words

# --- who sits at the table ------------------------------------------------------------------------


def cards_words(name: str, size: int) -> str:
    """Say how many cards somebody holds, the number in figures.

    >>> cards_words("Robin", 12), cards_words("Your hand", 1)
    ('Robin, 12 cards', 'Your hand, 1 card')
    """
    return f"{name}, {size} card{'' if size == 1 else 's'}"


def times_words(number: int) -> str:
    """Say how often something happened.

    >>> times_words(1), times_words(2), times_words(3)
    ('once', 'twice', 'three times')
    """
    return {1: "once", 2: "twice"}.get(number, f"{count_word(number)} times")


def seat_words(seen: View, seat: int, names: Sequence[str] = NAMES) -> str:
    """Say what is known of a player: the cards still held, passes, fines, chips.

    >>> from sevens_kernel import Rules, deal
    >>> from sevens_kernel.view import view
    >>> seat_words(view(deal(Rules.named("fan tan with chips"), 1), 0), 1)
    'Robin, 13 cards, 19 chips'
    """
    said = [cards_words(names[seat], seen.sizes[seat])]
    if seen.passes[seat]:
        said.append(f"passed {times_words(seen.passes[seat])}")
    if seen.fines[seat]:
        said.append(f"fined {count_of(seen.fines[seat], 'point')}")
    if seen.rules.uses_chips:
        said.append(chips_words(seen.chips[seat]))
    return ", ".join(said)


def did_words(act: Act) -> str:
    """Say what somebody did last, to stand beside the name.

    >>> from sevens_kernel.cards import Card
    >>> from sevens_kernel.moves import PASS, lay
    >>> did_words(Act(1, lay(Card("8s")))), did_words(Act(1, PASS))
    ('laid 8♠', 'passed')
    >>> did_words(Act(1, PASS, false=True))
    'tried to pass'
    """
    if act.false:
        return "tried to pass"
    return f"laid {act.move.card}" if act.move.card else "passed"


def untold_table_words(seen: View) -> str:
    """Read the rows and the own hand aloud without saying what fits, where that is the question.

    >>> from sevens_kernel import parse_position
    >>> from sevens_kernel.view import view
    >>> untold_table_words(view(parse_position("hearts 7; you 8♥"), 0))
    'Clubs, not open. Diamonds, not open. Hearts, seven. Spades, not open. Your hand: eight of hearts.'
    """
    rows = [row_words(seen, suit, tell_takes=False) for suit in SUITS]
    said = " ".join(f"{_capital(row)}." for row in rows)
    return f"{said} Your hand: {and_list(card.words for card in seen.hand) or 'no cards'}."


def fit_note(state: State, *, possible: bool = True) -> str:
    """Say which cards of the first hand fit; possible: whether such a position can be at all.

    >>> from sevens_kernel import parse_position
    >>> fit_note(parse_position("hearts 5-8; you 2♥ K♥")), fit_note(parse_position("hearts 5-8; you 4♥ 9♥"))
    ('No card of this hand fits.', 'Both fit: 4♥ and 9♥.')
    """
    if not possible:
        return "Under these rules this position is impossible."
    cards = tuple(dict.fromkeys(fitting(state, 0)))
    if not cards:
        return "No card of this hand fits."
    if len(cards) == len(set(state.hands[0])) > 1:
        return f"{'Both' if len(cards) == 2 else 'All'} fit: {and_list(cards)}."
    only = "Only " if len(cards) == 1 and len(state.hands[0]) > 1 else ""
    return f"{only}{and_list(cards)} {'fits' if len(cards) == 1 else 'fit'}."


def from_dealer_words(seat: int) -> str:
    """Name a place at the table by the dealer of the first deal, who sits at seat 0.

    >>> from_dealer_words(0), from_dealer_words(1), from_dealer_words(3)
    ('The dealer', "At the dealer's left", "Third to the dealer's left")
    """
    if seat < 2:
        return "At the dealer's left" if seat else "The dealer"
    places = ("Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh")
    return f"{places[seat - 2]} to the dealer's left"


def level_words(level: str, names: Sequence[str], *, later: bool) -> str:
    """Say at which level the others play from now on; later: only when the next deal begins.

    >>> level_words("strong", ("You", "Robin", "Alex"), later=True)
    'From the next deal on Robin and Alex play at the level “strong”.'
    """
    others = and_list(name for name in names if name != "You")
    when = f"From the next deal on {others}" if later else f"{others} now"
    return f"{when} play at the level “{level}”."


def setup_words(level: str, rules: Rules, own: str = "") -> str:
    """Say how well the others play, and what is played. own: the name of a player of one's own in their seats.

    >>> setup_words("strong", Rules()), setup_words("normal", Rules(), "your player “longest”")
    ('Level strong, School, four players', 'Against your player “longest”, School, four players')
    """
    against = f"Against {own}" if own else f"Level {level}"
    return f"{against}, {title_words(rules)}, {count_of(rules.players, 'player')}"


# --- how a deal ended -----------------------------------------------------------------------------


def win_words(name: str) -> str:
    """Say who won the deal.

    >>> win_words("You"), win_words("Robin")
    ('You win the deal', 'Robin wins the deal')
    """
    return f"{name} {'win' if name == 'You' else 'wins'} the deal"


def held_words(name: str, number: int) -> str:
    """Say how many cards were left to somebody, the number as a word.

    >>> held_words("You", 1), held_words("Alex", 3)
    ('You still hold one card', 'Alex still holds three cards')
    """
    return f"{name} still {'hold' if name == 'You' else 'holds'} {count_of(number, 'card')}"


def end_words(state: State, names: Sequence[str] = NAMES) -> str:
    """Say how a deal ended: who was out with which card, and what it counted; "" while it goes on.

    >>> from sevens_kernel import Card, apply, lay, parse_position
    >>> state = parse_position("hearts 5-8; you 9♥; robin K♥ A♥; alex K♠; rules classic:3")
    >>> end_words(apply(state, lay(Card("9h"))))
    'You are out first with 9♥. Points: You 0, Robin 14 and Alex 13.'
    """
    ended = outcome(state)
    if ended is None:
        return ""
    winner = names[ended.winner]
    last = f" with {ended.last_card}" if ended.last_card else ""
    said = f"{winner} {'are' if winner == 'You' else 'is'} out first{last}."
    if state.rules.scoring is Scoring.POINTS:
        counted, counts = "Points", [str(points) for points in ended.points]
    elif state.rules.uses_chips:
        counted, counts = "Chips", [chips_words(chips) for chips in state.chips]
    else:
        return said
    return f"{said} {counted}: {and_list(map(' '.join, zip(names, counts, strict=False)))}."


def pool_words(rules: Rules, pool: int) -> str | None:
    """Say what lies in the pool, where chips are played.

    >>> pool_words(Rules.named("fan tan with chips"), 4), pool_words(Rules(), 0)
    ('Pool: four chips', None)
    """
    return f"Pool: {chips_words(pool)}" if rules.uses_chips else None


def match_words(match: Match, names: Sequence[str] = NAMES, *, between: bool = False) -> str:
    """Say how a match stands; between: two deals, when it is also said who deals next.

    >>> match_words(Match(Rules.named("fan tan")))
    'The match lasts four deals. Nobody has scored yet.'
    """
    if match.is_over:
        return match.end_words
    if not between:
        return match.sentence(names)
    dealer = names[match.next_dealer]
    return f"{match.sentence(names)} {dealer} {'deal' if dealer == 'You' else 'deals'} next."


# --- what is played -------------------------------------------------------------------------------


def other_rules_words(rules: Rules) -> str:
    """Say under which rules a game is played, to somebody who expects others.

    >>> other_rules_words(Rules.named("classic", players=5))
    'This game is played under other rules: Classic, five players.'
    """
    players = count_of(rules.players, "player")
    return f"This game is played under other rules: {title_words(rules)}, {players}."


def range_words(found: Ruleset) -> str:
    """Say for how many players a rule set is.

    >>> from sevens_kernel.rulesets import ruleset
    >>> range_words(ruleset("school")), range_words(ruleset("fan tan"))
    ('4', '3 to 8')
    """
    few, many = found.min_players, found.max_players
    return str(few) if few == many else f"{few} to {many}"


def crowd_words(found: Ruleset, players: int) -> str:
    """Say why so many players cannot play a rule set, and with how many it is played instead.

    >>> from sevens_kernel.rulesets import ruleset
    >>> crowd_words(ruleset("devyatka"), 3)
    'Devyatka is for 3 to 6 players: now there are 3.'
    """
    return f"{found.name} is for {range_words(found)} players: now there are {players}."


def about_words(found: Ruleset) -> str:
    """Say in a sentence what makes a rule set.

    >>> from sevens_kernel.rulesets import ruleset
    >>> about_words(ruleset("devyatka"))
    '36 cards from six to ace; the holder of 9♦ opens with it; rows run from six to ace.'
    """
    return f"{_capital(found.summary)}."


def summary_words(rules: Rules) -> str:
    """Say what rules are, in the words of the nearest rule set and of the switches changed in it.

    >>> summary_words(Rules(aces="high"))[-35:]
    'out wins. Changed: aces: Aces high.'
    """
    near, changed = nearest(rules)
    told = f"{near.name}: {near.summary}."
    if not changed:
        return told
    words = [
        f"{each.words.lower()}: {each.choice(format_value(changed[each.field])).words}"
        for each in SWITCHES
        if each.field in changed
    ]
    return f"{told} Changed: {'; '.join(words)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
