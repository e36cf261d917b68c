// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "support/program_cases.hpp"
#include "tools/verify/drawn_stage.hpp"

namespace wend::test {

using verify::Dice;

/// A map of the plane onto itself that float arithmetic does exactly: (x, y) to (-y, x), to (-x, y), to
/// 2^exponent (x, y), or one after the other.
struct Symmetry {
    bool quarter_turn = false;
    bool mirror = false;
    int exponent = 0;

    [[nodiscard]] float scaled(float length) const noexcept;
    [[nodiscard]] Point operator()(Point point) const noexcept;
    [[nodiscard]] Rectangle operator()(const Rectangle& area) const noexcept;
};

/// A force of a scene, whose parameters are drawn: one of these, or `drawn(kind)`.
enum class Ingredient : std::uint8_t { wander_world, wander_heading, first_kind };

/// A force of that kind, an index of wend::Stage.
[[nodiscard]] constexpr Ingredient drawn(std::size_t kind) {
    return static_cast<Ingredient>(static_cast<std::size_t>(Ingredient::first_kind) + kind);
}

/// The kind of stage that an ingredient becomes.
[[nodiscard]] constexpr std::size_t kind_of(Ingredient force) {
    switch (force) {
        case Ingredient::wander_world:
        case Ingredient::wander_heading: return stage_kind<Wander>;
        case Ingredient::first_kind: break;
    }
    return static_cast<std::size_t>(force) - static_cast<std::size_t>(Ingredient::first_kind);
}

/// The few numbers that a scene is made from, which a failing property shrinks and prints.
struct Recipe {
    std::uint64_t seed = 0;
    std::size_t agents = 1;
    std::vector<Ingredient> forces;  ///< none: waypoint advance or approach
    bool approach = false;
    bool random_turns = true;  ///< false: no agent's motion depends on left or right
    Bounds bounds = Bounds::none;
    Values values = Values::ordinary;
    std::uint32_t ticks = 1;
};
std::ostream& operator<<(std::ostream& out, const Recipe& recipe);

/// A program with its agents and its paths, which a symmetry can be applied to.
class Scene {
  public:
    explicit Scene(const Recipe& recipe);

    [[nodiscard]] Scene under(const Symmetry& symmetry) const;

    /// Moves the agents.
    Result run(const Execution& execution);

    [[nodiscard]] const Program& program() const noexcept { return program_; }
    [[nodiscard]] const Ticks& ticks() const noexcept { return ticks_; }

    Population agents;

  private:
    struct Line {
        std::vector<Point> points;
        std::vector<float> offsets;
        bool closed = false;
    };
    struct Parts {
        std::vector<Line> lines;
        PathSet paths;
        PathMode mode = PathMode::once;
        std::vector<Stage> stages;
        Ticks ticks;
    };

    Scene(Parts parts, Population population);
    [[nodiscard]] static PathSet build_paths(const std::vector<Line>& lines);
    [[nodiscard]] static Parts make_parts(const Recipe& recipe);
    [[nodiscard]] static Population make_agents(const Recipe& recipe, const Parts& parts);

    Parts parts_;
    Program program_;
    Ticks ticks_;
};

/// The agents as the symmetry maps them: vectors turned, lengths scaled, angles to the heading mirrored.
[[nodiscard]] Population under(const Symmetry& symmetry, const Population& agents);

}  // namespace wend::test
