// What the firmware's parts share; nobody else includes this.
//
// Each part has a file. It handles the messages that concern it (fw_hear_…) and does its share of a step
// (fw_step_…). When a session begins and ends it forgets that session's state (fw_begin_…).
#pragma once

#include "body/firmware/cozmo/firmware.h"

#include "base/buf.h"
#include "base/frame_pool.h"
#include "base/system/clock.h"
#include "body/body.h"
#include "codec/picture/jpeg_mini.h"
#include "schema/cozmo.h"

enum {
    FW_OUT = 48 << 10,     // bytes of reliable messages that wait to be sent
    FW_OUT_KEPT = 8 << 10, // kept free for messages that the robot sends unasked
    FW_EVENTS = 64 << 10,  // bytes of events: a whole picture fits
    FW_BUFFER = 8192,      // the animation buffer: as large as a real robot's
    FW_SEGMENTS = 128,
    FW_AHEAD = 4, // segments that the brainstem gets ahead of time
    FW_OBJECTS = 8,
    FW_CHUNK = 1152,
};

// A queue of messages: length (2), id, body.
struct fw_line {
    uint8_t *bytes;
    uint32_t room, head, tail;
};

struct fw_light { // one light of the backpack and its program
    struct cozmo_light_state state;
};

enum fw_path_kind { FW_PATH_NONE, FW_PATH_RUN, FW_PATH_TURN };
struct fw_paths {
    struct body_segment list[FW_SEGMENTS]; // as the engine appended them
    uint32_t count;
    enum fw_path_kind kind; // what the brainstem drives now: the list, or one turn on the spot
    uint16_t tag, event;    // tag: our own, for this run
    uint32_t fed, done;     // segments of the list that were handed on; that are finished
    // which segment of the list the n-th one handed on belongs to; a bridge belongs to the one it leads to
    uint8_t owner[4 * FW_SEGMENTS];
    uint32_t handed;
    struct pose2 end; // where the segments handed on end
};

struct fw_object { // a cube or charger that is connected
    uint32_t id, factory;
    uint8_t type;
    bool used;
    int64_t tapped_us;
    uint8_t taps;
    // A charger's three lights; cubes keep theirs themselves.
    struct cozmo_light_state lights[4];
    uint8_t rotation;
    int64_t lights_us;
};

struct fw_anim {
    bool enabled; // EnableAnimationState
    uint8_t buffer[FW_BUFFER];
    uint32_t head, count; // bytes
    bool full;
    bool running, body;
    uint8_t id, tracks, drops;
    int32_t bytes_played, frames_played;
    struct beat beat;
    int64_t fed_us; // when the last slot was taken
    bool sounding;  // and it held sound
    float heading;
    bool turned; // the running animation turned to it
    bool recorded;
    bool lights; // key frames control the backpack
    struct body_colour colours[BODY_LIGHT_MAX];
    uint16_t volume;
    struct frame_pool *sounds;
};

struct fw_nv_job { // a read that needs several answers
    bool active;
    uint32_t tag, at, left;
    int32_t length;
};
struct fw_nv {
    uint8_t *flash; // stored inverted: 0 is erased
    uint64_t changes;
    uint32_t write_tag, write_at; // where the next piece of a long write goes
    struct fw_nv_job job;
};

struct lens;
struct scene;
struct scene_art;
struct fw_camera {
    uint8_t mode, resolution;
    bool colour, automatic;
    float gain;
    uint16_t exposure_ms;
    struct beat beat;
    uint32_t image;
    struct lens *lens;
    struct scene *scene;
    struct scene_art *art;
    struct buf coded;
    struct jpeg_mini_press press;
};

struct fw_update {
    bool active, done;
    uint32_t next, bytes;
    uint8_t signature[1024];
    uint32_t version;
    int64_t restart_us;
};

struct cozmo_firmware {
    struct cozmo_firmware_config config;
    // layout: of the messages; a firmware we never saw speaks as the newest one
    uint32_t version, layout, robot;
    char signature[1032];
    struct body *body;
    struct senses_in *in;
    struct command_out *out;
    int64_t now_us; // of the world
    struct fw_line reliable, events;
    struct cozmo_firmware_stats stats;

    // an engine is connected; Enable and SyncTime arrived; BodyInfo was sent
    bool session, enabled, synced, greeted;
    uint32_t time_base; // of the robot's clock
    int64_t time_since_us;
    struct beat state_beat;
    uint32_t frame, origin;
    bool stop_on_cliff, discovery;
    uint32_t status; // of the previous senses
    bool had_senses, lost, button;
    struct body_imu imu; // the latest
    int64_t fall_since_us, landing_us;
    float impact;
    bool landing;

    uint16_t next_tag;
    uint16_t joint_tag[BODY_MOTOR_MAX]; // of the angle it is moving to; 0: none
    bool calibrating[BODY_MOTOR_MAX], calibration_asked[BODY_MOTOR_MAX];

    struct fw_paths paths;
    struct fw_light lights[BODY_LIGHT_MAX];
    int64_t lights_since_us[BODY_LIGHT_MAX];
    struct body_colour shown[BODY_LIGHT_MAX];
    bool head_light, lights_dirty;
    struct beat light_beat;

    struct fw_object objects[FW_OBJECTS];
    uint32_t next_object, chosen_object;
    uint8_t chosen_rotation;
    int64_t tap_us;
    uint32_t tap_object;
    struct beat charger_beat;

    struct rle_picture display;
    uint64_t display_changes;
    int64_t display_us; // when it was last refreshed
    bool display_lit;

    struct fw_anim anim;
    struct fw_nv nv;
    struct fw_camera camera;
    struct fw_update update;
    bool away;
    enum { FW_POWER_ON, FW_POWER_GOING, FW_POWER_OFF } power;
    int64_t away_until_us;
};

// --- saying and doing (firmware.c, fw_line.c)
void fw_say(struct cozmo_firmware *fw, const struct cozmo_message *message);
void fw_debug(struct cozmo_firmware *fw, uint16_t name, uint16_t format, int8_t level, uint32_t count,
              const uint32_t *args);
uint32_t fw_clock_ms(const struct cozmo_firmware *fw); // of the robot
uint16_t fw_tag(struct cozmo_firmware *fw);
// The command under construction: change it, then call fw_obey. Wheels hold, joints hold, lights stay.
struct body_command *fw_order(struct cozmo_firmware *fw);
void fw_obey(struct cozmo_firmware *fw);
// false if one is NaN or infinite; the message is then counted as damaged
bool fw_numbers(const float *numbers, size_t count);
bool fw_line_put(struct fw_line *line, bool force, const uint8_t *bytes, size_t len);
bool fw_line_take(struct fw_line *line, uint8_t *id, struct bytes *body);
void fw_line_clear(struct fw_line *line);
uint32_t fw_line_space(const struct fw_line *line);

// --- what each part does with its messages; false: it had nonsense in it
typedef bool fw_handler(struct cozmo_firmware *fw, const struct cozmo_message *message);
fw_handler fw_hear_enable, fw_hear_sync, fw_hear_origin; // fw_session.c
fw_handler fw_hear_wheels, fw_hear_turn_speed, fw_hear_turn, fw_hear_move_lift, fw_hear_move_head,
    fw_hear_lift, fw_hear_head, fw_hear_stop, fw_hear_calibrate, fw_hear_cliff; // fw_motors.c
fw_handler fw_hear_clear, fw_hear_line, fw_hear_arc, fw_hear_point_turn, fw_hear_trim,
    fw_hear_execute;                                         // fw_paths.c
fw_handler fw_hear_center, fw_hear_side, fw_hear_head_light; // fw_lights.c
fw_handler fw_hear_connect, fw_hear_stream, fw_hear_discovery, fw_hear_cube_id,
    fw_hear_cube_lights; // fw_objects.c
fw_handler fw_hear_anim, fw_hear_abort, fw_hear_anim_state, fw_hear_volume, fw_hear_tracks_off,
    fw_hear_tracks_on;                                            // fw_anim.c
fw_handler fw_hear_camera, fw_hear_camera_params, fw_hear_colour; // fw_camera.c
fw_handler fw_hear_nv;                                            // fw_nv.c
fw_handler fw_hear_update, fw_hear_shutdown, fw_hear_wifi_off;    // fw_update.c

// --- each part's share of a step
void fw_step_state(struct cozmo_firmware *fw);
void fw_step_motors(struct cozmo_firmware *fw);
void fw_step_paths(struct cozmo_firmware *fw);
void fw_step_lights(struct cozmo_firmware *fw);
void fw_step_objects(struct cozmo_firmware *fw);
void fw_step_anim(struct cozmo_firmware *fw);
void fw_step_display(struct cozmo_firmware *fw);
void fw_step_camera(struct cozmo_firmware *fw);
void fw_step_nv(struct cozmo_firmware *fw);
void fw_step_update(struct cozmo_firmware *fw);

// --- between parts
const char *fw_signature(uint32_t version); // one line of JSON; NULL: unknown version
void fw_hello(struct cozmo_firmware *fw);
void fw_begin_motors(struct cozmo_firmware *fw);
void fw_calibrate(struct cozmo_firmware *fw, bool head, bool lift, bool asked);
void fw_aim(struct cozmo_firmware *fw, uint8_t joint, float angle_rad, float speed, float accel,
            float duration_s);
void fw_drive(struct cozmo_firmware *fw, float left_mmps, float right_mmps, float accel_mmps2);
void fw_spin(struct cozmo_firmware *fw, float angle_rad, float speed, float accel,
             float decel); // by this angle, which may be more than one turn
void fw_turn_to(struct cozmo_firmware *fw, float heading_rad, float speed, float accel, float tolerance);
float fw_lift_angle(float height_mm);
struct pose2 fw_pose(const struct cozmo_firmware *fw);
void fw_paths_cut(
    struct cozmo_firmware *fw); // ends whatever is driven now; a path is reported as interrupted
void fw_paths_ack(struct cozmo_firmware *fw, const struct body_ack *ack);
void fw_begin_lights(struct cozmo_firmware *fw);
struct body_colour fw_colour(uint16_t word);
struct body_colour fw_light_at(const struct cozmo_light_state *state, int64_t ms);
void fw_begin_objects(struct cozmo_firmware *fw);
void fw_begin_anim(struct cozmo_firmware *fw);
void fw_show(struct cozmo_firmware *fw, struct bytes code);
void fw_show_blank(struct cozmo_firmware *fw);
void fw_show_text(struct cozmo_firmware *fw, const char *text); // "COZMO 01"
void fw_begin_camera(struct cozmo_firmware *fw);
void fw_end_camera(struct cozmo_firmware *fw);
enum err fw_nv_birth(struct cozmo_firmware *fw);
void fw_begin_nv(struct cozmo_firmware *fw);
void fw_flash_write(struct cozmo_firmware *fw, uint32_t at, const void *bytes, uint32_t len);
void fw_flash_read(const struct cozmo_firmware *fw, uint32_t at, void *bytes, uint32_t len);
void fw_flash_erase(struct cozmo_firmware *fw, uint32_t at, uint32_t len);
void fw_begin_update(struct cozmo_firmware *fw);
void fw_boot(struct cozmo_firmware *fw); // takes the version from the flash if an update left one there
