// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/project_words.hpp"

#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "tools/perf/measure/repository.hpp"
#include "tools/perf/verdict/rules.hpp"
#include "tools/support/command_line.hpp"

namespace wend::perf {
namespace {

/// The last part of the remote's address, or of the folder.
std::string name_of(const Repository& repository) {
    std::string address = repository.ask({"config", "--get", "remote.origin.url"});
    if (address.ends_with(".git")) address.resize(address.size() - 4);
    const std::string name = address.substr(address.find_last_of("/:") + 1);
    return name.empty() ? repository.root().filename().string() : name;
}

/// The shape of a commit's name: git takes other words for options or ranges.
bool is_name(const std::string& name) {
    return name.size() == 40 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

ProjectWords project_words(const std::filesystem::path& inside, std::span<const std::string> builds,
                           const std::filesystem::path& rules) {
    std::optional<Repository> repository;
    try {
        repository.emplace(inside);
    } catch (const support::MisuseError&) {
        return {};
    }
    const std::filesystem::path file = rules.empty() ? repository->root() / default_rules : rules;
    const Rules own = read_rules_if_there(file);
    ProjectWords words{.name = own.project, .commit_link = own.commit_link};
    if (words.name.empty()) words.name = name_of(*repository);
    std::vector<std::string> question{"log", "--no-walk=unsorted", "--ignore-missing",
                                      "--format=%H%n%cs%n%s"};
    const std::size_t first = question.size();
    for (const std::string& build : builds)
        if (const std::string name = ProjectWords::commit_of(build); is_name(name)) question.push_back(name);
    if (question.size() == first) return words;  // git would tell of HEAD
    std::istringstream answer(repository->ask(std::move(question)));
    Commit commit;
    for (std::string name; std::getline(answer, name) && std::getline(answer, commit.date) &&
                           std::getline(answer, commit.subject);)
        words.commits[name] = commit;
    return words;
}

}  // namespace wend::perf
