# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Reports of calls."""

from dataclasses import dataclass
from typing import Optional

from ._api import Code, CResult


@dataclass(frozen=True)
class Result:
    """The report of a call: agent-ticks that were skipped because of invalid values, the smallest slot among them
    (None where there is none), and from `validate` a notice, or "". Of several views also the one that it is in.
    `capped`: agent-ticks in which a stage left out neighbours beyond its max_neighbours."""

    faults: int
    first_fault: Optional[int]
    notice: str = ""
    first_fault_view: Optional[int] = None
    capped: int = 0


def result_of(result: CResult, of_views: bool = False) -> Result:
    notice = result.message.decode() if result.notice != Code.OK else ""
    first, view = (result.first_fault, result.first_fault_view) if result.faults else (None, None)
    return Result(result.faults, first, notice, view if of_views else None, result.capped)
