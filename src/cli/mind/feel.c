#include "base/arena.h"
#include "cli/commands.h"
#include "mind/mind_files.h"
#include "mind/mood/mood.h"

#include <string.h>

enum { MOMENTS = 64 };
struct wish {
    const char *robot, *folder;
    double until, every, step;
};

static const struct option OPTIONS[] = {
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT", "vector or cozmo (default vector)"},
    {"folder", 0, OPTION_TEXT, offsetof(struct wish, folder), "DIR",
     "where your own ROBOT_moods.json lies; what is not there is ours"},
    {"until", 'u', OPTION_F64, offsetof(struct wish, until), "SECONDS", "how long (default 60)", 0, 86400},
    {"every", 'e', OPTION_F64, offsetof(struct wish, every), "SECONDS", "a line each (default 5)", 0.01,
     3600},
    {"step", 0, OPTION_F64, offsetof(struct wish, step), "SECONDS", "of a beat (default 0.06)", 0.001, 60},
};

struct moment {
    const struct mood_event *event;
    double at;
};

static enum err read_moment(const char *word, const struct moods *moods, struct moment *out,
                            struct fault *fault) {
    struct text at = text_of(word), name;
    text_split(&at, '@', &name);
    if (!at.at || text_to_f64(at, &out->at) || !(out->at >= 0))
        return fault_set(fault, ERR_SYNTAX, "expected EVENT@SECONDS, found \"%.80s\"", word);
    out->event = moods_event(moods, name);
    if (out->event) return ERR_NONE;
    const char *names[MOOD_EVENTS_LIVE];
    char copies[MOOD_EVENTS_LIVE][48], asked[48];
    size_t count = 0;
    for (uint32_t i = 0; i < moods->event_count && i < MOOD_EVENTS_LIVE; i++) {
        text_copy(moods->events[i].name, copies[count], sizeof *copies);
        names[count] = copies[count], count++;
    }
    text_copy(name, asked, sizeof asked);
    const char *near = text_nearest(asked, names, count);
    return fault_set(fault, ERR_UNKNOWN, "no event is called \"%s\"%s%s%s", asked,
                     near ? ", did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

static void row(const struct mood *mood) {
    printf("%8.2f", mood->clock);
    for (uint32_t i = 0; i < mood->moods->type_count; i++) printf(" %10.6f", mood->feelings[i].value);
    printf("  %s\n", simple_mood_name((enum simple_mood)mood->simple));
}

static void live(const struct wish *wish, struct mood *mood, const struct moment *moments, size_t count) {
    printf("%8s", "seconds");
    for (uint32_t i = 0; i < mood->moods->type_count; i++)
        printf(" %10.*s", (int)mood->moods->types[i].name.len, mood->moods->types[i].name.at);
    printf("  mood\n");
    double next = 0, half = wish->step / 2;
    uint64_t beats = (uint64_t)(wish->until / wish->step + 0.5);
    bool told[MOMENTS] = {0};
    for (uint64_t beat = 0; beat <= beats; beat++) {
        if (beat) mood_step(mood, wish->step);
        for (size_t i = 0; i < count; i++)
            if (!told[i] && mood->clock >= moments[i].at - half)
                told[i] = true, mood_post(mood, moments[i].event);
        if (mood->clock < next - half) continue;
        next += wish->every;
        row(mood);
    }
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct moods moods;
    struct moment moments[MOMENTS];
    if (strcmp(wish->robot, "vector") && strcmp(wish->robot, "cozmo"))
        return call_wrong(call, "--robot %s: expected vector or cozmo", wish->robot);
    if (wish->until / wish->step > 1e7) return call_wrong(call, "--until: more than ten million beats");
    if (call->words.count > MOMENTS) return call_wrong(call, "at most %d events", MOMENTS);
    struct arena *arena = arena_new(64 << 10);
    struct mood mood;
    enum err err = arena ? mind_moods_read(wish->robot, wish->folder, arena, &moods, &fault)
                         : fault_set(&fault, ERR_MEMORY, "no memory");
    if (!err) err = mood_start(&mood, &moods, &fault);
    for (size_t i = 0; i < call->words.count && !err; i++)
        err = read_moment(call->words.at[i], &moods, &moments[i], &fault);
    if (!err) live(wish, &mood, moments, call->words.count);
    arena_free(arena);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_mind_feel = {
    .name = "feel",
    .group = "mind",
    .summary = "what a robot feels when something happens to it",
    .words = "EVENT@SECONDS...",
    .words_most = MOMENTS,
    .help = "Without a robot: its emotions as they stand at the beginning, each event at its second, and how "
            "they fade. A line has all emotions and the mood by which clips are chosen. `critter mind check` "
            "tells whether files of your own can be read.",
    .examples = "critter mind feel GreetingSayName@0 LookAtFaceVerified@15 --until 120\n"
                "critter mind feel -r cozmo CliffReact@1 CliffReact@3 -e 1 -u 10\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.robot = "vector", .until = 60, .every = 5, .step = 0.06},
    .run = run,
};
