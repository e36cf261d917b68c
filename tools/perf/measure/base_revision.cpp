// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/base_revision.hpp"

#include <fmt/format.h>

#include "bench/support/command_line.hpp"

namespace wend::perf {
namespace {

/// The main branch as the remote has it, else as it is here; empty where there is none.
std::string main_branch(const Repository& repository) {
    const std::string remote = repository.ask({"symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"});
    for (const std::string& branch :
         {remote, std::string("refs/remotes/origin/main"), std::string("refs/remotes/origin/master"),
          std::string("refs/heads/main"), std::string("refs/heads/master")})
        if (!branch.empty() &&
            !repository.ask({"rev-parse", "--verify", "--quiet", branch + "^{commit}"}).empty())
            return branch;
    return "";
}

std::string short_name(const std::string& branch) {
    return branch.substr(
        std::string_view(branch.starts_with("refs/heads/") ? "refs/heads/" : "refs/remotes/").size());
}

bool has_uncommitted_changes(const Repository& repository) {
    return !repository.ask({"--no-optional-locks", "status", "--porcelain", "--untracked-files=no"}).empty();
}

}  // namespace

BaseRevision default_base(const Repository& repository, const std::string& head) {
    const std::string name = head.empty() ? "HEAD" : head;
    const std::string commit = repository.commit(name);
    const std::string branch = main_branch(repository);
    std::string where = ", and no main branch is here";
    if (!branch.empty()) {
        const std::string main = short_name(branch);
        const std::string merge_base = repository.ask({"merge-base", commit, branch});
        if (merge_base.empty())
            throw command::MisuseError(fmt::format("{} and {} have no common ancestor here{}", name, main,
                                                   repository.how_to_fetch_all()));
        if (merge_base != commit) return {merge_base, fmt::format("the merge base of {} and {}", name, main)};
        where = fmt::format(", which is on {}", main);
    }
    if (head.empty() && has_uncommitted_changes(repository))
        return {commit, fmt::format("HEAD{}, for the uncommitted changes", where)};
    const std::string parent = repository.parent(commit);
    if (parent.empty())
        throw command::MisuseError(fmt::format("{} has no parent here{}; --base names another revision", name,
                                               repository.how_to_fetch_all()));
    return {parent, fmt::format("the parent of {}{}", name, where)};
}

}  // namespace wend::perf
