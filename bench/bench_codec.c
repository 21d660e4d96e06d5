// What a life tick may ask of the formats: a picture for Cozmo's display, a frame of its speaker, resampled
// sound. And what loading a creature asks: a clip file against a look at every byte of it.
#include "bench.h"

#include "codec/clip/clip.h"
#include "codec/picture/rle.h"
#include "codec/sound/resample.h"
#include "codec/sound/ulaw.h"

#include <stdlib.h>
#include <string.h>

struct job {
    struct rle_picture eyes;
    int16_t samples[ULAW_FRAME], out[2 * ULAW_FRAME];
    uint8_t bytes[RLE_CODE_MAX];
    struct resample *rate;
    struct arena *arena;
    struct buf file;
};

static void draw_eyes(struct rle_picture *eyes) {
    for (int x = 0; x < RLE_COLUMNS; x++)
        for (int y = 0; y < RLE_ROWS; y += 2) {
            int dx = x < 64 ? x - 32 : x - 96, dy = y - 32;
            rle_set(eyes, (unsigned)x, (unsigned)y, 4 * dx * dx + 3 * dy * dy < 1200);
        }
}

// A clip of ten seconds with a head, a lift and a face key-frame every 99 ms.
static void make_file(struct job *job) {
    enum { KEYS = 100, EYE = 25 };
    static struct clip_head heads[KEYS];
    static struct clip_lift lifts[KEYS];
    static struct clip_face faces[KEYS];
    static float eye[EYE];
    for (uint32_t i = 0; i < KEYS; i++) {
        heads[i] = (struct clip_head){.trigger_ms = i * 99, .duration_ms = 99, .angle_deg = (int8_t)(i % 40)};
        lifts[i] =
            (struct clip_lift){.trigger_ms = i * 99, .duration_ms = 99, .height_mm = (uint8_t)(32 + i % 60)};
        faces[i] = (struct clip_face){.trigger_ms = i * 99,
                                      .scale_x = 1,
                                      .scale_y = 1,
                                      .left = {eye, EYE},
                                      .right = {eye, EYE},
                                      .scanline_opacity = 1};
    }
    struct clip clip = {.name = TEXT("anim_bench_01")};
    clip.keys.head.at = heads, clip.keys.head.count = KEYS;
    clip.keys.lift.at = lifts, clip.keys.lift.count = KEYS;
    clip.keys.face.at = faces, clip.keys.face.count = KEYS;
    struct clips clips = {.dialect = CLIP_VECTOR};
    clips.list.at = &clip, clips.list.count = 1;
    if (clips_write_bin(&clips, &job->file, NULL)) abort();
}

static void *job_new(void) {
    struct job *job = calloc(1, sizeof *job);
    if (!job) abort();
    draw_eyes(&job->eyes);
    for (int i = 0; i < ULAW_FRAME; i++) job->samples[i] = (int16_t)(i * 7919);
    job->rate = resample_new(22050, ULAW_RATE);
    job->arena = arena_new(1 << 20);
    if (!job->rate || !job->arena) abort();
    make_file(job);
    return job;
}

static void job_free(void *user) {
    struct job *job = user;
    resample_free(job->rate);
    arena_free(job->arena);
    buf_free(&job->file);
    free(job);
}

static void encode_eyes(void *user) {
    struct job *job = user;
    struct writer out = writer_of(job->bytes, sizeof job->bytes);
    rle_encode(&job->eyes, RLE_ROWS_64, &out);
    bench_sink(writer_len(&out));
}

static void copy_eyes(void *user) {
    struct job *job = user;
    memcpy(job->bytes, &job->eyes, sizeof job->eyes);
    bench_sink(job->bytes[77]);
}

static void encode_sound(void *user) {
    struct job *job = user;
    ulaw_encode(ULAW_LIBRARY, job->samples, ULAW_FRAME, job->bytes);
    bench_sink(job->bytes[5]);
}

static void change_rate(void *user) {
    struct job *job = user;
    size_t taken;
    bench_sink(resample_push(job->rate, job->samples, 735, job->out, 2 * ULAW_FRAME, &taken));
}

static void read_clip(void *user) {
    struct job *job = user;
    struct arena_mark mark = arena_mark(job->arena);
    struct clip_reading how = {.dialect = CLIP_VECTOR};
    struct clips clips;
    if (clips_read_bin((struct bytes){job->file.at, job->file.len}, &how, job->arena, &clips, NULL)) abort();
    bench_sink(clips.list.count);
    arena_back(job->arena, mark);
}

static void look(void *user) {
    struct job *job = user;
    uint64_t sum = 0;
    for (size_t i = 0; i < job->file.len; i++) sum += job->file.at[i] ^ sum << 1;
    bench_sink(sum);
}

#define JOB .setup = job_new, .teardown = job_free, .no_allocation = true
BENCHES({.name = "a face for Cozmo's display",
         .a = encode_eyes,
         .a_name = "rle_encode",
         .b = copy_eyes,
         .b_name = "copying it plain",
         JOB},
        {.name = "a frame of Cozmo's speaker", .a = encode_sound, .a_name = "ulaw_encode", JOB},
        {.name = "a frame of sound at another rate", .a = change_rate, .a_name = "resample_push", JOB},
        {.name = "a clip file of 10 s read",
         .a = read_clip,
         .a_name = "clips_read_bin",
         .b = look,
         .b_name = "a look at every byte",
         JOB})
