// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/input_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "tools/support/system.hpp"
#include "words/file_error.hpp"

namespace wend::support {
namespace {

constexpr std::size_t most_read = std::size_t{1} << 30;  ///< at once: Windows counts in 32 bits

class Descriptor {
  public:
    explicit Descriptor(const std::filesystem::path& file) : file_(file), number_(open_to_read(file)) {
        if (number_ < 0) refuse();
    }
    ~Descriptor() { close(number_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] struct stat status() const {
        struct stat status {};
        if (fstat(number_, &status) != 0) refuse();
        return status;
    }

    /// Reads at least a byte, unless the file ends.
    std::size_t read(char* to, std::size_t size) const {
        for (;;) {
            const auto got = ::read(number_, to, static_cast<unsigned>(std::min(size, most_read)));
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno != EINTR) refuse();
        }
    }

  private:
    [[noreturn]] void refuse() const {
        words::fail(file_, fmt::format("cannot be read: {}", std::strerror(errno)));
    }

    const std::filesystem::path& file_;
    int number_;
};

/// `first`: the number of bytes before these.
void refuse_nul(const std::filesystem::path& file, std::string_view bytes, std::size_t first) {
    const std::size_t at = bytes.find('\0');
    if (at != std::string_view::npos)
        words::fail(file, fmt::format("is no text in UTF-8: byte {} is 0", first + at));
}

enum class Content : bool { bytes, text };

std::string read(const std::filesystem::path& file, std::uint64_t most_bytes, Content content,
                 std::string_view start = {}) {
    const Descriptor input(file);
    const struct stat status = input.status();
    // A folder can be opened but gives no bytes.
    if (S_ISDIR(status.st_mode)) words::fail(file, "is a folder, not a file");
    const bool regular = S_ISREG(status.st_mode);
    if (!regular) most_bytes = std::min(most_bytes, most_file_bytes);
    const auto size = static_cast<std::size_t>(status.st_size);
    if (regular && size > most_bytes)
        words::fail(file, fmt::format("has {} bytes; the limit is {}", size, most_bytes));

    // A byte more than expected, so that the end is seen. The files of /proc have size 0.
    constexpr std::size_t piece = std::size_t{1} << 20;
    std::string bytes(regular && size > 0 ? size + 1 : piece, '\0');
    std::size_t got = 0;
    while (const std::size_t more = input.read(bytes.data() + got, bytes.size() - got)) {
        if (content == Content::text) refuse_nul(file, {bytes.data() + got, more}, got);
        got += more;
        if (got >= start.size() && !bytes.starts_with(start)) break;
        if (got > most_bytes)
            words::fail(file, fmt::format("gives more than {} bytes, the limit", most_bytes));
        if (got == bytes.size())
            bytes.resize(std::min<std::uint64_t>(got * 2, std::max<std::uint64_t>(got, most_bytes) + 1));
    }
    bytes.resize(got);
    return bytes;
}

}  // namespace

std::string read_file(const std::filesystem::path& file, std::uint64_t most_bytes, std::string_view start) {
    return read(file, most_bytes, Content::bytes, start);
}

std::string read_text(const std::filesystem::path& file, std::uint64_t most_bytes) {
    return read(file, most_bytes, Content::text);
}

}  // namespace wend::support
