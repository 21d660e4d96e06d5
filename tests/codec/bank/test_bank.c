#include "bank_rig.h"

#include "base/hash.h"
#include "codec/bank/bank.h"
#include "codec/bank/wem.h"

static struct bytes bytes_of(const struct buf *buf) { return (struct bytes){buf->at, buf->len}; }

// Known pairs of names and numbers, gathered from real banks.
static void names_are_numbers(void **state) {
    assert_int_equal(fnv1_32_lower("Init"), 1355168291);
    assert_int_equal(fnv1_32_lower("SFX"), 393239870);
    assert_int_equal(fnv1_32_lower("English(US)"), 684519430);
    assert_int_equal(fnv1_32_lower("Robot_Vic_Stimulation"), 651061178);
    assert_int_equal(fnv1_32_lower("Animation"), 3994535597);
    struct bank bank = bank_new(BANK_VECTOR, "Init", "SFX");
    assert_int_equal(bank.id, 0x50c63a23);
    assert_int_equal(bank.language, 393239870);
}

enum { EVENT = 1000, ACTION, RANDOM, SOUND, OTHER_SOUND, SWITCH, MIXER, STRANGE, WEM = 500, OTHER_WEM };

// A bank with one of everything: an event that plays a random container of a sound and a switch, which has
// the other sound.
static void make(uint32_t version, struct bank *bank) {
    static uint32_t actions[] = {ACTION}, children[] = {SOUND, SWITCH}, only[] = {OTHER_SOUND},
                    all[] = {RANDOM};
    static struct bank_weight weights[] = {{SOUND, 50000}, {SWITCH, 25000}};
    static struct bank_case cases[] = {{77, {only, 1}}, {78, {NULL, 0}}};
    static struct bank_fade fades[] = {{OTHER_SOUND, {1, 0}, 100, -5}};
    static const uint8_t common[] = {0, 0, 1, 0, 9, 9, 0, 0, 3, 0, 0, 0}, tail[] = {0, 0, 0, 0, 5};
    struct bank_object *o = arena_array(arena, struct bank_object, 8);
    *bank = bank_new(version, "Critter_Test", "SFX");
    bank->project = 5;
    bank->objects.at = o;
    bank->objects.count = 8;
    o[0] = (struct bank_object){.kind = BANK_EVENT, .id = EVENT, .known = true, .event = {actions, 1}};
    o[1] = (struct bank_object){.kind = BANK_ACTION,
                                .id = ACTION,
                                .known = true,
                                .action = {3, BANK_PLAY, RANDOM, 0},
                                .tail = {tail, 5}};
    o[2] = (struct bank_object){.kind = BANK_RANDOM, .id = RANDOM, .known = true, .head = {common, 12}};
    o[2].random = (struct bank_random){
        .loop = 1, .transition_ms = 1000, .avoid = 6, .shuffle = 1, .flags = 2, .children = {children, 2}};
    o[2].random.playlist.at = weights;
    o[2].random.playlist.count = 2;
    o[3] = (struct bank_object){.kind = BANK_SOUND,
                                .id = SOUND,
                                .known = true,
                                .sound = {0x20001, BANK_EMBEDDED, WEM, 100},
                                .tail = {tail, 5}};
    o[4] = (struct bank_object){.kind = BANK_SOUND,
                                .id = OTHER_SOUND,
                                .known = true,
                                .sound = {0x20001, BANK_PREFETCHED, OTHER_WEM, 7},
                                .tail = {tail, 5}};
    o[5] = (struct bank_object){.kind = BANK_SWITCH, .id = SWITCH, .known = true, .head = {common, 12}};
    o[5].select = (struct bank_switch){
        .by_state = 0, .group = 4, .fallback = 77, .continuous = 1, .children = {only, 1}};
    o[5].select.cases.at = cases, o[5].select.cases.count = 2;
    o[5].select.fades.at = fades, o[5].select.fades.count = 1;
    o[6] = (struct bank_object){
        .kind = BANK_MIXER, .id = MIXER, .known = true, .head = {common, 12}, .mixer = {all, 1}};
    o[7] = (struct bank_object){.kind = BANK_EFFECT_SHARED, .id = STRANGE, .tail = {tail, 5}};
    static const uint8_t sound[] = "a sound of some length", other[] = "another";
    const struct bank_media ids[] = {{.id = WEM}, {.id = OTHER_WEM}};
    const struct bytes sounds[] = {{sound, sizeof sound}, {other, 7}};
    fine(bank_embed(bank, arena, ids, sounds, 2));
    static struct bank_name names[] = {{7, {"Init", 4}}},
                            plugins[] = {{0x650003, {"AkSilenceGenerator", 18}}};
    bank->names.at = names, bank->names.count = 1;
    bank->plugins.at = plugins, bank->plugins.count = 1;
    bank->platform = TEXT("Linux");
    if (version != BANK_VECTOR) return;
    static struct bank_transition transitions[] = {{1, 2, 500}};
    static struct bank_states states[] = {{.group = 3, .default_ms = 1000}};
    static struct bank_point points[] = {{0.5f, 9, 4}};
    static struct bank_switches switches[] = {{.group = 6, .parameter = 651061178, .kind = 0}};
    static struct bank_parameter parameters[] = {{651061178, 0.79f, 0, 0, 0, 0}};
    states[0].transitions.at = transitions, states[0].transitions.count = 1;
    switches[0].points.at = points, switches[0].points.count = 1;
    bank->settings = (struct bank_settings){.known = true, .threshold_db = -80, .voices = 256};
    bank->settings.states.at = states, bank->settings.states.count = 1;
    bank->settings.switches.at = switches, bank->settings.switches.count = 1;
    bank->settings.parameters.at = parameters, bank->settings.parameters.count = 1;
}

static void check_objects(const struct bank *bank) {
    const struct bank_object *random = bank_object(bank, RANDOM), *select = bank_object(bank, SWITCH),
                             *mixer = bank_object(bank, MIXER);
    assert_true(random->known && random->head.len == 12 && !random->tail.len);
    assert_int_equal(random->random.avoid, 6);
    assert_int_equal(random->random.flags, 2);
    assert_int_equal(random->random.playlist.at[1].weight, 25000);
    assert_int_equal(random->random.children.at[1], SWITCH);
    assert_true(select->known && select->head.len == 12);
    assert_int_equal(select->select.group, 4);
    assert_int_equal(select->select.cases.count, 2);
    assert_int_equal(select->select.cases.at[0].children.at[0], OTHER_SOUND);
    assert_int_equal(select->select.fades.at[0].in_ms, -5);
    assert_true(mixer->known && mixer->mixer.count == 1 && mixer->mixer.at[0] == RANDOM);
    const struct bank_object *action = bank_object(bank, ACTION), *strange = bank_object(bank, STRANGE);
    assert_true(action->known && action->action.type == BANK_PLAY && action->tail.len == 5);
    assert_true(!strange->known && strange->kind == BANK_EFFECT_SHARED && strange->tail.len == 5);
    assert_null(bank_object(bank, 999));
    assert_null(bank_object(bank, 2000));
}

static void both_versions_go_there_and_back(void **state) {
    for (uint32_t version = BANK_COZMO; version <= BANK_VECTOR; version += 8) {
        struct bank made, back;
        struct buf file = {0}, again = {0};
        make(version, &made);
        fine(bank_write(&made, &file, &fault));
        fine(bank_read(bytes_of(&file), arena, &back, &fault));
        assert_int_equal(back.version, version);
        assert_int_equal(back.id, fnv1_32_lower("critter_test"));
        assert_int_equal(back.project, 5);
        check_objects(&back);
        assert_int_equal(bank_object(&back, STRANGE)->wire_type, version == BANK_COZMO ? 18 : 16);
        struct bytes wem = bank_media(&back, WEM);
        assert_int_equal(wem.len, 23);
        assert_memory_equal(wem.at, "a sound", 7);
        assert_int_equal(back.media.at[1].offset % 16, 0);
        assert_int_equal(bank_media(&back, 1).len, 0);
        assert_true(text_is(back.names.at[0].text, "Init") &&
                    text_is(back.plugins.at[0].text, "AkSilenceGenerator"));
        assert_true(text_is(back.platform, "Linux"));
        if (version == BANK_VECTOR) {
            assert_true(back.settings.known && back.settings.voices == 256 &&
                        back.settings.parameters.at[0].value == 0.79f);
            assert_int_equal(back.settings.states.at[0].transitions.at[0].ms, 500);
            assert_int_equal(back.settings.switches.at[0].points.at[0].curve, 4);
        }
        fine(bank_write(&back, &again, &fault));
        assert_int_equal(again.len, file.len);
        assert_memory_equal(again.at, file.at, file.len);
        struct bank_sound sounds[4];
        size_t lost;
        assert_int_equal(bank_event_sounds(&back, 1, EVENT, sounds, 4, &lost), 2);
        assert_int_equal(lost, 0);
        assert_int_equal(sounds[0].media, WEM);
        assert_int_equal(sounds[1].media, OTHER_WEM);
        assert_int_equal(sounds[1].source, BANK_PREFETCHED);
        assert_int_equal(bank_event_sounds(&back, 1, 4242, sounds, 4, &lost), 0);
        assert_int_equal(lost, 1);
        buf_free(&file);
        buf_free(&again);
    }
}

// Laid out by hand, after what independent readers expect.
static void a_small_bank_is_laid_out_like_this(void **state) {
    struct bytes file = hex(
        "42 4b 48 44 18 00 00 00  78 00 00 00 fe 66 70 17 0a 00 00 00 00 00 00 00 05 00 00 00 00 00 00 00 # "
        "BKHD, 120\n"
        "48 49 52 43 26 00 00 00  02 00 00 00                # HIRC of two\n"
        "04 0c 00 00 00 e8 03 00 00 01 00 00 00 e9 03 00 00  # event 1000: action 1001\n"
        "03 0c 00 00 00 e9 03 00 00 03 04 eb 03 00 00 00 00  # action 1001: play 1003, and a tail of one\n"
        "58 58 58 58 03 00 00 00 01 02 03                    # a stranger");
    struct bank bank;
    file.at = arena_copy(arena, file.at, file.len);
    fine(bank_read(file, arena, &bank, &fault));
    assert_int_equal(bank.id, 393242366);
    assert_int_equal(bank.language, 10);
    assert_int_equal(bank.header_tail.len, 4);
    assert_int_equal(bank_object(&bank, 1000)->event.at[0], 1001);
    assert_int_equal(bank_object(&bank, 1001)->action.target, 1003);
    assert_int_equal(bank_object(&bank, 1001)->tail.len, 1);
    struct buf out = {0};
    fine(bank_write(&bank, &out, &fault));
    assert_int_equal(out.len, file.len);
    assert_memory_equal(out.at, file.at, file.len);
    buf_free(&out);
}

static void bad_banks_are_answers(void **state) {
    struct bank made, back;
    struct buf file = {0}, again = {0};
    make(BANK_VECTOR, &made);
    fine(bank_write(&made, &file, &fault));
    for (size_t len = 0; len < file.len; len++) {
        uint8_t *cut = malloc(len + !len);
        memcpy(cut, file.at, len);
        struct fault why = {0};
        enum err err = bank_read((struct bytes){cut, len}, arena, &back, &why);
        if (err)
            assert_non_null(strstr(why.said, "sound"));
        else { // cut between two chunks
            fine(bank_write(&back, &again, &fault));
            assert_int_equal(again.len, len);
            buf_clear(&again);
        }
        free(cut);
    }
    for (size_t at = 0; at < file.len; at++) {
        uint8_t old = file.at[at];
        for (int v = 0; v < 3; v++) {
            file.at[at] = (uint8_t[]){0, 0xff, (uint8_t)(old + 1)}[v];
            if (!bank_read(bytes_of(&file), arena, &back, NULL)) {
                fine(bank_write(&back, &again, &fault));
                assert_int_equal(again.len, file.len);
                assert_memory_equal(again.at, file.at, file.len);
                buf_clear(&again);
            }
        }
        file.at[at] = old;
        arena_reset(arena);
    }
    file.at[8] = 140;
    assert_int_equal(bank_read(bytes_of(&file), arena, &back, &fault), ERR_VERSION);
    assert_non_null(strstr(fault.said, "140"));
    make(BANK_COZMO, &made);
    made.objects.at[1].id = EVENT;
    buf_clear(&file);
    fine(bank_write(&made, &file, NULL));
    fault = (struct fault){0};
    assert_int_equal(bank_read(bytes_of(&file), arena, &back, &fault), ERR_DUPLICATE);
    assert_non_null(strstr(fault.said, "1000 is there twice"));
    buf_free(&file);
    buf_free(&again);
}

static void circles_end(void **state) {
    static uint32_t self[] = {MIXER, MIXER};
    struct bank bank = bank_new(BANK_VECTOR, "x", "SFX");
    bank.objects.at = arena_array(arena, struct bank_object, 1);
    bank.objects.count = 1;
    bank.objects.at[0] =
        (struct bank_object){.kind = BANK_MIXER, .id = MIXER, .known = true, .mixer = {self, 2}};
    fine(bank_sort(&bank, arena, &fault));
    size_t lost;
    assert_int_equal(bank_event_sounds(&bank, 1, MIXER, NULL, 0, &lost), 0);
    assert_true(lost > 0);
}

static void numbers_of_kinds_moved_between_versions(void **state) {
    assert_string_equal(bank_kind_name(BANK_RANDOM), "random or sequence");
    assert_string_equal(bank_kind_name((enum bank_kind)99), "unknown");
    struct bank made;
    struct buf file = {0};
    make(BANK_COZMO, &made);
    made.objects.at[7].kind = BANK_DEVICE;
    fine(bank_write(&made, &file, &fault));
    struct bank back;
    fine(bank_read(bytes_of(&file), arena, &back, &fault));
    assert_int_equal(bank_object(&back, STRANGE)->wire_type, 23);
    assert_int_equal(bank_object(&back, STRANGE)->kind, BANK_DEVICE);
    buf_free(&file);
}

static void without_memory(void *user) {
    const struct bytes *file = user;
    struct arena *own = arena_new(1 << 10);
    struct buf out = {0};
    struct bank bank;
    if (own && !bank_read(*file, own, &bank, NULL) && !bank_write(&bank, &out, NULL))
        assert_int_equal(out.len, file->len);
    buf_free(&out);
    arena_free(own);
}

static void memory_may_run_out_anywhere(void **state) {
    struct bank made;
    struct buf out = {0};
    make(BANK_VECTOR, &made);
    fine(bank_write(&made, &out, &fault));
    struct bytes file = bytes_of(&out);
    assert_true(break_every_alloc(without_memory, &file) > 3);
    buf_free(&out);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(TEST(names_are_numbers), TEST(both_versions_go_there_and_back),
      TEST(a_small_bank_is_laid_out_like_this), TEST(bad_banks_are_answers), TEST(circles_end),
      TEST(numbers_of_kinds_moved_between_versions), TEST(memory_may_run_out_anywhere))
