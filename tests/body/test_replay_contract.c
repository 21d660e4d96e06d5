// The body contract on a replay: what a soul did with a simulated body is written down, and then the same
// soul meets the recording. It must find every promise kept again, and want the same in every tick.
#include "support/support.h"

#include "body/contract.h"
#include "body/replay.h"
#include "body/sim.h"
#include "border/body_model.h"

#include <stdio.h>

enum { TICKS_MOST = 4000 };

struct tick_kept {
    struct senses_in in;
    uint64_t hash;
    bool felt, obeyed;
};
struct tape {
    struct tick_kept *ticks;
    uint32_t count, at;
};

// ------------------------------------------------------------------------------------------------ writing

struct listening { // goes before a simulated body and keeps what passes through
    struct body body;
    struct body *inside;
    struct world *world;
    struct tape *tape;
};

static void step(struct body *body, int64_t now_us) { body_step(((struct listening *)body)->inside, now_us); }

static enum err collect(struct body *body, int64_t now_us, struct senses_in *in) {
    struct listening *l = (struct listening *)body;
    enum err err = body_collect(l->inside, now_us, in);
    struct tick_kept *kept = &l->tape->ticks[l->tape->count - 1];
    if (!kept->felt) kept->in.senses = in->senses; // asked once more, nothing arrives
    kept->felt = true;
    return err;
}

static void obey(struct body *body, int64_t now_us, const struct command_out *out) {
    struct listening *l = (struct listening *)body;
    struct tick_kept *kept = &l->tape->ticks[l->tape->count - 1];
    kept->hash = border_command_hash(out);
    kept->obeyed = true;
    body_obey(l->inside, now_us, out);
}

static uint64_t no_hash(const struct body *body) {
    (void)body;
    return 0;
}
static void let_go(struct body *body) {
    body_free(((struct listening *)body)->inside);
    free(body);
}
static const struct body_class LISTENING = {"listening", step, collect, obey, NULL, no_hash, let_go};

static void pass_and_write(void *user, struct body *body, int64_t now_us) {
    struct listening *l = (struct listening *)body;
    (void)user;
    assert_true(l->tape->count < TICKS_MOST);
    l->tape->ticks[l->tape->count++] = (struct tick_kept){0};
    while (world_now_us(l->world) + WORLD_STEP_US <= now_us) {
        world_step(l->world);
        body_step(l->inside, world_now_us(l->world));
    }
}

static struct contract_body write_on(struct tape *tape, const struct body_model *model) {
    struct listening *l = calloc(1, sizeof *l);
    struct world_config config = world_defaults();
    l->world = world_new(&config);
    l->inside = body_sim_new(l->world, model, (struct pose2){0}, NULL);
    l->body = (struct body){&LISTENING, model, l->inside->traits};
    l->tape = tape;
    tape->count = tape->at = 0;
    return (struct contract_body){&l->body, l->world, pass_and_write, NULL};
}

// ------------------------------------------------------------------------------------------------ reading

static void pass_and_read(void *user, struct body *body, int64_t now_us) {
    struct tape *tape = user;
    (void)now_us;
    if (tape->at == tape->count) {
        body_replay_end(body);
        return;
    }
    struct tick_kept *kept = &tape->ticks[tape->at++];
    if (kept->felt) body_replay_feed(body, &kept->in);
    if (kept->obeyed) body_replay_expect(body, tape->at, kept->hash);
}

static void on_replay(const struct body_model *model, const char *who) {
    struct tape tape = {.ticks = calloc(TICKS_MOST, sizeof *tape.ticks)};
    assert_non_null(tape.ticks);
    for (size_t i = 0; i < contract_count; i++) {
        struct contract_body b = write_on(&tape, model);
        const char *wrong = contracts[i].holds(&b);
        if (wrong) fail_msg("%s: %s: %s", who, contracts[i].name, wrong);
        body_free(b.body);
        world_free(b.user);
        b = (struct contract_body){body_replay_new(model), &tape, pass_and_read, NULL};
        wrong = contracts[i].holds(&b);
        if (wrong) fail_msg("replay of %s: %s: %s", who, contracts[i].name, wrong);
        uint32_t tick;
        if (body_replay_parted(b.body, &tick))
            fail_msg("replay of %s: %s: another life since tick %u", who, contracts[i].name, tick);
        assert_int_equal(tape.at, tape.count);
        assert_int_equal(body_replay_compared(b.body), tape.count);
        body_free(b.body);
    }
    free(tape.ticks);
}

static void a_replay_of_vector_keeps_the_contract(void **state) { on_replay(&vector_model, "vector"); }
static void a_replay_of_cozmo_keeps_the_contract(void **state) { on_replay(&cozmo_model, "cozmo"); }

// A recording that lies is found out by the suite, and a soul that wants something else by the replay.
static void a_false_recording_is_noticed(void **state) {
    struct tape tape = {.ticks = calloc(TICKS_MOST, sizeof *tape.ticks)};
    struct contract_body b = write_on(&tape, &vector_model);
    assert_null(contract_turning_left_is_positive(&b));
    body_free(b.body);
    world_free(b.user);
    for (uint32_t i = 0; i < tape.count; i++)
        tape.ticks[i].in.senses.motion[0].heading_rad = -tape.ticks[i].in.senses.motion[0].heading_rad;
    b = (struct contract_body){body_replay_new(&vector_model), &tape, pass_and_read, NULL};
    assert_non_null(contract_turning_left_is_positive(&b));
    body_free(b.body);
    for (uint32_t i = tape.count / 2; i < tape.count; i++) tape.ticks[i].hash++;
    tape.at = 0;
    b = (struct contract_body){body_replay_new(&vector_model), &tape, pass_and_read, NULL};
    contract_turning_left_is_positive(&b);
    uint32_t tick = 0;
    assert_true(body_replay_parted(b.body, &tick));
    assert_int_equal(tick, tape.count / 2 + 1);
    body_free(b.body);
    free(tape.ticks);
}

TESTS(cmocka_unit_test(a_replay_of_vector_keeps_the_contract),
      cmocka_unit_test(a_replay_of_cozmo_keeps_the_contract), cmocka_unit_test(a_false_recording_is_noticed))
