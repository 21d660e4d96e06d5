#include "base/hash.h"
#include "border/body_model.h"
#include "stage/clip/player_internal.h"

#include <string.h>

struct player_config player_vector(void) {
    return (struct player_config){.style = &FACE_VECTOR,
                                  .lights = 3,
                                  .head_low_deg = VECTOR_HEAD_LOW_DEG,
                                  .head_high_deg = VECTOR_HEAD_HIGH_DEG,
                                  .lift_low_mm = 32,
                                  .lift_high_mm = 92};
}

struct player_config player_cozmo(void) {
    struct player_config config = player_vector();
    config.style = &FACE_COZMO;
    config.lights = 5;
    config.head_low_deg = COZMO_HEAD_LOW_DEG;
    config.head_high_deg = COZMO_HEAD_HIGH_DEG;
    return config;
}

void player_start(struct player *player, const struct player_config *config) {
    memset(player, 0, sizeof *player);
    player->config = *config;
    player->dice[DICE_HEAD].stream = chance_stream("clip head");
    player->dice[DICE_LIFT].stream = chance_stream("clip lift");
    player->dice[DICE_SOUND].stream = chance_stream("clip sound");
}

uint32_t clip_tracks(const struct clip *clip) {
    static const uint32_t NEEDS[CLIP_TRACKS] = {
        [CLIP_LIFT] = PLAYER_LIFT,   [CLIP_FACE] = PLAYER_FACE,     [CLIP_HEAD] = PLAYER_HEAD,
        [CLIP_AUDIO] = PLAYER_SOUND, [CLIP_LIGHTS] = PLAYER_LIGHTS, [CLIP_SPRITES] = PLAYER_FACE,
        [CLIP_EVENT] = PLAYER_EVENT, [CLIP_BODY] = PLAYER_BODY,     [CLIP_RECORD] = PLAYER_BODY,
        [CLIP_TURN] = PLAYER_BODY,   [CLIP_BOX] = PLAYER_FACE,
    };
    uint32_t tracks = 0;
    for (int track = 0; track < CLIP_TRACKS; track++)
        if (clip_track_count(clip, (enum clip_track)track)) tracks |= NEEDS[track];
    return tracks;
}

const char *player_track_name(enum player_track track) {
    static const char *const NAMES[] = {"head",  "lift",   "body",  "face",
                                        "event", "lights", "sound", "sprites"};
    for (unsigned i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if ((unsigned)track == 1u << i) return NAMES[i];
    return NULL;
}

// ------------------------------------------------------------------------------------------------ locks

static enum err taken(uint32_t track, struct fault *fault) {
    return fault_set(fault, ERR_BUSY, "the track \"%s\" is locked by another action",
                     player_track_name((enum player_track)(1u << track)));
}

enum err player_lock(struct player *player, uint32_t tracks, uint32_t owner, struct fault *fault) {
    for (uint32_t i = 0; i < PLAYER_LOCKS; i++)
        if (tracks >> i & 1 && player->locks[i] && player->locks[i] != owner) return taken(i, fault);
    for (uint32_t i = 0; i < PLAYER_LOCKS; i++)
        if (tracks >> i & 1) {
            player->locks[i] = owner;
            player->taken &= ~(1u << i); // no longer the clip's to give back
        }
    return ERR_NONE;
}

void player_unlock(struct player *player, uint32_t tracks, uint32_t owner) {
    for (uint32_t i = 0; i < PLAYER_LOCKS; i++)
        if (tracks >> i & 1 && player->locks[i] == owner) player->locks[i] = 0;
}

void player_mute(struct player *player, uint32_t tracks) { player->muted = tracks; }

static void give_back(struct player *player) {
    for (uint32_t i = 0; i < PLAYER_LOCKS; i++)
        if (player->taken >> i & 1) player->locks[i] = 0;
    player->taken = 0;
}

// A clip of nobody's holds its locks in a name no owner has.
static uint32_t holder(const struct player_play *play, uint8_t tag) {
    return play->owner ? play->owner : UINT32_MAX - tag;
}

// ------------------------------------------------------------------------------------------------ plays

static void forget_clip(struct player *player) {
    give_back(player);
    player->tag = 0;
    player->owns = player->used = 0;
    player->held = player->release = player->driving = player->turning = false;
    player->face_on = player->lights_on = false;
    player->box_count = 0;
    player->boxes_on = false;
}

static void abort_clip(struct player *player) {
    player->pending[player->pending_count++] =
        (struct player_notice){PLAY_ABORTED, player->tag, player->play.clip->name};
    player->pending_tracks |= player->used;
    forget_clip(player);
}

static enum err may_play(const struct player *player, const struct player_play *play, uint32_t tracks,
                         struct fault *fault) {
    if (player->tag && !play->client && (!play->owner || play->owner != player->play.owner))
        return fault_set(fault, ERR_BUSY, "the clip \"%.*s\" is playing", (int)player->play.clip->name.len,
                         player->play.clip->name.at ? player->play.clip->name.at : "");
    for (uint32_t i = 0; i < PLAYER_LOCKS; i++)
        if (tracks >> i & 1 && player->locks[i] && player->locks[i] != play->owner &&
            !(player->taken >> i & 1))
            return taken(i, fault);
    if (player->tag && player->pending_count + 3 >= PLAYER_NOTICES)
        return fault_set(fault, ERR_LIMIT, "too many clips were begun within one tick");
    return ERR_NONE;
}

enum err player_play(struct player *player, const struct player_play *play, uint8_t *tag,
                     struct fault *fault) {
    uint32_t tracks = clip_tracks(play->clip) & ~play->ignore;
    if (player->config.lights_off) tracks &= ~(uint32_t)PLAYER_LIGHTS;
    enum err err = may_play(player, play, tracks, fault);
    if (err) return err;
    if (player->tag) abort_clip(player);
    player->last_tag = player->last_tag >= 254 ? 1 : (uint8_t)(player->last_tag + 1);
    *tag = player->tag = player->last_tag;
    player->play = *play;
    player->owns = tracks;
    player->length_ms = clip_length_ms(play->clip);
    player->ms = player->loop = 0;
    player->began = player->recorded = false;
    memset(player->next, 0, sizeof player->next);
    player_find_boxes(player);
    for (uint32_t i = 0; i < PLAYER_LOCKS; i++)
        if (tracks >> i & 1 && !player->locks[i]) {
            player->locks[i] = holder(play, player->tag);
            player->taken |= 1u << i;
        }
    return ERR_NONE;
}

bool player_stop(struct player *player, uint8_t tag) {
    if (!player->tag || (tag && tag != player->tag) || player->pending_count >= PLAYER_NOTICES) return false;
    abort_clip(player);
    return true;
}

bool player_release(struct player *player, uint8_t tag) {
    if (!player->held || (tag && tag != player->tag)) return false;
    return player->release = true;
}

// ------------------------------------------------------------------------------------------------ a step

size_t player_due(struct player *player, enum clip_track track, const void *keys, size_t count, size_t size) {
    size_t *next = &player->next[track], before = *next;
    while (*next < count &&
           *(const uint32_t *)(const void *)((const char *)keys + *next * size) <= player->ms)
        ++*next; // every key-frame begins with its time
    return *next - before;
}

void player_stop_loops(struct player_out *out, uint8_t tag) {
    if (out->sound_count == PLAYER_SOUNDS) out->sound_count--; // this one matters more
    out->sounds[out->sound_count++] = (struct player_sound){.kind = SOUND_STOP_LOOPS, .tag = tag};
    out->news |= PLAYER_SOUND;
}

static void tell(struct player *player, struct player_out *out, enum player_notice_kind kind) {
    if (out->notice_count < PLAYER_NOTICES)
        out->notices[out->notice_count++] =
            (struct player_notice){kind, player->tag, player->play.clip->name};
}

static void clear(struct player_out *out) { // not the long lists
    out->clip_ms = out->loop = 0;
    out->tag = 0;
    out->held = out->face_on = out->lights_on = out->turn_began = false;
    out->news = out->owns = out->released = 0;
    out->body = (struct player_drive){0};
    out->sound_count = out->event_count = out->box_count = out->notice_count = out->lost = 0;
}

static void tell_aborted(struct player *player, struct player_out *out) {
    memcpy(out->notices, player->pending, player->pending_count * sizeof *player->pending);
    out->notice_count = player->pending_count;
    for (uint32_t i = 0; i < player->pending_count && player->pending_tracks & PLAYER_SOUND; i++)
        player_stop_loops(out, player->pending[i].tag);
    if (player->pending_tracks & PLAYER_BODY) out->news |= PLAYER_BODY; // and the drive is DRIVE_STOP
    if (player->pending_tracks & PLAYER_FACE) out->news |= PLAYER_SPRITES;
    out->released = player->pending_tracks;
    player->pending_count = player->pending_tracks = 0;
}

// False: clip time stands still.
static bool advance(struct player *player, struct player_out *out) {
    if (!player->began) return player->began = true;
    if (player->held && !player->release) return false;
    bool over = player->ms >= player->length_ms;
    if (!over || player->held) {
        player->held = player->release = false;
        player->ms = player->ms > UINT32_MAX - PLAYER_STEP_MS ? UINT32_MAX : player->ms + PLAYER_STEP_MS;
        return true;
    }
    player->ms = 0;
    player->loop++;
    memset(player->next, 0, sizeof player->next);
    player_rewind_boxes(player);
    tell(player, out, PLAY_LOOPED);
    return true;
}

static void finish(struct player *player, struct player_out *out) {
    tell(player, out, PLAY_ENDED);
    if (player->used & PLAYER_BODY && (player->driving || player->turning)) {
        out->body = (struct player_drive){0};
        out->news |= PLAYER_BODY;
    }
    if (player->used & PLAYER_SOUND) player_stop_loops(out, player->tag);
    out->released |= player->used;
    forget_clip(player);
}

static void drop_muted(const struct player *player, struct player_out *out) {
    out->news &= ~player->muted;
    if (player->muted & PLAYER_SOUND) out->sound_count = 0;
    if (player->muted & PLAYER_EVENT) out->event_count = 0;
    if (player->muted & PLAYER_FACE)
        out->box_count = 0, out->news &= ~(uint32_t)PLAYER_SPRITES, out->face_on = false;
    if (player->muted & PLAYER_LIGHTS) out->lights_on = false;
    if (player->muted & PLAYER_BODY) out->turn_began = false;
}

void player_step(struct player *player, const struct player_in *in, struct player_out *out) {
    clear(out);
    tell_aborted(player, out);
    if (!player->tag) return;
    for (int i = 0; i < 3; i++)
        player->dice[i] = chance_of(player->config.seed, player->dice[i].stream, in->tick);
    bool first = !player->began;
    advance(player, out);
    uint32_t owns = player->owns;
    out->tag = player->tag;
    out->clip_ms = player->ms;
    out->loop = player->loop;
    out->owns = owns;
    if (owns & PLAYER_SOUND) player_sounds(player, out);
    if (first) tell(player, out, PLAY_STARTED);
    if (owns & PLAYER_HEAD) player_head(player, out);
    if (owns & PLAYER_LIFT) player_lift(player, out);
    if (owns & PLAYER_EVENT) player_events(player, out);
    if (owns & PLAYER_FACE) player_sprites(player, out);
    if (owns & PLAYER_FACE) player_face(player, out);
    if (owns & PLAYER_LIGHTS) player_lights(player, out);
    if (owns & PLAYER_BODY) {
        player_body(player, out);
        player_record(player, in);
        player_turn_back(player, in, out);
    }
    out->held = player->held;
    player->used |= out->news & owns;
    if (out->news & PLAYER_SPRITES) player->used |= PLAYER_FACE;
    out->released &= ~player->used; // the new clip has taken it over
    bool more = !player->play.loops || player->loop + 1 < player->play.loops;
    if (player->ms >= player->length_ms && !player->held && !more) finish(player, out);
    drop_muted(player, out);
}

// Not the clip: whoever lent it knows which it is.
uint64_t player_hash(const struct player *p) {
    uint64_t h = HASH_RUN(0, p, locks, locks);
    h = HASH_RUN(h, p, play.loops, play.hold_on_event);
    h = HASH_RUN(h, p, owns, release);
    h = HASH_RUN(h, p, next, recorded);
    h = HASH_RUN(h, p, recorded_rad, turn.shortest);
    h = HASH_RUN(h, p, face_from, lights);
    h = HASH_RUN(h, p, lights_fade_ms, lights_until_ms);
    h = HASH_RUN(h, p, box_count, boxes_on);
    for (size_t i = 0; i < sizeof p->dice / sizeof *p->dice; i++) h = HASH_RUN(h, &p->dice[i], seed, n);
    for (uint32_t i = 0; i < PLAYER_NOTICES; i++) {
        uint32_t told[] = {p->pending[i].kind, p->pending[i].tag};
        h = hash64(h, told, sizeof told);
    }
    return HASH_RUN(h, p, pending_count, pending_tracks);
}
