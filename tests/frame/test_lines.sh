#!/bin/sh
# Line lengths: tools/lines against the project, and against planted faults. SOURCE: the project.
. "$SOURCE/tests/frame/tap.sh"

plant() { # columns, left over: the folder "room" with a file of one line
    mkdir -p room/inner
    awk -v n="$1" 'BEGIN { for (; n > 0; n--) printf "x"; print "" }' >room/one.c
    printf 'room\tc,h\t110\t%s\n' "$2" >table.tsv
}
judge() { sh "$SOURCE/tools/lines" table.tsv; }

no_line_of_the_project_is_too_long() { (cd "$SOURCE" && says " 0 faults" sh tools/lines tools/lines.tsv); }
one_column_too_many_is_named() {
    plant 110 0
    says "1 files, 0 faults" judge
    plant 111 0
    refuses "room/one.c:1: 111 columns, at most 110" judge
}
characters_are_counted_and_not_bytes() {
    plant 1 0
    awk 'BEGIN { for (n = 0; n < 110; n++) printf "…"; print "" }' >room/one.c
    says "0 faults" judge
    printf '…' >>room/two.c && cat room/one.c >>room/two.c
    refuses "room/two.c:1: 111 columns" judge
}
what_may_be_left_is_and_no_more() {
    plant 200 1
    says "0 faults" judge
    cp room/one.c room/inner/two.h
    refuses "room: 2 lines are too long, 1 may be left" judge
    plant 10 5 && rm room/inner/two.h
    says "only 0 of 5 long lines are left: lower the number" judge
}
the_longest_row_that_fits_a_folder_counts() {
    plant 10 0
    awk 'BEGIN { for (n = 0; n < 115; n++) printf "x"; print "" }' >room/inner/two.c
    refuses "room/inner/two.c:1" judge
    printf 'room/inner\tc\t120\t0\n' >>table.tsv
    says "0 faults" judge
    printf 'room\tc\n' >>table.tsv
    refuses "table.tsv:3: expected" judge
}

cases no_line_of_the_project_is_too_long one_column_too_many_is_named characters_are_counted_and_not_bytes \
    what_may_be_left_is_and_no_more the_longest_row_that_fits_a_folder_counts
