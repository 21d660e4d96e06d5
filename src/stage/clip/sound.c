#include "stage/clip/sound.h"

void clip_sound(struct audio *audio, const struct player_out *out, bool hushed) {
    for (uint32_t i = 0; i < out->sound_count; i++) {
        const struct player_sound *s = &out->sounds[i];
        switch (s->kind) {
        case SOUND_STATE:
            audio_state(audio, s->id, s->value);
            break;
        case SOUND_SWITCH:
            audio_switch(audio, AUDIO_ANIMATION, s->id, s->value);
            break;
        case SOUND_PARAMETER:
            audio_parameter(audio, AUDIO_ANIMATION, s->id, s->number, s->ramp_ms, s->curve);
            break;
        case SOUND_POST:
            if (!hushed) audio_post(audio, s->id, AUDIO_ANIMATION, s->number, s->tag);
            break;
        case SOUND_STOP_LOOPS:
            audio_stop_loops(audio, s->tag);
            break;
        }
    }
}
