# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""wend/wend.h for ctypes. Written by kernels/c/bindings.py."""

from ctypes import CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_float, c_int32, c_size_t, c_uint32
from ctypes import c_uint64, c_void_p, sizeof
from enum import IntEnum

VERSION_MAJOR = 0
VERSION_MINOR = 1
VERSION_PATCH = 0
MESSAGE_SIZE = 512
NO_STREAM = 4294967295
NO_TICK = 18446744073709551615
STACK_BYTES = 235520
STACK_BYTES_WITH_SCRATCH = 61440
SCRATCH_BYTES = 139264
PREPARED_RUN_BYTES = 16384


class Code(IntEnum):
    """wend_code of wend/wend.h."""

    OK = 0
    MISSING_STREAM = 1
    LENGTH_MISMATCH = 2
    ELEMENT_TYPE_MISMATCH = 3
    READ_ONLY_STREAM = 4
    STREAMS_OVERLAP = 5
    GIVEN_TWICE = 6
    PARAMETER_OUT_OF_RANGE = 7
    EMPTY_RECTANGLE = 8
    INVALID_PROGRAM = 9
    UNKNOWN_ISA = 10
    UNSUPPORTED_ISA = 11
    UNKNOWN_STREAM = 12
    MISSING_CALLBACK = 13
    EMPTY_PATH = 14
    BAD_POINT = 15
    TOO_FEW_POINTS = 16
    TOO_MANY_NODES = 17
    BAD_POINT_COUNT = 18
    TOO_MANY_POINTS = 19
    THREADING_FAILED = 20
    MISSING_TICK = 21
    NEEDS_WHOLE_VIEW = 22
    UNSTABLE_STEP = 23
    THREADING_AFTER_FORK = 24
    MISSING_WORKSPACE = 25
    BAD_SELECTION = 26
    BAD_VALUE = 27
    NULL_FUNCTION = 28
    NOT_TUNABLE = 29
    ONE_TICK_ONLY = 30
    BAD_SNAPSHOT = 31
    TOO_MANY_ELEMENTS = 32
    MISALIGNED = 33
    WIDE_TURN = 34
    SHORT_SIGHT = 35
    COARSE_POSITIONS = 36
    NO_WAY = 37
    WEAK_WALLS = 38
    BAD_VIEWS = 39
    COSTLY_SIGHT = 40
    FULL_POOL = 41
    UNKNOWN_PATH = 42
    NAMED_TWICE = 43
    POOL_IN_USE = 44
    UNKNOWN_OBSTACLE = 45
    BAD_CORRIDOR = 46
    BAD_ARGUMENT = 1000
    BAD_WORDS = 1001
    BAD_STRIDE = 1002
    OUT_OF_MEMORY = 1003
    INTERNAL_ERROR = 1004
    BAD_JOURNAL = 1005


class Element(IntEnum):
    """wend_element of wend/wend.h."""

    F32 = 0
    F64 = 1
    I32 = 2
    U32 = 3


class Selection(IntEnum):
    """wend_selection of wend/wend.h."""

    ALL = 0
    BYTES = 1
    BITS = 2
    SLOTS = 3


class PathMode(IntEnum):
    """wend_path_mode of wend/wend.h."""

    ONCE = 0
    LOOP = 1
    PING_PONG = 2


class PathStart(IntEnum):
    """wend_path_start of wend/wend.h."""

    FIRST = 0
    NEAREST = 1
    NODE = 2


class PathPlace(IntEnum):
    """wend_path_place of wend/wend.h."""

    NODE = 0
    SEGMENT = 1
    PORTAL = 2


class Use(IntEnum):
    """wend_use of wend/wend.h."""

    INPUT = 0
    STATE = 1
    OUTPUT = 3
    OPTIONAL = 4
    RECORD = 5


class Threading(IntEnum):
    """wend_threading of wend/wend.h."""

    TBB = 0
    SERIAL = 1
    CALLBACK = 2


class Inputs(IntEnum):
    """wend_inputs of wend/wend.h."""

    CHECKED = 0
    TRUSTED = 1


class See(IntEnum):
    """wend_see of wend/wend.h."""

    OWN_VIEW = 0
    ALL_VIEWS = 1


class Sized(Structure):
    """A struct that begins with its size, which is set where it is made."""

    def __init__(self, **members: object) -> None:
        super().__init__(struct_size=sizeof(type(self)), **members)


class CResult(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("code", c_int32),
        ("faults", c_uint64),
        ("first_fault", c_uint64),
        ("notice", c_int32),
        ("high_excluded", c_uint32),
        ("subject", c_char_p),
        ("other", c_char_p),
        ("stage", c_char_p),
        ("index", c_uint64),
        ("sub_index", c_uint64),
        ("value", c_double),
        ("expected", c_double),
        ("low", c_double),
        ("high", c_double),
        ("message", c_char * 512),
        ("first_fault_view", c_uint64),
        ("capped", c_uint64),
    ]


class CColumn(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("stream", c_uint32),
        ("data", c_void_p),
        ("count", c_size_t),
        ("stride", c_size_t),
        ("element", c_int32),
        ("read_only", c_uint32),
    ]


class CView(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("first_id", c_uint32),
        ("columns", POINTER(CColumn)),
        ("column_count", c_size_t),
        ("workspace", c_void_p),
        ("workspace_count", c_size_t),
        ("others", c_void_p),
        ("selection", c_int32),
        ("slice", c_uint32),
        ("selected", c_void_p),
        ("selected_count", c_size_t),
    ]


class CPlace(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("stream", c_uint32),
        ("array", c_uint32),
        ("element", c_int32),
        ("offset", c_size_t),
        ("stride", c_size_t),
        ("read_only", c_uint32),
        ("reserved", c_uint32),
    ]


class CLayout(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("array_count", c_uint32),
        ("places", POINTER(CPlace)),
        ("place_count", c_size_t),
    ]


class CChunk(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("first_id", c_uint32),
        ("arrays", POINTER(c_void_p)),
        ("count", c_size_t),
        ("workspace", c_void_p),
        ("workspace_count", c_size_t),
    ]


class CPoint(Structure):
    _fields_ = [
        ("x", c_double),
        ("y", c_double),
    ]


class CPath(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("closed", c_uint32),
        ("points", POINTER(CPoint)),
        ("point_count", c_size_t),
        ("offsets", c_void_p),
        ("offset_count", c_size_t),
    ]


class CPathPoolSize(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("paths", c_uint32),
        ("points", c_uint32),
        ("longest", c_uint32),
        ("queued", c_uint32),
        ("undone", c_uint32),
    ]


class CProgressRule(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("max_deviation", c_float),
        ("stuck_radius", c_float),
        ("stuck_after", c_float),
    ]


class CProgressCounts(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("reserved", c_uint32),
        ("with_path", c_uint64),
        ("off_path", c_uint64),
        ("stuck", c_uint64),
    ]


class CPortal(Structure):
    _fields_ = [
        ("left_x", c_double),
        ("left_y", c_double),
        ("right_x", c_double),
        ("right_y", c_double),
    ]


class CParameter(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("reserved", c_uint32),
        ("name", c_char_p),
        ("word", c_char_p),
        ("number", c_double),
        ("area", c_double * 4),
    ]


class CCustomCall(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("dt", c_float),
        ("count", c_size_t),
        ("tick", c_uint64),
        ("seed", c_uint64),
        ("force_x", c_void_p),
        ("force_y", c_void_p),
        ("reads", POINTER(c_void_p)),
        ("writes", POINTER(c_void_p)),
        ("slots", c_void_p),
        ("first_slot", c_size_t),
        ("ids", c_void_p),
        ("first_id", c_uint32),
        ("reserved", c_uint32),
        ("call", c_void_p),
    ]


CCustomFunction = CFUNCTYPE(c_int32, c_void_p, POINTER(CCustomCall))


class CCustom(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("draws", c_uint32),
        ("function", CCustomFunction),
        ("context", c_void_p),
        ("reads", POINTER(c_char_p)),
        ("read_count", c_size_t),
        ("writes", POINTER(c_char_p)),
        ("write_count", c_size_t),
    ]


class CFlowField(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("columns", c_uint32),
        ("rows", c_uint32),
        ("reserved", c_uint32),
        ("area", c_double * 4),
        ("velocities", c_void_p),
        ("velocity_count", c_size_t),
    ]


class CObstacle(Structure):
    _fields_ = [
        ("from_x", c_double),
        ("from_y", c_double),
        ("to_x", c_double),
        ("to_y", c_double),
        ("radius", c_double),
        ("velocity_x", c_double),
        ("velocity_y", c_double),
    ]


class CObstaclePoolSize(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("obstacles", c_uint32),
        ("entries", c_uint32),
        ("undone", c_uint32),
        ("area", c_double * 4),
        ("cell_size", c_double),
        ("horizon", c_double),
    ]


class CFlowGoals(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("columns", c_uint32),
        ("rows", c_uint32),
        ("reserved", c_uint32),
        ("area", c_double * 4),
        ("goals", POINTER(CPoint)),
        ("goal_count", c_size_t),
        ("costs", c_void_p),
        ("cost_count", c_size_t),
        ("clearance", c_double),
        ("speed", c_double),
    ]


class CStage(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("reserved", c_uint32),
        ("kind", c_char_p),
        ("parameters", POINTER(CParameter)),
        ("parameter_count", c_size_t),
        ("paths", c_void_p),
        ("custom", POINTER(CCustom)),
        ("field", POINTER(CFlowField)),
        ("planner", c_void_p),
        ("obstacles", c_void_p),
    ]


class CStreamUse(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("stream", c_uint32),
        ("name", c_char_p),
        ("element", c_int32),
        ("use", c_int32),
    ]


class CTicks(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("dt", c_float),
        ("count", c_uint32),
        ("reserved", c_uint32),
        ("first_tick", c_uint64),
        ("seed", c_uint64),
    ]


class CClock(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("dt", c_float),
        ("seed", c_uint64),
        ("tick", c_uint64),
    ]


CParallelForFunction = CFUNCTYPE(None, c_void_p, c_uint32, c_void_p, c_void_p)


CScratchFunction = CFUNCTYPE(c_void_p, c_void_p)


CBeginZoneFunction = CFUNCTYPE(None, c_void_p, c_char_p)


CEndZoneFunction = CFUNCTYPE(None, c_void_p)


class CExecution(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("threading", c_int32),
        ("isa", c_char_p),
        ("max_threads", c_uint32),
        ("block", c_uint32),
        ("grain", c_uint32),
        ("ticks_per_pass", c_uint32),
        ("parallel_for", CParallelForFunction),
        ("parallel_for_context", c_void_p),
        ("scratch", CScratchFunction),
        ("scratch_context", c_void_p),
        ("threads", c_uint32),
        ("inputs", c_uint32),
        ("begin_zone", CBeginZoneFunction),
        ("end_zone", CEndZoneFunction),
        ("profiler_context", c_void_p),
    ]


class CViewStart(Structure):
    _fields_ = [
        ("first_tick", c_uint64),
        ("seed", c_uint64),
    ]


class CViewOptions(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("see", c_uint32),
        ("workspace", c_void_p),
        ("workspace_count", c_size_t),
        ("starts", POINTER(CViewStart)),
        ("start_count", c_size_t),
    ]


class CIndexOptions(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("body_radius", c_float),
        ("wraps", c_uint32),
        ("reserved", c_uint32),
        ("area", c_double * 4),
    ]


class CQueryPoints(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("seen_groups", c_uint32),
        ("x", c_void_p),
        ("y", c_void_p),
        ("count", c_size_t),
        ("ignored", c_void_p),
    ]


class CQueryRays(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("seen_groups", c_uint32),
        ("from_x", c_void_p),
        ("from_y", c_void_p),
        ("to_x", c_void_p),
        ("to_y", c_void_p),
        ("count", c_size_t),
        ("ignored", c_void_p),
        ("radius", c_float),
        ("reserved", c_uint32),
    ]


class CFoundAgent(Structure):
    _fields_ = [
        ("slot", c_int32),
        ("distance", c_float),
    ]


class CContact(Structure):
    _fields_ = [
        ("first", c_int32),
        ("second", c_int32),
    ]


class CJournalOptions(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("hash_every", c_uint32),
        ("flush_every", c_uint32),
        ("declared_changes", c_uint32),
        ("most_agents", c_size_t),
        ("custom_stages", POINTER(c_char_p)),
        ("custom_stage_count", c_size_t),
        ("ring_calls", c_size_t),
        ("ring_bytes", c_size_t),
    ]


class CJournalStage(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("reserved", c_uint32),
        ("name", c_char_p),
        ("kind", c_char_p),
        ("custom", POINTER(CCustom)),
    ]


class CJournalCall(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("code", c_int32),
        ("number", c_uint64),
        ("first_tick", c_uint64),
        ("seed", c_uint64),
        ("dt", c_float),
        ("count", c_uint32),
        ("hash", c_uint64),
        ("faults", c_uint64),
        ("has_hash", c_uint32),
        ("other_agents", c_uint32),
        ("tuned", c_uint32),
        ("other_sets", c_uint32),
    ]


CBlocksFunction = CFUNCTYPE(None, c_void_p, c_uint32, c_uint32)


CJournalFunction = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_size_t)


# Result type and argument types.
FUNCTIONS = {
    "wend_version": (c_char_p, []),
    "wend_bits_version": (c_uint32, []),
    "wend_find_stream": (c_uint32, [c_char_p]),
    "wend_stream_count": (c_uint32, []),
    "wend_stream_name": (c_char_p, [c_uint32]),
    "wend_stream_element": (c_int32, [c_uint32]),
    "wend_stream_initial": (c_double, [c_uint32]),
    "wend_keep_start": (c_int32, [POINTER(CView), c_void_p, c_size_t, POINTER(CColumn), POINTER(CView), POINTER(CResult)]),
    "wend_sort_by_cell": (c_int32, [POINTER(CView), c_float, c_void_p, POINTER(CResult)]),
    "wend_assign_formation": (c_int32, [POINTER(CView), c_int32, POINTER(CPoint), c_size_t, c_void_p, POINTER(CResult)]),
    "wend_paths_create": (c_int32, [POINTER(CPath), c_size_t, c_void_p, POINTER(CResult)]),
    "wend_paths_destroy": (None, [c_void_p]),
    "wend_paths_count": (c_size_t, [c_void_p]),
    "wend_path_node_count": (c_uint32, [c_void_p, c_size_t]),
    "wend_path_segment_count": (c_uint32, [c_void_p, c_size_t, c_int32]),
    "wend_path_length": (c_double, [c_void_p, c_size_t, c_int32]),
    "wend_path_node": (CPoint, [c_void_p, c_size_t, c_uint32]),
    "wend_path_pool_memory_size": (c_size_t, [POINTER(CPathPoolSize)]),
    "wend_path_pool_create": (c_int32, [POINTER(CPathPoolSize), c_void_p, c_size_t, c_void_p, POINTER(CResult)]),
    "wend_path_pool_destroy": (None, [c_void_p]),
    "wend_path_pool_paths": (c_void_p, [c_void_p]),
    "wend_path_pool_add": (c_int32, [c_void_p, POINTER(CPath), c_void_p, POINTER(CResult)]),
    "wend_path_pool_replace": (c_int32, [c_void_p, c_uint32, POINTER(CPath), POINTER(CResult)]),
    "wend_path_pool_replace_many": (c_int32, [c_void_p, c_void_p, c_void_p, c_size_t, POINTER(CPoint), c_size_t, POINTER(CResult)]),
    "wend_path_pool_release": (c_int32, [c_void_p, c_uint32, POINTER(CResult)]),
    "wend_path_pool_queue": (c_int32, [c_void_p, c_uint32, c_uint32, POINTER(CPath), POINTER(CResult)]),
    "wend_path_pool_apply_queued": (c_uint32, [c_void_p, c_void_p, c_size_t]),
    "wend_path_pool_generation": (c_uint32, [c_void_p, c_uint32]),
    "wend_path_pool_mark": (c_uint64, [c_void_p]),
    "wend_path_pool_restore": (c_int32, [c_void_p, c_uint64, POINTER(CResult)]),
    "wend_start_on_paths": (c_int32, [POINTER(CView), c_void_p, c_int32, c_int32, POINTER(CResult)]),
    "wend_measure_progress": (c_int32, [POINTER(CView), c_void_p, c_int32, c_int32, POINTER(CProgressRule), c_float, POINTER(CProgressCounts), POINTER(CResult)]),
    "wend_write_corridor": (c_int32, [CPoint, POINTER(CPortal), c_size_t, CPoint, POINTER(CPoint), c_size_t, c_void_p, POINTER(CResult)]),
    "wend_write_polygon_corridor": (c_int32, [CPoint, POINTER(CPoint), c_size_t, c_void_p, c_size_t, CPoint, POINTER(CPoint), c_size_t, c_void_p, POINTER(CResult)]),
    "wend_write_cell_corridor": (c_int32, [CPoint, c_void_p, c_size_t, c_uint32, c_uint32, c_void_p, CPoint, POINTER(CPoint), c_size_t, c_void_p, POINTER(CResult)]),
    "wend_write_lane": (c_int32, [POINTER(CPoint), c_size_t, c_double, POINTER(CPoint), c_size_t, c_void_p, POINTER(CResult)]),
    "wend_custom_slot": (c_size_t, [POINTER(CCustomCall), c_size_t]),
    "wend_custom_id": (c_uint32, [POINTER(CCustomCall), c_size_t]),
    "wend_custom_draw": (c_uint32, [POINTER(CCustomCall), c_size_t, c_uint32]),
    "wend_custom_draws": (None, [POINTER(CCustomCall), c_uint32, c_void_p]),
    "wend_custom_fault": (None, [POINTER(CCustomCall), c_size_t]),
    "wend_obstacle_pool_memory_size": (c_size_t, [POINTER(CObstaclePoolSize)]),
    "wend_obstacle_pool_create": (c_int32, [POINTER(CObstaclePoolSize), c_void_p, c_size_t, c_void_p, POINTER(CResult)]),
    "wend_obstacle_pool_destroy": (None, [c_void_p]),
    "wend_obstacle_pool_add": (c_int32, [c_void_p, POINTER(CObstacle), c_void_p, POINTER(CResult)]),
    "wend_obstacle_pool_move": (c_int32, [c_void_p, c_uint32, POINTER(CObstacle), POINTER(CResult)]),
    "wend_obstacle_pool_remove": (c_int32, [c_void_p, c_uint32, POINTER(CResult)]),
    "wend_obstacle_pool_mark": (c_uint64, [c_void_p]),
    "wend_obstacle_pool_restore": (c_int32, [c_void_p, c_uint64, POINTER(CResult)]),
    "wend_obstacle_pool_generation": (c_uint32, [c_void_p, c_uint32]),
    "wend_flow_planner_create": (c_int32, [POINTER(CFlowGoals), c_void_p, POINTER(CResult)]),
    "wend_flow_planner_destroy": (None, [c_void_p]),
    "wend_flow_planner_set_costs": (c_int32, [c_void_p, c_uint32, c_uint32, c_uint32, c_uint32, c_void_p, c_size_t, POINTER(CResult)]),
    "wend_flow_planner_set_crowd": (c_int32, [c_void_p, POINTER(CView), c_double, POINTER(CResult)]),
    "wend_flow_planner_set_goals": (c_int32, [c_void_p, POINTER(CPoint), c_size_t, POINTER(CResult)]),
    "wend_flow_planner_add_obstacle": (c_int32, [c_void_p, POINTER(CObstacle), POINTER(CResult)]),
    "wend_flow_planner_remove_obstacle": (c_int32, [c_void_p, POINTER(CObstacle), POINTER(CResult)]),
    "wend_flow_planner_advance": (c_int32, [c_void_p, c_uint64]),
    "wend_flow_planner_velocity": (CPoint, [c_void_p, c_uint32, c_uint32]),
    "wend_program_create": (c_int32, [POINTER(CStage), c_size_t, c_void_p, POINTER(CResult)]),
    "wend_program_from_json": (c_int32, [c_char_p, c_size_t, c_void_p, c_void_p, POINTER(CResult)]),
    "wend_program_destroy": (None, [c_void_p]),
    "wend_program_tune": (c_int32, [c_void_p, c_size_t, POINTER(CStage), POINTER(CResult)]),
    "wend_program_stream_count": (c_size_t, [c_void_p]),
    "wend_program_stream": (c_int32, [c_void_p, c_size_t, POINTER(CStreamUse), POINTER(CResult)]),
    "wend_program_stage_count": (c_size_t, [c_void_p]),
    "wend_program_stage_kind": (c_char_p, [c_void_p, c_size_t]),
    "wend_program_draws": (c_int32, [c_void_p]),
    "wend_program_looks_at_others": (c_int32, [c_void_p]),
    "wend_workspace_size": (c_int32, [c_void_p, POINTER(CView), c_void_p, POINTER(CResult)]),
    "wend_clock_next": (c_int32, [POINTER(CClock), c_uint32, POINTER(CTicks)]),
    "wend_isa_count": (c_uint32, []),
    "wend_isa_name": (c_char_p, [c_uint32]),
    "wend_default_isa": (c_char_p, []),
    "wend_run": (c_int32, [c_void_p, POINTER(CView), POINTER(CTicks), POINTER(CExecution), POINTER(CResult)]),
    "wend_run_views": (c_int32, [c_void_p, POINTER(CView), c_size_t, POINTER(CTicks), POINTER(CExecution), POINTER(CResult)]),
    "wend_run_chunks": (c_int32, [c_void_p, POINTER(CLayout), POINTER(CChunk), c_size_t, POINTER(CTicks), POINTER(CExecution), POINTER(CResult)]),
    "wend_run_views_with": (c_int32, [c_void_p, POINTER(CView), c_size_t, POINTER(CTicks), POINTER(CExecution), POINTER(CViewOptions), POINTER(CResult)]),
    "wend_views_workspace_size": (c_int32, [c_void_p, POINTER(CView), c_size_t, c_void_p, POINTER(CResult)]),
    "wend_forces": (c_int32, [c_void_p, POINTER(CView), POINTER(CTicks), POINTER(CExecution), POINTER(CResult)]),
    "wend_validate": (c_int32, [c_void_p, POINTER(CView), POINTER(CTicks), POINTER(CExecution), POINTER(CResult)]),
    "wend_explain": (c_int32, [c_void_p, POINTER(CView), POINTER(CTicks), c_size_t, c_size_t, POINTER(CResult)]),
    "wend_state_hash": (c_int32, [c_void_p, POINTER(CView), c_void_p, POINTER(CResult)]),
    "wend_state_hashes": (c_int32, [c_void_p, POINTER(CView), c_uint32, c_uint32, c_void_p, c_size_t, POINTER(CResult)]),
    "wend_agent_index_memory_size": (c_size_t, [c_size_t]),
    "wend_agent_index_create": (c_int32, [c_size_t, c_void_p, c_size_t, c_void_p, POINTER(CResult)]),
    "wend_agent_index_destroy": (None, [c_void_p]),
    "wend_agent_index_build": (c_int32, [c_void_p, POINTER(CView), POINTER(CIndexOptions), c_void_p, POINTER(CResult)]),
    "wend_agent_index_view_size": (c_size_t, [c_void_p]),
    "wend_agent_index_nearest": (c_int32, [c_void_p, POINTER(CQueryPoints), c_size_t, POINTER(CFoundAgent), c_size_t, POINTER(CExecution), POINTER(CResult)]),
    "wend_agent_index_within": (c_int32, [c_void_p, POINTER(CQueryPoints), c_float, c_void_p, c_size_t, POINTER(CFoundAgent), c_size_t, c_void_p, POINTER(CExecution), POINTER(CResult)]),
    "wend_agent_index_cast": (c_int32, [c_void_p, POINTER(CQueryRays), c_size_t, POINTER(CFoundAgent), c_size_t, POINTER(CExecution), POINTER(CResult)]),
    "wend_agent_index_contacts": (c_int32, [c_void_p, POINTER(CContact), c_size_t, c_void_p, POINTER(CResult)]),
    "wend_snapshot_bytes": (c_int32, [c_void_p, POINTER(CView), c_void_p, POINTER(CResult)]),
    "wend_save": (c_int32, [c_void_p, POINTER(CView), c_void_p, c_size_t, POINTER(CResult)]),
    "wend_restore": (c_int32, [c_void_p, POINTER(CView), c_void_p, c_size_t, POINTER(CResult)]),
    "wend_journal_memory_size": (c_size_t, [c_void_p, POINTER(CView), POINTER(CJournalOptions)]),
    "wend_journal_create": (c_int32, [c_void_p, POINTER(CView), POINTER(CJournalOptions), CJournalFunction, c_void_p, c_void_p, c_size_t, c_void_p, POINTER(CResult)]),
    "wend_journal_destroy": (None, [c_void_p]),
    "wend_journal_run": (c_int32, [c_void_p, c_void_p, POINTER(CView), POINTER(CTicks), POINTER(CExecution), POINTER(CResult)]),
    "wend_journal_changed": (None, [c_void_p, c_uint32]),
    "wend_journal_flush": (None, [c_void_p]),
    "wend_journal_write": (c_int32, [c_void_p, CJournalFunction, c_void_p]),
    "wend_journal_works": (c_int32, [c_void_p]),
    "wend_journal_written": (c_uint64, [c_void_p]),
    "wend_journal_reader_create": (c_int32, [c_void_p, c_size_t, POINTER(CJournalStage), c_size_t, c_void_p, POINTER(CResult)]),
    "wend_journal_reader_destroy": (None, [c_void_p]),
    "wend_journal_reader_next": (c_int32, [c_void_p, POINTER(CJournalCall)]),
    "wend_journal_reader_run": (c_int32, [c_void_p, POINTER(CExecution), POINTER(CResult)]),
    "wend_journal_reader_hash": (c_uint64, [c_void_p]),
    "wend_journal_reader_stream": (c_void_p, [c_void_p, c_uint32, c_void_p]),
    "wend_journal_reader_changed": (c_int32, [c_void_p, c_uint32]),
    "wend_journal_reader_damage": (c_char_p, [c_void_p]),
    "wend_prepare": (c_int32, [c_void_p, POINTER(CView), POINTER(CTicks), POINTER(CExecution), c_void_p, c_size_t, c_void_p, POINTER(CResult)]),
    "wend_block_count": (c_uint32, [c_void_p]),
    "wend_run_blocks": (None, [c_void_p, c_uint32, c_uint32]),
    "wend_finish": (c_int32, [c_void_p, POINTER(CResult)]),
}
