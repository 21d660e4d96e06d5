// Two robots that believe other things are told apart at once: every byte of what a robot believes is in its
// hash, at several moments of a life. The maps have hashes of their own (test_map.c).
#include "run/asking.h"
#include "support/flip.h"

#include "belief/belief.h"
#include "robot/robot_internal.h"
#include "run/run.h"

#define ONE(field, why)          FLIP_ONE(struct belief, field, why)
#define EACH(array, member, why) FLIP_EACH(struct belief, array, member, why)
static const struct flip_out OUT[] = {
    ONE(model, "the same for two lives that are compared"),
    ONE(map, "where it lies; it has a hash of its own"),
    ONE(older, "where it lies; it has a hash of its own"),
    ONE(things.definitions.born, "made at birth"),
    ONE(things.events, "told in the tick in which they happen"),
    ONE(things.event_count, "told in the tick in which they happen"),
    ONE(things.event_lost, "told in the tick in which they happen"),
    ONE(people.events, "told in the tick in which they happen"),
    ONE(people.event_count, "told in the tick in which they happen"),
    ONE(people.event_lost, "told in the tick in which they happen"),
    ONE(fixes, "of this tick: put into its command"),
    ONE(fix, "of this tick: put into its command"),
    ONE(events, "told in the tick in which they happen"),
    ONE(event_count, "told in the tick in which they happen"),
    ONE(event_lost, "told in the tick in which they happen"),
};
#undef ONE
#undef EACH

// Elements after the end of a list.
static bool unused(const void *what, size_t at) {
    const struct belief *b = what;
#define REST(array, used) FLIP_REST(struct belief, b, at, array, used)
    return REST(things.list, b->things.count) || REST(things.definitions.list, b->things.definitions.count) ||
           REST(people.list, b->people.count) || REST(people.known, b->people.known_count) ||
           REST(learn.things, b->learn.thing_count) || REST(origins.all.list, b->origins.all.count) ||
           REST(habitat.white, b->habitat.white_count) || REST(habitat.free, b->habitat.free_count);
#undef REST
}

static void padding(void *what) {
    struct belief *b = what;
    FLIP_PAD(b->origins.away, &b->trail);
    FLIP_PAD(b->trail.awaits, &b->things);
    for (size_t i = 0; i < BELIEF_DEFINITIONS_MAX; i++)
        FLIP_PAD(b->things.definitions.list[i].unique, &b->things.definitions.list[i] + 1);
    FLIP_PAD(b->things.definitions.count, b->things.list);
    for (size_t i = 0; i < BELIEF_THINGS_MAX; i++) {
        struct thing *t = &b->things.list[i];
        FLIP_PAD(t->carried, &t->at);
        FLIP_PAD(t->strays, t->corners);
        FLIP_PAD(t->size_m, &t->first_us);
    }
    FLIP_PAD(b->things.event_lost, &b->people);
    for (size_t i = 0; i < BELIEF_PEOPLE_MAX; i++) {
        struct person *p = &b->people.list[i];
        FLIP_PAD(p->id, &p->face);
        FLIP_PAD(p->visible, &p->certainty);
    }
    for (size_t i = 0; i < PEOPLE_KNOWN; i++) FLIP_PAD(b->people.known[i].id, &b->people.known[i] + 1);
    FLIP_PAD(b->people.event_lost, &b->learn);
    FLIP_PAD(b->learn.stamped, b->learn.floor);
    FLIP_PAD(b->learn.edges, &b->learn.beam_us);
    FLIP_PAD(b->learn.thing_count, &b->habitat);
    FLIP_PAD(b->habitat.carried, &b->map);
    FLIP_PAD(b->takes_over, &b->cursor);
    FLIP_PAD(b->finding.sights, &b->finding.since_us);
    FLIP_PAD(b->finding.off_rad2, &b->localized);
    FLIP_PAD(b->localized, &b->fixed_us);
    FLIP_PAD(b->fixes, &b->fix);
    FLIP_PAD(b->event_lost, b + 1);
}
static uint64_t hash_of(const void *what) { return belief_hash(what); }

static size_t flip(struct belief *belief) {
    struct flip f = {belief, sizeof *belief, OUT, sizeof OUT / sizeof *OUT, hash_of, unused, padding};
    return flip_every(&f);
}

static void every_belief_is_in_its_hash(void **state) {
    struct fault fault = {0};
    struct scenario *scene = scenario_read(
        TEXT("{\"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"table\": {\"length_m\": 1.5}},"
             "{\"cube\": {\"name\": \"cube\", \"x_m\": 0.2}}, {\"charger\": {\"x_m\": 0.3, \"y_m\": 0.15}},"
             "{\"person\": {\"name\": \"Ada\", \"x_m\": 0.7, \"heading_deg\": 180}}]}"),
        "t.json", NULL, 0, &fault);
    struct play_config config = play_defaults();
    struct play *play = scene ? play_new(scene, &config, &fault) : NULL;
    if (!play) fail_msg("%s", fault.said);
    s_for(play, 0.5);
    struct belief *belief = run_robot(play_run(play), 0)->belief;
    flip(belief); // it has just begun to look
    ask(play, (struct life_message){.kind = LIFE_DRIVE, .drive = {0.03f, 0.04f, 0, 0}});
    s_for(play, 2);
    assert_true(belief->things.count >= 2);
    struct belief_custom_thing box = {
        .type = 1, .shape = BELIEF_CUSTOM_SHAPE_CUBE, .size_m = {0.05f}, .marker_m = 0.04f, .symbols = {3}};
    assert_int_equal(definitions_add(&belief->things.definitions, &box, &fault), ERR_NONE);
    assert_true(flip(belief) > 1000);
    // What it knows of the floor counts, too.
    uint64_t before = belief_hash(belief);
    struct map_shape spot = map_point(vec2(0.4f, 0.4f));
    map_put(belief->map, &spot, &(struct map_note){.content = BELIEF_MAP_CONTENT_CLIFF, .time_ms = 1});
    assert_true(belief_hash(belief) != before);
    play_free(play, NULL);
    scenario_free(scene);
}

TESTS(cmocka_unit_test(every_belief_is_in_its_hash))
