// The inside of include/critter/cozmo.h: one session with a robot over a socket, and what is known of the robot.
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
// One allocation at birth; sound and pictures that are being shown grow by what the caller hands in. All runs on the
// caller's thread, inside the calls that wait.
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
    CLIENT_COMMAND_US = 1000000, // a command waits so long for its place in the window
};

struct client_event {
    const char *name; // of a table, or a schema's: lives as long as the program; NULL: own_name
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

// Handlers, and groups below them. A session has one; so is every public group.
struct critter_cozmo_group {
    struct critter_cozmo_group *parent, *first, *last, *next;
    struct critter_cozmo_group *walking; // the child that is told next
    struct client_handler handlers[CLIENT_HANDLERS];
};

// What is written down for this handle's logger; log.c fills it.
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
    uint64_t only, except; // groups of messages, a bit each; only 0: all
};

struct client_camera {
    struct pieces pieces;
    struct buf jpeg; // the last whole picture
    uint32_t number, time_ms;
    unsigned width, height;
    bool colour;
};

struct client_stage {
    bool on; // the robot was asked for the stream
    int64_t began_us;
    uint64_t slots; // since then
    struct send_credit credit;
    struct buf sound; // coded samples that wait
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
    bool origin_due; // it was put down, and there was no room to say so
    enum air_end end;
    bool connecting; // until it is found: `step_due_us` ends the step it is in
    int64_t step_due_us;
    struct fault fault;
    char said[640]; // the fault in words
    struct client_log log;

    struct critter_cozmo_identity identity;
    struct critter_cozmo_state state;
    struct critter_cozmo_object objects[CLIENT_OBJECTS];
    size_t object_count;
    struct client_camera camera;
    struct client_stage stage;
    struct client_clips *clips;    // NULL: none were asked for yet
    struct client_lights *lights;  // likewise
    int64_t stop_wheels_us;        // INT64_MAX: not
    uint8_t action, acked;         // ids of the last action, and of the last one acknowledged
    uint32_t states, acked_states; // how many came, and had come when that one was acknowledged

    struct critter_cozmo_group handlers;
    unsigned posting, posted; // events within events: how deep, how many
    struct cozmo_words *words;
    struct client_event events[CLIENT_EVENTS]; // a ring
    unsigned event_first, event_count;
    struct client_event waited; // what client_wait waits for, when it came
    const char *waiting;
    const int *waiting_value; // NULL: any
    bool came;
    struct client_event polled; // the caller's, until the next call
};

// client.c
enum err client_fail(struct critter_cozmo *c, enum err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same as the number that a program sees.
#define client_refuse(...) err_public(client_fail(__VA_ARGS__))
// Copies as much as the caller's struct has room for, as its first member says.
void client_give(void *out, const void *from, size_t own);
void client_pump(struct critter_cozmo *c, int64_t wait_us); // hears, answers, waits at most so long
enum err client_over(struct critter_cozmo *c);              // the session is over: says why
// ERR_STATE inside a handler. Asked before anything is begun: what cannot be waited for is not begun either.
enum err client_may_wait(struct critter_cozmo *c);
enum err client_tell(struct critter_cozmo *c, const struct cozmo_message *message);
enum err client_send(struct critter_cozmo *c, uint8_t id, struct bytes body);
// Until an event of that name (or the end of the session) comes; it is in c->waited.
enum err client_wait(struct critter_cozmo *c, const char *name, int64_t wait_us);
// Ends by `limit_us` of the loop's clock; what it waited for is told by `what` when it is over before `done` is true.
enum err client_until(struct critter_cozmo *c, bool (*done)(const struct critter_cozmo *c, void *user),
                      void *user, int64_t limit_us, const char *what);
enum err client_sleep(struct critter_cozmo *c, int ms);
// log.c
enum err client_log_setup(struct client_log *log, const char *words, struct fault *fault);
enum err client_log_begin(struct critter_cozmo *c); // what the config says, or else the environment
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
// The rest take what a message says.
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
const struct library *client_library(struct critter_cozmo *c); // NULL: it was said why
void client_clips_free(struct client_clips *clips);
bool client_clips_play(const struct critter_cozmo *c);
bool client_clips_live(const struct critter_cozmo *c); // a live face is shown
bool client_clips_send(struct critter_cozmo *c);       // a slot; false: none, or it could not be sent
size_t client_live_face(struct critter_cozmo *c, uint8_t code[RLE_SEND_MAX]); // 0: as it was
void client_face_is_ours(struct critter_cozmo *c); // the program shows something itself
// stage.c
enum err client_show_nothing(struct critter_cozmo *c);
// path.c
enum err client_go_to(struct critter_cozmo *c, const float to[3], bool relative);
enum err client_path_execute(struct critter_cozmo *c, int event_id);
