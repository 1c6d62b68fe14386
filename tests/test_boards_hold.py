"""Every expectation of every board in levels/ and tests/boards/ is a test of its own."""

from pathlib import Path

import pytest

from tests.boards_as_tests import Case, assert_holds, cases_in

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("case", cases_in([ROOT / "levels", ROOT / "tests" / "boards"], ROOT))
def test_expectation_holds(case: Case) -> None:
    assert_holds(case)
