// The inside of include/critter/cozmo.h: one session with a robot over a socket, and what is known about the
// robot.
//
// client.c     socket, link and waiting; connecting step by step
// events.c     names, handlers and groups of them, the line of events that polling takes from
// log.c        six channels of the log, and what the robot says about itself
// state.c      the last state, and an event for each bit that changed
// waits.c      the calls that wait for what another began
// objects.c    cubes near and connected
// camera.c     pieces to pictures
// stage.c      thirty slots a second: sound or silence, and the picture
// lights.c     light patterns by name
// clips.c      clips made into slots, and the face between them
// commands.c   what the header calls commands; path.c, nv.c, update.c: those that talk back and forth
//
// One allocation at creation; buffers for sound and pictures grow with what the caller passes in. Everything
// runs on the caller's thread, inside the calls that wait.
#pragma once

#include "base/buf.h"
#include "base/err_public.h"
#include "base/system/log.h"
#include "codec/picture/rle.h"
#include "link/cozmo/engine_link.h"
#include "link/cozmo/pieces.h"
#include "link/cozmo/send_credit.h"
#include "link/cozmo/words.h"
#include "net/udp.h"

#include <critter/cozmo.h>

struct library;
enum {
    CLIENT_HANDLERS = 64,
    CLIENT_EVENTS = 128,
    CLIENT_DEEP = 16, // events within events
    CLIENT_POSTS = 100,
    CLIENT_OBJECTS = 32,
    CLIENT_GO_TO_ID = 1,         // of the path that go_to drives
    CLIENT_COMMAND_US = 1000000, // how long a command may wait for its place in the window
};

struct client_event {
    const char *name; // a static name, from a table or a schema; NULL: own_name
    char own_name[40];
    int value, id;
    uint16_t size;
    uint8_t body[AIR_CONTENT_MAX];
};

struct client_handler {
    const char *name; // NULL: every event
    char own_name[40];
    critter_cozmo_handler *call;
    void *user;
    bool used, once;
};

// Event handlers, and groups below them. A session has one group; every public group is one too.
struct critter_cozmo_group {
    struct critter_cozmo_group *parent, *first, *last, *next;
    struct critter_cozmo_group *walking; // the child to be called next
    struct client_handler handlers[CLIENT_HANDLERS];
};

// Log settings of this handle; see log.c.
enum client_channel {
    LOG_GENERAL,
    LOG_PROTOCOL,
    LOG_ROBOT,
    LOG_REACTION,
    LOG_BEHAVIOR,
    LOG_ANIMATION,
    LOG_CHANNELS
};
struct client_log {
    enum log_level level[LOG_CHANNELS];
    uint64_t only, except; // groups of messages, one bit each; only 0: all
};

struct client_camera {
    struct pieces pieces;
    struct buf jpeg; // the last complete picture
    uint32_t number, time_ms;
    unsigned width, height;
    bool colour;
};

struct client_stage {
    bool on; // the robot was asked for the stream
    int64_t began_us;
    uint64_t slots; // since then
    struct send_credit credit;
    struct buf sound; // encoded samples that wait
    size_t sound_at;
    bool sounding;
    uint8_t picture[1032];
    size_t picture_size;
    bool picture_shown, picture_new;
    uint64_t picture_slot;
};

struct critter_cozmo {
    struct loop *loop;
    struct udp *udp;
    struct engine_link *link;
    struct critter_cozmo_config config;
    struct air_peer robot;
    bool open, found, ready, enabled, over;
    bool busy;       // inside a handler
    bool stepping;   // inside a call that must not wait
    bool origin_due; // it was put down, and the queue was too full to say so
    enum air_end end;
    bool connecting; // until it is found: `step_due_us` ends the current step
    int64_t step_due_us;
    struct fault fault;
    char said[640]; // the fault as text
    struct client_log log;

    struct critter_cozmo_identity identity;
    struct critter_cozmo_state state;
    struct critter_cozmo_object objects[CLIENT_OBJECTS];
    size_t object_count;
    struct client_camera camera;
    struct client_stage stage;
    struct client_clips *clips;    // NULL: not loaded yet
    struct client_lights *lights;  // likewise
    int64_t stop_wheels_us;        // INT64_MAX: not set
    uint8_t action, acked;         // ids of the last action, and of the last one acknowledged
    uint32_t states, acked_states; // how many came, and how many had come at that acknowledgement

    struct critter_cozmo_group handlers;
    unsigned posting, posted; // nested events: depth and number
    struct cozmo_words *words;
    struct client_event events[CLIENT_EVENTS]; // a ring
    unsigned event_first, event_count;
    struct client_event waited; // the event that client_wait waited for
    const char *waiting;
    const int *waiting_value; // NULL: any value
    bool came;
    struct client_event polled; // belongs to the caller until the next call
};

// client.c
enum err client_fail(struct critter_cozmo *c, enum err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same as the number that a program sees.
#define client_refuse(...) err_public(client_fail(__VA_ARGS__))
// Copies as much as fits into the caller's struct; its first member says how large it is.
void client_give(void *out, const void *from, size_t own);
// receives, answers, and waits for at most wait_us
void client_pump(struct critter_cozmo *c, int64_t wait_us);
enum err client_over(struct critter_cozmo *c); // the session is over: returns why
// ERR_STATE inside a handler. Check it before starting anything: what cannot be waited for must not be
// started.
enum err client_may_wait(struct critter_cozmo *c);
enum err client_tell(struct critter_cozmo *c, const struct cozmo_message *message);
enum err client_send(struct critter_cozmo *c, uint8_t id, struct bytes body);
// Waits for an event of that name, or the end of the session. The event is in c->waited.
enum err client_wait(struct critter_cozmo *c, const char *name, int64_t wait_us);
// Waits until `done` is true, at most until `limit_us` on the loop's clock. If time runs out, `what` names
// what it waited for.
enum err client_until(struct critter_cozmo *c, bool (*done)(const struct critter_cozmo *c, void *user),
                      void *user, int64_t limit_us, const char *what);
enum err client_sleep(struct critter_cozmo *c, int ms);
// log.c
enum err client_log_setup(struct client_log *log, const char *words, struct fault *fault);
enum err client_log_begin(struct critter_cozmo *c); // from the config, or else the environment
void client_log(const struct critter_cozmo *c, enum log_level level, enum client_channel channel,
                const char *format, ...) __attribute__((format(printf, 4, 5)));
void client_log_message(const struct critter_cozmo *c, const char *arrow, uint8_t id, struct bytes body,
                        enum cozmo_direction direction, unsigned version);
void client_log_debug(struct critter_cozmo *c, const struct cozmo_debug_data *said);
void client_log_event(const struct critter_cozmo *c, const struct client_event *event);
// events.c
void client_event(struct critter_cozmo *c, const char *name, int value, int id, struct bytes body);
const char *client_event_name(const struct client_event *event);
void client_groups_end(struct critter_cozmo *c);
const char *client_bit_name(unsigned bit); // NULL: no such bit
struct critter_cozmo_event client_public(const struct client_event *event);
// The following handle a received message.
void client_state(struct critter_cozmo *c, const struct cozmo_robot_state *state);
void client_objects(struct critter_cozmo *c, const struct cozmo_message *message);
void client_camera(struct critter_cozmo *c, const struct cozmo_image_chunk *chunk);
void client_stage_played(struct critter_cozmo *c, const struct cozmo_animation_state *state);
void client_stage_begin(struct critter_cozmo *c);
void client_stage_tick(struct critter_cozmo *c, int64_t now_us);
int64_t client_stage_due(const struct critter_cozmo *c);
// lights.c
void client_lights_free(struct client_lights *lights);
void client_lights_tick(struct critter_cozmo *c, int64_t now_us);
int64_t client_lights_due(const struct critter_cozmo *c);
enum err client_backpack(struct critter_cozmo *c, const struct critter_cozmo_light lights[5]);
enum err client_object_lights(struct critter_cozmo *c, uint32_t object_id,
                              const struct critter_cozmo_light lights[4], int rotation_frames);
// clips.c
const struct library *client_library(struct critter_cozmo *c); // NULL: the fault says why
void client_clips_free(struct client_clips *clips);
bool client_clips_play(const struct critter_cozmo *c);
bool client_clips_live(const struct critter_cozmo *c); // a live face is shown
// sends a slot; false: nothing to send, or it could not be sent
bool client_clips_send(struct critter_cozmo *c);
size_t client_live_face(struct critter_cozmo *c, uint8_t code[RLE_SEND_MAX]); // 0: unchanged
void client_face_is_ours(struct critter_cozmo *c); // the program shows a picture of its own
// stage.c
enum err client_show_nothing(struct critter_cozmo *c);
// path.c
enum err client_go_to(struct critter_cozmo *c, const float to[3], bool relative);
enum err client_path_execute(struct critter_cozmo *c, int event_id);
