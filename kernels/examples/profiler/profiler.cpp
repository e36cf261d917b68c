// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Where a call's time goes: the hooks of a profiler, here of one that writes a trace for chrome://tracing or
// ui.perfetto.dev into the file that is its argument. With Tracy they are ___tracy_emit_zone_begin_alloc and
// ___tracy_emit_zone_end.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <vector>

#include <wend/wend.hpp>

class Trace {
  public:
    [[nodiscard]] wend::Profiler hooks() { return {.begin = begin, .end = end, .context = this}; }

    [[nodiscard]] std::size_t count(std::string_view name) const {
        std::size_t found = 0;
        for (const Zone& zone : zones_) found += zone.name == name;
        return found;
    }

    void write(const char* file) const {
        std::FILE* const out = std::fopen(file, "w");
        if (out == nullptr) return std::perror(file);
        const char* before = "[";
        for (const Zone& zone : zones_) {
            std::fprintf(out,
                         "%s\n{\"ph\":\"X\",\"pid\":0,\"tid\":%d,\"name\":\"%s\",\"ts\":%.3f,\"dur\":%.3f}",
                         before, zone.thread, zone.name, zone.begin, zone.end - zone.begin);
            before = ",";
        }
        std::fputs("\n]\n", out);
        std::fclose(out);
    }

  private:
    struct Zone {
        const char* name;
        int thread;
        double begin, end;  // us
    };

    static double now() {
        const auto since = std::chrono::steady_clock::now().time_since_epoch();
        return std::chrono::duration<double, std::micro>(since).count();
    }

    /// A thread's zones that have not ended, the innermost last.
    static std::vector<Zone>& open() {
        thread_local std::vector<Zone> zones;
        return zones;
    }

    static void begin(void*, const char* name) {
        static std::atomic<int> threads = 0;
        thread_local const int thread = threads++;
        open().push_back({name, thread, now(), 0});
    }

    static void end(void* context) {
        Zone zone = open().back();
        open().pop_back();
        zone.end = now();
        Trace& trace = *static_cast<Trace*>(context);
        const std::lock_guard lock(trace.mutex_);
        trace.zones_.push_back(zone);
    }

    std::mutex mutex_;
    std::vector<Zone> zones_;
};

int main(int argument_count, char** arguments) {
    using wend::Stream;
    const auto program = wend::Program::build({wend::Separation{.radius = 2}, wend::Wander{},
                                               wend::Locomotion{.max_force = 20, .max_speed = 3, .mass = 1}});
    if (!program) return 1;
    wend::AgentBuffer agents(*program);
    agents.spawn(2000);
    for (std::size_t i = 0; i < agents.size(); ++i) {
        agents.get<Stream::position_x>()[i] = static_cast<float>(i % 50);
        agents.get<Stream::position_y>()[i] = static_cast<float>(i / 50);
    }
    Trace trace;
    wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
    for (int frame = 0; frame < 60; ++frame)
        if (!wend::run(*program, agents.view(), clock.next(), {.profiler = trace.hooks()})) return 1;
    std::printf("%zu calls, %zu neighbour grids, %zu groups of agents that wander\n", trace.count("run"),
                trace.count("neighbour grid"), trace.count("wander"));
    if (argument_count > 1) trace.write(arguments[1]);
}
