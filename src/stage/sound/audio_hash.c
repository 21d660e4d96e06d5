// The state of the sound engine as one number: all that decides what it goes on to put out. What is made anew
// in each step is left out, and what lies where is told by its name. tests/stage/sound/test_audio_hash.c
// flips every byte.
#include "stage/sound/audio_internal.h"

#include "base/hash.h"

#include <string.h>

#define WORDS(...)                                                                                           \
    (const uint64_t[]){__VA_ARGS__}, sizeof(const uint64_t[]) { __VA_ARGS__ }
#define MIX(hash, ...) ((hash) = hash64(hash, WORDS(__VA_ARGS__)))
#define F(value)       bits_of(value)
#define I(value)       (uint64_t)(value)

static uint64_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// A count, but never more than there is room for: whoever compares lives may do it with a broken one.
static uint32_t within(uint32_t count, size_t room) { return count < room ? count : (uint32_t)room; }
#define EACH(i, array, count) for (uint32_t i = 0; i < within(count, sizeof(array) / sizeof *(array)); i++)

static uint64_t name_of(const struct audio_item *item) {
    return item ? (uint64_t)item->bank << 32 | item->id : 1;
}

static uint64_t of_layer(const struct bank_layer *l) {
    return l ? (uint64_t)l->parameter << 32 | l->child : 1;
}

static uint64_t of_stinger(const struct bank_stinger *s) {
    return s ? hash64(2, WORDS(s->trigger, s->segment, s->sync, s->cue, s->pause_ms, s->ahead)) : 1;
}

static uint64_t of_id(uint64_t hash, uint64_t id) { return hash64(hash, &id, sizeof id); }

// A rule is named by the two that it lies between; two of the same pair are told apart by what they do.
static uint64_t of_rule(const struct bank_rule *r) {
    if (!r) return 1;
    uint64_t hash = hash64(3, WORDS(r->out_ms, r->in_ms, r->sync, r->sync_cue, r->post_exit, r->has_bridge));
    if (r->has_bridge)
        MIX(hash, r->bridge.segment, I(r->bridge.in_ms), I(r->bridge.out_ms), r->bridge.post_exit);
    for (size_t i = 0; i < r->from.count; i++) hash = of_id(hash, r->from.at[i]);
    for (size_t i = 0; i < r->to.count; i++) hash = of_id(hash, r->to.at[i]);
    return hash;
}

// Where its bytes lie tells nothing; those of speech are hashed with it.
static uint64_t of_source(const struct audio_source *s) {
    if (!s) return 1;
    return hash64(4, WORDS(s->id, s->rate, s->coding, s->channels, s->block, s->packing, s->frames, s->loops,
                           s->loop_start, s->loop_end, s->loop_times, F(s->hertz), F(s->level)));
}

static uint64_t of_voice(uint64_t hash, const struct voice *v) {
    const struct fade *f = &v->fade;
    MIX(hash, v->paused, v->object, v->tag, v->bus, I(v->walk), v->serial, v->play, v->chain_len,
        v->route_len);
    MIX(hash, I(v->delay), v->at, v->step, F(v->volume), F(v->drawn_db), F(v->drawn_cents), I(v->tail),
        v->tail_power, F(v->gain), of_source(v->source), v->source == &v->own,
        v->kernel ? v->kernel->rate : 1);
    MIX(hash, F(f->from), F(f->to), F(f->now), I(f->at), I(f->length), f->shape, f->then);
    EACH(i, v->chain, v->chain_len) MIX(hash, name_of(v->chain[i]));
    EACH(i, v->route, v->route_len) MIX(hash, name_of(v->route[i]));
    for (int i = 0; i < 2; i++) MIX(hash, of_layer(v->layers[i]));
    return v->source == &v->own ? MIX(hash, of_source(&v->own)) : hash;
}

static uint64_t of_walk(uint64_t hash, const struct walk *w) {
    MIX(hash, w->kind, w->object, w->tag, I(w->parent), w->play, w->chain_len, name_of(w->item), F(w->volume),
        w->children, I(w->left), I(w->timer), w->next);
    MIX(hash, w->paused, w->fades, I(w->value), w->begun, I(w->song));
    EACH(i, w->chain, w->chain_len) MIX(hash, name_of(w->chain[i]));
    for (int i = 0; i < 2; i++) MIX(hash, of_layer(w->layers[i]));
    return hash;
}

static uint64_t of_song(uint64_t hash, const struct song *s) {
    MIX(hash, I(s->walk), name_of(s->list), name_of(s->segment), s->depth, s->serial, I(s->since),
        I(s->exit));
    MIX(hash, s->waits, s->at_exit, s->bridged, name_of(s->coming), of_rule(s->rule), I(s->coming_in),
        s->due_count);
    EACH(i, s->levels, s->depth)
    MIX(hash, s->levels[i].entry, s->levels[i].next, s->levels[i].used, I(s->levels[i].left));
    EACH(i, s->due, s->due_count) MIX(hash, of_stinger(s->due[i].stinger), s->due[i].segments);
    return hash;
}

static uint64_t of_plays(uint64_t hash, const struct audio *a) {
    for (int i = 0; i < PLAYS; i++) {
        const struct play *p = &a->plays[i];
        if (p->id) MIX(hash, I(i), p->id, p->event, p->count, p->object, p->tag, p->fell_back);
    }
    for (int i = 0; i < LATERS; i++) {
        const struct later *l = &a->laters[i];
        if (l->live)
            MIX(hash, I(i), name_of(l->action), l->play, I(l->delay), F(l->volume), l->object, l->tag);
    }
    EACH(i, a->posts, a->post_count) {
        const struct posted *p = &a->posts[i];
        MIX(hash, p->event, p->play, F(p->volume), p->object, p->tag, I(p->speech), p->after, p->pause_ms);
    }
    return hash;
}

static uint64_t of_choices(uint64_t hash, const struct choice *list, uint32_t count, size_t room) {
    MIX(hash, count);
    for (uint32_t i = 0; i < within(count, room); i++)
        MIX(hash, list[i].group, list[i].value, list[i].from, list[i].object, list[i].ramp_ms, list[i].at_ms);
    return hash;
}

static uint64_t of_values(uint64_t hash, const struct audio *a) {
    EACH(i, a->parameters, a->parameter_count) {
        const struct parameter *p = &a->parameters[i];
        MIX(hash, p->id, p->object, p->curve, p->ramp, F(p->usual), F(p->from), F(p->to), F(p->now), F(p->up),
            F(p->down), p->began_ms, p->ramp_ms);
    }
    hash = of_choices(of_choices(hash, a->states, a->state_count, STATES), a->switches, a->switch_count,
                      SWITCHES);
    EACH(i, a->tunings, a->tuning_count)
    MIX(hash, a->tunings[i].id, F(a->tunings[i].db), F(a->tunings[i].cents), a->tunings[i].mute);
    EACH(i, a->ducks, a->duck_count) MIX(hash, F(a->ducks[i].share), a->ducks[i].quiet_ms);
    for (int i = 0; i < AUDIO_BUSES; i++) MIX(hash, F(a->bus_db[i]), F(a->bus_action_db[i]), a->bus_mute[i]);
    size_t memories = a->set ? (size_t)a->set->memories * AUDIO_OBJECTS : 0;
    for (size_t i = 0; i < memories; i++) {
        const struct memory *m = &a->memories[i];
        if (!m->count && !m->next && !m->used) continue; // it never chose
        MIX(hash, i, m->count, m->next, m->used);
        hash = hash64(hash, m->last, within(m->count, REMEMBER));
    }
    return hash;
}

static uint64_t of_stream(uint64_t hash, const struct stream *s) {
    MIX(hash, s->state);
    if (s->state == STREAM_NONE) return hash;
    MIX(hash, s->came, s->at, s->step, F(s->gain), s->rate, s->dry_ms, s->kernel ? s->kernel->rate : 1);
    uint64_t from = s->at >> 32; // and what the weights look back for
    from -= from < KERNEL_SIDE ? from : KERNEL_SIDE;
    for (uint64_t i = from; i < s->came && i - from < AUDIO_STREAM_ROOM; i++)
        hash = hash64(hash, &s->room[i % AUDIO_STREAM_ROOM], sizeof *s->room);
    return hash;
}

uint64_t audio_hash(const struct audio *a) {
    uint64_t hash = hash64(0, WORDS(a->last_play, a->last_serial, a->post_count, a->parameter_count,
                                    a->tuning_count, a->duck_count, F(a->master)));
    for (int i = 0; i < AUDIO_VOICES; i++)
        if (a->voices[i].live) hash = of_voice(MIX(hash, I(i)), &a->voices[i]);
    for (int i = 0; i < WALKS; i++)
        if (a->walks[i].live) hash = of_walk(MIX(hash, I(i)), &a->walks[i]);
    for (int i = 0; i < SONGS; i++)
        if (song_lives(a, &a->songs[i])) hash = of_song(MIX(hash, I(i)), &a->songs[i]);
    for (int i = 0; i < STUNG; i++)
        if (a->stung[i].stinger) MIX(hash, I(i), of_stinger(a->stung[i].stinger), a->stung[i].at_ms);
    hash = of_stream(of_values(of_plays(hash, a), a), &a->stream);
    for (int i = 0; i < SPEECHES; i++) {
        const struct speech *s = &a->speeches[i];
        if (!s->play) continue;
        MIX(hash, I(i), s->play, of_source(&s->source));
        hash = hash64(hash, s->source.data.at, s->source.data.len);
    }
    return hash;
}
