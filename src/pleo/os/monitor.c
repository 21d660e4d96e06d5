#include "pleo/os/os_internal.h"

#include "base/maths/maths.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct asking {
    struct pleo *p;
    char words[MONITOR_WORDS][64];
    int count;
    const char *rest; // of the line, after the first two words
    char *out;
    size_t room, len;
    bool typed;
};

static void say(struct asking *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct asking *a, const char *format, ...) {
    va_list args;
    if (a->len && a->len + 1 < a->room) a->out[a->len++] = '\n';
    va_start(args, format);
    int len = vsnprintf(a->out + a->len, a->room - a->len, format, args);
    va_end(args);
    a->len += len < 0 ? 0 : (size_t)len < a->room - a->len ? (size_t)len : a->room - a->len - 1;
}

static bool number(struct asking *a, int word, int32_t low, int32_t high, int32_t *out) {
    int64_t value;
    bool fine =
        word < a->count && !text_to_i64(text_of(a->words[word]), &value) && value >= low && value <= high;
    if (fine)
        *out = (int32_t)value;
    else
        say(a, "expected a number from %d to %d%s%s", low, high, word < a->count ? ", found " : "",
            word < a->count ? a->words[word] : "");
    return fine;
}

static bool flag(struct asking *a, int word, bool *out) {
    const char *w = word < a->count ? a->words[word] : "";
    *out = !strcmp(w, "on") || !strcmp(w, "1");
    if (*out || !strcmp(w, "off") || !strcmp(w, "0")) return true;
    say(a, "expected on or off");
    return false;
}

// --- access, log, packets ----------------------------------------------------------------------------------

static const char *const ACCESS[] = {"look", "use", "service"};
static bool do_access(struct asking *a) {
    if (a->count > 1) {
        int level = -1;
        for (int i = 0; i < 3; i++)
            if (!strcmp(ACCESS[i], a->words[1])) level = i;
        if (level < 0) return say(a, "expected look, use or service"), false;
        a->p->monitor.access = (uint8_t)level;
    }
    say(a, "access is %s", ACCESS[a->p->monitor.access]);
    return true;
}

static bool log_types(struct asking *a, bool on) {
    uint32_t *types = &a->p->log.types;
    int type = a->count > 2 ? log_type_find(a->words[2]) : -1;
    bool all = a->count > 2 && !strcmp(a->words[2], "all");
    if (type < 0 && !all) return say(a, "expected a type of log, or all"), false;
    uint32_t bits = all ? UINT32_MAX : 1u << type;
    *types = on ? *types | bits : *types & ~bits;
    say(a, "log %s is %s", a->words[2], on ? "on" : "off");
    return true;
}
static bool do_log_enable(struct asking *a) { return log_types(a, true); }
static bool do_log_disable(struct asking *a) { return log_types(a, false); }
static bool do_log_colour(struct asking *a) { return flag(a, 2, &a->p->monitor.colour); }
static bool do_log_show(struct asking *a) {
    const struct log *log = &a->p->log;
    uint32_t from = log->count > 10 ? log->count - 10 : 0;
    for (uint32_t i = from; i < log->count; i++) say(a, "%s", log->lines[i % LOG_LINES]);
    return true;
}
static bool do_log_types(struct asking *a) {
    for (unsigned i = 0; i < LOG_COUNT; i++)
        say(a, "%-12s %s", log_type_name(i), a->p->log.types >> i & 1 ? "on" : "off");
    return true;
}

// --- applications and files --------------------------------------------------------------------------------

static bool do_app_load(struct asking *a) {
    char drive, name[CARD_NAME_MAX];
    if (a->count < 3 || !files_name(a->p, a->words[2], &drive, name))
        return say(a, "expected a: or b: and a name"), false;
    memcpy(a->p->apps.wanted, name, sizeof name);
    a->p->apps.wanted_drive = drive;
    return true;
}
static bool do_app_unload(struct asking *a) { return a->p->apps.unload = true; }
static bool do_app_list(struct asking *a) {
    static const char *const PLACES[] = {"loose files", "card", "flash", "built in"};
    for (int i = 0; i < APPS; i++)
        if (a->p->apps.at[i].loaded)
            say(a, "%-12s %-24s %zu resources%s", PLACES[i], a->p->apps.at[i].name, a->p->apps.at[i].count,
                a->p->apps.rules == (enum app_place)i ? ", rules" : "");
    return true;
}
static bool do_chdrv(struct asking *a) {
    char drive = a->count > 1 ? a->words[1][0] : 0;
    if (drive != 'a' && drive != 'b') return say(a, "expected a or b"), false;
    a->p->files.drive = drive;
    say(a, "%c:", drive);
    return true;
}
static bool do_dir(struct asking *a) {
    char name[CARD_NAME_MAX], path[CARD_NAME_MAX + 4];
    for (uint32_t i = 0; files_list(a->p, a->p->files.drive, a->count > 1 ? a->words[1] : "*", i, name);
         i++) {
        snprintf(path, sizeof path, "%c:%s", a->p->files.drive, name);
        struct file_ref file = files_find(a->p, path);
        say(a, "%8u %s", file_size(a->p, &file), name);
    }
    say(a, "%u bytes free", files_free(a->p));
    return true;
}

// --- joints ------------------------------------------------------------------------------------------------

static int joint_word(struct asking *a, int word) {
    for (int i = 0; word < a->count && i < JOINTS; i++)
        if (!strcmp(joint_name(i), a->words[word])) return i;
    int32_t id;
    return number(a, word, 0, JOINTS - 1, &id) ? (int)id : -1;
}
static bool move(struct asking *a, int joint, int32_t deg, int32_t time_ms) {
    joint_go(a->p, joint, (float)deg, 0, (float)time_ms * 0.001f);
    say(a, "%s goes from %d to %d", joint_name(joint), (int)m_round(joint_deg(a->p, joint)), deg);
    return true;
}
static bool do_joint_move(struct asking *a) {
    int joint = joint_word(a, 2);
    int32_t deg;
    return joint >= 0 && number(a, 3, -180, 180, &deg) && move(a, joint, deg, 0);
}
// Whoever typed it hears when it is there; a script goes on at once.
static bool do_joint_angle(struct asking *a) {
    int joint = joint_word(a, 2);
    int32_t deg, wait = MONITOR_WAIT_MS, time_ms = 0;
    if (joint < 0 || !number(a, 3, -180, 180, &deg)) return false;
    if (a->count > 4 && !number(a, 4, 0, 60000, &wait)) return false;
    if (a->count > 5 && !number(a, 5, 0, 60000, &time_ms)) return false;
    struct monitor *m = &a->p->monitor;
    m->waits = a->typed, m->joint = (uint8_t)joint, m->until_ms = a->p->ms + wait;
    return move(a, joint, deg, time_ms);
}
static bool do_joint_neutral(struct asking *a) {
    for (int i = 0; i < JOINTS; i++) joint_go(a->p, i, (float)a->p->joints.at[i].neutral, 0, 1);
    return true;
}
static bool do_joint_list(struct asking *a) {
    for (int i = 0; i < JOINTS; i++)
        say(a, "%2d %-16s %4d of %d..%d, load %d %%%s", i, joint_name(i), (int)m_round(joint_deg(a->p, i)),
            a->p->joints.at[i].min, a->p->joints.at[i].max, joint_get(a->p, i, JA_LOAD),
            a->p->joints.at[i].scripts ? ", a script's" : "");
    return true;
}

// --- motions, sounds, commands, scripts --------------------------------------------------------------------

static const struct resource *resource_word(struct asking *a, enum urf_type type) {
    char name[64];
    int64_t id;
    if (a->count < 3) return say(a, "expected a name"), NULL;
    text_copy(text_of(a->words[2]), name, sizeof name);
    char *dot = strrchr(name, '.');
    if (dot) *dot = 0;
    const char *bare = name[0] && name[1] == ':' ? name + 2 : name;
    const struct resource *r = apps_by_name(a->p, type, bare);
    if (!r && !text_to_i64(text_of(bare), &id) && id > 0 && id <= 0xffff)
        r = apps_by_id(a->p, a->p->apps.rules, (unsigned)id);
    if (!r || r->type != type) say(a, "there is no %s %s", urf_type_name(type), bare);
    return r && r->type == type ? r : NULL;
}
static bool list(struct asking *a, enum urf_type type) {
    for (int place = 0; place < APPS; place++)
        for (size_t i = 0; i < a->p->apps.at[place].count; i++)
            if (a->p->apps.at[place].list[i].type == type)
                say(a, "0x%04x %s", a->p->apps.at[place].list[i].id, a->p->apps.at[place].list[i].name);
    return true;
}
static bool do_motion_play(struct asking *a) {
    const struct resource *r = resource_word(a, URF_MOTION);
    return r && motion_play(a->p, r) != MOTION_INVALID;
}
static bool do_motion_stop(struct asking *a) { return motion_stop_all(a->p), true; }
static bool do_motion_list(struct asking *a) { return list(a, URF_MOTION); }
static bool do_motion_speed(struct asking *a) {
    int32_t percent;
    if (!number(a, 2, 10, 500, &percent)) return false;
    a->p->motions.percent = percent;
    return true;
}
static bool do_sound_play(struct asking *a) {
    const struct resource *r = resource_word(a, URF_SOUND);
    return r && voice_play(a->p, r, true);
}
static bool do_sound_stop(struct asking *a) { return voice_stop(a->p), true; }
static bool do_sound_list(struct asking *a) { return list(a, URF_SOUND); }
static bool do_sound_speed(struct asking *a) { return number(a, 2, 25, 200, &a->p->sounds.percent); }
static bool do_sound_volume(struct asking *a) { return number(a, 2, 10, 200, &a->p->sounds.volume); }
static bool do_command_play(struct asking *a) {
    const struct resource *r = resource_word(a, URF_COMMAND);
    return r && command_run(a->p, r, 0);
}
static bool do_command_list(struct asking *a) { return list(a, URF_COMMAND); }
static bool do_script_list(struct asking *a) { return list(a, URF_SCRIPT); }
static bool do_script_run(struct asking *a) {
    const struct resource *r = resource_word(a, URF_SCRIPT);
    if (r) machine_next(&a->p->machines.at[VM_AUX], r);
    return r != NULL;
}
static bool do_script_stop(struct asking *a) { return a->p->machines.at[VM_AUX].leaves = true; }

// --- microphones ------------------------------------------------------------------------------------------

static bool record(struct asking *a, enum microphone_side side) {
    char drive, name[CARD_NAME_MAX];
    int32_t seconds;
    struct fault fault = {0};
    if (a->count < 3 || !files_name(a->p, a->words[2], &drive, name))
        return say(a, "expected a file, such as a:room.wav, on a drive that is there"), false;
    if (!number(a, 3, 1, MICROPHONE_SECONDS, &seconds)) return false;
    if (microphones_record(a->p, side, drive, name, seconds, &fault)) return say(a, "%s", fault.said), false;
    say(a, "records %d seconds to %c:%s", seconds, drive, name);
    return true;
}
static bool do_audio_left(struct asking *a) { return record(a, MICROPHONE_LEFT); }
static bool do_audio_right(struct asking *a) { return record(a, MICROPHONE_RIGHT); }
static bool do_audio_both(struct asking *a) { return record(a, MICROPHONE_BOTH); }
static bool do_microphones_stop(struct asking *a) { return microphones_stop(a->p), true; }
static bool do_audio_terminal(struct asking *a) { return flag(a, 2, &a->p->microphones.levels); }

// --- properties and sensors --------------------------------------------------------------------------------

static int32_t property_word(struct asking *a) {
    int64_t id;
    char name[40];
    if (a->count > 2 && !text_to_i64(text_of(a->words[2]), &id) && id > 0 && id <= 0xffff) return (int32_t)id;
    for (uint32_t i = 0; a->count > 2 && i < a->p->properties.count; i++)
        if (text_same_nocase(text_of(property_name(a->p, a->p->properties.ids[i], name)),
                             text_of(a->words[2])))
            return a->p->properties.ids[i];
    const struct resource *r = a->count > 2 ? apps_by_name(a->p, URF_PROPERTY, a->words[2]) : NULL;
    if (!r) say(a, "there is no property %s", a->count > 2 ? a->words[2] : "");
    return r ? r->id : 0;
}
static bool do_property_get(struct asking *a) {
    int32_t id = property_word(a);
    if (id) say(a, "%d", property_value(a->p, id));
    return id != 0;
}
static bool do_property_set(struct asking *a) {
    int32_t id = property_word(a), value;
    if (!id || !number(a, 3, -PROPERTY_MOST, PROPERTY_MOST, &value)) return false;
    say(a, "%d before", property_put(a->p, id, value));
    return true;
}
static bool do_property_list(struct asking *a) {
    char name[40];
    for (uint32_t i = 0; i < a->p->properties.count; i++)
        if (a->p->properties.values[i])
            say(a, "%5u %-20s %d", a->p->properties.ids[i],
                property_name(a->p, a->p->properties.ids[i], name), a->p->properties.values[i]);
    return true;
}
static int sensor_word(struct asking *a) {
    int64_t id;
    for (int i = 0; a->count > 2 && i < SENSORS; i++)
        if (sensor_row(i) && !strcmp(sensor_row(i)->name, a->words[2])) return i;
    if (a->count > 2 && !text_to_i64(text_of(a->words[2]), &id) && id >= 0 && id < SENSORS &&
        sensor_row((int)id))
        return (int)id;
    say(a, "there is no sensor %s", a->count > 2 ? a->words[2] : "");
    return -1;
}
static bool do_sensor_list(struct asking *a) {
    for (int i = 0; i < SENSORS; i++)
        if (sensor_row(i) && (a->p->sensors.at[i].value || a->p->sensors.at[i].count))
            say(a, "%3d %-18s %d, %u times", i, sensor_row(i)->name, a->p->sensors.at[i].value,
                a->p->sensors.at[i].count);
    return true;
}
static bool do_sensor_get(struct asking *a) {
    int id = sensor_word(a);
    if (id >= 0) say(a, "%d", a->p->sensors.at[id].value);
    return id >= 0;
}
static bool do_sensor_enable(struct asking *a) {
    int id = sensor_word(a);
    bool on;
    if (id < 0 || !flag(a, 3, &on)) return false;
    sensor_enable(a->p, id, on);
    return true;
}

// --- state -------------------------------------------------------------------------------------------------

static bool do_stats_power(struct asking *a) {
    const struct sensor *s = a->p->sensors.at;
    say(a, "Battery sensor value = %d (%d mA, %d C%s)", s[SENSOR_BATTERY].value, s[43].value,
        s[SENSOR_BATTERY_TEMPERATURE].value, s[SENSOR_POWER].value ? ", charging" : "");
    return true;
}
static bool do_stats_vm(struct asking *a) {
    for (int i = 0; i < VMS; i++) {
        const struct machine *m = &a->p->machines.at[i];
        say(a, "%-7s %-24s %u instructions, %u failures", vm_name((enum vm)i), m->amx ? m->name : "-",
            m->spent, m->failures);
    }
    struct amx_pool_report pool = amx_pool_report(a->p->machines.pool);
    say(a, "pool    %zu of %zu bytes, %llu loads", pool.used, pool.size, (unsigned long long)pool.loads);
    return true;
}
static bool do_stats_drives(struct asking *a) {
    for (uint32_t i = 0; i < a->p->drives.count; i++)
        say(a, "%-16s %d%s", a->p->drives.at[i].name, a->p->drives.at[i].value,
            a->p->drives.active == (int)i ? ", active" : "");
    return true;
}
static bool do_version(struct asking *a) {
    return say(a, "LifeOS of Critter, application version %u",
               a->p->apps.rules < APPS ? a->p->apps.at[a->p->apps.rules].version : 0),
           true;
}
static bool do_time(struct asking *a) { return say(a, "%d", a->p->ms), true; }
static bool do_pkt_send(struct asking *a) {
    bool fine = head_send(a->p, (const uint8_t *)a->rest, strlen(a->rest));
    if (!fine) say(a, "expected a packet of 1 to %d characters", SENSOR_DATA);
    return fine;
}
static bool do_echo(struct asking *a) { return flag(a, 1, &a->p->monitor.echo); }
static bool do_help(struct asking *a);

// --- the table ---------------------------------------------------------------------------------------------

static const struct {
    const char *words[2]; // the second may be NULL
    const char *takes;
    enum monitor_access access;
    bool (*run)(struct asking *a);
} ROWS[] = {
    {{"access", NULL}, "[look|use|service]", ACCESS_LOOK, do_access},
    {{"app", "list"}, "", ACCESS_LOOK, do_app_list},
    {{"app", "load"}, "DRIVE:NAME", ACCESS_SERVICE, do_app_load},
    {{"app", "unload"}, "", ACCESS_SERVICE, do_app_unload},
    {{"audio", "both"}, "FILE SECONDS", ACCESS_USE, do_audio_both},
    {{"audio", "left"}, "FILE SECONDS", ACCESS_USE, do_audio_left},
    {{"audio", "right"}, "FILE SECONDS", ACCESS_USE, do_audio_right},
    {{"audio", "stop"}, "", ACCESS_USE, do_microphones_stop},
    {{"audio", "terminal"}, "on|off", ACCESS_LOOK, do_audio_terminal},
    {{"chdrv", NULL}, "a|b", ACCESS_LOOK, do_chdrv},
    {{"command", "list"}, "", ACCESS_LOOK, do_command_list},
    {{"command", "play"}, "NAME", ACCESS_USE, do_command_play},
    {{"dir", NULL}, "[PATTERN]", ACCESS_LOOK, do_dir},
    {{"echo", NULL}, "on|off", ACCESS_LOOK, do_echo},
    {{"help", NULL}, "", ACCESS_LOOK, do_help},
    {{"joint", "angle"}, "JOINT DEG [WAIT [MS]]", ACCESS_USE, do_joint_angle},
    {{"joint", "list"}, "", ACCESS_LOOK, do_joint_list},
    {{"joint", "move"}, "JOINT DEG", ACCESS_USE, do_joint_move},
    {{"joint", "neutral"}, "", ACCESS_USE, do_joint_neutral},
    {{"log", "colour"}, "on|off", ACCESS_LOOK, do_log_colour},
    {{"log", "disable"}, "TYPE|all", ACCESS_LOOK, do_log_disable},
    {{"log", "enable"}, "TYPE|all", ACCESS_LOOK, do_log_enable},
    {{"log", "show"}, "", ACCESS_LOOK, do_log_show},
    {{"log", "types"}, "", ACCESS_LOOK, do_log_types},
    {{"motion", "list"}, "", ACCESS_LOOK, do_motion_list},
    {{"motion", "play"}, "NAME", ACCESS_USE, do_motion_play},
    {{"motion", "speed"}, "PERCENT", ACCESS_USE, do_motion_speed},
    {{"motion", "stop"}, "", ACCESS_USE, do_motion_stop},
    {{"pkt", "send"}, "TEXT", ACCESS_USE, do_pkt_send},
    {{"property", "get"}, "NAME|ID", ACCESS_LOOK, do_property_get},
    {{"property", "list"}, "", ACCESS_LOOK, do_property_list},
    {{"property", "set"}, "NAME|ID VALUE", ACCESS_USE, do_property_set},
    {{"script", "list"}, "", ACCESS_LOOK, do_script_list},
    {{"script", "run"}, "NAME", ACCESS_USE, do_script_run},
    {{"script", "stop"}, "", ACCESS_USE, do_script_stop},
    {{"sensor", "enable"}, "NAME|ID on|off", ACCESS_USE, do_sensor_enable},
    {{"sensor", "get"}, "NAME|ID", ACCESS_LOOK, do_sensor_get},
    {{"sensor", "list"}, "", ACCESS_LOOK, do_sensor_list},
    {{"sound", "list"}, "", ACCESS_LOOK, do_sound_list},
    {{"sound", "play"}, "NAME", ACCESS_USE, do_sound_play},
    {{"sound", "speed"}, "PERCENT", ACCESS_USE, do_sound_speed},
    {{"sound", "stop"}, "", ACCESS_USE, do_sound_stop},
    {{"sound", "volume"}, "PERCENT", ACCESS_USE, do_sound_volume},
    {{"stats", "drives"}, "", ACCESS_LOOK, do_stats_drives},
    {{"stats", "power"}, "", ACCESS_LOOK, do_stats_power},
    {{"stats", "vm"}, "", ACCESS_LOOK, do_stats_vm},
    {{"time", NULL}, "", ACCESS_LOOK, do_time},
    {{"version", NULL}, "", ACCESS_LOOK, do_version},
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

bool pleo_monitor_command(size_t n, char *out, size_t size) {
    if (n >= ROW_COUNT) return false;
    const char *second = ROWS[n].words[1];
    return snprintf(out, size, "%s%s%s", ROWS[n].words[0], second ? " " : "", second ? second : "") > 0;
}

static bool do_help(struct asking *a) {
    for (int i = 0; i < ROW_COUNT; i++)
        if (ROWS[i].access <= a->p->monitor.access)
            say(a, "%s%s%s%s%s", ROWS[i].words[0], ROWS[i].words[1] ? " " : "",
                ROWS[i].words[1] ? ROWS[i].words[1] : "", *ROWS[i].takes ? " " : "", ROWS[i].takes);
    return true;
}

// Words in small letters; a word that is too long is cut, and then unknown.
static void split(struct asking *a, const char *line) {
    const char *c = line;
    a->rest = "";
    while (a->count < MONITOR_WORDS) {
        while (*c == ' ' || *c == '\t') c++;
        if (!*c || *c == '\r' || *c == '\n') break;
        if (a->count == 2) a->rest = c;
        size_t len = 0;
        for (; *c && !isspace((unsigned char)*c); c++)
            if (len < sizeof a->words[0] - 1) a->words[a->count][len++] = (char)tolower((unsigned char)*c);
        a->words[a->count++][len] = 0;
    }
}

bool monitor_do(struct pleo *p, const char *line, char *out, size_t room, bool typed) {
    struct asking a = {.p = p, .out = out, .room = room, .typed = typed};
    if (typed) sensors_line(p, line, strlen(line));
    for (const char *c = line; typed && *c && p->monitor.key_count < sizeof p->monitor.keys; c++)
        p->monitor.keys[(p->monitor.key_at + p->monitor.key_count++) % sizeof p->monitor.keys] = *c;
    out[0] = 0;
    split(&a, line);
    if (!a.count) return true;
    for (int i = 0; i < ROW_COUNT; i++) {
        bool second = ROWS[i].words[1] ? a.count > 1 && !strcmp(ROWS[i].words[1], a.words[1]) : true;
        if (strcmp(ROWS[i].words[0], a.words[0]) != 0 || !second) continue;
        if (ROWS[i].access <= p->monitor.access || !typed) return ROWS[i].run(&a); // scripts may do all
        say(&a, "%s needs access %s", a.words[0], ACCESS[ROWS[i].access]);
        return false;
    }
    say(&a, "unknown: %s; try help", a.words[0]);
    return false;
}

// ------------------------------------------------------------------------------------------- what is typed

// As much as fits into a message, to the end of a line where there is one.
void monitor_more(struct pleo *p, const struct life_envelope *to) {
    struct monitor *m = &p->monitor;
    struct pleo_said *said = &pleo_reply(p, to, PLEO_SAID)->said;
    size_t len = m->len - m->said;
    said->more = len >= sizeof said->text;
    if (said->more) {
        len = sizeof said->text - 1;
        while (len > 1 && m->answer[m->said + len - 1] != '\n') len--;
        if (len == 1) len = sizeof said->text - 1;
    }
    memcpy(said->text, m->answer + m->said, len);
    said->fine = m->fine;
    m->said += len;
}

void monitor_typed(struct pleo *p, const struct life_envelope *from, const char *line) {
    struct monitor *m = &p->monitor;
    m->waits = false, m->said = 0;
    m->fine = monitor_do(p, line, m->answer, sizeof m->answer, true);
    m->len = strlen(m->answer);
    m->from = *from;
    if (!m->waits) monitor_more(p, from);
}

void monitor_tick(struct pleo *p) {
    struct monitor *m = &p->monitor;
    if (!m->waits || (joint_moving(p, m->joint) && p->ms < m->until_ms)) return;
    struct asking a = {.p = p, .out = m->answer, .room = sizeof m->answer, .len = m->len};
    say(&a, "%s is at %d", joint_name(m->joint), (int)m_round(joint_deg(p, m->joint)));
    m->len = a.len;
    m->waits = false, m->fine = p->joints.at[m->joint].status == JS_IDLE;
    monitor_more(p, &m->from);
}
