// Joins body, soul and workers, and keeps their time.
//
//     struct run *run = run_new(&config, &fault);
//     run_add(run, body, soul, recorder, &fault);  // one or more lives in one world, each with its own soul
//     run_for(run, 60 * 1000000LL);                      // headless: as fast as it goes
//     run_live(run, &stop);                              // or paced by the air clock, until *stop
//     run_free(run);
//
// One loop with body steps of 5 ms. A life tick happens in the first body step at or after its time. Errands
// are waited for at their due tick (headless) or taken when they arrive (live).
//
// Whatever enters a soul goes to the recorder, if there is one; that is enough to live it again. For a body
// with its own display or loudspeaker, the run also draws the face and makes the sound. The recorder does not
// keep these: output is no part of a life.
#pragma once

#include "body/body.h"
#include "border/soul.h"
#include "run/recorder.h"

#include <stdatomic.h>

struct exchange;
struct decoder;
struct net;
struct speech_maker;
struct world;
struct run;
struct run_config {
    struct world *world;     // stepped by the run; NULL when bodies need none
    unsigned workers;        // for errands
    float speed;             // live: world seconds a second
    struct decoder *decoder; // lent: one for several runs, each of which would read 60 MB else; NULL: its own
    bool live;
    int64_t (*air_us)(void *user);        // pacing; NULL: the machine's
    void (*rest)(void *user, int64_t us); // how to wait when live; NULL: sleep
    void *user;
};
// Called after every life tick: events, replies and the view are there to be read.
typedef void run_watcher(void *user, struct run *run, size_t life);

struct run_config run_defaults(void);
struct run *run_new(const struct run_config *config, struct fault *fault);
void run_free(struct run *run); // bodies and souls too; not the world
// The run owns body and soul from then on; after a fault they are still the caller's. The recorder stays the
// caller's.
enum err run_add(struct run *run, struct body *body, struct soul *soul, struct recorder *recorder,
                 struct fault *fault);
void run_watch(struct run *run, run_watcher *watcher, void *user);
// Called before every step of the world and its bodies: happenings, hands and doors take their turn here.
void run_each_step(struct run *run, void (*turn)(void *user, struct run *run), void *user);
struct crew *run_crew(struct run *run);
struct speech_maker *run_voice(struct run *run); // for those who speak in it
struct decoder *run_decoder(struct run *run);    // and for those who listen
// For those who look: opened once. NULL: there is no such model; the first who asks is told why.
const struct net *run_faces(struct run *run, struct fault *fault);
enum { ERRAND_BYTES = 256 << 10 }; // of input and answer: a sentence, spoken slowly
// The request is a message of its soul's schema.
enum err run_ask(struct run *run, size_t life, const struct life_envelope *envelope, const void *request);
enum err run_for(struct run *run, int64_t us);
enum err run_live(struct run *run, const atomic_bool *stop);
// A body whose time is its own is neither paused nor hurried, and then nothing in the run is.
bool run_own_time(const struct run *run);
void run_pause(struct run *run, bool paused);
void run_speed(struct run *run, float speed);
// run_live neither waits nor keeps pace until then, and serves others every few milliseconds. 0: no more.
void run_hurry(struct run *run, int64_t until_us);
int64_t run_hurries(const struct run *run); // until when; 0: it does not
int64_t run_now_us(const struct run *run);
struct exchange *run_exchange(struct run *run);      // for doors: replies, events and views (run/exchange.h)
struct soul *run_soul(struct run *run, size_t life); // NULL: there are fewer lives
const struct body_senses *run_senses(const struct run *run, size_t life); // of the last tick; NULL: nobody
struct body *run_body(struct run *run, size_t life);
// What its body's camera sees, for onlookers, while a watcher is called: neither soul nor world notices. A
// body that cannot show it to them alone (body.h) is asked for it behind the soul's back; then they see what
// the soul sees while it wants pictures itself. The newest one lasts until the next tick; NULL: none came.
// wants: BODY_WANT_PICTURE, and how (in colour, large); 0: nobody looks.
void run_look(struct run *run, size_t life, uint16_t wants);
const struct frame *run_seen(const struct run *run, size_t life, struct body_picture *about);
// The same for what its microphones hear, in one tick each.
void run_listen(struct run *run, size_t life, bool on);
const struct frame *run_heard(const struct run *run, size_t life, struct body_sound *about);
// Room by room, of the whole run: where two lives part. Returns how many there are.
enum { RUN_ROOMS_MAX = 128 };
size_t run_hashes(const struct run *run, const char *names[RUN_ROOMS_MAX], uint64_t hashes[RUN_ROOMS_MAX]);
uint64_t run_hash(const struct run *run);
