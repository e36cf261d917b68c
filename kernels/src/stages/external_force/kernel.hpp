// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"

namespace wend::detail {
namespace {

/// A force that is given (kernels/docs/math.md, "External force").
template <class A>
class Kernel<A, ExternalForce> {
  public:
    using Prepared = NothingPrepared;
    static constexpr bool pipelined = true;

    Kernel(const StageInput&, StageOutput&) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
        read_points<Stream::external_force_x, Stream::external_force_y>(in, reader, slot, q.force_x,
                                                                        q.force_y);
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}
};

}  // namespace
}  // namespace wend::detail
