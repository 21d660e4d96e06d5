#!/bin/sh
# What commands print, as a person reads it: tests/cli/transcript.golden has every command after a $, what it printed,
# and its status where that is not 0. UPDATE_GOLDEN=1 writes the answers anew.
# CRITTER: the program. SOURCE: the project, whose seeds of the fuzzers are the files that are looked into.
. "$SOURCE/tests/frame/tap.sh"

golden=$SOURCE/tests/cli/transcript.golden
critter() { "$CRITTER" "$@"; }

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
    for folder in bank clip cozmo_pcap lights mind moods pawn_file pleo_files recordings schema; do
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
