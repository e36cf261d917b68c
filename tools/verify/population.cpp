// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/verify/population.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string_view>

namespace wend::verify {
namespace {

constexpr std::byte margin_byte{0xA5};
constexpr std::size_t margin_lines = 2;

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

// The key of a stream's values is its index in this table, otherwise the hash of its name. It is not the
// enumerator, so that a new stream changes no population and no golden hash.
constexpr std::array<std::string_view, 16> first_streams{
    "direction",  "id",         "mass",       "max_force",        "max_speed", "path",
    "position_x", "position_y", "segment",    "segment_distance", "speed",     "target_x",
    "target_y",   "velocity_x", "velocity_y", "wander_angle"};

std::uint64_t key_of(Stream stream) {
    const auto found = std::ranges::find(first_streams, name(stream));
    if (found != first_streams.end()) return static_cast<std::uint64_t>(found - first_streams.begin());
    std::uint64_t key = 0xcbf29ce484222325u;  // FNV-1a
    for (const char letter : name(stream)) key = (key ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    return key;
}

struct Generator {
    std::uint64_t seed;
    std::uint64_t slot;

    [[nodiscard]] std::uint64_t operator()(Stream stream) const noexcept {
        return bits_of(seed, key_of(stream), slot);
    }
    [[nodiscard]] std::uint64_t choice(std::uint64_t number) const noexcept {
        return bits_of(seed, 100 + number, slot);
    }
    [[nodiscard]] float special(std::uint64_t number) const noexcept {
        return special_components[choice(number) % special_components.size()];
    }
};

template <Stream S>
void put(Population& population, std::size_t slot, element_t<S> value) {
    if (population.has(S)) population.set<S>(slot, value);
}

/// A number into a stream of floats or doubles.
void put_number(Population& population, Stream stream, std::size_t slot, float value) {
    if (!population.has(stream)) return;
    const auto wide = static_cast<double>(value);
    const void* const bytes =
        info(stream).element == ElementType::f64 ? static_cast<const void*>(&wide) : &value;
    population.set_bytes(stream, slot, bytes);
}

/// Outputs are never read: no value in them is a fault.
bool is_output(Stream stream) {
    constexpr std::array outputs{Stream::arrived,       Stream::finished,         Stream::force_x,
                                 Stream::force_y,       Stream::heading_x,        Stream::heading_y,
                                 Stream::path_distance, Stream::steering_force_x, Stream::steering_force_y};
    return std::ranges::find(outputs, stream) != outputs.end();
}

/// Ordinary values of a float stream. A new stream has those of `default`.
float ordinary_number(Stream stream, std::uint64_t bits) {
    switch (stream) {
        case Stream::mass: return 0.25f + unsigned_value(bits, 4);
        case Stream::max_force: return unsigned_value(bits, 32);
        case Stream::max_speed:
        case Stream::body_radius: return unsigned_value(bits, 8);
        case Stream::wander_angle: return signed_value(bits, 2);
        case Stream::velocity_x:
        case Stream::velocity_y:
        case Stream::target_velocity_x:
        case Stream::target_velocity_y:
        case Stream::other_target_velocity_x:
        case Stream::other_target_velocity_y:
        case Stream::third_target_velocity_x:
        case Stream::third_target_velocity_y: return signed_value(bits, 4);
        case Stream::speed: return signed_value(bits, 8);
        case Stream::external_force_x:
        case Stream::external_force_y: return signed_value(bits, 16);
        case Stream::position_x:
        case Stream::position_y:
        case Stream::target_x:
        case Stream::target_y:
        case Stream::other_target_x:
        case Stream::other_target_y:
        case Stream::third_target_x:
        case Stream::third_target_y: return signed_value(bits, 512);
        default: return signed_value(bits, 64);
    }
}

/// The state of approach and of swept path following, about the agent's position.
void put_about_position(Population& population, const Generator& random) {
    const std::size_t slot = random.slot;
    if (population.has(Stream::walk_x)) {
        const auto offset = [&](Stream stream) {
            return random(Stream::walk_x) % 4 == 0 ? signed_value(random(stream), 8) : 0.0f;
        };
        put<Stream::speed>(population, slot, unsigned_value(random(Stream::speed), 8));
        population.set<Stream::walk_x>(slot,
                                       population.get<Stream::position_x>(slot) + offset(Stream::walk_x));
        population.set<Stream::walk_y>(slot,
                                       population.get<Stream::position_y>(slot) + offset(Stream::walk_y));
    }
    if (population.has(Stream::step_x)) {
        population.set<Stream::previous_x>(
            slot, population.get<Stream::position_x>(slot) - population.get<Stream::step_x>(slot));
        population.set<Stream::previous_y>(
            slot, population.get<Stream::position_y>(slot) - population.get<Stream::step_y>(slot));
    }
}

void put_place_on_path(Population& population, const Generator& random, const PathsInUse& in_use) {
    const std::size_t slot = random.slot;
    const PathSet& paths = *in_use.paths;
    const auto path = static_cast<std::uint32_t>(random(Stream::path) % paths.size());
    put<Stream::path>(population, slot, static_cast<std::int32_t>(path));
    put<Stream::node>(population, slot,
                      static_cast<std::uint32_t>(random(Stream::node) % paths.node_count(path)));
    if (!population.has(Stream::segment)) return;
    const auto segment =
        static_cast<std::uint32_t>(random(Stream::segment) % paths.segment_count(path, in_use.mode));
    const double length = static_cast<double>(paths.segment_length(path, segment));
    put<Stream::segment>(population, slot, segment);
    put<Stream::segment_distance>(
        population, slot, length * static_cast<double>(unsigned_value(random(Stream::segment_distance), 1)));
}

void put_ordinary(Population& population, const Generator& random, const PathsInUse& in_use) {
    const std::size_t slot = random.slot;
    for (const Stream stream : population.streams()) {
        const std::uint64_t drawn = random(stream);
        if (info(stream).element == ElementType::f32) {
            // Outputs start with values that no behaviour computes, so that a missing write shows.
            put_number(population, stream, slot, is_output(stream) ? 0.875f : ordinary_number(stream, drawn));
        } else if (is_slot_stream(stream)) {
            const std::int32_t agent =
                drawn % 8 == 0 ? -1 : static_cast<std::int32_t>((drawn >> 8) % population.size());
            population.set_bytes(stream, slot, &agent);
        }
    }
    put<Stream::heading_x>(population, slot, 0.625f);
    put<Stream::heading_y>(population, slot, -0.375f);
    put<Stream::path_distance>(population, slot, -1.5);
    put<Stream::arrived>(population, slot, 7u);
    put<Stream::finished>(population, slot, 0u);
    put<Stream::id>(population, slot, static_cast<std::uint32_t>(slot));
    put<Stream::direction>(population, slot, random(Stream::direction) & 1 ? 1 : -1);
    put<Stream::decision>(population, slot, static_cast<std::uint32_t>(random(Stream::decision) % 5));
    put<Stream::seconds_left>(population, slot,
                              static_cast<double>(unsigned_value(random(Stream::seconds_left), 1) - 0.25f));
    // One of eight groups, and two that are seen.
    const auto two_bits = [](std::uint64_t drawn) {
        return static_cast<std::uint32_t>(1u << drawn % 8 | 1u << (drawn >> 8) % 8);
    };
    put<Stream::groups>(population, slot, two_bits(random(Stream::groups)));
    put<Stream::seen_groups>(population, slot, two_bits(random(Stream::seen_groups)));
    put<Stream::stages>(population, slot, static_cast<std::uint32_t>(random(Stream::stages) | 1u << 31));
    put_about_position(population, random);
    if (population.has(Stream::path)) put_place_on_path(population, random, in_use);
}

/// Gives one of these streams, if the population has it, a special value: by the choices `number` and
/// `number` + 1.
void put_special(Population& population, const Generator& random, std::span<const Stream> streams,
                 std::uint64_t number) {
    const Stream stream = streams[random.choice(number) % streams.size()];
    const float value = random.special(number + 1);
    put_number(population, stream, random.slot, stream == Stream::speed ? std::abs(value) : value);
}

void make_special(Population& population, const Generator& random, const PathsInUse& in_use) {
    const std::size_t slot = random.slot;
    const std::uint64_t kind = random.choice(0) % 6;
    if (kind == 0) {  // at rest
        put<Stream::velocity_x>(population, slot, 0.0f);
        put<Stream::velocity_y>(population, slot, random.choice(1) & 1 ? -0.0f : 1e-30f);
    }
    if (kind == 1 && population.has(Stream::target_x)) {  // at its target
        population.set<Stream::target_x>(slot, population.get<Stream::position_x>(slot));
        population.set<Stream::target_y>(slot, population.get<Stream::position_y>(slot));
    }
    if (kind == 2) put<Stream::wander_angle>(population, slot, random.special(2));
    if (kind == 3) {  // limits at their ends
        put<Stream::max_force>(population, slot, std::abs(random.special(3)));
        put<Stream::max_speed>(population, slot, std::abs(random.special(4)));
        put<Stream::mass>(population, slot, std::max(std::abs(random.special(5)), smallest_read));
    }
    if (kind == 4) {
        put<Stream::position_x>(population, slot, random.special(6));
        put<Stream::position_y>(population, slot, random.special(7));
        put<Stream::velocity_x>(population, slot, random.special(8));
        put<Stream::velocity_y>(population, slot, random.special(9));
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
    const bool on_waypoints = population.has(Stream::segment);
    if (kind == 5) put_special(population, random, any, 10);
    if (random.choice(15) % 3 == 0 && !on_waypoints) put_special(population, random, of_decisions, 16);
    if (random.choice(32) % 3 == 0) put_special(population, random, of_offset_pursuit, 33);
    if (random.choice(35) % 3 == 0) put_special(population, random, of_interpose, 36);
    if (random.choice(18) % 5 == 0) put<Stream::decision>(population, slot, 0xffffffffu);
    if (random.choice(19) % 5 == 0)
        put<Stream::target_agent>(population, slot, static_cast<std::int32_t>(slot));
    if (random.choice(38) % 5 == 0)
        put<Stream::other_agent>(population, slot, static_cast<std::int32_t>(slot));
    if (!population.has(Stream::path)) return;
    if (kind == 0) put<Stream::path>(population, slot, -1);
    if (!population.has(Stream::segment)) return;
    if (kind == 1) {
        const double length = static_cast<double>(
            in_use.paths->segment_length(static_cast<std::size_t>(population.get<Stream::path>(slot)),
                                         population.get<Stream::segment>(slot)));
        const std::array distances{0.0,
                                   -0.0,
                                   length,
                                   std::nextafter(length, 0.0),
                                   std::nextafter(length, 1e300),
                                   -length,
                                   3.5 * length,
                                   -0x1p-1074,
                                   -1e-300,
                                   1e18,
                                   -1e18,
                                   -17.25};
        put<Stream::segment_distance>(population, slot, distances[random.choice(12) % distances.size()]);
    }
    if (kind >= 2) {
        constexpr std::array steps{64.0f, -64.0f, 1e3f,  -1e3f,  1e5f,  -1e5f,
                                   1e7f,  -1e7f,  1e12f, -1e15f, 1e18f, -1e18f};
        put<Stream::speed>(population, slot,
                           kind == 2 ? random.special(13) : steps[random.choice(14) % steps.size()]);
    }
}

void make_faulty(Population& population, const Generator& random, const PathsInUse& in_use) {
    std::vector<Stream> streams = population.streams();
    std::erase_if(streams, is_output);
    // Where agents are looked at, four of the draws spoil nothing: older golden hashes count the copies of
    // the tick's start that the streams held.
    if (std::ranges::any_of(streams, is_slot_stream)) {
        const auto after = std::ranges::find_if(
            streams, [](Stream s) { return s == Stream::step_x || s == Stream::target_agent; });
        streams.insert(after, 4, Stream::id);
    }
    const Stream stream = streams[random.choice(20) % streams.size()];
    const std::uint64_t choice = random.choice(21);
    const auto one_of = [&](const auto& values) { return values[choice % std::size(values)]; };
    switch (stream) {
        case Stream::direction:
            put<Stream::direction>(population, random.slot, one_of(std::array{0, 2, -7}));
            break;
        case Stream::mass:
            put<Stream::mass>(population, random.slot,
                              one_of(std::array{0.0f, -0.0f, -1.0f, 1e-30f, nan, infinity}));
            break;
        case Stream::max_force:
            put<Stream::max_force>(population, random.slot, one_of(std::array{-1.0f, nan, infinity, 2e18f}));
            break;
        case Stream::max_speed:
            put<Stream::max_speed>(population, random.slot, one_of(std::array{-1.0f, nan, infinity, 2e18f}));
            break;
        case Stream::path: {
            const auto count = static_cast<std::int32_t>(in_use.paths->size());
            put<Stream::path>(population, random.slot,
                              one_of(std::array{-2, count, std::numeric_limits<std::int32_t>::max(),
                                                std::numeric_limits<std::int32_t>::min()}));
            break;
        }
        case Stream::segment: {
            const std::int32_t path = population.get<Stream::path>(random.slot);
            if (path < 0) break;
            const std::uint32_t count =
                in_use.paths->segment_count(static_cast<std::size_t>(path), in_use.mode);
            put<Stream::segment>(population, random.slot,
                                 one_of(std::array{count, count + 7, 0x80000000u, 0xffffffffu}));
            break;
        }
        case Stream::segment_distance:
        case Stream::seconds_left: {
            const double value = one_of(std::array{static_cast<double>(nan), static_cast<double>(infinity),
                                                   -static_cast<double>(infinity), 2e18, -1e300});
            population.set_bytes(stream, random.slot, &value);
            break;
        }
        case Stream::node: {
            const std::int32_t path = population.get<Stream::path>(random.slot);
            if (path < 0) break;
            const std::uint32_t count = in_use.paths->node_count(static_cast<std::size_t>(path));
            put<Stream::node>(population, random.slot,
                              one_of(std::array{count, count + 7, 0x80000000u, 0xffffffffu}));
            break;
        }
        default: {
            if (is_slot_stream(stream)) {
                const std::int32_t value = one_of(std::array{-2, static_cast<std::int32_t>(population.size()),
                                                             std::numeric_limits<std::int32_t>::max(),
                                                             std::numeric_limits<std::int32_t>::min()});
                // Not set_bytes: GCC 12 for AArch64 sees 8 bytes copied there.
                std::memcpy(population.data(stream) + random.slot * sizeof value, &value, sizeof value);
                break;
            }
            if (info(stream).element != ElementType::f32) break;
            const float value = one_of(illegal_components);
            population.set_bytes(stream, random.slot, &value);
        }
    }
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

Population::Population(std::size_t size, std::span<const Stream> streams, std::size_t offset)
    : size_(size), streams_(streams.begin(), streams.end()) {
    for (const Stream stream : streams_) {
        const std::size_t bytes = size * size_of(info(stream).element);
        memory_[index(stream)].resize(margin_lines * 2 + 1 + (bytes + 63) / 64);
        std::memset(memory_[index(stream)].data(), static_cast<int>(margin_byte),
                    memory_[index(stream)].size() * sizeof(Line));
        start_[index(stream)] =
            margin_lines * sizeof(Line) + (offset + 8 * index(stream) * (offset != 0)) % sizeof(Line);
    }
}

AgentView Population::view(std::uint32_t first_id) noexcept {
    AgentView view(first_id);
    workspace_.assign(largest_workspace(size_), nan);
    view.workspace(workspace_);
    for (const Stream stream : streams_)
        if (!view.bind(stream, Column{data(stream), size_, info(stream).element, true}).ok()) std::abort();
    return view;
}

bool Population::margins_intact() const noexcept {
    const auto is_margin = [](std::byte byte) { return byte == margin_byte; };
    return std::ranges::all_of(streams_, [&](Stream stream) {
        const auto* begin = reinterpret_cast<const std::byte*>(memory_[index(stream)].data());
        const std::byte* end = begin + memory_[index(stream)].size() * sizeof(Line);
        return std::all_of(begin, data(stream), is_margin) &&
               std::all_of(data(stream) + size_ * size_of(info(stream).element), end, is_margin);
    });
}

Population Population::permuted(std::span<const std::size_t> order) const {
    Population result(size_, streams_);
    for (const Stream stream : streams_)
        for (std::size_t slot = 0; slot < size_; ++slot)
            result.set_bytes(stream, slot, data(stream) + order[slot] * size_of(info(stream).element));
    std::vector<std::int32_t> moved_to(size_);
    for (std::size_t slot = 0; slot < size_; ++slot) moved_to[order[slot]] = static_cast<std::int32_t>(slot);
    for (const Stream stream : slot_streams) {
        for (std::size_t slot = 0; has(stream) && slot < size_; ++slot) {
            std::int32_t agent;
            std::memcpy(&agent, result.data(stream) + slot * sizeof agent, sizeof agent);
            if (agent < 0 || static_cast<std::size_t>(agent) >= size_) continue;
            result.set_bytes(stream, slot, &moved_to[static_cast<std::size_t>(agent)]);
        }
    }
    return result;
}

void fill(Population& population, std::uint64_t seed, Values values, const PathsInUse& paths) {
    if (population.has(Stream::path) && paths.paths == nullptr)
        throw std::invalid_argument("path streams need a path set");
    for (std::size_t slot = 0; slot < population.size(); ++slot) {
        const Generator random{seed, slot};
        put_ordinary(population, random, paths);
        if (values == Values::ordinary) continue;
        if (random.choice(30) % 3 == 0) make_special(population, random, paths);
        if (values == Values::faulty && random.choice(31) % 8 == 0) make_faulty(population, random, paths);
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
    auto paths = builder.build();
    if (!paths) throw std::runtime_error(message(paths.status()));
    return *paths;
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
    auto paths = builder.build();
    if (!paths) throw std::runtime_error(message(paths.status()));
    return *paths;
}

}  // namespace wend::verify
