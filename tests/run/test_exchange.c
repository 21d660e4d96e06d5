// Doors side by side: each hears what it asked for and nothing else, and what did not fit is counted.
#include "support/support.h"

#include "run/exchange.h"
#include "run/thin.h"

static struct thin t;
static struct exchange *x;
static int begin(void **state) {
    x = thin_start(&t, &(struct thin_config){.seed = 2}) ? run_exchange(t.run) : NULL;
    run_watch(t.run, NULL, NULL);
    run_for(t.run, 500000);
    return x ? 0 : -1;
}
static int end(void **state) {
    thin_end(&t);
    return 0;
}

static const struct life_message HELLO = {.kind = LIFE_HELLO}, BLINK = {.kind = LIFE_BLINK},
                                 HEAD = {.kind = LIFE_HEAD, .head = {0.1f, 1, 0}};
static void tick(void) { run_for(t.run, LIFE_TICK_US); }
static uint32_t asked(struct exchange_door *door, const struct life_message *m) {
    uint32_t ticket = 0;
    assert_int_equal(exchange_ask(door, 0, m, &ticket, NULL), ERR_NONE);
    return ticket;
}

static void each_door_hears_what_it_asked_for(void **state) {
    static struct exchange_reply r;
    struct exchange_door *page = exchange_open(x, LIFE_DOOR_PAGE, NULL);
    struct exchange_door *line = exchange_open(x, LIFE_DOOR_COMMAND_LINE, NULL);
    uint32_t a = asked(page, &HELLO), b = asked(line, &BLINK), c = asked(page, &BLINK);
    assert_int_equal(a, 1); // tickets are the door's own
    assert_int_equal(b, 1);
    assert_int_equal(c, 2);
    thin_ask(&t, 7, HELLO); // somebody without a door
    tick();
    assert_true(exchange_reply(page, &r) && r.ticket == 1 && r.message.kind == LIFE_GREETING && !r.lost);
    assert_true(exchange_reply(page, &r) && r.ticket == 2 && r.message.kind == LIFE_DONE);
    assert_false(exchange_reply(page, &r));
    assert_true(exchange_reply(line, &r) && r.ticket == 1 && r.message.kind == LIFE_DONE);
    assert_false(exchange_reply(line, &r));
    struct exchange_event e;
    uint32_t ours = 0, theirs = 0, all = 0;
    while (exchange_event(line, &e)) all++, ours += e.ticket == 1, theirs += e.ticket > 1;
    assert_true(all >= 4);             // every door is told of everything,
    assert_true(ours == 1 && !theirs); // and knows what it caused itself
    exchange_close(page), exchange_close(line);
}

static void a_late_reply_finds_nobody_who_came_after(void **state) {
    static struct exchange_reply r;
    struct exchange_door *doors[EXCHANGE_DOORS];
    for (int i = 0; i < EXCHANGE_DOORS; i++) doors[i] = exchange_open(x, LIFE_DOOR_TEST, NULL);
    struct fault fault = {0};
    assert_null(exchange_open(x, LIFE_DOOR_TEST, &fault)); // all places are taken
    assert_int_equal(fault.err, ERR_LIMIT);
    asked(doors[3], &HELLO);
    exchange_close(doors[3]);
    doors[3] = exchange_open(x, LIFE_DOOR_TEST, NULL); // the same place
    asked(doors[3], &BLINK);
    tick();
    assert_true(exchange_reply(doors[3], &r) && r.message.kind == LIFE_DONE);
    assert_false(exchange_reply(doors[3], &r));
    for (int i = 0; i < EXCHANGE_DOORS; i++) exchange_close(doors[i]);
}

static void what_a_door_does_not_take_is_lost_and_counted(void **state) {
    static struct exchange_reply r;
    struct exchange_door *idle = exchange_open(x, LIFE_DOOR_PAGE, NULL);
    struct exchange_door *quick = exchange_open(x, LIFE_DOOR_SDK, NULL);
    uint32_t last = 0, heard = 0;
    for (int i = 0; i < EXCHANGE_REPLIES + 9; i++) {
        last = asked(idle, &BLINK);
        asked(quick, &BLINK);
        tick();
        heard += exchange_reply(quick, &r) && !r.lost;
    }
    assert_int_equal(heard, EXCHANGE_REPLIES + 9); // nobody's slowness is another's
    assert_int_equal(exchange_lost(idle).replies, 9);
    assert_true(exchange_reply(idle, &r));
    assert_int_equal(r.lost, 9);
    assert_int_equal(r.ticket, last - EXCHANGE_REPLIES + 1); // the oldest went
    assert_true(exchange_reply(idle, &r) && !r.lost);
    assert_int_equal(exchange_lost(quick).replies, 0);
    exchange_close(idle), exchange_close(quick);
}

// Each begins and ends the one before: two events, and there is room for 64 in a tick.
static void the_sixty_fifth_event_of_a_tick_is_counted(void **state) {
    struct exchange_door *door = exchange_open(x, LIFE_DOOR_PAGE, NULL);
    struct exchange_event e;
    for (int i = 0; i < 60; i++) asked(door, &HEAD);
    tick();
    uint32_t told = 0, lost = 0;
    while (exchange_event(door, &e)) told++, lost += e.lost;
    assert_int_equal(told, 64);
    assert_in_range(lost, 50, 60);
    assert_int_equal(exchange_lost(door).events, lost);
    tick(), tick();
    while (exchange_event(door, &e)) assert_int_equal(e.lost, 0);
    // A door that looks away for long has the newest of them.
    for (int i = 0; i < 300; i++) asked(door, &BLINK), tick();
    assert_true(exchange_event(door, &e));
    assert_true(e.lost > 20 && exchange_lost(door).events == lost + e.lost);
    exchange_close(door);
}

static void a_full_desk_and_an_unknown_life_are_told(void **state) {
    struct exchange_door *door = exchange_open(x, LIFE_DOOR_PAGE, NULL);
    struct fault fault = {0};
    assert_int_equal(exchange_ask(door, 1, &BLINK, NULL, &fault), ERR_UNKNOWN);
    for (int i = 0; i < 64; i++) asked(door, &BLINK);
    assert_int_equal(exchange_ask(door, 0, &BLINK, NULL, &fault), ERR_BUSY);
    exchange_close(door);
    exchange_close(NULL);
}

static void a_view_is_made_once_a_tick(void **state) {
    const union soul_view *view = exchange_view(x, 0);
    uint32_t before = view->life.tick;
    ((union soul_view *)(void *)(uintptr_t)view)->life.battery_v =
        -1; // a mark that lasts until it is made anew
    assert_true(exchange_view(x, 0)->life.battery_v == -1);
    tick();
    assert_true(exchange_view(x, 0)->life.tick > before && exchange_view(x, 0)->life.battery_v > 0);
    assert_null(exchange_view(x, 1));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(CASE(each_door_hears_what_it_asked_for), CASE(a_late_reply_finds_nobody_who_came_after),
      CASE(what_a_door_does_not_take_is_lost_and_counted), CASE(the_sixty_fifth_event_of_a_tick_is_counted),
      CASE(a_full_desk_and_an_unknown_life_are_told), CASE(a_view_is_made_once_a_tick))
