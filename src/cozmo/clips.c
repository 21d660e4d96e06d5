// Clips, and the face between them: ours, those of a copy of the app over them, and single files.
#include "cozmo/client_internal.h"

#include "base/maths/maths.h"
#include "base/system/file.h"
#include "codec/clip/file.h"
#include "stage/face/eyes.h"
#include "stage/library/library.h"
#include "stage/screen/reel.h"
#include "stage/sound/sounds.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA = 64 << 10 };

struct client_clips {
    struct library *library;
    struct audio_set *sounds;
    struct arena *arena;
    struct clip_file file; // that was read last
    char name[128];        // asked for last
    struct group_memory memory;
    struct reel *reel;
    struct reel_slot slot;
    bool ready; // the slot waits to be sent
    uint8_t id;
    uint64_t picks;
    bool live; // a face that looks about by itself
    struct eyes eyes;
    uint32_t drawn;
};

static enum err closed(struct critter_cozmo *c) {
    if (c->over) return client_over(c);
    if (!c->stage.on)
        return client_fail(c, ERR_STATE,
                           "the animation stream is off: connect with initialising and animations");
    return ERR_NONE;
}

void client_clips_free(struct client_clips *clips) {
    if (!clips) return;
    reel_free(clips->reel);
    library_free(clips->library);
    sounds_close(clips->sounds);
    arena_free(clips->arena);
    clip_file_close(&clips->file);
    free(clips);
}

static struct client_clips *make(struct critter_cozmo *c, const char *resources) {
    struct client_clips *clips = calloc(1, sizeof *clips);
    if (!clips) return NULL;
    struct library_config config = {.creature = "cozmo", .resources = resources};
    clips->library = library_open(&config, &c->fault);
    clips->arena = arena_new(ARENA);
    clips->sounds = clips->library ? sounds_open("cozmo", resources) : NULL;
    struct reel_config reel = reel_defaults();
    reel.sounds = clips->sounds;
    reel.law = c->config.engine_law ? ULAW_ENGINE : ULAW_LIBRARY;
    reel.rows_64 = c->config.rows_64;
    reel.short_durations = c->config.short_durations;
    reel.plain_turns = c->config.plain_turns;
    if (clips->library) reel.sprites = &clips->library->sprites;
    if (clips->library) clips->reel = reel_new(&reel);
    if (clips->reel && clips->arena &&
        !group_memory_make(&clips->library->groups, clips->arena, &clips->memory)) {
        eyes_start(&clips->eyes, &FACE_COZMO, 1);
        return clips;
    }
    client_clips_free(clips);
    return NULL;
}

static enum err load(struct critter_cozmo *c, const char *resources) {
    c->fault = (struct fault){0};
    if (resources && !folder_exists(resources))
        return client_fail(c, ERR_MISSING, "%s: there is no such folder", resources);
    struct client_clips *clips = make(c, resources);
    if (!clips) return c->fault.err ? c->fault.err : client_fail(c, ERR_MEMORY, "no memory for the clips");
    if (c->clips && reel_plays(c->clips->reel)) critter_cozmo_stop_clip(c);
    client_clips_free(c->clips);
    c->clips = clips;
    return ERR_NONE;
}

enum critter_err critter_cozmo_load_clips(struct critter_cozmo *c, const char *resources) {
    return err_public(load(c, resources));
}

static enum err loaded(struct critter_cozmo *c) { return c->clips ? ERR_NONE : load(c, NULL); }

const struct library *client_library(struct critter_cozmo *c) { return loaded(c) ? NULL : c->clips->library; }

static const char *named(struct critter_cozmo *c, struct text name) {
    snprintf(c->clips->name, sizeof c->clips->name, "%.*s", (int)name.len, name.at);
    return c->clips->name;
}

const char *critter_cozmo_clip_name(struct critter_cozmo *c, size_t index) {
    if (loaded(c) || index >= c->clips->library->clip_count) return NULL;
    return named(c, c->clips->library->clips[index].name);
}

const char *critter_cozmo_trigger_name(struct critter_cozmo *c, size_t index) {
    if (loaded(c) || index >= c->clips->library->trigger_count) return NULL;
    return named(c, c->clips->library->triggers[index].name);
}

static enum err play(struct critter_cozmo *c, const struct clip *clip, int loops) {
    struct client_clips *clips = c->clips;
    if (loops < 0) return client_fail(c, ERR_RANGE, "%d loops", loops);
    if (reel_plays(clips->reel)) {
        enum err err = client_tell(c, &(struct cozmo_message){.kind = COZMO_END_ANIMATION});
        if (err) return err;
        send_credit_sent(&c->stage.credit, 1);
    }
    c->fault = (struct fault){0};
    clips->ready = false;
    if (clips->live) reel_eyes(clips->reel, &clips->eyes.face);
    uint8_t id = clips->id % REEL_ANIMATION_MOST + 1;
    enum err err = reel_play(clips->reel, clip, id, (uint32_t)loops, &c->fault);
    if (!err) clips->id = id;
    return err;
}

static enum err unknown(struct critter_cozmo *c, const char *what, const char *name) {
    const char *near = library_nearest(c->clips->library, name);
    return client_fail(c, ERR_UNKNOWN, "there is no %s \"%s\"%s%s%s", what, name,
                       near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

static enum err play_clip(struct critter_cozmo *c, const char *name, int loops) {
    enum err err = closed(c);
    if (!err) err = loaded(c);
    if (err) return err;
    const struct clip *clip = library_clip(c->clips->library, text_of(name));
    return clip ? play(c, clip, loops) : unknown(c, "clip", name);
}

static enum err play_trigger(struct critter_cozmo *c, const char *name) {
    enum err err = closed(c);
    if (!err) err = loaded(c);
    if (err) return err;
    struct client_clips *clips = c->clips;
    const struct library_trigger *trigger = library_trigger(clips->library, text_of(name));
    if (!trigger) return unknown(c, "trigger", name);
    struct group_asking asking = {.head_deg = m_degrees(c->state.head_rad),
                                  .now_ms = (uint64_t)loop_now_us() / 1000,
                                  .seed = clips->library->hash,
                                  .tick = clips->picks++,
                                  .cozmo = true};
    const struct group_item *item;
    if (group_pick(trigger->group, &asking, &clips->memory, &item))
        return client_fail(c, ERR_MISSING, "no clip of \"%s\" fits now", name);
    const struct clip *clip = library_clip_of(clips->library, item);
    if (!clip) return client_fail(c, ERR_MISSING, "\"%s\" names a clip that is not there", name);
    return play(c, clip, 1);
}

// A .bin of either tool, or JSON; name NULL: the first clip in it.
static enum err play_file(struct critter_cozmo *c, const char *path, const char *name) {
    enum err err = closed(c);
    if (!err) err = loaded(c);
    if (err) return err;
    struct client_clips *clips = c->clips;
    const struct clip *clip;
    if (reel_plays(clips->reel)) return client_fail(c, ERR_BUSY, "another clip plays");
    c->fault = (struct fault){0};
    clip_file_close(&clips->file);
    err = clip_file_open(path, CLIP_AUTO, &clips->file, &c->fault);
    if (!err) err = clip_file_find(&clips->file, name, &clip, &c->fault);
    return err ? err : play(c, clip, 1);
}

enum critter_err critter_cozmo_play_clip(struct critter_cozmo *c, const char *name, int loops) {
    return err_public(play_clip(c, name, loops));
}
enum critter_err critter_cozmo_play_trigger(struct critter_cozmo *c, const char *name) {
    return err_public(play_trigger(c, name));
}
enum critter_err critter_cozmo_play_file(struct critter_cozmo *c, const char *path, const char *name) {
    return err_public(play_file(c, path, name));
}

void critter_cozmo_stop_clip(struct critter_cozmo *c) {
    if (c->clips) reel_stop(c->clips->reel);
}

int critter_cozmo_clip_plays(const struct critter_cozmo *c) {
    return c->clips && reel_plays(c->clips->reel) ? c->clips->id : 0;
}

// ------------------------------------------------------------------------------------------------ the face

static enum err live_face(struct critter_cozmo *c, bool on) {
    enum err err = closed(c);
    if (!err) err = loaded(c);
    if (err) return err;
    c->clips->live = on;
    c->clips->drawn = UINT32_MAX;
    return on ? ERR_NONE : client_show_nothing(c);
}
enum critter_err critter_cozmo_live_face(struct critter_cozmo *c, int on) {
    return err_public(live_face(c, on != 0));
}

enum critter_err critter_cozmo_expression(struct critter_cozmo *c, const char *name, int ms) {
    enum err err = c->clips && c->clips->live ? ERR_NONE : live_face(c, true);
    if (err) return err_public(err);
    uint32_t ticks = ms <= 0 ? 0 : (uint32_t)(ms + 32) / 33;
    err = eyes_show(&c->clips->eyes, name, (uint32_t)c->stage.slots, ticks);
    return err ? client_refuse(c, err, "there is no expression \"%s\"", name) : CRITTER_OK;
}

void client_face_is_ours(struct critter_cozmo *c) {
    if (c->clips) c->clips->live = false;
}

size_t client_live_face(struct critter_cozmo *c, uint8_t code[RLE_SEND_MAX]) {
    struct client_clips *clips = c->clips;
    if (!clips || !clips->live) return 0;
    eyes_step(&clips->eyes, (uint32_t)c->stage.slots);
    if (clips->eyes.number == clips->drawn) return 0;
    clips->drawn = clips->eyes.number;
    return reel_face(&clips->eyes.face, c->config.rows_64, clips->drawn & 1, code);
}

// ------------------------------------------------------------------------------------------------ the stage

bool client_clips_live(const struct critter_cozmo *c) { return c->clips && c->clips->live; }
bool client_clips_play(const struct critter_cozmo *c) {
    return c->clips && (c->clips->ready || reel_plays(c->clips->reel));
}

static enum err send_sound(struct critter_cozmo *c, const struct reel_slot *slot) {
    if (!slot->sound) return client_tell(c, &(struct cozmo_message){.kind = COZMO_OUTPUT_SILENCE});
    return client_tell(c, &(struct cozmo_message){.kind = COZMO_OUTPUT_AUDIO,
                                                  .output_audio = {{slot->samples, ULAW_FRAME}}});
}

bool client_clips_send(struct critter_cozmo *c) {
    struct client_clips *clips = c->clips;
    if (!clips->ready && !reel_slot(clips->reel, c->state.angle_rad, &clips->slot)) return false;
    clips->ready = true;
    if (send_sound(c, &clips->slot)) return false;
    for (uint32_t i = 0; i < clips->slot.count; i++) client_tell(c, &clips->slot.messages[i]);
    send_credit_sent(&c->stage.credit, reel_slot_bytes(&clips->slot));
    clips->ready = false;
    return true;
}
