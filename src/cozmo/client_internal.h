// The inside of include/critter/cozmo.h: one session with a robot over a socket, and what is known of the robot.
//
// client.c     socket, link and waiting; connecting step by step
// events.c     names, handlers and groups of them, the line of events that polling takes from
// log.c        six channels of the log, and what the robot says about itself
// state.c      the last state, and an event for each bit that changed
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
    bool open, found, ready, enabled, over, busy; // busy: inside a handler
    enum air_end end;
    struct fault fault;
    char said[640]; // the fault in words

    struct critter_cozmo_identity identity;
    struct critter_cozmo_state state;
    struct critter_cozmo_object objects[CLIENT_OBJECTS];
    size_t object_count;
    struct client_camera camera;
    struct client_stage stage;
    struct client_clips *clips;   // NULL: none were asked for yet
    struct client_lights *lights; // likewise
    int64_t stop_wheels_us;       // INT64_MAX: not
    uint8_t action;               // id of the last action

    struct critter_cozmo_group handlers;
    unsigned posting, posted; // events within events: how deep, how many
    struct cozmo_words *words;
    struct client_event events[CLIENT_EVENTS]; // a ring
    unsigned event_first, event_count;
    struct client_event waited; // what client_wait waits for, when it came
    const char *waiting;
    bool came;
    struct client_event polled; // the caller's, until the next call
};

// client.c
enum err client_fail(struct critter_cozmo *c, enum err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void client_pump(struct critter_cozmo *c, int64_t wait_us); // hears, answers, waits at most so long
enum err client_tell(struct critter_cozmo *c, const struct cozmo_message *message);
enum err client_send(struct critter_cozmo *c, uint8_t id, struct bytes body);
// Until an event of that name (or the end of the session) comes; it is in c->waited.
enum err client_wait(struct critter_cozmo *c, const char *name, int64_t wait_us);
enum err client_find(struct critter_cozmo *c);
// log.c
void client_log_begin(void); // what the environment says, once
void client_log_message(const char *arrow, uint8_t id, struct bytes body, enum cozmo_direction direction,
                        unsigned version);
void client_log_debug(struct critter_cozmo *c, const struct cozmo_debug_data *said);
void client_log_event(const struct client_event *event);
#define LOG_GENERAL   "cozmo"
#define LOG_PROTOCOL  "cozmo-protocol"
#define LOG_ROBOT     "cozmo-robot"
#define LOG_REACTION  "cozmo-reaction"
#define LOG_BEHAVIOR  "cozmo-behavior"
#define LOG_ANIMATION "cozmo-animation"
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
// clips.c
const struct library *client_library(struct critter_cozmo *c); // NULL: it was said why
void client_clips_free(struct client_clips *clips);
bool client_clips_play(const struct critter_cozmo *c);
bool client_clips_live(const struct critter_cozmo *c); // a live face is shown
bool client_clips_send(struct critter_cozmo *c);       // a slot; false: none, or it could not be sent
size_t client_live_face(struct critter_cozmo *c, uint8_t code[RLE_SEND_MAX]); // 0: as it was
void client_face_is_ours(struct critter_cozmo *c); // the program shows something itself
