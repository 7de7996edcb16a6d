"""What `python -m benchmarks` is asked for is measured, or told in words."""

from __future__ import annotations

import pytest

from benchmarks.__main__ import TABLES, main


def test_a_word_that_stands_for_nothing_is_quoted_and_all_words_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["speed"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("“speed” is measured nowhere here.\n")
    for word in (*TABLES, "ladder", "lockstep", "players", "figures", "class", "hub", "site"):
        assert word in err


def test_a_table_takes_its_own_options() -> None:
    with pytest.raises(SystemExit) as ended:
        main(["engine", "--fast"])
    assert ended.value.code == 2
