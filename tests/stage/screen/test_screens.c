// Screens are put together, come in their order and end in time.
#include "stage/screen_rig.h"

#include "stage/screen/fault_codes.h"

static void layers_lie_before_and_behind_the_eyes(void **state) {
    begin("vector", NULL, NULL);
    struct easel *easel = easel_new(0);
    struct player_out out = {.box_count = 2};
    out.boxes[0] = (struct player_box){.asset = TEXT("nobody_knows_it"),
                                       .layer = TEXT("Layer_2"),
                                       .width = 40,
                                       .height = 40,
                                       .x = 26,
                                       .y = 30,
                                       .alpha = 1};
    out.boxes[1] = (struct player_box){.asset = TEXT("card_back"),
                                       .layer = TEXT("Layer_9"),
                                       .width = 34,
                                       .height = 46,
                                       .x = 120,
                                       .y = 24,
                                       .alpha = 1,
                                       .end = SPRITE_HOLD};
    screen_step(&screen, 1, &out, 1);
    assert_int_equal(screen.shows, SCREEN_PICTURES);
    assert_int_equal(screen.missing, 1);
    draw(easel);
    struct rgb eye = at(46, 42); // the marker behind the eye: red and the eye's green together
    assert_true(eye.r > 200 && eye.g > 100);
    assert_in_range(at(123, 48).r, 16, 32); // the card's blue covers the other eye
    out.boxes[0].layer = TEXT("Layer_7");
    screen_step(&screen, 2, &out, 1);
    draw(easel);
    eye = at(46, 42); // now it stands before it
    assert_true(eye.r > 200 && eye.g == 0);
    uint32_t number = screen.number;
    screen_step(&screen, 3, &out, 1); // nothing new
    assert_int_equal(screen.number, number);
    out.boxes[1].alpha = 0.5f;
    screen_step(&screen, 4, &out, 1);
    assert_int_equal(screen.number, number + 1);
    screen_step(&screen, 5, &out, 2); // the eyes moved
    assert_int_equal(screen.number, number + 2);
    out.box_count = 0;
    screen_step(&screen, 6, &out, 2);
    assert_int_equal(screen.shows, SCREEN_EYES);
    assert_int_equal(screen.number, number + 3);
    easel_free(easel);
}

static void sequences_end_as_their_boxes_say(void **state) {
    begin("vector", NULL, NULL);
    uint32_t count = sprites_find(&library->sprites, TEXT("face_asleep"))->frames;
    assert_int_equal(count, 75);
    struct player_out out = {.box_count = 1};
    out.boxes[0] = (struct player_box){
        .asset = TEXT("face_asleep"), .layer = TEXT("Layer_10"), .width = 184, .height = 96, .alpha = 1};
    static const struct {
        enum sprite_end end;
        uint32_t step;
        int frame;
    } WANT[] = {{SPRITE_CLEAR, 74, 74},
                {SPRITE_CLEAR, 75, -1},
                {SPRITE_LOOP, 75, 0},
                {SPRITE_LOOP, 151, 1},
                {SPRITE_HOLD, 9000, 74}};
    for (size_t i = 0; i < sizeof WANT / sizeof *WANT; i++) {
        out.boxes[0].end = WANT[i].end, out.boxes[0].picture = WANT[i].step;
        screen_step(&screen, (uint32_t)i, &out, 1);
        assert_int_equal(screen.count, WANT[i].frame >= 0);
        if (WANT[i].frame >= 0) assert_int_equal(screen.boxes[0].frame, WANT[i].frame);
    }
}

static void weather_is_put_together_from_triggers(void **state) {
    begin("vector", NULL, NULL);
    struct easel *easel = easel_new(0);
    for (uint32_t i = 0; screen_condition(i); i++) {
        assert_int_equal(screen_weather(&screen, text_of(screen_condition(i)), NULL, i, 0), ERR_NONE);
        screen_step(&screen, i + 3, NULL, 1);
        assert_int_equal(screen.missing, 0);
        draw(easel);
        assert_true(lit(26, 20, 40, 56) > 1500); // the eyes are there
    }
    static const int DEGREES[] = {7, -4, 21, -12, 104, -104};
    static const int PARTS[] = {2, 3, 3, 4, 4, 5};
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(screen_weather(&screen, (struct text){0}, &DEGREES[i], 50, 0), ERR_NONE);
        screen_step(&screen, 50, NULL, 1);
        assert_int_equal(screen.count, PARTS[i]);
        assert_int_equal(screen.missing, 0);
        assert_false(screen.eyes);
        draw(easel);
        assert_int_equal(lit(0, 0, 184, 27), 0);
        assert_true(lit(0, 27, 184, 69) > 500);
    }
    uint32_t number = screen.number;
    assert_int_equal(screen_weather(&screen, TEXT("hail"), NULL, 51, 0), ERR_UNKNOWN);
    assert_int_equal(screen_weather(&screen, TEXT("rain"), &(int){1000}, 51, 0), ERR_RANGE);
    screen_step(&screen, 51, NULL, 1);
    assert_int_equal(screen.number, number); // what was there stays
    assert_int_equal(screen_weather(&screen, TEXT("WeatherCondSnow_01"), &(int){-3}, 60, 10), ERR_NONE);
    screen_step(&screen, 69, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_PICTURES);
    screen_step(&screen, 70, NULL, 1); // its time is over
    assert_int_equal(screen.shows, SCREEN_EYES);
    easel_free(easel);
}

static void cards_lie_on_a_table(void **state) {
    begin("vector", NULL, NULL);
    struct easel *easel = easel_new(0);
    const struct text dealer[SCREEN_CARDS] = {TEXT("ace_spades"), TEXT("back")},
                      player[SCREEN_CARDS] = {TEXT("10_hearts"), TEXT("king_diamonds"), TEXT("2_clubs")};
    assert_int_equal(screen_cards(&screen, dealer, player, 0, 0), ERR_NONE);
    screen_step(&screen, 0, NULL, 1);
    assert_int_equal(screen.count, 5);
    assert_int_equal(screen.missing, 0);
    draw(easel);
    assert_true(lit(3, 1, 34, 46) > 1500);    // the dealer's first
    assert_int_equal(lit(75, 1, 100, 46), 0); // has no third
    assert_true(lit(75, 49, 34, 46) > 1500);  // the player has
    const struct text wrong[SCREEN_CARDS] = {TEXT("11_hearts")};
    assert_int_equal(screen_cards(&screen, wrong, player, 1, 0), ERR_UNKNOWN);
    const struct text none[SCREEN_CARDS] = {{0}};
    static const char *const RANKS[] = {"2", "3",  "4",    "5",     "6",    "7",  "8",
                                        "9", "10", "jack", "queen", "king", "ace"};
    static const char *const SUITS[] = {"hearts", "diamonds", "clubs", "spades"};
    for (int i = 0; i < 52; i++) {
        char card[24];
        snprintf(card, sizeof card, "%s_%s", RANKS[i / 4], SUITS[i % 4]);
        const struct text one[SCREEN_CARDS] = {text_of(card)};
        assert_int_equal(screen_cards(&screen, one, none, 1, 0), ERR_NONE);
    }
    easel_free(easel);
}

static void whole_screens_come_in_their_order(void **state) {
    begin("vector", NULL, NULL);
    struct easel *easel = easel_new(0);
    static uint16_t picture[184 * 96];
    for (int i = 0; i < 184 * 96; i++) picture[i] = 0x07e0;
    assert_int_equal(screen_piece(&screen, 184 * 96 - 1, picture, 2), ERR_RANGE);
    for (uint32_t from = 0; from < 184 * 96; from += 512)
        assert_int_equal(screen_piece(&screen, from, picture, from + 512 < 184 * 96 ? 512 : 184 * 96 - from),
                         ERR_NONE);
    screen_set_mirror(&screen, true);
    screen_step(&screen, 0, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_MIRROR);
    screen_show_picture(&screen, 0, 100);
    screen_step(&screen, 1, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_CLIENT);
    draw(easel);
    assert_memory_equal(memory, picture, sizeof memory);
    screen_say(&screen, TEXT("a line\nand one that is far too long for the display it is on"), 1, 50);
    screen_step(&screen, 2, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_TEXT);
    assert_int_equal(screen.lines.count, 3);
    assert_string_equal(screen.lines.at[1], "and one that is far too long");
    assert_string_equal(screen.lines.at[2], "for the display it is on");
    draw(easel);
    assert_true(lit(0, 0, 184, 96) > 200);
    screen_show_fault(&screen, 890);
    screen_show_fault(&screen, 915);
    screen_show_fault(&screen, 702); // lower: the higher one stays
    screen_step(&screen, 3, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_FAULT);
    assert_int_equal(screen.fault, 915);
    draw(easel);
    assert_true(lit(0, 10, 184, 42) > 1000); // the number
    assert_true(lit(0, 74, 184, 8) > 100);   // it will start again
    screen_show_fault(&screen, 702);
    screen_show_fault(&screen, 0);
    screen_step(&screen, 4, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_TEXT);
    screen_step(&screen, 51, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_CLIENT);
    screen_step(&screen, 100, NULL, 1);
    assert_int_equal(screen.shows, SCREEN_MIRROR);
    uint32_t number = screen.number;
    screen_step(&screen, 101, NULL, 1);
    assert_int_equal(screen.number, number);
    screen_mirrored(&screen);
    screen_step(&screen, 102, NULL, 7); // eyes below do not matter
    assert_int_equal(screen.number, number + 1);
    uint8_t camera[4 * 2] = {10, 10, 10, 250, 10, 10, 10, 10};
    struct easel_mirror seen = {.pixels = pixels_view(camera, 4, 2, 1), .count = 1, .width = 400};
    static const float CORNERS[4][2] = {{150, 50}, {250, 50}, {250, 150}, {150, 150}};
    memcpy(seen.found[0].corners, CORNERS, sizeof CORNERS);
    struct face face;
    face_neutral(&face, &FACE_VECTOR);
    easel_draw(easel, &screen, &(struct easel_eyes){&face, &FACE_VECTOR, 0, 0.4f, 1}, &seen, &raster);
    assert_true(at(3, 3).r > 200); // what is on the camera's right is on the left, as in a mirror
    assert_true(at(180, 3).r < 30);
    assert_true(at(92, 24).r > 200 && at(92, 24).b < 100); // a thing that was found has a frame
    assert_true(at(92, 48).r < 30);                        // and nothing in it
    screen_clear(&screen);
    screen_step(&screen, 103, NULL, 7);
    assert_int_equal(screen.shows, SCREEN_EYES);
    easel_free(easel);
}

static void a_small_store_draws_the_same(void **state) {
    begin("vector", NULL, NULL);
    struct easel *small = easel_new(1), *large = easel_new(0);
    static uint16_t once[184 * 96];
    assert_int_equal(screen_weather(&screen, TEXT("snow"), &(int){-12}, 0, 0), ERR_NONE);
    for (uint32_t tick = 0; tick < 130; tick++) {
        screen_step(&screen, tick, NULL, 1);
        uint64_t hash = screen_hash(&screen);
        draw(small);
        memcpy(once, memory, sizeof once);
        draw(large);
        assert_memory_equal(once, memory, sizeof once);
        assert_int_equal(screen_hash(&screen), hash); // drawing changes nothing
    }
    easel_free(small);
    easel_free(large);
}

static void cozmo_has_them_too(void **state) {
    begin("cozmo", NULL, NULL);
    struct easel *easel = easel_new(0);
    assert_int_equal(screen_weather(&screen, TEXT("cloudy"), &(int){21}, 0, 0), ERR_NONE);
    screen_step(&screen, 20, NULL, 1);
    assert_int_equal(screen.count, 4);
    draw(easel);
    assert_true(lit(20, 18, 88, 46) > 400);
    screen_show_fault(&screen, 914);
    screen_step(&screen, 21, NULL, 1);
    draw(easel);
    assert_true(lit(0, 0, 128, 34) > 300);
    easel_free(easel);
    library_free(library);
    library = NULL;
    arena_free(arena);
}

// As published for Vector: these numbers are shown, and no others.
static void every_published_fault_code_has_a_line(void **state) {
    static const uint32_t PUBLISHED[] = {1,   2,   3,   4,   5,   10,  700, 701, 702, 703, 704, 705, 800,
                                         801, 802, 840, 850, 851, 852, 870, 871, 872, 873, 890, 891, 892,
                                         893, 894, 895, 897, 898, 899, 909, 911, 913, 914, 915, 916, 917,
                                         919, 920, 921, 923, 950, 960, 970, 980, 981, 990};
    uint32_t known = 0;
    for (uint32_t code = 0; code < 2000; code++) {
        const struct fault_code *row = fault_code_find(code);
        if (known == sizeof PUBLISHED / sizeof *PUBLISHED || code != PUBLISHED[known]) {
            assert_null(row);
            continue;
        }
        known++;
        assert_true(row && row->code == code && *row->words);
    }
    assert_int_equal(known, sizeof PUBLISHED / sizeof *PUBLISHED);
    assert_int_equal(known, FAULT_CODE_COUNT);
}

TESTS(cmocka_unit_test(every_published_fault_code_has_a_line),
      cmocka_unit_test(layers_lie_before_and_behind_the_eyes),
      cmocka_unit_test(sequences_end_as_their_boxes_say),
      cmocka_unit_test(weather_is_put_together_from_triggers), cmocka_unit_test(cards_lie_on_a_table),
      cmocka_unit_test(whole_screens_come_in_their_order), cmocka_unit_test(a_small_store_draws_the_same),
      cmocka_unit_test(cozmo_has_them_too))
