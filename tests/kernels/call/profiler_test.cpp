// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Zones of a profiler: names, nesting on each thread, and no bit that differs.
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "wend/wend.hpp"

namespace wend::test {
namespace {

/// The zones of all threads, by the names of those around them.
class Zones {
  public:
    [[nodiscard]] Profiler hooks() { return {.begin = begin, .end = end, .context = this}; }

    [[nodiscard]] std::size_t count(const std::string& path) const {
        const auto found = count_.find(path);
        return found == count_.end() ? 0 : found->second;
    }
    [[nodiscard]] bool all_ended() const {
        for (const auto& [thread, names] : open_)
            if (!names.empty()) return false;
        return true;
    }

  private:
    static void begin(void* context, const char* name) {
        Zones& zones = *static_cast<Zones*>(context);
        const std::lock_guard lock(zones.mutex_);
        std::vector<std::string>& names = zones.open_[std::this_thread::get_id()];
        names.push_back(names.empty() ? name : names.back() + "/" + name);
        ++zones.count_[names.back()];
    }
    static void end(void* context) {
        Zones& zones = *static_cast<Zones*>(context);
        const std::lock_guard lock(zones.mutex_);
        std::vector<std::string>& names = zones.open_[std::this_thread::get_id()];
        ASSERT_FALSE(names.empty());
        names.pop_back();
    }

    std::mutex mutex_;
    std::map<std::thread::id, std::vector<std::string>> open_;
    std::map<std::string, std::size_t> count_;
};

const Locomotion vehicle{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f};

AgentBuffer agents_of(const Program& program, std::size_t count) {
    AgentBuffer agents(program);
    agents.spawn(count);
    for (std::size_t i = 0; i < count; ++i) {
        agents.get<Stream::position_x>()[i] = static_cast<float>(i % 40);
        agents.get<Stream::position_y>()[i] = static_cast<float>(i / 40);
    }
    return agents;
}

TEST(Profiler, HasTheStagesOfATile) {
    const Program program = *Program::build({Separation{.radius = 2}, Wander{}, Seek{}, vehicle});
    AgentBuffer agents = agents_of(program, 600);
    Zones zones;
    const Execution execution{.threading = Threading::serial, .profiler = zones.hooks()};
    ASSERT_TRUE(run(program, agents.view(), {.dt = 0.1f, .count = 2, .first_tick = 0}, execution));
    EXPECT_EQ(zones.count("run"), 1u);
    EXPECT_EQ(zones.count("run/neighbour grid"), 2u);
    EXPECT_EQ(zones.count("run/tiles"), 2u);
    const std::size_t groups = 2 * 10;
    EXPECT_EQ(zones.count("run/tiles/neighbours"), groups);
    EXPECT_EQ(zones.count("run/tiles/wander"), groups);
    EXPECT_EQ(zones.count("run/tiles/separation"), groups);
    EXPECT_TRUE(zones.all_ended());
}

// In a single pass, in chunks, on threads, and in a prepared run.
TEST(Profiler, HasEveryKindOfCall) {
    const Program program = *Program::build({Seek{}, vehicle});
    AgentBuffer agents = agents_of(program, 4096);
    Zones zones;
    const Execution execution{.threading = Threading::serial, .profiler = zones.hooks()};
    const AgentView view = agents.view(), some = view.slice(0, 100);
    const Ticks ticks{.dt = 0.1f, .count = 1};
    ASSERT_TRUE(run(program, some, ticks, execution));
    EXPECT_EQ(zones.count("run/seek"), 2u);  // the last 64 agents are a group, too
    const AgentView views[] = {some, view.slice(100, 60)};
    ASSERT_TRUE(run_views(program, views, ticks, execution));
    EXPECT_EQ(zones.count("run_views"), 1u);
    EXPECT_GE(zones.count("run_views/seek"), 1u);
    ASSERT_TRUE(run(program, view, ticks, {.block = 64, .profiler = zones.hooks()}));
    EXPECT_GE(zones.count("tiles/seek") + zones.count("run/tiles/seek"), 64u);
    ASSERT_TRUE(validate(program, some, ticks, execution));
    EXPECT_EQ(zones.count("validate"), 1u);
    const PreparedRun prepared(program, some, ticks, execution);
    const std::size_t before = zones.count("tiles");
    prepared.run(0, prepared.block_count());
    ASSERT_TRUE(prepared.finish());
    EXPECT_EQ(zones.count("tiles"), before + 1);
    EXPECT_TRUE(zones.all_ended());
}

TEST(Profiler, ChangesNoBit) {
    const Program program = *Program::build({Cohesion{.radius = 3}, Wander{}, vehicle});
    AgentBuffer with = agents_of(program, 1000), without = agents_of(program, 1000);
    Zones zones;
    const Ticks ticks{.dt = 0.1f, .count = 5, .first_tick = 3, .seed = 9};
    ASSERT_TRUE(run(program, with.view(), ticks, {.profiler = zones.hooks()}));
    ASSERT_TRUE(run(program, without.view(), ticks));
    EXPECT_EQ(state_hash(program, with.view()), state_hash(program, without.view()));
}

}  // namespace
}  // namespace wend::test
