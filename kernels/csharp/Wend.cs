// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// wend for C#: this file and libwend_c.so are all of it. README.md beside it says how engines load them. Compile
// with unsafe code allowed. Overloads with Span are there where the target has it, or with WEND_SPAN.
#if NETCOREAPP2_1_OR_GREATER || NETSTANDARD2_1_OR_GREATER || NETSTANDARD2_1 || UNITY_2021_2_OR_NEWER
#define WEND_SPAN
#endif

using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Wend
{
    /// <summary>A refusal, with wend's message. Nothing was written, except for Code.ThreadingFailed.</summary>
    public sealed class WendException : Exception
    {
        public readonly Code Code;
        /// <summary>The stream or parameter that it is about, or "".</summary>
        public readonly string Subject;
        /// <summary>The number of the stage, or -1.</summary>
        public readonly int Stage;

        public WendException(string message, Code code, string subject = "", int stage = -1) : base(message)
        {
            Code = code;
            Subject = subject;
            Stage = stage;
        }
    }

    /// <summary>The report of a call.</summary>
    public struct Result
    {
        /// <summary>Agent-ticks skipped because of invalid values.</summary>
        public ulong Faults;
        /// <summary>The smallest slot among them; meaningful where Faults > 0.</summary>
        public ulong FirstFault;
        /// <summary>Of chunks: the number of the one with FirstFault.</summary>
        public ulong FirstFaultChunk;
        /// <summary>Agent-ticks in which a stage ignored neighbours beyond max_neighbours.</summary>
        public ulong Capped;
    }

    /// <summary>How a call is carried out: nothing in it changes a bit of the result. The default: all threads of
    /// oneTBB, and checked inputs.</summary>
    public struct Execution
    {
        public Threading Threading;
        /// <summary>0: as many as the machine has.</summary>
        public uint MaxThreads;
        public Inputs Inputs;
    }

    /// <summary>Numbers the ticks of a simulation, so that no tick is run twice. A saved game keeps Tick.</summary>
    public sealed class Clock
    {
        /// <summary>s: the length of a tick.</summary>
        public float Dt;
        public ulong Seed;
        /// <summary>The number of the next tick.</summary>
        public ulong Tick;

        public Clock(float dt, ulong seed = 0, ulong tick = 0)
        {
            Dt = dt;
            Seed = seed;
            Tick = tick;
        }
    }

    /// <summary>A stream of a program, and how it is used.</summary>
    public struct StreamUse
    {
        public string Name;
        public Element Element;
        public Use Use;
    }

    /// <summary>An ordered list of stages over one agent set, such as forces and a locomotion. Any number of threads
    /// may use it at the same time, except during Tune and Dispose.</summary>
    public sealed unsafe class Program : IDisposable
    {
        Native.wend_program* program;

        Program(Native.wend_program* program) { this.program = program; }

        /// <summary>From an array of stages, or a scenario, whose paths `paths` replaces:
        /// [{"seek": {}}, {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1}}]. The page "stages" of wend
        /// has all stages and their parameters.</summary>
        public static Program FromJson(string json, Paths paths = null)
        {
            Native.CheckLibrary();
            byte[] text = Native.Utf8(json);
            var result = Native.wend_result.Init;
            Native.wend_program* made;
            fixed (byte* data = text)
                Native.Check(Native.wend_program_from_json(data, (UIntPtr)(text.Length - 1),
                                                           paths == null ? null : paths.Pointer, &made, &result),
                             &result);
            GC.KeepAlive(paths);
            return new Program(made);
        }

        ~Program() { Free(); }

        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        void Free()
        {
            Native.wend_program_destroy(program);
            program = null;
        }

        /// <summary>For the functions of Native. Valid until Dispose.</summary>
        public Native.wend_program* Pointer => program;

        /// <summary>Whether a run needs the number of its first tick.</summary>
        public bool Draws => Native.wend_program_draws(program) != 0;

        /// <summary>Whether agents look at others, so that a view needs ReserveWorkspace.</summary>
        public bool LooksAtOthers => Native.wend_program_looks_at_others(program) != 0;

        /// <summary>The streams that must be bound, then outputs, optional inputs and records.</summary>
        public StreamUse[] Streams
        {
            get
            {
                var uses = new StreamUse[(int)Native.wend_program_stream_count(program)];
                for (int i = 0; i < uses.Length; ++i)
                {
                    var use = Native.wend_stream_use.Init;
                    var result = Native.wend_result.Init;
                    Native.Check(Native.wend_program_stream(program, (UIntPtr)i, &use, &result), &result);
                    uses[i] = new StreamUse { Name = Native.Text(use.name), Element = use.element, Use = use.use };
                }
                GC.KeepAlive(this);
                return uses;
            }
        }

        /// <summary>Advances every agent of the view by `count` ticks of `dt` seconds, and allocates nothing. An agent
        /// with an invalid value keeps its state and is counted in Faults.</summary>
        public Result Run(View view, float dt, ulong tick = Native.WEND_NO_TICK, uint count = 1, ulong seed = 0,
                          Execution execution = default(Execution))
        {
            var ticks = Ticks(dt, tick, count, seed);
            var how = Native.ExecutionOf(execution);
            var result = Native.wend_result.Init;
            Native.Check(Native.wend_run(program, View.PointerOf(view), &ticks, &how, &result), &result);
            GC.KeepAlive(this);
            GC.KeepAlive(view);
            return Native.ResultOf(&result);
        }

        /// <summary>The next `count` ticks of the clock.</summary>
        public Result Run(View view, Clock clock, uint count = 1, Execution execution = default(Execution))
        {
            Result result = Run(view, clock.Dt, clock.Tick, count, clock.Seed, execution);
            clock.Tick += count;
            return result;
        }

        /// <summary>Run for the chunks of an entity system: one parallel loop over all of them.</summary>
        public Result Run(Chunks chunks, float dt, ulong tick = Native.WEND_NO_TICK, uint count = 1, ulong seed = 0,
                          Execution execution = default(Execution))
        {
            var ticks = Ticks(dt, tick, count, seed);
            var how = Native.ExecutionOf(execution);
            var result = Native.wend_result.Init;
            Native.Check(Native.wend_run_chunks(program, chunks.Layout.Pointer, chunks.Pointer, (UIntPtr)chunks.Count,
                                                &ticks, &how, &result),
                         &result);
            GC.KeepAlive(this);
            GC.KeepAlive(chunks);
            return Native.ResultOf(&result);
        }

        public Result Run(Chunks chunks, Clock clock, uint count = 1, Execution execution = default(Execution))
        {
            Result result = Run(chunks, clock.Dt, clock.Tick, count, clock.Seed, execution);
            clock.Tick += count;
            return result;
        }

        /// <summary>Finds agents that a run would skip. `notice` is a sentence about values that are legal and probably
        /// unintended, such as a tick that is too long, or "".</summary>
        public Result Validate(View view, float dt, out string notice, ulong tick = Native.WEND_NO_TICK, ulong seed = 0)
        {
            var ticks = Ticks(dt, tick, 1, seed);
            var result = Native.wend_result.Init;
            Native.Check(Native.wend_validate(program, View.PointerOf(view), &ticks, null, &result), &result);
            GC.KeepAlive(this);
            GC.KeepAlive(view);
            notice = result.notice == Code.Ok ? "" : Native.Text(result.message);
            return Native.ResultOf(&result);
        }

        /// <summary>Why the agent in that slot would be skipped, or "".</summary>
        public string Explain(View view, int slot, float dt, ulong tick = Native.WEND_NO_TICK, ulong seed = 0)
        {
            var ticks = Ticks(dt, tick, 1, seed);
            var result = Native.wend_result.Init;
            Native.wend_view* seen = View.PointerOf(view);
            Code code = Native.wend_explain(program, seen, &ticks, (UIntPtr)slot, UIntPtr.Zero, &result);
            if (code != Code.BadValue) Native.Check(code, &result);
            GC.KeepAlive(this);
            GC.KeepAlive(view);
            return code == Code.Ok ? "" : Native.Text(result.message);
        }

        /// <summary>Changes a number of a stage, such as "weight"; allocates nothing.</summary>
        public void Tune(int stage, string parameter, double value)
        {
            var changed = Native.wend_parameter.Init;
            changed.number = value;
            Tune(stage, parameter, &changed);
        }

        /// <summary>Changes a point of a stage, such as "target".</summary>
        public void Tune(int stage, string parameter, double x, double y)
        {
            var changed = Native.wend_parameter.Init;
            changed.area[0] = x;
            changed.area[1] = y;
            Tune(stage, parameter, &changed);
        }

        void Tune(int stage, string parameter, Native.wend_parameter* changed)
        {
            byte* name = stackalloc byte[Native.NameSize];
            changed->name = Native.Name(parameter, name);
            var tuned = Native.wend_stage.Init;
            tuned.kind = Native.wend_program_stage_kind(program, (UIntPtr)stage);
            if (tuned.kind == null)
                throw new WendException("the program has no stage " + stage, Code.NotTunable, "stage");
            tuned.parameters = changed;
            tuned.parameter_count = (UIntPtr)1;
            var result = Native.wend_result.Init;
            Native.Check(Native.wend_program_tune(program, (UIntPtr)stage, &tuned, &result), &result);
            GC.KeepAlive(this);
        }

        /// <summary>The state's fingerprint: equal for equal states, on every machine.</summary>
        public ulong StateHash(View view)
        {
            ulong hash;
            var result = Native.wend_result.Init;
            Native.Check(Native.wend_state_hash(program, View.PointerOf(view), &hash, &result), &result);
            GC.KeepAlive(this);
            GC.KeepAlive(view);
            return hash;
        }

        /// <summary>The fingerprints of the agents of each of <c>count</c> buckets of <c>ids</c> consecutive ids:
        /// where two peers part.</summary>
        public ulong[] StateHashes(View view, uint firstId, uint ids, int count)
        {
            var hashes = new ulong[count];
            var result = Native.wend_result.Init;
            fixed (ulong* to = hashes)
                Native.Check(Native.wend_state_hashes(program, View.PointerOf(view), firstId, ids, to,
                    (UIntPtr)count, &result), &result);
            GC.KeepAlive(this);
            GC.KeepAlive(view);
            return hashes;
        }

        /// <summary>The size of a snapshot of the view's state.</summary>
        public int SnapshotBytes(View view)
        {
            UIntPtr bytes;
            var result = Native.wend_result.Init;
            Native.Check(Native.wend_snapshot_bytes(program, View.PointerOf(view), &bytes, &result), &result);
            GC.KeepAlive(this);
            GC.KeepAlive(view);
            return checked((int)bytes);
        }

        /// <summary>Copies the state of all agents into an array of SnapshotBytes; allocates nothing.</summary>
        public void Save(View view, byte[] snapshot)
        {
            var result = Native.wend_result.Init;
            fixed (byte* data = snapshot)
                Native.Check(Native.wend_save(program, View.PointerOf(view), data, (UIntPtr)snapshot.Length, &result),
                             &result);
            GC.KeepAlive(this);
            GC.KeepAlive(view);
        }

        /// <summary>Returns to a state that was saved of the same number of agents.</summary>
        public void Restore(View view, byte[] snapshot)
        {
            var result = Native.wend_result.Init;
            fixed (byte* data = snapshot)
                Native.Check(
                    Native.wend_restore(program, View.PointerOf(view), data, (UIntPtr)snapshot.Length, &result),
                    &result);
            GC.KeepAlive(this);
            GC.KeepAlive(view);
        }

        static Native.wend_ticks Ticks(float dt, ulong tick, uint count, ulong seed)
        {
            var ticks = Native.wend_ticks.Init;
            ticks.dt = dt;
            ticks.first_tick = tick;
            ticks.count = count;
            ticks.seed = seed;
            return ticks;
        }
    }

    /// <summary>Which memory holds which stream: one element an agent, read and written where it is.
    ///
    /// Pointers, and spans of memory that does not move, are the caller's to keep valid: Unity's NativeArray, memory
    /// of Marshal.AllocHGlobal, pinned arrays. Arrays are pinned by the view until Dispose, or until another memory is
    /// bound to their stream. Strides are bytes from one element to the next, 0 for contiguous ones. Addresses and
    /// strides are multiples of 4.</summary>
    public sealed unsafe class View : IDisposable
    {
        struct Bound
        {
            public GCHandle Pin;
            public ulong Capacity;  // elements
        }

        Native.wend_view* view;
        Native.wend_column* columns;
        Bound[] bound = new Bound[0];
        int count, columnCount;
        float* workspace;
        View others;

        public View(int count, uint firstId = 0)
        {
            Native.CheckLibrary();
            view = (Native.wend_view*)Marshal.AllocHGlobal(sizeof(Native.wend_view));
            *view = Native.wend_view.Init;
            view->first_id = firstId;
            Count = count;
        }

        ~View() { Free(); }

        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        void Free()
        {
            for (int i = 0; i < columnCount; ++i)
                if (bound[i].Pin.IsAllocated) bound[i].Pin.Free();
            columnCount = 0;
            Marshal.FreeHGlobal((IntPtr)columns);
            Marshal.FreeHGlobal((IntPtr)workspace);
            Marshal.FreeHGlobal((IntPtr)view);
            columns = null;
            workspace = null;
            view = null;
        }

        /// <summary>For the functions of Native. Valid until Dispose.</summary>
        public Native.wend_view* Pointer => view;

        /// <summary>For a call; null is refused by wend.</summary>
        internal static Native.wend_view* PointerOf(View view)
        {
            if (view == null) return null;
            if (view.others != null && view.others.view == null) throw new ObjectDisposedException("Others");
            return view.view;
        }

        /// <summary>The number of agents. It may change between calls, up to the length of arrays and spans.</summary>
        public int Count
        {
            get { return count; }
            set
            {
                if (value < 0)
                    throw new WendException("count is " + value + ", must be >= 0", Code.BadArgument, "count");
                for (int i = 0; i < columnCount; ++i) CheckCapacity(columns[i].stream, bound[i].Capacity, value);
                for (int i = 0; i < columnCount; ++i) columns[i].count = (UIntPtr)value;
                count = value;
                if (view->selection == Selection.Bytes) view->selected_count = (UIntPtr)value;
            }
        }

        /// <summary>The id of the agent in slot 0, where no `id` is bound.</summary>
        public uint FirstId
        {
            get { return view->first_id; }
            set { view->first_id = value; }
        }

        public View Bind(string stream, float* data, int stride = 0, bool readOnly = false)
        {
            return Bind(stream, data, Element.F32, stride, readOnly, ulong.MaxValue);
        }

        public View Bind(string stream, double* data, int stride = 0, bool readOnly = false)
        {
            return Bind(stream, data, Element.F64, stride, readOnly, ulong.MaxValue);
        }

        public View Bind(string stream, int* data, int stride = 0, bool readOnly = false)
        {
            return Bind(stream, data, Element.I32, stride, readOnly, ulong.MaxValue);
        }

        public View Bind(string stream, uint* data, int stride = 0, bool readOnly = false)
        {
            return Bind(stream, data, Element.U32, stride, readOnly, ulong.MaxValue);
        }

        public View Bind(string stream, float[] data, bool readOnly = false)
        {
            return Pin(stream, data, Element.F32, readOnly);
        }

        public View Bind(string stream, double[] data, bool readOnly = false)
        {
            return Pin(stream, data, Element.F64, readOnly);
        }

        public View Bind(string stream, int[] data, bool readOnly = false)
        {
            return Pin(stream, data, Element.I32, readOnly);
        }

        public View Bind(string stream, uint[] data, bool readOnly = false)
        {
            return Pin(stream, data, Element.U32, readOnly);
        }

        /// <summary>A field of the structs in an array, `offset` bytes from their begin, of the stream's
        /// type.</summary>
        public View BindField<T>(string stream, T[] data, int offset, bool readOnly = false) where T : struct
        {
            GCHandle pin = GCHandle.Alloc(data, GCHandleType.Pinned);
            try
            {
                byte* first = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(data, 0);
                int stride = (int)((byte*)Marshal.UnsafeAddrOfPinnedArrayElement(data, 1) - first);
                Element element = Native.wend_stream_element(Native.Stream(stream));
                int size = element == Element.F64 ? sizeof(double) : sizeof(float);
                if (offset < 0 || offset + size > stride)
                    throw new WendException("stream " + stream + ": offset is " + offset + ", must be in [0, " +
                                            (stride - size) + "]", Code.BadArgument, stream);
                Bind(stream, first + offset, element, stride, readOnly, (ulong)data.Length);
            }
            catch
            {
                pin.Free();
                throw;
            }
            bound[IndexOf(Native.Stream(stream))].Pin = pin;
            return this;
        }

        /// <summary>The streams `name`_x and `name`_y, such as two components of an array of vectors:
        /// BindXY("position", p, p + 2, sizeof(float) * 3) for x and z.</summary>
        public View BindXY(string name, float* x, float* y, int stride = 0, bool readOnly = false)
        {
            return Bind(name + "_x", x, stride, readOnly).Bind(name + "_y", y, stride, readOnly);
        }

        /// <summary>The same for the structs of an array: BindXY("position", vectors, 0, 8) for x and z.</summary>
        public View BindXY<T>(string name, T[] data, int offsetX, int offsetY, bool readOnly = false) where T : struct
        {
            return BindField(name + "_x", data, offsetX, readOnly).BindField(name + "_y", data, offsetY, readOnly);
        }

#if WEND_SPAN
        /// <summary>Contiguous memory that does not move.</summary>
        public View Bind(string stream, Span<float> data, bool readOnly = false)
        {
            fixed (float* first = &MemoryMarshal.GetReference(data))
                return Bind(stream, first, Element.F32, 0, readOnly, (ulong)data.Length);
        }

        /// <summary>The contiguous floats of a stream.</summary>
        public Span<float> Floats(string stream)
        {
            int i = IndexOf(Native.Stream(stream));
            if (i < 0) throw new WendException("the view has no stream " + stream, Code.MissingStream, stream);
            if (columns[i].element != Element.F32 || ((ulong)columns[i].stride != 0 && (ulong)columns[i].stride != 4))
                throw new WendException("stream " + stream + ": its elements are no contiguous floats",
                                        Code.BadStride, stream);
            return new Span<float>(columns[i].data, count);
        }
#endif

        /// <summary>Only agents whose byte is not 0 take part. The mask has Count bytes, the caller's.</summary>
        public void SelectMask(byte* mask) { Select(Selection.Bytes, mask, count); }

        /// <summary>Only the agents in these slots take part, each named at most once.</summary>
        public void SelectSlots(uint* slots, int slotCount) { Select(Selection.Slots, slots, slotCount); }

        public void SelectAll() { Select(Selection.All, null, 0); }

        /// <summary>The view whose agents those of this one look at, as predators at prey; null: this view.</summary>
        public View Others
        {
            get { return others; }
            set
            {
                others = value;
                view->others = PointerOf(value);
            }
        }

        /// <summary>Makes the workspace as large as a program whose agents look at others needs it for this Count. Call
        /// it when Count has grown: it allocates, Run does not.</summary>
        public void ReserveWorkspace(Program program)
        {
            UIntPtr floats;
            var result = Native.wend_result.Init;
            Native.Check(Native.wend_workspace_size(program.Pointer, view, &floats, &result), &result);
            GC.KeepAlive(program);
            if ((ulong)floats <= (ulong)view->workspace_count) return;
            workspace = (float*)Native.Resize(workspace, (long)floats * sizeof(float));
            view->workspace = workspace;
            view->workspace_count = floats;
        }

        void Select(Selection selection, void* selected, int selectedCount)
        {
            view->selection = selection;
            view->selected = selected;
            view->selected_count = (UIntPtr)selectedCount;
        }

        View Pin(string stream, Array data, Element element, bool readOnly)
        {
            GCHandle pin = GCHandle.Alloc(data, GCHandleType.Pinned);
            try
            {
                Bind(stream, (void*)pin.AddrOfPinnedObject(), element, 0, readOnly, (ulong)data.Length);
            }
            catch
            {
                pin.Free();
                throw;
            }
            bound[IndexOf(Native.Stream(stream))].Pin = pin;
            return this;
        }

        internal View Bind(string name, void* data, Element element, int stride, bool readOnly, ulong capacity)
        {
            uint stream = Native.Stream(name);
            CheckCapacity(stream, capacity, count);
            int i = IndexOf(stream);
            if (i < 0)
            {
                i = columnCount;
                if (i == bound.Length)
                {
                    Array.Resize(ref bound, Math.Max(8, 2 * i));
                    columns = (Native.wend_column*)Native.Resize(columns, bound.Length * sizeof(Native.wend_column));
                    view->columns = columns;
                }
                columns[i] = Native.wend_column.Init;
                columns[i].stream = stream;
                view->column_count = (UIntPtr)(++columnCount);
            }
            if (bound[i].Pin.IsAllocated) bound[i].Pin.Free();
            bound[i] = new Bound { Capacity = capacity };
            columns[i].data = data;
            columns[i].count = (UIntPtr)count;
            columns[i].stride = (UIntPtr)stride;
            columns[i].element = element;
            columns[i].read_only = readOnly ? 1u : 0u;
            return this;
        }

        int IndexOf(uint stream)
        {
            for (int i = 0; i < columnCount; ++i)
                if (columns[i].stream == stream) return i;
            return -1;
        }

        static void CheckCapacity(uint stream, ulong capacity, int needed)
        {
            if ((ulong)needed <= capacity) return;
            string name = Native.Text(Native.wend_stream_name(stream));
            throw new WendException("stream " + name + " has " + capacity + " elements, the view has " + needed,
                                    Code.LengthMismatch, name);
        }
    }

    /// <summary>The part that all chunks of one kind share, such as those of an archetype: in which of a chunk's
    /// arrays, and where in it, each stream begins.</summary>
    public sealed unsafe class Layout : IDisposable
    {
        Native.wend_layout* layout;
        Native.wend_place* places;
        int placeCount;
        public readonly int ArrayCount;

        public Layout(int arrayCount)
        {
            Native.CheckLibrary();
            ArrayCount = arrayCount;
            layout = (Native.wend_layout*)Marshal.AllocHGlobal(sizeof(Native.wend_layout));
            *layout = Native.wend_layout.Init;
            layout->array_count = (uint)arrayCount;
        }

        ~Layout() { Free(); }

        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        void Free()
        {
            Marshal.FreeHGlobal((IntPtr)places);
            Marshal.FreeHGlobal((IntPtr)layout);
            places = null;
            layout = null;
        }

        public Native.wend_layout* Pointer => layout;

        /// <summary>The first agent's element is `offset` bytes from the array's address; `stride` is as in
        /// View.</summary>
        public Layout Bind(string stream, int array, int offset = 0, int stride = 0, bool readOnly = false)
        {
            uint number = Native.Stream(stream);
            places = (Native.wend_place*)Native.Resize(places, (placeCount + 1) * sizeof(Native.wend_place));
            var place = Native.wend_place.Init;
            place.stream = number;
            place.array = (uint)array;
            place.element = Native.wend_stream_element(number);
            place.offset = (UIntPtr)offset;
            place.stride = (UIntPtr)stride;
            place.read_only = readOnly ? 1u : 0u;
            places[placeCount++] = place;
            layout->places = places;
            layout->place_count = (UIntPtr)placeCount;
            return this;
        }
    }

    /// <summary>The chunks of one layout for Program.Run. An engine whose chunks come and go clears them and adds them
    /// again in each frame, which allocates only where there are more than ever before. Their memory is the
    /// caller's.</summary>
    public sealed unsafe class Chunks : IDisposable
    {
        Native.wend_chunk* chunks;
        void** addresses;
        int count, capacity;
        public readonly Layout Layout;

        public Chunks(Layout layout) { Layout = layout; }

        ~Chunks() { Free(); }

        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        void Free()
        {
            Marshal.FreeHGlobal((IntPtr)chunks);
            Marshal.FreeHGlobal((IntPtr)addresses);
            chunks = null;
            addresses = null;
            count = capacity = 0;
        }

        public Native.wend_chunk* Pointer => chunks;

        public int Count => count;

        public void Clear() { count = 0; }

        /// <summary>A chunk of a layout with one array. Without a stream `id`, the agents have the ids from `firstId`
        /// on, which differ between chunks.</summary>
        public void Add(int agents, void* array, uint firstId = 0) { Add(agents, &array, 1, firstId); }

        /// <summary>`arrays` are the addresses of the chunk's arrays, as many as the layout has.</summary>
        public void AddArrays(int agents, void** arrays, uint firstId = 0)
        {
            Add(agents, arrays, Layout.ArrayCount, firstId);
        }

        /// <summary>Changes the number of agents of a chunk.</summary>
        public void Resize(int chunk, int agents)
        {
            if (chunk < 0 || chunk >= count)
                throw new WendException("chunk is " + chunk + ", must be in [0, " + count + ")",
                                        Code.BadArgument, "chunk");
            chunks[chunk].count = (UIntPtr)agents;
        }

        void Add(int agents, void** arrays, int arrayCount, uint firstId)
        {
            if (arrayCount != Layout.ArrayCount)
                throw new WendException("chunk: " + arrayCount + " arrays, the layout has " + Layout.ArrayCount,
                                        Code.BadArgument, "arrays");
            if (count == capacity) Grow(Math.Max(16, 2 * capacity));
            for (int i = 0; i < arrayCount; ++i) addresses[(long)count * arrayCount + i] = arrays[i];
            chunks[count].first_id = firstId;
            chunks[count].count = (UIntPtr)agents;
            ++count;
        }

        void Grow(int wanted)
        {
            chunks = (Native.wend_chunk*)Native.Resize(chunks, (long)wanted * sizeof(Native.wend_chunk));
            addresses = (void**)Native.Resize(addresses, (long)wanted * Math.Max(1, Layout.ArrayCount) * sizeof(void*));
            for (int i = capacity; i < wanted; ++i) chunks[i] = Native.wend_chunk.Init;
            for (int i = 0; i < wanted; ++i) chunks[i].arrays = addresses + (long)i * Layout.ArrayCount;
            capacity = wanted;
        }
    }

    /// <summary>Agents that enter and leave, in dense arrays of its own, with the id of each. Their memory moves only
    /// in Spawn.</summary>
    public sealed unsafe class AgentBuffer : IDisposable
    {
        struct Array
        {
            public string Stream;
            public Element Element;
            public byte* Data;
            public double Initial;
            public bool IsSlots;  // of agents
        }

        Array[] arrays;
        int capacity;
        public readonly View View = new View(0);

        /// <summary>The id of the next agent that is spawned: none is given twice.</summary>
        public uint NextId;

        /// <summary>True: target_agent and its like name slots of another view, and Remove leaves them.</summary>
        public bool LooksElsewhere;

        /// <summary>Holds the streams that the program needs, `id`, and those that are named.</summary>
        public AgentBuffer(Program program, params string[] streams)
        {
            var names = new System.Collections.Generic.List<string> { "id" };
            foreach (StreamUse use in program.Streams)
                if (use.Use == Use.Input || use.Use == Use.State || use.Use == Use.Record) names.Add(use.Name);
            foreach (string name in streams)
                if (!names.Contains(name)) names.Add(name);
            arrays = new Array[names.Count];
            for (int i = 0; i < arrays.Length; ++i)
            {
                uint stream = Native.Stream(names[i]);
                arrays[i].Stream = names[i];
                arrays[i].Element = Native.wend_stream_element(stream);
                arrays[i].Initial = Native.wend_stream_initial(stream);
                arrays[i].IsSlots =
                    names[i] == "target_agent" || names[i] == "other_agent" || names[i] == "third_agent";
            }
            Reserve(16);
        }

        ~AgentBuffer() { Free(); }

        public void Dispose()
        {
            Free();
            View.Dispose();
            GC.SuppressFinalize(this);
        }

        void Free()
        {
            for (int i = 0; arrays != null && i < arrays.Length; ++i) Marshal.FreeHGlobal((IntPtr)arrays[i].Data);
            arrays = null;
        }

        public int Count => View.Count;

        /// <summary>The memory of a stream, until the next Spawn.</summary>
        public float* Floats(string stream) { return (float*)Data(stream, Element.F32); }
        public double* Doubles(string stream) { return (double*)Data(stream, Element.F64); }
        public int* Ints(string stream) { return (int*)Data(stream, Element.I32); }
        public uint* Uints(string stream) { return (uint*)Data(stream, Element.U32); }

        /// <summary>Adds agents behind the last, and returns the first one's slot. They begin with zeros, but with 1
        /// for direction, mass and max_speed, no agent in streams of slots, and all bits of groups.</summary>
        public int Spawn(int agents = 1)
        {
            int first = Count, end = checked(first + agents);
            if (end > capacity) Reserve(Math.Max(end, 2 * capacity));
            foreach (Array array in arrays)
                for (int i = first; i < end; ++i)
                    switch (array.Element)
                    {
                        case Element.F32: ((float*)array.Data)[i] = (float)array.Initial; break;
                        case Element.F64: ((double*)array.Data)[i] = array.Initial; break;
                        case Element.I32: ((int*)array.Data)[i] = (int)array.Initial; break;
                        case Element.U32: ((uint*)array.Data)[i] = (uint)array.Initial; break;
                    }
            uint* ids = Uints("id");
            for (int i = first; i < end; ++i) ids[i] = unchecked(NextId++);
            View.Count = end;
            return first;
        }

        /// <summary>Removes an agent; the last one takes its slot. Slots that target_agent, other_agent and third_agent
        /// name follow the agents, and become -1 for the removed one.</summary>
        public void Remove(int slot)
        {
            int last = Count - 1;
            if (slot < 0 || slot > last)
                throw new WendException("slot is " + slot + ", must be in [0, " + Count + ")",
                                        Code.BadArgument, "slot");
            foreach (Array array in arrays)
            {
                if (array.Element == Element.F64)
                    ((double*)array.Data)[slot] = ((double*)array.Data)[last];
                else
                    ((uint*)array.Data)[slot] = ((uint*)array.Data)[last];
                if (!array.IsSlots || LooksElsewhere) continue;
                int* slots = (int*)array.Data;
                for (int i = 0; i < last; ++i)
                    slots[i] = slots[i] == slot ? -1 : slots[i] == last ? slot : slots[i];
            }
            View.Count = last;
        }

        void Reserve(int wanted)
        {
            for (int i = 0; i < arrays.Length; ++i)
            {
                long size = arrays[i].Element == Element.F64 ? sizeof(double) : sizeof(float);
                arrays[i].Data = (byte*)Native.Resize(arrays[i].Data, wanted * size);
                View.Bind(arrays[i].Stream, arrays[i].Data, arrays[i].Element, 0, false, (ulong)wanted);
            }
            capacity = wanted;
        }

        byte* Data(string stream, Element element)
        {
            foreach (Array array in arrays)
                if (array.Stream == stream && array.Element == element) return array.Data;
            throw new WendException("the buffer has no stream " + stream + " of " + element,
                                    Code.MissingStream, stream);
        }
    }

    /// <summary>Paths to follow, walls and polygons of a program.</summary>
    public sealed unsafe class Paths : IDisposable
    {
        Native.wend_paths* paths;

        /// <summary>Each path is x, y, x, y ..., in m. `closed`: the segment from the last point to the first belongs
        /// to each.</summary>
        public Paths(double[][] points, bool closed = false)
        {
            Native.CheckLibrary();
            var given = new Native.wend_path[points.Length + 1];
            var pins = new GCHandle[points.Length];
            var result = Native.wend_result.Init;
            try
            {
                for (int i = 0; i < points.Length; ++i)
                {
                    pins[i] = GCHandle.Alloc(points[i], GCHandleType.Pinned);
                    given[i] = Native.wend_path.Init;
                    given[i].closed = closed ? 1u : 0u;
                    given[i].points = (Native.wend_point*)pins[i].AddrOfPinnedObject();
                    given[i].point_count = (UIntPtr)(points[i].Length / 2);
                }
                fixed (Native.wend_path* first = given)
                fixed (Native.wend_paths** made = &paths)
                    Native.Check(Native.wend_paths_create(first, (UIntPtr)points.Length, made, &result), &result);
            }
            finally
            {
                foreach (GCHandle pin in pins)
                    if (pin.IsAllocated) pin.Free();
            }
        }

        ~Paths() { Free(); }

        /// <summary>Programs that use the paths stay valid.</summary>
        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        void Free()
        {
            Native.wend_paths_destroy(paths);
            paths = null;
        }

        public Native.wend_paths* Pointer => paths;
    }

    public static unsafe partial class Native
    {
        const string Library = "wend_c";
        internal const int NameSize = 64;
        static bool checkedLibrary;

        /// <summary>Refuses a library of another version, before 1.0 of another minor version.</summary>
        internal static void CheckLibrary()
        {
            if (checkedLibrary) return;
            string expected = WEND_VERSION_MAJOR + "." + WEND_VERSION_MINOR, found = Text(wend_version());
            if (!found.StartsWith(expected + ".", StringComparison.Ordinal))
                throw new WendException("libwend_c is version " + found + ", Wend.cs is for " + expected,
                                        Code.BadArgument);
            if (!SizesMatch())
                throw new WendException("the structs of Wend.cs have other sizes than those of wend.h",
                                        Code.BadArgument);
            checkedLibrary = true;
        }

        /// <summary>Throws wend's message unless the code is Ok.</summary>
        public static void Check(Code code, wend_result* result)
        {
            if (code == Code.Ok) return;
            int stage = result->stage != null && *result->stage != 0 ? (int)result->index : -1;
            throw new WendException(Text(result->message), code, Text(result->subject), stage);
        }

        /// <summary>Memory of another size with the same contents.</summary>
        internal static void* Resize(void* memory, long bytes)
        {
            if (memory == null) return (void*)Marshal.AllocHGlobal((IntPtr)bytes);
            return (void*)Marshal.ReAllocHGlobal((IntPtr)memory, (IntPtr)bytes);
        }

        /// <summary>The number of a stream, which must exist.</summary>
        public static uint Stream(string name)
        {
            byte* text = stackalloc byte[NameSize];
            uint stream = wend_find_stream(Name(name, text));
            if (stream == WEND_NO_STREAM)
                throw new WendException("\"" + name + "\" is no stream", Code.UnknownStream, name);
            return stream;
        }

        /// <summary>The text that ends with 0.</summary>
        public static string Text(byte* text)
        {
            int length = 0;
            while (text != null && text[length] != 0) ++length;
            return length == 0 ? "" : Encoding.UTF8.GetString(text, length);
        }

        /// <summary>A name that ends with 0, in `text` of NameSize bytes; one that does not fit is cut, and so
        /// unknown.</summary>
        internal static byte* Name(string name, byte* text)
        {
            int length = Math.Min(name.Length, NameSize - 1);
            for (int i = 0; i < length; ++i) text[i] = name[i] < 128 ? (byte)name[i] : (byte)'?';
            text[length] = 0;
            return text;
        }

        internal static byte[] Utf8(string text)
        {
            var bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
            Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        internal static wend_execution ExecutionOf(Execution execution)
        {
            var how = wend_execution.Init;
            how.threading = execution.Threading;
            how.max_threads = execution.MaxThreads;
            how.inputs = execution.Inputs;
            return how;
        }

        internal static Result ResultOf(wend_result* result)
        {
            return new Result { Faults = result->faults, FirstFault = result->first_fault,
                                FirstFaultChunk = result->first_fault_view, Capped = result->capped };
        }
    }

    // wend.h, written by kernels/c/bindings.py: do not edit.
    /// <summary>wend_code of wend.h.</summary>
    public enum Code : int
    {
        Ok = 0,
        MissingStream = 1,
        LengthMismatch = 2,
        ElementTypeMismatch = 3,
        ReadOnlyStream = 4,
        StreamsOverlap = 5,
        GivenTwice = 6,
        ParameterOutOfRange = 7,
        EmptyRectangle = 8,
        InvalidProgram = 9,
        UnknownIsa = 10,
        UnsupportedIsa = 11,
        UnknownStream = 12,
        MissingCallback = 13,
        EmptyPath = 14,
        BadPoint = 15,
        TooFewPoints = 16,
        TooManyNodes = 17,
        BadPointCount = 18,
        TooManyPoints = 19,
        ThreadingFailed = 20,
        MissingTick = 21,
        NeedsWholeView = 22,
        UnstableStep = 23,
        ThreadingAfterFork = 24,
        MissingWorkspace = 25,
        BadSelection = 26,
        BadValue = 27,
        NullFunction = 28,
        NotTunable = 29,
        OneTickOnly = 30,
        BadSnapshot = 31,
        TooManyElements = 32,
        Misaligned = 33,
        WideTurn = 34,
        ShortSight = 35,
        CoarsePositions = 36,
        NoWay = 37,
        WeakWalls = 38,
        BadViews = 39,
        CostlySight = 40,
        FullPool = 41,
        UnknownPath = 42,
        NamedTwice = 43,
        PoolInUse = 44,
        UnknownObstacle = 45,
        BadCorridor = 46,
        BadArgument = 1000,
        BadWords = 1001,
        BadStride = 1002,
        OutOfMemory = 1003,
        InternalError = 1004,
        BadJournal = 1005,
    }

    /// <summary>wend_element of wend.h.</summary>
    public enum Element : int
    {
        F32 = 0,
        F64 = 1,
        I32 = 2,
        U32 = 3,
    }

    /// <summary>wend_selection of wend.h.</summary>
    public enum Selection : int
    {
        All = 0,
        Bytes = 1,
        Bits = 2,
        Slots = 3,
    }

    /// <summary>wend_path_mode of wend.h.</summary>
    public enum PathMode : int
    {
        Once = 0,
        Loop = 1,
        PingPong = 2,
    }

    /// <summary>wend_path_start of wend.h.</summary>
    public enum PathStart : int
    {
        First = 0,
        Nearest = 1,
        Node = 2,
    }

    /// <summary>wend_path_place of wend.h.</summary>
    public enum PathPlace : int
    {
        Node = 0,
        Segment = 1,
        Portal = 2,
    }

    /// <summary>wend_use of wend.h.</summary>
    public enum Use : int
    {
        Input = 0,
        State = 1,
        Output = 3,
        Optional = 4,
        Record = 5,
    }

    /// <summary>wend_threading of wend.h.</summary>
    public enum Threading : int
    {
        Tbb = 0,
        Serial = 1,
        Callback = 2,
    }

    /// <summary>wend_inputs of wend.h.</summary>
    public enum Inputs : uint
    {
        Checked = 0,
        Trusted = 1,
    }

    /// <summary>wend_see of wend.h.</summary>
    public enum See : uint
    {
        OwnView = 0,
        AllViews = 1,
    }

    /// <summary>The structs and functions of wend.h, which documents them, as they are there.</summary>
    public static unsafe partial class Native
    {
        public const uint WEND_VERSION_MAJOR = 0;
        public const uint WEND_VERSION_MINOR = 1;
        public const uint WEND_VERSION_PATCH = 0;
        public const uint WEND_MESSAGE_SIZE = 512;
        public const uint WEND_NO_STREAM = 4294967295;
        public const ulong WEND_NO_TICK = 18446744073709551615;
        public const uint WEND_STACK_BYTES = 235520;
        public const uint WEND_STACK_BYTES_WITH_SCRATCH = 61440;
        public const uint WEND_SCRATCH_BYTES = 139264;
        public const uint WEND_PREPARED_RUN_BYTES = 16384;

        public struct wend_paths
        {
        }

        public struct wend_path_pool
        {
        }

        public struct wend_program
        {
        }

        public struct wend_obstacle_pool
        {
        }

        public struct wend_flow_planner
        {
        }

        public struct wend_agent_index
        {
        }

        public struct wend_journal
        {
        }

        public struct wend_journal_reader
        {
        }

        public struct wend_prepared_run
        {
        }

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int wend_custom_function(void* context, wend_custom_call* call);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate void wend_blocks_function(void* body_context, uint begin, uint end);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate void wend_parallel_for_function(void* context, uint block_count, IntPtr body, void*
            body_context);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate void* wend_scratch_function(void* context);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate void wend_begin_zone_function(void* context, byte* name);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate void wend_end_zone_function(void* context);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int wend_journal_function(void* context, void* block, UIntPtr bytes);

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_result
        {
            public uint struct_size;
            public Code code;
            public ulong faults;
            public ulong first_fault;
            public Code notice;
            public uint high_excluded;
            public byte* subject;
            public byte* other;
            public byte* stage;
            public ulong index;
            public ulong sub_index;
            public double value;
            public double expected;
            public double low;
            public double high;
            public fixed byte message[512];
            public ulong first_fault_view;
            public ulong capped;

            public static wend_result Init => new wend_result {
                struct_size = (uint)sizeof(wend_result)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_column
        {
            public uint struct_size;
            public uint stream;
            public void* data;
            public UIntPtr count;
            public UIntPtr stride;
            public Element element;
            public uint read_only;

            public static wend_column Init => new wend_column {
                struct_size = (uint)sizeof(wend_column), stream = 4294967295
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_view
        {
            public uint struct_size;
            public uint first_id;
            public wend_column* columns;
            public UIntPtr column_count;
            public float* workspace;
            public UIntPtr workspace_count;
            public wend_view* others;
            public Selection selection;
            public uint slice;
            public void* selected;
            public UIntPtr selected_count;

            public static wend_view Init => new wend_view {
                struct_size = (uint)sizeof(wend_view)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_place
        {
            public uint struct_size;
            public uint stream;
            public uint array;
            public Element element;
            public UIntPtr offset;
            public UIntPtr stride;
            public uint read_only;
            public uint reserved;

            public static wend_place Init => new wend_place {
                struct_size = (uint)sizeof(wend_place), stream = 4294967295
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_layout
        {
            public uint struct_size;
            public uint array_count;
            public wend_place* places;
            public UIntPtr place_count;

            public static wend_layout Init => new wend_layout {
                struct_size = (uint)sizeof(wend_layout)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_chunk
        {
            public uint struct_size;
            public uint first_id;
            public void** arrays;
            public UIntPtr count;
            public float* workspace;
            public UIntPtr workspace_count;

            public static wend_chunk Init => new wend_chunk {
                struct_size = (uint)sizeof(wend_chunk)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_point
        {
            public double x;
            public double y;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_path
        {
            public uint struct_size;
            public uint closed;
            public wend_point* points;
            public UIntPtr point_count;
            public float* offsets;
            public UIntPtr offset_count;

            public static wend_path Init => new wend_path {
                struct_size = (uint)sizeof(wend_path)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_path_pool_size
        {
            public uint struct_size;
            public uint paths;
            public uint points;
            public uint longest;
            public uint queued;
            public uint undone;

            public static wend_path_pool_size Init => new wend_path_pool_size {
                struct_size = (uint)sizeof(wend_path_pool_size)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_progress_rule
        {
            public uint struct_size;
            public float max_deviation;
            public float stuck_radius;
            public float stuck_after;

            public static wend_progress_rule Init => new wend_progress_rule {
                struct_size = (uint)sizeof(wend_progress_rule), max_deviation = 2f, stuck_radius = 1f, stuck_after = 10f
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_progress_counts
        {
            public uint struct_size;
            public uint reserved;
            public ulong with_path;
            public ulong off_path;
            public ulong stuck;

            public static wend_progress_counts Init => new wend_progress_counts {
                struct_size = (uint)sizeof(wend_progress_counts)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_portal
        {
            public double left_x;
            public double left_y;
            public double right_x;
            public double right_y;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_parameter
        {
            public uint struct_size;
            public uint reserved;
            public byte* name;
            public byte* word;
            public double number;
            public fixed double area[4];

            public static wend_parameter Init => new wend_parameter {
                struct_size = (uint)sizeof(wend_parameter)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_custom_call
        {
            public uint struct_size;
            public float dt;
            public UIntPtr count;
            public ulong tick;
            public ulong seed;
            public float* force_x;
            public float* force_y;
            public void** reads;
            public void** writes;
            public uint* slots;
            public UIntPtr first_slot;
            public uint* ids;
            public uint first_id;
            public uint reserved;
            public void* call;

            public static wend_custom_call Init => new wend_custom_call {
                struct_size = (uint)sizeof(wend_custom_call)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_custom
        {
            public uint struct_size;
            public uint draws;
            public IntPtr function;
            public void* context;
            public byte** reads;
            public UIntPtr read_count;
            public byte** writes;
            public UIntPtr write_count;

            public static wend_custom Init => new wend_custom {
                struct_size = (uint)sizeof(wend_custom)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_flow_field
        {
            public uint struct_size;
            public uint columns;
            public uint rows;
            public uint reserved;
            public fixed double area[4];
            public float* velocities;
            public UIntPtr velocity_count;

            public static wend_flow_field Init => new wend_flow_field {
                struct_size = (uint)sizeof(wend_flow_field)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_obstacle
        {
            public double from_x;
            public double from_y;
            public double to_x;
            public double to_y;
            public double radius;
            public double velocity_x;
            public double velocity_y;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_obstacle_pool_size
        {
            public uint struct_size;
            public uint obstacles;
            public uint entries;
            public uint undone;
            public fixed double area[4];
            public double cell_size;
            public double horizon;

            public static wend_obstacle_pool_size Init => new wend_obstacle_pool_size {
                struct_size = (uint)sizeof(wend_obstacle_pool_size), horizon = 3
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_flow_goals
        {
            public uint struct_size;
            public uint columns;
            public uint rows;
            public uint reserved;
            public fixed double area[4];
            public wend_point* goals;
            public UIntPtr goal_count;
            public float* costs;
            public UIntPtr cost_count;
            public double clearance;
            public double speed;

            public static wend_flow_goals Init => new wend_flow_goals {
                struct_size = (uint)sizeof(wend_flow_goals), clearance = 0.5, speed = 1
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_stage
        {
            public uint struct_size;
            public uint reserved;
            public byte* kind;
            public wend_parameter* parameters;
            public UIntPtr parameter_count;
            public wend_paths* paths;
            public wend_custom* custom;
            public wend_flow_field* field;
            public wend_flow_planner* planner;
            public wend_obstacle_pool* obstacles;

            public static wend_stage Init => new wend_stage {
                struct_size = (uint)sizeof(wend_stage)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_stream_use
        {
            public uint struct_size;
            public uint stream;
            public byte* name;
            public Element element;
            public Use use;

            public static wend_stream_use Init => new wend_stream_use {
                struct_size = (uint)sizeof(wend_stream_use), stream = 4294967295
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_ticks
        {
            public uint struct_size;
            public float dt;
            public uint count;
            public uint reserved;
            public ulong first_tick;
            public ulong seed;

            public static wend_ticks Init => new wend_ticks {
                struct_size = (uint)sizeof(wend_ticks), count = 1, first_tick = 18446744073709551615
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_clock
        {
            public uint struct_size;
            public float dt;
            public ulong seed;
            public ulong tick;

            public static wend_clock Init => new wend_clock {
                struct_size = (uint)sizeof(wend_clock)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_execution
        {
            public uint struct_size;
            public Threading threading;
            public byte* isa;
            public uint max_threads;
            public uint block;
            public uint grain;
            public uint ticks_per_pass;
            public IntPtr parallel_for;
            public void* parallel_for_context;
            public IntPtr scratch;
            public void* scratch_context;
            public uint threads;
            public Inputs inputs;
            public IntPtr begin_zone;
            public IntPtr end_zone;
            public void* profiler_context;

            public static wend_execution Init => new wend_execution {
                struct_size = (uint)sizeof(wend_execution)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_view_start
        {
            public ulong first_tick;
            public ulong seed;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_view_options
        {
            public uint struct_size;
            public See see;
            public float* workspace;
            public UIntPtr workspace_count;
            public wend_view_start* starts;
            public UIntPtr start_count;

            public static wend_view_options Init => new wend_view_options {
                struct_size = (uint)sizeof(wend_view_options)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_index_options
        {
            public uint struct_size;
            public float body_radius;
            public uint wraps;
            public uint reserved;
            public fixed double area[4];

            public static wend_index_options Init => new wend_index_options {
                struct_size = (uint)sizeof(wend_index_options), body_radius = 0.5f
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_query_points
        {
            public uint struct_size;
            public uint seen_groups;
            public float* x;
            public float* y;
            public UIntPtr count;
            public int* ignored;

            public static wend_query_points Init => new wend_query_points {
                struct_size = (uint)sizeof(wend_query_points), seen_groups = 4294967295
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_query_rays
        {
            public uint struct_size;
            public uint seen_groups;
            public float* from_x;
            public float* from_y;
            public float* to_x;
            public float* to_y;
            public UIntPtr count;
            public int* ignored;
            public float radius;
            public uint reserved;

            public static wend_query_rays Init => new wend_query_rays {
                struct_size = (uint)sizeof(wend_query_rays), seen_groups = 4294967295
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_found_agent
        {
            public int slot;
            public float distance;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_contact
        {
            public int first;
            public int second;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_journal_options
        {
            public uint struct_size;
            public uint hash_every;
            public uint flush_every;
            public uint declared_changes;
            public UIntPtr most_agents;
            public byte** custom_stages;
            public UIntPtr custom_stage_count;
            public UIntPtr ring_calls;
            public UIntPtr ring_bytes;

            public static wend_journal_options Init => new wend_journal_options {
                struct_size = (uint)sizeof(wend_journal_options), hash_every = 1, flush_every = 1
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_journal_stage
        {
            public uint struct_size;
            public uint reserved;
            public byte* name;
            public byte* kind;
            public wend_custom* custom;

            public static wend_journal_stage Init => new wend_journal_stage {
                struct_size = (uint)sizeof(wend_journal_stage)
            };
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct wend_journal_call
        {
            public uint struct_size;
            public Code code;
            public ulong number;
            public ulong first_tick;
            public ulong seed;
            public float dt;
            public uint count;
            public ulong hash;
            public ulong faults;
            public uint has_hash;
            public uint other_agents;
            public uint tuned;
            public uint other_sets;

            public static wend_journal_call Init => new wend_journal_call {
                struct_size = (uint)sizeof(wend_journal_call), first_tick = 18446744073709551615
            };
        }

        /// <summary>Whether the structs have C's sizes.</summary>
        internal static bool SizesMatch()
        {
            return sizeof(void*) != 8 || (sizeof(wend_result) == 632
                && sizeof(wend_column) == 40
                && sizeof(wend_view) == 72
                && sizeof(wend_place) == 40
                && sizeof(wend_layout) == 24
                && sizeof(wend_chunk) == 40
                && sizeof(wend_point) == 16
                && sizeof(wend_path) == 40
                && sizeof(wend_path_pool_size) == 24
                && sizeof(wend_progress_rule) == 16
                && sizeof(wend_progress_counts) == 32
                && sizeof(wend_portal) == 32
                && sizeof(wend_parameter) == 64
                && sizeof(wend_custom_call) == 104
                && sizeof(wend_custom) == 56
                && sizeof(wend_flow_field) == 64
                && sizeof(wend_obstacle) == 56
                && sizeof(wend_obstacle_pool_size) == 64
                && sizeof(wend_flow_goals) == 96
                && sizeof(wend_stage) == 72
                && sizeof(wend_stream_use) == 24
                && sizeof(wend_ticks) == 32
                && sizeof(wend_clock) == 24
                && sizeof(wend_execution) == 96
                && sizeof(wend_view_start) == 16
                && sizeof(wend_view_options) == 40
                && sizeof(wend_index_options) == 48
                && sizeof(wend_query_points) == 40
                && sizeof(wend_query_rays) == 64
                && sizeof(wend_found_agent) == 8
                && sizeof(wend_contact) == 8
                && sizeof(wend_journal_options) == 56
                && sizeof(wend_journal_stage) == 32
                && sizeof(wend_journal_call) == 72
            );
        }

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* wend_version();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_bits_version();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_find_stream(byte* name);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_stream_count();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* wend_stream_name(uint stream);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Element wend_stream_element(uint stream);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double wend_stream_initial(uint stream);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_keep_start(wend_view* view, float* workspace, UIntPtr workspace_count,
            wend_column* columns, wend_view* start, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_sort_by_cell(wend_view* view, float edge, uint* order, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_assign_formation(wend_view* view, int leader, wend_point* offsets, UIntPtr
            offset_count, int* numbers, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_paths_create(wend_path* paths, UIntPtr count, wend_paths** result_paths,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_paths_destroy(wend_paths* paths);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr wend_paths_count(wend_paths* paths);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_path_node_count(wend_paths* paths, UIntPtr path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_path_segment_count(wend_paths* paths, UIntPtr path, PathMode mode);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double wend_path_length(wend_paths* paths, UIntPtr path, PathMode mode);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern wend_point wend_path_node(wend_paths* paths, UIntPtr path, uint node);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr wend_path_pool_memory_size(wend_path_pool_size* size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_path_pool_create(wend_path_pool_size* size, void* memory, UIntPtr bytes,
            wend_path_pool** pool, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_path_pool_destroy(wend_path_pool* pool);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern wend_paths* wend_path_pool_paths(wend_path_pool* pool);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_path_pool_add(wend_path_pool* pool, wend_path* path, uint* number, wend_result*
            result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_path_pool_replace(wend_path_pool* pool, uint number, wend_path* path,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_path_pool_replace_many(wend_path_pool* pool, uint* numbers, uint* ends, UIntPtr
            count, wend_point* points, UIntPtr point_count, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_path_pool_release(wend_path_pool* pool, uint number, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_path_pool_queue(wend_path_pool* pool, uint number, uint generation, wend_path*
            path, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_path_pool_apply_queued(wend_path_pool* pool, uint* numbers, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_path_pool_generation(wend_path_pool* pool, uint number);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong wend_path_pool_mark(wend_path_pool* pool);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_path_pool_restore(wend_path_pool* pool, ulong mark, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_start_on_paths(wend_view* view, wend_paths* paths, PathMode mode, PathStart
            start, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_measure_progress(wend_view* view, wend_paths* paths, PathMode mode, PathPlace
            place, wend_progress_rule* rule, float dt, wend_progress_counts* counts, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_write_corridor(wend_point start, wend_portal* portals, UIntPtr portal_count,
            wend_point goal, wend_point* points, UIntPtr capacity, UIntPtr* count, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_write_polygon_corridor(wend_point start, wend_point* vertices, UIntPtr
            vertex_count, uint* ends, UIntPtr polygon_count, wend_point goal, wend_point* points, UIntPtr capacity,
            UIntPtr* count, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_write_cell_corridor(wend_point start, uint* cells, UIntPtr cell_count, uint
            columns, uint rows, double* area, wend_point goal, wend_point* points, UIntPtr capacity, UIntPtr* count,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_write_lane(wend_point* line, UIntPtr line_count, double width, wend_point*
            points, UIntPtr capacity, UIntPtr* count, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr wend_custom_slot(wend_custom_call* call, UIntPtr i);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_custom_id(wend_custom_call* call, UIntPtr i);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_custom_draw(wend_custom_call* call, UIntPtr i, uint number);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_custom_draws(wend_custom_call* call, uint number, uint* bits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_custom_fault(wend_custom_call* call, UIntPtr i);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr wend_obstacle_pool_memory_size(wend_obstacle_pool_size* size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_obstacle_pool_create(wend_obstacle_pool_size* size, void* memory, UIntPtr bytes,
            wend_obstacle_pool** pool, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_obstacle_pool_destroy(wend_obstacle_pool* pool);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_obstacle_pool_add(wend_obstacle_pool* pool, wend_obstacle* obstacle, uint*
            number, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_obstacle_pool_move(wend_obstacle_pool* pool, uint number, wend_obstacle*
            obstacle, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_obstacle_pool_remove(wend_obstacle_pool* pool, uint number, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong wend_obstacle_pool_mark(wend_obstacle_pool* pool);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_obstacle_pool_restore(wend_obstacle_pool* pool, ulong mark, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_obstacle_pool_generation(wend_obstacle_pool* pool, uint number);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_flow_planner_create(wend_flow_goals* goals, wend_flow_planner** planner,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_flow_planner_destroy(wend_flow_planner* planner);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_flow_planner_set_costs(wend_flow_planner* planner, uint column, uint row, uint
            columns, uint rows, float* costs, UIntPtr cost_count, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_flow_planner_set_crowd(wend_flow_planner* planner, wend_view* view, double
            cost_per_agent, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_flow_planner_set_goals(wend_flow_planner* planner, wend_point* goals, UIntPtr
            goal_count, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_flow_planner_add_obstacle(wend_flow_planner* planner, wend_obstacle* obstacle,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_flow_planner_remove_obstacle(wend_flow_planner* planner, wend_obstacle* obstacle,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int wend_flow_planner_advance(wend_flow_planner* planner, ulong cells);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern wend_point wend_flow_planner_velocity(wend_flow_planner* planner, uint column, uint row);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_program_create(wend_stage* stages, UIntPtr count, wend_program** program,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_program_from_json(byte* text, UIntPtr length, wend_paths* paths, wend_program**
            program, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_program_destroy(wend_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_program_tune(wend_program* program, UIntPtr index, wend_stage* stage,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr wend_program_stream_count(wend_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_program_stream(wend_program* program, UIntPtr index, wend_stream_use* use,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr wend_program_stage_count(wend_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* wend_program_stage_kind(wend_program* program, UIntPtr index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int wend_program_draws(wend_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int wend_program_looks_at_others(wend_program* program);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_workspace_size(wend_program* program, wend_view* view, UIntPtr* floats,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_clock_next(wend_clock* clock, uint count, wend_ticks* ticks);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_isa_count();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* wend_isa_name(uint index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* wend_default_isa();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_run(wend_program* program, wend_view* view, wend_ticks* ticks, wend_execution*
            execution, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_run_views(wend_program* program, wend_view* views, UIntPtr count, wend_ticks*
            ticks, wend_execution* execution, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_run_chunks(wend_program* program, wend_layout* layout, wend_chunk* chunks,
            UIntPtr count, wend_ticks* ticks, wend_execution* execution, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_run_views_with(wend_program* program, wend_view* views, UIntPtr count,
            wend_ticks* ticks, wend_execution* execution, wend_view_options* options, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_views_workspace_size(wend_program* program, wend_view* views, UIntPtr count,
            UIntPtr* floats, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_forces(wend_program* program, wend_view* view, wend_ticks* ticks, wend_execution*
            execution, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_validate(wend_program* program, wend_view* view, wend_ticks* ticks,
            wend_execution* execution, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_explain(wend_program* program, wend_view* view, wend_ticks* ticks, UIntPtr slot,
            UIntPtr skip, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_state_hash(wend_program* program, wend_view* view, ulong* hash, wend_result*
            result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_state_hashes(wend_program* program, wend_view* view, uint first_id, uint ids,
            ulong* hashes, UIntPtr count, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr wend_agent_index_memory_size(UIntPtr agents);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_agent_index_create(UIntPtr agents, void* memory, UIntPtr bytes,
            wend_agent_index** index, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_agent_index_destroy(wend_agent_index* index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_agent_index_build(wend_agent_index* index, wend_view* view, wend_index_options*
            options, UIntPtr* left_out, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr wend_agent_index_view_size(wend_agent_index* index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_agent_index_nearest(wend_agent_index* index, wend_query_points* points, UIntPtr
            k, wend_found_agent* found, UIntPtr found_count, wend_execution* execution, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_agent_index_within(wend_agent_index* index, wend_query_points* points, float
            radius, ulong* offsets, UIntPtr offset_count, wend_found_agent* found, UIntPtr capacity, UIntPtr* count,
            wend_execution* execution, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_agent_index_cast(wend_agent_index* index, wend_query_rays* rays, UIntPtr k,
            wend_found_agent* found, UIntPtr found_count, wend_execution* execution, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_agent_index_contacts(wend_agent_index* index, wend_contact* pairs, UIntPtr
            capacity, UIntPtr* count, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_snapshot_bytes(wend_program* program, wend_view* view, UIntPtr* bytes,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_save(wend_program* program, wend_view* view, void* snapshot, UIntPtr bytes,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_restore(wend_program* program, wend_view* view, void* snapshot, UIntPtr bytes,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr wend_journal_memory_size(wend_program* program, wend_view* view,
            wend_journal_options* options);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_journal_create(wend_program* program, wend_view* view, wend_journal_options*
            options, IntPtr function, void* context, void* memory, UIntPtr bytes, wend_journal** journal, wend_result*
            result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_journal_destroy(wend_journal* journal);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_journal_run(wend_journal* journal, wend_program* program, wend_view* view,
            wend_ticks* ticks, wend_execution* execution, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_journal_changed(wend_journal* journal, uint stream);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_journal_flush(wend_journal* journal);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int wend_journal_write(wend_journal* journal, IntPtr function, void* context);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int wend_journal_works(wend_journal* journal);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong wend_journal_written(wend_journal* journal);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_journal_reader_create(void* journal, UIntPtr bytes, wend_journal_stage* stages,
            UIntPtr stage_count, wend_journal_reader** reader, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_journal_reader_destroy(wend_journal_reader* reader);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int wend_journal_reader_next(wend_journal_reader* reader, wend_journal_call* call);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_journal_reader_run(wend_journal_reader* reader, wend_execution* execution,
            wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong wend_journal_reader_hash(wend_journal_reader* reader);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void* wend_journal_reader_stream(wend_journal_reader* reader, uint stream, UIntPtr* count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int wend_journal_reader_changed(wend_journal_reader* reader, uint stream);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* wend_journal_reader_damage(wend_journal_reader* reader);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_prepare(wend_program* program, wend_view* view, wend_ticks* ticks,
            wend_execution* execution, void* memory, UIntPtr bytes, wend_prepared_run** run, wend_result* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint wend_block_count(wend_prepared_run* run);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void wend_run_blocks(wend_prepared_run* run, uint begin, uint end);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Code wend_finish(wend_prepared_run* run, wend_result* result);
    }
    // The end of wend.h.
}
