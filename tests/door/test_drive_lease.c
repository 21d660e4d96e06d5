// Who holds the wheel, and whose hand holds what: a driver or a viewer that falls silent or is gone has let
// go.
#include "door_rig.h"

#define DRIVE "{\"Drive\": {\"left_mps\": 0.1, \"right_mps\": 0.1, \"seconds\": 60}}"

static void a_silent_driver_has_let_go(void **state) {
    struct house h = open_house();
    int fd = watch(&h);
    live(&h, 1000);
    time_pretend(1000000, 0);
    say(&h, fd, DRIVE);
    live(&h, 400);
    assert_true(fastest(&h) > 0.05f);
    for (int i = 0; i < 5; i++) { // said again in time, it goes on for as long as wanted
        time_pass(DRIVER_US - 1000);
        say(&h, fd, "{\"Drive\": {\"left_mps\": -0.1, \"right_mps\": -0.1}}");
        say(&h, fd, "{\"Drive\": {\"left_mps\": 0.1, \"right_mps\": 0.1}}");
    }
    time_pass(DRIVER_US - 1000);
    for (int i = 0; i < 300; i++) serve(&h, 1); // the timer comes, and finds it too early
    live(&h, 200);
    assert_true(fastest(&h) > 0.05f);
    time_pass(2000);
    for (int i = 0; i < 2000 && h.page->robots[0].driver; i++) serve(&h, 1);
    assert_null(h.page->robots[0].driver);
    // The silence, and what the wheels need: less than 300 in all.
    int64_t before = play_now_us(h.play);
    while (fastest(&h) > 0.005f && play_now_us(h.play) - before < 1000000) live(&h, 5);
    int64_t took = DRIVER_US + play_now_us(h.play) - before;
    print_message("# still after %d ms\n", (int)(took / 1000));
    assert_true(took <= 300000);
    close(fd);
    close_house(&h);
}

static void a_lost_driver_has_let_go_at_once(void **state) {
    struct house h = open_house();
    int driver = watch(&h), other = watch(&h);
    live(&h, 1000);
    time_pretend(1000000, 0);
    say(&h, driver, DRIVE);
    live(&h, 400);
    assert_true(fastest(&h) > 0.05f);
    close(other); // somebody else's leaving changes nothing
    for (int i = 0; i < 500 && dashboard_viewers(h.page) > 1; i++) serve(&h, 1);
    live(&h, 100);
    assert_true(fastest(&h) > 0.05f);
    close(driver);
    for (int i = 0; i < 500 && dashboard_viewers(h.page); i++) serve(&h, 1);
    live(&h, 100);
    assert_true(fastest(&h) < 0.005f);
    close_house(&h);
}

// Another viewer floods: the driver's silence is noticed nevertheless, with few of its messages in between.
static void a_flood_does_not_keep_the_wheel(void **state) {
    enum { FRAMES = 4000, IN_TIME = 800 };
    struct house h = open_house();
    int driver = watch(&h), other = watch(&h);
    live(&h, 1000);
    say(&h, driver, DRIVE);
    static const char BLINK[] = "{\"Blink\": {}}";
    struct buf flood = {0};
    for (int i = 0; i < FRAMES; i++) {
        buf_bytes(&flood, "\x81\x8d\0\0\0\0", 6);
        buf_text(&flood, BLINK);
    }
    uint32_t before = h.page->messages;
    for (size_t at = 0; h.page->robots[0].driver;) {
        ssize_t sent = send(other, flood.at + at, flood.len - at, MSG_NOSIGNAL);
        if (sent > 0) at = (at + (size_t)sent) % flood.len;
        live(&h, 5);
        loop_once(h.loop, 1000);
        for (char rest[1 << 16]; recv(other, rest, sizeof rest, 0) > 0;) continue;
        assert_true(h.page->messages - before < IN_TIME);
    }
    print_message("# let go after %u messages\n", h.page->messages - before);
    live(&h, 200);
    assert_true(fastest(&h) < 0.005f);
    buf_free(&flood);
    close(driver), close(other);
    close_house(&h);
}

// A world that runs slowly: pretended air time goes on by 5 ms whenever the run rests.
static struct house *resting;
static void rest(void *user, int64_t us) {
    (void)user;
    loop_once(resting->loop, 0);
    time_pass(us < 5000 ? us : 5000);
    dashboard_mind_driver(resting->page); // its timer goes by the machine's clock
}

struct slow {
    atomic_bool stop;
    int64_t until_us, let_go_us, stood_us;
    int fd, step;
    float speed;
};
static struct slow halting;
static void slowly(void *user, struct play *play, int life) {
    struct house *h = resting;
    (void)user, (void)play;
    dashboard_tick(h->page, life);
    int64_t now = air_now_us();
    if (halting.step == 0) {
        halting.step = 1;
        if (halting.fd >= 0) halting.let_go_us = now, close(halting.fd); // the line breaks
    }
    if (halting.step == 1 && fastest(h) < 0.005f) halting.step = 2, halting.stood_us = now;
    if (halting.step == 2 && now > halting.stood_us + 700000) halting.step = 3;
    if (halting.step == 3 || now > halting.until_us) atomic_store(&halting.stop, true);
}

static void letting_go_is_as_quick_in_slow_motion(void **state) {
    static const float SPEEDS[] = {1, 0.5f, 0.1f, 0.06f};
    for (size_t i = 0; i < sizeof SPEEDS / sizeof *SPEEDS; i++)
        for (int broken = 0; broken < 2; broken++) {
            struct house h = open_house();
            struct play_config config = play_defaults();
            config.seed = 5, config.watch = slowly, config.rest = rest;
            dashboard_show(h.page, NULL, 0);
            play_free(h.play, NULL);
            h.play = play_new(h.scenario, &config, NULL);
            dashboard_show(h.page, h.play, 5);
            resting = &h;
            halting = (struct slow){.step = 3, .fd = -1}; // not yet
            live(&h, 1000);
            int fd = watch(&h);
            time_pretend(1000000, 0);
            char pace[60];
            snprintf(pace, sizeof pace, "{\"Pace\": {\"speed\": %g}}", (double)SPEEDS[i]);
            say(&h, fd, pace);
            say(&h, fd, DRIVE);
            live(&h, 400);
            assert_true(fastest(&h) > 0.05f);
            // From here on by the clock on the wall: it falls silent, or its line breaks.
            halting = (struct slow){
                .until_us = air_now_us() + 20000000, .let_go_us = air_now_us(), .fd = broken ? fd : -1};
            h.page->robots[0].drive_until_us = air_now_us() + DRIVER_US;
            loop_timer_set(h.page->dead_man, h.page->robots[0].drive_until_us);
            play_live(h.play, &halting.stop);
            int64_t took = halting.stood_us - halting.let_go_us;
            print_message("# %g times as fast, %s: still after %d ms\n", (double)SPEEDS[i],
                          broken ? "the line broke" : "silent", (int)(took / 1000));
            assert_int_equal(halting.step, 3);
            assert_true(took <= 310000);                          // a tick's grain above 300
            assert_int_equal(h.page->robots[0].halt_until_us, 0); // and slowly again
            if (!broken) close(fd);
            watching = h.page;
            close_house(&h);
        }
}

static unsigned told(const struct house *h, const char *sentence) {
    unsigned count = 0;
    for (uint32_t i = 0; i < h->page->past_count && i < PAST_MAX; i++)
        count += !strcmp(h->page->past[i].sentence, sentence);
    return count;
}

static void a_hand_that_is_gone_puts_down_what_it_held(void **state) {
    struct house h = open_house();
    int fd = watch(&h), other = watch(&h);
    struct pose at;
    live(&h, 1000);
    say(&h, other, "{\"Carry\": {\"what\": \"cube\", \"x_m\": 0.1, \"y_m\": 0.1}}");
    for (int i = 0; i < 20; i++) {
        say(&h, fd, "{\"Carry\": {\"what\": \"vector\", \"x_m\": 0, \"y_m\": 0.05}}");
        live(&h, 50);
    }
    assert_true(world_where(play_world(h.play), "vector", &at) && at.at.z > 0.05f);
    assert_int_equal(told(&h, "a hand carries vector"), 1); // once, not twenty times
    close(fd);
    for (int i = 0; i < 500 && dashboard_viewers(h.page) > 1; i++) serve(&h, 1);
    live(&h, 2000);
    assert_true(world_where(play_world(h.play), "vector", &at) && at.at.z < 0.003f);
    assert_true(world_where(play_world(h.play), "cube", &at) && at.at.z > 0.05f); // that one is another's
    close(other);
    for (int i = 0; i < 500 && dashboard_viewers(h.page); i++) serve(&h, 1);
    close_house(&h);
}

// As the page does it: it is seen to move at once, and the creature feels the hand when time goes on.
static void dragged_in_a_pause_it_feels_the_hand_afterwards(void **state) {
    struct house h = open_house();
    int fd = watch(&h);
    struct pose at;
    live(&h, 3000);
    say(&h, fd, "{\"Pace\": {\"speed\": 1, \"paused\": true}}");
    int64_t stands_us = play_now_us(h.play);
    for (int i = 1; i <= 5; i++) {
        char carry[120];
        snprintf(carry, sizeof carry,
                 "{\"Carry\": {\"what\": \"vector\", \"x_m\": 0, \"y_m\": %g, \"at_once\": true}}",
                 -0.02 * i);
        say(&h, fd, carry);
        assert_true(world_where(play_world(h.play), "vector", &at) && at.at.z > 0.05f);
        assert_true(m_abs(at.at.y + 0.02f * (float)i) < 0.001f);
    }
    say(&h, fd,
        "{\"PutDown\": {\"what\": \"vector\", \"here\": false, \"x_m\": 0, \"y_m\": -0.1, \"seconds\": "
        "0.5}}");
    assert_int_equal(play_now_us(h.play), stands_us);
    assert_int_equal(told(&h, "was picked up"), 0);
    say(&h, fd, "{\"Pace\": {\"speed\": 1, \"paused\": false}}");
    live(&h, 3000);
    assert_int_equal(told(&h, "a hand carries vector"), 1);
    assert_int_equal(told(&h, "was picked up"), 1);
    assert_int_equal(told(&h, "was put down"), 1);
    assert_true(world_where(play_world(h.play), "vector", &at) && at.at.z < 0.003f);
    close(fd);
    for (int i = 0; i < 500 && dashboard_viewers(h.page); i++) serve(&h, 1);
    close_house(&h);
}

TESTS(cmocka_unit_test(a_flood_does_not_keep_the_wheel),
      cmocka_unit_test(dragged_in_a_pause_it_feels_the_hand_afterwards),
      cmocka_unit_test(a_silent_driver_has_let_go), cmocka_unit_test(a_lost_driver_has_let_go_at_once),
      cmocka_unit_test(letting_go_is_as_quick_in_slow_motion),
      cmocka_unit_test(a_hand_that_is_gone_puts_down_what_it_held))
