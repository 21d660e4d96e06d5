// Cubes, power, sound, people, refusals; and that a world is the same world again.
#include "rig.h"
#include "support/support.h"

#include "body/sim_camera.h"
#include "world/camera/lens.h"
#include "world/view.h"

#include <stdlib.h>

static const char *V = "vector";

static void cubes(struct rig *r) {
    DO(r, WORLD_CUBE, cube, strcpy(v->name, "one"), v->x_m = 0.3f, v->device = 0x11);
    DO(r, WORLD_CUBE, cube, strcpy(v->name, "two"), v->x_m = 0.3f, v->y_m = 0.2f, v->type = 2,
       v->device = 0x22);
    DO(r, WORLD_CUBE, cube, strcpy(v->name, "far"), v->x_m = 18, v->y_m = 9, v->type = 3, v->device = 0x33);
}

static void order(struct rig *r, enum body_cube_op op) {
    r->out.command.cubes_count = 1;
    r->out.command.cubes[0] = (struct body_cube_order){.device = 0x11, .op = (uint8_t)op};
}

static void cubes_advertise_connect_stream_and_tell_what_happens_to_them(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, cubes);
    rig_run(&r, 3.5f);
    uint32_t seen_far = 0;
    for (uint32_t i = 0; i < r.radio_count; i++) seen_far += r.radio[i].device == 0x33;
    assert_in_range(rig_count_radio(&r, BODY_RADIO_KIND_SEEN), 4, 8);
    assert_int_equal(seen_far, 0);
    order(&r, BODY_CUBE_OP_CONNECT);
    rig_tick(&r);
    rig_run(&r, 0.1f);
    assert_int_equal(rig_count_radio(&r, BODY_RADIO_KIND_CONNECTED), 1);
    assert_int_equal(rig_count_radio(&r, BODY_RADIO_KIND_UP_AXIS), 1);
    rig_forget(&r);
    order(&r, BODY_CUBE_OP_STREAM_ON);
    rig_run(&r, 1);
    uint32_t samples = rig_count_radio(&r, BODY_RADIO_KIND_ACCEL);
    assert_in_range(samples, 31, 34);
    assert_true(m_abs(r.radio[r.radio_count - 1].value[2] - 1) < 0.02f); // one g, up
    order(&r, BODY_CUBE_OP_STREAM_OFF);
    rig_tick(&r);
    rig_forget(&r);
    DO(&r, WORLD_TAP, tap, strcpy(v->what, "one"), v->times = 3);
    rig_run(&r, 2);
    assert_int_equal(rig_count_radio(&r, BODY_RADIO_KIND_TAPPED), 3);
    uint8_t taps = 0;
    for (uint32_t i = 0; i < r.radio_count; i++)
        if (r.radio[i].kind == BODY_RADIO_KIND_TAPPED) taps = r.radio[i].count;
    assert_int_equal(taps, 3);
    assert_int_equal(rig_count_radio(&r, BODY_RADIO_KIND_MOVED), 0);
    rig_forget(&r);
    DO(&r, WORLD_TIP, tip, strcpy(v->what, "one"), v->direction_deg = 0);
    rig_run(&r, 4);
    assert_true(rig_count_radio(&r, BODY_RADIO_KIND_MOVED) >= 1);
    assert_true(rig_count_radio(&r, BODY_RADIO_KIND_STILL) >= 1);
    uint8_t up = 0;
    for (uint32_t i = 0; i < r.radio_count; i++)
        if (r.radio[i].kind == BODY_RADIO_KIND_UP_AXIS) up = r.radio[i].count;
    assert_int_equal(up, 1); // it fell onto the side that looked ahead: -x looks up
    rig_forget(&r);
    DO(&r, WORLD_PLACE, place, strcpy(v->what, "one"), v->x_m = 19, v->y_m = 10);
    rig_run(&r, 3);
    assert_int_equal(rig_count_radio(&r, BODY_RADIO_KIND_LOST), 1);
    rig_free(&r);
}

static void cube_lights_turn_and_fade(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, cubes);
    order(&r, BODY_CUBE_OP_CONNECT);
    rig_tick(&r);
    rig_run(&r, 0.2f);
    order(&r, BODY_CUBE_OP_LIGHTS);
    struct body_cube_light *l = r.out.command.cubes[0].lights;
    l[0] = (struct body_cube_light){.on = {255, 0, 0, 0}, .on_ms = 100, .off_ms = 100};
    r.out.command.cubes[0].rotate_ms = 0;
    rig_tick(&r);
    static struct world_snapshot shot;
    uint32_t lit = 0;
    for (int i = 0; i < 60; i++) {
        rig_tick(&r);
        world_snapshot(r.world, &shot);
        lit += shot.things[0].lights[0][0] == 255;
        assert_int_equal(shot.things[0].lights[1][0], 0);
    }
    assert_in_range(lit, 22, 38); // half of the time
    rig_free(&r);
}

// ------------------------------------------------------------------------------------------------ power

static void charger(struct rig *r) {
    DO(r, WORLD_CHARGER, charger, strcpy(v->name, "charger"), v->x_m = -0.2f, v->heading_deg = 180);
}

static void it_backs_onto_its_charger_and_the_ramp_is_felt(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, charger);
    rig_run(&r, 3);
    assert_false(r.status_now & BODY_STATUS_ON_CHARGER);
    float least = 1;
    rig_wheels(&r, -0.05f, -0.05f);
    for (int i = 0; i < 220; i++) {
        rig_tick(&r);
        least = m_min(least, r.in.senses.cliffs[BODY_CLIFF_BACK_LEFT]);
    }
    rig_wheels(&r, 0, 0);
    rig_run(&r, 3);
    assert_true(rig_truth(&r).on_charger);
    assert_true(r.status_now & BODY_STATUS_ON_CHARGER && r.status_now & BODY_STATUS_CHARGING);
    float pitch = m_abs(m_degrees(r.in.senses.motion[0].pitch_rad));
    assert_true(pitch > 6 && pitch < 14);
    assert_true(r.in.senses.cliffs[BODY_CLIFF_BACK_LEFT] > 0.7f); // the white stripe
    // Nose first never connects.
    struct rig n = rig_new(world_defaults(), &vector_model, -0.05f, 0, M_PI_F, charger);
    rig_run(&n, 3);
    rig_wheels(&n, 0.05f, 0.05f);
    rig_run(&n, 6);
    assert_false(n.status_ever & BODY_STATUS_ON_CHARGER);
    rig_free(&n);
    // Swapped poles and a dead supply: nothing charges, nothing breaks.
    DO(&r, WORLD_SUPPLY, supply, strcpy(v->what, "charger"), v->powered = true, v->reversed = true);
    rig_run(&r, 1);
    assert_false(rig_truth(&r).on_charger);
    assert_true(world_powered(r.world, r.robot));
    rig_free(&r);
}

static void a_cell_drains_dies_and_charges_through_its_phases(void **state) {
    struct world_config config = world_defaults();
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, charger);
    DO(&r, WORLD_BATTERY, battery, strcpy(v->what, V), v->charge = 0.12f);
    rig_run(&r, 5);
    float before = rig_truth(&r).charge;
    rig_run(&r, 120);
    float after = rig_truth(&r).charge;
    assert_true(after < before - 0.02f && after > before - 0.06f); // 0.3 A for two minutes of 0.32 Ah
    rig_run(&r, 400);
    assert_true(r.status_ever & BODY_STATUS_BATTERY_LOW);
    assert_false(world_powered(r.world, r.robot)); // it went out
    // A hand puts it on the charger: the pads wake it.
    DO(&r, WORLD_PLACE, place, strcpy(v->what, V), v->x_m = -0.2f - 0.012f, v->z_m = 0.001f,
       v->pitch_deg = 10);
    uint32_t phases = 0;
    float full_s = 0, last = 0, top_v = 0;
    for (int i = 0; i < 4500 && !(phases & 1u << WORLD_CHARGE_PHASE_DONE); i++) {
        for (int k = 0; k < 200; k++) world_step(r.world);
        const struct world_robot_state *s = &world_memory(r.world)->robots[0];
        phases |= 1u << s->phase;
        last = s->battery.charge, full_s = (float)i, top_v = m_max(top_v, s->battery.rail_v);
    }
    print_message("# full after %.0f minutes at %.2f V\n", (double)full_s / 60, (double)top_v);
    assert_true(phases & 1u << WORLD_CHARGE_PHASE_PRECHARGE);
    assert_true(phases & 1u << WORLD_CHARGE_PHASE_CURRENT);
    assert_true(phases & 1u << WORLD_CHARGE_PHASE_VOLTAGE);
    assert_true(phases & 1u << WORLD_CHARGE_PHASE_DONE);
    assert_true(last > 0.97f && full_s > 900 && top_v < 4.25f);
    assert_true(world_powered(r.world, r.robot));
    rig_free(&r);
}

static void an_old_cell_and_a_stalled_tread_make_a_brown_out(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    DO(&r, WORLD_BATTERY, battery, strcpy(v->what, V), v->charge = 0.3f, v->age = 1);
    rig_run(&r, 5);
    assert_true(world_powered(r.world, r.robot));
    // One tread hangs and head and lift push against their stops, too: more than the old cell gives.
    DO(&r, WORLD_DEFECT, defect, strcpy(v->what, V), v->kind = WORLD_DEFECT_KIND_JOINT_STUCK, v->which = 0);
    struct body_drive all = {.duty_count = 4, .duty = {32767, 32767, -32767, -32767}};
    int steps = 0;
    for (; steps < 200 && world_powered(r.world, r.robot); steps++) {
        world_drive(r.world, r.robot, &all);
        world_step(r.world);
    }
    print_message("# browned out after %d ms of stall\n", steps * 5);
    assert_false(world_powered(r.world, r.robot)); // it browned out
    DO(&r, WORLD_PRESS, press, strcpy(v->what, V));
    rig_run(&r, 1);
    assert_true(world_powered(r.world, r.robot));
    rig_free(&r);
    // A young cell bears the same.
    r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    DO(&r, WORLD_BATTERY, battery, strcpy(v->what, V), v->charge = 0.3f, v->age = 0);
    DO(&r, WORLD_DEFECT, defect, strcpy(v->what, V), v->kind = WORLD_DEFECT_KIND_JOINT_STUCK, v->which = 0);
    rig_run(&r, 1);
    for (int i = 0; i < 200; i++) world_drive(r.world, r.robot, &all), world_step(r.world);
    assert_true(world_powered(r.world, r.robot));
    rig_free(&r);
}

// ------------------------------------------------------------------------------------------------ sound

// How many samples `b` runs behind `a`, to a tenth, by the best match.
static float lag(const int16_t *sound, uint32_t frames, int a, int b) {
    float best = -1, at = 0;
    for (int tenths = -40; tenths <= 40; tenths++) {
        float shift = (float)tenths / 10, sum = 0, norm = 1;
        for (uint32_t k = 8; k + 8 < frames; k++) {
            float where = (float)k + shift;
            uint32_t i = (uint32_t)where;
            float share = where - (float)i;
            float later =
                m_lerp((float)sound[i * 4 + (uint32_t)b], (float)sound[(i + 1) * 4 + (uint32_t)b], share);
            sum += (float)sound[k * 4 + (uint32_t)a] * later, norm += later * later;
        }
        sum /= m_sqrt(norm);
        if (sum > best) best = sum, at = shift;
    }
    return at;
}

// Of a tone, by its phase: as fine as a hundredth of a sample. 500 samples are 32 whole periods of 1000 Hz.
static double tone_lag(const int16_t *sound, int a, int b) {
    double phase[2];
    for (int i = 0; i < 2; i++) {
        double s = 0, c = 0;
        for (uint32_t k = 0; k < 500; k++) {
            float turn = (float)(k * 8 % 125) / 125 * M_TAU_F, x = sound[k * 4 + (uint32_t)(i ? b : a)];
            s += (double)(x * m_sin(turn)), c += (double)(x * m_cos(turn));
        }
        phase[i] = (double)m_atan2((float)c, (float)s);
    }
    return (double)angle_wrap((float)(phase[0] - phase[1])) / (2 * (double)M_PI_F) * 15.625;
}

static struct rig listening(void) {
    struct world_config config = world_defaults();
    config.noise = false;
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    r.out.command.wants = BODY_WANT_SOUND;
    return r;
}

static void the_delay_is_that_of_the_way(void **state) {
    for (int side = 0; side < 2; side++) {
        struct rig r = listening();
        DO(&r, WORLD_SOUND, sound, v->hertz = 1000, v->y_m = side ? -2 : 2, v->x_m = -0.04f, v->z_m = 0.068f,
           v->level_db = 75, v->seconds = 5);
        rig_run(&r, 0.5f);
        assert_true(r.in.senses.sound[0].samples >= 500);
        const int16_t *sound = (const int16_t *)(const void *)r.in.sound->bytes;
        double measured = tone_lag(sound, side ? 0 : 1, side ? 1 : 0), right = 0.030 / 343 * 15625;
        print_message("# %.3f samples, by geometry %.3f\n", measured, right);
        assert_true(measured - right < 0.02 && right - measured < 0.02);
        rig_free(&r);
    }
}

// A tone is the same tone at each microphone, as late and as weak as its way makes it, and nothing else.
static void a_tone_arrives_as_a_tone(void **state) {
    struct rig r = listening();
    DO(&r, WORLD_SOUND, sound, v->hertz = 2000, v->y_m = 1.7f, v->x_m = 0.4f, v->z_m = 0.068f,
       v->level_db = 75, v->seconds = 5);
    rig_run(&r, 0.5f);
    assert_true(r.in.senses.sound[0].samples >= 500);
    const int16_t *sound = (const int16_t *)(const void *)r.in.sound->bytes;
    for (int ear = 0; ear < 4; ear++) { // 500 samples are 64 whole periods
        double sine = 0, cosine = 0, all = 0;
        for (uint32_t k = 0; k < 500; k++) {
            float turn = (float)(k * 16 % 125) / 125 * M_TAU_F, x = sound[k * 4 + (uint32_t)ear];
            sine += (double)(x * m_sin(turn)), cosine += (double)(x * m_cos(turn)), all += (double)(x * x);
        }
        double tone = (sine * sine + cosine * cosine) * 2 / 500, rest = (all - tone) / all;
        if (!(all > 500 * 100 && rest < 0.0001))
            fail_msg("ear %d: %g of its power is something else", ear, rest);
    }
    rig_free(&r);
}

static void sound_from_the_left_reaches_the_left_first(void **state) {
    for (int side = 0; side < 2; side++) {
        struct rig r = listening();
        DO(&r, WORLD_SOUND, sound, v->kind = WORLD_SOUND_KIND_NOISE, v->y_m = side ? -2 : 2, v->x_m = -0.04f,
           v->z_m = 0.068f, v->level_db = 75, v->seconds = 5);
        rig_run(&r, 0.5f);
        uint32_t frames = r.in.senses.sound[0].samples;
        assert_int_equal(r.in.senses.sound_count, 1);
        assert_in_range(frames, 500, 550);
        const int16_t *sound = (const int16_t *)(const void *)r.in.sound->bytes;
        float measured = lag(sound, frames, side ? 0 : 1, side ? 1 : 0), right = 0.030f / 343 * 15625;
        print_message("# %.1f samples, by geometry %.2f\n", (double)measured, (double)right);
        assert_true(m_abs(measured - right) < 0.15f);
        // No gap and no overlap between one delivery and the next.
        uint64_t next = r.in.senses.sound[0].time_us + (uint64_t)frames * 64;
        rig_tick(&r);
        assert_int_equal(r.in.senses.sound[0].time_us, next);
        DO(&r, WORLD_DEFECT, defect, strcpy(v->what, V), v->kind = WORLD_DEFECT_KIND_MICROPHONE_DEAD,
           v->which = 2);
        rig_tick(&r);
        sound = (const int16_t *)(const void *)r.in.sound->bytes;
        for (uint32_t k = 0; k < r.in.senses.sound[0].samples; k++) assert_int_equal(sound[k * 4 + 2], 0);
        rig_free(&r);
    }
}

static double loudness(struct rig *r) {
    double sum = 0;
    uint32_t frames = r->in.senses.sound_count ? r->in.senses.sound[0].samples : 0;
    const int16_t *sound = frames ? (const int16_t *)(const void *)r->in.sound->bytes : NULL;
    for (uint32_t k = 0; k < frames; k++) sum += (double)sound[k * 4] * sound[k * 4];
    return frames ? __builtin_sqrt(sum / frames) : 0;
}

static void a_robot_hears_its_motors_its_speaker_and_less_of_what_is_far(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    r.out.command.wants = BODY_WANT_SOUND;
    rig_run(&r, 0.2f);
    double quiet = loudness(&r);
    rig_wheels(&r, 0.15f, 0.15f);
    rig_run(&r, 0.5f);
    double driving = loudness(&r);
    rig_wheels(&r, 0, 0);
    rig_run(&r, 0.5f);
    assert_true(quiet < 10 && driving > 5 * quiet);
    double at[2];
    for (int i = 0; i < 2; i++) {
        DO(&r, WORLD_SOUND, sound, strcpy(v->name, "tone"), v->x_m = i ? 4 : 2, v->level_db = 80,
           v->seconds = 3);
        rig_run(&r, 0.5f);
        at[i] = loudness(&r);
        DO(&r, WORLD_QUIET, quiet, strcpy(v->what, "tone"));
        rig_run(&r, 0.2f);
    }
    assert_true(at[0] / at[1] > 1.7 && at[0] / at[1] < 2.3); // twice as far, half the pressure
    int16_t tone[4000];
    for (int i = 0; i < 4000; i++) tone[i] = (int16_t)(i % 32 < 16 ? 12000 : -12000);
    assert_int_equal(world_speak(r.world, r.robot, tone, 4000, 16000), 4000);
    rig_tick(&r), rig_tick(&r);
    assert_true(loudness(&r) > 20 * quiet);
    rig_run(&r, 0.5f);
    assert_true(loudness(&r) < 2 * quiet + 5);
    assert_int_equal(r.in.senses.speaker[0].played, 4000);
    rig_free(&r);
}

// ---------------------------------------------------------------------------------------- people and oracles

static void what_could_be_seen_and_heard_is_told(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, cubes);
    DO(&r, WORLD_PERSON, person, strcpy(v->name, "Ada"), v->x_m = 1, v->y_m = 0.1f, v->heading_deg = 180,
       v->height_m = 0.3f);
    r.out.command.wants = BODY_WANT_SIGHTS | BODY_WANT_HEARINGS;
    rig_run(&r, 3);
    rig_joint(&r, BODY_MOTOR_HEAD, 0, 0, 1);
    rig_run(&r, 1);
    rig_look(&r);
    uint32_t objects = 0, faces = 0;
    for (uint32_t i = 0; i < r.in.senses.sights_count; i++) {
        const struct body_sight *s = &r.in.senses.sights[i];
        objects += s->kind == BODY_SIGHT_KIND_OBJECT;
        if (s->kind == BODY_SIGHT_KIND_OBJECT && !strcmp(s->name, "one")) {
            assert_true(m_abs(s->at_m[0] - 0.3f) < 0.03f && m_abs(s->at_m[1]) < 0.02f);
            assert_true(s->corners_px[0][0] < s->corners_px[0][1] &&
                        s->corners_px[1][0] < s->corners_px[1][2]);
        }
        faces += s->kind == BODY_SIGHT_KIND_FACE;
    }
    assert_int_equal(objects, 2);
    rig_joint(&r, BODY_MOTOR_HEAD, 0.3f, 0, 2);
    rig_run(&r, 1);
    rig_look(&r);
    for (uint32_t i = faces = 0; i < r.in.senses.sights_count; i++)
        faces += r.in.senses.sights[i].kind == BODY_SIGHT_KIND_FACE;
    assert_int_equal(faces, 1);
    // A wall between, darkness, a turned head: nothing.
    DO(&r, WORLD_WALL, wall, strcpy(v->name, "screen"), v->x_m = 0.15f, v->height_m = 0.4f, v->length_m = 1);
    rig_look(&r);
    assert_int_equal(r.in.senses.sights_count, 0);
    DO(&r, WORLD_REMOVE, remove, strcpy(v->what, "screen"));
    rig_look(&r);
    assert_true(r.in.senses.sights_count >= 1);
    DO(&r, WORLD_LIGHT, light, v->lux = 0.1f);
    rig_look(&r);
    assert_int_equal(r.in.senses.sights_count, 0);
    assert_true(r.in.senses.look_count && r.in.senses.look[0].blind);
    rig_forget(&r);
    DO(&r, WORLD_WALK, walk, strcpy(v->who, "Ada"), v->x_m = 0, v->y_m = 1, v->heading_deg = -90);
    rig_run(&r, 3);
    DO(&r, WORLD_SAY, say, strcpy(v->who, "Ada"), strcpy(v->words, "hello little one"));
    rig_run(&r, 3);
    assert_int_equal(r.hearing_count, 1);
    assert_string_equal(r.hearings[0].words, "hello little one");
    assert_string_equal(r.hearings[0].who, "Ada");
    assert_true(m_abs(r.hearings[0].direction_rad - M_PI_F / 2) < 0.6f);
    assert_true(m_abs(r.hearings[0].level_db - 65) < 1); // a metre away
    DO(&r, WORLD_SAY, say, strcpy(v->who, "Ada"), strcpy(v->words, "whispered"), v->level_db = 28);
    rig_run(&r, 3);
    assert_int_equal(r.hearing_count, 1); // too low to be heard
    rig_free(&r);
}

// A person walks at the speed that was said, straight, and stands where she was sent to.
static void a_person_walks_there_in_her_time(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    DO(&r, WORLD_PERSON, person, strcpy(v->name, "Ada"), v->x_m = 1, v->y_m = 1);
    DO(&r, WORLD_WALK, walk, strcpy(v->who, "Ada"), v->x_m = 1, v->y_m = 2, v->speed_mps = 0.5f);
    const struct world_person_state *ada = &world_memory(r.world)->people[0];
    int64_t begun_us = world_now_us(r.world);
    for (int half = 1; half <= 5; half++) { // a metre in two seconds, then nothing more
        rig_run(&r, 0.5f);
        float seconds = (float)(world_now_us(r.world) - begun_us) * 1e-6f;
        float wanted = m_min(1 + 0.5f * seconds, 2);
        assert_true(m_abs(ada->at[0] - 1) < 0.001f && m_abs(ada->at[1] - wanted) < 0.01f);
    }
    assert_true(ada->at[1] == 2);
    rig_free(&r);
}

// How what is seen stands, as the seer's own axes have it.
static void a_sight_tells_how_it_is_turned(void **state) {
    // the robot's, the cube's
    static const float TURNS[][2] = {{0, 0}, {0, 30}, {20, 20}, {-15, 25}, {10, -30}};
    for (size_t i = 0; i < sizeof TURNS / sizeof *TURNS; i++) {
        struct world_config config = world_defaults();
        config.noise = false;
        struct world *w = world_new(&config);
        float heading = m_radians(TURNS[i][0]);
        struct fault fault = {0};
        struct world_message m = {.kind = WORLD_CUBE};
        world_cube_defaults(&m.cube);
        m.cube.x_m = 0.3f * m_cos(heading), m.cube.y_m = 0.3f * m_sin(heading);
        m.cube.heading_deg = TURNS[i][1];
        assert_int_equal(world_do(w, &m, &fault), ERR_NONE);
        uint32_t robot = world_add_robot(w, &vector_model, (struct pose2){{0, 0}, heading}, &fault);
        for (int k = 0; k < 200; k++) world_step(w);
        struct body_sight sights[16];
        assert_int_equal(world_sights(w, robot, sights, 16), 1);
        // w first, then x, y, z
        float half = m_radians(TURNS[i][1] - TURNS[i][0]) / 2, *turn = sights[0].turn;
        float wanted[] = {m_cos(half), 0, 0, m_sin(half)};
        for (int k = 0; k < 4; k++)
            if (!(m_abs(turn[k] - wanted[k]) < 0.01f))
                fail_msg("%zu: [%d] %g, not %g", i, k, (double)turn[k], (double)wanted[k]);
        world_free(w);
    }
}

static void pictures_come_when_wanted_and_show_what_the_oracle_sees(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, cubes);
    rig_run(&r, 3);
    rig_joint(&r, BODY_MOTOR_HEAD, 0, 0, 1);
    rig_run(&r, 1);
    assert_int_equal(r.in.senses.picture_count, 0);
    r.out.command.wants = BODY_WANT_PICTURE | BODY_WANT_SIGHTS;
    uint32_t pictures = 0;
    for (int i = 0; i < 31; i++) {
        rig_tick(&r);
        pictures += r.in.senses.picture_count;
    }
    assert_in_range(pictures, 10, 31);
    for (int i = 0; i < 60 && !(r.in.senses.picture_count && r.in.senses.sights_count); i++) rig_tick(&r);
    assert_int_equal(r.in.senses.picture_count, 1);
    const struct body_picture *p = &r.in.senses.picture[0];
    assert_int_equal(p->width, 640);
    assert_int_equal(p->height, 360);
    assert_non_null(r.in.picture);
    // Where the oracle says the marker's outline is, dark cells meet light ones.
    const struct body_sight *s = NULL;
    for (uint32_t i = 0; i < r.in.senses.sights_count; i++)
        if (!strcmp(r.in.senses.sights[i].name, "one")) s = &r.in.senses.sights[i];
    assert_non_null(s);
    float x0 = s->corners_px[0][0], x1 = s->corners_px[0][1], y0 = s->corners_px[1][0], cell = (x1 - x0) / 10;
    uint32_t dark = 0, light = 0;
    for (int k = 1; k < 9; k++) { // along the upper edge: just inside is outline, just outside is paper
        unsigned x = (unsigned)(x0 + (float)k * cell), in = (unsigned)(y0 + cell / 2),
                 out = (unsigned)(y0 - cell / 2);
        dark += r.in.picture->bytes[in * 640 + x] < 110;
        light += r.in.picture->bytes[out * 640 + x] > 110;
    }
    if (dark < 7 || light < 7) fail_msg("%u dark, %u light of 8", dark, light);
    rig_free(&r);
}

// The shutter rolls while the robot turns, so where a picture ends is not where it began.
static void a_turning_robots_camera_moves_while_its_rows_are_read(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    rig_run(&r, 3);
    struct lens_shot shot;
    sim_camera_shot(r.world, r.robot, &shot);
    assert_true(quat_angle(quat_between(shot.start.turn, shot.end.turn)) < 1e-3f);
    rig_wheels(&r, -0.05f, 0.05f);
    rig_run(&r, 1);
    sim_camera_shot(r.world, r.robot, &shot);
    struct pose before = world_camera(r.world, r.robot);
    for (int i = 0; i < 4; i++) world_step(r.world), body_step(r.body, world_now_us(r.world));
    struct pose after = world_camera(r.world, r.robot); // 20 ms later; the rows take 22
    float said = quat_angle(quat_between(shot.start.turn, shot.end.turn)) / 0.022f,
          was = quat_angle(quat_between(before.turn, after.turn)) / 0.020f;
    print_message("# %.1f degrees a second, by the shot %.1f\n", (double)m_degrees(was),
                  (double)m_degrees(said));
    assert_true(was > 0.5f && m_abs(said - was) < 0.1f * was);
    assert_true(vec3_length(vec3_sub(shot.end.at, after.at)) < 0.001f);
    rig_free(&r);
}

// ------------------------------------------------------------------------------------------------ refusals

static void nonsense_is_refused_and_changes_nothing(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, cubes);
    uint64_t before = world_hash(r.world);
    struct fault fault;
    struct world_message m;
#define REFUSED(verb_kind, member, ...)                                                                      \
    do {                                                                                                     \
        m = (struct world_message){.kind = verb_kind};                                                       \
        world_##member##_defaults(&m.member);                                                                \
        struct world_##member *v = &m.member;                                                                \
        __VA_ARGS__;                                                                                         \
        fault = (struct fault){0};                                                                           \
        if (!world_do(r.world, &m, &fault)) fail_msg("%s was taken", #__VA_ARGS__);                          \
        assert_true(fault.said[0]);                                                                          \
        assert_true(world_hash(r.world) == before);                                                          \
    } while (0)
    REFUSED(WORLD_CUBE, cube, v->x_m = 0.0f / 0.0f);
    REFUSED(WORLD_CUBE, cube, v->x_m = 1.0f / 0.0f);
    REFUSED(WORLD_CUBE, cube, v->x_m = 0.31f); // inside another
    REFUSED(WORLD_CUBE, cube, v->type = 7, v->x_m = 2);
    REFUSED(WORLD_CUBE, cube, strcpy(v->name, "one"), v->x_m = 2);
    REFUSED(WORLD_CUBE, cube, v->device = 0x11, v->x_m = 2);
    REFUSED(WORLD_WALL, wall, v->x_m = 0); // through the robot
    REFUSED(WORLD_BOX, box, v->mass_kg = -1, v->x_m = 2);
    REFUSED(WORLD_BOX, box, v->length_m = 0, v->x_m = 2);
    REFUSED(WORLD_POKE, poke, strcpy(v->what, "nobody"));
    REFUSED(WORLD_PICK_UP, pick_up, strcpy(v->what, "nobody"));
    REFUSED(WORLD_DROP, drop, strcpy(v->what, "vector"));
    REFUSED(WORLD_REMOVE, remove, strcpy(v->what, "vector"));
    REFUSED(WORLD_DEFECT, defect, strcpy(v->what, "vector"), v->kind = 200);
    REFUSED(WORLD_SOUND, sound, v->kind = WORLD_SOUND_KIND_WAVE, strcpy(v->wave, "/no/such.wav"));
    REFUSED(WORLD_SAY, say, strcpy(v->who, "nobody"));
    REFUSED(WORLD_PERSON, person, v->x_m = 1);
    REFUSED(WORLD_PERSON, person, strcpy(v->name, "\xff\xfe"));
    m = (struct world_message){.kind = WORLD_KIND_COUNT};
    assert_true(world_do(r.world, &m, NULL) != 0);
    rig_free(&r);
}

// A slot of somebody who went keeps nothing of him for who comes next.
static void who_comes_after_another_is_nobody_else(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    DO(&r, WORLD_PERSON, person, strcpy(v->name, "Ada"), v->x_m = 1);
    DO(&r, WORLD_LOOK, look, strcpy(v->who, "Ada"), strcpy(v->at, "vector"));
    DO(&r, WORLD_SAY, say, strcpy(v->who, "Ada"), strcpy(v->words, "hello"));
    assert_string_equal(world_memory(r.world)->people[0].words, "hello");
    DO(&r, WORLD_REMOVE, remove, strcpy(v->what, "Ada"));
    DO(&r, WORLD_PERSON, person, strcpy(v->name, "Bo"), v->x_m = 2, v->heading_deg = 90);
    const struct world_person_state *p = &world_memory(r.world)->people[0];
    assert_int_equal(world_memory(r.world)->people_count, 1);
    assert_string_equal(p->name, "Bo");
    assert_string_equal(p->words, "");
    assert_string_equal(p->looks_at, "");
    assert_true(p->says_since_us == 0 && p->says_until_us == 0);
    assert_true(p->at[0] == 2 && m_abs(p->heading - M_PI_F / 2) < 1e-6f);
    rig_free(&r);
}

static void there_is_room_for_32_cubes(void **state) {
    struct world_config config = world_defaults();
    struct world *w = world_new(&config);
    for (int i = 0; i < 33; i++) {
        struct world_message m = {.kind = WORLD_CUBE};
        struct fault fault = {0};
        world_cube_defaults(&m.cube);
        m.cube.x_m = 0.1f * (float)i;
        if (i < 32)
            assert_int_equal(world_do(w, &m, &fault), ERR_NONE);
        else
            assert_int_equal(world_do(w, &m, &fault), ERR_LIMIT);
    }
    assert_int_equal(world_memory(w)->cubes_count, 32);
    world_free(w);
}

// ------------------------------------------------------------------------------------------------ again

static void busy(struct rig *r) {
    cubes(r);
    charger(r);
    DO(r, WORLD_PERSON, person, strcpy(v->name, "Ada"), v->x_m = 1, v->y_m = 0.1f, v->heading_deg = 180,
       v->height_m = 0.3f);
}

static void stir(struct rig *r, int tick) {
    r->out.command.wants =
        BODY_WANT_IMU | BODY_WANT_SOUND | BODY_WANT_SIGHTS | BODY_WANT_HEARINGS | BODY_WANT_RADIO;
    if (tick == 100) rig_wheels(r, 0.1f, 0.08f);
    if (tick == 130) DO(r, WORLD_PICK_UP, pick_up, strcpy(v->what, "two"));
    if (tick == 160) DO(r, WORLD_SAY, say, strcpy(v->who, "Ada"), strcpy(v->words, "what now?"));
    if (tick == 170) DO(r, WORLD_SHAKE, shake, strcpy(v->what, "two"));
    if (tick == 200) DO(r, WORLD_POKE, poke, strcpy(v->what, "vector"), v->direction_deg = 30);
    if (tick == 220)
        DO(r, WORLD_SOUND, sound, strcpy(v->name, "song"), v->kind = WORLD_SOUND_KIND_MUSIC, v->y_m = 1,
           v->seconds = 0);
    if (tick == 240) DO(r, WORLD_DROP, drop, strcpy(v->what, "two"));
    if (tick == 260) rig_wheels(r, -0.1f, 0.1f);
}

static void the_same_world_again_and_another_with_another_seed(void **state) {
    uint64_t hashes[3][300];
    for (int run = 0; run < 3; run++) {
        struct world_config config = world_defaults();
        config.seed = run == 2 ? 9 : 4;
        struct rig r = rig_new(config, &vector_model, 0, 0, 0, busy);
        for (int i = 0; i < 300; i++) {
            stir(&r, i);
            rig_tick(&r);
            uint64_t senses = border_senses_hash(&r.in);
            hashes[run][i] = world_hash(r.world) ^ senses;
        }
        rig_free(&r);
    }
    for (int i = 0; i < 300; i++)
        if (hashes[0][i] != hashes[1][i]) fail_msg("another world since tick %d", i);
    assert_true(hashes[0][299] != hashes[2][299]);
}

static void looking_changes_nothing(void **state) {
    uint64_t hashes[2];
    for (int look = 0; look < 2; look++) {
        struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, busy);
        static struct world_snapshot shot;
        static struct body_pins pins;
        struct body_sight sights[16];
        for (int i = 0; i < 200; i++) {
            rig_tick(&r);
            if (!look) continue;
            world_snapshot(r.world, &shot);
            world_pins(r.world, r.robot, &pins);
            world_sights(r.world, r.robot, sights, 16);
        }
        hashes[look] = world_hash(r.world);
        rig_free(&r);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void saved_restored_and_copied_worlds_go_on_alike(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, busy);
    for (int i = 0; i < 210; i++) stir(&r, i), rig_tick(&r);
    struct writer measure = writer_of(NULL, 0);
    world_save(r.world, &measure);
    uint8_t *bytes = malloc(measure.need);
    struct writer out = writer_of(bytes, measure.need);
    assert_int_equal(world_save(r.world, &out), 0);
    struct world_config config = world_defaults();
    struct world *again = world_new(&config), *copy = world_new(&config);
    struct reader in = reader_of(bytes, writer_len(&out));
    struct fault fault = {0};
    if (world_restore(again, &in, &fault)) fault_print(&fault, stderr), fail();
    assert_int_equal(world_copy(copy, r.world), 0);
    assert_true(world_hash(again) == world_hash(r.world) && world_hash(copy) == world_hash(r.world));
    for (int i = 0; i < 500; i++) {
        world_step(r.world), world_step(again), world_step(copy);
        if (world_hash(again) != world_hash(r.world)) fail_msg("the restored world parts at step %d", i);
        if (world_hash(copy) != world_hash(r.world)) fail_msg("the copied world parts at step %d", i);
    }
    // Cut short or damaged: refused, and nothing has changed.
    uint64_t before = world_hash(again);
    for (size_t cut = 0; cut < writer_len(&out); cut += 97) {
        in = reader_of(bytes, cut);
        fault = (struct fault){0};
        assert_true(world_restore(again, &in, &fault) != 0 && fault.said[0]);
        assert_true(world_hash(again) == before);
    }
    // A number that is none, in the middle of it (the light, behind mark, step, seed and noise).
    memcpy(bytes + 21, (uint8_t[]){0, 0, 0xc0, 0x7f}, 4);
    in = reader_of(bytes, writer_len(&out));
    assert_int_equal(world_restore(again, &in, NULL), ERR_RANGE);
    assert_true(world_hash(again) == before);
    free(bytes);
    world_free(again), world_free(copy);
    rig_free(&r);
}

TESTS(cmocka_unit_test(cubes_advertise_connect_stream_and_tell_what_happens_to_them),
      cmocka_unit_test(cube_lights_turn_and_fade),
      cmocka_unit_test(it_backs_onto_its_charger_and_the_ramp_is_felt),
      cmocka_unit_test(a_cell_drains_dies_and_charges_through_its_phases),
      cmocka_unit_test(an_old_cell_and_a_stalled_tread_make_a_brown_out),
      cmocka_unit_test(sound_from_the_left_reaches_the_left_first),
      cmocka_unit_test(the_delay_is_that_of_the_way), cmocka_unit_test(a_tone_arrives_as_a_tone),
      cmocka_unit_test(a_robot_hears_its_motors_its_speaker_and_less_of_what_is_far),
      cmocka_unit_test(what_could_be_seen_and_heard_is_told),
      cmocka_unit_test(a_turning_robots_camera_moves_while_its_rows_are_read),
      cmocka_unit_test(pictures_come_when_wanted_and_show_what_the_oracle_sees),
      cmocka_unit_test(a_sight_tells_how_it_is_turned), cmocka_unit_test(a_person_walks_there_in_her_time),
      cmocka_unit_test(who_comes_after_another_is_nobody_else), cmocka_unit_test(there_is_room_for_32_cubes),
      cmocka_unit_test(nonsense_is_refused_and_changes_nothing),
      cmocka_unit_test(the_same_world_again_and_another_with_another_seed),
      cmocka_unit_test(looking_changes_nothing),
      cmocka_unit_test(saved_restored_and_copied_worlds_go_on_alike))
