#include "stage/reel.h"

#include "base/maths.h"
#include "base/ring.h"
#include "codec/color.h"
#include "stage/clip_sound.h"
#include "stage/face_draw.h"

#include <stdlib.h>
#include <string.h>

enum {
    REFRESH = 30,      // slots after which picture and lights are sent again
    RING_ON = 15 * 30, // slots that a sound may outlast its clip
    STRAIGHT = 32767,
    ON_THE_SPOT = 0,
    INFRARED = 0x8000,
};

struct reel {
    struct reel_config config;
    struct player player;
    struct audio *audio;
    struct ear ear;
    struct ring ring; // samples that wait for their slot
    int16_t samples[4 * AUDIO_TICK_MAX];
    struct player_out out;
    uint64_t tick;
    uint32_t slots, ringing; // since it began; since the clip is over
    uint8_t id, tag;
    bool plays, over, turning;
    size_t next_record, next_turn;
    unsigned parity;
    uint8_t picture[RLE_SEND_MAX];
    size_t picture_size;
    uint32_t picture_slot, lights_slot;
    struct body_colour lights[5];
    bool lit;
};

struct reel_config reel_defaults(void) {
    return (struct reel_config){.player = player_cozmo(), .seed = 1};
}

struct reel *reel_new(const struct reel_config *config) {
    struct reel *reel = calloc(1, sizeof *reel);
    if (!reel) return NULL;
    reel->config = *config;
    struct audio_config audio = audio_defaults("cozmo");
    audio.seed = config->seed;
    audio.level = AUDIO_HIGH; // the robot has a volume of its own
    reel->audio = audio_new(&audio, config->sounds);
    reel->config.player.seed = config->seed;
    ring_init(&reel->ring, reel->samples, sizeof *reel->samples,
              sizeof reel->samples / sizeof *reel->samples);
    if (reel->audio) return reel;
    free(reel);
    return NULL;
}

void reel_free(struct reel *reel) {
    if (!reel) return;
    audio_free(reel->audio);
    free(reel);
}

enum err reel_play(struct reel *reel, const struct clip *clip, uint8_t id, uint32_t loops,
                   struct fault *fault) {
    if (!id || id > REEL_ANIMATION_MOST)
        return fault_set(fault, ERR_RANGE, "an animation's number is 1 to %d", REEL_ANIMATION_MOST);
    player_start(&reel->player, &reel->config.player);
    struct player_play play = {.clip = clip, .loops = loops, .client = true};
    enum err err = player_play(&reel->player, &play, &reel->tag, fault);
    if (err) return err;
    audio_stop_object(reel->audio, AUDIO_ALL, 0);
    static const int16_t silence[ULAW_FRAME];
    ring_clear(&reel->ring);
    ring_write(&reel->ring, silence,
               ULAW_FRAME); // a step's sound is shorter than a slot: so much is borrowed
    reel->id = id;
    reel->plays = true;
    reel->over = reel->turning = reel->lit = false;
    reel->slots = reel->ringing = 0;
    reel->next_record = reel->next_turn = 0;
    reel->picture_size = 0;
    return ERR_NONE;
}

void reel_stop(struct reel *reel) {
    if (!reel->plays || reel->over) return;
    player_stop(&reel->player, reel->tag);
    audio_stop_object(reel->audio, AUDIO_ALL, 50);
}

bool reel_plays(const struct reel *reel) { return reel && reel->plays; }

static void add(struct reel_slot *slot, struct cozmo_message message) {
    if (slot->count < REEL_MESSAGES) slot->messages[slot->count++] = message;
}
#define ADD(slot, ...) add((slot), (struct cozmo_message){__VA_ARGS__})

// ------------------------------------------------------------------------------------------------ key-frames

// Two bytes: sixteen bits of duration, or eight of it and none of variability, which was drawn here.
static void duration_bytes(const struct reel *reel, float seconds, uint8_t *low, uint8_t *high) {
    float most = reel->config.short_durations ? 255 : 65535;
    unsigned ms = (unsigned)m_round(m_clamp(seconds * 1000, 0, most));
    *low = (uint8_t)ms;
    *high = (uint8_t)(ms >> 8);
}

static void add_joints(struct reel *reel, struct reel_slot *slot) {
    uint8_t low, high;
    if (reel->out.news & PLAYER_HEAD) {
        duration_bytes(reel, reel->out.head.duration_s, &low, &high);
        ADD(slot, .kind = COZMO_ANIM_HEAD,
            .anim_head = {low, (int8_t)high, (int8_t)m_round(m_degrees(reel->out.head.angle_rad))});
    }
    if (reel->out.news & PLAYER_LIFT) {
        duration_bytes(reel, reel->out.lift.duration_s, &low, &high);
        ADD(slot, .kind = COZMO_ANIM_LIFT,
            .anim_lift = {low, high, (uint8_t)m_round(reel->out.lift.height_mm)});
    }
}

static void add_events(struct reel *reel, struct reel_slot *slot) {
    for (uint32_t i = 0; i < reel->out.event_count; i++)
        if (reel->out.events[i].cozmo_number >= 0)
            ADD(slot, .kind = COZMO_ANIM_EVENT, .anim_event = {(uint8_t)reel->out.events[i].cozmo_number});
}

size_t reel_face(const struct face *face, bool rows_64, unsigned parity, uint8_t code[RLE_SEND_MAX]) {
    uint8_t grey[RLE_COLUMNS * RLE_ROWS];
    struct rle_picture picture = {0};
    face_bits(face, &FACE_COZMO, rows_64 ? parity : 2, grey);
    for (unsigned y = 0; y < RLE_ROWS; y++)
        for (unsigned x = 0; x < RLE_COLUMNS; x++)
            if (grey[y * RLE_COLUMNS + x]) rle_set(&picture, x, y, true);
    struct writer out = writer_of(code, RLE_SEND_MAX);
    return rle_encode(&picture, rows_64 ? RLE_ROWS_64 : RLE_ROWS_32, &out) ? 0 : writer_len(&out);
}

static void add_picture(struct reel *reel, struct reel_slot *slot) {
    uint8_t code[RLE_SEND_MAX];
    if (!reel->out.face_on) return;
    bool again = reel->slots - reel->picture_slot >= REFRESH;
    size_t size = reel_face(&reel->out.face, reel->config.rows_64, reel->parity, code);
    if (!again && size == reel->picture_size && !memcmp(code, reel->picture, size)) return;
    if (reel->config.rows_64) // the other rows have their turn
        size = reel_face(&reel->out.face, true, reel->parity ^= 1, code);
    if (!size) return; // too restless: the one before stays
    memcpy(reel->picture, code, size);
    reel->picture_size = size;
    reel->picture_slot = reel->slots;
    struct cozmo_message message = {.kind = COZMO_DISPLAY_IMAGE, .display_image = {{reel->picture, size}}};
    for (uint32_t i = 0; i < slot->count; i++) {
        if (slot->messages[i].kind != COZMO_DISPLAY_IMAGE) continue;
        slot->messages[i] = message; // a slot shows one
        return;
    }
    add(slot, message);
}

static void add_lights(struct reel *reel, struct reel_slot *slot, const struct player_out *out) {
    bool again = out->lights_on && reel->slots - reel->lights_slot >= REFRESH;
    if (!(out->news & PLAYER_LIGHTS) && !again) return;
    struct cozmo_message m = {.kind = COZMO_ANIM_BACKPACK_LIGHTS};
    for (int i = 0; i < 5; i++)
        m.anim_backpack_lights.colors[i] =
            light_word((struct rgb){out->lights[i].r, out->lights[i].g, out->lights[i].b}, false);
    reel->lights_slot = reel->slots;
    add(slot, m);
}

// The robot turns back by itself; how the player would steer is not told.
static void add_body(struct reel *reel, struct reel_slot *slot, const struct clip *clip) {
    const struct player_out *out = &reel->out;
    const struct clip_keys *keys = &clip->keys;
    bool steered = reel->player.turning || reel->turning;
    reel->turning = reel->player.turning;
    if (out->news & PLAYER_BODY && (!steered || reel->player.driving)) {
        float most = m_clamp(out->body.speed, INT16_MIN, INT16_MAX);
        int16_t radius = out->body.kind == DRIVE_SPIN ? ON_THE_SPOT
                         : out->body.kind == DRIVE_ARC
                             ? (int16_t)m_clamp(out->body.radius_mm, INT16_MIN, INT16_MAX)
                             : STRAIGHT;
        ADD(slot, .kind = COZMO_ANIM_BODY,
            .anim_body = {out->body.kind == DRIVE_STOP ? 0 : (int16_t)m_round(most), radius});
    }
    for (; reel->next_record < reel->player.next[CLIP_RECORD] && reel->next_record < keys->record.count;
         reel->next_record++)
        ADD(slot, .kind = COZMO_RECORD_HEADING);
    for (; reel->next_turn < reel->player.next[CLIP_TURN] && reel->next_turn < keys->turn.count;
         reel->next_turn++)
        ADD(slot, .kind = COZMO_TURN_TO_RECORDED_HEADING);
}

// ------------------------------------------------------------------------------------------------ a slot

static void notice(struct reel *reel) {
    for (uint32_t i = 0; i < reel->out.notice_count; i++) {
        const struct player_notice *n = &reel->out.notices[i];
        if (n->tag != reel->tag) continue;
        if (n->kind == PLAY_LOOPED) reel->next_record = reel->next_turn = 0;
        reel->over |= n->kind == PLAY_ENDED || n->kind == PLAY_ABORTED;
    }
}

// A step of the life, which is a little shorter than a slot: one slot of a hundred holds two.
static void step(struct reel *reel, float heading_rad, struct reel_slot *slot) {
    const struct clip *clip = reel->player.play.clip;
    int16_t samples[AUDIO_TICK_MAX];
    if (!reel->over) {
        player_step(&reel->player, &(struct player_in){reel->tick, heading_rad}, &reel->out);
        clip_sound(reel->audio, &reel->out);
        add_joints(reel, slot);
        add_events(reel, slot);
        add_picture(reel, slot);
        add_lights(reel, slot, &reel->out);
        add_body(reel, slot, clip);
        notice(reel);
    }
    audio_step(reel->audio, reel->tick++);
    struct audio_notice heard;
    while (audio_notice(reel->audio, &heard)) continue;
    size_t count = audio_render(reel->audio, &reel->ear, samples, AUDIO_TICK_MAX);
    if (!count) {
        count = audio_tick_samples(reel->audio);
        memset(samples, 0, count * sizeof *samples);
    }
    ring_write(&reel->ring, samples, count);
}

static bool fill_sound(struct reel *reel, struct reel_slot *slot) {
    int16_t samples[ULAW_FRAME] = {0};
    ring_read(&reel->ring, samples, ULAW_FRAME);
    slot->sound = false;
    for (unsigned i = 0; i < ULAW_FRAME && !slot->sound; i++) slot->sound = samples[i] != 0;
    if (slot->sound) ulaw_encode(reel->config.law, samples, ULAW_FRAME, slot->samples);
    return slot->sound;
}

bool reel_slot(struct reel *reel, float heading_rad, struct reel_slot *out) {
    if (!reel_plays(reel)) return false;
    out->count = 0;
    if (!reel->slots) ADD(out, .kind = COZMO_START_ANIMATION, .start_animation = {reel->id});
    do step(reel, heading_rad, out);
    while (reel->ring.count < ULAW_FRAME);
    bool sound = fill_sound(reel, out);
    reel->slots++;
    bool rings = sound || audio_voices(reel->audio);
    if (reel->over && (!rings || ++reel->ringing >= RING_ON)) {
        ADD(out, .kind = COZMO_END_ANIMATION);
        reel->plays = false;
    }
    return true;
}

// Exactly what the robot will count when it plays them: an id each, and what follows it.
size_t reel_slot_bytes(const struct reel_slot *slot) {
    size_t bytes = slot->sound ? 1 + ULAW_FRAME : 1;
    for (uint32_t i = 0; i < slot->count; i++) {
        const struct cozmo_message *m = &slot->messages[i];
        bytes += 1 + (m->kind == COZMO_DISPLAY_IMAGE
                          ? 2 + m->display_image.image.len
                          : schema_size(cozmo_messages[m->kind].body, COZMO_VERSION).largest);
    }
    return bytes;
}
