// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "mesh.hpp"

#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include <DetourAlloc.h>
#include <DetourCommon.h>
#include <DetourNavMeshBuilder.h>
#include <Recast.h>

namespace {

constexpr float cell = 0.25f;            // m
constexpr unsigned char first_door = 1;  // area of the first door; RC_WALKABLE_AREA is 63
constexpr unsigned short open_flag = 1, closed_flag = 2;
constexpr float height = 2;  // m, of an agent

template <class T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

void require(bool good, const char* step) {
    if (!good) throw std::runtime_error(step);
}

wend::Point flat(const float* point) {
    return {static_cast<double>(point[0]), static_cast<double>(point[2])};
}

/// Recast's steps from triangles to polygons.
Owned<rcPolyMesh> polygons_of(std::span<const float> vertices, std::span<const int> triangles,
                              std::span<const Box> doors) {
    rcContext context(false);
    const int vertex_count = static_cast<int>(vertices.size() / 3);
    const int triangle_count = static_cast<int>(triangles.size() / 3);
    float low[3], high[3];
    rcCalcBounds(vertices.data(), vertex_count, low, high);
    high[1] += height;
    int width = 0, depth = 0;
    rcCalcGridSize(low, high, cell, &width, &depth);

    const Owned<rcHeightfield> solid(rcAllocHeightfield(), rcFreeHeightField);
    require(rcCreateHeightfield(&context, *solid, width, depth, low, high, cell, cell), "height field");
    const std::vector<unsigned char> areas(static_cast<std::size_t>(triangle_count), RC_WALKABLE_AREA);
    require(rcRasterizeTriangles(&context, vertices.data(), vertex_count, triangles.data(), areas.data(),
                                 triangle_count, *solid),
            "triangles");

    const Owned<rcCompactHeightfield> compact(rcAllocCompactHeightfield(), rcFreeCompactHeightfield);
    require(rcBuildCompactHeightfield(&context, static_cast<int>(height / cell), 1, *solid, *compact),
            "compact height field");
    for (std::size_t door = 0; door < doors.size(); ++door) {
        const Box& box = doors[door];
        const float from[3] = {box.low_x, -1, box.low_y}, to[3] = {box.high_x, 1, box.high_y};
        rcMarkBoxArea(&context, from, to, static_cast<unsigned char>(first_door + door), *compact);
    }
    require(rcBuildDistanceField(&context, *compact) && rcBuildRegions(&context, *compact, 0, 8, 400),
            "regions");
    const Owned<rcContourSet> contours(rcAllocContourSet(), rcFreeContourSet);
    require(rcBuildContours(&context, *compact, 0.5f, static_cast<int>(16 / cell), *contours), "contours");
    Owned<rcPolyMesh> mesh(rcAllocPolyMesh(), rcFreePolyMesh);
    require(rcBuildPolyMesh(&context, *contours, DT_VERTS_PER_POLYGON, *mesh), "polygons");
    for (int i = 0; i < mesh->npolys; ++i) mesh->flags[i] = open_flag;
    return mesh;
}

float random_unit() { return static_cast<float>(std::rand()) / (static_cast<float>(RAND_MAX) + 1); }

}  // namespace

Mesh::Mesh(std::span<const float> vertices, std::span<const int> triangles, std::span<const Box> doors)
    : mesh_(dtAllocNavMesh()), query_(dtAllocNavMeshQuery()) {
    const Owned<rcPolyMesh> made = polygons_of(vertices, triangles, doors);
    dtNavMeshCreateParams parameters{};
    parameters.verts = made->verts;
    parameters.vertCount = made->nverts;
    parameters.polys = made->polys;
    parameters.polyAreas = made->areas;
    parameters.polyFlags = made->flags;
    parameters.polyCount = made->npolys;
    parameters.nvp = made->nvp;
    parameters.walkableHeight = height;
    parameters.walkableClimb = cell;
    dtVcopy(parameters.bmin, made->bmin);
    dtVcopy(parameters.bmax, made->bmax);
    parameters.cs = made->cs;
    parameters.ch = made->ch;
    parameters.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    require(dtCreateNavMeshData(&parameters, &data, &size), "navigation mesh");
    require(dtStatusSucceed(mesh_->init(data, size, DT_TILE_FREE_DATA)), "navigation mesh");
    require(dtStatusSucceed(query_->init(mesh_.get(), 8192)), "query");
    open_.setIncludeFlags(open_flag);
    anywhere_.setIncludeFlags(open_flag | closed_flag);
}

template <class Use>
void Mesh::for_each_polygon(const Use& use) const {
    const dtNavMesh& mesh = *mesh_;
    for (int i = 0; i < mesh.getMaxTiles(); ++i) {
        const dtMeshTile* const tile = mesh.getTile(i);
        if (tile == nullptr || tile->header == nullptr) continue;
        const dtPolyRef base = mesh.getPolyRefBase(tile);
        for (int polygon = 0; polygon < tile->header->polyCount; ++polygon)
            use(tile->polys[polygon], base | static_cast<dtPolyRef>(polygon));
    }
}

void Mesh::set_door(std::size_t door, bool open) {
    for_each_polygon([&](const dtPoly& polygon, dtPolyRef number) {
        if (polygon.getArea() == first_door + door)
            mesh_->setPolyFlags(number, open ? open_flag : closed_flag);
    });
}

std::optional<Place> Mesh::nearest(wend::Point point) const {
    const float at[3] = {static_cast<float>(point.x), 0, static_cast<float>(point.y)};
    const float within[3] = {2, 1, 2};
    Place place{};
    (void)query_->findNearestPoly(at, within, &anywhere_, &place.polygon, place.point.data());
    if (place.polygon == 0) return std::nullopt;
    return place;
}

Place Mesh::random() const {
    Place place{};
    (void)query_->findRandomPoint(&open_, random_unit, &place.polygon, place.point.data());
    return place;
}

bool Mesh::covers(wend::Point point, float tolerance) const {
    const float at[3] = {static_cast<float>(point.x), 0, static_cast<float>(point.y)};
    const float within[3] = {tolerance, 1, tolerance};
    dtPolyRef polygon = 0;
    float nearest[3] = {};
    (void)query_->findNearestPoly(at, within, &anywhere_, &polygon, nearest);
    return polygon != 0 && std::hypot(nearest[0] - at[0], nearest[2] - at[2]) <= tolerance;
}

std::optional<Way> Mesh::find(const Place& from, const Place& to) const {
    Way way;
    way.polygons.resize(256);
    int count = 0;
    const dtStatus status =
        query_->findPath(from.polygon, to.polygon, from.point.data(), to.point.data(), &open_,
                         way.polygons.data(), &count, static_cast<int>(way.polygons.size()));
    if (dtStatusFailed(status) || dtStatusDetail(status, DT_PARTIAL_RESULT)) return std::nullopt;
    way.polygons.resize(static_cast<std::size_t>(count));
    for (const dtPolyRef number : way.polygons) {
        unsigned char area = 0;
        (void)mesh_->getPolyArea(number, &area);
        if (area != RC_WALKABLE_AREA) way.doors |= 1u << (area - first_door);
    }
    return way;
}

void Mesh::outline(const Way& way, std::vector<wend::Point>& vertices,
                   std::vector<std::uint32_t>& ends) const {
    vertices.clear();
    ends.clear();
    for (const dtPolyRef number : way.polygons) {
        const dtMeshTile* tile = nullptr;
        const dtPoly* polygon = nullptr;
        mesh_->getTileAndPolyByRefUnsafe(number, &tile, &polygon);
        for (int i = 0; i < polygon->vertCount; ++i)
            vertices.push_back(flat(&tile->verts[std::size_t{3} * polygon->verts[i]]));
        ends.push_back(static_cast<std::uint32_t>(vertices.size()));
    }
}

std::vector<wend::Obstacle> Mesh::walls() const {
    std::vector<wend::Obstacle> walls;
    for_each_polygon([&](const dtPoly&, dtPolyRef number) {
        constexpr int most = 64;
        std::array<float, 6 * most> segments;
        int count = 0;
        (void)query_->getPolyWallSegments(number, &anywhere_, segments.data(), nullptr, &count, most);
        for (int i = 0; i < count; ++i) {
            const float* const segment = &segments[static_cast<std::size_t>(6 * i)];
            walls.push_back(
                {.from_x = segment[0], .from_y = segment[2], .to_x = segment[3], .to_y = segment[5]});
        }
    });
    return walls;
}

int Mesh::polygons() const {
    int count = 0;
    for_each_polygon([&](const dtPoly&, dtPolyRef) { ++count; });
    return count;
}
