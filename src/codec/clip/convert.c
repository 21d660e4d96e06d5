// From one dialect to another. Only four things differ, so only these are touched.
#include "codec/clip/clip_internal.h"
#include "codec/clip/eye.h"

#include "base/maths/maths.h"
#include "base/plural.h"
#include "base/system/log.h"

#include <stdarg.h>
#include <string.h>

void clip_note(struct buf *notes, const struct clip *clip, const char *format, ...) {
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    int name = (int)(clip->name.len > 80 ? 80 : clip->name.len);
    if (notes)
        buf_printf(notes, "%.*s: %s\n", name, clip->name.at ? clip->name.at : "", line);
    else
        log_warn("clip", "%.*s: %s", name, clip->name.at ? clip->name.at : "", line);
}

enum { EYE_COZMO = CLIP_EYE_NUMBERS_COZMO, EYE_VECTOR = CLIP_EYE_NUMBERS };

static enum err extend_eye(struct clip_floats *eye, struct arena *arena) {
    if (eye->count < EYE_COZMO || eye->count >= EYE_VECTOR) return ERR_NONE;
    float *at = arena_array(arena, float, EYE_VECTOR);
    if (!at) return ERR_LIMIT;
    memcpy(at, eye->at, eye->count * sizeof *at);
    for (size_t i = eye->count; i < EYE_VECTOR; i++) at[i] = CLIP_EYE[i].usual;
    *eye = (struct clip_floats){at, EYE_VECTOR};
    return ERR_NONE;
}

// The other robot's eyes go other ways: Cozmo's lids do not bend upwards, Vector's eyes stay on the display.
static bool bound_eye(struct clip_floats *eye, enum clip_dialect to) {
    bool changed = false;
    for (size_t i = 0; i < eye->count && i < EYE_VECTOR; i++) {
        struct clip_range r = to == CLIP_COZMO ? CLIP_EYE[i].cozmo : CLIP_EYE[i].vector;
        float clipped = m_clamp(eye->at[i], r.low, r.high);
        changed |= clipped != eye->at[i];
        eye->at[i] = clipped;
    }
    return changed;
}

static enum err faces_to(struct clip *clip, enum clip_dialect to, struct arena *arena, struct buf *notes) {
    bool lines = false, cut = false, bound = false;
    for (size_t i = 0; i < clip->keys.face.count; i++) {
        struct clip_face *face = &clip->keys.face.at[i];
        if (to == CLIP_VECTOR) {
            if (extend_eye(&face->left, arena) || extend_eye(&face->right, arena)) return ERR_LIMIT;
            bound |= bound_eye(&face->left, to);
            bound |= bound_eye(&face->right, to);
            continue;
        }
        lines |= face->scanline_opacity != 1;
        face->scanline_opacity = 1;
        if (to != CLIP_COZMO) continue;
        struct clip_floats *eyes[2] = {&face->left, &face->right};
        for (int e = 0; e < 2; e++)
            if (eyes[e]->count > EYE_COZMO) {
                for (size_t n = EYE_COZMO; n < eyes[e]->count && n < EYE_VECTOR; n++)
                    cut |= eyes[e]->at[n] != CLIP_EYE[n].usual;
                eyes[e]->count = EYE_COZMO;
            }
        bound |= bound_eye(&face->left, to);
        bound |= bound_eye(&face->right, to);
    }
    for (size_t i = 0; i < clip->keys.sprites.count && to != CLIP_VECTOR; i++) {
        lines |= clip->keys.sprites.at[i].scanline_opacity != 1;
        clip->keys.sprites.at[i].scanline_opacity = 1;
    }
    if (lines) clip_note(notes, clip, "scan lines of the face left out");
    if (bound) clip_note(notes, clip, "eyes brought into the other robot's range");
    if (cut) clip_note(notes, clip, "colour, glow and hot spots of the eyes left out");
    return ERR_NONE;
}

static enum err lights_to(struct clip *clip, enum clip_dialect to, enum clip_dialect from,
                          struct buf *notes) {
    bool dropped = false;
    for (size_t i = 0; i < clip->keys.lights.count; i++) {
        struct clip_lights *lights = &clip->keys.lights.at[i];
        if (to == CLIP_COZMO) {
            if (!lights->left.at) lights->left = lights->middle;
            if (!lights->right.at) lights->right = lights->middle;
        } else {
            dropped |= lights->left.at || lights->right.at;
            lights->left = lights->right = (struct clip_floats){0};
        }
    }
    if (dropped && from != CLIP_AUTO) clip_note(notes, clip, "left and right backpack lights left out");
    return ERR_NONE;
}

// One event with its chance and loudness, as a group of its own.
static enum err group(struct clip_audio *audio, struct arena *arena, bool *lost) {
    size_t count = audio->events.count;
    struct clip_audio_group *group = arena_one(arena, struct clip_audio_group);
    uint32_t *events = arena_array(arena, uint32_t, count + 1);
    float *volumes = arena_array(arena, float, count + 1), *chances = arena_array(arena, float, count + 1);
    if (!group || !events || !volumes || !chances) return ERR_LIMIT;
    for (size_t i = 0; i < count; i++) {
        *lost |= audio->events.at[i] < 0 || audio->events.at[i] > UINT32_MAX;
        events[i] = (uint32_t)audio->events.at[i];
        volumes[i] = audio->volume;
        chances[i] = i < audio->probabilities.count ? audio->probabilities.at[i]
                     : audio->probabilities.count   ? 0
                                                    : 1.0f / (float)count;
    }
    *group = (struct clip_audio_group){{events, count}, {volumes, count}, {chances, count}};
    audio->groups.at = group;
    audio->groups.count = 1;
    return ERR_NONE;
}

static void forget_event(struct clip_audio *audio) {
    audio->events.at = NULL;
    audio->events.count = 0;
    audio->probabilities = (struct clip_floats){0};
    audio->volume = 1;
    audio->has_alts = true;
}

enum err clip_group_audio(struct clip *clip, struct arena *arena, struct buf *notes) {
    bool lost = false;
    for (size_t i = 0; i < clip->keys.audio.count; i++) {
        struct clip_audio *audio = &clip->keys.audio.at[i];
        if (audio->events.at && !audio->groups.at && group(audio, arena, &lost)) return ERR_LIMIT;
        forget_event(audio);
    }
    if (lost) clip_note(notes, clip, "sound events outside 32 bits were cut to them");
    return ERR_NONE;
}

struct lost {
    bool settings, groups, volumes;
};

// The first group as an event with chances; the rest has no place.
static enum err ungroup(struct clip_audio *audio, struct arena *arena, struct lost *lost) {
    lost->settings |= audio->states.count || audio->switches.count || audio->parameters.count;
    lost->groups |= audio->groups.count > 1;
    if (audio->groups.count && !audio->events.at) {
        const struct clip_audio_group *first = &audio->groups.at[0];
        audio->events.at = arena_array(arena, int64_t, first->events.count + 1);
        if (!audio->events.at) return ERR_LIMIT;
        audio->events.count = first->events.count;
        for (size_t i = 0; i < first->events.count; i++) audio->events.at[i] = first->events.at[i];
        audio->probabilities = first->probabilities;
        audio->volume = first->volumes.count ? first->volumes.at[0] : 1;
        for (size_t i = 1; i < first->volumes.count; i++)
            lost->volumes |= first->volumes.at[i] != audio->volume;
        audio->has_alts = true;
    }
    audio->groups.at = NULL, audio->groups.count = 0;
    audio->states.at = audio->switches.at = NULL;
    audio->states.count = audio->switches.count = 0;
    audio->parameters.at = NULL, audio->parameters.count = 0;
    return ERR_NONE;
}

static enum err ungroup_audio(struct clip *clip, struct arena *arena, struct buf *notes) {
    struct lost lost = {0};
    size_t kept = 0;
    for (size_t i = 0; i < clip->keys.audio.count; i++) {
        struct clip_audio audio = clip->keys.audio.at[i];
        if (ungroup(&audio, arena, &lost)) return ERR_LIMIT;
        if (audio.events.at) clip->keys.audio.at[kept++] = audio;
    }
    clip->keys.audio.count = kept;
    if (lost.settings) clip_note(notes, clip, "states, switches and parameters of the sound left out");
    if (lost.groups)
        clip_note(notes, clip, "of several groups of sounds at one time only the first was kept");
    if (lost.volumes) clip_note(notes, clip, "a group of sounds now has one volume, its first");
    return ERR_NONE;
}

enum err clip_fit(struct clip *clip, enum clip_dialect from, enum clip_dialect to, struct arena *arena,
                  struct buf *notes) {
    bool only_gathered = from == CLIP_AUTO && to == CLIP_VECTOR; // such files may hold short eyes as they are
    enum err err = only_gathered ? ERR_NONE : faces_to(clip, to, arena, notes);
    if (!err) err = lights_to(clip, to, from, notes);
    if (!err)
        err = to == CLIP_VECTOR ? clip_group_audio(clip, arena, notes) : ungroup_audio(clip, arena, notes);
    if (!err && to != CLIP_VECTOR) {
        if (clip->keys.box.count)
            clip_note(notes, clip, "%s left out", PLURAL(clip->keys.box.count, "sprite box key-frame"));
        clip->keys.box.at = NULL;
        clip->keys.box.count = 0;
    }
    return err;
}

enum err clips_convert(struct clips *clips, enum clip_dialect to, struct arena *arena, struct buf *notes,
                       struct fault *fault) {
    if (to == CLIP_AUTO)
        return fault_set(fault, ERR_RANGE, "clips cannot be converted to the dialect \"auto\"");
    for (size_t i = 0; i < clips->list.count && clips->dialect != to; i++) {
        enum err err = clip_fit(&clips->list.at[i], clips->dialect, to, arena, notes);
        if (err) return fault_set(fault, err, "no room to convert a clip");
    }
    clips->dialect = to;
    return ERR_NONE;
}
