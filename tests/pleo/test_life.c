// What a Pleo's applications live on: cards, resources that hide each other, drives, files, power, packets,
// his monitor.
#include "pleo/os_rig.h"

#include "base/maths/maths.h"
#include "base/system/file.h"
#include "codec/sound/wav.h"

#include <stdio.h>

static void says(const struct rig *rig, const char *text) {
    if (!strstr(rig->said, text)) fail_msg("no \"%s\" in:\n%s", text, rig->said);
}
static void says_not(const struct rig *rig, const char *text) {
    if (strstr(rig->said, text)) fail_msg("\"%s\" in:\n%s", text, rig->said);
}
static const char TELLS[] =
    "#include <Sensor>\n#include <Sound>\n#include <Script>\n#include <Property>\n#include <names>\n"
    "public init() print(\"NAME in\\n\");\npublic close() print(\"NAME out\\n\");\n"
    "public on_sensor(time, sensor_name: sensor, value) { if (sensor == SENSOR_HEAD && value) printf(\"NAME "
    "%d\\n\", sound_play(snd_beep, true) != Sound_Invalid); return 1; }";
static const char *named(const char *name, char out[1024]) {
    snprintf(out, 1024, "%s", TELLS);
    for (char *at; (at = strstr(out, "NAME"));) memcpy(at, name, 4);
    return out;
}

static void a_card_takes_over_and_gives_back(void **state) {
    char builtin[1024], other[1024];
    struct rig rig;
    struct buf urf = rig_urf(&(struct rig_app){.sensors = named("card", other)});
    struct card *card = rig_card_of("x.urf", &urf);
    rig_start(&rig, &(struct rig_app){.sensors = named("home", builtin)});
    says(&rig, "home in");
    rig_card(&rig, card);
    rig_run(&rig, 66);
    says(&rig, "home out\n");
    says(&rig, "card in\n");
    rig_sense(&rig, SENSOR_HEAD, 1);
    rig_run(&rig, 33);
    says(&rig, "card 1\n");
    says_not(&rig, "home 1");
    assert_non_null(rig.pleo->sounds.it);
    rig_card(&rig, NULL); // while it sounds: what is heard lay on the card
    rig_run(&rig, 66);
    assert_null(rig.pleo->sounds.it);
    says(&rig, "card out\n");
    rig_sense(&rig, SENSOR_HEAD, 0);
    rig_run(&rig, 33);
    rig_sense(&rig, SENSOR_HEAD, 1);
    rig_run(&rig, 33);
    says(&rig, "home 1\n");
    rig_end(&rig);
    card_free(card);
    buf_free(&urf);
}

// While its scripts load, or while one of them writes a file: he goes on with what he has, and half a file is
// nowhere.
static void a_card_that_is_pulled_at_any_moment_leaves_him_as_he_was(void **state) {
    static const char WRITES[] =
        "#include <File>\n#include <Log>\n#include <Script>\nmain() { new File: f = file_open(\"a:notes\", "
        "io_write); for (new i = 0; i < 400; i++) if (!file_puts(f, \"0123456789\")) { print(\"gone\\n\"); "
        "return; } else sleep 1; file_close(f); }";
    char builtin[1024], other[1024];
    struct rig rig;
    struct buf urf = rig_urf(&(struct rig_app){.sensors = named("card", other), .main = WRITES});
    struct card *card = rig_card_of("x.urf", &urf);
    rig_start(&rig, &(struct rig_app){.sensors = named("home", builtin)});
    for (int ticks = 0; ticks < 12; ticks++) {
        rig_forget(&rig);
        rig_card(&rig, card);
        for (int i = 0; i < ticks; i++) rig_run(&rig, 33);
        rig_card(&rig, NULL);
        rig_run(&rig, 66);
        says_not(&rig, "ERROR");
        assert_null(rig.pleo->files.card);
        for (int i = 0; i < FILES_OWN; i++) assert_false(rig.pleo->files.own[i].used);
        assert_int_equal(files_free(rig.pleo), SECTORS * SECTOR);
        rig_sense(&rig, SENSOR_HEAD, 1);
        rig_run(&rig, 33);
        says(&rig, "home 1");
        rig_sense(&rig, SENSOR_HEAD, 0);
        rig_run(&rig, 33);
    }
    rig_end(&rig);
    card_free(card);
    buf_free(&urf);
}

static void a_damaged_card_leaves_him_as_he_was(void **state) {
    char builtin[1024];
    struct buf urf = rig_urf(&(struct rig_app){.sensors = TELLS});
    urf.at[urf.len / 2] ^= 1;
    struct card *card = rig_card_of("x.urf", &urf);
    struct rig rig;
    rig_start(&rig, &(struct rig_app){.sensors = named("home", builtin)});
    rig_card(&rig, card);
    rig_run(&rig, 66);
    says(&rig, "ERROR: application: x.urf: ");
    rig_sense(&rig, SENSOR_HEAD, 1);
    rig_run(&rig, 33);
    says(&rig, "home 1");
    rig_end(&rig);
    card_free(card);
    buf_free(&urf);
}

// The same name further to the front is taken, whoever asks by number.
static void loose_files_hide_the_application_and_it_the_built_in(void **state) {
    char source[1024];
    int16_t quiet[1000] = {0};
    struct buf loud = {0}, urf;
    usf_write(&(struct usf_spec){.name = "beep", .rate = 11025, .loops = 1}, quiet, 1000, &loud, NULL);
    const char *folder = temp_folder();
    assert_int_equal(file_write(temp_path(folder, "BEEP.usf"), loud.at, loud.len, NULL), ERR_NONE);
    struct card *card = card_open(folder, NULL);
    struct rig rig;
    rig_start(&rig, &(struct rig_app){.sensors = named("home", source)});
    rig_card(&rig, card);
    rig_run(&rig, 66);
    rig_sense(&rig, SENSOR_HEAD, 1);
    rig_run(&rig, 33);
    assert_int_equal(rig.pleo->sounds.it->app, APP_LOOSE);
    assert_int_equal(rig.pleo->sounds.it->sound->samples, 1000);
    assert_int_equal(apps_by_name(rig.pleo, URF_MOTION, "bow")->app, APP_BUILTIN);
    urf = rig_urf(&(struct rig_app){.sensors = source});
    struct card *flash = rig_card_of("y.urf", &urf);
    rig_end(&rig);
    rig_start(&rig, &(struct rig_app){.sensors = source, .flash = flash});
    assert_int_equal(apps_by_id(rig.pleo, APP_BUILTIN, 0x2000)->app, APP_FLASH);
    assert_int_equal(rig.pleo->apps.rules, APP_FLASH);
    assert_null(
        apps_by_id(rig.pleo, APP_CARD, 0x2000)); // numbers mean something in their own application only
    rig_end(&rig);
    card_free(card), card_free(flash);
    buf_free(&loud), buf_free(&urf);
}

// Three drives with values of every second, by hand.
static void drives_win_by_their_values(void **state) {
    static const char MAIN[] =
        "#include <Drive>\n#include <Property>\n#include <Log>\n#include <names>\nnew n;\n"
        "forward public hunger_eval(); forward public play_eval(); forward public hunger_activate(); forward "
        "public hunger_deactivate(); forward public play_activate(); forward public play_init(); forward "
        "public play_behavior_eval(id); forward public play_exit();\n"
        "main() { if (!n) { n = 1; drive_add(\"hunger\", -25, 25, 1000); drive_add(\"play\", -25, 25, 1000); "
        "} }\n"
        "public hunger_eval() return get(property_hunger);\npublic play_eval() return 10;\n"
        "public play_init() { print(\"init\\n\"); behavior_add(0x4000, \"play\", 0, 0, 0, 0, 500); "
        "behavior_add(0x4001, \"play\", 0, 0, 0, 0, 500); }\n"
        "public play_behavior_eval(id) return id == get(property_mood) ? 9 : 1;\n"
        "public hunger_activate() print(\"hungry\\n\");\npublic hunger_deactivate() "
        "print(\"fed\\n\");\npublic play_activate() print(\"plays\\n\");\npublic play_exit() "
        "print(\"exit\\n\");\n";
    struct rig rig;
    rig_start(&rig,
              &(struct rig_app){.main = MAIN,
                                .aux = "#include <Log>\nmain() { print(\"aux\\n\"); sleep 100000; }",
                                .init = "#include <Log>\nmain() { print(\"other\\n\"); sleep 100000; }"});
    property_put(rig.pleo, 0x5000, 50);
    property_put(rig.pleo, 8, 0x4001);
    rig_run(&rig, 1100);
    says(&rig, "init\n");
    says(&rig, "hungry\n");
    assert_int_equal(property_value(rig.pleo, PROPERTY_DRIVE), 1);
    rig_forget(&rig);
    property_put(rig.pleo, 0x5000, 10); // as much as the other: he keeps what he has
    rig_run(&rig, 1100);
    assert_int_equal(property_value(rig.pleo, PROPERTY_DRIVE), 1);
    property_put(rig.pleo, 0x5000, 9);
    rig_run(&rig, 1100);
    says(&rig, "fed\n");
    says(&rig, "plays\n");
    assert_int_equal(property_value(rig.pleo, PROPERTY_BEHAVIOR), 0x4001);
    property_put(rig.pleo, 8, 0x4000); // another behaviour is better now: the running one is interrupted
    rig_run(&rig, 700);
    says(&rig, "aux\n");
    assert_int_equal(property_value(rig.pleo, PROPERTY_BEHAVIOR), 0x4000);
    struct card *empty = calloc(1, sizeof *empty);
    rig_card(&rig, empty);
    rig_run(&rig, 33);
    says(&rig, "exit\n");
    rig_end(&rig);
    card_free(empty);
}

static void full_drives_are_an_answer(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){
                        .main = "#include <File>\n#include <Log>\n#include <Property>\n#include "
                                "<Script>\nmain() { new File: f = file_open(\"b:big\", io_write), n = 0; new "
                                "t[64]; for (new i = 0; i < 63; i++) t[i] = 'x';\n"
                                "while (file_puts(f, t) == 63) n++; printf(\"%d\\n\", file_get_size(f)); "
                                "printf(\"%d\\n\", property_save(\"b:p\")); file_delete(\"b:big\"); "
                                "printf(\"%d\\n\", property_save(\"b:p\")); sleep 1000000; }"});
    rig_run(&rig, 8000);
    char text[32];
    snprintf(text, sizeof text, "%d\n0\n1\n", SECTORS * SECTOR);
    says(&rig, text);
    rig_end(&rig);
}

static void what_is_written_is_handed_out_whole(void **state) {
    struct rig rig;
    struct pleo_file file;
    rig_start(&rig,
              &(struct rig_app){.main = "#include <Property>\n#include <Script>\nmain() { set(property_mood, "
                                        "7); property_save(\"b:life\"); sleep 1000000; }"});
    assert_true(pleo_written(rig.soul, &file));
    assert_int_equal(file.drive, 'b');
    assert_string_equal(file.name, "life");
    assert_memory_equal(file.bytes, "pleo properties 1\n", 18);
    assert_memory_equal(file.bytes + file.len - 4, "end\n", 4);
    struct properties read = {0};
    assert_int_equal(properties_read(&read, (const char *)file.bytes, file.len, NULL), ERR_NONE);
    assert_int_equal(read.count, rig.pleo->properties.count);
    for (size_t cut = 0; cut < file.len - 1; cut++) // less than all is nothing
        assert_int_not_equal(properties_read(&read, (const char *)file.bytes, cut, NULL), ERR_NONE);
    assert_false(pleo_written(rig.soul, &file));
    rig_end(&rig);
}

static void a_properties_file_says_where_it_is_wrong(void **state) {
    static const char *const WRONG[][2] = {{"", "line 1"},
                                           {"pleo\n", "line 1"},
                                           {"pleo properties 1\n5 x\nend\n", "line 2"},
                                           {"pleo properties 1\n5 6\n0 1\nend\n", "line 3"},
                                           {"pleo properties 1\n5 1073741824\nend\n", "line 2"},
                                           {"pleo properties 1\n5 6\n", "the end is missing"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct properties read = {.count = 1};
        struct fault fault = {0};
        assert_int_not_equal(properties_read(&read, WRONG[i][0], strlen(WRONG[i][0]), &fault), ERR_NONE);
        if (!strstr(fault.said, WRONG[i][1])) fail_msg("%s", fault.said);
        assert_int_equal(read.count, 1);
    }
}

static void an_empty_or_hot_battery_shuts_him_down(void **state) {
    static const struct {
        int sensor, fine, bad;
        enum power_why why;
    } ROWS[] = {{SENSOR_BATTERY, 11, 10, POWER_EMPTY}, {SENSOR_BATTERY_TEMPERATURE, 57, 58, POWER_HOT}};
    for (int i = 0; i < 2; i++) {
        struct rig rig;
        rig_start(&rig, &(struct rig_app){.main = "#include <Log>\nmain() {}"});
        rig_sense(&rig, ROWS[i].sensor, ROWS[i].fine);
        rig_run(&rig, 99);
        assert_false(rig.pleo->power.off);
        rig_sense(&rig, ROWS[i].sensor, ROWS[i].bad);
        rig_run(&rig, 33);
        assert_true(rig.pleo->power.off);
        assert_int_equal(rig.pleo->power.goes, ROWS[i].why);
        assert_true(rig.out.command.orders & BODY_ORDER_POWER_OFF);
        rig_end(&rig);
    }
    struct rig rig; // a plug keeps him awake
    rig_start(&rig,
              &(struct rig_app){
                  .main = "#include <Log>\n#include <Motion>\n#include <names>\nmain() { if "
                          "(motion_play(mot_bow) == Motion_Invalid) print(\"tired\\n\"); sleep 1000; }"});
    rig_sense(&rig, SENSOR_POWER, 1);
    rig_run(&rig, 33);
    rig_sense(&rig, SENSOR_BATTERY, 5);
    rig_run(&rig, 2000);
    assert_false(rig.pleo->power.off);
    says_not(&rig, "tired");
    rig_sense(&rig, SENSOR_BATTERY, 13), rig_sense(&rig, SENSOR_POWER, 0);
    rig_run(&rig, 2000);
    says(&rig, "tired"); // costly motions wait
    rig_end(&rig);
}

static void packets_go_to_the_head_and_back(void **state) {
    static const struct {
        const char *sent, *comes;
    } ROWS[] = {{"v", "v1 - Critter"}, {"?", "v1 - Critter"}, {"cd", "cd"},        {"ehello ~}", "ehello ~}"},
                {"t", "t0000"},        {"f", "f6000"},        {"sw0a7f", "s0a7f"}, {"sr0a", "s0a7f"},
                {"sr99", "x"},         {"zz", "x"},           {"r", "r0"},         {"p", "p"}};
    struct rig rig;
    rig_start(&rig, &(struct rig_app){.main = "#include <Log>\nmain() {}"});
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char line[80], got[SENSOR_DATA + 1];
        bool fine;
        rig_monitor(&rig, "access use", NULL);
        snprintf(line, sizeof line, "pkt send %s", ROWS[i].sent);
        rig_monitor(&rig, line, &fine);
        assert_true(fine);
        rig_run(&rig, 33);
        got[sensor_data(rig.pleo, SENSOR_PACKET, (uint8_t *)got, SENSOR_DATA)] = 0;
        if (strncmp(got, ROWS[i].comes, strlen(ROWS[i].comes)) != 0)
            fail_msg("%s: %s, not %s", ROWS[i].sent, got, ROWS[i].comes);
    }
    says(&rig, "INFO: nxp: 1 - Critter");
    uint32_t before = rig.pleo->sensors.at[SENSOR_PACKET].count;
    rig.pleo->sensors.packet_filter = 1 << ('t' - 'a'); // only touch
    rig_monitor(&rig, "pkt send f", NULL);
    rig_run(&rig, 33);
    assert_int_equal(rig.pleo->sensors.at[SENSOR_PACKET].count, before);
    rig_monitor(&rig, "pkt send t", NULL);
    rig_run(&rig, 33);
    assert_int_equal(rig.pleo->sensors.at[SENSOR_PACKET].count, before + 1);
    rig_end(&rig);
}

static void the_monitor_asks_for_access(void **state) {
    static const struct {
        const char *line, *says;
        bool fine;
    } ROWS[] = {{"", "", true},
                {"HELP", "access [look|use|service]", true},
                {"sound play beep", "needs access use", false},
                {"access use", "access is use", true},
                {"sound play beep", "", true},
                {"Sound PLAY none", "there is no sound none", false},
                {"property set mood 5", "0 before", true},
                {"property get mood", "5", true},
                {"property get nothing", "there is no property nothing", false},
                {"property set mood x", "expected a number", false},
                {"joint move head -20", "head goes from 0 to -20", true},
                {"joint move 99 1", "expected a number from 0 to 13", false},
                {"sensor get light", "100", true},
                {"stats power", "Battery sensor value = 90", true},
                {"motion play a:bow.umf", "", true},
                {"motion list", "0x2000 bow", true},
                {"app unload", "needs access service", false},
                {"nonsense", "unknown: nonsense; try help", false},
                {"sensor enable light maybe", "expected on or off", false},
                {"log disable info", "log info is off", true},
                {"chdrv b", "b:", true},
                {"dir", "bytes free", true},
                {"stats vm", "main    main", true}};
    struct rig rig;
    rig_start(&rig, &(struct rig_app){.main = "#include <Log>\nmain() {}"});
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        bool fine;
        const char *said = rig_monitor(&rig, ROWS[i].line, &fine);
        if (fine != ROWS[i].fine || !strstr(said, ROWS[i].says)) fail_msg("%s: %s", ROWS[i].line, said);
    }
    rig_monitor(&rig, "sound play beep", NULL);
    assert_non_null(rig.pleo->sounds.it);
    rig_end(&rig);
}

static void two_meet_and_tell_each_other_apart(void **state) {
    static const char PEER[] =
        "#include <Sensor>\n#include <Attention>\npublic init() p2p_set_msg(0, 11, 22, 1);\n"
        "public on_sensor(time, sensor_name: sensor, value) { new a, b, c, d, e; if (sensor == "
        "SENSOR_MSG_RECEIVED) printf(\"new %d\\n\", value);\n"
        "if (sensor == SENSOR_BEACON && p2p_get_msg(value, a, b, c, d, e)) printf(\"%d says %d %d %d, %d of "
        "%d\\n\", value, a, b, c, d, e); return 1; }";
    struct rig a, b;
    rig_start(&a, &(struct rig_app){.sensors = PEER});
    rig_start(&b, &(struct rig_app){.sensors = PEER});
    b.pleo->peers.own = 9;
    for (int i = 0; i < 200; i++) { // what one lights up, the other sees
        rig_run(&a, 33);
        for (uint32_t k = 0; k < a.out.pleo.infrared_count; k++)
            b.in.pleo.beacons[b.in.pleo.beacons_count++] = a.out.pleo.infrared[k];
        rig_run(&b, 33);
        for (uint32_t k = 0; k < b.out.pleo.infrared_count; k++)
            a.in.pleo.beacons[a.in.pleo.beacons_count++] = b.out.pleo.infrared[k];
    }
    says(&a, "9 says 11 22 1, 1 of 1\nnew 9\n9 says 11 22 1, 2 of 2\n");
    says(&b, "52 says 11 22 1, 1 of 1\nnew 52\n");
    assert_null(strstr(strstr(a.said, "new 9") + 1, "new 9"));
    rig_end(&a), rig_end(&b);
}

static void his_voice_goes_to_his_body_when_he_is_loud(void **state) {
    struct rig rig;
    rig_start(
        &rig,
        &(struct rig_app){
            .loud = true,
            .sensors =
                "#include <Sensor>\n#include <Sound>\n#include <names>\npublic on_sensor(time, sensor_name: "
                "sensor, value) { sound_set_volume(50); sound_play(snd_beep); return 1; }"});
    assert_int_equal(rig.out.command.speech_count, 0);
    rig_sense(&rig, SENSOR_HEAD, 1);
    rig_run(&rig, 66);
    assert_int_equal(rig.out.command.speech_count, 1);
    assert_int_equal(rig.out.command.speech[0].rate_hz, 11025);
    const int16_t *samples = (const int16_t *)(const void *)rig.out.speech->bytes;
    int most = 0;
    for (int i = 0; i < 360; i++) most = samples[i] > most ? samples[i] : most;
    assert_in_range(most, 5800, 6100); // half of 12000, in steps of eight bits
    rig_run(&rig, 660);
    assert_int_equal(rig.out.command.speech_count, 0);
    rig_end(&rig);
}

// What comes to his ears in a tick: the right one hears half as much as the left.
static void hears(struct rig *rig, int32_t ms) {
    static int16_t samples[515][4];
    static struct frame frame = {.bytes = (uint8_t *)samples, .used = sizeof samples};
    for (int i = 0; i < 515; i++) samples[i][0] = 8000, samples[i][1] = -16000;
    for (; ms > 0; ms -= 33) {
        bool wanted = rig->out.command.wants & BODY_WANT_SOUND;
        rig->in.sound = wanted ? &frame : NULL;
        rig->in.senses.sound_count = wanted;
        rig->in.senses.sound[0] = (struct body_sound){0, 15625, 4, 515};
        rig_run(rig, 33);
    }
    rig->in.sound = NULL, rig->in.senses.sound_count = 0;
}

static bool recorded(struct rig *rig, const char *path, struct wav *wav) {
    struct file_ref file = files_find(rig->pleo, path);
    return file_is(&file) && !wav_read(file_whole(rig->pleo, &file), wav, NULL);
}

static void his_microphones_are_recorded(void **state) {
    struct rig rig;
    struct wav wav;
    bool fine;
    rig_start(&rig, &(struct rig_app){.main = "#include <Log>\nmain() {}"});
    rig_monitor(&rig, "audio left b:room.wav 1", &fine);
    assert_false(fine); // it needs access
    rig_monitor(&rig, "access use", NULL);
    assert_string_equal(rig_monitor(&rig, "audio both b:room.wav 1", &fine),
                        "records 1 seconds to b:room.wav");
    assert_non_null(strstr(rig_monitor(&rig, "audio left b:b.wav 1", &fine), "b:room.wav is being recorded"));
    hears(&rig, 900);
    assert_false(recorded(&rig, "b:room.wav", &wav)); // whole, or not there
    hears(&rig, 300);
    assert_true(recorded(&rig, "b:room.wav", &wav));
    assert_int_equal(wav.channels, 2);
    assert_in_range(wav.frames * 1000 / wav.rate, 999, 1001);
    assert_in_range(wav_s16(&wav, 5000, 0), -16256, -15744);
    assert_in_range(wav_s16(&wav, 5000, 1), 7744, 8256);
    assert_false(rig.out.command.wants & BODY_WANT_SOUND);
    assert_non_null(strstr(rig_monitor(&rig, "audio both b:c.wav 60", &fine), "there is room for 7 seconds"));
    assert_non_null(strstr(rig_monitor(&rig, "audio right a:c.wav 1", &fine), "a drive that is there"));
    assert_non_null(strstr(rig_monitor(&rig, "audio right b:c.wav 0", &fine), "from 1 to 60"));
    rig_monitor(&rig, "audio right b:c.wav 2", &fine);
    hears(&rig, 400);
    rig_monitor(&rig, "audio stop", &fine);
    assert_true(recorded(&rig, "b:c.wav", &wav) && wav.channels == 1);
    assert_in_range(wav_s16(&wav, 2000, 0), 7744, 8256);
    assert_in_range(wav.frames * 1000 / wav.rate, 350, 450);
    rig_monitor(&rig, "audio terminal on", &fine);
    hears(&rig, 1500);
    assert_non_null(strstr(rig.said, "left 48 %, right 24 %"));
    rig_monitor(&rig, "audio left b:d.wav 2", &fine); // and he goes while it is recorded
    rig_end(&rig);
}

static struct card *card_of(const struct rig_app *app) {
    struct buf urf = rig_urf(app);
    struct card *card = rig_card_of("game.urf", &urf);
    buf_free(&urf);
    return card;
}

// What an application sets outlives it, and rules the next: whether it is loaded by itself, whether its init
// runs, and whether main waits for that. Whoever unloads it may let him be switched off a while later.
static void an_application_goes_as_it_is_told(void **state) {
    static const struct rig_app GAME = {
        .init = "#include <Log>\npublic init() print(\"user's init\\n\");\nmain() { sleep 300; print(\"user "
                "is ready\\n\"); }",
        .main = "#include <Application>\n#include <Property>\n#include <Log>\nmain() { print(\"main "
                "runs\\n\"); sleep 900; if (get(property_mood) == 6) app_unload(\"\", true, 500); }"};
    struct rig rig;
    struct card *card = card_of(&GAME);
    rig_start(&rig, &(struct rig_app){.main = "#include <Log>\nmain() {}"});
    struct apps *apps = &rig.pleo->apps;
    rig_card(&rig, card), rig_run(&rig, 99);
    says(&rig, "user's init"), says(&rig, "main runs"), says_not(&rig, "user is ready"); // nobody waits
    rig_card(&rig, NULL), rig_run(&rig, 99), rig_forget(&rig);
    apps->config[1] = 1; // app_wait_for_init
    rig_card(&rig, card), rig_run(&rig, 198);
    says_not(&rig, "main runs");
    rig_run(&rig, 500);
    says(&rig, "user is ready\nmain runs\n");
    rig_card(&rig, NULL), rig_run(&rig, 99), rig_forget(&rig);
    apps->config[3] = 0; // app_run_init
    rig_card(&rig, card), rig_run(&rig, 99);
    says(&rig, "main runs"), says_not(&rig, "user's init");
    rig_card(&rig, NULL), rig_run(&rig, 99), rig_forget(&rig);
    apps->config[2] = 0; // app_auto_load
    rig_card(&rig, card), rig_run(&rig, 99);
    says_not(&rig, "main runs");
    assert_true(apps_load(rig.pleo, 'a', "game"));
    property_put(rig.pleo, 8, 6); // now it goes
    rig_run(&rig, 1100);
    assert_false(apps->at[APP_CARD].loaded);
    assert_false(rig.out.command.orders & BODY_ORDER_POWER_OFF);
    int ticks = 0;
    while (!(rig.out.command.orders & BODY_ORDER_POWER_OFF) && ticks < 60) rig_run(&rig, 33), ticks++;
    assert_in_range(ticks, 1, 15); // half a second after it went
    rig_end(&rig);
    card_free(card);
}

// Lids above, jaws below: one motor has both. What the format calls eyes and jaw reaches it, too; its sensor
// in the mouth is the body's.
static void one_motor_moves_eyes_and_mouth(void **state) {
    static const struct {
        char letters[3];
        int16_t position;
        float expected;
    } ROWS[] = {{"HD", -60, -60}, {"HD", 70, 70}, {"EY", 55, 55}, {"JW", 40, -40}, {"HD", 120, 85}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        uint16_t letters = UMF_JOINT(ROWS[i].letters[0], ROWS[i].letters[1]);
        struct umf_vector vectors[] = {{letters, 0, 9, 10, ROWS[i].position}};
        struct umf motion = {.name = "face",
                             .timebase_ms = 33,
                             .end = 10,
                             .joints = {letters},
                             .joint_count = 1,
                             .vectors = vectors,
                             .count = 1};
        struct buf bytes = {0};
        assert_int_equal(umf_write(&motion, &bytes, NULL), ERR_NONE);
        struct rig_extra extra = {URF_MOTION, "face", bytes.at, bytes.len};
        struct rig rig;
        rig_start(&rig, &(struct rig_app){.extra = &extra, .extra_count = 1});
        rig_monitor(&rig, "access use", NULL), rig_monitor(&rig, "motion play face", NULL);
        rig_run(&rig, 660);
        if (m_abs(rig.joints[JOINT_HEAD] - ROWS[i].expected) > 1)
            fail_msg("%s %d: %f", ROWS[i].letters, ROWS[i].position, (double)rig.joints[JOINT_HEAD]);
        rig_end(&rig);
        buf_free(&bytes);
    }
}

// What his body measures at a joint reaches a script: load and drive in percent, and a motor that is stuck.
static void a_joint_tells_its_load_drive_and_stall(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){
                        .main = "#include <Joint>\n#include <Log>\nmain() { "
                                "for (;;) { printf(\"load "
                                "%d pwm %d status %d\\n\", joint_get_attribute(JOINT_TORSO, ja_load), "
                                "joint_get_attribute(JOINT_TORSO, ja_pwm), _: "
                                "joint_get_status(JOINT_TORSO)); sleep 99; } }"});
    rig.frozen = true;
    rig.in.senses.joints[JOINT_TORSO].load = 0.5f;
    rig_monitor(&rig, "access use", NULL), rig_monitor(&rig, "joint move torso 12", NULL);
    rig_run(&rig, 200);
    says(&rig, "load 50 pwm 128 status 1\n");
    rig.in.pleo.stalled = 1 << JOINT_TORSO;
    rig_run(&rig, 300);
    says(&rig, "status 4\n");
    rig_end(&rig);
}

TESTS(cmocka_unit_test(an_application_goes_as_it_is_told), cmocka_unit_test(one_motor_moves_eyes_and_mouth),
      cmocka_unit_test(a_joint_tells_its_load_drive_and_stall),
      cmocka_unit_test(his_microphones_are_recorded), cmocka_unit_test(a_card_takes_over_and_gives_back),
      cmocka_unit_test(a_damaged_card_leaves_him_as_he_was),
      cmocka_unit_test(a_card_that_is_pulled_at_any_moment_leaves_him_as_he_was),
      cmocka_unit_test(loose_files_hide_the_application_and_it_the_built_in),
      cmocka_unit_test(drives_win_by_their_values), cmocka_unit_test(full_drives_are_an_answer),
      cmocka_unit_test(what_is_written_is_handed_out_whole),
      cmocka_unit_test(a_properties_file_says_where_it_is_wrong),
      cmocka_unit_test(an_empty_or_hot_battery_shuts_him_down),
      cmocka_unit_test(packets_go_to_the_head_and_back), cmocka_unit_test(the_monitor_asks_for_access),
      cmocka_unit_test(two_meet_and_tell_each_other_apart),
      cmocka_unit_test(his_voice_goes_to_his_body_when_he_is_loud))
