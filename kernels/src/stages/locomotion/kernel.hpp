// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "stages/locomotion/edge_steps.hpp"
#include "stages/locomotion/vehicle_model.hpp"
