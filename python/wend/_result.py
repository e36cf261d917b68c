# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""What a call reports."""

from dataclasses import dataclass
from typing import Optional

from ._library import Code, CResult


@dataclass(frozen=True)
class Result:
    """What a call reports: agent-ticks that were skipped because of invalid values, the smallest slot among them
    (None where there is none), and from `validate` a notice, or "". Of several views also the one that it is in.
    `capped`: agent-ticks in which a stage left out neighbours beyond its max_neighbours."""

    faults: int
    first_fault: Optional[int]
    notice: str = ""
    first_fault_view: Optional[int] = None
    capped: int = 0


def result_of(result: CResult, of_views: bool = False) -> Result:
    notice = result.message.decode() if result.notice != Code.OK else ""
    if not result.faults:
        return Result(0, None, notice, capped=result.capped)
    view = result.first_fault_view if of_views else None
    return Result(result.faults, result.first_fault, notice, view, result.capped)
