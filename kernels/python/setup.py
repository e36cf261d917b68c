# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Builds in a temporary folder, so that nothing is written into the sources; pyproject.toml has the rest."""

import atexit
import shutil
import tempfile

from setuptools import setup

folder = tempfile.mkdtemp()
atexit.register(shutil.rmtree, folder, ignore_errors=True)
setup(options={"build": {"build_base": folder}, "egg_info": {"egg_base": folder}})
