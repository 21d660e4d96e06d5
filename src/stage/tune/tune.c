// Reads the files of a tune and its sounds.
#include "stage/tune/tune_internal.h"

#include "base/hash.h"
#include "base/maths/maths.h"
#include "base/system/file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

uint32_t tune_id(const char *kind, const char *name) {
    char all[200];
    snprintf(all, sizeof all, "critter %s %s", kind, name);
    return fnv1_32_lower(all);
}

// ------------------------------------------------------------------------------------------------ files

static const char *const TOP[] = {"about",    "bank",   "version", "rate",  "pitch",      "throat",
                                  "language", "coding", "include", "names", "parameters", "switches",
                                  "sounds",   "groups", "events",  "buses"};

static enum err read_names(struct tune *tune, const char *path, struct fault *fault) {
    struct buf file = {0};
    enum err err = file_read(path, 4 << 20, &file, fault);
    if (err) return err;
    struct text rest = {arena_copy(tune->arena, file.at ? file.at : (const uint8_t *)"", file.len), file.len},
                line;
    size_t lines = 1;
    for (size_t i = 0; i < file.len; i++) lines += file.at[i] == '\n';
    buf_free(&file);
    tune->names = arena_array(tune->arena, struct text, lines);
    if (!rest.at || !tune->names) return fault_set(fault, ERR_MEMORY, "no memory for names");
    while (text_split(&rest, '\n', &line)) {
        line = text_trim(line);
        if (line.len && line.at[0] != '#') tune->names[tune->name_count++] = line;
    }
    return ERR_NONE;
}

static enum err add_file(struct tune *tune, const char *path, struct fault *fault) {
    if (tune->file_count == TUNE_VERSION_FILES)
        return fault_set(fault, ERR_LIMIT, "more than %d files include each other", TUNE_VERSION_FILES);
    struct json *document;
    enum err err = json_read(path, tune->arena, NULL, &document, fault);
    if (!err && document->kind != JSON_OBJECT)
        err = json_fault(document, fault, ERR_TYPE, "expected an object");
    if (!err) err = json_only(document, TOP, sizeof TOP / sizeof *TOP, fault);
    if (err) return err;
    tune->files[tune->file_count++] = document;
    char folder[500], full[600];
    snprintf(folder, sizeof folder, "%.*s", (int)(path_name(path) - path), path);
    const struct json *names = json_get(document, "names"), *include = json_get(document, "include");
    if (names) {
        struct text name;
        if ((err = json_as_text(names, &name, fault))) return err;
        snprintf(full, sizeof full, "%s%.*s", folder, (int)name.len, name.at);
        if ((err = read_names(tune, full, fault))) return err;
    }
    if (include && include->kind != JSON_LIST)
        return json_fault(include, fault, ERR_TYPE, "expected a list of files");
    for (const struct json *i = include ? include->first : NULL; i; i = i->next) {
        struct text name;
        if ((err = json_as_text(i, &name, fault))) return err;
        snprintf(full, sizeof full, "%s%.*s", folder, (int)name.len, name.at);
        if ((err = add_file(tune, full, fault))) return err;
    }
    return ERR_NONE;
}

static enum err number(const struct json *object, const char *key, double low, double high, float *out,
                       struct fault *fault) {
    const struct json *value = json_get(object, key);
    double d;
    if (!value) return ERR_NONE;
    enum err err = json_as_number(value, low, high, &d, fault);
    if (!err) *out = (float)d;
    return err;
}

enum err tune_read(const char *path, struct arena *arena, struct tune *out, struct fault *fault) {
    *out = (struct tune){.arena = arena,
                         .version = BANK_VECTOR,
                         .rate = 32000,
                         .pitch = 1,
                         .throat = 1.5f,
                         .language = TEXT("SFX")};
    enum err err = add_file(out, path, fault);
    if (err) return err;
    const struct json *top = out->files[0], *value;
    int64_t whole;
    if ((err = json_get_text(top, "bank", &out->bank, fault))) return err;
    if ((value = json_get(top, "language")) && (err = json_as_text(value, &out->language, fault))) return err;
    if ((value = json_get(top, "version"))) {
        if ((err = json_as_int(value, 0, 255, &whole, fault))) return err;
        if (whole != BANK_COZMO && whole != BANK_VECTOR)
            return json_fault(value, fault, ERR_RANGE, "expected %d (Cozmo) or %d (Vector), found %d",
                              BANK_COZMO, BANK_VECTOR, (int)whole);
        out->version = (uint32_t)whole;
    }
    if ((value = json_get(top, "rate"))) {
        if ((err = json_as_int(value, 8000, 48000, &whole, fault))) return err;
        out->rate = (uint32_t)whole;
    }
    struct text coding;
    if ((value = json_get(top, "coding"))) {
        if ((err = json_as_text(value, &coding, fault))) return err;
        if (!text_is(coding, "pcm") && !text_is(coding, "adpcm"))
            return json_fault(value, fault, ERR_UNKNOWN, "expected \"pcm\" or \"adpcm\"");
        out->pcm = text_is(coding, "pcm");
    }
    err = number(top, "pitch", 0.1, 10, &out->pitch, fault);
    return err ? err : number(top, "throat", 0.2, 5, &out->throat, fault);
}

// ------------------------------------------------------------------------------------------------ layers

// 440, [440, 880], [440, [0.2, 900], 600]: values spread evenly where no place is named.
static enum err path(const struct json *object, const char *key, double low, double high,
                     struct synth_path *out, struct fault *fault) {
    const struct json *value = json_get(object, key);
    if (!value) return ERR_NONE;
    double d;
    enum err err;
    *out = (struct synth_path){0};
    if (value->kind != JSON_LIST) {
        if ((err = json_as_number(value, low, high, &d, fault))) return err;
        *out = (struct synth_path){1, {0}, {(float)d}};
        return ERR_NONE;
    }
    if (!value->count || value->count > SYNTH_POINTS)
        return json_fault(value, fault, ERR_RANGE, "expected 1 to %d points, found %u", SYNTH_POINTS,
                          value->count);
    for (const struct json *p = value->first; p; p = p->next) {
        unsigned i = out->count++;
        double at = value->count > 1 ? (double)i / (value->count - 1) : 0;
        if (p->kind == JSON_LIST) {
            if (p->count != 2) return json_fault(p, fault, ERR_RANGE, "expected [place, value]");
            if ((err = json_as_number(json_at(p, 0), 0, 1, &at, fault))) return err;
            p = json_at(p, 1);
            err = json_as_number(p, low, high, &d, fault);
            p = p->parent;
        } else {
            err = json_as_number(p, low, high, &d, fault);
        }
        if (err) return err;
        out->at[i] = (float)at, out->value[i] = (float)d;
        if (i && out->at[i] <= out->at[i - 1]) return json_fault(p, fault, ERR_RANGE, "places must increase");
    }
    return ERR_NONE;
}

static enum err pair(const struct json *object, const char *key, double a_most, double b_low, double b_high,
                     float *a, float *b, struct fault *fault) {
    const struct json *value = json_get(object, key);
    double x, y;
    if (!value) return ERR_NONE;
    if (value->kind != JSON_LIST || value->count != 2)
        return json_fault(value, fault, ERR_TYPE, "expected two numbers");
    enum err err = json_as_number(json_at(value, 0), 0, a_most, &x, fault);
    if (!err) err = json_as_number(json_at(value, 1), b_low, b_high, &y, fault);
    if (!err) *a = (float)x, *b = (float)y;
    return err;
}

static enum err wave(const struct json *object, enum synth_wave *out, struct fault *fault) {
    static const char *const WAVES[] = {"sine", "triangle", "saw", "square", "pulse", "noise"};
    const struct json *value = json_get(object, "wave");
    struct text name;
    if (!value) return ERR_NONE;
    enum err err = json_as_text(value, &name, fault);
    if (err) return err;
    for (int i = 0; i < 6; i++)
        if (text_is(name, WAVES[i])) return *out = (enum synth_wave)i, ERR_NONE;
    return json_fault(value, fault, ERR_UNKNOWN, "expected sine, triangle, saw, square, pulse or noise");
}

static enum err repeat(const struct json *object, float beat_ms, struct synth_layer *out,
                       struct fault *fault) {
    static const char *const KEYS[] = {"times", "every", "beats", "halftones", "db"};
    const struct json *value = json_get(object, "repeat");
    float times = 1, beats = 0;
    if (!value) return ERR_NONE;
    enum err err = json_only(value, KEYS, 5, fault);
    if (!err) err = number(value, "times", 1, SYNTH_TIMES_MAX, &times, fault);
    if (!err) err = number(value, "every", 1, 10000, &out->every_ms, fault);
    if (!err) err = number(value, "beats", 0.05, 64, &beats, fault);
    if (!err) err = number(value, "halftones", -24, 24, &out->step_halftones, fault);
    if (!err) err = number(value, "db", -30, 12, &out->step_db, fault);
    out->times = (unsigned)times;
    if (beats > 0) out->every_ms = beats * beat_ms;
    return err;
}

static enum err layer(const struct tune *tune, const struct json *object, float beat_ms,
                      struct synth_layer *out, struct fault *fault) {
    static const char *const KEYS[] = {"wave",   "at",       "beat",      "ms",      "hertz", "level_db",
                                       "attack", "release",  "vibrato",   "tremolo", "fm",    "vowels",
                                       "throat", "low_pass", "high_pass", "drive",   "repeat"};
    *out = synth_layer_plain(440, 100);
    out->throat = tune->throat;
    float beat = -1;
    const struct json *vowels = json_get(object, "vowels");
    enum err err = object->kind == JSON_OBJECT ? json_only(object, KEYS, sizeof KEYS / sizeof *KEYS, fault)
                                               : json_fault(object, fault, ERR_TYPE, "expected an object");
    if (!err) err = wave(object, &out->wave, fault);
    if (!err) err = number(object, "at", 0, 30000, &out->at_ms, fault);
    if (!err) err = number(object, "beat", 0, 128, &beat, fault);
    if (!err) err = number(object, "ms", 2, 30000, &out->ms, fault);
    if (!err) err = path(object, "hertz", 10, 16000, &out->hertz, fault);
    if (!err) err = path(object, "level_db", -90, 12, &out->level_db, fault);
    if (!err) err = number(object, "attack", 0, 10000, &out->attack_ms, fault);
    if (!err) err = number(object, "release", 0, 10000, &out->release_ms, fault);
    if (!err) err = pair(object, "vibrato", 100, 0, 12, &out->vibrato_hz, &out->vibrato_halftones, fault);
    if (!err) err = pair(object, "tremolo", 200, 0, 1, &out->tremolo_hz, &out->tremolo_depth, fault);
    if (!err) err = pair(object, "fm", 20, 0, 10, &out->fm_ratio, &out->fm_index, fault);
    if (!err) err = number(object, "throat", 0.2, 5, &out->throat, fault);
    if (!err) err = path(object, "low_pass", 20, 16000, &out->low_pass, fault);
    if (!err) err = path(object, "high_pass", 20, 16000, &out->high_pass, fault);
    if (!err) err = number(object, "drive", 0, 20, &out->drive, fault);
    if (!err) err = repeat(object, beat_ms, out, fault);
    if (!err && vowels) {
        struct text text;
        if ((err = json_as_text(vowels, &text, fault))) return err;
        if (!text.len || text.len > sizeof out->vowels || strspn(text.at, "aeiou") < text.len)
            return json_fault(vowels, fault, ERR_RANGE, "expected one to four of a, e, i, o, u");
        memcpy(out->vowels, text.at, text.len);
    }
    if (beat >= 0) out->at_ms = beat * beat_ms;
    for (unsigned i = 0; i < out->hertz.count; i++) out->hertz.value[i] *= tune->pitch;
    return err;
}

// ------------------------------------------------------------------------------------------------ sounds

static const char *const SOUND_KEYS[] = {
    "about",  "variants", "jitter",    "peak_db",     "echo",   "loop",  "ms",  "tempi",  "beats",
    "coding", "layers",   "volume_db", "pitch_cents", "curves", "avoid", "bus", "parent", "states"};

static enum err loop_of(const struct json *object, enum synth_loop *out, struct fault *fault) {
    const struct json *value = json_get(object, "loop");
    struct text name;
    if (!value) return ERR_NONE;
    enum err err = json_as_text(value, &name, fault);
    if (err) return err;
    if (!text_is(name, "wrap") && !text_is(name, "blend"))
        return json_fault(value, fault, ERR_UNKNOWN, "expected \"wrap\" or \"blend\"");
    *out = text_is(name, "wrap") ? SYNTH_WRAP : SYNTH_BLEND;
    return ERR_NONE;
}

enum err tune_sound(const struct tune *tune, const struct json *object, float bpm, struct synth_sound *out,
                    struct fault *fault) {
    *out = (struct synth_sound){.rate = tune->rate, .peak_db = -3, .seed = 1};
    float beat_ms = bpm > 0 ? 60000 / bpm : 500, beats = 0;
    if (object->kind != JSON_OBJECT) return json_fault(object, fault, ERR_TYPE, "expected an object");
    enum err err = json_only(object, SOUND_KEYS, sizeof SOUND_KEYS / sizeof *SOUND_KEYS, fault);
    if (!err) err = number(object, "peak_db", -60, 0, &out->peak_db, fault);
    if (!err) err = pair(object, "echo", 2000, -60, -1, &out->echo_ms, &out->echo_db, fault);
    if (!err) err = loop_of(object, &out->loop, fault);
    if (!err) err = number(object, "ms", 10, SYNTH_SECONDS_MAX * 1000, &out->ms, fault);
    if (!err) err = number(object, "beats", 1, 64, &beats, fault);
    if (err) return err;
    if (beats > 0) out->ms = beats * beat_ms;
    const struct json *layers = json_get(object, "layers");
    if (!layers || layers->kind != JSON_LIST || !layers->count || layers->count > SYNTH_LAYERS)
        return json_fault(layers ? layers : object, fault, ERR_RANGE,
                          "expected \"layers\": a list of 1 to %d", SYNTH_LAYERS);
    for (const struct json *l = layers->first; l; l = l->next)
        if ((err = layer(tune, l, beat_ms, &out->layers[out->layer_count++], fault))) return err;
    return ERR_NONE;
}

static enum err wants_pcm(const struct tune *tune, const struct json *object, bool *out,
                          struct fault *fault) {
    const struct json *value = json_get(object, "coding");
    struct text name;
    *out = tune->pcm;
    if (!value) return ERR_NONE;
    enum err err = json_as_text(value, &name, fault);
    if (err) return err;
    if (!text_is(name, "pcm") && !text_is(name, "adpcm"))
        return json_fault(value, fault, ERR_UNKNOWN, "expected \"pcm\" or \"adpcm\"");
    *out = text_is(name, "pcm");
    return ERR_NONE;
}

static enum err visit_one(const struct tune *tune, const struct json *object, const char *name, float bpm,
                          tune_visit *visit, void *user, struct fault *fault) {
    struct synth_sound sound;
    bool pcm = false;
    float variants = 1, jitter = 0.05f;
    enum err err = tune_sound(tune, object, bpm, &sound, fault);
    if (!err) err = wants_pcm(tune, object, &pcm, fault);
    if (!err) err = number(object, "variants", 1, 20, &variants, fault);
    if (!err) err = number(object, "jitter", 0, 0.5, &jitter, fault);
    for (unsigned v = 0; v < (unsigned)variants && !err; v++) {
        struct synth_sound varied = sound;
        char full[TUNE_NAME];
        if (variants > 1)
            snprintf(full, sizeof full, "%s_%u", name, v + 1);
        else
            snprintf(full, sizeof full, "%s", name);
        synth_vary(&varied, variants > 1 ? jitter : 0, fnv1_32_lower(full));
        err = visit(user, full, &varied, pcm, fault);
        if (err) json_fault(object, fault, err, "the sound \"%s\" could not be made", full);
    }
    return err;
}

enum err tune_each(const struct tune *tune, tune_visit *visit, void *user, struct fault *fault) {
    enum err err = ERR_NONE;
    for (uint32_t f = 0; f < tune->file_count; f++) {
        const struct json *sounds = json_get(tune->files[f], "sounds");
        if (sounds && sounds->kind != JSON_OBJECT)
            return json_fault(sounds, fault, ERR_TYPE, "expected an object of sounds");
        for (const struct json *s = sounds ? sounds->first : NULL; s && !err; s = s->next) {
            char name[TUNE_NAME - 12], at_tempo[TUNE_NAME];
            if (text_copy(s->key, name, sizeof name) >= sizeof name)
                return json_fault_key(s, fault, ERR_LIMIT, "a name of more than %d letters", TUNE_NAME - 13);
            const struct json *tempi = json_get(s, "tempi");
            if (!tempi) err = visit_one(tune, s, name, 0, visit, user, fault);
            for (const struct json *t = tempi ? tempi->first : NULL; t && !err; t = t->next) {
                double bpm;
                if ((err = json_as_number(t, 20, 400, &bpm, fault))) break;
                snprintf(at_tempo, sizeof at_tempo, "%s_%d", name, (int)bpm);
                err = visit_one(tune, s, at_tempo, (float)bpm, visit, user, fault);
            }
        }
    }
    return err;
}
