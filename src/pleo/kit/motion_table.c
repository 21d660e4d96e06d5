// Motions as tables again.
#include "pleo/kit/motion.h"

#include <string.h>

// The columns' names where they differ from the joints'.
static const char *column_of(uint16_t joint, char out[3]) {
    static const char OTHER[][2][3] = {{"VN", "NV"}, {"HN", "NH"}, {"VT", "TV"}, {"HT", "TH"}, {"TS", "TO"}};
    umf_joint_name(joint, out);
    for (size_t i = 0; i < sizeof OTHER / sizeof *OTHER; i++)
        if (!strcmp(OTHER[i][0], out)) return OTHER[i][1];
    return out;
}

// Fills what one vector says, from its start up to `end`, where the joint's next vector starts. After its
// goal the joint stays.
static void draw(const struct umf *motion, const struct umf_vector *v, bool first, float *frames,
                 size_t end) {
    size_t from = v->start ? v->start - 1u : 0;
    double span_s = (double)(v->goal - from) * motion->timebase_ms / 1000;
    double begin = first ? (double)v->position - (double)v->velocity * span_s : (double)frames[from];
    for (size_t i = from; i < end; i++) {
        double part = i >= v->goal ? 1 : (double)(i - from) / (double)(v->goal - from);
        frames[i] = (float)(begin + ((double)v->position - begin) * part);
    }
}

static void draw_joint(const struct umf *motion, uint16_t joint, float *frames, size_t rows) {
    const struct umf_vector *open = NULL;
    bool first = true;
    for (size_t i = 0; i < motion->count; i++) {
        const struct umf_vector *v = &motion->vectors[i];
        if (v->joint != joint) continue;
        if (joint == UMF_SOUND) {
            frames[v->start] = v->position;
            continue;
        }
        if (open) draw(motion, open, first, frames, v->start), first = false;
        open = v;
    }
    if (open) draw(motion, open, first, frames, rows);
}

static void write_head(const struct umf *motion, size_t rows, struct buf *out) {
    unsigned rate = (1000 + motion->timebase_ms / 2) / motion->timebase_ms;
    char duration[NUMBER_ROOM];
    f32_to_text((float)((double)rows / rate), duration);
    buf_printf(out, "Header\r\nrate=%u\r\nframes=%zu\r\nduration=%s\r\ntype=degree\r\nBody\r\nTime,Frame",
               rate, rows ? rows - 1 : 0, duration);
    for (size_t i = 0; i < motion->joint_count; i++) {
        char name[3];
        buf_printf(out, ",%s", column_of(motion->joints[i], name));
    }
    buf_text(out, "\r\n");
}

static void write_cell(const struct umf *motion, size_t joint, float value,
                       const struct motion_sounds *sounds, struct buf *out) {
    char text[NUMBER_ROOM];
    const char *name = NULL;
    if (motion->joints[joint] == UMF_SOUND && value != 0 && sounds && sounds->name)
        name = sounds->name(sounds->user, (unsigned)value);
    f32_to_text(value, text);
    buf_printf(out, ",%s", name ? name : text);
}

void motion_to_csv(const struct umf *motion, const struct motion_sounds *sounds, struct arena *arena,
                   struct buf *out) {
    size_t rows = motion->end;
    for (size_t i = 0; i < motion->count; i++) {
        size_t last =
            motion->vectors[i].joint == UMF_SOUND ? motion->vectors[i].start : motion->vectors[i].goal;
        if (rows < last + 1) rows = last + 1;
    }
    float *frames[UMF_JOINTS];
    for (size_t k = 0; k < motion->joint_count; k++) {
        if (!(frames[k] = arena_array(arena, float, rows))) {
            out->err = ERR_MEMORY;
            return;
        }
        draw_joint(motion, motion->joints[k], frames[k], rows);
    }
    write_head(motion, rows, out);
    unsigned whole = (1000 + motion->timebase_ms / 2) / motion->timebase_ms;
    double rate = whole;
    for (size_t row = 0; row < rows && !out->err; row++) {
        buf_printf(out, "%.6f,%zu", (double)row / rate, row);
        for (size_t k = 0; k < motion->joint_count; k++) write_cell(motion, k, frames[k][row], sounds, out);
        buf_text(out, "\r\n");
    }
}
