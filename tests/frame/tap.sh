# TAP for tests written in sh. Sourced; a case is a function, run in a folder of its own that goes away.
#
#     . "$SOURCE/tests/frame/tap.sh"
#     an_upward_include_is_caught() { … }      passes when it returns 0; what it prints is shown when it does not
#     cases an_upward_include_is_caught …      runs them, and ends the program
#
# refuses WORDS command…   succeeds when the command fails and says WORDS
# says WORDS command…      succeeds when the command succeeds and says WORDS
tap_said() { # the words, then the command; leaves its answer in $said and its status in $status
    tap_words=$1
    shift
    status=0
    said=$("$@" 2>&1) || status=$?
    case "$said" in *"$tap_words"*) return 0 ;; esac
    printf 'expected "%s" from: %s\nit said (%d): %s\n' "$tap_words" "$*" "$status" "$said"
    return 1
}
refuses() {
    tap_said "$@" || return 1
    [ "$status" -ne 0 ] && return 0
    printf 'expected a failure from: %s\nit said: %s\n' "$*" "$said"
    return 1
}
says() {
    tap_said "$@" || return 1
    [ "$status" -eq 0 ] && return 0
    printf 'failed with %d: %s\nit said: %s\n' "$status" "$*" "$said"
    return 1
}
absent() { # words, file: succeeds when the file does not have them (the shell's `!` would not stop a case)
    if grep -q -e "$1" "$2"; then
        printf '"%s" stands in %s:\n' "$1" "$2"
        cat "$2"
        return 1
    fi
}
cases() {
    tap_dir=$(mktemp -d) || exit 1
    trap 'rm -rf "$tap_dir"' EXIT
    echo "1..$#"
    tap_n=0 tap_failed=0
    for tap_case; do
        tap_n=$((tap_n + 1))
        mkdir "$tap_dir/$tap_n"
        # Not inside the `if`: there the shell would no longer stop at the first command that fails.
        (set -e; cd "$tap_dir/$tap_n"; "$tap_case") >"$tap_dir/out" 2>&1
        if [ $? -eq 0 ]; then
            echo "ok $tap_n - $tap_case"
        else
            echo "not ok $tap_n - $tap_case"
            sed 's/^/# /' "$tap_dir/out"
            tap_failed=1
        fi
    done
    exit $tap_failed
}
