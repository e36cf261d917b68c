// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace wend::support {

/// A page that stands alone in one file: no server, no network. It opens with the head and with the rules
/// that all pages share (colours for light and dark, tables, text); those of a page come after them.
class HtmlPage {
  public:
    /// `style`: rules of this page alone.
    HtmlPage(std::string_view title, std::string_view style);

    /// Appends HTML. Text from elsewhere goes through escaped().
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    }
    void add_text(std::string_view html) { text_ += html; }

    /// Appends a classic script; pages opened from a disk may have no modules.
    void add_script(std::string_view source);

    /// Appends data for scripts: an element of that id, whose text is JSON.
    void add_json(std::string_view id, std::string_view json);

    /// Appends bytes for scripts: an element of that id, whose text is Base64.
    void add_data(std::string_view id, std::string_view base64);

    /// The whole file; the page is empty afterwards.
    [[nodiscard]] std::string take();

  private:
    std::string text_;
};

/// Text within the address of a link: % for bytes that would end or change it.
[[nodiscard]] std::string in_address(std::string_view text);

}  // namespace wend::support
