// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "wend/custom.hpp"

namespace wend::detail {

/// Access to the private members of the call of a custom stage's function.
struct CustomCallAccess {
    struct Members {
        const void* const* in;
        void* const* out;
        const std::uint32_t* slots;  ///< null: first_slot and up
        std::size_t first_slot;
        const std::uint32_t* ids;  ///< null: first_id and up
        std::uint32_t first_id;
        std::size_t first_in_group;
        std::uint64_t* faults;
    };

    [[nodiscard]] static CustomCall with(CustomCall call, const Members& members) {
        call.in_ = members.in;
        call.out_ = members.out;
        call.slots_ = members.slots;
        call.first_slot_ = members.first_slot;
        call.ids_ = members.ids;
        call.first_id_ = members.first_id;
        call.first_in_group_ = members.first_in_group;
        call.faults_ = members.faults;
        return call;
    }

    [[nodiscard]] static Members members(const CustomCall& call) {
        return {call.in_,  call.out_,      call.slots_,          call.first_slot_,
                call.ids_, call.first_id_, call.first_in_group_, call.faults_};
    }
};

}  // namespace wend::detail
