// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "wend/journal.hpp"

/// A journal is one sequence of bytes in blocks. A block is complete or absent: a BlockHeader and its bytes,
/// which are little-endian on every machine.
namespace wend::detail {

inline constexpr std::uint32_t block_magic = 0x6b6c6277;  // "wblk"
inline constexpr std::size_t block_header_bytes = 24;
inline constexpr std::size_t most_block_bytes = std::size_t{1} << 20;

/// Of the bytes behind the checksum and of the header before it; by words, because a byte at a time takes 8
/// times as long.
[[nodiscard]] inline std::uint64_t checksum_of(std::span<const std::byte> bytes,
                                               std::uint64_t start) noexcept {
    std::uint64_t sum = start ^ 0x9e3779b97f4a7c15u;
    const auto add = [&](std::uint64_t word) {
        sum = (sum ^ word) * 0xbf58476d1ce4e5b9u;
        sum ^= sum >> 29;
    };
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t word = 0;
        const std::size_t count = std::min<std::size_t>(8, bytes.size() - at);
        for (std::size_t i = 0; i < count; ++i)
            word |= std::uint64_t{static_cast<std::uint8_t>(bytes[at + i])} << 8 * i;
        add(word);
    }
    add(bytes.size());
    return sum;
}

template <std::unsigned_integral Word>
void store_word(std::byte* to, Word word) noexcept {
    for (std::size_t i = 0; i < sizeof word; ++i) to[i] = static_cast<std::byte>(word >> 8 * i & 0xff);
}
template <std::unsigned_integral Word>
[[nodiscard]] Word load_word(const std::byte* from) noexcept {
    Word word = 0;
    for (std::size_t i = 0; i < sizeof word; ++i)
        word = static_cast<Word>(word | static_cast<Word>(static_cast<std::uint8_t>(from[i])) << 8 * i);
    return word;
}

inline void write_header(std::byte* to, std::span<const std::byte> payload, std::uint32_t journal,
                         std::uint32_t sequence) noexcept {
    store_word(to, block_magic);
    store_word(to + 4, sequence);
    store_word(to + 8, static_cast<std::uint32_t>(payload.size()));
    store_word(to + 12, journal);
    store_word(to + 16, checksum_of(payload, std::uint64_t{journal} << 32 | sequence));
}

/// Collects bytes in the caller's memory, and gives it to the sink block by block. After the first block that
/// the sink refuses nothing more is written.
class BlockWriter {
  public:
    BlockWriter() = default;
    BlockWriter(const JournalSink& sink, std::span<std::byte> memory) noexcept
        : sink_(sink), memory_(memory) {}

    void bytes(const void* from, std::size_t count) noexcept {
        const auto* rest = static_cast<const std::byte*>(from);
        while (count != 0) {
            if (used_ == memory_.size()) flush();
            const std::size_t some = std::min(count, memory_.size() - used_);
            std::memcpy(memory_.data() + used_, rest, some);
            used_ += some, rest += some, count -= some;
        }
    }
    template <std::unsigned_integral Word>
    void word(Word value) noexcept {
        std::byte raw[sizeof value];
        store_word(raw, value);
        bytes(raw, sizeof raw);
    }
    void number(float value) noexcept { word(std::bit_cast<std::uint32_t>(value)); }
    /// Seven bits a byte, the lowest ones first.
    void count(std::uint64_t value) noexcept {
        for (; value > 127; value >>= 7) word(static_cast<std::uint8_t>(value | 128));
        word(static_cast<std::uint8_t>(value));
    }
    void text(std::string_view words) noexcept {
        count(words.size());
        bytes(words.data(), words.size());
    }
    /// Elements of 4 or 8 bytes, side by side.
    void elements(const std::byte* from, std::size_t how_many, std::size_t size) noexcept {
        if constexpr (std::endian::native == std::endian::little) {
            bytes(from, how_many * size);
        } else {
            for (std::size_t i = 0; i < how_many; ++i)
                for (std::size_t byte = size; byte-- > 0;) bytes(from + i * size + byte, 1);
        }
    }

    void flush() noexcept {
        if (used_ == block_header_bytes) return;
        const std::span payload = memory_.subspan(block_header_bytes, used_ - block_header_bytes);
        write_header(memory_.data(), payload, journal_, sequence_);
        if (works_) works_ = sink_.write(sink_.context, memory_.first(used_));
        if (works_) bytes_ += used_;
        ++sequence_;
        used_ = block_header_bytes;
    }

    /// Begins a journal. Its name distinguishes journals that are mixed up in one file.
    void begin(std::uint32_t journal) noexcept {
        journal_ = journal;
        sequence_ = 0;
        used_ = block_header_bytes;
        works_ = true;
    }
    /// Gives what it has to the sink, and then nothing more.
    void stop() noexcept {
        flush();
        works_ = false;
    }
    [[nodiscard]] bool works() const noexcept { return works_; }
    /// That the sink took.
    [[nodiscard]] std::uint64_t written() const noexcept { return bytes_; }

  private:
    JournalSink sink_{};
    std::span<std::byte> memory_;
    std::size_t used_ = block_header_bytes;
    std::uint64_t bytes_ = 0;
    std::uint32_t sequence_ = 0, journal_ = 0;
    bool works_ = true;
};

/// The bytes of a journal's blocks, up to the first that is incomplete or damaged.
class BlockReader {
  public:
    explicit BlockReader(std::span<const std::byte> journal) noexcept : rest_(journal) { next_block(); }

    /// Whether a byte is left.
    [[nodiscard]] bool more() noexcept { return !block_.empty(); }
    /// Whether a value went past the end, or was impossible.
    [[nodiscard]] bool failed() const noexcept { return failed_; }

    void bytes(void* to, std::size_t count) noexcept {
        auto* out = static_cast<std::byte*>(to);
        while (count != 0) {
            if (block_.empty()) {
                failed_ = true;
                std::memset(out, 0, count);
                return;
            }
            const std::size_t some = std::min(count, block_.size());
            std::memcpy(out, block_.data(), some);
            out += some, count -= some;
            block_ = block_.subspan(some);
            if (block_.empty()) next_block();
        }
    }
    template <std::unsigned_integral Word>
    [[nodiscard]] Word word() noexcept {
        std::byte raw[sizeof(Word)];
        bytes(raw, sizeof raw);
        return load_word<Word>(raw);
    }
    [[nodiscard]] float number() noexcept { return std::bit_cast<float>(word<std::uint32_t>()); }
    [[nodiscard]] std::uint64_t count() noexcept {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const auto seven = word<std::uint8_t>();
            value |= std::uint64_t{seven & 127u} << shift;
            if (seven < 128) return value;
        }
        failed_ = true;
        return 0;
    }
    /// 0 at the end.
    [[nodiscard]] std::uint8_t next_byte() const noexcept {
        return block_.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(block_.front());
    }
    /// At most `most`, and no more than the rest of the journal can hold in elements of that size.
    [[nodiscard]] std::size_t count_of(std::size_t element_bytes, std::uint64_t most) noexcept {
        const std::uint64_t value = count();
        if (value > most || !holds(value, element_bytes)) failed_ = true;
        return failed_ ? 0 : static_cast<std::size_t>(value);
    }
    /// Whether the rest of the journal may hold so many elements of that size.
    [[nodiscard]] bool holds(std::uint64_t elements, std::size_t element_bytes) const noexcept {
        return elements <= (block_.size() + rest_.size()) / element_bytes;
    }
    /// A short text.
    [[nodiscard]] std::string text() {
        std::string words(count_of(1, 255), ' ');
        bytes(words.data(), words.size());
        return words;
    }
    void elements(std::byte* to, std::size_t how_many, std::size_t size) noexcept {
        bytes(to, how_many * size);
        if constexpr (std::endian::native != std::endian::little)
            for (std::size_t i = 0; i < how_many; ++i) std::reverse(to + i * size, to + (i + 1) * size);
    }

    /// The reason why the blocks end before the bytes do; empty at the end.
    [[nodiscard]] std::string_view damage() const noexcept { return damage_; }

  private:
    void next_block() noexcept {
        block_ = {};
        do {
            if (rest_.empty()) return;
            if (rest_.size() < block_header_bytes) return end("is cut off within the header of a block");
            if (load_word<std::uint32_t>(rest_.data()) != block_magic)
                return end("has bytes that are no block");
            const auto size = load_word<std::uint32_t>(rest_.data() + 8);
            const auto journal = load_word<std::uint32_t>(rest_.data() + 12);
            const auto sequence = load_word<std::uint32_t>(rest_.data() + 4);
            if (size > most_block_bytes) return end("is damaged: a block is too large");
            if (rest_.size() - block_header_bytes < size) return end("is cut off within a block");
            const std::span payload = rest_.subspan(block_header_bytes, size);
            if (load_word<std::uint64_t>(rest_.data() + 16) !=
                checksum_of(payload, std::uint64_t{journal} << 32 | sequence))
                return end("is damaged: the checksum of a block does not match");
            if (sequence_ == 0) journal_ = journal;
            if (journal != journal_) return end("has blocks of two journals");
            if (sequence != sequence_) return end("lacks a block");
            ++sequence_;
            block_ = payload;
            rest_ = rest_.subspan(block_header_bytes + size);
        } while (block_.empty());
    }
    void end(std::string_view why) noexcept {
        damage_ = why;
        rest_ = {};
    }

    std::span<const std::byte> rest_, block_;
    std::uint32_t sequence_ = 0, journal_ = 0;
    std::string_view damage_;
    bool failed_ = false;
};

}  // namespace wend::detail
