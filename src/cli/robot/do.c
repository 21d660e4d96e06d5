#include "cli/robot/where.h"

#include <string.h>

struct wish {
    struct talk_where where;
    double wait;
    bool json;
};
static const struct option OPTIONS[] = {
    TALK_WHERE(struct wish),
    {"wait", 'w', OPTION_F64, offsetof(struct wish, wait), "SECONDS", "for each answer, at most (default 60)",
     0.1, 86400},
    {"json", 'j', OPTION_FLAG, offsetof(struct wish, json), NULL, "print the answers as they came"},
};

// "DriveStraight" of a message as it was typed.
static struct text name_of(const char *word) {
    struct text name = text_of(word);
    if (*word != '{') return name;
    const char *from = strchr(word, '"'), *to = from ? strchr(from + 1, '"') : NULL;
    return to ? (struct text){from + 1, (size_t)(to - from - 1)} : name;
}

// Whether it was done, told in a line.
static bool tell(const char *word, double world_s, const struct json *answer) {
    struct text name = name_of(word);
    const struct json *body = answer->first, *verdict = body ? json_get(body, "verdict") : NULL,
                      *said = body ? json_get(body, "said") : NULL,
                      *result = body ? json_get(body, "result") : NULL;
    if (world_s >= 0) printf("%8.2f s  ", world_s);
    printf("%.*s: ", (int)name.len, name.at);
    if (body && !verdict && said && said->kind == JSON_TEXT) { // it tells something: a sentence, or lines
        bool lines = memchr(said->text.at, '\n', said->text.len) != NULL;
        struct text told = text_trim(said->text);
        printf("%s%.*s\n", lines ? "\n" : "", (int)told.len, told.at);
        return true;
    }
    if (!body || !verdict) { // an answer of another kind
        printf("%.*s\n", body ? (int)body->key.len : 0, body ? body->key.at : "");
        return true;
    }
    bool done = text_is(verdict->text, "DONE");
    printf("%.*s", (int)verdict->text.len, verdict->text.at);
    if (result && result->kind == JSON_TEXT && !text_is(result->text, "SUCCESS"))
        printf(" (%.*s)", (int)result->text.len, result->text.at);
    if (said && said->text.len) printf(": %.*s", (int)said->text.len, said->text.at);
    putchar('\n');
    return done;
}

static enum err ask(struct talk *talk, const struct wish *wish, const char *word, bool *failed,
                    struct fault *fault) {
    struct text line;
    struct json *answer;
    struct arena *arena = arena_new(32 << 10);
    enum err err = arena ? talk_say(talk, word, wish->where.robot, fault)
                         : fault_set(fault, ERR_MEMORY, "no memory for an answer");
    if (!err) err = talk_hear(talk, wish->wait, &line, fault);
    if (!err) err = talk_answer(line, arena, &answer, fault);
    if (!err && wish->json) printf("%.*s\n", (int)line.len, line.at);
    if (!err && !wish->json) *failed |= !tell(word, talk_world_s(talk), answer);
    if (!err && wish->json) {
        const struct json *verdict = answer->first ? json_get(answer->first, "verdict") : NULL;
        *failed |= verdict && !text_is(verdict->text, "DONE");
    }
    fflush(stdout);
    arena_free(arena);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    bool failed = false;
    struct talk *talk = talk_where(&wish->where, &fault);
    enum err err = talk ? ERR_NONE : fault.err;
    for (size_t i = 0; !err && i < call->words.count; i++)
        err = ask(talk, wish, call->words.at[i], &failed, &fault);
    talk_close(talk);
    if (err == ERR_CANCELLED) return EXIT_FAILED;
    return fault.err ? call_failed(call, &fault) : failed ? EXIT_FAILED : EXIT_FINE;
}

const struct command cmd_robot_do = {
    .name = "do",
    .group = "robot",
    .summary = "lets a robot do something, and says what came of it",
    .words = "REQUEST...",
    .words_least = 1,
    .any_words = true,
    .help =
        "A REQUEST is a name, such as Hello or DriveOffCharger, or JSON with its fields; critter clad doc "
        "schema/life.clad has them all. Each is over before the next begins, and a line says how it ended "
        "and "
        "why; the command ends with 1 when one was not done.\n\n"
        "The robot lives in a world that runs (critter run, critter sim --socket). With --in it lives in a "
        "scenario, which is played up to --at without a screen and goes on for as long as its deeds last; or "
        "in a recording, as it was at that moment, and from then on it does what it is told here.",
    .examples =
        "critter robot do Hello\n"
        "critter robot do --in desk '{\"DriveStraight\": {\"distance_m\": 0.1, \"speed_mps\": 0.1}}'\n"
        "critter robot do --in day.world --at 90 '{\"TurnInPlace\": {\"angle_rad\": 1.57}}' Hello\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.wait = 60},
    .run = run,
};
