// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/trajectory_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/files/trajectory.hpp"
#include "wend/version.hpp"
#include "words/file_error.hpp"
#ifdef WEND_HAS_HDF5
#include "tools/files/trajectory_table.hpp"
#endif
#ifdef WEND_HAS_SQLITE
#include "tools/support/database.hpp"
#endif

namespace wend::scenario {
namespace {

double frames_a_second(float dt, std::uint64_t every) {
    return 1 / (static_cast<double>(dt) * static_cast<double>(every));
}

/// Where agents are, in the coordinates of the scenario's files.
struct Places {
    std::span<const float> x, y;
    Point origin;

    [[nodiscard]] Point operator[](std::size_t slot) const {
        return {origin.x + static_cast<double>(x[slot]), origin.y + static_cast<double>(y[slot])};
    }
};

/// The rectangle of all places, which stands for the walkable area: a scenario has none.
struct Extent {
    Point least{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
    Point most{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()};

    void add(Point place) {
        least = {std::min(least.x, place.x), std::min(least.y, place.y)};
        most = {std::max(most.x, place.x), std::max(most.y, place.y)};
    }
    [[nodiscard]] std::string text() const {
        return fmt::format("POLYGON (({0} {1}, {2} {1}, {2} {3}, {0} {3}, {0} {1}))", least.x, least.y,
                           most.x, most.y);
    }
};

[[maybe_unused]] bool is_finite(Point place) { return std::isfinite(place.x) && std::isfinite(place.y); }

Places places_of(const AgentView& agents, Point origin) {
    return {agents.get<Stream::position_x>(), agents.get<Stream::position_y>(), origin};
}

}  // namespace

std::uint64_t frame_interval(float dt) {
    constexpr double wanted = 16;
    return dt > 0 ? std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::lround(
                                                   std::min(1 / (wanted * static_cast<double>(dt)), 1e9))))
                  : 1;
}

#ifdef WEND_HAS_SQLITE
/// JuPedSim's tables, in memory until the end: the file appears whole.
struct TrajectoryWriter::Tables {
    Tables(const std::filesystem::path& file, double frames)
        : database(support::Database::in_memory(file)), frames_a_second(frames) {
        database.execute(
            "BEGIN;"
            "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL,"
            " pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
            "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
            "CREATE TABLE geometry(hash INTEGER NOT NULL UNIQUE PRIMARY KEY, wkt TEXT NOT NULL);"
            "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
            "CREATE INDEX frame_id_idx ON trajectory_data(frame, id);");
        row.emplace(database, "INSERT INTO trajectory_data VALUES(?, ?, ?, ?, ?, ?)");
    }

    void add(std::uint64_t frame, const AgentView& agents, const Places& places) {
        const auto vx = agents.get<Stream::velocity_x>(), vy = agents.get<Stream::velocity_y>();
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            const Point place = places[slot];
            if (!is_finite(place)) continue;  // SQLite has no such number
            const double x = vx.empty() ? 0 : static_cast<double>(vx[slot]);
            const double y = vy.empty() ? 0 : static_cast<double>(vy[slot]);
            const double speed = std::hypot(x, y);
            const bool moves = speed > 0 && std::isfinite(speed);
            row->bind(frame, agents.get<Stream::id>()[slot], place.x, place.y, moves ? x / speed : 1,
                      moves ? y / speed : 0)
                .run();
            extent.add(place);
        }
        if (std::exchange(last_frame, frame) != frame)
            support::Statement(database, "INSERT INTO frame_data VALUES(?, 1)").bind(frame).run();
    }

    void write(support::OutputFile& output) {
        row.reset();
        support::Statement value(database, "INSERT INTO metadata VALUES(?, ?)");
        const auto put = [&](const char* key, double number) {
            value.bind(std::string(key), fmt::format("{}", number)).run();
        };
        put("version", 2);
        put("fps", frames_a_second);
        put("xmin", extent.least.x);
        put("xmax", extent.most.x);
        put("ymin", extent.least.y);
        put("ymax", extent.most.y);
        support::Statement(database, "INSERT INTO geometry VALUES(1, ?)").bind(extent.text()).run();
        database.execute("COMMIT");
        sqlite3_int64 size = 0;
        const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
            sqlite3_serialize(database.handle(), "main", &size, 0), sqlite3_free);
        if (bytes == nullptr) throw std::bad_alloc();
        output.write({reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)});
    }

    support::Database database;
    std::optional<support::Statement> row;
    double frames_a_second;
    std::optional<std::uint64_t> last_frame;
    Extent extent;
};
#else
struct TrajectoryWriter::Tables {
    Tables(const std::filesystem::path&, double) {}
    void add(std::uint64_t, const AgentView&, const Places&) {}
    void write(support::OutputFile&) {}
};
#endif

#ifdef WEND_HAS_HDF5
/// Rows that are gathered to whole chunks.
struct TrajectoryWriter::Table {
    Table(const std::filesystem::path& partial, const std::filesystem::path& file, double frames, bool wide)
        : table(partial, file, frames, wide) {}

    void add(std::uint64_t frame, const AgentView& agents, const Places& places) {
        const auto z = agents.get<Stream::position_z>();
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            const Point place = places[slot];
            if (is_finite(place)) extent.add(place);
            rows.push_back({agents.get<Stream::id>()[slot], static_cast<std::uint32_t>(frame), place.x,
                            place.y, z.empty() ? 0 : static_cast<double>(z[slot])});
        }
        if (rows.size() >= most_rows) flush();
    }
    void finish() {
        flush();
        table.finish(extent.text());
    }

  private:
    static constexpr std::size_t most_rows = 1 << 16;
    void flush() {
        table.append(rows);
        rows.clear();
    }

    files::TrajectoryTable table;
    std::vector<files::TrajectoryRow> rows;
    Extent extent;
};
#else
struct TrajectoryWriter::Table {
    Table(const std::filesystem::path&, const std::filesystem::path&, double, bool) {}
    void add(std::uint64_t, const AgentView&, const Places&) {}
    void finish() {}
};
#endif

TrajectoryWriter::TrajectoryWriter(const std::filesystem::path& file, const Scenario& scenario,
                                   std::uint64_t every)
    : output_(file), origin_(scenario.projected.origin), every_(every) {
    const double frames = frames_a_second(scenario.dt, every);
    if (!(scenario.dt > 0)) words::fail(file, "cannot be a trajectory: dt is 0, and frames need a time");
    if (file.extension() == ".sqlite") {
        if (!files::has_sqlite()) words::fail(file, "this build has no SQLite");
        tables_ = std::make_unique<Tables>(file, frames);
    } else if (file.extension() == ".h5") {
        if (!files::has_hdf5()) words::fail(file, "this build has no HDF5");
        if (output_.partial().empty()) words::fail(file, "is no file, which HDF5 needs");
        table_ = std::make_unique<Table>(output_.partial(), file, frames, origin_.x != 0 || origin_.y != 0);
    } else {
        output_.write(fmt::format("# description: wend {}\n# framerate: {} fps\n# id frame x/m y/m\n",
                                  version, frames));
    }
}
TrajectoryWriter::~TrajectoryWriter() = default;

void TrajectoryWriter::sample(std::uint64_t tick, const AgentView& agents) {
    if (tick % every_ != 0) return;
    if (tables_)
        tables_->add(tick / every_, agents, places_of(agents, origin_));
    else if (table_)
        table_->add(tick / every_, agents, places_of(agents, origin_));
    else
        write_text(tick / every_, agents);
}

void TrajectoryWriter::write_text(std::uint64_t frame, const AgentView& agents) {
    const Places places = places_of(agents, origin_);
    fmt::memory_buffer text;
    const auto end = std::back_inserter(text);
    // As few digits as give the same float again, where that is the place.
    const auto write = [&](double place, double origin) {
        origin == 0 ? fmt::format_to(end, " {}", static_cast<float>(place))
                    : fmt::format_to(end, " {}", place);
    };
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        fmt::format_to(end, "{} {}", agents.get<Stream::id>()[slot], frame);
        write(places[slot].x, origin_.x);
        write(places[slot].y, origin_.y);
        text.push_back('\n');
    }
    output_.write({text.data(), text.size()});
}

void TrajectoryWriter::commit() {
    if (tables_) tables_->write(output_);
    if (table_) table_->finish();
    output_.commit();
}

}  // namespace wend::scenario
