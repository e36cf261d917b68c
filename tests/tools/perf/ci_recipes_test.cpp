// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/scratch_repository.hpp"

/// The recipes of tools/perf/ci, their lines run as they stand there, in clones that are fetched as GitHub
/// Actions and GitLab fetch them. Comments are printed, not posted; the earlier ones are files.
namespace {

namespace fs = std::filesystem;

/// The commands of a job in a recipe: the blocks `run: |` of GitHub's, the items of `before_script` and
/// `script` of GitLab's, each as one script. The names of jobs are indented by `job_indent`.
std::vector<std::string> commands_of(const std::string& recipe, const std::string& job,
                                     std::size_t job_indent) {
    std::istringstream lines(recipe);
    std::vector<std::string> commands;
    std::string current_job;
    std::size_t block = 0;  // the indentation of a block's first line
    bool in_script = false;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t indent = line.find_first_not_of(' ');
        if (indent == std::string::npos || line[indent] == '#') continue;
        const std::string text = line.substr(indent);
        if (block > 0 && indent >= block) {
            if (current_job == job) commands.back() += text + "\n";
            continue;
        }
        block = 0;
        if (text == "run: |") {
            block = indent + 2;
            if (current_job == job) commands.emplace_back();
        } else if (in_script && text.starts_with("- ")) {
            if (current_job == job) commands.push_back(text.substr(2) + "\n");
        } else {
            in_script = text == "script:" || text == "before_script:";
            if (indent == job_indent && text.ends_with(":")) current_job = text.substr(0, text.size() - 1);
        }
    }
    return commands;
}

class CiRecipes : public wend::test::ScratchRepository {
  protected:
    static constexpr const char* zeros = "0000000000000000000000000000000000000000";

    /// A server that, as both services do, gives any commit by its name; an archive as tools/package makes
    /// it, with the command under test in it; main with a base, and a feature that is slower.
    void SetUp() override {
        make_repository("work");
        const fs::path scripts(WEND_PERF_SCRIPTS);
        fs::copy_file(scripts / "fake_google.sh", folder_ / "work/google.sh");
        fs::copy_file(scripts / "fake_worker.sh", folder_ / "work/worker.sh");
        folder_.write(
            "work/CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.25)\nproject(fake NONE)\n"
            "set(copy ${CMAKE_COMMAND} -E copy)\n"
            "add_custom_target(my_benchmark ALL COMMAND ${copy} ${CMAKE_SOURCE_DIR}/google.sh my_benchmark\n"
            "    COMMAND ${copy} ${CMAKE_SOURCE_DIR}/google.conf my_benchmark.conf)\n"
            "set(worker bin/wend_perf_worker)\n"
            "add_custom_target(wend_perf_worker COMMAND ${copy} ${CMAKE_SOURCE_DIR}/worker.sh ${worker}\n"
            "    COMMAND ${copy} ${CMAKE_SOURCE_DIR}/worker.conf ${worker}.conf)\n");
        fs::create_directories(folder_ / "work/tools");
        folder_.write("work/tools/setup", "#!/bin/sh\n");
        shell("chmod +x work/tools/setup");
        old_ = commit_speed(1000);
        base_ = commit_speed(1000);
        shell("git -C work checkout -q -b feature");
        (void)commit_speed(1100);
        feature_ = commit_speed(1100);

        fs::create_directories(folder_ / "archive/wend-perf/bin");
        shell(fmt::format("cp -r '{}' archive/wend-perf/ci", WEND_PERF_CI));
        shell(fmt::format("cp '{}' archive/wend-perf/bin/", WEND_PERF));
        // Commands of the recipes' machine that this one lacks.
        fs::create_directories(folder_ / "machine");
        folder_.write("machine/apt-get", "#!/bin/sh\n");
        shell("chmod +x machine/apt-get");
        pack();
        comments("[]");
    }

    std::string commit_speed(int time) const {
        folder_.write("work/google.conf", fmt::format("time={}\n", time));
        folder_.write("work/worker.conf", fmt::format("slow_one={}\n", (time - 1000) / 2));
        return commit("work");
    }

    void pack() const { shell("tar -C archive -czf archive.tar.gz wend-perf"); }

    /// The answer of the server to a request for the comments of pull or merge request 7.
    void comments(const std::string& json) const {
        fs::create_directories(folder_ / "api/repos/us/it/issues/7");
        fs::create_directories(folder_ / "api/projects/3/merge_requests/7");
        folder_.write("api/repos/us/it/issues/7/comments", json);
        folder_.write("api/projects/3/merge_requests/7/notes", json);
    }

    /// The server's repository, with the merge of feature into main as it is now.
    void serve() const {
        shell(
            "rm -rf server.git clone && git clone -q --bare work server.git && git -C server.git config "
            "uploadpack.allowAnySHA1InWant true");
        shell(
            "cd work && git checkout -q main && git checkout -q --detach && git merge -q --no-ff -X theirs "
            "-m "
            "merge feature && git push -q ../server.git HEAD:refs/pull/7/merge feature:refs/pull/7/head "
            "HEAD:refs/merge-requests/7/merge feature:refs/merge-requests/7/head");
    }

    [[nodiscard]] std::string merge() const {
        return output("git -C server.git rev-parse refs/pull/7/merge");
    }

    /// As the services do: one commit, a given depth, no branch checked out.
    void fetch(const std::string& refspec, int depth, const std::string& commit) const {
        shell(fmt::format(
            "git init -q clone && cd clone && git remote add origin \"file://$PWD/../server.git\" && "
            "git fetch -q --no-tags --depth={} origin {} && git checkout -q --detach {}",
            depth, refspec, commit));
    }

    wend::test::Outcome recipe(const std::string& file, const std::string& job,
                               const std::vector<std::string>& environment) const {
        std::ostringstream script;
        script << "set -e\nexport PATH=\"$PWD/machine:$PATH\" WEND_PERF_DRY_RUN=1 CMAKE_GENERATOR=Ninja\n"
               << "export WEND_PERF_ARCHIVE=\"file://$PWD/archive.tar.gz\"\n";
        for (const std::string& variable : environment) script << "export " << variable << "\n";
        script << "cd clone\n";
        shell(fmt::format("cp '{}/{}' recipe", WEND_PERF_CI, file));
        const std::string text = folder_.read("recipe");
        const bool is_gitlab = file == "gitlab.yml";
        std::vector<std::string> commands = commands_of(text, job, is_gitlab ? 0 : 2);
        if (is_gitlab) {
            const std::vector<std::string> before = commands_of(text, ".perf", 0);
            commands.insert(commands.begin(), before.begin(), before.end());
        }
        EXPECT_GE(commands.size(), 2u) << file << " " << job;
        for (const std::string& command : commands) script << command;
        folder_.write("script", script.str());
        const int raw =
            std::system(fmt::format("cd '{}' && env -i PATH=\"$PATH\" HOME=\"$PWD\" bash script >out 2>err",
                                    folder_.path().string())
                            .c_str());
        return {WIFEXITED(raw) ? WEXITSTATUS(raw) : -1, folder_.read("out"), folder_.read("err")};
    }

    wend::test::Outcome github(const std::string& job, const std::vector<std::string>& more) const {
        fs::remove_all(folder_ / "runner");
        fs::create_directories(folder_ / "runner");
        std::vector<std::string> environment{"GITHUB_ACTIONS=true",
                                             "RUNNER_TEMP=$PWD/runner",
                                             "GITHUB_REPOSITORY=us/it",
                                             "GITHUB_TOKEN=secret",
                                             "GITHUB_API_URL=file://$PWD/api",
                                             "GITHUB_EVENT_PATH=$PWD/event.json",
                                             "GITHUB_STEP_SUMMARY=$PWD/step_summary"};
        environment.insert(environment.end(), more.begin(), more.end());
        return recipe("github.yml", job, environment);
    }

    wend::test::Outcome github_pull_request(const std::string& job) const {
        serve();
        fetch(fmt::format("+{}:refs/remotes/pull/7/merge", merge()), 1, "refs/remotes/pull/7/merge");
        folder_.write("event.json", "{}");
        return github(job, {"GITHUB_BASE_REF=main", "GITHUB_REF=refs/pull/7/merge", "GITHUB_SHA=" + merge()});
    }

    /// A push of main, whose earlier commit is `before` by GitHub.
    wend::test::Outcome github_push(const std::string& before) const {
        const std::string head = output("git -C work rev-parse main");
        fetch(fmt::format("+{}:refs/remotes/origin/main", head), 1, "refs/remotes/origin/main");
        folder_.write("event.json", before.empty() ? "{}" : fmt::format("{{\"before\": \"{}\"}}", before));
        return github("benchmark", {"GITHUB_BASE_REF=", "GITHUB_REF=refs/heads/main", "GITHUB_SHA=" + head});
    }

    wend::test::Outcome gitlab(const std::string& job, const std::vector<std::string>& more) const {
        fs::remove_all(folder_ / "builds");
        fs::create_directories(folder_ / "builds");
        std::vector<std::string> environment{"GITLAB_CI=true", "CI_BUILDS_DIR=$PWD/builds", "CI_PROJECT_ID=3",
                                             "CI_API_V4_URL=file://$PWD/api", "WEND_PERF_TOKEN=secret"};
        environment.insert(environment.end(), more.begin(), more.end());
        return recipe("gitlab.yml", job, environment);
    }

    /// Merged-result pipelines check the merge out, detached ones the source branch.
    wend::test::Outcome gitlab_merge_request(const std::string& job, const std::string& kind,
                                             const std::string& diff_base, int depth = 20) const {
        const bool merged = kind == "merged_result";
        const std::string ref = merged ? "refs/merge-requests/7/merge" : "refs/merge-requests/7/head";
        fetch(fmt::format("+{0}:refs/pipelines/11", ref), depth, "refs/pipelines/11");
        return gitlab(job,
                      {"CI_MERGE_REQUEST_IID=7", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main",
                       "CI_MERGE_REQUEST_EVENT_TYPE=" + kind, "CI_MERGE_REQUEST_DIFF_BASE_SHA=" + diff_base,
                       std::string("CI_COMMIT_BEFORE_SHA=") + zeros});
    }

    void expect_compared_with(const wend::test::Outcome& outcome, const std::string& base,
                              const std::string& why) const {
        expect_says(outcome.err, fmt::format("base: {}, {}\n", base, why));
    }

    /// An earlier comment on both services, beside another one.
    void comment_before(int status, const std::string& text) const {
        comments(fmt::format(R"([{{"id": 1, "body": "hello"}}, )"
                             R"({{"id": 42, "body": "<!-- wend perf gate, status {} -->\n{}"}}])",
                             status, text));
    }

    std::string old_;
    std::string base_;
    std::string feature_;
};

TEST_F(CiRecipes, GitHubPullRequest) {
    for (const char* job : {"benchmark", "wend"}) {
        const auto outcome = github_pull_request(job);
        EXPECT_EQ(outcome.status, 1) << job << outcome.out << outcome.err;
        expect_compared_with(outcome, base_, "main as it was merged with");
        expect_says(outcome.out, "POST file://" + (folder_ / "api/repos/us/it/issues/7/comments").string() +
                                     "\n<!-- wend perf gate, status 1 -->\n");
        EXPECT_NE(folder_.read("step_summary"), "");
    }
}

TEST_F(CiRecipes, GitHubPullRequestBehindMain) {
    shell("git -C work checkout -q main");
    const std::string main = commit_speed(1100);  // main became as slow meanwhile
    auto outcome = github_pull_request("benchmark");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_compared_with(outcome, main, "main as it was merged with");
    EXPECT_EQ(outcome.out.find("POST"), std::string::npos) << "nothing to say";

    // A workflow that checks out the branch itself.
    shell("rm -rf clone");
    fetch(fmt::format("+{}:refs/remotes/pull/7/head", feature_), 1, "refs/remotes/pull/7/head");
    outcome = github("benchmark",
                     {"GITHUB_BASE_REF=main", "GITHUB_REF=refs/pull/7/merge", "GITHUB_SHA=" + merge()});
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    expect_compared_with(outcome, base_, "the merge base of HEAD and main");
}

TEST_F(CiRecipes, GitHubPush) {
    shell("git -C work checkout -q main");
    const std::string slow = commit_speed(1100);
    (void)commit_speed(1100);
    const std::string gone(40, 'a');
    serve();
    auto outcome = github_push(base_);
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    expect_compared_with(outcome, base_, "what the branch was before the push");
    EXPECT_EQ(outcome.out.find("POST"), std::string::npos) << "a push has no comments";
    for (const std::string& before : {std::string(zeros), gone, std::string()}) {
        shell("rm -rf clone");
        outcome = github_push(before);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        expect_compared_with(outcome, slow, "the parent of HEAD");
    }
}

TEST_F(CiRecipes, TheFirstCommitIsComparedWithNothing) {
    shell(
        "git -C work checkout -q --orphan alone && git -C work commit -q -m alone && git -C work branch -f "
        "main");
    shell(
        "git clone -q --bare work server.git && git -C server.git config uploadpack.allowAnySHA1InWant true");
    const auto outcome = github_push(zeros);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_says(outcome.err, "nothing is compared");
}

TEST_F(CiRecipes, GitLabMergeRequest) {
    shell("git -C work checkout -q main");
    const std::string main = commit_speed(1000);
    serve();
    for (const char* job : {"benchmark", "wend"}) {
        shell("rm -rf clone");
        const auto outcome = gitlab_merge_request(job, "merged_result", base_);
        EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
        expect_compared_with(outcome, main, "main as it was merged with");
        expect_says(outcome.out, "POST file://" +
                                     (folder_ / "api/projects/3/merge_requests/7/notes").string() +
                                     "\n<!-- wend perf gate, status 1 -->\n");
    }
    for (const int depth : {1, 20}) {
        shell("rm -rf clone");
        const auto outcome = gitlab_merge_request("benchmark", "detached", base_, depth);
        EXPECT_EQ(outcome.status, 1) << outcome.err;
        expect_compared_with(outcome, base_, "where the merge request left main");
        shell("rm -rf clone");
        expect_compared_with(gitlab_merge_request("benchmark", "detached", "", depth), base_,
                             "the merge base of HEAD and main");
    }
}

TEST_F(CiRecipes, GitLabBranch) {
    shell("git -C work checkout -q main");
    (void)commit_speed(1100);
    serve();
    const auto push = [&](const std::string& before) {
        shell("rm -rf clone");
        fetch("+refs/heads/main:refs/pipelines/11", 1, "refs/pipelines/11");
        return gitlab("benchmark", {"CI_COMMIT_BEFORE_SHA=" + before});
    };
    auto outcome = push(old_);
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    expect_compared_with(outcome, old_, "what the branch was before the push");
    outcome = push(zeros);
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    expect_compared_with(outcome, base_, "the parent of HEAD");
}

TEST_F(CiRecipes, ACommentIsUpdatedWhenSomethingChanged) {
    const auto says = [&](int status) {
        folder_.write("summary", "text\n");
        return output(
            fmt::format("WEND_PERF_DRY_RUN=1 GITHUB_REF=refs/pull/7/merge GITHUB_REPOSITORY=us/it "
                        "GITHUB_TOKEN=x GITHUB_API_URL=\"file://$PWD/api\" '{}/comment' {} summary",
                        WEND_PERF_CI, status));
    };
    const std::string url = "file://" + (folder_ / "api/repos/us/it/issues").string();
    const auto body = [](int status) {
        return fmt::format("\n<!-- wend perf gate, status {} -->\ntext", status);
    };
    EXPECT_EQ(says(0), "");
    EXPECT_EQ(says(1), "POST " + url + "/7/comments" + body(1));
    EXPECT_EQ(says(3), "POST " + url + "/7/comments" + body(3));
    comment_before(1, "text");
    EXPECT_EQ(says(1), "") << "it says that";
    EXPECT_EQ(says(0), "PATCH " + url + "/comments/42" + body(0)) << "no longer slower";
    comment_before(1, "other");
    EXPECT_EQ(says(1), "PATCH " + url + "/comments/42" + body(1));
    comment_before(0, "other");
    EXPECT_EQ(says(0), "") << "still ok";
    EXPECT_EQ(says(1), "PATCH " + url + "/comments/42" + body(1));

    const std::string gitlab =
        output(fmt::format("WEND_PERF_DRY_RUN=1 CI_MERGE_REQUEST_IID=7 CI_PROJECT_ID=3 WEND_PERF_TOKEN=x "
                           "CI_API_V4_URL=\"file://$PWD/api\" '{}/comment' 1 summary",
                           WEND_PERF_CI));
    EXPECT_EQ(gitlab,
              "PUT file://" + (folder_ / "api/projects/3/merge_requests/7/notes/42").string() + body(1));
    EXPECT_EQ(
        output(fmt::format("CI_MERGE_REQUEST_IID=7 CI_PROJECT_ID=3 CI_API_V4_URL=x '{}/comment' 1 summary",
                           WEND_PERF_CI)),
        "")
        << "no token";
}

TEST_F(CiRecipes, CommentsAreSentAsTheServicesTakeThem) {
    folder_.write("summary", "a \"word\" & 1 % more\n");
    shell(
        fmt::format("python3 -B '{0}/comments_server.py' & server=$!; trap 'kill $server' EXIT; "
                    "while [ ! -s port ]; do sleep 0.05; done; url=http://127.0.0.1:$(cat port); "
                    "GITHUB_API_URL=$url GITHUB_REF=refs/pull/7/merge GITHUB_REPOSITORY=us/it GITHUB_TOKEN=x "
                    "'{1}/comment' 1 summary && CI_API_V4_URL=$url CI_MERGE_REQUEST_IID=7 CI_PROJECT_ID=3 "
                    "WEND_PERF_TOKEN=y '{1}/comment' 0 summary",
                    WEND_PERF_SCRIPTS, WEND_PERF_CI));
    const auto sent = [](const std::string& request, int status) {
        return fmt::format("{}: <!-- wend perf gate, status {} -->\na \"word\" & 1 % more\n", request,
                           status);
    };
    EXPECT_EQ(folder_.read("sent"), sent("PATCH /repos/us/it/issues/comments/117 by Bearer x", 1) +
                                        sent("PUT /projects/3/merge_requests/7/notes/117 by y", 0))
        << "the earlier comment is on the second page";
}

TEST_F(CiRecipes, UnclearDoesNotFailAndMisuseDoes) {
    for (const auto& [gate, recipe] : {std::pair(3, 0), std::pair(2, 2), std::pair(1, 1)}) {
        folder_.write("archive/wend-perf/bin/wend-perf", fmt::format("#!/bin/sh\nexit {}\n", gate));
        pack();
        EXPECT_EQ(github_pull_request("benchmark").status, recipe);
    }
    comments("no JSON");
    folder_.write("archive/wend-perf/bin/wend-perf",
                  "#!/bin/bash\nwhile [[ $1 != --markdown ]]; do shift; done; echo text >\"$2\"; exit 1\n");
    pack();
    const auto outcome = github_pull_request("benchmark");
    EXPECT_EQ(outcome.status, 1);
    expect_says(outcome.err, "the comment could not be posted; the verdict stands");
}

}  // namespace
