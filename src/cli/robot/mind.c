// critter mind why, stack, moods, acts, senses, diary and force: a mind that lives, now or in a
// recording.
#include "cli/robot/where.h"
#include "cli/sdk_door.h"
#include "run/diary_keeper.h"

#include <string.h>

enum { ANSWER_S = 60, PIECES_MOST = 64 };
struct wish {
    struct talk_where where;
    const char *state;
    bool kept;
};
#define WHERE TALK_WHERE(struct wish)

// What it was answered: a text, which lasts as long as the arena. Refused: why.
static enum err ask(struct talk *talk, const struct wish *wish, const char *word, struct arena *arena,
                    struct text *said, struct fault *fault) {
    struct text line = {0};
    struct json *answer;
    enum err err = talk_say(talk, word, wish->where.robot, fault);
    if (!err) err = talk_hear(talk, ANSWER_S, &line, fault);
    if (!err) err = talk_answer(line, arena, &answer, fault);
    if (err) return err;
    const struct json *body = answer->first, *verdict = body ? json_get(body, "verdict") : NULL,
                      *words = body ? json_get(body, "said") : NULL;
    *said = words && words->kind == JSON_TEXT ? words->text : TEXT("");
    if (!verdict || text_is(verdict->text, "DONE")) return ERR_NONE;
    return fault_set(fault, ERR_STATE, "%.*s", (int)said->len, said->at);
}

static int ask_once(struct call *call, const char *word) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct text said = {0};
    struct arena *arena = arena_new(32 << 10);
    struct talk *talk = arena ? talk_where(&wish->where, &fault) : NULL;
    if (!arena) fault_set(&fault, ERR_MEMORY, "no memory for an answer");
    enum err err = talk ? ask(talk, wish, word, arena, &said, &fault) : fault.err;
    said = text_trim(said);
    if (!err && said.len) printf("%.*s\n", (int)said.len, said.at);
    talk_close(talk);
    arena_free(arena);
    if (err == ERR_CANCELLED) return EXIT_FAILED;
    return err ? call_failed(call, &fault) : EXIT_FINE;
}
static int run_why(struct call *call) { return ask_once(call, "Why"); }
static int run_stack(struct call *call) { return ask_once(call, "MindStack"); }
static int run_moods(struct call *call) { return ask_once(call, "MindMoods"); }

static int run_acts(struct call *call) { return ask_once(call, "MindActs"); }
static int run_senses(struct call *call) { return ask_once(call, "MindSenses"); }

static int run_force(struct call *call) {
    struct buf word = {0};
    struct json_writer json = json_writer_of(&word, 0);
    json_open(&json, '{'), json_key(&json, "Force"), json_open(&json, '{');
    json_key(&json, "node"), json_string(&json, call->words.count ? call->words.at[0] : "");
    json_close(&json, '}'), json_close(&json, '}');
    buf_byte(&word, 0);
    int code = word.err ? call_wrong(call, "a node's name is UTF-8") : ask_once(call, (const char *)word.at);
    buf_free(&word);
    return code;
}

// ------------------------------------------------------------------------------------------------ its diary

// It tells as many of the newest lines as an answer holds; those before them are asked for until none come.
static enum err ask_diary(struct talk *talk, const struct wish *wish, struct fault *fault) {
    struct text pieces[PIECES_MOST] = {{0}};
    uint32_t count = 0, lines = 0;
    struct arena *arena = arena_new(256 << 10);
    enum err err = arena ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for a diary");
    while (!err && count < PIECES_MOST) {
        char word[64];
        snprintf(word, sizeof word, "{\"Diary\": {\"skip\": %u}}", lines);
        err = ask(talk, wish, word, arena, &pieces[count], fault);
        if (err || !pieces[count].len) break;
        for (size_t i = 0; i < pieces[count].len; i++) lines += pieces[count].at[i] == '\n';
        count++;
    }
    while (!err && count--) printf("%.*s", (int)pieces[count].len, pieces[count].at);
    if (!err && !lines) printf("Nothing yet: a line is written each minute at most.\n");
    arena_free(arena);
    return err;
}

static enum err print_kept(struct diary_keeper *keeper, const char *day, struct fault *fault) {
    struct buf text = {0};
    enum err err = diary_keeper_read(keeper, day, &text, fault);
    if (!err) printf("%s\n%.*s", day, (int)text.len, (const char *)text.at);
    buf_free(&text);
    return err;
}

static enum err read_diary(const struct wish *wish, const char *day, struct fault *fault) {
    char folder[STATE_PATH_MAX], days[DIARY_DAYS][11];
    enum err err = cli_sdk_state(wish->state, folder, fault);
    struct diary_keeper *keeper = err ? NULL : diary_keeper_open(folder, fault);
    if (!keeper) return fault->err;
    size_t count = diary_keeper_days(keeper, days);
    if (day) err = print_kept(keeper, day, fault);
    for (size_t i = 0; !day && !err && i < count; i++) {
        if (i) putchar('\n');
        err = print_kept(keeper, days[i], fault);
    }
    if (!day && !count) printf("No diary is kept in %s.\n", folder);
    diary_keeper_close(keeper);
    return err;
}

static int run_diary(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    const char *day = call->words.count ? call->words.at[0] : NULL;
    enum err err;
    if (wish->kept || wish->state || day) {
        err = read_diary(wish, day, &fault);
    } else {
        struct talk *talk = talk_where(&wish->where, &fault);
        err = talk ? ask_diary(talk, wish, &fault) : fault.err;
        talk_close(talk);
    }
    if (err == ERR_CANCELLED) return EXIT_FAILED;
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

// ------------------------------------------------------------------------------------------------ commands

static const struct wish NOTHING = {.kept = false};
static const struct option OPTIONS[] = {WHERE};
static const struct option DIARY_OPTIONS[] = {
    WHERE,
    {"kept", 'k', OPTION_FLAG, offsetof(struct wish, kept), NULL, "what is kept on disk, of all its lives"},
    {"state", 0, OPTION_TEXT, offsetof(struct wish, state), "FOLDER",
     "where it is kept, as critter run has it (default: $CRITTER_STATE, or critter/vector in the user's "
     "state)"}};

#define COMMAND(id, called, says, of)                                                                        \
    const struct command cmd_mind_##id = {                                                                   \
        .name = #id,                                                                                         \
        .group = "mind",                                                                                     \
        .summary = called,                                                                                   \
        .help = says,                                                                                        \
        .examples = "critter mind " #id "\ncritter mind " #id " --in household --at 600\n",                  \
        .options = OPTIONS,                                                                                  \
        .option_count = sizeof OPTIONS / sizeof *OPTIONS,                                                    \
        .options_size = sizeof(struct wish),                                                                 \
        .defaults = &NOTHING,                                                                                \
        .run = of,                                                                                           \
    };
COMMAND(why, "why a robot does what it does, in a sentence",
        "Of a world that runs, of a scenario, or of a recording at a moment, which is lived again.", run_why)
COMMAND(stack, "what stands on what in a robot's mind",
        "From the root down to what runs, each with how long it has run.", run_stack)
COMMAND(moods, "what a robot feels",
        "Its emotions, each with its value, and the mood by which clips are chosen.", run_moods)
COMMAND(
    acts, "who has which part of a robot's body, and what it was asked to do",
    "Wheels, head, lift and lights; then what takes time, with who asked for it and which tracks it holds.",
    run_acts)
COMMAND(senses, "what reaches a robot's mind",
        "Whom and what it sees or remembers, and where from there; what is before its nose; its battery.",
        run_senses)

const struct command cmd_mind_force = {
    .name = "force",
    .group = "mind",
    .summary = "begins a node of a robot's mind, whatever it does",
    .words = "[NODE]",
    .words_most = 1,
    .help = "Nothing takes over until that ends, neither an edge nor a low battery. Without a node, what was "
            "begun so ends. `critter mind tree` lists them.",
    .examples = "critter mind force Daydream\ncritter mind force\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &NOTHING,
    .run = run_force,
};
const struct command cmd_mind_diary = {
    .name = "diary",
    .group = "mind",
    .summary = "what a robot did and why, a line a minute at most",
    .words = "[DAY]",
    .words_most = 1,
    .help = "Of a robot that lives, all that it remembers: its last 512 lines. With --kept, or a day such as "
            "2026-11-23, what `critter run` has kept of its lives: thirty days.",
    .examples = "critter mind diary\ncritter mind diary --kept\ncritter mind diary 2026-11-23\n"
                "critter mind diary --in household --at 3600\n",
    .options = DIARY_OPTIONS,
    .option_count = sizeof DIARY_OPTIONS / sizeof *DIARY_OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &NOTHING,
    .run = run_diary,
};
