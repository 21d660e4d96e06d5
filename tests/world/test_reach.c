// Neck, head and tail of a Pleo against what is there: joints stand, motors stall, loose things give way.
#include "den.h"

#include "world/shape/limb.h"

enum { TAIL_ACROSS = 9, NECK_ACROSS = 11, NECK_UP = 12, TORSO = 8 };

static struct pose nose(const struct den *d) {
    float joints[16];
    for (int i = 0; i < 16; i++) joints[i] = first(d)->motors[i].angle;
    struct world_truth t;
    world_truth(d->world, 1, &t);
    return pose_times(t.pose, neck_nose(&PLEO_NECK, joints));
}

static void wall(struct den *d, float x, float y, float heading, const char *name) {
    TO(d, WORLD_WALL, wall, strcpy(v->name, name), v->x_m = x, v->y_m = y, v->heading_deg = heading,
       v->height_m = 0.4f, v->length_m = 0.3f, v->thickness_m = 0.02f);
}
static void away(struct den *d, const char *name) { TO(d, WORLD_REMOVE, remove, strcpy(v->what, name)); }

static void a_head_does_not_turn_through_a_wall(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    float x = nose(&d).at.x;
    aim(&d, NECK_ACROSS, -40, 3); // left, where nothing is
    assert_true(m_abs(m_degrees(angle(&d, NECK_ACROSS)) + 40) < 2);
    aim(&d, NECK_ACROSS, 0, 3);
    den_run(&d, 1);
    int rest_ma = now(&d, RAW_CURRENT);
    wall(&d, x - 0.02f, 0.065f, 90, "wall");
    den_forget(&d);
    aim(&d, NECK_ACROSS, -40, 3);
    float stands = m_degrees(angle(&d, NECK_ACROSS));
    struct pose at = nose(&d);
    print_message("# stands at %.1f degrees, its nose at y %.3f; %d mA more\n", (double)stands,
                  (double)at.at.y, d.most[0][RAW_CURRENT] - rest_ma);
    assert_true(stands < -2 && stands > -25 && at.at.y < 0.055f);
    assert_true(d.most[0][RAW_CURRENT] > rest_ma + 500); // a stall costs what a motor takes
    assert_int_equal(d.pins[0].motors[NECK_ACROSS].moved, 0);
    aim(&d, NECK_ACROSS, 30, 3); // the other way is free
    assert_true(m_abs(m_degrees(angle(&d, NECK_ACROSS)) - 30) < 2);
    aim(&d, TORSO, -20, 3), aim(&d, NECK_ACROSS, 0, 2); // its trunk's turning runs into it, too
    assert_true(nose(&d).at.y < 0.07f);
    aim(&d, TORSO, 0, 3);
    away(&d, "wall");
    aim(&d, NECK_ACROSS, -40, 3);
    assert_true(m_abs(m_degrees(angle(&d, NECK_ACROSS)) + 40) < 2);
    world_free(d.world);
}

static void it_lays_its_head_on_what_is_below(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    struct pose n = nose(&d);
    aim(&d, NECK_UP, -40, 3);
    float low = nose(&d).at.z;
    aim(&d, NECK_UP, 0, 3);
    float top = (low + n.at.z) / 2 - 0.0275f;
    TO(&d, WORLD_TABLE, table, strcpy(v->name, "bench"), v->x_m = n.at.x + 0.02f, v->z_m = top,
       v->length_m = 0.14f, v->width_m = 0.2f, v->thickness_m = 0.02f);
    aim(&d, NECK_UP, -40, 3);
    print_message("# free its nose comes to %.3f, on the bench of %.3f to %.3f\n", (double)low, (double)top,
                  (double)nose(&d).at.z);
    assert_true(nose(&d).at.z > low + 0.01f && m_degrees(angle(&d, NECK_UP)) > -38);
    aim(&d, NECK_UP, 10, 3);
    assert_true(m_abs(m_degrees(angle(&d, NECK_UP)) - 10) < 2);
    world_free(d.world);
}

static void a_tail_knocks_against_what_stands_there(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    aim(&d, TAIL_ACROSS, 50, 3);
    float free_to = m_degrees(angle(&d, TAIL_ACROSS));
    aim(&d, TAIL_ACROSS, 0, 3);
    for (int side = -1; side <= 1; side += 2) { // to the right and to the left
        wall(&d, -0.32f, 0.06f * (float)side, 90, "wall");
        float to = free_to * (float)side;
        aim(&d, TAIL_ACROSS, to, 3);
        float a = m_degrees(angle(&d, TAIL_ACROSS));
        aim(&d, TAIL_ACROSS, -to, 3);
        float b = m_degrees(angle(&d, TAIL_ACROSS));
        print_message("# %.0f degrees: %.1f; the other way %.1f\n", (double)to, (double)a, (double)b);
        float stuck = m_abs(a) < m_abs(b) ? a : b, went = m_abs(a) < m_abs(b) ? b : a;
        assert_true(m_abs(stuck) < 0.8f * free_to && m_abs(stuck) > 4 && m_abs(went) > 0.95f * free_to);
        away(&d, "wall");
        aim(&d, TAIL_ACROSS, 0, 3);
    }
    world_free(d.world);
}

static void a_loose_thing_is_pushed_aside(void **state) {
    struct den d;
    den_begin(&d, false, 0, 0);
    struct pose n = nose(&d);
    TO(&d, WORLD_BOX, box, strcpy(v->name, "tower"), v->x_m = n.at.x - 0.02f, v->y_m = 0.08f,
       v->length_m = 0.06f, v->width_m = 0.06f, v->height_m = n.at.z + 0.02f, v->mass_kg = 0.08f);
    den_run(&d, 0.5f);
    struct pose before, after;
    world_where(d.world, "tower", &before);
    aim(&d, NECK_ACROSS, -45, 4);
    world_where(d.world, "tower", &after);
    float way = vec3_length(vec3_sub(after.at, before.at));
    print_message("# pushed by %.0f mm; the neck at %.1f degrees\n", (double)way * 1000,
                  (double)m_degrees(angle(&d, NECK_ACROSS)));
    assert_true(way > 0.01f && m_degrees(angle(&d, NECK_ACROSS)) < -35);
    world_free(d.world);
}

// Thinner than anything else there: two millimetres, against the long sides of head and neck and the tail,
// from both sides, wherever along them it stands.
static void a_thin_post_stops_it_wherever_it_stands(void **state) {
    static const struct {
        uint8_t joint;
        float from_x, to_x, aside; // where posts stand, to the right and to the left
        float turns_deg;
    } ROWS[] = {{NECK_ACROSS, 0.165f, 0.285f, 0.06f, 40}, {TAIL_ACROSS, -0.18f, -0.25f, 0.05f, 50}};
    struct den d;
    den_begin(&d, false, 0, 0);
    uint32_t tried = 0;
    for (size_t row = 0; row < 2; row++)
        for (int side = -1; side <= 1; side += 2)
            for (int i = 0; i < 7; i++) {
                float x = ROWS[row].from_x + (ROWS[row].to_x - ROWS[row].from_x) * (float)i / 6;
                TO(&d, WORLD_WALL, wall, strcpy(v->name, "post"), v->x_m = x,
                   v->y_m = ROWS[row].aside * (float)side, v->height_m = 0.4f, v->length_m = 0.002f,
                   v->thickness_m = 0.002f);
                float most = 0, least = 0;
                for (int way = -1; way <= 1;
                     way += 2) { // a neck turns to the right, a tail as its own way is
                    aim(&d, ROWS[row].joint, ROWS[row].turns_deg * (float)way, 2.5f);
                    float at = m_degrees(angle(&d, ROWS[row].joint));
                    most = m_max(most, at), least = m_min(least, at);
                    aim(&d, ROWS[row].joint, 0, 2.5f);
                }
                float stopped = m_min(most, -least), went = m_max(most, -least);
                if (stopped > 0.9f * ROWS[row].turns_deg || went < 0.95f * ROWS[row].turns_deg)
                    fail_msg("a post at %.3f on side %.0f lets joint %d go from %.1f to %.1f degrees",
                             (double)x, (double)side, ROWS[row].joint, (double)least, (double)most);
                away(&d, "post");
                tried++;
            }
    assert_int_equal(tried, 28);
    world_free(d.world);
}

static void two_heads_do_not_pass_through_each_other(void **state) {
    struct den d;
    den_begin(&d, false, 0.46f, M_PI_F);
    // The other one holds its head aside: on that side this one's is stopped.
    TO(&d, WORLD_BEND, bend, strcpy(v->what, "pleo2"), v->joint = NECK_ACROSS, v->angle_deg = 50,
       v->seconds = 40);
    den_run(&d, 21);
    aim(&d, NECK_ACROSS, 50, 4);
    float right = m_degrees(angle(&d, NECK_ACROSS));
    aim(&d, NECK_ACROSS, -50, 4);
    float left = m_degrees(angle(&d, NECK_ACROSS));
    print_message("# to the right %.1f degrees, to the left %.1f\n", (double)right, (double)left);
    assert_true(m_max(right, -left) > 48 && m_min(right, -left) < 40);
    world_free(d.world);
}

static void the_border_says_that_it_stalls(void **state) {
    struct world_config config = world_defaults();
    struct rig r = rig_new(config, &pleo_model, 0, 0, 0, NULL);
    rig_run(&r, 1);
    DO(&r, WORLD_WALL, wall, strcpy(v->name, "wall"), v->x_m = 0.27f, v->y_m = 0.065f, v->heading_deg = 90,
       v->height_m = 0.4f, v->length_m = 0.3f, v->thickness_m = 0.02f);
    rig_joint(&r, NECK_ACROSS, m_radians(-40), 0, 3);
    rig_forget(&r);
    float load = 0;
    for (int i = 0; i < 60; i++) rig_tick(&r), load = m_max(load, r.in.senses.joints[NECK_ACROSS].load);
    assert_true(r.status_ever & BODY_STATUS_MOTORS_STALLED && load > 0.5f);
    for (int i = 0; i < 300; i++) rig_tick(&r);
    assert_true(r.in.senses.joints[NECK_ACROSS].load < 0.2f); // it is held, and does not burn
    assert_false(world_memory(r.world)->robots[0].motors[NECK_ACROSS].burnt);
    DO(&r, WORLD_REMOVE, remove, strcpy(v->what, "wall"));
    rig_joint(&r, NECK_ACROSS, m_radians(-35), 0, 4);
    rig_run(&r, 4);
    assert_true(m_abs(r.in.senses.joints[NECK_ACROSS].angle_rad - m_radians(-35)) < 0.04f);
    assert_false(r.status_now & BODY_STATUS_MOTORS_STALLED);
    rig_free(&r);
}

TESTS(cmocka_unit_test(a_head_does_not_turn_through_a_wall),
      cmocka_unit_test(it_lays_its_head_on_what_is_below),
      cmocka_unit_test(a_tail_knocks_against_what_stands_there),
      cmocka_unit_test(a_loose_thing_is_pushed_aside),
      cmocka_unit_test(a_thin_post_stops_it_wherever_it_stands),
      cmocka_unit_test(two_heads_do_not_pass_through_each_other),
      cmocka_unit_test(the_border_says_that_it_stalls))
