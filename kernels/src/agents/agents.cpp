// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/agents.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <span>

#include "agents/id_index.hpp"
#include "agents/snapshot_header.hpp"
#include "columns/column_memory.hpp"
#include "columns/elements.hpp"
#include "columns/large_memory.hpp"
#include "neighbours/grid.hpp"
#include "program/plan.hpp"

namespace wend {

namespace {

Status unknown_stream(std::string_view name) {
    Status status{.code = Code::unknown_stream, .subject = "bind"};
    const std::size_t length = std::min(name.size(), sizeof status.word - 1);
    std::ranges::transform(name.substr(0, length), status.word, [](char letter) {
        return letter >= ' ' && letter <= '~' ? letter : '?';  // for messages
    });
    return status;
}

}  // namespace

Status AgentView::bind(Stream stream, Column column) noexcept {
    if (!is_stream(stream))
        return {.code = Code::unknown_stream, .subject = "bind", .value = static_cast<double>(stream)};
    if (column.element != info(stream).element)
        return {.code = Code::element_type_mismatch, .subject = name(stream).data()};
    if (column.contiguous()) column.stride = 0;  // as plain calls ask for
    bind_column(stream, column);
    return {};
}

AgentView& AgentView::look_at(const AgentView& others) noexcept {
    Observed observed{.motion = {others.column(Stream::position_x), others.column(Stream::position_y),
                                 others.column(Stream::velocity_x), others.column(Stream::velocity_y)},
                      .ids = others.column(Stream::id),
                      .first_id = others.first_id()};
    for (std::size_t i = 0; i < neighbour_extras.size(); ++i)
        observed.extras[i] = others.column(neighbour_extras[i]);
    looks_elsewhere_ = true;
    observed_ = observed;
    return *this;
}

AgentView keep_start(const AgentView& agents, std::span<float> workspace) noexcept {
    const std::size_t count = agents.size();
    AgentView copy(agents.first_id());
    std::array<Stream, detail::seen_streams.size() + 1> copied;
    std::ranges::copy(detail::seen_streams, copied.begin());
    copied.back() = Stream::settled;
    const std::size_t streams = copied.size() - (agents.has(Stream::settled) ? 0 : 1);
    if (workspace.size() / streams < count) return copy;
    for (std::size_t i = 0; i < streams; ++i) {
        const Column& from = agents.column(copied[i]);
        if (from.count != count || from.data == nullptr) return AgentView();
        float* const to = workspace.data() + i * count;
        detail::copy_elements(to, from, 0, count);
        static_cast<void>(copy.bind(copied[i], Column{to, count, info(copied[i]).element, false}));
    }
    const auto share = [&](Stream stream) {
        Column column = agents.column(stream);
        column.writable = false;
        if (agents.has(stream)) static_cast<void>(copy.bind(stream, column));
    };
    share(Stream::id);
    for (const Stream stream : neighbour_extras)
        if (stream != Stream::settled) share(stream);
    return copy;
}

Status AgentView::bind(std::string_view stream_name, Column column) noexcept {
    const std::optional<Stream> stream = find_stream(stream_name);
    if (!stream) return unknown_stream(stream_name);
    return bind(*stream, column);
}

AgentView AgentView::slice(std::size_t begin, std::size_t count) const noexcept {
    AgentView part(first_id_ + static_cast<std::uint32_t>(begin));
    part.is_slice_ = is_slice_ || begin != 0 || count < size();
    part.looks_elsewhere_ = looks_elsewhere_;
    if (looks_elsewhere_) part.observed_ = observed_;
    part.workspace_ = workspace_;
    for (const Stream stream : bound_) {
        Column column = this->column(stream);
        if (!detail::fits_memory(column)) {  // unchanged: run refuses it
            part.bind_column(stream, column);
            continue;
        }
        const std::size_t first = std::min(begin, column.count);
        if (column.data != nullptr)
            column.data = static_cast<std::byte*>(column.data) + first * column.step();
        column.count = std::min(count, column.count - first);
        part.bind_column(stream, column);
    }
    return part;
}

namespace {

/// One cache line, and one AVX-512 register.
constexpr std::align_val_t stream_alignment{64};

struct AlignedDelete {
    void operator()(std::byte* memory) const noexcept { ::operator delete[](memory, stream_alignment); }
};
using AlignedBytes = std::unique_ptr<std::byte[], AlignedDelete>;

template <class T>
void fill(std::byte* begin, std::size_t count, double value) {
    std::fill_n(reinterpret_cast<T*>(begin), count, static_cast<T>(value));
}
void fill(std::byte* begin, std::size_t count, const StreamInfo& stream) {
    switch (stream.element) {
        case ElementType::f32: return fill<float>(begin, count, stream.initial);
        case ElementType::f64: return fill<double>(begin, count, stream.initial);
        case ElementType::i32: return fill<std::int32_t>(begin, count, stream.initial);
        case ElementType::u32: return fill<std::uint32_t>(begin, count, stream.initial);
    }
}

AlignedBytes allocate(std::size_t count, std::size_t element) {
    if (count > std::numeric_limits<std::ptrdiff_t>::max() / element) throw std::bad_alloc();
    return AlignedBytes(static_cast<std::byte*>(::operator new[](count* element, stream_alignment)));
}

}  // namespace

struct AgentBuffer::Storage {
    std::array<AlignedBytes, stream_count> streams;
    std::array<bool, stream_count> held{};
    AlignedBytes workspace;  ///< if slot streams are held, or agents see their neighbours
    detail::Sight programs;  ///< of the programs that it was made for
    bool has_quarry = false;
    bool looks_elsewhere = false;
    std::size_t size = 0;
    std::size_t capacity = 0;
    std::uint32_t next_id = 0;
    detail::IdIndex index;     ///< once slot_of was called
    bool ids_written = false;  ///< perhaps, since the index was filled

    [[nodiscard]] bool holds(Stream stream) const { return held[static_cast<std::size_t>(stream)]; }

    /// The size in floats of a workspace for so many agents.
    [[nodiscard]] std::size_t workspace_size(const detail::Sight& sight, bool quarry,
                                             std::size_t agents) const {
        const bool slots = std::ranges::any_of(slot_streams, [&](Stream stream) { return holds(stream); });
        if (!slots && !sight.others) return 0;
        const auto extras =
            static_cast<std::size_t>(std::ranges::count_if(neighbour_extras, [&](Stream stream) {
                return holds(stream) && detail::has(sight.extras, stream);
            }));
        return detail::workspace_words(sight, quarry || slots, agents, true, true, extras);
    }
    void reserve_workspace(const detail::Sight& sight, bool quarry, std::size_t agents) {
        const std::size_t floats = workspace_size(sight, quarry, agents);
        if (floats == 0) return;
        workspace = allocate(floats, sizeof(float));
        detail::advise_large_pages(workspace.get(), floats * sizeof(float));
    }

    /// Of a snapshot; null: a buffer without streams.
    [[nodiscard]] static detail::SnapshotHeader header_of(const Storage* storage) {
        detail::NamesHash held;
        for (std::size_t i = 0; storage != nullptr && i < stream_count; ++i)
            if (storage->held[i] && !detail::has(record_streams, static_cast<Stream>(i)))
                held.add(stream_infos[i].name);
        return detail::snapshot_header(detail::buffer_magic, held.value(),
                                       storage == nullptr ? 0 : storage->size);
    }

    [[nodiscard]] std::uint32_t* ids() const {
        return reinterpret_cast<std::uint32_t*>(streams[static_cast<std::size_t>(Stream::id)].get());
    }
    [[nodiscard]] bool keeps_index() const { return index.made() && !ids_written; }
    void index_ids(std::size_t begin, std::size_t end) {
        for (std::size_t slot = begin; slot < end; ++slot)
            index.insert(ids(), static_cast<std::uint32_t>(slot));
    }
    /// False if there is no memory.
    [[nodiscard]] bool make_index() noexcept {
        if (capacity >= detail::IdIndex::none) return false;
        try {
            index.make(capacity);
        } catch (const std::bad_alloc&) {
            return false;
        }
        index_ids(0, size);
        ids_written = false;
        return true;
    }

    template <class Function>
    void for_each_held(Function&& function) {
        for (std::size_t i = 0; i < stream_count; ++i)
            if (held[i]) function(static_cast<Stream>(i), streams[i], size_of(stream_infos[i].element));
    }
    /// Without records.
    template <class Function>
    void for_each_saved(Function&& function) {
        for_each_held([&](Stream stream, AlignedBytes& memory, std::size_t element) {
            if (!detail::has(record_streams, stream)) function(memory, element);
        });
    }
};

AgentBuffer::AgentBuffer(std::span<const Stream> streams) : storage_(std::make_unique<Storage>()) {
    for (const Stream stream : streams) {
        assert(is_stream(stream));
        if (is_stream(stream)) storage_->held[static_cast<std::size_t>(stream)] = true;
    }
    storage_->held[static_cast<std::size_t>(Stream::id)] = true;
}
AgentBuffer::AgentBuffer(std::initializer_list<Stream> streams)
    : AgentBuffer(std::span<const Stream>(streams.begin(), streams.size())) {}
AgentBuffer::AgentBuffer(const Program& program, std::initializer_list<Stream> extra) : AgentBuffer(extra) {
    for (const StreamUse& use : program.streams())
        storage_->held[static_cast<std::size_t>(use.stream)] = true;
    for (const Stream stream : program.records()) storage_->held[static_cast<std::size_t>(stream)] = true;
    make_workspace(program);
}
AgentBuffer::AgentBuffer() noexcept = default;
AgentBuffer::~AgentBuffer() = default;
AgentBuffer::AgentBuffer(AgentBuffer&&) noexcept = default;
AgentBuffer& AgentBuffer::operator=(AgentBuffer&&) noexcept = default;

std::size_t AgentBuffer::size() const noexcept { return storage_ == nullptr ? 0 : storage_->size; }
std::size_t AgentBuffer::capacity() const noexcept { return storage_ == nullptr ? 0 : storage_->capacity; }
bool AgentBuffer::has(Stream stream) const noexcept {
    return storage_ != nullptr && is_stream(stream) && storage_->held[static_cast<std::size_t>(stream)];
}
std::uint32_t AgentBuffer::next_id() const noexcept { return storage_ == nullptr ? 0 : storage_->next_id; }
void AgentBuffer::set_next_id(std::uint32_t id) noexcept {
    assert(storage_ != nullptr);
    if (storage_ != nullptr) storage_->next_id = id;
}
void AgentBuffer::expect_other_ids() noexcept {
    if (storage_ != nullptr) storage_->ids_written = true;
}
void* AgentBuffer::data(Stream stream) const noexcept {
    return has(stream) ? storage_->streams[static_cast<std::size_t>(stream)].get() : nullptr;
}

void AgentBuffer::reserve(std::size_t agents) {
    assert(storage_ != nullptr);
    if (storage_ == nullptr || agents <= storage_->capacity) return;
    // Allocate every array first, so that running out of memory half-way changes nothing.
    std::array<AlignedBytes, stream_count> grown;
    storage_->for_each_held([&](Stream stream, AlignedBytes& old, std::size_t element) {
        AlignedBytes& memory = grown[static_cast<std::size_t>(stream)];
        memory = allocate(agents, element);
        if (old) std::memcpy(memory.get(), old.get(), storage_->size * element);
    });
    storage_->reserve_workspace(storage_->programs, storage_->has_quarry, agents);
    storage_->streams = std::move(grown);
    storage_->capacity = agents;
    if (storage_->index.made() && !storage_->make_index()) storage_->index.drop();
}

void AgentBuffer::make_workspace(const Program& program) {
    assert(storage_ != nullptr);
    if (storage_ == nullptr) return;
    const detail::Plan& plan = detail::PlanAccess::plan(program);
    Storage& storage = *storage_;
    detail::Sight sight = storage.programs;
    sight.add(plan.sight);
    storage.reserve_workspace(sight, storage.has_quarry || plan.has_quarry, storage.capacity);
    storage.programs = sight;
    storage.has_quarry |= plan.has_quarry;
}

std::size_t AgentBuffer::spawn(std::size_t count) {
    assert(storage_ != nullptr);
    if (storage_ == nullptr) return 0;
    const std::size_t first = storage_->size;
    if (count > std::numeric_limits<std::size_t>::max() - first) throw std::bad_alloc();
    if (first + count > storage_->capacity) reserve(std::max(first + count, storage_->capacity * 2));
    storage_->for_each_held([&](Stream stream, AlignedBytes& memory, std::size_t element) {
        std::byte* const begin = memory.get() + first * element;
        if (stream == Stream::id) {
            for (std::size_t i = 0; i < count; ++i)
                reinterpret_cast<std::uint32_t*>(begin)[i] = storage_->next_id++;
        } else {
            fill(begin, count, info(stream));
        }
    });
    storage_->size += count;
    if (storage_->keeps_index()) storage_->index_ids(first, first + count);
    return first;
}

void AgentBuffer::remove(std::size_t slot) noexcept {
    assert(slot < size());
    if (slot >= size()) return;
    const std::size_t last = --storage_->size;
    remap_targets(slot, last);
    if (storage_->keeps_index()) {
        const auto removed = static_cast<std::uint32_t>(slot);
        const auto moved = static_cast<std::uint32_t>(last);
        storage_->index.erase(storage_->ids(), removed);
        if (slot != last) storage_->index.move(storage_->ids(), moved, removed);
    }
    if (slot == last) return;
    storage_->for_each_held([&](Stream, AlignedBytes& memory, std::size_t element) {
        std::memcpy(memory.get() + slot * element, memory.get() + last * element, element);
    });
}

/// Targets that name the removed agent become -1; those that name the last one follow it to its new slot.
void AgentBuffer::remap_targets(std::size_t removed, std::size_t last) noexcept {
    if (storage_->looks_elsewhere) return;
    for (const Stream stream : slot_streams) {
        if (!has(stream)) continue;
        auto* const targets = static_cast<std::int32_t*>(data(stream));
        for (std::size_t i = 0; i <= last; ++i) {
            if (targets[i] == static_cast<std::int32_t>(removed))
                targets[i] = -1;
            else if (targets[i] == static_cast<std::int32_t>(last))
                targets[i] = static_cast<std::int32_t>(removed);
        }
    }
}

void AgentBuffer::look_elsewhere(bool elsewhere) noexcept {
    assert(storage_ != nullptr);
    if (storage_ != nullptr) storage_->looks_elsewhere = elsewhere;
}

std::size_t AgentBuffer::slot_of(std::uint32_t id) const noexcept {
    const std::size_t count = size();
    if (count == 0) return 0;
    const auto find = [&]() -> std::size_t {
        const std::uint32_t slot = storage_->index.find(storage_->ids(), count, id);
        return slot == detail::IdIndex::none ? count : slot;
    };
    if (storage_->index.made())
        if (const std::size_t slot = find(); slot != count || !storage_->ids_written) return slot;
    if (storage_->make_index()) return find();
    const std::span ids(storage_->ids(), count);
    return static_cast<std::size_t>(std::ranges::find(ids, id) - ids.begin());
}

namespace {

/// The next id follows the header, then all held streams.
using detail::SnapshotHeader;
constexpr std::size_t before_columns = sizeof(SnapshotHeader) + sizeof(std::uint64_t);

}  // namespace

std::size_t AgentBuffer::snapshot_bytes() const noexcept {
    std::size_t bytes = before_columns;
    if (storage_ != nullptr)
        storage_->for_each_saved(
            [&](AlignedBytes&, std::size_t element) { bytes += element * storage_->size; });
    return bytes;
}

Status AgentBuffer::save(std::span<std::byte> snapshot) const noexcept {
    if (snapshot.size() < snapshot_bytes()) return detail::bad_snapshot("the snapshot's memory is too small");
    const SnapshotHeader header = Storage::header_of(storage_.get());
    const std::uint64_t next = next_id();
    std::memcpy(snapshot.data(), &header, sizeof header);
    std::memcpy(snapshot.data() + sizeof header, &next, sizeof next);
    std::byte* to = snapshot.data() + before_columns;
    if (storage_ != nullptr && storage_->size != 0)
        storage_->for_each_saved([&](AlignedBytes& memory, std::size_t element) {
            std::memcpy(to, memory.get(), element * storage_->size);
            to += element * storage_->size;
        });
    return {};
}

Status AgentBuffer::restore(std::span<const std::byte> snapshot) {
    SnapshotHeader header;
    const SnapshotHeader expected = Storage::header_of(storage_.get());
    if (Status s = detail::read_header(snapshot, expected, header); !s) return s;
    if (header.streams != expected.streams)
        return detail::bad_snapshot("the snapshot is of a buffer with other streams");
    std::size_t an_agent = 0;
    if (storage_ != nullptr)
        storage_->for_each_saved([&](AlignedBytes&, std::size_t element) { an_agent += element; });
    const std::size_t rest = snapshot.size() - std::min(snapshot.size(), before_columns);
    if (snapshot.size() < before_columns || (an_agent != 0 && header.agents > rest / an_agent))
        return detail::bad_snapshot("the snapshot is cut off");
    if (storage_ == nullptr) return {};
    const auto agents = static_cast<std::size_t>(header.agents);
    reserve(agents);
    std::uint64_t next = 0;
    std::memcpy(&next, snapshot.data() + sizeof header, sizeof next);
    storage_->next_id = static_cast<std::uint32_t>(next);
    storage_->size = agents;
    storage_->ids_written = true;
    // No memory is left without values.
    storage_->for_each_held([&](Stream stream, AlignedBytes& memory, std::size_t) {
        if (detail::has(record_streams, stream)) fill(memory.get(), agents, info(stream));
    });
    const std::byte* from = snapshot.data() + before_columns;
    if (agents != 0)
        storage_->for_each_saved([&](AlignedBytes& memory, std::size_t element) {
            std::memcpy(memory.get(), from, element * agents);
            from += element * agents;
        });
    return {};
}

AgentView AgentBuffer::view() noexcept {
    AgentView view;
    if (storage_ == nullptr) return view;
    if (storage_->workspace)
        view.workspace({reinterpret_cast<float*>(storage_->workspace.get()),
                        storage_->workspace_size(storage_->programs, storage_->has_quarry, storage_->size)});
    storage_->for_each_held([&](Stream stream, AlignedBytes& memory, std::size_t) {
        // Held streams have their own element type, so that binding cannot fail.
        static_cast<void>(view.bind(
            stream, Column{memory.get(), storage_->size, info(stream).element, stream != Stream::id}));
    });
    return view;
}

}  // namespace wend
