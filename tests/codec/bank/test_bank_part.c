// What stands inside the objects of banks. The bytes written down here were read by an independent reader
// of banks (bnnm/wwiser) without a byte left over, in both versions, and it named the same fields with the
// same values.
#include "support/support.h"

#include "base/maths/chance.h"
#include "codec/bank/music.h"

#include <math.h>

static struct arena *arena;
static int begin(void **state) { return arena = arena_new(64 << 10), 0; }
static int end(void **state) { return arena_free(arena), 0; }

static void same(const struct buf *buf, const uint8_t *bytes, size_t len) {
    assert_int_equal(buf->err, 0);
    assert_int_equal(buf->len, len);
    assert_memory_equal(buf->at, bytes, len);
}
#define SAME(buf, ...)                                                                                       \
    same(buf, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})), buf_clear(buf)

static void actions_end_as_their_version_says(void **state) {
    struct buf out = {0};
    struct bank_deed deed = {.probability = 100, .shape = 4, .fade_ms = 400};
    bank_deed_write(120, BANK_STOP, &deed, &out);
    SAME(&out, 1, 0x10, 0x90, 1, 0, 0, 0, 4, 0, 0, 0, 0);
    bank_deed_write(128, BANK_STOP, &deed, &out);
    SAME(&out, 1, 0x10, 0x90, 1, 0, 0, 0, 4, 0, 0);
    deed = (struct bank_deed){.probability = 100, .shape = 4, .except_count = 1, .except = {7}};
    bank_deed_write(120, BANK_PAUSE, &deed, &out);
    SAME(&out, 0, 0, 4, 0, 1, 0, 0, 0, 7, 0, 0, 0, 0);
    bank_deed_write(128, BANK_PAUSE, &deed, &out);
    SAME(&out, 0, 0, 4, 0, 1, 7, 0, 0, 0, 0);
    deed.except_count = 0, deed.value = 0.5f;
    bank_deed_write(120, BANK_SET_PARAMETER, &deed, &out);
    SAME(&out, 0, 0, 4, 0, 1, 0, 0, 0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    bank_deed_write(128, BANK_SEEK, &deed, &out);
    SAME(&out, 0, 0, 0, 0, 0, 0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    bank_deed_write(120, BANK_SEEK, &deed, &out);
    SAME(&out, 0, 0, 0, 0, 0, 0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    bank_deed_write(120, BANK_BREAK, &deed, &out);
    SAME(&out, 0, 0);
    buf_free(&out);
}

// Everything that a kind of action can hold comes back, in both versions. Numbers use all of their bytes.
static void actions_come_back(void **state) {
    enum { VALUE = 1, RELATIVE = 2, CHOICE = 4, BANK_ = 8, SHAPE = 16, MARK = 32, EXCEPT = 64 };
    static const struct {
        uint8_t type, holds;
    } ROWS[] = {{BANK_STOP, SHAPE | EXCEPT},
                {BANK_PAUSE, SHAPE | EXCEPT},
                {BANK_RESUME, SHAPE | EXCEPT},
                {BANK_PLAY, SHAPE | BANK_},
                {BANK_SET_STATE, CHOICE},
                {BANK_SET_SWITCH, CHOICE},
                {BANK_SET_PARAMETER, SHAPE | VALUE | RELATIVE | EXCEPT},
                {BANK_SET_PITCH, SHAPE | VALUE | RELATIVE | EXCEPT},
                {BANK_SET_VOLUME, SHAPE | VALUE | RELATIVE | EXCEPT},
                {BANK_SET_BUS_VOLUME, SHAPE | VALUE | RELATIVE | EXCEPT},
                {BANK_SEEK, VALUE | MARK | EXCEPT},
                {BANK_TRIGGER, 0},
                {BANK_BREAK, 0},
                {BANK_PLAY_EVENT, 0}};
    for (uint32_t version = 120; version <= 128; version += 8)
        for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
            struct bank_deed wrote = {.delay_ms = 70000, .fade_ms = 90000, .probability = 25, .shape = 4},
                             read;
            uint8_t holds = ROWS[i].holds;
            if (holds & SHAPE) wrote.shape = 7;
            if (holds & VALUE) wrote.value = -3.5f, wrote.value_low = -0.25f, wrote.value_high = 1.75f;
            if (holds & RELATIVE) wrote.relative = true;
            if (holds & CHOICE) wrote.group = 0x89abcdef, wrote.choice = 0xfedcba98;
            if (holds & BANK_) wrote.bank = 0xa1b2c3d4;
            if (holds & MARK) wrote.percent = wrote.snap = true;
            if (holds & EXCEPT)
                wrote.except_count = 2, wrote.except[0] = 0x91827364, wrote.except[1] = 0xff000001;
            struct buf out = {0};
            assert_int_equal(bank_deed_write(version, ROWS[i].type, &wrote, &out), ERR_NONE);
            struct bank bank = {.version = version};
            struct bank_object object = {.kind = BANK_ACTION,
                                         .known = true,
                                         .action = {.type = ROWS[i].type},
                                         .tail = {out.at, out.len}};
            assert_true(bank_deed(&bank, &object, &read));
            if (memcmp(&read, &wrote, sizeof read)) fail_msg("type %u of version %u", ROWS[i].type, version);
            buf_free(&out);
        }
}

static void states_hold_their_numbers(void **state) {
    struct buf out = {0};
    struct bank_tint tint = {.volume_db = -6, .pitch_cents = 100};
    bank_tint_write(120, &tint, &out);
    SAME(&out, 2, 0, 2, 0, 0, 0xc0, 0xc0, 0, 0, 0xc8, 0x42);
    bank_tint_write(128, &tint, &out);
    SAME(&out, 2, 0, 0, 0, 2, 0, 0, 0, 0xc0, 0xc0, 0, 0, 0xc8, 0x42);
    buf_free(&out);
}

// A bank of one object and two states that it may name.
static struct bank *bank_of(uint32_t version, enum bank_kind kind, const struct buf *body) {
    struct bank *bank = arena_one(arena, struct bank);
    struct buf low = {0}, high = {0}, file = {0};
    *bank = bank_new(version, "Part", "SFX");
    bank->objects.at = arena_array(arena, struct bank_object, 3);
    bank->objects.count = 3;
    bank_tint_write(version, &(struct bank_tint){.volume_db = -3}, &low);
    bank_tint_write(version, &(struct bank_tint){.volume_db = 2, .pitch_cents = -50}, &high);
    bank->objects.at[0] = (struct bank_object){.kind = BANK_STATE, .id = 10, .tail = {low.at, low.len}};
    bank->objects.at[1] = (struct bank_object){.kind = BANK_STATE, .id = 11, .tail = {high.at, high.len}};
    bank->objects.at[2] = (struct bank_object){.kind = kind, .id = 12, .tail = {body->at, body->len}};
    assert_int_equal(bank_write(bank, &file, NULL), 0);
    struct bytes kept = {arena_copy(arena, file.at, file.len), file.len};
    assert_int_equal(bank_read(kept, arena, bank, NULL), 0);
    buf_free(&low), buf_free(&high), buf_free(&file);
    return bank;
}

static struct bank_node node_of(struct chance *dice) {
    static const struct bank_knot KNOTS[] = {{0, -9, 4}, {0.5f, 1, 8}, {2, 3, 9}};
    struct bank_node node = {.bus = chance_below(dice, 99), .parent = chance_below(dice, 99)};
    node.volume_db = (float)chance_below(dice, 9), node.pitch_cents = (float)chance_below(dice, 9);
    if (chance_below(dice, 2)) node.volume_low = -2, node.volume_high = 1;
    if (chance_below(dice, 2)) node.pitch_low = -20, node.pitch_high = 10;
    if (chance_below(dice, 2)) node.has_loop = true, node.loop = 3;
    node.curve_count = chance_below(dice, 3);
    for (uint32_t i = 0; i < node.curve_count; i++)
        node.curves[i] = (struct bank_curve){55 + i, i ? BANK_CURVE_MAKE_UP : BANK_CURVE_PITCH, 0, 3, KNOTS};
    node.tint_count = chance_below(dice, 4);
    for (uint32_t i = 0; i < node.tint_count; i++)
        node.tints[i] = (struct bank_tint){70 + i / 2, 80 + i, 10 + (i & 1), i & 1 ? 2 : -3, i & 1 ? -50 : 0};
    return node;
}

static void same_node(const struct bank_node *a, const struct bank_node *b) {
    assert_int_equal(a->bus, b->bus);
    assert_int_equal(a->parent, b->parent);
    assert_true(a->volume_db == b->volume_db && a->pitch_cents == b->pitch_cents);
    assert_true(a->volume_low == b->volume_low && a->volume_high == b->volume_high);
    assert_true(a->pitch_low == b->pitch_low && a->pitch_high == b->pitch_high);
    assert_true(a->has_loop == b->has_loop && a->loop == b->loop);
    assert_int_equal(a->curve_count, b->curve_count);
    for (uint32_t i = 0; i < a->curve_count; i++) {
        assert_int_equal(a->curves[i].parameter, b->curves[i].parameter);
        assert_int_equal(a->curves[i].property, b->curves[i].property);
        assert_int_equal(a->curves[i].count, b->curves[i].count);
        assert_memory_equal(a->curves[i].knots, b->curves[i].knots,
                            a->curves[i].count * sizeof *a->curves[i].knots);
    }
    assert_int_equal(a->tint_count, b->tint_count);
    for (uint32_t i = 0; i < a->tint_count; i++)
        assert_memory_equal(&a->tints[i], &b->tints[i], sizeof a->tints[i]);
}

static uint32_t version_of(unsigned n) { return n & 1 ? BANK_VECTOR : BANK_COZMO; }

static void nodes_come_back(void **state) {
    for (unsigned n = 0; n < 60; n++) {
        struct chance dice = chance_of(n, 1, 1);
        struct bank_node node = node_of(&dice), back;
        struct buf out = {0};
        bank_node_write(version_of(n), &node, &out);
        static const uint8_t ONE_CHILD[] = {1, 0, 0, 0, 10, 0, 0, 0};
        buf_bytes(&out, ONE_CHILD, sizeof ONE_CHILD);
        const struct bank *bank = bank_of(version_of(n), BANK_MIXER, &out);
        assert_true(bank_node(bank, bank_object(bank, 12), arena, &back));
        same_node(&node, &back);
        buf_free(&out);
    }
}

// A place in space is stepped over: 19 bytes and what its points need.
static void places_are_stepped_over(void **state) {
    for (unsigned n = 0; n < 2; n++) {
        struct buf out = {0};
        struct bank_node node = {.parent = 5, .volume_db = -4}, back;
        bank_node_write(version_of(n), &node, &out);
        struct buf placed = {0};
        size_t at = 3 + 8 + 1 + 1 + 5 + 1; // up to the place
        buf_bytes(&placed, out.at, at);
        uint8_t place[19 + 16 + 20] = {n ? 0x11 : 0x09};
        place[11] = 1, place[15 + 16] = 1; // a point, a path
        buf_bytes(&placed, place, sizeof place);
        buf_bytes(&placed, out.at + at + 1, out.len - at - 1);
        static const uint8_t ONE_CHILD[] = {1, 0, 0, 0, 10, 0, 0, 0};
        buf_bytes(&placed, ONE_CHILD, sizeof ONE_CHILD);
        const struct bank *bank = bank_of(version_of(n), BANK_MIXER, &placed);
        assert_true(bank_node(bank, bank_object(bank, 12), arena, &back));
        same_node(&node, &back);
        buf_free(&out), buf_free(&placed);
    }
}

// Only the topmost bus of version 128 names a device.
static void buses_come_back(void **state) {
    struct buf out = {0};
    struct bank_node plain = {.parent = 5, .volume_db = -3};
    bank_bus_write(120, &plain, &out);
    SAME(&out, 5, 0, 0, 0, 1, 5, 0, 0, 0x40, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xc0, 0xc2, 0,
         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    bank_bus_write(128, &plain, &out);
    SAME(&out, 5, 0, 0, 0, 1, 5, 0, 0, 0x40, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xc0, 0xc2,
         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    for (unsigned n = 0; n < 40; n++) {
        struct chance dice = chance_of(n, 3, 1);
        struct bank_node node = node_of(&dice), back;
        node.bus = 0, node.pitch_cents = 0,
        node.volume_low = node.volume_high = node.pitch_low = node.pitch_high = 0;
        node.has_loop = false, node.loop = 0;
        if (n % 3 == 0) node.parent = 0;
        buf_clear(&out);
        bank_bus_write(version_of(n), &node, &out);
        const struct bank *bank = bank_of(version_of(n), n % 5 ? BANK_BUS : BANK_AUX_BUS, &out);
        assert_true(bank_bus(bank, bank_object(bank, 12), arena, &back));
        same_node(&node, &back);
        struct buf cut = {0};
        buf_bytes(&cut, out.at, out.len - 1);
        bank = bank_of(version_of(n), BANK_BUS, &cut);
        assert_false(bank_bus(bank, bank_object(bank, 12), arena, &back));
        buf_free(&cut);
    }
    buf_free(&out);
}

static const struct bank_music *back_of(unsigned n, enum bank_kind kind, const struct bank_music *music) {
    struct buf out = {0};
    struct bank_music *back = arena_one(arena, struct bank_music);
    assert_int_equal(bank_music_write(version_of(n), kind, music, &out), 0);
    const struct bank *bank = bank_of(version_of(n), kind, &out);
    assert_true(bank_music(bank, bank_object(bank, 12), arena, back));
    same_node(&music->node, &back->node);
    // Cut anywhere, or a byte longer, it is not believed.
    for (size_t len = 0; len <= out.len + 1; len++) {
        if (len == out.len) continue;
        struct bank_music none;
        struct buf cut = {0};
        buf_bytes(&cut, out.at, len < out.len ? len : out.len);
        if (len > out.len) buf_byte(&cut, 0);
        const struct bank *short_of = bank_of(version_of(n), kind, &cut);
        assert_false(bank_music(short_of, bank_object(short_of, 12), arena, &none));
        buf_free(&cut);
    }
    buf_free(&out);
    return back;
}

static void music_comes_back(void **state) {
    uint32_t ids[] = {5, 6}, any[] = {BANK_ANY};
    struct bank_sound source = {0x40001, BANK_STREAMED, 900, 5000};
    struct bank_clip clips[] = {{0, 900, 10, 1, -2, 1000}, {1, 900, 0.5, 0, 0, 700.25}};
    struct bank_cue cues[] = {{1, 0}, {2, 1500}};
    struct bank_rule rules[] = {{.from = {any, 1},
                                 .to = {ids, 2},
                                 .out_ms = 10,
                                 .out_offset_ms = -5,
                                 .sync = BANK_SYNC_BEAT,
                                 .post_exit = 1,
                                 .in_ms = 20,
                                 .in_shape = 4,
                                 .cue_filter = 3,
                                 .jump_to = 4,
                                 .entry = 1,
                                 .pre_entry = 1,
                                 .has_bridge = 1,
                                 .bridge = {.segment = 9, .in_ms = 1, .out_ms = 2, .post_exit = 1}},
                                {.from = {ids, 1}, .to = {any, 1}, .sync = BANK_SYNC_EXIT}};
    struct bank_entry entries[] = {{0, 1, 2, BANK_DRAW_STEP, 0, -1, 1, 50000, 2, 1, 1},
                                   {5, 2, 0, BANK_SEGMENT, 1, 0, 0, 30000, 0, 0, 0},
                                   {6, 3, 0, BANK_SEGMENT, 2, 0, 0, 20000, 0, 0, 0}};
    struct bank_branch branches[] = {{0, 1 | 2 << 16, 50, 100}, {77, 5, 50, 100}, {0, 6, 50, 100}};
    static const uint8_t KINDS[] = {1};
    for (unsigned n = 0; n < 12; n++) {
        struct chance dice = chance_of(n, 2, 2);
        struct bank_music track = {.node = node_of(&dice),
                                   .flags = 1,
                                   .sources = {&source, 1},
                                   .clips = {clips, 2},
                                   .subtracks = 2,
                                   .kind = (uint8_t)(n % 4),
                                   .by_state = n % 4 == 3,
                                   .ahead_ms = 100};
        if (track.kind == BANK_TRACK_SWITCH)
            track.group = 7, track.usual = 8, track.choices = (struct bank_ids){ids, 2},
            track.change.out_ms = 50;
        const struct bank_music *b = back_of(n, BANK_MUSIC_TRACK, &track);
        assert_int_equal(b->sources.at[0].media, 900);
        assert_memory_equal(b->clips.at, clips, sizeof clips);
        assert_int_equal(b->subtracks, 2);
        assert_int_equal(b->kind, n % 4);
        assert_int_equal(b->choices.count, n % 4 == 3 ? 2 : 0);
        assert_int_equal(b->ahead_ms, 100);
        struct bank_music head = {.node = node_of(&dice),
                                  .children = {ids, 2},
                                  .grid_ms = 250,
                                  .tempo = 96.5f,
                                  .bar_beats = 3,
                                  .beat_note = 8,
                                  .meter_own = 1};
        struct bank_music segment = head, list = head, choice = head;
        segment.length_ms = 2000, segment.cues.at = cues, segment.cues.count = 2;
        b = back_of(n, BANK_MUSIC_SEGMENT, &segment);
        assert_true(b->length_ms == 2000 && b->tempo == 96.5f && b->bar_beats == 3);
        for (int c = 0; c < 2; c++)
            assert_true(b->cues.at[c].id == cues[c].id && b->cues.at[c].at_ms == cues[c].at_ms);
        list.rules.at = rules, list.rules.count = 2, list.entries.at = entries, list.entries.count = 3;
        b = back_of(n, BANK_MUSIC_PLAYLIST, &list);
        for (int e = 0; e < 3; e++) {
            assert_int_equal(b->entries.at[e].segment, entries[e].segment);
            assert_int_equal(b->entries.at[e].kind, entries[e].kind);
            assert_int_equal(b->entries.at[e].loop_min, entries[e].loop_min);
            assert_int_equal(b->entries.at[e].weight, entries[e].weight);
        }
        assert_int_equal(b->rules.at[0].bridge.segment, 9);
        assert_int_equal(b->rules.at[0].out_offset_ms, -5);
        assert_int_equal(bank_music_rule(b, 5, 9)->sync, BANK_SYNC_EXIT);
        assert_int_equal(bank_music_rule(b, 8, 6)->sync, BANK_SYNC_BEAT);
        assert_null(bank_music_rule(b, 8, 9));
        assert_null(bank_music_rule(b, 0, 6)); // nothing is not anything
        choice.goes_on = 1, choice.groups = (struct bank_ids){ids, 1}, choice.group_kinds = KINDS;
        choice.branches.at = branches, choice.branches.count = 3;
        b = back_of(n, BANK_MUSIC_SWITCH, &choice);
        assert_int_equal(bank_music_choice(b, &(uint32_t){77}), 5);
        assert_int_equal(bank_music_choice(b, &(uint32_t){78}), 6);
    }
}

// Counts that lead past the end, trees that never end, and times that are no numbers are not believed.
static void claims_are_not_believed(void **state) {
    uint32_t ids[] = {5};
    struct bank_entry endless[] = {{0, 1, 9, BANK_ROW, 1, 0, 0, 1, 0, 0, 0}};
    struct bank_music list = {.children = {ids, 1}, .entries = {endless, 1}}, none;
    for (unsigned n = 0; n < 2; n++) {
        struct buf out = {0};
        bank_music_write(version_of(n), BANK_MUSIC_PLAYLIST, &list, &out);
        const struct bank *bank = bank_of(version_of(n), BANK_MUSIC_PLAYLIST, &out);
        assert_false(bank_music(bank, bank_object(bank, 12), arena, &none));
        buf_clear(&out);
        struct bank_clip clip = {0, 1, (double)INFINITY, 0, 0, 1};
        struct bank_music track = {.clips = {&clip, 1}, .subtracks = 1};
        bank_music_write(version_of(n), BANK_MUSIC_TRACK, &track, &out);
        bank = bank_of(version_of(n), BANK_MUSIC_TRACK, &out);
        assert_false(bank_music(bank, bank_object(bank, 12), arena, &none));
        buf_free(&out);
    }
    struct bank_branch circle = {0, 0 | 1 << 16, 0, 0};
    struct bank_music choice = {.groups = {ids, 1}, .branches = {&circle, 1}};
    bank_music_choice(&choice, &(uint32_t){3}); // ends
}

// What says how states, switches and parameters behave stands in both versions, in one with two numbers
// that the other has not.
static void settings_come_back(void **state) {
    for (unsigned n = 0; n < 2; n++) {
        struct bank_states states = {.group = 1, .default_ms = 1000};
        struct bank_parameter parameter = {.id = 3, .value = 0.5f, .ramp = 1, .up = 1, .down = 2};
        struct bank bank = bank_new(version_of(n), "Init", "SFX"), back;
        assert_int_equal(bank.language, n ? 393239870 : 0); // version 120 counts languages
        bank.settings = (struct bank_settings){
            .known = true, .voices = 256, .states = {&states, 1}, .parameters = {&parameter, 1}};
        struct buf file = {0};
        assert_int_equal(bank_write(&bank, &file, NULL), 0);
        assert_int_equal(file.len, 28 + 8 + (n ? 8 : 6) + 4 + 12 + 4 + 4 + 21 + (n ? 4 : 8));
        assert_int_equal(bank_read((struct bytes){file.at, file.len}, arena, &back, NULL), 0);
        assert_true(back.settings.known && back.settings.voices == 256);
        assert_int_equal(back.settings.states.at[0].default_ms, 1000);
        assert_true(back.settings.parameters.at[0].down == 2);
        buf_free(&file);
    }
}

#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(T(actions_end_as_their_version_says), T(actions_come_back), T(states_hold_their_numbers),
      T(nodes_come_back), T(places_are_stepped_over), T(buses_come_back), T(music_comes_back),
      T(claims_are_not_believed), T(settings_come_back))
