// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/layout.hpp"

#include "columns/view_memory.hpp"

namespace wend {

static_assert(sizeof(ChunkView) + 6 * sizeof(void*) <= 128);

Layout& Layout::set(Stream stream, const Place& place) noexcept {
    bound_ |= stream_set(stream);
    Place& ours = places_[static_cast<std::size_t>(stream)];
    ours = place;
    if (place.stride == size_of(place.element)) ours.stride = 0;  // side by side
    return *this;
}

Status Layout::bind(Stream stream, const Place& place) noexcept {
    if (!is_stream(stream))
        return {.code = Code::unknown_stream, .subject = "bind", .value = static_cast<double>(stream)};
    if (place.element != info(stream).element)
        return {.code = Code::element_type_mismatch, .subject = name(stream).data()};
    Place plain = place;
    if (plain.stride == size_of(plain.element)) plain.stride = 0;  // as plain calls ask for
    set(stream, plain);
    return {};
}

AgentView ChunkView::view() const noexcept {
    AgentView agents(first_id);
    if (layout == nullptr) return agents;
    const detail::ChunkMemory memory(*this);
    for (const Stream stream : layout->bound()) {
        const Layout::Place& place = layout->place(stream);
        detail::BoundColumns::bind(agents, stream,
                                   {.data = memory.address(static_cast<std::size_t>(stream)),
                                    .count = count,
                                    .element = place.element,
                                    .writable = place.writable,
                                    .stride = place.stride});
    }
    detail::BoundColumns::select(agents, selection);
    agents.workspace(workspace);
    return agents;
}

}  // namespace wend
