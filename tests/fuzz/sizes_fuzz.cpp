// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any size, count, index and number that a caller hands over, over the whole range of its type: the
// documented result, a status, or std::bad_alloc that changes nothing. Memory is limited to a few hundred
// kilobytes.
#include <sanitizer/asan_interface.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "fuzz/allocation_limit.hpp"
#include "fuzz/reader.hpp"
#include "fuzz/require.hpp"
#include "wend/wend.hpp"

namespace {

using namespace wend;
using wend::fuzz::AllocationLimit;
using wend::fuzz::read_points;
using wend::fuzz::Reader;
using wend::fuzz::require;

constexpr std::size_t most_bytes = std::size_t{256} << 10;

/// Whether the call ran within the limit; std::bad_alloc is the one exception that is legal.
template <class Call>
bool within_limit(Call&& call) {
    const AllocationLimit limit(most_bytes);
    try {
        call();
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

std::vector<std::uint32_t> ids_of(AgentBuffer& buffer) {
    const auto ids = buffer.get<Stream::id>();
    return {ids.begin(), ids.end()};
}

/// Every byte of every stream is the buffer's.
void check_memory(AgentBuffer& buffer) {
    const AgentView view = buffer.view();
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        if (!view.has(stream)) continue;
        const Column& column = view.column(stream);
        require(column.count == buffer.size(), "every stream of a buffer has its size");
        require(__asan_region_is_poisoned(column.data, column.count * size_of(column.element)) == nullptr,
                "a buffer has memory for its agents");
    }
}

void try_buffer(Reader& reader) {
    std::vector<Stream> streams;
    for (unsigned left = reader.below(6); left > 0; --left)
        streams.push_back(static_cast<Stream>(reader.below(stream_count + 2)));
    AgentBuffer buffer(streams);
    std::vector<std::uint32_t> ids;  // by slot
    std::uint32_t next_id = 0;
    for (int left = 24; left > 0 && !reader.done(); --left) {
        const std::size_t capacity = buffer.capacity();
        const std::size_t number = reader.size();
        switch (reader.below(4)) {
            case 0:
                if (within_limit([&] { buffer.reserve(number); }))
                    require(buffer.capacity() == std::max(capacity, number), "reserve makes room");
                else
                    require(buffer.capacity() == capacity, "a reserve that fails changes nothing");
                break;
            case 1:
                if (!within_limit([&] { buffer.spawn(number); })) break;
                for (std::size_t i = 0; i < number; ++i) ids.push_back(next_id++);
                break;
            case 2:
                buffer.remove(number);
                if (number >= ids.size()) break;
                ids[number] = ids.back();
                ids.pop_back();
                break;
            default:
                if (!reader.chance(8)) break;
                AgentBuffer taken(std::move(buffer));
                buffer.reserve(number);
                buffer.remove(number);
                require(buffer.spawn(number) == 0 && buffer.size() == 0 && buffer.capacity() == 0,
                        "a buffer that was moved from stays empty");
                buffer = std::move(taken);
        }
        require(buffer.size() == ids.size() && buffer.size() <= buffer.capacity(), "a buffer's size");
        require(ids_of(buffer) == ids, "slots are dense, and an agent keeps its id");
    }
    check_memory(buffer);
}

/// Programs of every need: draws, paths, and agents that look at each other.
const Program& program_of(unsigned number) {
    static const auto paths = *PathSetBuilder().add(std::vector<Point>{{0, 0}, {8, 0}, {8, 8}}).build();
    static const Program programs[] = {
        *Program::build({Wander{}, Locomotion{.max_force = 4.0f, .max_speed = 2.0f, .mass = 1.0f}}),
        *Program::build({WaypointAdvance{.paths = paths}}),
        *Program::build({Pursue{.quarry = Quarry::agent}, Locomotion{}}),
    };
    return programs[number % std::size(programs)];
}

AgentBuffer buffer_for(const Program& program, std::size_t agents, bool with_outputs) {
    std::vector<Stream> streams;
    for (const StreamUse& use : program.streams()) streams.push_back(use.stream);
    if (with_outputs) streams.insert(streams.end(), program.outputs().begin(), program.outputs().end());
    AgentBuffer buffer(streams);
    buffer.spawn(agents);
    for (std::size_t slot = 0; slot < agents; ++slot) {
        const auto value = static_cast<float>(slot % 16) - 8;
        if (buffer.has(Stream::position_x)) buffer.get<Stream::position_x>()[slot] = value;
        if (buffer.has(Stream::velocity_y)) buffer.get<Stream::velocity_y>()[slot] = value / 4;
        if (buffer.has(Stream::max_speed)) buffer.get<Stream::max_speed>()[slot] = 2;
        if (buffer.has(Stream::max_force)) buffer.get<Stream::max_force>()[slot] = 4;
        if (buffer.has(Stream::speed)) buffer.get<Stream::speed>()[slot] = value;
    }
    return buffer;
}

/// Columns that claim any length, and any part of them.
void try_view(Reader& reader) {
    const Program& program = program_of(reader.below(3));
    const std::size_t agents = reader.below(200);
    AgentBuffer buffer = buffer_for(program, agents, reader.chance(2));
    const AgentView whole = buffer.view();
    AgentView view(reader.word<std::uint32_t>());
    const std::size_t all_claim = reader.size();
    const bool same_claim = reader.chance(4);
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        if (!whole.has(stream)) continue;
        Column column = whole.column(stream);
        if (same_claim)
            column.count = all_claim;
        else if (reader.chance(8))
            column.count = reader.size();
        require(view.bind(stream, column).ok(), "a stream binds under its own element type");
    }
    for (unsigned left = reader.below(3); left > 0; --left) {
        const std::size_t begin = reader.size();
        const std::size_t count = reader.size();
        const AgentView part = view.slice(begin, count);
        if (view.size() <= agents) {
            require(part.size() == std::min(count, view.size() - std::min(begin, view.size())),
                    "a slice has what there is of its range");
            require(part.first_id() == view.first_id() + static_cast<std::uint32_t>(begin),
                    "a slice's agents keep their ids");
        }
        view = part;
    }

    // A length that is no multiple of the truth but fits memory cannot be told from it.
    bool mismatch = false;
    bool too_long = false;
    bool claims_memory = false;
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        if (!view.has(stream)) continue;
        const Column& column = view.column(stream);
        constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
        mismatch = mismatch || column.count != view.size();
        too_long = too_long || column.count > most / size_of(column.element);
        const auto* const begin = static_cast<const std::byte*>(whole.column(stream).data);
        const auto* const data = static_cast<const std::byte*>(column.data);
        claims_memory = claims_memory || column.count > agents ||
                        (column.count > 0 && data + column.count * size_of(column.element) >
                                                 begin + agents * size_of(column.element));
    }
    const bool refused = mismatch || too_long;
    if (claims_memory && !refused) return;

    const Ticks ticks{.dt = 0.25f,
                      .count = view.size() == 0 ? reader.word<std::uint32_t>() : reader.below(4),
                      .first_tick = reader.word<std::uint64_t>(),
                      .seed = reader.word<std::uint64_t>()};
    const Execution serial{.threading = Threading::serial};
    const Result checked = validate(program, view, ticks, serial);
    const Result result = run(program, view, ticks, serial);
    require(result.status.code == checked.status.code, "run refuses what validate refuses");
    if (refused) require(!result.status.ok(), "lengths that differ or fit no memory are refused");
    if (!message(result.status).empty() && !refused) static_cast<void>(state_hash(program, view));
}

void backwards(void*, std::uint32_t count, void (*body)(void*, std::uint32_t, std::uint32_t), void* context) {
    while (count > 0) {
        body(context, count - 1, count);
        --count;
    }
}

/// How a call is carried out changes no bit, whatever the numbers.
void try_execution(Reader& reader) {
    const Program& program = program_of(reader.below(3));
    const std::size_t agents = reader.chance(4) ? 600 : reader.below(130);
    const bool with_outputs = reader.chance(2);
    AgentBuffer buffer = buffer_for(program, agents, with_outputs);
    AgentBuffer expected = buffer_for(program, agents, with_outputs);
    Ticks ticks{.dt = 0.25f,
                .count = agents == 0 ? reader.word<std::uint32_t>() : reader.below(5),
                .first_tick = reader.word<std::uint64_t>(),
                .seed = reader.word<std::uint64_t>()};
    Execution execution;
    execution.threading = reader.chance(8)   ? Threading::tbb
                          : reader.chance(2) ? Threading::callback
                                             : Threading::serial;
    execution.max_threads = reader.word<std::uint32_t>();
    execution.block = reader.word<std::uint32_t>();
    execution.grain = reader.word<std::uint32_t>();
    execution.ticks_per_pass = reader.word<std::uint32_t>();
    execution.jobs.parallel_for = backwards;
    const Result result = run(program, buffer.view(), ticks, execution);
    const Result wanted =
        run(program, expected.view(), ticks, {.isa = Isa::reference, .threading = Threading::serial});
    require(result.status.ok() && wanted.status.ok(), "no number of an execution is refused");
    require(result.faults == wanted.faults, "the same faults");
    require(state_hash(program, buffer.view()) == state_hash(program, expected.view()), "the same state");
    Clock clock{.dt = 0.25f, .tick = reader.word<std::uint64_t>()};
    const std::uint64_t first = clock.tick;
    ticks = clock.next(reader.word<std::uint32_t>());
    require(clock.tick == first + ticks.count, "a clock counts modulo 2^64");
}

/// Numbers of paths, nodes, points and segments: those below their counts, and all others, which give zeros.
void ask(const PathSet& set, std::size_t path, std::uint32_t number, std::size_t point, double s) {
    const bool known = path < set.size();
    const std::uint32_t nodes = known ? set.node_count(path) : 0;
    require(known || (set.node_count(path) == 0 && !set.closed(path)), "an unknown path has no node");
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong}) {
        require(set.segment_count(path, mode) <= nodes, "no more segments than nodes");
        const double length = set.length(path, mode);
        require(length >= 0 && (nodes != 0 || length == 0), "an unknown path has no length");
        const PathLocation at = set.locate(path, s, mode);
        require(at.segment == 0 || at.segment < set.segment_count(path, mode), "a segment of the path");
        static_cast<void>(set.at(path, at));
    }
    const Point node = set.node(path, number);
    const Point beyond = set.at(path, {number, s});
    const bool zeros = set.segment_length(path, number) == 0 && set.segment_offset(path, number) == 0 &&
                       node.x == 0 && node.y == 0;
    require(number < nodes || zeros, "an unknown node is at the origin");
    require(number < nodes || !std::isfinite(s) || (beyond.x == 0 && beyond.y == 0), "and so is a place");
    require(number <= nodes || set.segment_start(path, number) == 0, "an unknown segment starts at 0");
    require(set.node_of(path, point) < std::max(nodes, 1u), "a node of the path");
}

/// Equal but for the rounding to float, and for points that are merged.
bool is_near(Point a, Point b) {
    const auto same = [](double x, double y) { return std::abs(x - y) <= 1e-6 * std::abs(y) + 0x1p-59; };
    return same(a.x, b.x) && same(a.y, b.y);
}

void try_paths(Reader& reader) {
    PathSetBuilder builder;
    if (reader.chance(8)) static_cast<void>(PathSetBuilder(std::move(builder)));
    std::vector<std::vector<Point>> added;
    for (unsigned left = reader.below(6); left > 0; --left) {
        std::vector<Point> points = read_points(reader, 12);
        if (reader.chance(8) && !points.empty())
            points.resize(reader.below(2) == 0 ? 3000 : 40'000, points.back());
        std::vector<float> offsets(reader.chance(4) ? reader.below(24) : 0, 0.5f);
        const bool closed = reader.chance(2);
        const std::size_t bytes = reader.chance(4) ? reader.word<std::uint16_t>() : most_bytes;
        try {
            const AllocationLimit limit(bytes);
            builder.add(points, closed, offsets);
        } catch (const std::bad_alloc&) {
            continue;  // nothing was added
        }
        added.push_back(std::move(points));
    }
    std::optional<Expected<PathSet>> built;
    if (!within_limit([&] { built.emplace(builder.build()); })) built.emplace(builder.build());
    if (!*built) return;
    const PathSet& set = **built;
    require(set.size() == added.size(), "a path for each add that did not throw");
    for (std::size_t path = 0; path < added.size(); ++path) {
        const std::size_t last = added[path].size() - 1;
        require(is_near(set.node(path, set.node_of(path, last)), added[path][last]),
                "a path has its own points");
        require(set.node_of(path, last + 1) == 0, "and no others");
    }
    for (int left = 24; left > 0 && !reader.done(); --left) {
        const std::size_t path = reader.chance(2) ? reader.below(6) : reader.size();
        ask(set, path, reader.word<std::uint32_t>(), reader.size(), reader.number());
    }
}

void try_plan(Reader& reader) {
    Approach approach;
    const auto positive = [&] { return static_cast<float>(std::abs(reader.number())); };
    if (reader.chance(2)) approach.min_step = positive();
    if (reader.chance(2)) approach.max_step = positive();
    if (reader.chance(2)) approach.step_fraction = positive();
    if (reader.chance(2)) approach.step_jitter = positive() / 64;
    const Point start{reader.number(), reader.number()};
    const Point target{reader.number(), reader.number()};
    const auto most = reader.word<std::uint32_t>();
    within_limit([&] {
        const auto plan = plan_approach(approach, start, target, reader.word<std::uint64_t>(),
                                        reader.word<std::uint32_t>(), reader.word<std::uint32_t>(), most);
        if (plan)
            require(!plan->points.empty() && plan->points.size() <= most, "no more points than asked for");
        else
            require(!message(plan.status()).empty(), "a refusal has a message");
    });
}

void try_curve(Reader& reader) {
    const std::vector<Point> points = read_points(reader, 12);
    const double tolerance = std::abs(reader.number());
    const bool closed = reader.chance(2);
    within_limit([&] {
        const auto flat = [&]() -> Expected<std::vector<Point>> {
            switch (reader.below(3)) {
                case 0: return flatten(CatmullRom{points, closed, reader.number() / 32}, tolerance);
                case 1: return flatten(QuadraticBeziers{points, closed}, tolerance);
                default: return flatten(CubicBeziers{points, closed}, tolerance);
            }
        }();
        require(!flat || (!flat->empty() && flat->size() <= max_curve_points), "at most max_curve_points");
    });
}

void try_random(Reader& reader) {
    const auto seed = reader.word<std::uint64_t>();
    const auto number = reader.word<std::uint64_t>();
    const std::uint32_t why =
        purpose(static_cast<Purpose>(reader.word<std::uint32_t>()), reader.word<std::uint32_t>());
    const float unit = random_unit(random_bits(seed, reader.word<std::uint32_t>(), number, why));
    require(unit >= 0 && unit < 1, "a unit is in [0, 1)");
    std::uint32_t counter[4];
    std::uint32_t key[4];
    for (std::uint32_t& each : counter) each = reader.word<std::uint32_t>();
    for (std::uint32_t& each : key) each = reader.word<std::uint32_t>();
    static_cast<void>(threefry4x32_13(counter, key));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Reader reader(data, size);
    constexpr void (*tries[])(Reader&) = {try_buffer, try_view,  try_execution, try_paths,
                                          try_plan,   try_curve, try_random};
    tries[reader.below(std::size(tries))](reader);
    return 0;
}
