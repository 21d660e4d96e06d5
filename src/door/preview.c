// What a clip looks like before it is played: its faces at even distances of time. A player of its own goes
// through it; the robot notices nothing.
#include "door/dashboard_internal.h"

#include "robot/robot.h"
#include "stage/library/library.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 1800 }; // a minute of a clip

struct rehearsal {
    struct player player;
    struct player_out out;
};

// By its name, or the first that a trigger may play.
static const struct library_clip *find(const struct library *library, const char *name) {
    const struct clip *clip = library_clip(library, text_of(name));
    const struct library_trigger *trigger = clip ? NULL : library_trigger(library, text_of(name));
    if (trigger && trigger->group->count) clip = library_clip_of(library, &trigger->group->items[0]);
    int32_t number = clip ? library_clip_number(library, clip) : -1;
    return number < 0 ? NULL : &library->clips[number];
}

static void rehearse(struct rehearsal *r, const struct library *library, const struct library_clip *which,
                     struct live_clip_preview *out) {
    struct player_play play = {.clip = which->clip, .loops = 1, .client = true};
    uint32_t steps = which->length_ms / PLAYER_STEP_MS, shown = 0;
    uint8_t tag;
    if (steps > STEPS_MAX) steps = STEPS_MAX;
    player_start(&r->player, &library->player);
    if (player_play(&r->player, &play, &tag, NULL)) return;
    struct face face;
    face_neutral(&face, library->player.style);
    for (uint32_t i = 0; i <= steps && shown < LIVE_PREVIEW_FACES; i++) {
        player_step(&r->player, &(struct player_in){.tick = i}, &r->out);
        if (r->out.face_on) face = r->out.face;
        if (i < (2 * shown + 1) * steps / (2 * LIVE_PREVIEW_FACES)) continue;
        face_to_numbers(&face, out->faces[shown++].numbers);
    }
    out->faces_count = (uint8_t)shown;
}

void dashboard_preview(struct dashboard *page, struct ws *ws, uint32_t number, const char *name,
                       struct fault *fault) {
    struct soul *soul = dashboard_soul(page, number);
    const struct robot *robot = soul ? robot_of(soul) : NULL; // other souls have no clips
    const struct library *library = robot ? robot_library(robot) : NULL;
    const struct library_clip *which = library ? find(library, name) : NULL;
    struct rehearsal *r = which ? calloc(1, sizeof *r) : NULL;
    struct live_clip_preview out = {0};
    if (!which) {
        fault_set(fault, ERR_UNKNOWN, "no clip or trigger is called \"%s\"", name);
        return;
    }
    if (!r) {
        fault_set(fault, ERR_MEMORY, "no memory for a preview");
        return;
    }
    text_copy(text_of(name), out.asked, sizeof out.asked);
    text_copy(which->name, out.clip, sizeof out.clip);
    out.length_ms = which->length_ms;
    robot_eye_colour(robot, &out.hue, &out.saturation);
    rehearse(r, library, which, &out);
    free(r);
    dashboard_send(page, ws, &live_clip_preview_schema, &out, false);
}
