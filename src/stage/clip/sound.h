// Hands a clip's sounds from the player's output to the sound engine.
//
//     player_step(&player, &in, &out);
//     clip_sound(audio, &out, false);       // before audio_step of the same tick
#pragma once

#include "stage/clip/player.h"
#include "stage/sound/audio.h"

// hushed: what would begin is left out.
void clip_sound(struct audio *audio, const struct player_out *out, bool hushed);
