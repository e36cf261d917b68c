// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Journals of any bytes: with their own blocks, or as what stands in a block with a good checksum, so that
// programs and calls are reached.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fuzz/require.hpp"
#include "journal/blocks.hpp"
#include "journal/journal_columns.hpp"
#include "wend/journal.hpp"
#include "wend/version.hpp"
#include "wend/wend.hpp"

namespace {

using namespace wend;

std::vector<std::byte> in_a_block(std::span<const std::byte> bytes) {
    std::vector<std::byte> journal, memory(bytes.size() + 64);
    const JournalSink sink{[](void* context, std::span<const std::byte> block) {
                               auto& to = *static_cast<std::vector<std::byte>*>(context);
                               to.insert(to.end(), block.begin(), block.end());
                               return true;
                           },
                           &journal};
    detail::BlockWriter writer(sink, memory);
    writer.bytes(detail::journal_magic.data(), detail::journal_magic.size());
    writer.word(detail::journal_format);
    writer.word(static_cast<std::uint32_t>(bits_version));
    writer.bytes(bytes.data(), bytes.size());
    writer.flush();
    return journal;
}

void read(std::span<const std::byte> journal) {
    std::string why;
    std::optional<JournalReader> reader = JournalReader::open(journal, {}, why);
    fuzz::require(reader.has_value() == why.empty(), "a journal is refused with a reason");
    if (!reader) return;
    JournalCall call;
    while (reader->next(call)) {
        // Many ticks take long, and are those of `program`.
        if (call.ticks.count > 2) return;
        const Result result = reader->run({.threading = Threading::serial});
        if (!result.status) continue;
        (void)state_hash(reader->program(), reader->agents());
    }
    fuzz::require(!reader->ended() || reader->damage().empty(), "a journal that ended is whole");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span given = std::as_bytes(std::span(data, size));
    read(given);
    read(in_a_block(given));
    return 0;
}
