// Who am I, what opens which gate, and what a robot must bear on the air.
#include "firmware_rig.h"

#include "base/hash.h"
#include "body/firmware/cozmo/firmware_internal.h"

static void raw(struct rig *rig, const char *text) {
    struct bytes b = hex(text);
    cozmo_onair_feed(rig->cozmo, rig->now_us, RIG_ENGINE, b);
}
#define RESET  "434f5a0352450101 0100 0100 0000"
#define FRAME  "434f5a0352450107"
#define VOLUME "04 0300 64 ffff"

// A rig without an engine of ours; what the robot says stays in rig->last.
static struct rig *bare(void) {
    struct rig *rig = rig_new(2381, 0, NULL);
    engine_link_free(rig->engine);
    rig->engine = NULL;
    raw(rig, RESET);
    rig_exchange(rig);
    return rig;
}

static void it_says_who_it_is(void **state) {
    (void)state;
    struct rig *rig = rig_new(2381, 0, NULL);
    engine_link_begin(rig->engine, 0);
    rig_run(rig, 0.1f);
    assert_true(rig->count >= 3);
    assert_int_equal(rig->kept[0].id, 0xc9);
    assert_int_equal(rig->kept[1].id, 0xee);
    assert_int_equal(rig->kept[1].len, 449); // as was seen on the air
    assert_int_equal(rig_heard(rig, 0xed, 0), 0);
    assert_int_equal(rig_heard(rig, 0xf0, 0), 0);
    SEND(rig, COZMO_ENABLE);
    SEND(rig, COZMO_ENABLE);
    rig_run(rig, 1.5f);
    assert_int_equal(rig_heard(rig, 0xed, 0), 1); // once, however often it is enabled
    struct cozmo_message body = rig_first(rig, 0xed, 0);
    assert_true(body.body_info.serial_number != 0);
    assert_int_equal(body.body_info.body_hw_version, 5);
    assert_int_equal(body.body_info.body_color, COZMO_BODY_COLOR_WHITE_V15);
    assert_int_equal(rig_heard(rig, 0xd1, 0), 4); // head and lift, begun and done, by itself
    assert_true(rig_first(rig, 0xd1, 0).motor_calibration.auto_started);
    assert_int_equal(rig_heard(rig, 0xf0, 0), 0); // not before the clock is set
    SEND(rig, COZMO_SYNC_TIME, .sync_time = {.timestamp = 5000});
    rig_run(rig, 1);
    assert_in_range(rig_heard(rig, 0xf0, 0), 32, 35);
    assert_in_range(rig->state.timestamp, 5900, 6050);
    assert_int_equal(rig_heard(rig, 0xf1, 0), 0);
    SEND(rig, COZMO_ENABLE_ANIMATION_STATE);
    rig_run(rig, 1);
    assert_in_range(rig_heard(rig, 0xf1, 0), 32, 35);
    rig_free(rig);
}

static void the_state_is_true(void **state) {
    (void)state;
    struct rig *rig = rig_new(2381, 0, NULL);
    rig_connect(rig);
    const struct cozmo_robot_state *s = &rig->state;
    assert_true(s->battery_voltage > 3 && s->battery_voltage < 5.5f);
    float g = sqrtf(s->accel_x * s->accel_x + s->accel_y * s->accel_y + s->accel_z * s->accel_z);
    assert_true(g > 9000 && g < 10600);
    assert_int_equal(s->curr_path_segment, 255);
    assert_true(s->cliff_data_raw[0] > 200 && s->cliff_data_raw[0] == s->cliff_data_raw[3]);
    assert_int_equal(s->status, COZMO_LIFT_IN_POS | COZMO_HEAD_IN_POS);
    assert_true(fabsf(s->head_angle_rad + 25 * M_PI_F / 180) < 0.06f && fabsf(s->lift_height_mm - 32) < 4);
    rig_free(rig);
}

static void an_old_robot_speaks_its_own_layouts(void **state) {
    (void)state;
    struct rig *rig = rig_new(2214, 0, NULL);
    rig_connect(rig);
    struct cozmo_message signature = rig_first(rig, 0xee, 0);
    assert_non_null(strstr((const char *)signature.firmware_signature.signature.at, "\"version\": 2214,"));
    for (unsigned i = 0; i < rig->count; i++)
        if (rig->kept[i].id == 0xf1) assert_int_equal(rig->kept[i].len, 14);
    SEND(rig, COZMO_SET_HEAD_ANGLE,
         .set_head_angle = {.angle_rad = 0.4f, .max_speed_rad_per_sec = 10, .accel_rad_per_sec2 = 10});
    rig_run(rig, 1);
    assert_true(fabsf(rig->state.head_angle_rad - 0.4f) < 0.06f);
    rig->version = 2381; // an engine that knows no other layout is understood as well
    SEND(rig, COZMO_SYNC_TIME, .sync_time = {.timestamp = 100000});
    rig_run(rig, 0.2f);
    assert_in_range(rig->state.timestamp, 100000, 100300);
    rig_free(rig);
}

static void no_robot_is_made_of_a_version_nobody_knows(void **state) {
    (void)state;
    struct world_config config = world_defaults();
    struct world *world = world_new(&config);
    struct cozmo_onair_config air = cozmo_onair_defaults();
    air.firmware.world = world;
    air.firmware.version = 2382;
    struct fault fault = {0};
    assert_null(cozmo_onair_new(&air, &fault));
    assert_non_null(strstr(fault.said, "2381"));
    world_free(world);
}

// What real robots say of themselves was compared with published signatures, letter by letter; these are
// fingerprints of that.
static void signatures_are_those_of_real_robots(void **state) {
    (void)state;
    static const struct {
        uint32_t version;
        uint64_t print;
    } KNOWN[] = {{2381, 0x629a0b0f3a8bd3f5},  {2380, 0x1bb732a10de58a30},  {2315, 0xee15a2c87e1d9341},
                 {2313, 0x62f9d81baae81d9e},  {2214, 0xbedc987f901f8822},  {2158, 0x44bbe072a7b38ac6},
                 {1889, 0xb7229d8fbd9841bc},  {1859, 0xe226a20a2c30694a},  {1299, 0x4a9c630f5956e7f9},
                 {10501, 0x2753c273971d3451}, {10502, 0x3dbf29d5658e5258}, {10700, 0xdf8e304073df00e0}};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        const char *text = fw_signature(KNOWN[i].version);
        assert_non_null(text);
        assert_int_equal(hash64(0, text, strlen(text)), KNOWN[i].print);
    }
    assert_null(fw_signature(2000));
}

static void strange_messages_change_nothing(void **state) {
    (void)state;
    struct rig *rig = rig_new(2381, 0, NULL);
    rig_connect(rig);
    static const uint8_t junk[40] = {0};
    uint64_t unknown = rig_stats(rig)->unknown, damaged = rig_stats(rig)->damaged;
    assert_int_equal(engine_link_send(rig->engine, 0x77, (struct bytes){junk, 9}), ERR_NONE); // nobody's
    assert_int_equal(engine_link_send(rig->engine, 0xc4, (struct bytes){junk, 1}),
                     ERR_NONE); // the robot's own
    assert_int_equal(engine_link_send(rig->engine, 0x37, (struct bytes){junk, 4}), ERR_NONE); // cut short
    rig_run(rig, 0.2f);
    assert_int_equal(rig_stats(rig)->unknown - unknown, 2);
    assert_int_equal(rig_stats(rig)->damaged - damaged, 1);
    unsigned mark = rig->count;
    uint8_t longer[30] = {
        [2] = 0x80, [3] = 0x3e, [16] = 0x2a}; // head to 0.25 rad, action 42, and 13 bytes more
    assert_int_equal(engine_link_send(rig->engine, 0x37, (struct bytes){longer, sizeof longer}), ERR_NONE);
    SEND(rig, COZMO_SET_HEAD_ANGLE, .set_head_angle = {.angle_rad = NAN, .action_id = 9});
    SEND(rig, COZMO_DRIVE_WHEELS, .drive_wheels = {INFINITY, 0, 0, 0});
    rig_run(rig, 1);
    assert_int_equal(rig_heard(rig, 0xc4, mark), 1);
    assert_int_equal(rig_first(rig, 0xc4, mark).acknowledge_action.action_id, 42);
    assert_true(fabsf(rig->state.head_angle_rad - 0.25f) < 0.06f);
    assert_true(fabsf(rig->state.pose_x) < 1);
    rig_free(rig);
}

static void all_frames_are_borne(void **state) {
    (void)state;
    struct rig *rig = bare();
    struct cozmo_firmware *fw = cozmo_onair_firmware(rig->cozmo);
    uint64_t heard = cozmo_firmware_stats(fw)->heard;
#define HEARD(n) assert_int_equal(cozmo_firmware_stats(fw)->heard - heard, n)
    raw(rig, "434f5a0352450104 0200 0200 0000 64 ffff"); // a single command
    HEARD(1);
    raw(rig, FRAME "0400 0400 0100" VOLUME); // 4 before 3
    HEARD(1);
    raw(rig, FRAME "0300 0300 0100" VOLUME);
    HEARD(3);
    raw(rig, FRAME "0300 0400 0100" VOLUME VOLUME); // both again
    HEARD(3);
    raw(rig, FRAME "0500 0600 0100" VOLUME); // names one more than it holds
    HEARD(4);
    rig_run(rig, 0.05f);
    assert_int_equal(rig->last_ack, 5);
    raw(rig, FRAME "0600 0600 0100" VOLUME);
    HEARD(5);
    raw(rig, FRAME "0700 0700 0100 04 ff00 64"); // runs past its end
    raw(rig, "434f5a03524501");
    raw(rig, "00");
    raw(rig, "434f5a0352450155 0000 0000 0000");
    HEARD(5);
    assert_true(cozmo_onair_stats(rig->cozmo)->malformed >= 4);
    unsigned frames = rig->frames;
    raw(rig, FRAME "0000 0000 0000"); // nothing in it, and it is well
    rig_run(rig, 0.3f);
    assert_true(rig->frames > frames); // our connect packet, never acknowledged, again
    raw(rig, "434f5a035245010b 0000 0000 0500 0102030405060708 01000000 02000000 09");
    rig_exchange(rig);
    assert_bytes(rig->last + 14, rig->last_len - 14, "0b 1100 0102030405060708 01000000 02000000 09");
    raw(rig, "434f5a0352450103 0000 0000 0000"); // fin
    frames = rig->frames;
    rig_run(rig, 1);
    assert_int_equal(rig->frames, frames);
    assert_false(cozmo_onair_open(rig->cozmo));
    raw(rig, RESET);
    rig_exchange(rig);
    assert_true(cozmo_onair_open(rig->cozmo));
    rig_free(rig);
}

static void strangers_are_counted_and_a_reset_takes_over(void **state) {
    (void)state;
    struct rig *rig = rig_new(2381, 0, NULL);
    rig_connect(rig);
    struct air_peer stranger = {0x7f000001, 50000}, far = {0x08080808, 5551};
    struct bytes volume = hex("434f5a0352450104 0200 0200 0000 64 ffff"), reset = hex(RESET);
    uint64_t heard = rig_stats(rig)->heard, strangers = cozmo_onair_stats(rig->cozmo)->strangers;
    assert_int_equal(cozmo_onair_feed(rig->cozmo, rig->now_us, stranger, volume), ERR_DENIED);
    assert_int_equal(cozmo_onair_feed(rig->cozmo, rig->now_us, far, reset), ERR_DENIED);
    assert_int_equal(rig_stats(rig)->heard, heard);
    assert_int_equal(cozmo_onair_stats(rig->cozmo)->strangers, strangers + 2);
    rig_run(rig, 0.5f);
    assert_false(rig->closed);
    SEND(rig, COZMO_DRIVE_WHEELS, .drive_wheels = {50, 50, 0, 0});
    rig_run(rig, 0.5f);
    assert_true(rig->state.lwheel_speed_mmps > 30);
    assert_int_equal(cozmo_onair_feed(rig->cozmo, rig->now_us, stranger, reset), ERR_NONE);
    struct world_truth truth;
    for (int i = 0; i < 200; i++) {
        rig->now_us += WORLD_STEP_US;
        world_step(rig->world);
        cozmo_onair_step(rig->cozmo, rig->now_us);
    }
    world_truth(rig->world, cozmo_firmware_robot(cozmo_onair_firmware(rig->cozmo)), &truth);
    assert_true(fabsf(truth.left_mps) < 0.005f); // what the old one had ordered is over
    rig_free(rig);
}

static unsigned lit(struct rig *rig) {
    const struct rle_picture *p = cozmo_firmware_display(cozmo_onair_firmware(rig->cozmo));
    unsigned n = 0;
    for (int x = 0; x < RLE_COLUMNS; x++) n += (unsigned)__builtin_popcountll(p->column[x]);
    return n;
}

static void a_silent_engine_is_given_up(void **state) {
    (void)state;
    struct rig *rig = rig_new(2381, 0, NULL);
    rig_connect(rig);
    SEND(rig, COZMO_DRIVE_WHEELS, .drive_wheels = {30, 30, 0, 0});
    rig_run(rig, 0.2f);
    assert_int_equal(lit(rig), 0);
    struct engine_link *gone = rig->engine;
    rig->engine = NULL;
    rig_run(rig, 4.5f);
    assert_true(cozmo_onair_open(rig->cozmo));
    rig_run(rig, 1);
    assert_false(cozmo_onair_open(rig->cozmo));
    assert_true(lit(rig) > 100); // COZMO 01
    unsigned frames = rig->frames;
    rig_run(rig, 2);
    assert_int_equal(rig->frames, frames);
    struct world_truth truth;
    world_truth(rig->world, 1, &truth);
    assert_true(fabsf(truth.left_mps) < 0.005f);
    engine_link_free(gone);
    rig_free(rig);
}

// Fifteen hundred orders arrive, each once and in order, also when every fifth datagram of the engine is
// lost.
static void orders_arrive_over_bad_air(void **state) {
    (void)state;
    struct rig *rig = rig_new(2381, 0, NULL);
    rig_connect(rig);
    rig->loss = 0.2f;
    unsigned mark = rig->count, expected = 0;
    for (unsigned i = 0; i < 1500; i++) {
        SEND(rig, COZMO_SET_HEAD_ANGLE, .set_head_angle = {.angle_rad = 0.1f, .action_id = (uint8_t)i});
        if (i % 100 == 99) rig_run(rig, 0.1f);
    }
    rig_run(rig, 5);
    for (unsigned i = mark; i < rig->count; i++)
        if (rig->kept[i].id == 0xc4) assert_int_equal(rig->kept[i].body[0], (uint8_t)expected++);
    assert_int_equal(expected, 1500);
    assert_int_equal(rig_stats(rig)->unsaid, 0);
    rig_free(rig);
}

static void a_session_after_a_session_is_a_new_one(void **state) {
    (void)state;
    struct rig *rig = rig_new(2381, 0, NULL);
    for (int i = 0; i < 3; i++) {
        rig->count = rig->states = 0;
        rig->opened = false;
        rig_connect(rig);
        assert_int_equal(rig_heard(rig, 0xed, 0), 1);
        engine_link_goodbye(rig->engine);
        rig_run(rig, 2.5f);
        assert_false(cozmo_onair_open(rig->cozmo));
    }
    rig_free(rig);
}

TESTS(cmocka_unit_test(it_says_who_it_is), cmocka_unit_test(the_state_is_true),
      cmocka_unit_test(an_old_robot_speaks_its_own_layouts),
      cmocka_unit_test(no_robot_is_made_of_a_version_nobody_knows),
      cmocka_unit_test(signatures_are_those_of_real_robots),
      cmocka_unit_test(strange_messages_change_nothing), cmocka_unit_test(all_frames_are_borne),
      cmocka_unit_test(strangers_are_counted_and_a_reset_takes_over),
      cmocka_unit_test(a_silent_engine_is_given_up), cmocka_unit_test(orders_arrive_over_bad_air),
      cmocka_unit_test(a_session_after_a_session_is_a_new_one))
