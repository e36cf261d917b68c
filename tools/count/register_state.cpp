// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/count/register_state.hpp"

#include <cpuid.h>

#include <cstring>

namespace wend::count {

namespace {

// Intel 64 manual, volume 1, chapter 13: the standard format of the XSAVE area; asm/sigcontext.h: Linux's own
// fields in it.
constexpr unsigned component_sse = 1;
constexpr unsigned component_avx = 2;
constexpr unsigned component_opmask = 5;
constexpr std::size_t xmm_offset = 160;
constexpr std::size_t magic_offset = 464;
constexpr std::uint32_t magic = 0x46505853;
constexpr std::size_t header_offset = 512;

template <class T>
T read_at(const unsigned char* place) noexcept {
    T value;
    std::memcpy(&value, place, sizeof value);
    return value;
}

std::uint32_t offset_of(unsigned component) noexcept {
    unsigned size = 0;
    unsigned offset = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid_count(0xd, component, &size, &offset, &c, &d) != 0 ? offset : 0;
}

std::uint64_t general(const ucontext_t& context, int which) noexcept {
    return static_cast<std::uint64_t>(context.uc_mcontext.gregs[which]);
}

}  // namespace

StateLayout StateLayout::of_this_cpu() noexcept {
    return {.upper_halves = offset_of(component_avx), .opmasks = offset_of(component_opmask)};
}

RegisterState::RegisterState(const ucontext_t& context, const StateLayout& layout) noexcept
    : context_(context),
      layout_(layout),
      state_(reinterpret_cast<const unsigned char*>(context.uc_mcontext.fpregs)),
      components_(0) {
    if (state_ == nullptr) return;
    const bool extended = read_at<std::uint32_t>(state_ + magic_offset) == magic;
    components_ =
        extended ? read_at<std::uint64_t>(state_ + header_offset) : std::uint64_t{1} << component_sse;
}

std::uint64_t RegisterState::opmask(unsigned number) const noexcept {
    if ((components_ >> component_opmask & 1) == 0) return 0;
    return read_at<std::uint64_t>(state_ + layout_.opmasks + 8u * number);
}

std::uint64_t RegisterState::signs(unsigned number, unsigned count, unsigned element_size) const noexcept {
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < count; ++i) {
        const unsigned last_byte = (i + 1) * element_size - 1;
        const bool upper = last_byte >= 16;
        if ((components_ >> (upper ? component_avx : component_sse) & 1) == 0) continue;
        const std::size_t half = upper ? layout_.upper_halves : xmm_offset;
        const unsigned char sign = state_[half + 16u * number + last_byte % 16];
        bits |= static_cast<std::uint64_t>(sign >> 7) << i;
    }
    return bits;
}

std::uint64_t RegisterState::rip() const noexcept { return general(context_, REG_RIP); }
std::uint64_t RegisterState::rcx() const noexcept { return general(context_, REG_RCX); }

}  // namespace wend::count
