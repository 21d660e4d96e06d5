// What a body feels, from made-up senses: each small sense by itself, at its limits.
#include "support/support.h"

#include "base/maths/chance.h"
#include "border/cell.h"
#include "sense/feel/feel.h"

#include <string.h>

enum { TICK_US = 33000 };

struct world {
    struct body_senses s;
    struct feel_config config;
    uint32_t n;
};

static struct world at_rest(void) {
    struct world w = {.config = feel_defaults()};
    w.s = (struct body_senses){.time_us = 1000000,
                               .attitude = BODY_ATTITUDE_ON_TREADS,
                               .status = BODY_STATUS_HEAD_KNOWN | BODY_STATUS_LIFT_KNOWN,
                               .motion_count = 1,
                               .touches_count = 1,
                               .joints_count = 4,
                               .cliffs_count = 4,
                               .power_count = 1};
    w.s.touches[0].raw = 4500;
    w.s.power[0].battery_v = 3.9f;
    for (int i = 0; i < 4; i++) w.s.cliffs[i] = 0.5f;
    return w;
}

static void tick(struct world *w) { w->s.time_us += TICK_US, w->n++; }

// ------------------------------------------------------------------------------------------------ touch

// So many seconds with a hand that adds so much: what was told.
static uint32_t pass(struct world *w, struct touch *t, float seconds, float more, float noise) {
    uint32_t told = 0;
    for (float at = 0; at < seconds; at += TICK_US * 1e-6f) {
        tick(w);
        struct chance dice = chance_of(1, chance_stream("skin"), w->n);
        w->s.touches[0].raw = (uint16_t)(4500 + more + chance_normal(&dice, 0, noise));
        touch_step(t, &w->config.touch, &w->s);
        told |= t->told;
    }
    return told;
}

static void a_touch_begins_and_ends(void **state) {
    struct world w = at_rest();
    struct touch t = {0};
    assert_int_equal(pass(&w, &t, 40, 0, 12), 0);
    assert_true(m_abs(touch_on_counts(&t, &w.config.touch) - 280) < 1); // 4 % of 7000: more than the noise
    assert_int_equal(pass(&w, &t, 5, 250, 12), 0);
    assert_int_equal(pass(&w, &t, 0.033f, 400, 0), 0); // a moment is nothing
    assert_int_equal(pass(&w, &t, 1, 0, 12), 0);
    assert_int_equal(pass(&w, &t, 0.3f, 400, 12), TOUCH_BEGAN);
    assert_int_equal(pass(&w, &t, 0.2f, 200, 12), 0); // strokes come and go: not below half
    assert_true(t.touched);
    assert_int_equal(pass(&w, &t, 0.12f, 0, 12), 0);
    assert_int_equal(pass(&w, &t, 0.2f, 0, 12), TOUCH_ENDED);
    assert_false(t.touched);
}

static void noise_raises_what_counts(void **state) {
    struct world w = at_rest();
    struct touch t = {0};
    w.config.touch.span_counts = 1000; // 40 counts: the noise decides
    assert_int_equal(pass(&w, &t, 60, 0, 12), 0);
    assert_in_range((int)touch_on_counts(&t, &w.config.touch), 45, 80);
    w.config.touch.sigmas = 1;
    assert_int_equal((int)touch_on_counts(&t, &w.config.touch), 40);
}

static void strokes_are_petting(void **state) {
    struct world w = at_rest();
    struct touch t = {0};
    pass(&w, &t, 5, 0, 5);
    uint32_t told = 0;
    for (int stroke = 0; stroke < 3; stroke++)
        told |= pass(&w, &t, 0.4f, 500, 5), assert_false(stroke < 1 && told & TOUCH_PETTED),
            told |= pass(&w, &t, 0.5f, 0, 5);
    assert_int_equal(told, TOUCH_BEGAN | TOUCH_ENDED | TOUCH_PETTED);
    assert_int_equal(pass(&w, &t, 0.8f, 0, 5), 0);
    assert_int_equal(pass(&w, &t, 1.5f, 0, 5), TOUCH_LEFT);
    assert_false(t.petted);
    // Short touches with long pauses are none.
    for (int stroke = 0; stroke < 5; stroke++)
        assert_false(pass(&w, &t, 0.5f, 500, 5) & TOUCH_PETTED), pass(&w, &t, 2, 0, 5);
}

static void drift_and_places_are_no_hand(void **state) {
    struct world w = at_rest();
    struct touch t = {0};
    pass(&w, &t, 60, 0, 12);
    for (int i = 1; i <= 300; i++)
        assert_int_equal(pass(&w, &t, 1, (float)i * 1.5f, 12), 0); // 450 counts in five minutes
    w.s.status |= BODY_STATUS_PICKED_UP;
    assert_int_equal(pass(&w, &t, 2, 450 + 270, 12), 0); // 270 more in a hand
    assert_int_equal(pass(&w, &t, 0.5f, 450 + 270 + 400, 12), TOUCH_BEGAN);
    assert_int_equal(pass(&w, &t, 1, 450 + 270, 12), TOUCH_ENDED);
    w.s.status &= (uint32_t)~BODY_STATUS_PICKED_UP;
    assert_int_equal(pass(&w, &t, 2, 450, 12), 0);
    assert_int_equal(pass(&w, &t, 0.5f, 450 + 400, 12), TOUCH_BEGAN); // and it is as sensitive as before
}

static void what_never_ends_is_no_hand(void **state) {
    struct world w = at_rest();
    struct touch t = {0};
    pass(&w, &t, 5, 0, 12);
    assert_int_equal(pass(&w, &t, 59, 600, 12), TOUCH_BEGAN | TOUCH_PETTED);
    assert_int_equal(pass(&w, &t, 30, 600, 12) & ~TOUCH_BEGAN, TOUCH_ENDED | TOUCH_LEFT);
    assert_false(t.touched);
    assert_int_equal(pass(&w, &t, 0.5f, 1200, 12), TOUCH_BEGAN);
    struct touch before = t;
    w.s.touches_count = 0, tick(&w), touch_step(&t, &w.config.touch, &w.s); // no news of it
    assert_true(t.touched && !t.told);
    w.s.touches_count = 1, w.s.touches[0].raw = 0, tick(&w), touch_step(&t, &w.config.touch, &w.s); // dead
    assert_true(t.touched && t.baseline == before.baseline);
}

// ------------------------------------------------------------------------------------------------ button

// Presses and pauses in ms, ended by 0: what was told, a letter each.
static const char *press(const struct button_config *c, const int *ms) {
    static char told[32];
    struct world w = at_rest();
    struct button b = {0};
    uint64_t until = w.s.time_us;
    uint32_t count = 0;
    bool down = false;
    for (int i = 0; i == 0 || ms[i - 1]; i++) {
        down = ms[i] ? !down : false;
        until += (uint64_t)(ms[i] ? ms[i] : 3000) * 1000;
        while (w.s.time_us + TICK_US <= until) {
            tick(&w);
            w.s.status = down ? BODY_STATUS_BUTTON : 0;
            enum button_told is = button_step(&b, c, &w.s);
            if (is) told[count++] = "-sdl"[is];
        }
    }
    told[count] = 0;
    return told;
}

static void presses_are_told_apart(void **state) {
    struct button_config c = feel_defaults().button;
    assert_string_equal(press(&c, (int[]){100, 0}), "s");
    assert_string_equal(press(&c, (int[]){100, 200, 100, 0}), "d");
    assert_string_equal(press(&c, (int[]){100, 700, 100, 0}), "ss");
    assert_string_equal(press(&c, (int[]){100, 200, 100, 200, 100, 0}), "ds");
    assert_string_equal(press(&c, (int[]){1500, 0}), "l");
    assert_string_equal(press(&c, (int[]){1500, 200, 100, 0}), "ls");
    assert_string_equal(press(&c, (int[]){100, 200, 5000, 0}), "d"); // the second is held
    c.double_ms = 1000, c.long_ms = 300;
    assert_string_equal(press(&c, (int[]){100, 700, 100, 0}), "d");
    assert_string_equal(press(&c, (int[]){500, 0}), "l");
}

// ------------------------------------------------------------------------------------------------ palm

static bool palm_for(struct world *w, struct palm *p, float seconds, float pitch_deg, float roll_deg) {
    bool changed = false;
    w->s.motion[0].pitch_rad = m_radians(pitch_deg), w->s.motion[0].roll_rad = m_radians(roll_deg);
    for (float at = 0; at < seconds; at += TICK_US * 1e-6f)
        tick(w), changed |= palm_step(p, &w->config.palm, &w->s);
    return changed;
}

static void a_palm_keeps_it_level(void **state) {
    struct world w = at_rest();
    struct palm p = {0};
    assert_false(palm_for(&w, &p, 2, 0, 0)); // it stands on the floor
    w.s.status |= BODY_STATUS_PICKED_UP;
    assert_false(palm_for(&w, &p, 2, 31, 0));
    assert_false(palm_for(&w, &p, 2, 22, 22)); // 30.7 degrees in all
    assert_false(palm_for(&w, &p, 0.45f, 29, 0));
    assert_true(palm_for(&w, &p, 0.15f, 29, 0) && p.on);
    assert_false(palm_for(&w, &p, 0.4f, 50, 0)); // a moment
    assert_false(palm_for(&w, &p, 0.4f, 0, 0));
    assert_true(palm_for(&w, &p, 0.7f, 50, 0) && !p.on);
    assert_true(palm_for(&w, &p, 0.7f, 0, 10) && p.on);
    w.s.status |= BODY_STATUS_FALLING;
    assert_true(palm_for(&w, &p, 0.033f, 0, 10) && !p.on);
}

// ------------------------------------------------------------------------------------------------ floor

static uint32_t see(struct world *w, struct edges *e, int ticks, const float light[4]) {
    uint32_t told = 0;
    memcpy(w->s.cliffs, light, 4 * sizeof *light);
    while (ticks--) tick(w), edges_step(e, &w->config.edges, &w->s, &vector_model), told |= e->told;
    return told;
}

static void a_line_is_no_edge(void **state) {
    struct world w = at_rest();
    struct edges e = {0};
    const float floor[] = {0.5f, 0.5f, 0.4f, 0.5f}, line[] = {0.56f, 0.5f, 0.4f, 0.5f},
                dark[] = {0.5f, 0.5f, 0.2f, 0.5f}, edge[] = {0.01f, 0.12f, 0.4f, 0.5f};
    assert_int_equal(see(&w, &e, 29, dark), 0); // it does not know the floor yet
    e = (struct edges){0};
    assert_int_equal(see(&w, &e, 60, floor), 0);
    assert_int_equal(see(&w, &e, 2, line), EDGES_LINE);
    assert_int_equal(e.lines, 1u << BODY_CLIFF_FRONT_LEFT);
    assert_int_equal(see(&w, &e, 3, floor), 0); // not over yet
    assert_int_equal(see(&w, &e, 5, floor), EDGES_LINE_GONE);
    assert_int_equal(see(&w, &e, 2, dark), EDGES_LINE);
    assert_int_equal(e.lines, 1u << BODY_CLIFF_BACK_LEFT);
    see(&w, &e, 20, floor);
    assert_int_equal(see(&w, &e, 5, edge), 0);
    assert_int_equal(e.gone, 1u << BODY_CLIFF_FRONT_LEFT | 1u << BODY_CLIFF_FRONT_RIGHT);
    float usual = e.usual[0];
    see(&w, &e, 300, edge); // an edge is never the usual
    assert_true(e.usual[0] == usual && e.gone);
    w.s.status |= BODY_STATUS_PICKED_UP;
    see(&w, &e, 2, edge);
    assert_false(e.gone || e.lines || e.seen);
    w.s.status = 0, w.s.motion[0].roll_rad = 0.2f;
    see(&w, &e, 2, edge);
    assert_false(e.gone || e.seen);
    w.s.motion[0].roll_rad = 0;
    const float odd[] = {M_NAN, 0.5f, 0.4f, 0.5f};
    see(&w, &e, 5, odd);
    assert_true(e.usual[0] == usual && !e.seen);
}

// ------------------------------------------------------------------------------------------------ hands

static uint32_t turn(struct world *w, struct hands *h, float seconds, float radps, uint32_t meant,
                     uint32_t *rests) {
    uint32_t told = 0;
    struct body_joint *head = &w->s.joints[BODY_MOTOR_HEAD];
    *rests = 0;
    for (float at = 0; at < seconds; at += TICK_US * 1e-6f) {
        tick(w);
        head->angle_rad += radps * TICK_US * 1e-6f, head->speed_radps = radps;
        hands_step(h, &w->config.hands, &w->s, meant);
        told |= h->told, *rests |= h->rests;
    }
    return told;
}

static void a_hand_at_its_head_is_felt(void **state) {
    enum { HEAD = 1u << BODY_MOTOR_HEAD };
    struct world w = at_rest();
    struct hands h = {0};
    uint32_t rests;
    assert_int_equal(turn(&w, &h, 2, 0, 0, &rests), 0);
    assert_int_equal(turn(&w, &h, 1, 0.3f, HEAD, &rests), 0); // it turns by itself
    assert_int_equal(turn(&w, &h, 0.3f, 0.2f, 0, &rests), 0); // and comes to rest
    assert_int_equal(turn(&w, &h, 2, 0, 0, &rests), 0);
    assert_int_equal(turn(&w, &h, 0.2f, 0.2f, 0, &rests), 0); // 2.3 degrees
    assert_int_equal(turn(&w, &h, 0.5f, 0.2f, 0, &rests), HEAD);
    assert_int_equal(rests, 0);
    assert_int_equal(turn(&w, &h, 2, 0.2f, 0, &rests) | rests, 0); // told once
    assert_int_equal(turn(&w, &h, 1, 0, 0, &rests), 0);
    assert_int_equal(rests, HEAD);
    w.s.status |= BODY_STATUS_HEAD_TURNED; // an encoder that sleeps tells no angle
    assert_int_equal(turn(&w, &h, 0.1f, 0, 0, &rests), HEAD);
    w.s.status = BODY_STATUS_HEAD_KNOWN | BODY_STATUS_FALLING;
    turn(&w, &h, 1, 0, 0, &rests);
    assert_int_equal(turn(&w, &h, 1, 2, 0, &rests), 0); // it falls
    w.s.status = 0;
    assert_int_equal(turn(&w, &h, 3, 2, 0, &rests), 0); // it does not know where its head is
}

// ------------------------------------------------------------------------------------------------ energy

static void its_battery_is_estimated(void **state) {
    for (float charge = 0; charge <= 1; charge += 0.01f)
        assert_true(m_abs(cell_charge(cell_rest_v(charge)) - charge) < 0.001f);
    assert_true(cell_charge(5) == 1 && cell_charge(1) == 0);
    struct world w = at_rest();
    struct energy e = {0};
    assert_true(energy_play_s(&e) == 0);
    const float lasts_s = 1800; // of a full battery; longer than that is believed at first
    float charge = 0.9f;
    for (int i = 0; charge > 0.3f; i++) {
        tick(&w);
        charge -= TICK_US * 1e-6f / lasts_s;
        w.s.power[0].battery_v = cell_rest_v(charge) - 0.036f;
        energy_step(&e, &w.config.energy, &w.s);
        if (!i) assert_true(m_abs(energy_play_s(&e) - 0.9f * 2700) < 10);
    }
    assert_true(m_abs(e.charge - charge) < 0.02f);
    assert_true(m_abs(energy_play_s(&e) - charge * lasts_s) < 30);
    assert_true(energy_full_s(&e, &w.config.energy) == 0);
    w.s.status |= BODY_STATUS_CHARGING;
    w.s.power[0].battery_v = cell_rest_v(charge) + 0.1f;
    for (int i = 0; i < 100; i++) tick(&w), energy_step(&e, &w.config.energy, &w.s);
    assert_true(m_abs(e.charge - charge) < 0.03f);
    assert_true(m_abs(energy_full_s(&e, &w.config.energy) - (1 - charge) * 1800) < 60);
    w.s.power[0].battery_v = M_NAN;
    tick(&w), energy_step(&e, &w.config.energy, &w.s);
    assert_true(m_finite(e.charge));
    e = (struct energy){0}, w.s.status &= ~(uint32_t)BODY_STATUS_CHARGING;
    for (int i = 0; i < 30; i++) { // what it reads while it wakes says nothing
        w.s.power[0].battery_v = cell_rest_v(i ? 0.5f : 0.05f) - 0.036f;
        tick(&w), energy_step(&e, &w.config.energy, &w.s);
    }
    assert_true(m_abs(e.charge - 0.5f) < 0.02f);
}

// ------------------------------------------------------------------------------------------------ saving

static bool saves(struct world *w, struct saving *v, float seconds, bool rests) {
    bool is = false;
    for (float at = 0; at < seconds; at += TICK_US * 1e-6f)
        tick(w), is = saving_step(v, &w->config.saving, &w->s, rests);
    return is;
}

static void sensors_sleep_while_it_rests(void **state) {
    struct world w = at_rest();
    struct saving v = {0};
    assert_false(saves(&w, &v, 60, false));
    assert_false(saves(&w, &v, 4.8f, true));
    assert_true(saves(&w, &v, 0.6f, true));
    assert_false(saves(&w, &v, 0.033f, false)); // at once
    assert_true(saves(&w, &v, 6, true));
    w.s.status = BODY_STATUS_POKED;
    assert_false(saves(&w, &v, 0.033f, true));
    w.s.status = 0;
    assert_false(saves(&w, &v, 4.5f, true));
    w.config.saving.on = false;
    assert_false(saves(&w, &v, 60, true));
}

// ------------------------------------------------------------------------------------------------ pushing

static bool in_vain(struct world *w, struct push *p, int ticks, float mps, float load) {
    w->s.motion[0].left_mps = w->s.motion[0].right_mps = mps;
    w->s.joints[BODY_MOTOR_LEFT].load = w->s.joints[BODY_MOTOR_RIGHT].load = load;
    while (ticks--) tick(w), push_step(p, &w->config.push, &w->s, &vector_model);
    return p->in_vain;
}

static void treads_that_turn_in_vain_are_found(void **state) {
    struct world w = at_rest();
    struct push p = {0};
    assert_false(in_vain(&w, &p, 60, 0.1f, 0.42f));  // as the simulated treads do
    assert_false(in_vain(&w, &p, 60, -0.1f, 0.55f)); // with a cube before it
    assert_false(in_vain(&w, &p, 6, 0.1f, 0.85f));   // a threshold that it climbs
    assert_true(in_vain(&w, &p, 2, 0.1f, 0.85f));
    assert_false(in_vain(&w, &p, 1, 0.1f, 0.5f));
    assert_false(in_vain(&w, &p, 60, 0.005f, 0.9f)); // it sets out
    w.s.motion[0].turn_radps = 1;
    assert_false(in_vain(&w, &p, 60, 0.1f, 0.9f));
    w.s.motion[0].turn_radps = 0;
    w.s.status |= BODY_STATUS_PICKED_UP;
    assert_false(in_vain(&w, &p, 60, 0.1f, 0.9f));
}

// With a corner caught one tread spins: it says that the body turns, and the gyro says that it does not.
static void a_tread_that_spins_is_found(void **state) {
    struct world w = at_rest();
    struct push p = {0};
    for (int case_ = 0; case_ < 3; case_++) {
        p = (struct push){0};
        w.s.motion[0].left_mps = 0, w.s.motion[0].right_mps = 0.12f;
        w.s.joints[BODY_MOTOR_LEFT].load = 0.05f;
        w.s.joints[BODY_MOTOR_RIGHT].load = case_ == 1 ? 0.6f : 1; // lightly: it lies on its side, say
        w.s.motion[0].turn_radps = case_ == 2 ? 0.12f / vector_model.track_m : 0; // it does turn
        for (int i = 0; i < 10; i++) tick(&w), push_step(&p, &w.config.push, &w.s, &vector_model);
        assert_int_equal(p.in_vain != 0, case_ == 0);
    }
}

// ------------------------------------------------------------------------------------------------ range

static struct range_felt range_of(struct world *w, float metres, float signal) {
    struct range_filter f = {0};
    struct range_felt felt = {0};
    w->s.range_count = 1;
    w->s.range[0] = (struct body_range){.distance_m = metres, .signal = signal, .valid = true};
    for (int i = 0; i < 3; i++) tick(w), felt = range_feel(&f, &w->s);
    return felt;
}

static void something_dark_is_not_the_floor(void **state) {
    struct world w = at_rest();
    assert_true(range_of(&w, 0.06f, 1).hit);
    struct range_felt floor = range_of(&w, 0.098f, 0.7f), dark = range_of(&w, 0.06f, 0.2f);
    assert_true(floor.beam && !floor.hit);
    assert_true(dark.hit && m_abs(dark.distance_m - 0.0594f) < 0.0005f); // nearer than any floor
    w.s.motion[0].pitch_rad = -0.12f;
    assert_false(range_of(&w, 0.06f, 0.2f).hit); // but not for one that looks down
    assert_true(range_of(&w, 0.04f, 0.2f).hit);
}

// ------------------------------------------------------------------------------------------------ the room

static void the_room_tells_what_its_senses_do(void **state) {
    struct world w = at_rest();
    struct feel f;
    feel_start(&f, &w.config, &vector_model);
    feel_step(&f, &(struct body_senses){0}, &(struct feel_around){0});
    assert_int_equal(f.event_count, 1); // it wakes, whether its body is there or not
    assert_int_equal(f.events[0].kind, LIFE_EVENT_KIND_WOKE);
    struct feel twin = f;
    assert_true(feel_hash(&f) == feel_hash(&twin));
    for (int i = 0; i < 60; i++) tick(&w), feel_step(&f, &w.s, &(struct feel_around){0});
    assert_int_equal(f.event_count, 0);
    assert_true(feel_hash(&f) != feel_hash(&twin));
    w.s.status |= BODY_STATUS_POKED;
    tick(&w), feel_step(&f, &w.s, &(struct feel_around){0});
    assert_int_equal(f.events[0].kind, LIFE_EVENT_KIND_POKED);
    w.s.status = (w.s.status & ~(uint32_t)BODY_STATUS_POKED) | BODY_STATUS_BUMPED;
    tick(&w), feel_step(&f, &w.s, &(struct feel_around){0});
    assert_int_equal(f.events[0].kind, LIFE_EVENT_KIND_FIST_BUMPED);
    w.s.status = (w.s.status & ~(uint32_t)BODY_STATUS_BUMPED) | BODY_STATUS_POKED;
    for (int i = 1; i < 40; i++) { // the second in which it springs back
        tick(&w), feel_step(&f, &w.s, &(struct feel_around){0});
        assert_int_equal(f.event_count, i < 30 ? 0 : 1);
    }
    w.s.joints[BODY_MOTOR_LIFT].angle_rad = body_lift_rad(&cozmo_model, 0.08f);
    enum blow blow = blow_of(&w.config.blow, &w.s, &cozmo_model, 0.08f);
    assert_int_equal(blow, BLOW_FIST_BUMP); // who knows only pokes, with his lift up
    assert_int_equal(blow_of(&w.config.blow, &w.s, &cozmo_model, 0.05f), BLOW_POKE);
    // A second without a body: what it says in its first moments is not believed.
    for (int i = 0; i < 31; i++) feel_step(&f, &(struct body_senses){0}, &(struct feel_around){0});
    tick(&w), feel_step(&f, &w.s, &(struct feel_around){0});
    assert_int_equal(f.event_count, 1);
    assert_int_equal(f.events[0].kind, LIFE_EVENT_KIND_WOKE);
}

static void every_table_of_knobs_is_sound(void **state) {
    struct feel_config config;
    struct knob_set sets[FEEL_KNOB_SETS];
    struct fault fault = {0};
    assert_int_equal(feel_knob_sets(&config, sets), FEEL_KNOB_SETS);
    for (int i = 0; i < FEEL_KNOB_SETS; i++)
        if (knobs_check(sets[i].knobs, &fault)) fail_msg("%s: %s", sets[i].knobs->name, fault.said);
}

TESTS(cmocka_unit_test(a_touch_begins_and_ends), cmocka_unit_test(noise_raises_what_counts),
      cmocka_unit_test(strokes_are_petting), cmocka_unit_test(drift_and_places_are_no_hand),
      cmocka_unit_test(what_never_ends_is_no_hand), cmocka_unit_test(presses_are_told_apart),
      cmocka_unit_test(a_palm_keeps_it_level), cmocka_unit_test(a_line_is_no_edge),
      cmocka_unit_test(a_hand_at_its_head_is_felt), cmocka_unit_test(its_battery_is_estimated),
      cmocka_unit_test(sensors_sleep_while_it_rests), cmocka_unit_test(treads_that_turn_in_vain_are_found),
      cmocka_unit_test(a_tread_that_spins_is_found), cmocka_unit_test(something_dark_is_not_the_floor),
      cmocka_unit_test(the_room_tells_what_its_senses_do), cmocka_unit_test(every_table_of_knobs_is_sound))
