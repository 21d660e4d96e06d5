#!/bin/sh
# The steps of docs/class-hour.md and what it names in examples/, as a class would do them. The exercises in C are taken out of the page,
# compiled and run against simulated robots, all at the same time. pycozmo is not there: of its exercises it is only seen that they are Python.
# CRITTER, LIBRARY, CC, SOURCE, BUILD, SANITIZED as for test_library.sh; PYTHON: python3.
. "$SOURCE/tests/frame/tap.sh"
page=$SOURCE/docs/class-hour.md

# block NAME: the C program of that name, out of the page.
block() { awk -v name="// $1.c" '/^```/ { on = 0 } last == "```c" && $0 == name { on = 1 } on { print } { last = $0 }' "$page"; }
await() { # file, words: waits until they stand there
    tries=0
    until grep -q "$2" "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || { echo "no \"$2\" in $1:"; cat "$1"; return 1; }
        sleep 0.1
    done
}
exercise() { # NAME: in a folder of its own; leaves `said` and `air` there
    mkdir "$1"
    cd "$1"
    block "$1" >"$1.c"
    [ "$(wc -l <"$1.c")" -gt 10 ]
    $CC -std=c11 -Wall -Werror -I "$SOURCE/include" -I "$BUILD/include" "$1.c" -o "$1" "$LIBRARY" -Wl,-rpath,"$(dirname "$LIBRARY")"
    "$CRITTER" cozmo sim --listen 127.0.0.1:0 --seconds 600 --pcap air >sim &
    sim=$!
    await sim listening
    code=0
    CRITTER_COZMO=$(sed -n 's/.*listening on \([0-9.:]*\),.*/\1/p' sim) "./$1" >said 2>&1 || code=$?
    kill -INT $sim
    wait $sim || true
    [ $code -eq 0 ] || { cat said; return 1; }
    "$CRITTER" cozmo dump air >heard
}
has() { grep -q -e "$2" "$1" || { echo "no \"$2\" in $1"; return 1; }; }

the_exercises_in_c_do_what_they_say() {
    names='nod ruler square face cube see'
    [ "$(grep -c '^```c$' "$page")" -eq 6 ]
    for name in $names; do
        (set -e; exercise "$name") >"$name.out" 2>&1 &
        eval "pid_$name=\$!"
    done
    for name in $names; do
        eval "pid=\$pid_$name"
        wait "$pid" || { cat "$name.out"; return 1; }
    done
    [ "$(grep -c 'SetHeadAngle {"angle_rad":0.6' nod/heard)" -eq 2 ]
    mm=$(sed 's/ mm//' ruler/said)
    [ "$mm" -gt 80 ] && [ "$mm" -lt 120 ]
    has square/said 'corner 4'
    has face/heard DisplayImage
    has cube/said 'is lit'
    has cube/heard CubeLights
    has see/said 'seen.jpg, 320 by 240'
    [ "$(head -c 2 see/seen.jpg | od -An -tx1 | tr -d ' ')" = ffd8 ]
}

the_exercises_for_pycozmo_are_python() {
    awk '/^```/ { on = ($0 == "```python"); next } on { print }' "$page" >all.py
    [ "$(grep -c 'pycozmo.connect(' all.py)" -eq 6 ]
    "$PYTHON" -c 'import sys; compile(open(sys.argv[1]).read(), sys.argv[1], "exec")' all.py
}

run_live() { # "python3 stroke.py": with a living robot
    rm -f run.out
    "$CRITTER" run ${CREATURE:-vector} ${CREATURE:+--speed 20 --air 127.0.0.1:0} --port 0 --no-browser --seed 1 >run.out 2>&1 &
    life=$!
    await run.out "living ${CREATURE:-vector} is at"
    code=0
    timeout 100 "$@" "$(sed -n 's/.*is at \(http[^ ]*\).*/\1/p' run.out)" >said 2>&1 || code=$?
    kill -INT $life
    wait $life || true
    cat said
    return $code
}
short() { # twenty lines, without those that are empty or only remarks
    lines=$(grep -c -v -E '^ *(#|//|$)' "$1")
    [ "$lines" -le 20 ] || { echo "$1 has $lines lines"; return 1; }
}
both_live() { # WITH ENDING
    short "$SOURCE/examples/live/stroke.$2"
    short "$SOURCE/examples/live/drive.$2"
    says 'is being petted' run_live "$1" "$SOURCE/examples/live/stroke.$2"
    CREATURE=cozmo run_live "$1" "$SOURCE/examples/live/stroke.$2" >/dev/null && return 1
    grep -q 'cozmo felt nothing: a Cozmo has no sensor for strokes' said
    says ' mm' run_live "$1" "$SOURCE/examples/live/drive.$2"
    [ "$(sed 's/ mm//' said)" -ge 100 ]
}
a_robot_is_stroked_and_driven_in_python() { PYTHONDONTWRITEBYTECODE=1 both_live "$PYTHON" py; }
a_robot_is_stroked_and_driven_in_javascript() { both_live node mjs; }

the_scripts_in_pawn_run() {
    says 'Hello from a script' "$CRITTER" pawn run "$SOURCE/examples/pawn/hello.p"
    says '2 strokes: content' "$CRITTER" pawn run "$SOURCE/examples/pawn/moods.p"
    "$CRITTER" pawn run "$SOURCE/examples/pawn/nap.p" >said
    printf 'eyes open\neyes shut\neyes open\neyes shut\n' | cmp - said
}

every_link_of_the_index_leads_somewhere() {
    for file in README.md docs/README.md docs/class-hour.md; do
        grep -o '](\([^)]*\))' "$SOURCE/$file" | sed 's/](\(.*\))/\1/; s/#.*//' | grep -v '^http' | sort -u >links
        [ -s links ]
        while read -r link; do
            [ -z "$link" ] || [ -e "$SOURCE/$(dirname "$file")/$link" ] || { echo "$file: $link"; return 1; }
        done <links
    done
    for each in "$SOURCE"/docs/*.md; do # every page can be found from the index or the README
        name=$(basename "$each")
        [ "$name" = README.md ] || grep -q "($name\|(docs/$name" "$SOURCE/docs/README.md" "$SOURCE/README.md" || { echo "$name is in no index"; return 1; }
    done
}

the_readme_s_third_command_finds_the_program() { # as it stands there, in a tree that was built
    command=$(sed -n 's/^    \(export PATH=.*\)/\1/p' "$SOURCE/README.md")
    [ "$command" = 'export PATH="$PWD/build/src/cli:$PATH"' ]
    mkdir -p "build/src/cli"
    ln -s "$CRITTER" build/src/cli/critter
    eval "$command"
    [ "$(command -v critter)" = "$PWD/build/src/cli/critter" ]
    sed -n 's/^    critter \([^#]*\).*/\1/p' "$SOURCE/README.md" >commands
    [ "$(wc -l <commands)" -ge 3 ]
    while read -r command; do # each is one that there is
        case $command in cozmo*) help=$command ;; *) help=${command%% *} ;; esac
        [ "$help" = help ] || says Usage critter help $help
    done <commands
}

set -- the_exercises_for_pycozmo_are_python a_robot_is_stroked_and_driven_in_python the_scripts_in_pawn_run \
    every_link_of_the_index_leads_somewhere the_readme_s_third_command_finds_the_program
if [ "$SANITIZED" = no ]; then set -- the_exercises_in_c_do_what_they_say "$@"; fi
if command -v node >/dev/null; then set -- a_robot_is_stroked_and_driven_in_javascript "$@"; fi
cases "$@"
