#include "act/act.h"

#include "base/hash.h"

#include <string.h>

#define AWAY_S 30.0f // so long it waits for a body that is away

// ------------------------------------------------------------------------------------------------ finding

static bool busy(const struct action *a) { return a->state != ACTION_FREE; }

struct action *actions_find(struct actions *all, uint32_t id) {
    for (int i = 0; i < ACTIONS_MAX; i++)
        if (busy(&all->list[i]) && all->list[i].id == id) return &all->list[i];
    return NULL;
}

struct action *actions_running(struct actions *all, const struct action_row *row) {
    for (int i = 0; i < ACTIONS_MAX; i++)
        if (all->list[i].state == ACTION_RUNS && all->list[i].row == row) return &all->list[i];
    return NULL;
}

void action_progress(struct actions *all, struct action *a) { a->progress = all->tick; }

// The next part in the order in which they were asked for; before: an id, 0 for the first.
static struct action *part_after(struct actions *all, uint32_t compound, uint32_t before) {
    struct action *next = NULL;
    for (int i = 0; i < ACTIONS_MAX; i++) {
        struct action *a = &all->list[i];
        if (busy(a) && a->part_of == compound && a->id > before && (!next || a->id < next->id)) next = a;
    }
    return next;
}

// ------------------------------------------------------------------------------------------------ ending

static void tell(struct actions *all, const struct action *a) {
    if (all->done_count == 4 * ACTIONS_MAX) return; // read after every request and every step: never so many
    all->done[all->done_count++] = (struct action_done){
        a->row,    a->ticket, a->tag,
        a->result, a->door,   a->said ? a->said : result_said((enum life_result)a->result)};
}

bool actions_told(struct actions *all, struct action_done *out) {
    if (all->done_read == all->done_count) return all->done_read = all->done_count = 0, false;
    *out = all->done[all->done_read++];
    return true;
}

// Tells it and all its parts, and forgets them.
static void forget(struct actions *all, struct action *a) {
    for (struct action *part; (part = part_after(all, a->id, 0));) forget(all, part);
    tell(all, a);
    for (int q = 0; q < ACTION_QUEUES; q++)
        for (int i = 0; i < all->lengths[q]; i++)
            if (&all->list[all->queues[q][i]] == a) {
                memmove(&all->queues[q][i], &all->queues[q][i + 1], (size_t)(--all->lengths[q] - i));
                i--;
            }
    memset(a, 0, sizeof *a);
}

static void let_go(struct act *act, struct action *a) {
    player_unlock(&act->performing.player, a->locks, ACTION_FIRST_LOCK + a->id);
    a->locks = 0;
}

static void end(struct actions *all, struct act *act, struct action *a, enum life_result result);

// What is not over yet of a compound's parts ends with it.
static void end_parts(struct actions *all, struct act *act, struct action *a, enum life_result result) {
    for (struct action *part = part_after(all, a->id, 0); part; part = part_after(all, a->id, part->id)) {
        if (part->state == ACTION_OVER) continue;
        bool stops = result != LIFE_RESULT_SUCCESS && result != LIFE_RESULT_INTERRUPTED;
        enum life_result as = stops ? LIFE_RESULT_CANCELLED_WHILE_RUNNING : result;
        end(all, act, part, part->state == ACTION_WAITS ? LIFE_RESULT_NOT_STARTED : as);
    }
}

static void begin_again(struct actions *all, struct action *a) {
    a->state = ACTION_WAITS;
    a->said = NULL;
    for (struct action *part = part_after(all, a->id, 0); part; part = part_after(all, a->id, part->id)) {
        part->tries = 0;
        begin_again(all, part);
    }
}

static void end(struct actions *all, struct act *act, struct action *a, enum life_result result) {
    if (a->state == ACTION_RUNS && a->row->end) a->row->end(act, a, result);
    a->state = ACTION_OVER;
    let_go(act, a);
    end_parts(all, act, a, result);
    a->result = result;
    if (result_may_pass(result) && a->tries < a->retries) {
        a->tries++;
        return begin_again(all, a);
    }
    if (!a->part_of) forget(all, a);
}

void actions_end(struct actions *all, struct act *act, struct action *a, enum life_result result,
                 const char *said) {
    if (said) a->said = said;
    if (!result_may_pass(result)) a->retries = a->tries;
    end(all, act, a, result);
}

uint32_t actions_cancel(struct actions *all, struct act *act, uint32_t tag, uint8_t door) {
    uint32_t count = 0;
    for (int i = 0; i < ACTIONS_MAX; i++) {
        struct action *a = &all->list[i];
        if (!busy(a) || a->state == ACTION_OVER || (tag ? a->tag != tag : a->door != door)) continue;
        count++;
        end(all, act, a,
            a->state == ACTION_WAITS ? LIFE_RESULT_NOT_STARTED : LIFE_RESULT_CANCELLED_WHILE_RUNNING);
    }
    return count;
}

uint32_t actions_interrupt(struct actions *all, struct act *act, uint32_t tracks, const char *said) {
    uint32_t count = 0;
    for (int i = 0; i < ACTIONS_MAX; i++) {
        struct action *a = &all->list[i];
        bool meant = tracks ? a->state == ACTION_RUNS && a->row->tracks & tracks : busy(a);
        if (!meant || a->state == ACTION_OVER) continue;
        count++;
        actions_end(all, act, a, LIFE_RESULT_INTERRUPTED, said);
    }
    return count;
}

// ------------------------------------------------------------------------------------------------ running

static enum life_result lock(struct actions *all, struct act *act, struct action *a) {
    struct player *player = &act->performing.player;
    performing_give_way(&act->performing, a->row->tracks); // what its mind plays gives way to everything
    if (a->door != LIFE_DOOR_MIND) act_mind_gives_way(act, a->row->tracks);
    for (int i = 0; a->row->newest && i < ACTIONS_MAX; i++) {
        struct action *older = &all->list[i];
        if (older == a || older->state != ACTION_RUNS || older->row != a->row) continue;
        actions_end(all, act, older, LIFE_RESULT_INTERRUPTED, "another request took over");
    }
    if (a->row->own_locks) return LIFE_RESULT_RUNNING;
    if (player_lock(player, a->row->tracks, ACTION_FIRST_LOCK + a->id, NULL))
        return LIFE_RESULT_TRACKS_LOCKED;
    a->locks = a->row->tracks;
    return LIFE_RESULT_RUNNING;
}

static bool moves(const struct action *a) {
    return a->row->tracks & (PLAYER_HEAD | PLAYER_LIFT | PLAYER_BODY);
}

static enum life_result may_begin(struct actions *all, struct act *act, struct action *a) {
    const struct act_now *now = &act->now;
    if (a->row->on_treads && !act_on_treads(act)) return LIFE_RESULT_INVALID_OFF_TREADS_STATE;
    if (a->row->off_charger && now->status & BODY_STATUS_ON_CHARGER)
        return LIFE_RESULT_SHOULDNT_DRIVE_ON_CHARGER;
    if (moves(a) && act->away_since) return LIFE_RESULT_SEND_MESSAGE_TO_ROBOT_FAILED;
    return lock(all, act, a);
}

static enum life_result begin(struct actions *all, struct act *act, struct action *a) {
    memset(&a->own, 0, sizeof a->own);
    a->began = a->progress = all->tick;
    a->said = NULL;
    struct reader in = reader_of(a->asked, a->size);
    if (life_message_decode(&act->asked, &in, LIFE_REQUEST, 1)) return LIFE_RESULT_ABORT;
    enum life_result result = may_begin(all, act, a);
    if (result != LIFE_RESULT_RUNNING) return result;
    a->state = ACTION_RUNS;
    if (!a->tries) a->result = LIFE_RESULT_RUNNING, tell(all, a);
    return a->row->begin ? a->row->begin(act, a, &act->asked) : LIFE_RESULT_RUNNING;
}

static bool out_of_time(const struct actions *all, const struct action *a) {
    float seconds = a->row->seconds == 0 ? ACTION_SECONDS : a->row->seconds;
    uint32_t since = a->row->by_progress ? a->progress : a->began;
    return seconds > 0 && (float)(all->tick - since) > act_ticks(seconds);
}

static void run(struct actions *all, struct act *act, struct action *a) {
    enum life_result result = LIFE_RESULT_RUNNING;
    if (a->state == ACTION_OVER) return;
    uint32_t id = a->id;
    if (a->state == ACTION_WAITS)
        result = begin(all, act, a);
    else if (a->row->on_treads && act->now.status & (BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING))
        result = LIFE_RESULT_INTERRUPTED, a->said = "it was picked up";
    else if (moves(a) && act->away_since && (float)(all->tick - act->away_since) > act_ticks(AWAY_S))
        result = LIFE_RESULT_SEND_MESSAGE_TO_ROBOT_FAILED;
    else if (out_of_time(all, a))
        result = LIFE_RESULT_TIMEOUT;
    else if (a->row->step)
        result = a->row->step(act, a);
    if (busy(a) && a->id == id && result != LIFE_RESULT_RUNNING) end(all, act, a, result);
}

void actions_step(struct actions *all, struct act *act, uint32_t tick) {
    all->tick = tick;
    for (int q = 0; q < ACTION_QUEUES; q++)
        if (all->lengths[q]) run(all, act, &all->list[all->queues[q][0]]);
}

// ------------------------------------------------------------------------------------------------ compounds

static enum life_result begin_compound(struct act *act, struct action *a, const struct life_message *asked) {
    a->parts = asked->compound.parts;
    a->parallel = asked->compound.parallel;
    return a->parts ? LIFE_RESULT_RUNNING : LIFE_RESULT_NULL_SUBACTION;
}

static enum life_result step_compound(struct act *act, struct action *a) {
    struct actions *all = &act->actions;
    if (a->part_count < a->parts)
        return all->tick - a->began > ACTION_PARTS_TICKS ? LIFE_RESULT_NULL_SUBACTION : LIFE_RESULT_RUNNING;
    bool over = true;
    for (struct action *part = part_after(all, a->id, 0); part; part = part_after(all, a->id, part->id)) {
        run(all, act, part);
        if (part->state != ACTION_OVER) {
            over = false;
            if (!a->parallel) break;
        } else if (part->result != LIFE_RESULT_SUCCESS) {
            return a->said = part->said, (enum life_result)part->result;
        }
    }
    return over ? LIFE_RESULT_SUCCESS : LIFE_RESULT_RUNNING;
}

const struct action_row ACTION_COMPOUND = {
    .name = "compound", .seconds = ACTION_ENDLESS, .begin = begin_compound, .step = step_compound};

// ------------------------------------------------------------------------------------------------ asking

static bool own_tag(uint32_t tag, uint8_t door) {
    if (door == LIFE_DOOR_SDK) return tag >= 2000001 && tag <= 3000000;
    if (door == LIFE_DOOR_MIND) return tag > 3000000;
    return tag >= 1 && tag <= 1000000;
}

static struct action *compound_of(struct actions *all, const struct life_envelope *from) {
    for (int i = 0; i < ACTIONS_MAX; i++) {
        struct action *a = &all->list[i];
        if (busy(a) && a->row == &ACTION_COMPOUND && a->ticket == from->part_of && a->door == from->door)
            return a;
    }
    return NULL;
}

// How many parts it has been promised: it may not have begun.
static uint8_t promised(const struct action *compound) {
    struct life_message asked;
    struct reader in = reader_of(compound->asked, compound->size);
    return life_message_decode(&asked, &in, LIFE_REQUEST, 1) ? 0 : asked.compound.parts;
}

static void put(struct actions *all, uint8_t queue, uint32_t at, uint8_t index) {
    uint8_t *q = all->queues[queue];
    if (at > all->lengths[queue]) at = all->lengths[queue];
    memmove(&q[at + 1], &q[at], all->lengths[queue] - at);
    q[at] = index;
    all->lengths[queue]++;
}

static void stop_first(struct actions *all, struct act *act, bool resumes) {
    if (!all->lengths[0]) return;
    struct action *a = &all->list[all->queues[0][0]];
    if (!resumes) {
        return actions_end(all, act, a, LIFE_RESULT_CANCELLED_WHILE_RUNNING, "another request took over");
    }
    if (a->state == ACTION_RUNS && a->row->end) a->row->end(act, a, LIFE_RESULT_INTERRUPTED);
    let_go(act, a);
    for (struct action *part = part_after(all, a->id, 0); part; part = part_after(all, a->id, part->id)) {
        if (part->state == ACTION_RUNS && part->row->end) part->row->end(act, part, LIFE_RESULT_INTERRUPTED);
        let_go(act, part);
    }
    begin_again(all, a);
}

static bool queue_up(struct actions *all, struct act *act, struct action *a, uint8_t where) {
    uint8_t index = (uint8_t)(a - all->list);
    if (where == LIFE_QUEUE_IN_PARALLEL) {
        for (int q = 1; q < ACTION_QUEUES; q++)
            if (!all->lengths[q]) return put(all, a->queue = (uint8_t)q, 0, index), true;
        return false;
    }
    if (where == LIFE_QUEUE_NOW_AND_CLEAR) {
        a->state = ACTION_FREE; // not itself
        actions_interrupt(all, act, 0, "another request took over");
        a->state = ACTION_WAITS;
    }
    if (where == LIFE_QUEUE_NOW || where == LIFE_QUEUE_NOW_AND_RESUME)
        stop_first(all, act, where == LIFE_QUEUE_NOW_AND_RESUME);
    put(all, 0, where == LIFE_QUEUE_AT_END ? ACTIONS_MAX : where == LIFE_QUEUE_NEXT ? 1 : 0, index);
    return true;
}

static bool no(enum life_result *out, enum life_result result) { return *out = result, false; }

bool actions_add(struct actions *all, struct act *act, const struct action_row *row,
                 const struct life_envelope *from, const struct life_message *asked,
                 enum life_result *result) {
    struct action *a = NULL, *whole = NULL;
    for (int i = ACTIONS_MAX; i-- > 0;)
        if (!busy(&all->list[i])) a = &all->list[i];
    if (from->tag && !own_tag(from->tag, from->door)) return no(result, LIFE_RESULT_BAD_TAG);
    if (!a || from->queue > LIFE_QUEUE_AT_END) return no(result, LIFE_RESULT_ABORT);
    struct writer w = writer_of(a->asked, sizeof a->asked);
    if (life_message_encode(asked, &w, 1)) return no(result, LIFE_RESULT_ABORT); // too long to be kept
    if (from->part_of) {
        whole = compound_of(all, from);
        if (!whole || whole->part_count == promised(whole)) return no(result, LIFE_RESULT_NULL_SUBACTION);
        if (whole->depth + 1 >= ACTION_DEPTH) return no(result, LIFE_RESULT_ABORT);
    }
    a->row = row, a->size = (uint16_t)writer_len(&w);
    a->id = ++all->last_id;
    a->tag = from->tag ? from->tag : 3000001 + all->last_tag++ % 1000000000;
    a->ticket = from->ticket, a->door = from->door, a->retries = from->retries;
    a->state = ACTION_WAITS;
    if (whole) {
        a->part_of = whole->id, a->depth = (uint8_t)(whole->depth + 1);
        whole->part_count++;
    } else if (!queue_up(all, act, a, from->queue)) {
        memset(a, 0, sizeof *a);
        return no(result, LIFE_RESULT_ABORT);
    } else if (all->queues[a->queue][0] == a - all->list) {
        run(all, act, a); // who is first begins at once
    }
    *result = LIFE_RESULT_RUNNING;
    return true;
}

// --- Telling lives apart -----------------------------------------------------------------------------------

uint64_t actions_hash(const struct actions *all) {
    uint32_t numbers[] = {all->last_id, all->last_tag, all->tick};
    uint64_t h = hash64(0, numbers, sizeof numbers);
    for (int i = 0; i < ACTIONS_MAX; i++) {
        const struct action *a = &all->list[i];
        if (a->row) h = hash64(h, a->row->name, strlen(a->row->name));
        if (a->said) h = hash64(h, a->said, strlen(a->said));
        h = hash64(h, &a->id, sizeof *a - offsetof(struct action, id));
    }
    h = hash64(h, all->queues, sizeof all->queues);
    return hash64(h, all->lengths, sizeof all->lengths);
}
