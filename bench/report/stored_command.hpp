// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace wend::bench {

/// `wend bench --from`: the report of one stored result, or two side by side.
struct StoredRequest {
    std::vector<std::string> files;  ///< one or two
    std::string page;                ///< HTML; empty: none
    std::string markdown;            ///< empty: none
};

/// Returns the exit status: 0, or 1 when a stored row is wrong. Throws where something is wrong with a file,
/// before any is written.
[[nodiscard]] int run_stored(const StoredRequest& request);

/// The address of a file within a page; empty where the page is stdout.
[[nodiscard]] std::string link_from(const std::string& page, const std::string& file);

}  // namespace wend::bench
