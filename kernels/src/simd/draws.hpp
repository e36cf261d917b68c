// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"

/// Draws for batches: Threefry4x32 with 13 rounds, counter ((id >> 6) << 4 | (id & 15), number low, purpose,
/// number high), key (seed, 0, 0), word (id >> 4) & 3 (kernels/docs/bits.md). Agents with consecutive ids
/// that start at a multiple of 64 share blocks: one word an agent. Others pay a whole block each.
namespace wend::detail {
namespace {

template <class A>
struct Block {
    Words<A> word[4];
};

template <int even, int odd, class A>
inline void threefry_round(Block<A>& x, int first, int second) {
    x.word[0] = x.word[0] + x.word[first];
    x.word[first] = rotate_left<even>(x.word[first]) ^ x.word[0];
    x.word[2] = x.word[2] + x.word[second];
    x.word[second] = rotate_left<odd>(x.word[second]) ^ x.word[2];
}

/// Of the rounds of a block, by DrawKey::advance.
inline constexpr int block_parts = 4;

template <class A>
class DrawKey {
  public:
    DrawKey(std::uint64_t seed, std::uint64_t number, std::uint32_t purpose)
        : number_low_(static_cast<std::uint32_t>(number)),
          number_high_(static_cast<std::uint32_t>(number >> 32)),
          purpose_(purpose),
          key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), 0, 0,
               0x1BD11BDAu ^ static_cast<std::uint32_t>(seed) ^ static_cast<std::uint32_t>(seed >> 32)} {}

    Block<A> block(const Words<A>& counter, const Words<A>& number_low) const {
        Block<A> x = begin(counter, number_low);
#pragma GCC unroll 4
        for (int part = 0; part < block_parts; ++part) advance(x, part);
        return x;
    }

    /// A block before its rounds, which `advance` makes in `block_parts` parts. A round waits for the one
    /// before it; a part before each of four vectors' other work: wander 0.92 (AVX-512) and 0.985 of the time
    /// (AVX2).
    Block<A> begin(const Words<A>& counter) const { return begin(counter, Words<A>(number_low_)); }

    /// `part` is a constant once the caller's loop is unrolled.
    void advance(Block<A>& x, int part) const {
        if (part == 0) {
            threefry_round<10, 26>(x, 1, 3);
            threefry_round<11, 21>(x, 3, 1);
            threefry_round<13, 27>(x, 1, 3);
        } else if (part == 1) {
            threefry_round<23, 5>(x, 3, 1);
            inject(x, 1);
            threefry_round<6, 20>(x, 1, 3);
            threefry_round<17, 11>(x, 3, 1);
        } else if (part == 2) {
            threefry_round<25, 10>(x, 1, 3);
            threefry_round<18, 20>(x, 3, 1);
            inject(x, 2);
            threefry_round<10, 26>(x, 1, 3);
        } else {
            threefry_round<11, 21>(x, 3, 1);
            threefry_round<13, 27>(x, 1, 3);
            threefry_round<23, 5>(x, 3, 1);
            inject(x, 3);
            threefry_round<6, 20>(x, 1, 3);
        }
    }

    /// The word of each lane's agent, whatever their ids.
    Words<A> of_ids(const Words<A>& ids) const { return of_ids(ids, Words<A>(number_low_)); }

    /// The same with numbers of their own.
    Words<A> of_ids(const Words<A>& ids, const Words<A>& numbers) const {
        const Block<A> x = block((shift_left<4>(shift_right<6>(ids))) | (ids & Words<A>(15)), numbers);
        const Ints<A> which = as_ints(shift_right<4>(ids) & Words<A>(3));
        const Words<A> low = select(which == Ints<A>(0), x.word[0], x.word[1]);
        const Words<A> high = select(which == Ints<A>(2), x.word[2], x.word[3]);
        return select(greater(which, Ints<A>(1)), high, low);
    }

  private:
    Block<A> begin(const Words<A>& counter, const Words<A>& number_low) const {
        return {{counter + Words<A>(key_[0]), number_low + Words<A>(key_[1]), Words<A>(purpose_ + key_[2]),
                 Words<A>(number_high_ + key_[3])}};
    }

    void inject(Block<A>& x, std::uint32_t times) const {
        for (std::uint32_t i = 0; i < 4; ++i) {
            const std::uint32_t key = key_[(times + i) % 5] + (i == 3 ? times : 0);
            x.word[i] = x.word[i] + Words<A>(key);
        }
    }

    std::uint32_t number_low_, number_high_, purpose_;
    std::uint32_t key_[5];
};

/// Uniform in [0, 1) from a draw.
template <class A>
inline Floats<A> random_unit(const Words<A>& word) {
    return to_floats(as_ints(shift_right<8>(word))) * Floats<A>(0x1p-24f);
}

/// The ids of one group of 64 agents.
template <class A>
class GroupIds {
  public:
    GroupIds() = default;
    GroupIds(const StageInput& in, std::size_t group) : ids_(in.get<Stream::id>()) {
        if (ids_ == nullptr) {
            first_ = in.first_id + static_cast<std::uint32_t>(group * group_size);
            shared_ = true;
            return;
        }
        ids_ += group * group_size;
        first_ = ids_[0];
        shared_ = first_ % group_size == 0 && consecutive();
    }

    /// Whether agents with consecutive ids share blocks.
    [[nodiscard]] bool share_blocks() const { return shared_; }

    /// The block of batch h, one word for each agent, before its rounds.
    Block<A> begin_block(const DrawKey<A>& key, std::size_t h) const {
        const Words<A> lane = iota<A>() + Words<A>(static_cast<std::uint32_t>(h * lanes<A>));
        return key.begin(Words<A>((first_ >> 6) << 4) + lane);
    }

    /// One word for each agent of batch h, from a block each.
    Block<A> draw_each(const DrawKey<A>& key, std::size_t h) const {
        Block<A> words;
        for (int w = 0; w < batch_vectors; ++w)
            words.word[w] = key.of_ids(load<A>(ids_ + vector_slot(h * lanes<A>, w)));
        return words;
    }

    /// The ids of vector w of batch h.
    Words<A> ids(std::size_t h, int w) const {
        const std::size_t slot = vector_slot(h * lanes<A>, w);
        if (ids_ != nullptr) return load<A>(ids_ + slot);
        return iota<A>() + Words<A>(first_ + static_cast<std::uint32_t>(slot));
    }

  private:
    [[nodiscard]] bool consecutive() const {
        Ints<A> difference(0);
        for (std::size_t i = 0; i < group_size; i += lanes<A>)
            difference = difference | as_ints((load<A>(ids_ + i) - iota<A>()) ^
                                              Words<A>(first_ + static_cast<std::uint32_t>(i)));
        return !any(greater(difference, Ints<A>(0))) && !any(greater(Ints<A>(0), difference));
    }

    const std::uint32_t* ids_ = nullptr;
    std::uint32_t first_ = 0;
    bool shared_ = true;
};

}  // namespace
}  // namespace wend::detail
