"""What all tests share: markers and, for hypothesis, the same examples on every run."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# Machines differ in speed: no test fails for being slow. CI draws more examples.
settings.register_profile(
    "course",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", parent=settings.get_profile("course"), max_examples=1000)
settings.load_profile(os.environ.get("SEVENS_HYPOTHESIS", "course"))


def pytest_configure(config: pytest.Config) -> None:
    """Name our markers."""
    config.addinivalue_line(
        "markers", "allow_console(pattern): complaints of the page that the test expects"
    )
