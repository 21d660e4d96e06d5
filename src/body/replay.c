#include "body/replay.h"

#include <stdlib.h>
#include <string.h>

struct replay {
    struct body body;
    const struct senses_in *next; // handed in for the tick to come
    bool ended, parted;
    uint32_t expect_tick, parted_tick, compared;
    uint64_t expect_hash;
    bool expecting;
};

static struct replay *replay_of(struct body *body) { return (struct replay *)body; }
static const struct replay *replay_seen(const struct body *body) { return (const struct replay *)body; }

static void step(struct body *body, int64_t now_us) { (void)body, (void)now_us; }

static enum err collect(struct body *body, int64_t now_us, struct senses_in *in) {
    (void)now_us;
    struct replay *r = replay_of(body);
    if (r->ended) return ERR_CLOSED;
    if (!r->next) return ERR_NONE; // nothing arrived in this tick
    in->senses = r->next->senses;
    in->pleo = r->next->pleo, in->card = r->next->card;
    in->picture = r->next->picture ? frame_hold(r->next->picture) : NULL;
    in->sound = r->next->sound ? frame_hold(r->next->sound) : NULL;
    r->next = NULL;
    return ERR_NONE;
}

static void obey(struct body *body, int64_t now_us, const struct command_out *out) {
    (void)now_us;
    struct replay *r = replay_of(body);
    if (!r->expecting) return;
    r->expecting = false;
    r->compared++;
    if (r->parted || border_command_hash(out) == r->expect_hash) return;
    r->parted = true;
    r->parted_tick = r->expect_tick;
}

static uint64_t hash(const struct body *body) {
    (void)body;
    return 0;
}

static void replay_free(struct body *body) { free(body); }

static const struct body_class REPLAY = {"replay", step, collect, obey, NULL, hash, replay_free};

struct body *body_replay_new(const struct body_model *model) {
    struct replay *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->body =
        (struct body){.class = &REPLAY, .model = model, .traits = {.senses = 0xffff}}; // what was had then
    return &r->body;
}

void body_replay_feed(struct body *body, const struct senses_in *in) { replay_of(body)->next = in; }
void body_replay_end(struct body *body) { replay_of(body)->ended = true; }

void body_replay_expect(struct body *body, uint32_t tick, uint64_t hash) {
    struct replay *r = replay_of(body);
    r->expect_tick = tick;
    r->expect_hash = hash;
    r->expecting = true;
}

bool body_replay_parted(const struct body *body, uint32_t *tick) {
    const struct replay *r = replay_seen(body);
    if (r->parted) *tick = r->parted_tick;
    return r->parted;
}

uint32_t body_replay_compared(const struct body *body) { return replay_seen(body)->compared; }
