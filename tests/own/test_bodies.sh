#!/bin/sh
# Bodies and programs as somebody else has them: body.json files, the examples with the shared library alone.
# CRITTER: the program. EXAMPLES: the folder with the built examples.
. "$SOURCE/tests/frame/tap.sh"

eyes_in_a_terminal_are_alive() {
    "$EXAMPLES/body_eyes" 20 >said
    grep -q '#' said # pixels
    grep -q 'because' said
}
two_wheels_explore_a_table_and_stay_on_it() {
    "$EXAMPLES/body_wheels" 60 >said # it ends with 1 when it fell off
    [ "$(cut -c 1-22 said | sort -u -k 3,4 | wc -l)" -gt 5 ] # places
    grep -q 'explores' said
}
a_walker_swings_its_legs_while_it_walks_and_wags_when_it_is_stroked() {
    "$EXAMPLES/body_walker" >said
    # Twelve degrees and more to both sides; opposite legs go opposite ways.
    awk '/^front left/ { left = $3; right = $6; tail = $8
            if (NR > 8 && NR < 20) { if (left > 12) up = 1; if (left < -12) down = 1; if (left * right < -200) against = 1; if (left * right > 100) along = 1 }
            if (NR < 45 && (tail > calm || -tail > calm)) calm = tail < 0 ? -tail : tail
            if (NR > 60 && (tail > glad || -tail > glad)) glad = tail < 0 ? -tail : tail }
        END { exit !(up && down && against && !along && glad > calm) }' said
}
a_lamp_greets_in_sound_and_says_why_when_it_is_stroked() {
    "$EXAMPLES/body_lamp" >sound 2>said
    [ "$(wc -c <sound)" -gt 800000 ]             # twenty seconds
    [ "$(tr -d '\000' <sound | wc -c)" -gt 40000 ] # and no silence
    grep -q 'TOUCHED' said
    [ "$(grep -c 'WORD' said)" -gt 8 ]
}
a_body_in_python_is_lived_in() {
    sed -n '/^body.json:/,/}$/p' "$SOURCE/examples/body/body.py" | sed 's/^body.json://' >body.json
    "$CRITTER" run --no-browser --no-boot --port 0 --seconds 120 --body "socket@$PWD/body.sock#json" --body-file body.json \
        >run.log 2>&1 &
    robot=$!
    tries=0
    while [ ! -S body.sock ] && [ $tries -lt 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    python3 "$SOURCE/examples/body/body.py" body.sock 110 2>errors | grep -m 3 'eyes: [1-9]' >said || : # three faces, and away
    kill $robot && wait $robot || :
    [ "$(grep -c 'eyes: [1-9]' said)" -eq 3 ] || { cat said errors run.log; return 1; }
    [ ! -e body.sock ]
}
the_body_of_the_page_is_whole() {
    sed -n '/^    { "name": "Lumi",$/,/^$/p' "$SOURCE/docs/own-body.md" >page.json
    says 'joints: 1 joint of its own' "$CRITTER" body check page.json
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
    # As many behaviours as are named are out of reach, and with the others they are all.
    named=$(grep -c '^  [A-Za-z]* needs ' said)
    awk -v named="$named" '/^behaviours: / { sum = $2 + $5; fine = named > 5 && $5 == named && sum == $4 + 0 } END { exit !fine }' said
    absent 'requests: all' said
    grep -q '^          *PickUp: it has no lift$' said
    absent 'Drive: ' said
    grep -q '^senses: no edge stops it$' said
    grep -q '^clips: [0-9]* whole, [1-9][0-9]* in part, 0 not at all$' said
    says 'track_m' "$CRITTER" body keys
}
cases eyes_in_a_terminal_are_alive two_wheels_explore_a_table_and_stay_on_it \
    a_walker_swings_its_legs_while_it_walks_and_wags_when_it_is_stroked \
    a_body_in_python_is_lived_in a_lamp_greets_in_sound_and_says_why_when_it_is_stroked a_mistake_is_named_with_its_place_and_the_others_are_checked_all_the_same \
    the_body_of_the_page_is_whole \
    what_a_body_cannot_live_is_told_and_why
