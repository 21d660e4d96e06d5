// Driving a Vector, real or simulated, from C: everything that programs of Vector's SDK can do.
//
//     #include <critter/vector.h>
//     #include <stdio.h>
//
//     int main(void) {
//         char why[256];
//         struct critter_vector *vector = critter_vector_meet(NULL, why, sizeof why);
//         if (!vector) return fprintf(stderr, "%s\n", why), 1;
//         critter_vector_say_wait(vector, "Hello World", 10000);
//         critter_vector_drive_off_charger_wait(vector, 20000);
//         for (int side = 0; side < 4; side++) {                             // a square
//             critter_vector_drive_straight_wait(vector, 200, 50, 10000);    // 200 mm, 50 mm/s
//             critter_vector_turn_in_place_wait(vector, 1.5708f, 2, 10000);  // a quarter to the left
//         }
//         critter_vector_disconnect(vector);
//         return 0;
//     }
//
// Which robot. The library reads the file that the Python SDK reads, ~/.anki_vector/sdk_config.ini: address,
// certificate, token. For a simulated robot `critter sdk setup` writes it, for a real one the SDK's own
// setup does.
//
// Waiting. A call whose name ends in _wait returns when the thing is done: the robot has arrived, the
// sentence was heard. The call of the same name without _wait returns at once, and the robot acts meanwhile;
// the event "call_ended" tells how it ended. A _wait takes the same arguments and, last, wait_ms: how many
// milliseconds it may take. After that it returns CRITTER_ERR_TIMEOUT, and the robot is told to stop. There
// is no thread in the library: events are delivered inside calls that wait.
//
// Control. While a program has behaviour control, the robot does nothing of its own accord. Connecting takes
// control. An edge or a hand can take it away: what the robot was doing then ends as cancelled, and the event
// "control_lost" tells.
//
// Threads. A handle belongs to one thread at a time. Handles share nothing.
//
// Errors. Calls return enum critter_err (critter.h): 0 for success. critter_vector_error describes the last
// failure in words.
//
// Structs begin with their own size, which the caller sets:
//     struct critter_vector_state state = {sizeof state};
// In the config, every other member may be 0, which means the default. Arguments are copied.
//
// Units are in the names: mm, mmps (mm/s), rad, radps (rad/s), ms, v (volts). Angles grow to the left, seen
// from above; a head's grow upwards. Positions are in the robot's own map.
#ifndef CRITTER_VECTOR_H
#define CRITTER_VECTOR_H

#include <critter/critter.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A connection with one robot. The program makes it, by connecting, and ends it, by disconnecting.
struct critter_vector;

// ---- Connecting

enum critter_vector_control {
    CRITTER_VECTOR_DEFAULT = 0,  // the robot's own reactions to edges and hands come first
    CRITTER_VECTOR_OVERRIDE = 1, // nothing does; it drives off tables, too
    CRITTER_VECTOR_NONE = 2,     // it lives on by itself, and is only watched
};

struct critter_vector_config {
    size_t size;
    const char *robot;       // serial number or name; NULL: the only one in the file
    const char *folder;      // where sdk_config.ini lies; NULL: ~/.anki_vector
    const char *address;     // where it is now: "192.168.1.20" or "127.0.0.1:8443"; NULL: as in the file
    const char *name;        // all four of these, and the address: no file is read
    const char *certificate; // path of the PEM file
    const char *token;
    enum critter_vector_control control;
};

// Connects, takes control and returns when the robot is ready; config NULL: all defaults. On failure it
// returns NULL, and `why` says what is wrong, cut to why_size bytes. The caller disconnects. [waits]
CRITTER_API struct critter_vector *critter_vector_connect(const struct critter_vector_config *config,
                                                          char *why, size_t why_size);
// The same with the defaults; robot: serial number or name, NULL: the only one in the file. [waits]
CRITTER_API struct critter_vector *critter_vector_meet(const char *robot, char *why, size_t why_size);
// Releases control, closes the connection and frees the handle and everything it handed out. NULL is allowed.
// Inside a handler it does nothing. [waits]
CRITTER_API void critter_vector_disconnect(struct critter_vector *vector);
// What the last failure was, in words; "" when there was none. Lives until the next call. [at once]
CRITTER_API const char *critter_vector_error(struct critter_vector *vector);
// "Vector-A1B2"; lives as long as the handle. [at once]
CRITTER_API const char *critter_vector_name(const struct critter_vector *vector);

// ---- Control

// Asks for control, at another level or again. [at once]
CRITTER_API enum critter_err critter_vector_take_control(struct critter_vector *vector,
                                                         enum critter_vector_control control);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_take_control_wait(struct critter_vector *vector,
                                                              enum critter_vector_control control,
                                                              int wait_ms);
// Gives control back: the robot lives by itself again. [at once]
CRITTER_API enum critter_err critter_vector_release_control(struct critter_vector *vector);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_release_control_wait(struct critter_vector *vector, int wait_ms);
// 1: the program has control. [at once]
CRITTER_API int critter_vector_has_control(const struct critter_vector *vector);

// ---- What happens

// name: of the event, as the SDK calls it ("robot_observed_face", "object_event", "user_intent"),
// "control_granted", "control_lost" or "call_ended" (with the call's name, and in "error" what went wrong).
// json: the event, as a JSON object. Both live until the handler returns. A handler may make calls that
// return at once, and no other.
typedef void critter_vector_handler(void *user, struct critter_vector *vector, const char *name,
                                    const char *json);
// name NULL: every event. At most 64 handlers. [at once]
CRITTER_API enum critter_err critter_vector_on(struct critter_vector *vector, const char *name,
                                               critter_vector_handler *handler, void *user);
// Delivers events for `ms` milliseconds; 0: only those that have arrived. CRITTER_ERR_LOST: the connection is
// gone. [waits]
CRITTER_API enum critter_err critter_vector_wait(struct critter_vector *vector, int ms);

// What the robot tells of itself sixteen times a second.
struct critter_vector_state {
    size_t size;
    float x_mm, y_mm, z_mm, heading_rad, pitch_rad;
    uint32_t origin; // positions compare only within the same origin
    float head_rad, lift_mm;
    float left_mmps, right_mmps;
    uint32_t status; // the protocol's bits
    int picked_up, cliff, on_charger, charging, button, touched, moving;
    uint32_t range_mm; // to what is before it
    int range_found;   // there is something
};
// The newest state. CRITTER_ERR_STATE: none has arrived yet. [at once]
CRITTER_API enum critter_err critter_vector_get_state(const struct critter_vector *vector,
                                                      struct critter_vector_state *out);
// The battery. level: 1 low, 2 normal, 3 full. Any of the three pointers may be NULL. [waits]
CRITTER_API enum critter_err critter_vector_battery_wait(struct critter_vector *vector, float *volts,
                                                         int *level, int *charging, int wait_ms);
// A picture from the camera as a JPEG, which lives until the next call that waits. [waits]
CRITTER_API enum critter_err critter_vector_picture_wait(struct critter_vector *vector, const uint8_t **jpeg,
                                                         size_t *size, int wait_ms);

// ---- Doing

// Says a sentence aloud. [at once]
CRITTER_API enum critter_err critter_vector_say(struct critter_vector *vector, const char *words);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_say_wait(struct critter_vector *vector, const char *words,
                                                     int wait_ms);
// Drives forward, or backward when mm is negative. [at once]
CRITTER_API enum critter_err critter_vector_drive_straight(struct critter_vector *vector, float mm,
                                                           float mmps);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_drive_straight_wait(struct critter_vector *vector, float mm,
                                                                float mmps, int wait_ms);
// Turns to the left, or to the right when rad is negative. [at once]
CRITTER_API enum critter_err critter_vector_turn_in_place(struct critter_vector *vector, float rad,
                                                          float radps);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_turn_in_place_wait(struct critter_vector *vector, float rad,
                                                               float radps, int wait_ms);
// Drives to a pose of its map. [at once]
CRITTER_API enum critter_err critter_vector_go_to(struct critter_vector *vector, float x_mm, float y_mm,
                                                  float heading_rad);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_go_to_wait(struct critter_vector *vector, float x_mm, float y_mm,
                                                       float heading_rad, int wait_ms);
// Moves the head; 0 looks straight ahead. [at once]
CRITTER_API enum critter_err critter_vector_set_head_angle(struct critter_vector *vector, float rad);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_set_head_angle_wait(struct critter_vector *vector, float rad,
                                                                int wait_ms);
// Moves the lift, from 32 to 92 mm. [at once]
CRITTER_API enum critter_err critter_vector_set_lift_height(struct critter_vector *vector, float mm);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_set_lift_height_wait(struct critter_vector *vector, float mm,
                                                                 int wait_ms);
// Drives at these tread speeds until told otherwise; both 0: stop. [at once]
CRITTER_API enum critter_err critter_vector_drive_wheels(struct critter_vector *vector, float left_mmps,
                                                         float right_mmps);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_drive_wheels_wait(struct critter_vector *vector, float left_mmps,
                                                              float right_mmps, int wait_ms);
// Moves the head at this speed until told otherwise. [at once]
CRITTER_API enum critter_err critter_vector_move_head(struct critter_vector *vector, float radps);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_move_head_wait(struct critter_vector *vector, float radps,
                                                           int wait_ms);
// Moves the lift at this speed until told otherwise. [at once]
CRITTER_API enum critter_err critter_vector_move_lift(struct critter_vector *vector, float radps);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_move_lift_wait(struct critter_vector *vector, float radps,
                                                           int wait_ms);
// Looks for its charger and drives onto it. [at once]
CRITTER_API enum critter_err critter_vector_drive_on_charger(struct critter_vector *vector);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_drive_on_charger_wait(struct critter_vector *vector, int wait_ms);
// Drives off its charger; done at once when it is on none. [at once]
CRITTER_API enum critter_err critter_vector_drive_off_charger(struct critter_vector *vector);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_drive_off_charger_wait(struct critter_vector *vector,
                                                                   int wait_ms);
// Plays a clip by its name. [at once]
CRITTER_API enum critter_err critter_vector_play_animation(struct critter_vector *vector, const char *name,
                                                           unsigned loops);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_play_animation_wait(struct critter_vector *vector,
                                                                const char *name, unsigned loops,
                                                                int wait_ms);
// Plays a clip of a trigger, such as "ReactToCliff". [at once]
CRITTER_API enum critter_err critter_vector_play_trigger(struct critter_vector *vector, const char *name,
                                                         unsigned loops);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_play_trigger_wait(struct critter_vector *vector, const char *name,
                                                              unsigned loops, int wait_ms);
// Sets the colour of its eyes; hue and saturation from 0 to 1. [at once]
CRITTER_API enum critter_err critter_vector_set_eye_color(struct critter_vector *vector, float hue,
                                                          float saturation);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_set_eye_color_wait(struct critter_vector *vector, float hue,
                                                               float saturation, int wait_ms);
// Shows a picture on its face: 184 by 96 pixels, row by row, red in the upper five bits, green in the middle
// six, blue in the lower five. [at once]
CRITTER_API enum critter_err critter_vector_show_picture(struct critter_vector *vector,
                                                         const uint16_t pixels[184 * 96], int ms);
// Does the same and waits for its end. [waits]
CRITTER_API enum critter_err critter_vector_show_picture_wait(struct critter_vector *vector,
                                                              const uint16_t pixels[184 * 96], int ms,
                                                              int wait_ms);

// ---- Everything else

// Makes any call of the SDK that has one reply: its name ("SetCubeLights") and its request as JSON.
// [at once]
CRITTER_API enum critter_err critter_vector_call(struct critter_vector *vector, const char *name,
                                                 const char *json);
// The same. The reply as JSON lives until the next call that waits; NULL: it failed. [waits]
CRITTER_API const char *critter_vector_call_wait(struct critter_vector *vector, const char *name,
                                                 const char *json, int wait_ms);

#ifdef __cplusplus
}
#endif

#endif
