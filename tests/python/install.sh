#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# install.sh PACKAGE LIBRARY EXAMPLE FOLDER: installs the package with pip, offline, in a virtual environment in FOLDER,
# and runs the example there: with the library named by WEND_LIBRARY, beside the package, and found by the loader.
# Nothing is written into PACKAGE. Exit status 77 and the reason where a package is missing.
set -euo pipefail
source_folder=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
package=$1 library=$(readlink -f "$2") example=$3 folder=$4
source "$source_folder/find_python.sh"
find_python "numpy, setuptools, wheel, venv, ensurepip" \
    "NumPy, setuptools, wheel and venv (Debian: python3-numpy, -setuptools, -wheel, -venv)"
unset WEND_LIBRARY LD_LIBRARY_PATH
rm -rf "$folder"
mkdir -p "$folder"
"$python" -m venv --system-site-packages "$folder/venv"
find "$package" | LC_ALL=C sort >"$folder/before"
"$folder/venv/bin/pip" install --quiet --no-index --no-build-isolation "$package"
find "$package" | LC_ALL=C sort | diff "$folder/before" - || { echo "install: wrote into $package" >&2; exit 1; }
cd "$folder"
run() { "$folder/venv/bin/python" "$source_folder/run_example.py" "$example" | grep 'state hash'; }

named=$(WEND_LIBRARY=$library run)
mkdir loader
cp "$library" loader/libwend_c.so.0.1
found=$(LD_LIBRARY_PATH=$folder/loader run)
installed=$("$folder/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')/wend
[[ -f $installed/py.typed ]] || { echo "install: $installed has no py.typed" >&2; exit 1; }
cp "$library" "$installed/libwend_c.so"
beside=$(run)
echo "named: $named; found by the loader: $found; beside the package: $beside"
[[ $named == "$found" && $named == "$beside" ]]
