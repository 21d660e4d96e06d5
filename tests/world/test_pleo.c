// A Pleo in the world: every raw sensor has a cause, and its legs carry it.
#include "support/support.h"

#include "den.h"
#include "support/allocs.h"
#include "world/plane/plane.h"
#include "world/view.h"

// ----------------------------------------------------------------------------------------- what it stands on

static void it_stands_and_its_pots_tell_the_angles(void **state) {
    struct den d;
    den_begin(&d, true, 0, 0);
    struct world_truth t;
    world_truth(d.world, 1, &t);
    assert_true(m_abs(t.pose.at.z) < 0.004f && quat_angle(t.pose.turn) < 0.05f);
    assert_int_equal(d.pins[0].motors_count, 14);
    assert_int_equal(d.pins[0].touches_count, 12);
    assert_int_equal(now(&d, RAW_TILT), TILT_FEET);
    for (int i = 0; i < 4; i++) assert_int_equal(now(&d, (enum raw_id)(RAW_FRONT_LEFT + i)), 1);
    TO(&d, WORLD_PICK_UP, pick_up, strcpy(v->what, "pleo"), v->height_m = 0.3f);
    den_run(&d, 2);
    for (int i = 0; i < 4; i++) assert_int_equal(now(&d, (enum raw_id)(RAW_FRONT_LEFT + i)), 0);
    // In the air every joint goes to both of its ends and no further, at about its speed, and its count is
    // its angle.
    for (uint32_t joint = 0; joint < 14; joint++)
        for (int way = -1; way <= 1; way += 2) {
            const struct motor_model *m = &pleo_model.motors[joint];
            struct body_drive drive = {.duty_count = 14};
            drive.duty[joint] = (int16_t)(way * 32000);
            world_drive(d.world, 1, &drive);
            float from = angle(&d, joint), end = way < 0 ? m->low_rad : m->high_rad, fastest = 0;
            int steps = (int)(m_abs(end - from) / m->speed_max_radps * 1.6f * 200) + 60;
            for (int i = 0; i < steps; i++) {
                den_step(&d);
                fastest = m_max(fastest, m_abs(first(&d)->motors[joint].speed));
                assert_true(angle(&d, joint) <= m->high_rad + 1e-3f &&
                            angle(&d, joint) >= m->low_rad - 1e-3f);
                float read = (float)d.pins[0].motors[joint].count / m->counts_per_rad;
                assert_true(m_abs(read - angle(&d, joint)) < 0.6f / m->counts_per_rad);
            }
            if (m_abs(angle(&d, joint) - end) > 0.01f)
                fail_msg("joint %u: %f instead of %f", joint, (double)angle(&d, joint), (double)end);
            if (m_abs(from - end) > 0.2f &&
                (fastest < m->speed_max_radps * 0.8f || fastest > m->speed_max_radps * 1.05f))
                fail_msg("joint %u: %f rad/s", joint, (double)fastest);
        }
    world_free(d.world);
}

// Bent knees carry the whole body: its weight must be seen by the motors that hold it, and too little torque
// gives way.
static void knees_and_elbows_carry_the_load(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    static const struct {
        uint32_t joint;
        float degrees;
    } CROUCH[] = {{0, -25}, {1, 60}, {2, -25}, {3, 60}, {4, 25}, {5, -55}, {6, 25}, {7, -55}};
    float held = 0, goal[14] = {0};
    for (int i = 0; i < 8; i++) goal[CROUCH[i].joint] = m_radians(CROUCH[i].degrees);
    for (int step = 0; step < 1600; step++) {
        struct body_drive drive = {.duty_count = 14};
        for (uint32_t j = 0; j < 8; j++)
            drive.duty[j] = (int16_t)(m_clamp((goal[j] - angle(&d, j)) * 25, -1, 1) * 32000);
        world_drive(d.world, 1, &drive);
        den_step(&d);
        if (step > 1400)
            for (uint32_t j = 0; j < 8; j++) held = m_max(held, m_abs(first(&d)->motors[j].duty));
    }
    struct world_truth t;
    world_truth(d.world, 1, &t);
    // It is lower by what the bent legs are shorter, less the edge of a slanting foot of 36 mm.
    float expect = 0;
    for (int i = 0; i < 2; i++) {
        float shin = m_radians(i ? 30 : 35), thigh = m_radians(25);
        expect += 0.5f * (0.110f - 0.055f * (m_cos(thigh) + m_cos(shin)) - 0.018f * m_sin(shin));
    }
    print_message("# crouched %.1f mm, legs alone say %.1f; the hardest duty is %.2f\n",
                  (double)(-t.pose.at.z * 1000), (double)(expect * 1000), (double)held);
    assert_true(m_abs(-t.pose.at.z - expect) < 0.001f);
    assert_true(held > 0.02f); // nothing is held for nothing
    // From here all knees push up at once; with a cell that gives little they cannot.
    for (int i = 0; i < 8; i++) goal[CROUCH[i].joint] = 0;
    for (int step = 0; step < 1200; step++) {
        struct body_drive drive = {.duty_count = 14};
        for (uint32_t j = 0; j < 8; j++)
            drive.duty[j] = (int16_t)(m_clamp((goal[j] - angle(&d, j)) * 25, -1, 1) * 32000);
        world_drive(d.world, 1, &drive);
        den_step(&d);
    }
    world_truth(d.world, 1, &t);
    assert_true(m_abs(t.pose.at.z) < 0.004f); // up again
    world_free(d.world);
}

static void a_stuck_knee_stays_and_draws_current(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    TO(&d, WORLD_PICK_UP, pick_up, strcpy(v->what, "pleo"));
    den_run(&d, 2);
    int rest_ma = now(&d, RAW_CURRENT);
    TO(&d, WORLD_DEFECT, defect, strcpy(v->what, "pleo"), v->kind = WORLD_DEFECT_KIND_JOINT_STUCK,
       v->which = 5);
    struct body_drive drive = {.duty_count = 14};
    drive.duty[5] = -32000, drive.duty[7] = -32000;
    world_drive(d.world, 1, &drive);
    den_run(&d, 0.5f);
    assert_true(m_abs(angle(&d, 5)) < 0.01f && angle(&d, 7) < -0.3f);
    assert_true(now(&d, RAW_CURRENT) > rest_ma + 500); // a stall costs what a motor takes
    for (int i = 0; i < 40; i++) den_run(&d, 1);
    assert_true(first(&d)->motors[5].burnt && !first(&d)->motors[5].blocked == false);
    TO(&d, WORLD_DEFECT, defect, strcpy(v->what, "pleo"), v->kind = WORLD_DEFECT_KIND_JOINT_STUCK,
       v->which = 5, v->on = false);
    den_run(&d, 2);
    assert_true(m_abs(angle(&d, 5)) < 0.01f); // it does not come back from that
    world_free(d.world);
}

static void a_hand_bends_joints_that_nobody_drives(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    TO(&d, WORLD_PICK_UP, pick_up, strcpy(v->what, "pleo"));
    den_run(&d, 2);
    for (uint32_t joint = 0; joint < 14; joint++) {
        float to = m_degrees(pleo_model.motors[joint].low_rad + pleo_model.motors[joint].high_rad) * 0.4f + 5;
        TO(&d, WORLD_BEND, bend, strcpy(v->what, "pleo"), v->joint = (uint8_t)joint, v->angle_deg = to,
           v->seconds = 2);
        int32_t moved = 0, count = d.pins[0].motors[joint].count;
        for (int i = 0; i < 420; i++) {
            den_step(&d);
            moved += d.pins[0].motors[joint].moved;
            assert_true(first(&d)->motors[joint].duty == 0);
        }
        if (m_abs(m_degrees(angle(&d, joint)) - to) > 1)
            fail_msg("joint %u: %f instead of %f", joint, (double)m_degrees(angle(&d, joint)), (double)to);
        assert_int_equal(d.pins[0].motors[joint].count, count + moved);
        assert_true(moved != 0);
    }
    struct world_message no = {.kind = WORLD_BEND};
    world_bend_defaults(&no.bend);
    strcpy(no.bend.what, "pleo");
    no.bend.joint = 14;
    assert_int_not_equal(world_do(d.world, &no, NULL), 0);
    world_free(d.world);
}

// ------------------------------------------------------------------------------------------------ the skin

static void each_of_twelve_switches_is_felt_alone(void **state) {
    struct den d;
    den_begin(&d, true, 0, 0);
    for (int spot = 0; spot < 12; spot++) {
        TO(&d, WORLD_PET, pet, strcpy(v->what, "pleo"), v->spot = (uint8_t)spot, v->seconds = 0.5f);
        den_run(&d, 0.2f);
        for (int i = 0; i < 12; i++) assert_int_equal(now(&d, (enum raw_id)(RAW_HEAD + i)), i == spot);
        den_run(&d, 0.5f);
        for (int i = 0; i < 12; i++) assert_int_equal(now(&d, (enum raw_id)(RAW_HEAD + i)), 0);
    }
    TO(&d, WORLD_DEFECT, defect, strcpy(v->what, "pleo"), v->kind = WORLD_DEFECT_KIND_TOUCH_DEAD,
       v->which = 4);
    TO(&d, WORLD_PET, pet, strcpy(v->what, "pleo"), v->spot = 4);
    den_run(&d, 0.2f);
    assert_int_equal(now(&d, RAW_BACK), 0);
    world_free(d.world);
}

static void plugs_pins_and_a_card(void **state) {
    struct den d;
    den_begin(&d, true, 0, 0);
    TO(&d, WORLD_CARD, card, strcpy(v->what, "pleo"));
    TO(&d, WORLD_PLUG, plug, strcpy(v->what, "pleo"), v->usb = true);
    TO(&d, WORLD_PRESS, press, strcpy(v->what, "pleo"));
    TO(&d, WORLD_NOON, noon, strcpy(v->what, "pleo"));
    den_run(&d, 0.1f);
    assert_true(now(&d, RAW_CARD) && now(&d, RAW_USB) && now(&d, RAW_WAKEUP) && now(&d, RAW_NOON));
    assert_false(now(&d, RAW_POWER));
    den_run(&d, 0.5f);
    assert_true(now(&d, RAW_CARD) && !now(&d, RAW_WAKEUP) && !now(&d, RAW_NOON));
    float before = first(&d)->battery.charge;
    den_run(&d, 20);
    assert_true(first(&d)->battery.charge < before && now(&d, RAW_CURRENT) > 100);
    TO(&d, WORLD_PLUG, plug, strcpy(v->what, "pleo"), v->charger = true);
    TO(&d, WORLD_CARD, card, strcpy(v->what, "pleo"), v->in = false);
    before = first(&d)->battery.charge;
    den_run(&d, 20);
    assert_true(now(&d, RAW_POWER) && !now(&d, RAW_USB) && !now(&d, RAW_CARD));
    assert_true(first(&d)->battery.charge > before);
    struct world_message no = {.kind = WORLD_CARD, .card = {"pleo2", true}};
    assert_int_not_equal(world_do(d.world, &no, NULL), 0);
    world_free(d.world);
}

static void battery_air_and_light(void **state) {
    struct den d;
    den_begin(&d, true, 0, 0);
    int full = now(&d, RAW_BATTERY);
    TO(&d, WORLD_BATTERY, battery, strcpy(v->what, "pleo"), v->charge = 0.1f);
    den_run(&d, 30);
    assert_true(full > 50 && now(&d, RAW_BATTERY) < 40);
    assert_in_range(now(&d, RAW_NTC), 2000 + 210 * 21, 2000 + 210 * 23);
    TO(&d, WORLD_TEMPERATURE, temperature, v->celsius = 36);
    den_run(&d, 0.1f);
    assert_in_range(now(&d, RAW_NTC), 2000 + 210 * 35, 2000 + 210 * 37);
    TO(&d, WORLD_TEMPERATURE, temperature, v->celsius = 57);
    for (int i = 0; i < 60 && now(&d, RAW_BATTERY_TEMPERATURE) < 51; i++) den_run(&d, 30);
    assert_true(now(&d, RAW_BATTERY_TEMPERATURE) >= 51); // its cell warms slowly
    den_forget(&d);
    TO(&d, WORLD_LIGHT, light, v->lux = 6);
    den_run(&d, 0.1f);
    assert_true(now(&d, RAW_LIGHT) < 30 && now(&d, RAW_LIGHT_CHANGE) < -30);
    den_run(&d, 10);
    assert_in_range(now(&d, RAW_LIGHT_CHANGE) + 10, 5, 15); // one gets used to it
    TO(&d, WORLD_LIGHT, light, v->lux = 700);
    den_run(&d, 0.1f);
    assert_true(now(&d, RAW_LIGHT) > 150 && now(&d, RAW_LIGHT_CHANGE) > 30);
    world_free(d.world);
}

// ----------------------------------------------------------------------------------------- mouth, tags, nose

#define REPORT_S 0.02f // the head board reports as often

static void foods_are_read_before_the_nose_and_bitten(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    struct pose nose = world_camera(d.world, 1);
    TO(&d, WORLD_TAG, tag, strcpy(v->name, "leaf"), v->tag = 18, v->x_m = nose.at.x + 0.5f);
    TO(&d, WORLD_TAG, tag, strcpy(v->name, "card"), v->tag = 1, v->x_m = nose.at.x + 0.5f, v->y_m = 0.2f);
    den_run(&d, 0.2f);
    assert_int_equal(now(&d, RAW_RFID), 0);
    // Held before the nose it is read within the antenna's reach and not beyond, and the jaws are shut.
    for (int way = 0; way < 2; way++) {
        float far = way ? 0.04f : 0.06f;
        TO(&d, WORLD_PICK_UP, pick_up, strcpy(v->what, "leaf"), v->height_m = 0);
        TO(&d, WORLD_PLACE, place, strcpy(v->what, "leaf"), v->x_m = nose.at.x + far + 0.03f,
           v->z_m = nose.at.z - 0.0075f);
        den_run(&d, REPORT_S);
        assert_int_equal(now(&d, RAW_RFID), way ? 18 : 0);
        assert_int_equal(now(&d, RAW_MOUTH), 0);
    }
    TO(&d, WORLD_PLACE, place, strcpy(v->what, "leaf"), v->x_m = 2);
    // Fed with its jaws shut: seen, not bitten. They open: in it goes.
    TO(&d, WORLD_FEED, feed, strcpy(v->what, "pleo"), v->tag = 14, v->seconds = 3);
    den_run(&d, 0.5f);
    assert_true(now(&d, RAW_RFID) == 14 && !now(&d, RAW_MOUTH));
    aim(&d, 13, -60, 0.8f);
    assert_true(now(&d, RAW_RFID) == 14 && now(&d, RAW_MOUTH));
    aim(&d, 13, 0, 0.6f);
    assert_true(now(&d, RAW_MOUTH)); // it chews
    den_run(&d, 2);
    assert_false(now(&d, RAW_MOUTH) || now(&d, RAW_RFID));
    TO(&d, WORLD_DEFECT, defect, strcpy(v->what, "pleo"), v->kind = WORLD_DEFECT_KIND_TAG_READER_DEAD);
    TO(&d, WORLD_FEED, feed, strcpy(v->what, "pleo"), v->tag = 14);
    den_run(&d, 0.1f);
    assert_int_equal(now(&d, RAW_RFID), 0);
    world_free(d.world);
}

static void a_thing_between_open_jaws_breaks_the_beam(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    aim(&d, 13, -60, 0.8f);
    assert_false(now(&d, RAW_MOUTH));
    struct pose nose = world_camera(d.world, 1);
    TO(&d, WORLD_BOX, box, strcpy(v->name, "stick"), v->length_m = 0.01f, v->width_m = 0.1f,
       v->height_m = 0.01f, v->x_m = nose.at.x + 0.008f, v->z_m = nose.at.z - 0.005f, v->mass_kg = 0);
    den_run(&d, REPORT_S);
    assert_true(now(&d, RAW_MOUTH));
    assert_true(now(&d, RAW_OBJECT) > 40);
    aim(&d, 13, 0, 0.8f);
    assert_false(now(&d, RAW_MOUTH)); // shut jaws cover it
    world_free(d.world);
}

static void the_nose_sees_things_and_the_floor_by_their_light(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    assert_true(now(&d, RAW_OBJECT) < 10);
    struct pose nose = world_camera(d.world, 1);
    TO(&d, WORLD_WALL, wall, strcpy(v->name, "wall"), v->x_m = nose.at.x + 0.305f, v->height_m = 0.5f,
       v->length_m = 1);
    den_run(&d, REPORT_S);
    int far = now(&d, RAW_OBJECT);
    TO(&d, WORLD_PLACE, place, strcpy(v->what, "wall"), v->x_m = nose.at.x + 0.215f);
    den_run(&d, REPORT_S);
    int near = now(&d, RAW_OBJECT);
    print_message("# a grey wall 300 mm away: %d, 210 mm: %d\n", far, near);
    assert_true(far >= 18 && far <= 30 && near > far * 3 / 2); // about the square of the distance
    // Turned by 60 degrees about the point that its middle ray meets it gives back half, as mat things do.
    float front = nose.at.x + 0.205f, back = 0.01f;
    TO(&d, WORLD_PLACE, place, strcpy(v->what, "wall"), v->x_m = front + back * 0.5f, v->y_m = back * 0.866f,
       v->heading_deg = 60);
    den_run(&d, REPORT_S);
    int aslant = now(&d, RAW_OBJECT);
    print_message("# aslant: %d\n", aslant);
    assert_true(aslant > near * 0.4 && aslant < near * 0.65);
    TO(&d, WORLD_REMOVE, remove, strcpy(v->what, "wall"));
    aim(&d, 12, -50, 4); // down to the floor
    int floor = now(&d, RAW_OBJECT);
    TO(&d, WORLD_PAINT, paint, v->x_m = 0.35f, v->length_m = 0.5f, v->width_m = 0.6f, v->reflectance = 0.02f);
    den_run(&d, REPORT_S);
    assert_true(floor > 40 && now(&d, RAW_OBJECT) < 10); // black swallows it, as an edge would
    world_free(d.world);
}

// ------------------------------------------------------------------------------------------------ ears

static void sounds_come_from_a_side_and_are_loud(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    assert_true(now(&d, RAW_LOUD) < 30 && now(&d, RAW_SOUND_DIRECTION) == -128);
    static const int WAYS[] = {-80, -45, 0, 45, 80};
    for (int i = 0; i < 5; i++) {
        float rad = m_radians((float)WAYS[i]);
        TO(&d, WORLD_SOUND, sound, v->x_m = 0.3f + 2 * m_cos(rad), v->y_m = -2 * m_sin(rad), v->z_m = 0.2f,
           v->seconds = 0.3f, v->level_db = 75);
        den_run(&d, 0.2f);
        assert_true(now(&d, RAW_LOUD) > 60 && now(&d, RAW_LOUD_CHANGE) > 20);
        if (abs(now(&d, RAW_SOUND_DIRECTION) - WAYS[i]) > 6)
            fail_msg("from %d it heard %d", WAYS[i], now(&d, RAW_SOUND_DIRECTION));
        den_run(&d, 4);
    }
    // The head turns with its neck, and takes its ears along.
    aim(&d, 11, 40, 2);
    TO(&d, WORLD_SOUND, sound, v->x_m = 3, v->z_m = 0.2f, v->level_db = 75);
    den_run(&d, 0.1f);
    assert_true(abs(now(&d, RAW_SOUND_DIRECTION) + 40) < 8);
    // Two alike have no direction.
    TO(&d, WORLD_SOUND, sound, v->x_m = 0.2f, v->y_m = -3, v->z_m = 0.2f, v->level_db = 75);
    den_run(&d, 0.1f);
    assert_int_equal(now(&d, RAW_SOUND_DIRECTION), -128);
    assert_true(now(&d, RAW_LOUD) > 40);
    world_free(d.world);
}

static void words_and_ultrasound_reach_it(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    world_want(d.world, 1, BODY_WANT_HEARINGS);
    TO(&d, WORLD_PERSON, person, strcpy(v->name, "Ada"), v->x_m = 1);
    TO(&d, WORLD_SAY, say, strcpy(v->who, "Ada"), strcpy(v->words, "come here"));
    den_run(&d, 2);
    struct body_hearing heard[4];
    assert_int_equal(world_hearings(d.world, 1, heard, 4), 1);
    assert_string_equal(heard[0].words, "come here");
    TO(&d, WORLD_CHIRP, chirp, v->command = 9, v->x_m = 1.5f, v->z_m = 0.2f);
    den_step(&d);
    assert_int_equal(now(&d, RAW_ULTRASONIC), 9 * (now(&d, RAW_ULTRASONIC) != 0));
    den_run(&d, 0.05f);
    assert_int_equal(now(&d, RAW_ULTRASONIC), 9);
    den_run(&d, 0.5f);
    assert_int_equal(now(&d, RAW_ULTRASONIC), 0);
    TO(&d, WORLD_CHIRP, chirp, v->command = 9, v->x_m = 4, v->z_m = 0.2f);
    den_run(&d, 0.1f);
    assert_int_equal(now(&d, RAW_ULTRASONIC), 0);
    world_free(d.world);
}

// ---------------------------------------------------------------------------------------- what is done to it

static void tilt_is_how_it_lies(void **state) {
    struct den d;
    den_begin(&d, true, 0, 0);
    static const struct {
        float roll, pitch;
        int tilt;
    } WAYS[] = {{0, 0, TILT_FEET},  {-90, 0, TILT_LEFT}, {90, 0, TILT_RIGHT},
                {0, 90, TILT_NOSE}, {0, -90, TILT_TAIL}, {180, 0, TILT_BACK}};
    for (int i = 0; i < 6; i++) {
        TO(&d, WORLD_TILT, tilt, strcpy(v->what, "pleo"), v->roll_deg = WAYS[i].roll,
           v->pitch_deg = WAYS[i].pitch, v->seconds = 0.8f);
        den_run(&d, 2.5f);
        if (now(&d, RAW_TILT) != WAYS[i].tilt) fail_msg("%d: tilt is %d", i, now(&d, RAW_TILT));
    }
    world_free(d.world);
}

static void blows_drops_throws_swings_and_shaking_are_told_apart(void **state) {
    struct den d;
    den_begin(&d, true, 0, 0);
    den_run(&d, 5);
    assert_int_equal(d.most[0][RAW_HIT], 0);
    assert_true(d.most[0][RAW_SHAKE] < 10);
    TO(&d, WORLD_POKE, poke, strcpy(v->what, "pleo"), v->direction_deg = 90, v->strength = 2);
    den_run(&d, 1);
    assert_int_equal(d.most[0][RAW_HIT], HIT_MICROPHONE);
    TO(&d, WORLD_PICK_UP, pick_up, strcpy(v->what, "pleo"), v->height_m = 0.3f);
    den_run(&d, 3);
    den_forget(&d);
    TO(&d, WORLD_DROP, drop, strcpy(v->what, "pleo"));
    den_run(&d, 0.5f);
    assert_int_equal(d.most[0][RAW_HIT], HIT_DROP);
    for (int side = -1; side <= 1; side += 2) {
        den_run(&d, 2);
        TO(&d, WORLD_PICK_UP, pick_up, strcpy(v->what, "pleo"), v->height_m = 0.4f);
        den_run(&d, 1.5f);
        TO(&d, WORLD_TILT, tilt, strcpy(v->what, "pleo"), v->roll_deg = 90.0f * (float)side);
        den_run(&d, 2.5f);
        den_forget(&d);
        TO(&d, WORLD_DROP, drop, strcpy(v->what, "pleo"));
        den_run(&d, 0.4f);
        assert_int_equal(d.most[0][RAW_HIT], side < 0 ? HIT_DROP_LEFT : HIT_DROP_RIGHT);
        den_run(&d, 1);
        TO(&d, WORLD_RIGHT, right, strcpy(v->what, "pleo"));
        den_run(&d, 3);
    }
    // Thrown: a push upward, then nothing holds it.
    den_forget(&d);
    for (int i = 0; i < 16; i++) {
        TO(&d, WORLD_PUSH, push, strcpy(v->what, "pleo"), v->z_ns = 0.35f);
        den_step(&d);
    }
    den_run(&d, 1.2f);
    assert_int_equal(d.most[0][RAW_HIT], HIT_THROWN);
    den_run(&d, 3);
    TO(&d, WORLD_SHAKE, shake, strcpy(v->what, "pleo"), v->seconds = 3);
    den_run(&d, 2);
    assert_true(now(&d, RAW_SHAKE) > 15);
    den_run(&d, 4);
    assert_true(now(&d, RAW_SHAKE) < 10);
    den_forget(&d);
    for (int i = 0; i < 3; i++) { // to and fro in a hand
        TO(&d, WORLD_TILT, tilt, strcpy(v->what, "pleo"), v->roll_deg = i % 2 ? 40 : -40, v->seconds = 0.6f);
        den_run(&d, 0.6f);
    }
    assert_int_equal(d.most[0][RAW_HIT], HIT_SWING);
    world_free(d.world);
}

// -------------------------------------------------------------------------------------- light with a meaning

static void beacon(struct den *d, uint32_t robot, uint8_t number, uint32_t code) {
    struct body_drive drive = {.duty_count = 14, .infrared_number = number, .infrared = {32, code}};
    world_drive(d->world, robot, &drive);
}

static void two_pleos_tell_each_other_their_names(void **state) {
    struct den d;
    den_begin(&d, true, 1.5f, M_PI_F); // face to face
    beacon(&d, 2, 1, 0x030201a7);
    den_run(&d, 0.05f);
    assert_true(now(&d, RAW_IR_ACTIVITY) && d.beacons == 0); // still on its way
    assert_true(d.pins[1].head[0].sends);
    den_run(&d, 0.1f);
    assert_int_equal(d.beacons, 1);
    assert_int_equal(d.beacon.code, 0x030201a7);
    assert_int_equal(now(&d, RAW_BEACON), 0xa7);
    assert_int_equal(d.most[0][RAW_IR], 0); // a beacon is no key
    den_run(&d, 1);
    assert_int_equal(d.beacons, 1); // the same number is sent once
    assert_false(now(&d, RAW_IR_ACTIVITY));
    beacon(&d, 2, 2, 0x000000a7);
    den_run(&d, 0.2f);
    assert_int_equal(d.beacons, 2);
    // Two at once spoil each other.
    den_forget(&d);
    beacon(&d, 1, 1, 0x11);
    beacon(&d, 2, 3, 0xa7);
    den_run(&d, 0.3f);
    assert_int_equal(d.beacons, 0);
    TO(&d, WORLD_DEFECT, defect, strcpy(v->what, "pleo"), v->kind = WORLD_DEFECT_KIND_INFRARED_DEAD);
    beacon(&d, 2, 4, 0xa7);
    den_run(&d, 0.3f);
    assert_int_equal(d.beacons, 0);
    world_free(d.world);
}

static uint32_t heard_from(float apart, float facing, bool wall, float lux) {
    struct den d;
    den_begin(&d, false, apart, facing);
    if (wall) TO(&d, WORLD_WALL, wall, v->x_m = (apart + 0.3f) / 2, v->height_m = 0.5f, v->length_m = 0.6f);
    TO(&d, WORLD_LIGHT, light, v->lux = lux);
    beacon(&d, 2, 1, 0xa7);
    den_run(&d, 0.3f);
    world_free(d.world);
    return d.beacons;
}

static void light_has_a_reach_an_angle_and_a_shadow(void **state) {
    assert_int_equal(heard_from(2.5f, M_PI_F, false, 300), 1);
    assert_int_equal(heard_from(4.5f, M_PI_F, false, 300), 0); // too far
    assert_int_equal(heard_from(2.5f, M_PI_F - 0.5f, false, 300), 1);
    assert_int_equal(heard_from(2.5f, M_PI_F / 2, false, 300), 0); // it looks aside
    assert_int_equal(heard_from(1.5f, 0, false, 300), 0);          // it turns its tail to him
    assert_int_equal(heard_from(1.5f, M_PI_F, true, 300), 0);      // a wall between
    assert_int_equal(heard_from(2.5f, M_PI_F, false, 60000), 0);   // the sun
}

static void a_remote_control_is_four_digits(void **state) {
    struct den d;
    den_begin(&d, true, 0, 0);
    uint32_t address = 0x12, command = 0xcd;
    uint32_t code = address | (~address & 0xff) << 8 | command << 16 | (~command & 0xff) << 24;
    TO(&d, WORLD_SIGNAL, signal, v->x_m = 1.5f, v->z_m = 0.2f, v->heading_deg = 180, v->code = code);
    den_run(&d, 0.2f);
    assert_int_equal(d.keys, 1);
    assert_int_equal(d.key, 0x12cd);
    assert_int_equal(d.beacons, 0);
    assert_int_equal(d.most[0][RAW_IR], 1);
    den_forget(&d);
    TO(&d, WORLD_SIGNAL, signal, v->x_m = 1.5f, v->z_m = 0.2f, v->heading_deg = 90, v->code = code);
    den_run(&d, 0.2f);
    assert_int_equal(d.keys, 0); // held aside
    TO(&d, WORLD_DEFECT, defect, strcpy(v->what, "pleo"), v->kind = WORLD_DEFECT_KIND_HEAD_DEAD);
    den_step(&d);
    assert_int_equal(d.pins[0].head_count, 0);
    struct world_message no = {.kind = WORLD_SIGNAL, .signal = {.bits = 33}};
    assert_int_not_equal(world_do(d.world, &no, NULL), 0);
    world_free(d.world);
}

// ------------------------------------------------------------------------------------------------ state

static void stir(struct den *d, int i) {
    if (i == 10) beacon(d, 1, 7, 0x0a0b0c0d);
    if (i == 20) TO(d, WORLD_FEED, feed, strcpy(v->what, "pleo"), v->tag = 12);
    if (i == 40) TO(d, WORLD_BEND, bend, strcpy(v->what, "pleo"), v->joint = 5, v->angle_deg = -30);
    if (i == 60) TO(d, WORLD_CHIRP, chirp, v->command = 3, v->x_m = 1);
    if (i == 200) TO(d, WORLD_PLUG, plug, strcpy(v->what, "pleo2"), v->charger = true);
}

static void a_saved_den_goes_on_the_same_from_any_step(void **state) {
    static uint8_t room[2 << 20];
    for (int at = 15; at < 300; at += 57) {
        struct den d, e;
        den_begin(&d, true, 1.2f, M_PI_F);
        TO(&d, WORLD_TAG, tag, v->tag = 5, v->x_m = 0.6f);
        den_begin(&e, true, 1.2f, M_PI_F);
        for (int i = 0; i < at; i++) stir(&d, i), den_step(&d);
        struct writer out = writer_of(room, sizeof room);
        assert_int_equal(world_save(d.world, &out), 0);
        struct reader in = reader_of(room, writer_len(&out));
        struct fault fault = {0};
        if (world_restore(e.world, &in, &fault)) fault_print(&fault, stderr), fail();
        assert_true(world_hash(d.world) == world_hash(e.world));
        for (int i = at; i < at + 300; i++) {
            stir(&d, i), stir(&e, i);
            den_step(&d), den_step(&e);
            if (world_hash(d.world) != world_hash(e.world)) fail_msg("saved at %d, another at %d", at, i);
            assert_memory_equal(&d.pins[0].head[0].loud, &e.pins[0].head[0].loud, 1);
            assert_int_equal(d.pins[1].head[0].infrared_count, e.pins[1].head[0].infrared_count);
        }
        world_free(d.world), world_free(e.world);
    }
}

static void a_step_of_two_pleos_allocates_nothing(void **state) {
    struct den d;
    den_begin(&d, true, 1.2f, M_PI_F);
    for (int i = 0; i < 300; i++) stir(&d, i), den_step(&d);
    struct allocs region = allocs_begin();
    for (int i = 0; i < 1000; i++) {
        if (i % 100 == 0) beacon(&d, 1, (uint8_t)(20 + i / 100), 0x77);
        den_step(&d);
    }
    allocs_end(&region);
    assert_int_equal(region.count, 0);
    world_free(d.world);
}

static void bodies_do_not_stand_in_each_other(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    struct fault fault = {0};
    assert_int_equal(world_add_robot(d.world, &pleo_model, (struct pose2){{0.1f, 0.02f}, 1}, &fault), 0);
    assert_int_equal(fault.err, ERR_RANGE);
    assert_int_equal(world_add_robot(d.world, &vector_model, (struct pose2){{0.075f, 0.055f}, 0}, &fault), 0);
    struct world_message m = {.kind = WORLD_TAG};
    world_tag_defaults(&m.tag);
    m.tag.x_m = 0.075f, m.tag.y_m = 0.055f; // in a foot
    assert_int_not_equal(world_do(d.world, &m, &fault), 0);
    m.tag.tag = 0, m.tag.x_m = 1;
    assert_int_not_equal(world_do(d.world, &m, &fault), 0);
    assert_int_equal(world_memory(d.world)->robots_count, 1);
    world_free(d.world);
}

TESTS(cmocka_unit_test(it_stands_and_its_pots_tell_the_angles),
      cmocka_unit_test(knees_and_elbows_carry_the_load),
      cmocka_unit_test(a_stuck_knee_stays_and_draws_current),
      cmocka_unit_test(a_hand_bends_joints_that_nobody_drives),
      cmocka_unit_test(each_of_twelve_switches_is_felt_alone), cmocka_unit_test(plugs_pins_and_a_card),
      cmocka_unit_test(battery_air_and_light), cmocka_unit_test(foods_are_read_before_the_nose_and_bitten),
      cmocka_unit_test(a_thing_between_open_jaws_breaks_the_beam),
      cmocka_unit_test(the_nose_sees_things_and_the_floor_by_their_light),
      cmocka_unit_test(sounds_come_from_a_side_and_are_loud), cmocka_unit_test(words_and_ultrasound_reach_it),
      cmocka_unit_test(tilt_is_how_it_lies),
      cmocka_unit_test(blows_drops_throws_swings_and_shaking_are_told_apart),
      cmocka_unit_test(two_pleos_tell_each_other_their_names),
      cmocka_unit_test(light_has_a_reach_an_angle_and_a_shadow),
      cmocka_unit_test(a_remote_control_is_four_digits),
      cmocka_unit_test(a_saved_den_goes_on_the_same_from_any_step),
      cmocka_unit_test(a_step_of_two_pleos_allocates_nothing),
      cmocka_unit_test(bodies_do_not_stand_in_each_other))
