// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/html_page.hpp"

#include <cctype>

#include "tools/support/page_files.hpp"
#include "tools/support/svg_canvas.hpp"

namespace wend::support {

HtmlPage::HtmlPage(std::string_view title, std::string_view style) {
    add("<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport "
        "content='width=device-width,initial-scale=1'><title>{}</title>\n<style>\n{}{}</style>\n",
        escaped(title), page_css, style);
}

void HtmlPage::add_script(std::string_view source) { add("<script>\n{}</script>\n", source); }

void HtmlPage::add_json(std::string_view id, std::string_view json) {
    add("<script type=application/json id={}>", id);
    // "</script" and "<!--" would end or change the element; JSON may write each character as its number.
    for (const char c : json) {
        if (c == '<')
            text_ += "\\u003c";
        else
            text_ += c;
    }
    add("</script>\n");
}

void HtmlPage::add_data(std::string_view id, std::string_view base64) {
    add("<script type=application/octet-stream id={}>{}</script>\n", id, base64);
}

std::string HtmlPage::take() {
    add("</html>\n");
    return std::exchange(text_, {});
}

std::string in_address(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || std::string_view("-_./:~@,").find(c) != std::string_view::npos)
            result += c;
        else
            result += fmt::format("%{:02X}", byte);
    }
    return result;
}

}  // namespace wend::support
