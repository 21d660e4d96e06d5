// The robot's own speech configuration: speed and pitch in each language.
//
//     struct tts_config config;
//     if (tts_config_read(document, &config, fault)) …                       // tts_config.json
//     tts_config_apply(&config, &order);  // by the order's locale, text and seed
//
// Of the operating systems in the file "vicos" is used, or else the first. Speed, shaping and pitch are in
// percent; a missing one is 100. A trait draws the speed for texts of certain lengths. Values are clamped:
// speed to 30 … 300, shaping to 70 … 140, pitch to 70 … 160.
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
// The locale's language, else English, else NULL.
const struct tts_language *tts_config_find(const struct tts_config *config, const char *locale);
void tts_config_apply(const struct tts_config *config, struct speech_order *order);
