// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/agent_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/guarded_memory.hpp"

namespace wend::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// Agents and points, and the judge: plain loops over all agents, written from kernels/docs/math.md.
struct Scene {
    std::vector<float> x, y, radius;
    std::vector<std::uint32_t> id, groups, seen_groups;
    bool binds_ids = true;
    std::vector<std::uint8_t> active;  ///< empty: all
    std::optional<Rectangle> wrap;
    std::vector<float> point_x, point_y;
    std::vector<std::int32_t> ignored;  ///< of points
    std::uint32_t seen = 0xffffffff;    ///< by points

    [[nodiscard]] AgentView view() const {
        AgentView view(binds_ids || id.empty() ? 0 : id[0]);
        view.bind<Stream::position_x>(x).bind<Stream::position_y>(y);
        if (binds_ids) view.bind<Stream::id>(id);
        if (!radius.empty()) view.bind<Stream::body_radius>(radius);
        if (!groups.empty()) view.bind<Stream::groups>(groups).bind<Stream::seen_groups>(seen_groups);
        if (!active.empty()) view.only(active);
        return view;
    }
    [[nodiscard]] QueryPoints points() const { return {point_x, point_y, ignored, seen}; }
    [[nodiscard]] IndexOptions options() const { return {.body_radius = 0.25f, .wrap = wrap}; }

    [[nodiscard]] bool is_legal(float at_x, float at_y) const {
        if (!(std::abs(at_x) <= 1e18f && std::abs(at_y) <= 1e18f)) return false;
        return !wrap ||
               (wrap->min_x <= at_x && at_x < wrap->max_x && wrap->min_y <= at_y && at_y < wrap->max_y);
    }
    [[nodiscard]] float radius_of(std::size_t slot) const { return radius.empty() ? 0.25f : radius[slot]; }
    [[nodiscard]] bool is_indexed(std::size_t slot) const {
        return (active.empty() || active[slot] != 0) && is_legal(x[slot], y[slot]) && radius_of(slot) >= 0 &&
               radius_of(slot) <= 1e18f;
    }

    static float read(float at) { return std::abs(at) < 0x1p-60f ? 0.0f : at; }
    static float image(float p, float q, float low, float high) {
        const float w = high - low;
        const float d = q - p, b = d - q;
        const float e = (q - (d - b)) - (p + b);
        return (d > w * 0.5f ? d - w : d < -(w * 0.5f) ? d + w : d) + e;
    }
    [[nodiscard]] float squared(float px, float py, std::size_t slot) const {
        const float qx = read(x[slot]), qy = read(y[slot]);
        px = read(px), py = read(py);
        const float dx = wrap ? image(px, qx, wrap->min_x, wrap->max_x) : qx - px;
        const float dy = wrap ? image(py, qy, wrap->min_y, wrap->max_y) : qy - py;
        return dx * dx + dy * dy;
    }

    struct Candidate {
        float key;
        std::uint32_t id;
        std::int32_t slot;
        auto operator<=>(const Candidate&) const = default;
    };
    /// All agents by (squared distance, id) that a point sees.
    [[nodiscard]] std::vector<Candidate> around(float px, float py, std::int32_t but,
                                                std::uint32_t sees) const {
        std::vector<Candidate> all;
        if (!is_legal(px, py)) return all;
        for (std::size_t slot = 0; slot < x.size(); ++slot)
            if (is_indexed(slot) && static_cast<std::int32_t>(slot) != but &&
                (groups.empty() || (groups[slot] & sees) != 0))
                all.push_back({squared(px, py, slot), id[slot], static_cast<std::int32_t>(slot)});
        std::ranges::sort(all);
        return all;
    }
    [[nodiscard]] std::vector<Candidate> around_point(std::size_t i) const {
        return around(point_x[i], point_y[i], ignored.empty() ? -1 : ignored[i], seen);
    }
    [[nodiscard]] std::vector<Candidate> around_agent(std::size_t slot) const {
        if (!is_indexed(slot)) return {};
        return around(x[slot], y[slot], static_cast<std::int32_t>(slot),
                      seen_groups.empty() ? ~0u : seen_groups[slot]);
    }

    [[nodiscard]] std::vector<Candidate> hits(std::size_t i, float to_x, float to_y, float disc) const {
        std::vector<Candidate> all;
        const auto legal = [](float at) { return std::abs(at) <= 1e18f; };
        if (!legal(point_x[i]) || !legal(point_y[i]) || !legal(to_x) || !legal(to_y)) return all;
        const auto wide = [](float at) { return static_cast<double>(read(at)); };
        const double px = wide(point_x[i]), py = wide(point_y[i]);
        const double wx = wide(to_x) - px, wy = wide(to_y) - py;
        const double l = std::sqrt(wx * wx + wy * wy);
        const double ux = l == 0 ? 0 : wx / l, uy = l == 0 ? 0 : wy / l;
        for (std::size_t slot = 0; slot < x.size(); ++slot) {
            if (!is_indexed(slot) || (!groups.empty() && (groups[slot] & seen) == 0) ||
                (!ignored.empty() && ignored[i] == static_cast<std::int32_t>(slot)))
                continue;
            const double dx = wide(x[slot]) - px, dy = wide(y[slot]) - py;
            const double r = static_cast<double>(disc) + wide(radius_of(slot));
            double at = 0;
            if (dx * dx + dy * dy > r * r) {
                const double s = dx * ux + dy * uy, c = ux * dy - uy * dx;
                if (!(s > 0 && r * r - c * c >= 0)) continue;
                at = std::max(s - std::sqrt(r * r - c * c), 0.0);
                if (at > l) continue;
            }
            all.push_back({static_cast<float>(at), id[slot], static_cast<std::int32_t>(slot)});
        }
        std::ranges::sort(all);
        return all;
    }

    [[nodiscard]] std::vector<std::pair<std::int32_t, std::int32_t>> contacts() const {
        std::vector<std::int32_t> slots;
        for (std::size_t slot = 0; slot < x.size(); ++slot)
            if (is_indexed(slot)) slots.push_back(static_cast<std::int32_t>(slot));
        std::ranges::sort(slots, {}, [&](std::int32_t slot) { return id[static_cast<std::size_t>(slot)]; });
        std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
        for (std::size_t i = 0; i < slots.size(); ++i)
            for (std::size_t j = i + 1; j < slots.size(); ++j) {
                const auto a = static_cast<std::size_t>(slots[i]), b = static_cast<std::size_t>(slots[j]);
                const float sum = read(radius_of(a)) + read(radius_of(b));
                if (squared(x[a], y[a], b) < sum * sum) pairs.emplace_back(slots[i], slots[j]);
            }
        return pairs;
    }
};

AgentIndex index_of(const Scene& scene) {
    AgentIndex index = *AgentIndex::create(scene.x.size());
    const Expected<std::size_t> built = index.build(scene.view(), scene.options());
    EXPECT_TRUE(built.ok()) << message(built.status());
    return index;
}

void expect_row(std::span<const FoundAgent> row, const std::vector<Scene::Candidate>& expected,
                bool squared) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        const bool any = i < expected.size();
        ASSERT_EQ(row[i].slot, any ? expected[i].slot : -1) << "element " << i;
        const float distance = !any ? infinity : squared ? std::sqrt(expected[i].key) : expected[i].key;
        ASSERT_EQ(row[i].distance, distance) << "element " << i;
    }
}

void expect_nearest(const Scene& scene, const AgentIndex& index, std::size_t k) {
    std::vector<FoundAgent> found(scene.point_x.size() * k);
    ASSERT_TRUE(index.nearest(scene.points(), k, found).ok());
    for (std::size_t i = 0; i < scene.point_x.size(); ++i) {
        SCOPED_TRACE("k " + std::to_string(k) + ", point " + std::to_string(i));
        ASSERT_NO_FATAL_FAILURE(expect_row(std::span(found).subspan(i * k, k), scene.around_point(i), true));
    }
    found.assign(scene.x.size() * k, {7, 7});
    ASSERT_TRUE(index.nearest(k, found).ok());
    for (std::size_t slot = 0; slot < scene.x.size(); ++slot) {
        SCOPED_TRACE("k " + std::to_string(k) + ", slot " + std::to_string(slot));
        ASSERT_NO_FATAL_FAILURE(
            expect_row(std::span(found).subspan(slot * k, k), scene.around_agent(slot), true));
    }
}

/// Rows of a query with enough memory, and with less.
template <class Query, class Judge>
void expect_within(std::size_t rows, float radius, const Query& query, const Judge& judge) {
    std::vector<FoundAgent> all;
    std::vector<std::uint64_t> offsets{0};
    for (std::size_t i = 0; i < rows; ++i) {
        for (const Scene::Candidate& one : judge(i))
            if (one.key <= radius * radius) all.push_back({one.slot, std::sqrt(one.key)});
        offsets.push_back(all.size());
    }
    for (const std::size_t room :
         {all.size() + 3, all.size(), all.size() / 2, all.size() / 7, std::size_t{0}}) {
        SCOPED_TRACE("radius " + std::to_string(radius) + ", room " + std::to_string(room));
        std::vector<std::uint64_t> given(rows + 1, 99);
        std::vector<FoundAgent> found(room, {-7, 7});
        const Expected<std::size_t> count = query(given, found);
        ASSERT_TRUE(count.ok()) << message(count.status());
        ASSERT_EQ(*count, all.size());
        ASSERT_EQ(given, offsets);
        for (std::size_t i = 0; i < room; ++i) {
            ASSERT_EQ(found[i].slot, i < all.size() ? all[i].slot : -7) << i;
            ASSERT_EQ(found[i].distance, i < all.size() ? all[i].distance : 7) << i;
        }
    }
}

void expect_within(const Scene& scene, const AgentIndex& index, float radius) {
    expect_within(
        scene.point_x.size(), radius,
        [&](auto& offsets, auto& found) { return index.within(scene.points(), radius, offsets, found); },
        [&](std::size_t i) { return scene.around_point(i); });
    expect_within(
        scene.x.size(), radius,
        [&](auto& offsets, auto& found) { return index.within(radius, offsets, found); },
        [&](std::size_t slot) { return scene.around_agent(slot); });
}

/// From each point to the next one.
void expect_hits(const Scene& scene, const AgentIndex& index, std::size_t k, float disc) {
    std::vector<float> to_x = scene.point_x, to_y = scene.point_y;
    if (to_x.empty()) return;
    std::rotate(to_x.begin(), to_x.begin() + 1, to_x.end());
    std::rotate(to_y.begin(), to_y.begin() + 1, to_y.end());
    std::vector<FoundAgent> found(to_x.size() * k);
    const Status status = index.cast({.from_x = scene.point_x,
                                      .from_y = scene.point_y,
                                      .to_x = to_x,
                                      .to_y = to_y,
                                      .radius = disc,
                                      .ignored = scene.ignored,
                                      .seen_groups = scene.seen},
                                     k, found);
    ASSERT_TRUE(status.ok()) << message(status);
    for (std::size_t i = 0; i < to_x.size(); ++i) {
        SCOPED_TRACE("k " + std::to_string(k) + ", ray " + std::to_string(i));
        ASSERT_NO_FATAL_FAILURE(
            expect_row(std::span(found).subspan(i * k, k), scene.hits(i, to_x[i], to_y[i], disc), false));
    }
}

void expect_contacts(const Scene& scene, const AgentIndex& index) {
    const auto expected = scene.contacts();
    for (const std::size_t room :
         {expected.size() + 2, expected.size(), expected.size() / 3, std::size_t{0}}) {
        std::vector<Contact> pairs(room, {-7, -7});
        ASSERT_EQ(index.contacts(pairs), expected.size());
        for (std::size_t i = 0; i < room; ++i) {
            ASSERT_EQ(pairs[i].first, i < expected.size() ? expected[i].first : -7) << i << " of " << room;
            ASSERT_EQ(pairs[i].second, i < expected.size() ? expected[i].second : -7) << i << " of " << room;
        }
    }
}

void expect_all(const Scene& scene, std::initializer_list<float> radii) {
    const AgentIndex index = index_of(scene);
    for (const std::size_t k : {1, 2, 4, 8, 33, 100})
        ASSERT_NO_FATAL_FAILURE(expect_nearest(scene, index, k));
    for (const float radius : radii) {
        ASSERT_NO_FATAL_FAILURE(expect_within(scene, index, radius));
        for (const std::size_t k : {1, 3, 40}) ASSERT_NO_FATAL_FAILURE(expect_hits(scene, index, k, radius));
    }
    ASSERT_NO_FATAL_FAILURE(expect_contacts(scene, index));
}

class Random {
  public:
    explicit Random(std::uint32_t seed) : engine_(seed) {}
    float operator()(float low, float high) { return std::uniform_real_distribution(low, high)(engine_); }
    std::uint32_t bits() { return static_cast<std::uint32_t>(engine_()); }
    template <class T>
    void shuffle(std::vector<T>& all) {
        std::ranges::shuffle(all, engine_);
    }

  private:
    std::mt19937_64 engine_;
};

/// In a square from -side / 2, with distinct ids in any order.
Scene random_scene(Random& random, std::size_t agents, std::size_t points, float side) {
    Scene scene;
    for (std::size_t i = 0; i < agents; ++i) {
        scene.x.push_back(random(-side / 2, side / 2));
        scene.y.push_back(random(-side / 2, side / 2));
        scene.id.push_back(static_cast<std::uint32_t>(i) * 7 + 3);
    }
    random.shuffle(scene.id);
    for (std::size_t i = 0; i < points; ++i) {
        scene.point_x.push_back(random(-side, side));
        scene.point_y.push_back(random(-side, side));
    }
    return scene;
}

TEST(AgentIndex, RandomAgents) {
    Random random(1);
    for (const std::size_t agents : {0, 1, 2, 7, 64, 500}) {
        SCOPED_TRACE(agents);
        Scene scene = random_scene(random, agents, 40, 20);
        ASSERT_NO_FATAL_FAILURE(expect_all(scene, {0, 0.5f, 3, 100}));
        for (std::size_t i = 0; i < agents; ++i) {
            scene.radius.push_back(i % 50 == 7 ? 4.0f : random(0, 0.6f));
            scene.groups.push_back(1u << random.bits() % 3);
            scene.seen_groups.push_back(random.bits() % 8);
            scene.active.push_back(random.bits() % 4 != 0);
        }
        for (std::size_t i = 0; i < 40; ++i)
            scene.ignored.push_back(static_cast<std::int32_t>(random.bits() % (agents + 1)) - 1);
        scene.seen = 5;
        ASSERT_NO_FATAL_FAILURE(expect_all(scene, {0, 1, 6}));
        std::iota(scene.id.begin(), scene.id.end(), 0xfffffff0u);
        scene.binds_ids = false;
        ASSERT_NO_FATAL_FAILURE(expect_all(scene, {1}));
    }
}

TEST(AgentIndex, AgentsOnALattice) {
    // Many distances are equal, and many agents lie on the borders of cells.
    Random random(2);
    Scene scene = random_scene(random, 400, 0, 1);
    for (std::size_t i = 0; i < 400; ++i) {
        scene.x[i] = static_cast<float>(i % 20);
        scene.y[i] = static_cast<float>(i / 20 % 10);  // two on each spot
    }
    for (int i = 0; i < 30; ++i) {
        scene.point_x.push_back(static_cast<float>(i % 7));
        scene.point_y.push_back(static_cast<float>(i) * 0.5f);
    }
    ASSERT_NO_FATAL_FAILURE(expect_all(scene, {0, 1, 2, 5}));
    std::ranges::fill(scene.x, 3.0f);  // on a line
    ASSERT_NO_FATAL_FAILURE(expect_all(scene, {0, 1}));
    std::ranges::fill(scene.y, 4.0f);  // on one spot
    ASSERT_NO_FATAL_FAILURE(expect_all(scene, {0, 1}));
}

TEST(AgentIndex, FarAndNear) {
    Random random(3);
    for (const float scale : {1e-30f, 1e-18f, 1e-15f, 1e-6f, 1e6f, 1e17f}) {
        SCOPED_TRACE(scale);
        const Scene scene = random_scene(random, 300, 30, scale * 8);
        ASSERT_NO_FATAL_FAILURE(expect_all(scene, {0, scale, scale * 4}));
    }
    // Far from the origin, where floats are coarse; a crowd with a few agents far away; two crowds.
    for (const float offset : {1e4f, 1e8f, 9e17f}) {
        SCOPED_TRACE(offset);
        Scene scene = random_scene(random, 300, 30, 20);
        for (auto* const each : {&scene.x, &scene.y, &scene.point_x, &scene.point_y})
            for (float& at : *each) at += offset;
        ASSERT_NO_FATAL_FAILURE(expect_all(scene, {0.5f, 4}));
        scene = random_scene(random, 300, 30, 20);
        for (std::size_t i = 0; i < 300; i += 150) scene.x[i] += offset;
        for (std::size_t i = 0; i < 30; i += 10) scene.point_y[i] -= offset;
        ASSERT_NO_FATAL_FAILURE(expect_all(scene, {0.5f, offset / 2, offset * 1.1f}));
        for (std::size_t i = 0; i < 300; i += 2) scene.x[i] += offset;
        ASSERT_NO_FATAL_FAILURE(expect_all(scene, {0.5f, 4}));
    }
}

TEST(AgentIndex, AgentsBesideTheCrowd) {
    Random random(10);
    for (const float beside : {-40.0f, 40.0f})
        for (const bool across : {false, true}) {
            Scene scene = random_scene(random, 500, 40, 20);
            const auto put = [&](std::vector<float>& x, std::vector<float>& y, std::size_t i) {
                (across ? x : y)[i] = beside + random(-0.5f, 0.5f);
                (across ? y : x)[i] = random(-10, 10);
            };
            // So few that cells do not reach them.
            for (std::size_t i = 0; i < 500; i += 125) put(scene.x, scene.y, i);
            for (std::size_t i = 0; i < 40; ++i) put(scene.point_x, scene.point_y, i);
            ASSERT_NO_FATAL_FAILURE(expect_all(scene, {0, 5, 20, 33, 34, 36, 70}));
        }
}

TEST(AgentIndex, WorldsThatWrap) {
    Random random(4);
    for (const auto& [width, height] : {std::pair{20.0f, 20.0f}, {40.0f, 3.0f}, {0.5f, 60.0f}})
        for (const std::size_t agents : {1, 5, 9, 17, 60, 400}) {
            SCOPED_TRACE(std::to_string(width) + " wide, " + std::to_string(agents));
            Scene scene = random_scene(random, agents, 40, 1);
            scene.wrap = Rectangle{-3, 2, -3 + width, 2 + height};
            for (std::size_t i = 0; i < agents; ++i) {
                scene.x[i] = random(-3, -3 + width);
                scene.y[i] = random(2, 2 + height);
            }
            for (std::size_t i = 0; i < 40; ++i) {
                scene.point_x[i] = random(-3, -3 + width);
                scene.point_y[i] = random(2, 2 + height);
            }
            scene.point_x[0] = -4;  // outside
            scene.x[0] = -3;
            scene.y[0] = 2 + height;  // outside
            ASSERT_NO_FATAL_FAILURE(expect_all(scene, {0, 0.4f, width / 2, height / 2, 2, 9, 30}));
        }
}

TEST(AgentIndex, InvalidAgentsAreLeftOut) {
    Random random(5);
    Scene scene = random_scene(random, 200, 20, 10);
    for (std::size_t i = 0; i < 200; ++i) scene.radius.push_back(0.3f);
    scene.x[3] = nan;
    scene.y[4] = infinity;
    scene.x[5] = -2e18f;
    scene.radius[6] = nan;
    scene.radius[7] = -1;
    scene.point_x[2] = nan;
    scene.point_y[3] = -infinity;
    AgentIndex index = *AgentIndex::create(1'000);
    const Expected<std::size_t> built = index.build(scene.view(), scene.options());
    ASSERT_TRUE(built.ok());
    EXPECT_EQ(*built, 5u);
    EXPECT_EQ(index.size(), 195u);
    EXPECT_EQ(index.view_size(), 200u);
    ASSERT_NO_FATAL_FAILURE(expect_all(scene, {1}));
    // The index keeps its copy when agents move, and takes others in their place.
    Scene moved = scene;
    for (float& x : moved.x) x = -x;
    ASSERT_NO_FATAL_FAILURE(expect_nearest(scene, index, 8));
    ASSERT_TRUE(index.build(moved.view().only_slots({}), scene.options()).ok());
    EXPECT_EQ(index.size(), 0u);
    const std::vector<std::uint32_t> twice{8, 9, 8, 200};
    const Expected<std::size_t> listed = index.build(moved.view().only_slots(twice), scene.options());
    ASSERT_TRUE(listed.ok());
    EXPECT_EQ(*listed, 1u) << "a slot out of range";
    EXPECT_EQ(index.size(), 2u);
    ASSERT_TRUE(index.build(moved.view(), scene.options()).ok());
    ASSERT_NO_FATAL_FAILURE(expect_nearest(moved, index, 8));
}

TEST(AgentIndex, AgentsInNoGroupTouchOthers) {
    const std::vector<float> place(2);
    const std::vector<std::uint32_t> id{7, 8};
    for (const std::vector<std::uint32_t>& groups : {std::vector{0u, 0u}, {0u, 1u}, {1u, 0u}}) {
        AgentView view;
        view.bind<Stream::position_x>(place).bind<Stream::position_y>(place);
        view.bind<Stream::id>(id).bind<Stream::groups>(groups);
        AgentIndex index = *AgentIndex::create(2);
        ASSERT_TRUE(index.build(view).ok());
        std::vector<Contact> pairs(1);
        EXPECT_EQ(index.contacts(pairs), 1u);
        EXPECT_EQ(pairs[0].first, 0);
        EXPECT_EQ(pairs[0].second, 1);
    }
}

TEST(AgentIndex, DoesNotDependOnTheOrderOfSlots) {
    Random random(6);
    Scene scene = random_scene(random, 300, 50, 10);
    for (float& x : scene.x) x = std::floor(x);
    for (float& y : scene.y) y = std::floor(y);
    std::vector<std::size_t> order(300);
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    Scene other = scene;
    for (std::size_t i = 0; i < 300; ++i) {
        other.x[i] = scene.x[order[i]];
        other.y[i] = scene.y[order[i]];
        other.id[i] = scene.id[order[i]];
    }
    std::vector<FoundAgent> found(50 * 8), again(50 * 8);
    ASSERT_TRUE(index_of(scene).nearest(scene.points(), 8, found).ok());
    ASSERT_TRUE(index_of(other).nearest(scene.points(), 8, again).ok());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(found[i].slot), order[static_cast<std::size_t>(again[i].slot)]);
        EXPECT_EQ(found[i].distance, again[i].distance);
    }
}

TEST(AgentIndex, ThreadsAnswerAlike) {
    Random random(7);
    const Scene scene = random_scene(random, 5'000, 5'000, 100);
    const AgentIndex index = index_of(scene);
    std::vector<FoundAgent> found(5'000 * 8), within(60'000), hits(5'000);
    std::vector<std::uint64_t> offsets(5'001);
    const Execution serial{.threading = Threading::serial};
    ASSERT_TRUE(index.nearest(8, found, serial).ok());
    const std::size_t count = *index.within(scene.points(), 2, offsets, within, serial);
    const QueryRays rays{.from_x = scene.point_x, .from_y = scene.point_y, .to_x = scene.x, .to_y = scene.y};
    ASSERT_TRUE(index.cast(rays, 1, hits, serial).ok());
    const auto same = [](std::span<const FoundAgent> a, std::span<const FoundAgent> b) {
        return std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&, i] {
            std::vector<FoundAgent> again(i == 1 ? 60'000u : found.size()), rows(5'000);
            std::vector<std::uint64_t> begins(5'001);
            for (int turn = 0; turn < 4; ++turn) {
                if (i == 0) {
                    EXPECT_TRUE(index.nearest(8, again).ok() && same(again, found));
                } else if (i == 1) {
                    EXPECT_EQ(*index.within(scene.points(), 2, begins, again), count);
                    EXPECT_TRUE(begins == offsets && same(again, within));
                } else {
                    EXPECT_TRUE(index.cast(rays, 1, rows).ok() && same(rows, hits));
                }
            }
        });
    for (std::thread& one : threads) one.join();
}

/// Nothing beyond the caller's arrays is read or written, and nothing is allocated.
TEST(AgentIndex, Memory) {
    constexpr std::size_t agents = 100, points = 9, k = 5, room = 30;
    Random random(8);
    const Scene scene = random_scene(random, agents, points, 10);
    std::vector<GuardedMemory> pages;
    const auto array = [&]<class T>(T, std::size_t count, Flush flush) {
        pages.emplace_back(count * sizeof(T), flush);
        return std::span(reinterpret_cast<T*>(pages.back().data()), count);
    };
    for (const Flush flush : {Flush::front, Flush::back}) {
        const auto x = array(0.0f, agents, flush), y = array(0.0f, agents, flush);
        const auto point_x = array(0.0f, points, flush), point_y = array(0.0f, points, flush);
        std::ranges::copy(scene.x, x.begin());
        std::ranges::copy(scene.y, y.begin());
        std::ranges::copy(scene.point_x, point_x.begin());
        std::ranges::copy(scene.point_y, point_y.begin());
        const auto rows = array(FoundAgent{}, points * k, flush), found = array(FoundAgent{}, room, flush);
        const auto offsets = array(std::uint64_t{}, points + 1, flush);
        const auto pairs = array(Contact{}, room, flush);
        const auto memory = array(std::byte{}, AgentIndex::memory_size(agents), flush);
        AgentIndex index = *AgentIndex::create(agents, memory);
        AgentView view;
        view.bind<Stream::position_x>(x).bind<Stream::position_y>(y);
        const Execution serial{.threading = Threading::serial};
        const QueryPoints from{.x = point_x, .y = point_y};
        const std::uint64_t before = allocations();
        EXPECT_TRUE(index.build(view, {.body_radius = 1}).ok());
        EXPECT_TRUE(index.nearest(from, k, rows, serial).ok());
        EXPECT_GT(*index.within(from, 8, offsets, found, serial), room);
        EXPECT_TRUE(index
                        .cast({.from_x = point_x, .from_y = point_y, .to_x = point_y, .to_y = point_x}, k,
                              rows, serial)
                        .ok());
        EXPECT_GT(index.contacts(pairs), room);
        EXPECT_EQ(allocations(), before);
    }
    EXPECT_LE(AgentIndex::memory_size(1 << 16), std::size_t{40} << 16);
}

TEST(AgentIndex, Refusals) {
    Random random(9);
    const Scene scene = random_scene(random, 20, 3, 10);
    AgentIndex index = index_of(scene);
    const auto code_of = [&](const AgentView& view, const IndexOptions& options) {
        return index.build(view, options).status().code;
    };
    const Scene larger = random_scene(random, 21, 0, 10);
    EXPECT_EQ(code_of(larger.view(), {}), Code::full_pool);
    EXPECT_EQ(code_of(AgentView().bind<Stream::position_x>(scene.x), {}), Code::missing_stream);
    EXPECT_EQ(code_of(scene.view().bind<Stream::position_y>(larger.y), {}), Code::length_mismatch);
    EXPECT_EQ(code_of(scene.view(), {.body_radius = -1}), Code::parameter_out_of_range);
    EXPECT_EQ(code_of(scene.view(), {.wrap = Rectangle{0, 0, 0, 5}}), Code::empty_rectangle);
    EXPECT_EQ(code_of(scene.view(), {.wrap = Rectangle{0, 0, nan, 5}}), Code::empty_rectangle);
    EXPECT_EQ(index.size(), 20u);

    std::vector<FoundAgent> found(7);
    std::vector<std::uint64_t> offsets(3);
    Status status = index.nearest(scene.points(), 2, found);
    EXPECT_EQ(status.code, Code::length_mismatch);
    EXPECT_STREQ(status.subject, "found");
    EXPECT_EQ(status.expected, 6);
    EXPECT_EQ(index.nearest({.x = scene.point_x, .y = scene.x}, 1, found).code, Code::length_mismatch);
    EXPECT_EQ(index
                  .nearest({.x = scene.point_x, .y = scene.point_y, .ignored = std::vector<std::int32_t>(2)},
                           1, std::span(found).first(3))
                  .code,
              Code::length_mismatch);
    EXPECT_TRUE(index.nearest(scene.points(), 0, {}).ok());
    EXPECT_EQ(index.within(scene.points(), 1, offsets, found).status().code, Code::length_mismatch);
    offsets.resize(4);
    EXPECT_EQ(index.within(scene.points(), nan, offsets, found).status().code, Code::parameter_out_of_range);
    const QueryRays rays{.from_x = scene.point_x, .from_y = scene.point_y, .to_x = scene.x, .to_y = scene.y};
    status = index.cast(rays, 1, found);
    EXPECT_EQ(status.code, Code::length_mismatch);
    EXPECT_STREQ(status.subject, "to_x");

    EXPECT_EQ(AgentIndex::memory_size(std::size_t{1} << 31), 0u);
    EXPECT_EQ(AgentIndex::create(std::size_t{1} << 31).status().code, Code::parameter_out_of_range);
    std::vector<std::byte> memory(AgentIndex::memory_size(10) - 1);
    EXPECT_EQ(AgentIndex::create(10, memory).status().code, Code::full_pool);
}

TEST(AgentIndex, EmptyBeforeItIsBuilt) {
    const AgentIndex index = *AgentIndex::create(0);
    const std::vector<float> x{1}, y{2};
    std::vector<FoundAgent> found(2);
    ASSERT_TRUE(index.nearest({.x = x, .y = y}, 2, found).ok());
    EXPECT_EQ(found[0].slot, -1);
    ASSERT_TRUE(index.cast({.from_x = x, .from_y = y, .to_x = y, .to_y = x}, 2, found).ok());
    EXPECT_EQ(found[1].distance, infinity);
    EXPECT_EQ(index.contacts({}), 0u);
    EXPECT_TRUE(index.nearest(2, {}).ok());
}

}  // namespace
}  // namespace wend::test
