// What is seen and heard of it: display, lights, sound, animations, camera, cubes.
#include "firmware_rig.h"
#include "support/allocs.h"

#include "body/firmware/cozmo/firmware_internal.h"
#include "codec/picture/jpeg_mini.h"

static struct rig *at_home(void) {
    struct rig *rig = rig_new(2381, 0, RIG_CUBES);
    rig_connect(rig);
    return rig;
}

static void slot(struct rig *rig, bool sound) {
    static uint8_t loud[744];
    memset(loud, 0x70, sizeof loud);
    if (sound)
        SEND(rig, COZMO_OUTPUT_AUDIO, .output_audio = {{loud, sizeof loud}});
    else
        SEND(rig, COZMO_OUTPUT_SILENCE);
}
static void show(struct rig *rig, const char *code) {
    SEND(rig, COZMO_DISPLAY_IMAGE, .display_image = {hex(code)});
}
static unsigned lit(struct rig *rig) {
    const struct rle_picture *p = cozmo_firmware_display(cozmo_onair_firmware(rig->cozmo));
    unsigned n = 0;
    for (int x = 0; x < RLE_COLUMNS; x++) n += (unsigned)__builtin_popcountll(p->column[x]);
    return n;
}

static void pictures_stay_half_a_minute(void **state) {
    (void)state;
    struct rig *rig = at_home();
    show(rig, "ff 7f 7e");
    rig_run(rig, 0.2f);
    assert_int_equal(lit(rig), 128 * 64);
    show(rig, "fe 7f 7f 7f"); // past the last column: the old one stays
    show(rig, "40");          // repeats nothing
    rig_run(rig, 0.2f);
    assert_int_equal(lit(rig), 128 * 64);
    assert_int_equal(rig_stats(rig)->display_errors, 2);
    rig_run(rig, 29);
    assert_int_equal(lit(rig), 128 * 64);
    rig_run(rig, 2);
    assert_int_equal(lit(rig), 0);
    rig_free(rig);
}

static void slots_are_played_thirty_a_second(void **state) {
    (void)state;
    struct rig *rig = at_home();
    struct cozmo_message before = rig_last(rig, 0xf1, 0);
    SEND(rig, COZMO_SET_ROBOT_VOLUME, .set_robot_volume = {65535});
    for (int i = 0; i < 60; i++) {
        slot(rig, i < 30);
        if (i % 3 == 2) rig_run(rig, 0.1f);
    }
    rig_run(rig, 0.3f);
    struct cozmo_message after = rig_last(rig, 0xf1, 0);
    assert_int_equal(
        after.animation_state.num_audio_frames_played - before.animation_state.num_audio_frames_played, 60);
    assert_int_equal(after.animation_state.num_anim_bytes_played -
                         before.animation_state.num_anim_bytes_played,
                     30 * 745 + 30);
    assert_int_equal(rig->sounds, 30);
    int loud = rig->loudest;
    assert_true(loud > 1000);
    rig->loudest = 0;
    SEND(rig, COZMO_SET_ROBOT_VOLUME, .set_robot_volume = {6553});
    slot(rig, true);
    rig_run(rig, 0.2f);
    assert_in_range(rig->loudest, loud / 11, loud / 9);
    rig_free(rig);
}

static void the_buffer_has_its_limit(void **state) {
    (void)state;
    struct rig *rig = at_home();
    unsigned mark = rig->count;
    for (int i = 0; i < 30; i++) slot(rig, true); // 22 thousand bytes into eight thousand
    rig_run(rig, 0.1f);
    assert_int_equal(rig->state.status & COZMO_IS_ANIM_BUFFER_FULL, COZMO_IS_ANIM_BUFFER_FULL);
    rig_run(rig, 1);
    assert_int_equal(rig->state.status & COZMO_IS_ANIM_BUFFER_FULL, 0);
    struct cozmo_message s = rig_last(rig, 0xf1, mark);
    assert_true(s.animation_state.client_drop_count >= 10);
    rig_free(rig);
}

// The bit rises above three quarters of the eight thousand bytes and falls below half of them. A frame is a
// silence and a picture of 58 bytes, each with two bytes for its length.
static void the_buffer_is_full_at_three_quarters_and_no_more_at_half(void **state) {
    (void)state;
    enum { SILENCE = 1 + 2, PICTURE = 1 + 2 + 58 + 2, FRAME = SILENCE + PICTURE, BURST = 8 };
    struct rig *rig = at_home();
    static uint8_t picture[58];
    memset(picture, 0x40, sizeof picture);
    rig_run(rig, 0.2f);
    int32_t played = rig_last(rig, 0xf1, 0).animation_state.num_anim_bytes_played, sent = 0, most = 0,
            least = 8192;
    bool was = false, rose = false, fell = false;
    for (int i = 0; !fell && i < 400; i++) {
        for (int k = 0; !rose && k < BURST; k++) {
            SEND(rig, COZMO_OUTPUT_SILENCE);
            SEND(rig, COZMO_DISPLAY_IMAGE, .display_image = {{picture, sizeof picture}});
            sent += FRAME;
        }
        rig_run(rig, 0.06f);
        struct cozmo_animation_state s = rig_last(rig, 0xf1, 0).animation_state;
        int32_t frames = (s.num_anim_bytes_played - played) / (FRAME - 4), waiting = sent - frames * FRAME;
        bool is = rig->state.status & COZMO_IS_ANIM_BUFFER_FULL;
        if (!rose && !is) most = waiting;
        if (is) rose = true, least = waiting;
        fell = was && !is;
        if (was != is && is) assert_in_range(waiting, 6144 + 1, 6144 + BURST * FRAME);
        if (fell) assert_in_range(waiting, 4096 - 3 * FRAME, 4096);
        was = is;
    }
    assert_true(rose && fell);
    assert_in_range(most, 6144 - BURST * FRAME, 6144 + FRAME);
    assert_in_range(least, 4096 - FRAME, 4096 + 3 * FRAME);
    assert_int_equal(rig_last(rig, 0xf1, 0).animation_state.client_drop_count, 0);
    rig_free(rig);
}

static void animations_move_and_end(void **state) {
    (void)state;
    struct rig *rig = at_home();
    unsigned mark = rig->count;
    SEND(rig, COZMO_ANIM_HEAD, .anim_head = {100, 0, 40}); // outside of one: nothing
    SEND(rig, COZMO_END_ANIMATION);
    rig_run(rig, 0.5f);
    assert_true(rig->state.head_angle_rad < -0.3f);
    assert_int_equal(rig_heard(rig, 0xcb, mark), 0);
    slot(rig, false);
    SEND(rig, COZMO_START_ANIMATION, .start_animation = {7});
    SEND(rig, COZMO_ANIM_HEAD, .anim_head = {200, 0, 20});
    SEND(rig, COZMO_ANIM_LIFT, .anim_lift = {200, 0, 70});
    SEND(rig, COZMO_ANIM_BODY, .anim_body = {50, 32767});
    SEND(rig, COZMO_ANIM_BACKPACK_LIGHTS, .anim_backpack_lights = {{0x7c00, 0x03e0, 0x03e0, 0x03e0, 0x7c00}});
    rig_run(rig, 1);
    assert_int_equal(rig_first(rig, 0xca, mark).animation_started.anim_id, 7);
    assert_int_equal(rig->state.status & COZMO_IS_ANIMATING, COZMO_IS_ANIMATING);
    assert_int_equal(rig_last(rig, 0xf1, mark).animation_state.tag, 7);
    assert_true(fabsf(rig->state.head_angle_rad - 20 * M_PI_F / 180) < 0.06f);
    assert_true(fabsf(rig->state.lift_height_mm - 70) < 4);
    assert_true(rig->state.lwheel_speed_mmps > 30);
    struct world_snapshot *w = malloc(sizeof *w);
    world_snapshot(rig->world, w);
    assert_true((w->robots[0].lights[1] & 0xffffff) != 0);
    slot(rig, false);
    SEND(rig, COZMO_END_ANIMATION);
    rig_run(rig, 0.7f);
    assert_int_equal(rig_first(rig, 0xcb, mark).animation_ended.anim_id, 7);
    assert_int_equal(rig->state.status & COZMO_IS_ANIMATING, 0);
    assert_true(fabsf(rig->state.lwheel_speed_mmps) < 5);
    world_snapshot(rig->world, w);
    assert_int_equal(w->robots[0].lights[1] & 0xffffff, 0);
    free(w);
    slot(rig, false);
    SEND(rig, COZMO_START_ANIMATION, .start_animation = {8});
    rig_run(rig, 0.2f);
    mark = rig->count;
    SEND(rig, COZMO_ABORT_ANIMATION);
    rig_run(rig, 0.2f);
    assert_int_equal(rig_first(rig, 0xcb, mark).animation_ended.anim_id, 8);
    rig_free(rig);
}

static void key_frames_take_their_time_and_each_light_is_its_own(void **state) {
    (void)state;
    struct rig *rig = at_home();
    struct world_snapshot *w = malloc(sizeof *w);
    slot(rig, false);
    SEND(rig, COZMO_START_ANIMATION, .start_animation = {3});
    SEND(rig, COZMO_ANIM_HEAD, .anim_head = {1500 & 255, 1500 >> 8, 35}); // sixteen bits of milliseconds
    SEND(rig, COZMO_ANIM_LIFT, .anim_lift = {1500 & 255, 1500 >> 8, 85});
    SEND(rig, COZMO_ANIM_BACKPACK_LIGHTS, .anim_backpack_lights = {{0x7c00, 0x03e0, 0x001f, 0x7fff, 0}});
    rig_run(rig, 1);
    assert_true(rig->state.head_angle_rad > 0 && rig->state.head_angle_rad < 30 * M_PI_F / 180);
    assert_true(rig->state.lift_height_mm > 45 && rig->state.lift_height_mm < 78);
    world_snapshot(rig->world, w);
    static const uint32_t LIGHTS[] = {0xff0000, 0x00ff00, 0x0000ff, 0xffffff, 0}; // left … right
    for (unsigned i = 0; i < 5; i++) assert_int_equal(w->robots[0].lights[i] & 0xffffff, LIGHTS[i]);
    rig_run(rig, 0.9f);
    assert_true(fabsf(rig->state.head_angle_rad - 35 * M_PI_F / 180) < 0.06f);
    assert_true(fabsf(rig->state.lift_height_mm - 85) < 4);
    free(w);
    rig_free(rig);
}

static void recorded_headings_are_found_again(void **state) {
    (void)state;
    struct rig *rig = at_home();
    slot(rig, false);
    SEND(rig, COZMO_START_ANIMATION, .start_animation = {1});
    SEND(rig, COZMO_RECORD_HEADING);
    SEND(rig, COZMO_TURN_IN_PLACE, .turn_in_place = {1.2f, 3, 10, 0.02f, 0, 0, false, 1});
    rig_run(rig, 1.5f);
    assert_true(rig->state.pose_angle_rad > 1);
    SEND(rig, COZMO_TURN_TO_RECORDED_HEADING);
    rig_run(rig, 1.5f);
    assert_true(fabsf(rig->state.pose_angle_rad) < 0.1f);
    rig_free(rig);
}

// How far it turned from here until it rests, counted through whole rounds.
static float turned_until_it_rests(struct rig *rig, float *fastest) {
    float before = rig->state.pose_angle_rad, sum = 0;
    *fastest = 0;
    for (int still = 0, i = 0; still < 60 && i < 4000; i++) {
        rig_run(rig, 0.005f);
        float step = angle_between(before, rig->state.pose_angle_rad);
        before = rig->state.pose_angle_rad;
        sum += step;
        *fastest = fmaxf(*fastest, fabsf(rig->state.gyro_z));
        still = fabsf(rig->state.gyro_z) < 0.01f ? still + 1 : 0;
    }
    return sum;
}

// From one radian to the left of the recorded heading.
static void a_turn_back_can_be_told_how(void **state) {
    (void)state;
    const float rounds = 2 * 3.14159265f, deg = 3.14159265f / 180;
    const struct {
        struct cozmo_heading_turn how;
        float turned, fastest; // in all, in radians; 0: any
    } TURNS[] = {
        {{0, -90, 1000, 1000, 2, 0, false}, -1, 90 * deg},
        {{0, 90, 1000, 1000, 2, 0, false}, rounds - 1, 90 * deg}, // the long way, as the sign says
        {{0, 90, 1000, 1000, 2, 0, true}, -1, 90 * deg},
        {{-20, 60, 500, 500, 2, 0, true}, -1 - 20 * deg, 60 * deg},
        {{0, -120, 1000, 1000, 2, 2, false}, -1 - rounds, 120 * deg},
        {{0, -120, 1000, 1000, 2, 1, true}, -1 - rounds / 2, 120 * deg},
        {{0, 0, 0, 0, 2, 0, false}, -1, 0},
        {{0, 90, 1000, 1000, 90, 0, true}, 0, 0}, // near enough
    };
    for (size_t i = 0; i < sizeof TURNS / sizeof *TURNS; i++) {
        struct rig *rig = at_home();
        slot(rig, false);
        SEND(rig, COZMO_START_ANIMATION, .start_animation = {1});
        SEND(rig, COZMO_RECORD_HEADING);
        SEND(rig, COZMO_TURN_IN_PLACE, .turn_in_place = {1, 3, 10, 0.02f, 0, 0, false, 1});
        rig_run(rig, 1.5f);
        float from = rig->state.pose_angle_rad, fastest;
        assert_true(fabsf(from - 1) < 0.06f);
        SEND(rig, COZMO_TURN_TO_RECORDED_HEADING,
             .turn_to_recorded_heading = {.has_how = true, .how = TURNS[i].how});
        SEND(rig, COZMO_END_ANIMATION); // it goes on
        rig_run(rig, 0.1f);
        float turned = angle_between(from, rig->state.pose_angle_rad) + turned_until_it_rests(rig, &fastest);
        if (fabsf(turned - TURNS[i].turned) > 0.12f) fail_msg("turn %zu: by %.3f", i, (double)turned);
        if (TURNS[i].fastest > 0 && fabsf(fastest - TURNS[i].fastest) > 0.35f)
            fail_msg("turn %zu: at %.3f", i, (double)fastest);
        assert_int_equal(rig_stats(rig)->damaged, 0);
        rig_free(rig);
    }
}

static void an_abort_ends_a_turn_back(void **state) {
    (void)state;
    struct rig *rig = at_home();
    slot(rig, false);
    SEND(rig, COZMO_START_ANIMATION, .start_animation = {1});
    SEND(rig, COZMO_RECORD_HEADING);
    SEND(rig, COZMO_TURN_TO_RECORDED_HEADING,
         .turn_to_recorded_heading = {.has_how = true, .how = {0, 60, 1000, 1000, 2, 8, false}});
    rig_run(rig, 1);
    assert_true(rig->state.pose_angle_rad > 0.5f);
    SEND(rig, COZMO_ABORT_ANIMATION);
    rig_run(rig, 0.5f);
    float rests = rig->state.pose_angle_rad;
    rig_run(rig, 0.5f);
    assert_true(fabsf(angle_between(rests, rig->state.pose_angle_rad)) < 0.01f);
    rig_free(rig);
}

static void lights_run_their_programs(void **state) {
    (void)state;
    struct rig *rig = at_home();
    struct cozmo_light_state blink = {.on_color = 0x03e0, .off_color = 0, .on_frames = 15, .off_frames = 15};
    struct cozmo_message m = {.kind = COZMO_LIGHT_STATE_CENTER};
    m.light_state_center.states[1] = blink;
    rig_send(rig, &m);
    struct world_snapshot *w = malloc(sizeof *w);
    unsigned on = 0, changes = 0;
    bool was = false;
    for (int i = 0; i < 400; i++) { // two seconds: on for half of them
        rig_run(rig, 0.005f);
        world_snapshot(rig->world, w);
        bool is = w->robots[0].lights[2] & 0xffffff;
        on += is;
        changes += is != was;
        was = is;
    }
    assert_in_range(on, 180, 220);
    assert_in_range(changes, 3, 5);
    for (int side = 0; side < 2; side++) { // those of the sides have a message of their own, and are red
        m = (struct cozmo_message){.kind = COZMO_LIGHT_STATE_SIDE};
        m.light_state_side.states[side] = (struct cozmo_light_state){.on_color = 0x7c00, .off_color = 0x7c00};
        rig_send(rig, &m);
        rig_run(rig, 0.2f);
        world_snapshot(rig->world, w);
        assert_int_equal((w->robots[0].lights[0] & 0xffffff) != 0, side == 0);
        assert_int_equal((w->robots[0].lights[4] & 0xffffff) != 0, side == 1);
    }
    free(w);
    rig_free(rig);
}

static void lights_fade_and_wait(void **state) {
    (void)state;
    struct cozmo_light_state s = {.on_color = 0x7c00,
                                  .off_color = 0x001f,
                                  .transition_on_frames = 9,
                                  .on_frames = 6,
                                  .transition_off_frames = 9,
                                  .off_frames = 6}; // a second in all
    static const struct {
        int ms, red, blue;
    } SEEN[] = {{0, 0, 255},    {100, 85, 170}, {200, 170, 85}, {300, 255, 0}, {490, 255, 0},
                {600, 170, 85}, {700, 85, 170}, {800, 0, 255},  {990, 0, 255}, {1100, 85, 170}};
    for (unsigned i = 0; i < sizeof SEEN / sizeof *SEEN; i++)
        for (int offset = -40; offset <= 40; offset += 20) { // so many thirtieths of a second later
            s.offset = (int16_t)offset;
            struct body_colour c = fw_light_at(&s, SEEN[i].ms + offset * 100 / 3);
            assert_true(abs(c.r - SEEN[i].red) <= 2 && abs(c.b - SEEN[i].blue) <= 2 && !c.g);
        }
}

static void cubes_are_connected_lit_and_felt(void **state) {
    (void)state;
    struct rig *rig = at_home();
    unsigned mark = rig->count;
    rig_run(rig, 1.1f);
    assert_in_range(rig_heard(rig, 0xf3, mark), 2, 3);
    struct cozmo_message seen = rig_first(rig, 0xf3, mark);
    mark = rig->count;
    SEND(rig, COZMO_OBJECT_CONNECT, .object_connect = {0x12345678, true}); // nobody
    SEND(rig, COZMO_OBJECT_CONNECT, .object_connect = {seen.object_available.factory_id, true});
    rig_run(rig, 0.5f);
    assert_int_equal(rig_heard(rig, 0xd0, mark), 1);
    struct cozmo_message c = rig_first(rig, 0xd0, mark);
    uint32_t id = c.object_connection_state.object_id;
    assert_true(c.object_connection_state.connected);
    assert_int_equal(c.object_connection_state.factory_id, seen.object_available.factory_id);
    assert_true(rig_heard(rig, 0xce, mark) >= 1);
    mark = rig->count;
    SEND(rig, COZMO_STREAM_OBJECT_ACCEL, .stream_object_accel = {id, true});
    rig_run(rig, 1);
    assert_in_range(rig_heard(rig, 0xf5, mark), 31, 35);
    struct cozmo_message a = rig_last(rig, 0xf5, mark);
    assert_true(a.object_accel.accel_z > 9000 && a.object_accel.accel_z < 10600);
    SEND(rig, COZMO_STREAM_OBJECT_ACCEL, .stream_object_accel = {id, false});
    rig_run(rig, 0.1f);
    mark = rig->count;
    struct cozmo_message lights = {.kind = COZMO_CUBE_LIGHTS};
    for (int i = 0; i < 4; i++)
        lights.cube_lights.states[i] = (struct cozmo_light_state){.on_color = 0x7c00, .off_color = 0x7c00};
    SEND(rig, COZMO_CUBE_ID, .cube_id = {id, 0});
    rig_send(rig, &lights);
    const char *name = c.object_connection_state.object_type == 1 ? "one" : "two";
    char verb[80];
    snprintf(verb, sizeof verb, "{\"Tap\": {\"what\": \"%s\"}}", name);
    rig_verb(rig, verb);
    rig_run(rig, 1);
    assert_int_equal(rig_heard(rig, 0xf5, mark), 0);
    assert_int_equal(rig_heard(rig, 0xb6, mark), 1);
    struct world_snapshot *w = malloc(sizeof *w);
    world_snapshot(rig->world, w);
    unsigned red = 0;
    for (unsigned i = 0; i < w->things_count; i++)
        if (!strcmp(w->things[i].name, name)) red = w->things[i].lights[3][0];
    assert_int_equal(red, 255);
    free(w);
    snprintf(verb, sizeof verb, "{\"PickUp\": {\"what\": \"%s\"}}", name);
    rig_verb(rig, verb);
    rig_run(rig, 1);
    assert_true(rig_heard(rig, 0xb4, mark) >= 1);
    snprintf(verb, sizeof verb, "{\"Tilt\": {\"what\": \"%s\", \"roll_deg\": 90}}", name);
    rig_verb(rig, verb);
    rig_run(rig, 2);
    assert_true(rig_heard(rig, 0xd7, mark) >= 1);
    assert_true(rig_last(rig, 0xd7, mark).object_up_axis_changed.axis != COZMO_UP_AXIS_Z_POSITIVE);
    mark = rig->count;
    SEND(rig, COZMO_OBJECT_CONNECT, .object_connect = {seen.object_available.factory_id, false});
    rig_run(rig, 0.5f);
    assert_false(rig_first(rig, 0xd0, mark).object_connection_state.connected);
    SEND(rig, COZMO_SET_ACCESSORY_DISCOVERY, .set_accessory_discovery = {false});
    rig_run(rig, 0.1f);
    mark = rig->count;
    rig_run(rig, 2);
    assert_int_equal(rig_heard(rig, 0xf3, mark), 0);
    rig_free(rig);
}

// What a cube feels points up: along the axis it tells as up, with that sign, and along no other.
static void a_cube_feels_which_of_its_sides_is_up(void **state) {
    (void)state;
    static const struct {
        const char *tilt;
        enum cozmo_up_axis axis;
        float x, y;
    } SIDES[] = {{"\"roll_deg\": 90", COZMO_UP_AXIS_Y_POSITIVE, 0, 1},
                 {"\"roll_deg\": -90", COZMO_UP_AXIS_Y_NEGATIVE, 0, -1},
                 {"\"pitch_deg\": 90", COZMO_UP_AXIS_X_NEGATIVE, -1, 0},
                 {"\"pitch_deg\": -90", COZMO_UP_AXIS_X_POSITIVE, 1, 0}};
    for (size_t i = 0; i < sizeof SIDES / sizeof *SIDES; i++) {
        struct rig *rig = at_home();
        rig_run(rig, 1.1f);
        struct cozmo_message seen = rig_first(rig, 0xf3, 0);
        SEND(rig, COZMO_OBJECT_CONNECT, .object_connect = {seen.object_available.factory_id, true});
        rig_run(rig, 0.5f);
        struct cozmo_object_connection_state c = rig_first(rig, 0xd0, 0).object_connection_state;
        SEND(rig, COZMO_STREAM_OBJECT_ACCEL, .stream_object_accel = {c.object_id, true});
        const char *name = c.object_type == 1 ? "one" : "two";
        char verb[100];
        snprintf(verb, sizeof verb, "{\"PickUp\": {\"what\": \"%s\"}}", name);
        rig_verb(rig, verb);
        rig_run(rig, 1);
        snprintf(verb, sizeof verb, "{\"Tilt\": {\"what\": \"%s\", %s}}", name, SIDES[i].tilt);
        rig_verb(rig, verb);
        rig_run(rig, 3);
        struct cozmo_object_accel a = rig_last(rig, 0xf5, 0).object_accel;
        if (fabsf(a.accel_x - SIDES[i].x * 9810) > 1500 || fabsf(a.accel_y - SIDES[i].y * 9810) > 1500 ||
            fabsf(a.accel_z) > 1500)
            fail_msg("%s: %g %g %g", SIDES[i].tilt, (double)a.accel_x, (double)a.accel_y, (double)a.accel_z);
        assert_int_equal(rig_last(rig, 0xd7, 0).object_up_axis_changed.axis, SIDES[i].axis);
        rig_free(rig);
    }
}

static uint32_t connect_cube(struct rig *rig, uint32_t factory) {
    unsigned mark = rig->count;
    SEND(rig, COZMO_OBJECT_CONNECT, .object_connect = {factory, true});
    rig_run(rig, 0.5f);
    assert_int_equal(rig_heard(rig, 0xd0, mark), 1);
    return rig_first(rig, 0xd0, mark).object_connection_state.object_id;
}
static void tap(struct rig *rig, const char *name, int times, double strength) {
    char verb[100];
    snprintf(verb, sizeof verb, "{\"Tap\": {\"what\": \"%s\", \"times\": %d, \"strength\": %g}}", name, times,
             strength);
    rig_verb(rig, verb);
}

// Taps that follow each other are counted, a rest begins anew; a harder one is told as harder. A touch and a
// shake are none. What two cubes feel at once is one blow: the second is told as filtered.
static void taps_are_counted_weighed_and_told_apart(void **state) {
    (void)state;
    struct rig *rig = at_home();
    rig_run(rig, 1.1f);
    uint32_t factories[2] = {0}, ids[2];
    const char *names[2] = {"one", "two"};
    for (unsigned i = 0; i < rig_heard(rig, 0xf3, 0); i++) {
        struct cozmo_object_available seen = rig_nth(rig, 0xf3, 0, i).object_available;
        if (seen.object_type == 1 || seen.object_type == 2) factories[seen.object_type - 1] = seen.factory_id;
    }
    for (int i = 0; i < 2; i++) ids[i] = connect_cube(rig, factories[i]);
    unsigned mark = rig->count;
    tap(rig, names[0], 3, 1);
    rig_run(rig, 2);
    assert_int_equal(rig_heard(rig, 0xb6, mark), 3);
    for (unsigned i = 0; i < 3; i++) {
        struct cozmo_object_tapped t = rig_nth(rig, 0xb6, mark, i).object_tapped;
        assert_int_equal(t.object_id, ids[0]);
        assert_int_equal(t.num_taps, i + 1);
        assert_int_equal(t.tap_neg, -t.tap_pos);
    }
    assert_int_equal(rig_heard(rig, 0xb9, mark), 0);
    int8_t force = rig_last(rig, 0xb6, mark).object_tapped.tap_pos;
    mark = rig->count;
    tap(rig, names[0], 1, 2.5);
    rig_run(rig, 1);
    struct cozmo_object_tapped hard = rig_last(rig, 0xb6, mark).object_tapped;
    assert_int_equal(hard.num_taps, 1);
    if (hard.tap_pos <= force || force < 8) fail_msg("%d, and %d for one twice as hard", force, hard.tap_pos);
    mark = rig->count;
    tap(rig, names[0], 1, 0.2);
    rig_run(rig, 1);
    assert_int_equal(rig_heard(rig, 0xb6, mark), 0);
    tap(rig, names[0], 1, 1);
    tap(rig, names[1], 1, 1);
    rig_run(rig, 1);
    assert_int_equal(rig_heard(rig, 0xb6, mark), 1);
    assert_int_equal(rig_heard(rig, 0xb9, mark), 1);
    assert_true(rig_last(rig, 0xb9, mark).object_tap_filtered.object_id !=
                rig_last(rig, 0xb6, mark).object_tapped.object_id);
    rig_verb(rig, "{\"PickUp\": {\"what\": \"one\"}}");
    rig_run(rig, 1);
    mark = rig->count;
    rig_verb(rig, "{\"Shake\": {\"what\": \"one\", \"seconds\": 2}}");
    rig_run(rig, 1.5f); // no end of it: that may be a blow
    assert_int_equal(rig_heard(rig, 0xb6, mark), 0);
    rig_free(rig);
}

// It moves, and later it stands still: each is told once, in this order, and not while it only stands there.
static void a_cube_tells_that_it_moves_and_that_it_stopped(void **state) {
    (void)state;
    struct rig *rig = at_home();
    rig_run(rig, 1.1f);
    struct cozmo_object_available seen = rig_first(rig, 0xf3, 0).object_available;
    uint32_t id = connect_cube(rig, seen.factory_id);
    unsigned mark = rig->count;
    rig_run(rig, 1);
    assert_int_equal(rig_heard(rig, 0xb4, mark) + rig_heard(rig, 0xb5, mark), 0);
    char verb[100];
    snprintf(verb, sizeof verb, "{\"Push\": {\"what\": \"%s\", \"x_ns\": 0.02, \"height_m\": 0.01}}",
             seen.object_type == 1 ? "one" : "two");
    rig_verb(rig, verb);
    rig_run(rig, 4);
    assert_true(rig_heard(rig, 0xb4, mark) >= 1);
    assert_int_equal(rig_heard(rig, 0xb5, mark), rig_heard(rig, 0xb4, mark));
    assert_int_equal(rig_first(rig, 0xb4, mark).object_moved.object_id, id);
    assert_int_equal(rig_first(rig, 0xb4, mark).object_moved.axis_of_accel, COZMO_UP_AXIS_Z_POSITIVE);
    assert_int_equal(rig_last(rig, 0xb5, mark).object_stopped_moving.object_id, id);
    uint32_t moved = rig_first(rig, 0xb4, mark).object_moved.timestamp,
             stopped = rig_last(rig, 0xb5, mark).object_stopped_moving.timestamp;
    assert_true(stopped > moved + 500); // half a second of rest
    rig_free(rig);
}

// Which of four lights is red; 4: none.
static unsigned red_one(struct rig *rig, const char *name) {
    struct world_snapshot *w = malloc(sizeof *w);
    unsigned red = 4;
    world_snapshot(rig->world, w);
    for (unsigned i = 0; i < w->things_count; i++)
        for (unsigned k = 0; k < 4 && !strcmp(w->things[i].name, name); k++)
            if (w->things[i].lights[k][0] > 128) red = k;
    free(w);
    return red;
}

static void a_pattern_waits_and_turns_round_its_cube(void **state) {
    (void)state;
    struct rig *rig = at_home();
    rig_run(rig, 1.1f);
    struct cozmo_message seen = rig_first(rig, 0xf3, 0);
    const char *name = seen.object_available.object_type == 1 ? "one" : "two";
    unsigned mark = rig->count;
    SEND(rig, COZMO_OBJECT_CONNECT, .object_connect = {seen.object_available.factory_id, true});
    rig_run(rig, 0.5f);
    uint32_t id = rig_first(rig, 0xd0, mark).object_connection_state.object_id;
    struct cozmo_message lights = {.kind = COZMO_CUBE_LIGHTS};
    lights.cube_lights.states[1] = (struct cozmo_light_state){.on_color = 0x7c00, .off_color = 0x7c00};
    SEND(rig, COZMO_CUBE_ID, .cube_id = {id, 9}); // three tenths of a second each
    rig_send(rig, &lights);
    rig_run(rig, 0.2f);
    unsigned first = red_one(rig, name), way = 0;
    assert_int_equal(first, 1);
    for (unsigned i = 1; i < 8; i++) {
        rig_run(rig, 0.3f);
        unsigned now = red_one(rig, name);
        if (i == 1) way = (now + 4 - first) % 4;
        assert_true(way == 1 || way == 3); // to its neighbour
        assert_int_equal(now, (first + i * way) % 4);
    }
    lights.cube_lights.states[1] =
        (struct cozmo_light_state){.on_color = 0x7c00, .on_frames = 15, .off_frames = 15, .offset = 8};
    SEND(rig, COZMO_CUBE_ID, .cube_id = {id, 0});
    rig_send(rig, &lights);
    rig_run(rig, 0.1f); // a quarter of a second later than without: dark, lit, dark
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(red_one(rig, name), 4);
        rig_run(rig, 0.4f);
        assert_int_equal(red_one(rig, name), 1);
        rig_run(rig, 0.6f);
    }
    rig_free(rig);
}

static void a_charger_has_a_radio(void **state) {
    (void)state;
    struct rig *rig = at_home();
    rig_verb(rig, "{\"Charger\": {\"name\": \"pad\", \"x_m\": -0.4, \"y_m\": 0.3}}");
    unsigned mark = rig->count;
    rig_run(rig, 1.1f);
    uint32_t factory = 0;
    for (unsigned i = 0; i < rig_heard(rig, 0xf3, mark); i++) {
        struct cozmo_message m = rig_nth(rig, 0xf3, mark, i);
        if (m.object_available.object_type == COZMO_OBJECT_TYPE_CHARGER_BASIC)
            factory = m.object_available.factory_id;
    }
    assert_true(factory != 0);
    SEND(rig, COZMO_OBJECT_CONNECT, .object_connect = {factory, true});
    rig_run(rig, 0.1f);
    uint32_t id = rig_first(rig, 0xd0, mark).object_connection_state.object_id;
    struct cozmo_message lights = {.kind = COZMO_CUBE_LIGHTS};
    lights.cube_lights.states[2] = (struct cozmo_light_state){.on_color = 0x001f};
    SEND(rig, COZMO_CUBE_ID, .cube_id = {id, 0});
    rig_send(rig, &lights);
    rig_run(rig, 0.1f);
    struct body_colour c;
    assert_true(cozmo_firmware_charger_light(cozmo_onair_firmware(rig->cozmo), 2, &c));
    assert_int_equal(c.b, 255);
    SEND(rig, COZMO_CUBE_ID, .cube_id = {id, 15});
    rig_send(rig, &lights);
    rig_run(rig, 0.75f); // it turned once, to a neighbour of the last of three
    assert_true(cozmo_firmware_charger_light(cozmo_onair_firmware(rig->cozmo), 2, &c) && !c.b);
    assert_true(cozmo_firmware_charger_light(cozmo_onair_firmware(rig->cozmo), 1, &c) && c.b == 255);
    mark = rig->count;
    rig_verb(rig, "{\"Supply\": {\"what\": \"pad\", \"powered\": false}}");
    rig_run(rig, 1.2f);
    assert_false(
        rig_first(rig, 0xd0, mark).object_connection_state.connected); // its radio went with its power
    rig_free(rig);
}

// Puts the pieces together as a client does, and decodes them.
static float brightness; // of the last picture, 0 to 255 in the mean
static unsigned pictures(struct rig *rig, unsigned mark, bool colour) {
    static uint8_t data[1 << 18];
    size_t len = 0;
    unsigned whole = 0, imu = 0;
    int next = 0;
    for (unsigned i = mark; i < rig->count; i++) {
        imu += rig->kept[i].id == 0xf4;
        if (rig->kept[i].id != 0xf2) continue;
        struct air_news news = {
            .kind = AIR_MESSAGE, .id = 0xf2, .body = {rig->kept[i].body, rig->kept[i].len}};
        struct cozmo_message m;
        assert_int_equal(air_decode(&news, COZMO_TO_ENGINE, 2381, &m), ERR_NONE);
        const struct cozmo_image_chunk *c = &m.image_chunk;
        if (c->chunk_id == 0) len = 0, next = 0;
        assert_int_equal(c->chunk_id, next++); // none is lost in memory
        memcpy(data + len, c->data.at, c->data.len);
        len += c->data.len;
        if (c->chunk_id + 1 != c->image_chunk_count) continue;
        whole++;
        assert_int_equal(data[0] != 0, colour);
        struct pixels picture = {0};
        struct fault fault = {0};
        if (jpeg_mini_decode((struct bytes){data, len}, 320, 240, &picture, &fault))
            fail_msg("%s", fault.said);
        assert_int_equal(picture.width, 320);
        uint64_t sum = 0;
        for (size_t k = 0; k < (size_t)picture.stride * picture.height; k++) sum += picture.at[k];
        brightness = (float)sum / (float)(picture.stride * picture.height);
        pixels_free(&picture);
    }
    assert_true(imu >= whole);
    return whole;
}

static void the_camera_sends_what_can_be_decoded(void **state) {
    (void)state;
    struct rig *rig = at_home();
    unsigned mark = rig->count;
    SEND(rig, COZMO_ENABLE_CAMERA,
         .enable_camera = {COZMO_IMAGE_SEND_MODE_STREAM, COZMO_IMAGE_RESOLUTION_QVGA});
    rig_run(rig, 2);
    assert_in_range(pictures(rig, mark, false), 28, 31);
    SEND(rig, COZMO_ENABLE_COLOR_IMAGES, .enable_color_images = {true});
    SEND(rig, COZMO_SET_HEAD_ANGLE, .set_head_angle = {-0.1f, 10, 10, 0, 1});
    rig_run(rig, 0.2f);
    mark = rig->count;
    rig_run(rig, 1);
    assert_in_range(pictures(rig, mark, true), 14, 16);
    SEND(rig, COZMO_ENABLE_CAMERA, .enable_camera = {COZMO_IMAGE_SEND_MODE_OFF, COZMO_IMAGE_RESOLUTION_QVGA});
    rig_run(rig, 0.2f);
    mark = rig->count;
    rig_run(rig, 0.5f);
    assert_int_equal(rig_heard(rig, 0xf2, mark), 0);
    SEND(rig, COZMO_ENABLE_CAMERA,
         .enable_camera = {COZMO_IMAGE_SEND_MODE_SINGLE_SHOT, COZMO_IMAGE_RESOLUTION_QVGA});
    rig_run(rig, 1);
    assert_int_equal(pictures(rig, mark, true), 1);
    assert_true(rig->largest <= 1472);
    rig_free(rig);
}

// A public client library takes a piece of one byte for none and loses the picture.
// The mean of a picture that was exposed so.
static float exposed(struct rig *rig, float gain, uint16_t ms, bool automatic) {
    SEND(rig, COZMO_SET_CAMERA_PARAMS, .set_camera_params = {gain, ms, automatic});
    rig_run(rig, 0.5f);
    unsigned mark = rig->count;
    SEND(rig, COZMO_ENABLE_CAMERA,
         .enable_camera = {COZMO_IMAGE_SEND_MODE_SINGLE_SHOT, COZMO_IMAGE_RESOLUTION_QVGA});
    rig_run(rig, 0.5f);
    assert_int_equal(pictures(rig, mark, false), 1);
    return brightness;
}

static void pictures_are_as_bright_as_they_were_exposed(void **state) {
    (void)state;
    struct rig *rig = at_home();
    static const struct {
        float gain, share;
        uint16_t ms;
        bool automatic;
    } EXPOSED[] = {{1, 0.5f, 8, false},
                   {0.5f, 0.5f, 16, false},
                   {2, 1, 8, false},
                   {0.5f, 0.25f, 8, false},
                   {1, 1, 1, true}};
    float usual = exposed(rig, 1, 16, false);
    assert_true(usual > 50 && usual < 200); // of a grey room
    for (unsigned i = 0; i < sizeof EXPOSED / sizeof *EXPOSED; i++) {
        float share = exposed(rig, EXPOSED[i].gain, EXPOSED[i].ms, EXPOSED[i].automatic) / usual;
        assert_true(fabsf(share - EXPOSED[i].share) < 0.05f);
    }
    rig_free(rig);
}

static void no_piece_of_a_picture_is_one_byte(void **state) {
    (void)state;
    struct rig *rig = at_home();
    unsigned pictures = 0, narrow = 0;
    SEND(rig, COZMO_ENABLE_COLOR_IMAGES, .enable_color_images = {true});
    SEND(rig, COZMO_SET_HEAD_ANGLE, .set_head_angle = {0.335f, 10, 10, 0, 1});
    rig_run(rig, 0.5f);
    SEND(rig, COZMO_ENABLE_CAMERA,
         .enable_camera = {COZMO_IMAGE_SEND_MODE_STREAM, COZMO_IMAGE_RESOLUTION_QVGA});
    for (int second = 0; second < 120 && !narrow; second++) { // where pictures are about one piece long
        if (second % 24 == 0)
            SEND(rig, COZMO_SET_HEAD_ANGLE, .set_head_angle = {second % 48 ? 0.335f : 0.36f, 10, 10, 24, 2});
        unsigned mark = rig->count = 0;
        rig_run(rig, 1);
        for (unsigned i = 0; i < rig_heard(rig, 0xf2, mark); i++) {
            struct cozmo_message m = rig_nth(rig, 0xf2, mark, i);
            if (m.image_chunk.chunk_id + 1 != m.image_chunk.image_chunk_count) continue;
            assert_true(m.image_chunk.data.len != 1);
            pictures++;
            narrow += m.image_chunk.data.len == 2 && m.image_chunk.data.at[1] == 0xff; // would have been one
        }
    }
    print_message("# %u pictures, the last piece of %u was made longer\n", pictures, narrow);
    assert_true(pictures > 0 && narrow > 0);
    rig_free(rig);
}

// Grey and coloured pictures for seconds, from the first: the robot takes its memory when the camera is
// switched on.
static void looking_allocates_nothing(void **state) {
    (void)state;
    struct rig *rig = at_home();
    SEND(rig, COZMO_ENABLE_CAMERA,
         .enable_camera = {COZMO_IMAGE_SEND_MODE_STREAM, COZMO_IMAGE_RESOLUTION_QVGA});
    rig_run(rig, 0.02f);
    unsigned mark = rig->count;
    struct allocs region = allocs_begin();
    rig_run(rig, 1.5f);
    allocs_end(&region);
    assert_int_equal(region.count, 0);
    assert_in_range(pictures(rig, mark, false), 20, 24);
    mark = rig->count;
    region = allocs_begin();
    SEND(rig, COZMO_ENABLE_COLOR_IMAGES, .enable_color_images = {true});
    SEND(rig, COZMO_DRIVE_WHEELS, .drive_wheels = {-50, 50, 0, 0});
    rig_run(rig, 1.5f);
    allocs_end(&region);
    assert_int_equal(region.count, 0);
    assert_true(rig_heard(rig, 0xf2, mark) > 60);
    rig_free(rig);
}

TESTS(cmocka_unit_test(pictures_stay_half_a_minute), cmocka_unit_test(slots_are_played_thirty_a_second),
      cmocka_unit_test(the_buffer_has_its_limit),
      cmocka_unit_test(the_buffer_is_full_at_three_quarters_and_no_more_at_half),
      cmocka_unit_test(animations_move_and_end),
      cmocka_unit_test(key_frames_take_their_time_and_each_light_is_its_own),
      cmocka_unit_test(recorded_headings_are_found_again), cmocka_unit_test(a_turn_back_can_be_told_how),
      cmocka_unit_test(an_abort_ends_a_turn_back),
      cmocka_unit_test(pictures_are_as_bright_as_they_were_exposed),
      cmocka_unit_test(no_piece_of_a_picture_is_one_byte), cmocka_unit_test(lights_run_their_programs),
      cmocka_unit_test(lights_fade_and_wait), cmocka_unit_test(cubes_are_connected_lit_and_felt),
      cmocka_unit_test(a_cube_feels_which_of_its_sides_is_up),
      cmocka_unit_test(taps_are_counted_weighed_and_told_apart),
      cmocka_unit_test(a_cube_tells_that_it_moves_and_that_it_stopped),
      cmocka_unit_test(a_pattern_waits_and_turns_round_its_cube), cmocka_unit_test(a_charger_has_a_radio),
      cmocka_unit_test(the_camera_sends_what_can_be_decoded), cmocka_unit_test(looking_allocates_nothing))
