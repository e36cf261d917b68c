// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/replay/journal_file.hpp"

#include <fmt/format.h>

#include <span>
#include <string_view>

#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"
#include "words/printable.hpp"

namespace wend::replay {

JournalFile::JournalFile(const std::filesystem::path& file, bool without_code)
    : file_(file), bytes_(support::read_file(file, support::most_dump_bytes)) {
    std::string message;
    reader_ = JournalReader::open(std::as_bytes(std::span(bytes_)), {}, message, without_code);
    if (!reader_) words::fail(file, message);
}

std::string JournalFile::name() const { return words::printable(file_.string()); }

void JournalFile::run(const Execution& execution) {
    if (call.code != Code::ok || !can_run()) return;
    const Result result = reader_->run(execution);
    if (!result.status)
        words::fail(file_, fmt::format("call {} is refused here: {}", call.number, message(result.status)));
}

std::string JournalFile::end() const {
    if (reader_->ended()) return {};
    return fmt::format(
        "{} {}\n", name(),
        reader_->damage().empty() ? "was not ended: its process stopped before" : reader_->damage());
}

}  // namespace wend::replay
