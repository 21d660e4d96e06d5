// What a robot lets be heard: the sounds of its clips, of its moving, of what it is asked for, and what it says.
//
//     struct loud *loud = loud_new(&config);
//     clip_sound(loud_audio(loud), &out);                 // what the player of clips put out in this tick
//     loud_feel(loud, &in->senses);                       // moving leads parameters; and feelings: loud_temper
//     loud_step(loud, tick, wants, &out);                 // samples into the command, when the body is to be heard
//     while (loud_told(loud, &notice)) …                  // what happened
//     loud_listen(loud, tap);                             // somebody outside listens; changes nothing in the life
//
// The body is handed samples when its soul was told to be loud (`speaker`), or wants to hear itself; otherwise nothing is computed. Where the
// body has a volume of its own the level of all is told as that, and its samples are not made quieter. Nothing allocates in a step.
#pragma once

#include "border/border.h"
#include "border/model.h"
#include "robot/temper.h"
#include "stage/audio_tap.h"

enum { LOUD_TAPS = 4 };

struct loud;
struct loud_config {
    const struct body_model *model;
    const struct audio_set *sounds; // NULL: tones for everything
    uint64_t seed;
    bool speaker;
};
struct loud *loud_new(const struct loud_config *config); // NULL: no memory
void loud_free(struct loud *loud);
struct audio *loud_audio(struct loud *loud);
void loud_temper(struct loud *loud, const struct temper *temper);
void loud_feel(struct loud *loud, const struct body_senses *senses);
void loud_step(struct loud *loud, uint64_t tick, uint16_t wants, struct command_out *out);
bool loud_told(struct loud *loud, struct audio_notice *out);
bool loud_listen(struct loud *loud, struct audio_tap *tap); // false: LOUD_TAPS listen already
void loud_unlisten(struct loud *loud, struct audio_tap *tap);
