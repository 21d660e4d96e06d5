#include "run/diary_keeper.h"

#include "base/system/log.h"
#include "robot/robot.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

enum { SAVE_TICKS = 9090, PIECE = 64, NAME = sizeof "diary-2026-11-23" }; // five minutes
struct kept_line {
    char time[sizeof((struct mind_diary_line *)0)->time], words[sizeof((struct mind_diary_line *)0)->words];
};
// A day and a minute of it; day "": none.
struct stamp {
    char day[11], time[sizeof((struct mind_diary_line *)0)->time];
};
struct diary_keeper {
    struct store *store;
    const struct robot *robot;     // whose diary it read last
    uint32_t next, tick;           // of its lines; when it saved last
    struct stamp first, last;      // of the lines that its life wrote
    struct stamp passed;           // the last one that it lived again
    char days[DIARY_DAYS + 1][11]; // one more for a moment
    char day[11];                  // of these lines; "": none yet
    uint32_t day_count, line_count;
    bool listed, changed; // the list of days is as it is kept; lines came
    struct kept_line lines[DIARY_DAY_LINES];
};

static bool is_day(struct text day) {
    static const char LIKE[] = "0000-00-00";
    bool is = day.len == sizeof LIKE - 1;
    for (size_t i = 0; is && i < day.len; i++)
        is = LIKE[i] == '-' ? day.at[i] == '-' : day.at[i] >= '0' && day.at[i] <= '9';
    return is;
}

static struct stamp stamp_of(const char *day, const char *time) {
    struct stamp s = {0};
    text_copy(text_of(day), s.day, sizeof s.day);
    text_copy(text_of(time), s.time, sizeof s.time);
    return s;
}
static int stamp_order(const struct stamp *a, const struct stamp *b) {
    int day = strcmp(a->day, b->day);
    return day ? day : strcmp(a->time, b->time);
}

static void name_of(const char *day, char name[NAME]) { snprintf(name, NAME, "diary-%.10s", day); }

// ------------------------------------------------------------------------------------------------ reading

static enum err read_days(struct diary_keeper *k, struct fault *fault) {
    struct arena *arena = arena_new(8 << 10);
    struct store_document document;
    struct fault missing = {0};
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for a diary");
    enum err err = store_read(k->store, "diary", arena, &document, &missing);
    const struct json *days = err ? NULL : json_get(document.body, "days");
    for (const struct json *one = days ? days->first : NULL; one && k->day_count < DIARY_DAYS;
         one = one->next) {
        struct text day = {0};
        if (json_as_text(one, &day, NULL) || !is_day(day)) continue;
        text_copy(day, k->days[k->day_count++], sizeof *k->days);
    }
    arena_free(arena);
    bool usable = !err || err == ERR_MISSING;
    if (!usable && fault) *fault = missing;
    k->listed = true;
    return usable ? ERR_NONE : err;
}

static enum err read_lines(struct diary_keeper *k, const char *day, struct kept_line *out, uint32_t *count,
                           struct fault *fault) {
    char name[NAME];
    struct arena *arena = arena_new(64 << 10);
    struct store_document document;
    *count = 0;
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for a diary");
    name_of(day, name);
    enum err err = store_read(k->store, name, arena, &document, fault);
    const struct json *lines = err ? NULL : json_get(document.body, "lines");
    for (const struct json *one = lines ? lines->first : NULL; one && *count < DIARY_DAY_LINES;
         one = one->next) {
        struct text time = {0}, words = {0};
        if (json_get_text(one, "time", &time, NULL) || json_get_text(one, "words", &words, NULL)) continue;
        text_copy(time, out[*count].time, sizeof out->time);
        text_copy(words, out[(*count)++].words, sizeof out->words);
    }
    arena_free(arena);
    return err;
}

struct diary_keeper *diary_keeper_open(const char *folder, struct fault *fault) {
    struct diary_keeper *k = calloc(1, sizeof *k);
    if (!k) return fault_set(fault, ERR_MEMORY, "no memory for a diary"), NULL;
    k->store = store_open(folder, fault);
    if (k->store && !read_days(k, fault)) return k;
    store_close(k->store);
    free(k);
    return NULL;
}

size_t diary_keeper_days(const struct diary_keeper *k, char days[DIARY_DAYS][11]) {
    memcpy(days, k->days, k->day_count * sizeof *k->days);
    return k->day_count;
}

enum err diary_keeper_read(struct diary_keeper *k, const char *day, struct buf *out, struct fault *fault) {
    struct kept_line *lines = calloc(DIARY_DAY_LINES, sizeof *lines);
    uint32_t count = 0;
    enum err err = lines ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for a diary");
    if (!err && !is_day(text_of(day)))
        err = fault_set(fault, ERR_SYNTAX, "expected a day such as 2026-11-23, found \"%.40s\"", day);
    if (!err) err = read_lines(k, day, lines, &count, fault);
    for (uint32_t i = 0; i < count; i++) buf_printf(out, "%s  %s\n", lines[i].time, lines[i].words);
    free(lines);
    return err ? err : out->err;
}

// ------------------------------------------------------------------------------------------------ writing

static void drop_oldest(struct diary_keeper *k) {
    char name[NAME];
    struct fault fault = {0};
    name_of(k->days[0], name);
    if (store_delete(k->store, name, &fault)) log_warn("run", "an old day of a diary stays: %s", fault.said);
    memmove(k->days[0], k->days[1], (k->day_count - 1) * sizeof *k->days);
    k->day_count--;
}

static void begin_day(struct diary_keeper *k, const char *day) {
    struct fault unread = {0};
    uint32_t at = 0;
    while (at < k->day_count && strcmp(k->days[at], day) < 0) at++;
    bool is = at < k->day_count && !strcmp(k->days[at], day);
    if (!is) { // its calendar may have been put back: days stay in order
        memmove(k->days[at + 1], k->days[at], (k->day_count - at) * sizeof *k->days);
        text_copy(text_of(day), k->days[at], sizeof *k->days);
        k->day_count++, k->listed = false;
    }
    text_copy(text_of(day), k->day, sizeof k->day);
    read_lines(k, day, k->lines, &k->line_count, &unread); // nothing of it: it begins now
}

static enum err write_lines(struct diary_keeper *k, struct fault *fault) {
    struct buf text = {0};
    struct json_writer json = json_writer_of(&text, 0);
    char name[NAME];
    uint64_t version;
    name_of(k->day, name);
    json_open(&json, '{'), json_key(&json, "lines"), json_open(&json, '[');
    for (uint32_t i = 0; i < k->line_count; i++) {
        json_open(&json, '{');
        json_key(&json, "time"), json_text(&json, text_of(k->lines[i].time));
        json_key(&json, "words"), json_text(&json, text_of(k->lines[i].words));
        json_close(&json, '}');
    }
    json_close(&json, ']'), json_close(&json, '}');
    enum err err = text.err ? fault_set(fault, text.err, "no memory for a diary")
                            : store_write(k->store, name, (struct text){(const char *)text.at, text.len},
                                          &version, fault);
    buf_free(&text);
    return err;
}

static enum err write_days(struct diary_keeper *k, struct fault *fault) {
    struct buf text = {0};
    struct json_writer json = json_writer_of(&text, 0);
    uint64_t version;
    json_open(&json, '{'), json_key(&json, "days"), json_open(&json, '[');
    for (uint32_t i = 0; i < k->day_count; i++) json_text(&json, text_of(k->days[i]));
    json_close(&json, ']'), json_close(&json, '}');
    enum err err = text.err ? fault_set(fault, text.err, "no memory for a diary")
                            : store_write(k->store, "diary", (struct text){(const char *)text.at, text.len},
                                          &version, fault);
    buf_free(&text);
    if (!err) k->listed = true;
    return err;
}

// The day first: one that is listed is there.
enum err diary_keeper_save(struct diary_keeper *k, struct fault *fault) {
    if (!k->changed) return ERR_NONE;
    enum err err = write_lines(k, fault);
    while (!err && k->day_count > DIARY_DAYS) drop_oldest(k);
    if (!err && !k->listed) err = write_days(k, fault);
    if (!err) k->changed = false;
    return err;
}

static void save(struct diary_keeper *k) {
    struct fault fault = {0};
    char text[400];
    if (diary_keeper_save(k, &fault))
        log_warn("run", "a diary is not kept: %s", fault_text(&fault, text, sizeof text));
}

void diary_keeper_add(struct diary_keeper *k, const struct mind_diary_line *lines, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!is_day(text_of(lines[i].day))) continue;
        if (strcmp(lines[i].day, k->day) != 0) save(k), begin_day(k, lines[i].day);
        if (k->line_count == DIARY_DAY_LINES) continue;
        struct kept_line *to = &k->lines[k->line_count++];
        text_copy(text_of(lines[i].time), to->time, sizeof to->time);
        text_copy(text_of(lines[i].words), to->words, sizeof to->words);
        k->last = stamp_of(lines[i].day, lines[i].time);
        if (!k->first.day[0]) k->first = k->last;
        k->changed = true;
    }
}

// ----------------------------------------------------------------------------------------------- lived again

void diary_keeper_pass(struct diary_keeper *k, const struct mind_diary_line *lines, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_day(text_of(lines[i].day))) k->passed = stamp_of(lines[i].day, lines[i].time);
}

// A day without lines is none.
static void drop_day(struct diary_keeper *k, uint32_t at) {
    char name[NAME];
    struct fault fault = {0};
    name_of(k->days[at], name);
    if (store_delete(k->store, name, &fault)) log_warn("run", "a day of a diary stays: %s", fault.said);
    memmove(k->days[at], k->days[at + 1], (k->day_count - at - 1) * sizeof *k->days);
    k->day_count--, k->listed = k->changed = false;
    k->day[0] = 0, k->line_count = 0;
    if (write_days(k, &fault)) log_warn("run", "a day of a diary stays: %s", fault.said);
}

void diary_keeper_back(struct diary_keeper *k) {
    bool none = !k->passed.day[0];
    struct stamp from = none ? k->first : k->passed;
    save(k);
    for (uint32_t at = k->day_count; k->first.day[0] && at-- > 0;) {
        char day[11];
        memcpy(day, k->days[at], sizeof day);
        if (strcmp(day, from.day) < 0 || strcmp(day, k->last.day) > 0) continue;
        begin_day(k, day);
        if (!k->line_count) continue; // it cannot be read: nothing of it is ours
        uint32_t kept = 0;
        for (uint32_t i = 0; i < k->line_count; i++) {
            struct stamp its = stamp_of(day, k->lines[i].time);
            int after = stamp_order(&its, &from);
            if ((after > 0 || (none && after == 0)) && stamp_order(&its, &k->last) <= 0) continue;
            k->lines[kept++] = k->lines[i];
        }
        k->changed = kept != k->line_count;
        k->line_count = kept;
        if (!kept) drop_day(k, at);
        save(k);
    }
    k->last = k->passed;
    if (none) k->first = k->passed;
}

// ------------------------------------------------------------------------------------------------ of a robot

// Whether it is another than the last time.
static bool turn_to(struct diary_keeper *k, const struct robot *robot) {
    bool another = robot != k->robot || robot_tick(robot) < k->tick;
    if (another) k->robot = robot, k->next = 0;
    k->tick = robot_tick(robot);
    return another;
}

void diary_keeper_take(struct diary_keeper *k, const struct robot *robot) {
    struct mind_diary_line lines[PIECE];
    if (turn_to(k, robot)) k->first = k->last = (struct stamp){0};
    for (size_t count; (count = robot_diary(robot, &k->next, lines, PIECE));)
        diary_keeper_add(k, lines, count);
    save(k);
}

void diary_keeper_again(struct diary_keeper *k, const struct robot *robot, bool own) {
    struct mind_diary_line lines[PIECE];
    if (turn_to(k, robot)) {
        k->passed = (struct stamp){0};
        if (!own) k->first = k->last = k->passed;
    }
    for (size_t count; (count = robot_diary(robot, &k->next, lines, PIECE));)
        diary_keeper_pass(k, lines, count);
}

void diary_keeper_turn(struct diary_keeper *k, const struct robot *robot) {
    if (robot != k->robot || robot_tick(robot) - k->tick >= SAVE_TICKS) diary_keeper_take(k, robot);
}

void diary_keeper_close(struct diary_keeper *k) {
    if (!k) return;
    save(k);
    store_close(k->store);
    free(k);
}
