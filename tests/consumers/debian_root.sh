#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# debian_root.sh PACKAGE.deb...: installs the packages in a new Debian 12 and runs them there: `wend verify`, the Python
# package, a program that finds the library. Then it removes them, which must leave no file that was not there before.
# Run by hand: needs root, mmdebstrap and a network. Exit status 1 if something fails.
set -euo pipefail
folder=$(mktemp -d /tmp/wend.XXXXXX)
trap 'rm -rf "$folder"' EXIT
cp "$@" "$folder/"
cat >"$folder/check" <<'CHECK'
set -eu
cd /tmp/wend
files() { find / -xdev \( -path /proc -o -path /sys -o -path /tmp -o -path /var/cache -o -path /var/log \) -prune -o -print | LC_ALL=C sort; }
apt() { apt-get -q -y --no-install-recommends "$@" >log 2>&1 || { cat log; exit 1; }; }
# The dependencies first, so that the difference is wend's own.
apt install ./*.deb g++ cmake make
apt purge wend wend-doc libwend-dev libwend0.1 python3-wend
files >before
apt install ./*.deb
wend --version
wend verify
wend run wander --ticks 100 --hash
python3 -c 'import wend; print(wend.isas())'
cat >main.cpp <<'CPP'
#include <cstdio>
#include <wend/wend.hpp>
int main() { std::puts(wend::version); }
CPP
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(game LANGUAGES CXX)
find_package(wend CONFIG REQUIRED)
add_executable(game main.cpp)
target_link_libraries(game PRIVATE wend::wend)
CMAKE
cmake -B game >log
cmake --build game >>log
game/game
apt purge wend wend-doc libwend-dev libwend0.1 python3-wend
files >after
diff before after
echo "removed: no file is left"
CHECK
# shellcheck disable=SC2016 # mmdebstrap replaces $1
mmdebstrap --variant=minbase --customize-hook="copy-in $folder /tmp" --customize-hook="mv \"\$1$folder\" \"\$1/tmp/wend\"" \
    --customize-hook='chroot "$1" env -i "PATH=$PATH" sh /tmp/wend/check' bookworm /dev/null
