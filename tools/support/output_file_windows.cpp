// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <process.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "tools/support/interruption.hpp"
#include "tools/support/output_file.hpp"
#include "words/file_error.hpp"

// A process that was killed leaves its partial file for good, unlike that of output_file.cpp.

namespace wend::support {

OutputFile::OutputFile(const std::filesystem::path& file) : file_(file) {
    if (file.empty()) throw words::FileError("the name of an output file is empty");
    watch_signals();
    std::error_code ignored;
    if (is_stdout(file)) {
        std::fflush(stdout);
        stream_ = _fdopen(_dup(_fileno(stdout)), "wb");
    } else if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored)) {
        stream_ = _wfopen(file.c_str(), L"wb");
    } else {
        open_partial();
    }
    if (stream_ == nullptr) fail_with_errno();
}

OutputFile::~OutputFile() {
    if (stream_ != nullptr) std::fclose(stream_);
    std::error_code ignored;
    if (!partial_.empty()) std::filesystem::remove(partial_, ignored);
}

void OutputFile::open_partial() {
    if (_waccess(file_.c_str(), 2) != 0 && errno != ENOENT) fail_with_errno();
    std::filesystem::path partial = file_;
    partial += fmt::format(".{}.partial", _getpid());
    stream_ = _wfopen(partial.c_str(), L"wb");
    if (stream_ != nullptr) partial_ = partial;
}

void OutputFile::write(std::string_view text) {
    check_interruption();
    if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail_with_errno();
}

void OutputFile::commit() {
    check_interruption();
    if (std::fflush(stream_) != 0 || (!partial_.empty() && _commit(_fileno(stream_)) != 0)) fail_with_errno();
    std::FILE* stream = stream_;
    stream_ = nullptr;
    if (std::fclose(stream) != 0) fail_with_errno();
    if (partial_.empty()) return;
    std::error_code error;
    std::filesystem::rename(partial_, file_, error);
    if (error) words::fail(file_, fmt::format("cannot be written: {}", error.message()));
    partial_.clear();
}

void OutputFile::fail_with_errno() const {
    const int error = errno;
    check_interruption();  // which then is the reason
    words::fail(is_stdout(file_) ? std::filesystem::path("stdout") : file_,
                fmt::format("cannot be written: {}", std::strerror(error)));
}

void write_file(const std::filesystem::path& file, std::string_view text) {
    OutputFile out(file);
    out.write(text);
    out.commit();
}

bool is_stdout(const std::filesystem::path& file) { return file == "-"; }

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code error;
    if (std::filesystem::equivalent(a, b, error)) return true;
    const auto place = [&](const std::filesystem::path& file) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(file), error);
    };
    return place(a) == place(b);
}

}  // namespace wend::support
