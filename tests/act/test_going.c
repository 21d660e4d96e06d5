// Going to places in a room full of things: it comes there, and never stands, as it reckons, where it was
// told that something is.
#include "run/asking.h"

#include "act/act.h"
#include "base/maths/chance.h"
#include "robot/robot_internal.h"

#include <stdlib.h>
#include <string.h>

// So many poses in the quick test. CRITTER_POSES=100 tries as many as the aim says.
enum { POSES = 8, IN_A_ROOM = 3, BOXES = 14, TOLD = 7 };
struct obstacle {
    struct pose2 at;
    float length, width;
};
static struct obstacle boxes[BOXES]; // it is told of the first; of the others it knows what it feels

// Its body against one of the boxes as they are.
static bool touches_box(struct pose2 at, const struct obstacle *box) {
    struct nav_footprint f = nav_footprint(false, 0);
    if (vec2_length(vec2_sub(at.at, box->at.at)) > f.front_m + f.back_m + f.half_m + box->length + box->width)
        return false;
    for (float x = -f.back_m; x <= f.front_m; x += 0.002f)
        for (float y = -f.half_m; y <= f.half_m; y += 0.002f) {
            struct vec2 in = pose2_undo(box->at, pose2_apply(at, vec2(x, y)));
            if (m_abs(in.x) < box->length / 2 && m_abs(in.y) < box->width / 2) return true;
        }
    return false;
}

static bool touches(struct pose2 at, int first, int end) {
    for (int i = first; i < end; i++)
        if (touches_box(at, &boxes[i])) return true;
    return false;
}
#define HALF_M 1.0f

static struct scenario *read_scene(const char *json) {
    struct fault fault = {0};
    struct scenario *s = scenario_read((struct text){json, strlen(json)}, "t.json", NULL, 0, &fault);
    if (!s) fail_msg("%s: %s", fault.path, fault.said);
    return s;
}

static struct {
    uint32_t ticket, result;
    bool done;
    uint32_t ticks, touching, against_known;
} heard;

static void watch(void *user, struct play *play, int life) {
    if (life != 0) return;
    struct robot *robot = run_robot(play_run(play), 0);
    struct life_envelope to;
    struct life_message reply;
    while (robot_reply(robot, &to, &reply))
        if (reply.kind == LIFE_DONE && to.ticket == heard.ticket)
            heard.done = true, heard.result = reply.done.result;
    struct world_truth is;
    assert_true(world_truth(play_world(play), 1, &is));
    heard.ticks++;
    heard.touching += touches(pose_on_plane(is.pose), 0, BOXES);
    // Against what it does not know its treads spin, and it reckons wrong: then it says nothing.
    struct pose2 own = robot->act.now.at;
    bool knows = vec2_length(vec2_sub(own.at, pose_on_plane(is.pose).at)) < 0.05f;
    heard.against_known += knows && touches(own, 0, TOLD);
}

static struct play *begin(struct scenario *s) {
    struct fault fault = {0};
    struct play_config config = play_defaults();
    config.watch = watch;
    config.bare = true;
    struct play *p = play_new(s, &config, &fault);
    if (!p) fail_msg("%s", fault.said);
    memset(&heard, 0, sizeof heard);
    return p;
}

static uint32_t go(struct play *p, uint32_t ticket, struct pose2 to, float seconds) {
    heard.ticket = ticket, heard.done = false;
    struct life_message m = {.kind = LIFE_GO_TO_POSE, .go_to_pose = {to.at.x, to.at.y, to.angle}};
    assert_int_equal(play_ask(p, 0, &(struct life_envelope){.ticket = ticket, .door = LIFE_DOOR_TEST}, &m),
                     ERR_NONE);
    for (float s = 0; s < seconds && !heard.done; s += 0.25f) play_for(p, 250000);
    return heard.done ? heard.result : LIFE_RESULT_RUNNING;
}

static bool has_room(struct vec2 at, float most) {
    if (m_abs(at.x) > HALF_M - most || m_abs(at.y) > HALF_M - most) return false;
    for (int i = 0; i < BOXES; i++) {
        struct vec2 in = vec2_turn(vec2_sub(at, boxes[i].at.at), -boxes[i].at.angle);
        float x = m_max(m_abs(in.x) - boxes[i].length / 2, 0), y = m_max(m_abs(in.y) - boxes[i].width / 2, 0);
        if (x * x + y * y < most * most) return false;
    }
    return true;
}

static size_t furnish(char *json, size_t room, uint64_t seed) {
    struct chance dice = chance_of(seed, chance_stream("furniture"), 0);
    memset(boxes, 0, sizeof boxes);
    for (int i = 0; i < BOXES; i++) boxes[i].at.at = vec2(9, 9);
    size_t n = (size_t)snprintf(json, room,
                                "{\"seed\": %u, \"noise\": true, \"robots\": [{\"creature\": \"vector\"}], "
                                "\"things\": [",
                                (unsigned)seed);
    for (int i = 0; i < BOXES; i++) {
        struct obstacle b;
        bool apart;
        do {
            b.at = (struct pose2){{chance_range(&dice, -0.9f, 0.9f), chance_range(&dice, -0.9f, 0.9f)},
                                  chance_range(&dice, 0, 3)};
            b.length = chance_range(&dice, 0.06f, 0.3f), b.width = chance_range(&dice, 0.05f, 0.15f);
            apart = vec2_length(b.at.at) > 0.35f;
            for (int k = 0; k < i; k++) // no two touch, and there may be a way between them
                apart &=
                    vec2_length(vec2_sub(b.at.at, boxes[k].at.at)) > (b.length + boxes[k].length) / 2 + 0.08f;
        } while (!apart);
        boxes[i] = b;
        n += (size_t)snprintf(
            json + n, room - n,
            "%s{\"box\": {\"x_m\": %.3f, \"y_m\": %.3f, \"heading_deg\": %.1f, \"length_m\": "
            "%.3f, \"width_m\": %.3f, \"height_m\": 0.1, \"mass_kg\": 20}}",
            i ? ", " : "", (double)b.at.at.x, (double)b.at.at.y, (double)m_degrees(b.at.angle),
            (double)b.length, (double)b.width);
    }
    return n + (size_t)snprintf(json + n, room - n, "]}");
}

static void tell_of_boxes(struct play *p) {
    for (int i = 0; i < TOLD; i++) {
        const struct obstacle *b = &boxes[i];
        struct life_message m = {.kind = LIFE_FIX_THING};
        vec3_into(m.fix_thing.at_m, vec3(b->at.at.x, b->at.at.y, 0.05f));
        quat_into(m.fix_thing.turn, quat_yaw(b->at.angle));
        vec3_into(m.fix_thing.size_m, vec3(b->length, b->width, 0.1f));
        ask(p, m);
    }
}

static uint32_t poses(void) {
    const char *many = getenv("CRITTER_POSES");
    return many ? (uint32_t)strtoul(many, NULL, 10) : POSES;
}

static void it_comes_to_poses_in_a_cluttered_room(void **state) {
    char json[4096];
    uint32_t reached = 0, count = 0, ticks = 0, touching = 0, known = 0, of = poses();
    float off_m = 0, off_rad = 0;
    for (uint64_t seed = 1; count < of; seed++) {
        furnish(json, sizeof json, seed);
        struct scenario *s = read_scene(json);
        struct play *p = begin(s);
        const struct robot *robot = run_robot(play_run(p), 0);
        tell_of_boxes(p);
        play_for(p, 10000000); // its gyro finds its zero
        struct chance dice = chance_of(seed, chance_stream("poses"), 0);
        for (int i = 0; i < IN_A_ROOM && count < of; i++) {
            struct pose2 to;
            do to.at = vec2(chance_range(&dice, -HALF_M, HALF_M), chance_range(&dice, -HALF_M, HALF_M));
            while (!has_room(to.at, 0.11f));
            to.angle = chance_range(&dice, -3.1f, 3.1f);
            uint32_t result = go(p, 100 + count++, to, 90);
            struct pose2 at = robot->act.now.at;
            if (result != LIFE_RESULT_SUCCESS) {
                print_message("# seed %u, %u: %s at %.2f %.2f, to %.2f %.2f\n", (unsigned)seed, count,
                              schema_value_name(&life_result_enum, result), (double)at.at.x, (double)at.at.y,
                              (double)to.at.x, (double)to.at.y);
                continue;
            }
            reached++;
            off_m = m_max(off_m, vec2_length(vec2_sub(at.at, to.at)));
            off_rad = m_max(off_rad, m_abs(angle_between(at.angle, to.angle)));
        }
        ticks += heard.ticks, touching += heard.touching, known += heard.against_known;
        play_free(p, NULL);
        scenario_free(s);
    }
    print_message(
        "# %u of %u poses reached, at most %.1f mm and %.1f degrees off; of %u ticks %u on what it was "
        "told of, %u in truth against something\n",
        reached, count, (double)off_m * 1000, (double)m_degrees(off_rad), ticks, known, touching);
    assert_true(reached * 100 >= count * 98);
    assert_true(off_m < 0.010f && m_degrees(off_rad) < 3);
    assert_int_equal(known, 0);
}

// It is told of a box on its way while it drives: it goes round that, too.
static void what_comes_into_its_way_is_gone_round(void **state) {
    memset(boxes, 0, sizeof boxes);
    for (int i = 1; i < BOXES; i++) boxes[i].at.at = vec2(9, 9);
    boxes[0] = (struct obstacle){{{0.6f, 0.02f}, 0}, 0.08f, 0.2f};
    struct scenario *s =
        read_scene("{\"seed\": 3, \"robots\": [{\"creature\": \"vector\"}], \"things\": []}");
    struct play *p = begin(s);
    assert_int_equal(go(p, 1, (struct pose2){{0.9f, 0}, 0}, 2.5f), LIFE_RESULT_RUNNING); // it is under way
    struct life_message box = {.kind = LIFE_FIX_THING,
                               .fix_thing = {.at_m = {0.6f, 0.02f, 0.05f}, .turn = {1}}};
    vec3_into(box.fix_thing.size_m, vec3(boxes[0].length, boxes[0].width, 0.1f));
    ask(p, box);
    float aside = 0;
    for (int i = 0; i < 240 && !heard.done; i++) {
        play_for(p, 250000);
        aside = m_max(aside, m_abs(run_robot(play_run(p), 0)->act.now.at.at.y));
    }
    assert_true(heard.done);
    assert_int_equal(heard.result, LIFE_RESULT_SUCCESS);
    assert_true(aside > 0.1f);
    assert_int_equal(heard.against_known, 0);
    play_free(p, NULL);
    scenario_free(s);
}

TESTS(cmocka_unit_test(what_comes_into_its_way_is_gone_round),
      cmocka_unit_test(it_comes_to_poses_in_a_cluttered_room))
