#!/bin/sh
# The check of docs/features.tsv must not be fooled: each case tells one lie in a small project.
# FEATURES: the program. SOURCE: the project. BUILD: its build directory.
. "$SOURCE/tests/frame/tap.sh"

project() {
    mkdir -p tests/base src/base docs
    echo 'int x;' >src/base/bytes.c
    cat >tests/base/test_bytes.c <<'C'
static void a_true_case(void **state) {}
static void a_case_nobody_runs(void **state) {}
TESTS(cmocka_unit_test(a_true_case))
C
    printf 'a_shell_case() { :; }\nan_idle_case() { :; }\n\ncases a_shell_case\n' >tests/base/test_shell.sh
    printf 'C\tCozmo\nG\tPleo\n' >groups.tsv
    printf '[{"name": "bytes", "cmd": ["/b/tests/base/test_bytes"]}, {"name": "shell", "cmd": ["tests/base/test_shell.sh"]}]' >tests.json
}
row() { printf 'id\twords\tstate\ttest\tsource\n%b\n' "$1" >features.tsv; }
features() { "$FEATURES" features.tsv groups.tsv . tests.json; }

a_true_row_passes() {
    project
    row 'C-01\tframes\tworks\tbase/test_bytes:a_true_case\tsrc/base/bytes.c'
    says "1 work (0 by hand), 0 in part, 0 not yet" features
    row 'C-01\tframes\tworks\tbytes, base/test_shell:a_shell_case base/test_bytes\tsrc/base/bytes.c'
    says "1 work (0 by hand), 0 in part, 0 not yet" features
    row 'C-01\tframes\tpartial\t-\tsrc/base/bytes.c\nG-01\tjoints\tnone\t-\t-'
    says "0 work (0 by hand), 1 in part, 1 not yet" features
}
works_without_a_test_is_refused() {
    project
    row 'C-01\tframes\tworks\t-\tsrc/base/bytes.c'
    refuses 'features.tsv:2: C-01: says it works, but names no test' features
}
a_test_that_is_not_there_is_refused() {
    project
    row 'C-01\tframes\tworks\tbites\tsrc/base/bytes.c'
    refuses 'there is no test "bites"' features
    row 'C-01\tframes\tworks\tbase/test_bites:a_true_case\tsrc/base/bytes.c'
    refuses 'there is no tests/base/test_bites.c or .sh' features
    row 'C-01\tframes\tworks\tbase/test_bytes:a_true\tsrc/base/bytes.c'
    refuses 'tests/base/test_bytes runs no case "a_true"' features
}
a_case_that_nobody_runs_is_refused() {
    project
    row 'C-01\tframes\tworks\tbase/test_bytes:a_case_nobody_runs\tsrc/base/bytes.c'
    refuses 'runs no case "a_case_nobody_runs"' features
    row 'C-01\tframes\tworks\tbase/test_shell:an_idle_case\tsrc/base/bytes.c'
    refuses 'runs no case "an_idle_case"' features
}
a_file_that_meson_does_not_run_is_refused() {
    project
    cp tests/base/test_bytes.c tests/base/test_idle.c
    row 'C-01\tframes\tworks\tbase/test_idle:a_true_case\tsrc/base/bytes.c'
    refuses 'Meson does not run tests/base/test_idle' features
}
a_partial_row_is_held_to_what_it_names() {
    project
    row 'C-01\tframes\tpartial\tbites\tsrc/base/bytes.c'
    refuses 'there is no test "bites"' features
    row 'C-01\tframes\tpartial\t-\t-'
    refuses 'names no source' features
}
a_source_that_is_not_there_is_refused() {
    project
    row 'C-01\tframes\tworks\tbytes\tsrc/base/bites.c'
    refuses 'there is no file src/base/bites.c' features
    row 'C-01\tframes\tworks\tbytes\t../elsewhere.c'
    refuses 'named from the project' features
}
an_id_twice_is_refused() {
    project
    row 'C-01\tframes\tnone\t-\t-\nG-01\tjoints\tnone\t-\t-\nC-01\tframes\tnone\t-\t-'
    refuses 'features.tsv:4: C-01: has a row already, in line 2' features
}
an_unknown_state_or_group_is_refused() {
    project
    row 'C-01\tframes\talmost\t-\t-'
    refuses 'the state is works, partial or none, not "almost"' features
    row 'X-01\tframes\tnone\t-\t-'
    refuses 'X-01: its first letters name no group' features
}
a_broken_or_empty_table_is_refused() {
    project
    row 'C-01 frames none'
    refuses 'features.tsv:2: expected 5 columns' features
    : >features.tsv
    refuses 'holds no features' features
}
what_was_proved_by_hand_names_its_recipe_and_day() {
    project
    printf '# Tools\n\n## Tried, with the real ones\n' >docs/x.md
    row 'C-01\tframes\tworks\tby hand: docs/x.md#tried-with-the-real-ones, 2026-11-22\tsrc/base/bytes.c'
    says "1 work (1 by hand), 0 in part" features
    says '| C | [Cozmo](docs/features.tsv#L2) | 1 | 1 | 0 | 0 |' "$FEATURES" --table features.tsv groups.tsv
    row 'C-01\tframes\tworks\tbytes by hand: docs/x.md#tools, 2026-11-22\tsrc/base/bytes.c'
    says "1 work (1 by hand), 0 in part" features
    row 'C-01\tframes\tworks\tbites by hand: docs/x.md#tools, 2026-11-22\tsrc/base/bytes.c'
    refuses 'there is no test "bites"' features
    row 'C-01\tframes\tworks\tby hand: docs/x.md#tried, 2026-11-22\tsrc/base/bytes.c'
    refuses 'docs/x.md has no heading #tried' features
    row 'C-01\tframes\tworks\tby hand: docs/y.md#tools, 2026-11-22\tsrc/base/bytes.c'
    refuses 'there is no page docs/y.md' features
    for words in 'docs/x.md#tools' 'docs/x.md, 2026-11-22' 'docs/x.md#tools, 2026-13-22' 'docs/x.md#tools, lately'; do
        row "C-01\tframes\tworks\tby hand: $words\tsrc/base/bytes.c"
        refuses 'expected "by hand: docs/page.md#heading, 2026-12-31"' features
    done
}
the_counts_add_up() {
    project
    row 'C-01\ta\tworks\tbytes\ts\nC-02\tb\tnone\t-\t-\nG-01\tc\tpartial\t-\ts'
    says '| C | [Cozmo](docs/features.tsv#L2) | 1 | 0 | 0 | 1 |' "$FEATURES" --table features.tsv groups.tsv
    says '| G | [Pleo](docs/features.tsv#L4) | 0 | 0 | 1 | 0 |' "$FEATURES" --table features.tsv groups.tsv
    says '|  | **together** | 1 | 0 | 1 | 1 |' "$FEATURES" --table features.tsv groups.tsv
}
this_project_tells_the_truth() {
    cd "$SOURCE"
    says " not yet" "$FEATURES" docs/features.tsv docs/groups.tsv . "$BUILD/meson-info/intro-tests.json"
}

cases a_true_row_passes works_without_a_test_is_refused a_test_that_is_not_there_is_refused \
    a_case_that_nobody_runs_is_refused a_file_that_meson_does_not_run_is_refused \
    a_partial_row_is_held_to_what_it_names a_source_that_is_not_there_is_refused an_id_twice_is_refused \
    an_unknown_state_or_group_is_refused a_broken_or_empty_table_is_refused what_was_proved_by_hand_names_its_recipe_and_day the_counts_add_up \
    this_project_tells_the_truth
