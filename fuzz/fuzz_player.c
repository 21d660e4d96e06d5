// Clips from strangers, played. The first byte says how; the rest is a clip file, binary or JSON. Whatever
// stands in it, a step stays within its bounds and puts out numbers, and a clip that was begun ends.
#include "stage/clip/player.h"

#include "base/maths/maths.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void sane(const struct player *player, const struct player_out *out) {
    const struct player_config *config = &player->config;
    must(out->sound_count <= PLAYER_SOUNDS && out->event_count <= PLAYER_EVENTS);
    must(out->box_count <= PLAYER_BOXES && out->notice_count <= PLAYER_NOTICES);
    if (out->news & PLAYER_HEAD)
        must(out->head.angle_rad >= m_radians(config->head_low_deg) &&
             out->head.angle_rad <= m_radians(config->head_high_deg) && out->head.duration_s >= 0);
    if (out->news & PLAYER_LIFT)
        must(out->lift.height_mm >= config->lift_low_mm && out->lift.height_mm <= config->lift_high_mm);
    if (out->news & PLAYER_BODY) must(m_abs(out->body.speed) <= 300);
    float numbers[FACE_NUMBERS];
    face_to_numbers(&out->face, numbers);
    for (int i = 0; i < FACE_NUMBERS && out->face_on; i++) must(m_finite(numbers[i]));
}

static void play_one(struct player *player, const struct clip *clip, uint8_t how) {
    static struct player_out out;
    struct player_play play = {
        .clip = clip, .loops = 1 + (how >> 2 & 1), .client = true, .hold_on_event = how & 8};
    struct buf trace = {.limit = 1 << 20};
    uint8_t tag;
    must(!player_play(player, &play, &tag, NULL));
    for (uint64_t tick = 0; player->tag && tick < 300; tick++) {
        player_step(player, &(struct player_in){.tick = tick, .heading_rad = (float)tick * 0.1f - 3}, &out);
        sane(player, &out);
        if (tick < 20) player_trace(&out, player->config.lights, &trace);
        if (out.held) player_release(player, tag);
    }
    // Far ahead: the last steps of a long clip.
    if (player->tag && !player->held && player->length_ms > PLAYER_STEP_MS) {
        player->ms = player->length_ms - 1;
        player->loop = play.loops;
        for (int i = 0; i < 40 && player->tag; i++) {
            player_step(player, &(struct player_in){.tick = 1000}, &out);
            sane(player, &out);
            if (out.held) player_release(player, tag);
        }
        must(!player->tag);
    }
    player_stop(player, 0);
    player_step(player, &(struct player_in){0}, &out);
    sane(player, &out);
    buf_free(&trace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    struct arena *arena = arena_new(16 << 10);
    if (!arena) return 0;
    arena_limit(arena, 8 << 20);
    struct clips clips;
    struct json *document;
    struct buf notes = {.limit = 64 << 10};
    struct clip_reading how = {.notes = &notes, .prefer = data[0] & 1 ? CLIP_COZMO : CLIP_VECTOR};
    struct bytes file = {data + 1, size - 1};
    enum err err = clips_read_bin(file, &how, arena, &clips, NULL);
    if (err &&
        !json_parse((struct text){(const char *)file.at, file.len}, "fuzz", arena, NULL, &document, NULL))
        err = clips_read_json(document, &how, arena, &clips, NULL);
    static struct player player;
    struct player_config config = data[0] & 1 ? player_cozmo() : player_vector();
    config.lights_ramp = data[0] & 2;
    player_start(&player, &config);
    for (size_t i = 0; !err && i < clips.list.count && i < 4; i++)
        play_one(&player, &clips.list.at[i], data[0]);
    buf_free(&notes);
    arena_free(arena);
    return 0;
}
