// Scripts that let a shell complete commands and options. Each finds the command typed so far (its path, as "
// pawn compile") and offers what its row holds.
#include "cli/commands.h"

#include "run/scenario.h"

#include <string.h>

enum { PATH_ROOM = 128 };

// The places on a command line: "", every group, every command.
struct place {
    char path[PATH_ROOM];
    const char *group; // whose commands may follow; "" at the top
    const struct command *command;
    const char *summary;
};

// The place of a command that is called like a group: it is both. NULL: there is none.
static struct place *called(struct place *list, size_t count, const char *name) {
    for (size_t i = 1; i < count; i++)
        if (list[i].command && !list[i].command->group && !strcmp(list[i].command->name, name))
            return &list[i];
    return NULL;
}

static size_t places(struct place *out, size_t room) {
    size_t count = 0;
    out[count++] = (struct place){.group = ""};
    const char *last = NULL;
    for (size_t i = 0; i < COMMAND_COUNT && count + 2 < room; i++) {
        const struct command *c = COMMANDS[i];
        if (c->group && (!last || strcmp(last, c->group))) {
            struct place *both = called(out, count, c->group);
            if (both)
                both->group = c->group;
            else
                out[count] = (struct place){.group = c->group, .summary = group_summary(c->group)},
                snprintf(out[count++].path, PATH_ROOM, " %s", c->group);
        }
        last = c->group;
        out[count] = (struct place){.command = c, .summary = c->summary};
        snprintf(out[count++].path, PATH_ROOM, "%s%s %s", c->group ? " " : "", c->group ? c->group : "",
                 c->name);
    }
    return count;
}

// Whether `below` is one word further than `place`.
static bool follows(const struct place *place, const struct place *below) {
    size_t len = strlen(place->path);
    return place->group && !strncmp(place->path, below->path, len) && below->path[len] == ' ' &&
           !strchr(below->path + len + 1, ' ');
}

static const char *last_word(const struct place *place) {
    const char *space = strrchr(place->path, ' ');
    return space ? space + 1 : place->path;
}

static bool is_file(const char *value) { return value && (strstr(value, "FILE") || strstr(value, "PATH")); }
static bool is_folder(const char *value) {
    return value && (strstr(value, "DIR") || strstr(value, "FOLDER"));
}

// The first of a command's words when its values are known: "bash|zsh|fish", "[vector|cozmo|pleo|SCENARIO]";
// nothing for other kinds of words.
static struct text choices(const struct command *command) {
    const char *words = command ? command->words : NULL;
    if (!words) return (struct text){0};
    struct text first = {words, strcspn(words, " ")};
    if (first.len > 2 && first.at[0] == '[') first = (struct text){first.at + 1, first.len - 2};
    bool known = memmem(first.at, first.len, "SCENARIO", 8) ||
                 (memchr(first.at, '|', first.len) && first.len == strlen(words));
    return known && !memchr(first.at, '[', first.len) ? first : (struct text){0};
}

static void put_choices(const struct command *command) {
    struct text rest = choices(command), one;
    while (text_split(&rest, '|', &one)) {
        bool scenario = one.len >= 8 && !memcmp(one.at, "SCENARIO", 8);
        for (const struct embedded *own = SCENARIO_FILES; scenario && own->path; own++)
            printf("%s ", own->name);
        if (*one.at >= 'a' && *one.at <= 'z') printf("%.*s ", (int)one.len, one.at);
    }
}

// The values of an option, by how help names them; NULL: any. Of scenarios there are files, too.
enum { VALUES = 600 };
static bool takes_files_too(const struct option *option) {
    return option->value && !strncmp(option->value, "SCENARIO", 8);
}
static const char *values_of(const struct option *option, char out[VALUES]) {
    size_t len = 0;
    if (option->value && !strcmp(option->value, "ROBOT")) return "vector cozmo";
    if (!takes_files_too(option)) return NULL;
    for (const struct embedded *own = SCENARIO_FILES; own->path && len < VALUES; own++)
        len += (size_t)snprintf(out + len, VALUES - len, len ? " %s" : "%s", own->name);
    return out;
}

// text inside single quotes, with more characters after a backslash (or two, where they are read twice)
static void quoted(const char *text, const char *special, const char *quote) {
    for (; *text && *text != '\n'; text++) {
        if (*text == '\'') {
            fputs(quote, stdout);
            continue;
        }
        if (strchr(special, *text)) fputc('\\', stdout);
        fputc(*text, stdout);
    }
}

static void path_cases(const struct place *list, size_t count, const char *between) {
    for (size_t i = 1; i < count; i++) printf("%s'%s'", i > 1 ? between : "", list[i].path);
}

// ---- bash ----

static void bash_options(const struct option *list, size_t count) {
    for (size_t i = 0; i < count; i++) printf("--%s ", list[i].name);
}

static void bash_values(const char *path, const struct option *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (list[i].type == OPTION_FLAG) continue;
        printf("    '%s':--%s", path, list[i].name);
        if (list[i].letter) printf(" | '%s':-%c", path, list[i].letter);
        char room[VALUES];
        const char *values = values_of(&list[i], room);
        if (values) {
            printf(") COMPREPLY=($(compgen%s -W \"%s\" -- \"$cur\")); return ;;\n",
                   takes_files_too(&list[i]) ? " -f" : "", values);
            continue;
        }
        printf(") %s ;;\n", is_file(list[i].value)     ? "_critter_files -f; return"
                            : is_folder(list[i].value) ? "_critter_files -d; return"
                                                       : "return");
    }
}

static void bash(const struct place *list, size_t count) {
    fputs("# critter completion for bash, made by: critter completion bash\n"
          "_critter_files() {\n    compopt -o filenames 2>/dev/null\n"
          "    local IFS=$'\\n'\n    COMPREPLY=($(compgen \"$1\" -- \"$cur\"))\n}\n"
          "_critter() {\n    local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\" "
          "path= i options= commands= files=\n"
          "    COMPREPLY=()\n    for ((i = 1; i < COMP_CWORD; i++)); do\n        case \"$path "
          "${COMP_WORDS[i]}\" in\n            ",
          stdout);
    path_cases(list, count, " | ");
    fputs(") path=\"$path ${COMP_WORDS[i]}\" ;;\n        esac\n    done\n    case \"$path:$prev\" in\n    "
          "*:--log) return ;;\n",
          stdout);
    for (size_t i = 0; i < count; i++)
        if (list[i].command)
            bash_values(list[i].path, list[i].command->options, list[i].command->option_count);
    fputs("    esac\n    case \"$path\" in\n", stdout);
    for (size_t i = 0; i < count; i++) {
        printf("    '%s') commands='", list[i].path);
        for (size_t k = 1; k < count; k++)
            if (follows(&list[i], &list[k])) printf("%s ", last_word(&list[k]));
        put_choices(list[i].command);
        fputs("' options='", stdout);
        if (list[i].command) bash_options(list[i].command->options, list[i].command->option_count);
        if (!list[i].command || !list[i].command->raw)
            bash_options(COMMON_OPTIONS, COMMON_OPTION_COUNT - (i > 0));
        printf("' files=%s ;;\n", list[i].command && is_file(list[i].command->words) ? "-f" : "");
    }
    fputs("    esac\n    case \"$cur\" in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
          "    *) if [ -n \"$files\" ]; then _critter_files $files; else COMPREPLY=($(compgen -W "
          "\"$commands\" -- \"$cur\")); fi ;;\n"
          "    esac\n}\ncomplete -F _critter critter\n",
          stdout);
}

// ---- zsh ----

static void zsh_option(const struct option *o) {
    fputs(" \\\n            ", stdout);
    if (o->letter)
        printf("'(-%c --%s)'{-%c,--%s%s}", o->letter, o->name, o->letter, o->name, o->value ? "=" : "");
    else
        printf("--%s%s", o->name, o->value ? "=" : "");
    fputs("'[", stdout);
    quoted(o->help, "[]:\\", "'\\''");
    fputs("]", stdout);
    if (o->value) {
        fputs(":", stdout);
        quoted(o->value, ":\\", "'\\''");
        char room[VALUES];
        const char *values = values_of(o, room);
        if (values)
            printf(takes_files_too(o) ? ":{compadd %s; _files}" : ":(%s)", values);
        else
            printf(":%s", is_file(o->value) ? "_files" : is_folder(o->value) ? "_files -/" : "");
    }
    fputs("'", stdout);
}

static void zsh(const struct place *list, size_t count) {
    fputs("#compdef critter\n# critter completion for zsh, made by: critter completion zsh\n"
          "_critter() {\n    local at= i\n    local -a commands\n    for ((i = 2; i < CURRENT; i++)); do\n   "
          "     case \"$at $words[i]\" in\n            ",
          stdout);
    path_cases(list, count, " | ");
    fputs(") at=\"$at $words[i]\" ;;\n        esac\n    done\n    case \"$at\" in\n", stdout);
    for (size_t i = 0; i < count; i++) {
        printf("    '%s')\n", list[i].path);
        if (list[i].group) {
            fputs("        commands=(", stdout);
            for (size_t k = 1; k < count; k++) {
                if (!follows(&list[i], &list[k])) continue;
                printf("\n            '%s:", last_word(&list[k]));
                quoted(list[k].summary, ":\\", "'\\''");
                fputs("'", stdout);
            }
            fputs(")\n        [[ $words[CURRENT] == -* ]] || { _describe command commands; return }\n",
                  stdout);
        }
        fputs("        _arguments -s", stdout);
        for (size_t k = 0; list[i].command && k < list[i].command->option_count; k++)
            zsh_option(&list[i].command->options[k]);
        for (size_t k = 0; k < COMMON_OPTION_COUNT - (i > 0) && !(list[i].command && list[i].command->raw);
             k++)
            zsh_option(&COMMON_OPTIONS[k]);
        fputs(" \\\n            '*:word:", stdout);
        if (choices(list[i].command).at)
            putchar('('), put_choices(list[i].command), putchar(')');
        else if (list[i].command && is_file(list[i].command->words))
            fputs("_files", stdout);
        fputs("' ;;\n", stdout);
    }
    fputs("    esac\n}\n"
          "if [ \"$funcstack[1]\" = _critter ]; then _critter \"$@\"; else compdef _critter critter; fi\n",
          stdout);
}

// ---- fish ----

static void fish_option(const char *path, const struct option *o) {
    printf("complete -c critter -n '__critter_at \"%s\"' -l %s", path, o->name);
    if (o->letter) printf(" -s %c", o->letter);
    char room[VALUES];
    const char *values = values_of(o, room);
    if (values)
        printf(takes_files_too(o) ? " -r -F -a '%s'" : " -x -a '%s'", values);
    else if (o->value)
        printf(is_file(o->value)     ? " -r -F"
               : is_folder(o->value) ? " -x -a '(__fish_complete_directories)'"
                                     : " -x");
    fputs(" -d '", stdout);
    quoted(o->help, "\\", "\\'");
    fputs("'\n", stdout);
}

static void fish(const struct place *list, size_t count) {
    fputs("# critter completion for fish, made by: critter completion fish\n"
          "function __critter_at\n    set -l at\n    set -l words (commandline -opc)\n    for word in "
          "$words[2..-1]\n        switch \"$at $word\"\n            case ",
          stdout);
    path_cases(list, count, " ");
    fputs("\n                set at \"$at $word\"\n        end\n    end\n    test \"$at\" = "
          "\"$argv[1]\"\nend\ncomplete -c critter -f\n",
          stdout);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 1; k < count; k++) {
            if (!follows(&list[i], &list[k])) continue;
            printf("complete -c critter -n '__critter_at \"%s\"' -a %s -d '", list[i].path,
                   last_word(&list[k]));
            quoted(list[k].summary, "\\", "\\'");
            fputs("'\n", stdout);
        }
        const struct command *c = list[i].command;
        if (choices(c).at) {
            printf("complete -c critter -n '__critter_at \"%s\"' -a '", list[i].path);
            put_choices(c);
            puts("'");
        }
        if (c && is_file(c->words)) printf("complete -c critter -n '__critter_at \"%s\"' -F\n", list[i].path);
        for (size_t k = 0; c && k < c->option_count; k++) fish_option(list[i].path, &c->options[k]);
        for (size_t k = 0; k < COMMON_OPTION_COUNT - (i > 0) && !(c && c->raw); k++)
            fish_option(list[i].path, &COMMON_OPTIONS[k]);
    }
}

static int run(struct call *call) {
    static struct place list[300];
    static const struct {
        const char *name;
        void (*write)(const struct place *, size_t);
    } SHELLS[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    size_t count = places(list, sizeof list / sizeof *list);
    for (size_t i = 0; i < sizeof SHELLS / sizeof *SHELLS; i++) {
        if (strcmp(call->words.at[0], SHELLS[i].name)) continue;
        SHELLS[i].write(list, count);
        return EXIT_FINE;
    }
    return call_wrong(call, "expected bash, zsh or fish, found \"%.60s\"", call->words.at[0]);
}

const struct command cmd_completion = {
    .name = "completion",
    .summary = "prints a script that completes commands and options in a shell",
    .words = "bash|zsh|fish",
    .words_least = 1,
    .words_most = 1,
    .help = "An installed critter brings these scripts along, where the shells look for them. A critter that "
            "is not installed can be "
            "completed all the same, as the examples show.",
    .examples = "source <(critter completion bash)\n"
                "critter completion zsh > ~/.zfunc/_critter    # a folder in fpath\n"
                "critter completion fish | source\n",
    .run = run,
};
