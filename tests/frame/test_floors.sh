#!/bin/sh
# The check of the floors must see what it is there for: each case plants one fault in a small house.
# FLOORS: the program. SOURCE: the project.
. "$SOURCE/tests/frame/tap.sh"

house() { # base and net, two floors, and one honest arrow down
    mkdir -p src/base src/net include/critter
    printf '0\tbase\topen\t-\tground\n1\tcodec\topen\tbase\tformats\n1\tstore\t-\tbase\tkeeps\n2\tnet\t-\tbase\tloop\n' >floors.tsv
    echo '#include <stdio.h>' >src/base/text.h
    printf '#include "base/text.h"\n#include <net/if.h>\n' >src/net/loop.c
    echo '#include <critter/version.h>' >include/critter/critter.h
}
floors() { "$FLOORS" floors.tsv src include; }

an_honest_house_stands() {
    house
    says "all of them down" floors
}
an_upward_include_is_caught_with_its_place() {
    house
    mkdir -p src/base && echo '#pragma once' >src/net/loop.h
    printf '\n#include "net/loop.h"\n' >src/base/text.c
    refuses 'src/base/text.c:2: base (floor 0) may not use net (floor 2)' floors
}
an_upward_include_is_caught_however_it_is_written() {
    house
    echo '#pragma once' >src/net/loop.h
    printf '  #  include <net/loop.h>\n' >src/base/text.c
    refuses 'src/base/text.c:1: base (floor 0) may not use net' floors
}
a_lower_room_that_the_table_does_not_give_is_caught() {
    house
    mkdir src/store && echo '#pragma once' >src/store/document.h
    echo '#include "store/document.h"' >src/net/loop.c
    refuses 'src/net/loop.c:1: net (floor 2) may not use store (floor 1)' floors
}
an_open_room_needs_no_word_from_above() {
    house
    mkdir src/codec && echo '#pragma once' >src/codec/png.h
    echo '#include "codec/png.h"' >src/net/loop.c
    says "all of them down" floors
}
a_neighbour_on_the_same_floor_is_caught() {
    house
    mkdir src/codec src/store && echo '#pragma once' >src/codec/png.h
    echo '#include "codec/png.h"' >src/store/photo.c
    refuses 'src/store/photo.c:1: store (floor 1) may not use codec (floor 1)' floors
}
a_circle_is_caught_inside_a_room() {
    house
    echo '#include "base/b.h"' >src/base/a.h
    echo '#include "base/c.h"' >src/base/b.h
    echo '#include "a.h"' >src/base/c.h
    refuses 'a circle: base/a.h -> base/b.h -> base/c.h -> base/a.h' floors
}
a_room_without_a_row_is_caught() {
    house
    mkdir src/cellar && echo >src/cellar/wine.c
    refuses 'the room cellar has no row' floors
}
a_file_outside_every_room_is_caught() {
    house
    echo >src/stray.c
    refuses 'src/stray.c: lies in no room' floors
}
an_include_of_nowhere_is_caught() {
    house
    echo '#include "bass/text.h"' >src/net/loop.c
    refuses '"bass/text.h" is in no room' floors
}
a_table_that_goes_up_is_caught() {
    house
    printf '0\tbase\topen\tnet\tground\n2\tnet\t-\tbase\tloop\n' >floors.tsv
    refuses 'floors.tsv:1: base (floor 0) may not use net (floor 2): arrows go down' floors
}
a_table_with_a_room_twice_or_unknown_is_caught() {
    house
    printf '0\tbase\topen\t-\tground\n2\tnet\t-\tbase attic\tloop\n2\tnet\t-\tbase\tloop\n' >floors.tsv
    refuses 'net uses attic, which has no row' floors
    refuses 'floors.tsv:3: net has a row already, in line 2' floors
}
a_broken_table_is_refused_with_its_place() {
    house
    printf '0\tbase\topen\n' >floors.tsv
    refuses 'floors.tsv:1: expected 5 columns' floors
    rm floors.tsv
    refuses 'floors.tsv: cannot be read' floors
}
a_public_header_that_needs_a_room_is_caught() {
    house
    echo '#include "base/text.h"' >include/critter/critter.h
    refuses 'critter.h:1: a public header may not need "base/text.h"' floors
}
what_stands_in_a_comment_is_no_arrow() {
    house
    echo '#pragma once' >src/net/loop.h
    printf '// #include "net/loop.h"\n/* so:\n#include "net/loop.h"\n*/\n' >src/base/text.c
    says "all of them down" floors
}
an_empty_house_does_not_pass() {
    mkdir -p src include
    printf '0\tbase\topen\t-\tground\n' >floors.tsv
    refuses 'no sources here' floors
}
inner_rooms() { # a room with three folders: clip stands on face, and the room itself on all of them
    house
    mkdir -p src/stage/clip src/stage/face
    printf '3\tstage\t-\t-\tstage\n3\tstage/face\t-\t-\tface\n3\tstage/clip\t-\tface\tclip\n' >>floors.tsv
    echo '#pragma once' | tee src/stage/clip/clip.h src/stage/face/face.h src/stage/stage.h >/dev/null
    echo '#include "stage/face/face.h"' >src/stage/clip/clip.c
    echo '#include "stage/clip/clip.h"' >src/stage/stage.c
}
inner_rooms_stand_on_each_other_as_their_rows_say() {
    inner_rooms
    says "all of them down" floors
    echo '#include "stage/clip/clip.h"' >src/stage/face/face.c
    refuses 'src/stage/face/face.c:1: stage/face may not use stage/clip' floors
    echo '#include "stage/stage.h"' >src/stage/face/face.c
    refuses 'src/stage/face/face.c:1: stage/face may not use stage, included' floors
}
a_room_that_its_folders_stand_on_may_not_use_them() {
    inner_rooms
    sed -i 's|stage/clip\t-\tface|stage/clip\t-\tface stage|' floors.tsv
    refuses 'src/stage/stage.c:1: stage may not use stage/clip' floors
}
a_folder_without_a_row_among_inner_rooms_is_caught() {
    inner_rooms
    mkdir src/stage/attic && echo >src/stage/attic/box.c
    refuses 'the folder stage/attic has no row' floors
}
inner_rooms_that_use_each_other_or_float_are_caught() {
    inner_rooms
    sed -i 's|stage/face\t-\t-|stage/face\t-\tclip|' floors.tsv
    refuses 'stage/face and stage/clip use each other' floors
    printf '4\tnet/deep\t-\t-\tdeep\n' >>floors.tsv
    refuses 'net/deep is on floor 4, the room around it on floor 2' floors
}
a_crowded_folder_is_caught() {
    house
    for i in $(seq 38); do echo >src/net/f$i.c; done
    says "all of them down" floors
    for i in $(seq 39 41); do echo >src/net/f$i.c; done
    refuses 'net: 42 files; more than 40' floors
}
this_house_stands() {
    says "all of them down" "$FLOORS" "$SOURCE/tools/floors.tsv" "$SOURCE/src" "$SOURCE/include"
}

cases an_honest_house_stands an_upward_include_is_caught_with_its_place \
    an_upward_include_is_caught_however_it_is_written a_lower_room_that_the_table_does_not_give_is_caught \
    an_open_room_needs_no_word_from_above a_neighbour_on_the_same_floor_is_caught \
    a_circle_is_caught_inside_a_room a_room_without_a_row_is_caught a_file_outside_every_room_is_caught \
    an_include_of_nowhere_is_caught a_table_that_goes_up_is_caught \
    a_table_with_a_room_twice_or_unknown_is_caught a_broken_table_is_refused_with_its_place \
    a_public_header_that_needs_a_room_is_caught what_stands_in_a_comment_is_no_arrow \
    an_empty_house_does_not_pass inner_rooms_stand_on_each_other_as_their_rows_say \
    a_room_that_its_folders_stand_on_may_not_use_them a_folder_without_a_row_among_inner_rooms_is_caught \
    inner_rooms_that_use_each_other_or_float_are_caught a_crowded_folder_is_caught this_house_stands
