# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Steering for very many agents, over NumPy arrays in place.

    program = wend.Program([{"seek": {}}, {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1}}])
    agents = program.zeros(100_000, target_x=goal_x, target_y=goal_y)
    program.run(agents, dt=1 / 60, count=60)

Same bits as from C and C++, on every instruction set and number of threads.
"""

from typing import Optional, Tuple

from ._agent_buffer import AgentBuffer
from ._agent_index import AgentIndex
from ._api import Code
from ._batch import Batch
from ._corridors import cell_corridor, corridor, lane, polygon_corridor
from ._custom import CustomCall, CustomForce, CustomLocomotion
from ._flow_field import FlowFieldView, FlowPlanner
from ._journal import Journal, JournalCall, JournalRing, JournalWriter
from ._layout import Chunk, Layout
from ._library import LIBRARY as _LIBRARY
from ._library import VERSION as __version__
from ._library import Error
from ._obstacles import ObstaclePool
from ._paths import Path, PathPool, Paths
from ._prepared_run import PreparedRun
from ._program import BadValue, Clock, Program, StreamUse
from ._result import Result
from ._streams import ProgressCounts, View, stream_dtypes

__all__ = [
    "AgentBuffer",
    "AgentIndex",
    "BadValue",
    "Batch",
    "Chunk",
    "Clock",
    "Code",
    "CustomCall",
    "CustomForce",
    "CustomLocomotion",
    "Error",
    "FlowFieldView",
    "FlowPlanner",
    "Journal",
    "JournalCall",
    "JournalRing",
    "JournalWriter",
    "Layout",
    "ObstaclePool",
    "Path",
    "PathPool",
    "Paths",
    "PreparedRun",
    "Program",
    "ProgressCounts",
    "Result",
    "StreamUse",
    "View",
    "bits_version",
    "cell_corridor",
    "corridor",
    "default_isa",
    "isas",
    "lane",
    "polygon_corridor",
    "stream_dtypes",
]

bits_version: int = _LIBRARY.wend_bits_version()


def isas() -> Tuple[str, ...]:
    """The instruction sets that can run here: the scalar reference first, the best last."""
    return tuple(_LIBRARY.wend_isa_name(i).decode() for i in range(_LIBRARY.wend_isa_count()))


def default_isa() -> Optional[str]:
    """The instruction set of calls that name none; None where WEND_ISA is unknown or not supported."""
    name = _LIBRARY.wend_default_isa()
    return None if name is None else name.decode()
