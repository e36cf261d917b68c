// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The behaviours in four families, and the parameters that change each behaviour's motion most.

export const families = [
    ["One agent", ["seek", "arrive", "flee", "pursue", "pursue_agent", "evade", "offset_pursue", "interpose", "wander", "wander_heading",
        "wander_reference_dt", "retarget_wander", "approach", "approach_jitter", "approach_repick", "match_velocity", "target_speed",
        "external_force", "weighted", "two_targets", "turn_rate", "min_speed", "bounce", "orient"]],
    ["Paths", ["path_follow_once", "path_follow_loop", "path_follow_ping_pong", "path_follow_swept", "path_follow_line", "corridor_follow",
        "prioritised", "waypoint_once", "waypoint_loop", "waypoint_ping_pong", "waypoint_ease", "waypoint_offset_parabola",
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

/// Lines for parameters of which the list of kernels names the quantity and not the effect on the motion.
const ownEffects = {
    "separation.weight": "Larger spreads the agents farther apart.",
    "alignment.weight": "Larger turns neighbours into one direction sooner.",
    "cohesion.weight": "Larger draws the agents into denser groups.",
    "separation.radius": "Larger keeps more room round each agent.",
    "alignment.radius": "Larger makes larger groups move in one direction.",
    "cohesion.radius": "Larger joins groups that are farther apart.",
    "seek.weight": "Larger turns to the target sooner.",
    "flee.weight": "Larger turns away sooner.",
    "pursue.weight": "Larger turns to the predicted place sooner.",
    "evade.weight": "Larger turns away sooner.",
    "offset_pursue.weight": "Larger returns to the place in the formation sooner.",
    "external_force.weight": "Larger lets the wind move the agents farther.",
    "match_velocity.weight": "Larger takes on the velocity sooner.",
    "target_speed.weight": "Larger returns to the desired speed sooner.",
    "flow_follow.weight": "Larger follows the field more closely.",
    "path_follow.slowing_radius": "Larger slows down earlier before the end.",
    "hide.radius": "Larger lets agents choose hiding places farther away.",
    "queue.gap": "Larger leaves more room between the agents in the line.",
    "queue.lane_width": "Larger waits for neighbours farther beside the way.",
    "resolve_overlaps.body_radius": "Larger pushes the bodies farther apart.",
    "interpose.share": "0 stays at the first of the two, 1 at the other.",
    "arrive.slowing_radius": "Larger slows down earlier and more gently.",
    "settle.arrival_radius": "Larger settles agents farther from the target.",
    "locomotion.max_speed": "Larger moves faster.",
    "locomotion.max_force": "Larger turns and brakes more sharply.",
    "locomotion.min_speed": "Larger keeps slow agents moving.",
    "locomotion.max_turn_rate": "Larger turns more tightly.",
    "locomotion.mass": "Larger answers forces more slowly.",
};

/// The line under a control; `known` is the list of kernels.
export function effectOf(known, stage, name) {
    const text = ownEffects[`${stage}.${name}`] ?? known[stage]?.[name]?.effect ?? "";
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
