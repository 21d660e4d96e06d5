// Clips, waiting, and whatever else can be asked, once its turn has come.
#include "act/act.h"

#include <stdio.h>

static uint32_t tracks_of(uint8_t without) { // the same bits on the border and on the stage
    _Static_assert(LIFE_TRACK_HEAD == (int)PLAYER_HEAD && LIFE_TRACK_LIFT == (int)PLAYER_LIFT &&
                       LIFE_TRACK_BODY == (int)PLAYER_BODY && LIFE_TRACK_FACE == (int)PLAYER_FACE &&
                       LIFE_TRACK_EVENT == (int)PLAYER_EVENT && LIFE_TRACK_LIGHTS == (int)PLAYER_LIGHTS &&
                       LIFE_TRACK_SOUND == (int)PLAYER_SOUND,
                   "tracks have the same bits");
    return without & PLAYER_ALL;
}

// ------------------------------------------------------------------------------------------------ clips

// The mind's clips leave out what somebody else moves or shows, and stand still where treads must not turn.
static uint32_t left_out(struct act *act, const struct action *a) {
    const struct act_now *now = &act->now;
    const uint32_t in_place =
        BODY_STATUS_PICKED_UP | BODY_STATUS_HELD | BODY_STATUS_FALLING | BODY_STATUS_ON_CHARGER;
    uint32_t without = 0;
    if (a->door != LIFE_DOOR_MIND) return 0;
    if (now->status & in_place || act->wheels_wanted || now->fallen) without |= PLAYER_BODY;
    if (now->status & BODY_STATUS_CARRYING) without |= PLAYER_LIFT;
    if (now->shown) without |= PLAYER_FACE;
    return without | act_locked(act);
}

static bool has_beats(const struct clip *clip) {
    for (size_t i = 0; i < clip->keys.event.count; i++)
        if (text_is(clip->keys.event.at[i].id, "DANCE_BEAT_SYNC")) return true;
    return false;
}

static enum life_result play(struct act *act, struct action *a, const struct clip *clip, struct text trigger,
                             uint32_t loops, uint32_t without) {
    struct performing *p = &act->performing;
    bool mind = a->door == LIFE_DOOR_MIND;
    if (mind && p->player.tag && p->ticket) return LIFE_RESULT_TRACKS_LOCKED;
    if (!mind) act_mind_gives_way(act, PLAYER_ALL & ~without);
    without |= left_out(act, a);
    enum err err = performing_begin(p, clip, trigger, loops, without, mind ? 0 : a->ticket, NULL);
    if (err) return err == ERR_BUSY ? LIFE_RESULT_TRACKS_LOCKED : LIFE_RESULT_ABORT;
    p->player.play.hold_on_event = act->now.music && has_beats(clip);
    for (int i = 0; i < ACTIONS_MAX; i++) { // the newest request wins
        struct action *older = &act->actions.list[i];
        bool clips = older->row == &ACTION_CLIP || older->row == &ACTION_TRIGGER;
        if (older != a && older->state == ACTION_RUNS && clips)
            actions_end(&act->actions, act, older, LIFE_RESULT_INTERRUPTED, "another clip took over");
    }
    a->own.tag = p->player.tag;
    return LIFE_RESULT_RUNNING;
}

const char *act_check_clip(struct act *act, const char *name, bool trigger) {
    const struct library *library = act->config.library;
    if (library && (trigger ? library_trigger(library, text_of(name)) != NULL
                            : library_clip(library, text_of(name)) != NULL))
        return NULL;
    snprintf(act->words, sizeof act->words, "no %s is called \"%.63s\"", trigger ? "trigger" : "clip", name);
    return act->words;
}

static enum life_result begin_clip(struct act *act, struct action *a, const struct life_message *m) {
    const struct library *library = act->config.library;
    const struct clip *clip = library ? library_clip(library, text_of(m->play_clip.clip)) : NULL;
    if (!clip) return LIFE_RESULT_NO_ANIM_NAME;
    return play(act, a, clip, (struct text){0}, m->play_clip.loops, tracks_of(m->play_clip.without));
}

static enum life_result begin_trigger(struct act *act, struct action *a, const struct life_message *m) {
    const struct life_play_trigger *r = &m->play_trigger;
    const struct library *library = act->config.library;
    const struct library_trigger *trigger = library ? library_trigger(library, text_of(r->trigger)) : NULL;
    uint64_t now_ms = (uint64_t)act->now.tick * 33;
    const struct clip *clip = trigger ? performing_choose(&act->performing, trigger, act->now.mood,
                                                          act->now.head_rad, now_ms, act->now.tick)
                                      : NULL;
    if (!clip) return LIFE_RESULT_NO_ANIM_NAME;
    uint32_t without = tracks_of(r->without);
    if (r->lift_safe && act->now.status & BODY_STATUS_CARRYING) without |= PLAYER_LIFT;
    return play(act, a, clip, trigger->name, r->loops, without);
}

static void end_clip(struct act *act, struct action *a, enum life_result result) {
    struct player *player = &act->performing.player;
    if (result != LIFE_RESULT_SUCCESS && player->tag == a->own.tag) player_stop(player, (uint8_t)a->own.tag);
}

bool act_stop_clip(struct act *act, uint8_t tag) {
    uint8_t plays = act->performing.player.tag;
    if (!player_stop(&act->performing.player, tag)) return false;
    for (int i = 0; i < ACTIONS_MAX; i++) {
        struct action *a = &act->actions.list[i];
        bool clips = a->row == &ACTION_CLIP || a->row == &ACTION_TRIGGER;
        if (a->state == ACTION_RUNS && clips && a->own.tag == plays)
            actions_end(&act->actions, act, a, LIFE_RESULT_CANCELLED_WHILE_RUNNING, "stopped");
    }
    return true;
}

void act_hear_clip(struct act *act, uint8_t tag, bool aborted) {
    for (int i = 0; i < ACTIONS_MAX; i++) {
        struct action *a = &act->actions.list[i];
        bool clips = a->row == &ACTION_CLIP || a->row == &ACTION_TRIGGER;
        if (a->state == ACTION_RUNS && clips && a->own.tag == tag)
            actions_end(&act->actions, act, a, aborted ? LIFE_RESULT_ANIM_ABORTED : LIFE_RESULT_SUCCESS,
                        NULL);
    }
}

const struct action_row ACTION_CLIP = {
    .name = "play animation", .seconds = ACTION_ENDLESS, .begin = begin_clip, .end = end_clip};
const struct action_row ACTION_TRIGGER = {.name = "play animation of a trigger",
                                          .seconds = ACTION_ENDLESS,
                                          .begin = begin_trigger,
                                          .end = end_clip};

// ------------------------------------------------------------------------------------------------ waiting

static enum life_result begin_wait(struct act *act, struct action *a, const struct life_message *m) {
    a->own.count = (uint32_t)act_ticks(m->wait.seconds);
    return LIFE_RESULT_RUNNING;
}

static enum life_result step_wait(struct act *act, struct action *a) {
    return act->now.tick - a->began < a->own.count ? LIFE_RESULT_RUNNING : LIFE_RESULT_SUCCESS;
}

const struct action_row ACTION_WAIT = {
    .name = "wait", .seconds = ACTION_ENDLESS, .begin = begin_wait, .step = step_wait};

// --- What is done elsewhere --------------------------------------------------------------------------------

enum { ERRAND_WAITS, ERRAND_HANDED, ERRAND_DONE };

static enum life_result step_errand(struct act *act, struct action *a) {
    return a->own.phase == ERRAND_DONE ? (enum life_result)a->own.count : LIFE_RESULT_RUNNING;
}

bool act_errand(struct act *act, uint32_t *id, struct life_message *request) {
    for (int i = 0; i < ACTIONS_MAX; i++) {
        struct action *a = &act->actions.list[i];
        if (a->state != ACTION_RUNS || a->row != &ACTION_ERRAND || a->own.phase != ERRAND_WAITS) continue;
        struct reader in = reader_of(a->asked, a->size);
        if (life_message_decode(request, &in, LIFE_REQUEST, 1)) continue;
        a->own.phase = ERRAND_HANDED;
        *id = a->id;
        return true;
    }
    return false;
}

void act_errand_done(struct act *act, uint32_t id, enum life_verdict verdict) {
    struct action *a = actions_find(&act->actions, id);
    if (!a || a->state != ACTION_RUNS) return; // it was cancelled meanwhile
    a->own.phase = ERRAND_DONE;
    a->own.count = (uint32_t)result_of_verdict(verdict);
}

const struct action_row ACTION_ERRAND = {.name = "request", .seconds = 600, .step = step_errand};
