// critter body check: what a body that somebody describes can live, and what it cannot and why.
#include "act/needs.h"
#include "base/plural.h"
#include "border/body_file.h"
#include "cli/commands.h"
#include "mind/mind.h"
#include "mind/tree/tree.h"
#include "stage/library/library.h"

#include <string.h>

struct wish {
    bool all;
};
static const struct option OPTIONS[] = {
    {"all", 'a', OPTION_FLAG, offsetof(struct wish, all), NULL,
     "names each behaviour and clip that is out of reach"},
};

static void part_names(uint32_t parts, struct buf *out) {
    bool first = true;
    for (int i = 0; i < BODY_PARTS; i++) {
        if (!(parts >> i & 1)) continue;
        buf_printf(out, "%s%s", first ? "" : ", ", BODY_PART_NAMES[i]);
        first = false;
    }
    if (first) buf_printf(out, "nothing");
}

static void tell_behaviours(const struct body_file *f, const struct tree *tree, bool all, struct buf *out) {
    uint32_t reached = 0, lacking = 0;
    struct buf names = {0};
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const struct node *n = &tree->nodes[i];
        uint32_t lacks = n->class->needs & f->model.lacks;
        if (!n->reached) continue;
        reached++;
        if (!lacks) continue;
        lacking++;
        buf_printf(&names, "  %.*s needs ", (int)n->id.len, n->id.at);
        part_names(lacks, &names);
        buf_byte(&names, '\n');
    }
    buf_printf(out, "behaviours: %u of %u; %u are out of reach\n", reached - lacking, reached, lacking);
    if (all) buf_bytes(out, names.at, names.len);
    buf_free(&names);
}

// What a clip has for a body without some of its tracks.
static uint32_t tracks_of(const struct body_file *f) {
    static const struct {
        uint32_t part, track;
    } ROWS[] = {{BODY_HAS(HEAD), PLAYER_HEAD},     {BODY_HAS(LIFT), PLAYER_LIFT},
                {BODY_HAS(WHEELS), PLAYER_BODY},   {BODY_HAS(DISPLAY), PLAYER_FACE},
                {BODY_HAS(LIGHTS), PLAYER_LIGHTS}, {BODY_HAS(SPEAKER), PLAYER_SOUND}};
    uint32_t tracks = 0;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (body_model_has(&f->model, ROWS[i].part)) tracks |= ROWS[i].track;
    return tracks;
}

static void tell_clips(const struct body_file *f, const struct library *library, bool all, struct buf *out) {
    uint32_t has = tracks_of(f), whole = 0, part = 0, none = 0, seen = PLAYER_ALL & ~(uint32_t)PLAYER_EVENT;
    struct buf names = {0};
    for (uint32_t i = 0; i < library->clip_count; i++) {
        const struct library_clip *c = &library->clips[i];
        uint32_t needs = clip_tracks(c->clip) & seen;
        if (!(needs & ~has))
            whole++;
        else if (needs & has)
            part++;
        else
            none++, buf_printf(&names, "  %.*s has nothing for it\n", (int)c->name.len, c->name.at);
    }
    buf_printf(out, "clips: %u whole, %u in part, %u not at all\n", whole, part, none);
    if (all) buf_bytes(out, names.at, names.len);
    buf_free(&names);
}

static void tell_requests(const struct body_file *f, struct buf *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < LIFE_DONE; i++) {
        const char *lacks = act_lacks(&f->model, (enum life_kind)i);
        if (lacks)
            buf_printf(out, "%s %s: %s\n", count++ ? "         " : "requests:", life_messages[i].body->name,
                       lacks);
    }
    if (!count) buf_printf(out, "requests: all\n");
}

static void tell_senses(const struct body_file *f, struct buf *out) {
    static const struct {
        uint32_t part;
        const char *words;
    } ROWS[] = {
        {BODY_HAS(CAMERA),
         "it sees nobody and nothing: a body whose program tells what it sees has a camera"},
        {BODY_HAS(MICROPHONES), "it hears nothing but what the program tells it"},
        {BODY_HAS(CLIFFS), "no edge stops it"},
        {BODY_HAS(RANGE), "it bumps into what its map does not know"},
        {BODY_HAS(TOUCH), "it feels no hand that strokes it"},
        {BODY_HAS(IMU), "it does not notice that it is lifted, shaken or falls, unless the program tells it"},
        {BODY_HAS(BATTERY), "it never gets tired for lack of power"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (!body_model_has(&f->model, ROWS[i].part) &&
            (ROWS[i].part != BODY_HAS(CLIFFS) || body_model_has(&f->model, BODY_HAS(WHEELS))))
            buf_printf(out, "senses: %s\n", ROWS[i].words);
}

static enum err tell(const struct body_file *f, bool all, struct buf *out, struct fault *fault) {
    struct library *library = library_open(&(struct library_config){.creature = f->creature}, fault);
    struct mind_data *mind = library ? mind_data_open(f->creature, NULL, fault) : NULL;
    if (mind) {
        buf_printf(out, "%s, %s: has ", f->name, f->creature);
        part_names(~f->model.lacks & ((1u << BODY_PARTS) - 1), out);
        buf_printf(out, "\n");
        if (f->joint_count) buf_printf(out, "joints: %s of its own\n", PLURAL(f->joint_count, "joint"));
        tell_behaviours(f, mind_data_tree(mind), all, out);
        tell_clips(f, library, all, out);
        tell_requests(f, out);
        tell_senses(f, out);
    }
    mind_data_close(mind);
    library_free(library);
    return fault->err ? fault->err : out->err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count; i++) {
        struct fault fault = {0};
        struct buf out = {0};
        struct body_file file;
        enum err err = body_file_read(call->words.at[i], &file, &fault);
        if (!err) err = tell(&file, wish->all, &out, &fault);
        if (!err) err = call_write("-", out.at, out.len, &fault);
        if (err) code = call_failed(call, &fault);
        buf_free(&out);
    }
    return code;
}

const struct command cmd_body_check = {
    .name = "check",
    .group = "body",
    .summary = "looks for mistakes in a body.json, and says what such a body can live",
    .words = "FILE...",
    .words_least = 1,
    .any_words = true,
    .help =
        "Reads descriptions of bodies as critter/robot.h does. A mistake is named with file, line and "
        "column. "
        "Of a body without one it says which parts it has, and which behaviours, clips, requests and senses "
        "are out of its reach, and why.",
    .examples = "critter body check body.json\n"
                "critter body check --all body.json    # by name\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
