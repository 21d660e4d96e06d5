// Pictures of simulated bodies: they go on after a restore, carry their moment's sample, and show a Pleo
// colours.
#include "support/support.h"

#include "base/hash.h"
#include "body/sim_camera.h"
#include "codec/picture/blobs.h"
#include "world/bench_rig.h"
#include "world/view.h"

#include <pthread.h>

static uint64_t look(struct sim_camera *camera, struct world *w, uint32_t who, uint16_t wants,
                     uint32_t *number, struct body_picture *about) {
    static struct senses_in in;
    border_clear_senses(&in);
    sim_camera_look(camera, w, who, wants, &in);
    if (!in.picture) return 0;
    *number = in.senses.picture[0].number;
    if (about) *about = in.senses.picture[0];
    uint64_t hash = hash64(*number, in.picture->bytes, in.picture->used);
    border_drop_senses(&in);
    return hash;
}

static void pictures_go_on_where_a_saved_world_left_off(void **state) {
    enum { WANTS = BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR };
    static uint8_t room[2 << 20];
    struct rig a = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube),
               b = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    DO(&b, WORLD_CUBE, cube, v->x_m = 3);
    struct sim_camera one = {0}, other = {0};
    uint32_t number = 0, again = 0, pictures = 0;
    struct body_drive drive = {.duty_count = 4, .duty = {4000, -3000}};
    world_drive(a.world, 1, &drive);
    for (int i = 0; i < 331; i++) steps(&a, 1), look(&one, a.world, 1, WANTS, &number, NULL);
    assert_true(number > 15);
    struct writer out = writer_of(room, sizeof room);
    world_save(a.world, &out);
    struct reader in = reader_of(room, writer_len(&out));
    struct fault fault = {0};
    if (world_restore(b.world, &in, &fault)) fault_print(&fault, stderr), fail();
    for (int i = 0; i < 300; i++) {
        steps(&a, 1), steps(&b, 1);
        uint64_t first = look(&one, a.world, 1, WANTS, &number, NULL),
                 second = look(&other, b.world, 1, WANTS, &again, NULL);
        if (first != second) fail_msg("step %d: another picture", i);
        if (first) assert_int_equal(number, again), pictures++;
        assert_true(world_hash(a.world) == world_hash(b.world));
    }
    assert_true(pictures >= 20);
    sim_camera_close(&one), sim_camera_close(&other);
    rig_free(&a), rig_free(&b);
}

static void a_picture_carries_the_sample_of_its_moment(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube);
    struct sim_camera camera = {0};
    struct body_drive drive = {.duty_count = 4, .duty = {-9000, 9000}};
    world_drive(r.world, 1, &drive);
    uint32_t number, seen = 0;
    for (int i = 0; i < 400; i++) {
        steps(&r, 1);
        struct body_picture about;
        if (!look(&camera, r.world, 1, BODY_WANT_PICTURE, &number, &about)) continue;
        struct body_pins p = pins_of(&r);
        struct body_imu imu =
            imu_level(&vector_model.imu, &p.imu[0], p.time_us, robot(&r)->motors[BODY_MOTOR_HEAD].angle,
                      robot(&r)->motors[BODY_MOTOR_HEAD].speed);
        assert_true(about.time_us == p.time_us);
        assert_memory_equal(about.gyro_radps, imu.gyro_radps, sizeof imu.gyro_radps);
        if (i > 100) assert_true(about.gyro_radps[2] > 0.3f);
        seen++;
    }
    assert_true(seen > 20);
    sim_camera_close(&camera);
    rig_free(&r);
}

static void a_pleo_sees_colours_where_they_are(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &pleo_model, 0, 0, 0, NULL);
    steps(&r, 100);
    struct pose nose = world_camera(r.world, 1);
    DO(&r, WORLD_TAG, tag, strcpy(v->name, "red"), v->tag = 6, v->length_m = 0.08f, v->width_m = 0.08f,
       v->height_m = 0.08f, v->x_m = nose.at.x + 0.5f, v->y_m = -0.06f);
    DO(&r, WORLD_PICK_UP, pick_up, strcpy(v->what, "red"), v->height_m = 0);
    DO(&r, WORLD_PLACE, place, strcpy(v->what, "red"), v->x_m = nose.at.x + 0.5f, v->y_m = -0.06f,
       v->z_m = nose.at.z);
    struct sim_camera camera = {0};
    static struct senses_in in;
    border_clear_senses(&in);
    sim_camera_look(&camera, r.world, 1, BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR, &in);
    assert_true(in.picture && in.senses.picture[0].width == 160 && in.senses.picture[0].height == 120);
    struct pixels picture = pixels_view(in.picture->bytes, 160, 120, 3);
    struct blob_map map[BLOB_COLOURS] = {BLOB_PRESETS[BLOB_GREEN], BLOB_PRESETS[BLOB_RED],
                                         BLOB_PRESETS[BLOB_BLUE]};
    struct blob found[BLOB_COLOURS];
    assert_int_equal(blobs_find(&picture, map, found), 1);
    assert_int_equal(found[0].entry, 1);
    // Its middle is where the lens puts the middle of the front side.
    struct vec2 px;
    struct vec3 middle = vec3(nose.at.x + 0.46f, -0.06f, nose.at.z + 0.04f);
    assert_true(lens_project(&world_eye(r.world, 1)->lens, pose_undo(nose, middle), &px));
    float x = (float)(found[0].x1 + found[0].x2 + 1) / 2, y = (float)(found[0].y1 + found[0].y2 + 1) / 2;
    print_message("# red at %.0f, %.0f; by projection %.1f, %.1f\n", (double)x, (double)y, (double)px.x,
                  (double)px.y);
    assert_true(m_abs(x - px.x) < 5 && m_abs(y - px.y) < 5);
    struct blob_mean red =
        blobs_mean(&picture, found[0].x1 + 4u, found[0].y1 + 4u, found[0].x2 - 4u, found[0].y2 - 4u);
    assert_true(red.v > 150 && red.u < 128);
    // The neck turns it out of sight, and all moves.
    struct blob_scene scene = {0};
    assert_true(blobs_moved(&scene, &picture) == 0 && blobs_moved(&scene, &picture) == 0);
    border_drop_senses(&in);
    DO(&r, WORLD_BEND, bend, strcpy(v->what, "pleo"), v->joint = 11, v->angle_deg = -50, v->seconds = 3);
    steps(&r, 400);
    border_clear_senses(&in);
    sim_camera_look(&camera, r.world, 1, BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR, &in);
    assert_non_null(in.picture);
    picture = pixels_view(in.picture->bytes, 160, 120, 3);
    assert_int_equal(blobs_find(&picture, map, found), 0);
    assert_true(blobs_moved(&scene, &picture) > 0.02f);
    border_drop_senses(&in);
    // In the dark nothing has a colour.
    DO(&r, WORLD_BEND, bend, strcpy(v->what, "pleo"), v->joint = 11, v->angle_deg = 0, v->seconds = 3);
    DO(&r, WORLD_LIGHT, light, v->lux = 0.05f);
    steps(&r, 400);
    border_clear_senses(&in);
    sim_camera_look(&camera, r.world, 1, BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR, &in);
    picture = pixels_view(in.picture->bytes, 160, 120, 3);
    assert_int_equal(blobs_find(&picture, map, found), 0);
    border_drop_senses(&in);
    sim_camera_close(&camera);
    rig_free(&r);
}

// Two worlds, each with a thread of its own and a camera in front of everything that has a look, share
// nothing: ThreadSanitizer sees it when they do, and here both see what one sees alone.
static void furnish(struct rig *r) {
    a_cube(r);
    DO(r, WORLD_WALL, wall, strcpy(v->name, "wall"), v->x_m = 0.5f, v->marker = 3);
    DO(r, WORLD_BOX, box, strcpy(v->name, "box"), v->x_m = 0.3f, v->y_m = 0.1f);
}
struct watched {
    struct rig rig;
    uint64_t seen;
};
static void *watch_a_world(void *user) {
    struct watched *w = user;
    struct sim_camera camera = {0};
    struct senses_in in;
    border_clear_senses(&in);
    for (int i = 0; i < 100; i++) {
        world_step(w->rig.world);
        sim_camera_look(&camera, w->rig.world, 1, BODY_WANT_PICTURE, &in);
        if (in.picture) w->seen = hash64(w->seen, in.picture->bytes, in.picture->used);
        border_drop_senses(&in);
        border_clear_senses(&in);
    }
    sim_camera_close(&camera);
    return NULL;
}

static void two_worlds_on_two_threads_share_nothing(void **state) {
    struct watched worlds[3] = {0};
    pthread_t threads[2];
    for (int i = 0; i < 3; i++) worlds[i].rig = rig_new(world_defaults(), &vector_model, 0, 0, 0, furnish);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, watch_a_world, &worlds[i]), 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    watch_a_world(&worlds[2]);
    assert_true(worlds[2].seen);
    for (int i = 0; i < 2; i++) assert_true(worlds[i].seen == worlds[2].seen);
    for (int i = 0; i < 3; i++) rig_free(&worlds[i].rig);
}

TESTS(cmocka_unit_test(two_worlds_on_two_threads_share_nothing),
      cmocka_unit_test(pictures_go_on_where_a_saved_world_left_off),
      cmocka_unit_test(a_picture_carries_the_sample_of_its_moment),
      cmocka_unit_test(a_pleo_sees_colours_where_they_are))
