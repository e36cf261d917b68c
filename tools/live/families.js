// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The behaviours in four families, and the parameters that change each behaviour's motion most.

export const families = [
    ["One agent", ["seek", "arrive", "flee", "pursue", "pursue_agent", "evade", "offset_pursue", "interpose", "wander", "wander_heading",
        "wander_reference_dt", "retarget_wander", "approach", "approach_jitter", "approach_repick", "match_velocity", "target_speed",
        "external_force", "weighted", "two_targets", "turn_rate", "min_speed", "bounce", "orient"]],
    ["Paths", ["path_follow_once", "path_follow_loop", "path_follow_ping_pong", "path_follow_swept", "path_follow_line", "corridor_follow",
        "portal_follow", "prioritised", "waypoint_once", "waypoint_loop", "waypoint_ping_pong", "waypoint_ease", "waypoint_offset_parabola",
        "waypoint_offset_sigmoid"]],
    ["Crowds", ["flock", "leader", "avoid_neighbours", "crossing", "circle_250", "blocks", "corridor", "social_force", "own_limits", "orca",
        "orca_circle", "orca_blocks", "right_of_way", "settle", "queue", "resolve_overlaps"]],
    ["Obstacles", ["avoid_obstacles", "flow_field", "doorway", "doors", "orca_doorway", "shore", "hide", "occluders", "containment",
        "polygon_containment"]],
];

/// Agents that the menu starts a behaviour with, in place of its file's.
export const countsOfMenu = { flock: 10000 };

/// One line a behaviour, where the gallery has none or names another count of agents.
export const ownAbouts = {
    flock: "Separation, alignment and cohesion: neighbours form groups that move in one direction.",
    own_limits: "Agents with speeds, masses and limits of their own walk past each other.",
};

/// By stage: its parameters that change the motion most, in that order; others belong to "All parameters".
const chiefOf = {
    wander: ["circle_radius", "angle_change", "circle_distance"],
    seek: ["weight"],
    flee: ["weight"],
    arrive: ["slowing_radius"],
    pursue: ["weight"],
    evade: ["weight"],
    retarget_wander: ["interval"],
    path_follow: ["radius", "slowing_radius", "mode"],
    waypoint_advance: ["offset", "mode", "ease", "ease_power", "bell_power"],
    approach: ["max_fov", "step_fraction", "aggro_radius"],
    offset_pursue: ["slowing_radius", "weight"],
    interpose: ["share", "slowing_radius"],
    corridor_follow: ["radius", "prediction", "ahead"],
    portal_follow: ["body_radius", "weight", "slowing_radius"],
    external_force: ["weight"],
    separation: ["weight", "radius"],
    alignment: ["weight", "radius"],
    cohesion: ["weight", "radius"],
    avoid_neighbours: ["horizon", "body_radius"],
    containment: ["margin", "prediction"],
    avoid_obstacles: ["horizon", "body_radius"],
    flow_follow: ["prediction", "weight"],
    orca: ["horizon", "body_radius"],
    hide: ["distance", "radius"],
    polygon_containment: ["margin", "prediction"],
    match_velocity: ["weight"],
    target_speed: ["weight"],
    settle: ["radius", "arrival_radius"],
    resolve_overlaps: ["body_radius"],
    social_force: ["strength", "range", "step_time"],
    queue: ["gap", "lane_width"],
    orient: ["max_angular_speed", "max_angular_acceleration"],
    locomotion: ["max_speed", "max_force", "min_speed", "max_turn_rate"],
};

/// The line under a control; `known` is the list of kernels.
export function effectOf(known, stage, name) {
    const text = known[stage]?.[name]?.effect ?? "";
    // A control shows a parameter that is set.
    return text.replaceAll("`", "").replace(/;? ?not set: [^;.]*/, "");
}

/// At most `most` of the stages' parameters: the first one of each stage, then the second ones. The stage `left` has none.
export function chiefParameters(stages, left = -1, most = 3) {
    const found = [];
    const lists = stages.map(({ stage, parameters }, index) =>
        index === left ? [] : (chiefOf[stage] ?? []).filter(name => parameters.some(one => one.name === name)));
    for (let rank = 0; lists.some(list => rank < list.length); rank++)
        lists.forEach((list, index) => {
            if (rank < list.length && found.length < most) found.push({ index, name: list[rank] });
        });
    return found;
}

export const wordsOf = name => name.replaceAll("_", " ");
