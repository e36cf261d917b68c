// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "wend/journal.hpp"

namespace wend::replay {

/// A journal from a file, at one of its calls.
class JournalFile {
  public:
    /// Throws where there is no journal to read. `without_code`: custom stages may be missing.
    explicit JournalFile(const std::filesystem::path& file, bool without_code = false);
    JournalFile(const JournalFile&) = delete;  // the reader has the address of the bytes
    JournalFile& operator=(const JournalFile&) = delete;

    [[nodiscard]] JournalReader& reader() { return *reader_; }
    [[nodiscard]] std::string name() const;  ///< to print

    /// Goes to the next call.
    [[nodiscard]] bool next() { return reader_->next(call); }
    /// Runs the call, unless the writer's was refused. Throws where it is refused here.
    void run(const Execution& execution);
    [[nodiscard]] bool can_run() const { return reader_->missing_stages().empty(); }
    [[nodiscard]] std::uint64_t hash() const { return state_hash(reader_->program(), reader_->agents()); }

    /// The reason why it ends early, a line; empty where its writer ended it.
    [[nodiscard]] std::string end() const;

    JournalCall call;

  private:
    std::filesystem::path file_;
    std::string bytes_;
    std::optional<JournalReader> reader_;
};

}  // namespace wend::replay
