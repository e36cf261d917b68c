// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// A thousand chunks of an entity system, of 64 to 512 agents each, in one call; agents enter and leave
// between ticks.
#include <cstddef>
#include <cstdio>
#include <memory>
#include <vector>

#include <wend/wend.hpp>

/// A chunk of an entity system: one archetype, an array for each component.
struct Chunk {
    static constexpr std::size_t capacity = 512;
    std::size_t size = 0;
    std::uint32_t id[capacity];  // ids of entities: draws depend on them, not on the chunk
    float x[capacity], y[capacity], velocity_x[capacity], velocity_y[capacity], wander_angle[capacity];

    void spawn(std::uint32_t entity) {
        id[size] = entity;
        x[size] = y[size] = velocity_x[size] = velocity_y[size] = wander_angle[size] = 0;
        ++size;
    }
    void remove(std::size_t slot) {
        --size;
        for (float* const component : {x, y, velocity_x, velocity_y, wander_angle})
            component[slot] = component[size];
        id[slot] = id[size];
    }
};

/// The places of the components in every chunk, bound once. Array 0 is the chunk itself.
wend::Layout layout_of_chunks() {
    using wend::Stream;
    wend::Layout layout;
    layout.bind<Stream::id>(0, offsetof(Chunk, id));
    layout.bind<Stream::position_x>(0, offsetof(Chunk, x)).bind<Stream::position_y>(0, offsetof(Chunk, y));
    layout.bind<Stream::velocity_x>(0, offsetof(Chunk, velocity_x));
    layout.bind<Stream::velocity_y>(0, offsetof(Chunk, velocity_y));
    return layout.bind<Stream::wander_angle>(0, offsetof(Chunk, wander_angle));
}

int main() {
    const auto program = wend::Program::build(
        {wend::Wander{}, wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    if (!program) {
        std::puts(wend::message(program.status()).c_str());
        return 1;
    }
    std::uint32_t entities = 0;
    std::vector<std::unique_ptr<Chunk>> chunks;
    const wend::Layout layout = layout_of_chunks();
    std::vector<void*> addresses(1000);
    std::vector<wend::ChunkView> views;
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        chunks.push_back(std::make_unique<Chunk>());
        for (std::size_t size = 64 + i * 37 % 385; size > 0; --size) chunks[i]->spawn(entities++);
        addresses[i] = chunks[i].get();
        views.push_back({.layout = &layout, .arrays = &addresses[i], .count = chunks[i]->size});
    }

    wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
    for (std::size_t frame = 0; frame < 60; ++frame) {
        const wend::Result result = wend::run_chunks(*program, views, clock.next());
        if (!result.status) {
            std::printf("chunk %llu: %s\n", static_cast<unsigned long long>(result.first_fault_view),
                        wend::message(result.status).c_str());
            return 1;
        }
        for (std::size_t i = frame; i < chunks.size(); i += 60) {
            if (i % 2 == 0)
                chunks[i]->remove(frame % chunks[i]->size);
            else
                chunks[i]->spawn(entities++);
            views[i].count = chunks[i]->size;
        }
    }

    std::size_t agents = 0;
    std::uint64_t hash = 0;  // a sum over agents, independent of chunks
    for (const wend::ChunkView& chunk : views) {
        agents += chunk.count;
        hash += wend::state_hash(*program, chunk.view());
    }
    std::printf("%zu agents in %zu chunks, hash %016llx\n", agents, views.size(),
                static_cast<unsigned long long>(hash));
}
