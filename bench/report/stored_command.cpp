// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report/stored_command.hpp"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>

#include "bench/report/comparison_page.hpp"
#include "bench/report/report_page.hpp"
#include "bench/support/command_line.hpp"
#include "bench/support/input_file.hpp"
#include "bench/support/output_file.hpp"

namespace wend::bench {
namespace {

/// A path as the reference of a link: % for what would end or change it.
std::string reference_of(const std::string& path) {
    constexpr std::string_view plain = "/._-~+,:@";
    std::string reference;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || plain.find(c) != std::string_view::npos)
            reference += c;
        else
            reference += fmt::format("%{:02X}", byte);
    }
    return reference;
}

}  // namespace

std::string link_from(const std::string& page, const std::string& file) {
    if (page.empty() || file.empty() || scenario::is_stdout(page)) return {};
    return reference_of(
        std::filesystem::proximate(file, std::filesystem::absolute(page).parent_path()).string());
}

int run_stored(const StoredRequest& request) {
    if (request.files.size() > 2)
        throw command::MisuseError(fmt::format(
            "--from is given {} times; a report has one result, or two side by side", request.files.size()));
    if (request.page.empty() && request.markdown.empty())
        throw command::MisuseError("--from needs --html or --markdown: which report to write");
    std::vector<Result> results;
    for (const std::string& file : request.files)
        results.push_back(read_result(scenario::read_file(file), file));

    std::optional<scenario::OutputFile> page;
    if (!request.page.empty()) page.emplace(request.page);
    std::optional<scenario::OutputFile> markdown;
    if (!request.markdown.empty()) markdown.emplace(request.markdown);
    std::size_t wrong = 0;
    for (const Result& result : results) wrong += result.wrong_rows();
    if (results.size() == 1) {
        if (page) page->write(report_page(results[0], link_from(request.page, request.files[0])));
        if (markdown) markdown->write(report_markdown(results[0]));
    } else {
        const Comparison comparison = compare(std::move(results[0]), std::move(results[1]));
        if (page)
            page->write(comparison_page(comparison, link_from(request.page, request.files[0]),
                                        link_from(request.page, request.files[1])));
        if (markdown) markdown->write(comparison_markdown(comparison));
    }
    if (page) page->commit();
    if (markdown) markdown->commit();
    if (wrong != 0) fmt::print(stderr, "wend bench: {} rows of the stored results are wrong\n", wrong);
    return wrong == 0 ? 0 : 1;
}

}  // namespace wend::bench
