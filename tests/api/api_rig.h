// A simulated Vector and its calls, as somebody without sockets makes them: requests in JSON, replies as
// text.
#pragma once

#include "run/thin.h"
#include "support/fine.h"

#include "api/api.h"
#include "run/play.h"

struct rig {
    struct thin thin;
    struct api *api;
    int64_t air_us;
};
struct heard { // what came of one call
    struct api_call *call;
    unsigned count;     // messages
    char last[1 << 16]; // the newest, as JSON
    char all[1 << 18];  // all of them, a line each
    bool ended;
    enum api_status status;
    char words[512];
};

bool rig_start(struct rig *rig, const struct thin_config *thin, struct api_config config);
// The same with another soul in the body; the rig frees it.
bool rig_start_with(struct rig *rig, struct soul *soul, struct api_config config);
void rig_end(struct rig *rig);
void rig_turn(struct rig *rig, int64_t us); // lives so long
// Begins a call with this request; `heard` goes on hearing.
void rig_begin(struct rig *rig, struct heard *heard, const char *name);
void rig_call(struct rig *rig, struct heard *heard, const char *name, const char *json);
void rig_more(struct heard *heard, const char *json);
// The same, and waits for the end: at most so many seconds of the world.
void rig_wait(struct rig *rig, struct heard *heard, float seconds);
void rig_do(struct rig *rig, struct heard *heard, const char *name, const char *json);
bool says(const struct heard *heard, const char *words); // in the last message
bool said(const struct heard *heard, const char *words); // in any

// A robot in a scenario of its own, with the rig's calls. It may be opened with a rig that has ended.
struct scene {
    struct rig *rig;
    struct api_config *config;
    struct scenario *scenario;
    struct play *play;
    bool minded; // with clips and a mind; before it is opened
};
void scene_open(struct scene *scene, struct rig *rig, struct api_config *config, const char *json);
void scene_close(struct scene *scene);
