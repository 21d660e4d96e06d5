// A cube's program, its lights and its cell.
#include "support/support.h"

#include "base/hash.h"
#include "bench_rig.h"

static void order(struct rig *r, enum body_cube_op op) {
    r->out.command.cubes_count = 1;
    r->out.command.cubes[0] = (struct body_cube_order){.device = 77, .op = (uint8_t)op};
    rig_tick(r);
    rig_run(r, 0.2f);
}

static const char *version(struct rig *r) {
    rig_forget(r);
    order(r, BODY_CUBE_OP_VERSION);
    for (uint32_t i = 0; i < r->radio_count; i++)
        if (r->radio[i].kind == BODY_RADIO_KIND_VERSION) return r->radio[i].version;
    return "no answer";
}

static void send(struct rig *r, const uint8_t *image, uint32_t size) {
    for (uint32_t at = 0; at < size; at += 20) {
        uint32_t left = size - at < 20 ? size - at : 20;
        r->out.command.cubes_count = 1;
        r->out.command.cubes[0] =
            (struct body_cube_order){.device = 77, .op = BODY_CUBE_OP_PROGRAM, .piece_count = (uint8_t)left};
        memcpy(r->out.command.cubes[0].piece, image + at, left);
        rig_tick(r);
    }
}

static uint32_t make_image(uint8_t *image, uint32_t size, const char *name) {
    for (uint32_t i = 0; i < size; i++) image[i] = (uint8_t)(i * 7 + i / 200);
    uint32_t crc = crc32_ieee(0, image, size);
    for (int i = 0; i < 4; i++) image[size + (uint32_t)i] = (uint8_t)(crc >> 8 * i);
    memset(image + size + 4, 0, 16);
    memcpy(image + size + 4, name, strlen(name));
    return size + 20;
}

static void a_cubes_program_is_lost_with_its_cell_and_sent_anew(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube);
    rig_run(&r, 2);
    order(&r, BODY_CUBE_OP_CONNECT);
    assert_string_equal(version(&r), "v_5.0.4");
    DO(&r, WORLD_CELLS, cells, strcpy(v->what, "cube"), v->in = false);
    rig_run(&r, 1.5f);
    assert_true(rig_count_radio(&r, BODY_RADIO_KIND_LOST) == 1);
    rig_forget(&r);
    rig_run(&r, 3);
    assert_int_equal(r.radio_count, 0); // without a cell it says nothing
    DO(&r, WORLD_CELLS, cells, strcpy(v->what, "cube"), v->in = true);
    rig_run(&r, 2);
    assert_true(rig_count_radio(&r, BODY_RADIO_KIND_SEEN) > 0); // its boot loader advertises
    order(&r, BODY_CUBE_OP_CONNECT);
    assert_string_equal(version(&r), "");
    // Nothing in it taps, shines or measures.
    order(&r, BODY_CUBE_OP_STREAM_ON);
    rig_forget(&r);
    DO(&r, WORLD_TAP, tap, strcpy(v->what, "cube"));
    rig_run(&r, 2);
    assert_true(!rig_count_radio(&r, BODY_RADIO_KIND_TAPPED) && !rig_count_radio(&r, BODY_RADIO_KIND_ACCEL) &&
                !rig_count_radio(&r, BODY_RADIO_KIND_VOLTAGE));
    static uint8_t image[40000];
    uint32_t size = make_image(image, 1003, "2019-01-31 12:00");
    image[500] ^= 1; // one bit is wrong
    send(&r, image, size);
    rig_run(&r, 1);
    assert_string_equal(version(&r), "");
    image[500] ^= 1;
    image[size - 1] = 0;
    send(&r, image, size - 40); // cut off
    rig_run(&r, 1);
    assert_string_equal(version(&r), "");
    size = make_image(image, 1003, "2019-01-31 12:0");
    send(&r, image, size);
    assert_string_equal(version(&r), "2019-01-31 12:0");
    size = make_image(image, 980, "whole twenties"); // the last piece is full: silence ends it
    send(&r, image, size);
    rig_tick(&r);
    assert_string_equal(version(&r), "");
    rig_run(&r, 1);
    assert_string_equal(version(&r), "whole twenties");
    order(&r, BODY_CUBE_OP_STREAM_ON);
    rig_forget(&r);
    DO(&r, WORLD_TAP, tap, strcpy(v->what, "cube"));
    rig_run(&r, 2);
    assert_true(rig_count_radio(&r, BODY_RADIO_KIND_TAPPED) == 1 &&
                rig_count_radio(&r, BODY_RADIO_KIND_ACCEL) > 10);
    rig_free(&r);
}

static void cells(struct rig *r, bool in) { DO(r, WORLD_CELLS, cells, strcpy(v->what, "cube"), v->in = in); }

// Without its cell it is not on the air; with one it is a stranger again, and nothing of what it was told is
// left.
static void a_cube_without_a_cell_is_silent(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube);
    rig_run(&r, 2);
    order(&r, BODY_CUBE_OP_CONNECT);
    rig_run(&r, 0.5f);
    assert_true(rig_count_radio(&r, BODY_RADIO_KIND_CONNECTED) == 1);
    rig_forget(&r);
    cells(&r, false);
    rig_run(&r, 0.2f);
    assert_int_equal(rig_count_radio(&r, BODY_RADIO_KIND_LOST), 1); // told once
    rig_forget(&r);
    order(&r, BODY_CUBE_OP_CONNECT);
    rig_run(&r, 4);
    assert_int_equal(r.radio_count, 0);
    cells(&r, false); // out is out
    cells(&r, true);
    rig_run(&r, 2.5f);
    assert_true(rig_count_radio(&r, BODY_RADIO_KIND_SEEN) >= 1);
    assert_int_equal(rig_count_radio(&r, BODY_RADIO_KIND_CONNECTED), 0);
    order(&r, BODY_CUBE_OP_CONNECT);
    rig_run(&r, 0.5f);
    assert_true(rig_count_radio(&r, BODY_RADIO_KIND_CONNECTED) == 1);
    assert_true(world_memory(r.world)->cubes[0].battery_v > 1.49f); // a new one
    float before = world_memory(r.world)->cubes[0].battery_v;
    rig_run(&r, 20);
    cells(&r, true); // in is in: nothing is renewed
    assert_true(world_memory(r.world)->cubes[0].battery_v < before);
    rig_free(&r);
    r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    struct world_message verb = {.kind = WORLD_CELLS, .cells = {"vector", false}};
    struct fault fault = {0};
    assert_int_not_equal(world_do(r.world, &verb, &fault), 0); // not of a robot
    assert_true(strstr(fault.said, "cube") || strstr(fault.said, "vector"));
    rig_free(&r);
}

static void a_cubes_lights_empty_its_cell(void **state) {
    float fell[2];
    for (int lit = 0; lit < 2; lit++) {
        struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, a_cube);
        rig_run(&r, 2);
        order(&r, BODY_CUBE_OP_CONNECT);
        r.out.command.cubes_count = 1;
        struct body_cube_order *o = &r.out.command.cubes[0];
        *o = (struct body_cube_order){.device = 77, .op = BODY_CUBE_OP_LIGHTS, .lights_count = 4};
        for (int i = 0; i < 4 && lit; i++)
            o->lights[i] = (struct body_cube_light){.on = {255, 255, 255}, .on_ms = 1000};
        rig_tick(&r);
        float before = world_memory(r.world)->cubes[0].battery_v;
        for (int i = 0; i < 10; i++) steps(&r, 12000);
        fell[lit] = before - world_memory(r.world)->cubes[0].battery_v;
        rig_free(&r);
    }
    print_message("# ten minutes: dark %.2f mV, four white lights %.2f mV\n", (double)fell[0] * 1000,
                  (double)fell[1] * 1000);
    assert_true(fell[0] > 0 && fell[1] > 10 * fell[0]);
    // From 1.1 V on it is called low.
    static const float VOLTS[] = {1.12f, 1.09f};
    for (int i = 0; i < 2; i++) {
        struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
        DO(&r, WORLD_CUBE, cube, v->x_m = 0.2f, v->device = 77, v->battery_v = VOLTS[i]);
        rig_run(&r, 2);
        order(&r, BODY_CUBE_OP_CONNECT);
        rig_run(&r, 0.5f);
        int told = -1;
        for (uint32_t k = 0; k < r.radio_count; k++)
            if (r.radio[k].kind == BODY_RADIO_KIND_VOLTAGE) told = r.radio[k].count;
        assert_int_equal(told, i);
        rig_free(&r);
    }
}

TESTS(cmocka_unit_test(a_cubes_program_is_lost_with_its_cell_and_sent_anew),
      cmocka_unit_test(a_cube_without_a_cell_is_silent), cmocka_unit_test(a_cubes_lights_empty_its_cell))
