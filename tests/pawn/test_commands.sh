#!/bin/sh
# critter pawn run, verify, disasm, profile and debug, as a person uses them. CRITTER: the program. SOURCE: the project.
. "$SOURCE/tests/frame/tap.sh"

made() { # NAME: the script below, with debug data
    cat >"$1.p" <<'END'
#include <time>
divide(a, b)
    return a / b

forward public hello();
public hello()
    {
    print "hello from the side\n"
    return 7
    }

main()
    {
    new sum = 0
    for (new i = 1; i <= 3; i++)
        sum += divide(12, i)
    printf "sum %d\n", sum
    if (argcount() > 0)
        divide(1, 0)
    return sum
    }
END
    sed -i 's/#include <time>/#include <time>\n#include <args>/' "$1.p"
    "$CRITTER" pawn compile "$1.p" --debug 2 --include "$SOURCE/assets/pawn/include" || return 1
}

a_script_runs_and_gives_its_value() {
    made a
    says 'sum 22' "$CRITTER" pawn run a.amx
    says '22' "$CRITTER" pawn run --value a.amx
    says 'hello from the side
7' "$CRITTER" pawn run --value --function hello a.amx
    says 'instructions' "$CRITTER" pawn run --stats a.amx
}
errors_name_file_line_and_reason() {
    made a
    refuses 'a.p:4: division by zero in divide' "$CRITTER" pawn run a.amx word
    refuses 'the instruction budget is used up' "$CRITTER" pawn run --budget 20 a.amx
    refuses 'no public function `other`' "$CRITTER" pawn run --function other a.amx
    refuses 'are allowed' "$CRITTER" pawn run --memory 1000 a.amx
    refuses 'nowhere.amx' "$CRITTER" pawn run nowhere.amx
    echo words >words.txt
    refuses 'words.txt: not a script' "$CRITTER" pawn run words.txt
}
files_are_verified_one_by_one() {
    made a
    says 'a.amx: fine (file version 10' "$CRITTER" pawn verify a.amx
    head -c 100 a.amx >short.amx
    refuses 'short.amx: ' "$CRITTER" pawn verify short.amx a.amx
    says '' "$CRITTER" pawn verify --quiet a.amx
    [ -z "$said" ]
}
a_listing_has_functions_and_lines() {
    made a
    says 'divide:' "$CRITTER" pawn disasm --source a.p a.amx
    case "$said" in *'return a / b'*) ;; *) echo "$said"; return 1 ;; esac
    case "$said" in *'(printf)'*) ;; *) echo "$said"; return 1 ;; esac
}
a_profile_counts() {
    made a
    says 'divide' "$CRITTER" pawn profile a.amx
    case "$said" in *'a.p:4'*) ;; *) echo "$said"; return 1 ;; esac
}
a_debugger_takes_commands_from_a_pipe() {
    made a
    printf 'break divide\nc\nbt\np b\ndelete\nc\n' | "$CRITTER" pawn debug a.amx >out
    grep -q 'divide(a=12, b=1) at' out
    grep -q '^b = 1$' out
    grep -q '^sum 22$' out
    grep -q '^returned 22$' out
    "$CRITTER" pawn compile a.p --debug 0 --output b.amx --include "$SOURCE/assets/pawn/include"
    refuses 'without debug information' "$CRITTER" pawn debug b.amx
}
sleeping_scripts_wait_and_timers_fire() {
    cat >s.p <<'END'
#include <time>
new left = 3
@timer()
    {
    printf "tick %d\n", left
    if (--left == 0)
        settimer(0)
    }
main()
    {
    sleep 20
    print "awake\n"
    settimer(10)
    }
END
    "$CRITTER" pawn compile s.p --include "$SOURCE/assets/pawn/include"
    says 'awake
tick 3
tick 2
tick 1' "$CRITTER" pawn run s.amx
}
rational_numbers_are_of_the_kind_there_is() {
    cat >r.p <<'END'
#include <console>
#include <rational>
area(Rational: r)
    return rround(r * r * 3.14159, rround_round)
main()
    {
    new Rational: a = rval("2.25")
    printf "%d %d %d\n", area(a), rround(rsqroot(a) * 100.0, rround_floor), rround(rabs(-a), rround_ceil)
    printf "%d %d\n", rround(rpower(a, 2) * 100.0, rround_floor), _: a
    }
END
    "$CRITTER" pawn compile r.p
    says '16 150 3
506 1074790400' "$CRITTER" pawn run r.amx
    says '1 Warning.' "$CRITTER" pawn compile -v0 r.p NOFLOAT=1 # 3.14159 has too many decimals for Fixed
    says '16 150 3
506 2250' "$CRITTER" pawn run r.amx
    refuses 'fatal error 111: no numbers with a fraction' "$CRITTER" pawn compile -v0 r.p NOFLOAT=1 NOFIXED=1
}
keys_are_told_to_the_script() {
    cat >k.p <<'END'
#include <console>
#include <time>
new count
@keypressed(key)
    {
    printf "[%d]", key
    count++
    if (key == '!')
        exit count
    }
main()
    print "go "
END
    "$CRITTER" pawn compile k.p --include "$SOURCE/assets/pawn/include"
    # Through a pipe: every byte, until the script has enough or the input ends.
    [ "$(printf 'ab\n!cd' | "$CRITTER" pawn run --value k.amx)" = 'go [97][98][10][33]4' ]
    [ "$(printf 'xy' | "$CRITTER" pawn run k.amx)" = 'go [120][121]' ]
    [ "$("$CRITTER" pawn run k.amx </dev/null)" = 'go ' ]
    # While main sleeps, and between the beats of a timer.
    cat >l.p <<'END'
#include <console>
#include <time>
new beats
@keypressed(key)
    printf "<%c>", key
@timer()
    {
    print "."
    if (++beats == 3)
        settimer 0
    }
main()
    {
    sleep 150
    print "awake"
    settimer 150
    }
END
    "$CRITTER" pawn compile l.p --include "$SOURCE/assets/pawn/include"
    [ "$( (printf a; sleep 0.05; printf b; sleep 0.25; printf c) | "$CRITTER" pawn run l.amx | tr -d '.')" = \
        '<a><b>awake<c>' ]
    # A script may have no main at all.
    printf '#include <console>\n@keypressed(key) { printf "%%c", key + 1; }\n' >n.p
    "$CRITTER" pawn compile n.p --include "$SOURCE/assets/pawn/include"
    [ "$(printf HAL | "$CRITTER" pawn run n.amx)" = IBM ]
    # Without @keypressed the input is left for the script to read.
    printf '#include <console>\nmain() { printf "%%c", getchar(); }\n' >g.p
    "$CRITTER" pawn compile g.p --include "$SOURCE/assets/pawn/include"
    [ "$(printf qr | "$CRITTER" pawn run g.amx)" = qq ] # echoed, and printed
    # An error in the handler has its place.
    printf '#include <console>\n@keypressed(key)\n    return 1 / (key - 65)\nmain() {}\n' >z.p
    "$CRITTER" pawn compile z.p --debug 2 --include "$SOURCE/assets/pawn/include"
    printf A >input
    refuses 'z.p:3: division by zero in @keypressed' sh -c '"$CRITTER" pawn run z.amx <input'
}
# On a terminal single keys arrive without Enter, are not echoed, and the terminal is as before in the end.
keys_come_one_by_one_from_a_terminal() {
    command -v python3 >/dev/null || { echo "# python3 is not there"; return 0; }
    cat >k.p <<'END'
#include <console>
@keypressed(key)
    {
    printf "[%d]", key
    if (key == '!')
        exit
    }
main()
    print "go\n"
END
    "$CRITTER" pawn compile k.p --include "$SOURCE/assets/pawn/include"
    cat >terminal.py <<'END'
import fcntl, os, pty, select, sys, termios, time
def until(fd, wanted, got=b""):
    end = time.time() + 20
    while wanted not in got and time.time() < end:
        if select.select([fd], [], [], 0.2)[0]:
            try: got += os.read(fd, 1000)
            except OSError: break
    return got
for end in (b"!", b"\x03"):
    main, side = pty.openpty()
    before = termios.tcgetattr(side)
    pid = os.fork()
    if not pid:
        os.setsid()
        fcntl.ioctl(side, termios.TIOCSCTTY, 0)
        for n in range(3): os.dup2(side, n)
        os.execv(sys.argv[1], [sys.argv[1], "pawn", "run", "k.amx"])
    got = until(main, b"go")
    for key in (b"x", b"\x1b"):
        time.sleep(0.15)
        os.write(main, key)
        got = until(main, b"[%d]" % key[0], got)
    raw = termios.tcgetattr(side)
    os.write(main, end)
    if end == b"!": got = until(main, b"[33]", got)
    status = os.waitpid(pid, 0)[1]
    after = termios.tcgetattr(side)
    assert got.replace(b"\r", b"").startswith(b"go\n[120][27]"), got
    assert b"x[" not in got, got
    assert not raw[3] & termios.ICANON and not raw[3] & termios.ECHO, raw
    assert after == before, (before, after)
    assert status == 0, status
    os.close(main); os.close(side)
END
    python3 terminal.py "$CRITTER"
}
an_endless_script_can_be_stopped() {
    echo 'main() { for (;;) {} }' >e.p
    "$CRITTER" pawn compile e.p
    refuses 'stopped' timeout --foreground -s INT 1 "$CRITTER" pawn run e.amx
    refuses 'budget is used up' "$CRITTER" pawn run --budget 1000000 e.amx
    printf '#include <console>\nmain() { print("here"); for (;;) {} }\n' >h.p
    "$CRITTER" pawn compile h.p --include "$SOURCE/assets/pawn/include"
    "$CRITTER" pawn run h.amx >heard & endless=$!
    for tenth in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -s heard ] || sleep 0.1; done
    kill -9 $endless; wait $endless 2>/dev/null || :
    [ "$(cat heard)" = here ] || { echo "what an endless script printed was not shown"; return 1; }
}
overlays_run_from_a_small_pool() {
    made a
    "$CRITTER" pawn compile a.p --overlays 1 --debug 1 --output v.amx --include "$SOURCE/assets/pawn/include"
    says 'sum 22' "$CRITTER" pawn run v.amx
    says 'overlays fetched' "$CRITTER" pawn run --stats --pool 400 v.amx
    refuses 'the pool' "$CRITTER" pawn run --pool 40 v.amx
}

cases a_script_runs_and_gives_its_value errors_name_file_line_and_reason files_are_verified_one_by_one \
    a_listing_has_functions_and_lines a_profile_counts a_debugger_takes_commands_from_a_pipe \
    sleeping_scripts_wait_and_timers_fire rational_numbers_are_of_the_kind_there_is \
    keys_are_told_to_the_script \
    keys_come_one_by_one_from_a_terminal an_endless_script_can_be_stopped overlays_run_from_a_small_pool
