// Scenarios for a simulated Cozmo: where it starts, and what is done to its world when.
//
//     {"start": {"x_m": 0, "y_m": 0, "heading_deg": 0},
//      "floor_m": 0,
//      "verbs": [{"Cube": {"name": "one", "x_m": 0.6}},
//                {"at_s": 5, "PickUp": {"what": "cozmo"}}]}
//
// Verbs are the world's own (schema/world.clad), in the order of their times; those without one are done at the start.
#pragma once

#include "base/json.h"
#include "world/world.h"

struct cozmo_scenario {
    struct arena *arena;
    const struct json *verbs;
    const struct json *next; // verb to come
    struct pose2 start;
    float floor_m;
};

// name: of a built-in one ("default", "empty", "table", "charger"), or a file.
enum err cozmo_scenario_open(const char *name, struct cozmo_scenario *out, struct fault *fault);
void scenario_close(struct cozmo_scenario *scenario);
// Does what is due by now.
enum err scenario_do(struct cozmo_scenario *scenario, struct world *world, double now_s, struct fault *fault);
// One verb as text: {"Tap": {"what": "one"}}.
enum err scenario_verb(struct world *world, struct text json, struct fault *fault);
