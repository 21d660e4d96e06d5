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
    refuses 'not a compiled script' "$CRITTER" pawn run a.p
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
an_endless_script_can_be_stopped() {
    echo 'main() { for (;;) {} }' >e.p
    "$CRITTER" pawn compile e.p
    refuses 'stopped' timeout --foreground -s INT 1 "$CRITTER" pawn run e.amx
    refuses 'budget is used up' "$CRITTER" pawn run --budget 1000000 e.amx
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
    sleeping_scripts_wait_and_timers_fire an_endless_script_can_be_stopped overlays_run_from_a_small_pool
