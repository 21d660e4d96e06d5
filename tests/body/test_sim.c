#include "support/support.h"

#include "body/contract.h"
#include "body/sim.h"
#include "border/body_model.h"

static void pass(void *user, struct body *body, int64_t now_us) {
    while (world_now_us(user) + WORLD_STEP_US <= now_us) {
        world_step(user);
        body_step(body, world_now_us(user));
    }
}

static void end(void *user) { world_free(user); }

static struct contract_body make(const struct body_model *model) {
    struct world_config config = world_defaults();
    struct world *world = world_new(&config);
    struct body *body = body_sim_new(world, model, (struct pose2){0}, NULL);
    return (struct contract_body){body, world, pass, end};
}

static struct contract_body vector(void) { return make(&vector_model); }
static struct contract_body cozmo(void) { return make(&cozmo_model); }

static void a_simulated_vector_keeps_the_contract(void **state) {
    assert_int_equal(contract_run("sim vector", vector), 0);
}
static void a_simulated_cozmo_keeps_the_contract(void **state) {
    assert_int_equal(contract_run("sim cozmo", cozmo), 0);
}

// The suite must notice bodies that lie: here are some, and what they break.
static struct body_class lying;
static const struct body_class *honest;
static struct contract_body liar(void (*change)(void)) {
    struct contract_body b = vector();
    honest = b.body->class;
    lying = *honest;
    change();
    b.body->class = &lying;
    return b;
}
static void deaf(struct body *body, int64_t now, const struct command_out *out) {
    (void)body, (void)now, (void)out;
}
static enum err mirrored(struct body *body, int64_t now, struct senses_in *in) {
    enum err err = honest->collect(body, now, in);
    in->senses.motion[0].heading_rad = -in->senses.motion[0].heading_rad;
    return err;
}
static enum err backwards(struct body *body, int64_t now, struct senses_in *in) {
    enum err err = honest->collect(body, now, in);
    in->senses.time_us = 1000000000 - in->senses.time_us;
    return err;
}
static void make_deaf(void) { lying.obey = deaf; }
static void make_mirrored(void) { lying.collect = mirrored; }
static void make_backwards(void) { lying.collect = backwards; }

static void the_suite_notices_bodies_that_lie(void **state) {
    struct contract_body b = liar(make_deaf);
    assert_non_null(contract_the_head_goes_where_it_is_told(&b));
    body_free(b.body), end(b.user);
    b = liar(make_mirrored);
    assert_non_null(contract_turning_left_is_positive(&b));
    body_free(b.body), end(b.user);
    b = liar(make_backwards);
    assert_non_null(contract_time_never_runs_back(&b));
    body_free(b.body), end(b.user);
}

TESTS(cmocka_unit_test(a_simulated_vector_keeps_the_contract),
      cmocka_unit_test(a_simulated_cozmo_keeps_the_contract),
      cmocka_unit_test(the_suite_notices_bodies_that_lie))
