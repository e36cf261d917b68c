// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Streams, instruction sets and versions: queries that need no program.
#include <string_view>

#include "wend/isa.hpp"
#include "wend/streams.hpp"
#include "wend/version.hpp"
#include "wend/wend.h"

using wend::ElementType;

static_assert(WEND_VERSION_MAJOR == wend::version_major && WEND_VERSION_MINOR == wend::version_minor &&
              WEND_VERSION_PATCH == wend::version_patch);
static_assert(WEND_F32 == static_cast<int>(ElementType::f32) &&
              WEND_F64 == static_cast<int>(ElementType::f64) &&
              WEND_I32 == static_cast<int>(ElementType::i32) &&
              WEND_U32 == static_cast<int>(ElementType::u32));

const char* wend_version(void) noexcept { return wend::version; }
uint32_t wend_bits_version(void) noexcept { return wend::bits_version; }

uint32_t wend_find_stream(const char* name) noexcept {
    if (name == nullptr) return WEND_NO_STREAM;
    const auto stream = wend::find_stream(name);
    return stream ? static_cast<uint32_t>(*stream) : WEND_NO_STREAM;
}
uint32_t wend_stream_count(void) noexcept { return static_cast<uint32_t>(wend::stream_count); }
const char* wend_stream_name(uint32_t stream) noexcept {
    return stream < wend::stream_count ? wend::stream_infos[stream].name.data() : nullptr;
}
wend_element wend_stream_element(uint32_t stream) noexcept {
    return stream < wend::stream_count ? static_cast<wend_element>(wend::stream_infos[stream].element) : -1;
}
double wend_stream_initial(uint32_t stream) noexcept {
    return stream < wend::stream_count ? wend::stream_infos[stream].initial : 0;
}

uint32_t wend_isa_count(void) noexcept { return static_cast<uint32_t>(wend::supported_isas().size()); }
const char* wend_isa_name(uint32_t index) noexcept {
    const auto isas = wend::supported_isas();
    return index < isas.size() ? wend::name(isas[index]).data() : nullptr;
}
const char* wend_default_isa(void) noexcept {
    const auto isa = wend::default_isa();
    return isa ? wend::name(*isa).data() : nullptr;
}
