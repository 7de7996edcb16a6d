"""Cards: read in every spelling people use, printed, named in words; anything else is refused in one sentence."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevens_kernel import Card, CardError, Move, Rank, Suit, parse_cards
from sevens_kernel.cards import (
    ALL_CARDS,
    RANKS,
    SUITS,
    and_list,
    count_of,
    count_word,
    parse_rank,
    parse_suit,
)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("7d", "7♦"),
        ("7D", "7♦"),
        ("7♦", "7♦"),
        ("7♢", "7♦"),
        ("7♦\ufe0f", "7♦"),
        (" 7d ", "7♦"),
        ("10h", "10♥"),
        ("Th", "10♥"),
        ("th", "10♥"),
        ("10♥", "10♥"),
        ("As", "A♠"),
        ("aS", "A♠"),
        ("jc", "J♣"),
        ("qc", "Q♣"),
        ("kc", "K♣"),
        ("seven of diamonds", "7♦"),
        ("Ten of Hearts", "10♥"),
        ("queen of spades", "Q♠"),
    ],
)
def test_a_card_is_read_in_every_usual_spelling(text: str, printed: str) -> None:
    assert str(Card(text)) == printed


@pytest.mark.parametrize(
    "text",
    ["", " ", "7", "d", "d7", "1d", "11d", "0h", "7x", "joker", "77d", "7 of d of h", "-", "7dd"],
)
def test_what_is_no_card_is_quoted_and_the_allowed_is_said(text: str) -> None:
    with pytest.raises(CardError) as caught:
        Card(text)
    message = str(caught.value)
    assert f"“{text}”" in message
    assert "A 2 3 … 10 J Q K" in message
    assert "c d h s" in message
    assert "\n" not in message


def test_a_long_text_is_cut_in_the_message() -> None:
    with pytest.raises(CardError) as caught:
        Card("x" * 5000)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("value", [None, 7, 7.0, ["7d"], b"7d"])
def test_what_is_no_text_is_no_card(value: object) -> None:
    with pytest.raises(CardError):
        Card(value)  # type: ignore[arg-type]


@given(st.text(max_size=12))
def test_any_text_is_a_card_or_a_card_error(text: str) -> None:
    try:
        card = Card(text)
    except CardError:
        return
    assert card in ALL_CARDS


def test_there_are_52_cards_in_the_order_of_suits_and_ranks() -> None:
    assert len(set(ALL_CARDS)) == 52
    assert [card.suit for card in ALL_CARDS[::13]] == [
        Suit.CLUBS,
        Suit.DIAMONDS,
        Suit.HEARTS,
        Suit.SPADES,
    ]
    assert [card.rank.text for card in ALL_CARDS[:13]] == [
        "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
    ]  # fmt: skip
    backwards = list(ALL_CARDS)
    backwards.reverse()
    assert sorted(backwards) == list(ALL_CARDS)


@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.code)
def test_every_text_of_a_card_reads_back_to_the_same_card(card: Card) -> None:
    spellings = (card.text, card.code, card.words, card.code.upper(), str(card))
    assert all(Card(text) is card for text in spellings)
    assert eval(repr(card)) is card
    assert Card.of(card.rank, card.suit) is card
    assert Card(card) is card


def test_a_card_copied_or_pickled_is_the_same_object() -> None:
    card = Card("7d")
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert pickle.loads(pickle.dumps(card)) is card


def test_a_card_never_changes() -> None:
    card = Card("7d")
    with pytest.raises(AttributeError, match="never changes"):
        card.rank = Rank.ACE
    assert card.rank is Rank.SEVEN


def test_a_card_is_named_in_words() -> None:
    assert Card("10h").words == "ten of hearts"
    assert Card("As").words == "ace of spades"
    assert Card("Jc").words == "jack of clubs"


def test_ranks_have_texts_words_and_plurals() -> None:
    assert [rank.text for rank in RANKS] == [
        "A",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
        "J",
        "Q",
        "K",
    ]
    assert Rank.SIX.plural == "sixes"
    assert Rank.SEVEN.plural == "sevens"
    assert [parse_rank(rank.word) for rank in RANKS] == list(RANKS)
    assert [parse_rank(rank.text.lower()) for rank in RANKS] == list(RANKS)


def test_suits_stand_in_the_order_clubs_diamonds_hearts_spades() -> None:
    assert [suit.glyph for suit in SUITS] == ["♣", "♦", "♥", "♠"]
    assert [suit.letter for suit in SUITS] == ["c", "d", "h", "s"]
    assert [str(suit) for suit in SUITS] == ["clubs", "diamonds", "hearts", "spades"]
    assert parse_suit("heart") is Suit.HEARTS


@pytest.mark.parametrize("text", ["", "1", "14", "tens of", "x"])
def test_what_is_no_rank_names_the_ranks(text: str) -> None:
    with pytest.raises(CardError, match="A 2 3 4 5 6 7 8 9 10 J Q K") as caught:
        parse_rank(text)
    assert f"“{text}”" in str(caught.value)


@pytest.mark.parametrize("text", ["", "x", "red", "7"])
def test_what_is_no_suit_names_the_suits(text: str) -> None:
    with pytest.raises(
        CardError, match="clubs c ♣, diamonds d ♦, hearts h ♥, spades s ♠"
    ) as caught:
        parse_suit(text)
    assert f"“{text}”" in str(caught.value)


def test_several_cards_are_read_with_spaces_or_commas() -> None:
    assert parse_cards("5♣ 9♥,10♣, Ks") == (Card("5c"), Card("9h"), Card("10c"), Card("Ks"))
    assert parse_cards("") == ()
    with pytest.raises(CardError, match="“zz”"):
        parse_cards("5♣ zz")


@pytest.mark.parametrize("value", [None, 7, ["7d"]])
def test_what_is_no_text_is_no_move_and_no_cards(value: object) -> None:
    with pytest.raises(CardError, match="is not a card"):
        Move.parse(value)  # type: ignore[arg-type]
    with pytest.raises(CardError, match="is not a card"):
        parse_cards(value)  # type: ignore[arg-type]


def test_things_are_joined_and_counted_as_in_a_sentence() -> None:
    assert [and_list(items) for items in ((), "a", "ab", "abc")] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert and_list("ab", "or") == "a or b"
    assert [count_word(number) for number in (0, 1, 12, 13)] == ["no", "one", "twelve", "13"]
    assert count_of(1, "pass", "passes") == "one pass"
    assert count_of(2, "pass", "passes") == "two passes"
