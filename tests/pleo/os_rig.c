#include "pleo/os_rig.h"

#include "base/system/file.h"
#include "codec/pleo/umf.h"
#include "codec/pleo/usf.h"
#include "pawn/compiler/compiler.h"
#include "pleo/kit/build.h"

#include <stdio.h>
#include <strings.h>

static const char NAMES[] =
    "enum sound_name { snd_none = 0, snd_beep = 0x1000, snd_max };\n"
    "enum motion_name { mot_none = 0, mot_bow = 0x2000, mot_max };\n"
    "enum command_name { cmd_none = 0, cmd_bow = 0x3000, cmd_noise, cmd_max };\n"
    "enum script_name { scr_none = 0, scr_aux = 0x4000, scr_init, scr_main, scr_sensors, scr_max };\n"
    "enum user_property_name { property_hunger = 0x5000 };\n";

static enum err read_file(void *user, const char *path, struct buf *out) {
    const char *name = strncmp(path, "kit/", 4) ? path : path + 4;
    if (!strcmp(path, "script.p")) return buf_text(out, user), ERR_NONE;
    if (!strcasecmp(name, "names.inc")) return buf_text(out, NAMES), ERR_NONE;
    for (const struct embedded *f = KIT_INCLUDES; f->path; f++)
        if (!strcasecmp(f->path + (f->path[0] == '/'), name))
            return buf_bytes(out, f->bytes, f->len), ERR_NONE;
    return ERR_MISSING;
}

static void complain(void *user, const struct pawn_message *m) {
    (void)user;
    if (m->number < 200) print_error("%s(%d): %s\n", m->file, m->line, m->text);
}

struct buf rig_compile(const char *source) {
    struct pawn_config config;
    struct pawn_result result = {0};
    struct fault fault = {0};
    pawn_defaults(&config);
    config.sources[config.source_count++] = "script.p";
    config.includes[config.include_count++] = "kit/";
    config.optimize = 2, config.compact = false, config.overlays = 2048, config.stack = 192;
    config.read = read_file, config.user = (void *)(uintptr_t)source, config.say = complain;
    enum err err = pawn_compile(&config, &result, &fault);
    if (err) fail_msg("%s\nin: %s", fault.said, source);
    struct buf image = result.image;
    result.image = (struct buf){0};
    pawn_result_free(&result);
    return image;
}

static struct buf beep(void) {
    int16_t samples[5512];
    struct buf out = {0};
    for (int i = 0; i < 5512; i++) samples[i] = i / 8 % 2 ? 12000 : -12000;
    struct usf_spec spec = {.name = "beep", .rate = 11025, .loops = 1};
    assert_int_equal(usf_write(&spec, samples, 5512, &out, NULL), ERR_NONE);
    return out;
}

static struct buf bow(void) {
    struct umf_vector vectors[] = {{UMF_JOINT('V', 'N'), 0, 29, -40, -40}};
    struct umf motion = {.name = "bow",
                         .timebase_ms = 33,
                         .end = 30,
                         .joints = {UMF_JOINT('V', 'N')},
                         .joint_count = 1,
                         .vectors = vectors,
                         .count = 1};
    struct buf out = {0};
    assert_int_equal(umf_write(&motion, &out, NULL), ERR_NONE);
    return out;
}

static struct buf command(const char *name, uint16_t property, uint16_t plays, uint16_t mood) {
    struct ucf_field fields[] = {{property, UCF_VALUE, plays}, {8, mood ? UCF_VALUE : UCF_NONE, mood}};
    struct ucf c = {.columns = 2, .entries = 1, .fields = fields};
    snprintf(c.name, sizeof c.name, "%s", name);
    struct buf out = {0};
    assert_int_equal(ucf_write(&c, &out, NULL), ERR_NONE);
    return out;
}

static void put(struct urf *urf, struct urf_entry entries[URF_TYPES][40], enum urf_type type,
                const char *name, const void *bytes, size_t len) {
    struct urf_entry *e = &entries[type][urf->of[type].count++];
    *e = (struct urf_entry){.data = {bytes, len}};
    snprintf(e->name, sizeof e->name, "%s", name);
    urf->of[type].at = entries[type];
}

struct buf rig_urf(const struct rig_app *app) {
    static struct urf_entry entries[URF_TYPES][40];
    struct urf urf = {.built = 1, .version = 7};
    struct buf made[8] = {beep(), bow(), command("bow", UCF_MOTION, 0x2000, 0),
                          command("noise", UCF_SOUND, 0x1000, 2)};
    const char *sources[] = {app->aux, app->init, app->main, app->sensors};
    static const char *const SCRIPTS[] = {"aux", "init", "main", "sensors"};
    static const uint8_t zeros[4];
    put(&urf, entries, URF_SOUND, "beep", made[0].at, made[0].len);
    put(&urf, entries, URF_MOTION, "bow", made[1].at, made[1].len);
    put(&urf, entries, URF_COMMAND, "bow", made[2].at, made[2].len);
    put(&urf, entries, URF_COMMAND, "noise", made[3].at, made[3].len);
    put(&urf, entries, URF_PROPERTY, "hunger", zeros, sizeof zeros);
    for (int i = 0; i < 4; i++) {
        if (sources[i]) made[4 + i] = rig_compile(sources[i]);
        put(&urf, entries, URF_SCRIPT, SCRIPTS[i], made[4 + i].at, made[4 + i].len);
        if (!sources[i]) urf.of[URF_SCRIPT].at[i].unused = true, urf.of[URF_SCRIPT].at[i].data.len = 0;
    }
    for (size_t i = 0; i < app->extra_count; i++)
        put(&urf, entries, app->extra[i].type, app->extra[i].name, app->extra[i].bytes, app->extra[i].len);
    struct buf out = {0};
    struct fault fault = {0};
    if (urf_write(&urf, &out, &fault)) fail_msg("%s", fault.said);
    for (int i = 0; i < 8; i++) buf_free(&made[i]);
    return out;
}

struct card *rig_card_of(const char *name, const struct buf *file) {
    const char *folder = temp_folder();
    struct fault fault = {0};
    assert_int_equal(file_write(temp_path(folder, name), file->at, file->len, &fault), ERR_NONE);
    struct card *card = card_open(folder, &fault);
    if (!card) fail_msg("%s", fault.said);
    return card;
}

void rig_start(struct rig *rig, const struct rig_app *app) {
    static const int REST[][2] = {{1, 6000}, {2, 90},   {18, 1},    {19, 1}, {20, 1},
                                  {21, 1},   {25, 100}, {30, -128}, {33, 1}, {38, 25}};
    memset(rig, 0, sizeof *rig);
    struct pleo_config config = pleo_defaults();
    struct fault fault = {0};
    if (!app->bare) rig->urf = rig_urf(app);
    config.builtin = (struct bytes){rig->urf.at, rig->urf.len};
    config.flash = app->flash;
    config.serial = 0x1234;
    config.loud = app->loud;
    if (app->knobs.instructions) config.knobs = app->knobs;
    rig->pleo = pleo_new(&config, &fault);
    if (!rig->pleo) fail_msg("%s", fault.said);
    rig->soul = pleo_soul(rig->pleo);
    border_clear_senses(&rig->in);
    border_clear_command(&rig->out);
    rig->in.pleo.values_count = PLEO_RAW_SENSORS;
    for (size_t i = 0; i < sizeof REST / sizeof *REST; i++)
        rig->in.pleo.values[REST[i][0]] = (int16_t)REST[i][1];
    rig->in.senses.time_us = 1000000;
    if (app->card) rig_card(rig, app->card);
    rig_run(rig, 66);
}

void rig_end(struct rig *rig) {
    border_drop_command(&rig->out);
    soul_free(rig->soul);
    buf_free(&rig->urf);
}

static void step(struct rig *rig) {
    struct body_senses *s = &rig->in.senses;
    s->time_us += 33000;
    s->joints_count = JOINTS;
    for (int i = 0; i < JOINTS; i++) s->joints[i].angle_rad = m_radians(rig->joints[i]);
    rig->in.pleo.here = true;
    border_drop_command(&rig->out);
    soul_step(rig->soul, &rig->in, &rig->out);
    for (uint32_t i = 0; i < rig->out.command.joints_count && !rig->frozen; i++)
        rig->joints[rig->out.command.joints[i].joint] = m_degrees(rig->out.command.joints[i].angle_rad);
    rig->in.pleo.changes_count = rig->in.pleo.keys_count = rig->in.pleo.beacons_count =
        rig->in.pleo.card_count = 0;
    s->hearings_count = 0;
    rig->in.card = NULL;
    const char *line;
    while (pleo_log_line(rig->soul, &rig->next_line, &line)) {
        size_t len = strlen(rig->said);
        snprintf(rig->said + len, sizeof rig->said - len, "%s\n", line);
    }
}

void rig_run(struct rig *rig, int32_t ms) {
    for (int32_t i = 0; i < ms; i += 33) step(rig);
}

void rig_sense_at(struct rig *rig, int sensor, int value, uint32_t after_ms) {
    struct pleo_senses *p = &rig->in.pleo;
    p->values[sensor] = (int16_t)value;
    p->changes[p->changes_count++] =
        (struct pleo_change){rig->in.senses.time_us + after_ms * 1000, (uint8_t)sensor, (int16_t)value};
}
void rig_sense(struct rig *rig, int sensor, int value) { rig_sense_at(rig, sensor, value, 33); }

void rig_card(struct rig *rig, const struct card *card) {
    rig->in.pleo.values[SENSOR_CARD] = card != NULL;
    if (rig->pleo->tick) rig_sense(rig, SENSOR_CARD, card != NULL);
    rig->in.card = card;
    rig->in.pleo.card_count = card != NULL;
}

void rig_forget(struct rig *rig) { rig->said[0] = 0; }

const char *rig_monitor(struct rig *rig, const char *line, bool *fine) {
    static struct pleo_message reply;
    struct pleo_message m = {.kind = PLEO_MONITOR};
    struct life_envelope from = {7, LIFE_DOOR_TEST}, to;
    snprintf(m.monitor.line, sizeof m.monitor.line, "%s", line);
    assert_int_equal(soul_ask(rig->soul, &from, &m), ERR_NONE);
    rig_run(rig, 33);
    assert_true(soul_reply(rig->soul, &to, &reply));
    assert_int_equal(to.ticket, 7);
    assert_int_equal(reply.kind, PLEO_SAID);
    if (fine) *fine = reply.said.fine;
    return reply.said.text;
}
