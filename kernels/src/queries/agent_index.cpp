// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/agent_index.hpp"

#include <algorithm>
#include <cmath>

#include "columns/large_memory.hpp"
#include "columns/selected_agents.hpp"
#include "float_environment.hpp"
#include "out_of_range.hpp"
#include "program/plan.hpp"
#include "queries/candidates.hpp"
#include "queries/cell_search.hpp"
#include "queries/first_found.hpp"
#include "queries/index_data.hpp"
#include "queries/ray_search.hpp"
#include "stage/contract.hpp"
#include "threads/parts.hpp"

namespace wend {

using detail::as_read;
using detail::CellBlock;
using detail::CellSearch;
using detail::FirstFound;
using detail::IndexData;
using detail::IndexedPosition;
using detail::no_slot;
using detail::Query;
using detail::squared_distance;

struct AgentIndex::State {
    State(detail::OwnMemory&& own, std::byte* memory, std::size_t agents)
        : own_memory(std::move(own)), pieces(memory), data(pieces, agents) {}

    detail::OwnMemory own_memory;
    detail::MemoryPieces pieces;
    IndexData data;
};

namespace {

constexpr std::size_t most_agents = (std::size_t{1} << 31) - 1;
/// Queries that are worth a thread.
constexpr std::size_t part_size = 1'024;

Status differ(const char* subject, const char* other, std::size_t size, std::size_t expected) {
    return {.code = Code::length_mismatch,
            .subject = subject,
            .other = other,
            .value = static_cast<double>(size),
            .expected = static_cast<double>(expected)};
}

Status check_agents(std::size_t agents) {
    if (agents <= most_agents) return {};
    return detail::out_of_range("agents", static_cast<double>(agents), 0, static_cast<double>(most_agents));
}

Status full(const char* subject, std::size_t size, std::size_t room) {
    return {.code = Code::full_pool,
            .subject = subject,
            .value = static_cast<double>(size),
            .expected = static_cast<double>(room)};
}

Status check_build(const AgentView& view, const IndexOptions& options, std::size_t room) {
    const StreamSet where_bound =
        stream_set(Stream::id, Stream::body_radius, Stream::groups, Stream::seen_groups);
    if (Status s = detail::check_streams(view, position_streams | (where_bound & view.bound()), 0); !s)
        return s;
    if (Status s = detail::check_range("body_radius", options.body_radius, not_negative); !s) return s;
    if (options.wrap)
        for (const float side :
             {options.wrap->max_x - options.wrap->min_x, options.wrap->max_y - options.wrap->min_y})
            if (!(side > 0 && side <= std::numeric_limits<float>::max()))
                return {.code = Code::empty_rectangle, .subject = "wrap", .value = static_cast<double>(side)};
    return view.size() <= room ? Status{} : full("agents", view.size(), room);
}

std::uint32_t ignored_at(std::span<const std::int32_t> ignored, std::size_t i) {
    return ignored.empty() ? no_slot : static_cast<std::uint32_t>(ignored[i]);
}

/// The queries from the caller's points: row i is that of point i.
class PointQueries {
  public:
    PointQueries(const IndexData& data, const QueryPoints& points) : data_(data), points_(points) {}

    [[nodiscard]] Status check() const {
        const std::size_t count = size();
        if (points_.y.size() != count) return differ("y", "x", points_.y.size(), count);
        if (!points_.ignored.empty() && points_.ignored.size() != count)
            return differ("ignored", "x", points_.ignored.size(), count);
        return {};
    }
    [[nodiscard]] std::size_t size() const { return points_.x.size(); }
    [[nodiscard]] std::size_t row(std::size_t i) const { return i; }
    [[nodiscard]] bool finds_none(std::size_t i) const { return !data_.is_legal(points_.x[i], points_.y[i]); }
    [[nodiscard]] Query operator[](std::size_t i) const {
        return {{as_read(points_.x[i]), as_read(points_.y[i])},
                ignored_at(points_.ignored, i),
                points_.seen_groups};
    }

  private:
    const IndexData& data_;
    const QueryPoints& points_;
};

/// Those of the agents themselves, in the order of cells: rows are slots.
class AgentQueries {
  public:
    explicit AgentQueries(const IndexData& data) : data_(data) {}

    [[nodiscard]] Status check() const { return {}; }
    [[nodiscard]] std::size_t size() const { return data_.view_size; }
    [[nodiscard]] std::size_t row(std::size_t i) const { return data_.slot[i]; }
    [[nodiscard]] bool finds_none(std::size_t i) const { return i >= data_.agents; }
    [[nodiscard]] Query operator[](std::size_t i) const {
        const auto place = static_cast<std::uint32_t>(i);
        return {data_.position(place), data_.slot[place],
                data_.has_seen_groups ? data_.seen_groups[place] : ~0u};
    }

  private:
    const IndexData& data_;
};

/// Calls take(place, squared distance) for the agents [first, last) within a limit, which it may lower.
template <bool wraps, class Take>
void scan(const IndexData& data, const Query& query, std::uint32_t first, std::uint32_t last,
          const float& limit, const Take& take) {
    for (std::uint32_t place = first; place < last; ++place) {
        const float squared = squared_distance<wraps>(data, query.at, data.position(place));
        if (squared <= limit && query.sees(data, place)) take(place, squared);
    }
}

/// Sorts what was found, turns places into slots, and fills up the row.
void finish(const IndexData& data, FirstFound& list, std::span<FoundAgent> row, bool squared) {
    for (FoundAgent& one : list.finish())
        one = {static_cast<std::int32_t>(data.slot[static_cast<std::size_t>(one.slot)]),
               squared ? std::sqrt(one.distance) : one.distance};
    std::fill(row.begin() + static_cast<std::ptrdiff_t>(list.size()), row.end(), FoundAgent{});
}

template <bool wraps>
void find_nearest(const IndexData& data, const Query& query, std::span<FoundAgent> row) {
    FirstFound list(row, {data});
    float limit = std::numeric_limits<float>::infinity();
    const auto take = [&](std::uint32_t place, float squared) {
        list.take({static_cast<std::int32_t>(place), squared});
        if (list.full()) limit = list.last().distance;
    };
    const auto look = [&](std::uint32_t first, std::uint32_t last) {
        scan<wraps>(data, query, first, last, limit, take);
    };
    const CellSearch search(data, query.at);
    // Two agents a cell: a block of that size mostly has enough, and the rest of the circle is searched.
    double cells = std::floor(std::sqrt(static_cast<double>(row.size())) * 0.4);
    CellBlock block = search.around(cells);
    detail::Candidates some;
    search.visit(block, {}, [&](std::uint32_t first, std::uint32_t last) {
        look(some.gather<wraps>(data, query, limit, first, last), last);
    });
    if (some.rank(row)) {
        list.fill_sorted();
        limit = list.last().distance;
    } else {
        some.for_each(take);
    }
    while (!list.full() && !search.are_all(block)) {
        const CellBlock inner = block;
        cells = 2 * cells + 1;
        block = search.around(cells);
        search.visit(block, inner, look);
    }
    if (!search.are_all(block)) search.visit_near(CellSearch::reach_of(limit), block, look);
    finish(data, list, row, true);
}

template <bool wraps, class Take>
void for_each_within(const IndexData& data, const Query& query, float limit, const Take& take) {
    CellSearch(data, query.at)
        .visit_near(CellSearch::reach_of(limit), {}, [&](std::uint32_t first, std::uint32_t last) {
            scan<wraps>(data, query, first, last, limit, take);
        });
}

template <bool wraps>
std::uint64_t count_within(const IndexData& data, const Query& query, float limit) {
    std::uint64_t count = 0;
    const bool sees_all = query.sees_all(data);
    const auto look = [&](std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t place = first; place < last; ++place) {
            const bool near = squared_distance<wraps>(data, query.at, data.position(place)) <= limit;
            count += near && (sees_all || query.sees(data, place)) ? 1 : 0;
        }
    };
    CellSearch(data, query.at).visit_near(CellSearch::reach_of(limit), {}, look);
    return count;
}

/// The nearest within a limit, as many as the row has room for.
template <bool wraps>
void find_within(const IndexData& data, const Query& query, float limit, std::span<FoundAgent> row) {
    FirstFound list(row, {data});
    const auto take = [&](std::uint32_t place, float squared) {
        list.take({static_cast<std::int32_t>(place), squared});
    };
    detail::Candidates some;
    const auto look = [&](std::uint32_t first, std::uint32_t last) {
        scan<wraps>(data, query, some.gather<wraps>(data, query, limit, first, last), last, limit, take);
    };
    CellSearch(data, query.at).visit_near(CellSearch::reach_of(limit), {}, look);
    if (some.rank(row))
        list.fill_sorted();
    else
        some.for_each(take);
    finish(data, list, row, true);
}

/// Calls function(std::bool_constant<whether the world wraps>).
template <class Function>
auto for_world(const IndexData& data, const Function& function) {
    return data.wraps ? function(std::true_type()) : function(std::false_type());
}

/// Calls find(i) for the queries [0, count).
template <class Find>
void for_queries(const Execution& execution, std::size_t count, const Find& find) {
    detail::for_parts(detail::usable_threads(execution), count, part_size,
                      [&](std::size_t first, std::size_t some) {
                          for (std::size_t i = first; i < first + some; ++i) find(i);
                      });
}

Status check_rows(std::size_t rows, std::size_t k, std::span<FoundAgent> found) {
    // Not by a product, which could wrap around.
    const bool fits = k == 0 ? found.empty() : found.size() % k == 0 && found.size() / k == rows;
    return fits ? Status{} : differ("found", "k of each row", found.size(), rows * k);
}

template <class Queries>
Status nearest_of(const IndexData& data, const Queries& queries, std::size_t k, std::span<FoundAgent> found,
                  const Execution& execution) {
    if (Status s = queries.check(); !s) return s;
    if (Status s = check_rows(queries.size(), k, found); !s || k == 0) return s;
    for_world(data, [&](auto wraps) {
        for_queries(execution, queries.size(), [&](std::size_t i) {
            const std::span<FoundAgent> row = found.subspan(queries.row(i) * k, k);
            if (queries.finds_none(i))
                std::ranges::fill(row, FoundAgent{});
            else
                find_nearest<wraps>(data, queries[i], row);
        });
    });
    return {};
}

template <class Queries>
Expected<std::size_t> within_of(const IndexData& data, const Queries& queries, float radius,
                                std::span<std::uint64_t> offsets, std::span<FoundAgent> found,
                                const Execution& execution) {
    if (Status s = queries.check(); !s) return s;
    if (Status s = detail::check_range("radius", radius, not_negative); !s) return s;
    const std::size_t count = queries.size();
    if (offsets.size() != count + 1) return differ("offsets", "rows and one", offsets.size(), count + 1);
    const float limit = radius * radius;
    return for_world(data, [&](auto wraps) -> std::size_t {
        for_queries(execution, count, [&](std::size_t i) {
            offsets[queries.row(i) + 1] =
                queries.finds_none(i) ? 0 : count_within<wraps>(data, queries[i], limit);
        });
        offsets[0] = 0;
        for (std::size_t i = 0; i < count; ++i) offsets[i + 1] += offsets[i];
        for_queries(execution, count, [&](std::size_t i) {
            const std::size_t row = queries.row(i);
            const std::size_t first = std::min<std::size_t>(offsets[row], found.size());
            const std::size_t last = std::min<std::size_t>(offsets[row + 1], found.size());
            if (first != last)
                find_within<wraps>(data, queries[i], limit, found.subspan(first, last - first));
        });
        return offsets[count];
    });
}

Status check_rays(const QueryRays& rays, std::size_t k, std::span<FoundAgent> found) {
    const std::size_t count = rays.from_x.size();
    if (rays.from_y.size() != count) return differ("from_y", "from_x", rays.from_y.size(), count);
    if (rays.to_x.size() != count) return differ("to_x", "from_x", rays.to_x.size(), count);
    if (rays.to_y.size() != count) return differ("to_y", "from_x", rays.to_y.size(), count);
    if (!rays.ignored.empty() && rays.ignored.size() != count)
        return differ("ignored", "from_x", rays.ignored.size(), count);
    if (Status s = detail::check_range("radius", rays.radius, not_negative); !s) return s;
    return check_rows(count, k, found);
}

void find_hits(const IndexData& data, const QueryRays& rays, std::size_t i, std::span<FoundAgent> row) {
    FirstFound list(row, {data});
    const Query query{
        {as_read(rays.from_x[i]), as_read(rays.from_y[i])}, ignored_at(rays.ignored, i), rays.seen_groups};
    const IndexedPosition to{as_read(rays.to_x[i]), as_read(rays.to_y[i])};
    detail::RaySearch(data, query.at, to, rays.radius).visit([&](std::uint32_t place, float distance) {
        if (query.sees(data, place)) list.take({static_cast<std::int32_t>(place), distance});
        return list.full() ? list.last().distance : std::numeric_limits<float>::infinity();
    });
    finish(data, list, row, false);
}

/// Each pair is found by the one with the larger body, or of equal ones by the one that comes first: so one
/// large body does not make all others look far.
template <bool wraps, class Take>
void for_each_contact(const IndexData& data, const Take& take) {
    for (std::uint32_t a = 0; a < data.agents; ++a) {
        const float own = data.radius_of(a);
        const float widest = own + own;
        const Query query{data.position(a), data.slot[a], 0, true};
        for_each_within<wraps>(data, query, widest * widest, [&](std::uint32_t b, float squared) {
            const float other = data.radius_of(b);
            const float sum = own + other;
            if (squared < sum * sum && (other < own || (other == own && a < b))) take(a, b);
        });
    }
}

/// By (id of the first, id of the second); the elements are places while the pairs are found.
struct EarlierContact {
    const IndexData& data;

    bool operator()(const Contact& a, const Contact& b) const {
        const auto id_of = [&](std::int32_t place) { return data.id_of(static_cast<std::uint32_t>(place)); };
        return a.first != b.first ? id_of(a.first) < id_of(b.first) : id_of(a.second) < id_of(b.second);
    }
};

}  // namespace

std::size_t AgentIndex::memory_size(std::size_t agents) noexcept {
    if (agents > most_agents) return 0;
    detail::MemoryPieces memory(nullptr);
    (void)IndexData(memory, agents);
    return memory.block_size();
}

Expected<AgentIndex> AgentIndex::create(std::size_t agents) {
    if (Status s = check_agents(agents); !s) return s;
    detail::OwnMemory own(memory_size(agents));
    std::byte* const memory = detail::aligned_begin(own.bytes());
    return AgentIndex(std::make_shared<State>(std::move(own), memory, agents));
}

Expected<AgentIndex> AgentIndex::create(std::size_t agents, std::span<std::byte> memory) {
    if (Status s = check_agents(agents); !s) return s;
    if (memory.size() < memory_size(agents)) return full("memory", memory_size(agents), memory.size());
    return AgentIndex(std::make_shared<State>(detail::OwnMemory(), detail::aligned_begin(memory), agents));
}

Expected<std::size_t> AgentIndex::build(const AgentView& agents, const IndexOptions& options) noexcept {
    return detail::in_default_float_environment([&]() -> Expected<std::size_t> {
        if (Status s = check_build(agents, options, state_->data.capacity()); !s) return s;
        return state_->data.build(agents, options);
    });
}

Status AgentIndex::nearest(const QueryPoints& points, std::size_t k, std::span<FoundAgent> found,
                           const Execution& execution) const noexcept {
    return nearest_of(state_->data, PointQueries(state_->data, points), k, found, execution);
}
Status AgentIndex::nearest(std::size_t k, std::span<FoundAgent> found,
                           const Execution& execution) const noexcept {
    return nearest_of(state_->data, AgentQueries(state_->data), k, found, execution);
}

Expected<std::size_t> AgentIndex::within(const QueryPoints& points, float radius,
                                         std::span<std::uint64_t> offsets, std::span<FoundAgent> found,
                                         const Execution& execution) const noexcept {
    return detail::in_default_float_environment([&] {
        return within_of(state_->data, PointQueries(state_->data, points), radius, offsets, found, execution);
    });
}
Expected<std::size_t> AgentIndex::within(float radius, std::span<std::uint64_t> offsets,
                                         std::span<FoundAgent> found,
                                         const Execution& execution) const noexcept {
    return detail::in_default_float_environment([&] {
        return within_of(state_->data, AgentQueries(state_->data), radius, offsets, found, execution);
    });
}

Status AgentIndex::cast(const QueryRays& rays, std::size_t k, std::span<FoundAgent> found,
                        const Execution& execution) const noexcept {
    return detail::in_default_float_environment([&]() -> Status {
        if (Status s = check_rays(rays, k, found); !s || k == 0) return s;
        for_queries(execution, rays.from_x.size(), [&](std::size_t i) {
            const std::span<FoundAgent> row = found.subspan(i * k, k);
            if (detail::is_legal_position(rays.from_x[i], rays.from_y[i]) &&
                detail::is_legal_position(rays.to_x[i], rays.to_y[i]))
                find_hits(state_->data, rays, i, row);
            else
                std::ranges::fill(row, FoundAgent{});
        });
        return {};
    });
}

std::size_t AgentIndex::contacts(std::span<Contact> pairs) const noexcept {
    return detail::in_default_float_environment([&] {
        const IndexData& data = state_->data;
        detail::FirstOf<Contact, EarlierContact> list(pairs, {data});
        std::size_t count = 0;
        const auto take = [&](std::uint32_t a, std::uint32_t b) {
            if (data.id_of(b) < data.id_of(a)) std::swap(a, b);
            list.take({static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)});
            ++count;
        };
        for_world(data, [&](auto wraps) { for_each_contact<wraps>(data, take); });
        for (Contact& one : list.finish())
            one = {static_cast<std::int32_t>(data.slot[static_cast<std::size_t>(one.first)]),
                   static_cast<std::int32_t>(data.slot[static_cast<std::size_t>(one.second)])};
        return count;
    });
}

std::size_t AgentIndex::view_size() const noexcept { return state_->data.view_size; }
std::size_t AgentIndex::size() const noexcept { return state_->data.agents; }

}  // namespace wend
