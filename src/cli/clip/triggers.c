#include "cli/clip/library.h"

#include "base/plural.h"

struct wish {
    const char *robot, *resources;
    bool markdown;
};

static const struct option OPTIONS[] = {
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT", "vector or cozmo (default: both)"},
    {"resources", 0, OPTION_TEXT, offsetof(struct wish, resources), "FOLDER",
     "your own copy of the robot's original resources, over our clips"},
    {"markdown", 'm', OPTION_FLAG, offsetof(struct wish, markdown), NULL, "as a page"},
};

static void print_item(const struct group_item *item, bool first) {
    printf("%s%.*s", first ? "" : ", ", (int)item->clip.len, item->clip.at);
    if (item->mood != MOOD_DEFAULT) printf(" (%s)", simple_mood_name(item->mood));
}

static enum err print(void *user, const struct library *library, struct fault *fault) {
    const struct wish *wish = user;
    (void)fault;
    if (wish->markdown)
        printf("<!-- Made by `critter clip triggers --robot %s --markdown`. -->\n# What a %s does at an "
               "occasion\n\n"
               "%s, %s. Of a group's clips one is drawn by weight among those that fit the "
               "mood and have rested.\n\n"
               "| trigger | group | clips |\n|---|---|---|\n",
               library->creature, library->creature, PLURAL(library->trigger_count, "trigger"),
               PLURAL(library->clip_count, "clip"));
    for (uint32_t i = 0; i < library->trigger_count; i++) {
        const struct library_trigger *t = &library->triggers[i];
        if (wish->markdown)
            printf("| `%.*s` | `%.*s` | ", (int)t->name.len, t->name.at, (int)t->group->name.len,
                   t->group->name.at);
        else
            printf("%-7s %-40.*s %-28.*s ", library->creature, (int)t->name.len, t->name.at,
                   (int)t->group->name.len, t->group->name.at);
        for (uint32_t k = 0; k < t->group->count; k++) print_item(&t->group->items[k], k == 0);
        printf(wish->markdown ? " |\n" : "\n");
    }
    if (!wish->markdown) return ERR_NONE;
    printf("\n## All clips\n\n| clip | seconds |\n|---|---:|\n");
    for (uint32_t i = 0; i < library->clip_count; i++)
        printf("| `%.*s` | %.2f |\n", (int)library->clips[i].name.len, library->clips[i].name.at,
               library->clips[i].length_ms / 1000.0);
    return ERR_NONE;
}

static int run(struct call *call) {
    struct wish wish = *(const struct wish *)call->options;
    return clip_each_library(call, wish.robot, wish.resources, print, &wish);
}

const struct command cmd_clip_triggers = {
    .name = "triggers",
    .group = "clip",
    .summary = "lists what the robots do at which occasion",
    .help =
        "A trigger is an occasion, such as ReactToCliff; its group holds the clips that may be played then.",
    .examples = "critter clip triggers --robot cozmo\n"
                "critter clip triggers --robot vector --markdown > triggers.md\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
