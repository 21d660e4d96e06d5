// What can be set of a robot: every knob of its senses, its brainstem and its sounds, by name.
//
//     struct settings settings;
//     settings_start(&settings, "vector");                           // how they are by themselves
//     settings_read(&settings, json, &fault);      // {"touch": {"on_ms": 80}}: a creature's file, a scenario
//     settings_assign(&settings, "touch.on_ms=80", &fault);           // --set
//     settings_tell(&settings, "vector", &text);                      // what differs, for recordings …
//     settings_again(&settings, text, &fault);                        // … and back
//
// Layers apply in this order; what a layer does not name stays. Errors name the place or the assignment, and
// the knob that may be meant. Plain data.
#pragma once

#include "base/buf.h"
#include "brainstem/brainstem.h"
#include "mind/mind.h"
#include "pleo/os/os.h"
#include "sense/feel/feel.h"
#include "sense/hear/hear.h"
#include "sense/see/see.h"
#include "stage/sound/audio.h"

struct settings {
    struct feel_config feel;
    struct sight_config sight;
    struct hear_config hearing;
    struct brainstem_knobs stem;
    struct audio_config audio;
    struct pleo_knobs pleo;
    struct mind_config mind;
};
enum { SETTINGS_SETS = FEEL_KNOB_SETS + BRAINSTEM_KNOB_SETS + 5, SETTINGS_TEXT_MAX = 8192 };

void settings_start(struct settings *settings, const char *creature);
uint32_t settings_sets(struct settings *settings, struct knob_set sets[SETTINGS_SETS]);
enum err settings_read(struct settings *settings, const struct json *object, struct fault *fault);
enum err settings_assign(struct settings *settings, const char *assignment, struct fault *fault);
// An assignment a line, of every knob that is not as usual for that creature.
void settings_tell(const struct settings *settings, const char *creature, struct buf *out);
enum err settings_again(struct settings *settings, struct text lines, struct fault *fault);
// Where its sound is kept is said by whoever runs the robot: what a recording says of it does not count, and
// none is told of it.
enum err settings_recorded(struct settings *settings, struct text lines, struct fault *fault);
void settings_to_record(struct text lines, struct buf *out);
void settings_document(struct buf *out); // Markdown: a table for each set
