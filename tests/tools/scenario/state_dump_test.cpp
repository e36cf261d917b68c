// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// State dumps as bytes: their format, and that wrong ones are refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <span>
#include <string>

#include "support/replaced.hpp"
#include "support/scratch_folder.hpp"
#include "tools/scenario/checksum.hpp"
#include "tools/scenario/state_dump.hpp"
#include "tools/support/input_file.hpp"
#include "wend/version.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

using scenario::load_scenario;
using scenario::Scenario;
using scenario::StateDump;

constexpr std::string_view wander =
    R"({ "seed": 7, "dt": 0.5, "ticks": 40, "agents": { "count": 3, "area": [0, 0, 9, 9] },
    "stages": [ { "wander": {} }, { "locomotion": { "max_force": 20, "max_speed": 3, "mass": 1, "bounds": "wrap" } } ] })";
constexpr std::string_view advance = R"({ "dt": 0.5, "ticks": 40, "agents": { "count": 5, "speed": 9 },
    "paths": { "file": "p.geojson", "projection": "none" }, "stages": [ { "waypoint_advance": { "mode": "loop" } } ] })";
constexpr std::string_view path = R"({ "type": "LineString", "coordinates": [[0, 0], [3, 4], [10, 4]] })";

constexpr std::size_t header_size = 72;

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

/// The reason why a dump is refused; empty if it is not.
std::string refusal_of(std::string_view bytes) {
    try {
        const StateDump dump = scenario::read_state(bytes_of(bytes), "a.dump");
        return "";
    } catch (const words::FileError& error) {
        return error.what();
    }
}

void expect_refusal(std::string_view bytes, std::string_view part) {
    const std::string refusal = refusal_of(bytes);
    EXPECT_NE(refusal.find(part), std::string::npos)
        << "\"" << refusal << "\" does not say \"" << part << "\"";
    EXPECT_EQ(refusal.find("a.dump: "), 0u) << refusal;
}

template <class T>
T number_at(std::string_view bytes, std::size_t at) {
    T number;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

/// The dump with one number overwritten, and the right checksum.
template <class T>
std::string with(std::string bytes, std::size_t at, T number) {
    std::memcpy(bytes.data() + at, &number, sizeof number);
    const std::size_t summed = bytes.size() - 8;
    const std::uint64_t sum = scenario::word_sum(bytes_of(bytes).first(summed), 0);
    std::memcpy(bytes.data() + summed, &sum, sizeof sum);
    return bytes;
}

class StateDumpFile : public ::testing::Test {
  protected:
    Scenario load(std::string_view text) const {
        folder_.write("p.geojson", path);
        return load_scenario(folder_.write("s.json", text));
    }
    std::string dump_of(Scenario& loaded, std::uint64_t tick) const {
        scenario::save_state(folder_ / "a.dump", loaded, tick);
        return folder_.read("a.dump");
    }
    std::string dump_of(std::string_view text) const {
        Scenario loaded = load(text);
        return dump_of(loaded, 11);
    }

    /// The reason why the scenario `text` with `paths` refuses the dump of `advance`; "" if it does not.
    std::string refusal_by(std::string_view text, std::string_view paths = path) const {
        const std::string bytes = dump_of(advance);
        folder_.write("p.geojson", paths);
        Scenario other = load_scenario(folder_.write("other.json", text));
        try {
            scenario::require_same_scenario(scenario::read_state(bytes_of(bytes), "a.dump"), other, "a.dump");
            return "";
        } catch (const words::FileError& error) {
            return error.what();
        }
    }

    ScratchFolder folder_;
};

// XXH64's published value for no bytes with seed 0; pieces give the sum of the whole.
TEST(Checksum, IsXxh64) {
    EXPECT_EQ(scenario::checksum({}), 0xef46db3751d8e999u);
    EXPECT_EQ(scenario::Checksum().value(), 0xef46db3751d8e999u);
    const std::string text(1000, 'x');
    scenario::Checksum sum;
    sum.add(bytes_of(text).first(7)).add(bytes_of(text).subspan(7));
    EXPECT_EQ(sum.value(), scenario::checksum(bytes_of(text)));
}

// splitmix64's first numbers with seed 0; parts give the sum of the whole.
TEST(Checksum, OfWordsIsASumOfParts) {
    const std::string zeros(8, '\0');
    EXPECT_EQ(scenario::word_sum(bytes_of(zeros), 0), 0xe220a8397b1dcdafu + 0x6e789e6aa1b965f4u);
    const std::string text = "sixteen bytes...";
    EXPECT_EQ(
        scenario::word_sum(bytes_of(text).first(4), 3) + scenario::word_sum(bytes_of(text).subspan(4), 4),
        scenario::word_sum(bytes_of(text), 3));
    EXPECT_NE(scenario::word_sum(bytes_of(text), 3), scenario::word_sum(bytes_of(text), 4));
}

// Reads the file by its description in tools/README.md.
TEST_F(StateDumpFile, IsAsDescribed) {
    Scenario loaded = load(wander);
    const std::string bytes = dump_of(loaded, 11);
    EXPECT_EQ(bytes.substr(0, 8), "wenddump");
    EXPECT_EQ(number_at<std::uint32_t>(bytes, 8), 2u);
    EXPECT_EQ(number_at<std::uint32_t>(bytes, 12), bits_version);
    EXPECT_EQ(number_at<std::uint64_t>(bytes, 16), 11u);
    EXPECT_EQ(number_at<std::uint64_t>(bytes, 24), 7u);
    EXPECT_EQ(number_at<std::uint64_t>(bytes, 32), 3u);
    EXPECT_EQ(number_at<float>(bytes, 64), 0.5f);
    const AgentView agents = loaded.agents.view();
    const std::vector<Stream> streams{Stream::id,         Stream::position_x, Stream::position_y,
                                      Stream::velocity_x, Stream::velocity_y, Stream::wander_angle};
    ASSERT_EQ(number_at<std::uint32_t>(bytes, 68), streams.size());
    std::size_t at = header_size + 32 * streams.size();
    ASSERT_EQ(bytes.size(), at + streams.size() * 3 * 4 + 8);
    for (std::size_t i = 0; i < streams.size(); ++i) {
        const std::string name_there(bytes, header_size + 32 * i, 28);
        EXPECT_EQ(name_there.c_str(), name(streams[i]));
        EXPECT_EQ(number_at<std::uint32_t>(bytes, header_size + 32 * i + 28),
                  streams[i] == Stream::id ? 3u : 0u);
        EXPECT_EQ(std::memcmp(bytes.data() + at, agents.column(streams[i]).data, 12), 0) << name(streams[i]);
        at += 12;
    }
    EXPECT_EQ(number_at<std::uint64_t>(bytes, at), scenario::word_sum(bytes_of(bytes).first(at), 0));
}

TEST_F(StateDumpFile, IsRefusedWhenTruncated) {
    const std::string bytes = dump_of(advance);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        expect_refusal(bytes.substr(0, size), size < 8 ? "is not a state dump of wend" : "is truncated");
    expect_refusal(bytes + '\0', "is damaged");
    EXPECT_EQ(refusal_of(bytes), "");
}

TEST_F(StateDumpFile, IsRefusedWhenAnyBitIsFlipped) {
    const std::string bytes = dump_of(advance);
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string flipped = bytes;
            flipped[at] = static_cast<char>(flipped[at] ^ 1 << bit);
            SCOPED_TRACE(fmt::format("byte {}, bit {}", at, bit));
            expect_refusal(flipped, at < 8    ? "is not a state dump"
                                    : at < 12 ? "has format version"
                                              : "damaged");
        }
}

TEST_F(StateDumpFile, IsRefusedFromOtherVersions) {
    const std::string bytes = dump_of(advance);
    expect_refusal(with(bytes, 8, 1u), "has format version 1; this wend reads version 2");
    expect_refusal(with(bytes, 8, 0u), "has format version 0");
    for (const std::uint32_t other : {bits_version - 1, bits_version + 1})
        expect_refusal(with(bytes, 12, other),
                       fmt::format("has bits version {}, this wend has {}", other, bits_version));
}

/// By the version, not by the stream: until version 2 seconds_left was a float.
TEST_F(StateDumpFile, IsRefusedWithTheStreamsOfAnOlderVersion) {
    const std::string bytes =
        dump_of(R"({ "dt": 0.5, "ticks": 40, "agents": { "count": 2, "area": [0, 0, 9, 9] },
        "stages": [ { "retarget_wander": { "area": [0, 0, 9, 9] } },
                    { "locomotion": { "max_force": 20, "max_speed": 3, "mass": 1 } } ] })");
    const std::size_t entry = bytes.find("seconds_left");
    ASSERT_NE(entry, std::string::npos);
    ASSERT_EQ(number_at<std::uint32_t>(bytes, entry + 28), 1u) << "a double";
    std::string older = bytes;
    older.erase(older.size() - 8 - 2 * 4, 2 * 4);  // two agents' elements are 4 bytes shorter
    older = with(with(older, entry + 28, 0u), 12, 2u);
    expect_refusal(older, fmt::format("has bits version 2, this wend has {}", bits_version));
}

// With matching checksums.
TEST_F(StateDumpFile, IsRefusedWhenInconsistent) {
    const std::string bytes = dump_of(advance);
    expect_refusal(with(bytes, 32, std::uint64_t{6}), "is truncated, or damaged");
    expect_refusal(with(bytes, 32, std::uint64_t{4}), "is inconsistent");
    expect_refusal(with(bytes, 32, ~std::uint64_t{0}), "is inconsistent");
    expect_refusal(with(bytes, 32, std::uint64_t{1} << 62), "is inconsistent");
    expect_refusal(with(bytes, 68, 0u), "is inconsistent");
    expect_refusal(with(bytes, 68, ~0u), "is inconsistent");
    expect_refusal(with(bytes, header_size + 28, 4u), "is inconsistent");
    expect_refusal(with(bytes, header_size + 28, 2u), "unknown stream \"heading_x\"");
    expect_refusal(with(bytes, header_size, 'j'), "unknown stream \"jeading_x\"");
    // Streams are in alphabetical order.
    std::string twice = bytes;
    std::memcpy(twice.data() + header_size + 32, twice.data() + header_size, 32);
    expect_refusal(with(twice, 16, std::uint64_t{1}), "has the stream heading_x twice");
}

TEST_F(StateDumpFile, IsRefusedByAnotherScenario) {
    EXPECT_EQ(refusal_by(replaced(advance, "\"count\": 5", "\"count\": 6")),
              "a.dump: is a dump of another scenario: 5 agents, not 6");
    EXPECT_EQ(refusal_by(replaced(advance, "\"dt\": 0.5", "\"dt\": 0.25")),
              "a.dump: is a dump of another scenario: \"dt\" was 0.5, not 0.25");
    const std::string stages =
        "a.dump: is a dump of another scenario: \"stages\", \"events\", \"after_tick\" or the area of the "
        "agents differ";
    EXPECT_EQ(refusal_by(replaced(advance, "\"loop\"", "\"once\"")), stages);
    EXPECT_EQ(refusal_by(replaced(advance, "\"speed\"", "\"area\": [0, 0, 1, 1], \"speed\"")), stages);
    EXPECT_EQ(refusal_by(advance, replaced(path, "[10, 4]", "[10, 5]")),
              "a.dump: is a dump of another scenario: the paths differ");
    EXPECT_EQ(refusal_by(replaced(advance, "\"speed\": 9", "\"speed\": 8")),
              "a.dump: is a dump of another scenario: the initial agents differ");
}

TEST_F(StateDumpFile, IsAcceptedByTheSameScenarioInAnotherFile) {
    EXPECT_EQ(refusal_by(advance), "");
    EXPECT_EQ(refusal_by(replaced(advance, "\"ticks\": 40", "\"ticks\":  400")), "");
    folder_.write("q.geojson", path);
    EXPECT_EQ(refusal_by(replaced(advance, "p.geojson", "q.geojson"), "{}"), "");
}

// The same fingerprints, but a stream is missing.
TEST_F(StateDumpFile, IsRefusedWithoutAStream) {
    Scenario loaded = load(wander);
    const std::string bytes = dump_of(loaded, 1);
    StateDump dump = scenario::read_state(bytes_of(bytes), "a.dump");
    dump.streams.pop_back();
    EXPECT_THROW(scenario::require_same_scenario(dump, loaded, "a.dump"), words::FileError);
}

}  // namespace
}  // namespace wend::test
