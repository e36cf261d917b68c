# bash completion for wend. Subcommands and options are read from --help, so that they are those of the program.
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT

_wend() {
    local word=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]} before=() words='' scenarios
    local i
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == -* ]] || before+=("${COMP_WORDS[i]}")
    done
    COMPREPLY=()
    if [[ $word == -* ]]; then
        # `perf` has subcommands of its own.
        [[ ${before[0]-} == perf ]] || before=("${before[@]:0:1}")
        words=$("$program" "${before[@]:0:2}" --help 2>/dev/null | grep -oE '^  (-[a-z],)?--[a-z-]+' | grep -oE -e '--[a-z-]+')
        ((${#before[@]})) || words='--help --version'
    elif ((COMP_CWORD == 1)) || [[ ${before[*]} == perf ]]; then
        words=$("$program" "${before[@]}" --help 2>/dev/null | sed -nE '/^Examples:/q; s/^  ([a-z]+) .*/\1/p')
    elif [[ ${before[*]} == run && ${COMP_WORDS[COMP_CWORD - 1]} != -* ]]; then
        scenarios=$(dirname "$(type -P "$program")")/../share/wend/scenarios
        words=$(cd "$scenarios" 2>/dev/null && find . -name '*.json' | sed 's|^\./||; s|\.json$||')
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    # Otherwise files, by bash's own completion.
}
complete -o bashdefault -o default -F _wend wend
