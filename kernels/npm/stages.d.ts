// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Stages, parameters and streams for TypeScript. Written by kernels/c/bindings.py.

import type { FlowField, Obstacles, Rectangle, Target } from "./index.js";

/** The parameters of each stage. */
export interface Stages {
    wander: {
        /** The part of the force along the velocity; larger walks straighter. (N; 10 by default) */
        circle_distance?: number;
        /** The part of the force whose direction changes; larger turns more sharply. (N; 5 by default) */
        circle_radius?: number;
        /**
         * Range of the random change of that direction a tick; larger is more erratic. (rad; [0, 1000]; 1 by default)
         */
        angle_change?: number;
        /** Whether the direction is relative to the x axis (world) or to the velocity (heading). (world by default) */
        frame?: "world" | "heading";
        /**
         * The change is scaled by sqrt(dt / reference_dt): the walk spreads equally at any frame rate; not set: no
         * scaling. (s; > 0; not set by default)
         */
        reference_dt?: number;
        /** Factor of the force. (1 by default) */
        weight?: number;
    };
    seek: {
        /** The streams of the target, or one point for all agents. (m; target by default) */
        target?: Target;
        /**
         * Factor of the force; larger turns to the target sooner: the velocity approaches the desired one with the time
         * constant mass / weight seconds. (1 by default)
         */
        weight?: number;
    };
    flee: {
        /** The streams of the target, or one point for all agents. (m; target by default) */
        target?: Target;
        /** Factor of the force; larger turns away sooner. (1 by default) */
        weight?: number;
    };
    arrive: {
        /**
         * Agents slow down from this distance on; larger slows down earlier and more gently. (m; > 0; 10 by default)
         */
        slowing_radius?: number;
        /** arrived is 1 within it; no effect on the motion. (m; >= 0; 1 by default) */
        arrival_radius?: number;
        /** The streams of the target, or one point for all agents. (m; target by default) */
        target?: Target;
        /** Factor of the force; larger turns to the target and brakes more sharply. (1 by default) */
        weight?: number;
    };
    pursue: {
        /** A point with a velocity, or another agent. (point by default) */
        quarry?: "point" | "agent";
        /** The streams of the quarry, or one point for all agents, at rest. (m; target by default) */
        target?: Target;
        /** Factor of the force; larger turns to the predicted place sooner. (1 by default) */
        weight?: number;
    };
    evade: {
        /** A point with a velocity, or another agent. (point by default) */
        quarry?: "point" | "agent";
        /** The streams of the quarry, or one point for all agents, at rest. (m; target by default) */
        target?: Target;
        /** Factor of the force; larger turns away sooner. (1 by default) */
        weight?: number;
    };
    retarget_wander: {
        /** Time between targets; longer gives longer straight runs. (s; > 0; 1 by default) */
        interval?: number;
        /** The rectangle of the targets; larger spreads the agents farther. (m) */
        area?: Rectangle;
        /** True: the first interval is random, so that agents do not turn at the same time. (false by default) */
        random_phase?: boolean;
        /** Factor of the force; larger turns to the target sooner. (1 by default) */
        weight?: number;
    };
    path_follow: {
        /** At the end of a path: stay, go on at the start, or reverse. (once by default) */
        mode?: "once" | "loop" | "ping-pong";
        /** A node counts as reached within it; larger cuts corners. (m; > 0; 10 by default) */
        radius?: number;
        /** True: nodes passed within a tick count, so that fast agents miss none. (false by default) */
        swept?: boolean;
        /** True: nodes passed at any distance count, so that agents never turn back to one. (false by default) */
        finish_line?: boolean;
        /**
         * In mode once, agents slow down within this distance of the end; larger: earlier and more gently; not set:
         * full speed. (m; > 0; not set by default)
         */
        slowing_radius?: number;
        /** An agent without a path: false: no force; true: a force of minus its velocity. (false by default) */
        brake_without_path?: boolean;
        /** Factor of the force; larger turns to the next node more sharply. (1 by default) */
        weight?: number;
    };
    locomotion: {
        /** Whether all forces are added, or taken in order while max_force lasts. (sum by default) */
        composition?: "sum" | "prioritised";
        /**
         * Longer composed forces are shortened to it; larger turns and brakes more sharply; not set: the stream. (N; >=
         * 0; not set by default)
         */
        max_force?: number;
        /**
         * Longer velocities are shortened to it; larger moves faster; not set: the stream. (m/s; >= 0; not set by
         * default)
         */
        max_speed?: number;
        /**
         * The acceleration is force / mass; larger answers forces more slowly; not set: the stream. (kg; >= 1e-18; not
         * set by default)
         */
        mass?: number;
        /**
         * The velocity turns no faster; larger turns more tightly; not set: no limit. (rad/s; > 0; not set by default)
         */
        max_turn_rate?: number;
        /**
         * Slower agents are accelerated to it; no more than max_speed, where that is a value; not set: agents may stop.
         * (m/s; >= 0; not set by default)
         */
        min_speed?: number;
        /** The edge of the world: none, opposite sides joined, or reflecting walls. (none by default) */
        bounds?: "none" | "wrap" | "bounce";
        /** The world; ignored where bounds is none. (m) */
        area?: Rectangle;
        /** Walls and circles that hold the agents' centres; empty: none. Give those that are avoided, too. */
        obstacles?: Obstacles;
    };
    waypoint_advance: {
        /** At the end of a path: stay, go on at the start, or reverse. (once by default) */
        mode?: "once" | "loop" | "ping-pong";
        /**
         * Speed along the path, negative backwards; larger moves faster; not set: the stream. (m/s; not set by default)
         */
        speed?: number;
        /** The pace within a segment: constant, or slower or faster at the nodes. (none by default) */
        ease?: "none" | "sigmoid";
        /**
         * With ease sigmoid: 1 is a constant pace, above 1 slow at the nodes, below 1 fast there. ([0.0625, 16]; 2 by
         * default)
         */
        ease_power?: number;
        /**
         * Largest lateral distance to the left, in the middle of each segment; not set: each segment's own
         * (PathSetBuilder::add). (m; not set by default)
         */
        offset?: number;
        /** Alternating: to the left on even segments and to the right on odd ones. (equal by default) */
        offset_sign?: "equal" | "alternating";
        /** The shape of the lateral excursion along a segment. (parabola by default) */
        bell?: "parabola" | "sigmoid";
        /**
         * With bell sigmoid: above 1 steeper between the node and the middle, below 1 pointed in the middle. ([0.0625,
         * 16]; 2 by default)
         */
        bell_power?: number;
    };
    approach: {
        /**
         * Length of a leg as a part of the distance to the target; smaller gives more legs. ([9.536743e-07, 1]; 0.5 by
         * default)
         */
        step_fraction?: number;
        /**
         * Shortest leg; from nearer, agents walk to the target; larger ends the walk sooner; at most max_step. (m; > 0;
         * 1 by default)
         */
        min_step?: number;
        /** Longest leg; larger turns less often far from the target. (m; > 0; 10 by default) */
        max_step?: number;
        /**
         * Full angle of the cone that directions are drawn from; larger strays more. (rad; [0, 2.0943952); 1.5707964 by
         * default)
         */
        max_fov?: number;
        /**
         * Within it the cone narrows with the distance; larger straightens the walk earlier. (m; > 0; 30 by default)
         */
        aggro_radius?: number;
        /** Legs vary in length by up to this factor; larger is less regular. ([0, 1); 0 by default) */
        step_jitter?: number;
        /**
         * A new leg is picked after this time even on the way; shorter turns more often; not set: only at the end of a
         * leg. (s; > 0; not set by default)
         */
        repick_interval?: number;
        /** Walking speed; larger moves faster; not set: the stream. (m/s; >= 0; not set by default) */
        speed?: number;
    };
    offset_pursue: {
        /** A point with a velocity, or another agent. (point by default) */
        quarry?: "point" | "agent";
        /** The streams of the quarry, or one point for all agents, at rest. (m; target by default) */
        target?: Target;
        /**
         * Place ahead of the quarry, along its velocity; negative: behind it; not set: the stream. (m; not set by
         * default)
         */
        offset_x?: number;
        /** Place to the left of the quarry; negative: to its right; not set: the stream. (m; not set by default) */
        offset_y?: number;
        /**
         * Agents slow down within this distance of the place; larger: more gently; not set: full speed. (m; > 0; not
         * set by default)
         */
        slowing_radius?: number;
        /** Factor of the force; larger returns to the place in the formation sooner. (1 by default) */
        weight?: number;
    };
    interpose: {
        /** Two points with velocities, or two other agents. (point by default) */
        quarry?: "point" | "agent";
        /** Place of the aim between the quarries: 0 at the first, 1 at the other. ([0, 1]; 0.5 by default) */
        share?: number;
        /**
         * Agents slow down within this distance of the aim; larger: more gently; not set: full speed. (m; > 0; not set
         * by default)
         */
        slowing_radius?: number;
        /** Factor of the force; larger turns to the aim sooner. (1 by default) */
        weight?: number;
    };
    corridor_follow: {
        /** At the end of a path: stay, go on at the start, or reverse. (once by default) */
        mode?: "once" | "loop" | "ping-pong";
        /**
         * Half the width of the corridor, in which agents keep their velocity; larger strays farther. (m; > 0; 10 by
         * default)
         */
        radius?: number;
        /** How far ahead the position is predicted; larger steers earlier. (s; >= 0; 1 by default) */
        prediction?: number;
        /** Distance along the path to the aim; larger returns at a flatter angle. (m; >= 0; 10 by default) */
        ahead?: number;
        /** An agent without a path: false: no force; true: a force of minus its velocity. (false by default) */
        brake_without_path?: boolean;
        /** Factor of the force; larger returns to the corridor more sharply. (1 by default) */
        weight?: number;
    };
    external_force: {
        /** Factor of the force; larger moves agents farther. (1 by default) */
        weight?: number;
    };
    separation: {
        /** Neighbours farther away are ignored; larger keeps more room round each agent. (m; > 0; 5 by default) */
        radius?: number;
        /**
         * Cosine of half the field of view: neighbours outside are ignored; larger reacts to those ahead alone; -1: all
         * around. ([-1, 1]; -0.707 by default)
         */
        cos_field_of_view?: number;
        /**
         * Only the nearest ones count; with few, agents ignore the crowd beyond them; 0: all. ([0, 32]; 0 by default)
         */
        max_neighbours?: number;
        /**
         * Neighbours farther above or below are ignored, which shortens no search; not set: at any height. (m; >= 0;
         * not set by default)
         */
        height_band?: number;
        /**
         * Only neighbours in one of these groups count, a bit each, of those that the agent sees. ([1, 4294967296);
         * 4294967295 by default)
         */
        seen_groups?: number;
        /** Neighbours behind these are ignored; without any, agents see through walls. */
        occluders?: Obstacles;
        /**
         * How the force falls with the distance: smooth ends at the radius, inverse is much stronger near by. (smooth
         * by default)
         */
        falloff?: "smooth" | "inverse";
        /**
         * Radius of a body, and the largest value of its stream: smaller bodies come closer; not set: all have one
         * radius of separation. (m; > 0; not set by default)
         */
        body_radius?: number;
        /** Factor of the force; larger spreads the agents farther apart. (12 by default) */
        weight?: number;
    };
    alignment: {
        /**
         * Neighbours farther away are ignored; larger makes larger groups move in one direction. (m; > 0; 7.5 by
         * default)
         */
        radius?: number;
        /**
         * Cosine of half the field of view: neighbours outside are ignored; larger reacts to those ahead alone; -1: all
         * around. ([-1, 1]; 0.7 by default)
         */
        cos_field_of_view?: number;
        /**
         * Only the nearest ones count; with few, agents ignore the crowd beyond them; 0: all. ([0, 32]; 0 by default)
         */
        max_neighbours?: number;
        /**
         * Neighbours farther above or below are ignored, which shortens no search; not set: at any height. (m; >= 0;
         * not set by default)
         */
        height_band?: number;
        /**
         * Only neighbours in one of these groups count, a bit each, of those that the agent sees. ([1, 4294967296);
         * 4294967295 by default)
         */
        seen_groups?: number;
        /** Factor of the force; larger turns neighbours into one direction sooner. (8 by default) */
        weight?: number;
    };
    cohesion: {
        /** Neighbours farther away are ignored; larger joins groups that are farther apart. (m; > 0; 9 by default) */
        radius?: number;
        /**
         * Cosine of half the field of view: neighbours outside are ignored; larger reacts to those ahead alone; -1: all
         * around. ([-1, 1]; -0.15 by default)
         */
        cos_field_of_view?: number;
        /**
         * Only the nearest ones count; with few, agents ignore the crowd beyond them; 0: all. ([0, 32]; 0 by default)
         */
        max_neighbours?: number;
        /**
         * Neighbours farther above or below are ignored, which shortens no search; not set: at any height. (m; >= 0;
         * not set by default)
         */
        height_band?: number;
        /**
         * Only neighbours in one of these groups count, a bit each, of those that the agent sees. ([1, 4294967296);
         * 4294967295 by default)
         */
        seen_groups?: number;
        /** Factor of the force; larger draws the agents into denser groups. (8 by default) */
        weight?: number;
    };
    avoid_neighbours: {
        /** Neighbours farther away are ignored; larger avoids fast ones in time. (m; > 0; 10 by default) */
        radius?: number;
        /**
         * Cosine of half the field of view: neighbours outside are ignored; larger reacts to those ahead alone; -1: all
         * around. ([-1, 1]; -1 by default)
         */
        cos_field_of_view?: number;
        /**
         * Only the nearest ones count; with few, agents ignore the crowd beyond them; 0: all. ([0, 32]; 0 by default)
         */
        max_neighbours?: number;
        /**
         * Neighbours farther above or below are ignored, which shortens no search; not set: at any height. (m; >= 0;
         * not set by default)
         */
        height_band?: number;
        /**
         * Only neighbours in one of these groups count, a bit each, of those that the agent sees. ([1, 4294967296);
         * 4294967295 by default)
         */
        seen_groups?: number;
        /** Neighbours behind these are ignored; without any, agents see through walls. */
        occluders?: Obstacles;
        /**
         * Meetings within this time are avoided; larger avoids earlier and more gently. (s; [9.536743e-07, 1048576]; 3
         * by default)
         */
        horizon?: number;
        /**
         * Radius of a body, and the largest value of its stream; larger keeps more distance. (m; > 0; 0.5 by default)
         */
        body_radius?: number;
        /** Whether the first meeting or all of them are avoided. (nearest_approach by default) */
        method?: "nearest_approach" | "power_law";
        /** Factor of the force; larger avoids more sharply. (1 by default) */
        weight?: number;
    };
    containment: {
        /** The rectangle to stay in. (m) */
        area?: Rectangle;
        /** Width of the soft wall; larger turns back earlier and more gently. (m; > 0; 10 by default) */
        margin?: number;
        /** How far ahead the position is predicted; larger turns earlier. (s; >= 0; 1 by default) */
        prediction?: number;
        /** Factor of the force; larger turns back more sharply. (1 by default) */
        weight?: number;
    };
    avoid_obstacles: {
        /** Circles, walls and polygons. */
        obstacles?: Obstacles;
        /**
         * Obstacles touched within this time are avoided; larger avoids earlier and more gently. (s; [9.536743e-07,
         * 1048576]; 3 by default)
         */
        horizon?: number;
        /**
         * Radius of a body, and the largest value of its stream; larger keeps more distance. (m; >= 0; 0.5 by default)
         */
        body_radius?: number;
        /** Factor of the force; larger avoids more sharply. (1 by default) */
        weight?: number;
    };
    flow_follow: {
        /** The desired velocities, in m/s. */
        field: FlowField;
        /** The field is read at the position predicted so far ahead; larger turns earlier. (s; >= 0; 0 by default) */
        prediction?: number;
        /** Factor of the force; larger follows the field more closely. (1 by default) */
        weight?: number;
    };
    orca: {
        /** Neighbours farther away are ignored; larger avoids fast ones in time. (m; > 0; 10 by default) */
        radius?: number;
        /**
         * Cosine of half the field of view: neighbours outside are ignored; larger reacts to those ahead alone; -1: all
         * around. ([-1, 1]; -1 by default)
         */
        cos_field_of_view?: number;
        /** Only the nearest ones count; with few, agents ignore the crowd beyond them. ([1, 32]; 10 by default) */
        max_neighbours?: number;
        /**
         * Neighbours farther above or below are ignored, which shortens no search; not set: at any height. (m; >= 0;
         * not set by default)
         */
        height_band?: number;
        /**
         * Only neighbours in one of these groups count, a bit each, of those that the agent sees. ([1, 4294967296);
         * 4294967295 by default)
         */
        seen_groups?: number;
        /**
         * Velocities that lead to a collision within this time are forbidden; larger avoids earlier. (s; [9.536743e-07,
         * 1048576]; 5 by default)
         */
        horizon?: number;
        /**
         * Radius of a body, and the largest value of its stream; larger keeps more distance. (m; > 0; 0.5 by default)
         */
        body_radius?: number;
        /** Circles, walls and polygons; with them max_neighbours is at most 16. */
        obstacles?: Obstacles;
        /**
         * Velocities that lead to a touch of an obstacle within this time are forbidden; larger slows down earlier. (s;
         * [9.536743e-07, 1048576]; 1 by default)
         */
        obstacle_horizon?: number;
        /**
         * Sine of the angle by which neighbours seem to be farther left; larger gives way to the right more clearly; 0:
         * agents in exact symmetry may block each other. ([0, 0.25]; 0.00390625 by default)
         */
        side_bias?: number;
    };
    hide: {
        /** Circles, walls and polygons to hide behind. */
        obstacles?: Obstacles;
        /** The hunter: a point, or another agent. (point by default) */
        quarry?: "point" | "agent";
        /** The streams of the hunter, or one point for all agents. (m; target by default) */
        target?: Target;
        /** From the obstacle's border to the hiding place; larger hides farther behind it. (m; >= 0; 2 by default) */
        distance?: number;
        /**
         * Hiding places farther away are ignored; larger lets agents choose among more of them. (m; > 0; 100 by
         * default)
         */
        radius?: number;
        /**
         * Agents slow down within this distance of the hiding place; larger: more gently; not set: full speed. (m; > 0;
         * not set by default)
         */
        slowing_radius?: number;
        /** Factor of the force; larger turns to the hiding place sooner. (1 by default) */
        weight?: number;
    };
    polygon_containment: {
        /** Its polygons; those within others are holes, and islands in them. */
        obstacles?: Obstacles;
        /** Width of the soft wall; larger turns back earlier and more gently. (m; > 0; 10 by default) */
        margin?: number;
        /** How far ahead the position is predicted; larger turns earlier. (s; >= 0; 1 by default) */
        prediction?: number;
        /** Factor of the force; larger turns back more sharply. (1 by default) */
        weight?: number;
    };
    external_locomotion: {
        /** Whether all forces are added, or taken in order while max_force lasts. (sum by default) */
        composition?: "sum" | "prioritised";
        /**
         * Longer composed forces are shortened to it; larger turns and brakes more sharply; not set: the stream. (N; >=
         * 0; not set by default)
         */
        max_force?: number;
        /**
         * Longer desired velocities are shortened to it; larger moves faster; not set: the stream. (m/s; >= 0; not set
         * by default)
         */
        max_speed?: number;
        /**
         * The body's; the acceleration is force / mass; larger answers forces more slowly; not set: the stream. (kg; >=
         * 1e-18; not set by default)
         */
        mass?: number;
    };
    portal_follow: {
        /**
         * Distance that agents keep from corners; larger turns wider; where the stream is bound, the largest one. (m;
         * >= 0; 0.5 by default)
         */
        body_radius?: number;
        /** finished is 1 within it of the goal; no effect on the motion. (m; >= 0; 1 by default) */
        arrival_radius?: number;
        /**
         * Agents slow down within this distance of the goal; larger: more gently; not set: full speed. (m; > 0; not set
         * by default)
         */
        slowing_radius?: number;
        /** An agent without a path: false: no force; true: a force of minus its velocity. (false by default) */
        brake_without_path?: boolean;
        /** Factor of the force; larger turns to the next corner more sharply. (1 by default) */
        weight?: number;
    };
    match_velocity: {
        /** The streams of a velocity, or another agent. (point by default) */
        quarry?: "point" | "agent";
        /** Factor of the force; larger takes on the velocity sooner. (1 by default) */
        weight?: number;
    };
    target_speed: {
        /** The desired speed; larger moves faster; not set: the stream. (m/s; not set by default) */
        speed?: number;
        /** Factor of the force; larger returns to the desired speed sooner. (1 by default) */
        weight?: number;
    };
    settle: {
        /**
         * Settled agents farther away do not stop an agent; larger leaves more room between them. (m; > 0; 1 by
         * default)
         */
        radius?: number;
        /**
         * Agents slow down from this distance to the target on; larger: earlier and more gently. (m; > 0; 1 by default)
         */
        slowing_radius?: number;
        /** Agents within it of the target settle; larger settles them farther from it. (m; >= 0; 0.25 by default) */
        arrival_radius?: number;
        /** Neighbours farther above or below are ignored; not set: at any height. (m; >= 0; not set by default) */
        height_band?: number;
        /**
         * Only neighbours in one of these groups count, a bit each, of those that the agent sees. ([1, 4294967296);
         * 4294967295 by default)
         */
        seen_groups?: number;
        /** The streams of the target, or one point for all agents. (m; target by default) */
        target?: Target;
        /** Factor of the force; larger turns to the target and stops more sharply. (1 by default) */
        weight?: number;
    };
    resolve_overlaps: {
        /**
         * Radius of a body, and the largest value of its stream; larger pushes bodies farther apart. (m; > 0; 0.5 by
         * default)
         */
        body_radius?: number;
        /** Neighbours farther above or below do not touch; not set: at any height. (m; >= 0; not set by default) */
        height_band?: number;
        /**
         * Only neighbours in one of these groups count, a bit each, of those that the agent sees. ([1, 4294967296);
         * 4294967295 by default)
         */
        seen_groups?: number;
        /** The edge of the world, as the locomotion's. (none by default) */
        bounds?: "none" | "wrap" | "bounce";
        /** The world; ignored where bounds is none. (m) */
        area?: Rectangle;
        /** Walls and circles that hold the agents' centres, as the locomotion's; empty: none. */
        obstacles?: Obstacles;
    };
    social_force: {
        /** Neighbours farther away are ignored; several times range changes little. (m; > 0; 5 by default) */
        radius?: number;
        /**
         * Cosine of half the field of view: neighbours outside are ignored; larger reacts to those ahead alone; -1: all
         * around. ([-1, 1]; -1 by default)
         */
        cos_field_of_view?: number;
        /**
         * Only the nearest ones count; with few, agents ignore the crowd beyond them; 0: all. ([0, 32]; 0 by default)
         */
        max_neighbours?: number;
        /**
         * Neighbours farther above or below are ignored, which shortens no search; not set: at any height. (m; >= 0;
         * not set by default)
         */
        height_band?: number;
        /**
         * Only neighbours in one of these groups count, a bit each, of those that the agent sees. ([1, 4294967296);
         * 4294967295 by default)
         */
        seen_groups?: number;
        /** Neighbours behind these are ignored; without any, agents see through walls. */
        occluders?: Obstacles;
        /**
         * Height of the potential, in m^2/s^2 where the mass is 1 kg; larger keeps more distance. (>= 0; 2.1 by
         * default)
         */
        strength?: number;
        /**
         * Length over which the potential falls by a factor of e; larger acts farther away. (m; [9.094947e-13,
         * 1099511600000]; 0.3 by default)
         */
        range?: number;
        /**
         * The way of a neighbour is kept free so far ahead; larger gives way earlier; 0: neighbours are points. (s; [0,
         * 1048576]; 2 by default)
         */
        step_time?: number;
        /** Factor for neighbours behind; smaller lets them push less. ([0, 1]; 0.5 by default) */
        rear_weight?: number;
        /** Factor of the force; larger keeps more distance. (1 by default) */
        weight?: number;
    };
    queue: {
        /**
         * Neighbours farther away are ignored; slowing_radius + gap + two bodies and more brakes in time. (m; > 0; 5 by
         * default)
         */
        radius?: number;
        /**
         * Neighbours more than half of it beside the straight way to the target are not in the way; larger waits for
         * more of them. (m; >= 0; 3 by default)
         */
        lane_width?: number;
        /** Room between two bodies, along the way; larger makes a longer queue. (m; >= 0; 0.5 by default) */
        gap?: number;
        /**
         * Radius of a body, and the largest value of its stream; larger makes a longer queue. (m; > 0; 0.5 by default)
         */
        body_radius?: number;
        /**
         * Agents slow down where there is less room ahead; larger brakes earlier and more gently. (m; > 0; 2 by
         * default)
         */
        slowing_radius?: number;
        /** Neighbours farther above or below are ignored; not set: at any height. (m; >= 0; not set by default) */
        height_band?: number;
        /**
         * Only neighbours in one of these groups count, a bit each, of those that the agent sees. ([1, 4294967296);
         * 4294967295 by default)
         */
        seen_groups?: number;
        /** The streams of the target, or one point for all agents. (m; target by default) */
        target?: Target;
        /** Factor of the force; larger brakes more sharply. (1 by default) */
        weight?: number;
    };
    orient: {
        /** The velocity, a target, another agent or an angle. (velocity by default) */
        toward?: "velocity" | "target" | "agent" | "angle";
        /**
         * Toward target and agent: the streams of the target; toward target also one point for all agents. (m; target
         * by default)
         */
        target?: Target;
        /**
         * Toward angle: the same one for all agents; not set: the stream. (rad; [-3.1415927, 3.1415927]; not set by
         * default)
         */
        target_orientation?: number;
        /** Limit of the turn's rate; larger turns faster. (rad/s; > 0; 6 by default) */
        max_angular_speed?: number;
        /** Limit of its change; smaller is more sluggish. (rad/s^2; > 0; 30 by default) */
        max_angular_acceleration?: number;
        /** Toward velocity: slower agents do not turn, also where others push them. (m/s; >= 0; 0.05 by default) */
        min_speed?: number;
    };
}

/** The array of each stream. */
export interface StreamArrays {
    /** state: rad/s; the rate at which orientation turns */
    angular_velocity: Float32Array;
    /** output: 1 while arrive is near its target, or approach stands on it; otherwise 0 */
    arrived: Uint32Array;
    /** input where bound: m; for stages with that parameter, from 0 to the parameter; unbound: the parameter */
    body_radius: Float32Array;
    /** state: number of the agent's next decision, for the draws of retarget wander and approach */
    decision: Uint32Array;
    /** output: m/s; the velocity that external locomotion asks its mover for */
    desired_velocity_x: Float32Array;
    /** output: m/s; the velocity that external locomotion asks its mover for */
    desired_velocity_y: Float32Array;
    /** state: +1 or -1; the way along the path in path following and in waypoint advance, mode ping-pong */
    direction: Int32Array;
    /** input: N; a force of the caller's, for external force */
    external_force_x: Float32Array;
    /** input: N; a force of the caller's, for external force */
    external_force_y: Float32Array;
    /** output: 1 once path following, mode once, has reached its last node */
    finished: Uint32Array;
    /** output: N; the composed force, before truncation to max_force */
    force_x: Float32Array;
    /** output: N; the composed force, before truncation to max_force */
    force_y: Float32Array;
    /** input where bound: the groups of the agent, a bit each; unbound: all */
    groups: Uint32Array;
    /**
     * output: unit tangent of waypoint advance, in the direction of travel; unit velocity of the locomotion, kept at
     * rest
     */
    heading_x: Float32Array;
    /**
     * output: unit tangent of waypoint advance, in the direction of travel; unit velocity of the locomotion, kept at
     * rest
     */
    heading_y: Float32Array;
    /** input: the agent's identity for draws and the state hash; first_id + slot if unbound */
    id: Uint32Array;
    /** input: kg, > 0 */
    mass: Float32Array;
    /** input: N, >= 0 */
    max_force: Float32Array;
    /** input: m/s, >= 0 */
    max_speed: Float32Array;
    /**
     * input where bound: s, from 2^-20 to 2^20; the agent's horizon in stages with neighbours, where that is less than
     * the stage's; unbound: the stage's
     */
    neighbour_horizon: Float32Array;
    /**
     * input where bound: m, >= 0; the agent's radius in stages with neighbours, where that is less than the stage's;
     * unbound: the stage's
     */
    neighbour_radius: Float32Array;
    /**
     * input where bound: from 0 to 2^20; a factor of the agent's forces with neighbours, beside the stage's weight;
     * unbound: 1
     */
    neighbour_weight: Float32Array;
    /** state: the node that path following seeks, counted in its path */
    node: Uint32Array;
    /** input: m; place of offset pursuit ahead of the quarry */
    offset_x: Float32Array;
    /** input: m; and to its left */
    offset_y: Float32Array;
    /** state: rad, kept in [-pi, pi); any finite value is accepted */
    orientation: Float32Array;
    /** input: slot of the second quarry of interpose; -1: none */
    other_agent: Int32Array;
    /** input: m/s */
    other_target_velocity_x: Float32Array;
    /** input: m/s */
    other_target_velocity_y: Float32Array;
    /** input: m; second quarry of interpose, or target other_target */
    other_target_x: Float32Array;
    /** input: m; second quarry of interpose, or target other_target */
    other_target_y: Float32Array;
    /** input: index into the path set; -1: no path */
    path: Int32Array;
    /** output of measure_progress: m; distance from the path */
    path_deviation: Float32Array;
    /** output: m; waypoint advance's distance from the path's start */
    path_distance: Float64Array;
    /** output of measure_progress: m; along the path to its end */
    path_remaining: Float32Array;
    /** state: m */
    position_x: Float32Array;
    /** state: m */
    position_y: Float32Array;
    /** input: m; the height, for stages with a height band */
    position_z: Float32Array;
    /**
     * state: m; position before the last locomotion, for swept path following; with external locomotion (0, 0) means
     * that it is not known
     */
    previous_x: Float32Array;
    /**
     * state: m; position before the last locomotion, for swept path following; with external locomotion (0, 0) means
     * that it is not known
     */
    previous_y: Float32Array;
    /** input where bound: an agent is avoided by those of a lower one; unbound: 0 */
    priority: Float32Array;
    /** record: the largest distance on the segment, or the path's last node */
    record_length: Float32Array;
    /** record: key of the path */
    record_path: Uint32Array;
    /** record: key of the segment or node */
    record_place: Uint32Array;
    /** record: unit vector along the segment */
    record_tangent_x: Float32Array;
    /** record: unit vector along the segment */
    record_tangent_y: Float32Array;
    /** record: m; the segment's start, or the node */
    record_x: Float32Array;
    /** record: m; the segment's start, or the node */
    record_y: Float32Array;
    /** input where bound: from 0 to 1; the agent's share of avoiding, against the other's; unbound: 0.5 */
    responsibility: Float32Array;
    /** state: s until the next decision of retarget wander, or approach with a repick interval */
    seconds_left: Float64Array;
    /** input where bound: the groups that the agent sees, a bit each; unbound: all */
    seen_groups: Uint32Array;
    /** state: segment of the path, counted from its first node */
    segment: Uint32Array;
    /** state: m into that segment */
    segment_distance: Float64Array;
    /** state: the target at which settle has stopped (settled_at); 0: on its way */
    settled: Uint32Array;
    /** input: m/s; signed along a path; >= 0 for approach */
    speed: Float32Array;
    /** input where bound: stage i acts on the agent only if bit i is set; with 0 the agent stays unchanged */
    stages: Uint32Array;
    /** output: N; the composed force, truncated to max_force */
    steering_force_x: Float32Array;
    /** output: N; the composed force, truncated to max_force */
    steering_force_y: Float32Array;
    /** state: m; displacement of the last locomotion before wrap or bounce, for swept path following */
    step_x: Float32Array;
    /** state: m; displacement of the last locomotion before wrap or bounce, for swept path following */
    step_y: Float32Array;
    /** kept by measure_progress: s spent near (still_x, still_y) */
    still_time: Float32Array;
    /** kept by measure_progress: m */
    still_x: Float32Array;
    /** kept by measure_progress: m */
    still_y: Float32Array;
    /** input: slot of the quarry, for stages with quarry agent; -1: none */
    target_agent: Int32Array;
    /** input: rad; any finite value is accepted */
    target_orientation: Float32Array;
    /** input: m/s */
    target_velocity_x: Float32Array;
    /** input: m/s */
    target_velocity_y: Float32Array;
    /** input: m; state of retarget wander */
    target_x: Float32Array;
    /** input: m; state of retarget wander */
    target_y: Float32Array;
    /** input: slot of the quarry, for target third_target; -1: none */
    third_agent: Int32Array;
    /** input: m/s */
    third_target_velocity_x: Float32Array;
    /** input: m/s */
    third_target_velocity_y: Float32Array;
    /** input: m; target third_target */
    third_target_x: Float32Array;
    /** input: m; target third_target */
    third_target_y: Float32Array;
    /** state: m/s; output of approach */
    velocity_x: Float32Array;
    /** state: m/s; output of approach */
    velocity_y: Float32Array;
    /** state: m; the point that approach walks to; starts as the position */
    walk_x: Float32Array;
    /** state: m; the point that approach walks to; starts as the position */
    walk_y: Float32Array;
    /** state: rad, kept in [-pi, pi); any finite value is accepted */
    wander_angle: Float32Array;
}
