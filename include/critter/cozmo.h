// Driving a Cozmo, real or simulated, from C.
//
//     #include <critter/cozmo.h>
//
//     int main(void) {
//         char why[256];
//         struct critter_cozmo *cozmo = critter_cozmo_connect(NULL, why, sizeof why);   // at 172.31.1.1
//         if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
//         critter_cozmo_set_head_angle(cozmo, 0.5f);
//         critter_cozmo_set_volume(cozmo, 40000);
//         critter_cozmo_play_wav(cozmo, "hello.wav");
//         critter_cozmo_wait(cozmo, "audio_completed", 10000, NULL);
//         critter_cozmo_drive_wheels(cozmo, 60, 60, 1500);                               // mm/s, then stop after 1.5 s
//         critter_cozmo_disconnect(cozmo);
//         return 0;
//     }
//
// There is no thread behind it: the robot is heard and answered while the program is inside critter_cozmo_poll, _wait, _sleep or a
// call that waits. A program that stays away for five seconds loses its session. One handle belongs to one thread.
//
// Calls return 0, or an error whose words critter_cozmo_error says. Commands are repeated until the robot has them; they fail when the
// session is over or when a second long none of 62 commands under way was acknowledged. Structs that the library fills begin with
// their own size, set by the caller: struct critter_cozmo_state state = {.size = sizeof state}. So does the config, of which all other
// zeros mean the usual. A number that is none (NaN, infinity) is refused before the robot hears of it.
#pragma once

#include <critter/critter.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct critter_cozmo;

// Finding and connecting

struct critter_cozmo_config {
    size_t size;
    const char *address; // "172.31.1.1", "127.0.0.1:5551"; NULL: the first of these
    int no_initialise;   // connect only: the body stays off, nothing is sent but pings
    int no_animations;   // never ask for the animation stream; then there is no sound and no picture
    int found_ms;        // how long each step of connecting may take; 0: 5000
    int rows_64; // pictures use both rows of each pair as drawn; else one row of each, as the public client does
    int silence_ms;      // a robot that says nothing for so long is lost; 0: 5000
    int engine_law;      // sound in the other of the two known laws; only for a robot that is told the same
    int ping_ms;         // how often the round trip is measured; 0: 500
    int short_durations; // clips tell head and lift their time in one byte, as the public client does; else in two
    int plain_turns; // clips tell nothing of how to turn back to a heading, as the public client does
};
struct critter_cozmo_identity {
    size_t size;
    uint32_t head_serial, body_serial, hardware;
    int32_t colour;       // -1 unknown, 0 … 5
    int32_t firmware;     // 2381; 0: none was said
    char build[32];       // "FACTORY" for one that left the works with no other
    char signature[1184]; // JSON, as the robot says it
};

CRITTER_API struct critter_cozmo *critter_cozmo_connect(const struct critter_cozmo_config *config, char *why,
                                                        size_t why_size);
// The same with all that is usual; when it fails, it was said on stderr why.
CRITTER_API struct critter_cozmo *critter_cozmo_meet(const char *address);
// Of a session that was opened with no_initialise: switches the body on, sets origin and clock, begins the animation stream. Answers when it
// is "ready".
CRITTER_API int critter_cozmo_initialise(struct critter_cozmo *cozmo);
CRITTER_API void critter_cozmo_disconnect(struct critter_cozmo *cozmo); // says goodbye, frees; also NULL
CRITTER_API int critter_cozmo_connected(const struct critter_cozmo *cozmo);
CRITTER_API const char *critter_cozmo_error(struct critter_cozmo *cozmo); // of the last call that failed
CRITTER_API void critter_cozmo_identity(const struct critter_cozmo *cozmo,
                                        struct critter_cozmo_identity *out);
// Opens a session, reads who it is, says goodbye. It ends whatever session the robot had.
CRITTER_API int critter_cozmo_find(const char *address, int wait_ms, struct critter_cozmo_identity *out,
                                   char *why, size_t why_size);

// What happens
//
// Events have names. Of the session: "found", "ready", "lost". Of the robot's state: "state" (every 30 ms), "orientation", and one for each
// bit, with value 1 or 0: "moving", "carrying_block", "picking_or_placing", "picked_up", "body_acc_mode", "falling", "animating", "pathing",
// "lift_in_position", "head_in_position", "animation_buffer_full", "animating_idle", "on_charger", "charging", "cliff_detected",
// "wheels_moving", "charger_oos". Of helpers: "image", "audio_completed", "animation_completed", "lights_completed", "debug" (the robot's log, its text as body).
// And every message of the protocol by its name: "ButtonPressed", "ObjectTapped" … `critter cozmo console --events` shows them as they
// come. A program may post events of its own.

struct critter_cozmo_event {
    size_t size;
    const char *name;
    int value; // of a bit; of "orientation": 0 treads, 1 back, 2 face, 3 left, 4 right; of "debug": its level
    int id;    // of a message; else -1
    const void *body; // its bytes; lives until the next call with this handle
    size_t body_size;
};
typedef void critter_cozmo_handler(void *user, struct critter_cozmo *cozmo,
                                   const struct critter_cozmo_event *event);

// Handlers are called while the library waits. A handler may send commands, but not poll, wait, sleep or disconnect. NULL as a name
// means every event. Returns a number to take it off again with, or -1: too many.
CRITTER_API int critter_cozmo_on(struct critter_cozmo *cozmo, const char *name,
                                 critter_cozmo_handler *handler, void *user);
CRITTER_API int critter_cozmo_once(struct critter_cozmo *cozmo, const char *name,
                                   critter_cozmo_handler *handler, void *user);
CRITTER_API void critter_cozmo_off(struct critter_cozmo *cozmo, int handler);
// An event of the program's own, or one that is played: handlers and groups are called at once, waiting and polling meet it too. The name
// has at most 39 characters, the body at most 1200 bytes.
CRITTER_API int critter_cozmo_post(struct critter_cozmo *cozmo, const char *name, int value, const void *body,
                                   size_t size);

// Handlers that come and go together, such as those of a behaviour: a group hears what its session hears, or the group it was put
// into. Events go to the session's own handlers first, then to its groups in the order in which they came. A group belongs to one at a
// time; a handler may join and leave groups, but not free them. Freed, a group leaves, and those in it are on their own.
struct critter_cozmo_group;
CRITTER_API struct critter_cozmo_group *critter_cozmo_group_new(void); // NULL: no memory
CRITTER_API void critter_cozmo_group_free(struct critter_cozmo_group *group);
CRITTER_API int critter_cozmo_group_on(struct critter_cozmo_group *group, const char *name,
                                       critter_cozmo_handler *handler, void *user);
CRITTER_API int critter_cozmo_group_once(struct critter_cozmo_group *group, const char *name,
                                         critter_cozmo_handler *handler, void *user);
CRITTER_API void critter_cozmo_group_off(struct critter_cozmo_group *group, int handler);
CRITTER_API void critter_cozmo_group_clear(struct critter_cozmo_group *group); // all its handlers
CRITTER_API int critter_cozmo_group_join(struct critter_cozmo_group *group, struct critter_cozmo *cozmo);
CRITTER_API int critter_cozmo_group_join_group(struct critter_cozmo_group *group,
                                               struct critter_cozmo_group *other);
CRITTER_API void critter_cozmo_group_leave(struct critter_cozmo_group *group);

// 1: an event; 0: none in that time; -1: none, and the session is over. The oldest events go when nobody polls.
CRITTER_API int critter_cozmo_poll(struct critter_cozmo *cozmo, int wait_ms, struct critter_cozmo_event *out);
// Until an event of that name comes; those before now do not count. event may be NULL.
CRITTER_API int critter_cozmo_wait(struct critter_cozmo *cozmo, const char *name, int wait_ms,
                                   struct critter_cozmo_event *event);
CRITTER_API int critter_cozmo_sleep(struct critter_cozmo *cozmo,
                                    int ms); // the robot is looked after meanwhile
// A message's fields as JSON. Returns the length it has, or 0: it is no message of known layout.
CRITTER_API size_t critter_cozmo_event_json(const struct critter_cozmo_event *event, char *out, size_t size);

// What the robot says about itself are numbers; the app has tables of the texts (AnkiLogStringTables.json), which are not ours to give. With
// them loaded, "debug" events and the log have words; without, numbers.
CRITTER_API int critter_cozmo_load_texts(struct critter_cozmo *cozmo, const char *path);

// What is written down on stderr. Six channels: general, protocol, robot, reaction, behavior, animation; levels off, error, warn, info,
// debug. "info,protocol=debug,robot=off" sets all, then some; at first all are at warn. protocol at debug prints every message both ways;
// only=lights+audio and except=ping+state choose among groups of messages. Without a call, CRITTER_COZMO_LOG in the environment is taken
// when the first session begins. It holds for the whole program. An error names the word that was not understood.
CRITTER_API int critter_cozmo_log(const char *setup, char *why, size_t why_size);

// What went wrong, as numbers for a program; critter_cozmo_error has the words.
enum {
    CRITTER_COZMO_FINE = 0,
    CRITTER_COZMO_NOT_ALLOWED, // now: not connected, inside a handler, the animation stream is off
    CRITTER_COZMO_TIMEOUT,     // what was waited for did not come
    CRITTER_COZMO_NO_SPACE,    // 62 commands wait already and none is acknowledged; or too many handlers
    CRITTER_COZMO_LOST,        // the session is over
    CRITTER_COZMO_WRONG,       // an argument, a name, a file's content
    CRITTER_COZMO_MISSING,     // a file, an entry of the robot's memory
    CRITTER_COZMO_REFUSED,     // the robot said no
    CRITTER_COZMO_SYSTEM,      // memory, disk, network
    CRITTER_COZMO_CANCELLED,   // the program broke it off itself
};
CRITTER_API int critter_cozmo_error_code(const struct critter_cozmo *cozmo); // of the last call that failed

// How it is

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
    uint32_t time_ms, frame_id, origin_id, status;
    float x_mm, y_mm, z_mm, angle_rad, pitch_rad;
    float left_mmps, right_mmps, head_rad, lift_mm;
    float accel[3], gyro[3], battery_v;
    uint16_t cliff[4];
    int path_segment, orientation;
    uint32_t animation_bytes, audio_frames;
    int animation, animation_drops;
    int known; // a state came at all
};
CRITTER_API void critter_cozmo_state(const struct critter_cozmo *cozmo, struct critter_cozmo_state *out);
struct critter_cozmo_link_state {
    size_t size;
    uint64_t frames_in, frames_out, bytes_in, bytes_out, packets_in, sent, resent, discarded;
    int64_t rtt_us, rtt_least_us, rtt_most_us, rtt_mean_us;
};
CRITTER_API void critter_cozmo_link(const struct critter_cozmo *cozmo, struct critter_cozmo_link_state *out);

// Commands. Any of them by name, its fields as JSON; and any bytes.
CRITTER_API int critter_cozmo_command(struct critter_cozmo *cozmo, const char *name, const char *json);
CRITTER_API int critter_cozmo_send(struct critter_cozmo *cozmo, int id, const void *body, size_t size);
CRITTER_API int critter_cozmo_flush(struct critter_cozmo *cozmo, int wait_ms); // until the robot has them all

CRITTER_API int critter_cozmo_drive_wheels(struct critter_cozmo *cozmo, float left_mmps, float right_mmps,
                                           int stop_after_ms);
CRITTER_API int critter_cozmo_drive(struct critter_cozmo *cozmo, float left_mmps, float right_mmps,
                                    float left_mmps2, float right_mmps2, // 0: as fast as it can
                                    int stop_after_ms);
CRITTER_API int critter_cozmo_turn_in_place(struct critter_cozmo *cozmo, float angle_rad, float speed_radps,
                                            int absolute);
CRITTER_API int critter_cozmo_stop(struct critter_cozmo *cozmo);
CRITTER_API int critter_cozmo_move_head(struct critter_cozmo *cozmo, float radps);
CRITTER_API int critter_cozmo_set_head_angle(struct critter_cozmo *cozmo, float rad);
CRITTER_API int critter_cozmo_move_lift(struct critter_cozmo *cozmo, float radps);
CRITTER_API int critter_cozmo_set_lift_height(struct critter_cozmo *cozmo, float mm);
// The same with the highest speed and acceleration (0: the usual ones), and how long it shall take (0: as these allow).
CRITTER_API int critter_cozmo_head_to(struct critter_cozmo *cozmo, float rad, float radps, float radps2,
                                      float seconds);
CRITTER_API int critter_cozmo_lift_to(struct critter_cozmo *cozmo, float mm, float radps, float radps2,
                                      float seconds);
CRITTER_API int critter_cozmo_set_head_light(struct critter_cozmo *cozmo, int on);
CRITTER_API int critter_cozmo_stop_on_cliff(struct critter_cozmo *cozmo, int on);

struct critter_cozmo_light { // colours: bit 15 infrared, then five bits of red, green, blue; frames of 1/30 s
    uint16_t on, off;
    uint8_t on_frames, off_frames, fade_on_frames, fade_off_frames;
    int16_t offset;
};
CRITTER_API uint16_t critter_cozmo_colour(int red, int green, int blue); // 0 … 255 each
CRITTER_API struct critter_cozmo_light critter_cozmo_steady(uint16_t colour);
// left, front, middle, back, right; left and right can only be red.
CRITTER_API int critter_cozmo_set_backpack(struct critter_cozmo *cozmo,
                                           const struct critter_cozmo_light lights[5]);
CRITTER_API int critter_cozmo_set_backpack_all(struct critter_cozmo *cozmo, struct critter_cozmo_light light);
// The three in the middle; those at the sides are dark.
CRITTER_API int critter_cozmo_set_backpack_centre(struct critter_cozmo *cozmo,
                                                  struct critter_cozmo_light light);
CRITTER_API int critter_cozmo_set_backpack_off(struct critter_cozmo *cozmo);

// Light patterns by name: those of the backpack are there; files as the app has them (cubeLights, backpackLights) can be added. A cube's pattern
// goes through its steps and ends with "lights_completed" (value: the cube's object id, or -1). NULL as a name: dark.
CRITTER_API int critter_cozmo_load_lights(struct critter_cozmo *cozmo, const char *path);
CRITTER_API int critter_cozmo_backpack_show(struct critter_cozmo *cozmo, const char *name);
CRITTER_API int critter_cozmo_object_show(struct critter_cozmo *cozmo, uint32_t object_id, const char *name);

// Paths: pieces in world coordinates, then go. _execute answers when it ended: 0, or an error when it was interrupted.
CRITTER_API int critter_cozmo_path_clear(struct critter_cozmo *cozmo);
CRITTER_API int critter_cozmo_path_line(struct critter_cozmo *cozmo, float x1, float y1, float x2, float y2,
                                        float mmps);
CRITTER_API int critter_cozmo_path_arc(struct critter_cozmo *cozmo, float x, float y, float radius,
                                       float start_rad, float sweep_rad, float mmps);
CRITTER_API int critter_cozmo_path_turn(struct critter_cozmo *cozmo, float x, float y, float angle_rad,
                                        float speed);
CRITTER_API int critter_cozmo_path_execute(struct critter_cozmo *cozmo, int event_id, int wait_ms);
CRITTER_API int critter_cozmo_go_to(struct critter_cozmo *cozmo, float x, float y, float angle_rad,
                                    int relative, int wait_ms);
CRITTER_API void critter_cozmo_from_here(const float here[3], const float step[3],
                                         float out[3]); // x, y, angle
CRITTER_API float critter_cozmo_lift_angle(float height_mm);
CRITTER_API float critter_cozmo_lift_ratio(float height_mm);

// Cubes and the charger

struct critter_cozmo_object {
    size_t size;
    uint32_t factory_id, object_id;
    int type;      // 1 … 3 light cubes, 13 charger
    int connected; // object_id holds as long
    int rssi, battery, up_axis, moving;
};
CRITTER_API int critter_cozmo_objects(struct critter_cozmo *cozmo, int on); // announcements of what is near
CRITTER_API size_t critter_cozmo_object_count(const struct critter_cozmo *cozmo);
CRITTER_API int critter_cozmo_object(const struct critter_cozmo *cozmo, size_t index,
                                     struct critter_cozmo_object *out);
CRITTER_API int critter_cozmo_object_connect(struct critter_cozmo *cozmo, uint32_t factory_id, int on,
                                             int wait_ms);
// Waits until one of that type is announced, and connects it.
CRITTER_API int critter_cozmo_object_find(struct critter_cozmo *cozmo, int type, int wait_ms,
                                          struct critter_cozmo_object *out);
CRITTER_API int critter_cozmo_object_lights(struct critter_cozmo *cozmo, uint32_t object_id,
                                            const struct critter_cozmo_light lights[4], int rotation_frames);
CRITTER_API int critter_cozmo_object_accel(struct critter_cozmo *cozmo, uint32_t object_id, int on);

// Camera. Pictures are JPEG files, put together from their pieces; what misses a piece is dropped.
struct critter_cozmo_image {
    size_t size;
    const void *jpeg; // lives until the next picture
    size_t jpeg_size;
    uint32_t number, time_ms;
    int width, height, colour;
    uint32_t dropped; // pictures with a piece missing, so far
};
CRITTER_API int critter_cozmo_camera(struct critter_cozmo *cozmo, int on, int colour);
CRITTER_API int critter_cozmo_camera_exposure(struct critter_cozmo *cozmo, float gain, int exposure_ms,
                                              int automatic);
CRITTER_API int critter_cozmo_image(const struct critter_cozmo *cozmo, struct critter_cozmo_image *out);

// Face: 128 columns, 32 rows. Grey pictures of any size are fitted and made black and white by spreading the error;
// those with more detail than a frame holds are shown smaller.
CRITTER_API int critter_cozmo_show(struct critter_cozmo *cozmo,
                                   const uint8_t bits[512]); // rows from the top, high bit left
CRITTER_API int critter_cozmo_show_grey(struct critter_cozmo *cozmo, const uint8_t *grey, int width,
                                        int height);
CRITTER_API int critter_cozmo_show_file(struct critter_cozmo *cozmo, const char *path); // PNG or JPEG
CRITTER_API int critter_cozmo_show_picture(struct critter_cozmo *cozmo, const void *picture,
                                           size_t size); // the same, from memory
CRITTER_API int critter_cozmo_show_nothing(struct critter_cozmo *cozmo);
// The stream of pictures, sounds and clips: off, nothing of them goes out, and what plays waits; on, it goes on.
CRITTER_API int critter_cozmo_animations(struct critter_cozmo *cozmo, int on);

// Sound
CRITTER_API int critter_cozmo_set_volume(struct critter_cozmo *cozmo, int volume); // 0 … 65535
CRITTER_API int critter_cozmo_play(struct critter_cozmo *cozmo, const int16_t *samples, size_t count,
                                   int rate); // behind what plays
CRITTER_API int critter_cozmo_play_wav(struct critter_cozmo *cozmo, const char *path);
CRITTER_API void critter_cozmo_play_nothing(struct critter_cozmo *cozmo);
CRITTER_API int critter_cozmo_playing_ms(const struct critter_cozmo *cozmo); // how much has not gone out yet

// Clips: performances of head, lift, wheels, face, lights and sound that the robot plays by its own clock. Ours are there without being
// loaded; those of a user's own copy of the app (the folder cozmo_resources) lie over them. While one plays it has the display and the loudspeaker;
// when it is over "animation_completed" comes. A new one ends the one before.
CRITTER_API int critter_cozmo_load_clips(struct critter_cozmo *cozmo,
                                         const char *resources); // NULL: ours alone
CRITTER_API const char *critter_cozmo_clip_name(struct critter_cozmo *cozmo,
                                                size_t index); // NULL: behind the last
CRITTER_API const char *critter_cozmo_trigger_name(struct critter_cozmo *cozmo, size_t index);
CRITTER_API int critter_cozmo_play_clip(struct critter_cozmo *cozmo, const char *name,
                                        int loops); // 0: until it is stopped
// An occasion: one of its clips, by weight, that has rested long enough and suits the head's angle.
CRITTER_API int critter_cozmo_play_trigger(struct critter_cozmo *cozmo, const char *name);
// A clip out of a file (.bin or .json); name NULL: the first in it.
CRITTER_API int critter_cozmo_play_file(struct critter_cozmo *cozmo, const char *path, const char *name);
CRITTER_API void critter_cozmo_stop_clip(struct critter_cozmo *cozmo);
CRITTER_API int
critter_cozmo_clip_plays(const struct critter_cozmo *cozmo); // its animation's number; 0: none
// A face that looks about and blinks by itself whenever no clip plays; a picture that is shown ends it. Expressions have names
// (critter/face.h); ms 0: until another comes.
CRITTER_API int critter_cozmo_live_face(struct critter_cozmo *cozmo, int on);
CRITTER_API int critter_cozmo_expression(struct critter_cozmo *cozmo, const char *name, int ms);

// What the robot keeps. Tags are those of the protocol; the app's are 0x180000 … 0x197000.
CRITTER_API int critter_cozmo_nv_read(struct critter_cozmo *cozmo, uint32_t tag, void *out,
                                      size_t *size); // size: room, then how much
CRITTER_API int critter_cozmo_nv_write(struct critter_cozmo *cozmo, uint32_t tag, const void *data,
                                       size_t size); // erases first; what has no room there is refused before
CRITTER_API int critter_cozmo_nv_erase(struct critter_cozmo *cozmo, uint32_t tag);
CRITTER_API int critter_cozmo_nv_backup(struct critter_cozmo *cozmo, const char *folder);
CRITTER_API int critter_cozmo_nv_restore(struct critter_cozmo *cozmo, const char *folder);

// Firmware files (cozmo.safe). The signature is JSON; its hashes cannot be verified. progress: bytes so far and in all, at least ten times a
// second; what it answers other than 0 breaks the update off. May be NULL.
CRITTER_API int critter_cozmo_firmware_signature(const char *path, char *json, size_t size, char *why,
                                                 size_t why_size);
CRITTER_API int critter_cozmo_update(struct critter_cozmo *cozmo, const char *path,
                                     int (*progress)(void *user, size_t done, size_t all), void *user);

#ifdef __cplusplus
}
#endif
