#include "run/asking.h"

#include "base/maths/chance.h"
#include "world/plane/plane.h"

#include <stdlib.h>

// Never off the table: left to itself, or driven by somebody who does not look, a robot stays on its desk.
//
// Of 300 drives of a minute (CRITTER_SEEDS=300) one ends over an edge that it never met before, nearly
// parallel to its way; none of the first 24 does.

#ifdef __SANITIZE_ADDRESS__
enum { SEEDS = 2, MINUTES = 3, DRIVES = 4 }; // a tenth: it is slow, and looks for other things
#else
enum { SEEDS = 2, MINUTES = 30, DRIVES = 24 }; // four lives of half an hour: two of each creature
#endif

// CRITTER_SEEDS: so many of both. Lives of a day are lived by `make soak`.
static uint32_t told(const char *name, uint32_t usual) {
    const char *is = getenv(name);
    return is ? (uint32_t)strtoul(is, NULL, 10) : usual;
}

struct seen {
    float lowest_m, driven_m;
    double at_s;
    struct vec3 was;
    struct chance dice; // of whoever drives
    uint32_t orders;
};
static void look(void *user, struct play *play, int life) {
    struct seen *seen = user;
    const struct world_memory *m = world_memory(play_world(play));
    struct plane_motion motion;
    if (!plane_motion(world_plane(play_world(play)), m->robots[0].body, &motion)) return;
    struct vec3 at = motion.pose.at;
    if (at.z < seen->lowest_m) seen->lowest_m = at.z, seen->at_s = (double)play_now_us(play) * 1e-6;
    seen->driven_m += vec3_length(vec3_sub(at, seen->was));
    seen->was = at;
}

static bool fell(const struct seen *seen) { return seen->lowest_m < -0.02f; }

static struct seen live(const char *creature, uint64_t seed, double seconds,
                        void (*drive)(struct play *play, struct seen *seen)) {
    struct fault fault = {0};
    struct seen seen = {.lowest_m = 1, .dice = chance_of(seed, chance_stream("driver"), 0)};
    struct play_config config = play_defaults();
    config.seed = seed;
    config.watch = look, config.user = &seen;
    config.bare = drive != NULL;
    struct scenario *desk = scenario_open(creature, NULL, 0, &fault);
    struct play *play = desk ? play_new(desk, &config, &fault) : NULL;
    if (!play) fail_msg("%s", fault.said);
    while (drive && (double)play_now_us(play) * 1e-6 < seconds && !fell(&seen)) drive(play, &seen);
    if (!drive) assert_int_equal(play_for(play, (int64_t)(seconds * 1e6)), ERR_NONE);
    play_free(play, NULL);
    scenario_free(desk);
    assert_true(seen.lowest_m < 0.05f); // somebody looked
    if (fell(&seen))
        print_error("%s, seed %u: %.0f mm below the desk's top at %.1f s\n", creature, (unsigned)seed,
                    (double)seen.lowest_m * -1e3, seen.at_s);
    return seen;
}

static void stays(const char *creature, uint64_t first) {
    for (uint64_t seed = first; seed < first + told("CRITTER_SEEDS", SEEDS); seed++) {
        struct seen seen = live(creature, seed, told("CRITTER_MINUTES", MINUTES) * 60.0, NULL);
        assert_false(fell(&seen));
    }
}

static void a_vector_stays(void **state) { stays("vector", 1); }
// The first of these goes over an edge that its only sensor never comes to, without belief/footing.h.
static void a_cozmo_stays(void **state) { stays("cozmo", 23); }

// Speeds, ways and turns one after the other, each cut short by the next.
static void any_order(struct play *play, struct seen *seen) {
    struct chance *d = &seen->dice;
    struct life_message m = {.kind = LIFE_DRIVE};
    float which = chance_range(d, 0, 1);
    if (which < 0.5f) {
        m.drive.left_mps = chance_range(d, -0.2f, 0.2f);
        m.drive.right_mps = chance_range(d, -0.2f, 0.2f);
    } else if (which < 0.7f) {
        m.kind = LIFE_DRIVE_STRAIGHT;
        m.drive_straight.distance_m = chance_range(d, -0.3f, 0.5f);
        m.drive_straight.speed_mps = chance_range(d, 0.02f, 0.2f);
    } else if (which < 0.9f) {
        m.kind = LIFE_TURN_IN_PLACE;
        m.turn_in_place.angle_rad = chance_range(d, -4, 4);
        m.turn_in_place.speed_radps = chance_range(d, 0.5f, 4);
    }
    struct life_envelope from = {.ticket = ++seen->orders, .door = LIFE_DOOR_TEST};
    assert_int_equal(play_ask(play, 0, &from, &m), ERR_NONE);
    s_for(play, (double)chance_range(d, 0.05f, 3));
}

static void a_vector_is_driven_blindly(void **state) {
    uint32_t down = 0, of = told("CRITTER_SEEDS", DRIVES);
    float driven_m = 0;
    for (uint64_t seed = 1; seed <= of; seed++) {
        struct seen seen = live("vector", seed, 60, any_order);
        down += fell(&seen), driven_m += seen.driven_m;
    }
    print_message("# %u drives of a minute, %.1f m each, %u off the table\n", (unsigned)of,
                  (double)(driven_m / (float)of), (unsigned)down);
    assert_true(down * 50 <= of);          // none of the usual ones
    assert_true(driven_m / (float)of > 1); // nor does it stay by standing still
}

TESTS(cmocka_unit_test(a_vector_stays), cmocka_unit_test(a_cozmo_stays),
      cmocka_unit_test(a_vector_is_driven_blindly))
