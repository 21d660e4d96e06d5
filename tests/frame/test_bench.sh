#!/bin/sh
# The bench ground on benchmarks whose answers are known. No test here looks at a time.
# SMALL_BENCH: the program made of small_bench.c. COUNTS: yes when it may run below valgrind. SOURCE: the project.
. "$SOURCE/tests/frame/tap.sh"

# All of them once, for all that is to be known of it: a benchmark takes its time.
whole() {
    [ -f ../whole.json ] && return
    whole_status=0
    "$SMALL_BENCH" --json "$PWD/../whole.json" >../table 2>../complaints || whole_status=$?
    echo $whole_status >../status
}
a_table_has_a_row_for_each_that_was_asked_for() {
    whole
    for row in alone "100 bytes" "B: thrice"; do says "$row" cat ../table; done
    says "B: thrice" "$SMALL_BENCH" third
    printf '%s\n' "$said" >out
    absent alone out
}
a_broken_promise_not_to_allocate_fails() {
    whole
    says "lies: promised not to allocate, and did, 1 time" cat ../complaints
    [ "$(cat ../status)" -ne 0 ]
}
the_json_can_be_read_back() {
    whole
    python3 - <<'PY'
import json
third, alone, lies = [json.loads(line) for line in open("../whole.json")]
assert third["name"] == 'a "third"' and third["b"] == "thrice" and third["allocations"] == 0, third
assert third["ratio_low"] <= third["ratio"] <= third["ratio_high"], third
assert alone["a_ns"] > 0 and "b_ns" not in alone, alone
assert lies["allocations"] == 1 and lies["allocated_bytes"] == 100, lies
PY
}
instructions_are_counted_and_nearly_the_same_again() {
    "$SMALL_BENCH" --count --json out.json third
    "$SMALL_BENCH" --count --json out.json third
    python3 - <<'PY'
import json
one, two = [json.loads(line) for line in open("out.json")]
for key in one: # but for a few instructions at start and end, which differ with the environment
    assert one[key] == two[key] or abs(one[key] - two[key]) < one[key] / 50, (one, two)
assert 3000 < one["a_instructions"] < 100000, one
assert 2.9 < one["b_instructions"] / one["a_instructions"] < 3.1, one
PY
}
a_file_that_cannot_be_written_is_a_failure() { refuses "No such file" "$SMALL_BENCH" --json nowhere/out.json alone; }
an_unknown_option_is_refused() { refuses "usage:" "$SMALL_BENCH" --what; }

set -- a_table_has_a_row_for_each_that_was_asked_for a_broken_promise_not_to_allocate_fails the_json_can_be_read_back \
    a_file_that_cannot_be_written_is_a_failure an_unknown_option_is_refused
if [ "$COUNTS" = yes ] && command -v valgrind >/dev/null; then set -- "$@" instructions_are_counted_and_nearly_the_same_again; fi
cases "$@"
