#include "cli/sweep/cluster.h"

#include "base/system/clock.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_MS = 2, SLICE_MOST = 16, SLICES_EACH = 4, STEP_MOST_US = 1000000, BYE_S = 30, HURRY_S = 2 };
#define SILENCE_AT_FIRST_S 600 // while rank 0 looks at what is wished for

struct cluster cluster = {.living = {.fd = -1}, .all_here = true};

// ------------------------------------------------------------------------------------------------ rank 0

struct peer {
    int64_t silent_us; // how long we have listened and heard nothing
    bool free, out, lost, gone;
};
struct head {
    struct cluster *c;
    struct cli_progress *progress;
    const struct word *start;
    struct peer *peers;
    struct fault trouble; // the last
    int64_t looked_us, said_us;
};

static void say_to(struct head *h, int to, const struct word *word) {
    if (to)
        ranks_say(&h->c->ranks, to, word);
    else
        living_say(&h->c->living, word);
}

static void say_to_all(struct head *h, const struct word *word, bool to_lost) {
    for (int i = 1; i < h->c->ranks.count; i++)
        if (to_lost || !h->peers[i].lost) ranks_say(&h->c->ranks, i, word);
}

static void take(struct head *h, int from, const struct word *word) {
    struct peer *peer = &h->peers[from];
    char words[600];
    peer->silent_us = 0;
    if (peer->lost) fprintf(stderr, "rank %d is back\n", from), peer->lost = false;
    switch (word->kind) {
    case WORD_FREE:
        peer->free = true;
        break;
    case WORD_TOLD:
        if (dealer_is_done(h->progress->dealer, word->told.life)) break; // lived twice
        dealer_done(h->progress->dealer, word->told.life);
        cli_progress_told(h->progress, &word->told);
        break;
    case WORD_TROUBLE:
        fprintf(stderr, "rank %d: %s; it lives no more\n", from,
                fault_text(&word->trouble, words, sizeof words));
        h->trouble = word->trouble, peer->out = true;
        dealer_lost(h->progress->dealer, (uint32_t)from);
        break;
    case WORD_BYE:
        peer->gone = true;
        break;
    default:
        break;
    }
}

// Hears everybody once; waits a moment when nobody says anything.
static void listen_once(struct head *h) {
    struct word word;
    int from, heard = 0;
    while (heard++ < 1000 && ranks_hear(&h->c->ranks, &from, &word))
        if (from > 0 && from < h->c->ranks.count) take(h, from, &word);
    if (living_hear(&h->c->living, heard > 1 ? 0 : WAIT_MS, &word)) take(h, 0, &word);
}

static void deal(struct head *h) {
    uint32_t jobs = h->start->start.jobs, each = (uint32_t)h->c->ranks.count * SLICES_EACH;
    uint32_t most = dealer_left(h->progress->dealer) / each;
    most = most < jobs ? jobs : most > SLICE_MOST * jobs ? SLICE_MOST * jobs : most;
    for (int i = 0; i < h->c->ranks.count; i++) {
        struct peer *peer = &h->peers[i];
        struct word word = {.kind = WORD_SLICE};
        if (!peer->free || peer->out || peer->lost) continue;
        if (!dealer_deal(h->progress->dealer, (uint32_t)i, most, &word.slice)) return;
        peer->free = false;
        say_to(h, i, &word);
    }
}

// Time in which we stood ourselves is nobody's silence.
static void miss_the_silent(struct head *h) {
    int64_t now = air_now_us(), passed = now - h->looked_us;
    int64_t silence_us = (int64_t)(h->start->start.silence_s * 1e6);
    const struct word here = {.kind = WORD_HERE};
    if (passed > STEP_MOST_US) passed = STEP_MOST_US;
    h->looked_us = now;
    for (int i = 1; i < h->c->ranks.count; i++) {
        struct peer *peer = &h->peers[i];
        peer->silent_us += passed;
        if (peer->lost || peer->silent_us <= silence_us) continue;
        uint32_t lives = dealer_lost(h->progress->dealer, (uint32_t)i);
        fprintf(stderr,
                "rank %d has said nothing for %g s: what it had left, %u of its lives, goes to others\n", i,
                h->start->start.silence_s, (unsigned)lives);
        peer->lost = true, peer->free = false;
    }
    if (now - h->said_us < silence_us / 4) return;
    h->said_us = now;
    say_to_all(h, &here, false);
}

static bool anybody_lives(const struct head *h) {
    for (int i = 0; i < h->c->ranks.count; i++)
        if (!h->peers[i].out && !h->peers[i].lost) return true;
    return false;
}

// Ends the living everywhere, and waits until whoever is there has said that it heard it.
static void part(struct head *h, int patience_s) {
    const struct word end = {.kind = WORD_END};
    int64_t until = air_now_us() + patience_s * 1000000LL;
    living_end(&h->c->living);
    say_to_all(h, &end, true);
    for (bool all = false; !all && air_now_us() < until;) {
        listen_once(h);
        all = true;
        for (int i = 1; i < h->c->ranks.count; i++) all &= h->peers[i].gone || h->peers[i].lost;
    }
    for (int i = 1; i < h->c->ranks.count; i++) h->c->all_here &= h->peers[i].gone;
    struct word leave = {.kind = WORD_LEAVE};
    leave.all_here = h->c->all_here;
    say_to_all(h, &leave, false);
    h->c->headed = true;
}

static enum err deal_until_done(struct head *h, const atomic_bool *stop, struct fault *fault) {
    struct dealer *dealer = h->progress->dealer;
    while (dealer_left(dealer) && !atomic_load(stop) && anybody_lives(h)) {
        deal(h);
        listen_once(h);
        miss_the_silent(h);
        cli_progress_show(h->progress, false);
    }
    if (!dealer_left(dealer)) return ERR_NONE;
    if (atomic_load(stop)) return ERR_CANCELLED;
    *fault = h->trouble;
    return fault->err;
}

enum err cluster_head(struct cluster *c, const struct word *start, struct cli_progress *progress,
                      const atomic_bool *stop, struct fault *fault) {
    struct head h = {.c = c, .progress = progress, .start = start, .looked_us = air_now_us()};
    h.peers = calloc((size_t)c->ranks.count, sizeof *h.peers);
    if (!h.peers) return fault_set(fault, ERR_MEMORY, "no memory for so many ranks");
    enum err err = ERR_NONE;
    if (dealer_left(progress->dealer)) {
        for (int i = 0; i < c->ranks.count; i++) say_to(&h, i, start);
        err = deal_until_done(&h, stop, fault);
    }
    part(&h, err == ERR_CANCELLED ? HURRY_S : BYE_S); // who stops us does not wait long
    free(h.peers);
    return err;
}

// ------------------------------------------------------------------------------------------------ the others

bool cluster_rank(struct cluster *c) {
    double silence_s = SILENCE_AT_FIRST_S;
    int64_t silent_us = 0, looked_us = air_now_us(), said_us = looked_us;
    const struct word here = {.kind = WORD_HERE}, bye = {.kind = WORD_BYE};
    struct word word;
    for (int from = 0; silent_us < (int64_t)(silence_s * 1e6);) {
        int64_t now = air_now_us(), passed = now - looked_us;
        silent_us += passed > STEP_MOST_US ? STEP_MOST_US : passed, looked_us = now;
        if (now - said_us > (int64_t)(silence_s * 1e6 / 4)) ranks_say(&c->ranks, 0, &here), said_us = now;
        if (living_hear(&c->living, WAIT_MS, &word)) ranks_say(&c->ranks, 0, &word);
        if (!ranks_hear(&c->ranks, &from, &word)) continue;
        silent_us = 0;
        if (word.kind == WORD_START) silence_s = word.start.silence_s;
        if (word.kind == WORD_START || word.kind == WORD_SLICE) living_say(&c->living, &word);
        if (word.kind == WORD_END) living_end(&c->living), ranks_say(&c->ranks, 0, &bye);
        if (word.kind != WORD_LEAVE) continue;
        c->all_here = word.all_here;
        return true;
    }
    return c->all_here = false;
}

void cluster_leave(struct cluster *c) {
    if (!c->ranks.own && !c->headed) { // nothing was dealt: what was asked for was wrong
        struct head h = {.c = c, .peers = calloc((size_t)c->ranks.count, sizeof *h.peers)};
        if (h.peers) part(&h, BYE_S);
        free(h.peers);
    }
    living_end(&c->living);
    ranks_end(&c->ranks, c->all_here);
}
