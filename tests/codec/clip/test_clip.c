// Clips against files of other makers, and against the reference FlatBuffers compiler when it is installed.
#include "support/support.h"

#include "base/system/file.h"
#include "codec/clip/clip.h"
#include "codec/clip/manifest.h"

#include "clip_vectors.h"

#include <unistd.h>

static struct arena *arena;
static struct fault fault;
static struct buf notes;
static const char *folder;

static int begin(void **state) {
    arena = arena_new(64 << 10);
    fault = (struct fault){0};
    folder = temp_folder();
    return 0;
}
static int end(void **state) {
    buf_free(&notes);
    notes = (struct buf){0};
    arena_free(arena);
    return 0;
}

static struct bytes bytes_of(const struct buf *buf) { return (struct bytes){buf->at, buf->len}; }

static void fine(enum err err) {
    char line[800];
    if (err) fail_msg("%s: %s", err_name(err), fault_text(&fault, line, sizeof line));
}

static struct bytes unhex(const char *hex) {
    size_t len;
    uint8_t *out = arena_take(arena, strlen(hex), 8);
    assert_int_equal(hex_to_bytes(text_of(hex), out, strlen(hex), &len), ERR_NONE);
    return (struct bytes){out, len};
}

static void read_json(const char *text, enum clip_dialect dialect, struct clips *out) {
    struct json *doc;
    struct clip_reading how = {.dialect = dialect, .file = "t.json", .notes = &notes};
    fine(json_parse(text_of(text), "t.json", arena, NULL, &doc, &fault));
    fine(clips_read_json(doc, &how, arena, out, &fault));
}

static void read_bin(struct bytes file, enum clip_dialect dialect, struct clips *out) {
    struct clip_reading how = {.dialect = dialect, .file = "t.bin", .notes = &notes};
    fine(clips_read_bin(file, &how, arena, out, &fault));
}

static struct bytes write_bin(const struct clips *clips) {
    struct buf out = {0};
    fine(clips_write_bin(clips, &out, &fault));
    uint8_t *at = arena_copy(arena, out.at, out.len);
    struct bytes bytes = {at, out.len};
    buf_free(&out);
    return bytes;
}

static void assert_same_bytes(struct bytes a, struct bytes b) {
    assert_int_equal(a.len, b.len);
    assert_memory_equal(a.at, b.at, a.len);
}

// Two sets of clips are the same if they make the same file.
static void assert_same(const struct clips *a, const struct clips *b) {
    assert_int_equal(a->dialect, b->dialect);
    assert_same_bytes(write_bin(a), write_bin(b));
}

static void a_small_file_of_the_reference_compiler(void **state) {
    struct bytes file = unhex(CLIP_SMALL);
    assert_int_equal(file.len, 188);
    for (int dialect = CLIP_COZMO; dialect <= CLIP_VECTOR; dialect++) {
        struct clips clips;
        read_bin(file, (enum clip_dialect)dialect, &clips);
        assert_int_equal(clips.list.count, 1);
        const struct clip *clip = &clips.list.at[0];
        assert_true(text_is(clip->name, "anim_t_01"));
        assert_int_equal(clip->keys.head.count, 1);
        assert_int_equal(clip->keys.head.at[0].trigger_ms, 33);
        assert_int_equal(clip->keys.head.at[0].duration_ms, 66);
        assert_int_equal(clip->keys.head.at[0].angle_deg, -5);
        assert_int_equal(clip->keys.body.count, 1);
        assert_true(text_is(clip->keys.body.at[0].radius, "TURN_IN_PLACE"));
        assert_int_equal(clip->keys.body.at[0].speed, 90);
        assert_int_equal(clip->keys.body.at[0].duration_ms, 99);
        assert_int_equal(clip_length_ms(clip), 99);
        assert_same_bytes(write_bin(&clips), file); // to the byte
    }
    struct clips none;
    read_bin(unhex(CLIP_NONE), CLIP_AUTO, &none);
    assert_int_equal(none.list.count, 0);
    assert_same_bytes(write_bin(&none), unhex(CLIP_NONE));
    assert_same_bytes(write_bin(&(struct clips){.dialect = CLIP_COZMO}), unhex(CLIP_NONE));
}

static void a_file_of_the_public_library(void **state) {
    struct clips from_bin, from_json, guessed;
    read_bin(unhex(CLIP_PROBE), CLIP_COZMO, &from_bin);
    read_json(CLIP_PROBE_JSON, CLIP_COZMO, &from_json);
    assert_same(&from_bin, &from_json);
    assert_int_equal(from_bin.list.at[0].keys.audio.at[0].events.at[0], 3000000000);
    assert_true(from_bin.list.at[0].keys.face.at[0].scale_y == 0.75f);
    assert_int_equal(clip_length_ms(&from_bin.list.at[0]), 529);
    read_bin(unhex(CLIP_PROBE), CLIP_AUTO, &guessed); // its five lights tell
    assert_int_equal(guessed.dialect, CLIP_COZMO);
    assert_int_equal(notes.len, 0);
}

static void load(const char *name, const char *ending, struct buf *out) {
    char path[512];
    snprintf(path, sizeof path, "%s/tests/codec/clips/%s.%s", getenv("SOURCE"), name, ending);
    fine(file_read(path, 1 << 20, out, &fault));
}

static void read_fixture(enum clip_dialect dialect, struct clips *out) {
    struct buf text = {0};
    load(clip_dialect_name(dialect), "json", &text);
    read_json((const char *)text.at, dialect, out);
    buf_free(&text);
}

static void every_dialect_goes_through_every_form(void **state) {
    for (int d = CLIP_COZMO; d <= CLIP_VECTOR; d++) {
        struct clips first, second;
        read_fixture((enum clip_dialect)d, &first);
        for (int track = 0; track < (d == CLIP_VECTOR ? CLIP_TRACKS : CLIP_BOX); track++)
            assert_true(clip_track_count(&first.list.at[0], (enum clip_track)track) > 0);
        struct bytes file = write_bin(&first);
        read_bin(file, (enum clip_dialect)d, &second);
        assert_same(&first, &second);
        const struct clip_keys *written = &first.list.at[0].keys, *read = &second.list.at[0].keys;
        for (size_t k = 0; k < read->face.count; k++) // what Cozmo's files cannot say is there all the same
            assert_float_equal(read->face.at[k].scanline_opacity, written->face.at[k].scanline_opacity, 1e-6);
        for (size_t k = 0; k < read->sprites.count; k++)
            assert_float_equal(read->sprites.at[k].scanline_opacity, written->sprites.at[k].scanline_opacity,
                               1e-6);
        for (int prefer = CLIP_AUTO; prefer <= CLIP_VECTOR; prefer++) {
            struct clip_reading how = {.prefer = (enum clip_dialect)prefer};
            fine(clips_read_bin(file, &how, arena, &second, &fault));
            // A Cozmo may read early Vector's files as its own; nobody else mistakes their three lights for
            // his.
            assert_int_equal(second.dialect, d == CLIP_EARLY && prefer == CLIP_COZMO ? CLIP_COZMO : d);
        }
        struct buf b = {0}, a = {0};
        fine(clips_write_json_b(&first, &b));
        read_json((const char *)b.at, (enum clip_dialect)d, &second);
        assert_same(&first, &second);
        fine(clip_write_json_a(&first.list.at[0], first.dialect, &a));
        read_json((const char *)a.at, (enum clip_dialect)d, &second);
        struct clips one = {.dialect = first.dialect};
        one.list.at = first.list.at;
        one.list.count = 1;
        assert_int_equal(second.list.count, 1);
        // Form A cannot tell an empty track from none.
        for (int track = 0; track < CLIP_TRACKS; track++)
            assert_int_equal(clip_track_count(&one.list.at[0], (enum clip_track)track),
                             clip_track_count(&second.list.at[0], (enum clip_track)track));
        assert_true(text_same(one.list.at[0].name, second.list.at[0].name));
        buf_free(&a);
        fine(clip_write_json_a(&second.list.at[0], first.dialect, &a));
        struct clips third;
        read_json((const char *)a.at, (enum clip_dialect)d, &third);
        assert_same(&second, &third);
        buf_free(&a);
        buf_free(&b);
    }
    assert_int_equal(notes.len, 0);
}

static bool compiler_is_there(void) { return !system("flatc --version >/dev/null 2>&1"); }

static void run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void run(const char *format, ...) {
    char command[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    if (system(command)) fail_msg("failed: %s", command);
}

// Without a light in it, an early Vector's file is told from a Cozmo's by its long eyes.
// Lines over the eyes are Vector's: no field of a Cozmo's face holds how strong they are.
static void cozmo_s_faces_have_no_scanlines(void **state) {
    static const enum clip_dialect DIALECTS[] = {CLIP_COZMO, CLIP_VECTOR};
    for (int i = 0; i < 2; i++) {
        struct clips clips, again;
        read_fixture(DIALECTS[i], &clips);
        size_t c = 0;
        while (c < clips.list.count && !clips.list.at[c].keys.face.count) c++;
        assert_true(c < clips.list.count);
        clips.list.at[c].keys.face.at[0].scanline_opacity = 0.25f;
        read_bin(write_bin(&clips), DIALECTS[i], &again);
        assert_true(again.list.at[c].keys.face.at[0].scanline_opacity == (i ? 0.25f : 1));
    }
}

static void long_eyes_are_no_cozmo_s(void **state) {
    struct clips clips;
    read_fixture(CLIP_EARLY, &clips);
    for (size_t c = 0; c < clips.list.count; c++) clips.list.at[c].keys.lights.count = 0;
    static float eye[25];
    assert_true(clips.list.at[0].keys.face.count > 0);
    clips.list.at[0].keys.face.at[0].left.at = eye, clips.list.at[0].keys.face.at[0].left.count = 25;
    struct bytes file = write_bin(&clips);
    read_bin(file, CLIP_AUTO, &clips);
    assert_int_equal(clips.dialect, CLIP_EARLY);
}

static void the_reference_compiler_agrees_both_ways(void **state) {
    if (!compiler_is_there()) skip();
    for (int d = CLIP_COZMO; d <= CLIP_VECTOR; d++) {
        const char *name = clip_dialect_name((enum clip_dialect)d), *source = getenv("SOURCE");
        struct clips ours, theirs;
        struct buf file = {0};
        char path[512];
        // Its file, from the same JSON, is ours to the byte.
        read_fixture((enum clip_dialect)d, &ours);
        run("flatc --no-warnings -b -o '%s' '%s/tests/codec/clips/%s.fbs' '%s/tests/codec/clips/%s.json'",
            folder, source, name, source, name);
        snprintf(path, sizeof path, "%s/%s.bin", folder, name);
        fine(file_read(path, 1 << 20, &file, &fault));
        read_bin(bytes_of(&file), (enum clip_dialect)d, &theirs);
        assert_same(&ours, &theirs);
        assert_same_bytes(write_bin(&ours), bytes_of(&file));
        buf_free(&file);
        // What it reads from our file is what we wrote.
        struct bytes mine = write_bin(&ours);
        snprintf(path, sizeof path, "%s/mine.bin", folder);
        fine(file_write(path, mine.at, mine.len, &fault));
        run("flatc --no-warnings --json --strict-json --raw-binary -o '%s' '%s/tests/codec/clips/%s.fbs' -- "
            "'%s'",
            folder, source, name, path);
        snprintf(path, sizeof path, "%s/mine.json", folder);
        fine(file_read(path, 1 << 20, &file, &fault));
        read_json((const char *)file.at, (enum clip_dialect)d, &theirs);
        assert_same(&ours, &theirs);
        buf_free(&file);
    }
}

static void clips_change_robots(void **state) {
    struct clips clips;
    read_fixture(CLIP_VECTOR, &clips);
    fine(clips_convert(&clips, CLIP_COZMO, arena, &notes, &fault));
    assert_int_equal(clips.dialect, CLIP_COZMO);
    const struct clip_keys *keys = &clips.list.at[0].keys;
    assert_int_equal(keys->box.count, 0);
    assert_int_equal(keys->face.at[0].left.count, 19);
    assert_memory_equal(keys->lights.at[0].left.at, keys->lights.at[0].middle.at, 16);
    assert_non_null(keys->lights.at[0].right.at);
    assert_memory_equal(keys->lights.at[0].right.at, keys->lights.at[0].middle.at, 16);
    assert_int_equal(keys->audio.at[0].events.count, 2);
    assert_int_equal(keys->audio.at[0].events.at[0], 651061178);
    assert_true(keys->audio.at[0].probabilities.at[1] == 0.25f && keys->audio.at[0].volume == 1);
    const char *said = (const char *)notes.at;
    static const char *const LOST[] = {"sprite box",       "scan lines",     "colour, glow",
                                       "states, switches", "several groups", "one volume"};
    for (size_t i = 0; i < sizeof LOST / sizeof *LOST; i++) assert_non_null(strstr(said, LOST[i]));
    assert_non_null(strstr(said, "anim_vector_01: "));
    struct clips again;
    read_bin(write_bin(&clips), CLIP_AUTO, &again);
    assert_int_equal(again.dialect, CLIP_COZMO);

    buf_clear(&notes);
    read_fixture(CLIP_COZMO, &clips);
    fine(clips_convert(&clips, CLIP_VECTOR, arena, &notes, &fault));
    keys = &clips.list.at[0].keys;
    assert_null(keys->lights.at[0].left.at);
    assert_int_equal(keys->face.at[0].right.count, 25);
    assert_true(keys->face.at[0].right.at[19] == 1 && keys->face.at[0].right.at[20] == 1 &&
                keys->face.at[0].right.at[24] == 0);
    assert_int_equal(keys->audio.at[0].groups.count, 1);
    assert_int_equal(keys->audio.at[0].groups.at[0].events.at[0], 3000000000);
    assert_true(keys->audio.at[0].groups.at[0].volumes.at[1] == 0.5f);
    assert_true(keys->audio.at[1].groups.at[0].probabilities.at[0] == 1);
    assert_non_null(strstr((const char *)notes.at, "left and right"));
    read_bin(write_bin(&clips), CLIP_VECTOR, &again);
    fine(clips_convert(&clips, CLIP_EARLY, arena, &notes, &fault));
    read_bin(write_bin(&clips), CLIP_EARLY, &again);
    assert_int_equal(clips_convert(&clips, CLIP_AUTO, arena, NULL, NULL), ERR_RANGE);
}

// Other readers have no fallback for some of the numbers, so all of them are written.
static void both_forms_write_every_number(void **state) {
    struct clips clips;
    struct buf a = {0}, b = {0};
    read_json(
        "{\"clips\": [{\"Name\": \"n\", \"keyframes\": {\"LiftHeightKeyFrame\": [{\"triggerTime_ms\": 0}],"
        "\"TurnToRecordedHeadingKeyFrame\": [{\"triggerTime_ms\": 0}]}}]}",
        CLIP_COZMO, &clips);
    fine(clips_write_json_b(&clips, &b));
    fine(clip_write_json_a(&clips.list.at[0], CLIP_COZMO, &a));
    static const char *const NAMES[] = {"\"triggerTime_ms\": 0",      "\"durationTime_ms\": 0",
                                        "\"height_mm\": 32",          "\"heightVariability_mm\": 0",
                                        "\"accel_degPerSec2\": 1000", "\"tolerance_deg\": 2",
                                        "\"useShortestDir\": false"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (!strstr((const char *)a.at, NAMES[i])) fail_msg("form a: no %s", NAMES[i]);
        if (!strstr((const char *)b.at, NAMES[i])) fail_msg("form b: no %s", NAMES[i]);
    }
    buf_free(&a), buf_free(&b);
}

static void the_engine_s_json_is_forgiven_much(void **state) {
    struct clips clips;
    read_json("{ // the engine's form\n"
              "\"anim_old_01\": [\n"
              " {\"Name\": \"BodyMotionKeyFrame\", \"triggerTime_ms\": 0, \"durationTime_ms\": 99.4, "
              "\"radius_mm\": 120.0, \"speed\": 33.6},\n"
              " {\"Name\": \"DeviceAudioKeyFrame\", \"triggerTime_ms\": 0},\n"
              " {\"Name\": \"RobotAudioKeyFrame\", \"triggerTime_ms\": 33, \"audioEventId\": [1, 2, 3, 4], "
              "\"volume\": 0.5, \"audioName\": [\"a\"], \"hasAlts\": true},\n"
              " {\"Name\": \"RobotAudioKeyFrame\", \"triggerTime_ms\": 66, \"audioEventId\": 5, "
              "\"probability\": 0.5},\n"
              " {\"Name\": \"ProceduralFaceKeyFrame\", \"triggerTime_ms\": 0, \"durationTime_ms\": 7, "
              "\"leftEye\": [0,0]},\n"
              " {\"Name\": \"BackpackLightsKeyFrame\", \"triggerTime_ms\": 0, \"Left\": [1,0,0,0], "
              "\"Front\": [0,1,0,0], \"$type\": \"x\", \"pathFromRoot\": 3},\n"
              "], \"anim_old_02\": []}",
              CLIP_VECTOR, &clips);
    assert_int_equal(clips.list.count, 1);
    const struct clip_keys *keys = &clips.list.at[0].keys;
    assert_true(text_is(keys->body.at[0].radius, "120.0"));
    assert_int_equal(keys->body.at[0].duration_ms, 99);
    assert_int_equal(keys->body.at[0].speed, 34);
    const struct clip_audio *audio = keys->audio.at;
    assert_int_equal(keys->audio.count, 2);
    assert_int_equal(audio[0].groups.at[0].events.count, 4);
    assert_true(audio[0].groups.at[0].probabilities.at[3] == 0.25f &&
                audio[0].groups.at[0].volumes.at[2] == 0.5f);
    assert_true(audio[1].groups.at[0].events.at[0] == 5 && audio[1].groups.at[0].probabilities.at[0] == 0.5f);
    assert_null(keys->lights.at[0].left.at);
    assert_null(keys->face.at[0].left.at); // two numbers are no eye
    assert_non_null(strstr((const char *)notes.at, "2 clips"));
    assert_non_null(strstr((const char *)notes.at, "left out"));
}

static void refused(const char *text, enum err err, const char *said) {
    struct json *doc;
    struct clips clips;
    struct clip_reading how = {.dialect = CLIP_VECTOR, .file = "t.json", .notes = &notes};
    char line[800];
    fault = (struct fault){0};
    fine(json_parse(text_of(text), "t.json", arena, NULL, &doc, &fault));
    assert_int_equal(clips_read_json(doc, &how, arena, &clips, &fault), err);
    assert_string_equal(fault_text(&fault, line, sizeof line), said);
    fault = (struct fault){0};
}

static void bad_clips_are_named_with_their_place(void **state) {
    refused("{\"a\": [{\"Name\": \"HeadAngelKeyFrame\"}]}", ERR_UNKNOWN,
            "t.json:1:17: $.a[0].Name: no track is called \"HeadAngelKeyFrame\"; did you mean "
            "\"HeadAngleKeyFrame\"?");
    refused("{\"a\": [\n{\"Name\": \"HeadAngleKeyFrame\", \"angle_deg\": 200}]}", ERR_RANGE,
            "t.json:2:44: $.a[0].angle_deg: expected a number from -128 to 127, found 200");
    refused("{\"a\": [{\"Name\": \"EventKeyFrame\"}]}", ERR_MISSING,
            "t.json:1:8: $.a[0]: Event needs its \"event_id\"");
    refused(
        "{\"a\": [{\"Name\": \"HeadAngleKeyFrame\", \"triggerTime_ms\": 66}, {\"Name\": "
        "\"HeadAngleKeyFrame\", \"triggerTime_ms\": 66}]}",
        ERR_RANGE,
        "t.json: a.HeadAngleKeyFrame[1]: at 66 ms, but the key-frame before it is at 66 ms: times must rise");
    refused("{\"a\": [{\"Name\": \"RobotAudioKeyFrame\", \"eventGroups\": [{\"eventIds\": [1, 2], "
            "\"volumes\": [1, 1], \"probabilities\": [0.6, 0.6]}]}]}",
            ERR_RANGE,
            "t.json: a.RobotAudioKeyFrame[0]: probabilities of a sound below 0, or together above 1");
    refused("[]", ERR_TYPE, "t.json:1:1: $: expected clips as an object, found a list");
    refused("{}", ERR_MISSING, "t.json:1:1: $: expected a clip: its name and a list of key-frames");
    refused("{\"clips\": [{\"Name\": \"a\", \"keyframes\": {\"HeadKeyFrame\": []}}]}", ERR_UNKNOWN,
            "t.json:1:56: $.clips[0].keyframes.HeadKeyFrame: Keyframes has no \"HeadKeyFrame\"");
}

static void numbers_are_brought_into_range_and_told(void **state) {
    struct clips clips;
    read_json("{\"a\": [{\"Name\": \"HeadAngleKeyFrame\", \"angle_deg\": -60}, {\"Name\": "
              "\"LiftHeightKeyFrame\", \"height_mm\": 0},"
              "{\"Name\": \"BodyMotionKeyFrame\", \"radius_mm\": \"turn_in_place\", \"speed\": 10},"
              "{\"Name\": \"BodyMotionKeyFrame\", \"triggerTime_ms\": 33, \"radius_mm\": \"POINT_TURN\", "
              "\"speed\": 1000},"
              "{\"Name\": \"RobotAudioKeyFrame\", \"eventGroups\": [{\"eventIds\": [1, 2], \"volumes\": [1], "
              "\"probabilities\": [0.6]}]}]}",
              CLIP_VECTOR, &clips);
    const struct clip_keys *keys = &clips.list.at[0].keys;
    assert_int_equal(keys->head.at[0].angle_deg, -25);
    assert_int_equal(keys->lift.at[0].height_mm, 32);
    assert_int_equal(keys->body.count, 1);
    assert_int_equal(keys->body.at[0].speed, 300);
    assert_int_equal(keys->audio.at[0].groups.count, 0);
    assert_non_null(strstr((const char *)notes.at, "turn_in_place"));
    assert_non_null(strstr((const char *)notes.at,
                           "3 values were past what the robot does and brought into range; "
                           "the first: BodyMotionKeyFrame at 33 ms, 1000 (-300 to 300)"));
    assert_non_null(
        strstr((const char *)notes.at, "the first: RobotAudioKeyFrame at 0 ms, a group of 2 sounds"));
}

// Cozmo's clips may place eyes anywhere and its lids do not bend upwards; Vector's are bounded. What is no
// number stays what it was.
static void faces_keep_the_rules_of_their_robot(void **state) {
    float one[19] = {5, 6, 1, 1, 0}, two[19] = {500, -300, 30, -1, 500};
    two[15] = -0.5f, two[13] = __builtin_nanf(""), one[13] = 0.25f;
    for (int cozmo = 0; cozmo < 2; cozmo++) {
        float first[19], second[19];
        memcpy(first, one, sizeof one);
        memcpy(second, two, sizeof two);
        struct clip_face keys[2] = {
            {.scale_x = 1, .scale_y = -0.14f, .scanline_opacity = 1, .left = {first, 19}},
            {.trigger_ms = 33,
             .scale_x = __builtin_nanf(""),
             .scale_y = 1,
             .angle_deg = -360,
             .center_x = 305,
             .scanline_opacity = 1,
             .left = {second, 19},
             .right = {second, 14}}};
        struct clip clip = {.name = TEXT("anim_t_01"), .keys.face = {keys, 2}};
        buf_clear(&notes);
        assert_int_equal(clip_check(&clip, cozmo ? CLIP_COZMO : CLIP_VECTOR, &notes, &fault), ERR_NONE);
        assert_true(keys[0].scale_y == 0 && keys[1].scale_x == 1 && keys[1].angle_deg == -360 &&
                    keys[1].center_x == 305);
        assert_true(second[0] == (cozmo ? 500 : 92) && second[1] == (cozmo ? -300 : -48) &&
                    second[2] == (cozmo ? 30 : 10));
        assert_true(second[3] == 0 && second[4] == (cozmo ? 500 : 360) && second[15] == (cozmo ? 0 : -0.5f));
        assert_true(second[13] == 0.25f); // of the key-frame before
        assert_null(keys[1].right.at);    // 14 numbers are no eye: it stays as it was
        assert_non_null(strstr((const char *)notes.at,
                               "1 part that makes no sense was left out; the first: "
                               "ProceduralFaceKeyFrame at 33 ms, an eye of 14 numbers"));
    }
}

static void a_radius_is_a_word_or_a_number(void **state) {
    static const struct {
        const char *text;
        enum err err;
        enum clip_motion motion;
        int radius_mm;
    } CASES[] = {{"TURN_IN_PLACE", 0, CLIP_ON_THE_SPOT, 0},
                 {"POINT_TURN", 0, CLIP_ON_THE_SPOT, 0},
                 {"STRAIGHT", 0, CLIP_STRAIGHT, 0},
                 {"120.0", 0, CLIP_ARC, 120},
                 {"-35.5", 0, CLIP_ARC, -36},
                 {"1e9", 0, CLIP_ARC, 32767},
                 {"straight", ERR_SYNTAX, 0, 0},
                 {"", ERR_SYNTAX, 0, 0},
                 {"nan", ERR_SYNTAX, 0, 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        enum clip_motion motion;
        int radius_mm;
        assert_int_equal(clip_radius(text_of(CASES[i].text), &motion, &radius_mm), CASES[i].err);
        if (CASES[i].err) continue;
        assert_int_equal(motion, CASES[i].motion);
        assert_int_equal(radius_mm, CASES[i].radius_mm);
    }
}

static void a_box_has_a_time_of_its_own(void **state) {
    struct clips clips;
    read_fixture(CLIP_VECTOR, &clips); // two boxes at 0
    struct clip *clip = &clips.list.at[0];
    clip->keys.box.at[2].trigger_ms = 0; // the first box twice
    assert_int_equal(clip_check(clip, CLIP_VECTOR, &notes, &fault), ERR_RANGE);
    assert_string_equal(fault.path, "anim_vector_01.SpriteBoxKeyFrame[2]");
    clip->keys.box.at[2].trigger_ms = 5000;
    assert_int_equal(clip_length_ms(clip), 5000);
}

static void bad_files_name_file_and_byte(void **state) {
    struct bytes file = unhex(CLIP_SMALL);
    uint8_t *bytes = arena_copy(arena, file.at, file.len);
    memcpy(bytes + 0x50, "\0\0\0\x40", 4); // one key-frame becomes a thousand million
    struct clips clips;
    struct clip_reading how = {.file = "big.bin"};
    char line[800];
    assert_int_not_equal(clips_read_bin((struct bytes){bytes, file.len}, &how, arena, &clips, &fault),
                         ERR_NONE);
    fault_text(&fault, line, sizeof line);
    assert_memory_equal(line, "big.bin: $.clips[0].keyframes", 29);
    assert_non_null(strstr(line, "byte "));
    enum clip_dialect dialect;
    assert_int_equal(clip_dialect_of("early", &dialect), ERR_NONE);
    assert_int_equal(dialect, CLIP_EARLY);
    assert_int_equal(clip_dialect_of("late", &dialect), ERR_UNKNOWN);
}

static void the_manifest_tells_lengths(void **state) {
    struct clips files[2];
    struct buf out = {0};
    struct json *doc;
    struct clip_manifest manifest;
    read_fixture(CLIP_VECTOR, &files[0]);
    read_fixture(CLIP_COZMO, &files[1]);
    fine(clip_manifest_write(files, 2, &out));
    fine(json_parse((struct text){(char *)out.at, out.len}, "m.json", arena, NULL, &doc, &fault));
    fine(clip_manifest_read(doc, arena, &manifest, &fault));
    assert_int_equal(manifest.count, 4);
    assert_int_equal(clip_manifest_find(&manifest, TEXT("anim_vector_01"))->length_ms,
                     1160); // the turn at 660 takes 500
    assert_int_equal(clip_manifest_compare(&manifest, &files[0], &notes), 0);
    manifest.at[0].length_ms++;
    manifest.count = 1;
    assert_int_equal(clip_manifest_compare(&manifest, &files[0], &notes), 2);
    assert_non_null(strstr((char *)notes.at, "anim_vector_01: listed with 1161 ms, is 1160 ms long"));
    assert_non_null(strstr((char *)notes.at, "anim_vector_02: not listed"));
    buf_free(&out);
    fine(json_parse(TEXT("[{\"name\": \"a\", \"length_ms\": 3}, {\"name\": \"a\", \"length_ms\": 3}]"),
                    "m.json", arena, NULL, &doc, &fault));
    assert_int_equal(clip_manifest_read(doc, arena, &manifest, &fault), ERR_DUPLICATE);
    fine(json_parse(TEXT("[{\"name\": \"a\", \"length_ms\": -3}]"), "m.json", arena, NULL, &doc, NULL));
    assert_int_equal(clip_manifest_read(doc, arena, &manifest, NULL), ERR_RANGE);
    fine(json_parse(TEXT("{}"), "m.json", arena, NULL, &doc, NULL));
    assert_int_equal(clip_manifest_read(doc, arena, &manifest, NULL), ERR_TYPE);
}

// Every allocation on the way fails once: each time it is said, or it did not matter; never a crash or a
// leak.
static void without_memory(void *user) {
    struct arena *own = arena_new(1 << 10);
    struct buf out = {0}, told = {0};
    struct clips clips;
    struct clip_reading how = {.file = "x", .notes = &told};
    struct fault why = {0};
    const struct bytes *file = user;
    if (own && !clips_read_bin(*file, &how, own, &clips, &why) &&
        !clips_convert(&clips, CLIP_COZMO, own, &told, &why)) {
        enum err err = clips_write_bin(&clips, &out, &why);
        assert_true(err || out.len);
        buf_clear(&out);
        if (!err && !clips_write_json_b(&clips, &out)) {
            struct json *doc;
            if (!json_parse((struct text){(char *)out.at, out.len}, "x", own, NULL, &doc, &why))
                clips_read_json(doc, &how, own, &clips, &why);
        }
    }
    buf_free(&out);
    buf_free(&told);
    arena_free(own);
}

static void memory_may_run_out_anywhere(void **state) {
    struct clips clips;
    read_fixture(CLIP_VECTOR, &clips);
    struct bytes file = write_bin(&clips);
    assert_true(break_every_alloc(without_memory, &file) > 5);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(TEST(a_small_file_of_the_reference_compiler), TEST(a_file_of_the_public_library),
      TEST(every_dialect_goes_through_every_form), TEST(long_eyes_are_no_cozmo_s),
      TEST(cozmo_s_faces_have_no_scanlines), TEST(the_reference_compiler_agrees_both_ways),
      TEST(clips_change_robots), TEST(both_forms_write_every_number),
      TEST(the_engine_s_json_is_forgiven_much), TEST(bad_clips_are_named_with_their_place),
      TEST(numbers_are_brought_into_range_and_told), TEST(faces_keep_the_rules_of_their_robot),
      TEST(a_radius_is_a_word_or_a_number), TEST(a_box_has_a_time_of_its_own),
      TEST(bad_files_name_file_and_byte), TEST(the_manifest_tells_lengths), TEST(memory_may_run_out_anywhere))
