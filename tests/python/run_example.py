# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""run_example.py FILE: runs an example that plots; where matplotlib is missing, all but the plot."""

import os
import runpy
import sys
from unittest import mock

os.environ["MPLBACKEND"] = "Agg"
try:
    import matplotlib  # noqa: F401

    plots = True
except ImportError:
    print("without matplotlib: no plot")
    sys.modules["matplotlib"] = sys.modules["matplotlib.pyplot"] = mock.MagicMock()
    plots = False
variables = runpy.run_path(sys.argv[1], run_name="__main__")
if plots and not os.path.getsize("agents.png") > 10_000:
    sys.exit("agents.png is no picture")
print(f"state hash {variables['program'].state_hash(variables['agents']):016x}")
