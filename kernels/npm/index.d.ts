// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

import type { Stages, StreamArrays } from "./stages.js";
export type { Stages, StreamArrays };

export type StageName = keyof Stages;
export type StreamName = keyof StreamArrays;

/** An array of one of the types that streams have; `StreamArrays`, `Program.streams` and `Wend.streamTypes` say which. */
export type StreamArray = StreamArrays[StreamName];
export type StreamArrayType = Float32ArrayConstructor | Float64ArrayConstructor | Int32ArrayConstructor | Uint32ArrayConstructor;

/** Streams by their names, one element an agent. */
export type Streams = Partial<StreamArrays>;
/** Refuses keys that are no streams. */
export type NoOtherKeys<S> = { [Name in Exclude<keyof S, StreamName>]: never };

export interface LoadOptions {
    /**
     * The module, or its address: by default the file beside this one, `wend.wasm`, or `wend_reference.wasm` where there is
     * no SIMD128.
     */
    module?: URL | string | BufferSource | WebAssembly.Module;
    /**
     * Size of the module's memory: 16 MiB to 4 GiB - 64 KiB, 256 MiB by default. It never grows: arrays in it stay valid.
     */
    bytes?: number;
}

/** Compiles the module. Every `Wend` has a memory of its own. */
export function load(options?: LoadOptions): Promise<Wend>;

/**
 * A compiled module for `load({ module })`, any number of times; `postMessage` takes it to a worker. It streams where the
 * server gives the media type application/wasm.
 */
export function compile(module?: LoadOptions["module"]): Promise<WebAssembly.Module>;

/** Whether this browser has SIMD128. */
export function hasVectors(): boolean;

/** Which ticks a call runs. */
export interface Ticks {
    /** Seconds a tick. */
    dt: number;
    /** Number of the first tick: draws depend on it, so that a program that draws is refused without it. */
    tick?: number | bigint;
    /** Ticks in this call: 1 by default. */
    count?: number;
    /** Of all draws: 0 by default. */
    seed?: number | bigint;
}

/** How a call is carried out. Nothing in it changes a bit of the result. */
export interface Execution {
    /** One of `Wend.isas`; the best by default. */
    isa?: string;
    /**
     * Skips the check of values: for arrays that `validate` found clean, with each wander_angle, orientation and
     * target_orientation in [-pi, pi], and that only wend has written since. Otherwise agents get meaningless values.
     */
    trusted?: boolean;
}

/** The report of a call. */
export interface Result {
    /** Agent-ticks that were skipped because of invalid values. */
    faults: number;
    /** Smallest slot with a fault. */
    firstFault: number | null;
    /** Agent-ticks in which a stage left out neighbours beyond its max_neighbours. */
    capped: number;
    /** From `validate`: legal but probably unintended, for instance ticks too long for agents to settle; or "". */
    notice: string;
}

/** Of several views. */
export interface ViewsResult extends Result {
    /** Which of the views has the first fault. */
    firstFaultView: number | null;
}

/** Why an agent faults. */
export interface BadValue {
    stream: string;
    value: number;
    stage: number | null;
    message: string;
}

/** A refusal. Nothing was written. */
export class WendError extends Error {
    /** `WEND_...` of wend.h without the prefix: "MISSING_STREAM". */
    readonly code: string;
    /** The stream or parameter that it is about. */
    readonly subject: string;
    /** The number of the stage. */
    readonly stage: number | null;
}

export interface ViewOptions {
    /** The id of the agent in slot 0, where no `id` is bound: 0 by default. Draws belong to ids. */
    firstId?: number;
    /** The view whose agents this one's look at; by default this view. */
    others?: View | null;
    /** The agents that calls work on, by one element an agent or a list of slots; the others keep all their streams. */
    only?: Uint8Array | Uint32Array | null;
    /** It is a part of a larger view, whose slots `target_agent` may name. */
    slice?: boolean;
}

/**
 * Which array holds which stream. Arrays in wend's memory (`Wend.allocate`, `Program.zeros`) are read and written where
 * they are. Others are copied in before every call, and out again if the program writes them. Nothing is converted:
 * an array of another type than the stream's is refused.
 */
export class View<S extends Streams = {}> {
    protected constructor();
    /** Those that are known to be bound are not optional. */
    readonly streams: Readonly<Streams & S>;
    /** The number of agents. */
    readonly length: number;
    /**
     * Gives back the view's memory, with the arrays that `zeros` made; those of `allocate` stay. Refused while another view
     * binds an array that `zeros` made for this one.
     */
    free(): void;
}

/**
 * Agents that enter and leave, a view of those that are there: `length` of the first elements of its arrays, which lie in
 * wend's memory and stay valid. A slot is a place in the arrays, an id is an agent: each new one gets the next id, so that
 * no id is used twice. target_agent, other_agent and third_agent follow the agents that they name, and become -1 where
 * these are removed; not so where the buffer looks at `others`.
 */
export class AgentBuffer<S extends Streams = {}> extends View<S> {
    private constructor();
    /** Agents for which there is room. */
    readonly capacity: number;
    /** The id of the next new agent. */
    nextId: number;
    /**
     * Adds agents behind the last; returns the slot of the first. `values`: of their streams, one for each or one number for
     * all of them; the others start as in `Program.zeros`.
     */
    spawn(count?: number, values?: { [Name in StreamName]?: number | ArrayLike<number> }): number;
    /**
     * Removes the agent in a slot, those in several, or those whose element of a Uint8Array is not 0; returns how many. The
     * last agent takes the first free slot, the one before it the next, and so on.
     */
    remove(agents: number | readonly number[] | Uint32Array | Uint8Array): number;
    /** The slot of the agent with that id; null without it. It compares all ids. */
    slotOf(id: number): number | null;
}

/** In metres. */
export type Point = readonly [x: number, y: number];
export type Rectangle = readonly [min_x: number, min_y: number, max_x: number, max_y: number];
/** The streams of a stage's target, or one point for all agents. */
export type Target = "target" | "other_target" | "third_target" | Point;
export interface Obstacles {
    circles?: readonly (readonly [x: number, y: number, radius: number])[];
    walls?: readonly (readonly Point[])[];
    polygons?: readonly (readonly Point[])[];
    /** The program's paths are walls. */
    paths?: boolean;
}
/** Desired velocities on a grid, or the way to the nearest of the goals. */
export interface FlowField {
    area?: Rectangle;
    columns: number;
    rows: number;
    /** m/s, one a cell, the rows from min_y up. */
    velocity_x?: readonly number[];
    velocity_y?: readonly number[];
    goals?: readonly Point[];
    /** Factors of the way through each cell. */
    costs?: readonly number[];
    obstacles?: Obstacles;
    /** m */
    clearance?: number;
    /** m/s */
    speed?: number;
}

/** A polyline: points, or their coordinates one after the other. */
export type PathPoints = readonly Point[] | Float64Array | Float32Array;
export interface Path {
    points: PathPoints;
    /** The segment from the last point back to the first belongs to it. */
    closed?: boolean;
    /** Of waypoint_advance: lateral distance of the segment that begins at each point. */
    offsets?: ArrayLike<number>;
}
export type PathMode = "once" | "loop" | "ping-pong" | "ping_pong";

/** Many polylines; immutable. */
export class Paths {
    private constructor();
    readonly count: number;
    /** A path's length; in mode loop with the segment back to its start. */
    length(path: number, mode?: PathMode): number;
    /** A path's points without repetitions, as the kernels see them. */
    nodes(path: number): [number, number][];
    /** Programs made with the paths stay valid. */
    free(): void;
}

export interface StreamUse {
    readonly name: StreamName;
    readonly type: StreamArrayType;
    /** "input"; "state": read and written, the state hash covers it; "output": written where it is bound;
     * "record": copies of path data, which save time where they are bound, and change no result. */
    readonly use: "input" | "state" | "output" | "optional" | "record";
}

/** `{ seek: { weight: 2 } }`: a stage's name, and the parameters that differ from their defaults. */
export type Stage = { [Name in StageName]: Record<Name, Stages[Name]> }[StageName];
/** A scenario file; of its other keys only the area in "agents" is read. */
export interface Scenario {
    stages: readonly Stage[];
    [key: string]: unknown;
}

/** An ordered list of stages over one agent set. Immutable but for `tune`. */
export class Program {
    private constructor();
    /** The kinds of its stages. */
    readonly stages: readonly StageName[];
    /** The streams that must be bound, and then the outputs. `id` and `stages` may be bound for every program. */
    readonly streams: readonly StreamUse[];
    /** `run` wants the number of the tick. */
    readonly draws: boolean;
    readonly looksAtOthers: boolean;
    /** The `wend_program*` in the module. */
    readonly handle: number;
    /**
     * A view of `count` agents: the arrays of `given`, and new ones in wend's memory for the other streams that it needs,
     * its records, and those of its `outputs` that are named. They start with zeros, but direction, mass and max_speed with 1, and
     * target_agent, other_agent and third_agent with -1 (no agent). `View.free` releases them.
     */
    zeros<S extends Streams = {}, Output extends StreamName = never>(
        count: number, given?: S & NoOtherKeys<S>, options?: ViewOptions & { outputs?: readonly Output[] },
    ): View<S & Pick<StreamArrays, Output | "position_x" | "position_y">>;
    /** A buffer for that many agents, with the streams that the program needs, its records, `id`, and others by name. */
    buffer<Name extends StreamName = never>(
        capacity: number, options?: { streams?: readonly Name[]; others?: View | null },
    ): AgentBuffer<Pick<StreamArrays, Name | "id" | "position_x" | "position_y">>;
    /** Advances every agent. An agent with an invalid value keeps its state, and is counted. */
    run(view: View, options: Ticks & Execution): Result;
    /**
     * `run` for several views in one call: the chunks of an entity system, the rooms of a server. With "all_views" their
     * agents see those of all views, as in one view of all agents one behind the other: slots count through the views, and
     * no two of them have the same ids. `starts`: the first tick and the seed of each view in place of `tick` and `seed`, so
     * that a room that starts again repeats itself.
     */
    runViews(views: readonly View[], options: Ticks & Execution & {
        see?: "own_view" | "all_views";
        starts?: readonly { tick: number | bigint; seed?: number | bigint }[];
    }): ViewsResult;
    /** Writes force_x, force_y, steering_force_x and steering_force_y, those that are bound, and moves no agent.
     * No state advances; the stage external_locomotion is for bodies that an engine moves. */
    forces(view: View, options: Ticks & Execution): Result;
    /** The checks of `run`, and the agents that would fault in the first tick. Writes no stream. */
    validate(view: View, options: Ticks & Execution): Result;
    /** Why the agent in `slot` would fault in a tick; null where it would not. `skip` passes over the first reasons. */
    explain(view: View, slot: number, options: Ticks & { skip?: number }): BadValue | null;
    /** The state's fingerprint, of 64 bits: equal states have equal ones, on every machine. */
    stateHash(view: View): bigint;
    /** The fingerprints of the agents of each of `count` buckets of `ids` consecutive ids: where two peers part. */
    stateHashes(view: View, firstId: number, ids: number, count: number): BigUint64Array;
    /** A copy of the state, to come back to this tick. */
    save(view: View): Uint8Array;
    restore(view: View, snapshot: Uint8Array): void;
    /**
     * Starts a journal of calls on the view: `write` takes its blocks one after the other, such as by appending them to a
     * file. What the caller writes between the calls is found by comparison.
     */
    record(view: View, write: (block: Uint8Array) => void, options?: JournalOptions): JournalWriter;
    /** Changes parameters of the stage with that number; the others stay: `program.tune(0, { weight: 2 })`. */
    tune(stage: number, parameters: Partial<Stages[StageName]>): void;
    free(): void;
}

/** In calls. */
export interface JournalOptions {
    /** How often the state's hash is recorded: 1 by default; 0: never. */
    hashEvery?: number;
    /** How many calls are in one block: 1 by default. */
    flushEvery?: number;
    /** Agents of a later call: as many as now by default. */
    mostAgents?: number;
    /** Only the streams are compared that `changed` names: less time, and a replay finds the others by the next hash. */
    declaredChanges?: boolean;
}

/** Records the calls of one program: its `run` in place of `Program.run`. */
export class JournalWriter {
    private constructor();
    /** The view may have other agents than that of the start, and other arrays. Throws errors of `write`; the call was run. */
    run(view: View, options: Ticks & Execution): Result;
    /** Names streams that the caller changed since the last call, or will change before the next. */
    changed(...streams: readonly StreamName[]): void;
    /** Gives `write` the calls until now. */
    flush(): void;
    /**
     * Whether all calls are recorded: false after an error of `write`, and after a call with other streams or more agents than
     * `mostAgents`. The journal ends before that call.
     */
    readonly works: boolean;
    /** Ends the journal. */
    free(): void;
}

/** A call of a journal, and what the caller changed before it. */
export interface JournalCall {
    readonly number: number;
    readonly dt: number;
    readonly count: number;
    readonly tick: number | null;
    readonly seed: bigint;
    /** Of the state after it. */
    readonly hash: bigint | null;
    /** "OK", or that of the refusal: the call changed nothing. */
    readonly code: string;
    readonly faults: number;
    /** The streams that the caller wrote. */
    readonly changed: readonly StreamName[];
    /** Agents entered or left. */
    readonly otherAgents: boolean;
    /** Parameters changed. */
    readonly tuned: boolean;
    /** Paths, obstacles or fields changed. */
    readonly otherSets: boolean;
}

/** Reads a journal, of any machine and language, and runs its calls again; those with custom stages are refused. */
export class Journal implements Iterable<JournalCall> {
    private constructor();
    /** Goes to the next call, whose agents `stream` then has; null behind the last. A call that was not run runs first. */
    next(): JournalCall | null;
    [Symbol.iterator](): Iterator<JournalCall>;
    run(options?: Execution): Result;
    /** The fingerprint of the state of now: that of the call's `hash` after `run`, if this machine is right. */
    stateHash(): bigint;
    /** A copy of a stream of now. */
    stream<Name extends StreamName>(name: Name): StreamArrays[Name];
    /** Why the journal ends before its bytes do, or before its writer ended it; "" until then. */
    readonly damage: string;
    free(): void;
}

/** Numbers the ticks of a simulation, so that no tick is run twice: `program.run(view, clock.next())`. */
export class Clock {
    constructor(options: { dt: number; seed?: number | bigint; tick?: number });
    dt: number;
    seed: number | bigint;
    /** The next tick. Save it, and set it again to resume. */
    tick: number;
    next(count?: number): Required<Ticks>;
}

/** The library in a memory of its own. */
export class Wend {
    private constructor();
    readonly memory: WebAssembly.Memory;
    /** The functions of wend.h, malloc and free. */
    readonly exports: { malloc(bytes: number): number; free(address: number): void; [name: string]: (...args: any[]) => any };
    readonly version: string;
    /** Of everything that defines bits. */
    readonly bitsVersion: number;
    /** Instruction sets: "reference", "scalar", and "simd128" where there is SIMD128. All give the same bits. */
    readonly isas: readonly string[];
    /** All streams, and the types of their arrays. */
    readonly streamTypes: ReadonlyMap<StreamName, StreamArrayType>;
    /** Zeros in wend's memory; the caller's, until `free`. */
    allocate<T extends StreamArrayType | Uint8ArrayConstructor>(type: T, length: number): InstanceType<T>;
    /** Gives back an array of `allocate`. Refused while a view binds it, or a part of it: free the view first. */
    free(array: StreamArray | Uint8Array): void;
    view<S extends Streams>(streams: S & NoOtherKeys<S>, options?: ViewOptions): View<S>;
    paths(paths: readonly (PathPoints | Path)[]): Paths;
    /** A scenario file's stages, or JSON text of a scenario or of stages. */
    program(scenario: Scenario | string, paths?: Paths | null): Program;
    program(stages: readonly Stage[], paths?: Paths | null): Program;
    /** A journal that `Program.record`, C, C++ or Python wrote. */
    journal(bytes: Uint8Array): Journal;
    /** A program that C or C++ in the same module made; it belongs to the result. */
    programOf(handle: number): Program;
}
