// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "fuzz/stream_memory.hpp"

#include <algorithm>
#include <cstring>

namespace wend::fuzz {

StreamMemory::StreamMemory(std::size_t agents, std::uint32_t first_id,
                           const std::array<Binding, stream_count>& bindings)
    : agents_(agents), first_id_(first_id), bindings_(bindings) {
    std::array<std::size_t, stream_count> elements{};
    for (std::size_t i = 0; i < stream_count; ++i) {
        Binding& one = bindings_[i];
        if (!one.bound) continue;
        const auto owner = static_cast<std::size_t>(one.shared_with);
        const Binding& other = bindings_[owner];
        // The owner must have the same element type and own its memory itself.
        one.shares = one.shares && owner != i && other.bound && !bindings[owner].shares &&
                     stream_infos[owner].element == stream_infos[i].element;
        if (one.shares)
            elements[owner] = std::max(elements[owner], agents_ + one.shift);
        else
            elements[i] = std::max(elements[i], agents_);
    }
    for (std::size_t i = 0; i < stream_count; ++i) {
        if (!bindings_[i].bound || bindings_[i].shares) continue;
        bytes_[i] = bindings_[i].offset + elements[i] * size_of(stream_infos[i].element);
        blocks_[i] = std::make_unique<std::byte[]>(bytes_[i]);
    }
}

StreamMemory::StreamMemory(const StreamMemory& other)
    : agents_(other.agents_), first_id_(other.first_id_), bindings_(other.bindings_), bytes_(other.bytes_) {
    for (std::size_t i = 0; i < stream_count; ++i) {
        if (!other.blocks_[i]) continue;
        blocks_[i] = std::make_unique<std::byte[]>(bytes_[i]);
        std::memcpy(blocks_[i].get(), other.blocks_[i].get(), bytes_[i]);
    }
}

std::byte* StreamMemory::at(Stream stream, std::size_t slot) noexcept {
    const Binding& one = binding(stream);
    const Stream owner = one.shares ? one.shared_with : stream;
    return blocks_[static_cast<std::size_t>(owner)].get() + binding(owner).offset +
           (slot + (one.shares ? one.shift : 0)) * size_of(info(stream).element);
}

AgentView StreamMemory::view() noexcept {
    AgentView view(first_id_);
    workspace_.assign(largest_workspace(agents_), 0);
    view.workspace(workspace_);
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        const Binding& one = bindings_[i];
        if (!one.bound) continue;
        const Column column{at(stream, 0), length_of(one), info(stream).element, one.writable};
        static_cast<void>(view.bind(stream, column));
    }
    return view;
}

bool StreamMemory::same(const StreamMemory& other, std::size_t slot) const noexcept {
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        const bool record = (stream_set(stream) & record_streams) != 0;  // the reference keeps none
        if (has(stream) && !record &&
            std::memcmp(at(stream, slot), other.at(stream, slot), size_of(info(stream).element)) != 0)
            return false;
    }
    return true;
}

}  // namespace wend::fuzz
