// A soul in a Cozmo, over an air of memory in virtual time: the same contract as for any body, however far
// away it is.
#include "support/support.h"

#include "body/contract.h"
#include "body/cozmo/shared_cozmo.h"

struct place {
    struct world *world;
    int64_t now_us;
};

static void pass(void *user, struct body *body, int64_t now_us) {
    struct place *p = user;
    while (p->now_us + WORLD_STEP_US <= now_us) {
        p->now_us += WORLD_STEP_US;
        world_step(p->world);
        body_step(body, p->now_us);
    }
}

static void end(void *user) {
    struct place *p = user;
    world_free(p->world);
    free(p);
}

static struct contract_body make(struct lossy_link_config lossy, uint32_t version) {
    struct place *p = calloc(1, sizeof *p);
    struct world_config world = world_defaults();
    p->world = world_new(&world);
    struct shared_cozmo_config config = shared_cozmo_defaults();
    config.robot.firmware.world = p->world;
    config.robot.firmware.version = version;
    config.lossy = lossy;
    struct fault fault = {0};
    struct body *body = shared_cozmo_new(&config, &fault);
    if (!body) fail_msg("%s", fault.said);
    return (struct contract_body){body, p, pass, end};
}

static struct contract_body calm(void) { return make((struct lossy_link_config){0}, 2381); }
static struct contract_body old(void) { return make((struct lossy_link_config){0}, 2214); }
static struct contract_body near_by(void) {
    return make((struct lossy_link_config){.delay_us = 60000, .jitter_us = 20000, .seed = 2}, 2381);
}
static struct contract_body far_off(void) {
    return make((struct lossy_link_config){.delay_us = 200000, .jitter_us = 20000, .seed = 3}, 2381);
}
static struct contract_body bad(void) {
    return make(
        (struct lossy_link_config){
            .delay_us = 20000, .jitter_us = 40000, .loss = 0.1f, .twice = 0.05f, .seed = 4},
        2381);
}
static struct contract_body far_and_bad(void) {
    return make((struct lossy_link_config){.delay_us = 200000, .loss = 0.05f, .seed = 5}, 2381);
}

static void in_calm_air(void **state) { assert_int_equal(contract_run("cozmo, calm air", calm), 0); }
static void with_an_old_firmware(void **state) { assert_int_equal(contract_run("cozmo 2214", old), 0); }
static void at_60_ms(void **state) { assert_int_equal(contract_run("cozmo at 60 ms", near_by), 0); }
static void at_200_ms(void **state) { assert_int_equal(contract_run("cozmo at 200 ms", far_off), 0); }
static void with_a_tenth_lost(void **state) { assert_int_equal(contract_run("cozmo, 10 % lost", bad), 0); }
static void at_200_ms_with_loss(void **state) {
    assert_int_equal(contract_run("cozmo at 200 ms, 5 % lost", far_and_bad), 0);
}

TESTS(cmocka_unit_test(in_calm_air), cmocka_unit_test(with_an_old_firmware), cmocka_unit_test(at_60_ms),
      cmocka_unit_test(at_200_ms), cmocka_unit_test(with_a_tenth_lost), cmocka_unit_test(at_200_ms_with_loss))
