// A creature in a body of your own: moods, behaviours, eyes, clips and a voice for any robot.
//
//     #include <critter/robot.h>
//     #include <stdio.h>
//
//     int main(void) {
//         char why[256];
//         struct critter_robot_config config = {.size = sizeof config};
//         config.body_text = "{\"display\": {\"width\": 64, \"height\": 32}, \"touch\": true}";
//         struct critter_robot *robot = critter_robot_new(&config, why, sizeof why);
//         if (!robot) return fprintf(stderr, "%s\n", why), 1;
//         struct critter_senses senses = {.size = sizeof senses};
//         struct critter_command command = {.size = sizeof command};
//         for (int tick = 1; tick <= 300; tick++) {                        // ten seconds; wait 33 ms here
//             senses.time_us = tick * 33000ull;
//             senses.touched = tick > 150 && tick < 200;                   // a hand
//             if (critter_robot_step(robot, &senses, &command)) break;
//             if (command.face_new) printf("%d bytes of eyes\n", (int)command.face_bytes);
//         }
//         critter_robot_free(robot);
//         return 0;
//     }
//
// The body. What the robot is made of stands in a JSON file, body.json: wheels and their measures or none,
// head, lift, other joints, display, lights, speaker, microphones, camera, sensors; `critter body
// keys` lists every key. What is not in it the body lacks, and the creature never tries what it would need.
// `critter body check FILE` says what a body can and cannot live.
//
// Stepping. The program reads its sensors, calls critter_robot_step with what it felt and when, and does what
// the command says. The library reads no clock: time is what the senses say. The creature lives one tick in
// each 33 ms of that time. Between ticks a step still drives odometry, paths, joints and the stop at an edge,
// which is only as quick as the program steps: every 5 ms is good, every 33 ms will do.
//
// What the body only partly can, the library does: it follows paths, turns by an angle, moves joints gently,
// counts where the robot is, notices that it is lifted, held or shaken. A body that does all of that itself
// says "brainstem": true, and is told orders instead (command.orders).
//
// Errors. Calls return enum critter_err: 0, or a number that critter.h tells. critter_robot_error has the
// words of the last one. After an error of a step nothing has happened: no tick was lived.
//
// Memory and files. critter_robot_new reads the files that its config names, and the library's own sounds
// where it was installed. After it no file is touched but by critter_robot_save, and a step allocates nothing
// but pictures that a clip shows for the first time. There is no thread unless `workers` asks for some. What
// is handed out lives until the next step.
//
// Threads. A robot belongs to one thread at a time; robots share nothing. A call that comes while another
// thread is inside one with the same robot returns CRITTER_ERR_STATE as far as that can be told.
//
// Units are in the names: m, mps (m/s), rad, radps, us, v (volts). x is ahead, y to the left, z up; angles
// grow to the left, a head's and a lift's upwards.
#ifndef CRITTER_ROBOT_H
#define CRITTER_ROBOT_H

#include <critter/critter.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- A robot

struct critter_robot;

// Its first member is its size; every other one may be 0, which means the usual.
struct critter_robot_config {
    size_t size;
    const char *body;      // the path of a body.json; NULL: body_text
    const char *body_text; // the same as text; NULL as well: a Vector's body
    const char *creature;  // "vector" or "cozmo"; NULL: as the body says
    const char *resources; // a folder with a robot's own clips and sounds, over ours; NULL: ours
    const char *mind;      // a folder with behaviours and moods, over ours; NULL: ours
    const char *name;      // NULL: as the body says
    const char *saved;     // a file that critter_robot_save wrote; one that is not there is fine; NULL: none
    uint64_t seed;         // where all chance comes from; 0: 1
    int workers;           // threads for speech and pictures; 0: they are made inside critter_robot_step
    int silent;            // no sound is made, and no sounds are read
    int no_voice;          // it speaks in tones: the program that speaks is not started
    int64_t unix_s;        // the calendar when it is born, seconds since 1970; 0: it knows no time
    int32_t zone_s;        // seconds east of Greenwich
};

// A robot is born. NULL: `why` says what is wrong, with its place in body.json. The caller frees it.
// [at once]
CRITTER_API struct critter_robot *critter_robot_new(const struct critter_robot_config *config, char *why,
                                                    size_t why_size);
// Frees the robot and all that it handed out. Also takes NULL. [at once]
CRITTER_API void critter_robot_free(struct critter_robot *robot);
// What the last call that failed had to say. Lives until the next call with this robot. [at once]
CRITTER_API const char *critter_robot_error(const struct critter_robot *robot);

// ---- What it feels

// Joints are counted as body.json lists them, after these. A body without lift or head keeps their places.
enum { CRITTER_WHEEL_LEFT, CRITTER_WHEEL_RIGHT, CRITTER_LIFT, CRITTER_HEAD, CRITTER_JOINT_FIRST };
enum { CRITTER_JOINTS = 16, CRITTER_LIGHTS = 5, CRITTER_HEARINGS = 4, CRITTER_RADIOS = 32 };

// What is there in this step: bits of critter_senses.has. What is not there did not arrive, which is fine at
// any time.
enum {
    CRITTER_HAS_WHEELS = 1,   // left_mps, right_mps as measured; else the wheels roll as they were told
    CRITTER_HAS_JOINTS = 2,   // joints; else they are where they were sent
    CRITTER_HAS_CLIFFS = 4,   // cliffs
    CRITTER_HAS_POWER = 8,    // battery_v, charger_v, temperature_c
    CRITTER_HAS_RANGE = 16,   // range
    CRITTER_HAS_PICTURE = 32, // picture
    CRITTER_HAS_SOUND = 64,   // sound
    CRITTER_HAS_LOOK = 128,   // something looked for faces and things: `sights` are all that there was
    // Only of a body with a brainstem of its own:
    CRITTER_HAS_POSE = 256,    // pose
    CRITTER_HAS_PATH = 512,    // path
    CRITTER_HAS_SPEAKER = 1024 // speaker
};

// What the body knows by itself: bits of critter_senses.status. A body with an inertial sensor need not say
// that it is lifted, falls, is held, poked or shaken. Without a brainstem of its own the others are ignored.
enum {
    CRITTER_STATUS_MOVING = 1 << 0,
    CRITTER_STATUS_WHEELS_MOVING = 1 << 1,
    CRITTER_STATUS_CARRYING = 1 << 2,
    CRITTER_STATUS_PICKED_UP = 1 << 3,
    CRITTER_STATUS_FALLING = 1 << 4,
    CRITTER_STATUS_ON_CHARGER = 1 << 5,
    CRITTER_STATUS_CHARGING = 1 << 6,
    CRITTER_STATUS_CLIFF = 1 << 7,
    CRITTER_STATUS_BUTTON = 1 << 8,
    CRITTER_STATUS_TOUCHED = 1 << 9,
    CRITTER_STATUS_HEAD_IN_PLACE = 1 << 10,
    CRITTER_STATUS_LIFT_IN_PLACE = 1 << 11,
    CRITTER_STATUS_HEAD_KNOWN = 1 << 12,
    CRITTER_STATUS_LIFT_KNOWN = 1 << 13,
    CRITTER_STATUS_PATHING = 1 << 14,
    CRITTER_STATUS_HELD = 1 << 15,
    CRITTER_STATUS_POKED = 1 << 16,
    CRITTER_STATUS_BATTERY_LOW = 1 << 17,
    CRITTER_STATUS_BATTERY_HOT = 1 << 18,
    CRITTER_STATUS_BATTERY_GONE = 1 << 19,
    CRITTER_STATUS_SENSORS_SAVED = 1 << 20,
    CRITTER_STATUS_MOTORS_STALLED = 1 << 21,
    CRITTER_STATUS_LOST = 1 << 22,
    CRITTER_STATUS_SHUTDOWN_NEAR = 1 << 23,
    CRITTER_STATUS_SHAKEN = 1 << 24,
    CRITTER_STATUS_BUMPED = 1 << 25,
    CRITTER_STATUS_HEAD_TURNED = 1 << 26,
    CRITTER_STATUS_LIFT_TURNED = 1 << 27,
    CRITTER_STATUS_AWAY = 1 << 28 // the body cannot be reached: the creature waits for it
};

struct critter_joint {
    float angle_rad, speed_radps, load; // load: how hard its motor works, 0 … 1
};
struct critter_range {
    float distance_m, signal, sigma_m; // signal 0 … 1
    uint8_t valid, lift_in_view;
};
struct critter_touch {
    uint16_t raw; // what an electrode reads; the creature learns by itself what is usual
    uint8_t touched;
};
// Of the inertial sensor, in the body's axes: 9.81 up at rest.
struct critter_imu {
    uint64_t time_us;
    float accel_mps2[3], gyro_radps[3];
};
struct critter_picture {
    const uint8_t *bytes; // rows without gaps; copied
    size_t size;
    uint16_t width, height;
    uint8_t kind; // 0: grey, a byte a pixel; 1: red, green, blue; 2: a JPEG
    uint64_t time_us;
    uint32_t number;
    float exposure_s, gain, head_rad, gyro_radps[3]; // when it was taken; 0: nobody knows
};
struct critter_sound {
    const int16_t *samples; // of all channels, interleaved; copied
    uint16_t count;         // of each channel
    uint8_t channels;
    uint32_t rate_hz;
    uint64_t time_us; // of the first
};
// Somebody's face or a thing, found by whoever looked for it.
struct critter_sight {
    uint8_t kind; // 0: a thing with a marker, 1: a face, 2: a hand, 3: a robot
    uint32_t subject, type;
    float at_m[3], turn[4], corners_px[2][4]; // turn: a quaternion, w first
    uint8_t expression;
    float confidence;
    char name[32];
    uint64_t face; // the same number whenever the same face is seen
};
// A noise, or words that somebody said.
struct critter_hearing {
    uint64_t time_us;
    float direction_rad, level_db, tempo_bpm; // tempo 0: not music
    char words[256], who[32];
};
// From a cube's radio.
struct critter_radio {
    uint32_t device;
    uint8_t kind, type; // kind: as body.clad's RadioKind
    int8_t rssi_dbm;
    uint8_t count;
    float value[3];
    char version[17];
};
// Where a body with a brainstem of its own is, by its own counting.
struct critter_pose {
    uint32_t origin;
    float x_m, y_m, z_m, heading_rad, pitch_rad, roll_rad, left_mps, right_mps, turn_radps;
};
struct critter_path_state {
    uint16_t tag;
    uint8_t segment, room;
};
struct critter_speaker {
    uint32_t room, played;
};
// A body with a brainstem of its own has heard, begun or finished an order with this tag.
struct critter_ack {
    uint8_t kind, which; // kind: as body.clad's AckKind
    uint16_t tag;
};

// All that was felt since the last step. Its first member is its size. Fields that the body has no sensor
// for are ignored.
struct critter_senses {
    size_t size;
    uint64_t time_us; // of the body's own clock: it begins above 0 and must grow from step to step
    uint32_t has;     // CRITTER_HAS_…
    uint32_t status;  // CRITTER_STATUS_…
    float left_mps, right_mps;
    struct critter_joint joints[CRITTER_JOINTS];
    float cliffs[4]; // how much light comes back from the floor, 0 … 1; an ordinary one gives about half
    float battery_v, charger_v, temperature_c;
    struct critter_range range;
    uint16_t touched; // of "touch": which places are touched, bit for bit; or `touches`
    uint8_t touch_count;
    struct critter_touch touches[16]; // what electrodes read, when touch_count is not 0
    uint8_t imu_count;
    struct critter_imu imu[16]; // the newest last
    struct critter_picture picture;
    struct critter_sound sound;
    uint8_t look_blind; // of a look: it was too dark to see anything
    uint64_t look_us;   // when it was
    uint8_t sight_count;
    struct critter_sight sights[16];
    uint8_t hearing_count;
    struct critter_hearing hearings[CRITTER_HEARINGS];
    uint8_t radio_count;
    struct critter_radio radio[CRITTER_RADIOS];
    // Of a body with a brainstem of its own:
    uint32_t number;       // of these senses
    uint8_t attitude;      // as body.clad's Attitude
    uint8_t battery_level; // as body.clad's BatteryLevel
    uint8_t joint_count;   // of joints that are there
    uint8_t cliff_count;
    struct critter_pose pose;
    struct critter_path_state path;
    struct critter_speaker speaker;
    uint8_t ack_count;
    struct critter_ack acks[16];
};

// ---- What it does

struct critter_light {
    uint8_t r, g, b, infrared;
};
// Bits of critter_command.wants: senses that the creature looks at now. Others may be left out.
enum {
    CRITTER_WANTS_IMU = 1,
    CRITTER_WANTS_RANGE = 2,
    CRITTER_WANTS_PICTURE = 4,
    CRITTER_WANTS_PICTURE_COLOUR = 8,
    CRITTER_WANTS_PICTURE_LARGE = 16,
    CRITTER_WANTS_SOUND = 32,
    CRITTER_WANTS_SIGHTS = 64,
    CRITTER_WANTS_HEARINGS = 128,
    CRITTER_WANTS_RADIO = 256
};

// What a body with a brainstem of its own is told: schema/body.clad says what each means.
struct critter_wheels {
    uint8_t mode;
    float left_mps, right_mps, accel_mps2, angle_rad, turn_radps, turn_radps2;
    uint8_t relative;
    uint16_t tag;
    float turn_decel_radps2;
};
struct critter_joint_target {
    uint8_t joint, mode;
    float angle_rad, speed_radps, accel_radps2, duration_s;
    uint16_t tag;
};
struct critter_segment {
    uint8_t kind;
    float from_x_m, from_y_m, to_x_m, to_y_m, radius_m, start_rad, sweep_rad, angle_rad, tolerance_rad, speed,
        accel, decel;
    uint8_t shortest;
};
struct critter_path_order {
    uint8_t op;
    uint16_t tag;
    uint8_t trim_front, trim_back, append_count;
    struct critter_segment append[32];
};
struct critter_origin {
    uint32_t origin;
    float x_m, y_m, heading_rad;
};
struct critter_fix {
    uint64_t time_us;
    uint32_t origin;
    float x_m, y_m, heading_rad, off_m, off_rad;
};
struct critter_cube_light {
    struct critter_light on, off;
    uint16_t on_ms, off_ms, fade_on_ms, fade_off_ms;
    int16_t offset_ms;
};
struct critter_cube_order {
    uint32_t device;
    uint8_t op;
    uint16_t rotate_ms;
    uint8_t light_count;
    struct critter_cube_light lights[4];
    uint8_t piece_count, piece[20];
};
struct critter_camera {
    uint8_t own;
    float exposure_s, gain, balance[3];
};
struct critter_orders {
    uint32_t number;
    uint16_t orders; // as body.clad's Order
    struct critter_wheels wheels;
    uint8_t joint_count;
    struct critter_joint_target joints[CRITTER_JOINTS];
    uint8_t path_count;
    struct critter_path_order path;
    uint8_t origin_count;
    struct critter_origin origin;
    uint8_t fix_count;
    struct critter_fix fix;
    uint8_t cube_count;
    struct critter_cube_order cubes[4];
    uint8_t camera_count;
    struct critter_camera camera;
};

// What the body shall do from now on. Its first member is its size, which the caller sets; the library fills
// in the rest. Pointers live until the next step.
struct critter_command {
    size_t size;
    uint32_t ticked; // ticks that were lived in this step: 1 or 0. Face, sound, lights are of a tick
    uint16_t wants;  // CRITTER_WANTS_…
    float left_mps, right_mps;        // how fast the wheels shall roll now
    float joints_rad[CRITTER_JOINTS]; // where joints shall be now, on their way: hand it to the servo
    uint16_t loose; // joints that no motor shall hold, bit for bit; wheels are the first two
    uint8_t light_count;
    struct critter_light lights[CRITTER_LIGHTS];
    uint8_t head_light; // an infrared lamp
    uint8_t backlight;  // of the display, of 255
    uint16_t volume;    // of a speaker with a volume of its own, of 65535
    // The display's pixels, as "colours" of body.json says: "colour" two bytes a pixel, red in the upper five
    // bits; "grey" one byte; "mono" a bit, eight pixels a byte, the leftmost is the highest.
    const void *face;
    uint32_t face_bytes;
    uint8_t face_new; // other pixels than in the last step
    uint16_t face_width, face_height;
    const int16_t *sound; // what its speaker shall play after what it was given before
    uint32_t sound_count; // samples; 0: silence
    uint32_t sound_hz;
    struct critter_orders orders; // of a body with a brainstem of its own, in each tick
};

// One step: what was felt comes in, what to do goes out. CRITTER_ERR_ARGUMENT: a number is NaN or infinite, a
// joint is out of all range, or the time stands or runs backwards. CRITTER_ERR_STATE: another thread is in a
// call with this robot. [at once]
CRITTER_API enum critter_err critter_robot_step(struct critter_robot *robot,
                                                const struct critter_senses *senses,
                                                struct critter_command *command);
// The number of a joint in joints and joints_rad: "head", "lift", or a name out of body.json. -1: the body
// has none of that name. [at once]
CRITTER_API int critter_robot_joint(const struct critter_robot *robot, const char *name);

// ---- Asking things of it

// A request waits until the next tick. How it ended is told by the event "REQUEST_ENDED" with its ticket,
// which critter_robot_ticket says right after the call: numbers[0] is 0 when it was done, and detail says
// what was in the way, or has the answer to a question as JSON. CRITTER_ERR_UNSUPPORTED: this body cannot do
// that; CRITTER_ERR_BUSY: too many requests wait.

// Says words aloud. [at once]
CRITTER_API enum critter_err critter_robot_say(struct critter_robot *robot, const char *words);
// Tells it words, as if it had heard them: "hello", "come here", "good night". [at once]
CRITTER_API enum critter_err critter_robot_tell(struct critter_robot *robot, const char *words);
// Plays a clip or a trigger by its name. CRITTER_ERR_UNKNOWN: the error names the nearest one. [at once]
CRITTER_API enum critter_err critter_robot_play(struct critter_robot *robot, const char *name);
// Shows an expression such as "happiness" for so long; 0: from now on. [at once]
CRITTER_API enum critter_err critter_robot_express(struct critter_robot *robot, const char *expression,
                                                   float seconds);
// Rolls at these speeds until told otherwise, or for so long. [at once]
CRITTER_API enum critter_err critter_robot_drive(struct critter_robot *robot, float left_mps, float right_mps,
                                                 float seconds);
// Turns on the spot. [at once]
CRITTER_API enum critter_err critter_robot_turn(struct critter_robot *robot, float angle_rad);
// Goes to a place of its own map and turns there. [at once]
CRITTER_API enum critter_err critter_robot_go_to(struct critter_robot *robot, float x_m, float y_m,
                                                 float heading_rad);
// Looks at a place of its own map, with whatever it can turn. [at once]
CRITTER_API enum critter_err critter_robot_look_at(struct critter_robot *robot, float x_m, float y_m,
                                                   float z_m);
// Begins a behaviour by its name, whatever it was doing; `critter mind tree` lists them. [at once]
CRITTER_API enum critter_err critter_robot_behave(struct critter_robot *robot, const char *behaviour);
// Stops whatever moves. [at once]
CRITTER_API enum critter_err critter_robot_stop(struct critter_robot *robot);
// Any request of schema/life.clad as JSON: {"Volume": {"level": 3}}. [at once]
CRITTER_API enum critter_err critter_robot_ask(struct critter_robot *robot, const char *json);
// The ticket of the last request that was taken. [at once]
CRITTER_API uint32_t critter_robot_ticket(const struct critter_robot *robot);

// ---- What happens, and what it is like

struct critter_robot_event {
    size_t size;
    const char *name;   // "TOUCHED", "PICKED_UP", "REQUEST_ENDED": the names in schema/life.clad
    const char *detail; // such as the name of a clip; "": nothing
    uint64_t time_us;
    uint32_t ticket; // of the request that caused it; 0: none did
    uint32_t subject;
    float numbers[3];
};
// The next event of the last tick. 1: there was one; 0: no more. [at once]
CRITTER_API int critter_robot_next_event(struct critter_robot *robot, struct critter_robot_event *event);

struct critter_robot_view {
    size_t size;
    uint32_t tick;
    uint32_t status; // CRITTER_STATUS_…, as the creature feels it
    float x_m, y_m, heading_rad, head_rad, lift_m, battery_v;
    int asleep;
    float stimulation, happy, confident, social; // 0 … 1; the others -1 … 1
    char expression[32];                         // that its eyes rest in
    char behaviour[64], clip[64];                // that runs; "": none
    float numbers[55];                           // of its face, in the order of clip files
};
// What it is like now. [at once]
CRITTER_API enum critter_err critter_robot_get_view(const struct critter_robot *robot,
                                                    struct critter_robot_view *view);
// Why it does what it does, as a sentence. Lives until the next call with this robot. [at once]
CRITTER_API const char *critter_robot_why(struct critter_robot *robot);

// ---- What survives

// Writes what must survive into a file, whole or not at all: its settings, how old it is, whom it knows by
// name. [at once]
CRITTER_API enum critter_err critter_robot_save(struct critter_robot *robot, const char *path);

#ifdef __cplusplus
}
#endif

#endif
