// Scenarios, what is wrong with them, and worlds played again.
#include "support/support.h"

#include "base/system/file.h"
#include "codec/sound/wav.h"
#include "run/play.h"
#include "run/tape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct scenario *parse(const char *text, struct fault *fault) {
    return scenario_read(text_of(text), "t.json", NULL, 0, fault);
}

static void refused(const char *text, const char *said) {
    struct fault fault = {0};
    char whole[600] = "";
    struct scenario *s = parse(text, &fault);
    struct play_config config = play_defaults();
    struct play *p = s ? play_new(s, &config, &fault) : NULL;
    if (p) fail_msg("taken: %s", text);
    fault_text(&fault, whole, sizeof whole);
    if (!strstr(whole, said)) fail_msg("expected \"%s\" in \"%s\"", said, whole);
    if (!strstr(whole, "t.json:")) fail_msg("no place in \"%s\"", whole);
    scenario_free(s);
}

static void every_mistake_has_its_place(void **state) {
    refused("{\n \"robbots\": []}", "t.json:2:2");
    refused("{\"robots\": [{\"creature\": \"vektor\"}]}", "there is no creature \"vektor\"");
    refused("{\"robots\": [{\"creature\": \"vector\", \"x_m\": \"far\"}]}", "t.json:1:43");
    refused("{\"robots\": [{\"creature\": \"vector\", \"x_m\": 1e30}]}", "x_m");
    refused("{\"robots\": [{\"creature\": \"vector\"}, {\"creature\": \"vector\"}]}",
            "another robot is called");
    refused("{\"robots\": [{\"creature\": \"vector\"}, {\"creature\": \"vector\", \"name\": \"b\", \"x_m\": "
            "0.02}]}",
            "no room");
    refused("{\"things\": [{\"cubee\": {}}]}", "did you mean \"cube\"");
    refused("{\"things\": [{\"cube\": {\"x\": 1}}]}", "t.json:1:");
    refused("{\"things\": [{\"cube\": {\"x_m\": \"nan\"}}]}", "x_m");
    refused("{\"things\": [\n{\"cube\": {}},\n{\"cube\": {\"x_m\": 0.01}}]}", "t.json:3:1");
    refused("{\"things\": [{\"table\": {}}], \"floor\": {\"height_m\": -0.7}, \"robots\": [{\"creature\": "
            "\"vector\", \"x_m\": 0.598}]}",
            "solid ground");
    refused("{\"things\": [{\"sound\": {\"kind\": \"WAVE\", \"wave\": \"none.wav\"}}]}", "none.wav");
    refused(
        "{\"timeline\": [{\"at_s\": 1, \"do\": {\"sound\": {\"kind\": \"WAVE\", \"wave\": \"none.wav\"}}}]}",
        "none.wav");
    refused("{\"timeline\": [{\"do\": {\"light\": {}}}]}", "exactly one of");
    refused("{\"timeline\": [{\"at_s\": 1, \"every_s\": 2, \"do\": {\"light\": {}}}]}", "exactly one of");
    refused("{\"timeline\": [{\"at_s\": 1}]}", "nothing happens");
    refused("{\"timeline\": [{\"every_s\": 0, \"do\": {\"light\": {}}}]}", "every_s");
    refused("{\"timeline\": [{\"at_s\": 1, \"drive\": {\"robot\": \"bob\"}}]}",
            "no robot here is called \"bob\"");
    refused("{\"date\": \"yesterday\"}", "expected a date");
    refused("{\"zone\": \"+25:00\"}", "expected a time zone");
    refused("{\"about\": 3}", "t.json:1:11");
    refused("[]", "expected an object");
    refused("{", "t.json:1:");
    refused("{\"date\": \"2026-02-30T09:00:00\"}", "there is no such day");
    refused("{\"date\": \"2025-02-29T09:00:00\"}", "there is no such day");
    refused("{\"things\": [{\"cube\": {\"x_m\": NaN}}]}", "t.json:1:");
    refused("{\"things\": [{\"cube\": {\"x_m\": 1e999}}]}", "t.json:1:");
    refused("{\"things\": [{\"cube\": {\"x_m\": -Infinity}}]}", "t.json:1:");
    refused("{\"robots\": [{\"creature\": \"vector\", \"battery\": 2}]}", "battery");
    refused("{\"robots\": [{\"creature\": \"vector\", \"wants\": [\"range\"]}]}", "a soul chooses itself");
    refused("{\"robots\": [{\"creature\": \"vector\", \"soul\": false, \"wants\": [\"hearing\"]}]}",
            "did you mean \"hearings\"");
    static const char WHO[] =
        "{\"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"cube\": {\"name\": \"cube\"%s}}], "
        "\"timeline\": [{%s, \"do\": {%s}}]}";
    static const struct {
        const char *when, *what, *said;
    } NAMES[] = {
        {"\"at_s\": 1", "\"pet\": {\"what\": \"vecter\"}", "did you mean \"vector\""},
        {"\"at_s\": 1", "\"say\": {\"who\": \"Ada\"}", "nothing here is called \"Ada\""},
        {"\"when\": {\"near\": [\"vector\", \"cubes\"]}", "\"light\": {}", "did you mean \"cube\""},
        {"\"when\": {\"in_view\": [\"cube\", \"vector\"]}", "\"light\": {}", "expected a robot first"},
        {"\"when\": {\"in_view\": [\"vector\"]}", "\"light\": {}", "two names"},
        {"\"when\": {\"near\": [\"vector\", 3]}", "\"light\": {}", "t.json:1:"},
        {"\"when\": {\"near\": [\"a\", \"b\"], \"touching\": [\"a\", \"b\"]}", "\"light\": {}",
         "one of near"},
        {"\"when\": {\"near\": [\"vector\", \"cube\"], \"meters\": 1}", "\"light\": {}", "metres"},
        {"\"at_s\": -1", "\"light\": {}", "at_s"},
        {"\"per_hour\": 1e9", "\"light\": {}", "per_hour"},
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char text[600];
        snprintf(text, sizeof text, WHO, ", \"x_m\": 0.2", NAMES[i].when, NAMES[i].what);
        refused(text, NAMES[i].said);
    }
    // Lists of thousands, and of a million.
    size_t size = 40 << 20;
    char *many = malloc(size);
    size_t n = (size_t)sprintf(many, "{\"timeline\": [");
    for (int i = 0; i < 5000; i++) n += (size_t)sprintf(many + n, "{\"at_s\": 1, \"do\": {\"light\": {}}},");
    sprintf(many + n, "]}");
    refused(many, "at most 4096");
    static const char *const LISTS[] = {"robots", "things", "timeline"};
    for (int list = 0; list < 3; list++) {
        n = (size_t)sprintf(many, "{\"%s\": [", LISTS[list]);
        for (int i = 0; i < 1000000; i++) many[n++] = '{', many[n++] = '}', many[n++] = ',';
        sprintf(many + n, "]}");
        refused(many, "more than 1000000 values");
    }
    free(many);
}

static enum err take_mind(void *user, const struct json *section, struct arena *arena, struct fault *fault) {
    int64_t value = 0;
    enum err err = json_get_int(section, "level", 0, 9, &value, fault);
    *(int64_t *)user = value;
    return err;
}
static void a_section_belongs_to_who_registers_it(void **state) {
    int64_t level = 0;
    struct scenario_section mind = {"mind", take_mind, &level};
    struct fault fault = {0};
    struct text text = text_of("{\"mind\": {\"level\": 7}}");
    struct scenario *s = scenario_read(text, "t.json", &mind, 1, &fault);
    assert_non_null(s);
    assert_int_equal(level, 7);
    scenario_free(s);
    assert_null(scenario_read(text, "t.json", NULL, 0, &fault));
    fault = (struct fault){0};
    assert_null(scenario_read(text_of("{\"mind\": {\"level\": 70}}"), "t.json", &mind, 1, &fault));
    assert_int_equal(fault.line, 1);
}

static void shipped_scenarios_play(void **state) {
    unsigned played = 0;
    for (const struct embedded *own = SCENARIO_FILES; own->path; own++, played++) {
        struct fault fault = {0};
        struct scenario *s = scenario_open(own->name, NULL, 0, &fault);
        struct play_config config = play_defaults();
        struct play *p = s ? play_new(s, &config, &fault) : NULL;
        if (!p) fault_print(&fault, stderr), fail();
        play_for(p, 70 * 1000000LL);
        if (play_trouble(p)->err) fault_print(play_trouble(p), stderr), fail();
        play_free(p, NULL);
        scenario_free(s);
    }
    assert_true(played >= 6);
    struct fault fault = {0};
    assert_null(scenario_open("tabeltop", NULL, 0, &fault));
    assert_non_null(strstr(fault.said, "tabletop"));
}

// Something that comes later may be meant; what is seen counts; a condition may come true again.
static void conditions_come_true(void **state) {
    struct fault fault = {0};
    struct scenario *s = parse("{\"robots\": [{\"creature\": \"vector\", \"soul\": false}], \"things\": "
                               "[{\"person\": {\"name\": \"Ada\", \"x_m\": "
                               "3.2, \"y_m\": 0, \"heading_deg\": 180, \"height_m\": 0.25}}],"
                               "\"timeline\": [{\"when\": {\"in_view\": [\"vector\", \"Ada\"]}, \"again\": "
                               "true, \"do\": {\"sound\": {\"seconds\": 0.1}}},"
                               "{\"at_s\": 3, \"drive\": {\"robot\": \"vector\", \"head_deg\": 10}},"
                               "{\"at_s\": 5, \"do\": {\"walk\": {\"who\": \"Ada\", \"x_m\": 0.8, \"y_m\": "
                               "0, \"heading_deg\": 180, \"height_m\": 0.25}}},"
                               "{\"at_s\": 12, \"do\": {\"walk\": {\"who\": \"Ada\", \"x_m\": 3.2, \"y_m\": "
                               "0, \"heading_deg\": 180, \"height_m\": 0.25}}},"
                               "{\"at_s\": 20, \"do\": {\"walk\": {\"who\": \"Ada\", \"x_m\": 0.8, \"y_m\": "
                               "0, \"heading_deg\": 180, \"height_m\": 0.25}}},"
                               "{\"at_s\": 1, \"do\": {\"tap\": {\"what\": \"late\"}}},"
                               "{\"at_s\": 2, \"do\": {\"cube\": {\"name\": \"late\", \"x_m\": -0.5}}},"
                               "{\"at_s\": 3, \"do\": {\"tap\": {\"what\": \"late\"}}}]}",
                               &fault);
    assert_non_null(s);
    struct play_config config = play_defaults();
    struct play *p = play_new(s, &config, &fault);
    if (!p) fault_print(&fault, stderr), fail();
    const struct world_memory *m = world_memory(play_world(p));
    play_for(p, 5000000);
    assert_int_equal(m->heard, 0);
    play_for(p, 7000000);
    assert_int_equal(m->heard, 1); // she came into view
    play_for(p, 8000000);
    assert_int_equal(m->heard, 1);
    play_for(p, 7000000);
    assert_int_equal(m->heard, 2); // and once more
    assert_true(play_trouble(p)->err &&
                strstr(play_trouble(p)->said, "late")); // it was not there yet, and that is told
    assert_int_equal(play_trouble(p)->line, 1);
    play_free(p, NULL);
    scenario_free(s);
}

static void people_speak_from_wavs(void **state) {
    const char *folder = temp_folder(), *file = temp_path(folder, "w.json"),
               *wav = temp_path(folder, "hello.wav");
    static int16_t tone[15625];
    for (int i = 0; i < 15625; i++) tone[i] = (int16_t)(i % 40 < 20 ? 9000 : -9000);
    struct buf out = {0};
    wav_write(&(struct wav_spec){.rate = 15625, .channels = 1, .bits = 16}, tone, 15625, &out);
    assert_int_equal(file_write(wav, out.at, out.len, NULL), 0);
    buf_free(&out);
    static const char TEXT[] =
        "{\"robots\": [{\"creature\": \"vector\", \"soul\": false, \"wants\": [\"sound\", \"hearings\"]}], "
        "\"things\": [{\"person\": {\"name\": \"Ada\", \"x_m\": 1}}], \"timeline\": [{\"at_s\": 2, \"do\": "
        "{\"say\": {\"who\": \"Ada\", \"words\": \"hello\", \"wave\": \"hello.wav\", \"level_db\": 75}}}]}";
    assert_int_equal(file_write(file, TEXT, sizeof TEXT - 1, NULL), 0);
    struct fault fault = {0};
    struct scenario *s = scenario_open(file, NULL, 0, &fault);
    struct play_config config = play_defaults();
    struct play *p = s ? play_new(s, &config, &fault) : NULL;
    if (!p) fault_print(&fault, stderr), fail();
    int16_t ears[640 * WORLD_EARS];
    play_for(p, 1900000);
    uint32_t count = world_overhear(play_world(p), 1, 1880000, ears, 300), loud = 0, changes = 0;
    for (uint32_t i = 0; i < count; i++) loud += ears[i * 4] > 150;
    assert_int_equal(loud, 0);
    play_for(p, 600000);
    count = world_overhear(play_world(p), 1, 2460000, ears, 600);
    for (uint32_t i = 1; i < count; i++) changes += (ears[i * 4] > 0) != (ears[i * 4 - 4] > 0);
    assert_in_range(count, 590, 640);
    assert_in_range(changes, count / 20 - 4,
                    count / 20 + 4); // the square wave of the file, and nothing else so loud
    play_for(p, 1000000);
    const struct body_senses *senses = play_senses(p, 0);
    assert_non_null(senses);
    assert_int_equal(world_memory(play_world(p))->heard, 1);
    assert_string_equal(world_memory(play_world(p))->hearings[0].words, "hello");
    play_free(p, NULL);
    scenario_free(s);
}

static void the_timeline_happens(void **state) {
    struct fault fault = {0};
    struct scenario *s = parse(
        "{\"robots\": [{\"creature\": \"vector\", \"soul\": false}], \"things\": [{\"cube\": {\"name\": "
        "\"c\", \"x_m\": 0.2}}],"
        "\"timeline\": [{\"at_s\": 3, \"drive\": {\"robot\": \"vector\", \"left_mps\": 0.08, \"right_mps\": "
        "0.08, \"seconds\": 2.5}},"
        "{\"when\": {\"near\": [\"vector\", \"c\"], \"metres\": 0.08}, \"do\": {\"light\": {\"lux\": 5}}},"
        "{\"when\": {\"touching\": [\"vector\", \"c\"]}, \"do\": {\"temperature\": {\"celsius\": 30}}},"
        "{\"every_s\": 1, \"from_s\": 6, \"until_s\": 9.5, \"do\": {\"sound\": {\"seconds\": 0.1}}},"
        "{\"per_hour\": 3600, \"from_s\": 10, \"do\": {\"sound\": {\"seconds\": 0.1}}}]}",
        &fault);
    assert_non_null(s);
    struct play_config config = play_defaults();
    struct play *p = play_new(s, &config, &fault);
    assert_non_null(p);
    play_for(p, 2900000);
    const struct world_memory *m = world_memory(play_world(p));
    assert_true(m->lux > 100);
    play_for(p, 3000000);
    assert_true(m->lux < 6);      // it came near
    assert_true(m->celsius > 29); // and touched
    uint32_t before = m->heard;
    play_for(p, 4050000);
    assert_int_equal(m->heard - before, 4);
    before = m->heard;
    play_for(p, 30000000);
    assert_in_range(m->heard - before, 15, 50);
    struct world_truth t;
    world_truth(play_world(p), 1, &t);
    assert_true(t.pose.at.x > 0.15f && m_abs(t.left_mps) < 0.001f);
    play_free(p, NULL);
    scenario_free(s);
}

// ------------------------------------------------------------------------------------------------ again

static void poke_now_and_then(void *user, struct play *p, int life) {
    int *ticks = user;
    struct world_message verb = {.kind = WORLD_POKE};
    strcpy(verb.poke.what, "vector");
    verb.poke.strength = 0.5f;
    if (++*ticks % 61 == 0) play_do(p, &verb, NULL);
}

static void a_world_is_played_again_to_the_byte(void **state) {
    const char *folder = temp_folder(), *first = temp_path(folder, "a.world"),
               *second = temp_path(folder, "b.world");
    struct fault fault = {0};
    struct scenario *s = scenario_open("two-robots", NULL, 0, &fault);
    struct play_config config = play_defaults();
    int ticks = 0;
    config.record = first, config.lives = false, config.watch = poke_now_and_then, config.user = &ticks;
    struct play *p = play_new(s, &config, &fault);
    if (!p) fault_print(&fault, stderr), fail();
    struct world_message verb = {.kind = WORLD_LIGHT, .light = {50}};
    assert_int_equal(play_do(p, &verb, &fault), 0);
    play_for(p, 12345000);
    verb.light.lux = 60;
    assert_int_equal(play_do(p, &verb, &fault), 0);
    struct life_envelope from = {7, LIFE_DOOR_TEST};
    struct life_message drive = {.kind = LIFE_DRIVE, .drive = {0.05f, 0.04f, 0, 2}};
    assert_int_equal(play_ask(p, 1, &from, &drive), 0);
    play_for(p, 8000000);
    uint64_t hash = world_hash(play_world(p));
    assert_int_equal(play_free(p, &fault), 0);
    scenario_free(s);

    struct tape_about about;
    struct tape_reader *reader = tape_open(first, &about, &fault);
    if (!reader) fault_print(&fault, stderr), fail();
    struct tape_result result;
    if (tape_play(reader, &about, second, NULL, NULL, &result, &fault)) fault_print(&fault, stderr), fail();
    tape_free(reader);
    assert_false(result.parted || result.torn);
    assert_true(result.hash == hash);
    assert_in_range(result.compared, 20, 22);
    assert_true(result.verbs >= 18 && result.requests == 1);
    struct buf a = {0}, b = {0};
    file_read(first, 1 << 24, &a, NULL), file_read(second, 1 << 24, &b, NULL);
    assert_int_equal(a.len, b.len);
    assert_memory_equal(a.at, b.at, a.len);
    assert_true(a.len < 8000); // tiny

    // Cut short: what is whole is played, and that something is missing is told. Damaged: refused or torn,
    // never a crash.
    for (size_t cut = 0; cut < a.len; cut += 13) {
        fault = (struct fault){0};
        reader = tape_over(a.at, cut, &about, &fault);
        if (!reader) {
            assert_true(fault.said[0]);
            continue;
        }
        struct tape_entry entry;
        enum err err;
        while (!(err = tape_next(reader, &entry, &fault)))
            ;
        assert_true(err == ERR_CLOSED ? tape_torn(reader) || cut > 100 : fault.said[0]);
        tape_free(reader);
    }
    // Another seed inside is another world: the comparison can fail.
    buf_free(&a), buf_free(&b);
    reader = tape_open(first, &about, &fault);
    about.seed++;
    assert_int_equal(tape_play(reader, &about, NULL, NULL, NULL, &result, &fault), 0);
    assert_true(result.parted);
    tape_free(reader);
}

static void another_creature_is_called_by_its_name(void **state) {
    struct fault fault = {0};
    struct scenario *s = parse(
        "{\"about\": \"a vector\", \"robots\": [{\"creature\": \"vector\"}, {\"creature\": \"vector\", "
        "\"name\": \"rex\", \"x_m\": 0.3}], \"things\": [{\"person\": {\"name\": \"Ada\", \"x_m\": 2}}], "
        "\"timeline\": [{\"at_s\": 1, \"do\": [{\"pet\": {\"what\": \"vector\"}}, {\"say\": {\"who\": "
        "\"Ada\", \"words\": \"hey vector, vector!\"}}]}, {\"when\": {\"near\": [\"vector\", \"rex\"]}, "
        "\"do\": {\"light\": {}}}, {\"at_s\": 2, \"drive\": {\"robot\": \"vector\", \"left_mps\": 0.1}}]}",
        &fault);
    assert_non_null(s);
    struct scenario *other = scenario_cast(s, "cozmo", &fault);
    assert_non_null(other);
    assert_string_equal(other->robots[0].creature, "cozmo");
    assert_string_equal(other->robots[0].name, "cozmo");
    assert_string_equal(other->robots[1].creature, "vector"); // it stays what it is
    assert_string_equal(other->robots[1].name, "rex");
    assert_string_equal(other->about, "a vector");
    assert_string_equal(other->happenings[0].verbs[0].verb.pet.what, "cozmo");
    assert_string_equal(other->happenings[0].verbs[1].verb.say.words, "hey cozmo, cozmo!");
    assert_string_equal(other->happenings[1].a, "cozmo");
    assert_string_equal(other->happenings[2].drive->robot, "cozmo");
    struct play_config config = play_defaults();
    struct play *p = play_new(other, &config, &fault);
    if (!p) fault_print(&fault, stderr), fail();
    play_for(p, 3000000);
    assert_int_equal(play_trouble(p)->err, 0);
    play_free(p, NULL);
    scenario_free(s);
    // Who has a name of his own keeps it; two are never called alike.
    struct scenario *named = parse("{\"robots\": [{\"creature\": \"vector\", \"name\": \"rex\"}]}", &fault);
    s = scenario_cast(named, "cozmo", &fault);
    assert_string_equal(s->robots[0].name, "rex");
    assert_string_equal(s->robots[0].creature, "cozmo");
    scenario_free(s), scenario_free(named);
    named = scenario_open("two-robots", NULL, 0, &fault);
    s = scenario_cast(named, "cozmo", &fault);
    assert_non_null(s);
    assert_string_equal(s->robots[0].name, "cozmo-too");
    assert_string_equal(s->robots[1].name, "cozmo");
    scenario_free(s), scenario_free(named);
    assert_null(scenario_cast(other, "dragon", &fault));
    assert_null(scenario_cast(other, "", NULL));
    scenario_free(other);
}

static unsigned looked_at(struct play *p, bool look, uint64_t souls[RUN_ROOMS_MAX]) {
    unsigned pictures = 0;
    uint32_t last = 0;
    run_look(play_run(p), 0, look ? BODY_WANT_PICTURE : 0);
    for (int i = 0; i < 90; i++) {
        play_for(p, 33000);
        struct body_picture about;
        const struct frame *seen = run_seen(play_run(p), 0, &about);
        assert_int_equal(run_senses(play_run(p), 0)->picture_count, 0); // the soul wants none
        if (!seen || about.number == last) continue;
        last = about.number;
        pictures++;
        assert_true(about.width > 0 && seen->used >= (size_t)about.width * about.height);
    }
    const char *names[RUN_ROOMS_MAX];
    uint64_t hashes[RUN_ROOMS_MAX];
    size_t count = run_hashes(play_run(p), names, hashes), kept = 0;
    for (size_t i = 0; i < count; i++) souls[kept++] = hashes[i];
    assert_true(kept > 3);
    return pictures;
}

static void an_onlooker_sees_what_the_soul_does_not(void **state) {
    uint64_t souls[2][RUN_ROOMS_MAX] = {0};
    struct scenario *s = scenario_open("tabletop", NULL, 0, NULL);
    for (int look = 0; look < 2; look++) {
        struct play_config config = play_defaults();
        struct play *p = play_new(s, &config, NULL);
        unsigned pictures = looked_at(p, look, souls[look]);
        print_message("# %u pictures\n", pictures);
        assert_true(look ? pictures > 20 : pictures == 0);
        run_look(play_run(p), 0, 0);
        assert_null(run_seen(play_run(p), 0, &(struct body_picture){0}));
        play_for(p, 200000);
        run_look(play_run(p), 7, BODY_WANT_PICTURE); // there is no such life
        play_free(p, NULL);
    }
    assert_memory_equal(souls[0], souls[1], sizeof souls[0]);
    scenario_free(s);
}

static void verbs_survive_json(void **state) {
    struct arena *arena = arena_new(64 << 10);
    for (int kind = 0; kind < WORLD_KIND_COUNT; kind++) {
        struct world_message verb = {.kind = (enum world_kind)kind}, back;
        struct buf out = {0};
        struct json_writer w = json_writer_of(&out, 0);
        verb_write(&verb, &w);
        struct json *doc;
        struct fault fault = {0};
        assert_int_equal(
            json_parse((struct text){(const char *)out.at, out.len}, "v", arena, NULL, &doc, &fault), 0);
        if (verb_read(doc, arena, &back, &fault)) fault_print(&fault, stderr), fail();
        assert_int_equal(back.kind, kind);
        buf_free(&out);
    }
    arena_free(arena);
}

TESTS(cmocka_unit_test(every_mistake_has_its_place), cmocka_unit_test(a_section_belongs_to_who_registers_it),
      cmocka_unit_test(shipped_scenarios_play), cmocka_unit_test(the_timeline_happens),
      cmocka_unit_test(conditions_come_true), cmocka_unit_test(people_speak_from_wavs),
      cmocka_unit_test(a_world_is_played_again_to_the_byte), cmocka_unit_test(verbs_survive_json),
      cmocka_unit_test(another_creature_is_called_by_its_name),
      cmocka_unit_test(an_onlooker_sees_what_the_soul_does_not))
