// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any bytes as a state dump, as they are and with a corrected checksum: streams within the bytes, or a
// FileError.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "fuzz/require.hpp"
#include "tools/scenario/checksum.hpp"
#include "tools/scenario/state_dump.hpp"
#include "words/file_error.hpp"

namespace {

using namespace wend::scenario;
using wend::fuzz::require;

void read(std::span<const std::byte> bytes) try {
    const StateDump dump = read_state(bytes, "a.dump");
    std::size_t size = 0;
    for (const SavedStream& saved : dump.streams) {
        require(saved.bytes.size() == dump.agents * wend::size_of(wend::info(saved.stream).element),
                "an element for each agent");
        require(saved.bytes.data() >= bytes.data() &&
                    saved.bytes.data() + saved.bytes.size() <= bytes.data() + bytes.size(),
                "streams lie within the dump");
        size += saved.bytes.size();
    }
    require(size < bytes.size(), "streams do not overlap");
} catch (const wend::words::FileError&) {
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::byte> bytes(size);
    if (size > 0) std::memcpy(bytes.data(), data, size);
    read(bytes);
    if (size < sizeof(std::uint64_t)) return 0;
    const std::size_t summed = size - sizeof(std::uint64_t);
    const std::uint64_t sum = word_sum(std::span(bytes).first(summed), 0);
    std::memcpy(bytes.data() + summed, &sum, sizeof sum);
    read(bytes);
    return 0;
}
