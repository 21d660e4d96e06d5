#include "support/support.h"

#include "own/own.h"

#include <math.h>

static const char EYES[] =
    "{\"display\": {\"width\": 64, \"height\": 24, \"colours\": \"grey\"}, \"touch\": true}";
static const char WHEELS[] = "{\"wheels\": {\"track_m\": 0.1, \"radius_m\": 0.03, \"speed_max_mps\": 0.3},"
                             " \"cliffs\": {\"count\": 2}, \"touch\": true, \"speaker\": true}";

// A program: its robot, what it felt last, and what happened.
struct program {
    struct critter_robot *robot;
    struct critter_senses senses;
    struct critter_command command;
    float x, y, heading; // where its wheels have brought it
    unsigned faces, loud;
    struct {
        unsigned count;
        struct critter_robot_event last;
    } seen[LIFE_EVENT_KIND_TIMER_ENDED + 1];
};

static void begin(struct program *p, const char *body, uint64_t seed) {
    char why[256] = "";
    struct critter_robot_config config = {sizeof config};
    config.body_text = body, config.seed = seed, config.no_voice = 1;
    memset(p, 0, sizeof *p);
    p->robot = critter_robot_new(&config, why, sizeof why);
    assert_string_equal(why, "");
    assert_non_null(p->robot);
    p->senses.size = sizeof p->senses, p->command.size = sizeof p->command;
}

static void see_events(struct program *p) {
    struct critter_robot_event e = {sizeof e};
    while (critter_robot_next_event(p->robot, &e)) {
        for (uint32_t i = 0; i <= LIFE_EVENT_KIND_TIMER_ENDED; i++) {
            if (strcmp(e.name, life_event_kind_name(i)) != 0) continue;
            p->seen[i].count++, p->seen[i].last = e;
        }
    }
}
#define SEEN(p, kind) ((p)->seen[LIFE_EVENT_KIND_##kind].count)

// A step of a body whose wheels do as they are told, read every `ms`.
static void step(struct program *p, unsigned ms) {
    float dt = (float)ms * 1e-3f;
    p->senses.time_us += ms * 1000ull;
    assert_int_equal(critter_robot_step(p->robot, &p->senses, &p->command), 0);
    float v = (p->command.left_mps + p->command.right_mps) / 2;
    p->heading += (p->command.right_mps - p->command.left_mps) / 0.1f * dt;
    p->x += v * cosf(p->heading) * dt, p->y += v * sinf(p->heading) * dt;
    p->faces += p->command.face_new, p->loud += p->command.sound_count > 0;
    if (p->command.ticked) see_events(p);
}
static void live(struct program *p, float seconds, unsigned ms) {
    for (unsigned i = 0; i < (unsigned)(seconds * 1000) / ms; i++) step(p, ms);
}

// ---------------------------------------------------------------------------------------------- being alive

static void eyes_alone_are_alive_and_feel_a_hand(void **state) {
    struct program p;
    uint8_t lit = 0;
    begin(&p, EYES, 1);
    live(&p, 15, 33);
    assert_in_range(SEEN(&p, BLINKED), 1, 15);
    assert_true(p.faces > 100);
    assert_int_equal(p.command.face_bytes, 64 * 24);
    for (uint32_t i = 0; i < p.command.face_bytes; i++) lit |= ((const uint8_t *)p.command.face)[i];
    assert_true(lit > 100);
    assert_int_equal(SEEN(&p, TOUCHED), 0);
    p.senses.touched = 1;
    live(&p, 4, 33);
    p.senses.touched = 0;
    live(&p, 2, 33);
    assert_int_equal(SEEN(&p, TOUCHED), 1);
    assert_int_equal(SEEN(&p, TOUCH_ENDED), 1);
    assert_true(SEEN(&p, PETTED) >= 1);
    struct critter_robot_view view = {sizeof view};
    assert_int_equal(critter_robot_get_view(p.robot, &view), 0);
    assert_true(view.happy > 0);
    assert_int_equal(view.tick, 635);
    assert_non_null(strstr(critter_robot_why(p.robot), "because"));
    assert_true(p.command.left_mps == 0 && p.command.right_mps == 0);
    critter_robot_free(p.robot);
}

static uint64_t life_of(uint64_t seed) {
    struct program p;
    uint64_t hash = 0;
    begin(&p, EYES, seed);
    for (int i = 0; i < 200; i++) {
        step(&p, 33);
        hash = robot_hash(p.robot->robot) * 31 + hash;
    }
    critter_robot_free(p.robot);
    return hash;
}
static void a_seed_is_a_life(void **state) {
    uint64_t first = life_of(7);
    assert_true(first == life_of(7));
    assert_false(first == life_of(8));
}

static void two_wheels_take_it_where_it_is_sent(void **state) {
    struct program p;
    begin(&p, WHEELS, 1);
    live(&p, 1, 5);
    p.senses.has = CRITTER_HAS_CLIFFS;
    p.senses.cliffs[0] = p.senses.cliffs[1] = 0.5f;
    p.x = p.y = p.heading = 0;
    struct critter_robot_view view = {sizeof view};
    critter_robot_get_view(p.robot, &view);
    assert_int_equal(critter_robot_go_to(p.robot, view.x_m + 0.2f, view.y_m, view.heading_rad), 0);
    uint32_t ticket = critter_robot_ticket(p.robot);
    for (int i = 0; i < 4000 && p.seen[LIFE_EVENT_KIND_REQUEST_ENDED].last.ticket != ticket; i++) step(&p, 5);
    assert_int_equal(p.seen[LIFE_EVENT_KIND_REQUEST_ENDED].last.ticket, ticket);
    assert_true(p.seen[LIFE_EVENT_KIND_REQUEST_ENDED].last.numbers[0] == LIFE_VERDICT_DONE);
    float along = p.x * cosf(view.heading_rad) - p.y * sinf(view.heading_rad); // its map lies turned so
    assert_true(fabsf(along - 0.2f) < 0.02f);
    assert_true(hypotf(p.x, p.y) < 0.22f);

    // A turn goes as far as it was asked to, and nobody takes it for a push.
    float before = p.heading;
    assert_int_equal(critter_robot_turn(p.robot, 1.5f), 0);
    ticket = critter_robot_ticket(p.robot);
    for (int i = 0; i < 4000 && p.seen[LIFE_EVENT_KIND_REQUEST_ENDED].last.ticket != ticket; i++) step(&p, 5);
    live(&p, 0.5f, 5);
    assert_true(fabsf(p.heading - before - 1.5f) < 0.06f);
    assert_int_equal(SEEN(&p, UNEXPECTED_MOVEMENT), 0);

    // An edge stops it in the very step in which it is felt.
    assert_int_equal(critter_robot_drive(p.robot, 0.15f, 0.15f, 5), 0);
    live(&p, 1, 5);
    assert_true(p.command.left_mps > 0.1f);
    p.senses.cliffs[0] = p.senses.cliffs[1] = 0.01f;
    for (int i = 0; i < 20 && p.command.left_mps > 0; i++) step(&p, 5);
    assert_true(p.command.left_mps <= 0);
    live(&p, 0.1f, 5);
    assert_true(SEEN(&p, CLIFF) >= 1);
    critter_robot_free(p.robot);
}

static void it_speaks_and_says_when_it_has_spoken(void **state) {
    struct program p;
    begin(&p, WHEELS, 1);
    live(&p, 1, 33);
    p.loud = 0;
    assert_int_equal(critter_robot_say(p.robot, "hello"), 0);
    uint32_t ticket = critter_robot_ticket(p.robot);
    for (int i = 0; i < 200 && p.seen[LIFE_EVENT_KIND_REQUEST_ENDED].last.ticket != ticket; i++) step(&p, 33);
    assert_int_equal(p.seen[LIFE_EVENT_KIND_REQUEST_ENDED].last.ticket, ticket);
    assert_true(p.loud > 5);
    assert_int_equal(p.command.sound_hz, 22050);
    // It has no camera to look for a face with, and dances all the same.
    assert_int_equal(critter_robot_tell(p.robot, "hey vector, dance"), 0);
    bool dances = false;
    for (int i = 0; i < 900 && !dances; i++) {
        step(&p, 33);
        dances = strstr(critter_robot_why(p.robot), " dances") != NULL;
    }
    assert_true(dances);
    critter_robot_free(p.robot);
}

// ---------------------------------------------------------------------------------------------- bad input

static void what_a_body_lacks_is_refused_in_words(void **state) {
    struct program p;
    begin(&p, EYES, 1);
    assert_int_equal(critter_robot_drive(p.robot, 0.1f, 0.1f, 1), CRITTER_ERR_UNSUPPORTED);
    assert_string_equal(critter_robot_error(p.robot), "it has nothing to move along on");
    assert_int_equal(critter_robot_ask(p.robot, "{\"Head\": {\"angle_rad\": 0.2}}"), CRITTER_ERR_UNSUPPORTED);
    assert_string_equal(critter_robot_error(p.robot), "it has no head that moves");
    assert_int_equal(critter_robot_behave(p.robot, "ExploringDrive"), CRITTER_ERR_UNKNOWN);
    assert_int_equal(critter_robot_play(p.robot, "anim_greet_helo_01"), CRITTER_ERR_UNKNOWN);
    assert_non_null(strstr(critter_robot_error(p.robot), "did you mean"));
    assert_int_equal(critter_robot_express(p.robot, "hapy", 1), CRITTER_ERR_UNKNOWN);
    assert_int_equal(critter_robot_say(p.robot, "\xff"), CRITTER_ERR_FORMAT);
    assert_int_equal(critter_robot_ask(p.robot, "{\"Done\": {}}"), CRITTER_ERR_FORMAT);
    assert_int_equal(critter_robot_ask(p.robot, "{\"Head\": "), CRITTER_ERR_FORMAT);
    assert_int_equal(critter_robot_joint(p.robot, "head"), -1);
    assert_int_equal(critter_robot_ticket(p.robot), 0);
    critter_robot_free(p.robot);
}

static void bad_senses_are_told_by_name_and_nothing_has_happened(void **state) {
    struct program p;
    begin(&p, WHEELS, 1);
    live(&p, 1, 33);
    uint64_t before = robot_hash(p.robot->robot), stem = plain_hash(p.robot->plain);
    struct critter_senses bad = p.senses;
    assert_int_equal(critter_robot_step(p.robot, &bad, &p.command), CRITTER_ERR_ARGUMENT); // time stands
    assert_non_null(strstr(critter_robot_error(p.robot), "time_us"));
    bad.time_us += 33000;
    bad.has = CRITTER_HAS_WHEELS, bad.left_mps = NAN;
    assert_int_equal(critter_robot_step(p.robot, &bad, &p.command), CRITTER_ERR_ARGUMENT);
    assert_non_null(strstr(critter_robot_error(p.robot), "left_mps"));
    bad.has = CRITTER_HAS_JOINTS, bad.joints[2].angle_rad = 1e9f;
    assert_int_equal(critter_robot_step(p.robot, &bad, &p.command), CRITTER_ERR_ARGUMENT);
    assert_non_null(strstr(critter_robot_error(p.robot), "joints"));
    bad.has = 0, bad.imu_count = 200;
    assert_int_equal(critter_robot_step(p.robot, &bad, &p.command), CRITTER_ERR_ARGUMENT);
    bad.size = 3;
    assert_int_equal(critter_robot_step(p.robot, &bad, &p.command), CRITTER_ERR_ARGUMENT);
    assert_true(before == robot_hash(p.robot->robot) && stem == plain_hash(p.robot->plain));
    p.senses.time_us += 3600 * 1000000ull; // an hour is missed: life goes on with one tick
    unsigned ticks = 0;
    for (int i = 0; i < 200; i++) step(&p, 5), ticks += p.command.ticked;
    assert_in_range(ticks, 30, 35);
    critter_robot_free(p.robot);
}

static void another_thread_is_refused(void **state) {
    struct program p;
    begin(&p, EYES, 1);
    atomic_flag_test_and_set(&p.robot->busy); // somebody is inside
    p.senses.time_us = 33000;
    assert_int_equal(critter_robot_step(p.robot, &p.senses, &p.command), CRITTER_ERR_STATE);
    assert_int_equal(critter_robot_say(p.robot, "hello"), CRITTER_ERR_STATE);
    assert_int_equal(critter_robot_save(p.robot, temp_path(NULL, "x")), CRITTER_ERR_STATE);
    atomic_flag_clear(&p.robot->busy);
    step(&p, 33);
    critter_robot_free(p.robot);
}

static void a_robot_that_cannot_be_born_says_why(void **state) {
    static const struct {
        const char *body, *why;
    } ROWS[] = {
        {"{\"wheel\": {}}", "did you mean \"wheels\""},
        {"{\"head\": {\"low_deg\": 5}}", "$.head.low_deg: "},
        {"{\"wheels\": {}, \"legs\": {}}", "expected wheels or legs, found both"},
        {"{\"creature\": \"dog\"}", "expected \"vector\" or \"cozmo\""},
        {"{\"joints\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}", "two joints are called \"a\""},
        {"[]", "expected an object"},
        {"{", "body.json:1:2"},
    };
    char why[256];
    struct critter_robot_config config = {sizeof config};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        config.body_text = ROWS[i].body;
        assert_null(critter_robot_new(&config, why, sizeof why));
        if (!strstr(why, ROWS[i].why)) fail_msg("%s: %s", ROWS[i].body, why);
    }
    config.body_text = NULL, config.body = "/nowhere/body.json";
    assert_null(critter_robot_new(&config, why, sizeof why));
    assert_non_null(strstr(why, "/nowhere/body.json"));
    config.body = NULL, config.creature = "dog";
    assert_null(critter_robot_new(&config, why, sizeof why));
    assert_non_null(strstr(why, "vector or cozmo"));
    config.creature = NULL, config.workers = -1;
    assert_null(critter_robot_new(&config, why, sizeof why));
    assert_null(critter_robot_new(NULL, NULL, 0));
    char *large = malloc(10 << 20);
    memset(large, ' ', (10 << 20) - 1), large[(10 << 20) - 1] = 0;
    config.workers = 0, config.body_text = large;
    assert_null(critter_robot_new(&config, why, sizeof why));
    assert_non_null(strstr(why, "65536"));
    free(large);
}

// ---------------------------------------------------------------------------------------------- surviving

static void settings_and_age_survive(void **state) {
    struct program p;
    char why[256] = "";
    const char *path = temp_path(NULL, "robot.json");
    begin(&p, WHEELS, 1);
    assert_int_equal(critter_robot_ask(p.robot, "{\"Volume\": {\"level\": 2}}"), 0);
    assert_int_equal(critter_robot_ask(p.robot, "{\"Owner\": {\"home\": \"Oslo\", \"age_s\": 1000}}"), 0);
    assert_int_equal(
        critter_robot_ask(p.robot, "{\"KnowPerson\": {\"known\": 3, \"face\": 77, \"name\": \"Ada\"}}"), 0);
    live(&p, 4, 33);
    assert_int_equal(critter_robot_save(p.robot, path), 0);
    assert_int_equal(critter_robot_save(p.robot, "/nowhere/robot.json"), CRITTER_ERR_MISSING);
    critter_robot_free(p.robot);

    struct critter_robot_config config = {sizeof config};
    config.body_text = WHEELS, config.saved = path, config.no_voice = 1;
    memset(&p, 0, sizeof p);
    p.senses.size = sizeof p.senses, p.command.size = sizeof p.command;
    assert_non_null(p.robot = critter_robot_new(&config, why, sizeof why));
    live(&p, 1, 33);
    struct robot_keep keep;
    robot_keep(p.robot->robot, &keep);
    assert_int_equal(keep.volume, 2);
    assert_string_equal(keep.owner.home, "Oslo");
    assert_in_range(keep.owner.age_s, 1003, 1004);
    assert_int_equal(keep.known_count, 1);
    assert_int_equal(keep.known[0].face, 77);
    assert_string_equal(keep.known[0].name, "Ada");
    critter_robot_free(p.robot);

    FILE *file = fopen(path, "w");
    fputs("{\"critter\": 2}", file), fclose(file);
    assert_null(critter_robot_new(&config, why, sizeof why));
    assert_non_null(strstr(why, "newer"));
}

TESTS(cmocka_unit_test(eyes_alone_are_alive_and_feel_a_hand), cmocka_unit_test(a_seed_is_a_life),
      cmocka_unit_test(two_wheels_take_it_where_it_is_sent),
      cmocka_unit_test(it_speaks_and_says_when_it_has_spoken),
      cmocka_unit_test(what_a_body_lacks_is_refused_in_words),
      cmocka_unit_test(bad_senses_are_told_by_name_and_nothing_has_happened),
      cmocka_unit_test(another_thread_is_refused), cmocka_unit_test(a_robot_that_cannot_be_born_says_why),
      cmocka_unit_test(settings_and_age_survive))
