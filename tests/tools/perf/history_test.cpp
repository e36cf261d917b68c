// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The history of `wend perf`: stored runs survive killed writers and full disks.
#include "tools/perf/history/history.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "support/perf_runs.hpp"
#include "support/scratch_folder.hpp"
#include "tools/perf/history/schema.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

using perf::History;
using Access = History::Access;

perf::StoredRun sorted(perf::StoredRun run) {
    perf::sort_run(run);
    return run;
}

/// The exit status of a child process that runs `work`; 9 on an exception.
int status_of_child(const std::function<int()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        int status = 9;
        try {
            status = work();
        } catch (const std::exception& error) {
            fmt::print(stderr, "{}\n", error.what());
        }
        _exit(status);
    }
    int raw = 0;
    waitpid(child, &raw, 0);
    return raw;
}

/// The message of the exception of `work`; empty without one.
std::string refusal(const std::function<void()>& work) {
    try {
        work();
    } catch (const words::FileError& error) {
        return error.what();
    }
    return {};
}

bool is_sound(const std::filesystem::path& file) {
    perf::Database database(file, false);
    perf::Statement check(database, "PRAGMA integrity_check");
    return check.step() && check.text(0) == "ok";
}

class HistoryFile : public ::testing::Test {
  protected:
    void expect_refused(Access access, const std::string& part) const {
        const std::string message = refusal([&] { History(file_, access); });
        EXPECT_NE(message.find(file_.string()), std::string::npos) << message;
        EXPECT_NE(message.find(part), std::string::npos) << message;
    }

    ScratchFolder folder_;
    std::filesystem::path file_ = folder_ / "h.db";
};

TEST_F(HistoryFile, StoredRunsAreRead) {
    const perf::StoredRun run = make_run(1);
    std::string key;
    {
        History history(file_, Access::write);
        key = history.add(run);
        EXPECT_EQ(history.add(run), key) << "the same run again";
        history.add(make_run(2));
    }
    const History history(file_, Access::read);
    EXPECT_TRUE(history.contains(key));
    EXPECT_EQ(history.load(key), sorted(run));
    ASSERT_EQ(history.runs().size(), 2u);
    EXPECT_EQ(history.runs()[0].key, key);
    EXPECT_EQ(history.runs()[0].benchmarks, 3u);
    EXPECT_EQ(history.runs()[0].b, run.b);
}

TEST_F(HistoryFile, ARunIsFoundByKeyOrPosition) {
    History history(file_, Access::write);
    const std::string first = history.add(make_run(1));
    const std::string second = history.add(make_run(2));
    EXPECT_EQ(history.find("latest"), second);
    EXPECT_EQ(history.find("latest~1"), first);
    EXPECT_EQ(history.find(first), first);
    EXPECT_EQ(history.find(first.substr(0, 8)), first);
    for (const char* words : {"latest~2", "latest~x", "latest~", "latestx", "", "nonsense", "latest~-1"})
        EXPECT_NE(refusal([&] { (void)history.find(words); }), "") << words;
}

TEST_F(HistoryFile, TheLatestOfAKindIsThatOfItsMachine) {
    History history(file_, Access::write);
    perf::StoredRun run = make_run(1);
    run.kind = perf::RunKind::calibrate;
    history.add(run);
    perf::StoredRun other = make_run(2);
    other.kind = perf::RunKind::calibrate;
    other.machine.cores = 3;
    history.add(other);
    history.add(make_run(3));
    EXPECT_EQ(history.latest(perf::RunKind::calibrate, run.machine), sorted(run));
    EXPECT_EQ(history.latest(perf::RunKind::calibrate, other.machine), sorted(other));
    EXPECT_EQ(history.latest(perf::RunKind::times, run.machine), std::nullopt);
}

TEST_F(HistoryFile, APartOfAGateIsStoredAndNotListed) {
    History history(file_, Access::write);
    perf::StoredRun part = make_run(1);
    part.kind = perf::RunKind::gate;
    part.a.layout_seed = 1;
    const std::string part_key = history.add(part);
    perf::StoredRun gate = make_run(0);
    gate.kind = perf::RunKind::gate;
    gate.results[0].verdict->confirmed_by = part_key;
    const std::string key = history.add(gate);
    history.add(make_run(2));
    EXPECT_EQ(history.load(key), sorted(gate));
    EXPECT_EQ(history.runs().size(), 2u);
    EXPECT_EQ(history.find("latest~1"), key);
    EXPECT_NE(refusal([&] { (void)history.find("latest~2"); }).find("has 2 runs"), std::string::npos);
    EXPECT_NE(refusal([&] { (void)history.find(part_key); }), "");
    EXPECT_TRUE(history.contains(part_key));
    EXPECT_EQ(history.latest(perf::RunKind::gate, gate.machine), sorted(gate))
        << "although the part is newer";
}

TEST_F(HistoryFile, RunsThatCannotBeStoredAreRefusedWhole) {
    History history(file_, Access::write);
    perf::StoredRun not_finite = make_run(1);
    not_finite.results[1].samples[3].nanoseconds = std::numeric_limits<double>::quiet_NaN();
    perf::StoredRun twice = make_run(2);
    twice.results[0].samples.push_back(twice.results[0].samples.back());
    perf::StoredRun one_name = make_run(3);
    one_name.results.push_back(one_name.results[0]);
    for (const perf::StoredRun& run : {not_finite, twice, one_name}) {
        EXPECT_NE(refusal([&] { history.add(run); }).find("a run was not stored"), std::string::npos);
        EXPECT_TRUE(history.runs().empty());
    }
}

TEST_F(HistoryFile, AMissingFileIsCreatedWithTheFirstRun) {
    {
        History history(file_, Access::write);
        EXPECT_TRUE(history.runs().empty());
        EXPECT_EQ(history.latest(perf::RunKind::calibrate, make_run(1).machine), std::nullopt);
        perf::StoredRun nameless = make_run(1);
        nameless.results[0].name = "";
        EXPECT_NE(refusal([&] { history.add(nameless); }), "");
        EXPECT_FALSE(folder_.has("h.db")) << "nothing was stored";
        History(file_, Access::write).add(make_run(1));  // another writer is faster
        history.add(make_run(2));
        EXPECT_EQ(history.runs().size(), 2u);
    }
    EXPECT_EQ(History(file_, Access::read).runs().size(), 2u);
    for (const char* name : {"", "no/such/folder.db"})
        EXPECT_NE(refusal([&] { History(name, Access::write); }), "") << name;
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path());
    History(":memory:", Access::write).add(make_run(1));  // an ordinary file name
    std::filesystem::current_path(before);
    EXPECT_TRUE(folder_.has(":memory:"));
}

TEST_F(HistoryFile, AForeignFileIsRefusedAndStays) {
    expect_refused(Access::read, "no such history");
    folder_.write("h.db",
                  "this is plain text, but as long as the header of a database, which has a hundred bytes; "
                  "it ends here");
    for (const Access access : {Access::read, Access::write}) expect_refused(access, "no SQLite database");
    EXPECT_TRUE(folder_.read("h.db").starts_with("this is plain text"));

    std::filesystem::remove(file_);
    perf::Database(file_, true).execute("CREATE TABLE recipes(id)");
    for (const Access access : {Access::read, Access::write}) expect_refused(access, "another program");

    std::filesystem::remove(file_);
    std::filesystem::create_directory(file_);
    for (const Access access : {Access::read, Access::write}) expect_refused(access, "folder");
}

TEST_F(HistoryFile, ANewerFileIsRefusedAndStays) {
    History(file_, Access::write).add(make_run(1));
    perf::Database(file_, false).execute("PRAGMA user_version = 1000");
    const std::string before = folder_.read("h.db");
    for (const Access access : {Access::read, Access::write})
        expect_refused(access, "newer wend (history version 1000");
    EXPECT_EQ(folder_.read("h.db"), before);
}

/// The existing steps, followed by future ones.
std::vector<const char*> steps_and(const std::vector<const char*>& others) {
    std::vector<const char*> steps(perf::schema_steps.begin(), perf::schema_steps.end());
    steps.insert(steps.end(), others.begin(), others.end());
    return steps;
}

/// A new column in a table that others refer to: in SQLite the table must be recreated.
constexpr const char* with_a_linker = R"(
CREATE TABLE build_2(
    id INTEGER PRIMARY KEY,
    revision TEXT NOT NULL, parent TEXT NOT NULL, dirty INTEGER NOT NULL, compiler TEXT NOT NULL, linker TEXT NOT NULL, flags TEXT NOT NULL,
    layout_seed INTEGER NOT NULL, executable_hash TEXT NOT NULL,
    UNIQUE(revision, parent, dirty, compiler, linker, flags, layout_seed, executable_hash)) STRICT;
INSERT INTO build_2 SELECT id, revision, parent, dirty, compiler, 'ld', flags, layout_seed, executable_hash FROM build;
DROP TABLE build;
ALTER TABLE build_2 RENAME TO build;
)";

TEST_F(HistoryFile, ANewStepKeepsTheContent) {
    for (const std::uint32_t number : {1u, 2u}) History(file_, Access::write).add(make_run(number));
    const auto steps =
        steps_and({with_a_linker,
                   "CREATE TABLE remark(run INTEGER NOT NULL REFERENCES run, text TEXT NOT NULL) STRICT;"});
    const auto version = static_cast<std::int64_t>(perf::schema_steps.size());
    perf::Database database(file_, false);
    EXPECT_EQ(perf::version_of(database, steps), version);
    perf::bring_up_to_date(database, steps);
    EXPECT_EQ(perf::version_of(database, steps), version + 2);
    EXPECT_EQ(
        database.number("SELECT count(*) FROM run JOIN build ON build.id = build_a WHERE linker = 'ld'"), 2);
    EXPECT_EQ(database.number("SELECT count(*) FROM pragma_foreign_key_check"), 0);
    perf::bring_up_to_date(database, steps);  // once is enough
    database.execute("INSERT INTO remark SELECT id, 'kept' FROM run");
    EXPECT_TRUE(is_sound(file_));
    for (const Access access : {Access::read, Access::write})
        expect_refused(access, fmt::format("newer wend (history version {}", version + 2));
}

TEST_F(HistoryFile, AFailingStepLeavesTheFileUnchanged) {
    const std::string key = History(file_, Access::write).add(make_run(1));
    const std::string before = folder_.read("h.db");
    for (const char* failing : {"CREATE TABLE half(id); INSERT INTO nowhere VALUES (1);",
                                "CREATE TABLE half(id); DELETE FROM build;"}) {
        perf::Database database(file_, false);
        EXPECT_NE(refusal([&] {
                      perf::bring_up_to_date(database, steps_and({with_a_linker, failing}));
                  }).find(file_.string()),
                  std::string::npos)
            << failing;
        EXPECT_EQ(folder_.read("h.db"), before) << failing;
    }
    EXPECT_EQ(History(file_, Access::read).load(key), sorted(make_run(1)));
}

TEST_F(HistoryFile, AReadOnlyFileIsReadAndNotWritten) {
    const std::string key = History(file_, Access::write).add(make_run(1));
    std::filesystem::permissions(file_, std::filesystem::perms(0444));
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0555));
    const int raw = status_of_child([&] {
        if (geteuid() == 0 && seteuid(65534) != 0) return 3;  // root may write to anything
        if (!History(file_, Access::read).contains(key)) return 4;
        return refusal([&] { History(file_, Access::write); }).find("read-only") == std::string::npos ? 5 : 0;
    });
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
    EXPECT_EQ(raw, 0);
}

/// A file-size limit simulates a full disk.
TEST_F(HistoryFile, AFullDiskLosesNothing) {
    const std::string key = History(file_, Access::write).add(make_run(1));
    const auto room = std::filesystem::file_size(file_) + 20'000;
    const int raw = status_of_child([&] {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{room, room};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 3;
        History history(file_, Access::write);
        const std::string message = refusal([&] { history.add(make_run(2, 10'000)); });
        if (message.find(file_.string()) == std::string::npos ||
            message.find("as it was") == std::string::npos)
            return 4;
        return history.runs().size() == 1 ? 0 : 5;
    });
    EXPECT_EQ(raw, 0);
    EXPECT_TRUE(is_sound(file_));
    EXPECT_EQ(History(file_, Access::read).load(key), sorted(make_run(1)));
}

TEST_F(HistoryFile, TwoWritersLoseNothing) {
    constexpr std::uint32_t each = 20;
    const auto write = [&](std::uint32_t from) {
        for (std::uint32_t i = from; i < from + each; ++i)
            History(file_, Access::write).add(make_run(i));  // the first one creates the file
        return 0;
    };
    const pid_t child = fork();
    if (child == 0) {
        try {
            _exit(write(0));
        } catch (const std::exception& error) {
            fmt::print(stderr, "{}\n", error.what());
            _exit(9);
        }
    }
    write(each);
    int raw = 0;
    waitpid(child, &raw, 0);
    EXPECT_EQ(raw, 0);
    EXPECT_EQ(History(file_, Access::read).runs().size(), 2 * each);
    EXPECT_TRUE(is_sound(file_));
}

TEST_F(HistoryFile, AnOlderFileIsBroughtUpToDate) {
    {
        perf::Database database(file_, true);
        perf::bring_up_to_date(database, std::span(perf::schema_steps).first(2));
        EXPECT_EQ(perf::version_of(database, perf::schema_steps), 2);
        database.execute(
            "INSERT INTO machine VALUES (1, '', '', '', '', '', 2, '', '', '');"
            "INSERT INTO build VALUES (1, '', '', 0, '', '', 0, '');"
            "INSERT INTO run VALUES (1, 'k1', 'ab', 1, 1, 1, '1', 0, '', 0, '{}', 1);"
            "INSERT INTO run VALUES (2, 'k2', 'suite', 1, NULL, 1, '2', 0, '', 0, '{}', 0);");
    }
    {
        const std::vector<perf::RunSummary> runs = History(file_, Access::read).runs();
        ASSERT_EQ(runs.size(), 2u);
        EXPECT_EQ(runs[0].kind, perf::RunKind::compare);
        EXPECT_EQ(runs[1].kind, perf::RunKind::times);
    }
    History history(file_, Access::write);
    EXPECT_EQ(history.load(history.add(make_run(1))), sorted(make_run(1)));
}

/// A writer reports stored runs over a pipe, and is killed at a random moment.
TEST_F(HistoryFile, AKilledWriterLosesNoStoredRun) {
    constexpr int kills = 40;
    std::minstd_rand random(20261121);
    std::uint32_t number = 0;
    std::size_t promised = 0;
    for (int kill_number = 0; kill_number < kills; ++kill_number) {
        int ends[2];
        ASSERT_EQ(pipe(ends), 0);
        const pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            History history(file_, Access::write);
            for (std::uint32_t i = number;; ++i) {
                history.add(make_run(i, 400));
                if (write(ends[1], &i, sizeof i) != sizeof i) _exit(1);
            }
        }
        close(ends[1]);
        // After a number of runs, then at a random time within the next.
        std::uint32_t last = number;
        const auto wait_for = 1 + random() % 3;
        for (std::uint64_t i = 0; i < wait_for; ++i)
            ASSERT_EQ(read(ends[0], &last, sizeof last), static_cast<ssize_t>(sizeof last));
        usleep(static_cast<useconds_t>(random() % 4000));
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        while (read(ends[0], &last, sizeof last) == static_cast<ssize_t>(sizeof last)) {
        }
        close(ends[0]);

        for (; number <= last; ++number, ++promised)
            ASSERT_TRUE(History(file_, Access::read).contains(perf::key_of(sorted(make_run(number, 400)))))
                << "run " << number;
        ASSERT_TRUE(is_sound(file_));
        // The run in progress is stored whole or not at all.
        const History history(file_, Access::read);
        const auto runs = history.runs();
        ASSERT_LE(runs.size(), promised + 1);
        if (runs.size() == promised + 1) {
            EXPECT_EQ(history.load(history.find("latest")), sorted(make_run(number, 400)));
            ++number;
            ++promised;
        }
    }
    EXPECT_GE(promised, static_cast<std::size_t>(kills));
}

}  // namespace
}  // namespace wend::test
