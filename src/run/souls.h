// Which soul lives in which creature: a table of constructors, and the content that the souls of one creature
// share.
//
//     struct souls *souls = souls_new(resources, NULL, false);
//     // about: what a recording of its life begins with
//     struct soul *soul = souls_born(souls, &birth, &about, &fault);
//     souls_free(souls);                                                  // after the last of them
//
// Clips and sounds are opened for the first soul that needs them. A creature without a row has no soul.
#pragma once

#include "run/recorder.h"

struct crew;
struct json;
struct settings;
struct speech_maker;
struct soul_birth {
    const char *name;
    const struct body_model *model;
    uint64_t seed, id;
    uint32_t serial;
    const struct settings *settings; // NULL: all as usual
    bool loud;                       // its sounds go to its body always
    struct crew *crew;               // like the voice the loop's
    struct speech_maker *voice;      // NULL: it cannot speak
    struct decoder *decoder;         // NULL: its own ears know no words
    const struct net *faces;         // NULL: its own eyes know no faces
};

struct decoder;
struct net;
struct souls;
// resources: a user's own copy of a robot's resources, over our clips and sounds; NULL: none. mind: a
// folder with trees of their own; NULL: ours. bare: no clips.
// NULL: no memory.
struct souls *souls_new(const char *resources, const char *mind, bool bare);
struct soul *souls_born(struct souls *souls, const struct soul_birth *birth, struct recording_about *about,
                        struct fault *fault);
void souls_free(struct souls *souls);
struct audio_set;
// NULL: none were opened
const struct audio_set *souls_sounds(const struct souls *souls, const char *creature);
// What a creature's own file says of its knobs (settings.h); NULL: nothing.
const struct json *souls_knobs(struct souls *souls, const char *creature);
const struct soul_messages *souls_messages(const char *creature); // NULL: nobody can live in it
