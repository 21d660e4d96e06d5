// From argv to a command and its exit code.
#include "cli/commands.h"

#include "base/system/log.h"
#include "critter/critter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct common {
    bool help, version;
    const char *log;
};

const struct option COMMON_OPTIONS[] = {
    {"help", 'h', OPTION_FLAG, offsetof(struct common, help), NULL, "show how this is used, with examples"},
    {"log", 0, OPTION_TEXT, offsetof(struct common, log), "SPEC",
     "what to log on stderr: off, error, warn, info, debug or trace, for all or for one module "
     "(info,cozmo=debug); json for lines of "
     "JSON"},
    {"version", 0, OPTION_FLAG, offsetof(struct common, version), NULL, "print the version"},
};
const size_t COMMON_OPTION_COUNT = sizeof COMMON_OPTIONS / sizeof *COMMON_OPTIONS;

// ---- complaints ----

static int wrong_use(const char *title, const char *said) {
    char shown[1024];
    fprintf(stderr, "%s: %s\nTry '%s --help'.\n", title, text_shown(text_of(said), shown, sizeof shown),
            title);
    return EXIT_WRONG_USE;
}

int call_wrong(const struct call *call, const char *format, ...) {
    char said[512], title[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    return wrong_use(command_title(call->command, title, sizeof title), said);
}

int call_failed(const struct call *call, const struct fault *fault) {
    char title[128];
    if (!fault->file[0]) fprintf(stderr, "%s: ", command_title(call->command, title, sizeof title));
    fault_print(fault, stderr);
    return EXIT_FAILED;
}

// ---- finding the command ----

// How many arguments stand before the command's name: --log takes one more.
static int leading(int argc, char *const *argv) {
    int at = 1;
    while (at < argc && argv[at][0] == '-') at += strcmp(argv[at], "--log") || at + 1 >= argc ? 1 : 2;
    return at;
}

static int unknown(const char *group, const char *name) {
    const char *names[256], *near;
    char title[128], said[400];
    size_t count = 0;
    for (size_t i = 0; i < COMMAND_COUNT && count < 256; i++) {
        const struct command *c = COMMANDS[i];
        if (group ? c->group && !strcmp(c->group, group) : !c->group)
            names[count++] = c->name;
        else if (!group && (!count || strcmp(names[count - 1], c->group)))
            names[count++] = c->group;
    }
    snprintf(title, sizeof title, "critter%s%s", group ? " " : "", group ? group : "");
    near = text_nearest(name, names, count);
    snprintf(said, sizeof said,
             near ? "unknown command \"%.60s\", did you mean \"%s\"?" : "unknown command \"%.60s\"", name,
             near);
    return wrong_use(title, said);
}

bool call_robot(const struct call *call, const char *name) {
    static const char *const NAMES[] = {"vector", "cozmo"};
    if (!name || !strcmp(name, NAMES[0]) || !strcmp(name, NAMES[1])) return true;
    const char *near = text_nearest(name, NAMES, 2);
    call_wrong(call,
               near ? "--robot: there is no \"%.60s\" (did you mean \"%s\"?)"
                    : "--robot: expected vector or cozmo, found \"%.60s\"",
               name, near);
    return false;
}

// ---- running it ----

static int with_log(const char *title, const char *spec) {
    struct fault fault = {0};
    if (!log_setup(spec, &fault)) return EXIT_FINE;
    char said[400];
    snprintf(said, sizeof said, "--log: %s", fault.said);
    return wrong_use(title, said);
}

static bool asks_for_help(const struct command *command, int argc, char *const *argv) {
    bool letter = true; // unless the command has an -h of its own
    for (size_t i = 0; command && i < command->option_count; i++) letter &= command->options[i].letter != 'h';
    for (int i = 1; i < argc && strcmp(argv[i], "--"); i++)
        if (!strcmp(argv[i], "--help") || (letter && !strcmp(argv[i], "-h"))) return true;
    return false;
}

static int count_words(const struct call *call) {
    const struct command *c = call->command;
    if (call->words.count < c->words_least)
        return call_wrong(call, "expected %s", c->words ? c->words : "more words");
    unsigned most = c->words_most > c->words_least ? c->words_most : c->words_least;
    if (!c->any_words && call->words.count > most)
        return call_wrong(call, "one word too many: \"%.60s\"%s%s", call->words.at[most],
                          c->words ? ", expected " : "", c->words ? c->words : "");
    return EXIT_FINE;
}

static void version(void) { printf("critter %s\n", critter_version()); }

// argv[0] is the command's name. done: nothing is left to run.
static int take_apart(struct call *call, int argc, char *const *argv, bool *done) {
    const struct command *c = call->command;
    struct common common = {0};
    struct fault fault = {0};
    struct options tables[] = {{c->options, c->option_count, call->options},
                               {COMMON_OPTIONS, COMMON_OPTION_COUNT, &common}};
    *done = true;
    if (options_parse_all(tables, 2, argc, argv, &call->words, &fault))
        return call_wrong(call, "%s", fault.said);
    if (common.version) {
        version();
        return EXIT_FINE;
    }
    char title[128];
    int code = with_log(command_title(c, title, sizeof title), common.log);
    if (!code && c->sort_words) code = c->sort_words(call);
    if (!code) code = count_words(call);
    *done = code != EXIT_FINE;
    return code;
}

static int run(const struct command *command, int argc, char *const *argv) {
    bool help = command->raw ? argc > 1 && !strcmp(argv[1], "--help") : asks_for_help(command, argc, argv);
    if (help) {
        help_command(command, stdout);
        return EXIT_FINE;
    }
    struct call call = {
        .command = command, .argc = argc, .argv = argv, .options = calloc(1, command->options_size + 1)};
    if (!call.options) {
        fputs("critter: no memory\n", stderr);
        return EXIT_FAILED;
    }
    if (command->defaults) memcpy(call.options, command->defaults, command->options_size);
    bool done = false;
    int code = command->raw ? EXIT_FINE : take_apart(&call, argc, argv, &done);
    if (!done) code = command->run(&call);
    free(call.options);
    return code;
}

static int in_group(const char *group, int argc, char *const *argv) {
    if (asks_for_help(NULL, argc < 2 ? argc : 2, argv)) {
        help_group(group, stdout);
        return EXIT_FINE;
    }
    if (argc < 2) {
        help_group(group, stderr);
        return EXIT_WRONG_USE;
    }
    const struct command *command = command_find(group, argv[1]);
    return command ? run(command, argc - 1, argv + 1) : unknown(group, argv[1]);
}

static int dispatch(int argc, char *const *argv) {
    struct common common = {0};
    struct words none;
    struct fault fault = {0};
    int at = leading(argc, argv);
    if (options_parse(COMMON_OPTIONS, COMMON_OPTION_COUNT, at, argv, &common, &none, &fault))
        return wrong_use("critter", fault.said);
    if (common.help) {
        help_program(stdout);
        return EXIT_FINE;
    }
    if (common.version) {
        version();
        return EXIT_FINE;
    }
    int code = with_log("critter", common.log);
    if (code) return code;
    if (at >= argc) {
        help_program(stderr);
        return EXIT_WRONG_USE;
    }
    const struct command *command = command_find(NULL, argv[at]);
    bool deeper =
        group_exists(argv[at]) && (!command || (at + 1 < argc && command_find(argv[at], argv[at + 1])));
    if (deeper) return in_group(argv[at], argc - at, argv + at);
    return command ? run(command, argc - at, argv + at) : unknown(NULL, argv[at]);
}

// Whoever starts us with one of the three closed means that nobody reads it, not that the first file we open
// becomes it and gets our words between its bytes. What is put there refuses every use, as a closed one does.
static void fill_the_first_three(void) {
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0)
            return;
}

int cli_main(int argc, char *const *argv) {
    fill_the_first_three();
    int code = dispatch(argc, argv);
    log_flush();
    if (!fflush(stdout) && !ferror(stdout)) return code;
    fprintf(stderr, "critter: cannot write to stdout: %s\n", strerror(errno));
    return code ? code : EXIT_FAILED;
}
