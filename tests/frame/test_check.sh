#!/bin/sh
# tools/check reads Meson's log of a run; nothing that went wrong in one may look well. Each case is such a log.
# SOURCE: the project.
. "$SOURCE/tests/frame/tap.sh"

ran() { # name, result, exit code, stdout with \n for lines: one more line of the log
    mkdir -p b/meson-logs
    printf '{"name": "%s", "stdout": "%s", "result": "%s", "starttime": 1.5, "returncode": %s, "command": ["x"], "stderr": "1..9\\nnot ok 1"}\n' \
        "$1" "$4" "$2" "$3" >>b/meson-logs/testlog.json
}
tally() { sh "$SOURCE/tools/check" --tally b; }

cases_are_counted_over_all_programs() {
    ran one OK 0 '1..2\nok 1 - a\nok 2 - b\n'
    ran two OK 0 'ok 1\nok 2\n1..2\n'
    ran plain OK 0 'anything at all'
    says "5 passed, 0 failed" tally
}
a_case_that_failed_is_named_with_its_reason() {
    ran one ERROR 1 '1..3\nok 1 - a\nnot ok 2 - b\n# 0x1 != 0x2\n# it said \"no\\way\"\nok 3 - c\n# not ok - tests\n'
    refuses "2 passed, 1 failed" tally
    refuses "failed: one" tally
    refuses "  not ok 2 - b
    # 0x1 != 0x2" tally
}
a_program_that_ended_early_failed() {
    ran one ERROR -11 '1..3\nok 1 - a\n'
    refuses "1 passed, 1 failed" tally
    refuses "ended after 1 of 3 cases" tally
}
a_quiet_early_end_with_exit_code_0_failed() {
    ran one OK 0 '1..3\nok 1 - a\n'
    refuses "1 passed, 1 failed" tally
}
all_cases_well_but_a_bad_end_failed() {
    ran one ERROR 1 '1..1\nok 1 - a\n'
    refuses "1 passed, 1 failed" tally
}
a_program_that_tried_nothing_failed() {
    ran one SKIP 0 ''
    refuses "0 passed, 1 failed" tally
    refuses "tried nothing" tally
}
a_program_that_ran_out_of_time_failed() {
    ran one TIMEOUT -15 '1..1\nok 1 - a\n'
    refuses "1 passed, 1 failed" tally
}
a_plain_program_that_failed_is_counted() {
    ran one FAIL 1 ''
    refuses "0 passed, 1 failed" tally
}
a_bail_out_failed() {
    ran one ERROR 1 'Bail out! no inputs\n'
    refuses "0 passed, 1 failed" tally
}
no_test_at_all_is_a_failure() {
    refuses "no test ran" tally
    mkdir -p b/meson-logs && : >b/meson-logs/testlog.json
    refuses "no test ran" tally
}
what_a_test_prints_cannot_pass_for_a_result() {
    ran one ERROR 1 '1..1\nnot ok 1 - a \", \"result\": \"OK\"\n'
    refuses "0 passed, 1 failed" tally
}
a_case_left_out_is_counted_and_is_no_failure() {
    ran one FAIL 0 '1..2\nok 1 - a\nnot ok 2 # SKIP b\n'
    says "1 passed, 0 failed (1 skipped)" tally
}
a_case_left_out_excuses_no_bad_end() {
    ran one ERROR 1 '1..2\nok 1 - a\nnot ok 2 # SKIP b\n'
    refuses "1 passed, 1 failed (1 skipped)" tally
}
what_meson_blames_for_a_case_left_out_is_forgiven_and_nothing_else() {
    mkdir -p bin
    printf '#!/bin/sh\nmv b/meson-logs/next b/meson-logs/testlog.json\nexit 1\n' >bin/meson && chmod +x bin/meson
    ran one FAIL 0 '1..2\nok 1 - a\nnot ok 2 # SKIP b\n' && mv b/meson-logs/testlog.json b/meson-logs/next
    says "1 passed, 0 failed (1 skipped)" env PATH="$PWD/bin:$PATH" sh "$SOURCE/tools/check" b
    rm b/meson-logs/testlog.json
    ran one OK 0 '1..1\nok 1 - a\n' && mv b/meson-logs/testlog.json b/meson-logs/next
    refuses "and yet Meson says no" env PATH="$PWD/bin:$PATH" sh "$SOURCE/tools/check" b
}
a_suite_or_a_test_that_there_is_not_ends_it_before_anything_runs() {
    mkdir -p bin b
    printf '#!/bin/sh\ncase "$*" in *--list*) echo "critter:base / base_json"; echo "critter:web+slow / web_page" ;; *) touch ran ;; esac\n' >bin/meson
    chmod +x bin/meson
    check() { env PATH="$PWD/bin:$PATH" sh "$SOURCE/tools/check" b -t 3 "$@"; }
    refuses 'there is no suite "bass"; there are: base slow web' check --suite base --suite bass
    refuses 'there is no suite "bass"' check --suite=bass
    refuses 'there is no test "base_jason"; there are: base_json web_page' check base_json base_jason
    [ ! -e ran ]
    refuses "no test ran" check --suite base --suite slow base_json # the stand-in leaves no log
    [ -e ran ]
}
what_tests_write_goes_where_tmpdir_says_or_into_memory_and_is_gone_after() {
    mkdir -p bin b/meson-logs
    printf '#!/bin/sh\necho "${TMPDIR-}" >where\n[ -z "${TMPDIR-}" ] || touch "$TMPDIR/left"\nmv b/next b/meson-logs/testlog.json\n' >bin/meson
    chmod +x bin/meson
    mkdir mine
    for mine in "$PWD/mine" ""; do
        rm -f b/meson-logs/testlog.json
        ran one OK 0 '1..1\nok 1 - a\n' && mv b/meson-logs/testlog.json b/next
        says "1 passed, 0 failed" env PATH="$PWD/bin:$PATH" TMPDIR="$mine" sh "$SOURCE/tools/check" b
        where=$(cat where)
        case "$mine,$where" in
        "$PWD/mine,$PWD/mine") [ -e mine/left ] ;;
        ,) ;; # a machine without enough memory for it
        ,/dev/shm/critter-tests-*) [ ! -e "$where" ] ;;
        *) echo "TMPDIR=$mine: it ran with \"$where\""; return 1 ;;
        esac
    done
}
a_word_that_picks_no_case_of_the_browser_tests_is_named() {
    cat >two.mjs <<EOF
import {lane, run} from '$SOURCE/tests/web/tap.mjs';
const one = lane('one');
one('a door opens', () => {});
one('a door shuts', () => {});
process.exit(await run(process.argv.slice(2)) ? 1 : 0);
EOF
    says "1..2" node two.mjs
    says "1..1" node two.mjs shuts
    refuses 'no case has "window" in its name' node two.mjs shuts window
    refuses "  a door opens" node two.mjs window
    case "$said" in *1..*) echo "it ran something: $said"; return 1 ;; esac
}

an_npm_that_fails_is_told_by_its_cause() { # as it says it today, and as it did
    mkdir -p bin
    for form in 'npm error ' 'npm ERR! '; do
        cat >bin/npm <<EOF
#!/bin/sh
cat <<OUT
npm warn Unknown user config
${form}code SELF_SIGNED_CERT_IN_CHAIN
${form}errno SELF_SIGNED_CERT_IN_CHAIN
${form}request to https://registry.npmjs.org/playwright-core failed, reason: self-signed certificate in certificate chain
$form
${form}A complete log of this run can be found in:
${form}    /root/.npm/_logs/2026-01-01T00_00_00_000Z-debug-0.log
OUT
exit 1
EOF
        chmod +x bin/npm
        rm -rf into
        says "reason: self-signed certificate in certificate chain" \
            env PATH="$PWD/bin:$PATH" CHROMIUM=/bin/true sh "$SOURCE/tests/web/run" "$SOURCE/tests/web" into
        case "$said" in *_logs* | *"complete log"*) echo "it names a log: $said"; return 1 ;; esac
    done
}

cases an_npm_that_fails_is_told_by_its_cause cases_are_counted_over_all_programs a_case_that_failed_is_named_with_its_reason a_program_that_ended_early_failed \
    a_quiet_early_end_with_exit_code_0_failed all_cases_well_but_a_bad_end_failed a_program_that_tried_nothing_failed \
    a_program_that_ran_out_of_time_failed a_plain_program_that_failed_is_counted a_bail_out_failed \
    no_test_at_all_is_a_failure what_a_test_prints_cannot_pass_for_a_result \
    a_case_left_out_is_counted_and_is_no_failure a_case_left_out_excuses_no_bad_end \
    what_meson_blames_for_a_case_left_out_is_forgiven_and_nothing_else \
    a_suite_or_a_test_that_there_is_not_ends_it_before_anything_runs \
    what_tests_write_goes_where_tmpdir_says_or_into_memory_and_is_gone_after \
    a_word_that_picks_no_case_of_the_browser_tests_is_named
