// Whole builds: the guide's walk-through, what a second build does, and what goes wrong.
#include "support/support.h"

#include "base/system/file.h"
#include "codec/pleo/urf.h"
#include "codec/pleo/usf.h"
#include "codec/sound/wav.h"
#include "pawn/machine/amx.h"
#include "pleo/kit/build.h"
#include "pleo/kit/enumeration.h"
#include "pleo/kit/sound.h"
#include "pleo/kit/template.h"

static struct buf heard, wrong; // the log, and complaints
static void say(void *user, bool is_wrong, const char *line) {
    buf_printf(is_wrong ? &wrong : &heard, "%s\n", line);
}

static struct kit_build build_of(const char *project) {
    buf_free(&heard);
    buf_free(&wrong);
    return (struct kit_build){.project = project, .now = 1216936757, .includes = KIT_INCLUDES, .say = say};
}

static void put(const char *folder, const char *name, const char *text) {
    assert_int_equal(file_write(temp_path(folder, name), text, strlen(text), NULL), ERR_NONE);
}

static void put_wav(const char *folder, const char *name, unsigned frames) {
    int16_t samples[2000] = {0};
    struct buf wav = {0};
    for (unsigned i = 0; i < frames; i++) samples[i] = (int16_t)(i * 321);
    assert_int_equal(wav_write(&(struct wav_spec){44100, 1, 16}, samples, frames, &wav), ERR_NONE);
    assert_int_equal(file_write(temp_path(folder, name), wav.at, wav.len, NULL), ERR_NONE);
    buf_free(&wav);
}

static struct usf sound_of(const int16_t *samples, unsigned rate, unsigned channels, size_t frames,
                           struct buf *out) {
    struct buf wav = {0};
    struct fault fault = {0};
    struct usf sound;
    assert_int_equal(wav_write(&(struct wav_spec){rate, channels, 16}, samples, frames, &wav), ERR_NONE);
    struct usf_spec spec = {.name = "two", .rate = 11025, .loops = 1};
    if (sound_from_wav((struct bytes){wav.at, wav.len}, &spec, out, &fault)) fail_msg("%s", fault.said);
    assert_int_equal(usf_read((struct bytes){out->at, out->len}, &sound, &fault), ERR_NONE);
    buf_free(&wav);
    return sound;
}

// Left and right count alike, at whatever rate they come; the peaks come out a little lower.
static void channels_are_mixed_and_a_little_quieter(void **state) {
    static int16_t left[4 * 2000];
    static const unsigned RATES[] = {11025, 22050, 44100};
    for (size_t i = 0; i < sizeof RATES / sizeof *RATES; i++)
        for (int side = 0; side < 2; side++) {
            struct buf out = {0};
            int16_t heard_at[3000];
            for (size_t k = 0; k < 2000; k++) left[2 * k + (size_t)side] = 20000, left[2 * k + !side] = 4000;
            struct usf sound = sound_of(left, RATES[i], 2, 2000, &out);
            size_t count = usf_decode(&sound, heard_at, 3000);
            assert_in_range(count, 2000u * 11025 / RATES[i] - 1, 2000u * 11025 / RATES[i] + 1);
            size_t middle = count / 2;
            assert_float_equal((float)heard_at[middle], 12000 * 0.98f, 130); // eight bits
            buf_free(&out);
        }
}

static void build_well(struct kit_build *build) {
    struct fault fault = {0};
    if (kit_build(build, &fault)) fail_msg("%s\n%s", fault.said, wrong.at ? (char *)wrong.at : "");
}

static const char *new_project(void) {
    const char *folder = temp_path(NULL, "sensor_test");
    assert_int_equal(kit_new(folder, KIT_TEMPLATE, NULL, NULL, NULL), ERR_NONE);
    return folder;
}

#define PROJECT(folder) temp_path(folder, "sensor_test.upf")

static void the_template_builds_and_says_the_guides_log(void **state) {
    const char *folder = new_project();
    struct kit_build build = build_of(PROJECT(folder));
    build_well(&build);
    static const char *const LINES[] = {
        "*** Preprocessing ***\nUpdating enumeration XML 'sounds.xml'\nCreating enumeration "
        "'include/sounds.inc'\n",
        "Updating enumeration XML 'motions.xml'\nno data for motions\n",
        "*** Processing ***\nConverting sounds/beep.wav to temp/sounds/beep.usf adpcm:0 pitch:1 freq:11025\n"
        "Building script 'sensors.p'\nexecute 'sensors.p'\n"
        "@ pawncc sensors.p -V2048 -O2 -S64 -v2 -C- -iinclude TARGET=100 -otemp/scripts/sensors.amx\n",
        "\nHeader size:            192 bytes\n",
        "; estimated max. use: unknown, due to \"sleep\" instruction\n",
        "*** Writing build/sensor_test.urf ***\nVersion is 0\nBuild Time is 1216936757 (",
        "writing temp/sounds/beep.usf (0x1000) at 0x200L\n",
        "writing temp/scripts/main.amx (0x4001) at 0x",
        "URF file fits: ",
        " of 3649536. ",
        "Adler32 crc is ",
    };
    const char *at = (const char *)heard.at;
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        at = strstr(at, LINES[i]);
        if (!at) fail_msg("not in its place: %s\n%s", LINES[i], (char *)heard.at);
    }
    assert_null(wrong.at);
    assert_int_equal(build.built, 3);
}

static void what_is_built_is_what_the_sources_say(void **state) {
    const char *folder = new_project();
    struct kit_build build = build_of(PROJECT(folder));
    build_well(&build);
    struct buf file = {0};
    struct arena *arena = arena_new(4096);
    struct urf all;
    struct usf sound;
    assert_int_equal(file_read(build.urf, 1 << 20, &file, NULL), ERR_NONE);
    assert_int_equal(urf_read((struct bytes){file.at, file.len}, arena, &all, NULL), ERR_NONE);
    assert_int_equal(all.built, 1216936757);
    const struct urf_entry *beep = urf_find(&all, URF_SOUND, TEXT("beep"));
    assert_int_equal(usf_read(beep->data, &sound, NULL), ERR_NONE);
    assert_int_equal(sound.rate, 11025);
    assert_in_range(sound.samples, 11025 / 4 - 2, 11025 / 4 + 2);
    int16_t samples[3000];
    size_t count = usf_decode(&sound, samples, 3000), crossings = 0;
    for (size_t i = 1; i < count / 2; i++) crossings += samples[i - 1] < 0 && samples[i] >= 0;
    assert_in_range(crossings, 108, 111); // 880 a second, for an eighth
    const struct urf_entry *script = urf_by_id(&all, 0x4000);
    assert_string_equal(script->name, "sensors");
    assert_memory_equal(script->data.at + 4, "\xe0\xf1", 2);
    arena_free(arena);
    buf_free(&file);
}

static void only_what_changed_is_built_again(void **state) {
    const char *folder = new_project();
    struct kit_build build = build_of(PROJECT(folder));
    build_well(&build);
    build = build_of(PROJECT(folder));
    build_well(&build);
    assert_int_equal(build.built, 0);
    assert_int_equal(build.kept, 3);
    put(folder, "main.p", "#include <Script.inc>\npublic init() {}\nmain() {}\n");
    build = build_of(PROJECT(folder));
    build_well(&build);
    assert_int_equal(build.built, 1);
    // A new include that comes before the kit's is found, though nothing that was read has changed.
    put(folder, "include/Log.inc",
        "#if !defined ours\n#define ours\nnative print(const s[]);\n"
        "native printf(const s[], ...);\n#endif\n");
    build = build_of(PROJECT(folder));
    build_well(&build);
    assert_int_equal(build.built, 1);
    assert_non_null(strstr((char *)heard.at, "Building script 'sensors.p'"));
    // What was made and then changed by another hand is made again.
    put(folder, "temp/sounds/beep.usf", "UGSF?");
    build = build_of(PROJECT(folder));
    build_well(&build);
    assert_int_equal(build.built, 1);
    // A memory that is damaged counts as none.
    put(folder, "temp/built.json", "{\"version\": 1, \"made\": 3");
    build = build_of(PROJECT(folder));
    build_well(&build);
    assert_int_equal(build.built, 3);
}

static void numbers_stay_when_resources_come_and_go(void **state) {
    const char *folder = temp_folder();
    char xml[400];
    struct kit_build build;
    static const char *const SETS[][3] = {{"a", "b", "c"}, {"a", "c", "d"}, {"b", "d", "e"}};
    static const unsigned WANT[][3] = {
        {0x1000, 0x1001, 0x1002}, {0x1000, 0x1002, 0x1003}, {0x1001, 0x1003, 0x1004}};
    for (size_t n = 0; n < 3; n++) {
        for (size_t i = 0; i < 3; i++) {
            char wav[16];
            snprintf(wav, sizeof wav, "%s.wav", SETS[n][i]);
            put_wav(folder, wav, 100);
        }
        snprintf(xml, sizeof xml,
                 "<upf_project name='x'><resources><sound path='%s.wav'/><sound path='%s.wav'/><sound "
                 "path='%s.wav'/>"
                 "</resources></upf_project>",
                 SETS[n][0], SETS[n][1], SETS[n][2]);
        put(folder, "x.upf", xml);
        build = build_of(temp_path(folder, "x.upf"));
        build_well(&build);
        struct buf file = {0};
        struct arena *arena = arena_new(4096);
        struct urf all;
        assert_int_equal(file_read(build.urf, 1 << 20, &file, NULL), ERR_NONE);
        assert_int_equal(urf_read((struct bytes){file.at, file.len}, arena, &all, NULL), ERR_NONE);
        for (size_t i = 0; i < 3; i++) assert_string_equal(urf_by_id(&all, WANT[n][i])->name, SETS[n][i]);
        arena_free(arena);
        buf_free(&file);
    }
    struct buf inc = {0};
    assert_int_equal(file_read(temp_path(folder, "include/sounds.inc"), 1 << 16, &inc, NULL), ERR_NONE);
    const char *rows = strstr((const char *)inc.at, "enum");
    assert_string_equal(rows,
                        "enum sound_name {\n  snd_none =     0,\n  snd_min  =  4096,\n  snd_b    =  4097,\n"
                        "  snd_d    =  4099,\n  snd_e    =  4100,\n  snd_max\n};\n");
    buf_free(&inc);
    assert_int_equal(kit_clean(&build, NULL), ERR_NONE);
    assert_false(file_exists(temp_path(folder, "sounds.xml")) || folder_exists(temp_path(folder, "temp")) ||
                 folder_exists(temp_path(folder, "build")));
    assert_true(file_exists(temp_path(folder, "e.wav")));
}

static void every_type_of_resource_is_built(void **state) {
    const char *folder = temp_folder();
    put_wav(folder, "Munch.WAV", 200);
    put(folder, "graze.csv", "Header\nBody\nTime,Frame,NV,SD\n0,0,0,munch\n0.0333,1,-5,eat\n");
    put(folder, "eat.csv", "mood,sound\nmood_happy,munch\n");
    put(folder, "go.csv", "hunger,motion\n>3,graze\n");
    put(folder, "main.p",
        "#include <UTIL>\n#include <property.INC>\n#include \"sounds.inc\"\n#include \"motions.inc\"\n"
        "#include \"commands.inc\"\n#include \"user_properties.inc\"\n#include <Sound>\n#include <Motion>\n"
        "main() { set(property_hunger, 3); sound_play(snd_munch); motion_play(mot_graze);"
        " sound_command(cmd_eat); return rand(3); }\n");
    put(folder, "x.upf",
        "<upf_project name='x'><options><include value='include'/><version value='5'/></options><resources>"
        "<sound path='munch.wav' adpcm='true'/><motion path='graze.csv'/><command path='eat.csv'/>"
        "<command path='go.csv'/><script path='main.p'/><user_property "
        "path='hunger'/></resources></upf_project>");
    struct kit_build build = build_of(temp_path(folder, "x.upf"));
    build_well(&build);
    assert_null(wrong.at);
    assert_non_null(
        strstr((char *)heard.at, "done writing umf3 file; average vector length=2, count=3; frames=2\n"));
    assert_non_null(strstr((char *)heard.at, "writing hunger (0x5000) at 0x"));
    struct buf file = {0};
    struct arena *arena = arena_new(4096);
    struct urf all;
    assert_int_equal(file_read(build.urf, 1 << 20, &file, NULL), ERR_NONE);
    assert_int_equal(urf_read((struct bytes){file.at, file.len}, arena, &all, NULL), ERR_NONE);
    assert_int_equal(all.version, 5);
    // property 0x5000 over 3, motion 0x2000
    assert_bytes(urf_by_id(&all, 0x3001)->data.at + 42, 12, "0050 0200 0300  0d00 0100 0020");
    arena_free(arena);
    buf_free(&file);
}

static void what_cannot_be_built_is_told_with_its_place_and_the_rest_goes_on(void **state) {
    const char *folder = new_project();
    put(folder, "main.p", "main() {\n  return nothing;\n}\n");
    put(folder, "x.upf",
        "<upf_project name='x'><resources>\n<sound path='gone.wav'/>\n<script path='main.p'/>"
        "<script path='sensors.p'/></resources></upf_project>");
    struct kit_build build = build_of(temp_path(folder, "x.upf"));
    struct fault fault = {0};
    assert_int_not_equal(kit_build(&build, &fault), ERR_NONE);
    assert_non_null(strstr((char *)wrong.at, "x.upf:2: there is no file \"gone.wav\"\n"));
    assert_non_null(strstr((char *)wrong.at, "main.p(2) : error 017"));
    assert_int_equal(build.errors, 3); // sensors.p has no sounds.inc now
    assert_false(file_exists(temp_path(folder, "build/x.urf")));
    volatile bool stop = true;
    build = build_of(PROJECT(folder)), build.stop = &stop;
    assert_int_equal(kit_build(&build, NULL), ERR_CANCELLED);
    put(folder, "y.upf",
        "<upf_project name='y'><options><directories><build value='..'/></directories></options>"
        "</upf_project>");
    build = build_of(temp_path(folder, "y.upf"));
    assert_int_equal(kit_clean(&build, NULL), ERR_DENIED);
    assert_true(file_exists(temp_path(folder, "main.p")));
    fault = (struct fault){0};
    assert_int_equal(kit_new(folder, KIT_TEMPLATE, NULL, NULL, &fault), ERR_EXISTS);
    assert_int_equal(kit_new("bad name", KIT_TEMPLATE, NULL, NULL, NULL), ERR_SYNTAX);
}

// A disk that is full at any step leaves whole files: the next build is right.
static void full_disk(void *user) {
    const char *folder = user;
    struct kit_build build = build_of(PROJECT(folder));
    struct fault fault = {0};
    kit_build(&build, &fault);
}
static void a_full_disk_leaves_no_half_file(void **state) {
    const char *folder = new_project();
    put(folder, "main.p", "main() {}\n");
    assert_true(break_every_write((void (*)(void *))full_disk, (void *)(uintptr_t)folder) > 3);
    struct kit_build build = build_of(PROJECT(folder));
    build_well(&build);
}

static void the_kits_scripts_find_only_the_kits_includes(void **state) {
    const char *folder = temp_folder();
    put(folder, "main.p", "#include <core>\nmain() {}\n");
    put(folder, "x.upf",
        "<upf_project name='x'><resources><script path='main.p'/></resources></upf_project>");
    struct kit_build build = build_of(temp_path(folder, "x.upf"));
    assert_int_not_equal(kit_build(&build, NULL), ERR_NONE);
    assert_non_null(strstr((char *)wrong.at, "main.p(1) : fatal error 100"));
    // The guide's sample for packets takes Sensor.inc alone.
    put(folder, "main.p",
        "#include <Sensor.inc>\npublic init() { printf(\"%d\", TARGET_PLEO); }\n"
        "public bool: on_sensor(time, sensor_name: sensor, value) { return true; }\n");
    build = build_of(temp_path(folder, "x.upf"));
    build_well(&build);
    assert_null(wrong.at);
}

// Every include compiles, by itself and with all others.
static void every_include_compiles(void **state) {
    const char *folder = temp_folder();
    struct buf all = {0};
    put(folder, "x.upf",
        "<upf_project name='x'><resources><sound path='s.wav'/><script path='main.p'/></resources>"
        "</upf_project>");
    put_wav(folder, "s.wav", 10);
    for (const struct embedded *file = KIT_INCLUDES; file->path; file++) {
        char one[200];
        snprintf(one, sizeof one, "#include <%s>\nmain() {}\n", file->path + 1);
        buf_printf(&all, "#include <%s>\n", file->path + 1);
        put(folder, "main.p", one);
        struct kit_build build = build_of(temp_path(folder, "x.upf"));
        build_well(&build);
        if (wrong.at) fail_msg("%s: %s", file->path, (char *)wrong.at);
    }
    buf_text(&all, "main() {}\n");
    put(folder, "main.p", (const char *)all.at);
    struct kit_build build = build_of(temp_path(folder, "x.upf"));
    build_well(&build);
    assert_null(wrong.at);
    buf_free(&all);
}

static void numbers_of_a_damaged_list_are_refused(void **state) {
    static const struct {
        const char *xml;
        enum err err;
    } CASES[] = {
        {"<enum><e id='4096' name='a'/><e id='4096' name='b'/></enum>", ERR_DUPLICATE},
        {"<enum><e id='4096' name='a'/><e id='4097' name='a'/></enum>", ERR_DUPLICATE},
        {"<enum><e id='8192' name='a'/></enum>", ERR_RANGE},
        {"<enum><e id='x' name='a'/></enum>", ERR_RANGE},
        {"<enum><e name='a'/></enum>", ERR_MISSING},
        {"<enum><f/></enum>", ERR_SYNTAX},
        {"<list/>", ERR_SYNTAX},
        {"<enum>", ERR_SYNTAX},
        {"<!DOCTYPE enum><enum/>", ERR_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct enumeration all = {.type = URF_SOUND};
        assert_int_equal(enumeration_read(&all, text_of(CASES[i].xml), "sounds.xml", NULL), CASES[i].err);
        enumeration_free(&all);
    }
    struct enumeration all = {.type = URF_SOUND};
    unsigned id;
    assert_int_equal(enumeration_read(&all, TEXT("<enum><e id='8191' name='a'/></enum>"), "sounds.xml", NULL),
                     ERR_NONE);
    assert_int_equal(enumeration_add(&all, "b", &id, NULL), ERR_LIMIT);
    enumeration_free(&all);
}

static int forget(void **state) {
    buf_free(&heard);
    buf_free(&wrong);
    return 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_template_builds_and_says_the_guides_log),
        cmocka_unit_test(what_is_built_is_what_the_sources_say),
        cmocka_unit_test(only_what_changed_is_built_again),
        cmocka_unit_test(numbers_stay_when_resources_come_and_go),
        cmocka_unit_test(every_type_of_resource_is_built),
        cmocka_unit_test(what_cannot_be_built_is_told_with_its_place_and_the_rest_goes_on),
        cmocka_unit_test(a_full_disk_leaves_no_half_file),
        cmocka_unit_test(the_kits_scripts_find_only_the_kits_includes),
        cmocka_unit_test(every_include_compiles),
        cmocka_unit_test(numbers_of_a_damaged_list_are_refused),
        cmocka_unit_test(channels_are_mixed_and_a_little_quieter),
    };
    return support_run(argc, argv, tests, NULL, forget);
}
