// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "c/custom.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "c/refusal.hpp"
#include "c/structs.hpp"
#include "tile/custom_call.hpp"

namespace wend::c {
namespace {

/// The call for C, with arrays in the order of the caller's lists.
class CCall {
  public:
    CCall(const CustomCode& code, const CustomCall& call) {
        const detail::CustomCallAccess::Members members = detail::CustomCallAccess::members(call);
        for (std::size_t i = 0; i < code.reads.size(); ++i)
            reads_[i] = members.in[static_cast<std::size_t>(code.reads[i])];
        for (std::size_t i = 0; i < code.writes.size(); ++i)
            writes_[i] = members.out[static_cast<std::size_t>(code.writes[i])];
        call_ = {.struct_size = sizeof(wend_custom_call),
                 .dt = call.dt,
                 .count = call.count,
                 .tick = call.tick,
                 .seed = call.seed,
                 .force_x = call.force_x,
                 .force_y = call.force_y,
                 .reads = reads_,
                 .writes = writes_,
                 .slots = members.slots,
                 .first_slot = members.first_slot,
                 .ids = members.ids,
                 .first_id = members.first_id,
                 .reserved = 0,
                 .call = &call};
    }
    CCall(const CCall&) = delete;
    CCall& operator=(const CCall&) = delete;

    [[nodiscard]] const wend_custom_call* get() const { return &call_; }

  private:
    const void* reads_[stream_count];
    void* writes_[stream_count];
    wend_custom_call call_;
};

bool call_force(void* context, const CustomCall& call) {
    const CustomCode& code = *static_cast<const CustomCode*>(context);
    return code.function(code.context, CCall(code, call).get()) != 0;
}

void call_locomotion(void* context, const CustomCall& call) {
    const CustomCode& code = *static_cast<const CustomCode*>(context);
    static_cast<void>(code.function(code.context, CCall(code, call).get()));
}

/// The streams in a list of names, each once.
std::vector<Stream> read_streams(const char* list, const char* const* names, std::size_t count) {
    std::vector<Stream> streams;
    if (count != 0) require(list, names);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string place = std::string(list) + '[' + std::to_string(i) + ']';
        if (names[i] == nullptr) refuse(WEND_BAD_ARGUMENT, list, {place, " is NULL"});
        const std::optional<Stream> stream = find_stream(names[i]);
        if (!stream) refuse(WEND_UNKNOWN_STREAM, list, {place, " is \"", names[i], "\", which is no stream"});
        if (std::ranges::find(streams, *stream) != streams.end())
            refuse(WEND_BAD_ARGUMENT, list, {place, ": ", names[i], " is in the list twice"});
        streams.push_back(*stream);
    }
    return streams;
}

StreamSet set_of(const std::vector<Stream>& streams) {
    StreamSet set = 0;
    for (const Stream stream : streams) set |= stream_set(stream);
    return set;
}

}  // namespace

bool is_custom(const char* kind) {
    return kind != nullptr && (kind == CustomForce::name || kind == CustomLocomotion::name);
}

Stage custom_stage(const char* kind, const wend_custom* custom,
                   std::vector<std::unique_ptr<CustomCode>>& code) {
    require("custom", custom);
    const Known<wend_custom> known(custom);
    const bool draws = read_flag("draws", known->draws);
    code.push_back(std::make_unique<CustomCode>(
        CustomCode{known->function, known->context, read_streams("reads", known->reads, known->read_count),
                   read_streams("writes", known->writes, known->write_count)}));
    CustomCode& added = *code.back();
    const bool missing = added.function == nullptr;  // refused when the program is built
    if (kind == CustomForce::name)
        return CustomForce{.function = missing ? nullptr : call_force,
                           .context = &added,
                           .reads = set_of(added.reads),
                           .writes = set_of(added.writes),
                           .draws = draws};
    return CustomLocomotion{.function = missing ? nullptr : call_locomotion,
                            .context = &added,
                            .reads = set_of(added.reads),
                            .writes = set_of(added.writes),
                            .draws = draws};
}

}  // namespace wend::c

namespace {

const wend::CustomCall& behind(const wend_custom_call* call) {
    return *static_cast<const wend::CustomCall*>(call->call);
}

bool holds(const wend_custom_call* call, size_t i) { return call != nullptr && i < call->count; }

}  // namespace

size_t wend_custom_slot(const wend_custom_call* call, size_t i) noexcept {
    return holds(call, i) ? behind(call).slot(i) : 0;
}
uint32_t wend_custom_id(const wend_custom_call* call, size_t i) noexcept {
    return holds(call, i) ? behind(call).id(i) : 0;
}
uint32_t wend_custom_draw(const wend_custom_call* call, size_t i, uint32_t number) noexcept {
    return holds(call, i) ? behind(call).draw(i, number) : 0;
}
void wend_custom_draws(const wend_custom_call* call, uint32_t number, uint32_t* bits) noexcept {
    if (call == nullptr || bits == nullptr) return;
    for (size_t i = 0; i < call->count; ++i) bits[i] = behind(call).draw(i, number);
}
void wend_custom_fault(const wend_custom_call* call, size_t i) noexcept {
    if (holds(call, i)) behind(call).fault(i);
}
