// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/support/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "bench/support/file_error.hpp"

namespace wend::scenario {
namespace {

/// Puts a new name on the disk too. Some file systems cannot, and the file is there all the same.
void sync_folder(const std::filesystem::path& file) {
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    const int opened = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return;
    fsync(opened);
    close(opened);
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& file) : file_(file) {
    std::error_code ignored;
    if (file == "/dev/stdout") {
        // By its name, a file that the shell appends to would be replaced.
        std::fflush(stdout);
        const int copy = dup(STDOUT_FILENO);
        stream_ = copy < 0 ? nullptr : fdopen(copy, "wb");
    } else if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored)) {
        stream_ = std::fopen(file.c_str(), "wb");
    } else {
        // Through a link, the file that it points at is replaced, not the link.
        if (std::filesystem::is_symlink(file, ignored))
            file_ = std::filesystem::weakly_canonical(file, ignored);
        temporary_ = file_;
        temporary_ += fmt::format(".{}.partial", getpid());
        stream_ = std::fopen(temporary_.c_str(), "wbx");
    }
    if (stream_ == nullptr) {
        temporary_.clear();  // the file of another process: not to be removed
        fail_with_errno();
    }
}

OutputFile::~OutputFile() {
    if (stream_ != nullptr) std::fclose(stream_);
    if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail_with_errno();
}

void OutputFile::commit() {
    // On the disk before it has its name: after a power cut there is the old file or the new one.
    if (!temporary_.empty() && (std::fflush(stream_) != 0 || fsync(fileno(stream_)) != 0)) fail_with_errno();
    std::FILE* stream = stream_;
    stream_ = nullptr;
    if (std::fclose(stream) != 0) fail_with_errno();
    if (temporary_.empty()) return;
    if (std::rename(temporary_.c_str(), file_.c_str()) != 0) fail_with_errno();
    temporary_.clear();
    sync_folder(file_);
}

void OutputFile::fail_with_errno() const {
    fail(file_, fmt::format("cannot be written: {}", std::strerror(errno)));
}

void write_file(const std::filesystem::path& file, std::string_view text) {
    OutputFile out(file);
    out.write(text);
    out.commit();
}

}  // namespace wend::scenario
