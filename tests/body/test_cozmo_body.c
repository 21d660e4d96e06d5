// What a soul feels and does through a Cozmo's own air.
#include "shared_cozmo_rig.h"
#include "support/allocs.h"

#include "base/maths/chance.h"
#include "base/maths/geometry.h"
#include "codec/picture/rle.h"
#include "world/view.h"

static struct cozmo_onair *robot_of(struct den *d) { return shared_cozmo_robot(d->body); }
static const struct cozmo_firmware_stats *heard_by(struct den *d) {
    return cozmo_firmware_stats(cozmo_onair_firmware(robot_of(d)));
}

// ------------------------------------------------------------------------------------------------ senses

static void senses_are_in_metres_and_volts(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, NULL);
    d->out.command.wants = BODY_WANT_IMU;
    den_run(d, 1);
    assert_in_range(d->imus, 25, 40);
    assert_true(d->power.battery_v > 3 && d->power.battery_v < 5);
    assert_int_equal(d->power.level, BODY_BATTERY_LEVEL_NOMINAL);
    assert_int_equal(d->in.senses.attitude, BODY_ATTITUDE_ON_TREADS);
    assert_true(d->cliff > 0.3f && d->cliff < 0.7f);
    assert_true(fabsf(d->joints[BODY_MOTOR_HEAD].angle_rad + 25 * M_PI_F / 180) < 0.06f);
    assert_true(fabsf(d->joints[BODY_MOTOR_LIFT].angle_rad - cozmo_model.motors[BODY_MOTOR_LIFT].low_rad) <
                0.08f);
    uint32_t status = den_status(d), wanted = BODY_STATUS_HEAD_KNOWN | BODY_STATUS_LIFT_KNOWN;
    assert_int_equal(status & wanted, wanted);
    assert_int_equal(status & (BODY_STATUS_AWAY | BODY_STATUS_LOST | BODY_STATUS_PICKED_UP), 0);
    den_free(d);
}

static void hands_are_felt(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, NULL);
    d->ever = 0;
    den_verb(d, "{\"Poke\": {\"what\": \"cozmo\"}}");
    den_run(d, 1);
    assert_true(d->ever & BODY_STATUS_POKED);
    assert_false(den_status(d) & BODY_STATUS_POKED); // once
    assert_true(den_status(d) & BODY_STATUS_LOST);   // pushed: it does not know where to
    d->out.command.origin_count = 1;
    d->out.command.origin[0] = (struct body_origin){.origin = 9, .x_m = 0.4f, .heading_rad = -1};
    den_run(d, 0.3f);
    assert_false(den_status(d) & BODY_STATUS_LOST);
    assert_int_equal(d->motion.origin, 9);
    assert_true(fabsf(d->motion.x_m - 0.4f) < 0.005f && fabsf(d->motion.heading_rad + 1) < 0.02f);
    den_verb(d, "{\"PickUp\": {\"what\": \"cozmo\"}}");
    den_run(d, 1.5f);
    assert_true(den_status(d) & BODY_STATUS_PICKED_UP);
    assert_true(den_status(d) & BODY_STATUS_LOST);
    assert_true(d->ever & BODY_STATUS_HELD);
    den_verb(d, "{\"PutDown\": {\"what\": \"cozmo\"}}");
    den_run(d, 3);
    assert_false(den_status(d) & (BODY_STATUS_PICKED_UP | BODY_STATUS_HELD));
    den_verb(d, "{\"Press\": {\"what\": \"cozmo\", \"seconds\": 0.5}}");
    d->ever = 0;
    den_run(d, 0.3f);
    assert_true(den_status(d) & BODY_STATUS_BUTTON);
    den_run(d, 1);
    assert_false(den_status(d) & BODY_STATUS_BUTTON);
    den_free(d);
}

static void cubes_come_and_go(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, DEN_CUBE);
    den_run(d, 2);
    assert_int_equal(d->radios[BODY_RADIO_KIND_SEEN], 0); // nobody wants to know
    d->out.command.wants = BODY_WANT_RADIO;
    den_run(d, 2.5f);
    assert_true(d->radios[BODY_RADIO_KIND_SEEN] >= 1);
    uint32_t cube = d->radio[BODY_RADIO_KIND_SEEN].device;
    assert_int_equal(d->radio[BODY_RADIO_KIND_SEEN].type, 1);
    d->out.command.cubes_count = 1;
    d->out.command.cubes[0] = (struct body_cube_order){.device = cube, .op = BODY_CUBE_OP_CONNECT};
    den_run(d, 3);
    assert_int_equal(d->radios[BODY_RADIO_KIND_CONNECTED], 1);
    assert_int_equal(d->radio[BODY_RADIO_KIND_CONNECTED].device, cube);
    d->out.command.cubes_count = 1;
    d->out.command.cubes[0] = (struct body_cube_order){.device = cube, .op = BODY_CUBE_OP_STREAM_ON};
    den_run(d, 1);
    assert_in_range(d->radios[BODY_RADIO_KIND_ACCEL], 20, 40);
    assert_true(fabsf(d->radio[BODY_RADIO_KIND_ACCEL].value[2] - 1) < 0.1f);
    d->out.command.cubes_count = 1;
    d->out.command.cubes[0] =
        (struct body_cube_order){.device = cube, .op = BODY_CUBE_OP_LIGHTS, .lights_count = 4};
    for (int i = 0; i < 4; i++) d->out.command.cubes[0].lights[i].on = (struct body_colour){255, 0, 0, 0};
    for (int i = 0; i < 4; i++) d->out.command.cubes[0].lights[i].off = (struct body_colour){255, 0, 0, 0};
    den_run(d, 0.5f);
    static struct world_snapshot seen;
    world_snapshot(d->world, &seen);
    assert_int_equal(seen.things[0].lights[0][0], 255);
    assert_int_equal(seen.things[0].lights[0][1], 0);
    den_verb(d, "{\"Tap\": {\"what\": \"one\"}}");
    den_run(d, 1);
    assert_true(d->radios[BODY_RADIO_KIND_TAPPED] >= 1);
    assert_true(d->radio[BODY_RADIO_KIND_TAPPED].count >= 1);
    den_verb(d, "{\"PickUp\": {\"what\": \"one\"}}");
    den_run(d, 1);
    assert_true(d->radios[BODY_RADIO_KIND_MOVED] >= 1);
    den_free(d);
}

static void pictures_come_when_they_are_wanted(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, DEN_CUBE);
    den_run(d, 1);
    assert_int_equal(d->pictures, 0);
    assert_int_equal(heard_by(d)->pictures, 0);
    d->out.command.wants = BODY_WANT_PICTURE;
    den_run(d, 2);
    assert_in_range(d->pictures, 20, 34);
    assert_int_equal(d->picture.kind, BODY_PICTURE_KIND_GREY);
    assert_int_equal(d->picture.width, 320);
    assert_int_equal(d->picture.height, 240);
    assert_true(d->picture_sum > 320 * 240 * 5); // not black
    assert_true(d->picture.time_us <= d->last_us && d->picture.time_us + 200000 > d->last_us);
    d->out.command.wants = BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR;
    den_run(d, 1);
    assert_int_equal(d->picture.kind, BODY_PICTURE_KIND_COLOUR);
    d->out.command.wants = 0;
    den_run(d, 0.3f);
    d->pictures = 0;
    den_run(d, 1);
    assert_int_equal(d->pictures, 0);
    assert_int_equal(den_about(d).pictures_dropped, 0);
    den_free(d);
}

static void pictures_may_stay_as_they_came(void **state) {
    (void)state;
    struct shared_cozmo_config config = den_config();
    config.body.pictures = BODY_COZMO_JPEG;
    struct den *d = den_awake(config, 0, NULL);
    d->out.command.wants = BODY_WANT_PICTURE;
    den_run(d, 1);
    assert_true(d->pictures > 5);
    assert_int_equal(d->picture.kind, BODY_PICTURE_KIND_JPEG);
    assert_int_equal(d->picture.width, 320);
    den_free(d);
}

// ------------------------------------------------------------------------------------------------ commands

static void only_changes_go_out(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, NULL);
    den_wheels(d, 0.05f, 0.05f);
    d->out.command.lights_count = 5;
    d->out.command.lights[2] = (struct body_colour){0, 255, 0, 0};
    d->out.command.joints_count = 1;
    d->out.command.joints[0] = (struct body_joint_target){
        .joint = BODY_MOTOR_HEAD, .mode = BODY_JOINT_MODE_ANGLE, .angle_rad = 0.3f}; // without a tag
    d->out.command.volume = 30000;
    d->out.command.head_light = true;
    den_run(d, 1);
    uint64_t before = heard_by(d)->heard;
    den_run(d, 3); // ninety ticks that want the same
    assert_int_equal(heard_by(d)->heard, before);
    assert_true(den_truth(d).left_mps > 0.04f);
    assert_int_equal(d->acks[BODY_ACK_KIND_HEAD], 1);
    d->out.command.volume = 10000;
    den_run(d, 0.2f);
    assert_int_equal(heard_by(d)->heard, before + 1);
    assert_int_equal(heard_by(d)->damaged + heard_by(d)->unknown, 0);
    den_free(d);
}

static void a_path_is_driven(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, NULL);
    struct body_command *c = &d->out.command;
    c->path_count = 1;
    c->path[0] = (struct body_path_order){.op = BODY_PATH_OP_CLEAR, .tag = 11, .append_count = 2};
    c->path[0].append[0] = (struct body_segment){
        .kind = BODY_SEGMENT_KIND_LINE, .to_x_m = 0.15f, .speed = 0.1f, .accel = 0.2f, .decel = 0.2f};
    c->path[0].append[1] = (struct body_segment){.kind = BODY_SEGMENT_KIND_POINT_TURN,
                                                 .from_x_m = 0.15f,
                                                 .angle_rad = 1.5f,
                                                 .tolerance_rad = 0.02f,
                                                 .speed = 1,
                                                 .accel = 5,
                                                 .decel = 5,
                                                 .shortest = true};
    den_run(d, 0.033f);
    c->path_count = 1;
    c->path[0] = (struct body_path_order){.op = BODY_PATH_OP_RUN, .tag = 11};
    den_run(d, 1);
    assert_true(den_status(d) & BODY_STATUS_PATHING);
    assert_int_equal(d->acks[BODY_ACK_KIND_PATH_STARTED], 1);
    den_run(d, 4);
    assert_int_equal(d->acks[BODY_ACK_KIND_PATH_DONE], 1);
    assert_int_equal(d->last_tag[BODY_ACK_KIND_PATH_DONE], 11);
    assert_int_equal(d->acks[BODY_ACK_KIND_PATH_STOPPED], 0);
    assert_true(fabsf(d->motion.x_m - 0.15f) < 0.01f && fabsf(d->motion.heading_rad - 1.5f) < 0.06f);
    c->path_count = 1; // again, with nothing left to drive
    c->path[0] = (struct body_path_order){.op = BODY_PATH_OP_RUN, .tag = 12};
    den_run(d, 0.2f);
    assert_int_equal(d->last_tag[BODY_ACK_KIND_PATH_STOPPED], 12);
    c->path_count = 1; // and wheels cut one off
    c->path[0] = (struct body_path_order){.op = BODY_PATH_OP_CLEAR, .tag = 13, .append_count = 1};
    c->path[0].append[0] = (struct body_segment){.kind = BODY_SEGMENT_KIND_LINE,
                                                 .from_x_m = d->motion.x_m,
                                                 .from_y_m = d->motion.y_m,
                                                 .to_x_m = d->motion.x_m,
                                                 .to_y_m = d->motion.y_m + 0.2f,
                                                 .speed = 0.05f};
    den_run(d, 0.033f);
    c->path_count = 1;
    c->path[0] = (struct body_path_order){.op = BODY_PATH_OP_RUN, .tag = 13};
    den_run(d, 1);
    den_wheels(d, 0, 0);
    den_run(d, 0.5f);
    assert_int_equal(d->last_tag[BODY_ACK_KIND_PATH_STOPPED], 13);
    assert_int_equal(d->acks[BODY_ACK_KIND_PATH_DONE], 1);
    den_free(d);
}

static void it_turns_by_an_angle_and_to_one(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, NULL);
    d->out.command.wheels = (struct body_wheels){
        .mode = BODY_WHEEL_MODE_TURN, .angle_rad = 1, .turn_radps = 2, .relative = true, .tag = 5};
    den_run(d, 3);
    assert_int_equal(d->acks[BODY_ACK_KIND_TURN], 1);
    assert_int_equal(d->last_tag[BODY_ACK_KIND_TURN], 5);
    assert_true(fabsf(d->motion.heading_rad - 1) < 0.1f);
    d->out.command.wheels =
        (struct body_wheels){.mode = BODY_WHEEL_MODE_TURN, .angle_rad = -0.5f, .turn_radps = 2, .tag = 6};
    den_run(d, 3);
    assert_int_equal(d->acks[BODY_ACK_KIND_TURN], 2);
    assert_true(fabsf(d->motion.heading_rad + 0.5f) < 0.1f);
    d->out.command.wheels = (struct body_wheels){
        .mode = BODY_WHEEL_MODE_TURN, .angle_rad = 5, .turn_radps = 3, .relative = true, .tag = 7};
    den_run(d, 4); // more than half a turn: the long way round
    assert_int_equal(d->acks[BODY_ACK_KIND_TURN], 3);
    assert_true(fabsf(angle_between(d->motion.heading_rad, -0.5f + 5)) < 0.15f);
    den_free(d);
}

static unsigned lit(struct den *d) {
    const struct rle_picture *p = cozmo_firmware_display(cozmo_onair_firmware(robot_of(d)));
    unsigned n = 0;
    for (int x = 0; x < RLE_COLUMNS; x++) n += (unsigned)__builtin_popcountll(p->column[x]);
    return n;
}

static void show(struct den *d, struct frame_pool *pool, uint32_t number, unsigned width, unsigned height,
                 unsigned bright) {
    struct frame *frame = frame_take(pool);
    assert_non_null(frame);
    frame->used = (size_t)width * height;
    for (size_t i = 0; i < frame->used; i++) frame->bytes[i] = i % width < bright ? 255 : 0;
    d->out.face = frame;
    d->out.command.face_count = 1;
    d->out.command.face[0] = (struct body_face_picture){number, (uint16_t)width, (uint16_t)height};
}

static void the_face_is_shown_and_stays(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, NULL);
    struct frame_pool *pool = frame_pool_new(2, 256 * 256);
    show(d, pool, 1, 184, 96, 92); // any size
    den_run(d, 0.5f);
    assert_int_equal(lit(d), 64 * 32); // the left half, one row of each pair
    den_run(d, 40);                    // the robot forgets a picture after 30 s; ours is told again
    assert_int_equal(lit(d), 64 * 32);
    assert_int_equal(heard_by(d)->display_errors, 0);
    show(d, pool, 2, 128, 64, 0);
    den_run(d, 0.5f);
    assert_int_equal(lit(d), 0);
    show(d, pool, 3, 200, 200, 3);
    d->out.command.face[0].height = 2000; // a lie: nothing is read behind the frame's end
    den_run(d, 0.5f);
    assert_int_equal(den_about(d).faces_refused, 1);
    struct frame *noise = frame_take(pool);
    struct chance dice = chance_of(1, 2, 3);
    for (unsigned i = 0; i < 128 * 64; i++) noise->bytes[i] = chance_u32(&dice) & 1 ? 255 : 0;
    noise->used = 128 * 64;
    d->out.face = noise;
    d->out.command.face_count = 1;
    d->out.command.face[0] = (struct body_face_picture){4, 128, 64};
    den_run(d, 0.5f);
    assert_int_equal(heard_by(d)->display_errors, 0); // shown, or refused as too restless; never nonsense
    den_free(d);
    frame_pool_free(pool);
}

static int loudest;
static uint64_t robot_audio_slots;
static void on_sound(void *user, const int16_t *samples, size_t count) {
    (void)user;
    int most = 0;
    for (size_t i = 0; i < count; i++) most = abs(samples[i]) > most ? abs(samples[i]) : most;
    if (most > loudest) loudest = most;
    robot_audio_slots += most > 1000;
}

static void it_speaks_at_its_own_rate(void **state) {
    (void)state;
    struct shared_cozmo_config config = den_config();
    config.robot.firmware.sound = on_sound;
    loudest = 0, robot_audio_slots = 0;
    struct den *d = den_awake(config, 0, NULL);
    d->out.command.volume = 65535;
    struct frame_pool *pool = frame_pool_new(2, 4000);
    den_run(d, 0.1f);
    assert_true(d->speaker.room > 20000);
    unsigned at = 0;
    for (int tick = 0; tick < 30; tick++) { // a second of 16 kHz
        struct frame *frame = frame_take(pool);
        int16_t *to = (int16_t *)(void *)frame->bytes;
        for (unsigned i = 0; i < 528; i++, at++)
            to[i] = (int16_t)(9000 * sinf(6.2831853f * 440 * (float)at / 16000));
        frame->used = 528 * 2;
        d->out.speech = frame;
        d->out.command.speech_count = 1;
        d->out.command.speech[0] = (struct body_speech){16000, 528};
        den_run(d, 0.033f);
    }
    den_run(d, 1);
    assert_in_range(robot_audio_slots, 29, 31); // of a thirtieth of a second
    assert_in_range(loudest, 8000, 9800);
    assert_int_equal(d->acks[BODY_ACK_KIND_SOUND_DONE], 1);
    assert_in_range(d->speaker.played, 22000, 23200);
    struct frame *frame = frame_take(pool); // and is silent when told to be
    memset(frame->bytes, 0x3f, 4000);
    frame->used = 4000;
    for (int i = 0; i < 20; i++) {
        d->out.speech = frame_hold(frame);
        d->out.command.speech_count = 1;
        d->out.command.speech[0] = (struct body_speech){22320, 2000};
        den_run(d, 0.033f);
    }
    frame_drop(frame);
    d->out.command.orders = BODY_ORDER_FLUSH_SOUND;
    den_run(d, 0.5f);
    uint64_t then = robot_audio_slots;
    den_run(d, 1);
    assert_int_equal(robot_audio_slots, then);
    den_free(d);
    frame_pool_free(pool);
}

static void a_tick_allocates_nothing(void **state) {
    (void)state;
    struct shared_cozmo_config config = den_config();
    config.lossy = (struct lossy_link_config){.delay_us = 10000, .loss = 0.05f, .seed = 4};
    struct den *d = den_awake(config, 0, DEN_CUBE);
    struct frame_pool *pool = frame_pool_new(4, 128 * 64);
    d->out.command.wants = BODY_WANT_IMU | BODY_WANT_RADIO;
    for (int round = 0; round < 2; round++) {
        unsigned before = alloc_count();
        for (int i = 0; i < 300; i++) {
            den_wheels(d, 0.01f * (float)(i % 5), 0.02f);
            show(d, pool, (uint32_t)(round * 1000 + i + 1), 128, 64, (unsigned)i % 100);
            struct frame *frame = frame_take(pool);
            frame->used = 1056;
            memset(frame->bytes, i & 15, 1056);
            d->out.speech = frame;
            d->out.command.speech_count = 1;
            d->out.command.speech[0] = (struct body_speech){16000, 528};
            den_run(d, 0.033f);
        }
        if (round)
            assert_int_equal(alloc_count(), before); // in the first one the filter is made, and the speaker
    }
    den_free(d);
    frame_pool_free(pool);
}

// Nor while pictures are drawn, coded, sent, put together and opened, grey ones and coloured.
static void nor_does_it_while_pictures_are_wanted(void **state) {
    (void)state;
    struct den *d = den_awake(den_config(), 0, DEN_CUBE);
    for (int colour = 0; colour < 2; colour++) {
        d->out.command.wants = BODY_WANT_IMU | BODY_WANT_PICTURE | (colour ? BODY_WANT_PICTURE_COLOUR : 0);
        den_run(d, 2);
        unsigned pictures = d->pictures;
        struct allocs region = allocs_begin();
        den_run(d, 2);
        allocs_end(&region);
        assert_int_equal(region.count, 0);
        assert_in_range(d->pictures - pictures, 15, 40);
    }
    den_free(d);
}

static void make_and_break(void *user) {
    (void)user;
    struct shared_cozmo_config config = den_config();
    struct world_config world = world_defaults();
    struct world *w = world_new(&world);
    if (!w) return;
    config.robot.firmware.world = w;
    struct fault fault = {0};
    struct body *body = shared_cozmo_new(&config, &fault);
    if (!body) assert_int_equal(fault.err, ERR_MEMORY);
    body_free(body);
    world_free(w);
}
static void no_memory_is_an_answer(void **state) {
    (void)state;
    assert_true(break_every_alloc(make_and_break, NULL) > 8);
}

TESTS(cmocka_unit_test(senses_are_in_metres_and_volts), cmocka_unit_test(hands_are_felt),
      cmocka_unit_test(cubes_come_and_go), cmocka_unit_test(pictures_come_when_they_are_wanted),
      cmocka_unit_test(pictures_may_stay_as_they_came), cmocka_unit_test(only_changes_go_out),
      cmocka_unit_test(a_path_is_driven), cmocka_unit_test(it_turns_by_an_angle_and_to_one),
      cmocka_unit_test(the_face_is_shown_and_stays), cmocka_unit_test(it_speaks_at_its_own_rate),
      cmocka_unit_test(a_tick_allocates_nothing), cmocka_unit_test(nor_does_it_while_pictures_are_wanted),
      cmocka_unit_test(no_memory_is_an_answer))
