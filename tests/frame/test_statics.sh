#!/bin/sh
# No state that two robots would share: tools/statics against the built library, and against planted faults.
# SOURCE: the project. BUILD: the build directory. CC: the compiler. SANITIZED: yes when a sanitizer adds variables of its own.
. "$SOURCE/tests/frame/tap.sh"

plant() { # C text: the archive "a.a" with one object of it, as the build names it
    printf '%s\n' "$1" >one.c
    $CC -c -o room_one.c.o one.c && rm -f a.a && ar rc a.a room_one.c.o
}
judge() { sh "$SOURCE/tools/statics" "$@"; }

the_library_has_none_but_those_that_are_excused() {
    says " 0 not" judge "$SOURCE/tools/statics.tsv" "$BUILD/src/libcritter_inside.a"
}
what_can_be_written_is_named() {
    : >none.tsv
    for text in 'int counter;' 'static int counter; int *f(void) { return &counter; }' 'int counter = 3;' \
        'int *f(void) { static int counter; return &counter; }' '_Thread_local int counter;' \
        'extern int x; int *counter = &x;'; do
        plant "$text"
        refuses "room_one.c: counter is shared by all threads and can be written" judge none.tsv a.a
    done
}
what_cannot_be_written_is_not() {
    : >none.tsv
    plant 'extern int x; const int one = 1; const char *const two[] = {"a", "b"}; int *const three = &x; int f(void) { return one; }'
    says "1 objects, 0 excused, 0 not" judge none.tsv a.a
}
an_excuse_has_a_reason_and_something_to_excuse() {
    plant 'int counter;'
    printf 'src/room/one.c\tcounter\tbecause\n' >table.tsv
    says "1 objects, 1 excused, 0 not" judge table.tsv a.a
    printf 'src/room/one.c\tcounter\t\n' >table.tsv
    refuses "table.tsv:1: expected a source file, a variable and a reason" judge table.tsv a.a
    printf 'src/room/one.c\tcounter\tbecause\nsrc/room/two.c\tcounter\tbecause\n' >table.tsv
    refuses "excused, but there is no such variable" judge table.tsv a.a
    refuses "No such file" judge table.tsv nowhere.a
}

if [ "$SANITIZED" = yes ]; then
    cases an_excuse_has_a_reason_and_something_to_excuse
else
    cases the_library_has_none_but_those_that_are_excused what_can_be_written_is_named what_cannot_be_written_is_not \
        an_excuse_has_a_reason_and_something_to_excuse
fi
