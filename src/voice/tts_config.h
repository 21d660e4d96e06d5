// The robot's own speech configuration: how fast and how high it speaks in each language.
//
//     struct tts_config config;
//     if (tts_config_read(document, &config, fault)) …                       // tts_config.json
//     tts_config_apply(&config, &order);                                     // by the order's locale, text and seed
//
// Of the operating systems in the file "vicos" counts, or the first there is. Speed, shaping and pitch are hundredths; what is not there is 100.
// A trait draws the speed for texts of certain lengths. Values outside what is useful (speed 30 to 300, shaping 70 to 140, pitch 70 to 160) are
// brought inside.
#pragma once

#include "base/data/json.h"
#include "voice/speech.h"

enum { TTS_LANGUAGES = 8, TTS_TRAITS = 8 };
struct tts_trait {
    uint32_t length_min, length_max, speed_min, speed_max;
};
struct tts_language {
    char name[4], voice[96];
    float speed, shaping, pitch;
    struct tts_trait traits[TTS_TRAITS];
    uint32_t trait_count;
};
struct tts_config {
    struct tts_language languages[TTS_LANGUAGES];
    uint32_t count;
};
enum err tts_config_read(const struct json *document, struct tts_config *out, struct fault *fault);
const struct tts_language *tts_config_find(const struct tts_config *config,
                                           const char *locale); // its own, else English, else NULL
void tts_config_apply(const struct tts_config *config, struct speech_order *order);
