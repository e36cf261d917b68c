// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>

#include "tools/support/interruption.hpp"
#include "words/file_error.hpp"

namespace wend::support {
namespace {

constexpr std::string_view partial_suffix = ".partial";

/// The descriptor that a name stands for, if it stands for one.
std::optional<int> descriptor_of(const std::filesystem::path& file) {
    const std::string& name = file.native();
    if (name == "-" || name == "/dev/stdout") return STDOUT_FILENO;
    if (name == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!name.starts_with(folder)) continue;
        int number = 0;
        const char* const last = name.data() + name.size();
        const auto [end, error] = std::from_chars(name.data() + folder.size(), last, number);
        if (error == std::errc() && end == last) return number;
    }
    return std::nullopt;
}

/// The end of a chain of links, whether it exists or not.
std::filesystem::path behind_links(std::filesystem::path file) {
    for (int links = 0; links < 40; ++links) {  // as many as Linux follows
        std::error_code no_link;
        const std::filesystem::path target = std::filesystem::read_symlink(file, no_link);
        if (no_link) break;
        file = file.parent_path() / target;
    }
    return file;
}

/// The beginning of the names of a file's partial files: as much of its own as leaves room for the rest.
std::string partial_stem(const std::filesystem::path& file) {
    constexpr std::size_t longest_name = 255;
    constexpr std::size_t longest_number = 20;
    return file.filename().string().substr(0, longest_name - longest_number - partial_suffix.size()) + '.';
}

bool is_partial_of(std::string_view name, std::string_view stem) {
    if (!name.starts_with(stem) || !name.ends_with(partial_suffix) ||
        name.size() <= stem.size() + partial_suffix.size())
        return false;
    const std::string_view number =
        name.substr(stem.size(), name.size() - stem.size() - partial_suffix.size());
    return std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : ".";
}

/// Removes the partial files of processes that have ended: those without a lock.
void remove_leftovers(const std::filesystem::path& file) {
    const std::string stem = partial_stem(file);
    std::error_code ignored;
    for (std::filesystem::directory_iterator entry(folder_of(file), ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
        const std::filesystem::path& found = entry->path();
        if (!is_partial_of(found.filename().native(), stem)) continue;
        const int opened = open(found.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (opened < 0) continue;
        if (flock(opened, LOCK_EX | LOCK_NB) == 0) unlink(found.c_str());
        close(opened);
    }
}

/// Puts a new name on the disk too. Some file systems cannot, and the file is there all the same.
void sync_folder(const std::filesystem::path& file) {
    const int opened = open(folder_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return;
    fsync(opened);
    close(opened);
}

[[noreturn]] void fail_to_write(const std::filesystem::path& file, int error) {
    words::fail(file, fmt::format("cannot be written: {}", std::strerror(error)));
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& file) : file_(file) {
    if (file.empty()) throw words::FileError("the name of an output file is empty");
    watch_signals();
    if (const std::optional<int> descriptor = descriptor_of(file)) {
        // By its name, a file that the shell appends to would be replaced.
        std::fflush(stdout);
        const int copy = fcntl(*descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        stream_ = copy < 0 ? nullptr : fdopen(copy, "wb");
    } else {
        file_ = behind_links(file);
        struct stat existing {};
        const bool exists = stat(file_.c_str(), &existing) == 0;
        if (!exists && errno == ELOOP) fail_with_errno();
        if (exists && !S_ISREG(existing.st_mode))
            stream_ = std::fopen(file_.c_str(), "wbe");
        else
            open_partial();
    }
    if (stream_ == nullptr) fail_with_errno();
}

OutputFile::~OutputFile() {
    if (!partial_.empty()) unlink(partial_.c_str());
    if (stream_ != nullptr) std::fclose(stream_);
}

void OutputFile::open_partial() {
    struct stat replaced {};
    const bool replaces = stat(file_.c_str(), &replaced) == 0;
    if (replaces && access(file_.c_str(), W_OK) != 0) fail_with_errno();
    remove_leftovers(file_);
    // Any number that is free: that of a process may be taken by one of another machine or container.
    for (int number = getpid(), tries = 0; tries < 1000; ++tries, ++number) {
        const std::filesystem::path partial =
            file_.parent_path() / fmt::format("{}{}{}", partial_stem(file_), number, partial_suffix);
        const int opened = open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                                replaces ? replaced.st_mode & 0777 : 0666);
        if (opened < 0 && errno == EEXIST) continue;
        if (opened < 0) return;
        // Between its making and its lock another process may have taken it for a leftover.
        struct stat made {};
        flock(opened, LOCK_EX);
        if (fstat(opened, &made) == 0 && made.st_nlink == 0) {
            close(opened);
            continue;
        }
        if (replaces) {
            // The owner first, since a change of it drops permissions. Only root may.
            if (fchown(opened, replaced.st_uid, replaced.st_gid) != 0) errno = 0;
            fchmod(opened, replaced.st_mode & 07777);
        }
        partial_ = partial;
        stream_ = fdopen(opened, "wb");
        return;
    }
}

void OutputFile::write(std::string_view text) {
    check_interruption();
    if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail_with_errno();
}

void OutputFile::commit() {
    check_interruption();
    if (std::fflush(stream_) != 0) fail_with_errno();
    if (!partial_.empty()) {
        // On the disk before it has its name: after a power cut there is the old file or the new one.
        if (fsync(fileno(stream_)) != 0) fail_with_errno();
        if (std::rename(partial_.c_str(), file_.c_str()) != 0) fail_with_errno();
        partial_.clear();
        sync_folder(file_);
    }
    std::FILE* stream = stream_;
    stream_ = nullptr;
    if (std::fclose(stream) != 0) fail_with_errno();
}

void OutputFile::fail_with_errno() const {
    const int error = errno;
    check_interruption();  // which then is the reason
    fail_to_write(file_ == "-" ? std::filesystem::path("stdout") : file_, error);
}

FilePart::FilePart(const std::filesystem::path& file)
    : file_(file), descriptor_(open(file.c_str(), O_WRONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) fail_to_write(file_, errno);
}
FilePart::~FilePart() {
    if (descriptor_ >= 0) close(descriptor_);
}

void FilePart::write(std::uint64_t at, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail_to_write(file_, errno);
        at += static_cast<std::uint64_t>(written);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void FilePart::finish() {
    if (fsync(descriptor_) != 0) fail_to_write(file_, errno);
}

void write_file(const std::filesystem::path& file, std::string_view text) {
    OutputFile out(file);
    out.write(text);
    out.commit();
}

bool is_stdout(const std::filesystem::path& file) { return descriptor_of(file) == STDOUT_FILENO; }

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
    const auto status_of = [](const std::filesystem::path& file, struct stat& status) {
        const std::optional<int> descriptor = descriptor_of(file);
        return (descriptor ? fstat(*descriptor, &status) : stat(file.c_str(), &status)) == 0;
    };
    struct stat one {};
    struct stat other {};
    const bool one_exists = status_of(a, one);
    const bool other_exists = status_of(b, other);
    if (one_exists && other_exists) {
        if (one.st_dev != other.st_dev || one.st_ino != other.st_ino) return false;
        // A terminal or /dev/null takes from several; two files in one pipe cannot be told apart.
        return !S_ISCHR(one.st_mode) || (descriptor_of(a) && descriptor_of(a) == descriptor_of(b));
    }
    std::error_code error;
    const auto place = [&](const std::filesystem::path& file) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(behind_links(file)), error);
    };
    return one_exists == other_exists && place(a) == place(b);
}

}  // namespace wend::support
