// Driving a Cozmo, real or simulated, from C.
//
//     #include <critter/cozmo.h>
//     #include <stdio.h>
//
//     int main(void) {
//         char why[256];
//         struct critter_cozmo *cozmo = critter_cozmo_meet(NULL, why, sizeof why);   // at 172.31.1.1
//         if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
//         critter_cozmo_set_head_angle(cozmo, 0.5f);                                 // goes on meanwhile
//         critter_cozmo_set_volume(cozmo, 40000);
//         critter_cozmo_play_wav_wait(cozmo, "hello.wav", 10000);                    // until it was heard
//         for (int side = 0; side < 4; side++) {                                     // a square
//             critter_cozmo_drive_wheels_wait(cozmo, 60, 60, 2000);                  // 60 mm/s for 2 s
//             critter_cozmo_turn_in_place_wait(cozmo, 1.5708f, 2, 0, 10000);         // a quarter to the left
//         }
//         critter_cozmo_disconnect(cozmo);
//         return 0;
//     }
//
// Waiting. A call whose name ends in _wait returns when the thing is done: the head is there, the sound was
// heard. The call of the same name without _wait returns at once, and the robot does it meanwhile; two of
// those in a row replace each other. A _wait takes the same arguments and, last, how long it may take at
// most: wait_ms, in milliseconds. After that it returns CRITTER_ERR_TIMEOUT, and what was begun goes on.
// Besides those only connect, meet, find, disconnect, flush, sleep, wait and poll wait. Each call says it
// in brackets: critter.h has the legend.
//
// There is no thread in the library. The robot is heard and answered while the program is inside a call
// that waits, or in critter_cozmo_step. A program that stays away for five seconds loses its session. A
// program with a loop of its own gives critter_cozmo_fd and critter_cozmo_due_ms to that loop, and needs no
// call that waits.
//
// Threads. A handle belongs to one thread at a time. Handles share nothing: two robots may live on two
// threads.
//
// Errors. Calls return enum critter_err: 0, or a number that critter.h tells. critter_cozmo_error has the
// words of the last one. A command is repeated until the robot has it. It fails when the session is over,
// or when 62 commands are under way and none is acknowledged for a second. NaN and infinity are refused
// before the robot hears of them.
//
// Structs begin with their own size, which the caller sets: struct critter_cozmo_state state = {sizeof
// state}. In the config, every other member may be 0, which means the usual. What calls take is copied
// before they return.
//
// Units are in the names: mm, mmps (mm/s), mmps2 (mm/s²), rad, radps (rad/s), radps2 (rad/s²), ms, us, v
// (volts). Angles grow to the left, seen from above; a head's or lift's grow upwards. Places are those of
// the robot's own map: x ahead and y to the left of where it was switched on or last put down.
#ifndef CRITTER_COZMO_H
#define CRITTER_COZMO_H

#include <critter/critter.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A session with one robot. The program makes it, by connecting, and ends it, by disconnecting.
struct critter_cozmo;

// ---- Connecting

// A line of the log: its level ("error", "warn", "info", "debug"), its channel ("robot") and its text,
// without a line end. The three live until the logger returns. A logger may not call anything with this
// handle.
typedef void critter_cozmo_logger(void *user, const char *level, const char *channel, const char *text);

struct critter_cozmo_config {
    size_t size;
    const char *address; // "172.31.1.1", "127.0.0.1:5551"; NULL: the first of these
    int no_initialise;   // the body stays off and nothing is sent but pings, until critter_cozmo_initialise
    int no_animations;   // never ask for the animation stream; then there is no sound and no picture
    int found_ms;        // how long each step of connecting may take; 0: 5000
    int rows_64;         // pictures use both rows of each pair as drawn; else one row of each
    int silence_ms;      // a robot that says nothing for so long is lost; 0: 5000
    int engine_law;      // sound in the other of the two known laws; only for a robot that is told the same
    int ping_ms;         // how often the round trip is measured; 0: 500
    int short_durations; // clips tell head and lift their time in one byte; else in two
    int plain_turns;     // clips tell nothing of how to turn back to a heading
    int never_wait;      // a command without room fails at once with CRITTER_ERR_BUSY, not after a second
    critter_cozmo_logger *logger; // gets what is written down; NULL: nothing is
    void *logger_user;
    const char *log; // as critter_cozmo_set_log takes it; NULL: $CRITTER_COZMO_LOG, or else "warn"
};

struct critter_cozmo_identity {
    size_t size;
    uint32_t head_serial, body_serial, hardware;
    int32_t colour;       // -1 unknown, 0 … 5
    int32_t firmware;     // 2381; 0: none was said
    char build[32];       // "FACTORY" for one that left the works with no other
    char signature[1184]; // JSON, as the robot says it
};

// Connects, switches the body on and returns when the robot is ready; config NULL is all the usual. NULL:
// `why` says what is wrong, cut to why_size bytes. The caller disconnects. [waits]
CRITTER_API struct critter_cozmo *critter_cozmo_connect(const struct critter_cozmo_config *config, char *why,
                                                        size_t why_size);
// The same with all that is usual; address NULL is what the environment's CRITTER_COZMO says, else
// 172.31.1.1. [waits]
CRITTER_API struct critter_cozmo *critter_cozmo_meet(const char *address, char *why, size_t why_size);
// Begins to connect, for programs with a loop of their own: "ready" comes, or "lost". Commands fail until
// then, and never wait for room (never_wait). A host's name in the address is looked up first, which takes
// its time; numbers are not. NULL: `why` says what is wrong with the config. [at once]
CRITTER_API struct critter_cozmo *critter_cozmo_connect_begin(const struct critter_cozmo_config *config,
                                                              char *why, size_t why_size);
// Of a session with no_initialise: switches the body on, sets origin and clock, begins the animation
// stream. When the body is up, "ready" comes. [at once]
CRITTER_API enum critter_err critter_cozmo_initialise(struct critter_cozmo *cozmo);
// The same, until the robot is ready. [waits]
CRITTER_API enum critter_err critter_cozmo_initialise_wait(struct critter_cozmo *cozmo, int wait_ms);
// Says goodbye and frees the handle and all it handed out; what was commanded gets half a second to arrive.
// Also takes NULL. Inside a handler it does nothing. [waits]
CRITTER_API void critter_cozmo_disconnect(struct critter_cozmo *cozmo);
// Opens a session, reads who the robot is into `out` and says goodbye; the body stays off. It ends whatever
// session the robot had. CRITTER_ERR_TIMEOUT: nobody answers there. `why` gets the words. [waits]
CRITTER_API enum critter_err critter_cozmo_find(const char *address, int wait_ms,
                                                struct critter_cozmo_identity *out, char *why,
                                                size_t why_size);
// 1 while there is a session, else 0: before the robot answered, and after "lost". [at once]
CRITTER_API int critter_cozmo_connected(const struct critter_cozmo *cozmo);
// Who the robot is, as far as it said so. [at once]
CRITTER_API void critter_cozmo_get_identity(const struct critter_cozmo *cozmo,
                                            struct critter_cozmo_identity *out);

// ---- Errors and the log

// What the last call that failed had to say, in words, such as: there is no clip "wave". Lives until the
// next call with this handle. [at once]
CRITTER_API const char *critter_cozmo_error(struct critter_cozmo *cozmo);
// The number of the last call that failed, or CRITTER_OK: none has. After "lost" it says why, too.
// [at once]
CRITTER_API enum critter_err critter_cozmo_error_code(const struct critter_cozmo *cozmo);
// Chooses what this handle's logger gets. There are six channels: general, protocol, robot, reaction,
// behavior, animation; and the levels off, error, warn, info, debug. "info,protocol=debug,robot=off" sets
// all, then some. protocol at debug writes every message both ways; only=lights+audio and except=ping+state
// choose among the groups of messages. CRITTER_ERR_UNKNOWN: the error names the word, and all stays as it
// was. [at once]
CRITTER_API enum critter_err critter_cozmo_set_log(struct critter_cozmo *cozmo, const char *setup);
// Loads the tables of texts of the user's own copy of the app (AnkiLogStringTables.json). The robot says
// numbers about itself; with these, "debug" events and the log have words. [at once]
CRITTER_API enum critter_err critter_cozmo_load_texts(struct critter_cozmo *cozmo, const char *path);

// ---- A loop of the program's own

// The file descriptor to watch for reading, in poll, epoll, libuv or GLib: when it is readable, step. It
// stays the same as long as the handle; the handle closes it. [at once]
CRITTER_API int critter_cozmo_fd(const struct critter_cozmo *cozmo);
// In how many milliseconds step is due, also when nothing comes: 0 is now, -1 not any more (the session is
// over). Ask again before each sleep: any call may change it. [at once]
CRITTER_API int critter_cozmo_due_ms(const struct critter_cozmo *cozmo);
// Hears what has come, calls handlers, sends what is due. CRITTER_ERR_LOST: the session is over. [at once]
CRITTER_API enum critter_err critter_cozmo_step(struct critter_cozmo *cozmo);

// ---- What happens

// Events have names, and some have a value. Of the session: "found", "ready", "lost". Of the robot's state:
// "state" (every 30 ms) and "orientation" (0 on its treads, 1 back, 2 face, 3 left side, 4 right side, 5
// roof). One for each bit of the state, 1 or 0: "moving", "carrying_block", "picking_or_placing",
// "picked_up", "body_acc_mode", "falling", "animating", "pathing", "lift_in_position", "head_in_position",
// "animation_buffer_full", "animating_idle", "on_charger", "charging", "cliff_detected", "wheels_moving",
// "charger_oos". Of what was begun: "image", "audio_completed", "animation_completed", "lights_completed".
// "debug" is the robot's own log: its level as value, its text as body. And every message of the protocol
// by its name: "ButtonPressed", "ObjectTapped" … `critter cozmo console --events` shows them as they come.
// A program may post events of its own.

struct critter_cozmo_event {
    size_t size;
    const char *name;
    int value;        // as told above
    int id;           // of a message; else -1
    const void *body; // its bytes; lives until the next call with this handle
    size_t body_size;
};
// What is called for an event. `user` is the program's own; the event lives until the handler returns. A
// handler may send commands and post events. It may not wait, step, poll or disconnect: that is
// CRITTER_ERR_STATE.
typedef void critter_cozmo_handler(void *user, struct critter_cozmo *cozmo,
                                   const struct critter_cozmo_event *event);

// Has a handler called for events of that name, or for every event with NULL. Returns a number to take it
// off with, or -1: the handle has 64 already, or the name is longer than 39 characters. [at once]
CRITTER_API int critter_cozmo_on(struct critter_cozmo *cozmo, const char *name,
                                 critter_cozmo_handler *handler, void *user);
// The same for the next such event only. [at once]
CRITTER_API int critter_cozmo_once(struct critter_cozmo *cozmo, const char *name,
                                   critter_cozmo_handler *handler, void *user);
// Takes a handler off; also from inside one. A number that is none is passed over. [at once]
CRITTER_API void critter_cozmo_off(struct critter_cozmo *cozmo, int handler);
// Posts an event of the program's own: handlers are called before this returns, and who waits or polls
// meets it, too. The name has at most 39 characters, the body at most 1200 bytes; both are copied.
// CRITTER_ERR_LIMIT: longer, or events that post events go too deep. [at once]
CRITTER_API enum critter_err critter_cozmo_post(struct critter_cozmo *cozmo, const char *name, int value,
                                                const void *body, size_t size);
// Takes the oldest event that was not taken yet, and waits wait_ms for one at most; 0 only looks. 128 are
// kept, then the oldest go. CRITTER_ERR_TIMEOUT: none came; CRITTER_ERR_LOST: none, and the session is
// over. [waits]
CRITTER_API enum critter_err critter_cozmo_poll(struct critter_cozmo *cozmo, int wait_ms,
                                                struct critter_cozmo_event *out);
// Waits for the next event of that name; those before now do not count. `out` may be NULL. [waits]
CRITTER_API enum critter_err critter_cozmo_wait(struct critter_cozmo *cozmo, const char *name, int wait_ms,
                                                struct critter_cozmo_event *out);
// Lets ms milliseconds pass; the robot is looked after meanwhile. CRITTER_ERR_LOST: the session ended.
// [waits]
CRITTER_API enum critter_err critter_cozmo_sleep(struct critter_cozmo *cozmo, int ms);
// Writes the fields of a message as JSON into `out`, cut to size bytes. Returns the length it has, or 0:
// the event is no message of known layout. [any thread]
CRITTER_API size_t critter_cozmo_event_json(const struct critter_cozmo_event *event, char *out, size_t size);

// ---- Groups of handlers

// Handlers that come and go together, such as those of a behaviour. A group hears what its session hears,
// or the group it was put into. Events go to the session's own handlers first, then to its groups in the
// order in which they came. A handler may join and leave groups, but not free them. A group belongs to the
// thread of its session.
struct critter_cozmo_group;

// Makes a group with no handlers; the caller frees it. NULL: no memory. [any thread]
CRITTER_API struct critter_cozmo_group *critter_cozmo_group_new(void);
// Leaves, then frees; the groups in it are on their own. Also takes NULL. [at once]
CRITTER_API void critter_cozmo_group_free(struct critter_cozmo_group *group);
// Adds a handler to the group, as critter_cozmo_on does; a group has room for 64, too. -1: no room.
// [at once]
CRITTER_API int critter_cozmo_group_on(struct critter_cozmo_group *group, const char *name,
                                       critter_cozmo_handler *handler, void *user);
// The same for the next such event only. [at once]
CRITTER_API int critter_cozmo_group_once(struct critter_cozmo_group *group, const char *name,
                                         critter_cozmo_handler *handler, void *user);
// Takes a handler off the group. [at once]
CRITTER_API void critter_cozmo_group_off(struct critter_cozmo_group *group, int handler);
// Takes all handlers off the group. [at once]
CRITTER_API void critter_cozmo_group_clear(struct critter_cozmo_group *group);
// Lets the group hear what the session hears. It leaves where it was, and leaves by itself when the session
// ends. [at once]
CRITTER_API enum critter_err critter_cozmo_group_join(struct critter_cozmo_group *group,
                                                      struct critter_cozmo *cozmo);
// Lets the group hear what another group hears. CRITTER_ERR_ARGUMENT: it would hear itself. [at once]
CRITTER_API enum critter_err critter_cozmo_group_join_group(struct critter_cozmo_group *group,
                                                            struct critter_cozmo_group *other);
// Lets the group hear nothing any more; its handlers stay in it. [at once]
CRITTER_API void critter_cozmo_group_leave(struct critter_cozmo_group *group);

// ---- How it is

enum { // bits of a state's status
    CRITTER_COZMO_MOVING = 1 << 0,
    CRITTER_COZMO_CARRYING_BLOCK = 1 << 1,
    CRITTER_COZMO_PICKING_OR_PLACING = 1 << 2,
    CRITTER_COZMO_PICKED_UP = 1 << 3,
    CRITTER_COZMO_BODY_ACC_MODE = 1 << 4,
    CRITTER_COZMO_FALLING = 1 << 5,
    CRITTER_COZMO_ANIMATING = 1 << 6,
    CRITTER_COZMO_PATHING = 1 << 7,
    CRITTER_COZMO_LIFT_IN_POSITION = 1 << 8,
    CRITTER_COZMO_HEAD_IN_POSITION = 1 << 9,
    CRITTER_COZMO_ANIMATION_BUFFER_FULL = 1 << 10,
    CRITTER_COZMO_ANIMATING_IDLE = 1 << 11,
    CRITTER_COZMO_ON_CHARGER = 1 << 12,
    CRITTER_COZMO_CHARGING = 1 << 13,
    CRITTER_COZMO_CLIFF_DETECTED = 1 << 14,
    CRITTER_COZMO_WHEELS_MOVING = 1 << 15,
    CRITTER_COZMO_CHARGER_OOS = 1 << 16,
};
struct critter_cozmo_state {
    size_t size;
    uint32_t time_ms, frame_id, origin_id, status; // time: the robot's own clock
    float x_mm, y_mm, z_mm, angle_rad, pitch_rad;
    float left_mmps, right_mmps, head_rad, lift_mm;
    float accel[3], gyro[3], battery_v; // mm/s², rad/s
    uint16_t cliff[4];                  // what the four sensors underneath read: little above an edge
    int path_segment, orientation;      // orientation as the event's value
    uint32_t animation_bytes, audio_frames;
    int animation, animation_drops;
    int known; // a state came at all
};
// The last state that came: `known` is 0 before the first. [at once]
CRITTER_API void critter_cozmo_get_state(const struct critter_cozmo *cozmo, struct critter_cozmo_state *out);

struct critter_cozmo_link_state {
    size_t size;
    uint64_t frames_in, frames_out, bytes_in, bytes_out, packets_in, sent, resent, discarded;
    int64_t rtt_us, rtt_least_us, rtt_most_us, rtt_mean_us; // there and back; 0: not measured yet
};
// What went over the link since the session began. [at once]
CRITTER_API void critter_cozmo_get_link(const struct critter_cozmo *cozmo,
                                        struct critter_cozmo_link_state *out);

// ---- Any command

// Sends a command by its name in the protocol, its fields as JSON: "SetHeadAngle", "{\"angle_rad\": 0.3}".
// Fields that are left out have their usual values; json may be NULL. CRITTER_ERR_UNKNOWN: no such command;
// CRITTER_ERR_FORMAT: the JSON is not right, and the error says where. [at once]
CRITTER_API enum critter_err critter_cozmo_command(struct critter_cozmo *cozmo, const char *name,
                                                   const char *json);
// Sends any bytes as the body of message `id`, 0 … 0xaf, unseen. [at once]
CRITTER_API enum critter_err critter_cozmo_send(struct critter_cozmo *cozmo, int id, const void *body,
                                                size_t size);
// Waits until the robot has acknowledged every command so far. [waits]
CRITTER_API enum critter_err critter_cozmo_flush(struct critter_cozmo *cozmo, int wait_ms);

// ---- Driving

// Sets the treads' speeds, -220 … 220 mm/s, until the next call; when stop_after_ms is not 0, the handle
// stops them after that time, looked after by step or a call that waits. [at once]
CRITTER_API enum critter_err critter_cozmo_drive_wheels(struct critter_cozmo *cozmo, float left_mmps,
                                                        float right_mmps, int stop_after_ms);
// The same; returns when the time is over and the treads were told to stop. Its wait_ms is stop_after_ms.
// [waits]
CRITTER_API enum critter_err critter_cozmo_drive_wheels_wait(struct critter_cozmo *cozmo, float left_mmps,
                                                             float right_mmps, int stop_after_ms);
// critter_cozmo_drive_wheels with the acceleration of each tread; 0: as fast as it can. [at once]
CRITTER_API enum critter_err critter_cozmo_drive(struct critter_cozmo *cozmo, float left_mmps,
                                                 float right_mmps, float left_mmps2, float right_mmps2,
                                                 int stop_after_ms);
// critter_cozmo_drive_wheels_wait with the acceleration of each tread. [waits]
CRITTER_API enum critter_err critter_cozmo_drive_wait(struct critter_cozmo *cozmo, float left_mmps,
                                                      float right_mmps, float left_mmps2, float right_mmps2,
                                                      int stop_after_ms);
// Turns on the spot: by angle_rad, left is positive, or with `absolute` to that heading. [at once]
CRITTER_API enum critter_err critter_cozmo_turn_in_place(struct critter_cozmo *cozmo, float angle_rad,
                                                         float speed_radps, int absolute);
// The same, until it has turned and stands. CRITTER_ERR_CANCELLED: it stands, but looks elsewhere: a cliff
// or a hand was in the way. [waits]
CRITTER_API enum critter_err critter_cozmo_turn_in_place_wait(struct critter_cozmo *cozmo, float angle_rad,
                                                              float speed_radps, int absolute, int wait_ms);
// Stops treads, head and lift. [at once]
CRITTER_API enum critter_err critter_cozmo_stop(struct critter_cozmo *cozmo);
// The same, until everything stands. [waits]
CRITTER_API enum critter_err critter_cozmo_stop_wait(struct critter_cozmo *cozmo, int wait_ms);
// Whether the robot stops by itself at an edge: 1, as it is at first, or 0. [at once]
CRITTER_API enum critter_err critter_cozmo_stop_on_cliff(struct critter_cozmo *cozmo, int on);

// ---- Head and lift

// Moves the head at this speed until it is told otherwise or at its end; 0 stops it. [at once]
CRITTER_API enum critter_err critter_cozmo_move_head(struct critter_cozmo *cozmo, float radps);
// Moves the head to this angle, -0.436 … 0.776 rad; beyond is cut to that. [at once]
CRITTER_API enum critter_err critter_cozmo_set_head_angle(struct critter_cozmo *cozmo, float rad);
// The same, until it is there. CRITTER_ERR_CANCELLED: it stands elsewhere, held or told otherwise. [waits]
CRITTER_API enum critter_err critter_cozmo_set_head_angle_wait(struct critter_cozmo *cozmo, float rad,
                                                               int wait_ms);
// critter_cozmo_set_head_angle with the highest speed and acceleration (0: the usual ones), and how many
// seconds it shall take (0: as these allow). [at once]
CRITTER_API enum critter_err critter_cozmo_head_to(struct critter_cozmo *cozmo, float rad, float radps,
                                                   float radps2, float seconds);
// The same, until it is there. [waits]
CRITTER_API enum critter_err critter_cozmo_head_to_wait(struct critter_cozmo *cozmo, float rad, float radps,
                                                        float radps2, float seconds, int wait_ms);
// Moves the lift at this speed until it is told otherwise or at its end; 0 stops it. [at once]
CRITTER_API enum critter_err critter_cozmo_move_lift(struct critter_cozmo *cozmo, float radps);
// Moves the lift to this height above the ground, 32 … 92 mm; beyond is cut to that. [at once]
CRITTER_API enum critter_err critter_cozmo_set_lift_height(struct critter_cozmo *cozmo, float mm);
// The same, until it is there. CRITTER_ERR_CANCELLED: it stands elsewhere, held or told otherwise. [waits]
CRITTER_API enum critter_err critter_cozmo_set_lift_height_wait(struct critter_cozmo *cozmo, float mm,
                                                                int wait_ms);
// critter_cozmo_set_lift_height with speed, acceleration and seconds, as critter_cozmo_head_to. [at once]
CRITTER_API enum critter_err critter_cozmo_lift_to(struct critter_cozmo *cozmo, float mm, float radps,
                                                   float radps2, float seconds);
// The same, until it is there. [waits]
CRITTER_API enum critter_err critter_cozmo_lift_to_wait(struct critter_cozmo *cozmo, float mm, float radps,
                                                        float radps2, float seconds, int wait_ms);
// The angle of the lift's arm at a height, in radians; 0 is level. [any thread]
CRITTER_API float critter_cozmo_lift_angle(float height_mm);
// A height as a share of the lift's way: 0 at 32 mm, 1 at 92 mm. [any thread]
CRITTER_API float critter_cozmo_lift_ratio(float height_mm);

// ---- Paths

// A path is made of pieces in places of the robot's map, then driven. Each piece begins where the one
// before ends.

// Forgets the pieces told so far. [at once]
CRITTER_API enum critter_err critter_cozmo_path_clear(struct critter_cozmo *cozmo);
// Adds a line between two places, in mm, driven at mmps. [at once]
CRITTER_API enum critter_err critter_cozmo_path_line(struct critter_cozmo *cozmo, float x1, float y1,
                                                     float x2, float y2, float mmps);
// Adds an arc about a centre: radius in mm, from the angle start_rad through sweep_rad. [at once]
CRITTER_API enum critter_err critter_cozmo_path_arc(struct critter_cozmo *cozmo, float x, float y,
                                                    float radius, float start_rad, float sweep_rad,
                                                    float mmps);
// Adds a turn on the spot at a place, to the heading angle_rad, at radps. [at once]
CRITTER_API enum critter_err critter_cozmo_path_turn(struct critter_cozmo *cozmo, float x, float y,
                                                     float angle_rad, float radps);
// Drives the path. `event_id`, 0 … 65535, comes back in "PathFollowingEvent" when it begins and ends.
// [at once]
CRITTER_API enum critter_err critter_cozmo_path_execute(struct critter_cozmo *cozmo, int event_id);
// The same, until the path was driven. CRITTER_ERR_CANCELLED: it was interrupted. [waits]
CRITTER_API enum critter_err critter_cozmo_path_execute_wait(struct critter_cozmo *cozmo, int event_id,
                                                             int wait_ms);
// Drives in a line to a place, in mm, and turns to the heading angle_rad there; with `relative` as seen
// from where the robot is and looks. CRITTER_ERR_STATE: it has not said yet where it is. [at once]
CRITTER_API enum critter_err critter_cozmo_go_to(struct critter_cozmo *cozmo, float x, float y,
                                                 float angle_rad, int relative);
// The same, until it is there; waits for the robot's first state, too. CRITTER_ERR_CANCELLED: it was
// interrupted. [waits]
CRITTER_API enum critter_err critter_cozmo_go_to_wait(struct critter_cozmo *cozmo, float x, float y,
                                                      float angle_rad, int relative, int wait_ms);
// Where one is after a step seen from `here`; all three are x and y in mm and an angle in rad. `out` may be
// one of the others. [any thread]
CRITTER_API void critter_cozmo_from_here(const float here[3], const float step[3], float out[3]);

// ---- Lights

struct critter_cozmo_light { // a lamp that goes between two colours; both the same: it stays
    uint16_t on, off;        // colours: bit 15 infrared, then five bits of red, green, blue
    uint8_t on_frames, off_frames, fade_on_frames, fade_off_frames; // frames of 1/30 s
    int16_t offset;                                                 // frames it is ahead
};
// A colour out of red, green and blue, 0 … 255 each; beyond is cut to that. [any thread]
CRITTER_API uint16_t critter_cozmo_colour(int red, int green, int blue);
// A lamp that stays in one colour. [any thread]
CRITTER_API struct critter_cozmo_light critter_cozmo_steady(uint16_t colour);
// Sets the five lamps of the backpack: left, front, middle, back, right. Left and right can only be red.
// [at once]
CRITTER_API enum critter_err critter_cozmo_set_backpack(struct critter_cozmo *cozmo,
                                                        const struct critter_cozmo_light lights[5]);
// Sets all five alike. [at once]
CRITTER_API enum critter_err critter_cozmo_set_backpack_all(struct critter_cozmo *cozmo,
                                                            struct critter_cozmo_light light);
// Sets the three in the middle alike; those at the sides are dark. [at once]
CRITTER_API enum critter_err critter_cozmo_set_backpack_centre(struct critter_cozmo *cozmo,
                                                               struct critter_cozmo_light light);
// Makes all five dark. [at once]
CRITTER_API enum critter_err critter_cozmo_set_backpack_off(struct critter_cozmo *cozmo);
// The infrared lamp in the head: 1 on, 0 off. [at once]
CRITTER_API enum critter_err critter_cozmo_set_head_light(struct critter_cozmo *cozmo, int on);
// Loads patterns from a file as the app has them (cubeLights, backpackLights), at most 16 files; those of
// the backpack are there without. A later file's patterns go before. [at once]
CRITTER_API enum critter_err critter_cozmo_load_lights(struct critter_cozmo *cozmo, const char *path);
// Shows a pattern by its name on the backpack; NULL: dark. One with an end tells it by "lights_completed",
// value -1. [at once]
CRITTER_API enum critter_err critter_cozmo_backpack_show(struct critter_cozmo *cozmo, const char *name);
// The same, until the pattern is over. [waits]
CRITTER_API enum critter_err critter_cozmo_backpack_show_wait(struct critter_cozmo *cozmo, const char *name,
                                                              int wait_ms);
// Shows a pattern on a cube or the charger; the value of "lights_completed" is its object id. [at once]
CRITTER_API enum critter_err critter_cozmo_object_show(struct critter_cozmo *cozmo, uint32_t object_id,
                                                       const char *name);
// The same, until the pattern is over. [waits]
CRITTER_API enum critter_err critter_cozmo_object_show_wait(struct critter_cozmo *cozmo, uint32_t object_id,
                                                            const char *name, int wait_ms);

// ---- Cubes and the charger

struct critter_cozmo_object {
    size_t size;
    uint32_t factory_id, object_id; // printed on it; of this session
    int type;                       // 1 … 3 light cubes, 13 charger
    int connected;                  // object_id holds as long
    int rssi, battery;              // of the radio, in dBm; hundredths of a volt, -1: not said yet
    int up_axis, moving;            // 0 … 5: -x, +x, -y, +y, -z, +z; 7: not known
};
// Whether the robot announces what is near ("ObjectAvailable"): 1 or 0. [at once]
CRITTER_API enum critter_err critter_cozmo_objects(struct critter_cozmo *cozmo, int on);
// How many objects were announced so far, at most 32. [at once]
CRITTER_API size_t critter_cozmo_object_count(const struct critter_cozmo *cozmo);
// One of them, counted from 0. CRITTER_ERR_ARGUMENT: there are not so many. [at once]
CRITTER_API enum critter_err critter_cozmo_get_object(struct critter_cozmo *cozmo, size_t index,
                                                      struct critter_cozmo_object *out);
// Connects an object by its factory id, or with on 0 lets go of it. "ObjectConnectionState" comes.
// [at once]
CRITTER_API enum critter_err critter_cozmo_object_connect(struct critter_cozmo *cozmo, uint32_t factory_id,
                                                          int on);
// The same, until the object is connected or let go of. [waits]
CRITTER_API enum critter_err critter_cozmo_object_connect_wait(struct critter_cozmo *cozmo,
                                                               uint32_t factory_id, int on, int wait_ms);
// The first object of a type that was announced, and asks the robot to connect it. CRITTER_ERR_MISSING:
// none was yet; announcements are on from now. [at once]
CRITTER_API enum critter_err critter_cozmo_object_find(struct critter_cozmo *cozmo, int type,
                                                       struct critter_cozmo_object *out);
// The same, until one of that type was announced and is connected. [waits]
CRITTER_API enum critter_err critter_cozmo_object_find_wait(struct critter_cozmo *cozmo, int type,
                                                            struct critter_cozmo_object *out, int wait_ms);
// Sets the four lamps of a connected cube, which go round by one place each rotation_frames of 1/30 s; 0:
// they stay. [at once]
CRITTER_API enum critter_err critter_cozmo_object_lights(struct critter_cozmo *cozmo, uint32_t object_id,
                                                         const struct critter_cozmo_light lights[4],
                                                         int rotation_frames);
// Whether a connected cube tells its acceleration ("ObjectAccel"): 1 or 0. [at once]
CRITTER_API enum critter_err critter_cozmo_object_accel(struct critter_cozmo *cozmo, uint32_t object_id,
                                                        int on);

// ---- Camera

struct critter_cozmo_image {
    size_t size;
    const void *jpeg; // a file's bytes; they live until the next picture comes
    size_t jpeg_size;
    uint32_t number, time_ms; // time: the robot's own clock
    int width, height, colour;
    uint32_t dropped; // pictures with a piece missing, so far
};
// Switches the camera on or off, in colour or grey. With each picture "image" comes. [at once]
CRITTER_API enum critter_err critter_cozmo_camera(struct critter_cozmo *cozmo, int on, int colour);
// Sets gain and exposure; with `automatic` the robot chooses them. [at once]
CRITTER_API enum critter_err critter_cozmo_camera_exposure(struct critter_cozmo *cozmo, float gain,
                                                           int exposure_ms, int automatic);
// The last whole picture. CRITTER_ERR_MISSING: none has come yet. [at once]
CRITTER_API enum critter_err critter_cozmo_get_image(struct critter_cozmo *cozmo,
                                                     struct critter_cozmo_image *out);
// The next whole picture. The camera must be on. [waits]
CRITTER_API enum critter_err critter_cozmo_get_image_wait(struct critter_cozmo *cozmo,
                                                          struct critter_cozmo_image *out, int wait_ms);

// ---- Face

// The display has 128 columns and 32 rows. A picture stays until the next one. Grey pictures of any size
// are fitted and made black and white by spreading the error; those with more detail than a frame holds are
// shown smaller.

// Shows 32 rows of 128 bits: from the top, 16 bytes a row, the highest bit on the left. [at once]
CRITTER_API enum critter_err critter_cozmo_show(struct critter_cozmo *cozmo, const uint8_t bits[512]);
// Shows a grey picture of width by height bytes, rows from the top, 255 is lit. [at once]
CRITTER_API enum critter_err critter_cozmo_show_grey(struct critter_cozmo *cozmo, const uint8_t *grey,
                                                     int width, int height);
// Shows a PNG or JPEG file; or PBM, or text with '#' for a lit point and '.' for a dark one, which are 128
// by 32 points at most and shown point by point. [at once]
CRITTER_API enum critter_err critter_cozmo_show_file(struct critter_cozmo *cozmo, const char *path);
// The same, of a file that is in memory. [at once]
CRITTER_API enum critter_err critter_cozmo_show_picture(struct critter_cozmo *cozmo, const void *picture,
                                                        size_t size);
// Makes the display dark. [at once]
CRITTER_API enum critter_err critter_cozmo_show_nothing(struct critter_cozmo *cozmo);
// A face that looks about and blinks by itself whenever no clip plays: 1 or 0. A picture that is shown ends
// it. [at once]
CRITTER_API enum critter_err critter_cozmo_live_face(struct critter_cozmo *cozmo, int on);
// Lets the live face show an expression by its name (critter/face.h) for ms milliseconds; 0: until another
// comes. [at once]
CRITTER_API enum critter_err critter_cozmo_expression(struct critter_cozmo *cozmo, const char *name, int ms);
// The same, until the ms milliseconds are over. [waits]
CRITTER_API enum critter_err critter_cozmo_expression_wait(struct critter_cozmo *cozmo, const char *name,
                                                           int ms);
// The stream of pictures, sounds and clips: with 0 nothing of them goes out, and what plays stands; with 1
// it goes on. [at once]
CRITTER_API enum critter_err critter_cozmo_animations(struct critter_cozmo *cozmo, int on);

// ---- Sound

// Sets how loud the robot is, 0 … 65535. [at once]
CRITTER_API enum critter_err critter_cozmo_set_volume(struct critter_cozmo *cozmo, int volume);
// Plays one channel of samples, `rate` of them a second (1000 … 768000), after what plays already. They are
// copied. When nothing is left to play, "audio_completed" comes. [at once]
CRITTER_API enum critter_err critter_cozmo_play(struct critter_cozmo *cozmo, const int16_t *samples,
                                                size_t count, int rate);
// The same, until all of it was sent and silence follows. [waits]
CRITTER_API enum critter_err critter_cozmo_play_wait(struct critter_cozmo *cozmo, const int16_t *samples,
                                                     size_t count, int rate, int wait_ms);
// Plays a WAV file, its channels mixed to one, after what plays already. [at once]
CRITTER_API enum critter_err critter_cozmo_play_wav(struct critter_cozmo *cozmo, const char *path);
// The same, until all of it was sent and silence follows. [waits]
CRITTER_API enum critter_err critter_cozmo_play_wav_wait(struct critter_cozmo *cozmo, const char *path,
                                                         int wait_ms);
// Drops what has not gone out yet. [at once]
CRITTER_API void critter_cozmo_play_nothing(struct critter_cozmo *cozmo);
// How many milliseconds of sound have not gone out yet. [at once]
CRITTER_API int critter_cozmo_playing_ms(const struct critter_cozmo *cozmo);

// ---- Clips

// Performances of head, lift, wheels, face, lights and sound that the robot plays by its own clock. Ours
// are there without being loaded; those of a user's own copy of the app lie over them. While one plays it
// has the display and the loudspeaker. When it is over "animation_completed" comes, with its number. A new
// one ends the one before.

// Loads the clips of a copy of the app, from its folder cozmo_resources; NULL: ours alone. [at once]
CRITTER_API enum critter_err critter_cozmo_load_clips(struct critter_cozmo *cozmo, const char *resources);
// The name of a clip, counted from 0; NULL after the last. Lives until the next call for a name. [at once]
CRITTER_API const char *critter_cozmo_clip_name(struct critter_cozmo *cozmo, size_t index);
// The name of a trigger, as critter_cozmo_clip_name. [at once]
CRITTER_API const char *critter_cozmo_trigger_name(struct critter_cozmo *cozmo, size_t index);
// Plays a clip `loops` times; 0: until it is stopped. [at once]
CRITTER_API enum critter_err critter_cozmo_play_clip(struct critter_cozmo *cozmo, const char *name,
                                                     int loops);
// The same, until it is over. [waits]
CRITTER_API enum critter_err critter_cozmo_play_clip_wait(struct critter_cozmo *cozmo, const char *name,
                                                          int loops, int wait_ms);
// Plays one of an occasion's clips, by weight: one that has rested long enough and suits the head's angle.
// CRITTER_ERR_MISSING: none does now. [at once]
CRITTER_API enum critter_err critter_cozmo_play_trigger(struct critter_cozmo *cozmo, const char *name);
// The same, until it is over. [waits]
CRITTER_API enum critter_err critter_cozmo_play_trigger_wait(struct critter_cozmo *cozmo, const char *name,
                                                             int wait_ms);
// Plays a clip out of a file (.bin or .json); name NULL: the first in it. CRITTER_ERR_BUSY: another clip
// plays. [at once]
CRITTER_API enum critter_err critter_cozmo_play_file(struct critter_cozmo *cozmo, const char *path,
                                                     const char *name);
// The same, until it is over. [waits]
CRITTER_API enum critter_err critter_cozmo_play_file_wait(struct critter_cozmo *cozmo, const char *path,
                                                          const char *name, int wait_ms);
// Ends the clip that plays; its "animation_completed" still comes. [at once]
CRITTER_API void critter_cozmo_stop_clip(struct critter_cozmo *cozmo);
// The number of the clip that plays, or 0. [at once]
CRITTER_API int critter_cozmo_clip_plays(const struct critter_cozmo *cozmo);

// ---- Storage

// What the robot keeps, as entries by number. Tags are those of the protocol; the app's are 0x180000 …
// 0x197000. These calls talk back and forth with the robot. A program that may not wait sends "NvStorageOp"
// and hears "NvStorageOpResult" (critter_cozmo_command).

// Reads an entry into `out`. *size is its room in bytes before, and afterwards how many the entry has.
// CRITTER_ERR_MISSING: there is none; CRITTER_ERR_LIMIT: it has more. [waits]
CRITTER_API enum critter_err critter_cozmo_nv_read_wait(struct critter_cozmo *cozmo, uint32_t tag, void *out,
                                                        size_t *size, int wait_ms);
// Erases an entry and writes it anew. CRITTER_ERR_LIMIT: more than has room there; then nothing was erased.
// [waits]
CRITTER_API enum critter_err critter_cozmo_nv_write_wait(struct critter_cozmo *cozmo, uint32_t tag,
                                                         const void *data, size_t size, int wait_ms);
// Erases an entry; one that is not there is fine. [waits]
CRITTER_API enum critter_err critter_cozmo_nv_erase_wait(struct critter_cozmo *cozmo, uint32_t tag,
                                                         int wait_ms);
// Writes the app's eight entries into files of a folder, which it makes. [waits]
CRITTER_API enum critter_err critter_cozmo_nv_backup_wait(struct critter_cozmo *cozmo, const char *folder,
                                                          int wait_ms);
// Writes the entries of such a folder into the robot. CRITTER_ERR_MISSING: the folder has none. [waits]
CRITTER_API enum critter_err critter_cozmo_nv_restore_wait(struct critter_cozmo *cozmo, const char *folder,
                                                           int wait_ms);

// ---- Firmware

// Reads the signature of a firmware file (cozmo.safe) into `json`, which has room for size bytes. Its
// hashes cannot be verified. `why` gets the words of an error. [any thread]
CRITTER_API enum critter_err critter_cozmo_firmware_signature(const char *path, char *json, size_t size,
                                                              char *why, size_t why_size);
// Sends a firmware file to the robot, until it says that it is content; then it starts anew. progress is
// told the bytes so far and in all, at least ten times a second, and breaks the update off by answering
// other than 0. It may be NULL. A robot that says nothing for 10 s (30 s at first, when it erases) ends it.
// [waits]
CRITTER_API enum critter_err critter_cozmo_update_wait(struct critter_cozmo *cozmo, const char *path,
                                                       int (*progress)(void *user, size_t done, size_t all),
                                                       void *user);

#ifdef __cplusplus
}
#endif

#endif
