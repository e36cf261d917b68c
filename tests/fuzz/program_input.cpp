// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "fuzz/program_input.hpp"

#include <fuzzer/FuzzedDataProvider.h>

#include <bit>
#include <cstring>
#include <iterator>
#include <limits>
#include <utility>

#include "bench/cases/stage_kinds.hpp"
#include "tools/verify/drawn_stage.hpp"

namespace wend::fuzz {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float hard_numbers[] = {nan,     -nan,           infinity,  -infinity,  3e38f,       -3e38f,
                                  2e18f,   1e18f,          -1e18f,    1e17f,      1e9f,        -1e9f,
                                  1e-19f,  0x1p-60f,       -0x1p-60f, 0x1p-61f,   1e-38f,      1e-45f,
                                  -1e-40f, -0.0f,          0.5f,      3.1415927f, -3.1415927f, 6.2831855f,
                                  1e5f,    0x1.fffffep-1f, 0x1p24f,   0x1p31f,    16777217.0f, 1.0f / 3};
constexpr std::uint32_t hard_words[] = {0,  1,          2,          3,          7,          63,        64,
                                        65, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};

/// Blocks in reverse order and uneven ranges, on the caller's thread.
void backwards(void*, std::uint32_t count, void (*body)(void*, std::uint32_t, std::uint32_t), void* context) {
    while (count > 0) {
        const std::uint32_t take = 1 + count / 3;
        body(context, count - take, count);
        count -= take;
    }
}

class Reader {
  public:
    Reader(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

    std::optional<ProgramInput> read() {
        const std::optional<PathSet> paths = read_paths();
        if (!paths) return std::nullopt;
        std::vector<Stage> stages;
        for (unsigned forces = below(4) + (chance(16) ? 6 : 0); forces > 0; --forces)
            stages.push_back(read_kind(*paths, true));
        if (!stages.empty() && chance(4)) stages.push_back(read_stage<Orca>(*paths));
        stages.push_back(stages.empty() ? read_kind(*paths, false) : read_stage<Locomotion>(*paths));
        const Expected<Program> program = Program::build(std::move(stages));
        if (!program) return std::nullopt;

        // Mostly few: a tile's end (512) needs seeing now and then, a group's (64) often.
        constexpr std::size_t few[] = {0, 1, 3, 13, 16, 29, 61, 64};
        constexpr std::size_t many[] = {100, 126, 189, 510, 513, 575, 640, 700};
        const std::size_t agents = (chance(8) ? many : few)[below(8)] + below(4);
        const auto first_id = chance(2) ? below(256) : word();
        ProgramInput input{.program = *program,
                           .memory = StreamMemory(agents, first_id, read_bindings(*program)),
                           .ticks = {.dt = chance(2) ? 1.0f / 60 : number(),
                                     .count = below(6),
                                     .first_tick = read_tick(),
                                     .seed = word()},
                           .execution = read_execution()};
        fill(input.memory, *paths);
        for (int left = 64; left > 0 && bytes_.remaining_bytes() > 0; --left) overwrite(input.memory);
        return input;
    }

  private:
    unsigned below(unsigned count) { return bytes_.ConsumeIntegral<std::uint8_t>() % count; }
    bool chance(unsigned one_in) { return below(one_in) == one_in - 1; }

    float number() {
        const unsigned kind = below(256);
        if (kind < 160) return (static_cast<float>(kind) - 64) * 0.25f;
        if (kind < 240) return hard_numbers[kind % std::size(hard_numbers)];
        return std::bit_cast<float>(bytes_.ConsumeIntegral<std::uint32_t>());
    }
    std::uint32_t word() {
        const unsigned kind = below(32);
        return kind < std::size(hard_words) ? hard_words[kind] : bytes_.ConsumeIntegral<std::uint32_t>();
    }
    float positive() { return static_cast<float>(1 + below(200)) * 0.5f; }
    /// A parameter: mostly legal, so that most programs build.
    float parameter() { return chance(4) ? number() : positive(); }
    void maybe(float& value) {
        if (chance(2)) value = parameter();
    }
    void maybe(std::optional<float>& value) {
        if (chance(2)) value = parameter();
    }
    template <class Word>
    void choose(Word& value, unsigned count) {
        value = static_cast<Word>(below(count));
    }

    std::optional<PathSet> read_paths() {
        PathSetBuilder builder;
        for (unsigned paths = 1 + below(4); paths > 0; --paths) {
            std::vector<Point> points(1 + below(chance(8) ? 40 : 5));
            std::vector<float> offsets(points.size());
            for (std::size_t i = 0; i < points.size(); ++i) {
                points[i] = {static_cast<double>(number()), static_cast<double>(number())};
                if (chance(4)) offsets[i] = number();
            }
            builder.add(points, chance(2), offsets);
        }
        const Expected<PathSet> built = builder.build();
        return built ? std::optional(*built) : std::nullopt;
    }

    Rectangle read_area() {
        const float x = number();
        const float y = number();
        const float max_x = x + parameter();
        return {x, y, max_x, y + parameter()};
    }

    Target read_target() {
        if (chance(4)) return {number(), number()};
        return static_cast<TargetStreams>(chance(2) ? below(4) : 0);
    }

    std::optional<std::uint64_t> read_tick() {
        if (chance(16)) return std::nullopt;
        return chance(2) ? word() : bytes_.ConsumeIntegral<std::uint64_t>();
    }

    template <class T>
    void read_value(T& value) {
        if constexpr (std::is_same_v<T, bool>)
            value = chance(2);
        else if constexpr (std::is_same_v<T, std::uint32_t>)
            value = chance(2) ? below(40) : 0;
        else if constexpr (std::is_enum_v<T>)
            choose(value, static_cast<unsigned>(words_of(T{}).size()));
        else if constexpr (std::is_same_v<T, Rectangle>)
            value = chance(2) ? Rectangle{-64, -16, 64, 100} : read_area();
        else if constexpr (std::is_same_v<T, Target>)
            value = read_target();
        else if constexpr (!std::is_same_v<T, PathSet> && !std::is_same_v<T, ObstacleSet> &&
                           !std::is_same_v<T, FlowField>)
            maybe(value);
    }

    /// Any stage, by the list of its parameters.
    template <class S>
    Stage read_stage(const PathSet& paths) {
        S stage = [&] {
            if constexpr (requires(S with) { with.paths; })
                return S{.paths = paths};
            else if constexpr (requires(S with) { with.obstacles; })
                return !Force<S> && chance(2)
                           ? S{}
                           : S{.obstacles = *ObstacleSetBuilder().add_walls(paths).build()};
            else if constexpr (requires(S with) { with.occluders; })
                return chance(2) ? S{} : S{.occluders = *ObstacleSetBuilder().add_walls(paths).build()};
            else if constexpr (requires(S with) { with.field; })
                return S{.field = verify::sample_field({-64, -16, 64, 100})};
            else if constexpr (requires(S with) { with.function; })
                return verify::sample_stage(S{});
            else
                return S{};
        }();
        std::apply([&](const auto&... parameter) { (read_value(stage.*parameter.member), ...); },
                   S::parameters());
        return stage;
    }

    /// A force, or a stage that is no force.
    Stage read_kind(const PathSet& paths, bool force) {
        std::size_t kind = below(stage_kind_count);
        while (is_force_kind(kind) != force) kind = (kind + 1) % stage_kind_count;
        return bench::with_kind(kind, [&]<class S>() -> Stage { return read_stage<S>(paths); });
    }

    Execution read_execution() {
        const std::span<const Isa> isas = supported_isas();
        Execution execution;
        execution.isa = isas[below(static_cast<unsigned>(isas.size()))];
        execution.threading = chance(16)  ? Threading::tbb
                              : chance(2) ? Threading::callback
                                          : Threading::serial;
        execution.max_threads = below(3);
        execution.block = below(200);
        execution.ticks_per_pass = below(4);
        execution.jobs.parallel_for = backwards;
        return execution;
    }

    std::array<Binding, stream_count> read_bindings(const Program& program) {
        std::array<Binding, stream_count> bindings;
        const auto bind = [&](Stream stream) {
            Binding& binding = bindings[static_cast<std::size_t>(stream)];
            binding.bound = true;
            binding.offset = 4 * std::size_t{below(16)};
            if (!chance(32)) return;
            binding.bound = chance(2);
            binding.writable = chance(2);
            binding.missing = below(2);
            binding.shares = chance(2);
            binding.shared_with = static_cast<Stream>(below(stream_count));
            binding.shift = below(3);
        };
        for (const StreamUse& use : program.streams()) bind(use.stream);
        for (const Stream output : program.outputs())
            if (chance(2)) bind(output);
        if (!program.records().empty() && chance(2))
            for (const Stream record : program.records()) bind(record);
        if (chance(2)) bind(Stream::id);
        if (chance(32)) bind(static_cast<Stream>(below(stream_count)));
        return bindings;
    }

    template <Stream S>
    static void put(StreamMemory& memory, std::size_t slot, element_t<S> value) {
        if (memory.has(S)) std::memcpy(memory.at(S, slot), &value, sizeof value);
    }

    /// Values as in a game: small multiples of 1/8, every path, node and segment.
    static void fill(StreamMemory& memory, const PathSet& paths) {
        for (std::size_t i = 0; i < stream_count; ++i) {
            const auto stream = static_cast<Stream>(i);
            if (!memory.has(stream) || info(stream).element != ElementType::f32) continue;
            for (std::size_t slot = 0; slot < memory.size(); ++slot) {
                const auto mixed = static_cast<std::uint32_t>((slot * stream_count + i + 1) * 2654435761u);
                const float value =
                    static_cast<float>(mixed >> 23) * 0.125f - (name(stream).size() > 9 ? 20.0f : 0.0f);
                std::memcpy(memory.at(stream, slot), &value, sizeof value);
            }
        }
        for (std::size_t slot = 0; slot < memory.size(); ++slot) {
            const std::size_t path = slot % paths.size();
            const auto turn = static_cast<std::uint32_t>(slot / paths.size());
            put<Stream::direction>(memory, slot, slot % 3 == 0 ? -1 : 1);
            put<Stream::id>(memory, slot, static_cast<std::uint32_t>(slot * 3));
            put<Stream::mass>(memory, slot, 0.5f + 0.25f * static_cast<float>(slot % 8));
            put<Stream::target_agent>(memory, slot,
                                      static_cast<std::int32_t>((slot * 7 + 3) % memory.size()));
            put<Stream::path>(memory, slot, static_cast<std::int32_t>(path));
            put<Stream::node>(memory, slot, turn % paths.node_count(path));
            const std::uint32_t segments = paths.segment_count(path, PathMode::once);
            put<Stream::segment>(memory, slot, segments == 0 ? 0 : turn % segments);
            put<Stream::segment_distance>(memory, slot, static_cast<double>(turn % 16) / 8);
        }
    }

    /// One element, or all agents' elements, of one bound stream.
    void overwrite(StreamMemory& memory) {
        const auto stream = static_cast<Stream>(below(stream_count));
        if (!memory.has(stream) || memory.size() == 0) return;
        const ElementType element = info(stream).element;
        std::byte bytes[8];
        if (element == ElementType::f32) {
            const float value = number();
            std::memcpy(bytes, &value, sizeof value);
        } else if (element == ElementType::f64) {
            const double value = chance(4) ? std::bit_cast<double>(bytes_.ConsumeIntegral<std::uint64_t>())
                                           : static_cast<double>(number());
            std::memcpy(bytes, &value, sizeof value);
        } else {
            const std::uint32_t value = word();
            std::memcpy(bytes, &value, sizeof value);
        }
        const bool all_agents = chance(8);
        const std::size_t chosen = bytes_.ConsumeIntegral<std::uint16_t>() % memory.size();
        for (std::size_t slot = all_agents ? 0 : chosen; slot < (all_agents ? memory.size() : chosen + 1);
             ++slot)
            std::memcpy(memory.at(stream, slot), bytes, size_of(element));
    }

    FuzzedDataProvider bytes_;
};

}  // namespace

std::optional<ProgramInput> read_program_input(const std::uint8_t* data, std::size_t size) {
    return Reader(data, size).read();
}

}  // namespace wend::fuzz
