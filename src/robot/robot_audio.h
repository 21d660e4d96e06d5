// What a robot lets be heard: sounds of its clips, of its moving, of what it is asked for, and its speech.
//
//     struct robot_audio *sound = robot_audio_new(&config);
//     clip_sound(robot_audio_engine(sound), &out, false);  // what the player of clips put out in this tick
//     // moving leads parameters; and feelings: robot_audio_feelings
//     robot_audio_feel(sound, &in->senses);
//     // samples into the command, when the body is to be heard
//     robot_audio_step(sound, tick, wants, &out);
//     while (robot_audio_told(sound, &notice)) …    // what happened
//     robot_audio_listen(sound, tap);               // somebody outside listens; changes nothing in the life
//
// The body is handed samples when its soul was told to be loud (`speaker`), or wants to hear itself;
// otherwise nothing is computed. Where the body has a volume of its own the level of all is told as that, and
// its samples are not made quieter. Nothing allocates in a step.
#pragma once

#include "border/body_model.h"
#include "border/border.h"
#include "schema/mind.h"
#include "stage/sound/audio_tap.h"

enum { ROBOT_AUDIO_TAPS = 4 };

struct robot_audio;
struct robot_audio_config {
    const struct body_model *model;
    const struct audio_set *sounds;   // NULL: tones for everything
    const struct audio_config *audio; // NULL: as usual for its creature
    uint64_t seed;
    bool speaker;
};
struct robot_audio *robot_audio_new(const struct robot_audio_config *config); // NULL: no memory
void robot_audio_free(struct robot_audio *sound);
struct audio *robot_audio_engine(struct robot_audio *sound);
void robot_audio_feelings(struct robot_audio *sound, const struct mind_feelings *feelings);
void robot_audio_feel(struct robot_audio *sound, const struct body_senses *senses);
void robot_audio_step(struct robot_audio *sound, uint64_t tick, uint16_t wants, struct command_out *out);
bool robot_audio_told(struct robot_audio *sound, struct audio_notice *out);
bool robot_audio_listen(struct robot_audio *sound,
                        struct audio_tap *tap); // false: ROBOT_AUDIO_TAPS listen already
void robot_audio_unlisten(struct robot_audio *sound, struct audio_tap *tap);
uint64_t
robot_audio_hash(const struct robot_audio *sound); // of all that decides what it goes on to let be heard
