// What a living creature shows on its face when it is asked to, how long, and that looking at it changes
// nothing.
#include "support/support.h"

#include "codec/picture/raster.h"
#include "robot/robot.h"
#include "robot/service_screens.h"
#include "run/thin.h"
#include "stage/library/library.h"
#include "stage/screen/easel.h"
#include "world/panel.h"

#include <stdio.h>

static uint16_t memory[SCREEN_PIXELS];
static struct life_view view;
static struct life_done done[64]; // by ticket
static struct {
    int count;
    enum life_verdict verdict;
} ended[64]; // the event that a request ended, by its ticket

static void hear(void *user, struct run *run, size_t life) {
    struct life_envelope to;
    struct life_message reply;
    (void)user;
    const struct life_event *events;
    size_t count = robot_events(run_robot(run, life), &events);
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind != LIFE_EVENT_KIND_REQUEST_ENDED || events[i].cause >= 64) continue;
        ended[events[i].cause].count++;
        ended[events[i].cause].verdict = (enum life_verdict)events[i].numbers[0];
    }
    while (robot_reply(run_robot(run, life), &to, &reply))
        if (reply.kind == LIFE_DONE && to.ticket < 64) done[to.ticket] = reply.done;
}

static bool answered(uint32_t ticket, enum life_verdict verdict) { return done[ticket].verdict == verdict; }

static void begin(struct thin *t, const char *creature) {
    struct thin_config config = {.seed = 4, .library = thin_clips(creature)};
    config.model = !strcmp(creature, "cozmo") ? &cozmo_model : &vector_model;
    assert_true(thin_start(t, &config));
    run_watch(t->run, hear, NULL);
    for (int i = 0; i < 64; i++) done[i].verdict = 99; // nothing was said
    memset(ended, 0, sizeof ended);
}

static void wait_ticks(struct thin *t, int ticks) { run_for(t->run, (int64_t)ticks * LIFE_TICK_US); }

static struct raster look(struct thin *t) {
    static struct easel *easel;
    uint16_t width, height;
    easel_free(easel); // another test's pictures lie elsewhere
    easel = easel_new(0);
    robot_face(run_robot(t->run, 0), &width, &height);
    struct raster raster = raster_over(memory, width, height);
    robot_paint(run_robot(t->run, 0), easel, &raster);
    robot_view(run_robot(t->run, 0), &view);
    return raster;
}

static int lit(const struct raster *r, int top, int bottom) {
    int count = 0;
    for (int i = top * r->width; i < bottom * r->width; i++) count += r->at[i] != 0;
    return count;
}

static void it_shows_what_it_is_asked_to(void **state) {
    static const char *const CREATURES[] = {"vector", "cozmo"};
    for (int i = 0; i < 2; i++) {
        struct thin t;
        begin(&t, CREATURES[i]);
        wait_ticks(&t, 20);
        struct life_message m = {.kind = LIFE_SHOW_WEATHER,
                                 .show_weather = {.condition = "rain", .seconds = 1}};
        thin_ask(&t, 1, m);
        wait_ticks(&t, 3);
        look(&t);
        assert_true(answered(1, LIFE_VERDICT_DONE));
        assert_int_equal(view.screen.shows, LIFE_SHOWING_PICTURES);
        assert_int_equal(view.screen.layers_count, 1);
        assert_string_equal(view.screen.layers[0].asset, "face_weather_rain");
        uint32_t number = view.screen.number;
        wait_ticks(&t, 5);
        look(&t);
        assert_true(view.screen.number >= number + 5); // it rains
        wait_ticks(&t, 30);
        look(&t);
        assert_int_equal(view.screen.layers_count, 0);
        m.show_weather.temperature[0] = -7, m.show_weather.temperature_count = 1;
        snprintf(m.show_weather.condition, sizeof m.show_weather.condition, "hail");
        thin_ask(&t, 2, m);
        m.show_weather.condition[0] = 0;
        thin_ask(&t, 3, m);
        wait_ticks(&t, 3);
        struct raster r = look(&t);
        assert_true(answered(2, LIFE_VERDICT_BAD_VALUE) && answered(3, LIFE_VERDICT_DONE));
        assert_int_equal(view.screen.layers_count, 3);
        assert_int_equal(lit(&r, 0, r.height / 4), 0); // its eyes are away
        thin_ask(&t, 4, (struct life_message){.kind = LIFE_CLEAR_SCREEN});
        thin_ask(
            &t, 5,
            (struct life_message){.kind = LIFE_SHOW_TEXT, .show_text = {.words = "Hello you", .seconds = 0}});
        wait_ticks(&t, 3);
        look(&t);
        assert_int_equal(view.screen.shows, LIFE_SHOWING_TEXT);
        thin_ask(&t, 6, (struct life_message){.kind = LIFE_SHOW_FAULT, .show_fault = {915}});
        wait_ticks(&t, 3);
        r = look(&t);
        assert_int_equal(view.screen.shows, LIFE_SHOWING_FAULT);
        assert_true(lit(&r, 0, r.height) > 300);
        thin_ask(&t, 7, (struct life_message){.kind = LIFE_SHOW_FAULT, .show_fault = {0}});
        thin_ask(&t, 8, (struct life_message){.kind = LIFE_CLEAR_SCREEN});
        struct life_message cards = {.kind = LIFE_SHOW_CARDS,
                                     .show_cards = {.dealer = {"back"}, .dealer_count = 1, .seconds = 1}};
        thin_ask(&t, 9, cards);
        snprintf(cards.show_cards.dealer[0], sizeof cards.show_cards.dealer[0], "1_hearts");
        thin_ask(&t, 10, cards);
        wait_ticks(&t, 3);
        look(&t);
        assert_true(answered(9, LIFE_VERDICT_DONE) && answered(10, LIFE_VERDICT_BAD_VALUE));
        assert_string_equal(view.screen.layers[0].asset, "card_back");
        thin_end(&t);
    }
}

// What answers with something of its own instead of Done is over then, too, and everybody is told.
static void who_drew_a_portrait_tells_that_it_ended(void **state) {
    struct thin t;
    begin(&t, "vector");
    wait_ticks(&t, 2);
    thin_ask(&t, 7, (struct life_message){.kind = LIFE_PORTRAIT});
    thin_ask(&t, 8, (struct life_message){.kind = LIFE_PORTRAIT}); // one at a time
    wait_ticks(&t, 2);
    assert_true(ended[8].count == 1 && ended[8].verdict == LIFE_VERDICT_REFUSED);
    wait_ticks(&t, 10);
    assert_true(ended[7].count == 1 && ended[7].verdict == LIFE_VERDICT_DONE);
    thin_ask(&t, 9, (struct life_message){.kind = LIFE_HELLO});
    wait_ticks(&t, 2);
    assert_true(ended[9].count == 1 && ended[9].verdict == LIFE_VERDICT_DONE);
    thin_end(&t);
}

static void send_picture(struct thin *t, uint16_t colour, uint32_t ticket, float seconds, bool interrupt) {
    struct life_message piece = {.kind = LIFE_PICTURE_PIECE};
    for (uint32_t from = 0; from < SCREEN_PIXELS; from += 512) {
        uint32_t count = SCREEN_PIXELS - from < 512 ? SCREEN_PIXELS - from : 512;
        piece.picture_piece.from = (uint16_t)from;
        piece.picture_piece.pixels_count = (uint16_t)count;
        for (uint32_t i = 0; i < count; i++) piece.picture_piece.pixels[i] = colour;
        thin_ask(t, 60, piece);
    }
    thin_ask(t, ticket,
             (struct life_message){.kind = LIFE_SHOW_PICTURE, .show_picture = {seconds, interrupt}});
}

static void programs_show_pictures_for_their_time(void **state) {
    struct thin t;
    begin(&t, "vector");
    wait_ticks(&t, 20);
    send_picture(&t, 0xf800, 1, 0.33f, false);
    wait_ticks(&t, 3);
    struct raster r = look(&t);
    assert_int_equal(view.screen.shows, LIFE_SHOWING_CLIENT);
    for (int i = 0; i < SCREEN_PIXELS; i++) assert_int_equal(r.at[i], 0xf800);
    assert_int_equal(done[1].verdict, 99); // done is said when it is over
    assert_int_equal(ended[1].count, 0);
    wait_ticks(&t, 12);
    look(&t);
    assert_true(view.screen.shows != LIFE_SHOWING_CLIENT);
    assert_true(answered(1, LIFE_VERDICT_DONE));
    assert_true(ended[1].count == 1 && ended[1].verdict == LIFE_VERDICT_DONE);
    // A clip that was asked for has the face: the picture waits, or takes it.
    thin_ask(&t, 2, (struct life_message){.kind = LIFE_PLAY_CLIP, .play_clip = {"anim_poked_giggle", 1, 0}});
    wait_ticks(&t, 3);
    send_picture(&t, 0x07e0, 3, 0.5f, false);
    wait_ticks(&t, 3);
    look(&t);
    assert_true(view.clip.tag && view.screen.shows != LIFE_SHOWING_CLIENT);
    for (int i = 0; i < 300 && done[2].verdict == 99; i++) wait_ticks(&t, 1);
    assert_true(answered(2, LIFE_VERDICT_DONE));
    wait_ticks(&t, 2);
    r = look(&t);
    assert_int_equal(view.screen.shows, LIFE_SHOWING_CLIENT);
    assert_int_equal(r.at[5], 0x07e0);
    wait_ticks(&t, 30);
    assert_true(answered(3, LIFE_VERDICT_DONE));
    thin_ask(&t, 4, (struct life_message){.kind = LIFE_PLAY_CLIP, .play_clip = {"anim_poked_giggle", 1, 0}});
    wait_ticks(&t, 3);
    send_picture(&t, 0x001f, 5, 5, true);
    wait_ticks(&t, 3);
    look(&t);
    assert_int_equal(view.screen.shows, LIFE_SHOWING_CLIENT);
    assert_true(answered(4, LIFE_VERDICT_INTERRUPTED));
    send_picture(&t, 0xffff, 6, 1, true); // a newer one takes its place
    wait_ticks(&t, 3);
    r = look(&t);
    assert_true(answered(5, LIFE_VERDICT_INTERRUPTED));
    assert_true(ended[5].count == 1 && ended[5].verdict == LIFE_VERDICT_INTERRUPTED);
    assert_int_equal(r.at[5], 0xffff);
    struct life_message wrong = {.kind = LIFE_PICTURE_PIECE,
                                 .picture_piece = {.from = SCREEN_PIXELS - 1, .pixels_count = 2}};
    thin_ask(&t, 7, wrong);
    thin_ask(&t, 8,
             (struct life_message){.kind = LIFE_SHOW_PICTURE, .show_picture = {__builtin_nanf(""), true}});
    wait_ticks(&t, 3);
    assert_true(answered(7, LIFE_VERDICT_BAD_VALUE) && answered(8, LIFE_VERDICT_BAD_VALUE));
    thin_end(&t);
}

static void a_mirror_shows_what_the_camera_sees(void **state) {
    struct thin t;
    begin(&t, "vector");
    wait_ticks(&t, 20);
    thin_ask(&t, 1, (struct life_message){.kind = LIFE_MIRROR, .mirror = {true}});
    wait_ticks(&t, 40);
    struct raster r = look(&t);
    assert_int_equal(view.screen.shows, LIFE_SHOWING_MIRROR);
    assert_true(lit(&r, 0, 96) > SCREEN_PIXELS / 2);
    uint32_t number = view.screen.number;
    wait_ticks(&t, 20);
    look(&t);
    assert_true(view.screen.number > number); // picture after picture
    thin_ask(&t, 2, (struct life_message){.kind = LIFE_MIRROR, .mirror = {false}});
    wait_ticks(&t, 3);
    look(&t);
    assert_true(view.screen.shows != LIFE_SHOWING_MIRROR);
    thin_end(&t);
}

static void the_boot_movie_is_skipped_by_a_touch(void **state) {
    struct thin t;
    begin(&t, "vector");
    thin_ask(&t, 1, (struct life_message){.kind = LIFE_PLAY_BOOT});
    wait_ticks(&t, 30);
    look(&t);
    assert_int_equal(view.screen.shows, LIFE_SHOWING_BOOT);
    struct world_message press = {.kind = WORLD_PRESS, .press = {.seconds = 0.2f}};
    snprintf(press.press.what, sizeof press.press.what, "vector");
    assert_int_equal(world_do(t.world, &press, NULL), ERR_NONE);
    wait_ticks(&t, 10);
    look(&t);
    assert_true(view.screen.shows != LIFE_SHOWING_BOOT);
    thin_ask(&t, 2, (struct life_message){.kind = LIFE_PLAY_BOOT});
    wait_ticks(&t, 120); // or is over by itself
    look(&t);
    assert_true(view.screen.shows != LIFE_SHOWING_BOOT);
    thin_end(&t);
}

static void a_display_is_dimmed_and_has_dead_lines(void **state) {
    struct thin t;
    begin(&t, "vector");
    send_picture(&t, 0xffff, 1, 0, true);
    thin_ask(&t, 2, (struct life_message){.kind = LIFE_BACKLIGHT, .backlight = {0.5f}});
    wait_ticks(&t, 4);
    uint32_t robot = body_sim_robot(run_body(t.run, 0));
    struct raster r = look(&t);
    assert_int_equal(view.screen.backlight, 128);
    panel_show(t.world, robot, &r);
    for (int i = 0; i < SCREEN_PIXELS; i++) assert_in_range(rgb_of_565(memory[i]).g, 120, 136);
    thin_ask(&t, 3, (struct life_message){.kind = LIFE_BACKLIGHT, .backlight = {1}});
    struct world_message fault = {
        .kind = WORLD_DEFECT,
        .defect = {.amount = 1, .on = true, .which = 17, .kind = WORLD_DEFECT_KIND_DISPLAY_LINE_DEAD}};
    snprintf(fault.defect.what, sizeof fault.defect.what, "vector");
    assert_int_equal(world_do(t.world, &fault, NULL), ERR_NONE);
    fault.defect.kind = WORLD_DEFECT_KIND_DISPLAY_LIGHT_DEAD, fault.defect.which = 0;
    assert_int_equal(world_do(t.world, &fault, NULL), ERR_NONE);
    wait_ticks(&t, 4);
    r = look(&t);
    panel_show(t.world, robot, &r);
    assert_int_equal(lit(&r, 17, 18), 0);
    assert_true(lit(&r, 16, 17) > 150 && lit(&r, 18, 19) > 150);
    assert_true(rgb_of_565(memory[2]).g < 10);    // the left lamp is out
    assert_true(rgb_of_565(memory[181]).g > 240); // the right one is not
    fault.defect.on = false;
    assert_int_equal(world_do(t.world, &fault, NULL), ERR_NONE);
    fault.defect.kind = WORLD_DEFECT_KIND_DISPLAY_LINE_DEAD, fault.defect.which = 17;
    assert_int_equal(world_do(t.world, &fault, NULL), ERR_NONE);
    r = look(&t);
    panel_show(t.world, robot, &r);
    for (int i = 0; i < SCREEN_PIXELS; i++) assert_int_equal(memory[i], 0xffff);
    fault.defect.which = 96, fault.defect.on = true;
    assert_int_equal(world_do(t.world, &fault, NULL), ERR_RANGE); // it has 96 lines
    thin_end(&t);
}

static void service_screens_tell_who_it_is(void **state) {
    static struct life_view now;
    struct service_screens service = {0};
    struct service_screens_about about = {"Ada", "vector", "", 0x00e20145, &now};
    struct screen_lines lines = {0};
    service.page = SERVICE_DEBUG;
    service_screens_write(&service, &about, &lines);
    assert_int_equal(lines.count, 2);
    assert_string_equal(lines.at[0], "ESN 00e20145");
    assert_string_equal(lines.at[1], "no network");
    about.address = "10.0.0.7";
    service_screens_write(&service, &about, &lines);
    assert_string_equal(lines.at[1], "10.0.0.7");

    now.battery_v = 3.9f;
    now.tick = (3600 + 62) * 30;
    now.status = BODY_STATUS_ON_CHARGER;
    service.page = SERVICE_WHO;
    service_screens_write(&service, &about, &lines);
    static const char *const WHO[] = {"Ada", "vector 00e20145", "battery 3.90 V", "on its charger",
                                      "awake 1:01:02"};
    assert_int_equal(lines.count, 5);
    for (int i = 0; i < 5; i++) assert_string_equal(lines.at[i], WHO[i]);
}

static void service_screens_follow_button_and_lift(void **state) {
    struct service_screens service = {0};
    uint32_t docked = BODY_STATUS_ON_CHARGER, tick = 100;
#define STEP(status, pressed, lift) service_screens_step(&service, (status), (pressed), (lift), tick++)
    assert_int_equal(STEP(docked, true, 0.03f), 0); // once is not enough
    for (int i = 0; i < 40; i++) assert_int_equal(STEP(docked, false, 0.03f), 0);
    assert_int_equal(STEP(docked, true, 0.03f), 0); // too late
    for (int i = 0; i < 8; i++) STEP(docked, false, 0.03f);
    assert_int_equal(STEP(docked, true, 0.03f), SERVICE_WHO);
    for (int i = 0; i < 8; i++) STEP(docked, false, 0.03f);
    assert_int_equal(STEP(docked, true, 0.03f), SERVICE_FLOOR); // the next page
    for (int i = 0; i < 8; i++) STEP(docked, false, 0.09f);     // all the way up
    assert_int_equal(STEP(docked, false, 0.06f), SERVICE_FLOOR);
    assert_int_equal(STEP(docked, false, 0.035f), SERVICE_DEBUG); // and down
    assert_int_equal(STEP(0, false, 0.035f), 0);                  // taken off its charger
    service = (struct service_screens){0};
    assert_int_equal(STEP(0, true, 0.03f), 0);
    assert_int_equal(STEP(0, true, 0.03f), 0);           // not on its charger
    service_screens_ask(&service, SERVICE_MOTION, tick); // asked for: anywhere
    assert_int_equal(STEP(0, false, 0.03f), SERVICE_MOTION);
    service_screens_ask(&service, 0, tick);
    STEP(docked, true, 0.03f);
    assert_int_equal(STEP(docked, true, 0.03f), SERVICE_WHO);
    for (int i = 0; i < 1800; i++) STEP(docked, false, 0.03f);
    assert_int_equal(STEP(docked, false, 0.03f), 0); // a minute in which nothing was pressed
    struct thin t;
    begin(&t, "vector");
    wait_ticks(&t, 30);
    thin_ask(&t, 1,
             (struct life_message){.kind = LIFE_REACHABLE, .reachable = {.address = "127.0.0.1:8888"}});
    for (int page = 1; page < SERVICE_PAGES; page++) {
        thin_ask(&t, 2, (struct life_message){.kind = LIFE_SHOW_SERVICE, .show_service = {(uint8_t)page}});
        wait_ticks(&t, 3);
        struct raster r = look(&t);
        assert_int_equal(view.screen.shows, LIFE_SHOWING_SERVICE);
        if (lit(&r, 0, 96) < 250) fail_msg("page %u is nearly empty", (unsigned)page);
    }
    thin_ask(&t, 3, (struct life_message){.kind = LIFE_SHOW_SERVICE, .show_service = {0}});
    thin_ask(&t, 4, (struct life_message){.kind = LIFE_SHOW_SERVICE, .show_service = {9}});
    wait_ticks(&t, 3);
    look(&t);
    assert_true(view.screen.shows != LIFE_SHOWING_SERVICE);
    assert_true(answered(4, LIFE_VERDICT_BAD_VALUE));
    thin_end(&t);
}

static void press_button(struct thin *t) {
    struct world_message press = {.kind = WORLD_PRESS, .press = {.seconds = 0.1f}};
    snprintf(press.press.what, sizeof press.press.what, "vector");
    assert_int_equal(world_do(t->world, &press, NULL), ERR_NONE);
    wait_ticks(t, 10);
}

static bool on_charger(struct thin *t) {
    look(t);
    return view.status & BODY_STATUS_ON_CHARGER;
}

// A hand sets it on its charger and presses its button twice; then its lift goes up and down.
static void hands_open_the_care_screens(void **state) {
    struct thin t;
    begin(&t, "vector");
    struct world_message charger = {.kind = WORLD_CHARGER};
    world_charger_defaults(&charger.charger);
    charger.charger.x_m = -0.010f, charger.charger.heading_deg = 180;
    snprintf(charger.charger.name, sizeof charger.charger.name, "charger");
    struct world_message place = {.kind = WORLD_PLACE};
    world_place_defaults(&place.place);
    snprintf(place.place.what, sizeof place.place.what, "vector");
    place.place.x_m = 0.15f;
    assert_int_equal(world_do(t.world, &place, NULL), ERR_NONE);
    assert_int_equal(world_do(t.world, &charger, NULL), ERR_NONE);
    wait_ticks(&t, 30);
    press_button(&t);
    press_button(&t);
    look(&t);
    assert_true(view.screen.shows != LIFE_SHOWING_SERVICE); // not on its charger
    for (int mm = 0; mm < 40 && !on_charger(&t); mm++) {
        place.place.x_m = -0.020f - (float)mm * 0.001f, place.place.z_m = 0.012f, place.place.pitch_deg = 10;
        assert_int_equal(world_do(t.world, &place, NULL), ERR_NONE);
        wait_ticks(&t, 8);
    }
    if (!on_charger(&t)) fail_msg("it does not reach the pads");
    wait_ticks(&t, 40); // what was pressed before is forgotten
    press_button(&t);
    press_button(&t);
    look(&t);
    assert_int_equal(view.screen.shows, LIFE_SHOWING_SERVICE);
    struct raster r = look(&t);
    int before = lit(&r, 0, 96);
    thin_ask(&t, 1, (struct life_message){.kind = LIFE_LIFT, .lift = {0.09f, 0, 0}});
    wait_ticks(&t, 40);
    thin_ask(&t, 2, (struct life_message){.kind = LIFE_LIFT, .lift = {0.032f, 0, 0}});
    wait_ticks(&t, 40);
    r = look(&t);
    assert_int_equal(view.screen.shows, LIFE_SHOWING_SERVICE);
    assert_true(lit(&r, 0, 96) != before); // serial number and address
    press_button(&t);
    look(&t);
    assert_true(view.screen.shows != LIFE_SHOWING_SERVICE); // that was the last page
    thin_end(&t);
}

// --------------------------------------------------------------------------------------------- the same life

struct lived {
    uint64_t hash;
    uint32_t painted;
};

// Everything there is to show, one after the other; painted in every tick by two lookers, or by nobody.
static struct lived live(const char *creature, bool watched) {
    struct lived lived = {0};
    struct thin t;
    struct easel *easels[2] = {easel_new(0), easel_new(1000)};
    begin(&t, creature);
    for (int tick = 0; tick < 400; tick++) {
        struct life_message m = {0};
        switch (tick) {
        case 5:
            m = (struct life_message){.kind = LIFE_PLAY_BOOT};
            break;
        case 60:
            m = (struct life_message){.kind = LIFE_CLEAR_SCREEN};
            break;
        case 70:
            m = (struct life_message){
                .kind = LIFE_SHOW_WEATHER,
                .show_weather = {
                    .condition = "snow", .temperature = {3}, .temperature_count = 1, .seconds = 1}};
            break;
        case 120:
            m = (struct life_message){.kind = LIFE_PLAY_CLIP, .play_clip = {"anim_weather_rain_01", 1, 0}};
            break;
        case 200:
            m = (struct life_message){.kind = LIFE_MIRROR, .mirror = {true}};
            break;
        case 260:
            m = (struct life_message){.kind = LIFE_SHOW_SERVICE, .show_service = {SERVICE_MOTORS}};
            break;
        case 300:
            m = (struct life_message){.kind = LIFE_CLEAR_SCREEN};
            break;
        case 310:
            m = (struct life_message){.kind = LIFE_SHOW_SPRITE, .show_sprite = {"face_hearts", 2}};
            break;
        case 350:
            m = (struct life_message){.kind = LIFE_BACKLIGHT, .backlight = {0.4f}};
            break;
        default:
            break;
        }
        if (m.kind) thin_ask(&t, 50, m);
        wait_ticks(&t, 1);
        for (int i = 0; i < 2 && watched; i++) {
            uint16_t width, height;
            robot_face(run_robot(t.run, 0), &width, &height);
            struct raster raster = raster_over(memory, width, height);
            robot_paint(run_robot(t.run, 0), easels[i], &raster);
            panel_show(t.world, body_sim_robot(run_body(t.run, 0)), &raster);
            lived.painted++;
        }
        lived.hash = lived.hash * 31 + robot_hash(run_robot(t.run, 0)) + world_hash(t.world);
    }
    thin_end(&t);
    for (int i = 0; i < 2; i++) easel_free(easels[i]);
    return lived;
}

static void looking_changes_nothing(void **state) {
    static const char *const CREATURES[] = {"vector", "cozmo"};
    for (int i = 0; i < 2; i++) {
        struct lived seen = live(CREATURES[i], true), unseen = live(CREATURES[i], false);
        assert_int_equal(seen.painted, 800);
        assert_int_equal(unseen.painted, 0);
        assert_true(seen.hash == unseen.hash);
    }
}

TESTS(cmocka_unit_test(it_shows_what_it_is_asked_to), cmocka_unit_test(programs_show_pictures_for_their_time),
      cmocka_unit_test(who_drew_a_portrait_tells_that_it_ended),
      cmocka_unit_test(a_mirror_shows_what_the_camera_sees),
      cmocka_unit_test(the_boot_movie_is_skipped_by_a_touch),
      cmocka_unit_test(a_display_is_dimmed_and_has_dead_lines),
      cmocka_unit_test(service_screens_tell_who_it_is),
      cmocka_unit_test(service_screens_follow_button_and_lift), cmocka_unit_test(hands_open_the_care_screens),
      cmocka_unit_test(looking_changes_nothing))
