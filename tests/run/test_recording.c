// Recordings: every shipped scenario played again to the byte, cut at every byte of the last chunks, hopped
// into, and with pictures and sound.
#include "run/thin.h"
#include "support/support.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/maths/chance.h"
#include "base/system/file.h"
#include "base/system/log.h"
#include "codec/picture/jpeg.h"
#include "robot/mouth.h"
#include "robot/view.h"
#include "run/chunk.h"
#include "run/play.h"
#include "run/replay.h"
#include "run/tape.h"
#include "schema/random.h"
#include "schema/walk.h"
#include "sense/exposure.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct recorded {
    struct buf world, life; // life: the first robot's
    uint64_t hash;
    char creature[32];
};

static struct recorded record(const char *name, double seconds, bool media) {
    const char *folder = temp_folder(), *path = temp_path(folder, "r.world");
    struct recorded r = {0};
    struct fault fault = {0};
    struct scenario *s = scenario_open(name, NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.record = path, config.media = media;
    struct play *p = s ? play_new(s, &config, &fault) : NULL;
    if (!p) fault_print(&fault, stderr), fail();
    play_for(p, (int64_t)(seconds * 1e6));
    r.hash = world_hash(play_world(p));
    char life[400];
    snprintf(life, sizeof life, "r.world.%s.life", s->robots[0].name);
    snprintf(r.creature, sizeof r.creature, "%s", s->robots[0].creature);
    assert_int_equal(play_free(p, &fault), 0);
    assert_int_equal(file_read(path, 1 << 28, &r.world, &fault), 0);
    if (s->robots[0].soul) assert_int_equal(file_read(temp_path(folder, life), 1 << 28, &r.life, &fault), 0);
    scenario_free(s);
    return r;
}
static void recorded_free(struct recorded *r) { buf_free(&r->world), buf_free(&r->life); }

static void relive(const struct recorded *r, struct replay_result *result) {
    struct fault fault = {0};
    struct recording_about about;
    struct recording *tape = recording_over(r->life.at, r->life.len, &about, &fault);
    if (!tape) fault_print(&fault, stderr), fail();
    assert_string_equal(about.creature, r->creature);
    const struct body_model *model = body_model_find(about.creature);
    bool pleo = !strcmp(about.creature, "pleo");
    if (pleo ? replay_pleo(tape, &about, model, NULL, NULL, result, &fault)
             : replay_life(tape, &about, model, thin_clips(about.creature), NULL, NULL, result, &fault))
        fault_print(&fault, stderr), fail();
    recording_free(tape);
}

// -------------------------------------------------------------------------------------------- the same again

// CRITTER_LIVES=all: for 45 s each.
static void every_shipped_scenario_again_to_the_byte(void **state) {
    unsigned played = 0, seconds = getenv("CRITTER_LIVES") ? 45 : 21;
    for (const struct embedded *own = SCENARIO_FILES; own->path; own++, played++) {
        struct recorded first = record(own->name, seconds, false);
        const char *again = temp_path(temp_folder(), "again.world");
        struct fault fault = {0};
        struct tape_about about;
        struct tape_result result;
        struct tape_reader *reader = tape_over(first.world.at, first.world.len, &about, &fault);
        assert_non_null(reader);
        if (tape_play(reader, &about, again, NULL, NULL, &result, &fault))
            fault_print(&fault, stderr), fail();
        tape_free(reader);
        assert_false(result.parted || result.torn);
        assert_int_equal(result.compared, seconds);
        assert_true(result.hash == first.hash);
        struct buf second = {0};
        assert_int_equal(file_read(again, 1 << 28, &second, &fault), 0);
        assert_int_equal(second.len, first.world.len);
        assert_memory_equal(second.at, first.world.at, second.len);
        buf_free(&second);
        if (first.life.len) {
            struct replay_result life = {0};
            relive(&first, &life);
            assert_false(life.parted || life.torn);
            assert_in_range(life.ticks, seconds * 1000 / 33 - 3, seconds * 1000 / 33 + 2);
            assert_int_equal(life.compared, life.ticks);
            assert_int_equal(life.marks, seconds / 10 + 1);
            print_message("# %s: world %zu bytes, life %zu bytes\n", own->name, first.world.len,
                          first.life.len);
        }
        recorded_free(&first);
    }
    assert_true(played >= 7);
}

// ------------------------------------------------------------------------------------------------ cut

enum { CHUNKS = 64 };
static size_t chunks_of(const struct buf *file, size_t at[CHUNKS]) {
    size_t n = 0, offset = sizeof RECORDING_LINE - 1;
    while (offset + CHUNK_HEADER <= file->len && n < CHUNKS) {
        struct reader in = reader_of(file->at + offset + 8, 4);
        at[n++] = offset;
        offset += CHUNK_HEADER + read_u32(&in);
    }
    assert_int_equal(offset, file->len);
    return n;
}

// How much can be read, as one number over all of it.
static uint64_t read_life(const struct buf *file, size_t len, unsigned *entries, bool *torn) {
    struct fault fault = {0};
    struct recording_about about;
    struct recording *tape = recording_over(file->at, len, &about, &fault);
    assert_non_null(tape);
    static struct entry e;
    uint64_t hash = 0;
    *entries = 0;
    enum err err;
    while (!(err = recording_next(tape, &e, &fault))) {
        ++*entries;
        uint32_t what[2] = {e.kind, e.tick};
        hash = hash64(hash, what, sizeof what);
        if (e.kind == ENTRY_SENSES) hash += border_senses_hash(e.senses);
        if (e.kind == ENTRY_COMMAND_HASH) hash = hash64(hash, &e.hash, 8);
        if (e.kind == ENTRY_PICTURE || e.kind == ENTRY_SOUND)
            hash = hash64(hash, e.media.bytes.at, e.media.bytes.len);
    }
    assert_int_equal(err, ERR_CLOSED);
    *torn = recording_torn(tape);
    recording_free(tape);
    return hash;
}

static uint64_t read_world(const struct buf *file, size_t len, unsigned *entries, bool *torn) {
    struct fault fault = {0};
    struct tape_about about;
    struct tape_reader *reader = tape_over(file->at, len, &about, &fault);
    assert_non_null(reader);
    static struct tape_entry e;
    uint64_t hash = 0;
    *entries = 0;
    enum err err;
    while (!(err = tape_next(reader, &e, &fault))) {
        ++*entries;
        uint64_t what[3] = {e.kind, e.step, e.kind == TAPE_HASH ? e.hash : 0};
        hash = hash64(hash, what, sizeof what);
    }
    assert_int_equal(err, ERR_CLOSED);
    *torn = tape_torn(reader);
    tape_free(reader);
    return hash;
}

// Whatever byte the file ends with: what is read is what stands in the whole chunks, exactly, and that
// something is missing is told.
static void cut_everywhere(const struct buf *file, uint64_t (*read)(const struct buf *file, size_t len,
                                                                    unsigned *entries, bool *torn)) {
    size_t at[CHUNKS], count = chunks_of(file, at), cuts = 0; // the last of them says that it is the end
    assert_true(count >= 5);
    uint64_t whole[3];
    unsigned entries[3];
    bool torn;
    for (size_t i = 0; i < 3; i++) { // without the last two, without the last, all
        whole[i] = read(file, at[count - 3 + i], &entries[i], &torn);
        assert_true(torn); // none of them has its end
        if (i) assert_true(entries[i] > entries[i - 1]);
    }
    for (size_t len = at[count - 3]; len <= file->len; len++, cuts++) {
        int is = len < at[count - 2] ? 0 : len < at[count - 1] ? 1 : 2;
        unsigned got;
        uint64_t hash = read(file, len, &got, &torn);
        if (hash != whole[is] || got != entries[is] || torn == (len == file->len))
            fail_msg("cut at byte %zu of %zu: %u entries, %s", len, file->len, got, torn ? "torn" : "whole");
    }
    // Something behind the end is not of it.
    struct buf more = {0};
    buf_bytes(&more, file->at, file->len);
    buf_bytes(&more, file->at + at[count - 2], at[count - 1] - at[count - 2]);
    unsigned got;
    assert_true(read(&more, more.len, &got, &torn) == whole[2] && got == entries[2] && torn);
    buf_free(&more);
    print_message("# %zu cuts, %u of %u entries in the whole chunks\n", cuts, entries[1], entries[2]);
}

// A small life in chunks of fifty ticks: they have few bytes, and each of these is a cut.
static struct buf small_life(void) {
    const char *path = temp_path(temp_folder(), "small.life");
    struct recording_about about = {.seed = 3, .robot = 1, .creature = "vector", .name = "v"};
    struct fault fault = {0};
    struct recorder *rec = recorder_new(path, &about, &fault);
    static struct senses_in in;
    for (uint32_t tick = 0; tick < 200; tick++) {
        border_clear_senses(&in);
        in.senses.time_us = tick * 33000, in.senses.number = tick;
        in.senses.status = tick % 7 ? 0 : BODY_STATUS_MOVING;
        in.senses.motion_count = tick % 5 == 0;
        in.senses.motion[0].x_m = (float)tick * 0.001f;
        recorder_senses(rec, tick, &in);
        recorder_hash(rec, tick, tick / 10);
        struct life_view view = {.tick = tick + 1};
        if (tick % 50 == 0) recorder_view(rec, tick, &view);
    }
    assert_int_equal(recorder_close(rec, &fault), 0);
    struct buf file = {0};
    assert_int_equal(file_read(path, 1 << 24, &file, &fault), 0);
    return file;
}

static void cut_at_every_byte_of_the_last_two_chunks(void **state) {
    struct recorded r = record("empty-floor", 33, false);
    struct buf life = small_life();
    cut_everywhere(&life, read_life);
    cut_everywhere(&r.world, read_world);
    buf_free(&life);
    recorded_free(&r);
}

// ------------------------------------------------------------------------------------------------ hopping

struct told {
    struct life_view views[2000];
    uint32_t count;
};
static void keep_view(void *user, struct soul *soul, uint32_t tick) {
    struct told *t = user;
    assert_int_equal(tick, t->count);
    soul_view(soul, &t->views[t->count++]);
}

// By what stands in them: behind the end of a text there may be anything.
static void same_view(const struct life_view *a, const struct life_view *b) {
    static uint8_t one[2048], other[2048];
    struct writer first = writer_of(one, sizeof one), second = writer_of(other, sizeof other);
    assert_int_equal(life_view_encode(a, &first, 1), 0);
    assert_int_equal(life_view_encode(b, &second, 1), 0);
    assert_int_equal(writer_len(&first), writer_len(&second));
    assert_memory_equal(one, other, writer_len(&first));
}

static void hopping_tells_what_living_tells(void **state) {
    static struct told lived;
    lived.count = 0;
    struct recorded r = record("playpen", 62, false);
    struct fault fault = {0};
    struct recording_about about;
    struct replay_result result;
    struct recording *tape = recording_over(r.life.at, r.life.len, &about, &fault);
    assert_int_equal(
        replay_life(tape, &about, &vector_model, thin_clips("vector"), keep_view, &lived, &result, &fault),
        0);
    assert_in_range(lived.count, 1870, 1880);
    assert_int_equal(result.marks, 7);
    recording_free(tape);
    static const uint32_t TO[] = {0, 1, 302, 303, 304, 605, 606, 1000, 1514, 1515, 1516, 1860, 999999};
    static struct entry e;
    for (size_t i = 0; i < sizeof TO / sizeof *TO; i++) {
        tape = recording_over(r.life.at, r.life.len, &about, &fault);
        // From anywhere: a little was read before.
        for (size_t k = 0; k < i * 7; k++) assert_int_equal(recording_next(tape, &e, &fault), 0);
        assert_true(recording_seek(tape, TO[i]));
        assert_int_equal(recording_next(tape, &e, &fault), 0);
        assert_int_equal(e.kind, ENTRY_VIEW);
        uint32_t mark = TO[i] / 303 * 303 < 1818 ? TO[i] / 303 * 303 : 1818;
        assert_int_equal(e.tick, mark);
        struct life_view view = e.view.life;
        same_view(&view, &lived.views[mark]);
        uint32_t followed = 0;
        while (!recording_next(tape, &e, &fault)) {
            if (e.kind == ENTRY_SENSES) view_follow(&view, &e.senses->senses, &vector_model);
            if (e.kind != ENTRY_COMMAND_HASH) continue;
            const struct life_view *was = &lived.views[e.tick];
            // That he carries something is told by marks alone.
            uint32_t differs = (view.status ^ was->status) & ~(uint32_t)BODY_STATUS_CARRYING;
            assert_true(view.time_us == was->time_us && !differs && view.x_m == was->x_m &&
                        view.y_m == was->y_m && view.heading_rad == was->heading_rad &&
                        view.pitch_rad == was->pitch_rad && view.head_rad == was->head_rad &&
                        view.lift_m == was->lift_m && view.left_mps == was->left_mps &&
                        view.right_mps == was->right_mps && view.battery_v == was->battery_v);
            followed++;
        }
        assert_int_equal(followed, lived.count - 1 - mark);
        assert_false(recording_torn(tape));
        recording_free(tape);
    }
    // It hops: a mark's chunk is found with everything before it spoilt (but not the lengths).
    size_t at[CHUNKS], count = chunks_of(&r.life, at);
    for (size_t i = 1; i + 2 < count; i++) r.life.at[at[i] + CHUNK_HEADER + 5] ^= 1;
    tape = recording_over(r.life.at, r.life.len, &about, &fault);
    bool found = recording_seek(tape, 999999);
    recording_free(tape);
    assert_false(found); // a mark before it is damaged: nothing that is not whole is believed
    recorded_free(&r);
}

// ---------------------------------------------------------------------------------------- pictures and sound

static void pictures_and_sound_are_kept_and_change_nothing(void **state) {
    struct recorded plain = record("living-room", 21, false), media = record("living-room", 21, true);
    assert_true(plain.hash == media.hash);
    assert_int_equal(plain.world.len, media.world.len);
    assert_memory_equal(plain.world.at, media.world.at, plain.world.len);
    struct replay_result a, b;
    relive(&plain, &a), relive(&media, &b);
    assert_true(a.hash == b.hash && !b.parted && !b.pictures && !b.sounds); // none of it reached the soul
    struct fault fault = {0};
    struct recording_about about;
    struct recording *tape = recording_over(media.life.at, media.life.len, &about, &fault);
    static struct entry e;
    uint32_t pictures = 0, loud = 0;
    uint64_t next_us = 0, samples = 0;
    while (!recording_next(tape, &e, &fault)) {
        if (e.kind == ENTRY_SOUND) {
            if (samples) assert_int_equal(e.media.stamp_us, next_us); // no gap
            uint64_t count = e.media.bytes.len / 2;
            const int16_t *s = (const int16_t *)(const void *)e.media.bytes.at;
            for (uint64_t i = 0; i < count && e.tick * 33 > 15000; i++) loud += s[i] > 60 || s[i] < -60;
            next_us = e.media.stamp_us + count * 64, samples += count;
        }
        if (e.kind != ENTRY_PICTURE) continue;
        pictures++;
        struct jpeg_reading how;
        struct pixels p = {0};
        jpeg_reading_defaults(&how);
        assert_int_equal(jpeg_decode(e.media.bytes, &how, &p, &fault), 0);
        assert_true(p.width == 640 && p.height == 360 && p.channels == 3);
        pixels_free(&p);
    }
    recording_free(tape);
    print_message("# 21 s: %zu bytes without, %zu with %u pictures and %.1f s of sound\n", plain.life.len,
                  media.life.len, pictures, (double)samples / 15625);
    assert_in_range(pictures, 100, 108);
    assert_in_range(samples, 20 * 15625, 21 * 15625);
    assert_true(loud > 100); // Ben says something after a quarter of a minute
    recorded_free(&plain), recorded_free(&media);
}

// What reached a soul is handed to it again, whole, however large.
static void what_reached_the_soul_reaches_it_again(void **state) {
    const char *path = temp_path(temp_folder(), "m.life");
    struct recording_about about = {.seed = 3, .robot = 1, .creature = "vector", .name = "v", .media = true};
    struct fault fault = {0};
    struct recorder *rec = recorder_new(path, &about, &fault);
    static uint8_t pixels[1280 * 720 * 3];
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (uint8_t)(i * i >> 7);
    static int16_t sound[4 * 512];
    for (size_t i = 0; i < sizeof sound / 2; i++) sound[i] = (int16_t)(i * 7919);
    static struct senses_in in;
    for (uint32_t tick = 0; tick < 4; tick++) {
        struct recording_media picture = {.reached = true,
                                          .format = MEDIA_COLOUR,
                                          .width = 1280,
                                          .height = 720,
                                          .stamp_us = 5,
                                          .bytes = {pixels, sizeof pixels}};
        struct recording_media heard = {
            .reached = tick != 2, .channels = 4, .rate_hz = 15625, .bytes = {(uint8_t *)sound, sizeof sound}};
        if (tick != 1) assert_int_equal(recorder_media(rec, tick, ENTRY_PICTURE, &picture), 0);
        assert_int_equal(recorder_media(rec, tick, ENTRY_SOUND, &heard), 0);
        border_clear_senses(&in);
        recorder_senses(rec, tick, &in);
        recorder_hash(rec, tick, 0);
    }
    struct recording_media huge = {.format = MEDIA_JPEG, .bytes = {pixels, (size_t)RECORDING_MEDIA_MAX + 1}};
    assert_int_equal(recorder_media(rec, 4, ENTRY_PICTURE, &huge), ERR_LIMIT);
    assert_int_equal(recorder_close(rec, &fault), 0);
    struct recording *tape = recording_open(path, &about, &fault);
    static struct entry e;
    unsigned pictures = 0, sounds = 0;
    while (!recording_next(tape, &e, &fault)) {
        if (e.kind == ENTRY_PICTURE) pictures++, assert_memory_equal(e.media.bytes.at, pixels, sizeof pixels);
        if (e.kind == ENTRY_SOUND) sounds++, assert_memory_equal(e.media.bytes.at, sound, sizeof sound);
    }
    recording_free(tape);
    assert_int_equal(pictures, 3);
    assert_int_equal(sounds, 4);
    tape = recording_open(path, &about, &fault);
    assert_false(recording_seek(
        tape, 2)); // without marks there is nothing to hop to, and reading goes on where it was
    struct replay_result result;
    assert_int_equal(replay_life(tape, &about, &vector_model, NULL, NULL, NULL, &result, &fault), 0);
    recording_free(tape);
    assert_int_equal(result.pictures, 3);
    assert_int_equal(result.sounds, 3);
}

// ------------------------------------------------------------------------------------------------ versions

// Another version is refused in words a person understands, whatever else stands in the file.
// ----------------------------------------------------------------------------------------------- a full disk

static char told[8192];
static void keep_line(void *user, const char *line, size_t len) {
    (void)user;
    strncat(told, line, len < sizeof told - strlen(told) - 1 ? len : 0);
}

// It is told while the life goes on, once for each file, and in the end every file that is not whole is
// named.
static void a_full_disk_is_told_when_it_happens(void **state) {
    const char *path = temp_path(NULL, "r.world");
    struct fault fault = {0};
    struct scenario *s = scenario_open("two-robots", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.record = path;
    struct play *p = play_new(s, &config, &fault);
    if (!p) fault_print(&fault, stderr), fail();
    struct rlimit before, full;
    getrlimit(RLIMIT_FSIZE, &before);
    full = (struct rlimit){8 << 10, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &full);
    assert_int_equal(log_setup(NULL, &fault), 0); // a program asks for it; the library is silent
    told[0] = 0;
    log_to(keep_line, NULL);
    play_for(p, 25 * 1000000LL);
    for (uint32_t i = 0; i < s->robot_count; i++) {
        char line[400];
        snprintf(line, sizeof line, "%s.%s.life: the recording ends here: ", path, s->robots[i].name);
        const char *once = strstr(told, line);
        if (!once || strstr(once + 1, line)) fail_msg("\"%s\" is not told once: %s", line, told);
    }
    enum err err = play_free(p, &fault);
    log_to(NULL, NULL);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(err, ERR_IO);
    char all[900];
    fault_text(&fault, all, sizeof all);
    assert_non_null(strstr(all, "the recording is not whole: "));
    for (uint32_t i = 0; i < s->robot_count; i++) {
        char name[60];
        snprintf(name, sizeof name, "r.world.%s.life", s->robots[i].name);
        if (!strstr(all, name)) fail_msg("%s is not named: %s", name, all);
    }
    scenario_free(s);
}

static void another_version_is_refused_by_its_number(void **state) {
    const char *path = temp_path(temp_folder(), "v.life");
    for (uint32_t version = 0; version <= RECORDING_VERSION + 1; version++) {
        struct chunk_writer w;
        struct fault fault = {0};
        uint8_t header[128] = {0};
        struct writer to = writer_of(header, sizeof header);
        write_u32(&to, version);
        write_zeros(&to, 3 * 8 + 2 * 8 + 1 + 64 + 4); // the present layout; older ones were shorter
        assert_int_equal(chunk_writer_open(&w, path, &fault), 0);
        assert_int_equal(chunk_add(&w, writer_bytes(&to)), 0);
        assert_int_equal(chunk_writer_close(&w, &fault), 0);
        struct recording_about about;
        struct recording *tape = recording_open(path, &about, &fault);
        assert_int_equal(tape != NULL, version == RECORDING_VERSION);
        recording_free(tape);
        if (version == RECORDING_VERSION) continue;
        char number[40];
        snprintf(number, sizeof number, "a recording of version %u;", version);
        assert_int_equal(fault.err, ERR_VERSION);
        assert_string_equal(fault.file, path);
        assert_non_null(strstr(fault.said, number));
        assert_non_null(strstr(fault.said, version < RECORDING_VERSION
                                               ? "the critter that made it can live it again"
                                               : "a newer critter made it"));
    }
}

static uint64_t random_bytes(uint64_t h, const struct schema_struct *body, size_t size) {
    struct arena *arena = arena_new(1 << 20);
    static uint8_t bytes[CHUNK_ENTRY_MAX];
    for (uint64_t n = 0; n < 8; n++) {
        struct chance dice = chance_of(4, chance_stream("what recordings hold"), n);
        void *value = arena_take(arena, size, 16);
        struct writer to = writer_of(bytes, sizeof bytes);
        memset(value, 0, size);
        assert_true(schema_random(body, value, &dice, arena, 1));
        assert_int_equal(schema_encode(body, value, &to, 1), 0);
        h = hash64(h, bytes, writer_len(&to));
    }
    arena_free(arena);
    return h;
}

// Whoever changes what recordings hold must raise the version: a new field of senses or views, another
// answer of an errand.
static void what_a_version_holds_does_not_change_unseen(void **state) {
    uint64_t h = RECORDING_VERSION;
    h = random_bytes(h, &body_senses_schema, sizeof(struct body_senses));
    h = random_bytes(h, &life_view_schema, sizeof(struct life_view));
    h = random_bytes(h, &life_envelope_schema, sizeof(struct life_envelope));
    h = random_bytes(h, &life_answer_schema, sizeof(struct life_answer));
    h = random_bytes(h, &life_calendar_schema, sizeof(struct life_calendar));
    h = random_bytes(h, &body_command_schema, sizeof(struct body_command)); // of which hashes are kept
    size_t answers[] = {sizeof(struct mouth_said), sizeof(struct exposure_seen)};
    h = hash64(h, answers, sizeof answers);
    if (h != 0x61f1631dfdc0691e)
        fail_msg("what a recording holds is another set than that of version %d (%#llx): raise "
                 "RECORDING_VERSION, and then write the new number down here",
                 RECORDING_VERSION, (unsigned long long)h);
}

TESTS(cmocka_unit_test(a_full_disk_is_told_when_it_happens),
      cmocka_unit_test(every_shipped_scenario_again_to_the_byte),
      cmocka_unit_test(cut_at_every_byte_of_the_last_two_chunks),
      cmocka_unit_test(hopping_tells_what_living_tells),
      cmocka_unit_test(pictures_and_sound_are_kept_and_change_nothing),
      cmocka_unit_test(what_reached_the_soul_reaches_it_again),
      cmocka_unit_test(another_version_is_refused_by_its_number),
      cmocka_unit_test(what_a_version_holds_does_not_change_unseen))
