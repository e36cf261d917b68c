// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "wend/path.hpp"

namespace wend::fuzz {

/// Numbers from a fuzzer's bytes, extremes preferred.
class Reader {
  public:
    Reader(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

    [[nodiscard]] bool done() { return bytes_.remaining_bytes() == 0; }
    unsigned below(unsigned count) { return bytes_.ConsumeIntegral<std::uint8_t>() % count; }
    bool chance(unsigned one_in) { return below(one_in) == one_in - 1; }

    /// Small, near a power of two, near a fraction of the greatest, or any.
    template <class Word>
    Word word() {
        constexpr Word greatest = std::numeric_limits<Word>::max();
        constexpr unsigned bits = std::numeric_limits<Word>::digits;
        const auto near = [&](Word middle) {
            return static_cast<Word>(middle + static_cast<Word>(below(9)) - 4);
        };
        switch (below(5)) {
            case 0: return static_cast<Word>(below(8));
            case 1: return static_cast<Word>(below(256));
            case 2: return near(static_cast<Word>(Word{1} << below(bits)));
            case 3: return near(static_cast<Word>(greatest / static_cast<Word>(1 + below(64))));
            default: return bytes_.ConsumeIntegral<Word>();
        }
    }
    std::size_t size() { return word<std::size_t>(); }

    /// Mostly within a path set's range.
    double number() {
        switch (below(8)) {
            case 0: return std::bit_cast<double>(bytes_.ConsumeIntegral<std::uint64_t>());
            case 1: return std::ldexp(1.0 + below(8), static_cast<int>(below(128)) - 64);
            default: return (static_cast<double>(below(256)) - 128) / 4;
        }
    }

  private:
    FuzzedDataProvider bytes_;
};

inline std::vector<Point> read_points(Reader& reader, unsigned most) {
    std::vector<Point> points(reader.below(most));
    for (Point& point : points) point = {reader.number(), reader.number()};
    return points;
}

}  // namespace wend::fuzz
