#!/bin/sh
# The search for functions that nothing needs must find one that is planted, and nothing that is needed: each case is
# a small project of its own, compiled as the real one is.
# PYTHON runs the program. CC: the compiler. SOURCE: the project. BUILD: its build directory. SANITIZED: yes or no.
. "$SOURCE/tests/frame/tap.sh"
tool=$SOURCE/tools/unused

project() { # a program, a room with a table of functions, and a public header
    mkdir -p src/room include/critter tools
    printf 'int hand(int);\nextern int (*const table[])(int);\nint main(void) { return hand(1) + table[0](2); }\n' >src/main.c
    cat >src/room/hand.c <<'C'
int hand(int x); int finger(int x); int nail(int x); int critter_wave(int x); int unfold(int x);
static int knuckle(int x) { return unfold(x) + 1; }
int unfold(int x) { return x * 3; }
int nail(int x) { return x - 1; }
int finger(int x) { return x + nail(x); }
int hand(int x) { return knuckle(x); }
int critter_wave(int x) { return x; }
C
    printf 'int finger(int);\nextern int (*const table[])(int);\nint (*const table[])(int) = {finger};\n' >src/room/table.c
    printf 'int critter_wave(int x);\n' >include/critter/critter.h
    printf 'function\twhy it stays\n' >tools/unused.tsv
}
unused() { # compiles what there is, then looks
    mkdir -p build/src
    rows=
    for file in src/*.c src/*/*.c; do
        object=src/$(basename "$file" .c).o
        $CC -O2 -w -ffunction-sections -c "$file" -o "build/$object"
        rows="$rows${rows:+, }{\"directory\": \"$PWD/build\", \"file\": \"../$file\", \"output\": \"$object\"}"
    done
    echo "[$rows]" >build/compile_commands.json
    SOURCE=$PWD "$PYTHON" "$tool" build "$@"
}

what_is_reached_is_used() { # by calls, a table, a copy in the caller, and from outside
    project
    says "unused: 6 functions, 0 unused" unused
}
a_planted_function_is_found() {
    project
    printf 'int nobody(int x);\nint nobody(int x) { return x; }\n' >src/room/idle.c
    refuses "src/room/idle.c:2: nobody is called by nobody but tests" unused
}
what_only_unused_code_calls_is_unused() {
    project
    printf 'int b(int x);\nint a(int x);\nint a(int x) { return b(x); }\nint b(int x) { return x; }\n' >src/room/idle.c
    refuses "2 unused" unused
}
a_name_in_a_comment_is_no_call() {
    project
    printf 'int idle(int x);\nint idle(int x) { return x; }\n// idle\nint hush(int x);\nint hush(int x) { return x /* idle */; }\n' >src/room/idle.c
    refuses "idle is called by nobody" unused
}
a_name_like_that_of_the_public_is_not_public() {
    project
    printf 'int critter_hidden(int x);\nint critter_hidden(int x) { return x; }\n' >src/room/idle.c
    refuses "critter_hidden is called by nobody" unused
}
an_exception_is_heard_while_it_is_needed() {
    project
    printf 'int nobody(int x);\nint nobody(int x) { return x; }\n' >src/room/idle.c
    printf 'nobody\tfor a driver outside\n' >>tools/unused.tsv
    says "0 unused, 1 excused" unused
    printf 'hand\tlong ago\n' >>tools/unused.tsv
    refuses "unused.tsv:3: hand is used or gone" unused
    printf 'function\twhy it stays\nsrc/room/idle.c hand\tnot yet\n' >tools/unused.tsv
    refuses "unused.tsv:2: hand is used or gone" unused
    printf 'function\twhy it stays\nsrc/room/idle.c\tnot yet\nsrc/room/gone.c\tnot yet\n' >tools/unused.tsv
    refuses "unused.tsv:3: src/room/gone.c is used or gone" unused
    printf 'function\twhy it stays\nnobody\n' >tools/unused.tsv
    refuses "unused.tsv:2: expected functions, a tab, and why they stay" unused
}
what_stays_may_call_what_it_needs() {
    project
    printf 'int helper(int x);\nint helper(int x) { return x; }\n' >src/room/help.c
    printf 'int helper(int x);\nint nobody(int x);\nint nobody(int x) { return helper(x); }\n' >src/room/idle.c
    refuses "2 unused" unused
    printf 'src/room/idle.c\tfor a driver outside\n' >>tools/unused.tsv
    says "0 unused, 1 excused" unused
}
what_is_no_build_is_refused() {
    project
    refuses "nowhere is no build directory" "$PYTHON" "$tool" nowhere
    unused
    rm build/src/hand.o
    refuses "is not there: build first" env SOURCE="$PWD" "$PYTHON" "$tool" build
    echo text >build/src/hand.o
    refuses "expected a 64-bit little-endian ELF object" env SOURCE="$PWD" "$PYTHON" "$tool" build
}
this_project_has_none() {
    says " 0 unused" "$PYTHON" "$tool" "$BUILD"
}

set -- what_is_reached_is_used a_planted_function_is_found what_only_unused_code_calls_is_unused a_name_in_a_comment_is_no_call \
    a_name_like_that_of_the_public_is_not_public an_exception_is_heard_while_it_is_needed \
    what_stays_may_call_what_it_needs what_is_no_build_is_refused
# What sanitizers and coverage write into objects is not ours to read.
[ "$SANITIZED" = yes ] || set -- "$@" this_project_has_none
cases "$@"
