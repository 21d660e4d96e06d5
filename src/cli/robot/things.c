#include "cli/robot/where.h"

#include "base/plural.h"

#include <string.h>

struct wish {
    struct talk_where where;
    bool json;
};
static const struct option OPTIONS[] = {
    TALK_WHERE(struct wish),
    {"json", 'j', OPTION_FLAG, offsetof(struct wish, json), NULL, "print all that is known of them, as JSON"},
};

static struct text text_at(const struct json *of, const char *key) {
    const struct json *value = of ? json_get(of, key) : NULL;
    return value && value->kind == JSON_TEXT ? value->text : text_of("?");
}

static void print_place(const struct json *pose) {
    const struct json *at = pose ? json_get(pose, "at_m") : NULL;
    if (!at || at->count != 3 || talk_number(pose, "origin") == 0) {
        printf("%-26s", "nowhere");
        return;
    }
    char place[80];
    snprintf(place, sizeof place, "%.0f, %.0f, %.0f mm", json_at(at, 0)->number * 1e3,
             json_at(at, 1)->number * 1e3, json_at(at, 2)->number * 1e3);
    printf("%-26s", place);
}

static void print_thing(const struct json *t) {
    static const char *const MODELS[] = {"", " 1", " 2", " 3"};
    char name[60];
    struct text kind = text_at(t, "kind"), state = text_at(t, "state");
    double model = talk_number(t, "model");
    snprintf(name, sizeof name, "%.*s%s", (int)kind.len, kind.at,
             text_is(kind, "CUBE") && model >= 0 && model < 4 ? MODELS[(int)model] : "");
    printf("%4.0f  %-10s %-8.*s ", talk_number(t, "id"), name, (int)state.len, state.at);
    print_place(json_get(t, "pose"));
    printf("seen %5.0f times, last at %.1f s\n", talk_number(t, "times"), talk_number(t, "last_us") * 1e-6);
}

static void print_person(const struct json *p) {
    printf("%4.0f  %-10s %-8s ", talk_number(p, "id"), "PERSON",
           talk_number(p, "id") > 0 ? "known" : "stranger");
    print_place(json_get(p, "pose"));
    printf("last at %.1f s\n", talk_number(p, "last_us") * 1e-6);
}

static enum err list(struct talk *talk, const struct wish *wish, const char *what, uint32_t *count,
                     struct fault *fault) {
    struct text line;
    struct json *answer;
    struct arena *arena = arena_new(128 << 10);
    enum err err = arena ? talk_say(talk, what, wish->where.robot, fault)
                         : fault_set(fault, ERR_MEMORY, "no memory for an answer");
    if (!err) err = talk_hear(talk, 5, &line, fault);
    if (!err) err = talk_answer(line, arena, &answer, fault);
    if (!err && wish->json) printf("%.*s\n", (int)line.len, line.at);
    const struct json *all = err || wish->json ? NULL : json_get(answer, "list");
    for (const struct json *one = all ? all->first : NULL; one; one = one->next, ++*count)
        strcmp(what, "things") ? print_person(one) : print_thing(one);
    arena_free(arena);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    uint32_t things = 0, people = 0;
    struct talk *talk = talk_where(&wish->where, &fault);
    enum err err = talk ? list(talk, wish, "things", &things, &fault) : fault.err;
    if (!err) err = list(talk, wish, "people", &people, &fault);
    talk_close(talk);
    if (err == ERR_CANCELLED) return EXIT_FAILED;
    if (err) return call_failed(call, &fault);
    if (!wish->json && !things && !people) puts("it knows no things and nobody");
    return EXIT_FINE;
}

const struct command cmd_robot_things = {
    .name = "things",
    .group = "robot",
    .summary = "lists the things and people that a robot knows, and where it believes they are",
    .help =
        "Places are in the robot's own frame, where it woke or was put down last: x ahead, y to the left. A "
        "thing is "
        "KNOWN where it was seen, DIRTY when it may have been moved since, NOWHERE when its place was found "
        "empty. "
        "A person is of the middle of the face.\n\n"
        "The robot lives in a world that runs; with --in in a scenario or a recording, at the moment --at.",
    .examples = "critter robot things\n"
                "critter robot things --in playroom --at 30\n"
                "critter robot things --in day.world --at 90 --robot cozmo --json\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
