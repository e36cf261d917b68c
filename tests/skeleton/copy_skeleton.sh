#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# copy_skeleton.sh SOURCE FOLDER: takes the steps of kernels/README.md, "Add a stage", in a clone of SOURCE (with what is
# not committed yet): copies the skeleton of a force under the name `hover` and that of a stage with neighbours under the
# name `mingle`, generates what is generated, and runs what a row in the list of kernels promises. Prints the files that it
# touched. Exit status 1 when something is missing, or when more than 5 files a stage are new or 4 edited, without the
# generated page and data.
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

# add_stage KIND NAME TYPE ROW FORMULA
add_stage() {
    local kind=$1 name=$2 type=$3 row=$4 formula=$5
    # 1. Copy and rename.
    copy() {
        mkdir -p "$(dirname "$2")"
        sed "s/Skeleton/$type/g; s/skeleton/$name/g" "kernels/skeleton/$kind/$1" >"$2"
    }
    copy stage.hpp "kernels/include/wend/$name.hpp"
    copy kernel.hpp "kernels/src/stages/$name/kernel.hpp"
    copy reference.cpp "kernels/src/stages/$name/reference.cpp"
    copy test.cpp "tests/kernels/forces/${name}_test.cpp"
    copy scenario.json "bench/scenarios/behaviours/$name.json"

    # 2. and 3. A line each: the public variant, the list of kernels.
    sed -i -e "s|^#include \"wend/interpose.hpp\"|#include \"wend/$name.hpp\"\n&|" \
        -e "/^using Stage =/,/>;/ s/>;/, $type>;/" kernels/include/wend/stage.hpp
    sed -i "/^inline constexpr std::tuple kernel_list{/,/^};/ s/^};/    $row\n&/" kernels/src/stage/kernel_list.hpp

    # 4. The written order of operations.
    printf '%s\n' '' "## $type" '' "$formula" >>kernels/docs/math.md
}
add_stage force hover Hover 'KernelRow<Hover>{.fused = Fused::yes},' \
    '`pull = (target - p) * stiffness`, `drag = v * damping`, force `pull - drag`, component by component.'
add_stage neighbours mingle Mingle 'KernelRow<Mingle>{},' \
    'Sum of `trunc(d * (2^20 / radius))` over the neighbours, force `float(-sum * (radius * 2^-20 * stiffness))`.'

# 5. One build, and what is generated.
tools/regenerate -DWEND_BENCH_RIVALS=OFF ${WEND_ISAS:+"-DWEND_ISAS=$WEND_ISAS"} >regenerate.log 2>&1 || {
    tail -n 40 regenerate.log >&2
    fail "it does not build"
}
rm regenerate.log
tests=(golden_test conformance_test oracle_test stages_page_test verify_test picture_test)
cmake --build build/release --target wend_command "${tests[@]}" >/dev/null
bin=build/release/bin

# Tests that the row in the list gives. Each has to run something: a filter that matches nothing fails.
ran() {
    local output
    output=$("$bin/$1" --gtest_filter="$2" 2>&1) || fail "$1 $2: $output"
    grep -qE '\[  PASSED  \] [1-9]' <<<"$output" || fail "$1 $2 runs nothing"
    echo "skeleton: $1 $2: $(grep -oE '\[  PASSED  \] .*' <<<"$output")"
}
ran golden_test '*'
ran stages_page_test '*'
ran verify_test '*olden*'
git diff --unified=0 -- tests/golden_hashes.json | grep -E '^-[^-]' && fail "golden hashes changed"
for stage in hover:Hover mingle:Mingle; do
    name=${stage%:*}
    ran conformance_test "*drawn_$name*"
    ran oracle_test "*drawn_$name*:${stage#*:}.*"
    ran picture_test "*$name*"
    grep -q "\"drawn_$name\"" tests/golden_hashes.json || fail "no golden hash of $name"
    grep -q "\"behaviours/$name\"" tests/golden_hashes.json || fail "no golden hash of the scenario of $name"
    $bin/wend run "bench/scenarios/behaviours/$name.json" --out build/release/picture.svg >/dev/null
    grep -q '<svg' build/release/picture.svg || fail "no picture of $name"
done
rows=build/release/rows.json
for name in hover mingle; do
    $bin/wend bench --filter "^$name\\+locomotion/.*/agents:8192/threads:1(/|$)" --out $rows >/dev/null ||
        fail "the benchmark row of $name fails"
    grep -q "\"$name+locomotion/" $rows || fail "no benchmark row of $name"
done

git add -A
new=$(git diff --cached --name-only --diff-filter=A)
edited=$(git diff --cached --name-only --diff-filter=M)
edited=$(grep -vE '^kernels/(docs/stages.md|c/wend_api.json|npm/stages.d.ts)$' <<<"$edited")  # generated
show() {
    echo "skeleton: $1:"
    sed 's/^/    /' <<<"$2"
    (($(wc -l <<<"$2") <= $3)) || fail "more than $3 $1"
}
show "new files" "$new" 10
show "edited files" "$edited" 4
