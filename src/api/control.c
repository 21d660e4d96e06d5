// Behaviour control: who may drive the robot. The smaller a level's number, the stronger it is.
//
// One stream holds control at a time. Another that asks at an equal or stronger level takes it over; a weaker
// one waits until it is free. Streams that lost control without having let it go stand in line.
//
// The robot has one lock for all doors, and tells who has it (CONTROL_GRANTED, CONTROL_LOST). What happens to
// its body ends control below OVERRIDE_BEHAVIORS: at an edge, in a hand and off its treads the lock goes to
// the robot itself, and comes back when it stands still again.
#include "api/api_internal.h"

#include <stdlib.h>

enum { OVERRIDE = 10, DEFAULT = 20, RESERVE = 30, PING_US = 1000000 };
// It is itself again when its wheels have stood so long, or at the latest so long after the last mishap.
enum { STANDS_US = 500000, RECOVERS_US = 5000000 };

struct holder { // a stream that asks for control
    struct holder *next;
    struct api_call *call;
    uint8_t level;
    bool wants, holds;
    bool asks;      // the robot was asked for its lock
    uint64_t asked; // which came first
    int64_t ping_us;
};
struct control {
    struct holder *holders;
    uint64_t count;
    bool reacting;               // the robot minds its body
    bool no_lock;                // this soul has none
    uint64_t upset_us, moved_us; // body time: the last mishap; when its wheels turned last
};

struct control *control_new(void) {
    return calloc(1, sizeof(struct control));
}
void control_free(struct control *control) { free(control); }

static struct holder *who_holds(const struct api *api) {
    struct holder *h = api->control->holders;
    while (h && !h->holds) h = h->next;
    return h;
}

bool control_held(const struct api *api) {
    const struct holder *h = who_holds(api);
    return h && h->level < RESERVE;
}

// ------------------------------------------------------------------------------------- what streams are told
static void say(struct holder *h, Vector__BehaviorControlResponse__ResponseTypeCase which) {
    Vector__ControlGrantedResponse granted = VECTOR__CONTROL_GRANTED_RESPONSE__INIT;
    Vector__ControlLostResponse lost = VECTOR__CONTROL_LOST_RESPONSE__INIT;
    Vector__ReservedControlLostResponse reserved = VECTOR__RESERVED_CONTROL_LOST_RESPONSE__INIT;
    Vector__KeepAlivePing ping = VECTOR__KEEP_ALIVE_PING__INIT;
    Vector__BehaviorControlResponse response = VECTOR__BEHAVIOR_CONTROL_RESPONSE__INIT;
    response.response_type_case = which;
    switch (which) {
    case VECTOR__BEHAVIOR_CONTROL_RESPONSE__RESPONSE_TYPE_CONTROL_GRANTED_RESPONSE:
        response.control_granted_response = &granted;
        break;
    case VECTOR__BEHAVIOR_CONTROL_RESPONSE__RESPONSE_TYPE_CONTROL_LOST_EVENT:
        response.control_lost_event = &lost;
        break;
    case VECTOR__BEHAVIOR_CONTROL_RESPONSE__RESPONSE_TYPE_RESERVED_CONTROL_LOST_EVENT:
        response.reserved_control_lost_event = &reserved;
        break;
    default:
        response.keep_alive = &ping;
    }
    api_reply(h->call, &response);
}
#define SAY(holder, what) say((holder), VECTOR__BEHAVIOR_CONTROL_RESPONSE__RESPONSE_TYPE_##what)

static void lose(struct holder *h) {
    h->holds = false;
    if (h->level < RESERVE) api_control_lost(h->call->api);
    if (h->level == RESERVE)
        SAY(h, RESERVED_CONTROL_LOST_EVENT);
    else
        SAY(h, CONTROL_LOST_EVENT);
}

// -------------------------------------------------------------------------------------------- who comes next
static bool may(const struct api *api, const struct holder *h) {
    return h->wants && (!api->control->reacting || h->level == OVERRIDE);
}

static struct holder *next_of(const struct api *api, const struct holder *now) {
    struct holder *best = NULL;
    for (struct holder *h = api->control->holders; h; h = h->next) {
        if (h == now || !may(api, h)) continue;
        if (now && (h->level > now->level || h->asked < now->asked))
            continue; // weaker, or has lost to it already
        if (!best || h->level < best->level || (h->level == best->level && h->asked > best->asked)) best = h;
    }
    return best;
}

static bool wanted(const struct api *api) {
    for (const struct holder *h = api->control->holders; h; h = h->next)
        if (h->wants) return true;
    return false;
}

static void tell_robot(struct holder *h);
static void let_go(struct api *api);

static void arbitrate(struct api *api) {
    struct holder *now = who_holds(api), *best;
    if (now && !may(api, now)) {
        lose(now);
        now = NULL;
    }
    best = next_of(api, now);
    if (!best) return;
    if (now) lose(now);
    tell_robot(best);
}

static void grant(struct holder *h) {
    if (h->holds || !h->wants) return;
    h->holds = true;
    SAY(h, CONTROL_GRANTED_RESPONSE);
}

static void locked(struct api_call *call, const struct life_message *reply, void *data) {
    struct holder *h = data;
    struct api *api = call->api;
    h->asks = false;
    if (reply->kind != LIFE_DONE) return;
    api->control->no_lock = reply->done.verdict == LIFE_VERDICT_UNKNOWN;
    bool mine = reply->done.verdict == LIFE_VERDICT_DONE || api->control->no_lock;
    if (mine && !who_holds(api) && may(api, h)) grant(h);
    if (mine && !h->wants) let_go(api); // it was taken back meanwhile
}

static void tell_robot(struct holder *h) {
    struct life_message m = {.kind = LIFE_CONTROL, .control = {.level = h->level}};
    h->asks = true;
    api_ask(h->call, NULL, &m, locked, h);
}

// Nobody leads any more.
static void let_go(struct api *api) {
    if (who_holds(api) || !api->door) return;
    for (const struct holder *h = api->control->holders; h; h = h->next)
        if (h->asks) return;
    api_tell(api, &(struct life_message){.kind = LIFE_CONTROL});
}

// A person says so: whoever wants it has to ask again.
void control_take_back(struct api *api) {
    struct holder *now = who_holds(api);
    for (struct holder *h = api->control->holders; h; h = h->next) h->wants = false;
    if (now) lose(now);
    let_go(api);
}

void control_heard(struct api *api, const struct life_event *event) {
    if (event->subject != LIFE_DOOR_SDK) return;
    api->control->reacting = event->kind == LIFE_EVENT_KIND_CONTROL_LOST && wanted(api);
    struct holder *now = who_holds(api);
    if (event->kind == LIFE_EVENT_KIND_CONTROL_LOST && now && now->level != OVERRIDE) lose(now);
    if (event->kind == LIFE_EVENT_KIND_CONTROL_GRANTED && !now) {
        struct holder *best = next_of(api, NULL);
        if (best) grant(best);
    }
}

static void ask(struct holder *h, int priority) {
    struct api *api = h->call->api;
    bool held = h->holds;
    uint8_t level = priority == OVERRIDE || priority == RESERVE ? (uint8_t)priority : DEFAULT;
    if (held && h->level < RESERVE && level != h->level) api_control_lost(api); // what it was doing ends
    h->wants = true;
    h->level = level;
    h->asked = ++api->control->count;
    arbitrate(api);
    if (!held || !h->holds) return;
    tell_robot(h); // at another level, perhaps
    SAY(h, CONTROL_GRANTED_RESPONSE);
}

// Who cannot send a stream lets go by another call: what the one before has, or waits for, is meant.
static struct holder *meant(const struct holder *by) {
    struct holder *best = NULL;
    if (by->wants || by->call->rpc->stream == API_BOTH) return NULL;
    for (struct holder *h = by->call->api->control->holders; h; h = h->next) {
        if (!h->wants || h->call->rpc != by->call->rpc) continue;
        if (!best || h->holds || (!best->holds && h->asked > best->asked)) best = h;
    }
    return best;
}

static void release(struct holder *h) {
    struct api *api = h->call->api;
    struct holder *other = meant(h);
    if (other) SAY(h, CONTROL_LOST_EVENT), h = other;
    h->wants = false;
    if (h->holds && h->level < RESERVE) api_control_lost(api);
    h->holds = false;
    SAY(h, CONTROL_LOST_EVENT);
    arbitrate(api);
    let_go(api);
}

static void left(struct api_call *call) {
    struct holder *h = call->data;
    struct api *api = call->api;
    struct holder **at = &api->control->holders;
    while (*at != h) at = &(*at)->next;
    *at = h->next;
    if (h->holds && h->level < RESERVE) api_control_lost(api);
    arbitrate(api);
    let_go(api);
    api_end(call, API_OK, "");
}

static struct holder *holder_of(struct api_call *call) {
    if (call->data) return call->data;
    struct control *control = call->api->control;
    struct holder *h = call->data = calloc(1, sizeof *h);
    if (!h) {
        api_end(call, API_RESOURCE_EXHAUSTED, "no memory for another stream");
        return NULL;
    }
    *h = (struct holder){.call = call, .ping_us = call->api->air_us + PING_US, .next = control->holders};
    control->holders = h;
    call->left = left;
    return h;
}

void api_behavior_control(struct api_call *call, const void *message) {
    const Vector__BehaviorControlRequest *request = message;
    bool asks = request->request_type_case == VECTOR__BEHAVIOR_CONTROL_REQUEST__REQUEST_TYPE_CONTROL_REQUEST;
    bool lets = request->request_type_case == VECTOR__BEHAVIOR_CONTROL_REQUEST__REQUEST_TYPE_CONTROL_RELEASE;
    if (!asks && !lets) {
        if (call->rpc->stream != API_BOTH)
            api_end(call, API_INVALID_ARGUMENT, "expected a request or a release");
        else
            api_end(call, API_OK, "");
        return;
    }
    struct holder *h = holder_of(call);
    if (!h) return;
    if (asks)
        ask(h, (int)request->control_request->priority);
    else
        release(h);
}

void api_assume_behavior_control(struct api_call *call, const void *request) {
    api_behavior_control(call, request);
}

// ------------------------------------------------------------------------------------------------ time
// At an edge, in a hand, in the air, on its back: its body comes first.
static void feel(struct api *api) {
    const struct body_senses *senses = api_senses(api);
    struct control *control = api->control;
    if (!senses) return;
    bool upset =
        senses->status & (BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING | BODY_STATUS_HELD | BODY_STATUS_CLIFF);
    if (senses->attitude != BODY_ATTITUDE_ON_TREADS && senses->attitude != BODY_ATTITUDE_UNKNOWN)
        upset = true;
    if (upset || !control->reacting) control->upset_us = control->moved_us = senses->time_us;
    if (senses->status & BODY_STATUS_WHEELS_MOVING) control->moved_us = senses->time_us;
    if (upset)
        control->reacting = true;
    else if (senses->time_us - control->moved_us >= STANDS_US ||
             senses->time_us - control->upset_us >= RECOVERS_US)
        control->reacting = false;
}

void control_turn(struct api *api) {
    bool before = api->control->reacting;
    feel(api);
    if (before != api->control->reacting) arbitrate(api);
    if (!before && api->control->reacting && wanted(api)) let_go(api); // the robot's own mind may act now
    for (struct holder *h = api->control->holders, *next; h; h = next) {
        next = h->next;
        if (api->air_us < h->ping_us) continue;
        h->ping_us = api->air_us + PING_US;
        SAY(h, KEEP_ALIVE);
        if (!h->asks && !who_holds(api) && next_of(api, NULL) == h) tell_robot(h); // it was refused: again
    }
}
