// Scores: clips as a person writes them. They are made into clips as the robots have them.
//
//     struct score_style style = {.creature = "cozmo", .face = &FACE_COZMO, .lights = 5,
//                                 .dialect = CLIP_COZMO};
//     struct score score;
//     if (score_read(document, &style, arena, &score, fault)) return fault->err;
//     …score.clips.list.at[i]…  score_group_write(…)
//
// A score says what happens; the maker adds what lies between. A movement may "pop" (it gathers itself,
// overshoots and settles). Expressions have names, and amounts are degrees and millimetres rather than
// speeds. At the end everything returns to rest by itself.
//
//     { "about": "What it does when somebody comes home.",
//       "triggers": {"GreetAfterLongTime": "ag_greet_long"},
//       "groups": {"ag_greet_long": {"anim_greet_long_01": {"weight": 2, "mood": "HighStim", "rest_s": 30,
//                                                            "head": [-10, 10]}}},
//       "clips": {
//         "anim_greet_long_01": {
//           "head":   [[0, 300, 25, "pop"], [900, 400, 18, "wave", 3]],  // at, for how long, where to, how
//           "lift":   [[300, 250, 60, "pop"]],
//           "body":   [[0, 200, "straight", -10], [400, 600, "shake", 12, 3], [1200, 300, "turn", 20],
//                      [1600, 500, "arc", 80, 40]],
//           "face":   [[0, 200, "surprised", "pop"], [500, 200, "joyful y=-6 left.lids=0.1", "blink"]],
//           "lights": [[0, 600, "00ff80"], [600, 400, ["ff0000", "000000", "ff0000"], "pulse", 2]],
//           "sound":  [[0, "Play__Critter__Greet"]],  "event": [[300, "TAPPED_BLOCK"]],
//           "record": [0],  "turn": [[1800, 600, 0, 200]],  "sprites": [[0, "name"]],
//           "boxes":  [[0, "SpriteBox_1", "Layer_6", "heart", "RGBA", "Loop", 60, 20, 64, 48]],
//           "ends":   {"face": "asleep", "head": -20, "turned": 90, "moved": 30} },
//         "anim_greet_long_02": {"like": "anim_greet_long_01", "mirror": true, "pace": 1.1,
//                                "for": "vector"} } }
//
// Times are milliseconds, rounded to whole steps of 33; in a clip with "bpm" they are beats. `like` starts
// with everything from an earlier clip of the same file; what is written again replaces it. `for` limits a
// clip to one creature.
//
// A mistake is reported with file, line and column. The arena owns everything made, which points into the
// document only for groups and triggers.
#pragma once

#include "codec/clip/clip.h"
#include "stage/face/face.h"

#include <stdbool.h>

enum { SCORE_KEYS_MAX = 512, SCORE_CLIPS_MAX = 1024, SCORE_HEAD_REST_DEG = 10, SCORE_LIFT_REST_MM = 32 };

struct score_style {
    const char *creature;
    const struct face_style *face;
    uint32_t lights; // 3 or 5
    enum clip_dialect dialect;
};
struct score {
    struct clips clips;
    const struct json *groups, *triggers; // objects of the document; NULL: there are none
};

enum err score_read(const struct json *document, const struct score_style *style, struct arena *arena,
                    struct score *out, struct fault *fault);
// One group of the score (a member of score->groups) as the robots' own file. `has` says which clips exist;
// the others are left out.
enum err score_group_write(const struct json *group, bool (*has)(void *user, struct text clip), void *user,
                           struct buf *out, struct fault *fault);
uint32_t score_sound_id(struct text event); // as sound banks number their events
