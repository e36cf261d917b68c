// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/fingerprint.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "tools/scenario/checksum.hpp"

namespace wend::scenario {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

}  // namespace

std::uint64_t fingerprint(const words::Json& stages, std::initializer_list<const words::Json*> others,
                          const words::StageContext& context) {
    Checksum sum;
    sum.add(bytes_of(stages.dump()));  // keys in alphabetical order, numbers with the fewest digits
    for (const words::Json* const other : others)
        if (other != nullptr) sum.add(bytes_of(other->dump()));
    if (context.area) {
        const Rectangle& area = *context.area;
        for (const float side : {area.min_x, area.max_x, area.min_y, area.max_y}) sum.add_number(side);
    }
    return sum.value();
}

std::uint64_t fingerprint(const std::optional<PathSet>& paths) {
    if (!paths) return 0;
    Checksum sum;
    for (std::size_t path = 0; path < paths->size(); ++path) {
        const std::uint32_t count = paths->node_count(path);
        sum.add_number(count).add_number(std::uint32_t{paths->closed(path)});
        for (std::uint32_t node = 0; node < count; ++node) {
            const Point point = paths->node(path, node);
            sum.add_number(point.x).add_number(point.y);
        }
    }
    return sum.value();
}

std::uint64_t fingerprint(const AgentView& agents, std::uint64_t first_slot) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        const Column& column = agents.column(stream);
        if (!agents.has(stream)) continue;
        const std::size_t size = size_of(column.element);
        sum += (checksum(bytes_of(name(stream))) | 1) *
               word_sum({static_cast<const std::byte*>(column.data), column.count * size},
                        first_slot * (size / 4));
    }
    return sum;
}

}  // namespace wend::scenario
