// What a robot does on an occasion: a map from triggers to the base names of groups, light patterns, layouts
// or image maps.
//
//     struct triggers triggers;
//     if (triggers_read(document, arena, &notes, &triggers, fault)) return fault->err;
//     const struct trigger *trigger = trigger_find(&triggers, TEXT("ReactToCliff"));
//     …trigger->target…                                              // "ag_reacttocliff"
//
// Vector's files are lists of {"CladEvent": trigger, "AnimName": target}, with "LayoutName" or "MapName" in
// those for pictures. Cozmo's have the list in {"Pairs": […]}. Triggers match exactly. A trigger that occurs
// twice is reported in the notes; the first counts.
#pragma once

#include "base/data/json.h"

enum { TRIGGERS_MAX = 16384 };

struct trigger {
    struct text name, target;
};
struct triggers {
    struct trigger *at; // in the order of the file
    uint32_t *by_name;  // their indices, sorted by name
    uint32_t count;
};

// The document owns the texts.
enum err triggers_read(const struct json *document, struct arena *arena, struct buf *notes,
                       struct triggers *out, struct fault *fault);
const struct trigger *trigger_find(const struct triggers *triggers, struct text name); // NULL: not in the map
