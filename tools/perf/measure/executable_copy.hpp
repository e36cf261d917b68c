// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace wend::perf {

/// A copy of an executable among the system's temporary files, there as long as the object is. Its code lies
/// in other pages of memory than the file's; which ones the system takes can make the same code some per cent
/// faster or slower, for as long as they stay.
///
/// The executable itself where a copy would not be the same program (a script, or one that looks for its
/// libraries beside itself) or where none can be made or executed.
class ExecutableCopy {
  public:
    explicit ExecutableCopy(const std::filesystem::path& executable);
    ~ExecutableCopy();
    ExecutableCopy(const ExecutableCopy&) = delete;
    ExecutableCopy& operator=(const ExecutableCopy&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  private:
    std::filesystem::path path_;
    bool is_copy_ = false;
};

}  // namespace wend::perf
