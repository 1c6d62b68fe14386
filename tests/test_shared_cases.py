"""The boards with known answers beside the project, where that folder is there: those of the rulesets there are."""

from pathlib import Path

import pytest

from rules.rulesets import RULESETS
from tests.boards_as_tests import Case, assert_holds, cases_in

CASES = Path(__file__).parent.parent.parent / "shared" / "cases"


@pytest.mark.skipif(not CASES.is_dir(), reason="../shared/cases is not there")
@pytest.mark.parametrize("case", cases_in([CASES / name for name in RULESETS], CASES))
def test_shared_expectation_holds(case: Case) -> None:
    assert_holds(case)
