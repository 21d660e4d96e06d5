#include "cli/clip/library.h"

#include "base/plural.h"

#include <string.h>

struct wish {
    const char *robot, *resources;
};

static const struct option OPTIONS[] = {
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT", "vector or cozmo (default: both)"},
    {"resources", 0, OPTION_TEXT, offsetof(struct wish, resources), "FOLDER",
     "your own copy of the robot's original resources, over our patterns"},
};

struct listing {
    const struct wish *wish;
    const struct call *call;
    uint32_t listed;
};

static bool wanted(const struct call *call, struct text name) {
    char text[128];
    text_copy(name, text, sizeof text);
    bool any = !call->words.count;
    for (size_t i = 0; i < call->words.count; i++) any |= text_glob(call->words.at[i], text);
    return any;
}

static void tell(struct listing *l, const struct library *library, const struct light_shows *shows,
                 const struct light_shows *above, const char *where) {
    for (size_t i = 0; i < shows->count; i++) {
        const struct light_show *show = &shows->at[i];
        uint64_t length = light_show_length_ms(show);
        char lasts[32];
        if (!wanted(l->call, show->name) || (above && lights_find(above, show->name))) continue;
        snprintf(lasts, sizeof lasts, length ? "%llu ms" : "until stopped", (unsigned long long)length);
        printf("%-32.*s %-7s %-5s %s, %s, %s%s\n", (int)show->name.len, show->name.at, library->creature,
               where, PLURAL(show->steps[0].pattern.count, "lamp"), PLURAL(show->count, "step"), lasts,
               above ? "  (ours)" : "");
        l->listed++;
    }
}

static enum err list(void *user, const struct library *library, struct fault *fault) {
    (void)fault;
    tell(user, library, &library->backpack, NULL, "back");
    tell(user, library, &library->our_backpack, &library->backpack, "back");
    tell(user, library, &library->cube, NULL, "cube");
    tell(user, library, &library->our_cube, &library->cube, "cube");
    return ERR_NONE;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct listing l = {wish, call, 0};
    struct fault fault = {0};
    int code = clip_each_library(call, wish->robot, wish->resources, list, &l);
    if (code || l.listed || !call->words.count) return code;
    fault_set(&fault, ERR_UNKNOWN, "no pattern is called \"%s\"", call->words.at[0]);
    return call_failed(call, &fault);
}

const struct command cmd_light_list = {
    .name = "list",
    .group = "light",
    .summary = "lists the robots' own light patterns, of backs and of cubes",
    .words = "[PATTERN...]",
    .any_words = true,
    .help = "Each is named after its occasion. A PATTERN selects those whose name matches (* and ? are "
            "wildcards).",
    .examples = "critter light list --robot cozmo\n"
                "critter light list 'Spinner*'\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){0},
    .run = run,
};
