// Every sensor and every actuator of the robot, each by its cause and what comes of it at the other end of
// its body.
#include "bench_rig.h"
#include "support/support.h"

// --------------------------------------------------------------------------------------------- what it feels

static bool has(const struct rig *r, uint32_t bit) { return r->status_ever & bit; }

static bool a_hand_pets_it(struct rig *r) {
    DO(r, WORLD_PET, pet, strcpy(v->what, "vector"), v->seconds = 2);
    rig_run(r, 1.5f);
    return has(r, BODY_STATUS_TOUCHED) && r->in.senses.touches[0].raw > 4500 + 200;
}
static bool somebody_claps(struct rig *r) {
    r->out.command.wants |= BODY_WANT_SOUND;
    rig_run(r, 0.5f);
    DO(r, WORLD_SOUND, sound, v->kind = WORLD_SOUND_KIND_CLAP, v->x_m = 0.5f, v->level_db = 90);
    int loudest[WORLD_EARS] = {0};
    for (int t = 0; t < 15; t++) {
        rig_tick(r);
        const int16_t *sound = r->in.sound ? (const int16_t *)(const void *)r->in.sound->bytes : NULL;
        for (uint32_t i = 0; sound && i < r->in.senses.sound[0].samples * WORLD_EARS; i++)
            loudest[i % WORLD_EARS] = sound[i] > loudest[i % WORLD_EARS] ? sound[i] : loudest[i % WORLD_EARS];
    }
    r->out.command.wants &= (uint16_t)~BODY_WANT_SOUND;
    return loudest[0] > 200 && loudest[1] > 200 && loudest[2] > 200 && loudest[3] > 200;
}
static bool its_button_is_pressed(struct rig *r) {
    DO(r, WORLD_PRESS, press, strcpy(v->what, "vector"));
    rig_run(r, 0.2f);
    return has(r, BODY_STATUS_BUTTON);
}
static bool a_hand_moves(struct rig *r, uint8_t joint, uint32_t told) {
    r->out.command.joints_count = 1;
    r->out.command.joints[0] = (struct body_joint_target){.joint = joint, .mode = BODY_JOINT_MODE_FREE};
    rig_run(r, 0.5f);
    float before = r->in.senses.joints[joint].angle_rad;
    DO(r, WORLD_BEND, bend, strcpy(v->what, "vector"), v->joint = joint, v->angle_deg = 30, v->seconds = 1);
    rig_run(r, 1.2f);
    r->out.command.joints_count = 0;
    return has(r, told) && m_abs(r->in.senses.joints[joint].angle_rad - before) > 0.2f;
}
static bool a_hand_moves_its_head(struct rig *r) {
    return a_hand_moves(r, BODY_MOTOR_HEAD, BODY_STATUS_HEAD_TURNED);
}
static bool a_hand_moves_its_lift(struct rig *r) {
    return a_hand_moves(r, BODY_MOTOR_LIFT, BODY_STATUS_LIFT_TURNED);
}
static bool its_camera_sees_the_light_change(struct rig *r) {
    r->out.command.wants |= BODY_WANT_PICTURE;
    r->out.command.camera_count = 1;
    r->out.command.camera[0] = (struct body_camera){.exposure_s = 0.02f, .gain = 1};
    uint64_t sum[2] = {0};
    for (int dark = 0; dark < 2; dark++) {
        DO(r, WORLD_LIGHT, light, v->lux = dark ? 30 : 300);
        for (int t = 0; t < 20; t++) {
            rig_tick(r);
            if (!r->in.picture || t < 8) continue;
            assert_int_equal(r->in.senses.picture[0].width, 640);
            sum[dark] = 0;
            for (size_t i = 0; i < r->in.picture->used; i++) sum[dark] += r->in.picture->bytes[i];
        }
    }
    r->out.command.wants &= (uint16_t)~BODY_WANT_PICTURE;
    r->out.command.camera_count = 0;
    return sum[1] > 0 && sum[0] > 5 * sum[1];
}
static bool it_feels_that_it_is_turned_and_tilted(struct rig *r) {
    r->out.command.wants |= BODY_WANT_IMU;
    DO(r, WORLD_PICK_UP, pick_up, strcpy(v->what, "vector"));
    rig_run(r, 1.5f);
    DO(r, WORLD_TILT, tilt, strcpy(v->what, "vector"), v->roll_deg = 40, v->seconds = 1);
    float turned = 0;
    for (int t = 0; t < 45; t++)
        rig_tick(r), turned = m_max(turned, m_abs(r->in.senses.imu[0].gyro_radps[0]));
    bool felt =
        turned > 0.3f && m_abs(r->in.senses.imu[0].accel_mps2[1]) > 4 && has(r, BODY_STATUS_PICKED_UP);
    DO(r, WORLD_TILT, tilt, strcpy(v->what, "vector"), v->seconds = 0.5f);
    rig_run(r, 0.7f);
    DO(r, WORLD_PUT_DOWN, put_down, strcpy(v->what, "vector"));
    rig_run(r, 3);
    return felt && !(r->status_now & BODY_STATUS_PICKED_UP);
}
static bool something_stands_before_it(struct rig *r) {
    rig_joint(r, BODY_MOTOR_LIFT, vector_model.motors[BODY_MOTOR_LIFT].low_rad, 0, 900);
    rig_run(r, 1.5f);
    struct world_truth t = rig_truth(r);
    DO(r, WORLD_WALL, wall, strcpy(v->name, "in its way"), v->x_m = t.pose.at.x + 0.25f,
       v->y_m = t.pose.at.y);
    rig_run(r, 1);
    bool seen = r->range_valid && m_abs(r->range_m - (0.25f - 0.005f - 0.012f)) < 0.02f;
    DO(r, WORLD_REMOVE, remove, strcpy(v->what, "in its way"));
    return seen;
}
static bool each_floor_sensor_sees_paint(struct rig *r) {
    struct world_truth t = rig_truth(r);
    for (int i = 0; i < 4; i++) {
        float before = r->in.senses.cliffs[i];
        float c = m_cos(quat_heading(t.pose.turn)), s = m_sin(quat_heading(t.pose.turn));
        const float *at = vector_model.cliff_at_m[i];
        DO(r, WORLD_PAINT, paint, v->x_m = t.pose.at.x + c * at[0] - s * at[1],
           v->y_m = t.pose.at.y + s * at[0] + c * at[1], v->length_m = 0.012f, v->width_m = 0.012f,
           v->reflectance = 0.95f);
        rig_run(r, 0.2f);
        if (!(r->in.senses.cliffs[i] > before * 1.3f)) return false;
    }
    return true;
}
static bool it_knows_its_cell_and_its_warmth(struct rig *r) {
    float before = r->in.senses.power[0].battery_v;
    DO(r, WORLD_BATTERY, battery, strcpy(v->what, "vector"), v->charge = 0.1f);
    rig_run(r, 6);
    float low = r->in.senses.power[0].battery_v;
    DO(r, WORLD_BATTERY, battery, strcpy(v->what, "vector"), v->charge = 0.9f);
    rig_run(r, 6);
    return before > low + 0.1f && r->in.senses.power[0].battery_v > low + 0.2f &&
           r->in.senses.power[0].temperature_c > 22 &&
           r->in.senses.power[0].level != BODY_BATTERY_LEVEL_UNKNOWN;
}
static bool a_cube_is_on_the_air(struct rig *r) {
    DO(r, WORLD_CUBE, cube, strcpy(v->name, "cube"), v->x_m = -0.3f, v->y_m = 0.3f, v->device = 77);
    rig_run(r, 2.5f);
    return rig_count_radio(r, BODY_RADIO_KIND_SEEN) >= 1;
}

// ----------------------------------------------------------------------------------- what it moves and shows

static bool its_treads_drive_and_are_counted(struct rig *r) {
    struct pose before = rig_truth(r).pose;
    float told = r->in.senses.motion[0].x_m;
    rig_wheels(r, 0.06f, 0.06f);
    rig_run(r, 1);
    rig_wheels(r, 0, 0);
    rig_run(r, 0.4f);
    float went = vec3_length(vec3_sub(rig_truth(r).pose.at, before.at));
    return went > 0.04f && m_abs(r->in.senses.motion[0].x_m - told) > 0.04f;
}
static bool each_tread_by_itself(struct rig *r) {
    float before = quat_heading(rig_truth(r).pose.turn);
    rig_wheels(r, 0, 0.04f);
    rig_run(r, 1);
    bool left = angle_between(before, quat_heading(rig_truth(r).pose.turn)) > 0.3f;
    rig_wheels(r, 0.04f, 0);
    rig_run(r, 1);
    rig_wheels(r, 0, 0);
    rig_run(r, 0.4f);
    return left && m_abs(angle_between(before, quat_heading(rig_truth(r).pose.turn))) < 0.3f;
}
static bool its_head_turns(struct rig *r) {
    rig_joint(r, BODY_MOTOR_HEAD, 0.6f, 0, 901);
    rig_run(r, 1.5f);
    return m_abs(rig_truth(r).head_rad - 0.6f) < 0.03f;
}
static bool its_lift_lifts(struct rig *r) {
    rig_joint(r, BODY_MOTOR_LIFT, 0.5f, 0, 902);
    rig_run(r, 1.5f);
    return m_abs(rig_truth(r).lift_rad - 0.5f) < 0.03f;
}
static bool its_lights_shine(struct rig *r) {
    r->out.command.lights_count = 3;
    for (uint8_t i = 0; i < 3; i++)
        r->out.command.lights[i] = (struct body_colour){(uint8_t)(40 * i + 1), 2, 3, 0};
    rig_run(r, 0.1f);
    const struct world_robot_state *s = robot(r);
    return s->drive.lights_count >= 3 && s->drive.lights[0].r == 1 && s->drive.lights[1].r == 41 &&
           s->drive.lights[2].r == 81;
}
static bool its_display_has_a_backlight(struct rig *r) {
    uint64_t before = world_hash(r->world);
    r->out.command.backlight = 9;
    rig_tick(r);
    struct world_snapshot *seen = calloc(1, sizeof *seen);
    world_snapshot(r->world, seen);
    free(seen);
    bool told = world_hash(r->world) != before;
    r->out.command.backlight = 255;
    rig_tick(r);
    return told;
}
static bool its_speaker_is_heard(struct rig *r) {
    static int16_t samples[1600];
    for (int i = 0; i < 1600; i++) samples[i] = (int16_t)(i % 16 < 8 ? 12000 : -12000);
    uint64_t before = world_speaker_played(r->world, r->robot);
    struct frame frame = {.bytes = (uint8_t *)samples, .size = sizeof samples, .used = sizeof samples};
    r->out.speech = &frame;
    r->out.command.speech_count = 1;
    r->out.command.speech[0] = (struct body_speech){16000, 1600};
    rig_tick(r);
    r->out.speech = NULL, r->out.command.speech_count = 0;
    rig_run(r, 0.3f);
    return world_speaker_played(r->world, r->robot) >= before + 1500 && r->in.senses.speaker[0].played > 0;
}
static bool a_cube_obeys(struct rig *r) {
    r->out.command.cubes_count = 1;
    r->out.command.cubes[0] = (struct body_cube_order){.device = 77, .op = BODY_CUBE_OP_CONNECT};
    rig_tick(r);
    r->out.command.cubes_count = 1;
    r->out.command.cubes[0] =
        (struct body_cube_order){.device = 77, .op = BODY_CUBE_OP_LIGHTS, .lights_count = 4};
    for (int i = 0; i < 4; i++)
        r->out.command.cubes[0].lights[i] = (struct body_cube_light){.on = {200, 0, 0, 0}, .on_ms = 1000};
    rig_tick(r);
    rig_run(r, 0.3f);
    struct world_snapshot *seen = calloc(1, sizeof *seen);
    world_snapshot(r->world, seen);
    bool red = false;
    for (uint32_t i = 0; i < seen->things_count; i++)
        if (!strcmp(seen->things[i].name, "cube")) red = seen->things[i].lights[0][0] > 100;
    free(seen);
    return red && rig_count_radio(r, BODY_RADIO_KIND_CONNECTED) >= 1;
}

static const struct {
    const char *part;
    bool (*works)(struct rig *r);
} PARTS[] = {{"touch electrode", a_hand_pets_it},
             {"four microphones", somebody_claps},
             {"button", its_button_is_pressed},
             {"head's encoder", a_hand_moves_its_head},
             {"lift's encoder", a_hand_moves_its_lift},
             {"camera", its_camera_sees_the_light_change},
             {"inertial sensor", it_feels_that_it_is_turned_and_tilted},
             {"treads and their encoders", its_treads_drive_and_are_counted},
             {"each tread", each_tread_by_itself},
             {"range sensor", something_stands_before_it},
             {"four floor sensors", each_floor_sensor_sees_paint},
             {"battery and thermometer", it_knows_its_cell_and_its_warmth},
             {"head's motor", its_head_turns},
             {"lift's motor", its_lift_lifts},
             {"backpack's lights", its_lights_shine},
             {"display", its_display_has_a_backlight},
             {"speaker", its_speaker_is_heard},
             {"cube's radio, hearing", a_cube_is_on_the_air},
             {"cube's radio, telling", a_cube_obeys}};

static void every_part_does_what_it_is_for(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 4);
    unsigned dead = 0;
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        rig_forget(&r);
        if (PARTS[i].works(&r)) continue;
        print_message("# nothing comes of its %s\n", PARTS[i].part);
        dead++;
    }
    assert_int_equal(dead, 0);
    rig_free(&r);
}

static void its_charger_feeds_it(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    DO(&r, WORLD_CHARGER, charger, strcpy(v->name, "charger"), v->x_m = -0.16f, v->heading_deg = 180);
    rig_run(&r, 4);
    DO(&r, WORLD_BATTERY, battery, strcpy(v->what, "vector"), v->charge = 0.5f);
    rig_wheels(&r, -0.03f, -0.03f);
    for (int i = 0; i < 300 && !(r.status_now & BODY_STATUS_ON_CHARGER); i++) rig_tick(&r);
    rig_wheels(&r, 0, 0);
    rig_run(&r, 1);
    assert_true(r.status_now & BODY_STATUS_ON_CHARGER && r.status_now & BODY_STATUS_CHARGING);
    assert_true(r.in.senses.power[0].charger_v > 4.5f);
    rig_free(&r);
}

TESTS(cmocka_unit_test(every_part_does_what_it_is_for), cmocka_unit_test(its_charger_feeds_it))
