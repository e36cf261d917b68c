// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <wend/wend.hpp>

/// A box on the ground, from the least x and y to the greatest, in m.
struct Box {
    float low_x, low_y, high_x, high_y;
};

/// A place on a navigation mesh: Recast's x and z are wend's x and y.
struct Place {
    dtPolyRef polygon;
    std::array<float, 3> point;
};

/// A way over the mesh.
struct Way {
    std::vector<dtPolyRef> polygons;
    std::uint32_t doors = 0;  ///< that it leads through, a bit each
};

/// A navigation mesh of Recast's over flat triangles, with doors that open and close.
class Mesh {
  public:
    /// At most 32 doors.
    Mesh(std::span<const float> vertices, std::span<const int> triangles, std::span<const Box> doors);

    void set_door(std::size_t door, bool open);

    /// The nearest place, in a closed door too: an agent there leads its way out of it. None beyond 2 m.
    [[nodiscard]] std::optional<Place> nearest(wend::Point point) const;
    [[nodiscard]] Place random() const;
    /// Whether the mesh has a polygon, closed doors included, within `tolerance` of the point.
    [[nodiscard]] bool covers(wend::Point point, float tolerance) const;

    /// No way where one place cannot be reached from the other.
    [[nodiscard]] std::optional<Way> find(const Place& from, const Place& to) const;
    /// The vertices of a way's polygons, and where those of each end, for append_polygon_corridor.
    void outline(const Way& way, std::vector<wend::Point>& vertices, std::vector<std::uint32_t>& ends) const;

    /// The border of the mesh, while all doors are open: every piece of an edge behind which there is no
    /// polygon, also where only a part of an edge joins a polygon of the next tile.
    [[nodiscard]] std::vector<wend::Obstacle> walls() const;

    [[nodiscard]] int polygons() const;

  private:
    struct Free {
        void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
        void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
    };
    template <class Use>
    void for_each_polygon(const Use& use) const;

    std::unique_ptr<dtNavMesh, Free> mesh_;
    std::unique_ptr<dtNavMeshQuery, Free> query_;
    dtQueryFilter open_;      ///< all but closed doors
    dtQueryFilter anywhere_;  ///< closed doors too
};
