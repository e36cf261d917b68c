// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The layout of the agents in the caller's memory, the selected ones, and the number of views
// change no bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/neighbour_scenes.hpp"
#include "support/program_cases.hpp"
#include "support/thread_pool.hpp"
#include "wend/layout.hpp"
#include "wend/snapshot.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 700;
constexpr std::uint32_t first_id = 1000;

Ticks ticks_of(const ProgramCase& test) { return {.dt = test.dt, .count = 3, .first_tick = 5, .seed = 3}; }

/// A population's streams as the members of one array of structs, `gap` bytes between them.
class Interleaved {
  public:
    explicit Interleaved(const Population& population, std::size_t gap = 0)
        : size_(population.size()), streams_(population.streams()) {
        for (const Stream stream : streams_) {
            offsets_.push_back(step_);
            step_ += size_of(info(stream).element) + gap;
        }
        step_ += 12;  // other members of the structs
        memory_.resize(step_ / 4 * size_);
        for_each_element([&](std::size_t i, std::size_t slot, std::byte* element, std::size_t size) {
            std::memcpy(element, population.data(streams_[i]) + slot * size, size);
        });
        workspace_.resize(largest_workspace(size_));
    }

    AgentView view(std::uint32_t first) {
        AgentView view(first);
        for (std::size_t i = 0; i < streams_.size(); ++i)
            EXPECT_TRUE(view.bind(
                streams_[i], Column{begin() + offsets_[i], size_, info(streams_[i]).element, true, step_}));
        return view.workspace(workspace_);
    }

    void copy_to(Population& population) {
        for_each_element([&](std::size_t i, std::size_t slot, std::byte* element, std::size_t) {
            population.set_bytes(streams_[i], slot, element);
        });
    }

  private:
    [[nodiscard]] std::byte* begin() { return reinterpret_cast<std::byte*>(memory_.data()); }
    template <class Function>
    void for_each_element(const Function& function) {
        for (std::size_t i = 0; i < streams_.size(); ++i)
            for (std::size_t slot = 0; slot < size_; ++slot)
                function(i, slot, begin() + slot * step_ + offsets_[i], size_of(info(streams_[i]).element));
    }

    std::size_t size_, step_ = 0;
    std::vector<Stream> streams_;
    std::vector<std::size_t> offsets_;
    std::vector<std::uint32_t> memory_;
    std::vector<float> workspace_;
};

class Layout : public ::testing::TestWithParam<Isa> {
  protected:
    [[nodiscard]] static Execution serial() { return serial_on(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(AllIsas, Layout, each_isa(), isa_name);

/// Adjacent x and y are read together; with a gap between them they are not.
TEST_P(Layout, ArraysOfStructs) {
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        Population expected = test.population(agents, 4, Values::faulty, 0, true);
        Population actual = expected;
        Interleaved structs(expected);
        Interleaved spread(expected, 4);
        const Result result = run(test.program, expected.view(first_id), ticks_of(test), serial());
        ASSERT_TRUE(result.status.ok()) << message(result.status);
        const AgentView view = structs.view(first_id);
        EXPECT_TRUE(same_result(result, run(test.program, view, ticks_of(test), serial())));
        structs.copy_to(actual);
        EXPECT_TRUE(same_bits(expected, actual));
        EXPECT_EQ(state_hash(test.program, view), state_hash(test.program, expected.view(first_id)));
        EXPECT_TRUE(same_result(result, run(test.program, spread.view(first_id), ticks_of(test), serial())));
        spread.copy_to(actual);
        EXPECT_TRUE(same_bits(expected, actual)) << "with gaps";
    }
}

TEST_P(Layout, SomeOfAnArrayOfStructs) {
    std::vector<std::uint8_t> active(agents);
    for (std::size_t i = 0; i < agents; ++i) active[i] = i / 128 % 2 == 0 || i % 3 == 0;
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        Population expected = test.population(agents, 4, Values::faulty, 0, true);
        Population actual = expected;
        Interleaved structs(expected);
        const Result result =
            run(test.program, expected.view(first_id).only(active), ticks_of(test), serial());
        ASSERT_TRUE(result.status.ok()) << message(result.status);
        EXPECT_TRUE(same_result(
            result, run(test.program, structs.view(first_id).only(active), ticks_of(test), serial())));
        structs.copy_to(actual);
        EXPECT_TRUE(same_bits(expected, actual));
    }
}

/// Parts of a population that are whole groups, incomplete ones, and both.
constexpr std::array<std::size_t, 8> parts{64, 1, 63, 100, 128, 17, 200, 127};
static_assert(std::accumulate(parts.begin(), parts.end(), std::size_t{0}) == agents);

/// The result of parts of a population, as of the whole.
class ResultOfParts {
  public:
    void add(const Result& result, std::size_t begin) {
        EXPECT_TRUE(result.status.ok()) << message(result.status);
        if (result.faults != 0) first_ = std::min<std::uint64_t>(first_, begin + result.first_fault);
        faults_ += result.faults;
    }
    void expect(const Result& whole) const {
        EXPECT_EQ(faults_, whole.faults);
        EXPECT_EQ(first_, whole.faults == 0 ? ~std::uint64_t{0} : whole.first_fault);
    }

  private:
    std::uint64_t faults_ = 0, first_ = ~std::uint64_t{0};
};

std::size_t begin_of(std::size_t part) {
    return std::accumulate(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(part), std::size_t{0});
}

/// Calls use(program, start, its state after some ticks and their result) for each program whose agents do
/// not look at each other, every second one with faults.
template <class Use>
void for_each_moved(const Execution& execution, const Use& use) {
    std::size_t number = 0;
    for (const ProgramCase& test : program_cases()) {
        if (test.program.looks_at_others()) continue;
        SCOPED_TRACE(test.name);
        const Population start =
            test.population(agents, 4, ++number % 2 == 0 ? Values::faulty : Values::ordinary);
        Population moved = start;
        const Result result = run(test.program, moved.view(first_id), ticks_of(test), execution);
        ASSERT_TRUE(result.status.ok()) << message(result.status);
        use(test, start, moved, result);
    }
}

TEST_P(Layout, SmallCalls) {
    for_each_moved(serial(), [&](const ProgramCase& test, const Population& start, const Population& moved,
                                 const Result& whole) {
        Population actual = start;
        ResultOfParts result;
        for (std::size_t i = 0; i < parts.size(); ++i)
            result.add(run(test.program, actual.view(first_id).slice(begin_of(i), parts[i]), ticks_of(test),
                           serial()),
                       begin_of(i));
        EXPECT_TRUE(same_bits(moved, actual));
        result.expect(whole);
    });
}

/// The batch in which something is found, and those that are done by then, may be any lanes of a group.
TEST_P(Layout, SmallCallsThatAreLeftAnywhere) {
    const ProgramCase& test = program_case("seek_none_values");
    for (std::size_t slot = 0; slot < 100; ++slot)
        for (const float value : {std::numeric_limits<float>::quiet_NaN(), 1e-39f}) {
            Population start = test.population(100, 4, Values::ordinary);
            start.set<Stream::position_x>(slot, value);
            Population expected = start, actual = start;
            const Result result = run(test.program, expected.view(), ticks_of(test), {.isa = Isa::reference});
            ASSERT_TRUE(result.status.ok()) << message(result.status);
            EXPECT_TRUE(same_result(result, run(test.program, actual.view(), ticks_of(test), serial())));
            ASSERT_TRUE(same_bits(expected, actual)) << "slot " << slot;
        }
}

/// The streams of chunks in one block of memory each: as arrays, or as the members of structs.
class Chunks {
  public:
    Chunks(const Population& population, bool structs) : streams_(population.streams()) {
        constexpr std::size_t capacity = 200;
        for (const Stream stream : streams_) {
            offsets_.push_back(structs ? struct_size_ : struct_size_ * capacity);
            struct_size_ += size_of(info(stream).element);
        }
        for (std::size_t i = 0; i < streams_.size(); ++i) {
            const ElementType element = info(streams_[i]).element;
            steps_.push_back(structs ? struct_size_ : size_of(element));
            EXPECT_TRUE(layout_
                            .bind(streams_[i], {.array = 1,
                                                .offset = offsets_[i],
                                                .stride = structs ? struct_size_ : 0,
                                                .element = element})
                            .ok());
        }
        for (std::size_t part = 0; part < parts.size(); ++part) {
            memory_.emplace_back(struct_size_ / 4 * capacity);
            arrays_.push_back({nullptr, memory_.back().data()});
        }
        for (std::size_t part = 0; part < parts.size(); ++part)
            views_.push_back({.layout = &layout_,
                              .arrays = arrays_[part].data(),
                              .count = parts[part],
                              .first_id = first_id + static_cast<std::uint32_t>(begin_of(part))});
        for_each_element([&](std::byte* element, std::size_t slot, std::size_t i) {
            const std::size_t size = size_of(info(streams_[i]).element);
            std::memcpy(element, population.data(streams_[i]) + slot * size, size);
        });
    }
    Chunks(const Chunks&) = delete;
    Chunks& operator=(const Chunks&) = delete;

    [[nodiscard]] std::span<const ChunkView> views() const { return views_; }

    void copy_to(Population& population) {
        for_each_element([&](std::byte* element, std::size_t slot, std::size_t i) {
            population.set_bytes(streams_[i], slot, element);
        });
    }

  private:
    template <class Function>
    void for_each_element(const Function& function) {
        for (std::size_t part = 0; part < parts.size(); ++part)
            for (std::size_t slot = 0; slot < parts[part]; ++slot)
                for (std::size_t i = 0; i < streams_.size(); ++i)
                    function(
                        reinterpret_cast<std::byte*>(memory_[part].data()) + offsets_[i] + slot * steps_[i],
                        begin_of(part) + slot, i);
    }

    std::vector<Stream> streams_;
    std::vector<std::size_t> offsets_, steps_;
    std::size_t struct_size_ = 0;
    wend::Layout layout_;
    std::vector<std::vector<std::uint32_t>> memory_;
    std::vector<std::array<void*, 2>> arrays_;
    std::vector<ChunkView> views_;
};

TEST_P(Layout, ChunksOfALayout) {
    for_each_moved(serial(), [&](const ProgramCase& test, const Population& start, const Population& moved,
                                 const Result& whole) {
        for (const bool structs : {false, true}) {
            SCOPED_TRACE(structs ? "structs" : "arrays");
            Chunks chunks(start, structs);
            const Result result = run_chunks(test.program, chunks.views(), ticks_of(test), serial());
            ASSERT_TRUE(result.status.ok()) << message(result.status);
            Population actual = start;
            chunks.copy_to(actual);
            EXPECT_TRUE(same_bits(moved, actual));
            EXPECT_EQ(result.faults, whole.faults);
            const std::size_t first = begin_of(result.first_fault_view) + result.first_fault;
            EXPECT_EQ(whole.faults == 0 ? 0 : first, whole.first_fault);
        }
    });
}

TEST(LayoutOf, ChunksAreRefusedAsViewsAre) {
    struct Place {
        float x, y, z;
    };
    static_assert(sizeof(ChunkView) + 6 * sizeof(void*) <= 128, "a view of seek's streams");
    const Program program =
        build({Seek{.target = {2, 13}}, Locomotion{.max_force = 10.0f, .max_speed = 2.0f, .mass = 1.0f}});
    std::array<Place, 100> places{}, speeds{};
    wend::Layout layout;
    layout.bind<Stream::position_x, Stream::position_y>(0, &Place::x, &Place::z);
    layout.bind<Stream::velocity_x>(1, &Place::x).bind<Stream::velocity_y>(1, &Place::y);
    void* arrays[] = {places.data(), speeds.data()};
    const auto refusal = [&] {
        const ChunkView chunk{.layout = &layout, .arrays = arrays, .count = places.size()};
        const Result result = run_chunks(program, std::span(&chunk, 1), {.dt = 0.1f});
        const Status bound = run(program, chunk.view(), {.dt = 0.1f}).status;
        EXPECT_EQ(message(result.status), message(bound));
        return message(result.status);
    };
    EXPECT_EQ(refusal(), "ok");
    EXPECT_NE(places[99].z, 0);
    EXPECT_EQ(places[99].y, 0);
    arrays[1] = nullptr;
    EXPECT_EQ(refusal(), "stage 0 (seek): stream velocity_x is needed, and not bound");
    arrays[1] = places.data();
    EXPECT_EQ(refusal(), "streams position_x and velocity_x share memory");
    arrays[1] = speeds.data();
    layout.bind<Stream::velocity_y>(1, 0, 2);
    EXPECT_EQ(
        refusal(),
        "stream velocity_y has a stride of 2 bytes, must be a multiple of 4 and no less than an element");
    layout.bind<Stream::velocity_y>(1, 2, 12);
    EXPECT_EQ(refusal(), "stream velocity_y begins 2 bytes above a multiple of 4, must begin at one");
    EXPECT_EQ(layout.bind(Stream::mass, {.element = ElementType::f64}).code, Code::element_type_mismatch);
    EXPECT_EQ(layout.bind(Stream{200}, {}).code, Code::unknown_stream);
    EXPECT_EQ(run_chunks(program, {}, {.dt = 0.1f}).faults, 0u);
    const ChunkView without;
    EXPECT_EQ(run_chunks(program, std::span(&without, 1), {.dt = 0.1f}).status.code, Code::ok);
}

TEST(LayoutOf, PairsAreBoundInOneGo) {
    struct Vec3 {
        float x, y, z;
    };
    std::array<Vec3, 70> bodies{};
    std::array<std::array<float, 2>, 70> speeds{};
    AgentView view;
    view.bind<Stream::position_x, Stream::position_y>(bodies, &Vec3::x, &Vec3::z);
    view.bind<Stream::velocity_x, Stream::velocity_y>(speeds);
    EXPECT_EQ(view.column(Stream::position_y).data, &bodies[0].z);
    EXPECT_EQ(view.column(Stream::position_y).stride, sizeof(Vec3));
    EXPECT_EQ(view.column(Stream::velocity_y).data, &speeds[0][1]);
    EXPECT_EQ(view.column(Stream::velocity_x).stride, 8u);
    EXPECT_TRUE(view.column(Stream::velocity_x).writable);
    const std::array<Vec3, 70> targets{};
    view.bind<Stream::target_x, Stream::target_y>(targets);
    EXPECT_EQ(view.column(Stream::target_y).data, &targets[0].y);
    EXPECT_FALSE(view.column(Stream::target_x).writable);
    view.bind_strided<Stream::target_x, Stream::target_y>(&bodies[0].x, &bodies[0].y, bodies.size(), 12);
    EXPECT_EQ(view.column(Stream::target_y).data, &bodies[0].y);
    EXPECT_EQ(view.column(Stream::target_x).stride, 12u);
}

/// Calls are plain, and many times as fast, only where strides are 0. NumPy gives one for every array.
TEST(LayoutOf, AStrideOfTheElementsSizeIsNone) {
    std::array<float, 70> x{};
    std::array<double, 70> distance{};
    AgentView view;
    ASSERT_TRUE(view.bind(Stream::position_x, {x.data(), x.size(), ElementType::f32, true, 4}));
    ASSERT_TRUE(
        view.bind(Stream::segment_distance, {distance.data(), distance.size(), ElementType::f64, true, 8}));
    EXPECT_EQ(view.column(Stream::position_x).stride, 0u);
    EXPECT_EQ(view.column(Stream::segment_distance).stride, 0u);
    wend::Layout layout;
    ASSERT_TRUE(layout.bind(Stream::position_x, {.stride = 4}));
    ASSERT_TRUE(layout.bind(Stream::position_y, {.stride = 8}));
    EXPECT_EQ(layout.place(Stream::position_x).stride, 0u);
    EXPECT_EQ(layout.place(Stream::position_y).stride, 8u);
}

TEST(LayoutOf, MembersOfAStruct) {
    struct Ship {
        float hull;
        float x, y;
        double mass;
        float vx, vy;
    };
    std::vector<Ship> ships(100, Ship{1, 2, 3, 4, 0, 0});
    const std::vector<float> zeros(100, 0.0f);
    AgentView view;
    view.bind<Stream::position_x>(ships, &Ship::x).bind<Stream::position_y>(ships, &Ship::y);
    view.bind<Stream::velocity_x>(ships, &Ship::vx).bind<Stream::velocity_y>(ships, &Ship::vy);
    const Program program =
        build({Seek{.target = {2, 13}}, Locomotion{.max_force = 10.0f, .max_speed = 2.0f, .mass = 1.0f}});
    for (int frame = 0; frame < 600; ++frame) ASSERT_TRUE(faultless(run(program, view, {.dt = 0.01f})));
    EXPECT_NEAR(ships[57].y, 13, 0.5f);
    EXPECT_EQ(ships[57].x, 2);
    EXPECT_EQ(ships[57].hull, 1);
    EXPECT_EQ(ships[57].mass, 4);
    EXPECT_TRUE(view.get<Stream::position_x>().empty()) << "no span over members of structs";
    const std::vector<Ship>& read_only = ships;
    view.bind<Stream::velocity_x>(read_only, &Ship::vx);
    EXPECT_EQ(run(program, view, {.dt = 0.01f}).status.code, Code::read_only_stream);
}

TEST(LayoutOf, StructsInStructs) {
    struct Ship {
        struct {
            float x, y, z;
        } place, speed;
    };
    std::vector<Ship> ships(70, Ship{{1, 0, 5}, {0, 0, 0}});
    const auto bind = [](std::vector<Ship>& some) {
        AgentView view;
        view.bind<Stream::position_x>(some, [](Ship& ship) -> float& { return ship.place.z; });
        view.bind<Stream::position_y>(some, [](Ship& ship) -> float& { return ship.place.x; });
        view.bind<Stream::velocity_x>(some, [](Ship& ship) -> float& { return ship.speed.z; });
        return view.bind<Stream::velocity_y>(some, [](Ship& ship) -> float& { return ship.speed.x; });
    };
    const Program program =
        build({Seek{.target = {50, 1}}, Locomotion{.max_force = 10.0f, .max_speed = 2.0f, .mass = 1.0f}});
    ASSERT_TRUE(faultless(run(program, bind(ships), {.dt = 0.5f, .count = 4})));
    EXPECT_GT(ships[69].place.z, 6);
    EXPECT_EQ(ships[69].place.x, 1);
    EXPECT_EQ(ships[69].place.y, 0);
    std::vector<Ship> none;
    EXPECT_TRUE(faultless(run(program, bind(none), {.dt = 0.5f})));
}

TEST(LayoutOf, StridesThatAreRefused) {
    const Program program =
        build({Seek{.target = {2, 13}}, Locomotion{.max_force = 10.0f, .max_speed = 2.0f, .mass = 1.0f}});
    std::array<float, 64> memory{};
    const auto status_with = [&](std::size_t stride, float* velocity_y) {
        AgentView view;
        view.bind_strided<Stream::position_x>(memory.data(), 4, stride);
        view.bind_strided<Stream::position_y>(memory.data() + 1, 4, 16);
        view.bind_strided<Stream::velocity_x>(memory.data() + 2, 4, 16);
        view.bind_strided<Stream::velocity_y>(velocity_y, 4, 16);
        return run(program, view, {.dt = 0.1f}).status;
    };
    EXPECT_TRUE(status_with(16, memory.data() + 3).ok());
    EXPECT_EQ(
        message(status_with(2, memory.data() + 3)),
        "stream position_x has a stride of 2 bytes, must be a multiple of 4 and no less than an element");
    EXPECT_EQ(status_with(18, memory.data() + 3).code, Code::bad_stride);
    EXPECT_EQ(status_with(20, memory.data() + 3).code, Code::streams_overlap);
    EXPECT_EQ(status_with(16, memory.data() + 2).code, Code::streams_overlap);
    EXPECT_EQ(status_with(16, memory.data() + 6).code, Code::streams_overlap)
        << "the next agent's velocity_x";
    for (const float value : memory) EXPECT_TRUE(value == 0 || value > 0);
}

// Of packed structs, or of bytes from a file.
TEST(LayoutOf, MisalignedStreamsAreRefused) {
    const ProgramCase& test = program_case("seek_none_streams");
    for (const StreamUse& use : test.program.streams())
        for (const std::size_t above : {1, 2, 3}) {
            Population population = test.population(4, 1, Values::ordinary);
            const Population start = population;
            std::vector<std::byte> memory(8 * size_of(info(use.stream).element));
            AgentView view = population.view();
            const Column column{memory.data() + above, 4, info(use.stream).element, true};
            ASSERT_TRUE(view.bind(use.stream, column).ok());
            const Status status = run(test.program, view, {.dt = 0.1f}).status;
            EXPECT_EQ(message(status), "stream " + std::string(name(use.stream)) + " begins " +
                                           std::to_string(above) +
                                           " bytes above a multiple of 4, must begin at one");
            EXPECT_EQ(status.code, Code::misaligned);
            EXPECT_TRUE(same_bits(start, population));
            if (use.use != Use::state) continue;
            std::vector<std::byte> snapshot(snapshot_bytes(test.program, view));
            EXPECT_EQ(save(test.program, view, snapshot).code, Code::misaligned);
            EXPECT_EQ(restore(test.program, view, snapshot).code, Code::misaligned);
        }
    const Program pursuit = build(
        {Pursue{.quarry = Quarry::agent}, Locomotion{.max_force = 1.0f, .max_speed = 1.0f, .mass = 1.0f}});
    Population hunters(4, streams_of(pursuit));
    fill(hunters, 1, Values::ordinary);
    Population others = hunters;
    AgentView prey = others.view();
    std::vector<std::byte> memory(20);
    ASSERT_TRUE(prey.bind(Stream::velocity_x, Column{memory.data() + 2, 4, ElementType::f32, false}).ok());
    const Status status = run(pursuit, hunters.view().look_at(prey), {.dt = 0.1f}).status;
    EXPECT_EQ(message(status), "stream velocity_x begins 2 bytes above a multiple of 4, must begin at one");
}

// Doubles may begin at any multiple of 4, and no agent at any address.
TEST(LayoutOf, WhatIsNotMisaligned) {
    const ProgramCase& test = program_case("waypoint_advance_once_stream");
    Population population = test.population(3, 1, Values::ordinary);
    AgentView view = population.view();
    std::array<std::uint32_t, 8> memory{};
    const std::size_t odd = reinterpret_cast<std::uintptr_t>(memory.data()) % 8 == 0 ? 1 : 0;
    ASSERT_TRUE(
        view.bind(Stream::segment_distance, Column{memory.data() + odd, 3, ElementType::f64, true}).ok());
    EXPECT_TRUE(run(test.program, view, {.dt = 0.1f}).status.ok());
    AgentView none;
    for (const StreamUse& use : test.program.streams()) {
        const Column empty{reinterpret_cast<std::byte*>(memory.data()) + 1, 0, info(use.stream).element,
                           true};
        ASSERT_TRUE(none.bind(use.stream, empty).ok());
    }
    EXPECT_TRUE(run(test.program, none, {.dt = 0.1f}).status.ok());
}

/// Every third agent, and a run of others.
bool takes_part(std::size_t slot) { return slot % 3 == 1 || (slot > 128 && slot < 330); }

/// Streams in which agents that take part are as in `moved`, and the others as in `start`.
Population mixed(const Population& start, const Population& moved) {
    Population result = start;
    for (const Stream stream : start.streams())
        for (std::size_t slot = 0; slot < start.size(); ++slot)
            if (takes_part(slot))
                result.set_bytes(stream, slot, moved.data(stream) + slot * size_of(info(stream).element));
    return result;
}

TEST_P(Layout, AgentsThatAreLeftOut) {
    std::vector<std::uint8_t> bytes(agents);
    std::vector<std::uint64_t> bits((agents + 63) / 64);
    std::vector<std::uint32_t> slots;
    for (std::size_t slot = 0; slot < agents; ++slot) {
        if (!takes_part(slot)) continue;
        bytes[slot] = static_cast<std::uint8_t>(1 + slot % 255);
        bits[slot / 64] |= std::uint64_t{1} << (slot % 64);
        slots.insert(slots.begin() + static_cast<std::ptrdiff_t>(slot * 7 % (slots.size() + 1)),
                     static_cast<std::uint32_t>(slot));
    }
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        for (const bool with_ids : {false, true}) {
            const Population start = test.population(agents, 4, Values::faulty, 0, with_ids);
            Population all = start;
            Ticks ticks = ticks_of(test);
            if (test.program.looks_at_others())
                ticks.count = 1;  // those that are left out stay where they are
            ASSERT_TRUE(run(test.program, all.view(first_id), ticks, serial()).status.ok());
            const Population expected = mixed(start, all);
            std::uint64_t faults = 0;
            for (const char* const kind : {"bytes", "bits", "slots", "bits of structs"}) {
                SCOPED_TRACE(kind);
                Population actual = start;
                Interleaved structs(start);
                AgentView view = actual.view(first_id);
                if (kind == std::string_view("bytes")) view.only(bytes);
                if (kind == std::string_view("bits")) view.only_bits(bits);
                if (kind == std::string_view("slots")) view.only_slots(slots);
                if (kind == std::string_view("bits of structs"))
                    view = structs.view(first_id).only_bits(bits);
                const Result result = run(test.program, view, ticks, serial());
                ASSERT_TRUE(result.status.ok()) << message(result.status);
                if (kind == std::string_view("bits of structs")) structs.copy_to(actual);
                EXPECT_TRUE(same_bits(expected, actual));
                if (kind == std::string_view("bytes")) faults = result.faults;
                EXPECT_EQ(result.faults, faults);
                EXPECT_TRUE(faults == 0 || takes_part(result.first_fault));
            }
        }
    }
}

/// Groups of 64 that are whole, where kernels write all lanes at once.
TEST_P(Layout, AgentsOfWholeGroupsThatAreLeftOut) {
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        const Population start = test.population(1024, 4, Values::ordinary);
        Population all = start;
        Ticks ticks = ticks_of(test);
        if (test.program.looks_at_others()) ticks.count = 1;
        ASSERT_TRUE(run(test.program, all.view(), ticks, serial()).status.ok());
        std::vector<std::uint8_t> bytes(1024);
        for (std::size_t slot = 0; slot < 1024; ++slot) bytes[slot] = takes_part(slot);
        Population actual = start;
        ASSERT_TRUE(run(test.program, actual.view().only(bytes), ticks, serial()).status.ok());
        EXPECT_TRUE(same_bits(mixed(start, all), actual));
    }
}

TEST(Selections, ThatAreRefused) {
    const ProgramCase& test = program_case("seek_none_values");
    const Population start = test.population(100, 4, Values::ordinary);
    Population agents_now = start;
    AgentView view = agents_now.view();
    const auto status = [&] { return run(test.program, view, {.dt = test.dt, .first_tick = 0}).status; };
    const std::vector<std::uint8_t> bytes(99, 1);
    const std::vector<std::uint64_t> words(3, ~std::uint64_t{0});
    view.only(bytes);
    EXPECT_EQ(message(status()), "the selection has 99 bytes, must have 100");
    view.only_bits(words);
    EXPECT_EQ(message(status()), "the selection has 3 words of 64 bits, must have 2");
    view.only_slots(std::span<const std::uint32_t>(static_cast<const std::uint32_t*>(nullptr), 5));
    EXPECT_EQ(status().code, Code::bad_selection);
    EXPECT_TRUE(same_bits(start, agents_now));
    view.only_slots({});
    EXPECT_TRUE(status().ok());
    EXPECT_TRUE(same_bits(start, agents_now)) << "no agent takes part";
    const std::vector<std::uint32_t> far{3, 100, 7};
    for (const std::uint32_t ticks_per_pass : {0u, 1u, 2u}) {
        const Result result =
            run(test.program, view.only_slots(far), {.dt = test.dt, .count = 6, .first_tick = 0},
                {.ticks_per_pass = ticks_per_pass});
        EXPECT_TRUE(result.status.ok());
        EXPECT_EQ(result.faults, 6u);
        EXPECT_EQ(result.first_fault, 100u);
    }
}

/// The same where agents look at others at the tick's start: by every way to call.
TEST(Selections, OfNoSlotsAmongAgentsThatSeeOthers) {
    for (const std::vector<Stage>& stages : {std::vector<Stage>{Pursue{.quarry = Quarry::agent}, vehicle},
                                             std::vector<Stage>{Separation{.radius = 5}, vehicle}}) {
        const Program program = build(stages);
        const Population start = crowd(program, 70, 20, 20);
        Population now = start;
        AgentView view = now.view();
        view.only_slots({});
        const Ticks ticks{.dt = 0.1f, .first_tick = 0};
        for (const Isa isa : {Isa::reference, *default_isa()}) {
            const Execution serially = serial_on(isa);
            EXPECT_TRUE(run(program, view, ticks, serially).status.ok());
            EXPECT_TRUE(
                run_views(program, std::span<const AgentView>(&view, 1), ticks, serially).status.ok());
            const PreparedRun prepared(program, view, ticks, serially);
            EXPECT_TRUE(prepared.finish().status.ok());
            EXPECT_TRUE(same_bits(start, now));
        }
    }
}

/// Entity chunks: many views in one call, of 1 to 130 agents, in the caller's threads and oneTBB's.
TEST_P(Layout, ManyViews) {
    ThreadPool pool(3);
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        if (test.program.looks_at_others()) continue;  // ManyViewsThatLookAtOneCopy
        const Population start = test.population(agents, 4, Values::faulty);
        Population expected = start;
        const Result result = run(test.program, expected.view(first_id), ticks_of(test), serial());
        for (const Threading threading : {Threading::serial, Threading::tbb, Threading::callback}) {
            Population actual = start;
            const AgentView whole = actual.view(first_id);
            std::vector<AgentView> views;
            for (std::size_t begin = 0, size = 1; begin < agents; begin += size, size = size * 3 % 131)
                views.push_back(whole.slice(begin, std::min(size, agents - begin)));
            Execution execution = serial();
            execution.threading = threading;
            execution.grain = 64;
            execution.jobs = pool.jobs();
            const Result of_views = run_views(test.program, views, ticks_of(test), execution);
            ASSERT_TRUE(of_views.status.ok()) << message(of_views.status);
            EXPECT_TRUE(same_bits(expected, actual));
            EXPECT_EQ(of_views.faults, result.faults);
            if (result.faults == 0) continue;
            EXPECT_LT(of_views.first_fault, views[of_views.first_fault_view].size());
            const std::size_t first_slot_of_view =
                views[of_views.first_fault_view].first_id() - first_id + of_views.first_fault;
            EXPECT_EQ(first_slot_of_view, result.first_fault);
        }
    }
}

/// More views of one agent than are collected into a tile, mixed with others: each view may bind different
/// streams.
TEST_P(Layout, ManyViewsThatBindDifferentStreams) {
    for (const char* name : {"wander_world_wrap_streams", "seek_none_values"}) {
        const ProgramCase& test = program_case(name);
        Population start = test.population(agents, 4, Values::ordinary);
        start.set<Stream::position_x>(40, NAN);  // within the first view of many agents
        start.set<Stream::position_y>(agents - 1, INFINITY);
        Population expected = start;
        const Result result = run(test.program, expected.view(first_id), ticks_of(test), serial());
        ASSERT_EQ(result.first_fault, 40u);
        std::vector<std::uint32_t> ids(agents);
        std::iota(ids.begin(), ids.end(), first_id);
        Population actual = start;
        const AgentView whole = actual.view(first_id);
        std::vector<AgentView> views;
        for (std::size_t begin = 0; begin < agents; begin += views.back().size()) {
            const std::size_t size = views.size() % 41 == 7 ? 70 : 1;
            views.push_back(whole.slice(begin, std::min(size, agents - begin)));
            if (views.size() % 37 < 3)
                views.back().bind<Stream::id>(std::span(ids).subspan(begin, views.back().size()));
        }
        const Result of_views = run_views(test.program, views, ticks_of(test), serial());
        ASSERT_TRUE(of_views.status.ok()) << message(of_views.status);
        EXPECT_TRUE(same_bits(expected, actual));
        EXPECT_EQ(of_views.faults, result.faults);
        EXPECT_LT(of_views.first_fault, views[of_views.first_fault_view].size());
        EXPECT_EQ(views[of_views.first_fault_view].first_id() - first_id + of_views.first_fault,
                  result.first_fault);
    }
}

TEST_P(Layout, ManyViewsWithStagesForSome) {
    for (const char* name : {"waypoint_outputs", "wander_world_wrap_streams"}) {
        const ProgramCase& test = program_case(name);
        const Population start = test.population(agents, 4, Values::faulty);
        std::vector<std::uint32_t> stages(agents, 3);
        for (std::size_t slot = 0; slot < agents; slot += 3)
            stages[slot] = static_cast<std::uint32_t>(slot % 4);
        Population expected = start;
        const Result result =
            run(test.program, expected.view(first_id).bind<Stream::stages>(stages), ticks_of(test), serial());
        Population actual = start;
        const AgentView whole = actual.view(first_id).bind<Stream::stages>(stages);
        std::vector<AgentView> views;
        for (std::size_t begin = 0; begin < agents; begin += 130)
            views.push_back(whole.slice(begin, std::min(std::size_t{130}, agents - begin)));
        const Result of_views = run_views(test.program, views, ticks_of(test), serial());
        ASSERT_TRUE(of_views.status.ok()) << message(of_views.status);
        EXPECT_TRUE(same_bits(expected, actual));
        EXPECT_EQ(of_views.faults, result.faults);
    }
}

TEST_P(Layout, SlicesThatLookAtOneCopy) {
    for (const ProgramCase& test : program_cases()) {
        if (!test.program.looks_at_others()) continue;
        SCOPED_TRACE(test.name);
        const Population start = test.population(agents, 4, Values::faulty);
        Population expected = start;
        Population actual = start;
        Ticks ticks = ticks_of(test);
        const Result result = run(test.program, expected.view(first_id), ticks, serial());
        std::uint64_t faults = 0;
        std::vector<float> memory(5 * agents);
        ticks.count = 1;
        for (int tick = 0; tick < 3; ++tick, ++*ticks.first_tick) {
            const AgentView whole = actual.view(first_id);
            const AgentView copy = keep_start(whole, memory);
            std::vector<AgentView> views;
            for (std::size_t begin = 0; begin < agents; begin += 77)
                views.push_back(whole.slice(begin, std::min(std::size_t{77}, agents - begin)).look_at(copy));
            const Result of_views = run_views(test.program, views, ticks, serial());
            ASSERT_TRUE(of_views.status.ok()) << message(of_views.status);
            faults += of_views.faults;
        }
        EXPECT_TRUE(same_bits(expected, actual));
        EXPECT_EQ(faults, result.faults);
    }
}

TEST(Views, AreAllCheckedBeforeTheFirstIsWritten) {
    const ProgramCase& test = program_case("seek_none_values");
    const Population start = test.population(100, 4, Values::ordinary);
    Population agents_now = start;
    std::vector<AgentView> views{agents_now.view().slice(0, 50), agents_now.view().slice(50, 50)};
    const std::vector<float> short_stream(7);
    views[1].bind<Stream::target_x>(short_stream);
    const Result result = run_views(test.program, views, {.dt = 0.1f});
    EXPECT_EQ(result.status.code, Code::length_mismatch);
    EXPECT_EQ(result.first_fault_view, 1u);
    EXPECT_TRUE(same_bits(start, agents_now));
}

TEST(Views, WithoutAViewTheCallIsCheckedAllTheSame) {
    const Program& wanders = program_case("wander_world_none_values").program;
    const std::span<const AgentView> none;
    const ViewSource none_made{0, nullptr, nullptr};
    const auto code = [&](const Program& program, const Ticks& ticks, const Execution& execution) {
        const Status status = run_views(program, none, ticks, execution).status;
        EXPECT_EQ(message(run_views(program, none_made, ticks, execution).status), message(status));
        EXPECT_EQ(message(run(program, AgentView(), ticks, execution).status), message(status));
        EXPECT_EQ(message(run_views(program, {}, ticks, execution).status), message(status));
        return status.code;
    };
    EXPECT_EQ(code(wanders, {.dt = 0.1f, .first_tick = 0}, {}), Code::ok);
    EXPECT_EQ(code(wanders, {.dt = NAN, .first_tick = 0}, {}), Code::parameter_out_of_range);
    EXPECT_EQ(code(wanders, {.dt = 0.1f}, {}), Code::missing_tick);
    EXPECT_EQ(code(Program(), {.dt = 0.1f}, {}), Code::invalid_program);
    EXPECT_EQ(code(wanders, {.dt = 0.1f, .first_tick = 0}, {.threading = Threading::callback}),
              Code::missing_callback);
    EXPECT_EQ(code(wanders, {.dt = 0.1f, .first_tick = 0}, {.isa = Isa(99)}), Code::unknown_isa);
}

TEST(Views, AreMadeWhenTheyAreNeeded) {
    const ProgramCase& test = program_case("wander_world_none_values");
    Population expected = test.population(agents, 4, Values::faulty);
    Population actual = expected;
    const Result result = run(test.program, expected.view(), ticks_of(test));
    struct Slices {
        AgentView whole;
        std::vector<std::atomic<int>> made = std::vector<std::atomic<int>>(agents / 50);
        std::size_t refused = agents;

        static AgentView make(void* context, std::size_t index, Status& status) {
            Slices& slices = *static_cast<Slices*>(context);
            ++slices.made[index];
            if (index == slices.refused) status.code = Code::bad_selection;
            return slices.whole.slice(50 * index, 50);
        }
    } slices{.whole = actual.view()};
    ViewSource source{agents / 50, Slices::make, &slices};
    const Result of_views = run_views(test.program, source, ticks_of(test), {.grain = 1});
    ASSERT_TRUE(of_views.status.ok()) << message(of_views.status);
    EXPECT_TRUE(same_bits(expected, actual));
    EXPECT_EQ(of_views.faults, result.faults);
    EXPECT_EQ(50 * of_views.first_fault_view + of_views.first_fault, result.first_fault);
    for (const std::atomic<int>& made : slices.made) EXPECT_EQ(made, 2);

    slices.refused = 3;
    const Result refused = run_views(test.program, source, ticks_of(test));
    EXPECT_EQ(refused.status.code, Code::bad_selection);
    EXPECT_EQ(refused.first_fault_view, 3u);
    source.make = nullptr;
    EXPECT_EQ(run_views(test.program, source, ticks_of(test)).status.code, Code::null_function);
    EXPECT_TRUE(same_bits(expected, actual));
}

/// Level of detail: half of the agents in every second tick, with twice the dt, interleaved by id.
TEST(LevelOfDetail, TakesTurnsByIdAndKeepsTheBits) {
    const ProgramCase& test = program_case("wander_world_none_values");
    Population turns = test.population(agents, 4, Values::ordinary);
    Population odd = turns;
    std::vector<std::uint8_t> active(agents);
    for (std::uint64_t tick = 0; tick < 8; ++tick) {
        for (std::size_t slot = 0; slot < agents; ++slot) active[slot] = slot % 2 == tick % 2;
        const Ticks ticks{.dt = 2 * test.dt, .first_tick = tick, .seed = 1};
        ASSERT_TRUE(faultless(run(test.program, turns.view().only(active), ticks)));
        if (tick % 2 == 0) continue;
        ASSERT_TRUE(faultless(run(test.program, odd.view(), ticks)));
    }
    for (std::size_t slot = 1; slot < agents; slot += 2)
        ASSERT_EQ(turns.get<Stream::position_x>(slot), odd.get<Stream::position_x>(slot));
}

}  // namespace
}  // namespace wend::test
