// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// entity_chunks.cpp in C#: a thousand chunks of an entity system, of 64 to 512 agents each, in one call; agents
// enter and leave between ticks.
using System;
using System.Runtime.InteropServices;
using Wend;

/// A chunk of an entity system: one archetype, an array for each component, in native memory.
unsafe struct Chunk
{
    public const int Capacity = 512;
    public int Size;
    public fixed uint Id[Capacity];  // ids of entities: draws depend on them, not on the chunk
    public fixed float X[Capacity], Y[Capacity], VelocityX[Capacity], VelocityY[Capacity], WanderAngle[Capacity];

    public static Chunk* New()
    {
        var chunk = (Chunk*)Marshal.AllocHGlobal(sizeof(Chunk));
        chunk->Size = 0;
        return chunk;
    }

    public static void Spawn(Chunk* chunk, uint entity)
    {
        int slot = chunk->Size++;
        chunk->Id[slot] = entity;
        chunk->X[slot] = chunk->Y[slot] = chunk->WanderAngle[slot] = 0;
        chunk->VelocityX[slot] = chunk->VelocityY[slot] = 0;
    }

    public static void Remove(Chunk* chunk, int slot)
    {
        int last = --chunk->Size;
        chunk->Id[slot] = chunk->Id[last];
        chunk->X[slot] = chunk->X[last];
        chunk->Y[slot] = chunk->Y[last];
        chunk->VelocityX[slot] = chunk->VelocityX[last];
        chunk->VelocityY[slot] = chunk->VelocityY[last];
        chunk->WanderAngle[slot] = chunk->WanderAngle[last];
    }
}

static unsafe class EntityChunks
{
    /// The places of the components in every chunk, bound once. Array 0 is the chunk itself.
    static Layout LayoutOfChunks()
    {
        return new Layout(1)
            .Bind("id", 0, OffsetOf("Id"))
            .Bind("position_x", 0, OffsetOf("X")).Bind("position_y", 0, OffsetOf("Y"))
            .Bind("velocity_x", 0, OffsetOf("VelocityX")).Bind("velocity_y", 0, OffsetOf("VelocityY"))
            .Bind("wander_angle", 0, OffsetOf("WanderAngle"));
    }

    static int OffsetOf(string component) { return (int)Marshal.OffsetOf(typeof(Chunk), component); }

    static int Main()
    {
        try
        {
            Run();
            return 0;
        }
        catch (WendException error)
        {
            Console.WriteLine(error.Message);
            return 1;
        }
    }

    static void Run()
    {
        using (var program = Wend.Program.FromJson(
            @"[{""wander"": {}}, {""locomotion"": {""max_force"": 20, ""max_speed"": 3, ""mass"": 1}}]"))
        using (var layout = LayoutOfChunks())
        using (var views = new Chunks(layout))
        {
            uint entities = 0;
            var chunks = new Chunk*[1000];
            for (int i = 0; i < chunks.Length; ++i)
            {
                chunks[i] = Chunk.New();
                for (int size = 64 + i * 37 % 385; size > 0; --size) Chunk.Spawn(chunks[i], entities++);
                views.Add(chunks[i]->Size, chunks[i]);
            }

            var clock = new Clock(dt: 1.0f / 60, seed: 7);
            for (int frame = 0; frame < 60; ++frame)
            {
                program.Run(views, clock);
                for (int i = frame; i < chunks.Length; i += 60)
                {
                    if (i % 2 == 0)
                        Chunk.Remove(chunks[i], frame % chunks[i]->Size);
                    else
                        Chunk.Spawn(chunks[i], entities++);
                    views.Resize(i, chunks[i]->Size);
                }
            }

            int agents = 0;
            ulong hash = 0;  // a sum over agents, independent of chunks
            foreach (Chunk* chunk in chunks)
            {
                agents += chunk->Size;
                using (var view = new View(chunk->Size))
                    hash += program.StateHash(view.Bind("id", chunk->Id)
                        .Bind("position_x", chunk->X).Bind("position_y", chunk->Y)
                        .Bind("velocity_x", chunk->VelocityX).Bind("velocity_y", chunk->VelocityY)
                        .Bind("wander_angle", chunk->WanderAngle));
                Marshal.FreeHGlobal((IntPtr)chunk);
            }
            Console.WriteLine("{0} agents in {1} chunks, hash {2:x16}", agents, chunks.Length, hash);
        }
    }
}
