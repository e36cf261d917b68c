// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/populations/population.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

namespace wend::bench {
namespace {

constexpr std::byte margin_byte{0xA5};
constexpr std::size_t margin_lines = 2;

}  // namespace

std::vector<Stream> streams_of(const Program& program, bool with_ids) {
    std::vector<Stream> streams;
    for (const StreamUse& use : program.streams()) streams.push_back(use.stream);
    if (with_ids) streams.push_back(Stream::id);
    return streams;
}

Program build(std::vector<Stage> stages) {
    auto program = Program::build(std::move(stages));
    if (!program) throw std::runtime_error(message(program.status()));
    return *program;
}

Population::Population(std::size_t size, std::span<const Stream> streams, std::size_t offset)
    : size_(size), streams_(streams.begin(), streams.end()) {
    for (const Stream stream : streams_) {
        const std::size_t bytes = size * size_of(info(stream).element);
        memory_[index(stream)].resize(margin_lines * 2 + 1 + (bytes + 63) / 64);
        std::memset(memory_[index(stream)].data(), static_cast<int>(margin_byte),
                    memory_[index(stream)].size() * sizeof(Line));
        start_[index(stream)] =
            margin_lines * sizeof(Line) + (offset + 8 * index(stream) * (offset != 0)) % sizeof(Line);
    }
}

AgentView Population::view(std::uint32_t first_id) noexcept {
    AgentView view(first_id);
    workspace_.assign(largest_workspace(size_), std::numeric_limits<float>::quiet_NaN());
    view.workspace(workspace_);
    for (const Stream stream : streams_)
        if (!view.bind(stream, Column{data(stream), size_, info(stream).element, true}).ok()) std::abort();
    return view;
}

void Population::copy_to(const AgentView& agents) const noexcept {
    for (const Stream stream : streams_)
        if (agents.has(stream))
            std::memcpy(agents.column(stream).data, data(stream), size_ * size_of(info(stream).element));
}

bool Population::margins_intact() const noexcept {
    const auto is_margin = [](std::byte byte) { return byte == margin_byte; };
    return std::ranges::all_of(streams_, [&](Stream stream) {
        const auto* begin = reinterpret_cast<const std::byte*>(memory_[index(stream)].data());
        const std::byte* end = begin + memory_[index(stream)].size() * sizeof(Line);
        return std::all_of(begin, data(stream), is_margin) &&
               std::all_of(data(stream) + size_ * size_of(info(stream).element), end, is_margin);
    });
}

Population Population::permuted(std::span<const std::size_t> order) const {
    Population result(size_, streams_);
    for (const Stream stream : streams_)
        for (std::size_t slot = 0; slot < size_; ++slot)
            result.set_bytes(stream, slot, data(stream) + order[slot] * size_of(info(stream).element));
    std::vector<std::int32_t> moved_to(size_);
    for (std::size_t slot = 0; slot < size_; ++slot) moved_to[order[slot]] = static_cast<std::int32_t>(slot);
    for (const Stream stream : slot_streams) {
        for (std::size_t slot = 0; has(stream) && slot < size_; ++slot) {
            std::int32_t agent;
            std::memcpy(&agent, result.data(stream) + slot * sizeof agent, sizeof agent);
            if (agent < 0 || static_cast<std::size_t>(agent) >= size_) continue;
            result.set_bytes(stream, slot, &moved_to[static_cast<std::size_t>(agent)]);
        }
    }
    return result;
}

}  // namespace wend::bench
