#!/bin/sh
# Bodies and programs as somebody else has them: body.json files, the examples with the shared library alone.
# CRITTER: the program. EXAMPLES: the folder with the built examples.
. "$SOURCE/tests/frame/tap.sh"

eyes_in_a_terminal_are_alive() {
    "$EXAMPLES/body_eyes" 20 >said
    grep -q '#' said # pixels
    grep -q 'because' said
}
a_mistake_is_named_with_its_place_and_the_others_are_checked_all_the_same() {
    printf '{ "wheels": {"track": 1} }\n' >wrong.json
    printf '{ "touch": true }\n' >right.json
    refuses 'wrong.json:1:14: $.wheels.track' "$CRITTER" body check wrong.json right.json
    case "$said" in *"Critter, vector: has touch"*) ;; *) echo "$said"; return 1 ;; esac
}
what_a_body_cannot_live_is_told_and_why() {
    printf '{ "name": "Lumi", "wheels": {}, "head": {}, "display": {}, "speaker": true }\n' >body.json
    says 'Lumi, vector: has wheels, head, display, speaker' "$CRITTER" body check --all body.json
    echo "$said" >said
    grep -q '^  RollCube needs lift$' said
    grep -q '^behaviours: [0-9]* of [0-9]*; [0-9]* are out of reach$' said
    grep -q '^          *PickUp: it has no lift$' said
    absent 'Drive: ' said
    grep -q '^senses: no edge stops it$' said
    grep -q '^clips: [0-9]* whole, [1-9][0-9]* in part, 0 not at all$' said
    says 'track_m' "$CRITTER" body keys
}
cases eyes_in_a_terminal_are_alive a_mistake_is_named_with_its_place_and_the_others_are_checked_all_the_same \
    what_a_body_cannot_live_is_told_and_why
