#!/bin/sh
# What commands print, as a person reads it: tests/cli/NAME.golden has every command after a $, what it printed,
# and its status where that is not 0. UPDATE_GOLDEN=1 writes the answers anew. NAME: transcript, or the first word.
# CRITTER: the program. SOURCE: the project, whose seeds of the fuzzers are the files that are looked into.
. "$SOURCE/tests/frame/tap.sh"

LC_ALL=C # the order of files
export LC_ALL

golden=$SOURCE/tests/cli/${1:-transcript}.golden
critter() { "$CRITTER" "$@"; }
sums() { # over the files of each folder here
    find "$@" -type d | sort | while IFS= read -r folder; do
        count=$(find "$folder" -maxdepth 1 -type f | wc -l)
        [ "$count" -eq 0 ] || echo "$folder: $count files, $(find "$folder" -maxdepth 1 -type f | sort | xargs cat | cksum)"
    done
}
scenario() { # what its robots are asked, and what is expected: is it one?
    printf '{"seed": 1, "robots": [{"creature": "vector", "name": "v"}, {"creature": "cozmo", "name": "c", "y_m": 0.5}],
"requests": [{"name": "r", "do": {"stop": {}}}%s],
"expect": [%s]}\n' "$1" "$2" >s.json
    critter world check s.json
}
asks() { scenario ", $1" ""; }
expects() { scenario "" "$1"; }
holds() { # whether it holds when it is played; where they stand at the end is another test's
    holds=0
    scenario "$1" "$2" >/dev/null
    critter sim s.json --seconds 4 --check --quiet >ended 2>&1 || holds=$?
    grep -v -e ' of world time, hash ' -e '^[vc]: at ' ended
    return $holds
}

sources() { # scripts with something of everything: comments for the report, states, tags, arrays, overlays, mistakes
    cat >doc.p <<'END'
/** A lamp that is switched. */
#pragma library Lamps
const Watt: FULL = Watt:60
enum Lamp { Watt: power, bool: on, name[8 char] }
/** All lamps there are. */
static lamps[2][Lamp]
new count = 0

native bright(Watt: how, bool: really = true, ...)
forward public @press(lamp, times)

/** <p>Switches one of them.</p>
 * \param lamp   which
 * \param times  how often
 * \return how bright it is & was
 */
public @press(lamp, times) <lamp_: off>
    {
    state lamp_: lit
    for (new i = 0; i < times; i++)
        count += lamp
    return count
    }
public @press(lamp, times) <lamp_: lit>
    {
    if (times > 1)
        state lamp_: off
    return -count
    }
Watt: twice(Watt: p)
    return Watt:(_:p * 2)

main()
    {
    new text[] = "off and on", sum = 0
    lamps[1][power] = twice(FULL)
    for (new i = 0; text[i]; i++)
        switch (text[i])
            {
            case 'o', 'f': sum += 1
            case 'a' .. 'e': sum += 10
            default: sum -= 1
            }
    return sum + _:lamps[1][power] + @press(1, 1) + @press(2, 2)
    }
END
    cat >step.p <<'END'
f(a)
    {
    new b[3] = { 1, 2, ... }
    b[a] = 7
    return b[a]
    }
main()
    {
    new s = 0
    for (new i = 0; i < 3; i++)
        s += f(i)
    return s
    }
END
    cat >toy.clad <<'END'
/// The little robot on the table.
protocol toy {
    version 1..3;
    direction to_robot, to_app;
    id u8;
    attribute delivery: reliable, latest;
    extra ignore;
}
const MAX_SPEED_MMPS = 220;
const GREETING = hex "434f5a03";
/// The state of a wheel.
enum WheelState : i8 { OK = 0, STALLED = -1, LOST = -2 }
bits Flag : u16 { CHARGING = 0, ON_TABLE = 1, FALLING = 7 }
struct Wheel {
    f32 speed_mmps;             /// negative: backwards
    WheelState state = OK;
}
with (to_robot, delivery: reliable) {
    /// Both treads at once.
    message Drive(0x10) {
        f32 left_mmps = 0;
        f32 right_mmps = 0;
        u8 action = 1 since 2;
        u16 old until 1;
        u8 brief since 2 until 2;
    }
    message Stop(0x11);
    message Newer(0x12) since 3 { i64 when; }
}
message State(0x80, to_app, delivery: latest) {
    u32 time_ms;
    Flag flags;
    Wheel[2] wheels;
    text[u8 : 32] name;
    bytes[rest : 500] picture;
}
END
    sed 's/u8 action = 1/u8 action = 256/' toy.clad >wrong.clad
    mkdir -p robot/assets/animations robot/assets/animationGroups
    cp "$SOURCE/fuzz/corpus/clip/cozmo.bin" robot/assets/animations
    cp broken.json robot/assets/animationGroups
    cat >wrong.p <<'END'
native a(b)
static unused = 3
f(x[]) { return x }
main()
    {
    new y = 1, y = 2
    if (y = 3) a()
    goto nowhere
    f(y) + z
        return "text
    }
END
}

what_commands_print_is_in_the_transcript() {
    for folder in audio bank clip cozmo_pcap lights jpeg json mind monochrome moods pawn_compiler pawn_file pleo_files png recordings schema; do
        ln -s "$SOURCE/fuzz/corpus/$folder" "$folder"
    done
    cp "$SOURCE/fuzz/corpus/lights/cube.json" broken.json
    echo '}' >>broken.json
    sources
    grep '^\$ ' "$golden" | while IFS= read -r line; do
        printf '%s\n' "$line"
        status=0
        (eval "${line#??}") >printed 2>&1 || status=$?
        sed -e '$a\' printed # a last line without an end gets one
        [ $status -eq 0 ] || echo "[$status]"
    done >said
    [ -z "${UPDATE_GOLDEN-}" ] || cp said "$golden"
    diff "$golden" said
}
cases what_commands_print_is_in_the_transcript
