// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/peers/detour_crowd.hpp"

#include <DetourCommon.h>
#include <DetourCrowd.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace wend::bench {
namespace {

constexpr float cell = 0.05f;  // m, of the mesh's coordinates
constexpr int most_corners = 6;
constexpr unsigned short none = 0xFFFF;

struct Free {
    void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
    void operator()(dtCrowd* crowd) const { dtFreeCrowd(crowd); }
};

void require(bool good, const char* what) {
    if (!good) throw std::runtime_error(std::string("DetourCrowd: ") + what);
}

/// Detour's x and z are wend's x and y. Its polygons are clockwise, seen from above.
std::unique_ptr<dtNavMesh, Free> mesh_of(std::span<const Floor> floors) {
    using Corner = std::pair<unsigned short, unsigned short>;
    std::vector<Corner> corners;
    const auto index_of = [&](const Point& point) {
        const Corner corner{static_cast<unsigned short>(std::lround(point.x / static_cast<double>(cell))),
                            static_cast<unsigned short>(std::lround(point.y / static_cast<double>(cell)))};
        const auto index = std::ranges::find(corners, corner) - corners.begin();
        if (index == std::ssize(corners)) corners.push_back(corner);
        return static_cast<unsigned short>(index);
    };
    // Of each polygon its corners, and behind them the neighbours across its edges.
    std::vector<std::array<unsigned short, std::size_t{2} * most_corners>> polygons;
    for (const Floor& floor : floors) {
        auto& polygon = polygons.emplace_back();
        polygon.fill(none);
        std::ranges::transform(floor, polygon.begin(), index_of);
    }
    const auto corner_count = [](const auto& polygon) {
        return static_cast<std::size_t>(std::find(polygon.begin(), polygon.begin() + most_corners, none) -
                                        polygon.begin());
    };
    const auto edge_of = [&](const auto& polygon, std::size_t edge) {
        return std::pair{polygon[edge], polygon[(edge + 1) % corner_count(polygon)]};
    };
    for (auto& polygon : polygons)
        for (std::size_t edge = 0; edge < corner_count(polygon); ++edge)
            for (std::size_t other = 0; other < polygons.size(); ++other)
                for (std::size_t theirs = 0; theirs < corner_count(polygons[other]); ++theirs) {
                    const auto [from, to] = edge_of(polygons[other], theirs);
                    if (edge_of(polygon, edge) == std::pair{to, from})
                        polygon[most_corners + edge] = static_cast<unsigned short>(other);
                }

    std::vector<unsigned short> vertices;
    unsigned short width = 0, depth = 0;
    for (const auto& [x, y] : corners) {
        vertices.insert(vertices.end(), {x, 0, y});
        width = std::max(width, x);
        depth = std::max(depth, y);
    }
    const std::vector<unsigned char> areas(polygons.size(), 0);
    const std::vector<unsigned short> flags(polygons.size(), 1);
    dtNavMeshCreateParams parameters{};
    parameters.verts = vertices.data();
    parameters.vertCount = static_cast<int>(corners.size());
    parameters.polys = polygons.data()->data();
    parameters.polyAreas = areas.data();
    parameters.polyFlags = flags.data();
    parameters.polyCount = static_cast<int>(polygons.size());
    parameters.nvp = most_corners;
    parameters.bmax[0] = static_cast<float>(width) * cell;
    parameters.bmax[1] = 1;
    parameters.bmax[2] = static_cast<float>(depth) * cell;
    parameters.walkableHeight = 2;
    parameters.walkableClimb = 0.1f;
    parameters.cs = cell;
    parameters.ch = cell;
    parameters.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    require(dtCreateNavMeshData(&parameters, &data, &size), "a mesh of these floors");
    std::unique_ptr<dtNavMesh, Free> mesh(dtAllocNavMesh());
    require(dtStatusSucceed(mesh->init(data, size, DT_TILE_FREE_DATA)), "a mesh");
    return mesh;
}

}  // namespace

struct DetourCrowd::Detour {
    std::unique_ptr<dtNavMesh, Free> mesh;
    std::unique_ptr<dtCrowd, Free> crowd{dtAllocCrowd()};
    dtCrowdAgentParams parameters{};
    std::vector<int> numbers;  ///< of the agents
};

DetourCrowd::DetourCrowd(std::span<const Floor> floors, std::size_t most, const Settings& settings)
    : detour_(std::make_unique<Detour>()) {
    detour_->mesh = mesh_of(floors);
    require(detour_->crowd->init(static_cast<int>(most), settings.cell_size / 3, detour_->mesh.get()),
            "a crowd");
    // The best of the four qualities of Recast's demo.
    dtObstacleAvoidanceParams avoidance = *detour_->crowd->getObstacleAvoidanceParams(0);
    avoidance.velBias = 0.5f;
    avoidance.adaptiveDivs = 7;
    avoidance.adaptiveRings = 3;
    avoidance.adaptiveDepth = 3;
    detour_->crowd->setObstacleAvoidanceParams(0, &avoidance);
    dtCrowdAgentParams& parameters = detour_->parameters;
    parameters.radius = settings.body_radius;
    parameters.height = 2;
    parameters.maxAcceleration = settings.max_acceleration;
    parameters.maxSpeed = settings.max_speed;
    parameters.collisionQueryRange = settings.range;
    parameters.pathOptimizationRange = 30 * settings.body_radius;
    parameters.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OBSTACLE_AVOIDANCE | DT_CROWD_OPTIMIZE_VIS |
                             DT_CROWD_OPTIMIZE_TOPO;
    parameters.separationWeight = settings.separation;
    if (settings.separation > 0) parameters.updateFlags |= DT_CROWD_SEPARATION;
}

DetourCrowd::DetourCrowd(DetourCrowd&&) noexcept = default;
DetourCrowd::~DetourCrowd() = default;

void DetourCrowd::add(Point position) {
    const float at[3] = {static_cast<float>(position.x), 0, static_cast<float>(position.y)};
    detour_->numbers.push_back(detour_->crowd->addAgent(at, &detour_->parameters));
    require(detour_->numbers.back() >= 0, "too many agents");
}

void DetourCrowd::walk_to(std::size_t agent, Point target) {
    const float at[3] = {static_cast<float>(target.x), 0, static_cast<float>(target.y)};
    const float within[3] = {1, 1, 1};
    const dtQueryFilter all;
    dtPolyRef polygon = 0;
    float nearest[3] = {};
    dtNavMeshQuery* const query = dtAllocNavMeshQuery();
    const bool found = dtStatusSucceed(query->init(detour_->mesh.get(), 64)) &&
                       dtStatusSucceed(query->findNearestPoly(at, within, &all, &polygon, nearest)) &&
                       polygon != 0;
    dtFreeNavMeshQuery(query);
    require(found && detour_->crowd->requestMoveTarget(detour_->numbers[agent], polygon, nearest),
            "a target");
}

void DetourCrowd::keep_velocity(std::size_t agent, float x, float y) {
    const float velocity[3] = {x, 0, y};
    require(detour_->crowd->requestMoveVelocity(detour_->numbers[agent], velocity), "a velocity");
}

void DetourCrowd::remove(std::size_t agent) { detour_->crowd->removeAgent(detour_->numbers[agent]); }

void DetourCrowd::tick(float dt) { detour_->crowd->update(dt, nullptr); }

DetourCrowd::Place DetourCrowd::at(std::size_t agent) const {
    const dtCrowdAgent& one = *detour_->crowd->getAgent(detour_->numbers[agent]);
    return {one.npos[0], one.npos[2]};
}

float DetourCrowd::speed(std::size_t agent) const {
    const dtCrowdAgent& one = *detour_->crowd->getAgent(detour_->numbers[agent]);
    return std::hypot(one.vel[0], one.vel[2]);
}

}  // namespace wend::bench
