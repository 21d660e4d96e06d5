#include "app/app.h"
#include "cli/commands.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "codec/bank/wem.h"
#include "codec/sound/wav.h"

#include <stdlib.h>
#include <string.h>

enum { SOUNDS_MAX = 256 };

struct wish {
    const char *folder;
    bool json;
    int32_t number;
};

static const struct option OPTIONS[] = {
    {"dir", 'd', OPTION_TEXT, offsetof(struct wish, folder), "DIR",
     "where the tree is (default: $PYCOZMO_DIR, else ~/.pycozmo; there its folder assets)"},
    {"json", 'j', OPTION_FLAG, offsetof(struct wish, json), NULL,
     "list an object a line, for other programs"},
    {"number", 'n', OPTION_I32, offsetof(struct wish, number), "N",
     "sound: which of those that the event may play (default 1)", 1, SOUNDS_MAX},
};

static void complain(void *user, const struct fault *fault) {
    (void)user;
    fault_print(fault, stderr);
}

static void open_item(struct json_writer *w) { json_open(w, '{'); }
static void item_text(struct json_writer *w, const char *key, struct text text) {
    json_key(w, key);
    json_text(w, text);
}
static void item_string(struct json_writer *w, const char *key, const char *text) {
    json_key(w, key);
    json_string(w, text);
}
static void item_number(struct json_writer *w, const char *key, double number) {
    json_key(w, key);
    json_number(w, number);
}

static void choices(struct json_writer *w, const struct chooser *chooser) {
    json_open(w, '{');
    item_text(w, "type", chooser->type);
    json_key(w, "behaviors");
    json_open(w, '[');
    for (uint32_t i = 0; i < chooser->count; i++) json_text(w, chooser->choices[i].behavior);
    json_close(w, ']');
    json_close(w, '}');
}

static void activity(struct json_writer *w, const struct activity *a) {
    item_text(w, "name", a->id);
    item_text(w, "type", a->type);
    item_text(w, "strategy", a->strategy);
    for (uint32_t i = 0; i < a->count; i++) {
        const struct activity_value *v = &a->values[i];
        json_key(w, v->key->key);
        if (v->key->kind == ACTIVITY_TEXT) {
            json_text(w, v->text);
        } else if (v->key->kind == ACTIVITY_NUMBER) {
            json_number(w, v->number);
        } else if (v->key->kind == ACTIVITY_CHOOSER) {
            choices(w, &v->chooser);
        } else {
            json_open(w, '[');
            for (uint32_t k = 0; k < v->names.count; k++) json_text(w, v->names.at[k]);
            for (uint32_t k = 0; v->objectives && k < v->count; k++) json_text(w, v->objectives[k].objective);
            for (uint32_t k = 0; v->activities && k < v->count; k++) {
                json_open(w, '{');
                activity(w, &v->activities[k]);
                json_close(w, '}');
            }
            json_close(w, ']');
        }
    }
}

static void group(struct json_writer *w, const struct clip_group *g) {
    item_text(w, "name", g->name);
    json_key(w, "clips");
    json_open(w, '[');
    for (uint32_t i = 0; i < g->count; i++) json_text(w, g->items[i].clip);
    json_close(w, ']');
}

static void clip(struct json_writer *w, const struct app_clip *c) {
    item_text(w, "name", c->name);
    item_string(w, "file", c->file);
    item_number(w, "index", c->index);
    item_number(w, "length_ms", c->length_ms);
    json_key(w, "tracks");
    json_open(w, '[');
    for (int track = 0; track < CLIP_TRACKS; track++)
        if (c->tracks >> track & 1) json_string(w, clip_track_name((enum clip_track)track));
    json_close(w, ']');
}

static void bank(struct json_writer *w, const struct app_bank *b) {
    item_string(w, "name", path_name(b->file));
    item_string(w, "file", b->file);
    item_number(w, "id", b->bank.id);
    item_number(w, "objects", (double)b->bank.objects.count);
    item_number(w, "media", (double)b->bank.media.count);
}

static void emotion_event(struct json_writer *w, const struct mood_event *e) {
    item_text(w, "name", e->name);
    json_key(w, "moves");
    json_open(w, '{');
    for (uint32_t i = 0; i < e->count; i++) {
        char key[64];
        text_copy(e->effects[i].type, key, sizeof key);
        json_key(w, key);
        json_float(w, e->effects[i].value);
    }
    json_close(w, '}');
}

static void firmware(struct json_writer *w, const struct app_firmware *f) {
    item_string(w, "name", path_name(f->file));
    item_string(w, "file", f->file);
    item_number(w, "version", f->head.version);
    item_text(w, "build", f->head.build);
    item_text(w, "date", f->head.date);
    item_number(w, "images", (double)f->head.images);
}

static void behavior(struct json_writer *w, const struct behavior *b) {
    item_text(w, "name", b->id);
    item_text(w, "class", b->class);
    json_key(w, "triggers");
    json_open(w, '[');
    for (uint32_t i = 0; i < b->triggers.count; i++) json_text(w, b->triggers.at[i]);
    json_close(w, ']');
}

static void lights(struct json_writer *w, const struct light_show *show) {
    item_text(w, "name", show->name);
    item_number(w, "steps", show->count);
    item_number(w, "length_ms", (double)light_show_length_ms(show));
}

static void emotion(struct json_writer *w, const struct mood_type *type) {
    item_text(w, "name", type->name);
    json_key(w, "graph");
    json_string(w, type->own ? "own" : "default");
    json_key(w, "decay");
    json_open(w, '[');
    for (uint32_t i = 0; i < type->decay.count; i++) {
        json_open(w, '[');
        json_float(w, type->decay.nodes[i].x);
        json_float(w, type->decay.nodes[i].y);
        json_close(w, ']');
    }
    json_close(w, ']');
}

static void item(struct json_writer *w, const struct app *app, enum app_part part, size_t i) {
    switch (part) {
    case APP_FIRMWARE:
        firmware(w, app_firmware(app, i));
        break;
    case APP_CLIPS:
        clip(w, app_clip(app, i));
        break;
    case APP_GROUPS:
        group(w, &app_groups(app)->at[i]);
        break;
    case APP_TRIGGERS:
    case APP_CUBE_TRIGGERS:
        item_text(w, "name", app_triggers(app, part == APP_CUBE_TRIGGERS)->at[i].name);
        item_text(w, "target", app_triggers(app, part == APP_CUBE_TRIGGERS)->at[i].target);
        break;
    case APP_FACES:
        item_text(w, "name", app_face(app, i)->name);
        item_number(w, "pictures", app_face(app, i)->pictures);
        break;
    case APP_CUBE_LIGHTS:
    case APP_BACKPACK_LIGHTS:
        lights(w, app_lights(app, part == APP_CUBE_LIGHTS, i));
        break;
    case APP_BANKS:
        bank(w, app_bank(app, i));
        break;
    case APP_SOUNDS:
        item_text(w, "name", app_sounds(app)->events.at[i].name);
        item_number(w, "id", app_sounds(app)->events.at[i].id);
        break;
    case APP_EMOTIONS:
        emotion(w, &app_moods(app)->types[i]);
        break;
    case APP_EMOTION_EVENTS:
        emotion_event(w, app_mood_event(app, i));
        break;
    case APP_ACTIVITIES:
        activity(w, app_activity(app, i));
        break;
    case APP_BEHAVIORS:
        behavior(w, app_behavior(app, i));
        break;
    default:
        item_text(w, "name", app_reaction(app, i)->trigger);
        item_text(w, "behavior", app_reaction(app, i)->behavior);
        json_key(w, "resumes");
        json_bool(w, app_reaction(app, i)->resume);
    }
}

// For people: the name, then the rest without the braces.
static void print(const struct buf *line, bool json) {
    const char *text = (const char *)line->at;
    if (json) {
        printf("%s\n", text);
        return;
    }
    const char *name = text + strlen("{\"name\":\""), *end = name;
    while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
    const char *rest = *end && end[1] == ',' ? end + 2 : "}";
    printf("%-40.*s %.*s\n", (int)(end - name), name, (int)strlen(rest) - 1, rest);
}

static int list(struct call *call, struct app *app, enum app_part part, bool json) {
    size_t wrong = app_load(app, part, NULL, complain, NULL);
    if (!app_there(app, part))
        fprintf(stderr, "%s/cozmo_resources/%s: not there\n", app_folder(app), APP_PART[part].place);
    for (size_t i = 0; i < app_count(app, part); i++) {
        struct buf line = {0};
        struct json_writer w = json_writer_of(&line, 0);
        open_item(&w);
        item(&w, app, part, i);
        json_close(&w, '}');
        if (!line.err) print(&line, json);
        buf_free(&line);
    }
    (void)call;
    return wrong || !app_there(app, part) ? EXIT_FAILED : EXIT_FINE;
}

static int status(struct app *app) {
    size_t wrong = 0;
    printf("%s/cozmo_resources: %s\n", app_folder(app),
           app_whole(app) ? "whole" : "without resources.txt, the mark that it is whole");
    for (int i = 0; i < APP_PARTS; i++) {
        enum app_part part = (enum app_part)i;
        size_t here = app_load(app, part, NULL, complain, NULL);
        wrong += here;
        printf("  %-16s %6zu  %s%s\n", APP_PART[part].name, app_count(app, part), APP_PART[part].what,
               !app_there(app, part) ? " (not there)"
               : here                ? " (see above)"
                                     : "");
    }
    return wrong || !app_whole(app) ? EXIT_FAILED : EXIT_FINE;
}

static int check(struct app *app) {
    struct buf notes = {0};
    size_t wrong = app_check(app, &notes, complain, NULL);
    if (notes.len) fprintf(stderr, "%s", (const char *)notes.at);
    buf_free(&notes);
    printf("%zu found\n", wrong);
    return wrong ? EXIT_FAILED : EXIT_FINE;
}

// As it is, or as WAV when the file's name ends so.
static enum err write_sound(const char *path, const struct buf *file, struct fault *fault) {
    struct wem wem;
    if (strcmp(path_extension(path), ".wav")) return call_write(path, file->at, file->len, fault);
    enum err err = wem_read((struct bytes){file->at, file->len}, &wem, fault);
    int16_t *samples = err ? NULL : calloc(wem.frames * wem.channels + 1, sizeof *samples);
    struct buf wav = {0};
    if (!err && !samples) err = fault_set(fault, ERR_MEMORY, "no memory for the sound");
    if (!err) err = wem_decode(&wem, samples, wem.frames, NULL, fault);
    if (!err)
        err = wav_write(&(struct wav_spec){.rate = wem.rate, .channels = (uint16_t)wem.channels, .bits = 16},
                        samples, wem.frames, &wav);
    if (!err) err = call_write(path, wav.at, wav.len, fault);
    free(samples);
    buf_free(&wav);
    return err;
}

static int sound(struct call *call, struct app *app, const struct wish *wish) {
    struct fault fault = {0};
    struct bank_sound sounds[SOUNDS_MAX];
    struct buf file = {0};
    app_load(app, APP_SOUNDS, NULL, complain, NULL);
    app_load(app, APP_BANKS, NULL, complain, NULL);
    size_t count = app_event_sounds(app, call->words.at[1], sounds, SOUNDS_MAX, &fault);
    if (!count) return call_failed(call, &fault);
    if ((size_t)wish->number > count || wish->number > SOUNDS_MAX)
        return call_wrong(call, "%s may play %zu, not %d", call->words.at[1], count, (int)wish->number);
    const struct bank_sound *one = &sounds[wish->number - 1];
    enum err err = app_sound(app, one, &file, &fault);
    if (!err) err = write_sound(call->words.at[2], &file, &fault);
    if (!err)
        printf("%s: sound %u, %s, %d of %zu\n", call->words.at[2], one->media, PLURAL(file.len, "byte"),
               (int)wish->number, count);
    buf_free(&file);
    if (err) fault_set(&fault, err, "%s", err_name(err));
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

static const struct {
    const char *name;
    unsigned words;
    const char *takes;
} VERBS[] = {{"status", 1, "nothing"}, {"list", 2, "a part"},
             {"check", 1, "nothing"},  {"sound", 3, "an event and a file"},
             {"make", 2, "a folder"},  {"remove", 1, "nothing"}};
enum { STATUS, LIST, CHECK, SOUND, MAKE, REMOVE, VERB_COUNT };

static int make_or_remove(struct call *call, const struct wish *wish, int verb) {
    struct fault fault = {0};
    const char *folder = verb == MAKE ? call->words.at[1] : wish->folder;
    if (verb == MAKE ? app_make(folder, &fault) : app_remove(folder, &fault))
        return call_failed(call, &fault);
    printf(verb == MAKE ? "%s: a small set, all of our own making\n" : "%s removed\n",
           folder ? folder : "the tree is");
    return EXIT_FINE;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    int verb = 0;
    while (verb < VERB_COUNT && strcmp(call->words.at[0], VERBS[verb].name)) verb++;
    if (verb == VERB_COUNT)
        return call_wrong(call, "expected status, list, check, sound, make or remove, found \"%s\"",
                          call->words.at[0]);
    if (call->words.count != VERBS[verb].words)
        return call_wrong(call, "%s takes %s", VERBS[verb].name, VERBS[verb].takes);
    enum app_part part = APP_FIRMWARE;
    if (verb == LIST && app_part_of(call->words.at[1], &part)) {
        const char *names[APP_PARTS];
        for (int i = 0; i < APP_PARTS; i++) names[i] = APP_PART[i].name;
        const char *near = text_nearest(call->words.at[1], names, APP_PARTS);
        return call_wrong(call, "there is no part \"%s\"%s%s%s", call->words.at[1],
                          near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
    if (verb >= MAKE) return make_or_remove(call, wish, verb);
    struct app *app;
    struct fault fault = {0};
    if (app_open(wish->folder, &app, &fault)) return call_failed(call, &fault);
    int code = verb == STATUS  ? status(app)
               : verb == LIST  ? list(call, app, part, wish->json)
               : verb == CHECK ? check(app)
                               : sound(call, app, wish);
    app_free(app);
    return code;
}

const struct command cmd_cozmo_app = {
    .name = "app",
    .group = "cozmo",
    .summary = "reads your own copy of the app's files: clips, lights, sounds, behaviours",
    .words = "status|check|remove, list PART, sound EVENT FILE, make FOLDER",
    .words_least = 1,
    .words_most = 3,
    .help =
        "The app's files do not come with this program. Who has a copy keeps it where the public client "
        "library looks for it: a folder "
        "with resources.txt and cozmo_resources in it.\n\n"
        "`status` says where it is and how much of what is in it; `list` prints one part: firmware, "
        "animations, groups, triggers, faces, cube-triggers, cube-lights, backpack-lights, banks, sounds, "
        "emotions, emotion-events, activities, behaviors or reactions. `check` reads everything and also "
        "tells "
        "names that lead nowhere. `sound` takes a sound out of the banks by the name or number of its event, "
        "as WEM, or as WAV when FILE ends in .wav. A file that cannot be read is told with its place, and "
        "the "
        "rest is read all the same; the exit code is 1 then.\n\n"
        "`make` writes a small set of our own making, with something in every part, for trying; `remove` "
        "takes "
        "a tree away, if resources.txt lies beside it.",
    .examples = "critter cozmo app status\n"
                "critter cozmo app make ~/.pycozmo/assets\n"
                "critter cozmo app list animations --json | sort\n"
                "critter cozmo app sound Play__Robot_Vo__Hello hello.wav --dir my-copy\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.number = 1},
    .run = run,
};
