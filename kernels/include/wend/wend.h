// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

/// \file
/// wend for C99, and for every language that can call C: libwend_c.so (CMake: wend::c, pkg-config: wend_c).
/// kernels/docs/c.md has a complete program.
///
/// Functions that can fail return a code and fill a wend_result, which may be NULL. A refused call has
/// written nothing, except for WEND_THREADING_FAILED. No exception leaves a function. NULL for a required
/// handle or pointer is refused, or gives 0 or NULL; destroying NULL does nothing.
///
/// Every struct begins with its size in bytes, so that it can grow: start from its initialiser, such as
/// WEND_VIEW_INIT. A struct that is smaller than the first version's, or that has unknown members other than
/// 0, is refused.
///
/// Programs and path sets are immutable except for wend_program_tune: any number of threads may use one at
/// the same time. Calls that write the same memory, such as a view's workspace, must not run at the same
/// time; all others may.
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include <stddef.h>
#include <stdint.h>

/// Marks exported functions.
#if defined(_WIN32) && defined(wend_c_EXPORTS)  // by CMake, in the sources of the DLL
#define WEND_C_API __declspec(dllexport)
#elif defined(_WIN32)
#define WEND_C_API __declspec(dllimport)
#elif defined(__GNUC__)
#define WEND_C_API __attribute__((visibility("default")))
#else
#define WEND_C_API
#endif

/// `noexcept` in C++.
#if defined(__cplusplus) && __cplusplus >= 201103L
#define WEND_NOEXCEPT noexcept
#else
#define WEND_NOEXCEPT
#endif
#ifdef __cplusplus
extern "C" {
#endif

/// @{
/// Version of the header; wend_version() is that of the library.
#define WEND_VERSION_MAJOR 0
#define WEND_VERSION_MINOR 1
#define WEND_VERSION_PATCH 0
/// @}

/// "0.1.0"; and the version of everything that defines bits (kernels/docs/bits.md).
WEND_C_API const char* wend_version(void) WEND_NOEXCEPT;
/// The version of everything that defines bits (kernels/docs/bits.md).
WEND_C_API uint32_t wend_bits_version(void) WEND_NOEXCEPT;

// Results

/// The outcome of a call. The numbers are fixed; a later version may have more of them.
typedef int32_t wend_code;
enum {
    WEND_OK = 0,
    WEND_MISSING_STREAM = 1,          ///< `subject` is a stream that the program needs and the view lacks
    WEND_LENGTH_MISMATCH = 2,         ///< `subject` has `value` elements; `other` has `expected`
    WEND_ELEMENT_TYPE_MISMATCH = 3,   ///< `subject` was bound with another element type
    WEND_READ_ONLY_STREAM = 4,        ///< the program writes `subject`, which was bound read-only
    WEND_STREAMS_OVERLAP = 5,         ///< `subject` shares memory with `other` in a way that is not legal
    WEND_GIVEN_TWICE = 6,             ///< `subject` is both a stage's value and a stream
    WEND_PARAMETER_OUT_OF_RANGE = 7,  ///< `subject` is `value`, outside [low, high]
    WEND_EMPTY_RECTANGLE = 8,    ///< `subject` is a rectangle with max <= min or a side too large for float
    WEND_INVALID_PROGRAM = 9,    ///< `subject` is the violated rule of composition
    WEND_UNKNOWN_ISA = 10,       ///< `subject` is the source of the unknown name
    WEND_UNSUPPORTED_ISA = 11,   ///< `subject` is an instruction set that build, CPU or system lacks
    WEND_UNKNOWN_STREAM = 12,    ///< not the number of a stream
    WEND_MISSING_CALLBACK = 13,  ///< threading is WEND_THREADING_CALLBACK, and `subject` is NULL
    WEND_EMPTY_PATH = 14,        ///< path `index` has no point
    WEND_BAD_POINT = 15,         ///< path `index`, point `sub_index` is NaN, infinite or beyond 1e18
    WEND_TOO_FEW_POINTS = 16,    ///< path `sub_index` has fewer than two distinct points
    WEND_TOO_MANY_NODES = 17,    ///< `value` points are more than a path set can hold
    WEND_BAD_POINT_COUNT = 18,   ///< `value` points are not a chain of such curves
    WEND_TOO_MANY_POINTS = 19,   ///< a tolerance of `value` needs more than `expected` points
    WEND_THREADING_FAILED = 20,  ///< the thread runtime failed; the streams are in an undefined state
    WEND_MISSING_TICK = 21,      ///< the program draws, and the call names no first tick
    WEND_NEEDS_WHOLE_VIEW = 22,  ///< the program's agents look at each other; the view is a slice
    WEND_UNSTABLE_STEP = 23,     ///< a notice: `subject` is `value`, from `high` on agents oscillate for ever
    WEND_THREADING_AFTER_FORK = 24,  ///< oneTBB in the child of a process that had used it
    WEND_MISSING_WORKSPACE = 25,     ///< the workspace has `value` floats of `expected`
    WEND_BAD_SELECTION = 26,         ///< the view's selection has `value` elements of `expected`
    WEND_BAD_VALUE = 27,      ///< from wend_explain: `subject` is `value`, outside [low, high] or not `other`
    WEND_NULL_FUNCTION = 28,  ///< `subject` is a custom stage's function
    WEND_NOT_TUNABLE = 29,    ///< `subject` is the part that wend_program_tune would have to rebuild
    WEND_ONE_TICK_ONLY = 30,  ///< `subject` takes one tick where agents look at each other
    WEND_BAD_SNAPSHOT = 31,   ///< `subject` is the reason why the bytes do not fit this program and view
    WEND_TOO_MANY_ELEMENTS = 32,  ///< `subject` has more elements than the address space
    WEND_MISALIGNED = 33,  ///< the address of `subject` is `value` bytes above a multiple of `expected`
    WEND_WIDE_TURN = 34,   ///< a notice: `subject` is `value`, above `high` agents may circle a node for ever
    WEND_SHORT_SIGHT = 35,       ///< a notice: `subject` is `value`, below `low` bodies meet unseen
    WEND_COARSE_POSITIONS = 36,  ///< a notice: `subject` is `value`, below `low`, the spacing of floats
    WEND_NO_WAY = 37,            ///< a notice: no way leads to a goal from `value` agents, because of `other`
    WEND_WEAK_WALLS = 38,  ///< a notice: agents may pass obstacles of the stage, or be pressed into them
    WEND_BAD_VIEWS = 39,   ///< `subject` is the rule of wend_run_views_with that view `index` violates
    WEND_COSTLY_SIGHT =
        40,  ///< a notice: for its `value` agents, each call sorts the `expected` ones of `others`
    WEND_FULL_POOL = 41,     ///< `subject` is a limit of the pool, or its memory; `value` exceeds `expected`
    WEND_UNKNOWN_PATH = 42,  ///< the pool has no path `index`
    WEND_NAMED_TWICE = 43,   ///< path `index` is in a list twice
    WEND_POOL_IN_USE = 44,   ///< a change of a pool during a call
    WEND_UNKNOWN_OBSTACLE = 45,  ///< a pool has no obstacle `index`
    WEND_BAD_CORRIDOR = 46,      ///< of a corridor, number `index` of `subject` is `other`
    // Only in this interface.
    WEND_BAD_ARGUMENT = 1000,  ///< an illegal NULL, a struct's size, an unknown enumerator
    WEND_BAD_WORDS = 1001,     ///< JSON, or names and values of stages, that do not describe a program
    WEND_BAD_STRIDE = 1002,    ///< the stride of `subject` is not a multiple of 4, or below its element
    WEND_OUT_OF_MEMORY = 1003,
    WEND_INTERNAL_ERROR = 1004,  ///< a bug in wend
    WEND_BAD_JOURNAL = 1005      ///< bytes that are no journal, or one that cannot run here
};

/// Bytes.
#define WEND_MESSAGE_SIZE 512

/// The result of a call. Every call that gets one writes it, on success and on failure.
typedef struct wend_result {
    uint32_t struct_size;
    wend_code code;          ///< the return value
    uint64_t faults;         ///< wend_run, wend_validate: agent-ticks skipped because of invalid values
    uint64_t first_fault;    ///< smallest slot with a fault; meaningful where faults > 0
    wend_code notice;        ///< wend_validate: legal but probably unintended (WEND_UNSTABLE_STEP ...)
    uint32_t high_excluded;  ///< 1: `high` itself is not legal
    const char* subject;     ///< a stream's or parameter's name, or a rule; never freed, like the next two
    const char* other;       ///< the conflicting stream
    const char* stage;       ///< the name of the stage at fault, number `index`; "": none
    uint64_t index;          ///< stage or path
    uint64_t sub_index;      ///< point, or a stage's path
    double value;            ///< the offending value or length
    double expected;         ///< the length that `value` should have
    double low, high;        ///< the legal range of `value`
    char message[WEND_MESSAGE_SIZE];  ///< one sentence about code or notice; "ok"
    uint64_t first_fault_view;        ///< wend_run_views: the view of first_fault, or the refused one
    uint64_t capped;  ///< wend_run: agent-ticks in which a stage ignored neighbours beyond max_neighbours
} wend_result;
#define WEND_RESULT_INIT \
    { sizeof(wend_result), WEND_OK, 0, 0, WEND_OK, 0, "", "", "", 0, 0, 0.0, 0.0, 0.0, 0.0, "ok", 0, 0 }

// Streams

/// One property, one element an agent. Streams are identified by their names, listed in
/// kernels/docs/stages.md; their numbers are valid in the running process and may change with the version.
#define WEND_NO_STREAM UINT32_MAX

/// WEND_NO_STREAM for an unknown name.
WEND_C_API uint32_t wend_find_stream(const char* name) WEND_NOEXCEPT;
/// Stream numbers are below it.
WEND_C_API uint32_t wend_stream_count(void) WEND_NOEXCEPT;
/// NULL for an unknown number; never freed.
WEND_C_API const char* wend_stream_name(uint32_t stream) WEND_NOEXCEPT;

/// The type of a stream's elements.
typedef int32_t wend_element;
enum { WEND_F32 = 0, WEND_F64 = 1, WEND_I32 = 2, WEND_U32 = 3 };

/// The type of the stream's elements; -1 for an unknown number.
WEND_C_API wend_element wend_stream_element(uint32_t stream) WEND_NOEXCEPT;
/// The value that new agents should have, which is legal in every stage: 0 for most streams, 1 for direction,
/// mass and max_speed, -1 for slots of agents, all bits for groups, seen_groups and stages; 0 for an unknown
/// number.
WEND_C_API double wend_stream_initial(uint32_t stream) WEND_NOEXCEPT;

// Views

/// The caller's memory of one stream, at any address that is a multiple of 4 (of doubles too).
typedef struct wend_column {
    uint32_t struct_size;
    uint32_t stream;       ///< wend_find_stream("position_x")
    void* data;            ///< not written if the column is read-only
    size_t count;          ///< elements
    size_t stride;         ///< bytes from one element to the next, a multiple of 4; 0: they are contiguous
    wend_element element;  ///< must be the stream's type
    uint32_t read_only;    ///< 1: refused where the program writes the stream
} wend_column;
#define WEND_COLUMN_INIT \
    { sizeof(wend_column), WEND_NO_STREAM, NULL, 0, 0, WEND_F32, 0 }

/// A whole column in one line, as an element of an array.
#define WEND_COLUMN(name, data, count, element) \
    { sizeof(wend_column), wend_find_stream(name), (data), (count), 0, (element), 0 }
/// The same for a member of the structs in an array: `data` is the first struct's member, `stride` the size
/// of a struct.
#define WEND_STRIDED(name, data, count, stride, element) \
    { sizeof(wend_column), wend_find_stream(name), (data), (count), (stride), (element), 0 }

/// Two columns in one line, for the streams `name`_x and `name`_y (WEND_XY("position", ...)): the members `x`
/// and `y` of the first struct of an array, such as a Vec2, or two components of a Vec3.
#define WEND_XY(name, x, y, count, stride)                     \
    WEND_STRIDED(name "_x", (x), (count), (stride), WEND_F32), \
        WEND_STRIDED(name "_y", (y), (count), (stride), WEND_F32)

/// The active agents of a view; the others keep all their streams, and are not faults.
typedef int32_t wend_selection;
enum {
    WEND_SELECT_ALL = 0,
    WEND_SELECT_BYTES = 1,  ///< a uint8_t an agent, not 0 for active ones
    WEND_SELECT_BITS = 2,   ///< uint64_t: bit i % 64 of word i / 64 stands for agent i
    WEND_SELECT_SLOTS = 3   ///< a list of slots, uint32_t, each at most once
};

/// The memory of each stream. Owns nothing. Unused streams are ignored; all used ones have position_x's
/// length. A view without columns has 0 agents; one without position_x is refused if any column has elements.
/// A written stream shares no memory with another one, but an input may be exactly the memory of a written
/// stream. Agents without a column of ids have the ids first_id + slot.
///
/// Where a program's agents look at each other (wend_program_looks_at_others), target_agent, other_agent and
/// third_agent name slots of `others`, whose positions and velocities are only read, or slots of this view,
/// and neighbours are found there. This view then has a workspace.
typedef struct wend_view {
    uint32_t struct_size;
    uint32_t first_id;               ///< id of slot 0, where no column has ids
    const wend_column* columns;      ///< each stream at most once
    size_t column_count;             ///< columns
    float* workspace;                ///< for agents that look at others
    size_t workspace_count;          ///< floats: at least wend_workspace_size
    const struct wend_view* others;  ///< NULL: agents look at others of this view
    wend_selection selection;        ///< kind of `selected`
    uint32_t slice;                  ///< 1: a part of a larger view, whose slots target_agent may name
    const void* selected;            ///< for a selection: its bytes, words or slots
    size_t selected_count;           ///< their number
} wend_view;
#define WEND_VIEW_INIT \
    { sizeof(wend_view), 0, NULL, 0, NULL, 0, NULL, WEND_SELECT_ALL, 0, NULL, 0 }

/// The place of a stream's elements in the arrays of each chunk.
typedef struct wend_place {
    uint32_t struct_size;
    uint32_t stream;       ///< wend_find_stream("position_x")
    uint32_t array;        ///< number of the array among a chunk's addresses
    wend_element element;  ///< must be the stream's type
    size_t offset;         ///< bytes from the array's address to the first agent's element
    size_t stride;         ///< bytes from one element to the next, a multiple of 4; 0: they are contiguous
    uint32_t read_only;    ///< 1: refused where the program writes the stream
    uint32_t reserved;     ///< 0
} wend_place;
#define WEND_PLACE_INIT \
    { sizeof(wend_place), WEND_NO_STREAM, 0, WEND_F32, 0, 0, 0, 0 }
/// A whole place in one line, as an element of an array.
#define WEND_PLACE(name, array, offset, stride, element) \
    { sizeof(wend_place), wend_find_stream(name), (array), (element), (offset), (stride), 0, 0 }

/// The part that all chunks of one kind share, such as those of an archetype: where each stream lies.
typedef struct wend_layout {
    uint32_t struct_size;
    uint32_t array_count;      ///< addresses of each chunk
    const wend_place* places;  ///< each stream at most once
    size_t place_count;        ///< places
} wend_layout;
#define WEND_LAYOUT_INIT \
    { sizeof(wend_layout), 0, NULL, 0 }

/// The agents of one chunk: the addresses of its arrays, and a count.
typedef struct wend_chunk {
    uint32_t struct_size;
    uint32_t first_id;       ///< as in wend_view, like the workspace
    void* const* arrays;     ///< `array_count` addresses
    size_t count;            ///< agents
    float* workspace;        ///< for agents that look at others
    size_t workspace_count;  ///< floats: at least wend_workspace_size
} wend_chunk;
#define WEND_CHUNK_INIT \
    { sizeof(wend_chunk), 0, NULL, 0, NULL, 0 }

/// Copies positions, velocities and, if the view has it, `settled` into `workspace`, 4 or 5 floats an agent,
/// and describes the copies in `columns` (4 or 5 of them) and `start`, for `wend_view.others`: slices, or
/// other views, then see the state at the time of the copy. If stages read other streams of neighbours (ids,
/// groups, heights, body radii ...), add the view's own columns of these to `start`.
WEND_C_API wend_code wend_keep_start(const wend_view* view, float* workspace, size_t workspace_count,
                                     wend_column* columns, wend_view* start,
                                     wend_result* result) WEND_NOEXCEPT;

/// Reorders the agents of a view in place, all columns, by square cells with sides of `edge` (m), so that
/// near agents are near in memory; no result depends on it. The view has the columns position_x, position_y
/// and id, all of them writable, and a workspace of 6 * count + 18 floats. target_agent, other_agent and
/// third_agent are updated. `order` may be NULL: one element an agent, its old slot.
WEND_C_API wend_code wend_sort_by_cell(const wend_view* view, float edge, uint32_t* order,
                                       wend_result* result) WEND_NOEXCEPT;

/// A point in the plane.
typedef struct wend_point {
    double x, y;  ///< m
} wend_point;

/// Gives the agents of the view's selection, at most 256, places in a formation about the agent in slot
/// `leader`, so that the sum of their squared distances is the least (wend/assign_formation.hpp).
/// offsets[i] is place i: x ahead of the leader, y to its left. Writes the columns offset_x, offset_y and
/// target_agent for "offset_pursue"; reads positions, and the leader's velocity. `numbers` may be NULL: one
/// element an agent of the view, the number of its place, -1 without one.
WEND_C_API wend_code wend_assign_formation(const wend_view* view, int32_t leader, const wend_point* offsets,
                                           size_t offset_count, int32_t* numbers,
                                           wend_result* result) WEND_NOEXCEPT;

// Paths

/// A polyline: read by wend_paths_create and not kept.
typedef struct wend_path {
    uint32_t struct_size;
    uint32_t closed;           ///< 1: the segment from the last point back to the first belongs to it
    const wend_point* points;  ///< m
    size_t point_count;        ///< points
    const float* offsets;  ///< m; waypoint_advance: lateral distance of the segment that begins at each point
    size_t offset_count;   ///< fewer than points: the rest are 0
} wend_path;
#define WEND_PATH_INIT \
    { sizeof(wend_path), 0, NULL, 0, NULL, 0 }

/// A set of polylines, for stages that follow paths or have walls.
typedef struct wend_paths wend_paths;

/// `*result_paths` is NULL on failure.
WEND_C_API wend_code wend_paths_create(const wend_path* paths, size_t count, wend_paths** result_paths,
                                       wend_result* result) WEND_NOEXCEPT;
/// Programs that use the paths stay valid.
WEND_C_API void wend_paths_destroy(wend_paths* paths) WEND_NOEXCEPT;

/// Paths of the set.
WEND_C_API size_t wend_paths_count(const wend_paths* paths) WEND_NOEXCEPT;

/// At a path's end: stay there, go on at the start, or turn back.
typedef int32_t wend_path_mode;
enum { WEND_PATH_ONCE = 0, WEND_PATH_LOOP = 1, WEND_PATH_PING_PONG = 2 };

/// @{
/// The nodes of a path (points without repetitions), its segments and its length (m) in that mode; 0 for an
/// unknown path.
WEND_C_API uint32_t wend_path_node_count(const wend_paths* paths, size_t path) WEND_NOEXCEPT;
WEND_C_API uint32_t wend_path_segment_count(const wend_paths* paths, size_t path,
                                            wend_path_mode mode) WEND_NOEXCEPT;
WEND_C_API double wend_path_length(const wend_paths* paths, size_t path, wend_path_mode mode) WEND_NOEXCEPT;
/// @}
/// A node's coordinates in the floats of the kernels; (0, 0) for an unknown node.
WEND_C_API wend_point wend_path_node(const wend_paths* paths, size_t path, uint32_t node) WEND_NOEXCEPT;

/// Paths that change while the game runs (wend/path_pool.hpp): each is added, replaced and released by
/// itself, without allocation, and no other path moves. Agents on a released path have no path.
typedef struct wend_path_pool wend_path_pool;

/// The limits of a pool. Any paths within them fit, in whatever order they come and go.
typedef struct wend_path_pool_size {
    uint32_t struct_size;
    uint32_t paths;    ///< at the same time
    uint32_t points;   ///< of all paths together
    uint32_t longest;  ///< points of one path
    uint32_t queued;   ///< points that wait in the queue, and one more for each way
    uint32_t undone;   ///< points of the changes that can be undone, and two more for each change
} wend_path_pool_size;
#define WEND_PATH_POOL_SIZE_INIT \
    { sizeof(wend_path_pool_size), 0, 0, 0, 0, 0 }

/// Bytes for such a pool; 0: it would be refused.
WEND_C_API size_t wend_path_pool_memory_size(const wend_path_pool_size* size) WEND_NOEXCEPT;
/// In the caller's memory, which outlives the pool and its programs; `memory` NULL with 0 bytes: in its own.
/// `*pool` is NULL on failure.
WEND_C_API wend_code wend_path_pool_create(const wend_path_pool_size* size, void* memory, size_t bytes,
                                           wend_path_pool** pool, wend_result* result) WEND_NOEXCEPT;
/// Programs that use its paths stay valid.
WEND_C_API void wend_path_pool_destroy(wend_path_pool* pool) WEND_NOEXCEPT;

/// For wend_stage.paths, and the functions above: all numbers below the limit of paths. Valid as long as the
/// pool; not to be destroyed.
WEND_C_API const wend_paths* wend_path_pool_paths(const wend_path_pool* pool) WEND_NOEXCEPT;

/// These refuse, with nothing changed: bad points, fewer than two distinct ones, what exceeds a limit,
/// numbers without a path, and changes during a call.
WEND_C_API wend_code wend_path_pool_add(wend_path_pool* pool, const wend_path* path, uint32_t* number,
                                        wend_result* result) WEND_NOEXCEPT;
/// Gives a path other points; its number and generation stay.
WEND_C_API wend_code wend_path_pool_replace(wend_path_pool* pool, uint32_t number, const wend_path* path,
                                            wend_result* result) WEND_NOEXCEPT;
/// `count` open paths: numbers[i] gets the points from ends[i - 1] (0 for the first) up to ends[i]. All or
/// none are replaced.
WEND_C_API wend_code wend_path_pool_replace_many(wend_path_pool* pool, const uint32_t* numbers,
                                                 const uint32_t* ends, size_t count, const wend_point* points,
                                                 size_t point_count, wend_result* result) WEND_NOEXCEPT;
/// Removes a path; its number is given to a later one.
WEND_C_API wend_code wend_path_pool_release(wend_path_pool* pool, uint32_t number,
                                            wend_result* result) WEND_NOEXCEPT;
/// Queues a replacement, for a path finder on another thread: at any time, by one thread at a time.
/// Offsets are not read.
WEND_C_API wend_code wend_path_pool_queue(wend_path_pool* pool, uint32_t number, uint32_t generation,
                                          const wend_path* path, wend_result* result) WEND_NOEXCEPT;
/// Replaces the paths whose new points are queued, between calls; ways of released paths are dropped. Stores
/// the replaced numbers, takes at most `count` ways, and returns how many it replaced. `numbers` NULL: all.
WEND_C_API uint32_t wend_path_pool_apply_queued(wend_path_pool* pool, uint32_t* numbers,
                                                size_t count) WEND_NOEXCEPT;
/// How many paths had the number until now; 0: it has none.
WEND_C_API uint32_t wend_path_pool_generation(const wend_path_pool* pool, uint32_t number) WEND_NOEXCEPT;

/// Names the paths of now, for wend_path_pool_restore: the number of changes that made them.
WEND_C_API uint64_t wend_path_pool_mark(const wend_path_pool* pool) WEND_NOEXCEPT;
/// Undoes all changes since the mark, and refuses marks whose changes it has no record of: PathPool::restore.
WEND_C_API wend_code wend_path_pool_restore(wend_path_pool* pool, uint64_t mark,
                                            wend_result* result) WEND_NOEXCEPT;

/// Where agents begin on their paths: at the first node, at the place nearest to them, or at the node that
/// their column `node` names, which must be one of the path.
typedef int32_t wend_path_start;
enum { WEND_PATH_START_FIRST = 0, WEND_PATH_START_NEAREST = 1, WEND_PATH_START_NODE = 2 };

/// Lets the agents of the view's selection begin on the paths that their column `path` names, for agents that
/// got another path, or whose path was replaced (wend/start_on_paths.hpp). Of the columns segment,
/// segment_distance, node, direction and finished, it sets those that the view has.
WEND_C_API wend_code wend_start_on_paths(const wend_view* view, const wend_paths* paths, wend_path_mode mode,
                                         wend_path_start start, wend_result* result) WEND_NOEXCEPT;

/// The column that holds an agent's place on its path, by the stage that follows it: `node` ("path_follow"),
/// `segment` ("corridor_follow", "waypoint_advance"), or `segment` of a corridor ("portal_follow").
typedef int32_t wend_path_place;
enum { WEND_PATH_PLACE_NODE = 0, WEND_PATH_PLACE_SEGMENT = 1, WEND_PATH_PLACE_PORTAL = 2 };

/// When an agent counts as off its path, and as stuck.
typedef struct wend_progress_rule {
    uint32_t struct_size;
    float max_deviation;  ///< m, >= 0; an agent is off its path where it is farther from it
    float stuck_radius;   ///< m, >= 0; still_time is that within such a circle
    float stuck_after;    ///< s, > 0; an agent is stuck from that still_time on
} wend_progress_rule;
#define WEND_PROGRESS_RULE_INIT \
    { sizeof(wend_progress_rule), 2.0f, 1.0f, 10.0f }

/// Numbers of agents.
typedef struct wend_progress_counts {
    uint32_t struct_size;
    uint32_t reserved;   ///< 0
    uint64_t with_path;  ///< those that were measured
    uint64_t off_path;   ///< their path_deviation is above max_deviation
    uint64_t stuck;      ///< their still_time is at least stuck_after
} wend_progress_counts;
#define WEND_PROGRESS_COUNTS_INIT \
    { sizeof(wend_progress_counts), 0, 0, 0, 0 }

/// Measures how the agents of the view's selection proceed on the paths that their column `path` names, `dt`
/// seconds after the call before, for a game that decides on new paths (wend/measure_progress.hpp). Of the
/// columns path_deviation and path_remaining, it sets those that the view has; agents become stuck where it
/// has still_time, still_x and still_y. `counts` may be NULL.
WEND_C_API wend_code wend_measure_progress(const wend_view* view, const wend_paths* paths,
                                           wend_path_mode mode, wend_path_place place,
                                           const wend_progress_rule* rule, float dt,
                                           wend_progress_counts* counts, wend_result* result) WEND_NOEXCEPT;

/// A gap that agents pass: its ends on their left and right.
typedef struct wend_portal {
    double left_x, left_y;    ///< m
    double right_x, right_y;  ///< m
} wend_portal;

/// Corridors for "portal_follow": each function writes the points of one to `points`, for a wend_path or
/// wend_path_pool_replace_many. wend/corridor.hpp says what is refused: WEND_BAD_CORRIDOR, or WEND_BAD_POINT
/// with the index of the point in the corridor.
///
/// `*count` is the number of points: at most 2 for each portal, polygon or cell and 2 more, and 4 for each
/// point of a lane's line. Where it exceeds `capacity`, nothing else is written, and the call is refused; on
/// other failures it is 0.

/// A corridor of portals; between two of them it should be convex.
WEND_C_API wend_code wend_write_corridor(wend_point start, const wend_portal* portals, size_t portal_count,
                                         wend_point goal, wend_point* points, size_t capacity, size_t* count,
                                         wend_result* result) WEND_NOEXCEPT;
/// A corridor of convex polygons of a navigation mesh: polygon i has the vertices from ends[i - 1] (0 for the
/// first) up to ends[i], in either sense of rotation, and shares part of an edge with the next one.
WEND_C_API wend_code wend_write_polygon_corridor(wend_point start, const wend_point* vertices,
                                                 size_t vertex_count, const uint32_t* ends,
                                                 size_t polygon_count, wend_point goal, wend_point* points,
                                                 size_t capacity, size_t* count,
                                                 wend_result* result) WEND_NOEXCEPT;
/// A corridor of cells of a grid (row * columns + column), each beside the one before it. `area` has the four
/// numbers of wend_flow_goals.area.
WEND_C_API wend_code wend_write_cell_corridor(wend_point start, const uint32_t* cells, size_t cell_count,
                                              uint32_t columns, uint32_t rows, const double* area,
                                              wend_point goal, wend_point* points, size_t capacity,
                                              size_t* count, wend_result* result) WEND_NOEXCEPT;
/// A corridor along a polyline with a width, in m; start and goal are its ends.
WEND_C_API wend_code wend_write_lane(const wend_point* line, size_t line_count, double width,
                                     wend_point* points, size_t capacity, size_t* count,
                                     wend_result* result) WEND_NOEXCEPT;

// Programs

/// An ordered list of stages over one agent set.
typedef struct wend_program wend_program;

/// One parameter of a stage, by its name in kernels/docs/stages.md, which has its unit. The value is in
/// `word` for words, in `number` for numbers and for true and false (1 and 0), in `area` for rectangles. A
/// target is a word, or a point in the first two of `area`. Obstacles and flow fields are JSON text in `word`
/// (bench/scenarios/README.md has their keys).
typedef struct wend_parameter {
    uint32_t struct_size;
    uint32_t reserved;  ///< 0
    const char* name;   ///< "max_speed"
    const char* word;   ///< NULL unless the parameter is a word
    double number;      ///< in the parameter's unit; rounded to float
    double area[4];     ///< m: min_x, min_y, max_x, max_y; x, y for a point
} wend_parameter;
/// @{
/// A whole parameter in one line, as an element of an array.
#define WEND_NUMBER(name, value)                                         \
    {                                                                    \
        sizeof(wend_parameter), 0, (name), NULL, (value), { 0, 0, 0, 0 } \
    }
#define WEND_WORD(name, word)                                        \
    {                                                                \
        sizeof(wend_parameter), 0, (name), (word), 0, { 0, 0, 0, 0 } \
    }
#define WEND_AREA(name, min_x, min_y, max_x, max_y)                                        \
    {                                                                                      \
        sizeof(wend_parameter), 0, (name), NULL, 0, { (min_x), (min_y), (max_x), (max_y) } \
    }
#define WEND_POINT(name, x, y)                                         \
    {                                                                  \
        sizeof(wend_parameter), 0, (name), NULL, 0, { (x), (y), 0, 0 } \
    }
/// @}

/// Some agents in one tick, passed to a custom stage: agent i is element i of every array, i < count. There
/// are at most 512, in the order of the slots, each once. Nothing in it outlives the call.
typedef struct wend_custom_call {
    uint32_t struct_size;
    float dt;                  ///< s
    size_t count;              ///< agents
    uint64_t tick;             ///< number of the tick
    uint64_t seed;             ///< keys draws
    float* force_x;            ///< N; a custom force adds to it (0 at first); a custom locomotion reads it
    float* force_y;            ///< N
    const void* const* reads;  ///< each stream of wend_custom.reads at the tick's start, in that order
    void* const* writes;       ///< the next state of each of wend_custom.writes; holds the tick's start
    const uint32_t* slots;     ///< slots in the view; NULL: first_slot + i
    size_t first_slot;         ///< slot of agent 0, where `slots` is NULL
    const uint32_t* ids;       ///< NULL: first_id + i
    uint32_t first_id;         ///< id of agent 0, where `ids` is NULL
    uint32_t reserved;         ///< 0
    const void* call;          ///< for the functions below
} wend_custom_call;

/// @{
/// Agent i's slot in its view (the index into the caller's arrays), and its id.
WEND_C_API size_t wend_custom_slot(const wend_custom_call* call, size_t i) WEND_NOEXCEPT;
WEND_C_API uint32_t wend_custom_id(const wend_custom_call* call, size_t i) WEND_NOEXCEPT;
/// @}
/// 32 random bits of agent i in this tick. `number` < 65,536 distinguishes the draws of a program.
WEND_C_API uint32_t wend_custom_draw(const wend_custom_call* call, size_t i, uint32_t number) WEND_NOEXCEPT;
/// The same for all agents of the call: `count` words.
WEND_C_API void wend_custom_draws(const wend_custom_call* call, uint32_t number,
                                  uint32_t* bits) WEND_NOEXCEPT;
/// Skips agent i in this tick: it keeps all its streams, and counts as a fault.
WEND_C_API void wend_custom_fault(const wend_custom_call* call, size_t i) WEND_NOEXCEPT;

/// The function of a custom stage. A custom force returns 1 if it added to the force of any agent, or 0; the
/// return value of a custom locomotion is ignored.
///
/// Contract, a condition of the promise of the same bits: an agent's result depends only on that agent's
/// elements and id, dt, tick, seed and the contents of `context` when the call of the library began (never on
/// count, on neighbours in the arrays, or on earlier calls); the function writes only the force, the arrays
/// of `writes` and faults; it neither allocates, throws nor jumps out. Several threads call it at the same
/// time, with one agent or many. It runs in C's default floating-point environment. A component that is NaN
/// or beyond 1e18, of the force or of a float in `writes`, is a fault of its agent.
typedef int32_t (*wend_custom_function)(void* context, const wend_custom_call* call);

/// The code of a stage of kind "custom_force", weighted and composed like any other force, or of kind
/// "custom_locomotion", the last stage, which moves the agents by the composed force and writes nothing but
/// `writes`. Read by wend_program_create and not kept.
typedef struct wend_custom {
    uint32_t struct_size;
    uint32_t draws;                 ///< 1: it draws; wend_run then needs the number of the tick
    wend_custom_function function;  ///< required
    void* context;                  ///< outlives the program
    const char* const* reads;       ///< names of streams, which must be bound
    size_t read_count;              ///< names
    const char* const* writes;      ///< names of streams that it changes: state of the program
    size_t write_count;             ///< names
} wend_custom;
#define WEND_CUSTOM_INIT \
    { sizeof(wend_custom), 0, NULL, NULL, NULL, 0, NULL, 0 }

/// A flow field over the caller's own velocities: x and y side by side, cell by cell, row 0 at min_y. Nothing
/// is copied; changes apply from the next call on. The memory must outlive every program with it, and must
/// not be written while a call runs. wend_program_create does not check it: an agent between cells whose
/// velocities mix to a component that is NaN or beyond 2e18 is at fault in that tick.
typedef struct wend_flow_field {
    uint32_t struct_size;
    uint32_t columns;         ///< 2 to 4096, as rows
    uint32_t rows;            ///< 2 to 4096
    uint32_t reserved;        ///< 0
    double area[4];           ///< m: min_x, min_y, max_x, max_y
    const float* velocities;  ///< m/s
    size_t velocity_count;    ///< floats: 2 * columns * rows
} wend_flow_field;
#define WEND_FLOW_FIELD_INIT \
    { sizeof(wend_flow_field), 0, 0, 0, {0, 0, 0, 0}, NULL, 0 }

/// A circle, or a wall from a point to another.
typedef struct wend_obstacle {
    double from_x, from_y;          ///< m
    double to_x, to_y;              ///< m; a circle's are those of `from`
    double radius;                  ///< m; 0 of a wall
    double velocity_x, velocity_y;  ///< m/s; for obstacle pools
} wend_obstacle;

/// The limits of an obstacle pool (ObstaclePoolSize of wend/obstacle_pool.hpp).
typedef struct wend_obstacle_pool_size {
    uint32_t struct_size;
    uint32_t obstacles;  ///< at the same time
    /// Cells that obstacles cover, of all obstacles together. With L in cells: at most 4 (1 + L) for a wall
    /// of length L, and (4 + L) (1 + min(L, 8)) for a circle of diameter L; 2 (1 + W) times as many where its
    /// way of `horizon` seconds has a length of W.
    uint32_t entries;
    uint32_t undone;   ///< changes that wend_obstacle_pool_restore can undo
    double area[4];    ///< m: min_x, min_y, max_x, max_y; obstacles beyond it lie in the nearest cells
    double cell_size;  ///< m; the best is about the distance between obstacles
    double horizon;    ///< s; moving obstacles lie in the cells of their ways of so long
} wend_obstacle_pool_size;
#define WEND_OBSTACLE_POOL_SIZE_INIT \
    { sizeof(wend_obstacle_pool_size), 0, 0, 0, {0, 0, 0, 0}, 0, 3 }

/// Circles and walls that change while the game runs (wend/obstacle_pool.hpp): each is added, moved and
/// removed by itself, without allocation. None of these functions may run while a call with a program that
/// uses the pool does; changes during one are refused.
typedef struct wend_obstacle_pool wend_obstacle_pool;

/// Bytes for a pool of that size; 0: wend_obstacle_pool_create would refuse it.
WEND_C_API size_t wend_obstacle_pool_memory_size(const wend_obstacle_pool_size* size) WEND_NOEXCEPT;
/// In the caller's memory of so many bytes, which outlives the pool and all programs with it; in its own
/// where `memory` is NULL and `bytes` 0. `*pool` is NULL on failure.
WEND_C_API wend_code wend_obstacle_pool_create(const wend_obstacle_pool_size* size, void* memory,
                                               size_t bytes, wend_obstacle_pool** pool,
                                               wend_result* result) WEND_NOEXCEPT;
/// Programs keep the obstacles.
WEND_C_API void wend_obstacle_pool_destroy(wend_obstacle_pool* pool) WEND_NOEXCEPT;

/// `*number` is that of the obstacle. Numbers stay; that of a removed obstacle is given to a later one.
WEND_C_API wend_code wend_obstacle_pool_add(wend_obstacle_pool* pool, const wend_obstacle* obstacle,
                                            uint32_t* number, wend_result* result) WEND_NOEXCEPT;
/// Gives an obstacle another place, size or kind; its number and generation stay.
WEND_C_API wend_code wend_obstacle_pool_move(wend_obstacle_pool* pool, uint32_t number,
                                             const wend_obstacle* obstacle,
                                             wend_result* result) WEND_NOEXCEPT;
/// Removes an obstacle.
WEND_C_API wend_code wend_obstacle_pool_remove(wend_obstacle_pool* pool, uint32_t number,
                                               wend_result* result) WEND_NOEXCEPT;
/// Names the obstacles of now, for wend_obstacle_pool_restore: the number of changes that made them.
WEND_C_API uint64_t wend_obstacle_pool_mark(const wend_obstacle_pool* pool) WEND_NOEXCEPT;
/// Undoes all changes since the mark: obstacles, numbers and generations are those of then.
WEND_C_API wend_code wend_obstacle_pool_restore(wend_obstacle_pool* pool, uint64_t mark,
                                                wend_result* result) WEND_NOEXCEPT;
/// How many obstacles had the number until now; 0: it has none.
WEND_C_API uint32_t wend_obstacle_pool_generation(const wend_obstacle_pool* pool,
                                                  uint32_t number) WEND_NOEXCEPT;

/// Grid, goals and costs of a new flow planner, which keeps copies: FlowGrid and FlowGoals of
/// wend/flow_field.hpp without obstacles, which are added later.
typedef struct wend_flow_goals {
    uint32_t struct_size;
    uint32_t columns;         ///< 2 to 4096, as rows
    uint32_t rows;            ///< 2 to 4096
    uint32_t reserved;        ///< 0
    double area[4];           ///< m: min_x, min_y, max_x, max_y
    const wend_point* goals;  ///< m
    size_t goal_count;        ///< points
    const float* costs;       ///< of each cell, row 0 at min_y; infinity closes it; NULL: 1 everywhere
    size_t cost_count;        ///< columns * rows, or 0
    double clearance;         ///< m, of obstacles
    double speed;             ///< m/s
} wend_flow_goals;
#define WEND_FLOW_GOALS_INIT \
    { sizeof(wend_flow_goals), 0, 0, 0, {0, 0, 0, 0}, NULL, 0, NULL, 0, 0.5, 1 }

/// A flow field to goals that changes while the game runs: FlowPlanner of wend/flow_planner.hpp. Costs,
/// obstacles and goals are changed between calls; wend_flow_planner_advance computes the field that follows,
/// in slices. Programs with the planner in a stage follow the new field from the next call after it is
/// complete. None of these functions may run while a call with such a program does.
typedef struct wend_flow_planner wend_flow_planner;

/// With a complete field. `*planner` is NULL on failure.
WEND_C_API wend_code wend_flow_planner_create(const wend_flow_goals* goals, wend_flow_planner** planner,
                                              wend_result* result) WEND_NOEXCEPT;
/// Programs keep the last complete field.
WEND_C_API void wend_flow_planner_destroy(wend_flow_planner* planner) WEND_NOEXCEPT;

/// The costs of the cells from a column and row on, row by row; one cost is for all of them.
WEND_C_API wend_code wend_flow_planner_set_costs(wend_flow_planner* planner, uint32_t column, uint32_t row,
                                                 uint32_t columns, uint32_t rows, const float* costs,
                                                 size_t cost_count, wend_result* result) WEND_NOEXCEPT;
/// Raises the costs of cells by the agents in and about them, in place of those of the last call.
WEND_C_API wend_code wend_flow_planner_set_crowd(wend_flow_planner* planner, const wend_view* view,
                                                 double cost_per_agent, wend_result* result) WEND_NOEXCEPT;
/// Replaces the goals, in m.
WEND_C_API wend_code wend_flow_planner_set_goals(wend_flow_planner* planner, const wend_point* goals,
                                                 size_t goal_count, wend_result* result) WEND_NOEXCEPT;
/// Closes the cells whose centre is no farther from the obstacle than the clearance.
WEND_C_API wend_code wend_flow_planner_add_obstacle(wend_flow_planner* planner, const wend_obstacle* obstacle,
                                                    wend_result* result) WEND_NOEXCEPT;
/// An obstacle that was added. Refused if it covers a cell that none closes.
WEND_C_API wend_code wend_flow_planner_remove_obstacle(wend_flow_planner* planner,
                                                       const wend_obstacle* obstacle,
                                                       wend_result* result) WEND_NOEXCEPT;

/// Computes on by about so many cells (30 to 70 ns each); returns 1 if the field has all changes. Runs with
/// the same budgets in cells are reproducible. For a budget of time, call it until your clock says so.
WEND_C_API int32_t wend_flow_planner_advance(wend_flow_planner* planner, uint64_t cells) WEND_NOEXCEPT;

/// The velocity of the complete field at a cell's centre, in m/s; 0 beyond the grid.
WEND_C_API wend_point wend_flow_planner_velocity(const wend_flow_planner* planner, uint32_t column,
                                                 uint32_t row) WEND_NOEXCEPT;

/// One stage: its kind by name, and the parameters that differ from their defaults. Names and ranges come
/// from the library, so that a new force needs no edit here.
typedef struct wend_stage {
    uint32_t struct_size;
    uint32_t reserved;                 ///< 0
    const char* kind;                  ///< "seek"
    const wend_parameter* parameters;  ///< those that differ from their defaults
    size_t parameter_count;            ///< parameters
    const wend_paths* paths;  ///< for stages that follow paths; for stages with obstacles, walls and polygons
    const wend_custom* custom;  ///< for "custom_force" and "custom_locomotion"
    /// For "flow_follow", in place of the parameter `field`; read by wend_program_create and not kept, except
    /// for the velocities.
    const wend_flow_field* field;
    const wend_flow_planner* planner;  ///< for "flow_follow", in place of the parameter `field`
    /// For "avoid_obstacles", "hide", "orca", "resolve_overlaps" and "locomotion", in place of `paths` and
    /// the parameter `obstacles`; for "separation", "avoid_neighbours" and "social_force" in place of
    /// `occluders`.
    const wend_obstacle_pool* obstacles;
} wend_stage;
#define WEND_STAGE_INIT \
    { sizeof(wend_stage), 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL }
/// @{
/// A whole stage in one line, as an element of an array.
#define WEND_STAGE(kind, parameters, count) \
    { sizeof(wend_stage), 0, (kind), (parameters), (count), NULL, NULL, NULL, NULL, NULL }
#define WEND_CUSTOM_STAGE(kind, custom, parameters, count) \
    { sizeof(wend_stage), 0, (kind), (parameters), (count), NULL, (custom), NULL, NULL, NULL }
/// @}

/// `*program` is NULL on failure.
WEND_C_API wend_code wend_program_create(const wend_stage* stages, size_t count, wend_program** program,
                                         wend_result* result) WEND_NOEXCEPT;

/// The same from the words of scenario files (bench/scenarios/README.md): an array of stages, or an object
/// with the key "stages", such as a whole scenario. Of its other keys only the area in "agents" is read.
/// `paths` replaces its paths, and may be NULL if no stage uses any.
WEND_C_API wend_code wend_program_from_json(const char* text, size_t length, const wend_paths* paths,
                                            wend_program** program, wend_result* result) WEND_NOEXCEPT;
/// Must not be called while a call with the program runs.
WEND_C_API void wend_program_destroy(wend_program* program) WEND_NOEXCEPT;

/// Changes the parameters of the stage with that number that `stage` names, for values that change from frame
/// to frame; its other parameters, paths, custom code and field stay. Allocates nothing unless it refuses:
/// values out of range, another kind of stage, or a change of the streams in use. Must not be called while a
/// call with the program runs, such as a prepared run.
WEND_C_API wend_code wend_program_tune(wend_program* program, size_t index, const wend_stage* stage,
                                       wend_result* result) WEND_NOEXCEPT;

/// How a program uses a stream: reads it; reads and writes it (covered by the state hash); writes it where
/// bound; reads it where bound; keeps copies of path data in it where bound, which save time and change no
/// result (record_streams in wend/stream_uses.hpp).
typedef int32_t wend_use;
enum {
    WEND_USE_INPUT = 0,
    WEND_USE_STATE = 1,
    WEND_USE_OUTPUT = 3,
    WEND_USE_OPTIONAL = 4,
    WEND_USE_RECORD = 5
};

/// A stream of a program.
typedef struct wend_stream_use {
    uint32_t struct_size;
    uint32_t stream;       ///< its number
    const char* name;      ///< never freed
    wend_element element;  ///< type of its elements
    wend_use use;          ///< how the program uses it
} wend_stream_use;
#define WEND_STREAM_USE_INIT \
    { sizeof(wend_stream_use), WEND_NO_STREAM, NULL, WEND_F32, WEND_USE_INPUT }

/// The streams that must be bound, in alphabetical order, then the outputs, the optional inputs (such as
/// body_radius), and the records. `id` and `stages` are not among them: they may be bound for every program.
WEND_C_API size_t wend_program_stream_count(const wend_program* program) WEND_NOEXCEPT;
/// The stream with that number, below wend_program_stream_count.
WEND_C_API wend_code wend_program_stream(const wend_program* program, size_t index, wend_stream_use* use,
                                         wend_result* result) WEND_NOEXCEPT;
/// Stages of the program.
WEND_C_API size_t wend_program_stage_count(const wend_program* program) WEND_NOEXCEPT;
/// NULL for an unknown stage; never freed.
WEND_C_API const char* wend_program_stage_kind(const wend_program* program, size_t index) WEND_NOEXCEPT;
/// 1: wend_run needs the number of the tick.
WEND_C_API int32_t wend_program_draws(const wend_program* program) WEND_NOEXCEPT;
/// 1: agents look at others; the view needs a workspace, or names the `others`.
WEND_C_API int32_t wend_program_looks_at_others(const wend_program* program) WEND_NOEXCEPT;

/// The size in floats of the view's workspace for the program; 0 if no agents look at others.
WEND_C_API wend_code wend_workspace_size(const wend_program* program, const wend_view* view, size_t* floats,
                                         wend_result* result) WEND_NOEXCEPT;

// Ticks

/// No number of a tick, for programs that do not draw.
#define WEND_NO_TICK UINT64_MAX

/// The ticks of a call.
typedef struct wend_ticks {
    uint32_t struct_size;
    float dt;             ///< s: the length of a tick, finite, [0, 1e18]
    uint32_t count;       ///< ticks in this call
    uint32_t reserved;    ///< 0
    uint64_t first_tick;  ///< keys draws: a program that draws is refused without it
    uint64_t seed;        ///< keys draws
} wend_ticks;
#define WEND_TICKS_INIT \
    { sizeof(wend_ticks), 0.0f, 1, 0, WEND_NO_TICK, 0 }

/// Numbers the ticks of a simulation, so that no tick is run twice. Save `tick` and set it again to resume.
typedef struct wend_clock {
    uint32_t struct_size;
    float dt;       ///< s: the length of a tick
    uint64_t seed;  ///< keys draws
    uint64_t tick;  ///< the number of the next tick
} wend_clock;
#define WEND_CLOCK_INIT \
    { sizeof(wend_clock), 0.0f, 0, 0 }

/// The next `count` ticks, for one call of wend_run or for several over the parts of one population.
WEND_C_API wend_code wend_clock_next(wend_clock* clock, uint32_t count, wend_ticks* ticks) WEND_NOEXCEPT;

// Execution

/// @{
/// Instruction sets go by their names: "reference", a plain loop that judges the others, "scalar", "sse2",
/// "avx2", "avx512", "neon64", "simd128". All give the same bits. These are the ones that can run here, the
/// reference first and the best last; NULL beyond them.
WEND_C_API uint32_t wend_isa_count(void) WEND_NOEXCEPT;
WEND_C_API const char* wend_isa_name(uint32_t index) WEND_NOEXCEPT;
/// @}
/// The instruction set of a call that names none: the environment variable WEND_ISA, or the best one. NULL if
/// WEND_ISA is unknown or not supported; wend_run reports why.
WEND_C_API const char* wend_default_isa(void) WEND_NOEXCEPT;

/// The threads that do the work of a call.
typedef int32_t wend_threading;
enum {
    WEND_THREADING_TBB = 0,  ///< oneTBB, in the arena that the call is made in; one block in a forked child;
                             ///< serial in a library without oneTBB; with a parallel_for, that is used
    WEND_THREADING_SERIAL = 1,   ///< the caller's thread alone
    WEND_THREADING_CALLBACK = 2  ///< the caller's job system, parallel_for
};

/// Whether a call checks its inputs, or trusts them (Inputs in wend/execution.hpp has the conditions).
typedef uint32_t wend_inputs;
enum { WEND_INPUTS_CHECKED = 0, WEND_INPUTS_TRUSTED = 1 };

/// Work on the blocks [begin, end).
typedef void (*wend_blocks_function)(void* body_context, uint32_t begin, uint32_t end);

/// The caller's job system: runs `body` over [0, block_count), every block exactly once, on any threads, in
/// any order, in ranges of any size, and returns when all are done. Must neither throw nor jump out.
typedef void (*wend_parallel_for_function)(void* context, uint32_t block_count, wend_blocks_function body,
                                           void* body_context);

/// Called once a block on the thread that runs it; returns WEND_SCRATCH_BYTES bytes of any alignment, which
/// no other block uses at the same time, or NULL to use the stack. Must neither throw nor jump out.
typedef void* (*wend_scratch_function)(void* context);

/// @{
/// Hooks of a profiler, whose zones nest on each thread: the beginning of a zone, with a name that is never
/// freed (wend/execution.hpp lists them), and the end of the thread's last one. Must neither throw nor jump
/// out.
typedef void (*wend_begin_zone_function)(void* context, const char* name);
typedef void (*wend_end_zone_function)(void* context);
/// @}

/// @{
/// Bytes: the largest stack of a call or a block of it, without and with scratch, and the size of scratch.
#define WEND_STACK_BYTES 235520
#define WEND_STACK_BYTES_WITH_SCRATCH 61440
#define WEND_SCRATCH_BYTES 139264
/// @}

/// How a call is carried out. Nothing in it changes a bit of the result.
typedef struct wend_execution {
    uint32_t struct_size;
    wend_threading threading;  ///< threads of the call
    const char* isa;           ///< NULL: wend_default_isa()
    uint32_t max_threads;      ///< oneTBB: at most that many at once; 0: as many as the arena has
    uint32_t block;            ///< agents a block; 0: chosen
    uint32_t grain;            ///< agents times ticks of seek that are worth another thread; 0: 8,192
    uint32_t ticks_per_pass;   ///< ticks that a block advances before the next block; 0: all
    wend_parallel_for_function parallel_for;  ///< the caller's job system; NULL: none
    void* parallel_for_context;               ///< first argument of parallel_for
    wend_scratch_function scratch;            ///< memory in place of most of the stack; may be NULL
    void* scratch_context;                    ///< argument of scratch
    uint32_t threads;                         ///< of parallel_for: each gets four blocks; 0: unknown
    wend_inputs inputs;                       ///< checked or trusted
    wend_begin_zone_function begin_zone;      ///< of a profiler; may be NULL, as the next one
    wend_end_zone_function end_zone;          ///< may be NULL
    void* profiler_context;                   ///< first argument of both
} wend_execution;
#define WEND_EXECUTION_INIT                                                                      \
    {                                                                                            \
        sizeof(wend_execution), WEND_THREADING_TBB, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 0, \
            WEND_INPUTS_CHECKED, NULL, NULL, NULL                                                \
    }

// Calls

/// Advances every agent of the view by `ticks->count` ticks. Refuses before anything is written. Allocates
/// nothing unless it refuses, and prints nothing. `execution` may be NULL. An agent with an invalid value
/// keeps its state and is counted in `result->faults`.
WEND_C_API wend_code wend_run(const wend_program* program, const wend_view* view, const wend_ticks* ticks,
                              const wend_execution* execution, wend_result* result) WEND_NOEXCEPT;

/// wend_run for many views in one call (the chunks of an entity system): one parallel loop over all of them,
/// each the work of one thread. The views are elements of an array; they share no written memory, and none
/// looks at memory that another one writes, which is not checked. Draws belong to ids: views of one
/// population differ in first_id, or bind ids. Each description is read twice, the second time on the thread
/// that advances the view: it must not change during the call.
WEND_C_API wend_code wend_run_views(const wend_program* program, const wend_view* views, size_t count,
                                    const wend_ticks* ticks, const wend_execution* execution,
                                    wend_result* result) WEND_NOEXCEPT;

/// wend_run_views for chunks of one layout, whose structs are smaller and read faster. `first_fault_view` is
/// the chunk of the first fault, or the refused one.
WEND_C_API wend_code wend_run_chunks(const wend_program* program, const wend_layout* layout,
                                     const wend_chunk* chunks, size_t count, const wend_ticks* ticks,
                                     const wend_execution* execution, wend_result* result) WEND_NOEXCEPT;

/// The agents that those of a view look at in wend_run_views_with: target_agent and the other slot streams
/// name them, and neighbours are found among them.
typedef uint32_t wend_see;
enum {
    /// The view's own, or those of its `others`, which the call then sorts once a view and tick.
    WEND_SEE_OWN_VIEW = 0,
    /// Those of all views of the call, with the bits of one view that holds all agents in the order of the
    /// views: slots count through them, ids are unique over all of them, and all views with agents have
    /// columns of the same optional streams. No view has `others`. The agents are sorted once a tick.
    WEND_SEE_ALL_VIEWS = 1
};

/// The first tick and the seed of one view, elements of an array.
typedef struct wend_view_start {
    uint64_t first_tick;  ///< number of the view's first tick
    uint64_t seed;        ///< keys its draws
} wend_view_start;

/// The choices of one call of wend_run_views_with, and the starts of its views.
typedef struct wend_view_options {
    uint32_t struct_size;
    wend_see see;            ///< the agents that those of a view look at
    float* workspace;        ///< for WEND_SEE_ALL_VIEWS; the views need none of their own
    size_t workspace_count;  ///< floats: at least wend_views_workspace_size
    /// In place of first_tick and seed of the ticks; NULL: all views have those of the ticks. Not with
    /// WEND_SEE_ALL_VIEWS.
    const wend_view_start* starts;
    size_t start_count;  ///< one a view
} wend_view_options;
#define WEND_VIEW_OPTIONS_INIT \
    { sizeof(wend_view_options), WEND_SEE_OWN_VIEW, NULL, 0, NULL, 0 }

/// wend_run_views with options, which may be NULL.
WEND_C_API wend_code wend_run_views_with(const wend_program* program, const wend_view* views, size_t count,
                                         const wend_ticks* ticks, const wend_execution* execution,
                                         const wend_view_options* options, wend_result* result) WEND_NOEXCEPT;

/// The size in floats of the workspace of a call with WEND_SEE_ALL_VIEWS; 0 if no agents look at others.
WEND_C_API wend_code wend_views_workspace_size(const wend_program* program, const wend_view* views,
                                               size_t count, size_t* floats,
                                               wend_result* result) WEND_NOEXCEPT;

/// Writes the bound ones of force_x and force_y (the composed force), steering_force_x and steering_force_y
/// (the same truncated to max_force) for one tick, and moves no agent: only these must be writable. No state
/// advances; the stage "external_locomotion" is for agents that something else moves.
WEND_C_API wend_code wend_forces(const wend_program* program, const wend_view* view, const wend_ticks* ticks,
                                 const wend_execution* execution, wend_result* result) WEND_NOEXCEPT;

/// Makes the checks of wend_run, and finds agents with a fault in the first tick. `result->notice` is about
/// what is legal and probably unintended (validate in wend/program.hpp). Writes only the workspace.
WEND_C_API wend_code wend_validate(const wend_program* program, const wend_view* view,
                                   const wend_ticks* ticks, const wend_execution* execution,
                                   wend_result* result) WEND_NOEXCEPT;

/// The reason for a fault of the agent in `slot` in the first tick: WEND_BAD_VALUE, with stage, stream
/// (`result->subject`), value and legal range; WEND_OK without a fault. An agent may have several invalid
/// values: `skip` passes over the first ones. Writes nothing.
WEND_C_API wend_code wend_explain(const wend_program* program, const wend_view* view, const wend_ticks* ticks,
                                  size_t slot, size_t skip, wend_result* result) WEND_NOEXCEPT;

/// The state's fingerprint: equal for equal states, on every machine.
WEND_C_API wend_code wend_state_hash(const wend_program* program, const wend_view* view, uint64_t* hash,
                                     wend_result* result) WEND_NOEXCEPT;

/// The fingerprints of the agents of each of `count` buckets of `ids` consecutive ids, the first from
/// `first_id` on: wend_state_hash of these agents alone. Two peers whose fingerprints differ find the agent
/// by few numbers: each divides its ids by 64 buckets, and then those of a bucket that differs.
WEND_C_API wend_code wend_state_hashes(const wend_program* program, const wend_view* view, uint32_t first_id,
                                       uint32_t ids, uint64_t* hashes, size_t count,
                                       wend_result* result) WEND_NOEXCEPT;

// Queries

/// Queries on the agents of a view: the nearest ones, all within a radius, those that a ray or a disc hits,
/// those that touch each other (wend/agent_index.hpp). They read a copy that wend_agent_index_build has made:
/// they may run on any number of threads at once, and while the agents move.
typedef struct wend_agent_index wend_agent_index;

/// Bodies and world of indexed agents.
typedef struct wend_index_options {
    uint32_t struct_size;
    float body_radius;  ///< m; where the view has no column of that name
    uint32_t wraps;     ///< 1: agents are seen across the edges of `area`, in which they lie
    uint32_t reserved;  ///< 0
    double area[4];     ///< m: min_x, min_y, max_x, max_y
} wend_index_options;
#define WEND_INDEX_OPTIONS_INIT                                \
    {                                                          \
        sizeof(wend_index_options), 0.5f, 0, 0, { 0, 0, 0, 0 } \
    }

/// Points of queries. One that is NaN, infinite or beyond 1e18, or outside of `area`, finds no agent.
typedef struct wend_query_points {
    uint32_t struct_size;
    uint32_t seen_groups;    ///< of agents with a column `groups`, those with one of these are found
    const float* x;          ///< m
    const float* y;          ///< m
    size_t count;            ///< points
    const int32_t* ignored;  ///< for each point a slot that it does not find, -1 for none; may be NULL
} wend_query_points;
#define WEND_QUERY_POINTS_INIT \
    { sizeof(wend_query_points), UINT32_MAX, NULL, NULL, 0, NULL }

/// Straight ways of a disc; a radius of 0 makes them rays.
typedef struct wend_query_rays {
    uint32_t struct_size;
    uint32_t seen_groups;    ///< of agents with a column `groups`, those with one of these are found
    const float* from_x;     ///< m
    const float* from_y;     ///< m
    const float* to_x;       ///< m
    const float* to_y;       ///< m
    size_t count;            ///< rays
    const int32_t* ignored;  ///< for each ray a slot that it does not find, -1 for none; may be NULL
    float radius;            ///< m
    uint32_t reserved;       ///< 0
} wend_query_rays;
#define WEND_QUERY_RAYS_INIT \
    { sizeof(wend_query_rays), UINT32_MAX, NULL, NULL, NULL, NULL, 0, NULL, 0.0f, 0 }

/// An agent that a query found.
typedef struct wend_found_agent {
    int32_t slot;    ///< in the indexed view; -1: none
    float distance;  ///< m; infinity: none
} wend_found_agent;

/// The slots of two agents whose bodies touch, that of the lesser id first.
typedef struct wend_contact {
    int32_t first;   ///< slot of the agent with the lesser id
    int32_t second;  ///< slot of the other one
} wend_contact;

/// Bytes for an index of so many agents; 0: wend_agent_index_create would refuse it.
WEND_C_API size_t wend_agent_index_memory_size(size_t agents) WEND_NOEXCEPT;
/// In the caller's memory of so many bytes, which outlives the index; in its own where `memory` is NULL and
/// `bytes` 0. `*index` is NULL on failure.
WEND_C_API wend_code wend_agent_index_create(size_t agents, void* memory, size_t bytes,
                                             wend_agent_index** index, wend_result* result) WEND_NOEXCEPT;
/// Must not be called while a query runs.
WEND_C_API void wend_agent_index_destroy(wend_agent_index* index) WEND_NOEXCEPT;

/// Indexes the agents of the view's selection, in place of those before; no query may run meanwhile.
/// `options` may be NULL. `*left_out`, which may be NULL too, is the number of agents with an invalid
/// position, body radius or place.
WEND_C_API wend_code wend_agent_index_build(wend_agent_index* index, const wend_view* view,
                                            const wend_index_options* options, size_t* left_out,
                                            wend_result* result) WEND_NOEXCEPT;
/// Agents of the view that was indexed: the number of rows where `points` is NULL.
WEND_C_API size_t wend_agent_index_view_size(const wend_agent_index* index) WEND_NOEXCEPT;

/// The k nearest agents of each point by (distance, id), k elements a row; with NULL for `points` of each
/// agent but itself, in the row of its slot. `found_count` is k times the number of rows. `execution` may be
/// NULL.
WEND_C_API wend_code wend_agent_index_nearest(const wend_agent_index* index, const wend_query_points* points,
                                              size_t k, wend_found_agent* found, size_t found_count,
                                              const wend_execution* execution,
                                              wend_result* result) WEND_NOEXCEPT;
/// All agents within a radius, in the same order: those of row i are found[offsets[i]] up to
/// found[offsets[i + 1]]. `*count` is the number of all; where it exceeds `capacity`, the first are written.
WEND_C_API wend_code wend_agent_index_within(const wend_agent_index* index, const wend_query_points* points,
                                             float radius, uint64_t* offsets, size_t offset_count,
                                             wend_found_agent* found, size_t capacity, size_t* count,
                                             const wend_execution* execution,
                                             wend_result* result) WEND_NOEXCEPT;
/// The first k agents on each way whose bodies the disc touches, in rows as wend_agent_index_nearest; by the
/// distance of its centre along the way at the touch.
WEND_C_API wend_code wend_agent_index_cast(const wend_agent_index* index, const wend_query_rays* rays,
                                           size_t k, wend_found_agent* found, size_t found_count,
                                           const wend_execution* execution,
                                           wend_result* result) WEND_NOEXCEPT;
/// The pairs of agents whose bodies touch, each once, by their ids. `*count` is the number of all; where it
/// exceeds `capacity`, the first are written.
WEND_C_API wend_code wend_agent_index_contacts(const wend_agent_index* index, wend_contact* pairs,
                                               size_t capacity, size_t* count,
                                               wend_result* result) WEND_NOEXCEPT;

// Snapshots

/// @{
/// Copies of a program's state (the streams with WEND_USE_STATE, of all agents, whatever is selected), to
/// return to an earlier tick, as in netcode. The caller keeps inputs and the number of the tick. Memory of
/// any alignment; nothing is allocated. wend_restore refuses, by WEND_BAD_SNAPSHOT, a snapshot of another
/// bits version, of a program with other state, or of another number of agents.
WEND_C_API wend_code wend_snapshot_bytes(const wend_program* program, const wend_view* view, size_t* bytes,
                                         wend_result* result) WEND_NOEXCEPT;
WEND_C_API wend_code wend_save(const wend_program* program, const wend_view* view, void* snapshot,
                               size_t bytes, wend_result* result) WEND_NOEXCEPT;
WEND_C_API wend_code wend_restore(const wend_program* program, const wend_view* view, const void* snapshot,
                                  size_t bytes, wend_result* result) WEND_NOEXCEPT;
/// @}

// Journals

/// Takes a block of a journal, which is complete or absent, such as by appending it to a file. Returns 0
/// where it could not: the journal then ends before it.
typedef int32_t (*wend_journal_function)(void* context, const void* block, size_t bytes);

/// The choices of a journal.
typedef struct wend_journal_options {
    uint32_t struct_size;
    uint32_t hash_every;        ///< calls; 0: none has a hash
    uint32_t flush_every;       ///< calls: what a killed process may lose, and has in one block
    uint32_t declared_changes;  ///< 1: wend_journal_changed names what the caller changed before a call
    size_t most_agents;         ///< of a later call; 0: as many as at the start
    const char* const* custom_stages;  ///< the names of the program's custom stages, for the reader
    size_t custom_stage_count;         ///< names: one a custom stage
    size_t ring_calls;                 ///< not 0: the last calls that stay in memory for wend_journal_write
    size_t ring_bytes;                 ///< for so many calls, the program and the agents; taken twice
} wend_journal_options;
#define WEND_JOURNAL_OPTIONS_INIT \
    { sizeof(wend_journal_options), 1, 1, 0, 0, NULL, 0, 0, 0 }

/// Records the calls of one program on one view, so that they run again on any machine with the same bits
/// (wend/journal.hpp): wend_journal_run in place of wend_run.
typedef struct wend_journal wend_journal;

/// Bytes for a journal; 0: wend_journal_create would refuse it. `options` may be NULL.
WEND_C_API size_t wend_journal_memory_size(const wend_program* program, const wend_view* view,
                                           const wend_journal_options* options) WEND_NOEXCEPT;
/// Gives the program and the agents to `function`, which is NULL for a ring. In the caller's memory of so
/// many bytes, which outlives the journal; in its own where `memory` is NULL and `bytes` 0. `*journal` is
/// NULL on failure.
WEND_C_API wend_code wend_journal_create(const wend_program* program, const wend_view* view,
                                         const wend_journal_options* options, wend_journal_function function,
                                         void* context, void* memory, size_t bytes, wend_journal** journal,
                                         wend_result* result) WEND_NOEXCEPT;
/// Ends the journal.
WEND_C_API void wend_journal_destroy(wend_journal* journal) WEND_NOEXCEPT;

/// wend_run, recorded. The view may lie elsewhere than that of the start, and have other agents.
WEND_C_API wend_code wend_journal_run(wend_journal* journal, const wend_program* program,
                                      const wend_view* view, const wend_ticks* ticks,
                                      const wend_execution* execution, wend_result* result) WEND_NOEXCEPT;
/// With declared_changes: names a stream that the caller changed since the last call, or will change before
/// the next. Only these are compared; agents that enter or leave need no name.
WEND_C_API void wend_journal_changed(wend_journal* journal, uint32_t stream) WEND_NOEXCEPT;
/// Gives the calls of now to the function.
WEND_C_API void wend_journal_flush(wend_journal* journal) WEND_NOEXCEPT;
/// Gives the calls that a ring keeps, its ring_calls to twice as many, to a function as a journal that has
/// ended: when a checksum of two machines differs. 1 if the function took all; 0, too, without a ring.
WEND_C_API int32_t wend_journal_write(wend_journal* journal, wend_journal_function function,
                                      void* context) WEND_NOEXCEPT;
/// 1: all calls are recorded. 0 after a block that was not taken, and after a call with other streams or
/// more agents than there is memory for; the journal ends before that call. Of a ring: whether it has a call.
WEND_C_API int32_t wend_journal_works(const wend_journal* journal) WEND_NOEXCEPT;
/// Bytes that the function took; 0 of a ring.
WEND_C_API uint64_t wend_journal_written(const wend_journal* journal) WEND_NOEXCEPT;

/// A custom stage for a reader.
typedef struct wend_journal_stage {
    uint32_t struct_size;
    uint32_t reserved;          ///< 0
    const char* name;           ///< as in wend_journal_options
    const char* kind;           ///< "custom_force" or "custom_locomotion"
    const wend_custom* custom;  ///< its code
} wend_journal_stage;
#define WEND_JOURNAL_STAGE_INIT \
    { sizeof(wend_journal_stage), 0, NULL, NULL, NULL }

/// A call of a journal.
typedef struct wend_journal_call {
    uint32_t struct_size;
    wend_code code;         ///< of its result: a call that was refused changed nothing
    uint64_t number;        ///< from 0 on
    uint64_t first_tick;    ///< WEND_NO_TICK: the call named none
    uint64_t seed;          ///< keys its draws
    float dt;               ///< s
    uint32_t count;         ///< ticks
    uint64_t hash;          ///< of the state after it, where has_hash is 1
    uint64_t faults;        ///< agent-ticks that it skipped
    uint32_t has_hash;      ///< 1: it has a hash
    uint32_t other_agents;  ///< 1: agents entered or left before it
    uint32_t tuned;         ///< 1: the caller changed parameters before it
    uint32_t other_sets;    ///< 1: the caller changed paths, obstacles or fields before it
} wend_journal_call;
#define WEND_JOURNAL_CALL_INIT \
    { sizeof(wend_journal_call), WEND_OK, 0, WEND_NO_TICK, 0, 0.0f, 0, 0, 0, 0, 0, 0, 0 }

/// Reads a journal, and has the agents at the start of each call.
typedef struct wend_journal_reader wend_journal_reader;

/// The bytes outlive the reader. `stages` are the custom stages of the journal, by the names that it has.
/// Refuses, by WEND_BAD_JOURNAL, foreign bytes, another format or bits version, damage before the first call,
/// and custom stages that are missing. `*reader` is NULL on failure.
WEND_C_API wend_code wend_journal_reader_create(const void* journal, size_t bytes,
                                                const wend_journal_stage* stages, size_t stage_count,
                                                wend_journal_reader** reader,
                                                wend_result* result) WEND_NOEXCEPT;
/// The bytes stay the caller's.
WEND_C_API void wend_journal_reader_destroy(wend_journal_reader* reader) WEND_NOEXCEPT;

/// Goes to the next call; 1 if there is one. Each call has to run before the next one, but for refused ones.
WEND_C_API int32_t wend_journal_reader_next(wend_journal_reader* reader,
                                            wend_journal_call* call) WEND_NOEXCEPT;
/// Runs the call. `execution` may be NULL.
WEND_C_API wend_code wend_journal_reader_run(wend_journal_reader* reader, const wend_execution* execution,
                                             wend_result* result) WEND_NOEXCEPT;
/// The fingerprint of the state of now.
WEND_C_API uint64_t wend_journal_reader_hash(const wend_journal_reader* reader) WEND_NOEXCEPT;
/// The elements of a stream of now, `*count` of them, in memory of the reader's until its next call; NULL:
/// the journal has no such stream.
WEND_C_API const void* wend_journal_reader_stream(const wend_journal_reader* reader, uint32_t stream,
                                                  size_t* count) WEND_NOEXCEPT;
/// 1: the caller changed elements of the stream before the call.
WEND_C_API int32_t wend_journal_reader_changed(const wend_journal_reader* reader,
                                               uint32_t stream) WEND_NOEXCEPT;
/// The reason why a journal ends before its bytes do, or before its writer ended it; "" without one.
WEND_C_API const char* wend_journal_reader_damage(const wend_journal_reader* reader) WEND_NOEXCEPT;

// Prepared runs

/// A wend_run in three steps, for task graphs whose tasks must not block: wend_prepare, the blocks
/// [0, wend_block_count()) on any threads in any order, each once, and wend_finish when all are done.
typedef struct wend_prepared_run wend_prepared_run;

/// Bytes: the size of the caller's memory for a prepared run, of any alignment.
#define WEND_PREPARED_RUN_BYTES 16384

/// Makes the checks of wend_run and constructs the run in `memory`; allocates nothing. The structs are
/// copied, the streams are not, and the program must not be destroyed before wend_finish. `execution->block`
/// and `grain` set the size of a block; threading is not used. Where agents look at others of the same view,
/// or an input shares the memory of a written stream, it takes one tick (WEND_ONE_TICK_ONLY). `*run` is NULL
/// on failure.
WEND_C_API wend_code wend_prepare(const wend_program* program, const wend_view* view, const wend_ticks* ticks,
                                  const wend_execution* execution, void* memory, size_t bytes,
                                  wend_prepared_run** run, wend_result* result) WEND_NOEXCEPT;
/// 0 if there is nothing to run.
WEND_C_API uint32_t wend_block_count(const wend_prepared_run* run) WEND_NOEXCEPT;
/// Advances the blocks [begin, end) by all ticks on this thread; other threads may run other blocks.
WEND_C_API void wend_run_blocks(const wend_prepared_run* run, uint32_t begin, uint32_t end) WEND_NOEXCEPT;
/// Reports the result after every block was run, and releases the memory: `run` must not be used again.
WEND_C_API wend_code wend_finish(wend_prepared_run* run, wend_result* result) WEND_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
