// From what a voice service or an app calls it to the robot's own intents: a user_intent_map.json.
//
//     struct intent_map map;
//     if (intent_map_read(document, arena, &map, fault)) return fault->err;
//     struct intent wanted = {.count = …}; // with the parameters as they came
//     // "intent_clock_settimer_extend" becomes set_timer, time_s
//     intent_map_cloud(&map, &switches, name, &wanted);
//     if (!intent_map_app(&map, &switches, TEXT("intent_names_ask"), &wanted)) … // nobody knows it
//     const struct simple_response *answer = intent_map_answer(&map, wanted.number);
//
// A cloud's name that is not in the map becomes the unmatched intent, and so does one whose feature is off or
// whose number is none; keys that the map does not rename stay. An app's is dropped then, and so are its keys
// that the map does not rename. The arena owns what was read.
#pragma once

#include "base/arena.h"
#include "base/data/json.h"
#include "mind/intent/intent.h"
#include "store/features.h"

enum { INTENT_ROWS_MAX = 512 };

struct substitution {
    char *from;
    struct text to;
};
struct intent_row {
    struct text cloud, app, gate; // empty: none
    uint32_t user;                // its number
    struct substitution *cloud_keys, *app_keys;
    uint32_t cloud_key_count, app_key_count;
    char **numerics;
    uint32_t numeric_count;
};
struct simple_response {
    uint32_t user;
    struct text clip, event, feature; // a trigger, an emotion event, an active feature
    bool stays;                       // it does not turn to whoever called it
};
struct intent_map {
    struct intent_row *rows;
    struct simple_response *answers;
    uint32_t row_count, answer_count;
    uint32_t unmatched;
};

enum err intent_map_read(const struct json *document, struct arena *arena, struct intent_map *out,
                         struct fault *fault);
void intent_map_cloud(const struct intent_map *map, const struct feature_switches *switches, struct text name,
                      struct intent *wanted);
bool intent_map_app(const struct intent_map *map, const struct feature_switches *switches, struct text name,
                    struct intent *wanted);
const struct simple_response *intent_map_answer(const struct intent_map *map, uint32_t user); // NULL: none
