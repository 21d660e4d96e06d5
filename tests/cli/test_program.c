// The program itself, asked for nonsense of every kind.
#include "cli/run.h"

#include "base/system/file.h"
#include "base/text.h"

#include <dirent.h>
#include <sys/stat.h>

static struct ran *ran;
static const char *program;

#define RUN(...)                                                                                             \
    (program = getenv("CRITTER"), ran = run_child(NULL, (const char *const[]){program, __VA_ARGS__, NULL}))

static void nothing_and_nonsense(void **state) {
    RUN(NULL);
    assert_int_equal(ran->code, 2);
    assert_string_equal(ran->out, "");
    assert_non_null(strstr(ran->err, "Usage: critter"));
    static const char *const WRONG[][3] = {
        {"--hlep"},
        {"-x"},
        {"--"},
        {"-"},
        {"--log"},
        {"--log", ""},
        {"--log=nobody=loud"},
        {"--help=1"},
        {"help", "hlep"},
        {"help", "check", "jsno"},
        {"help", "check", "json"},
        {"check"},
        {"check", "jsno"},
        {"check", "json"},
        {"manual", "x"},
        {"completion"},
        {"completion", "tcsh"},
        {"\xff\xfe"},
        {"%s%n%s"},
        {"completion", "bash", "zsh"},
        {"help", "%n"},
        {"check", "json", "--print=%n"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        RUN(WRONG[i][0], WRONG[i][1], WRONG[i][2]);
        bool right = i == 10;
        if (ran->code != (right ? 0 : 2))
            fail_msg("critter %s %s %s: %d %s", WRONG[i][0], WRONG[i][1], WRONG[i][2], ran->code, ran->err);
        if (right) continue;
        assert_string_equal(ran->out, "");
        assert_true(strlen(ran->err) > 10 && ran->err[strlen(ran->err) - 1] == '\n');
    }
    RUN("--hlep");
    assert_string_equal(ran->err,
                        "critter: unknown option --hlep, did you mean --help?\nTry 'critter --help'.\n");
    RUN("help", "chekc");
    assert_string_equal(
        ran->err,
        "critter help: unknown command \"chekc\", did you mean \"check\"?\nTry 'critter help --help'.\n");
    RUN("help", "check", "jsno");
    assert_string_equal(
        ran->err,
        "critter help: unknown command \"jsno\", did you mean \"json\"?\nTry 'critter help --help'.\n");
    char longest[5000];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    RUN(longest);
    assert_int_equal(ran->code, 2);
    assert_true(strlen(ran->err) < 500);
}

static void help_and_version(void **state) {
    RUN("--help");
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->err, "");
    char help[sizeof ran->out];
    strcpy(help, ran->out);
    RUN("help");
    assert_string_equal(ran->out, help);
    RUN("-h", "no-such-command");
    assert_string_equal(ran->out, help);
    RUN("--version");
    assert_int_equal(ran->code, 0);
    assert_true(text_starts(text_of(ran->out), "critter ") && ran->out[8] >= '0' && ran->out[8] <= '9');

    // Every command that help lists has help with examples, and nothing in it is wider than a terminal.
    struct text rest = text_of(strstr(help, "Commands:\n") + 10), line;
    int seen = 0;
    while (text_split(&rest, '\n', &line) && line.len) {
        char name[32];
        struct text words = text_trim(line), first;
        if (line.at[2] == ' ') continue; // goes on from above
        text_split(&words, ' ', &first);
        text_copy(first, name, sizeof name);
        RUN(name, "--help");
        assert_int_equal(ran->code, 0);
        assert_string_equal(ran->err, "");
        assert_non_null(strstr(ran->out, "Usage: critter"));
        assert_true(strstr(ran->out, "Examples:") || strstr(ran->out, "Commands:"));
        seen++;
    }
    assert_true(seen >= 4);
}

static void a_full_disk_is_noticed(void **state) {
    char command[400];
    snprintf(command, sizeof command, "'%s' --help >/dev/full", getenv("CRITTER"));
    ran = run_child(NULL, (const char *const[]){"/bin/sh", "-c", command, NULL});
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "critter: cannot write to stdout: "));
}

static void json_files_are_checked(void **state) {
    const char *folder = temp_folder(), *good = temp_path(folder, "good.json"),
               *bad = temp_path(folder, "bad.json"), *none = temp_path(folder, "none.json");
    char wanted[2000];
    assert_int_equal(file_write(good, "{\"a\": [1,],} // x", 17, NULL), ERR_NONE);
    assert_int_equal(file_write(bad, "{\n\"a\": x}", 9, NULL), ERR_NONE);
    RUN("check", "json", bad, good, none);
    assert_int_equal(ran->code, 1);
    snprintf(wanted, sizeof wanted, "%s: fine\n", good);
    assert_string_equal(ran->out, wanted);
    snprintf(wanted, sizeof wanted, "%s:2:6: $.a: expected a value, found 'x'\n%s: ", bad, none);
    assert_true(text_starts(text_of(ran->err), wanted));
    RUN("check", "json", "-p", good);
    assert_string_equal(ran->out, "{\n  \"a\": [\n    1\n  ]\n}\n");
    RUN("check", "json", "-q", good);
    assert_string_equal(ran->out, "");
    assert_int_equal(ran->code, 0);
    RUN("check", "json", folder);
    assert_int_equal(ran->code, 1);
}

static bool there(const char *tool) {
    char command[64];
    snprintf(command, sizeof command, "command -v %s", tool);
    return run_child(NULL, (const char *const[]){"/bin/sh", "-c", command, NULL})->code == 0;
}

static void shell(const char *format) {
    char command[1200];
    int len = snprintf(command, sizeof command, "export CRITTER='%s'; %s", getenv("CRITTER"), format);
    assert_true(len > 0 && (size_t)len < sizeof command);
    ran = run_child(NULL, (const char *const[]){"/bin/sh", "-c", command, NULL});
}

static void completes(const char *words, const char *wanted) {
    char command[1024];
    snprintf(
        command, sizeof command,
        "bash -c 'source <(\"$CRITTER\" completion bash); COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} "
        "- 1)); _critter; echo ${COMPREPLY[*]}'",
        words);
    shell(command);
    char line[400];
    snprintf(line, sizeof line, "%s\n", wanted);
    assert_string_equal(ran->err, "");
    assert_string_equal(ran->out, line);
}

static void shells_complete(void **state) {
    const char *folder = temp_folder(); // files are completed where one stands: nobody else's
    assert_int_equal(file_write(temp_path(folder, "only.json"), "{}", 2, NULL), ERR_NONE);
    assert_int_equal(chdir(folder), 0);
    if (there("bash")) {
        completes("critter comp", "completion");
        completes("critter completion \"\"", "bash zsh fish");
        completes("critter check \"\"", "json resources");
        completes("critter sim tablet", "tabletop");
        completes("critter run vec", "vector");
        completes("critter run playr", "playroom");
        completes("critter clip list --robot \"\"", "vector cozmo");
        completes("critter clip list -r c", "cozmo");
        completes("critter --log debug check json --p", "--print");
        completes("critter check json --print -", "--print --quiet --help --log");
        completes("critter nonsense-", "");
        // Every word of the program's, and of a group's, is offered once.
        shell("bash -c 'source <(\"$CRITTER\" completion bash); for line in \"critter \" \"critter bank \" "
              "\"critter "
              "cozmo \"; do COMP_WORDS=($line \"\"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _critter; echo "
              "${#COMPREPLY[@]} $(printf \"%s\\n\" ${COMPREPLY[@]} | sort -u | wc -l); done'");
        int offered, different, read_, lines = 0;
        for (const char *at = ran->out; sscanf(at, "%d %d%n", &offered, &different, &read_) == 2;
             at += read_, lines++)
            if (offered < 3 || offered != different)
                fail_msg("line %d: %d words, %d different", lines, offered, different);
        assert_int_equal(lines, 3);
        completes("critter check json on", "only.json");
        completes("critter --log \"\"", "");
    }
    static const char *const SHELLS[] = {"bash", "zsh", "fish"};
    for (size_t i = 0; i < 3; i++) {
        char command[200];
        if (!there(SHELLS[i])) continue;
        snprintf(
            command, sizeof command,
            "f=$(mktemp); \"$CRITTER\" completion %s >\"$f\" && %s -n \"$f\"; code=$?; rm \"$f\"; exit $code",
            SHELLS[i], SHELLS[i]);
        shell(command);
        assert_string_equal(ran->err, "");
        assert_int_equal(ran->code, 0);
    }
    if (!there("fish")) return;
    shell("fish -c '$CRITTER completion fish | source; complete -C \"critter check json --pr\"'");
    assert_non_null(strstr(ran->out, "--print\tprint what was read"));
    shell("fish -c '$CRITTER completion fish | source; complete -C \"critter \"'");
    assert_non_null(strstr(ran->out, "manual\tprints"));
    assert_null(strstr(ran->out, "json"));
}

static void the_manual_is_one(void **state) {
    RUN("manual");
    assert_int_equal(ran->code, 0);
    assert_true(text_starts(text_of(ran->out), ".TH CRITTER 1 "));
    // Every line that begins like a request is one that man(7) knows.
    struct text rest = text_of(ran->out), line;
    while (text_split(&rest, '\n', &line)) {
        if (!text_starts(line, ".") && !text_starts(line, "'")) continue;
        static const char *const KNOWN[] = {".TH ", ".SH ", ".SS ", ".PP", ".TP",
                                            ".B ",  ".nf",  ".fi",  ".RS", ".RE"};
        bool known = false;
        for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) known |= text_starts(line, KNOWN[i]);
        if (!known) fail_msg("%.*s", (int)line.len, line.at);
    }
    if (!there("groff")) return;
    shell("\"$CRITTER\" manual | groff -man -ww -Tascii >/dev/null");
    assert_string_equal(ran->err, "");
    assert_int_equal(ran->code, 0);
}

static void a_slip_of_the_pen_is_answered_with_what_is_near(void **state) {
    (void)state;
    static const char *const SLIPS[][6] = {
        {"did you mean \"vector\"", "run", "vectr", "--no-browser"},
        {"did you mean \"playroom\"", "run", "playrom", "--no-browser"},
        {"did you mean \"tabletop\"", "sim", "tabletopp"},
        {"did you mean \"motors\"", "cozmo", "dump", "--group", "moters", "/dev/null"},
        {"did you mean \"vector\"", "world", "camera", "tabletop", "--robot", "vectr"},
        {"did you mean \"cozmo\"", "clip", "list", "--robot", "cozmoo"},
        {"did you mean \"vector\"", "face", "screen", "--robot", "vectro"},
        {"expected vector or cozmo", "clip", "triggers", "--robot", "spot"},
        {"did you mean \"clip\"", "cliip", "list"}};
    for (size_t i = 0; i < sizeof SLIPS / sizeof *SLIPS; i++) {
        const char *argv[8] = {getenv("CRITTER")};
        for (int k = 1; k < 6 && SLIPS[i][k]; k++) argv[k] = SLIPS[i][k];
        ran = run_child(NULL, argv);
        assert_true(ran->code == 1 || ran->code == 2);
        if (!strstr(ran->err, SLIPS[i][0])) fail_msg("%s: %s", SLIPS[i][0], ran->err);
    }
}

static void what_is_written_is_told_with_its_size(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER"), *folder = temp_folder();
    char file[300], expected[400];
    struct stat there;
    snprintf(file, sizeof file, "%s", temp_path(folder, "out"));
    const char *const COMMANDS[][9] = {
        {"face", "draw", "happiness", "--output", file},
        {"clip", "play", "anim_poked_giggle", "--robot", "cozmo", "--strip", file},
        {"clip", "play", "anim_poked_giggle", "--robot", "cozmo", "--wav", file},
        {"clip", "play", "anim_poked_giggle", "--robot", "cozmo", "--trace", file},
        {"say", "--helper", "none", "--output", file, "Hello"},
        {"world", "draw", "tabletop", file},
        {"record", "cozmo", file, "--seconds", "0.5"}, // the desk, with a Cozmo
        {"sim", "tabletop", "--seconds", "0.5", "--quiet", "--sound", file},
        {"map", "draw", "tabletop", file, "--seconds", "1"},
        {"cozmo", "sim", "--listen", "127.0.0.1:0", "--seconds", "0.2", "--pcap", file}};
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        const char *argv[11] = {critter};
        for (int k = 0; k < 9 && COMMANDS[i][k]; k++) argv[k + 1] = COMMANDS[i][k];
        unlink(file);
        ran = run_child(NULL, argv);
        if (ran->code) fail_msg("%s %s: %s", argv[1], argv[2], ran->err);
        assert_int_equal(stat(file, &there), 0);
        snprintf(expected, sizeof expected,
                 there.st_size < 10000 ? "wrote %s, %.0f bytes\n" : "wrote %s, %.0f kB\n", file,
                 (double)there.st_size / (there.st_size < 10000 ? 1 : 1000));
        if (!strstr(ran->err, expected)) fail_msg("%s %s said: %s", argv[1], argv[2], ran->err);
    }
    ran = run_child(NULL,
                    (const char *[]){critter, "face", "draw", "happiness", "--output", "/dev/null", NULL});
    assert_null(strstr(ran->err, "wrote"));
}

// How many files are there, and how large they are together.
static unsigned files_of(const char *folder, double *bytes) {
    struct dirent *entry;
    unsigned files = 0;
    DIR *listing = opendir(folder);
    assert_non_null(listing);
    while ((entry = readdir(listing))) {
        struct stat there;
        char path[700];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &there) || !S_ISREG(there.st_mode)) continue;
        files++, *bytes += (double)there.st_size;
    }
    closedir(listing);
    return files;
}

static void folders_and_lives_are_told_with_their_size(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER"), *folder = temp_folder();
    char tape[300], life[350], media[300], expected[500];
    snprintf(tape, sizeof tape, "%s", temp_path(folder, "a.world"));
    snprintf(life, sizeof life, "%s.vector.life", tape);
    snprintf(media, sizeof media, "%s", temp_path(folder, "seen"));
    ran = run_child(NULL, (const char *[]){critter, "sim", "tabletop", "--seconds", "0.5", "-q", "--record",
                                           tape, "--media", NULL});
    if (ran->code) fail_msg("%s", ran->err);
    snprintf(expected, sizeof expected, "wrote %s, ", life);
    if (!strstr(ran->err, expected)) fail_msg("of a life it said: %s", ran->err);
    ran = run_child(NULL, (const char *[]){critter, "log", "show", life, "--media", media, NULL});
    if (ran->code) fail_msg("%s", ran->err);
    double bytes = 0;
    unsigned files = files_of(media, &bytes);
    assert_true(files > 1);
    snprintf(expected, sizeof expected,
             bytes < 10e6 ? "wrote %u files into %s, %.0f kB\n" : "wrote %u files into %s, %.0f MB\n", files,
             media, bytes / (bytes < 10e6 ? 1e3 : 1e6));
    if (!strstr(ran->err, expected)) fail_msg("expected %sit said: %s", expected, ran->err);
}

TESTS(cmocka_unit_test(folders_and_lives_are_told_with_their_size),
      cmocka_unit_test(what_is_written_is_told_with_its_size),
      cmocka_unit_test(a_slip_of_the_pen_is_answered_with_what_is_near),
      cmocka_unit_test(nothing_and_nonsense), cmocka_unit_test(help_and_version),
      cmocka_unit_test(a_full_disk_is_noticed), cmocka_unit_test(json_files_are_checked),
      cmocka_unit_test(shells_complete), cmocka_unit_test(the_manual_is_one))
