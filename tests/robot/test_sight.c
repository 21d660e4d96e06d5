// A robot's eye from end to end: what it asks of its camera, what the camera then takes, and what it says of
// the pictures.
#include "support/support.h"

#include "base/system/file.h"
#include "border/straighten.h"
#include "run/recorder.h"
#include "run/replay.h"
#include "run/thin.h"
#include "world/view.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    struct life_message reply; // the last one
    uint32_t replies;
    uint32_t dark, bright, good, set;
    uint64_t dark_us[8], now_us;
    float set_numbers[3];
    struct body_picture picture; // the last one
    uint32_t pictures;
    float sights[2];
    uint32_t bins[256], box_bins[256], boxes; // of the last picture; median() counts it
} seen;

// The last picture, kept to be counted when somebody asks: most are followed by another first.
static struct {
    uint32_t width, height, each; // bytes of a pixel
    struct body_sight sight;
    uint8_t bytes[1280 * 720 * 3];
} last;

static void keep_last(const struct senses_in *in) {
    const struct frame *f = in->picture;
    const struct body_sight *s = &in->senses.sights[0];
    last.width = f->width, last.height = f->height, last.each = f->format == 3 ? 3 : 1;
    size_t size = (size_t)f->width * f->height * last.each;
    assert_true(size <= sizeof last.bytes);
    memcpy(last.bytes, f->bytes, size);
    last.sight = *s;
    seen.boxes = in->senses.sights_count;
    seen.sights[0] = s->corners_px[0][0], seen.sights[1] = s->corners_px[0][1];
}
static void count_last(void) {
    const struct body_sight *s = &last.sight;
    memset(seen.bins, 0, sizeof seen.bins), memset(seen.box_bins, 0, sizeof seen.box_bins);
    for (uint32_t y = 0; y < last.height; y++)
        for (uint32_t x = 0; x < last.width; x++) {
            uint8_t v = last.bytes[(y * last.width + x) * last.each];
            seen.bins[v]++;
            bool in_box = seen.boxes && (float)x > s->corners_px[0][0] && (float)x < s->corners_px[0][1] &&
                          (float)y > s->corners_px[1][0] && (float)y < s->corners_px[1][2];
            seen.box_bins[v] += in_box;
        }
}
static int median(const uint32_t bins[256]) {
    uint64_t all = 0, below = 0;
    count_last();
    for (int i = 0; i < 256; i++) all += bins[i];
    int v = 0;
    while (v < 255 && (below += bins[v]) * 2 < all) v++;
    return v;
}

// Pictures are gone when the watcher comes; the body's are looked at as they are handed over.
static const struct body_class *honest;
static struct body_class watched;
static enum err collect(struct body *body, int64_t now_us, struct senses_in *in) {
    enum err err = honest->collect(body, now_us, in);
    if (in->senses.picture_count && in->picture) {
        seen.picture = in->senses.picture[0], seen.pictures++;
        keep_last(in);
    }
    return err;
}
static void hear(void *user, struct run *run, size_t life) {
    struct life_envelope to;
    while (robot_reply(run_robot(run, life), &to, &seen.reply)) seen.replies++;
    const struct life_event *events;
    size_t count = robot_events(run_robot(run, life), &events);
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind == LIFE_EVENT_KIND_IMAGE_TOO_DARK)
            seen.dark_us[seen.dark++ % 8] = events[i].time_us;
        seen.bright += events[i].kind == LIFE_EVENT_KIND_IMAGE_TOO_BRIGHT;
        seen.good += events[i].kind == LIFE_EVENT_KIND_IMAGE_GOOD;
        if (events[i].kind != LIFE_EVENT_KIND_CAMERA_SET) continue;
        seen.set++;
        memcpy(seen.set_numbers, events[i].numbers, sizeof seen.set_numbers);
    }
}

static struct thin *begin(const struct thin_config *config) {
    static struct thin t;
    assert_true(thin_start(&t, config));
    memset(&seen, 0, sizeof seen);
    last.width = last.height = 0;
    struct body *body = run_body(t.run, 0);
    honest = body->class, watched = *honest, watched.collect = collect;
    body->class = &watched;
    run_watch(t.run, hear, NULL);
    return &t;
}
static void lux(struct thin *t, float lux) {
    struct world_message light = {.kind = WORLD_LIGHT, .light = {lux}};
    assert_int_equal(world_do(t->world, &light, NULL), 0);
}
static void eye(struct thin *t, bool on, bool colour) {
    thin_ask(t, 1, (struct life_message){.kind = LIFE_SEE, .see = {on, colour, false}});
}
static void settings(struct thin *t, bool automatic, float seconds, float gain, uint8_t mode) {
    thin_ask(t, 2,
             (struct life_message){.kind = LIFE_CAMERA_SETTINGS,
                                   .camera_settings = {automatic, seconds, gain, mode}});
    run_for(t->run, 200000);
}
static int answer(void) { return seen.reply.kind == LIFE_DONE ? seen.reply.done.verdict : -1; }

// ------------------------------------------------------------------------------------------------

static void it_knows_its_own_lens(void **state) {
    static const struct body_model *const MODELS[] = {&vector_model, &cozmo_model};
    float before = 0;
    for (int i = 0; i < 4; i++) {
        struct thin *t = begin(&(struct thin_config){.seed = 5 + (unsigned)i, .model = MODELS[i % 2]});
        thin_ask(t, 9, (struct life_message){.kind = LIFE_CAMERA_CONFIG});
        run_for(t->run, 100000);
        assert_int_equal(seen.reply.kind, LIFE_CAMERA_KNOWN);
        struct life_camera_known k = seen.reply.camera_known;
        const struct eye_model *own = world_eye(t->world, 1);
        struct lens_model lens = {.width = k.width,
                                  .height = k.height,
                                  .fx = k.focal_x,
                                  .fy = k.focal_y,
                                  .cx = k.center_x,
                                  .cy = k.center_y,
                                  .skew = k.skew};
        memcpy(lens.k, k.distortion, sizeof lens.k);
        assert_memory_equal(&lens, &own->lens, sizeof lens); // the very one its pictures are taken through
        assert_true(m_abs(k.fov_x_rad - 2 * m_atan2((float)k.width / 2, k.focal_x)) < 0.001f);
        assert_true(m_abs(k.fov_y_rad - 2 * m_atan2((float)k.height / 2, k.focal_y)) < 0.001f);
        assert_true(m_abs(k.exposure_high_s * 1000 - own->exposure_high_ms) < 0.01f &&
                    k.gain_high == own->gain_high && k.exposure_low_s > 0 && k.gain_low > 0);
        assert_true(k.focal_x != before); // another robot, another lens
        before = k.focal_x;
        struct straightener *s = straightener_new(&lens, NULL); // and it is good enough to undo the bend
        assert_non_null(s);
        straightener_free(s);
        thin_end(t);
    }
}

static void the_body_takes_pictures_as_it_is_told(void **state) {
    struct thin *t = begin(&(struct thin_config){.seed = 5});
    run_for(t->run, 1000000);
    assert_int_equal(seen.pictures, 0); // nobody looks
    eye(t, true, false);
    settings(t, false, 0.020f, 2, 0);
    run_for(t->run, 500000);
    assert_true(m_abs(seen.picture.exposure_s - 0.020f) < 1e-5f && seen.picture.gain == 2);
    assert_true(seen.set >= 1 && seen.set_numbers[0] == 0 && m_abs(seen.set_numbers[1] - 0.02f) < 1e-5f &&
                seen.set_numbers[2] == 2);
    int bright = median(seen.bins);
    settings(t, false, 0.005f, 2, 0);
    run_for(t->run, 500000);
    assert_true(seen.picture.exposure_s < 0.006f && median(seen.bins) < bright / 2); // and they are darker
    settings(t, false, 1e9f, 1e9f, 0);                                               // as far as it can
    const struct eye_model *own = world_eye(t->world, 1);
    run_for(t->run, 300000);
    assert_true(m_abs(seen.picture.exposure_s * 1000 - own->exposure_high_ms) < 0.01f &&
                seen.picture.gain == own->gain_high);
    settings(t, false, 0.0f / 0.0f, 1, 0);
    assert_int_equal(answer(), LIFE_VERDICT_BAD_VALUE);
    settings(t, false, 0, 0, 0);
    assert_int_equal(answer(), LIFE_VERDICT_BAD_VALUE);
    settings(t, true, 0, 0, 3);
    assert_int_equal(answer(), LIFE_VERDICT_BAD_VALUE);
    eye(t, false, false);
    run_for(t->run, 200000);
    uint32_t count = seen.pictures;
    run_for(t->run, 1000000);
    assert_int_equal(seen.pictures, count);
    thin_end(t);
}

static void it_follows_the_light(void **state) {
    static const struct body_model *const MODELS[] = {&vector_model, &cozmo_model};
    for (int i = 0; i < 2; i++) {
        struct thin *t = begin(&(struct thin_config){.seed = 5, .model = MODELS[i], .noise = true});
        eye(t, true, i == 0);
        static const float LUX[] = {300, 75, 1200, 150};
        for (int k = 0; k < 4; k++) {
            lux(t, LUX[k]);
            run_for(t->run, 4000000);
            print_message("# %s, %.0f lux: %.1f ms, gain %.2f, median %d\n", MODELS[i]->creature,
                          (double)LUX[k], (double)seen.picture.exposure_s * 1000, (double)seen.picture.gain,
                          median(seen.bins));
            assert_in_range(median(seen.bins), 110, 146);
        }
        uint32_t set = seen.set;
        run_for(t->run, 3000000);
        assert_true(seen.set - set <= 3); // it does not hunt
        assert_true(seen.set_numbers[0] == 1);
        assert_int_equal(seen.dark + seen.bright, 0);
        thin_end(t);
    }
}

// A symbol that nearly fills nothing of the picture, in a room that is much brighter than its black.
static void it_meters_what_it_found(void **state) {
    struct thin *t = begin(&(struct thin_config){.seed = 5});
    struct world_message box = {.kind = WORLD_BOX};
    world_box_defaults(&box.box);
    strcpy(box.box.name, "sign");
    box.box.x_m = 0.25f, box.box.length_m = box.box.width_m = 0.06f, box.box.height_m = 0.06f;
    box.box.mass_kg = 0, box.box.markers[0] = 3;
    assert_int_equal(world_do(t->world, &box, NULL), 0);
    run_for(t->run, 5000000);
    eye(t, true, false);
    run_for(t->run, 8000000);
    int found = median(seen.box_bins), all = median(seen.bins);
    print_message("# the sign %d, the picture %d; %u seen; %.1f ms, gain %.2f, from %.0f to %.0f\n", found,
                  all, seen.boxes, (double)seen.picture.exposure_s * 1000, (double)seen.picture.gain,
                  (double)seen.sights[0], (double)seen.sights[1]);
    assert_true(seen.boxes >= 1);
    assert_in_range(found, 70, 180); // black and white: the middle lies somewhere between
    assert_true(all < 90);           // all of the picture alone would have been brought to 128
    thin_end(t);
}

static void pictures_that_show_nothing_are_told(void **state) {
    struct thin *t = begin(&(struct thin_config){.seed = 5});
    eye(t, true, false);
    run_for(t->run, 3000000);
    assert_int_equal(seen.dark + seen.bright + seen.good, 0);
    lux(t, 0.2f);
    uint64_t since = (uint64_t)world_now_us(t->world);
    run_for(t->run, 26000000);
    assert_in_range(seen.dark, 3, 3); // after three seconds, and every ten
    assert_in_range(seen.dark_us[0] - since, 3000000, 5500000);
    assert_in_range(seen.dark_us[1] - seen.dark_us[0], 9900000, 10700000);
    assert_int_equal(seen.good, 0);
    lux(t, 300);
    run_for(t->run, 6000000);
    assert_true(seen.dark == 3 && seen.good == 1 && seen.bright == 0);
    settings(t, false, 0.066f, 4, 0);
    lux(t, 30000);
    run_for(t->run, 5000000);
    assert_true(seen.bright == 1);
    settings(t, true, 0, 0, 0);
    lux(t, 300);
    run_for(t->run, 6000000);
    assert_true(seen.good == 2 && seen.bright == 1);
    thin_end(t);
}

// ------------------------------------------------------------------------------------------------ one life

static uint64_t life(const char *record, unsigned workers, uint32_t *set) {
    struct thin *t =
        begin(&(struct thin_config){.seed = 5, .noise = true, .workers = workers, .record = record});
    eye(t, true, true);
    for (int i = 0; i < 12; i++) {
        lux(t, i % 2 ? 40 : 900);
        if (i == 7) eye(t, true, false);
        run_for(t->run, 900000);
    }
    uint64_t hash = robot_hash(run_robot(t->run, 0));
    *set = seen.set;
    thin_end(t);
    return hash;
}

// How bright pictures were is an errand's answer: neither workers nor a recording without pictures change
// what came of it.
static void it_is_one_life_and_replays_without_pictures(void **state) {
    char path[256];
    snprintf(path, sizeof path, "%s/critter-sight-%d.life", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
             (int)getpid());
    uint32_t set, again;
    uint64_t hash = life(path, 0, &set);
    assert_true(set > 10);
    assert_true(life(NULL, 4, &again) == hash && again == set);
    struct fault fault = {0};
    struct recording_about about;
    struct recording *tape = recording_open(path, &about, &fault);
    assert_non_null(tape);
    struct replay_result result;
    assert_int_equal(replay_life(tape, &about, &vector_model, NULL, NULL, NULL, &result, &fault), 0);
    recording_free(tape);
    unlink(path);
    assert_false(result.parted);
    assert_true(result.compared > 300 && result.pictures == 0 && result.answers > 20 && result.hash == hash);
}

TESTS(cmocka_unit_test(it_knows_its_own_lens), cmocka_unit_test(the_body_takes_pictures_as_it_is_told),
      cmocka_unit_test(it_follows_the_light), cmocka_unit_test(it_meters_what_it_found),
      cmocka_unit_test(pictures_that_show_nothing_are_told),
      cmocka_unit_test(it_is_one_life_and_replays_without_pictures))
