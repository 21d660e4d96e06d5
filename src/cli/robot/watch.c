#include "cli/robot/where.h"

#include "door/sentences.h"

#include <string.h>

struct wish {
    struct talk_where where;
    double seconds;
    bool json, all;
};
static const struct option OPTIONS[] = {
    TALK_WHERE(struct wish),
    {"seconds", 'n', OPTION_F64, offsetof(struct wish, seconds), "N",
     "how long (default: until Ctrl-C; of a scenario or recording 60)", 0.1, 1e7},
    {"all", 0, OPTION_FLAG, offsetof(struct wish, all), NULL, "also every blink and sound"},
    {"json", 'j', OPTION_FLAG, offsetof(struct wish, json), NULL, "print the events as they came"},
};

// Blinks and sounds come all the time.
static bool is_noise(struct text name) { return text_is(name, "BLINKED") || text_starts(name, "SOUND_"); }

// THING_APPEARED 3 is "thing appeared 3".
static void print_name(struct text name, const struct life_event *event) {
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        putchar(c == '_' ? ' ' : c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    if (event->subject) printf(" %d", (int)event->subject); // strangers have numbers below 0
    for (int i = 0; i < 3; i++)
        if (event->numbers[i] != 0) printf(i ? " %g" : ": %g", (double)event->numbers[i]);
    putchar('\n');
}

// One event in a person's words, or by its name.
static void tell(const struct wish *wish, const struct json *e) {
    struct life_event event = {.subject = (uint32_t)talk_number(e, "subject")};
    const struct json *name = json_get(e, "event"), *robot = json_get(e, "robot"),
                      *numbers = json_get(e, "numbers");
    const char *kind = NULL;
    uint64_t value;
    if (!name || !robot || !numbers || (!wish->all && is_noise(name->text))) return;
    if (wish->where.robot && !text_is(robot->text, wish->where.robot)) return;
    for (uint32_t i = 0; i < 3 && i < numbers->count; i++)
        event.numbers[i] = (float)json_at(numbers, i)->number;
    if (schema_value_of(&life_event_kind_enum, name->text, &value)) event.kind = (uint16_t)value;
    const char *sentence = sentence_of(&event, &kind);
    printf("%9.2f s  %-10.*s ", talk_number(e, "time_us") * 1e-6, (int)robot->text.len, robot->text.at);
    if (sentence)
        puts(sentence);
    else
        print_name(name->text, &event);
}

static enum err watch(struct talk *talk, const struct wish *wish, struct fault *fault) {
    struct arena *arena = arena_new(16 << 10);
    double until = wish->seconds > 0 ? wish->seconds : wish->where.in ? 60 : 1e9, left = until;
    enum err err = arena ? talk_say(talk, "{\"events\":true}", NULL, fault)
                         : fault_set(fault, ERR_MEMORY, "no memory for events");
    double begun = talk_world_s(talk), since = talk_clock_s();
    while (!err && left > 0) {
        struct text line;
        struct json *event;
        err = talk_hear(talk, left, &line, fault);
        if (err) break;
        arena_reset(arena);
        if ((err = talk_answer(line, arena, &event, fault))) break;
        if (wish->json && !json_get(event, "done")) printf("%.*s\n", (int)line.len, line.at);
        if (!wish->json) tell(wish, event);
        fflush(stdout);
        left = until - (begun < 0 ? talk_clock_s() - since : talk_world_s(talk) - begun);
    }
    arena_free(arena);
    if (err == ERR_TIMEOUT) *fault = (struct fault){0}; // its time is over
    return err == ERR_TIMEOUT || err == ERR_CANCELLED ? ERR_NONE : err;
}

static int run(struct call *call) {
    struct fault fault = {0};
    struct talk *talk = talk_where(&((const struct wish *)call->options)->where, &fault);
    enum err err = talk ? watch(talk, call->options, &fault) : fault.err;
    talk_close(talk);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_robot_watch = {
    .name = "watch",
    .group = "robot",
    .summary = "tells what happens to a robot, and what it does, as it happens",
    .help = "A line for each event: when, who, what. An event that has no sentence is told by its name, its "
            "subject and its numbers; critter clad doc schema/life.clad says what they mean.\n\n"
            "The robot lives in a world that runs, and is watched until Ctrl-C; with --in it lives in a "
            "scenario or a recording, from the moment --at on.",
    .examples = "critter robot watch\n"
                "critter robot watch --in playroom --seconds 120\n"
                "critter robot watch --in day.world --at 60 --seconds 30 --robot cozmo --all\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .serves = true,
    .run = run,
};
