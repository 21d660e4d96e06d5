// A life that is kept in memory: as a file at any moment, and lived again to the byte, or only up to where
// somebody goes on.
#include "support/support.h"

#include "body/sim.h"
#include "run/exchange.h"
#include "run/play.h"
#include "run/tape.h"

#include <string.h>

enum { SECOND_US = 1000000 };

struct kept {
    struct scenario *scenario;
    struct play *play;
    struct buf file;
    uint64_t hash;
};

static struct play *begin(const struct scenario *scenario, struct tape_reader *follow) {
    struct fault fault = {0};
    struct play_config config = play_defaults();
    config.seed = 11, config.kept = true, config.follow = follow;
    struct play *play = play_new(scenario, &config, &fault);
    if (!play) fail_msg("%s", fault.said);
    return play;
}

static void poke(struct play *play) {
    struct world_message verb = {.kind = WORLD_POKE};
    strcpy(verb.poke.what, "vector");
    assert_int_equal(play_do(play, &verb, NULL), ERR_NONE);
}

static void drive(struct play *play) {
    struct life_message m = {.kind = LIFE_DRIVE, .drive = {0.1f, 0.1f, 0, 1}};
    struct life_envelope from = {0, LIFE_DOOR_PAGE};
    assert_int_equal(play_ask(play, 0, &from, &m), ERR_NONE);
}

// Hands at its beginning, between two seconds, and in the very moment in which it is kept.
static struct kept live(void) {
    struct kept k = {.scenario = scenario_open("tabletop", NULL, 0, NULL)};
    k.play = begin(k.scenario, NULL);
    poke(k.play);
    play_for(k.play, SECOND_US);
    drive(k.play);
    play_for(k.play, SECOND_US);
    poke(k.play), drive(k.play);
    assert_int_equal(play_keep(k.play, &k.file, NULL), ERR_NONE);
    play_for(k.play, SECOND_US / 2);
    k.hash = run_hash(play_run(k.play));
    return k;
}

static void end(struct kept *k) {
    play_free(k->play, NULL);
    scenario_free(k->scenario);
    buf_free(&k->file);
}

static enum err nothing(void *user, const struct tape_entry *entry, struct fault *fault) {
    (void)fault;
    ((unsigned *)user)[entry->kind]++;
    return ERR_NONE;
}

static void it_is_a_whole_file_at_any_moment(void **state) {
    struct kept k = live();
    for (int i = 0; i < 3; i++) { // and again, while it goes on
        struct tape_about about;
        struct buf file = {0};
        unsigned found[TAPE_END + 1] = {0};
        uint64_t steps = 0;
        if (i) assert_int_equal(play_keep(k.play, &file, NULL), ERR_NONE);
        const struct buf *its = i ? &file : &k.file;
        struct tape_reader *reader = tape_over(its->at, its->len, &about, NULL);
        assert_non_null(reader);
        assert_int_equal(tape_measure(reader, nothing, found, &steps, NULL), ERR_NONE);
        assert_int_equal(steps, (i ? 2500000 : 2000000) / WORLD_STEP_US);
        assert_int_equal(found[TAPE_VERB], i == 2 ? 3 : 2);
        assert_int_equal(found[TAPE_REQUEST], 2);
        assert_int_equal(found[TAPE_HASH], i + 1);
        assert_int_equal(found[TAPE_END], 1);
        tape_free(reader);
        buf_free(&file);
        if (i == 1) poke(k.play);
    }
    assert_true(k.file.len < 4096); // it fits into a link
    end(&k);
}

static void it_is_lived_again_to_the_byte(void **state) {
    struct kept k = live();
    struct tape_about about;
    struct tape_reader *reader = tape_over(k.file.at, k.file.len, &about, NULL);
    assert_int_equal(about.seed, 11);
    struct play *again = begin(k.scenario, reader);
    assert_true(play_follows(again));
    play_for(again, 2500000);
    assert_false(play_follows(again));
    assert_false(play_parted(again));
    assert_true(run_hash(play_run(again)) == k.hash);
    struct buf file = {0};
    assert_int_equal(play_keep(again, &file, NULL), ERR_NONE); // and it is kept in turn
    assert_true(file.len > k.file.len / 2);
    buf_free(&file);
    play_free(again, NULL);
    tape_free(reader);
    end(&k);
}

static void from_a_moment_on_it_is_another_life(void **state) {
    struct kept k = live();
    struct tape_about about;
    struct tape_reader *reader = tape_over(k.file.at, k.file.len, &about, NULL);
    struct play *again = begin(k.scenario, reader);
    play_for(again, SECOND_US / 2);
    play_follow_no_more(again); // before it was driven
    play_for(again, 2000000);
    assert_false(play_parted(again));
    assert_false(run_hash(play_run(again)) == k.hash);
    play_free(again, NULL);
    tape_free(reader);
    reader = tape_over(k.file.at, k.file.len, &about, NULL);
    again = begin(k.scenario, reader);
    play_for(again, SECOND_US / 2);
    poke(again); // who reaches into it makes it another one, and that is known at its end
    play_for(again, 2000000);
    assert_true(play_parted(again));
    play_free(again, NULL);
    tape_free(reader);
    end(&k);
}

static void a_recording_that_is_cut_or_damaged_is_known_before(void **state) {
    struct kept k = live();
    for (size_t len = 0; len < k.file.len; len += 7) {
        struct fault fault = {0};
        struct tape_about about;
        unsigned found[TAPE_END + 1] = {0};
        uint64_t steps;
        struct tape_reader *reader = tape_over(k.file.at, len, &about, &fault);
        enum err err = reader ? tape_measure(reader, nothing, found, &steps, &fault) : fault.err;
        if (!err || !fault.said[0]) fail_msg("%zu of %zu bytes were taken", len, k.file.len);
        tape_free(reader);
    }
    end(&k);
}

// A body that others can reach lives a life that nobody can live again.
static struct body *other(void *user, struct world *world, uint32_t robot, struct fault *fault) {
    (void)user;
    return body_sim_of(world, body_model_find("vector"), robot, fault);
}

static void what_is_not_kept_says_so(void **state) {
    struct scenario *scenario = scenario_open("tabletop", NULL, 0, NULL);
    struct play_config config = play_defaults();
    for (int i = 0; i < 2; i++) {
        struct fault fault = {0};
        struct buf file = {0};
        config.kept = i, config.body = i ? other : NULL;
        struct play *play = play_new(scenario, &config, NULL);
        assert_int_equal(play_keep(play, &file, &fault), ERR_STATE);
        assert_non_null(strstr(fault.said, i ? "others can reach its body" : "not kept"));
        assert_int_equal(file.len, 0);
        play_free(play, NULL);
    }
    scenario_free(scenario);
}

// ------------------------------------------------------------------------------------------------ in a hurry

struct rests {
    int64_t air_us;
    unsigned served, ticks;
    struct play *play;
    atomic_bool stop;
};
static void rest(void *user, int64_t us) {
    struct rests *r = user;
    (void)us;
    r->served++;
    if (!run_hurries(play_run(r->play))) atomic_store(&r->stop, true);
}

static void a_life_that_hurries_is_the_same_and_serves_others(void **state) {
    struct scenario *scenario = scenario_open("tabletop", NULL, 0, NULL);
    struct rests r = {0};
    struct play_config config = play_defaults();
    config.rest = rest, config.user = &r;
    struct play *play = r.play = play_new(scenario, &config, NULL);
    struct play *calm = play_new(scenario, &(struct play_config){.speed = 1}, NULL);
    run_hurry(play_run(play), 20 * SECOND_US);
    assert_int_equal(run_hurries(play_run(play)), 20 * SECOND_US);
    play_live(play, &r.stop);
    assert_true(play_now_us(play) >= 20 * SECOND_US);
    assert_true(r.served >= 2);
    play_for(calm, play_now_us(play));
    assert_true(run_hash(play_run(play)) == run_hash(play_run(calm)));
    play_free(play, NULL), play_free(calm, NULL);
    scenario_free(scenario);
}

TESTS(cmocka_unit_test(it_is_a_whole_file_at_any_moment), cmocka_unit_test(it_is_lived_again_to_the_byte),
      cmocka_unit_test(from_a_moment_on_it_is_another_life),
      cmocka_unit_test(a_recording_that_is_cut_or_damaged_is_known_before),
      cmocka_unit_test(what_is_not_kept_says_so),
      cmocka_unit_test(a_life_that_hurries_is_the_same_and_serves_others))
