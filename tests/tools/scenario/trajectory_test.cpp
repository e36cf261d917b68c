// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Trajectories of pedestrian research: read by NumPy and by Python's SQLite as analysis tools read them, and
// by wend.
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "support/command.hpp"
#include "tools/files/trajectory.hpp"
#include "tools/scenario/trajectory_writer.hpp"

namespace wend::test {
namespace {

constexpr const char* crowd =
    R"({ "seed": 3, "dt": 0.03125, "ticks": 100, "agents": { "count": 40, "area": [2000000, 0, 2000030, 20], "velocity": [[-1, 1], [-1, 1]] },
    "stages": [ { "separation": { "radius": 2 } }, { "locomotion": { "max_force": 5, "max_speed": 2, "mass": 1 } } ] })";

/// Compares the frames of both files with the rows of the CSV of the same run.
constexpr const char* reader = R"(
import csv, sqlite3, struct
rows = {(int(r["tick"]), int(r["id"])): (float(r["position_x"]), float(r["position_y"])) for r in csv.DictReader(open("a.csv"))}
lines = csv.reader((line for line in open("a.txt") if line[0] != "#"), delimiter=" ")
text = {(int(f), int(i)): (float(x), float(y)) for i, f, x, y in lines}
single = lambda x: struct.pack("f", x)
rate = [line for line in open("a.txt") if "framerate" in line][0]
assert float(rate.split(":")[1].split()[0]) == 16, rate
connection = sqlite3.connect("a.sqlite")
table = {(f, i): (x, y) for f, i, x, y in connection.execute("SELECT frame, id, pos_x, pos_y FROM trajectory_data")}
assert dict(connection.execute("SELECT key, value FROM metadata"))["version"] == "2"
assert float(dict(connection.execute("SELECT key, value FROM metadata"))["fps"]) == 16
assert connection.execute("SELECT count(*) FROM frame_data JOIN geometry ON geometry_hash = hash").fetchone()[0] == 51
assert all(abs(x * x + y * y - 1) < 1e-9 for x, y in connection.execute("SELECT ori_x, ori_y FROM trajectory_data"))
assert text.keys() == table.keys() and len(table) == 51 * 40
for frame in range(1, 51):
    for agent in range(40):
        for written in text, table:
            assert single(written[frame, agent][0]) == single(rows[2 * frame, agent][0]), (frame, agent)
            assert single(written[frame, agent][1]) == single(rows[2 * frame, agent][1]), (frame, agent)
)";

/// As tools/README.md reads it, and the same places as in the text.
constexpr const char* h5_reader = R"(
import h5py, numpy
with h5py.File("a.h5") as file:
    rows, rate, area = file["trajectory"][:], file["trajectory"].attrs["fps"], file.attrs["wkt_geometry"]
    assert file["trajectory"].chunks == (65536,) and file["trajectory"].compression == "gzip"
    assert file["trajectory"].maxshape == (None,)
assert rate == 16 and area.startswith("POLYGON ((")
text = [line.split() for line in open("a.txt") if line[0] != "#"]
assert len(rows) == len(text) == 51 * 40
for row, (agent, frame, x, y) in zip(rows, text):
    assert (row["id"], row["frame"], row["x"], row["y"]) == (int(agent), int(frame), numpy.float32(x), numpy.float32(y)), row
    assert row["z"] == 0
)";

class Trajectory : public Command {
  protected:
    void write_all() const {
        folder_.write("s.json", crowd);
        EXPECT_EQ(wend("run s.json --out a.txt").status, 0);
        const Outcome database = wend("run s.json --out a.sqlite");
        EXPECT_EQ(database.status, 0) << database.err;
        EXPECT_EQ(wend("run s.json --out a.csv --every 2").status, 0);
    }
    /// The places at the start of a scenario with the agents of a file.
    [[nodiscard]] Outcome start_from(const std::string& file, const std::string& tick) const {
        folder_.write("t.json", fmt::format(R"({{ "dt": 1, "ticks": 0, "agents": {{ "file": "{}"{} }},
            "stages": [ {{ "wander": {{}} }}, {{ "locomotion": {{ "max_force": 1, "max_speed": 1, "mass": 1 }} }} ] }})",
                                            file, tick));
        return wend("run t.json --hash");
    }
};

TEST_F(Trajectory, IsReadByPython) {
    write_all();
    folder_.write("read.py", reader);
    const std::string line =
        fmt::format("cd '{}' && '{}' read.py 2>.err", folder_.path().string(), WEND_PYTHON);
    EXPECT_EQ(std::system(line.c_str()), 0) << folder_.read(".err");
}

TEST_F(Trajectory, InHdf5IsReadByH5py) {
    if (!files::has_hdf5()) GTEST_SKIP() << "this build has no HDF5";
    write_all();
    const Outcome table = wend("run s.json --out a.h5");
    EXPECT_EQ(table.status, 0) << table.err;
    for (const char* const start : {"", R"(, "tick": 20)"})
        EXPECT_EQ(start_from("a.h5", start).out, start_from("a.txt", start).out);
    EXPECT_NE(start_from("a.h5", R"(, "tick": 999)").err.find("has no row of tick 999; its last is 50"),
              std::string::npos);
    folder_.write("b.h5", "no HDF5");
    EXPECT_NE(start_from("b.h5", "").err.find("b.h5: cannot be read: not an HDF5 file"), std::string::npos);
    const std::string whole = folder_.read("a.h5");
    for (const std::size_t size : {std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
        folder_.write("b.h5", whole.substr(0, size));
        const Outcome cut = start_from("b.h5", "");
        EXPECT_EQ(cut.status, 2) << size;
        EXPECT_EQ(cut.err.substr(0, 6), "b.h5: ") << cut.err;
    }
    EXPECT_NE(wend("run s.json --out no/such.h5").err.find("no/such.h5: cannot be written"),
              std::string::npos);
    folder_.write("read.py", h5_reader);
    for (const char* const python : {"python3", "/usr/bin/python3"}) {
        if (std::system(fmt::format("{} -c 'import h5py' 2>/dev/null", python).c_str()) != 0) continue;
        const std::string line = fmt::format("cd '{}' && {} read.py 2>.err", folder_.path().string(), python);
        EXPECT_EQ(std::system(line.c_str()), 0) << folder_.read(".err");
        return;
    }
    GTEST_SKIP() << "no python3 here has h5py (Debian: python3-h5py)";
}

TEST_F(Trajectory, IsTheStartOfARun) {
    write_all();
    for (const auto& [tick, frame] : {std::pair("", ""), std::pair(R"(, "tick": 40)", R"(, "tick": 20)")}) {
        const Outcome csv = start_from("a.csv", tick);
        // The CSV has velocities, too, which the others lack; positions and ids are in all.
        EXPECT_EQ(csv.status, 0) << csv.err;
        const Outcome text = start_from("a.txt", frame), database = start_from("a.sqlite", frame);
        EXPECT_EQ(text.status, 0) << text.err;
        EXPECT_EQ(text.out, database.out);
        EXPECT_EQ(text.out.substr(0, 5), "hash ");
    }
    EXPECT_NE(start_from("a.txt", R"(, "tick": 20)").out, start_from("a.txt", R"(, "tick": 21)").out);
}

/// A page has the places of its run's page.
TEST_F(Trajectory, IsPlayed) {
    std::string near = crowd;
    near.replace(near.find("2000000, 0, 2000030"), 19, "0, 0, 30");
    folder_.write("near.json", near);
    ASSERT_EQ(wend("run near.json --every 2 --out run.html").status, 0);
    const auto part_of = [&](const char* page, const std::string& start, char end) {
        const std::string text = folder_.read(page);
        const std::size_t at = text.find(start);
        EXPECT_NE(at, std::string::npos) << start;
        return text.substr(at, text.find(end, at) - at);
    };
    for (const char* const file : {"a.txt", "a.sqlite", "a.h5"}) {
        if (file == std::string("a.h5") && !files::has_hdf5()) continue;
        ASSERT_EQ(wend(fmt::format("run near.json --out {}", file)).status, 0);
        const Outcome made = wend(fmt::format("run {} --out a.html", file));
        ASSERT_EQ(made.status, 0) << made.err;
        EXPECT_NE(made.out.find("agents   40\nframes   51, 16 a second\nwrote    a.html, "),
                  std::string::npos)
            << made.out;
        EXPECT_EQ(part_of("a.html", "\"ids\":[", ']'), part_of("run.html", "\"ids\":[", ']'));
        EXPECT_TRUE(part_of("a.html", "id=places", '<') == part_of("run.html", "id=places", '<')) << file;
        EXPECT_NE(folder_.read("a.html").find("a trajectory: 40 agents, 51 frames of 0.0625 s"),
                  std::string::npos);
    }
    write_all();
    EXPECT_NE(wend("run a.txt --out a.html").err.find("places are far from the origin, and shown less ("),
              std::string::npos);
    // Agents that come late, and frames between which the file has none.
    folder_.write("late.txt", "7 10 0 0\n7 20 1 0\n9 20 5 5\n9 4000000000 6 5\n");
    const Outcome late = wend("run late.txt --out late.html --every 1");
    EXPECT_EQ(late.status, 0) << late.err;
    EXPECT_NE(late.out.find("agents   2\nframes   3, "), std::string::npos) << late.out;
    EXPECT_EQ(late.err, "note: late.txt: does not say how many frames a second has, taken as 16\n");
    EXPECT_EQ(part_of("late.html", "\"ticks\":[", ']'), "\"ticks\":[0,10,3999999990");
    expect_refused("run late.txt", "late.txt is a trajectory: --out FILE.html makes a page of it");
    expect_refused("run late.txt --out a.html --seed 9", "it takes no options but --out and --every");
    folder_.write("half.txt", "7 10.5 0 0\n");
    expect_refused("run half.txt --out a.html", "half.txt:1: frame: 10.5 is not a whole number");
    folder_.write("none.txt", "# framerate: 16\n");
    expect_refused("run none.txt --out a.html", "none.txt: has no rows");
    folder_.write("slow.txt", "# framerate: 1e-320\n1 2 3 4\n");
    expect_refused("run slow.txt --out a.html", "slow.txt: has 1e-320 frames a second");
}

TEST_F(Trajectory, OfCentimetresIsInMetres) {
    folder_.write("cm.txt",
                  "# PersID\tFrame\tX\tY\tZ\n# in x/cm y/cm z/cm\n1\t7\t250.0\t-100\t160\n2\t7\t0\t0\t160\n");
    folder_.write("m.txt", "1 7 2.5 -1\n2 7 0 0\n");
    EXPECT_EQ(start_from("cm.txt", "").out, start_from("m.txt", "").out);
}

TEST_F(Trajectory, IsRefusedWithItsLine) {
    folder_.write("a.txt", "# id frame x/m y/m\n1 0 2.5 -1\n2 0 nan 0\n");
    EXPECT_EQ(start_from("a.txt", "").err.substr(0, 8), "a.txt:3:") << start_from("a.txt", "").err;
    folder_.write("a.txt", "# id frame x/m y/m\n1 0 2.5\n");
    EXPECT_NE(start_from("a.txt", "").err.find("a.txt:2: fewer than 4 numbers"), std::string::npos);
    folder_.write("a.txt", "# id frame x/m y/m\n1 0 2.5 1\n1 0 3 1\n");
    EXPECT_NE(start_from("a.txt", "").err.find("a.txt:3: id 1 appears twice"), std::string::npos)
        << start_from("a.txt", "").err;
    folder_.write("a.sqlite", "no database");
    EXPECT_NE(start_from("a.sqlite", "").err.find("a.sqlite: is no SQLite database"), std::string::npos);
    EXPECT_NE(start_from("none.sqlite", "").err.find("none.sqlite: cannot be read"), std::string::npos);
    EXPECT_EQ(start_from("none.sqlite", "").status, 2);
    write_all();
    EXPECT_NE(start_from("a.sqlite", R"(, "tick": 999)").err.find("has no row of tick 999; its last is 50"),
              std::string::npos);
    folder_.write("s.json", R"({ "dt": 0, "ticks": 1, "agents": { "count": 1, "area": [0, 0, 1, 1] },
        "stages": [ { "wander": {} }, { "locomotion": { "max_force": 1, "max_speed": 1, "mass": 1 } } ] })");
    EXPECT_NE(wend("run s.json --out b.txt").err.find("b.txt: cannot be a trajectory: dt is 0"),
              std::string::npos);
}

TEST(FrameInterval, GivesSixteenFramesASecond) {
    EXPECT_EQ(scenario::frame_interval(1 / 60.0f), 4u);
    EXPECT_EQ(scenario::frame_interval(1 / 16.0f), 1u);
    EXPECT_EQ(scenario::frame_interval(1), 1u);
    EXPECT_EQ(scenario::frame_interval(0), 1u);
    EXPECT_EQ(scenario::frame_interval(1e-30f), 1'000'000'000u);
}

}  // namespace
}  // namespace wend::test
