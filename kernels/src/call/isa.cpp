// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/isa.hpp"

#include <array>
#include <cstdlib>
#include <utility>

#include "call/dispatch.hpp"
#include "simd/built_isas.hpp"

namespace wend {
namespace detail {

namespace {

struct IsaEntry {
    std::string_view name;
    unsigned lanes;
};

/// By enumerator; worst first within a processor family.
constexpr std::array<IsaEntry, isa_count> entries{{{"reference", 1},
                                                   {"scalar", 1},
                                                   {"sse2", 4},
                                                   {"avx2", 8},
                                                   {"avx512", 16},
                                                   {"neon64", 4},
                                                   {"simd128", 4}}};

const IsaEntry& entry(Isa isa) {
    static constexpr IsaEntry none{"", 0};
    const auto index = static_cast<std::size_t>(isa);
    return index < entries.size() ? entries[index] : none;
}

/// A table of each built instruction set, put together from its objects.
struct KernelTables {
    std::array<KernelTable, isa_count> of{};

    KernelTables() noexcept { add(BuiltIsas{}); }

  private:
    template <Isa... isas>
    void add(IsaList<isas...>) {
        (add_objects<isas>(std::make_index_sequence<WEND_KERNEL_COUNT>()), ...);
    }
    template <Isa isa, std::size_t... index>
    void add_objects(std::index_sequence<index...>) {
        (add_object(of[static_cast<std::size_t>(isa)], KernelObject<isa, index>::table), ...);
    }
    static void add_object(KernelTable& table, const KernelTable& object) {
        for (std::size_t kind = 0; kind < stage_kind_count; ++kind) {
            take(table.stage[kind], object.stage[kind]);
            take(table.with_locomotion[kind], object.with_locomotion[kind]);
            take(table.pass[kind], object.pass[kind]);
        }
        take(table.chunk, object.chunk);
        take(table.step_at_edge, object.step_at_edge);
        take(table.copies, object.copies);
        take(table.hash, object.hash);
    }
    template <class Pointer>
    static void take(Pointer& to, Pointer from) {
        if (from != nullptr) to = from;
    }
};

const KernelTables& kernel_tables() noexcept {
    static const KernelTables tables;
    return tables;
}

struct SupportedIsas {
    std::array<Isa, isa_count> isas{};
    std::size_t count = 0;

    SupportedIsas() noexcept {
        for (std::size_t i = 0; i < isa_count; ++i) {
            const auto isa = static_cast<Isa>(i);
            if (is_built(isa) && cpu_allows(isa)) isas[count++] = isa;
        }
    }
};

const SupportedIsas& supported() noexcept {
    static const SupportedIsas isas;
    return isas;
}

Expected<Isa> read_default_isa() noexcept {
    const char* wanted = std::getenv("WEND_ISA");
    if (wanted == nullptr || *wanted == '\0') return supported_isas().back();
    const std::optional<Isa> isa = find_isa(wanted);
    if (!isa) return Status{.code = Code::unknown_isa, .subject = "WEND_ISA"};
    if (!is_supported(*isa)) return Status{.code = Code::unsupported_isa, .subject = name(*isa).data()};
    return *isa;
}

}  // namespace

const KernelTable* find_table(Isa isa) noexcept {
    if (isa == Isa::reference) return &reference_table;
    return BuiltIsas::contain(isa) ? &kernel_tables().of[static_cast<std::size_t>(isa)] : nullptr;
}

const KernelTable* choose_table(const Execution& execution) noexcept {
    struct Usable {
        std::array<const KernelTable*, isa_count> of{};
        const KernelTable* by_default = nullptr;

        Usable() noexcept {
            for (const Isa isa : supported_isas()) of[static_cast<std::size_t>(isa)] = find_table(isa);
            if (const Expected<Isa> isa = default_isa(); isa) by_default = of[static_cast<std::size_t>(*isa)];
        }
    };
    static const Usable usable;
    if (!execution.isa) return usable.by_default;
    const auto index = static_cast<std::size_t>(*execution.isa);
    return index < isa_count ? usable.of[index] : nullptr;
}

Status missing_table(const Execution& execution) noexcept {
    if (!execution.isa) return default_isa().status();
    const auto index = static_cast<std::size_t>(*execution.isa);
    if (index >= isa_count) return {.code = Code::unknown_isa, .subject = "isa"};
    return {.code = Code::unsupported_isa, .subject = name(*execution.isa).data()};
}

}  // namespace detail

std::string_view name(Isa isa) noexcept { return detail::entry(isa).name; }

std::optional<Isa> find_isa(std::string_view wanted) noexcept {
    for (std::size_t i = 0; i < isa_count; ++i)
        if (detail::entries[i].name == wanted) return static_cast<Isa>(i);
    return std::nullopt;
}

unsigned lane_count(Isa isa) noexcept { return detail::entry(isa).lanes; }

bool is_built(Isa isa) noexcept { return detail::find_table(isa) != nullptr; }

bool is_supported(Isa isa) noexcept {
    for (const Isa one : supported_isas())
        if (one == isa) return true;
    return false;
}

std::span<const Isa> supported_isas() noexcept {
    const detail::SupportedIsas& all = detail::supported();
    return {all.isas.data(), all.count};
}

Expected<Isa> default_isa() noexcept {
    static const Expected<Isa> chosen = detail::read_default_isa();
    return chosen;
}

}  // namespace wend
