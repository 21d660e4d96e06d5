#!/bin/sh
# Which tests run which lines: tools/reach on a small project of two tests that is built for coverage.
# PYTHON runs the program. CC: the compiler. SOURCE: the project.
. "$SOURCE/tests/frame/tap.sh"
export CCACHE_DISABLE=1 # each is another place, and none is compiled twice
case $($CC --version) in *clang*) no=clang ;; *) command -v gcov >/dev/null || no=gcov ;; esac
[ -z "${no-}" ] || { echo "1..0 # SKIP gcov and a compiler that it understands are needed"; exit 0; }

# A room of two sources, one of which nobody runs.
project() {
    mkdir -p src/room build/src build/meson-info
    cat >src/room/hand.c <<'C'
int hand(int x);
int hand(int x) {
    if (x > 2)
        return 7;
    return x + 1;
}
C
    printf 'int idle(void);\nint idle(void) {\n    return 1;\n}\n' >src/room/idle.c
    cat >test.c <<'C'
#include <stdio.h>
int hand(int x);
int idle(void);
int main(int n, char **v) {
    FILE *runs = fopen("runs", "a");
    fprintf(runs, "%s\n", n > 1 ? v[1] : "small");
    fclose(runs);
    return n > 1 ? hand(3) != 7 || n > 9 && idle() : hand(1) != 2;
}
C
    (cd build && $CC -O0 -w --coverage -c ../src/room/hand.c ../src/room/idle.c ../test.c && $CC --coverage hand.o idle.o test.o -o test &&
        ar rcs src/libcritter_inside.a hand.o idle.o)
    entry='"env": {}, "workdir": null, "suite"'
    echo "[{\"name\": \"small\", \"cmd\": [\"$PWD/build/test\"], $entry: [\"x:room\"]},
        {\"name\": \"large\", \"cmd\": [\"$PWD/build/test\", \"large\"], $entry: [\"x:room\"]},
        {\"name\": \"pages\", \"cmd\": [\"$PWD/build/test\", \"pages\"], $entry: [\"x:frame\"]}]" >build/meson-info/intro-tests.json
}
reach() { "$PYTHON" "$SOURCE/tools/reach" build "$@"; }
told() { # an expression of Python over what was written down: r, and of hand.c
    "$PYTHON" -c 'import json, sys
r = json.load(open("build/reach.json")); hand = r["files"]["src/room/hand.c"]; print(eval(sys.argv[1]))' "$1"
}

every_line_has_those_that_run_it() {
    project
    says "reach: 2 tests, 1 files" reach
    [ "$(told 'r["tests"]')" = "['small', 'large']" ] # what is around the program has no lines of it
    [ "$(told 'hand["functions"]')" = '[[2, 6]]' ]
    [ "$(told '[hand["lines"][n] for n in "2345"]')" = "['3', '3', '2', '1']" ]
    [ "$(told '"1" in hand["lines"]')" = False ] # no code
    [ "$(told 'hand["text"]')" = "$(sha256sum <src/room/hand.c | cut -d ' ' -f 1)" ]
}
only_what_is_newer_runs_again() {
    project
    reach --jobs 1 >said
    reach >said
    [ "$(cat build/runs)" = "$(printf 'small\nlarge')" ]
    touch -d '+1 minute' build/test
    reach >said
    [ "$(wc -l <build/runs)" = 4 ]
    touch -d '-1 hour' build/test
    reach --fresh >said
    [ "$(wc -l <build/runs)" = 6 ]
}
a_source_that_changed_since_is_another() {
    project
    touch -d '+1 minute' src/room/hand.c
    reach >said
    [ "$(told 'hand["text"]')" = 'another by now' ]
    [ "$(told 'hand["lines"]["4"]')" = 2 ]
}
what_is_no_build_is_refused() { refuses "is no build of this project" "$PYTHON" "$SOURCE/tools/reach" nowhere; }

cases every_line_has_those_that_run_it only_what_is_newer_runs_again a_source_that_changed_since_is_another what_is_no_build_is_refused
