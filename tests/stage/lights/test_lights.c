// Lamps go round their cycles exactly, files of all shapes are read and wrong ones named, and requests keep
// their rank.
#include "support/support.h"

#include "base/maths/chance.h"
#include "stage/lights/cube_frames.h"
#include "stage/lights/lights.h"
#include "stage/lights/spinner.h"

#include <stdlib.h>

static struct arena *arena;
static struct fault fault;
static struct buf notes;

static struct light_shows read_text(const char *text) {
    struct json *document;
    struct light_shows shows;
    arena = arena ? arena : arena_new(1 << 16);
    fault = (struct fault){0};
    buf_clear(&notes);
    assert_int_equal(json_parse(text_of(text), "lights.json", arena, NULL, &document, NULL), ERR_NONE);
    lights_read(document, "file", arena, &notes, &shows, &fault);
    return shows;
}

static void wrong(const char *text, enum err err, const char *said) {
    char whole[600];
    read_text(text);
    assert_int_equal(fault.err, err);
    if (!strstr(fault_text(&fault, whole, sizeof whole), said))
        fail_msg("\"%s\" does not say \"%s\"", whole, said);
}

static void a_lamp_goes_round_its_cycle(void **state) {
    struct light lamp = {
        .on = {.r = 200}, .off = {.g = 100}, .on_ms = 100, .fade_off_ms = 50, .off_ms = 30, .fade_on_ms = 20};
    assert_int_equal(light_cycle_ms(&lamp), 200);
    static const struct {
        unsigned ms, r, g;
    } WANT[] = {{0, 200, 0},   {99, 200, 0},  {100, 200, 0},  {125, 100, 50}, {149, 4, 98},  {150, 0, 100},
                {179, 0, 100}, {180, 0, 100}, {190, 100, 50}, {199, 190, 5},  {200, 200, 0}, {2125, 100, 50}};
    for (size_t i = 0; i < sizeof WANT / sizeof *WANT; i++) {
        struct body_colour got = light_at(&lamp, WANT[i].ms);
        assert_int_equal(got.r, WANT[i].r);
        assert_int_equal(got.g, WANT[i].g);
        lamp.offset_ms = 70; // its clock is ahead
        got = light_at(&lamp, WANT[i].ms + 130);
        assert_int_equal(got.r, WANT[i].r);
        lamp.offset_ms = -1030; // behind, by more than a cycle
        got = light_at(&lamp, WANT[i].ms + 30);
        assert_int_equal(got.r, WANT[i].r);
        lamp.offset_ms = 0;
    }
    lamp = (struct light){.on = {.b = 9}, .off = {.b = 1}};
    assert_int_equal(light_at(&lamp, 12345).b, 9); // no cycle: on
    lamp.off_ms = 10;
    assert_int_equal(light_at(&lamp, 12345).b, 1);
    lamp.on_ms = lamp.off_ms = lamp.fade_on_ms = lamp.fade_off_ms = UINT32_MAX;
    light_at(&lamp, UINT64_MAX); // nothing overflows (the sanitizer looks on)
}

static const char CUBE[] =
    "[{\"pattern\": {\"onColors\": [[255,0,0,255],[0,255,0,255],[0,0,255,255],[1,1,1,0]], "
    "\"rotationPeriod_ms\": 50},\n"
    "  \"duration_ms\": 120.0, \"canBeOverridden\": false, \"patternDebugName\": \"spin\"},\n"
    " {\"pattern\": {\"onColors\": [[7,7,7],[7,7,7],[7,7,7],[7,7,7]]}, \"duration_ms\": 80}]";

static void steps_follow_and_colours_turn(void **state) {
    struct light_shows shows = read_text(CUBE);
    assert_int_equal(fault.err, ERR_NONE);
    const struct light_show *show = lights_find(&shows, TEXT("FILE"));
    assert_non_null(show);
    assert_int_equal(show->count, 2);
    assert_int_equal(light_show_length_ms(show), 200);
    assert_true(text_is(show->steps[0].name, "spin"));
    struct body_colour lamps[LIGHTS_MAX];
    assert_true(light_show_at(show, 49, lamps));
    assert_true(lamps[0].r == 255 && lamps[1].g == 255 && lamps[3].r == 1); // 0 … 255 although small
    assert_true(light_show_at(show, 50, lamps));
    assert_true(lamps[1].r == 255 && lamps[2].g == 255 && lamps[0].b == 1);
    assert_true(light_show_at(show, 119, lamps));
    assert_true(lamps[2].r == 255 && lamps[0].b == 255);
    assert_true(light_show_at(show, 120, lamps) && lamps[0].r == 7);
    assert_false(light_show_at(show, 200, lamps));
    assert_int_equal(lamps[0].r, 0);

    struct body_cube_order order;
    assert_int_equal(light_cube_order(&show->steps[0].pattern, 42, &order), ERR_NONE);
    assert_true(order.device == 42 && order.rotate_ms == 50 && order.lights_count == 4 &&
                order.lights[0].off.r == 255);
}

static void files_of_every_shape_are_read(void **state) {
    struct light_shows shows = read_text(
        "{\"onColors\": [[0,1,0,1],[0,0.5,0,1],[0,0,0,1]], \"offColors\": [[0,0,0],[0,0,0],[1,0,0]],"
        "\"onPeriod_ms\": [600,1200,1800], \"offPeriod_ms\": [1200,600,0], "
        "\"transitionOnPeriod_ms\": [300,300,300], \"transitionOffPeriod_ms\": [300,300,300], "
        "\"offset\": [1200,600,0]} // a chase");
    assert_int_equal(fault.err, ERR_NONE);
    assert_int_equal(shows.count, 1);
    const struct light_pattern *pattern = &shows.at[0].steps[0].pattern;
    assert_int_equal(pattern->count, 3);
    assert_int_equal(pattern->lamps[0].on.g, 255);
    assert_int_equal(pattern->lamps[1].on.g, 128);
    assert_int_equal(light_show_length_ms(&shows.at[0]), 0);
    struct body_colour lamps[LIGHTS_MAX];
    light_show_at(&shows.at[0], 0, lamps); // clocks at 1200, 600 and 0
    assert_true(lamps[0].g == 0 && lamps[1].g == 128 && lamps[2].r == 0);
    light_show_at(&shows.at[0], 1950, lamps); // 3150 = 750 of 2400; 2550 = 150; 1950 is half of lamp 2's fade
    assert_true(lamps[0].g == 127 && lamps[1].g == 128 && lamps[2].r == 128);

    shows = read_text(
        "{\"Charging\": {\"onColors\": [[0,255,0],[0,2,0],[0,0,0],[0,0,0],[0,0,0]]}, \"Off\": {\"onColors\": "
        "[[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]], \"onColours\": 1}}");
    assert_int_equal(shows.count, 2);
    assert_int_equal(lights_find(&shows, TEXT("charging"))->steps[0].pattern.lamps[1].on.g, 2);
    assert_non_null(
        strstr((char *)notes.at, "the key \"onColours\" is not known; did you mean \"onColors\"?"));

    char wrapped[1024];
    snprintf(wrapped, sizeof wrapped, "{\"spin\": %s}", CUBE);
    shows = read_text(wrapped);
    assert_int_equal(shows.count, 1);
    assert_non_null(lights_find(&shows, TEXT("spin")));
    assert_null(lights_find(&shows, TEXT("file")));
    shows = read_text("[{\"pattern\": {\"rotate\": true, \"onColors\": [[1,0,0],[0,0,0],[0,0,0],[0,0,0]], "
                      "\"onPeriod_ms\": [100,300,0,0]}}]");
    assert_int_equal(shows.at[0].steps[0].pattern.rotate_ms, 300);
}

static void wrong_files_are_told_with_their_place(void **state) {
    wrong("3", ERR_TYPE, "lights.json:1:1: $: expected a pattern of lights or a list of steps, found 3");
    wrong("[]", ERR_LIMIT, "expected 1 to 256 steps");
    wrong("[{\"duration_ms\": 3}]", ERR_MISSING, "lights.json:1:2: $[0]: expected pattern");
    wrong("{\"onColors\": [[0,0,0],[0,0,0]]}", ERR_RANGE, "expected 3 colours");
    wrong("{\"onColors\": [[0,0,0],\n[0,0],[0,0,0]]}", ERR_RANGE,
          "lights.json:2:1: $.onColors[1]: expected a colour");
    wrong("{\"onColors\": [[0,0,0],[0,0,256],[0,0,0]]}", ERR_RANGE, "$.onColors[1][2]");
    wrong("{\"onColors\": [[0,0,0],[0,0,0],[0,0,0]], \"offset\": [1,2]}", ERR_RANGE, "expected 3 values");
    wrong("{\"onColors\": [[0,0,0],[0,0,0],[0,0,0]], \"onPeriod_ms\": [1,-2,3]}", ERR_RANGE,
          "$.onPeriod_ms[1]");
    wrong("{\"onColors\": [[0,0,0],[0,0,0],[0,0,0]], \"onPeriod_ms\": 7}", ERR_TYPE, "expected a list");
    wrong("[{\"pattern\": {\"onColors\": [[0,0,0],[0,0,0],[0,0,0]]}, \"canBeOverridden\": 1}]", ERR_TYPE,
          "canBeOverridden");
    wrong("[{\"pattern\": {\"onColors\": [[0,0,0],[0,0,0],[0,0,0]]}, \"duration_ms\": 5}, {\"pattern\": "
          "{\"onColors\": "
          "[[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}}]",
          ERR_RANGE, "4 lamps, but the first step has 3");
}

static int away(struct body_colour a, struct body_colour b) {
    int r = abs(a.r - b.r), g = abs(a.g - b.g), blue = abs(a.b - b.b);
    return r > g ? (r > blue ? r : blue) : g > blue ? g : blue;
}

// As key-frames in a cube of Vector's a pattern shows at every tick what it shows here; the messages hold
// exactly that table.
static void a_cube_plays_the_same_from_key_frames(void **state) {
    struct chance dice = chance_of(4, 5, 6);
    for (int turn = 0; turn < 300; turn++) {
        struct light_pattern pattern = {.count = LIGHTS_CUBE};
        bool rotates = turn % 5 == 4;
        uint32_t each = 33 * (1 + chance_below(&dice, 6));
        for (int i = 0; i < LIGHTS_CUBE; i++) {
            struct light *l = &pattern.lamps[i];
            l->on = (struct body_colour){(uint8_t)chance_below(&dice, 256), (uint8_t)chance_below(&dice, 256),
                                         7, 0};
            l->off = (struct body_colour){(uint8_t)chance_below(&dice, 256), 0,
                                          (uint8_t)chance_below(&dice, 256), 0};
            if (rotates) {
                l->on_ms = each, l->off_ms = turn % 2 ? each : 0;
                continue;
            }
            if (chance_below(&dice, 6) == 0) continue; // steady
            l->on_ms = 33 * chance_below(&dice, turn % 7 ? 20 : 600),
            l->off_ms = 33 * chance_below(&dice, 20);
            l->fade_off_ms = 33 * chance_below(&dice, turn % 7 ? 12 : 400),
            l->fade_on_ms = 33 * chance_below(&dice, 12);
            l->offset_ms = 33 * ((int)chance_below(&dice, 60) - 30);
        }
        if (rotates) pattern.rotate_ms = each;
        struct cube_frames frames, heard = {0};
        assert_int_equal(cube_frames_of(&pattern, &frames), ERR_NONE);
        assert_true(frames.count <= CUBE_FRAMES_MAX);
        uint8_t piece[CUBE_PIECE];
        size_t len, i = 0;
        for (; (len = cube_frames_piece(&frames, i, piece)) == CUBE_PIECE;
             i++) { // what the cube makes of the messages
            assert_true(piece[0] == 1 && piece[1] == 0);
            for (int k = 0; k < CUBE_FRAMES_PIECE; k++)
                memcpy(&heard.at[heard.count++], piece + 2 + 6 * k, 6);
        }
        assert_int_equal(len, CUBE_MAP_PIECE);
        assert_true(piece[0] == 0 && piece[1] == 0);
        memcpy(heard.first, piece + 2, LIGHTS_CUBE);
        assert_int_equal(cube_frames_piece(&frames, i + 1, piece), 0);
        for (uint32_t tick = 0; tick < 400; tick++) {
            struct body_colour want[LIGHTS_MAX];
            light_pattern_at(&pattern, (uint64_t)tick * CUBE_TICK_MS, want);
            for (unsigned lamp = 0; lamp < LIGHTS_CUBE; lamp++)
                if (away(cube_frames_at(&heard, lamp, tick), want[lamp]) > 2)
                    fail_msg("pattern %d, lamp %u, tick %u: %u %u %u instead of %u %u %u", turn, lamp, tick,
                             cube_frames_at(&heard, lamp, tick).r, cube_frames_at(&heard, lamp, tick).g,
                             cube_frames_at(&heard, lamp, tick).b, want[lamp].r, want[lamp].g, want[lamp].b);
        }
    }
    struct light_pattern back = {.count = 3}, mad = {.count = LIGHTS_CUBE, .rotate_ms = 33};
    struct cube_frames frames;
    assert_int_equal(cube_frames_of(&back, &frames), ERR_RANGE);
    for (int i = 0; i < LIGHTS_CUBE; i++)
        mad.lamps[i] = (struct light){{255, 0, 0, 0}, {0}, 0, 2000, 0, (uint32_t)(2000 + 33 * i), 0};
    assert_int_equal(cube_frames_of(&mad, &frames), ERR_LIMIT);
}

static void the_highest_request_has_the_lamps(void **state) {
    static struct light_step steady = {.pattern = {.count = 3, .lamps = {{.on = {.r = 1}}}},
                                       .overridable = true};
    static struct light_step brief = {.pattern = {.count = 3, .lamps = {{.on = {.r = 2}}}},
                                      .duration_ms = 100};
    static struct light_step loud = {.pattern = {.count = 3, .lamps = {{.on = {.r = 3}}}},
                                     .overridable = true};
    struct light_show charging = {.steps = &steady, .count = 1}, blink = {.steps = &brief, .count = 1},
                      listening = {.steps = &loud, .count = 1};
    struct light_desk desk = {0};
    struct body_colour lamps[LIGHTS_MAX], fixed[LIGHTS_MAX] = {{.r = 4}};
    assert_int_equal(light_desk_step(&desk, 0, lamps), LIGHT_OFF);
    light_desk_show(&desk, LIGHT_CHARGING, &charging, 0);
    assert_int_equal(light_desk_step(&desk, 0, lamps), LIGHT_CHARGING);
    light_desk_fix(&desk, LIGHT_CLIP, fixed);
    assert_int_equal(light_desk_step(&desk, 33, lamps), LIGHT_CLIP);
    assert_int_equal(lamps[0].r, 4);
    light_desk_show(&desk, LIGHT_CLIP, NULL, 33);
    light_desk_show(&desk, LIGHT_BEHAVIOR, &blink, 50);
    assert_int_equal(light_desk_step(&desk, 66, lamps), LIGHT_BEHAVIOR);
    light_desk_show(&desk, LIGHT_LISTENING, &listening, 70); // must wait: the step may not be overridden
    assert_int_equal(light_desk_step(&desk, 99, lamps), LIGHT_BEHAVIOR);
    light_desk_show(&desk, LIGHT_BEHAVIOR, &blink, 99); // the same again does not begin anew
    assert_int_equal(light_desk_step(&desk, 150, lamps), LIGHT_LISTENING);
    assert_int_equal(lamps[0].r, 3);
    light_desk_show(&desk, LIGHT_LISTENING, NULL, 160);
    assert_int_equal(light_desk_step(&desk, 165, lamps), LIGHT_CHARGING); // what is over has given way
}

static const char SPINNER[] =
    "{\"startGameCubeLights\": \"Start\", \"playerErrorCubeLights\": \"Error\", \"lightMap\": ["
    "{\"debugColorName\": \"blue\", \"backpackLights\": {\"celebration\": \"B1\", \"holdTarget\": \"B2\", "
    "\"selectTarget\": \"B3\"},"
    " \"cubeLights\": {\"celebration\": \"C1\", \"cycle\": \"C2\", \"locked\": \"C3\", \"lockedPulse\": "
    "\"C4\", \"lockIn\": \"C5\"}},"
    "{\"debugColorName\": \"red\", \"backpackLights\": {\"celebration\": \"b1\", \"holdTarget\": \"b2\", "
    "\"selectTarget\": \"b3\"},"
    " \"cubeLights\": {\"celebration\": \"c1\", \"cycle\": \"c2\", \"locked\": \"c3\", \"lockedPulse\": "
    "\"c4\", \"lockIn\": \"c5\"}}]}";

static void the_spinner_is_played_to_its_end(void **state) {
    struct json *document;
    struct spinner_map map;
    arena = arena ? arena : arena_new(1 << 16);
    assert_int_equal(json_parse(text_of(SPINNER), "s", arena, NULL, &document, NULL), ERR_NONE);
    assert_int_equal(spinner_map_read(document, &map, NULL), ERR_NONE);
    assert_int_equal(map.count, 2);
    struct spinner game;
    spinner_start(&game, &map, 2, 7, 1000);
    const struct spinner_colour *target = &map.colours[game.target];
    assert_true(text_is(game.cube, "Start") && text_same(game.backpack, target->backpack.select));
    uint64_t now = 1000;
    unsigned wrong_taps = 0, pulses = 0, celebrations = 0;
    for (; game.phase != SPINNER_OVER && now < 60000; now += 33) {
        bool at_target = game.phase == SPINNER_CYCLE && game.shown == game.target;
        bool tapped =
            game.phase == SPINNER_START || at_target || (game.phase == SPINNER_CYCLE && !wrong_taps);
        wrong_taps += game.phase == SPINNER_CYCLE && tapped && !at_target;
        spinner_step(&game, tapped, now);
        if (!game.changed) continue;
        if (game.phase == SPINNER_ERROR) assert_true(text_is(game.cube, "Error"));
        if (game.phase == SPINNER_CYCLE) assert_true(text_same(game.backpack, target->backpack.hold));
        pulses += text_same(game.cube, target->cube.pulse);
        celebrations += text_same(game.cube, target->cube.celebration) &&
                        text_same(game.backpack, target->backpack.celebration);
    }
    assert_int_equal(game.phase, SPINNER_OVER);
    assert_int_equal(game.locked, 2);
    assert_int_equal(game.errors, 1);
    assert_int_equal(pulses, 1);
    assert_int_equal(celebrations, 1);
    assert_int_equal(
        json_parse(
            TEXT("{\"startGameCubeLights\": \"a\", \"playerErrorCubeLights\": \"b\", \"lightMap\": [{}]}"),
            "s.json", arena, NULL, &document, NULL),
        ERR_NONE);
    struct fault told = {0};
    assert_int_equal(spinner_map_read(document, &map, &told), ERR_MISSING);
    assert_string_equal(told.path, "$.lightMap[0]");
}

// Two thirds of a second for a colour at first, after every hit a quarter less, and never under a tenth.
static void the_spinner_turns_faster_with_every_hit(void **state) {
    static const unsigned CYCLES_MS[] = {660, 495, 371, 278, 208, 156, 117, 100, 100};
    enum { COUNT = sizeof CYCLES_MS / sizeof *CYCLES_MS };
    struct json *document;
    struct spinner_map map;
    struct spinner game;
    arena = arena ? arena : arena_new(1 << 16);
    assert_int_equal(json_parse(text_of(SPINNER), "s", arena, NULL, &document, NULL), ERR_NONE);
    assert_int_equal(spinner_map_read(document, &map, NULL), ERR_NONE);
    spinner_start(&game, &map, COUNT, 7, 0);
    uint64_t since = 0, now = 0;
    for (unsigned hits = 0; hits < COUNT; now++) {
        enum spinner_phase before = game.phase;
        uint32_t shown = game.shown;
        bool tapped = game.phase == SPINNER_CYCLE && game.shown == game.target && now > since + 50;
        spinner_step(&game, tapped, now);
        hits += tapped;
        if (game.phase != SPINNER_CYCLE) continue;
        if (before == SPINNER_CYCLE && shown != game.shown) // a whole turn of one colour
            assert_in_range(now - since, CYCLES_MS[hits], CYCLES_MS[hits]);
        if (before != SPINNER_CYCLE || shown != game.shown) since = now;
    }
}

TESTS(cmocka_unit_test(the_spinner_turns_faster_with_every_hit),
      cmocka_unit_test(a_lamp_goes_round_its_cycle), cmocka_unit_test(steps_follow_and_colours_turn),
      cmocka_unit_test(files_of_every_shape_are_read),
      cmocka_unit_test(wrong_files_are_told_with_their_place),
      cmocka_unit_test(a_cube_plays_the_same_from_key_frames),
      cmocka_unit_test(the_highest_request_has_the_lamps), cmocka_unit_test(the_spinner_is_played_to_its_end))
