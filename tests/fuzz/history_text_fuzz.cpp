// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any text as an exported history, as it is and with corrected run keys: a history that exports the
// imported runs, or a FileError.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/run_text.hpp"
#include "words/file_error.hpp"

namespace {

using namespace wend::perf;
using wend::fuzz::require;

std::string text_of_all(const History& history) {
    std::string text = text_head();
    for (const RunSummary& run : history.runs()) text += text_of(history.load(run.key));
    return text;
}

std::string export_of(const std::string& text) {
    History history = History::in_memory();
    history.add(read_history_text(text, "text"));
    return text_of_all(history);
}

std::string export_again(const std::string& exported) try {
    return export_of(exported);
} catch (const wend::words::FileError&) {
    return {};
}

/// Replaces a wrong key, which fuzzing cannot guess, by the right one from the message. Returns whether there
/// was one.
bool correct_key(std::string& text, std::string_view message) {
    constexpr std::string_view words = "the run's key must be ";
    const std::size_t at = message.find(words);
    if (at == std::string_view::npos) return false;
    const std::size_t line_number = std::stoul(std::string(message.substr(message.find(':') + 1)));
    std::size_t line = 0;
    for (std::size_t i = 1; i < line_number; ++i) line = text.find('\n', line) + 1;
    const std::size_t key = text.find("\"run\":\"", line);
    if (key == std::string::npos || key + 23 > text.size()) return false;
    text.replace(key + 7, 16, message.substr(at + words.size(), 16));
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text(reinterpret_cast<const char*>(data), size);
    for (int tries = 0; tries < 3; ++tries) {
        try {
            const std::string once = export_of(text);
            require(export_again(once) == once, "what was exported is imported and exported the same");
            return 0;
        } catch (const wend::words::FileError& error) {
            if (!correct_key(text, error.what())) return 0;
        }
    }
    return 0;
}
