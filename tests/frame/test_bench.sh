#!/bin/sh
# The bench ground on benchmarks whose answers are known. No test here looks at a time.
# SMALL_BENCH: the program made of small_bench.c. COUNTS: yes when it may run below valgrind. SOURCE: the project.
. "$SOURCE/tests/frame/tap.sh"

a_table_has_a_row_for_each_that_was_asked_for() {
    says "alone" "$SMALL_BENCH" alone
    says "100 bytes" sh -c "'$SMALL_BENCH' lies 2>/dev/null || true"
    says "B: thrice" "$SMALL_BENCH" third
    printf '%s\n' "$said" >out
    absent alone out
}
a_broken_promise_not_to_allocate_fails() { refuses "lies: promised not to allocate, and did, 1 time" "$SMALL_BENCH" lies; }
the_json_can_be_read_back() {
    "$SMALL_BENCH" --json out.json third
    "$SMALL_BENCH" --json out.json alone
    python3 - <<'PY'
import json
third, alone = [json.loads(line) for line in open("out.json")]
assert third["name"] == 'a "third"' and third["b"] == "thrice" and third["allocations"] == 0, third
assert third["ratio_low"] <= third["ratio"] <= third["ratio_high"], third
assert alone["a_ns"] > 0 and "b_ns" not in alone, alone
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
