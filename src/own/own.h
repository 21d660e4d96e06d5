// Between the files of the room: a robot in a body that a program brings (include/critter/robot.h).
//
//     robot.c      birth, the step, the end
//     convert.c    the program's senses into the border's, the border's command into the program's
//     show.c       the display's pixels, the speaker's samples, joints that go by what it feels
//     ask.c        requests, events, views
//     keep.c       what survives, as a file
#pragma once

#include "base/data/json.h"
#include "base/err_public.h"
#include "base/system/clock.h"
#include "base/system/errand.h"
#include "border/body_file.h"
#include "brainstem/plain.h"
#include "codec/picture/fit.h"
#include "robot/robot.h"
#include "stage/screen/easel.h"

#include <critter/robot.h>
#include <stdatomic.h>

enum { OWN_SOUND_MS = 200, OWN_TEXT = 512, OWN_PICTURES = 3, OWN_SOUNDS = 3 };

// The display: the creature's own pixels, fitted to another size.
struct own_display {
    uint16_t *drawn; // as the creature's display has them
    struct raster raster;
    struct fit fit;
    uint8_t *out; // as the body's has them
    uint32_t number;
    bool shown;
    struct easel *easel;
};

struct critter_robot {
    struct body_file body;
    struct robot *robot;
    struct plain *plain; // NULL: the body has a brainstem of its own
    struct crew *crew;
    bool waits; // its errands are done inside a step
    struct speech_maker *voice;
    struct library *library;
    struct mind_data *mind;
    struct audio_set *sounds;
    struct audio_tap *tap;
    struct own_display display;
    struct frame_pool *pictures, *heard;
    struct senses_in in;
    struct body_senses felt; // of this step, between program and brainstem
    struct body_senses kept; // lists, picture and sound that wait for the next tick
    struct command_out out;
    struct critter_command told;  // of this step
    struct critter_senses longer; // of a program that knows less of them
    struct beat beat;
    uint64_t time_us; // of the last step, as the program counts
    uint64_t life_us; // of the life, without jumps
    uint64_t ticks;
    int16_t *samples;
    uint32_t sample_count, sample_room;
    float angle_rad[BODY_MOTOR_MAX]; // of joints of its own
    double stride, wag;              // how many it has made
    float loudness;
    uint32_t ticket, event;
    atomic_flag busy;
    char said[OWN_TEXT], why[1536], detail[SOUL_MESSAGE_MAX];
};

// The picture and the sound are held in `in`. ERR_RANGE: what is out of all range, by name.
enum err own_senses(struct critter_robot *r, const struct critter_senses *from, struct fault *fault);
// What the brainstem does not carry: sights, hearings, radio, the picture and the sound; before a tick.
void own_sense_rest(struct critter_robot *r);
void own_command(struct critter_robot *r, const struct plain_wish *wish, struct critter_command *to);
bool own_display_open(struct critter_robot *r); // false: no memory
void own_display_close(struct own_display *d);
void own_show(struct critter_robot *r, struct critter_command *to);
void own_let_hear(struct critter_robot *r, struct critter_command *to);
void own_follow(struct critter_robot *r, float dt_s, struct critter_command *to);
enum err own_load(struct critter_robot *r, const char *path, struct fault *fault);
enum err own_request(struct critter_robot *r, const struct life_message *request, struct fault *fault);
bool own_enter(struct critter_robot *r); // false: another thread is inside
// Keeps the words of the fault for critter_robot_error.
enum critter_err own_leave(struct critter_robot *r, const struct fault *fault);
