#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# copy_skeleton.sh SOURCE FOLDER: takes the steps of kernels/README.md, "Add a force", in a clone of SOURCE
# (with what is not committed yet): copies the skeleton under the name `hover`, builds it, makes what is
# generated, edits its pages, and runs what a row in the list of kernels promises. Prints the files that it
# touched, pages (*.md) apart from the others: those are prose, or generated. Exit status 1 when something is
# missing, or when more than 6 files are new, 4 edited, or 3 pages edited.
set -euo pipefail

(($# == 2)) || { echo "usage: copy_skeleton.sh SOURCE FOLDER" >&2; exit 2; }
source=$(cd "$1" && pwd)
rm -rf "$2"
mkdir -p "$2"
clone=$(cd "$2" && pwd)/wend

fail() {
    echo "skeleton: $*" >&2
    exit 1
}

git clone -q --no-hardlinks "$source" "$clone"
(cd "$source" && git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
    [[ -e $file ]] && printf '%s\0' "$file"
done | tar --null -T - -cf -) | tar -xf - -C "$clone"
(cd "$source" && git ls-files -z --deleted) | (cd "$clone" && xargs -0 -r rm -f)
cd "$clone"
git add -A
git -c user.name=wend -c user.email=wend@localhost commit -q --allow-empty -m "as it stands"

# 1. Copy and rename.
copy() {
    mkdir -p "$(dirname "$2")"
    sed 's/Skeleton/Hover/g; s/skeleton/hover/g' "kernels/skeleton/$1" >"$2"
}
copy stage.hpp kernels/include/wend/hover.hpp
copy kernel.hpp kernels/src/stages/hover/kernel.hpp
copy reference.cpp kernels/src/stages/hover/reference.cpp
copy test.cpp tests/kernels/forces/hover_test.cpp
copy scenario.json bench/scenarios/behaviours/hover.json

# 2. to 4. One line each: the public variant, the list of kernels, the folder's name.
sed -i -e 's|^#include "wend/interpose.hpp"|#include "wend/hover.hpp"\n&|' \
    -e '/^using Stage = /,/>;/ s/>;/, Hover>;/' kernels/include/wend/stage.hpp
row='    KernelRow<Hover>{.fused = Fused::yes},'
sed -i "/^inline constexpr std::tuple kernel_list{/,/^};/ s/^};/$row\n&/" kernels/src/kernel_list.hpp
sed -i 's|^    interpose$|    hover\n&|' kernels/cmake/stages.cmake

# 5. The written order of operations.
cat >>kernels/docs/math.md <<'MATH'

## Hover

`pull = (target - p) * stiffness`, `drag = v * damping`, force `pull - drag`, component by component.
MATH

# 6. Build, and make what is generated.
cmake -S . -B build/scratch -G Ninja -DCMAKE_BUILD_TYPE=Release -DWEND_BENCH_RIVALS=OFF \
    ${WEND_ISAS:+"-DWEND_ISAS=$WEND_ISAS"} \
    ${CMAKE_CXX_COMPILER_LAUNCHER:+"-DCMAKE_CXX_COMPILER_LAUNCHER=$CMAKE_CXX_COMPILER_LAUNCHER"} \
    >build_scratch.log
tests=(golden_test conformance_test oracle_test stages_page_test verify_test picture_test)
cmake --build build/scratch --target wend_command "${tests[@]}" >>build_scratch.log || {
    tail -n 40 build_scratch.log >&2
    fail "it does not build"
}
rm build_scratch.log
bin=build/scratch/bin
WEND_REGENERATE_GOLDEN=1 $bin/golden_test >/dev/null || fail "golden_test writes no hashes"
WEND_REGENERATE_GOLDEN=1 $bin/verify_test >/dev/null || fail "verify_test writes no hashes"
WEND_REGENERATE_STAGES=1 $bin/stages_page_test >/dev/null || fail "stages_page_test writes no page"
cmake --build build/scratch --target wend_command "${tests[@]}" >/dev/null
$bin/wend run bench/scenarios/behaviours/hover.json --out bench/scenarios/gallery/hover.svg >/dev/null

# 7. Its section in the gallery: the rule misses it, and then nothing.
pages_rule() { cmake -DSOURCE="$PWD" -P tests/build_rules/behaviour_pages.cmake 2>&1; }
if missed=$(pages_rule); then fail "behaviour_pages.cmake misses no page"; fi
grep -q "^ *bench/scenarios/gallery/README.md " <<<"$missed" || fail "behaviour_pages.cmake misses: $missed"
printf '%s\n' '' '## hover' '' 'Springs pull the agents to the target, and dampers stop them there.' '' \
    '![hover](hover.svg)' >>bench/scenarios/gallery/README.md
missed=$(pages_rule) || fail "$missed"

# Tests that the row in the list gives. Each has to run something: a filter that matches nothing fails.
ran() {
    local output
    output=$("$bin/$1" --gtest_filter="$2" 2>&1) || fail "$1 $2: $output"
    grep -qE '\[  PASSED  \] [1-9]' <<<"$output" || fail "$1 $2 runs nothing"
    echo "skeleton: $1 $2: $(grep -oE '\[  PASSED  \] .*' <<<"$output")"
}
ran conformance_test '*drawn_hover*'
ran oracle_test '*drawn_hover*:Hover.*'
ran golden_test '*'
ran stages_page_test '*'
ran verify_test '*olden*'
ran picture_test '*hover*'
grep -q '"drawn_hover"' tests/golden_hashes.json || fail "no golden hash"
grep -q '"behaviours/hover"' tests/golden_hashes.json || fail "no golden hash of the scenario"
git diff --unified=0 -- tests/golden_hashes.json | grep -E '^-[^-]' && fail "golden hashes changed"
rows=build/scratch/rows.json
$bin/wend bench --filter '^hover\+locomotion/reference/' --out $rows >/dev/null ||
    fail "the benchmark row fails"
grep -q '"hover+locomotion/reference/agents:8192/threads:1' $rows || fail "no benchmark row"
grep -q '<svg' bench/scenarios/gallery/hover.svg || fail "no picture"

git add -A
new=$(git diff --cached --name-only --diff-filter=A)
edited=$(git diff --cached --name-only --diff-filter=M)
pages=$(grep '\.md$' <<<"$edited")
edited=$(grep -v '\.md$' <<<"$edited")
show() {
    echo "skeleton: $1:"
    sed 's/^/    /' <<<"$2"
    (($(wc -l <<<"$2") <= $3)) || fail "more than $3 $1"
}
show "new files" "$new" 6
show "edited files" "$edited" 4
show "edited pages" "$pages" 3
