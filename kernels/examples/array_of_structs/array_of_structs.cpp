// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Drones in an engine's own structs, in a world with y up, keep their places about a leader.
//
// wend steers in the plane (x, y) that is bound, and its left is a quarter turn from x towards y. Seen from
// above, that is counter-clockwise, and left is left, where
//     y is up and the axes are right-handed (OpenGL, Godot)      (z, x) is bound as (x, y)
//     y is up and the axes are left-handed (Unity, Direct3D)     (x, z)
//     z is up and the axes are right-handed (Blender)            (x, y)
//     z is up and the axes are left-handed (Unreal)              (y, x)
// With the two components exchanged everything is mirrored: offset_y counts to the right, the angle of
// wander grows clockwise.
#include <cstdio>
#include <vector>

#include <wend/wend.hpp>

struct Vec3 {
    float x, y, z;
};
struct Drone {
    Vec3 position{};
    Vec3 velocity{};
    float ahead = 0, left = 0;  // its place
    double battery = 1;
};

/// A view of the drones. Bind again when the vector has grown.
wend::AgentView view_of(std::vector<Drone>& drones, bool mirrored) {
    using wend::Stream;
    wend::AgentView view;
    // For members of members: the first element, how many, and the bytes from one to the next.
    float* const x = mirrored ? &drones[0].position.x : &drones[0].position.z;
    float* const y = mirrored ? &drones[0].position.z : &drones[0].position.x;
    float* const velocity_x = mirrored ? &drones[0].velocity.x : &drones[0].velocity.z;
    float* const velocity_y = mirrored ? &drones[0].velocity.z : &drones[0].velocity.x;
    view.bind_strided<Stream::position_x>(x, drones.size(), sizeof(Drone));
    view.bind_strided<Stream::position_y>(y, drones.size(), sizeof(Drone));
    view.bind_strided<Stream::velocity_x>(velocity_x, drones.size(), sizeof(Drone));
    view.bind_strided<Stream::velocity_y>(velocity_y, drones.size(), sizeof(Drone));
    view.bind<Stream::offset_x>(drones, &Drone::ahead).bind<Stream::offset_y>(drones, &Drone::left);
    return view;
}

int main() {
    const auto program = wend::Program::build(
        {wend::OffsetPursue{.quarry = wend::Quarry::agent, .slowing_radius = 1.0f, .weight = 4},
         wend::Locomotion{.max_force = 50.0f, .max_speed = 12.0f, .mass = 1.0f}});
    if (!program) {
        std::puts(wend::message(program.status()).c_str());
        return 1;
    }
    const std::vector<std::int32_t> leader_of(1000, 0);  // all follow the leader in slot 0 of `leaders`
    for (const bool mirrored : {false, true}) {
        std::vector<Drone> drones(1000, Drone{.position = {0, 30, -5}, .ahead = -1, .left = 2});
        std::vector<Drone> leaders{{.position = {0, 30, 0}, .velocity = {0, 0, 5}}};
        const wend::AgentView leader_view = view_of(leaders, mirrored);
        wend::AgentView view = view_of(drones, mirrored);
        view.bind<wend::Stream::target_agent>(leader_of).look_at(leader_view);

        wend::Clock clock{.dt = 1.0f / 60};
        for (int frame = 0; frame < 600; ++frame) {
            const wend::Result result = wend::run(*program, view, clock.next());
            if (!result.status) {
                std::puts(wend::message(result.status).c_str());
                return 1;
            }
            leaders[0].position.z += leaders[0].velocity.z * clock.dt;  // the engine flies it
        }
        // The leader flies along +z: in a right-handed world with y up, +x is on its left.
        const Vec3 place = drones[999].position;
        std::printf("%s: 2 m to its left is x = %.1f, at a height of %.0f m\n",
                    mirrored ? "(x, z), mirrored" : "(z, x)", static_cast<double>(place.x),
                    static_cast<double>(place.y));
    }
}
