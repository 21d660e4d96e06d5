// A soul: somebody who lives in a body, whoever made it. Senses in, command out, once a life tick.
//
//     struct soul *soul = robot_soul(robot_new(&config));         // the robots' kind; others have makers of their own
//     soul_ask(soul, &envelope, &request);                        // any time between ticks; ERR_BUSY when it takes no more
//     soul_step(soul, &in, &out);
//     count = soul_events(soul, &events, &lost);                  // of this tick
//     while (soul_reply(soul, &envelope, &reply)) …               // to whoever asked
//     soul_view(soul, &view);
//     soul_free(soul);
//
// Every kind has messages of its own: a protocol in schema/ whose first direction is requests and whose
// second is replies, a struct that is the view, an enumeration that names events. Envelopes, events, errands'
// answers and the calendar have one form for all (schema/life.clad). A request, a reply or a view is handed
// over as a pointer to the kind's own struct; who only carries them has room for any in union soul_message
// and union soul_view. Bytes inside a message are the caller's and are copied by whoever keeps them.
//
// A soul is a function of what reaches it: it reads no clock and draws no hidden chance. A step allocates
// nothing. Errands are posted to the crew of the loop with the soul's id as their asker; the loop hands their
// answers in before the step.
#pragma once

#include "border/body_model.h"
#include "border/border.h"
#include "schema/schema.h"

#include "base/err.h"

enum { LIFE_TICK_US = 33000, SOUL_MESSAGE_MAX = 2048, SOUL_VIEW_MAX = 4096, SOUL_NAME_MAX = 64 };
enum soul_direction { SOUL_REQUEST, SOUL_REPLY };

struct soul_messages {
    const struct schema_protocol *protocol; // NAME_schema
    unsigned version;
    size_t size;                      // of struct NAME_message
    const struct schema_struct *view; // one of its numbers is called tick: how many it has lived
    const struct schema_enum *events; // names of struct life_event's kinds
};

struct soul;
// What it shows on a display of its creature. The number grows when the pixels are others; the easel is the
// looker's own.
struct easel;
struct raster;
struct soul_face {
    uint32_t (*number)(const struct soul *soul, uint16_t *width, uint16_t *height);
    void (*paint)(const struct soul *soul, struct easel *easel, const struct raster *raster);
};
// What it lets be heard by somebody outside, from the next tick on. False: too many listen already, or the
// tap's rate is another.
struct audio_tap;
struct soul_sound {
    uint32_t (*rate_hz)(const struct soul *soul);
    bool (*own_volume)(const struct soul *soul); // its body is told how loud, and its samples are all full
    bool (*listen)(struct soul *soul, struct audio_tap *tap);
    void (*unlisten)(struct soul *soul, struct audio_tap *tap);
};

struct errand_answer;
struct soul_class {
    const char *kind; // "robot"
    const struct soul_messages *messages;
    void (*step)(struct soul *soul, const struct senses_in *in, struct command_out *out);
    enum err (*ask)(struct soul *soul, const struct life_envelope *envelope, const void *request);
    void (*answer)(struct soul *soul, const struct errand_answer *answer);
    void (*calendar)(struct soul *soul, const struct life_calendar *calendar);
    // Of the last step, in order; lost: how many more there were than it has room for.
    size_t (*events)(const struct soul *soul, const struct life_event **events, uint32_t *lost);
    bool (*reply)(struct soul *soul, struct life_envelope *to, void *reply);
    void (*view)(const struct soul *soul, void *view);
    uint32_t (*tick)(const struct soul *soul); // steps so far
    // Room by room, for finding where two lives part: names and hashes; returns how many there are, whatever
    // the room.
    size_t (*hashes)(const struct soul *soul, const char **names, uint64_t *hashes, size_t room);
    void (*free)(struct soul *soul);
    // What an event's numbers name: a clip. Empty: nothing. NULL: they never do.
    void (*name)(const struct soul *soul, const struct life_event *event, char name[SOUL_NAME_MAX]);
    const struct soul_face *face;   // NULL: it has none
    const struct soul_sound *sound; // likewise
};
struct soul { // the first member of every kind's own struct
    const struct soul_class *class;
    const struct body_model *model;
    uint64_t id; // asker of its errands; no two in a run have the same
};

union soul_message {
    unsigned kind;
    struct life_message life;
    uint64_t room[SOUL_MESSAGE_MAX / sizeof(uint64_t)];
};
union soul_view {
    struct life_view life;
    uint64_t room[SOUL_VIEW_MAX / sizeof(uint64_t)];
};

static inline void soul_step(struct soul *soul, const struct senses_in *in, struct command_out *out) {
    soul->class->step(soul, in, out);
}
static inline enum err soul_ask(struct soul *soul, const struct life_envelope *envelope,
                                const void *request) {
    return soul->class->ask(soul, envelope, request);
}
static inline void soul_answer(struct soul *soul, const struct errand_answer *answer) {
    soul->class->answer(soul, answer);
}
static inline void soul_calendar(struct soul *soul, const struct life_calendar *calendar) {
    soul->class->calendar(soul, calendar);
}
static inline size_t soul_events(const struct soul *soul, const struct life_event **events, uint32_t *lost) {
    return soul->class->events(soul, events, lost);
}
static inline bool soul_reply(struct soul *soul, struct life_envelope *to, void *reply) {
    return soul->class->reply(soul, to, reply);
}
static inline void soul_view(const struct soul *soul, void *view) { soul->class->view(soul, view); }
static inline uint32_t soul_tick(const struct soul *soul) { return soul->class->tick(soul); }
static inline const struct soul_messages *soul_messages(const struct soul *soul) {
    return soul->class->messages;
}
static inline void soul_free(struct soul *soul) {
    if (soul) soul->class->free(soul);
}
size_t soul_hashes(const struct soul *soul, const char **names, uint64_t *hashes, size_t room);
uint64_t soul_hash(const struct soul *soul); // of all its rooms and its tick
// Its view as the robots have it; false: its views are others, and nothing was written.
bool soul_life_view(const struct soul *soul, struct life_view *view);
// ERR_LIMIT: messages or views too large to be carried.
enum err soul_check(const struct soul *soul, struct fault *fault);

// The robots' messages, which a recording is taken to have unless somebody says otherwise.
extern const struct soul_messages life_soul_messages;
