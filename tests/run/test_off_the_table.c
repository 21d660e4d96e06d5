#include "support/support.h"

#include "run/play.h"
#include "world/plane/plane.h"

// Never off the table: left to itself, a robot stays on its desk, whatever chance makes of its life.

enum { SEEDS = 4, MINUTES = 6 };
#define MINUTE_US 60000000LL

struct seen {
    float lowest_m;
    double at_s;
};
static void look(void *user, struct play *play, int life) {
    struct seen *seen = user;
    const struct world_memory *m = world_memory(play_world(play));
    struct plane_motion motion;
    if (!plane_motion(world_plane(play_world(play)), m->robots[0].body, &motion)) return;
    float z = motion.pose.at.z;
    if (z < seen->lowest_m) seen->lowest_m = z, seen->at_s = (double)play_now_us(play) * 1e-6;
}

static void stays(const char *creature) {
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct fault fault = {0};
        struct seen seen = {.lowest_m = 1};
        struct play_config config = play_defaults();
        config.seed = seed;
        config.watch = look, config.user = &seen;
        struct scenario *desk = scenario_open(creature, NULL, 0, &fault);
        struct play *play = desk ? play_new(desk, &config, &fault) : NULL;
        if (!play) fail_msg("%s", fault.said);
        assert_int_equal(play_for(play, MINUTES * MINUTE_US), ERR_NONE);
        assert_int_equal(play_now_us(play), MINUTES * MINUTE_US);
        play_free(play, NULL);
        scenario_free(desk);
        assert_true(seen.lowest_m < 0.05f); // somebody looked
        if (seen.lowest_m < -0.02f)
            fail_msg("%s, seed %u: %.0f mm below the desk's top at %.1f s", creature, (unsigned)seed,
                     (double)seen.lowest_m * -1e3, seen.at_s);
    }
}

static void a_vector_stays(void **state) { stays("vector"); }
static void a_cozmo_stays(void **state) { stays("cozmo"); }

TESTS(cmocka_unit_test(a_vector_stays), cmocka_unit_test(a_cozmo_stays))
