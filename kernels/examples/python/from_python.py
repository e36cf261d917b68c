# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT

# A hundred thousand agents leave the origin for a place each on a rose, wander on their way, and are plotted.
import matplotlib.pyplot as plt
import numpy as np
import wend

turn = np.linspace(0, 2 * np.pi, 100_000, dtype=np.float32)
radius = 40 * (1 + 0.4 * np.cos(7 * turn))
program = wend.Program([{"seek": {}}, {"wander": {"weight": 0.5}},
                        {"locomotion": {"max_force": 20, "max_speed": 6, "mass": 1}}])
agents = program.zeros(turn.size, target_x=radius * np.cos(turn), target_y=radius * np.sin(turn))
clock = wend.Clock(dt=1 / 60, seed=7)
for frame in range(480):
    program.run(agents, **clock.next())
plt.figure(figsize=(8, 8))
plt.scatter(agents["position_x"], agents["position_y"], s=0.1, c=turn, cmap="hsv")
plt.savefig("agents.png")
