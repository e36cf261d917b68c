// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// WendTest.exe LAYOUT: Wend.cs against this build's C library. LAYOUT is tests/c/layout.txt. Exit status 1 and the
// failed checks on stderr.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using Wend;
using Steering = Wend.Program;

[StructLayout(LayoutKind.Sequential)]
struct Vector3
{
    public float X, Y, Z;
}

// kernels/docs/engines.md, without Unity's interface and attributes.
unsafe struct SteerJob
{
    public Native.wend_program* program;
    public Native.wend_view* view;
    public Native.wend_ticks ticks;

    public void Execute()
    {
        var serial = Native.wend_execution.Init;
        serial.threading = Threading.Serial;
        fixed (Native.wend_ticks* t = &ticks)
        {
            var result = Native.wend_result.Init;
            Native.Check(Native.wend_run(program, view, t, &serial, &result), &result);
        }
    }
}

static unsafe class WendTest
{
    const int Count = 100;
    const string Stages = @"[{""seek"": {}}, {""wander"": {""weight"": 0.5}},
                             {""locomotion"": {""max_force"": 20, ""max_speed"": 3, ""mass"": 1}}]";
    static readonly string[] Streams = { "position_x", "position_y", "target_x", "target_y", "velocity_x",
                                         "velocity_y", "wander_angle" };
    static int failures;

    static int Main(string[] arguments)
    {
        StructsHaveTheLayoutOfC(arguments[0]);
        InitialisersAreThoseOfC();
        TheProgramOfThePage();
        EveryWayToBindGivesTheSameBits();
        ChunksGiveTheBitsOfOneView();
        ThreadsGiveTheSameBits();
        CallbacksReachManagedCode();
        StreamsOfAProgram();
        RefusalsThrowWendsMessage();
        FaultsAreCountedAndExplained();
        NeighboursNeedAWorkspace();
        SelectionsAndOthers();
        PathsAreFollowed();
        SnapshotsRestore();
        BuffersKeepIds();
        CallsAllocateNothing();
        if (failures == 0) Console.WriteLine("all checks passed");
        return failures == 0 ? 0 : 1;
    }

    static void Check(bool condition, string what)
    {
        if (condition) return;
        ++failures;
        Console.Error.WriteLine("failed: " + what);
    }

    static void Equal<T>(T actual, T expected, string what)
    {
        Check(EqualityComparer<T>.Default.Equals(actual, expected),
              string.Format("{0} is \"{1}\", must be \"{2}\"", what, actual, expected));
    }

    static void Refused(Action call, Code code, string message, string subject = null, int stage = -1)
    {
        try
        {
            call();
            Check(false, "not refused: " + message);
        }
        catch (WendException error)
        {
            Equal(error.Message, message, "message");
            Equal(error.Code, code, "code of: " + message);
            if (subject != null) Equal(error.Subject, subject, "subject of: " + message);
            Equal(error.Stage, stage, "stage of: " + message);
        }
    }

    // ---- Structs

    static int SizeOf(Type type)
    {
        return type.IsPointer ? sizeof(void*) : Marshal.SizeOf(type.IsEnum ? Enum.GetUnderlyingType(type) : type);
    }

    static void StructsHaveTheLayoutOfC(string file)
    {
        var seen = new HashSet<string>();
        foreach (string line in File.ReadAllLines(file))
        {
            string[] words = line.Split(' ');
            if (words[0] == "WEND_PREPARED_RUN_BYTES")
            {
                Equal(Native.WEND_PREPARED_RUN_BYTES, uint.Parse(words[1]), words[0]);
                continue;
            }
            string[] names = words[0].Split('.');
            Type type = typeof(Native).GetNestedType(names[0]);
            if (type == null)
                Check(false, "Wend.cs has no " + names[0]);
            else if (names.Length == 1)
            {
                seen.Add(names[0]);
                Equal(SizeOf(type), int.Parse(words[1]), "size of " + line);
                try
                {
                    GCHandle.Alloc(Activator.CreateInstance(type), GCHandleType.Pinned).Free();
                }
                catch (ArgumentException)
                {
                    Check(false, names[0] + " is not blittable");
                }
            }
            else
            {
                Equal((int)Marshal.OffsetOf(type, names[1]), int.Parse(words[1]), "offset of " + line);
                Equal(SizeOf(type.GetField(names[1]).FieldType), int.Parse(words[2]), "size of " + line);
            }
        }
        Check(seen.Count > 20, "layout.txt has the structs");
        foreach (Type type in typeof(Native).GetNestedTypes())
            if (type.IsValueType && type.GetFields(BindingFlags.Instance | BindingFlags.Public).Length > 0)
                Check(seen.Contains(type.Name), "layout.txt has " + type.Name);
    }

    static void InitialisersAreThoseOfC()
    {
        Equal(Native.wend_column.Init.stream, uint.MaxValue, "WEND_COLUMN_INIT.stream");
        Equal(Native.wend_ticks.Init.count, 1u, "WEND_TICKS_INIT.count");
        Equal(Native.wend_ticks.Init.first_tick, ulong.MaxValue, "WEND_TICKS_INIT.first_tick");
        Equal(Native.wend_obstacle_pool_size.Init.horizon, 3.0, "WEND_OBSTACLE_POOL_SIZE_INIT.horizon");
        Equal(Native.wend_flow_goals.Init.clearance, 0.5, "WEND_FLOW_GOALS_INIT.clearance");
        Equal(Native.wend_index_options.Init.body_radius, 0.5f, "WEND_INDEX_OPTIONS_INIT.body_radius");
        Equal(Native.wend_query_points.Init.seen_groups, uint.MaxValue, "WEND_QUERY_POINTS_INIT.seen_groups");
        Equal(Native.wend_execution.Init.struct_size, (uint)sizeof(Native.wend_execution), "struct_size");
    }

    // ---- The same bits

    /// Exact in float: a different place and goal for each agent.
    static float Start(string stream, int agent)
    {
        switch (stream)
        {
            case "position_x": return agent * 0.25f;
            case "position_y": return agent % 7;
            case "target_x": return 50 - agent % 13;
            case "target_y": return agent * 0.5f;
            default: return 0;
        }
    }

    static float[][] StartArrays()
    {
        return Streams.Select(name => Enumerable.Range(0, Count).Select(i => Start(name, i)).ToArray()).ToArray();
    }

    static View ViewOf(float[][] arrays)
    {
        var view = new View(Count);
        for (int i = 0; i < Streams.Length; ++i) view.Bind(Streams[i], arrays[i]);
        return view;
    }

    static ulong HashAfterRun(Steering program, View view)
    {
        var clock = new Clock(dt: 1.0f / 64, seed: 7);
        Equal(program.Run(view, clock, 3).Faults, 0ul, "faults");
        for (int i = 3; i < 60; ++i) program.Run(view, clock);
        Equal(clock.Tick, 60ul, "tick");
        return program.StateHash(view);
    }

    static void TheProgramOfThePage()
    {
        var positions = new Vector3[1];
        var velocities = new Vector3[1];
        float[] targetX = { 10 }, targetY = { 0 };
        using (var program = Wend.Program.FromJson(
            @"[{""seek"": {}}, {""locomotion"": {""max_force"": 20, ""max_speed"": 3, ""mass"": 1}}]"))
        using (var view = new Wend.View(positions.Length))
        {
            view.BindXY("position", positions, 0, 8);             // x and z of a Vector3[], which the view pins
            view.BindXY("velocity", velocities, 0, 8);
            view.Bind("target_x", targetX).Bind("target_y", targetY);
            var clock = new Wend.Clock(dt: 1f / 60, seed: 7);
            program.Run(view, clock);                             // once a frame
        }
        Check(positions[0].X > 0 && velocities[0].X > 0, "the page's agent seeks its target");
    }

    static void EveryWayToBindGivesTheSameBits()
    {
        using (var program = Steering.FromJson(Stages))
        using (var pinned = ViewOf(StartArrays()))
        using (var structs = new View(Count))
        using (var strided = new View(Count))
        using (var buffer = new AgentBuffer(program))
        {
            ulong start = program.StateHash(pinned), expected = HashAfterRun(program, pinned);
            Check(start != expected, "a run changes the state");

            var places = new Vector3[Count];
            var velocities = new Vector3[Count];
            var goals = new Vector3[Count];
            for (int i = 0; i < Count; ++i)
            {
                places[i] = new Vector3 { X = Start("position_x", i), Y = 5, Z = Start("position_y", i) };
                goals[i] = new Vector3 { X = Start("target_x", i), Z = Start("target_y", i) };
            }
            structs.BindXY("position", places, 0, 8).BindXY("velocity", velocities, 0, 8)
                .BindXY("target", goals, 0, 8, readOnly: true).Bind("wander_angle", new float[Count]);
            GC.Collect();  // moves arrays that are not pinned
            Equal(HashAfterRun(program, structs), expected, "hash with structs");
            Check(places.All(place => place.Y == 5), "the heights stay");
            Check(places[3].X != Start("position_x", 3), "the caller's structs move");

            var memory = (float*)Marshal.AllocHGlobal(Count * Streams.Length * sizeof(float));
            for (int i = 0; i < Count; ++i)
                for (int s = 0; s < Streams.Length; ++s) memory[i * Streams.Length + s] = Start(Streams[s], i);
            for (int s = 0; s < Streams.Length; ++s)
                strided.Bind(Streams[s], memory + s, Streams.Length * sizeof(float));
            Equal(HashAfterRun(program, strided), expected, "hash with a stride");
            Marshal.FreeHGlobal((IntPtr)memory);

            buffer.Spawn(Count);
            foreach (string stream in Streams)
                for (int i = 0; i < Count; ++i) buffer.Floats(stream)[i] = Start(stream, i);
            Equal(HashAfterRun(program, buffer.View), expected, "hash of an AgentBuffer");

#if WEND_SPAN
            using (var spans = new View(Count))
            {
                var native = (float*)Marshal.AllocHGlobal(Count * Streams.Length * sizeof(float));
                for (int s = 0; s < Streams.Length; ++s)
                {
                    var span = new Span<float>(native + s * Count, Count);
                    for (int i = 0; i < Count; ++i) span[i] = Start(Streams[s], i);
                    spans.Bind(Streams[s], span);
                }
                Equal(HashAfterRun(program, spans), expected, "hash with spans");
                Check(spans.Floats("position_x")[3] == native[3], "Floats is the bound memory");
                Refused(() => spans.Count = Count + 1, Code.LengthMismatch,
                        "stream position_x has 100 elements, the view has 101", "position_x");
                Refused(() => spans.Floats("mass"), Code.MissingStream, "the view has no stream mass", "mass");
                Marshal.FreeHGlobal((IntPtr)native);
            }
#endif
        }
    }

    static void ChunksGiveTheBitsOfOneView()
    {
        using (var program = Steering.FromJson(Stages))
        using (var whole = ViewOf(StartArrays()))
        using (var parts = ViewOf(StartArrays()))
        using (var layout = new Layout(Streams.Length))
        using (var chunks = new Chunks(layout))
        {
            for (int s = 0; s < Streams.Length; ++s) layout.Bind(Streams[s], s);
            var arrays = stackalloc void*[Streams.Length];
            for (int first = 0; first < Count; first += 5)  // more than a first allocation of chunks holds
            {
                for (int s = 0; s < Streams.Length; ++s) arrays[s] = (float*)parts.Pointer->columns[s].data + first;
                chunks.AddArrays(5, arrays, (uint)first);
            }
            var clock = new Clock(1.0f / 64, seed: 7);
            for (int i = 0; i < 60; ++i) program.Run(chunks, clock);
            Equal(program.StateHash(parts), HashAfterRun(program, whole), "hash of chunks");

            ((float*)parts.Pointer->columns[0].data)[12] = float.NaN;
            Result result = program.Run(chunks, clock);
            Equal(result.Faults, 1ul, "faults of chunks");
            Equal(result.FirstFaultChunk, 2ul, "the chunk at fault");
            Equal(result.FirstFault, 2ul, "the slot at fault");

            Refused(() => chunks.Resize(20, 1), Code.BadArgument, "chunk is 20, must be in [0, 20)", "chunk");
            Refused(() => chunks.Add(1, null), Code.BadArgument, "chunk: 1 arrays, the layout has 7", "arrays");
            chunks.Clear();
            Equal(program.Run(chunks, clock).Faults, 0ul, "faults of no chunks");
        }
    }

    static void ThreadsGiveTheSameBits()
    {
        const int many = 100000;
        using (var program = Steering.FromJson(Stages))
        using (var first = new AgentBuffer(program))
        using (var second = new AgentBuffer(program))
        {
            foreach (AgentBuffer buffer in new[] { first, second })
            {
                buffer.Spawn(many);
                for (int i = 0; i < many; ++i) buffer.Floats("target_x")[i] = i;
            }
            program.Run(first.View, 0.125f, tick: 0, count: 4);
            program.Run(second.View, 0.125f, tick: 0, count: 4,
                        execution: new Execution { Threading = Threading.Serial, Inputs = Inputs.Trusted });
            Equal(program.StateHash(second.View), program.StateHash(first.View), "hash on one thread");

            var job = new SteerJob { program = program.Pointer, view = second.View.Pointer, ticks = Native.wend_ticks.Init };
            job.ticks.dt = 0.125f;
            job.ticks.first_tick = 4;
            job.Execute();
            program.Run(first.View, 0.125f, tick: 4);
            Equal(program.StateHash(second.View), program.StateHash(first.View), "hash of a job");
            Refused(() => program.Run(first.View, 0.125f, tick: 4,
                                      execution: new Execution { Threading = Threading.Callback }),
                    Code.MissingCallback, "threading is callback, and parallel_for is null");
        }
    }

    // ---- Functions of the caller's, through Native

    static readonly Native.wend_custom_function Push = (context, call) =>
    {
        for (ulong i = 0; i < (ulong)call->count; ++i) call->force_x[i] += *(float*)context;
        return 1;
    };
    static int blocks;
    static readonly Native.wend_parallel_for_function ParallelFor = (context, count, body, bodyContext) =>
    {
        var run = (Native.wend_blocks_function)Marshal.GetDelegateForFunctionPointer(
            body, typeof(Native.wend_blocks_function));
        for (uint i = count; i > 0; --i) run(bodyContext, i - 1, i);
        blocks += (int)count;
    };

    static void CallbacksReachManagedCode()
    {
        const string external = @"[{""external_force"": {}}, {""locomotion"":
                                  {""max_force"": 20, ""max_speed"": 3, ""mass"": 1}}]";
        float push = 0.5f;
        var custom = Native.wend_custom.Init;
        custom.function = Marshal.GetFunctionPointerForDelegate(Push);
        custom.context = &push;
        var parameters = stackalloc Native.wend_parameter[3];
        fixed (byte* force = Encoding.ASCII.GetBytes("custom_force\0"), moved = Encoding.ASCII.GetBytes("locomotion\0"),
               name0 = Encoding.ASCII.GetBytes("max_force\0"), name1 = Encoding.ASCII.GetBytes("max_speed\0"),
               name2 = Encoding.ASCII.GetBytes("mass\0"))
        using (var expected = Steering.FromJson(external))
        using (var given = new AgentBuffer(expected))
        using (var own = new AgentBuffer(expected))
        {
            for (int i = 0; i < 3; ++i) parameters[i] = Native.wend_parameter.Init;
            parameters[0].name = name0;
            parameters[0].number = 20;
            parameters[1].name = name1;
            parameters[1].number = 3;
            parameters[2].name = name2;
            parameters[2].number = 1;
            var stages = stackalloc Native.wend_stage[2];
            stages[0] = stages[1] = Native.wend_stage.Init;
            stages[0].kind = force;
            stages[0].custom = &custom;
            stages[1].kind = moved;
            stages[1].parameters = parameters;
            stages[1].parameter_count = (UIntPtr)3;
            Native.wend_program* program;
            var result = Native.wend_result.Init;
            Native.Check(Native.wend_program_create(stages, (UIntPtr)2, &program, &result), &result);

            foreach (AgentBuffer buffer in new[] { given, own }) buffer.Spawn(1000);
            for (int i = 0; i < 1000; ++i) given.Floats("external_force_x")[i] = push;
            for (int i = 0; i < 10; ++i) expected.Run(given.View, 0.125f);

            var ticks = Native.wend_ticks.Init;
            ticks.dt = 0.125f;
            var execution = Native.wend_execution.Init;
            execution.threading = Threading.Callback;
            execution.block = 100;
            execution.parallel_for = Marshal.GetFunctionPointerForDelegate(ParallelFor);
            for (int i = 0; i < 10; ++i)
                Native.Check(Native.wend_run(program, own.View.Pointer, &ticks, &execution, &result), &result);
            Native.wend_program_destroy(program);
            Equal(expected.StateHash(own.View), expected.StateHash(given.View), "hash with a function of the caller's");
            Check(own.Floats("position_x")[999] > 0, "the function's force moves agents");
            Check(blocks >= 10 * 1000 / 128, "the caller's parallel_for ran the blocks");
        }
    }

    // ---- Programs, refusals, faults

    static void StreamsOfAProgram()
    {
        using (var program = Steering.FromJson(Stages))
        {
            Check(program.Draws && !program.LooksAtOthers, "wander draws, and no agent looks at others");
            StreamUse[] uses = program.Streams;
            foreach (string stream in Streams)
                Equal(uses.Count(use => use.Name == stream && use.Element == Element.F32), 1, "uses of " + stream);
            Equal(uses.Single(use => use.Name == "wander_angle").Use, Use.State, "use of wander_angle");
            Equal(uses.Single(use => use.Name == "target_x").Use, Use.Input, "use of target_x");
        }
    }

    static void RefusalsThrowWendsMessage()
    {
        Refused(() => Steering.FromJson("[{\"seek\": {\"wieght\": 1}}]"), Code.BadWords,
                "program: /0/seek/wieght: unknown key; known here: target, weight; did you mean \"weight\"?");
        Refused(() => Steering.FromJson("[{\"wander\": {\"angle_change\": 1200}}, {\"locomotion\": {}}]"),
                Code.ParameterOutOfRange, "stage 0 (wander): angle_change is 1200, must be in [0, 1000]",
                "angle_change", 0);
        using (var program = Steering.FromJson(Stages))
        using (var view = ViewOf(StartArrays()))
        using (var empty = new View(Count))
        {
            ulong start = program.StateHash(view);
            Refused(() => program.Run(view, 0.1f), Code.MissingTick,
                    "the program draws, and the call has no tick: give the number of its first tick, or take " +
                    "the ticks from a Clock");
            Refused(() => view.Bind("target_z", new float[Count]), Code.UnknownStream, "\"target_z\" is no stream",
                    "target_z");
            Refused(() => view.Bind("target_x", new float[3]), Code.LengthMismatch,
                    "stream target_x has 3 elements, the view has 100", "target_x");
            Refused(() => view.Count = -1, Code.BadArgument, "count is -1, must be >= 0", "count");
            Refused(() => program.Run(empty.Bind("position_x", new float[Count]), 0.1f, 0), Code.MissingStream,
                    "stage 0 (seek): stream position_y is needed, and not bound", "position_y", 0);
            Refused(() => program.Tune(1, "weight", double.NaN), Code.BadWords,
                    "program: /1/wander/weight: nan is no number");
            Refused(() => program.Tune(1, "angle_change", 1200), Code.ParameterOutOfRange,
                    "stage 1 (wander): angle_change is 1200, must be in [0, 1000]", "angle_change", 1);
            Refused(() => program.Tune(5, "weight", 1), Code.NotTunable, "the program has no stage 5", "stage");
            Refused(() => view.BindField("position_x", new Vector3[Count], 12), Code.BadArgument,
                    "stream position_x: offset is 12, must be in [0, 8]", "position_x");
            Equal(program.StateHash(view), start, "hash after refusals");

            view.Bind("velocity_x", new int[Count]);
            Refused(() => program.Run(view, 0.1f, 0), Code.ElementTypeMismatch,
                    "velocity_x: element is WEND_I32, must be WEND_F32", "velocity_x");
            view.Bind("velocity_x", new float[Count], readOnly: true);
            Refused(() => program.Run(view, 0.1f, 0), Code.ReadOnlyStream,
                    "stream velocity_x is written, and bound read-only", "velocity_x");
            view.Bind("velocity_x", new float[Count]);
            Equal(program.Run(view, 0.1f, 0).Faults, 0ul, "faults after a stream was bound again");

            program.Dispose();
            Refused(() => program.Run(view, 0.1f, 0), Code.BadArgument, "program is NULL", "program");
        }
    }

    static void FaultsAreCountedAndExplained()
    {
        using (var program = Steering.FromJson(Stages))
        {
            float[][] arrays = StartArrays();
            using (var view = ViewOf(arrays))
            {
                arrays[0][7] = float.NaN;
                Result result = program.Run(view, 0.125f, tick: 0, count: 2);
                Equal(result.Faults, 2ul, "faults");
                Equal(result.FirstFault, 7ul, "first fault");
                Equal(program.Explain(view, 7, 0.125f, 0),
                      "stage 0 (seek): position_x is nan, must be in [-1e+18, 1e+18]", "reason");
                Equal(program.Explain(view, 8, 0.125f, 0), "", "reason of an agent without a fault");
                string notice;
                Equal(program.Validate(view, 0.125f, out notice, tick: 0).Faults, 1ul, "faults of a validation");
                Equal(notice, "", "notice of a short tick");
                using (var arriving = Steering.FromJson(Stages.Replace("seek", "arrive")))
                    arriving.Validate(view, 4, out notice, tick: 0);
                Check(notice.EndsWith("agents swing about their target for ever"), "notice: " + notice);
            }
        }
    }

    static void NeighboursNeedAWorkspace()
    {
        const string stages = @"[{""separation"": {""radius"": 3}}, {""locomotion"":
                                {""max_force"": 20, ""max_speed"": 3, ""mass"": 1}}]";
        using (var program = Steering.FromJson(stages))
        using (var view = ViewOf(StartArrays()))
        {
            Check(program.LooksAtOthers, "agents with separation look at others");
            try
            {
                program.Run(view, 0.125f, 0);
                Check(false, "a missing workspace is refused");
            }
            catch (WendException error)
            {
                Equal(error.Code, Code.MissingWorkspace, "code without a workspace");
            }
            view.ReserveWorkspace(program);
            float* memory = view.Pointer->workspace;
            ulong start = program.StateHash(view);
            program.Run(view, 0.125f, 0);
            Check(program.StateHash(view) != start, "neighbours push");
            view.ReserveWorkspace(program);
            Check(view.Pointer->workspace == memory, "a workspace that is large enough stays");
        }
    }

    static void SelectionsAndOthers()
    {
        using (var program = Steering.FromJson(Stages))
        {
            float[][] arrays = StartArrays();
            using (var view = ViewOf(arrays))
            {
                uint* slots = stackalloc uint[2];
                slots[0] = 3;
                slots[1] = 5;
                view.SelectSlots(slots, 2);
                program.Run(view, 0.125f, 0);
                Check(arrays[4][3] != 0 && arrays[4][5] != 0 && arrays[4].Count(speed => speed != 0) == 2,
                      "the agents in two slots move");
                byte* mask = stackalloc byte[Count];
                for (int i = 0; i < Count; ++i) mask[i] = i == 9 ? (byte)1 : (byte)0;
                view.SelectMask(mask);
                program.Run(view, 0.125f, 1);
                Check(arrays[4][9] != 0 && arrays[4].Count(speed => speed != 0) == 3, "the agent of the mask moves");
                view.SelectAll();
                view.Count = 50;
                program.Run(view, 0.125f, 2);
                Check(arrays[4].Take(50).All(speed => speed != 0) && arrays[4].Skip(50).All(speed => speed == 0),
                      "the first 50 agents move");
            }
        }
        const string hunt = @"[{""pursue"": {""quarry"": ""agent""}}, {""locomotion"":
                              {""max_force"": 20, ""max_speed"": 3, ""mass"": 1}}]";
        using (var program = Steering.FromJson(hunt))
        using (var predators = new AgentBuffer(program))
        using (var prey = new AgentBuffer(program))
        {
            predators.Spawn();
            prey.Spawn(2);
            predators.Ints("target_agent")[0] = 1;
            prey.Floats("position_x")[1] = -8;
            predators.View.Others = prey.View;
            program.Run(predators.View, 0.125f);
            Check(predators.Floats("velocity_x")[0] < 0 && prey.Floats("velocity_x")[1] == 0,
                  "a predator goes to its prey in another view");
            prey.Dispose();
            try
            {
                program.Run(predators.View, 0.125f);
                Check(false, "a disposed view of others is refused");
            }
            catch (ObjectDisposedException)
            {
            }
            predators.View.Others = null;
            predators.View.ReserveWorkspace(program);
            Equal(program.Run(predators.View, 0.125f).Faults, 1ul, "faults of an agent whose quarry is in no slot");
        }
    }

    static void PathsAreFollowed()
    {
        const string stages = @"[{""path_follow"": {}}, {""locomotion"":
                                {""max_force"": 20, ""max_speed"": 3, ""mass"": 1}}]";
        Refused(() => new Paths(new[] { new double[] { 0, 0, double.NaN, 1 } }), Code.BadPoint,
                "path 0, point 1: coordinate is nan, must be in [-1e18, 1e18]");
        using (var paths = new Paths(new[] { new double[] { 0, 0, 10, 0 }, new double[] { 0, 0, 0, 10 } }))
        using (var program = Steering.FromJson(stages, paths))
        using (var buffer = new AgentBuffer(program))
        {
            paths.Dispose();  // the program keeps them
            buffer.Spawn(2);
            buffer.Ints("path")[1] = 1;
            for (int i = 0; i < 20; ++i) program.Run(buffer.View, 0.125f);
            float* x = buffer.Floats("position_x"), y = buffer.Floats("position_y");
            Check(x[0] > 1 && y[0] == 0 && x[1] == 0 && y[1] > 1, "each agent follows its path");
        }
    }

    static void SnapshotsRestore()
    {
        using (var program = Steering.FromJson(Stages))
        using (var view = ViewOf(StartArrays()))
        {
            var snapshot = new byte[program.SnapshotBytes(view)];
            ulong start = program.StateHash(view);
            program.Save(view, snapshot);
            program.Run(view, 0.125f, 0, 10);
            Check(program.StateHash(view) != start, "a run changes the state");
            program.Restore(view, snapshot);
            Equal(program.StateHash(view), start, "hash of the restored state");
            ulong[] halves = program.StateHashes(view, 0, 0x80000000, 2);
            Equal(unchecked(halves[0] + halves[1]), start, "hashes of buckets of ids");
            try
            {
                program.Restore(view, new byte[3]);
                Check(false, "a short snapshot is refused");
            }
            catch (WendException error)
            {
                Equal(error.Code, Code.BadSnapshot, "code of a short snapshot");
            }
        }
    }

    static void BuffersKeepIds()
    {
        using (var program = Steering.FromJson(@"[{""pursue"": {""quarry"": ""agent""}}, {""locomotion"": {}}]"))
        using (var buffer = new AgentBuffer(program, "body_radius"))
        {
            Equal(buffer.Spawn(3), 0, "first slot");
            Equal(buffer.Spawn(40), 3, "slot of the next agents");
            Equal(buffer.Floats("mass")[42], 1f, "mass of a new agent");
            Equal(buffer.Ints("target_agent")[42], -1, "target_agent of a new agent");
            Equal(buffer.Floats("body_radius")[0], 0f, "body_radius of a new agent");
            buffer.Ints("target_agent")[5] = 42;
            buffer.Ints("target_agent")[6] = 1;
            buffer.Remove(1);
            Equal(buffer.Count, 42, "agents");
            Equal(buffer.Uints("id")[1], 42u, "id of the agent that takes the slot");
            Equal(buffer.Ints("target_agent")[5], 1, "slot of an agent that moved");
            Equal(buffer.Ints("target_agent")[6], -1, "slot of an agent that is removed");
            buffer.Remove(41);
            Equal(buffer.Uints("id")[buffer.Spawn()], 43u, "id of the next agent");
            Refused(() => buffer.Remove(42), Code.BadArgument, "slot is 42, must be in [0, 42)", "slot");
            Refused(() => buffer.Ints("mass"), Code.MissingStream, "the buffer has no stream mass of I32", "mass");
        }
    }

    // ---- Allocation

    public static object Sink;

    /// Collections during 100,000 calls, in a nursery of 512 KiB: an object a call is 2 or more.
    static int Collections(Action call)
    {
        call();  // compiled
        int before = GC.CollectionCount(0);
        for (int i = 0; i < 100000; ++i) call();
        return GC.CollectionCount(0) - before;
    }

    static void CallsAllocateNothing()
    {
        Equal(Environment.GetEnvironmentVariable("MONO_GC_PARAMS"), "nursery-size=512k", "MONO_GC_PARAMS");
        Check(Collections(() => Sink = new object()) > 1, "an object a call is noticed");
        using (var program = Steering.FromJson(Stages))
        using (var buffer = new AgentBuffer(program))
        using (var layout = new Layout(Streams.Length))
        using (var chunks = new Chunks(layout))
        {
            for (int s = 0; s < Streams.Length; ++s) layout.Bind(Streams[s], s);
            buffer.Spawn(4);
            var arrays = (void**)Marshal.AllocHGlobal(Streams.Length * sizeof(void*));
            for (int s = 0; s < Streams.Length; ++s) arrays[s] = buffer.Floats(Streams[s]);
            var clock = new Clock(1.0f / 64, seed: 7);
            var snapshot = new byte[program.SnapshotBytes(buffer.View)];
            float* x = buffer.Floats("position_x");
            var calls = new Dictionary<string, Action> {
                { "Run of a view", () => program.Run(buffer.View, clock) },
                { "Run of chunks", () => {
                    chunks.Clear();
                    chunks.AddArrays(4, arrays);
                    program.Run(chunks, clock);
                } },
                { "Tune", () => program.Tune(1, "weight", 0.25) },
                { "Save and Restore", () => {
                    program.Save(buffer.View, snapshot);
                    program.Restore(buffer.View, snapshot);
                } },
                { "StateHash", () => program.StateHash(buffer.View) },
                { "Bind of a pointer", () => buffer.View.Bind("position_x", x) },
                { "Spawn and Remove", () => {
                    buffer.Spawn();
                    buffer.Remove(0);
                } },
            };
            foreach (KeyValuePair<string, Action> call in calls)
                Equal(Collections(call.Value), 0, "collections of " + call.Key);
            Marshal.FreeHGlobal((IntPtr)arrays);
        }
    }
}
