"""A sheet that cannot be printed leaves the one that was printed before."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from classroom import sheets
from sevens_kernel.rules import Rules


def test_a_pdf_that_cannot_be_made_leaves_the_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    html = sheets.write(Rules(), tmp_path)
    earlier = html.with_suffix(".pdf")
    earlier.write_bytes(b"earlier")
    no_browser = sys.executable  # runs, knows nothing of printing, and makes no PDF
    with pytest.raises(OSError, match="made no PDF"):
        sheets.to_pdf(html, no_browser)
    monkeypatch.setenv("SEVENS_CHROMIUM", no_browser)
    assert sheets.main(["school", "--folder", str(tmp_path)]) == 1
    assert "No PDF was written" in capsys.readouterr().err
    assert earlier.read_bytes() == b"earlier"
    assert {each.suffix for each in tmp_path.iterdir()} == {".html", ".pdf"}
