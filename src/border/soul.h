// A soul: the mind that lives in a body, whatever its kind. It gets senses and gives a command, once per life
// tick.
//
//     // the robots' kind; others have makers of their own
//     struct soul *soul = robot_soul(robot_new(&config));
//     soul_ask(soul, &envelope, &request);  // any time between ticks; ERR_BUSY when it takes no more
//     soul_step(soul, &in, &out);
//     count = soul_events(soul, &events, &lost);                  // of this tick
//     while (soul_reply(soul, &envelope, &reply)) …               // to whoever asked
//     soul_view(soul, &view);
//     soul_free(soul);
//
// Every kind has messages of its own: a protocol in schema/ whose first direction is requests and whose
// second is replies, a struct for the view, and an enumeration with the names of events. Envelopes, events,
// answers of errands and the calendar have the same form for all kinds (schema/life.clad). A request, reply
// or view is passed as a pointer to the kind's own struct. Code that only carries them uses union
// soul_message and union soul_view, which have room for any. Bytes inside a message belong to the caller;
// whoever keeps them copies them.
//
// A soul is a function of its inputs: it reads no clock and draws no hidden random numbers. A step allocates
// nothing. Errands are posted to the loop's crew with the soul's id as their asker; the loop delivers their
// answers before the step.
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
    const struct schema_struct *view; // it must have a field called tick: the number of steps lived
    const struct schema_enum *events; // names of struct life_event's kinds
};

struct soul;
// What the creature's display shows. The number grows whenever the pixels change. The easel belongs to the
// viewer.
struct easel;
struct raster;
struct soul_face {
    uint32_t (*number)(const struct soul *soul, uint16_t *width, uint16_t *height);
    void (*paint)(const struct soul *soul, struct easel *easel, const struct raster *raster);
};
// What a listener hears from the next tick on. False: too many listeners, or another sample rate.
struct audio_tap;
struct soul_sound {
    uint32_t (*rate_hz)(const struct soul *soul);
    bool (*own_volume)(const struct soul *soul); // the body sets the volume, and samples are at full scale
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
    // Events of the last step, in order. lost: how many more there were than fit.
    size_t (*events)(const struct soul *soul, const struct life_event **events, uint32_t *lost);
    bool (*reply)(struct soul *soul, struct life_envelope *to, void *reply);
    void (*view)(const struct soul *soul, void *view);
    uint32_t (*tick)(const struct soul *soul); // steps so far
    // Hashes by room, to find where two lives diverge. Returns how many there are, even if that is more than
    // `room`.
    size_t (*hashes)(const struct soul *soul, const char **names, uint64_t *hashes, size_t room);
    void (*free)(struct soul *soul);
    // What an event's numbers name, such as a clip. Empty: nothing. A NULL function: never anything.
    void (*name)(const struct soul *soul, const struct life_event *event, char name[SOUL_NAME_MAX]);
    const struct soul_face *face;   // NULL: no face
    const struct soul_sound *sound; // NULL: no sound
};
struct soul { // the first member of every kind's own struct
    const struct soul_class *class;
    const struct body_model *model;
    uint64_t id; // asker of its errands; unique in a run
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
// The view in the robots' form. False: this kind has other views, and nothing was written.
bool soul_life_view(const struct soul *soul, struct life_view *view);
// ERR_LIMIT: its messages or views are too large for the unions.
enum err soul_check(const struct soul *soul, struct fault *fault);

// The robots' messages: what a recording holds unless it says otherwise.
extern const struct soul_messages life_soul_messages;
