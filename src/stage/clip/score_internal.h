// What the files of the score maker share; nobody else includes this.
#pragma once

#include "stage/clip/score.h"

enum { SCORE_STEP_MS = 33 };

// A clip being made.
struct score_making {
    const struct score_style *style;
    struct arena *arena;
    const struct json *clip;
    double ms_per; // milliseconds in a unit of time
    bool mirror;
    uint32_t length_ms;
    size_t heads, lifts, bodies, faces, lamps, audios, events, records, turns, sequences, boxes;
    int head_deg, lift_mm; // their present values
    uint32_t head_ms, lift_ms, body_ms, face_ms, lights_ms;
    struct face now; // the expression shown at present
    bool still;      // no blinks or darts while it holds an expression
    // From here on nothing is cleared between two clips: this is half a megabyte, and most clips use little
    // of it. Whoever adds a key sets all its fields.
    struct clip_head head[SCORE_KEYS_MAX];
    struct clip_lift lift[SCORE_KEYS_MAX];
    struct clip_body body[SCORE_KEYS_MAX];
    struct clip_face face[SCORE_KEYS_MAX];
    struct clip_lights lights[SCORE_KEYS_MAX];
    struct clip_audio audio[SCORE_KEYS_MAX];
    struct clip_event event[SCORE_KEYS_MAX];
    struct clip_record record[SCORE_KEYS_MAX];
    struct clip_turn turn[SCORE_KEYS_MAX];
    struct clip_sprites sprites[SCORE_KEYS_MAX];
    struct clip_box box[SCORE_KEYS_MAX];
};

// The times of one movement: [at, for how long, …].
struct score_span {
    uint32_t at_ms, ms;
};
enum err score_span(struct score_making *m, const struct json *item, uint32_t least, uint32_t after_ms,
                    struct score_span *out, struct fault *fault);
uint32_t score_steps(double ms); // to the nearest whole step
enum err score_number(const struct json *item, uint32_t index, double low, double high, double *out,
                      struct fault *fault);
enum err score_text(const struct json *item, uint32_t index, struct text *out, struct fault *fault);
// copied into the arena; at NULL: out of memory
struct text score_keep(struct score_making *m, struct text text);
enum err score_full(const struct json *item, struct fault *fault);

typedef enum err score_track(struct score_making *m, const struct json *item, struct fault *fault);
score_track score_head, score_lift, score_body, score_face, score_lights, score_sound, score_event,
    score_record, score_turn, score_sprites, score_box;

enum err score_begin_face(struct score_making *m, const struct json *begins, struct fault *fault);
// Everything returns to rest, or to what "ends" says.
enum err score_end(struct score_making *m, const struct json *ends, struct fault *fault);
enum err score_face_end(struct score_making *m, const struct json *face, struct fault *fault);
