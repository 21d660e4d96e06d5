#!/bin/sh
# The types in the examples of headers: tools/examples against the project, and against planted faults.
# PYTHON runs the program. CC: the compiler. SOURCE: the project. BUILD: its build directory.
. "$SOURCE/tests/frame/tap.sh"
tool() { "$PYTHON" "$SOURCE/tools/examples" "$BUILD" "$@"; }

story() { # example lines: the header x.h, with things to call
    {
        printf '// What it is for.\n//\n'
        printf '%s\n' "$1" | sed 's|^|//     |'
        cat <<'H'
#pragma once
#include <stddef.h>
struct x { int size; const char *name; };
struct y { int size; };
struct x *x_new(const char *name);
void x_add(struct x *x, struct y *y);
size_t x_size(const struct x *x);
void x_set(struct x *x, struct y value);
H
    } >x.h
}
judge() { tool "$PWD/x.h"; }

every_example_of_the_project_has_its_types() {
    says " 0 wrong" tool
    [ "$(printf '%s\n' "$said" | sed -n 's/^examples: \([0-9]*\) tried.*/\1/p')" -gt 250 ]
}
an_argument_of_another_type_is_named_with_its_line() {
    set --
    for call in 'struct x *x = x_new(3);' 'x_add(x_new("a"), x_new("b"));' 'struct y *y; x_size(y);' 'struct y *y; x_set(x_new("a"), y);' \
        'struct x one = {.length = x_size(0)};' 'struct x *x = x_new("a"); x->length = 1;' 'struct y *y = x_new("a");'; do
        story "// first a word
$call"
        mv x.h "x$#.h"
        set -- "$@" "$PWD/x$#.h"
    done
    refuses "7 tried" tool "$@"
    for header; do
        printf '%s\n' "$said" | grep -q "${header##*/}:4:" || { echo "nothing of $header"; printf '%s\n' "$said"; return 1; }
    done
}
what_is_left_out_says_nothing() {
    story 'struct x *x = x_new(name);                   // whose name?
if (x_size(x) > most) …
x_add(x, …);
x_set(x, (struct y){…});
x_add(mine, &theirs);'
    says "1 tried, 0 wrong" judge
}
one_that_ends_in_the_middle_hides_no_other() { # they are compiled together
    n=0 forth= back=
    for first in 'if (x_size(x)) {' 'x_size(x); /* and so on' 'x_add(x,' 'x_size(x); }' 'x_size(x);
#if 0' 'x_size("' 'x_size(x); struct y {'; do
        n=$((n + 1))
        story "$first"
        sed "s/struct x /struct z$n /g; s/struct y/struct u$n/g; s/x_/z${n}_/g" x.h >"first$n.h"
        story 'x_new(3);'
        sed "s/struct x /struct w$n /g; s/struct y/struct v$n/g; s/x_/w${n}_/g" x.h >"w$n.h"
        forth="$forth $PWD/first$n.h $PWD/w$n.h" back="$PWD/w$n.h $PWD/first$n.h $back"
    done
    for all in "$forth" "$back"; do
        refuses "14 tried" tool $all
        for n in 1 2 3 4 5 6 7; do
            printf '%s\n' "$said" | grep -q "w$n.h:3:" || { echo "nothing of w$n.h"; printf '%s\n' "$said"; return 1; }
        done
    done
}
the_wrong_ones_among_many_are_told_and_no_other() {
    for n in 1 2 3 4 5 6; do
        case $n in
        2) story 'x_new(3); if (x_size(x)) {' ;;
        5) story 'x_new(4);' ;;
        *) story 'x_new("a");' ;;
        esac
        sed "s/struct x /struct w$n /g; s/x_/w${n}_/g; s/struct y/struct v$n/g" x.h >"w$n.h"
    done
    refuses "6 tried, 2 wrong" tool "$PWD"/w?.h
    for n in 2 5; do
        printf '%s\n' "$said" | grep -q "w$n.h:3:" || { echo "nothing of w$n.h"; printf '%s\n' "$said"; return 1; }
    done
}
one_of_the_same_name_hides_no_other() {
    story 'x_set(x_new("a"), (struct y){.size = 1});'
    sed 's/struct y { int size; };/struct y { int length; };/; s/x_/z_/g; s/struct x /struct z /g' x.h >other.h
    refuses "other.h:3:" tool "$PWD/x.h" "$PWD/other.h"
    [ "$(printf '%s\n' "$said" | grep -c error)" = 1 ]
}
a_header_that_cannot_be_read_is_told() {
    story 'x_size(x);'
    sed 's/stddef.h/nowhere.h/' x.h >other.h
    refuses "nowhere.h: No such file" tool "$PWD/other.h"
}
cases one_that_ends_in_the_middle_hides_no_other the_wrong_ones_among_many_are_told_and_no_other one_of_the_same_name_hides_no_other a_header_that_cannot_be_read_is_told every_example_of_the_project_has_its_types an_argument_of_another_type_is_named_with_its_line what_is_left_out_says_nothing
