// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/verify/hard_agents.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "bench/populations/stream_recipes.hpp"
#include "wend/stage.hpp"

namespace wend::verify {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float smallest_read = 0x1p-60f;  // smaller magnitudes are read and stored as +0

// Legal components that are hard on arithmetic.
constexpr std::array special_components{
    0.0f,           -0.0f,           1e-45f,    -1e-45f,  1.1754944e-38f, -1e-39f,     smallest_read,
    -smallest_read, 0x1.fffffep-61f, -0x1p-61f, 0x1p-59f, 1e-19f,         1e-10f,      -1e-10f,
    1.0f,           -1.0f,           256.0f,    -256.0f,  1e10f,          -1e10f,      0x1.fffffep28f,
    0x1.2p29f,      1e15f,           1e18f,     -1e18f,   3.1415927f,     -3.1415927f, 0x1.fffffep7f,
    -0x1.000002p8f, 6.2831855f};
constexpr std::array illegal_components{nan, -nan, infinity, -infinity, 2e18f, -1.1e18f, 3e38f};

// The key of a stream's values: the number of an early one, otherwise the hash of its name. It is not the
// enumerator, so that a new stream changes no population and no golden hash.
std::uint64_t key_of(Stream stream) {
    const std::size_t number = bench::number_of(stream);
    if (number <= bench::number_of(Stream::wander_angle)) return number;
    std::uint64_t key = 0xcbf29ce484222325u;  // FNV-1a
    for (const char letter : name(stream)) key = (key ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    return key;
}

/// Outputs that no stage reads: no value in them is a fault.
constexpr StreamSet pure_outputs = []<std::size_t... k>(std::index_sequence<k...>) {
    StreamUses uses;
    (uses.add(all_streams<std::variant_alternative_t<k, Stage>>()), ...);
    return uses.output & ~(uses.read | uses.written | uses.stream_or_value | uses.where_bound);
}
(std::make_index_sequence<stage_kind_count>());

bool is_output(Stream stream) { return (pure_outputs & stream_set(stream)) != 0; }

/// One agent of a population, and its random numbers.
struct Agent {
    Population& all;
    std::uint64_t seed;
    std::size_t slot;
    const PathsInUse& in_use;

    [[nodiscard]] std::uint64_t bits(Stream stream) const { return bits_of(seed, key_of(stream), slot); }
    [[nodiscard]] std::uint64_t choice(std::uint64_t number) const {
        return bits_of(seed, 100 + number, slot);
    }
    [[nodiscard]] auto one_of(const auto& values, std::uint64_t number) const {
        return values[choice(number) % std::size(values)];
    }
    [[nodiscard]] float special(std::uint64_t number) const { return one_of(special_components, number); }

    template <Stream S>
    [[nodiscard]] element_t<S> get() const {
        return all.get<S>(slot);
    }
    /// Where the population has the stream.
    template <Stream S>
    void put(element_t<S> value) const {
        if (all.has(S)) all.set<S>(slot, value);
    }
    template <Stream X, Stream Y>
    void put(element_t<X> x, element_t<Y> y) const {
        put<X>(x);
        put<Y>(y);
    }
};

/// The state of approach and of swept path following, about the agent's position.
void put_about_position(const Agent& agent) {
    const auto around = [&](Stream of, float position) {
        return agent.bits(Stream::walk_x) % 4 == 0 ? position + signed_value(agent.bits(of), 8) : position;
    };
    if (!agent.all.has(Stream::walk_x) && !agent.all.has(Stream::previous_x)) return;
    const float x = agent.get<Stream::position_x>();
    const float y = agent.get<Stream::position_y>();
    if (agent.all.has(Stream::walk_x)) {
        agent.put<Stream::speed>(unsigned_value(agent.bits(Stream::speed), 8));
        agent.put<Stream::walk_x, Stream::walk_y>(around(Stream::walk_x, x), around(Stream::walk_y, y));
    }
    if (!agent.all.has(Stream::previous_x)) return;
    if (agent.all.has(Stream::step_x))
        agent.put<Stream::previous_x, Stream::previous_y>(x - agent.get<Stream::step_x>(),
                                                          y - agent.get<Stream::step_y>());
    else if (agent.choice(40) % 8 == 0)
        agent.put<Stream::previous_x, Stream::previous_y>(0, 0);  // not known
    else
        agent.put<Stream::previous_x, Stream::previous_y>(around(Stream::previous_x, x),
                                                          around(Stream::previous_y, y));
}

void put_place_on_path(const Agent& agent) {
    const PathSet& paths = *agent.in_use.paths;
    const auto path = static_cast<std::uint32_t>(agent.bits(Stream::path) % paths.size());
    agent.put<Stream::path>(static_cast<std::int32_t>(path));
    const std::uint64_t node = agent.bits(Stream::node);
    const std::uint32_t corner = agent.in_use.corridors ? static_cast<std::uint32_t>(node >> 62) << 30 : 0;
    agent.put<Stream::node>(static_cast<std::uint32_t>(node % paths.node_count(path)) | corner);
    if (!agent.all.has(Stream::segment)) return;
    const auto segment = static_cast<std::uint32_t>(agent.bits(Stream::segment) %
                                                    paths.segment_count(path, agent.in_use.mode));
    const float share = unsigned_value(agent.bits(Stream::segment_distance), 1);
    agent.put<Stream::segment, Stream::segment_distance>(
        segment, static_cast<double>(paths.segment_length(path, segment)) * static_cast<double>(share));
}

void make_ordinary(const Agent& agent) {
    for (const Stream stream : agent.all.streams()) {
        const std::uint64_t drawn = agent.bits(stream);
        if (bench::is_drawn(stream)) {
            // Outputs start with values that no behaviour computes, so that a missing write shows.
            const auto [low, high] = bench::recipe_of(stream).tests;
            agent.all.set_number(stream, agent.slot,
                                 is_output(stream) ? 0.875f : low + unsigned_value(drawn, high - low));
        } else if (is_slot_stream(stream)) {
            const std::int32_t other =
                drawn % 8 == 0 ? -1 : static_cast<std::int32_t>((drawn >> 8) % agent.all.size());
            agent.all.set_bytes(stream, agent.slot, &other);
        }
    }
    agent.put<Stream::heading_x, Stream::heading_y>(0.625f, -0.375f);
    agent.put<Stream::path_distance>(-1.5);
    agent.put<Stream::arrived, Stream::finished>(7u, 0u);
    agent.put<Stream::id>(static_cast<std::uint32_t>(agent.slot));
    agent.put<Stream::direction>(agent.bits(Stream::direction) & 1 ? 1 : -1);
    agent.put<Stream::decision>(static_cast<std::uint32_t>(agent.bits(Stream::decision) % 5));
    // One of eight groups, and two that are seen.
    const auto two_bits = [](std::uint64_t drawn) {
        return static_cast<std::uint32_t>(1u << drawn % 8 | 1u << (drawn >> 8) % 8);
    };
    agent.put<Stream::groups, Stream::seen_groups>(two_bits(agent.bits(Stream::groups)),
                                                   two_bits(agent.bits(Stream::seen_groups)));
    // At its own target, at the one of the program cases, or on its way.
    const bool has_target = agent.all.has(Stream::target_x);
    const std::uint32_t own =
        has_target ? settled_at(agent.get<Stream::target_x>(), agent.get<Stream::target_y>()) : 1;
    const std::array settled{std::uint32_t{0}, own, settled_at(case_target.x, case_target.y)};
    agent.put<Stream::settled>(settled[agent.bits(Stream::settled) % settled.size()]);
    agent.put<Stream::stages>(static_cast<std::uint32_t>(agent.bits(Stream::stages) | 1u << 31));
    put_about_position(agent);
    if (agent.all.has(Stream::path)) put_place_on_path(agent);
}

/// Gives one of these streams, if the population has it, a special value: by the choices `number` and
/// `number` + 1.
void put_special(const Agent& agent, std::span<const Stream> streams, std::uint64_t number) {
    const Stream stream = agent.one_of(streams, number);
    const float value = agent.special(number + 1);
    if (agent.all.has(stream))
        agent.all.set_number(stream, agent.slot, stream == Stream::speed ? std::abs(value) : value);
}

/// Limits of an agent's own for stages with neighbours, at the ends of their ranges and between.
void put_own_limits(const Agent& agent) {
    const auto legal = [&](std::uint64_t number, const Range& range) {
        return std::clamp(std::abs(agent.special(number)), range.low, range.high);
    };
    agent.put<Stream::neighbour_horizon>(legal(45, avoidance_horizon));
    agent.put<Stream::neighbour_radius>(legal(46, not_negative));
    agent.put<Stream::neighbour_weight>(legal(47, own_weight));
}

void make_special(const Agent& agent) {
    const std::uint64_t kind = agent.choice(0) % 6;
    const auto slot = static_cast<std::int32_t>(agent.slot);
    const bool on_waypoints = agent.all.has(Stream::segment);
    if (kind == 0)  // at rest
        agent.put<Stream::velocity_x, Stream::velocity_y>(0.0f, agent.choice(1) & 1 ? -0.0f : 1e-30f);
    if (kind == 1 && agent.all.has(Stream::target_x))  // at its target
        agent.put<Stream::target_x, Stream::target_y>(agent.get<Stream::position_x>(),
                                                      agent.get<Stream::position_y>());
    if (kind == 2) agent.put<Stream::wander_angle>(agent.special(2));
    if (kind == 3) {  // limits at their ends
        agent.put<Stream::max_force, Stream::max_speed>(std::abs(agent.special(3)),
                                                        std::abs(agent.special(4)));
        agent.put<Stream::mass>(std::max(std::abs(agent.special(5)), smallest_read));
    }
    if (kind == 4) {
        agent.put<Stream::position_x, Stream::position_y>(agent.special(6), agent.special(7));
        agent.put<Stream::velocity_x, Stream::velocity_y>(agent.special(8), agent.special(9));
    }
    constexpr std::array any{Stream::position_x, Stream::position_y, Stream::velocity_x,  Stream::velocity_y,
                             Stream::target_x,   Stream::target_y,   Stream::wander_angle};
    constexpr std::array of_decisions{Stream::previous_x,
                                      Stream::previous_y,
                                      Stream::seconds_left,
                                      Stream::speed,
                                      Stream::step_x,
                                      Stream::step_y,
                                      Stream::walk_x,
                                      Stream::walk_y,
                                      Stream::target_velocity_x,
                                      Stream::target_velocity_y};
    constexpr std::array of_offset_pursuit{Stream::offset_x, Stream::offset_y};
    constexpr std::array of_interpose{Stream::other_target_x, Stream::other_target_y,
                                      Stream::other_target_velocity_x, Stream::other_target_velocity_y};
    constexpr std::array of_turns{Stream::angular_velocity, Stream::orientation, Stream::target_orientation};
    if (kind == 5) put_special(agent, any, 10);
    if (agent.choice(15) % 3 == 0 && !on_waypoints) put_special(agent, of_decisions, 16);
    if (agent.choice(32) % 3 == 0) put_special(agent, of_offset_pursuit, 33);
    if (agent.choice(35) % 3 == 0) put_special(agent, of_interpose, 36);
    if (agent.choice(41) % 3 == 0) put_special(agent, of_turns, 42);
    if (agent.choice(44) % 3 == 0) put_own_limits(agent);
    if (agent.choice(18) % 5 == 0) agent.put<Stream::decision>(0xffffffffu);
    if (agent.choice(19) % 5 == 0) agent.put<Stream::target_agent>(slot);
    if (agent.choice(38) % 5 == 0) agent.put<Stream::other_agent>(slot);
    if (kind == 0) agent.put<Stream::path>(-1);
    if (!agent.all.has(Stream::path) || !on_waypoints) return;
    if (kind == 1) {
        const double length = static_cast<double>(agent.in_use.paths->segment_length(
            static_cast<std::size_t>(agent.get<Stream::path>()), agent.get<Stream::segment>()));
        agent.put<Stream::segment_distance>(agent.one_of(
            std::array{0.0, -0.0, length, std::nextafter(length, 0.0), std::nextafter(length, 1e300), -length,
                       3.5 * length, -0x1p-1074, -1e-300, 1e18, -1e18, -17.25},
            12));
    }
    if (kind >= 2) {
        constexpr std::array steps{64.0f, -64.0f, 1e3f,  -1e3f,  1e5f,  -1e5f,
                                   1e7f,  -1e7f,  1e12f, -1e15f, 1e18f, -1e18f};
        agent.put<Stream::speed>(kind == 2 ? agent.special(13) : agent.one_of(steps, 14));
    }
}

void make_faulty(const Agent& agent) {
    std::vector<Stream> streams = agent.all.streams();
    std::erase_if(streams, is_output);
    // Where agents are looked at, four of the draws spoil nothing: older golden hashes count the copies of
    // the tick's start that the streams held.
    if (std::ranges::any_of(streams, is_slot_stream)) {
        const auto after = std::ranges::find_if(
            streams, [](Stream s) { return s == Stream::step_x || s == Stream::target_agent; });
        streams.insert(after, 4, Stream::id);
    }
    const Stream stream = agent.one_of(streams, 20);
    const auto put_one_of = [&](const auto& values) {
        const auto value = agent.one_of(values, 21);
        // Not set_bytes: GCC 12 for AArch64 sees 8 bytes copied there.
        std::memcpy(agent.all.data(stream) + agent.slot * sizeof value, &value, sizeof value);
    };
    const auto put_beyond = [&](std::uint32_t count) {
        put_one_of(std::array{count, count + 7, 0x80000000u, 0xffffffffu});
    };
    const auto put_no_slot = [&](std::size_t count) {
        using Limits = std::numeric_limits<std::int32_t>;
        put_one_of(std::array{-2, static_cast<std::int32_t>(count), Limits::max(), Limits::min()});
    };
    const PathSet* const paths = agent.in_use.paths;
    const bool on_path = agent.all.has(Stream::path) && agent.get<Stream::path>() >= 0;
    const std::size_t path = on_path ? static_cast<std::size_t>(agent.get<Stream::path>()) : 0;
    switch (stream) {
        case Stream::direction: return put_one_of(std::array{0, 2, -7});
        case Stream::mass: return put_one_of(std::array{0.0f, -0.0f, -1.0f, 1e-30f, nan, infinity});
        case Stream::max_force:
        case Stream::max_speed:
        case Stream::neighbour_horizon:
        case Stream::neighbour_radius:
        case Stream::neighbour_weight: return put_one_of(std::array{-1.0f, nan, infinity, 2e18f});
        case Stream::path: return put_no_slot(paths->size());
        case Stream::segment:
            if (on_path) put_beyond(paths->segment_count(path, agent.in_use.mode));
            return;
        case Stream::node:
            if (on_path) put_beyond(paths->node_count(path));
            return;
        case Stream::segment_distance:
        case Stream::seconds_left:
            return put_one_of(std::array{static_cast<double>(nan), static_cast<double>(infinity),
                                         -static_cast<double>(infinity), 2e18, -1e300});
        default:
            if (is_slot_stream(stream)) return put_no_slot(agent.all.size());
            if (info(stream).element == ElementType::f32) put_one_of(illegal_components);
    }
}

PathSet build(PathSetBuilder& builder) {
    auto paths = builder.build();
    if (!paths) throw std::runtime_error(message(paths.status()));
    return *paths;
}

}  // namespace

std::uint64_t bits_of(std::uint64_t seed, std::uint64_t what, std::uint64_t index) noexcept {
    std::uint64_t bits =
        seed * 0x9E3779B97F4A7C15u ^ what * 0xD1B54A32D192ED03u ^ (index + 1) * 0x8CB92BA72F3D8DD7u;
    for (int round = 0; round < 2; ++round) {  // SplitMix64's finaliser
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
        bits ^= bits >> 31;
    }
    return bits;
}

float signed_value(std::uint64_t bits, float scale) noexcept {
    return static_cast<float>(static_cast<std::int32_t>(bits >> 40) - (1 << 23)) * 0x1p-23f * scale;
}

float unsigned_value(std::uint64_t bits, float scale) noexcept {
    return static_cast<float>(static_cast<std::int32_t>(bits >> 40)) * 0x1p-24f * scale;
}

void fill(Population& population, std::uint64_t seed, Values values, const PathsInUse& paths) {
    if (population.has(Stream::path) && paths.paths == nullptr)
        throw std::invalid_argument("path streams need a path set");
    for (std::size_t slot = 0; slot < population.size(); ++slot) {
        const Agent agent{population, seed, slot, paths};
        make_ordinary(agent);
        if (values == Values::ordinary) continue;
        if (agent.choice(30) % 3 == 0) make_special(agent);
        if (values == Values::faulty && agent.choice(31) % 8 == 0) make_faulty(agent);
    }
}

std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[bits_of(seed, 200, i) % i]);
    return order;
}

void shuffle_ids(Population& population, std::uint64_t seed) {
    const std::vector<std::size_t> order = shuffled(population.size(), seed);
    for (std::size_t slot = 0; slot < population.size(); ++slot)
        population.set<Stream::id>(slot, static_cast<std::uint32_t>(order[slot]));
}

PathSet make_paths(std::uint64_t seed, bool with_offsets) {
    constexpr std::array spacings{0x1p-20, 0x1p-4, 1.0, 64.0, 4096.0, 0x1p20};
    constexpr std::array node_counts{2, 3, 5, 50, 17, 9, 300};
    PathSetBuilder builder;
    for (std::uint64_t path = 0; path < 48; ++path) {
        const double spacing = spacings[path % spacings.size()];
        const double origin = path % 4 == 3 ? 65536.0 : 0.0;
        std::vector<Point> points(static_cast<std::size_t>(node_counts[path % node_counts.size()]));
        for (std::size_t node = 0; node < points.size(); ++node) {
            const auto coordinate = [&](std::uint64_t what) {
                return origin + spacing * (static_cast<double>(node) +
                                           static_cast<double>(
                                               signed_value(bits_of(seed, 1000 + 2 * path + what, node), 2)));
            };
            points[node] = {coordinate(0), coordinate(1)};
        }
        std::vector<float> offsets;
        for (std::size_t node = 0; with_offsets && node < points.size(); ++node)
            offsets.push_back(node % 4 == 3 ? 0.0f
                                            : static_cast<float>(spacing) *
                                                  signed_value(bits_of(seed, 3000 + path, node), 1));
        builder.add(points, path % 5 == 4 && points.size() > 2, offsets);
    }
    const std::array equator{Point{0, 0}, Point{5e6, 1e6}, Point{1e7, 0}};  // 10,000 km
    builder.add(equator);
    return build(builder);
}

PathSet make_short_paths(std::uint64_t seed, std::uint64_t fewest_nodes) {
    PathSetBuilder builder;
    for (std::uint64_t path = 0; path < 40; ++path) {
        std::vector<Point> points(std::max(fewest_nodes, 1 + path % 7));
        for (std::size_t node = 0; node < points.size(); ++node)
            points[node] = {static_cast<double>(signed_value(bits_of(seed, 2000 + 2 * path, node), 512)),
                            static_cast<double>(signed_value(bits_of(seed, 2001 + 2 * path, node), 512))};
        builder.add(points, path % 3 == 2);
    }
    return build(builder);
}

PathSet make_corridors(std::uint64_t seed) {
    PathSetBuilder builder;
    for (std::uint64_t path = 0; path < 40; ++path) {
        const auto draw = [&](std::uint64_t what, std::uint64_t number, float scale) {
            return static_cast<double>(signed_value(bits_of(seed, 4000 + 8 * path + what, number), scale));
        };
        Point middle{draw(0, 0, 512), draw(1, 0, 512)};
        std::vector<Point> points{middle};
        double heading_x = 1, heading_y = 0;
        for (std::uint64_t portal = 0; portal < path; ++portal) {
            const double turn_x = 1, turn_y = draw(2, portal, 0.75f);
            const double x = heading_x * turn_x - heading_y * turn_y;
            const double y = heading_x * turn_y + heading_y * turn_x;
            const double length = std::sqrt(x * x + y * y);
            heading_x = x / length;
            heading_y = y / length;
            const double step = 28 + draw(3, portal, 24);
            middle = {middle.x + heading_x * step, middle.y + heading_y * step};
            const double half = 21 + draw(4, portal, 20);
            points.push_back({middle.x - heading_y * half, middle.y + heading_x * half});
            points.push_back({middle.x + heading_y * half, middle.y - heading_x * half});
            const std::size_t left = points.size() - 2;
            const std::uint64_t shared = bits_of(seed, 4005 + 8 * path, portal) % 4;
            if (portal > 0 && shared < 2) points[left + shared] = points[left + shared - 2];
        }
        points.push_back({middle.x + heading_x * 30, middle.y + heading_y * 30});
        builder.add(points);
    }
    return build(builder);
}

}  // namespace wend::verify
