// What the files behind cozmo.h share; nobody else includes this.
//
// cozmo.c   birth, sessions, the line of messages that wait for the window
// decode.c    what the robot says, into senses
// radio.c   cubes and chargers, both ways
// encode.c    commands, into messages
// display.c    thirty slots a second: sound or silence, and the picture
// camera.c     pieces of pictures, into frames
#pragma once

#include "body/cozmo/cozmo.h"

#include "base/arena.h"
#include "base/ring.h"
#include "brainstem/attitude.h"
#include "brainstem/place.h"
#include "codec/picture/jpeg_mini.h"
#include "codec/sound/resample.h"
#include "link/cozmo/pieces.h"
#include "link/cozmo/send_credit.h"

enum {
    COZMO_LINE = 256,      // messages that wait for room in the window
    COZMO_LINE_BYTES = 64, // no message but pictures and sound is longer
    COZMO_ACKS = 64,
    COZMO_IMUS = 16,
    COZMO_RADIOS = 64,
    COZMO_DEVICES = 16,
    COZMO_SEGMENTS = 128,
    COZMO_SOUND = 4 * ULAW_RATE, // bytes of sound that wait to be played
    COZMO_BACKLOG_US = 500000,   // slots that are later than this are skipped
};

struct cozmo_line {
    uint8_t id, len;
    uint8_t bytes[COZMO_LINE_BYTES];
};

// A command that ends: a joint that moves to an angle, a turn.
struct cozmo_order {
    bool open, acked, heard; // acked: by the robot, in this session; heard: the soul was told, too
    uint8_t action;
    uint16_t tag;
    struct body_joint_target told; // of a joint
    float goal_rad;                // the angle it will reach
    bool relative;                 // of a turn
    float turned_rad, heading_rad;
    unsigned settled; // how many states reported it settled
    uint32_t number;  // of the order: older ones are acknowledged first
};

struct cozmo_device {
    uint32_t factory, object; // object: only while it is connected
    uint8_t type;
    bool used, connected;
    struct body_cube_order lights; // as last sent; op NONE: never sent
};

struct cozmo_decode {
    bool known, news; // a state arrived in this session; one arrived since the last tick
    uint32_t stamp;   // of the last state, as it arrived
    int64_t clock_ms; // body time of that state
    uint32_t number, robot_status, status, frame, lost_frame, segment, living_states;
    struct body_motion motion;
    struct place place; // the same with its uncertainty, for when it is seen somewhere
    struct body_joint joints[4];
    float cliff, battery_v;
    bool charger;
    uint8_t level;
    struct attitude attitude;
    struct body_imu imu[COZMO_IMUS];
    uint32_t imu_count;
    bool button, poked, lost, calibrating[4], joint_known[4];
    struct body_ack acks[COZMO_ACKS];
    struct ring ack_ring;
    struct body_radio radios[COZMO_RADIOS];
    struct ring radio_ring;
    int64_t time_us; // as last reported
};

struct cozmo_encode {
    struct body_command last;                  // the last command we got
    bool wheels_told, lights_told, gates_told; // the robot has been told
    struct body_wheels wheels;
    uint16_t joint_tag[4], turn_tag;
    struct body_joint_target joint_speed[4]; // last sent when it was a speed
    struct cozmo_order joints[4], turn;
    uint8_t action;
    uint32_t orders;
    struct {
        uint32_t appended, run; // segments in the robot; those of the running path
        bool running;
        uint16_t tag;
    } path;
    struct body_colour lights[BODY_LIGHT_MAX];
    bool head_light, cliff_stop, camera, camera_told, colour, discovery;
    uint16_t volume;
    bool volume_set;
    uint32_t frame; // the next SetOrigin's
    struct body_origin origin;
};

struct cozmo_display {
    bool on;
    int64_t began_us;
    uint64_t slots; // since then
    struct send_credit credit;
    uint8_t sound[COZMO_SOUND];
    struct ring sound_ring;
    uint64_t sound_sent; // samples
    bool sounding, fed;  // fed: the sound given last has not ended
    int64_t fed_us;      // when it was last fed
    struct resample *resample;
    unsigned resample_hz;
    uint8_t picture[RLE_SEND_MAX + 1];
    size_t picture_size;
    bool picture_shown, picture_new;
    uint64_t picture_slot;
    uint32_t face_number;
    bool face_known;
};

struct cozmo_camera {
    struct pieces pieces;
    struct jpeg_mini_loupe loupe;
    struct frame_pool *pool;
    struct frame *picture; // it waits for the tick
    uint32_t image;        // the robot's number for it
    struct body_picture about;
    struct {
        uint32_t image;
        float rate[3];
    } imu[4]; // of the last pictures
    unsigned imu_next;
    uint32_t number;
};

struct cozmo_body {
    struct body body;
    struct body_cozmo_config config;
    struct engine_link *link;
    struct arena *arena; // for the signature
    enum body_cozmo_stage stage;
    int64_t air_us, born_us, since_us, again_us; // since: when this stage began
    bool born, again, yields;                    // again: an earlier session existed
    unsigned version;                            // of the layouts
    struct body_cozmo_about about;

    struct cozmo_line line[COZMO_LINE];
    struct ring line_ring;
    struct cozmo_device devices[COZMO_DEVICES];
    struct cozmo_decode decode;
    struct cozmo_encode encode;
    struct cozmo_display display;
    struct cozmo_camera camera;
};

static inline struct cozmo_body *cozmo_of(struct body *body) { return (struct cozmo_body *)body; }

// cozmo.c
bool cozmo_tell(struct cozmo_body *c, const struct cozmo_message *message); // false: the queue is full
#define COZMO_TELL(c, message_kind, ...)                                                                     \
    cozmo_tell(c, &(struct cozmo_message){.kind = message_kind, __VA_ARGS__})
// Sound and pictures: sent at once, or not at all.
bool cozmo_tell_now(struct cozmo_body *c, const struct cozmo_message *message);
unsigned cozmo_room(const struct cozmo_body *c); // room in the window, after what waits
int64_t cozmo_elapsed_ms(const struct cozmo_body *c);
// decode.c
void cozmo_decode_begin(struct cozmo_body *c); // a session begins
void cozmo_decode_end(struct cozmo_body *c);   // a session ended
void cozmo_decode_hear(struct cozmo_body *c, const struct cozmo_message *message);
void cozmo_decode_collect(struct cozmo_body *c, struct body_senses *s);
void cozmo_ack(struct cozmo_body *c, enum body_ack_kind kind, uint8_t which, uint16_t tag);
// radio.c
void cozmo_radio_begin(struct cozmo_body *c);
void cozmo_radio_end(struct cozmo_body *c);
bool cozmo_radio_hear(struct cozmo_body *c, const struct cozmo_message *message);
void cozmo_radio_encode(struct cozmo_body *c, const struct body_command *command);
struct cozmo_light_state cozmo_steady(struct body_colour colour, bool red_only);
// encode.c
void cozmo_encode_begin(struct cozmo_body *c); // a session begins: everything wanted is sent again
void cozmo_encode_end(struct cozmo_body *c);
void cozmo_encode(struct cozmo_body *c, const struct body_command *command);
void cozmo_encode_acknowledged(struct cozmo_body *c, uint8_t action);
void cozmo_encode_state(struct cozmo_body *c); // a new state arrived: has a joint reached its angle?
void cozmo_encode_path_event(struct cozmo_body *c, const struct cozmo_path_following_event *event);
// display.c
void cozmo_display_init(struct cozmo_body *c);
void cozmo_display_begin(struct cozmo_body *c);
void cozmo_display_end(struct cozmo_body *c);
void cozmo_display_played(struct cozmo_body *c, const struct cozmo_animation_state *state);
void cozmo_display_face(struct cozmo_body *c, const struct body_face_picture *face,
                        const struct frame *frame);
void cozmo_display_speech(struct cozmo_body *c, const struct body_speech *speech, const struct frame *frame);
void cozmo_display_hush(struct cozmo_body *c);
void cozmo_display_tick(struct cozmo_body *c);
void cozmo_display_collect(struct cozmo_body *c, struct body_senses *s);
void cozmo_display_free(struct cozmo_body *c);
// camera.c
void cozmo_camera_begin(struct cozmo_body *c);
void cozmo_camera_hear(struct cozmo_body *c, const struct cozmo_message *message);
void cozmo_camera_collect(struct cozmo_body *c, struct senses_in *in);
void cozmo_camera_free(struct cozmo_body *c);
