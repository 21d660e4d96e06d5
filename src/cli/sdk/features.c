// Which abilities a robot has, and switching them.
#include "cli/commands.h"
#include "cli/sdk_door.h"

#include "base/system/file.h"
#include "store/features.h"

#include <string.h>

struct wish {
    const char *state;
    bool json;
};

static const struct option OPTIONS[] = {
    {"state", 0, OPTION_TEXT, offsetof(struct wish, state), "FOLDER",
     "where the robot keeps its documents (default: as critter sdk serve)"},
    {"json", 'j', OPTION_FLAG, offsetof(struct wish, json), NULL, "list them as JSON"},
};

static void list(const struct feature_switches *switches) {
    size_t count;
    const struct feature *all = features(&count);
    for (size_t i = 0; i < count; i++) {
        bool on = feature_is_on(&all[i], switches);
        if (feature_state(&all[i], switches) == FEATURE_AS_BUILT)
            printf("%-26s %s\n", all[i].name, on ? "on" : "off");
        else
            printf("%-26s %-3s  switched\n", all[i].name, on ? "on" : "off");
    }
}

static enum err list_json(const struct feature_switches *switches, struct fault *fault) {
    size_t count;
    const struct feature *all = features(&count);
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 2);
    json_open(&w, '{');
    for (size_t i = 0; i < count; i++) {
        json_key(&w, all[i].name), json_open(&w, '{');
        json_key(&w, "on"), json_bool(&w, feature_is_on(&all[i], switches));
        json_key(&w, "switched"), json_bool(&w, feature_state(&all[i], switches) != FEATURE_AS_BUILT);
        json_close(&w, '}');
    }
    json_close(&w, '}');
    buf_byte(&out, '\n');
    if (!out.err) fwrite(out.at, 1, out.len, stdout);
    enum err err = out.err ? fault_set(fault, out.err, "no memory") : ERR_NONE;
    buf_free(&out);
    return err;
}

static enum err read_word(const char *word, struct feature_switches *switches, struct fault *fault) {
    static const char *const STATES[] = {
        [FEATURE_AS_BUILT] = "as-built", [FEATURE_ON] = "on", [FEATURE_OFF] = "off"};
    struct text value = text_of(word), name;
    if (text_split(&value, '=', &name))
        for (int i = 0; i < 3; i++)
            if (text_is(value, STATES[i])) return features_set(switches, name, (enum feature_state)i, fault);
    return fault_set(fault, ERR_SYNTAX, "expected NAME=on, NAME=off or NAME=as-built, found \"%.80s\"", word);
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    char folder[STATE_PATH_MAX];
    struct feature_switches switches;
    struct fault fault = {0};
    enum err err = cli_sdk_state(wish->state, folder, &fault);
    bool kept = call->words.count || folder_exists(folder); // who only looks makes no folder
    struct store *store = err ? NULL : store_open(kept ? folder : NULL, &fault);
    if (!store) return call_failed(call, &fault);
    err = features_read(store, &switches, &fault);
    for (size_t i = 0; !err && i < call->words.count; i++)
        err = read_word(call->words.at[i], &switches, &fault);
    if (!err && call->words.count) err = features_write(store, &switches, &fault);
    store_close(store);
    if (!err && wish->json) err = list_json(&switches, &fault);
    if (err) return call_failed(call, &fault);
    if (!wish->json && !call->words.count) list(&switches);
    if (!wish->json && call->words.count)
        fprintf(stderr, "switched in %s; a robot that is running has it from its next start on\n", folder);
    return EXIT_FINE;
}

const struct command cmd_sdk_features = {
    .name = "features",
    .group = "sdk",
    .summary = "lists a Vector's abilities, and switches them",
    .words = "[NAME=on|off|as-built...]",
    .words_most = 64,
    .help = "Without words it lists every ability, whether it is on, and whether somebody has switched it. "
            "Programs ask for them with GetFeatureFlag; an ability that is off is not asked for by words or "
            "apps, either. The robot reads its switches when it starts, and may be running meanwhile.",
    .examples = "critter sdk features\n"
                "critter sdk features Dancing=off AttentionTransfer=on\n"
                "critter sdk features Dancing=as-built\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
