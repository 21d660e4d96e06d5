#!/bin/sh
# How robots live for a while in the worlds that come with the program: tests/run/lives.golden. What they did, how near their
# senses came, and a sum over each kind of entry in their recordings: everything they sensed, and every command. It pins lives:
# UPDATE_GOLDEN=1 writes it anew when one changes on purpose. CRITTER: the program. SOURCE: the project.
. "$SOURCE/tests/frame/tap.sh"

golden=$SOURCE/tests/run/lives.golden

entries() { # of a recording: how many of each kind, and a sum over them
    "$CRITTER" log show --format json "$1" >entries || return 1
    for kind in $(sed -n 's/.*"kind":"\([a-z_]*\)".*/\1/p' entries | sort -u); do
        grep "\"kind\":\"$kind\"" entries >one
        printf '%s: %s %s, %s\n' "$1" "$(wc -l <one)" "$kind" "$(cksum <one)"
    done
}
lives() { # WORLD SECONDS [OPTION...]
    world=$1 seconds=$2
    shift 2
    printf '# %s, %s s%s\n' "$world" "$seconds" "${*:+ $*}"
    "$CRITTER" sim "$world" --seconds "$seconds" --quiet --accuracy table --record w "$@" >said 2>&1
    sed '/^wrote /d' said
    for life in w*; do entries "$life" || return 1; done
    [ ! -f s.wav ] || printf 'sound: %s\n' "$(cksum <s.wav)"
    rm -f w* s.wav
}
compare() { # the part of the golden file from its first line to the next part
    LC_ALL=C
    export LC_ALL
    lives "$@" >now
    [ -z "$UPDATE_GOLDEN" ] || cat now >>"$golden.new"
    head=$(head -n 1 now)
    [ -n "$UPDATE_GOLDEN" ] || awk -v head="$head" '/^# /{on = $0 == head} on' "$golden" | diff - now
}
a_vector_at_a_desk() { compare desk 10 --life table --sound s.wav; }
a_vector_among_people_and_music() { compare living-room 10 --life table --sound s.wav; }
a_vector_in_its_habitat() { compare habitat 6 --seed 7 --sound s.wav; }
a_vector_on_a_workbench() { compare workbench 8 --life table; }
a_vector_in_a_playpen() { compare playpen 8 --seed 5; }
robots_that_hear_each_other() { compare playroom 6 --loud --sound s.wav; }
a_pleo_with_toys() { compare pleo-den 10 --sound s.wav; }
a_cozmo_without_a_mind() { compare cozmo-room 4; }
pleos_face_to_face() { compare two-pleos 6; }

rm -f "$golden.new"
(cases a_vector_at_a_desk a_vector_among_people_and_music a_vector_in_its_habitat a_vector_on_a_workbench a_vector_in_a_playpen \
    robots_that_hear_each_other a_pleo_with_toys a_cozmo_without_a_mind pleos_face_to_face)
status=$?
[ ! -f "$golden.new" ] || mv "$golden.new" "$golden"
exit $status
