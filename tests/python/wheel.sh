#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# wheel.sh PACKAGE LIBRARY EXAMPLE FOLDER: packs a wheel, installs it with pip, offline, in a virtual environment in
# FOLDER, and runs the example there, with the library and the oneTBB of the wheel. The state hash must be that of
# LIBRARY. Exit status 77 and the reason where a package is missing.
set -euo pipefail
source_folder=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
package=$1 library=$(readlink -f "$2") example=$3 folder=$4
source "$source_folder/find_python.sh"
find_python "numpy, tomllib, wheel, venv, ensurepip" \
    "NumPy, wheel and venv, and is 3.11 (Debian: python3-numpy, -wheel, -venv)"
fail() { echo "wheel: $*" >&2; exit 1; }
unset WEND_LIBRARY LD_LIBRARY_PATH PYTHONPATH
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

wheel=$("$python" -B "$package/make_wheel.py" "$library" "$folder")
"$python" -B "$package/make_wheel.py" "$library" "$folder/again" >/dev/null
cmp "$wheel" "$folder/again/$(basename "$wheel")" || fail "two wheels of one library differ"
"$python" -m wheel unpack --dest unpacked "$wheel" >/dev/null # compares the hashes of RECORD

# No symbol is newer than the tag, and none of an older tag's GLIBC alone: 2.XX of manylinux_2_XX.
[[ $(basename "$wheel") =~ ^wend-[0-9.]+-py3-none-manylinux_2_([0-9]+)_$(uname -m)\.whl$ ]] || fail "named $wheel"
tag=${BASH_REMATCH[1]}
libraries=(unpacked/*/wend/*.so*)
newest=$(objdump -T "${libraries[@]}" | grep -o 'GLIBC_2\.[0-9]*' | cut -d. -f2 | sort -n | tail -n 1)
((newest <= tag)) || fail "tagged 2.$tag, needs GLIBC 2.$newest"
for needed in $(objdump -p "${libraries[@]}" | awk '$1 == "NEEDED" { print $2 }'); do
    [[ $needed =~ ^(libc|libm|libstdc\+\+|libgcc_s|ld-linux-.*)\.so ]] || ls unpacked/*/wend/"$needed" >/dev/null
done

"$python" -m venv --system-site-packages venv
venv/bin/pip install --quiet --no-index --no-deps "$wheel"
cat >mapped.py <<'PYTHON'
import wend
mapped = {line.split()[-1] for line in open("/proc/self/maps") if "libwend" in line or "libtbb.so" in line}
print("\n".join(sorted(mapped)))
PYTHON
venv/bin/python mapped.py >mapped
grep libwend_c mapped >/dev/null || fail "libwend_c.so is not loaded"
! grep -v "^$(readlink -f venv)/" mapped || fail "these libraries are not the wheel's"

run() { "$@" "$source_folder/run_example.py" "$example" | grep 'state hash'; }
expected=$(run env WEND_LIBRARY="$library" PYTHONPATH="$package" "$python" -B)
installed=$(run venv/bin/python)
echo "$(basename "$wheel"): $installed; expected: $expected"
[[ $installed == "$expected" ]] || fail "another hash"

venv/bin/pip uninstall --quiet --yes wend
left=$(find venv -path '*wend*' ! -name mapped.py)
[[ -z $left ]] || fail "left after pip uninstall: $left"
