"""What the rules say about a question, in a sentence that does not answer it: the middle one of three hints."""

from __future__ import annotations

from sevens_kernel.cards import Card
from sevens_kernel.rules import Rules, Scoring

FIRST_CARD = "The deal begins at the dealer's left and goes round clockwise."
CUT = "The cut belongs to the player at the dealer's right."
LEFT_OVER = "Every card is dealt, and what is left over goes to those with whom the deal began."
NEXT_TURN = "The turn goes round clockwise, to the player at the left."
SUITS_IN_ORDER = (
    "After the clubs come diamonds, hearts and spades; the lowest card of a suit comes first."
)
TRUE_PASS = "A pass is true only when nothing fits. Compare each card with its row."
FALSE_PASS = "One card that fits is enough to make a pass false."
LAST_CARD = "A deal is over when a player lays the last card, and not before."
POINTS = "An ace counts 1, a jack 11, a queen 12 and a king 13; the others count what they say."


def opening(rules: Rules) -> str:
    """Say who opens a deal, without a name.

    >>> opening(Rules()), opening(Rules.named("fan tan"))
    ('The holder of 7♦ opens.', "The player at the dealer's left opens.")
    """
    card = rules.opening_card
    return (
        "The player at the dealer's left opens." if card is None else f"The holder of {card} opens."
    )


def passed(card: Card) -> str:
    """Say what a pass shows, and ask whether it shows anything of a card.

    >>> passed(Card("9s"))
    'Somebody who passed holds none of the cards that fitted then. Did 9♠ fit?'
    """
    return f"Somebody who passed holds none of the cards that fitted then. Did {card} fit?"


def best_score(rules: Rules) -> str:
    """Say which score wins a match.

    >>> best_score(Rules.named("classic"))
    'The fewest points win the match, and whoever has as good a score shares it.'
    """
    most = {Scoring.POINTS: "fewest points", Scoring.CHIPS: "most chips"}
    best = most.get(rules.scoring, "most deals won")
    return f"The {best} win the match, and whoever has as good a score shares it."
