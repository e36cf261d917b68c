// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/repository.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/scratch_repository.hpp"
#include "tools/support/command_line.hpp"

/// The base of `wend perf gate` without `--base`, in clones of every kind.
namespace {

using wend::perf::BaseRevision;
using wend::perf::default_base;
using wend::perf::Repository;

class BaseRevisionTest : public wend::test::ScratchRepository {
  protected:
    void SetUp() override { make_repository("origin"); }

    [[nodiscard]] BaseRevision base(const std::string& repository, const std::string& head = "") const {
        return default_base(Repository(folder_ / repository), head);
    }

    /// The message that there is no base, or none of that name.
    [[nodiscard]] std::string refusal(const std::string& repository, const std::string& revision = "") const {
        try {
            if (revision.empty())
                (void)base(repository);
            else
                (void)Repository(folder_ / repository).commit(revision);
        } catch (const wend::support::MisuseError& error) {
            return error.what();
        }
        ADD_FAILURE() << "not refused";
        return "";
    }

    /// Runs the command that a message gives, word by word.
    void run_advice(const std::string& repository, const std::string& message) const {
        const std::string before = "with: ";
        const std::size_t start = message.find(before);
        ASSERT_NE(start, std::string::npos) << message;
        const std::string advice = message.substr(start + before.size());
        shell(fmt::format("cd {} && {}", repository, advice.substr(0, advice.find(';'))));
    }

    [[nodiscard]] std::string name(const std::string& repository, const std::string& revision) const {
        return output(fmt::format("git -C {} rev-parse {}", repository, revision));
    }
};

TEST_F(BaseRevisionTest, OnABranchItIsWhereItLeftTheMainBranch) {
    const std::string left = commit("origin");
    shell("git clone -q origin clone && cd clone && git config user.name x && git config user.email x@y");
    shell("cd clone && git checkout -q -b feature");
    commit("clone");
    commit("clone");
    commit("origin");
    shell("cd clone && git fetch -q");
    EXPECT_EQ(base("clone").commit, left);
    EXPECT_EQ(base("clone").why, "the merge base of HEAD and origin/main");
    EXPECT_EQ(base("clone", "feature~1").commit, left);
    EXPECT_EQ(base("clone", "feature~1").why, "the merge base of feature~1 and origin/main");
    EXPECT_EQ(base("clone", "origin/main").commit, left) << "the parent";
    shell("cd clone && git merge -q -X ours origin/main");
    EXPECT_EQ(base("clone").commit, name("origin", "main")) << "the main branch is merged";
}

TEST_F(BaseRevisionTest, OnTheMainBranchItIsTheParent) {
    const std::string parent = commit("origin");
    const std::string head = commit("origin");
    shell("git clone -q origin clone && cd clone && git config user.name x && git config user.email x@y");
    EXPECT_EQ(base("clone").commit, parent);
    EXPECT_EQ(base("clone").why, "the parent of HEAD, which is on origin/main");
    folder_.write("clone/untracked", "");
    EXPECT_EQ(base("clone").commit, parent);
    folder_.write("clone/number", "changed");
    EXPECT_EQ(base("clone").commit, head);
    EXPECT_EQ(base("clone").why, "HEAD, which is on origin/main, for the uncommitted changes");
    EXPECT_EQ(base("clone", "HEAD").commit, parent) << "the working tree is not asked for";
    commit("clone");
    commit("clone");
    EXPECT_EQ(base("clone").commit, head) << "two commits that were not pushed";
}

TEST_F(BaseRevisionTest, TheMainBranchIsFoundByItsNames) {
    const auto why = [&](const std::string& line) {
        shell("cd clone && " + line);
        return base("clone").why;
    };
    const std::string merge_base = "the merge base of HEAD and ";
    shell("cd origin && git branch master && git branch trunk");
    shell(
        "git clone -q origin clone && cd clone && git config user.name x && git config user.email x@y && "
        "git checkout -q -b feature && git branch -D main");
    commit("clone");
    EXPECT_EQ(why("git remote set-head origin trunk"), merge_base + "origin/trunk");
    EXPECT_EQ(why("git remote set-head origin --delete"), merge_base + "origin/main");
    EXPECT_EQ(why("git update-ref -d refs/remotes/origin/main"), merge_base + "origin/master");
    EXPECT_EQ(
        why("git update-ref -d refs/remotes/origin/master && git branch main HEAD~1 && git branch master "
            "HEAD"),
        merge_base + "main");
    EXPECT_EQ(why("git branch -D main && git branch -f master HEAD~1"), merge_base + "master");
    EXPECT_EQ(why("git branch -D master"), "the parent of HEAD, and no main branch is here");
}

TEST_F(BaseRevisionTest, AShallowCloneSaysWhatToFetch) {
    const std::string parent = commit("origin");
    commit("origin");
    const auto clone = [&](const std::string& how) {
        shell(fmt::format("rm -rf clone && git clone -q {} \"file://$PWD/origin\" clone", how));
    };
    clone("--depth 1");
    std::string message = refusal("clone");
    expect_says(message,
                "HEAD has no parent here (the clone is shallow); fetch what is missing with: git fetch ");
    run_advice("clone", message);
    EXPECT_EQ(base("clone").commit, parent);

    // A branch alone, without the main branch and their merge base.
    shell("cd origin && git checkout -q -b feature");
    commit("origin");
    commit("origin");
    shell("cd origin && git checkout -q main");
    clone("--depth 1 --branch feature");
    message = refusal("clone");
    expect_says(message, "HEAD has no parent here (the clone is shallow)");
    run_advice("clone", message);
    EXPECT_EQ(base("clone").commit, name("origin", "main"));
    EXPECT_EQ(base("clone").why, "the merge base of HEAD and origin/main");

    clone("--depth 1 --branch feature");
    shell("cd clone && git fetch -q --depth 1 origin +main:refs/remotes/origin/main");
    message = refusal("clone");
    expect_says(message, "HEAD and origin/main have no common ancestor here (the clone is shallow)");
    run_advice("clone", message);
    EXPECT_EQ(base("clone").commit, name("origin", "main"));
}

TEST_F(BaseRevisionTest, ARevisionThatIsNotThereSaysHowToFetchIt) {
    commit("origin");
    shell("cd origin && git tag v1 && git checkout -q -b feature");
    commit("origin");
    for (const char* how :
         {"--depth 1", "--single-branch --no-tags", "--depth 1 --branch feature --no-tags"}) {
        shell(fmt::format("rm -rf clone && git clone -q {} \"file://$PWD/origin\" clone", how));
        for (const char* revision : {"v1", "start"}) {
            const std::string message = refusal("clone", revision);
            expect_says(message, fmt::format("{}: no revision of ", revision));
            run_advice("clone", message);
            EXPECT_EQ(Repository(folder_ / "clone").commit(revision), name("origin", revision)) << how;
            shell("rm -rf clone && git clone -q " + std::string(how) + " \"file://$PWD/origin\" clone");
        }
    }
    EXPECT_EQ(refusal("origin", "v2"), fmt::format("v2: no revision of {}", (folder_ / "origin").string()))
        << "no remote, nothing to fetch";
}

TEST_F(BaseRevisionTest, TheFirstCommitHasNothingBeforeIt) {
    EXPECT_EQ(refusal("origin"), "HEAD has no parent here; --base names another revision");
    folder_.write("origin/number", "changed");
    EXPECT_EQ(base("origin").why, "HEAD, which is on main, for the uncommitted changes");
}

TEST_F(BaseRevisionTest, TheGateTellsItsBase) {
    const auto copy = [&](const char* name) {
        std::filesystem::copy_file(std::filesystem::path(WEND_PERF_SCRIPTS) / "fake_google.sh",
                                   folder_ / name);
    };
    copy("origin/benchmark.sh");
    const std::string parent = commit("origin");
    commit("origin");
    const auto gate = [&](const std::string& more) {
        return wend("perf gate --repository origin --db h.db --google benchmark.sh --build true " + more);
    };
    const auto outcome = gate("");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_says(outcome.err,
                fmt::format("wend perf gate: compared with {}: the parent of HEAD, which is on main\n",
                            parent.substr(0, 12)));
    EXPECT_EQ(gate("--base main").err.find("compared with"), std::string::npos);
}

}  // namespace
