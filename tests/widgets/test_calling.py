"""Whatever a cell gives to a function of the course: it works, or one sentence says what to write; no traceback."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

import sevens_widgets
from sevens_kernel.errors import SevensError
from sevens_widgets.calling import EXAMPLES, CourseError
from sevens_widgets.quoting import quoted


def first(cards: Any, view: Any) -> Any:
    """Lay the first card that fits."""
    return cards[0]


class Unwritable:
    """Cannot even be quoted."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


NAN, INFINITE = float("nan"), float("inf")
HOSTILE: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        -1,
        3,
        41,
        10**9,
        -(10**9),
        10**14,
        10**30,
        10**5000,
        NAN,
        INFINITE,
        2.0,
        1j,
    ),
    *(
        "",
        " ",
        "banana",
        "7",
        "\x00",
        "\ud83d",
        "🂡" * 500,
        "K" * 20_000,
        "school:99",
        "|" * 50,
        "../etc",
    ),
    *([], [1], {}, (), {"deal": 1}, b"school", object(), int, print, first, Unwritable()),
]

#: What each function needs besides the one value that is odd, and small enough to be quick.
NEEDED: dict[str, dict[str, Any]] = {
    "climb": {"choose": first, "deals": 2},
    "compare": {"position": "hearts 7; you 8♥", "one": "school", "other": "fan tan"},
    "deal_out": {"deal": 7},
    "forecast": {"position": "hearts 7, clubs 7; you 8♥ 8♣; robin ?5; alex ?5; sam ?5", "deals": 5},
    "house_rules": {},
    "lab": {},
    "own_player": {"choose": first},
    "play": {"deal": 7},
    "progress": {},
    "quiz": {"name": "2_extending_rows"},
    "show": {"position": "hearts 7; you 8♥"},
    "watch": {"record": "school:4 deal 1234 | 7d 7c"},
    "watch_player": {"choose": first},
}
TYPES = {"int": int, "str": str, "bool": bool, "None": type(None)}


def public(name: str) -> Callable[..., Any]:
    """Give a function that a cell may call."""
    found: Callable[..., Any] = getattr(sevens_widgets, name)
    return found


EACH = [
    (name, parameter)
    for name in sevens_widgets.__all__
    for parameter in inspect.signature(public(name)).parameters
]


def test_every_function_that_a_cell_may_call_is_tried_here() -> None:
    assert set(NEEDED) == set(sevens_widgets.__all__)
    for name, needed in NEEDED.items():
        public(name)(**needed)
    assert {parameter for _, parameter in EACH} - {"choose"} == set(EXAMPLES)


def sentence_of_call(call: Callable[[], Any]) -> str:
    """Make a call and give the sentence that refuses it; "" for one that is done."""
    try:
        call()
    except CourseError as error:
        return str(error)
    return ""


def check(sentence: str) -> None:
    assert 10 < len(sentence) < 500, sentence
    assert sentence == sentence.strip()
    assert "\n" not in sentence
    assert sentence.endswith((".", "!", "?"))
    assert not any(
        word in sentence for word in ("Traceback", "Error", "object at 0x", "positional")
    )
    sentence.encode("utf-8")


@pytest.mark.parametrize(("name", "parameter"), EACH, ids=[f"{one}-{other}" for one, other in EACH])
def test_any_value_does_or_is_refused_in_one_sentence(name: str, parameter: str) -> None:
    annotation = inspect.signature(public(name)).parameters[parameter].annotation
    takes = set(annotation.split(" | "))
    for value in HOSTILE:
        said = sentence_of_call(partial(public(name), **NEEDED[name] | {parameter: value}))
        fits = any(type(value) is TYPES.get(each) for each in takes)
        if said:
            check(said)
            if value in ("banana", "school:99") and "str" in takes:
                assert value.removeprefix("school:") in said, "what was given is quoted"
        elif takes <= {*TYPES, "Rules"}:
            assert fits, f"{quoted(value)} is no {annotation}"


@pytest.mark.parametrize("name", NEEDED)
def test_a_call_that_does_not_go_together_is_refused_in_one_sentence(name: str) -> None:
    make, needed = public(name), NEEDED[name]
    names = list(inspect.signature(make).parameters)
    said = sentence_of_call(lambda: make(**needed, sea=3))
    assert said.startswith(f"“sea” means nothing here: {name} takes ")
    assert all(each in said for each in names)
    check(said)
    many = sentence_of_call(lambda: make(*range(12)))
    assert f"12 values are too many: {name} takes " in many
    check(many)
    missing = sentence_of_call(make)
    must = [
        each.name
        for each in inspect.signature(make).parameters.values()
        if each.default is each.empty
    ]
    assert bool(missing) == bool(must)
    if must:
        assert missing.startswith(f"{must[0].capitalize()} is missing: write {name}(")
        check(missing)
        twice = sentence_of_call(lambda: make(needed[must[0]], **needed))
        assert twice.startswith(f"{must[0].capitalize()} is given twice: {name} takes ")


@pytest.mark.parametrize(
    "call",
    [
        "quiz(seed=[])",
        'quiz("2_extending_rows", seed=[])',
        "climb(first, seed=[])",
        "own_player(5)",
        "play(deal=float('nan'))",
        "show()",
        "progress(3)",
        "deal_out(10**5000)",
        "watch('school:4 deal 7 | Kc')",
    ],
)
def test_a_notebook_shows_the_sentence_alone(call: str, capsys: pytest.CaptureFixture[str]) -> None:
    shell = InteractiveShell.instance()
    try:
        shell.user_ns.update({each: public(each) for each in NEEDED} | {"first": first})
        shell.run_cell(call)  # type: ignore[no-untyped-call]
    finally:
        InteractiveShell.clear_instance()
    shown = capsys.readouterr()
    said = (shown.out + shown.err).strip()
    check(said)
    with pytest.raises(SevensError) as caught:
        eval(call, {each: public(each) for each in NEEDED} | {"first": first})
    assert said == str(caught.value)


def test_what_is_asked_for_by_name_is_quoted_with_an_example() -> None:
    said = sentence_of_call(lambda: public("quiz")("2_extending_rows", seed=[]))
    assert said == "Seed “[]”: write a whole number, such as 1."
    said = sentence_of_call(lambda: public("show")(None))
    assert said == 'Position “None”: write a text in quotes, such as "hearts 5-8; you 4♥ 10♥".'


class Foreign:
    """A whole number that is none of Python's own, as numpy's are."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"library.int64({self.number})"


WHOLE = [
    (name, parameter)
    for name, parameter in EACH
    if "int" in inspect.signature(public(name)).parameters[parameter].annotation.split(" | ")
]
REFUSED = [
    (10**30, "{} is too long a number: write a whole number of at most 30 digits, such as {}."),
    (
        -(10**5000),
        "{} is too long a number: write a whole number of at most 30 digits, such as {}.",
    ),
    (
        Foreign(10**40),
        "{} is too long a number: write a whole number of at most 30 digits, such as {}.",
    ),
    ("7", "{} “7”: write a whole number without quotes, such as {}."),
    (7.0, "{} “7.0”: write a whole number without a point, such as {}."),
    (7.5, "{} “7.5”: write a whole number, such as {}."),
    (NAN, "{} “nan”: write a whole number, such as {}."),
    (True, "{} “True”: write a whole number, such as {}."),
]


@pytest.mark.parametrize(
    ("name", "parameter"), WHOLE, ids=[f"{one}-{other}" for one, other in WHOLE]
)
def test_what_is_said_of_a_number_is_true_of_it(name: str, parameter: str) -> None:
    def said(value: object) -> str:
        return sentence_of_call(partial(public(name), **NEEDED[name] | {parameter: value}))

    for value, words in REFUSED:
        expected = words.format(parameter.capitalize(), EXAMPLES[parameter])
        assert said(value) == expected, type(value)
    for number in (10**15, 10**29, -(10**20)):
        refused = said(number)  # a function that takes it may
        assert not refused or f"“{number}”" in refused
        assert not refused or re.search(r"a whole number from \d+ to \d+\.$", refused), refused
    for number in (2, 10**15):
        assert said(Foreign(number)) == said(number)


def test_a_whole_number_of_another_library_is_one() -> None:
    deal: Any = Foreign(1234)
    assert public("play")(deal=deal).payload["deal"] == 1234


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ('show("hearts 7", tell="True")', "Tell “True”: write True or False without quotes."),
        ('show("hearts 7", tell=1)', "Tell “1”: write True or False."),
        ('play(level=b"easy")', "Level “b'easy'”: write a text in quotes without the b, such as"),
        ("play(rules=7)", "Rules “7”: write a text in quotes, such as"),
    ],
)
def test_what_is_said_of_a_text_or_a_yes_or_no_is_true_of_it(call: str, words: str) -> None:
    assert (
        sentence_of_call(lambda: eval(call, {"show": public("show"), "play": public("play")}))[
            : len(words)
        ]
        == words
    )


def test_what_is_quoted_is_what_was_given_or_named_by_its_type() -> None:
    assert quoted("a" * 41) == f"“{'a' * 39}…”"
    assert quoted(" at 0x") == "“ at 0x”", "a text may say anything"
    assert quoted([object()]) == "something of the type list"
    assert quoted(Unwritable()) == "something of the type Unwritable"
    assert quoted(10**5000) == "something of the type int"
