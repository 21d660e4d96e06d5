// What must hold within a clip, and what its numbers may be.
#include "codec/clip/clip_internal.h"
#include "codec/clip/eye.h"

#include "base/maths/maths.h"
#include "base/plural.h"
#include "base/table.h"

#include <string.h>

// Every key-frame begins with its time, so tracks can be walked without knowing them.
_Static_assert(!offsetof(struct clip_lift, trigger_ms) && !offsetof(struct clip_face, trigger_ms) &&
                   !offsetof(struct clip_head, trigger_ms) && !offsetof(struct clip_audio, trigger_ms) &&
                   !offsetof(struct clip_lights, trigger_ms) && !offsetof(struct clip_sprites, trigger_ms) &&
                   !offsetof(struct clip_event, trigger_ms) && !offsetof(struct clip_body, trigger_ms) &&
                   !offsetof(struct clip_record, trigger_ms) && !offsetof(struct clip_turn, trigger_ms) &&
                   !offsetof(struct clip_box, trigger_ms),
               "a key-frame begins with its time");
// And a track that lasts has its duration next.
static const bool LASTS[CLIP_TRACKS] = {
    [CLIP_LIFT] = true, [CLIP_HEAD] = true, [CLIP_LIGHTS] = true, [CLIP_BODY] = true, [CLIP_TURN] = true};

static uint32_t trigger_at(const void *key) { return *(const uint32_t *)key; }

static enum err bad(const struct clip *clip, enum clip_track track, size_t index, struct fault *fault,
                    const char *said) {
    if (fault && !fault->err)
        snprintf(fault->path, sizeof fault->path, "%.*s.%s[%zu]",
                 (int)(clip->name.len > 60 ? 60 : clip->name.len), clip->name.at ? clip->name.at : "",
                 clip_track_name(track), index);
    return fault_set(fault, ERR_RANGE, "%s", said);
}

static enum err check_order(const struct clip *clip, enum clip_track track, struct fault *fault) {
    const struct flatbuf_field *field = &clip_keys_type(CLIP_AUTO)->fields[track];
    struct flatbuf_list list = flatbuf_list_at(&clip->keys, field);
    for (size_t i = 1; i < list.count; i++) {
        const char *key = (const char *)list.at + i * field->type->size;
        uint32_t now = trigger_at(key), before = trigger_at(key - field->type->size);
        if (now > before) continue;
        char said[120];
        snprintf(said, sizeof said, "at %u ms, but the key-frame before it is at %u ms: times must rise", now,
                 before);
        return bad(clip, track, i, fault, said);
    }
    return ERR_NONE;
}

// Sprite boxes come mixed; each box has a time of its own.
static enum err check_boxes(const struct clip *clip, struct fault *fault) {
    struct table last = {0};
    enum err err = ERR_NONE;
    for (size_t i = 0; i < clip->keys.box.count && !err; i++) {
        struct clip_box *box = &clip->keys.box.at[i];
        const struct clip_box *before = table_get(&last, box->box);
        if (before && before->trigger_ms >= box->trigger_ms)
            err = bad(clip, CLIP_BOX, i, fault,
                      "not later than the key-frame before it of the same sprite box");
        else if (!table_put(&last, box->box, box))
            err = fault_set(fault, ERR_MEMORY, "no memory");
    }
    table_free(&last);
    return err;
}

// Brings numbers into range, counts what it did, and remembers where it first had to.
struct ranges {
    unsigned clipped, dropped;
    enum clip_track track; // where it is now
    uint32_t trigger_ms;
    char first_clipped[128], first_dropped[128];
};

static void at_key(struct ranges *ranges, enum clip_track track, uint32_t trigger_ms) {
    ranges->track = track;
    ranges->trigger_ms = trigger_ms;
}

static void note_clipped(struct ranges *ranges, float v, float low, float high) {
    if (ranges->clipped++) return;
    snprintf(ranges->first_clipped, sizeof ranges->first_clipped, "%s at %u ms, %g (%g to %g)",
             clip_track_name(ranges->track), ranges->trigger_ms, (double)v, (double)low, (double)high);
}

static void note_dropped(struct ranges *ranges, const char *what, size_t count, const char *of) {
    if (ranges->dropped++) return;
    snprintf(ranges->first_dropped, sizeof ranges->first_dropped, "%s at %u ms, %s of %zu %s",
             clip_track_name(ranges->track), ranges->trigger_ms, what, count, of);
}

static float in_range(struct ranges *ranges, float v, float low, float high, float rest) {
    if (v >= low && v <= high) return v;
    note_clipped(ranges, v, low, high);
    return v != v ? rest : m_clamp(v, low, high);
}

static int whole_in_range(struct ranges *ranges, int v, int low, int high) {
    if (v >= low && v <= high) return v;
    note_clipped(ranges, (float)v, (float)low, (float)high);
    return v < low ? low : high;
}

// What is not a number stays what it was in the key-frame before.
static void check_eye(struct ranges *ranges, struct clip_floats *eye, const struct clip_floats *before,
                      bool cozmo) {
    if (!eye->at) return;
    if (eye->count != CLIP_EYE_NUMBERS_COZMO && eye->count != CLIP_EYE_NUMBERS - 1 &&
        eye->count != CLIP_EYE_NUMBERS) { // as if it were not there: the eye stays as it was
        note_dropped(ranges, "an eye", eye->count, "numbers");
        *eye = (struct clip_floats){0};
    }
    for (size_t i = 0; i < eye->count; i++) {
        const struct clip_eye_number *n = &CLIP_EYE[i];
        struct clip_range allowed = cozmo ? n->cozmo : n->vector;
        float rest = i < before->count ? before->at[i] : n->usual;
        eye->at[i] = in_range(ranges, eye->at[i], allowed.low, allowed.high, rest);
    }
}

static void check_faces(struct clip *clip, struct ranges *ranges, bool cozmo) {
    struct clip_face before = {.scale_x = 1, .scale_y = 1, .scanline_opacity = 1};
    for (size_t i = 0; i < clip->keys.face.count; i++) {
        struct clip_face *face = &clip->keys.face.at[i];
        at_key(ranges, CLIP_FACE, face->trigger_ms);
        face->angle_deg = in_range(ranges, face->angle_deg, -360, 360, before.angle_deg);
        face->center_x = in_range(ranges, face->center_x, -1000, 1000,
                                  before.center_x); // real ones leave the screen
        face->center_y = in_range(ranges, face->center_y, -1000, 1000, before.center_y);
        face->scale_x = in_range(ranges, face->scale_x, 0, 10, before.scale_x);
        face->scale_y = in_range(ranges, face->scale_y, 0, 10, before.scale_y);
        face->scanline_opacity = in_range(ranges, face->scanline_opacity, 0, 1, before.scanline_opacity);
        check_eye(ranges, &face->left, &before.left, cozmo);
        check_eye(ranges, &face->right, &before.right, cozmo);
        struct clip_floats left = face->left.at ? face->left : before.left,
                           right = face->right.at ? face->right : before.right;
        before = *face;
        before.left = left, before.right = right;
    }
}

static void check_lights(struct clip *clip, struct ranges *ranges) {
    for (size_t i = 0; i < clip->keys.lights.count; i++) {
        struct clip_lights *lights = &clip->keys.lights.at[i];
        at_key(ranges, CLIP_LIGHTS, lights->trigger_ms);
        struct clip_floats *all[5] = {&lights->left, &lights->right, &lights->front, &lights->middle,
                                      &lights->back};
        for (int l = 0; l < 5; l++) {
            if (all[l]->at && all[l]->count != 4) {
                note_dropped(ranges, "a colour", all[l]->count, "numbers");
                *all[l] = (struct clip_floats){0};
            }
            for (size_t c = 0; c < all[l]->count; c++)
                all[l]->at[c] = in_range(ranges, all[l]->at[c], 0, 255, 0);
        }
    }
}

static void check_body(struct clip *clip, struct ranges *ranges, struct buf *notes) {
    size_t kept = 0;
    for (size_t i = 0; i < clip->keys.body.count; i++) {
        struct clip_body body = clip->keys.body.at[i];
        enum clip_motion motion;
        int radius_mm;
        if (clip_radius(body.radius, &motion, &radius_mm)) {
            clip_note(notes, clip, "a body key-frame at %u ms with the radius \"%.*s\" is left out",
                      body.trigger_ms, (int)(body.radius.len > 40 ? 40 : body.radius.len), body.radius.at);
            continue;
        }
        at_key(ranges, CLIP_BODY, body.trigger_ms);
        int fastest = motion == CLIP_ON_THE_SPOT ? 300 : 220;
        body.speed = (int16_t)whole_in_range(ranges, body.speed, -fastest, fastest);
        clip->keys.body.at[kept++] = body;
    }
    clip->keys.body.count = kept;
}

static void check_rest(struct clip *clip, struct ranges *ranges) {
    for (size_t i = 0; i < clip->keys.head.count; i++) {
        struct clip_head *head = &clip->keys.head.at[i];
        at_key(ranges, CLIP_HEAD, head->trigger_ms);
        head->angle_deg = (int8_t)whole_in_range(ranges, head->angle_deg, -25, 45);
    }
    for (size_t i = 0; i < clip->keys.lift.count; i++) {
        struct clip_lift *lift = &clip->keys.lift.at[i];
        at_key(ranges, CLIP_LIFT, lift->trigger_ms);
        lift->height_mm = (uint8_t)whole_in_range(ranges, lift->height_mm, 32, 92);
    }
    for (size_t i = 0; i < clip->keys.turn.count; i++) {
        struct clip_turn *turn = &clip->keys.turn.at[i];
        at_key(ranges, CLIP_TURN, turn->trigger_ms);
        turn->speed_dps = (int16_t)whole_in_range(ranges, turn->speed_dps, -300, 300);
        turn->accel_dps2 = (int16_t)whole_in_range(ranges, turn->accel_dps2, 0, 13636);
        turn->decel_dps2 = (int16_t)whole_in_range(ranges, turn->decel_dps2, 0, 13636);
    }
    for (size_t i = 0; i < clip->keys.sprites.count; i++) {
        struct clip_sprites *sprites = &clip->keys.sprites.at[i];
        at_key(ranges, CLIP_SPRITES, sprites->trigger_ms);
        sprites->scanline_opacity = in_range(ranges, sprites->scanline_opacity, 0, 1, 1);
    }
    for (size_t i = 0; i < clip->keys.box.count; i++) {
        struct clip_box *box = &clip->keys.box.at[i];
        at_key(ranges, CLIP_BOX, box->trigger_ms);
        box->alpha = in_range(ranges, box->alpha, 0, 100, 100);
    }
}

// A chance below nothing or above one is none; together they may not be over one. A little more is rounding.
static bool chances_are_sound(struct clip_floats chances) {
    float sum = 0;
    for (size_t i = 0; i < chances.count; i++) {
        if (!(chances.at[i] >= 0)) return false;
        sum += chances.at[i];
    }
    return sum <= 1.001f;
}

static enum err check_audio(struct clip *clip, struct ranges *ranges, struct fault *fault) {
    static const char TOO_LIKELY[] = "probabilities of a sound below 0, or together above 1";
    for (size_t i = 0; i < clip->keys.audio.count; i++) {
        struct clip_audio *audio = &clip->keys.audio.at[i];
        at_key(ranges, CLIP_AUDIO, audio->trigger_ms);
        if (!chances_are_sound(audio->probabilities)) return bad(clip, CLIP_AUDIO, i, fault, TOO_LIKELY);
        audio->volume = in_range(ranges, audio->volume, 0, 1, 1);
        size_t kept = 0;
        for (size_t g = 0; g < audio->groups.count; g++) {
            struct clip_audio_group group = audio->groups.at[g];
            if (!chances_are_sound(group.probabilities)) return bad(clip, CLIP_AUDIO, i, fault, TOO_LIKELY);
            if (group.events.count != group.volumes.count ||
                group.events.count != group.probabilities.count) {
                note_dropped(ranges, "a group", group.events.count, "sounds, but not of volumes and chances");
                continue;
            }
            for (size_t v = 0; v < group.volumes.count; v++)
                group.volumes.at[v] = in_range(ranges, group.volumes.at[v], 0, 1, 1);
            audio->groups.at[kept++] = group;
        }
        audio->groups.count = kept;
    }
    return ERR_NONE;
}

enum err clip_check(struct clip *clip, enum clip_dialect dialect, struct buf *notes, struct fault *fault) {
    enum err err = ERR_NONE;
    for (int track = 0; track < CLIP_BOX && !err; track++)
        err = check_order(clip, (enum clip_track)track, fault);
    struct ranges ranges = {0};
    if (!err) err = check_boxes(clip, fault);
    if (!err) err = check_audio(clip, &ranges, fault);
    if (err) return err;
    check_faces(clip, &ranges, dialect == CLIP_COZMO);
    check_lights(clip, &ranges);
    check_body(clip, &ranges, notes);
    check_rest(clip, &ranges);
    if (ranges.clipped)
        clip_note(notes, clip, "%s %s past what the robot does and brought into range; the first: %s",
                  PLURAL(ranges.clipped, "value"), NOUN(ranges.clipped, "was", "were"), ranges.first_clipped);
    if (ranges.dropped)
        clip_note(notes, clip, "%s that %s no sense %s left out; the first: %s",
                  PLURAL(ranges.dropped, "part"), NOUN(ranges.dropped, "makes", "make"),
                  NOUN(ranges.dropped, "was", "were"), ranges.first_dropped);
    return ERR_NONE;
}

uint32_t clip_length_ms(const struct clip *clip) {
    uint64_t length = 0;
    for (int track = 0; track < CLIP_TRACKS; track++) {
        const struct flatbuf_field *field = &clip_keys_type(CLIP_AUTO)->fields[track];
        struct flatbuf_list list = flatbuf_list_at(&clip->keys, field);
        for (size_t i = track == CLIP_BOX || !list.count ? 0 : list.count - 1; i < list.count; i++) {
            const uint32_t *times = (const void *)((const char *)list.at + i * field->type->size);
            uint64_t end = (uint64_t)times[0] + (LASTS[track] ? times[1] : 0);
            if (end > length) length = end;
        }
    }
    return length > UINT32_MAX ? UINT32_MAX : (uint32_t)length;
}

enum err clip_radius(struct text radius, enum clip_motion *motion, int *radius_mm) {
    *radius_mm = 0;
    *motion = CLIP_ON_THE_SPOT;
    if (text_is(radius, "TURN_IN_PLACE") || text_is(radius, "POINT_TURN")) return ERR_NONE;
    *motion = CLIP_STRAIGHT;
    if (text_is(radius, "STRAIGHT")) return ERR_NONE;
    double number;
    if (text_to_f64(radius, &number)) return ERR_SYNTAX;
    *motion = CLIP_ARC;
    if (number < INT16_MIN) number = INT16_MIN;
    if (number > INT16_MAX) number = INT16_MAX;
    *radius_mm = (int)md_round(number);
    return ERR_NONE;
}
