// What makes a robot look alive and come away whole: it stirs, looks before it sets out, and no reaction
// starves the rest.
#include "alone.h"

#include "base/maths/maths.h"

static uint32_t asked_for(enum life_kind kind) { return asked.kinds[(unsigned)kind % 4096]; }
static void knows(enum belief_thing_kind kind, float bearing_rad, float distance_m) {
    in.things[0] = (struct mind_thing){.id = 1,
                                       .kind = (uint8_t)kind,
                                       .state = BELIEF_THING_STATE_KNOWN,
                                       .bearing_rad = bearing_rad,
                                       .distance_m = distance_m};
    in.things_count = 1;
}
static void open_own(const char *const *nodes) {
    open_mind(nodes);
    ends = LIFE_VERDICT_DONE, on_request = NULL;
}

// ------------------------------------------------------------------------------------------------ stillness

static const char *const STILL[] = {NODE("Root", "KeepAlive", ", \"delegateID\": \"Stands\""),
                                    NODE("Stands", "Wait", ""), NULL};

static float asked_head[64];
static uint32_t head_count;
static bool head_goes;
static void see_head(const struct life_message *m) {
    if (m->kind != LIFE_HEAD || head_count == 64) return;
    asked_head[head_count++] = m->head.angle_rad - in.head_rad;
    if (head_goes) in.head_rad = m->head.angle_rad;
}

static void what_stands_still_stirs(void **state) {
    open_own(STILL);
    on_request = see_head, head_count = 0, head_goes = true;
    live(2.6f, true);
    assert_int_equal(head_count, 0);
    live(1.6f, true);
    assert_int_equal(head_count, 1); // within 4 s
    live(60, true);
    assert_in_range(head_count, 14, 24);
    for (uint32_t i = 0; i < head_count; i++)
        assert_true(m_abs(asked_head[i]) > m_radians(1.4f) && m_abs(asked_head[i]) < m_radians(4.1f));
    close_mind();
}

static void one_whose_head_hangs_lifts_it(void **state) {
    open_own(STILL);
    in.head_rad = -0.35f;
    on_request = see_head, head_count = 0, head_goes = true;
    live(40, true);
    assert_in_range(head_count, 8, 16);
    for (uint32_t i = 0; i < 2; i++) assert_true(asked_head[i] > 0);
    close_mind();
}

// A head that something else has does not follow; then its lift stirs.
static void what_cannot_move_its_head_stirs_its_lift(void **state) {
    open_own(STILL);
    on_request = see_head, head_count = 0, head_goes = false;
    live(4.1f, true);
    assert_true(head_count >= 1 && asked_for(LIFE_LIFT) == 0);
    live(0.9f, true);
    assert_int_equal(asked_for(LIFE_LIFT), 1);
    close_mind();
    open_own(STILL);
    in.status = BODY_STATUS_CARRYING;
    live(8, true);
    assert_int_equal(asked_for(LIFE_LIFT), 0);
    close_mind();
}

static void one_that_moves_or_is_led_does_not_stir(void **state) {
    for (int way = 0; way < 5; way++) {
        open_own(STILL);
        for (uint32_t i = 0; i < 600; i++) {
            float to = i / 30 % 2 ? 0.1f : 0;
            if (way == 0) in.head_rad = to;
            if (way == 1) in.lift_m = to;
            if (way == 2) in.x_m = to;
            if (way == 3) in.heading_rad = to;
            if (way == 4) in.controlled = true;
            tick(true);
        }
        assert_int_equal(asked_for(LIFE_HEAD), 0);
        close_mind();
    }
}

// ------------------------------------------------------------------------------------------------ leading

static const char *const GOES[] = {NODE("Root", "GoToCube", ""), NULL};
static uint32_t order[16], ordered;
static struct life_look_at looked;
static void see_order(const struct life_message *m) {
    if (m->kind == LIFE_LOOK_AT) looked = m->look_at;
    bool one = m->kind == LIFE_LOOK_AT || m->kind == LIFE_HEAD || m->kind == LIFE_GO_TO_THING;
    if (one && ordered < 16) order[ordered++] = m->kind;
}

static void it_looks_where_it_will_go(void **state) {
    for (int side = -1; side <= 1; side += 2) {
        open_own(GOES);
        on_request = see_order, ordered = 0;
        knows(BELIEF_THING_KIND_CUBE, 0.3f * (float)side, 0.4f);
        live(1, true);
        assert_true(ordered >= 3);
        assert_true(order[0] == LIFE_LOOK_AT && order[1] == LIFE_HEAD && order[2] == LIFE_GO_TO_THING);
        assert_true(looked.x * (float)side < -0.3f); // a picture's right is the robot's right
        close_mind();
    }
}

// ------------------------------------------------------------------------------------------------ edges

static const char *const EDGES[] = {
    NODE("Root", "DispatcherStrictPriority",
         ", \"behaviors\": [\"Edge\", \"Frees\"], \"interruptActiveBehavior\": true"),
    NODE("Edge", "ReactToCliff", ", \"animTrigger\": \"ReactToCliff\"" MAY "\"CLIFF\", \"within_s\": 0.5}"),
    NODE("Frees", "Wait", ""), NULL};

// Between two edges it is given so much peace.
static uint32_t edges_for(float seconds, float peace_s) {
    for (float at = 0; at < seconds; at += peace_s) felt(LIFE_EVENT_KIND_CLIFF), live(peace_s, true);
    return played("ReactToCliff");
}

static void edge_after_edge_gives_others_their_turn(void **state) {
    open_own(EDGES);
    uint32_t first = edges_for(18, 1);
    assert_true(first >= 12);
    memset(&asked, 0, sizeof asked);
    uint32_t more = edges_for(16, 1);
    assert_true(more <= first / 3); // for the first moments of it, no longer
    memset(&asked, 0, sizeof asked);
    assert_true(edges_for(10, 1) >= 4); // it minds them again
    close_mind();
}

static void edges_that_are_rare_are_all_minded(void **state) {
    open_own(EDGES);
    for (uint32_t i = 0, before = 0; i < 10; i++, before = played("ReactToCliff"))
        assert_true(edges_for(20, 20) > before);
    close_mind();
}

// Its charger is light: what drives into it pushes it off the table.
static void one_that_drives_straight_on_spares_its_charger(void **state) {
    static const char *const DRIVES[] = {
        NODE("Root", "DispatcherStrictPriority", ", \"behaviors\": [\"Drive\"]"),
        NODE("Drive", "DriveStraight", ", \"distance_mm\": 180" MAY "\"POKED\"}"), NULL};
    static const struct {
        float bearing_rad, distance_m;
        bool drives;
    } ROWS[] = {
        {0, 0.2f, false}, {0.2f, 0.25f, false}, {0, 0.6f, true}, {M_PI_F, 0.2f, true}, {1.5f, 0.2f, true}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        open_own(DRIVES);
        knows(BELIEF_THING_KIND_CHARGER, ROWS[i].bearing_rad, ROWS[i].distance_m);
        live(0.3f, true);
        felt(LIFE_EVENT_KIND_POKED), live(2, true);
        if ((asked_for(LIFE_DRIVE_STRAIGHT) > 0) != ROWS[i].drives) fail_msg("row %zu", i);
        close_mind();
    }
}

static void one_that_is_pushed_does_not_back_onto_its_charger(void **state) {
    static const char *const PUSHED[] = {
        NODE("Root", "DispatcherStrictPriority", ", \"behaviors\": [\"Push\"]"),
        NODE("Push", "ReactToUnexpectedMovement", MAY "\"UNEXPECTED_MOVEMENT\", \"within_s\": 0.5}"), NULL};
    static const struct {
        float bearing_rad, distance_m;
        bool drives;
    } ROWS[] = {{M_PI_F, 0.13f, false}, {M_PI_F, 0.5f, true}, {0, 0.2f, true}, {2.6f, 0.13f, false}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        open_own(PUSHED);
        knows(BELIEF_THING_KIND_CHARGER, ROWS[i].bearing_rad, ROWS[i].distance_m);
        live(0.3f, true);
        felt(LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT), live(2, true);
        assert_int_equal(asked_for(LIFE_DRIVE_STRAIGHT) > 0, ROWS[i].drives);
        close_mind();
    }
}

TESTS(cmocka_unit_test(what_stands_still_stirs), cmocka_unit_test(one_whose_head_hangs_lifts_it),
      cmocka_unit_test(what_cannot_move_its_head_stirs_its_lift),
      cmocka_unit_test(one_that_moves_or_is_led_does_not_stir), cmocka_unit_test(it_looks_where_it_will_go),
      cmocka_unit_test(edge_after_edge_gives_others_their_turn),
      cmocka_unit_test(edges_that_are_rare_are_all_minded),
      cmocka_unit_test(one_that_drives_straight_on_spares_its_charger),
      cmocka_unit_test(one_that_is_pushed_does_not_back_onto_its_charger))
