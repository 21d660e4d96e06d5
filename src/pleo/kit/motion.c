#include "pleo/kit/motion.h"

#include "pleo/kit/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A column's two letters, and the joint's, in the order in which the maker's tool lists them.
static const char COLUMNS[][2][3] = {
    {"NH", "HN"}, {"TO", "TS"}, {"LE", "LE"}, {"RS", "RS"}, {"TV", "VT"}, {"LK", "LK"},
    {"LH", "LH"}, {"HD", "HD"}, {"RE", "RE"}, {"LS", "LS"}, {"TH", "HT"}, {"SD", "SD"},
    {"RH", "RH"}, {"NV", "VN"}, {"RK", "RK"}, {"EY", "EY"}, {"JW", "JW"}, {"TR", "TR"},
};
enum { KNOWN = sizeof COLUMNS / sizeof *COLUMNS, CELLS = 32, TIME = KNOWN, FRAME, IGNORED };

static uint16_t joint_of(size_t column) { return UMF_JOINT(COLUMNS[column][1][0], COLUMNS[column][1][1]); }

struct table {
    const char *file;
    struct fault *fault;
    struct csv csv;
    unsigned rate;
    bool used[KNOWN], says_used;
    unsigned meaning[CELLS]; // of each cell: a row of COLUMNS, TIME, FRAME or IGNORED
    size_t cells;
    bool has[KNOWN];
    size_t rows;
    double *time_s;
    float *angle[KNOWN]; // a row each; of SD the id, or 0
};

static enum err wrong(const struct table *t, unsigned column, enum err err, const char *said,
                      struct text about) {
    char shown[96];
    return fault_at(t->fault, err, t->file, t->csv.number, column, "%s%s%s", said, about.len ? " " : "",
                    text_shown(about, shown, sizeof shown));
}

static size_t column_called(struct text name) {
    for (size_t i = 0; i < KNOWN; i++)
        if (text_same_nocase(name, text_of(COLUMNS[i][0]))) return i;
    return KNOWN;
}

// ---- the head

static enum err take_used(struct table *t, struct text list) {
    struct text piece;
    while (text_split(&list, '-', &piece)) {
        piece = text_trim(piece);
        if (!piece.len) continue;
        size_t column = column_called(piece);
        if (column == KNOWN) return wrong(t, 0, ERR_UNKNOWN, "used: no joint is called", piece);
        t->used[column] = t->says_used = true;
    }
    return ERR_NONE;
}

static enum err take_setting(struct table *t, struct text line) {
    struct text value = line, key;
    text_split(&value, '=', &key);
    double number;
    if (text_same_nocase(text_trim(key), TEXT("used"))) return take_used(t, value);
    if (text_same_nocase(text_trim(key), TEXT("type")))
        return text_starts(text_trim(value), "deg")
                   ? ERR_NONE
                   : wrong(t, 0, ERR_UNSUPPORTED, "type: expected degree, found", text_trim(value));
    if (!text_same_nocase(text_trim(key), TEXT("rate")))
        return ERR_NONE; // frames and duration: rows are counted
    if (text_to_f64(text_trim(value), &number) || number < 4 || number > 1000)
        return wrong(t, 0, ERR_RANGE, "rate: expected 4 to 1000 frames a second, found", text_trim(value));
    t->rate = (unsigned)number;
    return ERR_NONE;
}

static enum err read_names(struct table *t) {
    struct text cell;
    bool has_time = false;
    for (t->cells = 0; csv_cell(&t->csv, &cell); t->cells++) {
        if (t->cells == CELLS) return wrong(t, 0, ERR_LIMIT, "more than 32 columns", (struct text){0});
        size_t column = column_called(cell);
        unsigned *meaning = &t->meaning[t->cells];
        if (!cell.len)
            *meaning = IGNORED;
        else if (text_same_nocase(cell, TEXT("Time")))
            *meaning = TIME, has_time = true;
        else if (text_same_nocase(cell, TEXT("Frame")))
            *meaning = FRAME;
        else if (column == KNOWN)
            return wrong(t, (unsigned)t->cells + 1, ERR_UNKNOWN, "no joint is called", cell);
        else if (t->has[column])
            return wrong(t, (unsigned)t->cells + 1, ERR_DUPLICATE, "a second column", cell);
        else
            *meaning = (unsigned)column, t->has[column] = true;
    }
    return has_time ? ERR_NONE : wrong(t, 0, ERR_MISSING, "no column is called Time", (struct text){0});
}

static enum err read_head(struct table *t) {
    struct text cell;
    bool body = false;
    while (csv_line(&t->csv)) {
        struct csv line = t->csv;
        if (!csv_cell(&line, &cell) || !cell.len || text_same_nocase(cell, TEXT("Header"))) continue;
        if (text_same_nocase(cell, TEXT("Body"))) {
            body = true;
            continue;
        }
        if (memchr(cell.at, '=', cell.len) && !body) {
            enum err err = take_setting(t, cell);
            if (err) return err;
            continue;
        }
        return read_names(t);
    }
    return wrong(t, 0, ERR_MISSING, "expected a line with the names of the columns", (struct text){0});
}

// ---- the rows

static enum err take_sound(struct table *t, const struct motion_sounds *sounds, unsigned column,
                           struct text cell, float *out) {
    double number;
    unsigned id;
    if (!text_to_f64(cell, &number)) {
        if (number != floor(number) || number < 0 || number > 0x3fff)
            return wrong(t, column, ERR_RANGE, "expected the number of a sound or command, found", cell);
        *out = (float)number;
        return ERR_NONE;
    }
    if (!sounds || !sounds->id || !sounds->id(sounds->user, cell, &id))
        return wrong(t, column, ERR_UNKNOWN, "no sound or command of the project is called", cell);
    *out = (float)id;
    return ERR_NONE;
}

static enum err take_cell(struct table *t, const struct motion_sounds *sounds, size_t index,
                          struct text cell) {
    unsigned meaning = t->meaning[index], column = (unsigned)index + 1;
    if (meaning == IGNORED || meaning == FRAME) return ERR_NONE;
    if (meaning < KNOWN && joint_of(meaning) == UMF_TRANSITION) return ERR_NONE;
    if (!cell.len && meaning != TIME) return ERR_NONE;
    if (meaning < KNOWN && joint_of(meaning) == UMF_SOUND)
        return take_sound(t, sounds, column, cell, &t->angle[meaning][t->rows]);
    double number;
    if (text_to_f64(cell, &number)) return wrong(t, column, ERR_SYNTAX, "expected a number, found", cell);
    if (meaning == TIME) {
        if (t->rows && number <= t->time_s[t->rows - 1])
            return wrong(t, column, ERR_RANGE, "expected a later time than in the row above, found", cell);
        t->time_s[t->rows] = number;
    } else {
        if (fabs(number) > 360)
            return wrong(t, column, ERR_RANGE, "expected -360 to 360 degrees, found", cell);
        t->angle[meaning][t->rows] = (float)number;
    }
    return ERR_NONE;
}

static enum err read_rows(struct table *t, const struct motion_sounds *sounds, size_t room) {
    while (csv_line(&t->csv)) {
        struct text cell, line = text_trim(t->csv.line);
        size_t index = 0;
        bool filled = false;
        for (size_t i = 0; i < line.len; i++) filled |= line.at[i] != ',';
        if (!filled) continue;
        if (t->rows == MOTION_ROWS_MAX || t->rows == room)
            return wrong(t, 0, ERR_LIMIT, "more than 65535 rows", (struct text){0});
        for (; csv_cell(&t->csv, &cell); index++) {
            if (index >= t->cells && cell.len)
                return wrong(t, (unsigned)index + 1, ERR_SYNTAX, "a cell without a column:", cell);
            enum err err = index < t->cells ? take_cell(t, sounds, index, cell) : ERR_NONE;
            if (err) return err;
        }
        if (index < t->cells)
            for (size_t i = index; i < t->cells; i++)
                if (t->meaning[i] != IGNORED)
                    return wrong(t, (unsigned)i + 1, ERR_MISSING, "the row ends before its last column",
                                 (struct text){0});
        t->rows++;
    }
    return t->rows ? ERR_NONE : wrong(t, 0, ERR_MISSING, "expected rows after the names", (struct text){0});
}

static size_t count_lines(struct text rest) {
    size_t lines = 1;
    for (size_t i = 0; i < rest.len; i++) lines += rest.at[i] == '\n' || rest.at[i] == '\r';
    return lines < MOTION_ROWS_MAX ? lines : MOTION_ROWS_MAX;
}

static enum err read_table(struct table *t, const struct motion_sounds *sounds, struct arena *arena) {
    enum err err = read_head(t);
    if (err) return err;
    size_t room = count_lines(t->csv.rest);
    t->time_s = arena_array(arena, double, room);
    bool short_of_memory = !t->time_s;
    for (size_t i = 0; i < KNOWN; i++)
        if (t->has[i]) short_of_memory |= !(t->angle[i] = arena_array(arena, float, room));
    if (short_of_memory) return fault_set(t->fault, ERR_MEMORY, "no memory for %zu rows", room);
    return read_rows(t, sounds, room);
}

// ---- vectors

struct line { // the last frame of a vector that begins at a row
    size_t goal;
};

// A straight line from row `from` to a later row keeps close to every row between if its slope lies in the
// cone that all of them leave open. One pass narrows the cone and remembers the last row within it.
static struct line longest(const double *time_s, const float *angle, size_t from, size_t rows) {
    double low = -HUGE_VAL, high = HUGE_VAL;
    struct line best = {from + 1};
    for (size_t i = from + 1; i < rows && i - from <= MOTION_VECTOR_FRAMES && low <= high; i++) {
        double span = time_s[i] - time_s[from], rise = (double)angle[i] - (double)angle[from];
        if (rise / span >= low && rise / span <= high) best.goal = i;
        low = fmax(low, (rise - MOTION_STRAIGHT_DEG) / span);
        high = fmin(high, (rise + MOTION_STRAIGHT_DEG) / span);
    }
    return best;
}

static int16_t cut(double v) { return (int16_t)(v < -32768 ? -32768 : v > 32767 ? 32767 : v); }

static enum err add(struct umf *out, size_t room, const struct umf_vector *vector, struct fault *fault) {
    if (out->count == room) return fault_set(fault, ERR_LIMIT, "motion: more than %zu vectors", room);
    out->vectors[out->count++] = *vector;
    return ERR_NONE;
}

static enum err add_joint(const struct table *t, size_t column, struct umf *out, size_t room) {
    const float *angle = t->angle[column];
    uint16_t joint = joint_of(column);
    // A table of one row asks for one place, at once.
    if (t->rows == 1)
        return add(out, room, &(struct umf_vector){joint, 0, 0, 0, cut((double)angle[0])}, t->fault);
    for (size_t from = 0; from + 1 < t->rows;) {
        size_t goal = longest(t->time_s, angle, from, t->rows).goal;
        double speed = ((double)angle[goal] - (double)angle[from]) / (t->time_s[goal] - t->time_s[from]);
        struct umf_vector vector = {joint, (uint16_t)(from ? from + 1 : 0), (uint16_t)goal, cut(speed),
                                    cut((double)angle[goal])};
        enum err err = add(out, room, &vector, t->fault);
        if (err) return err;
        from = goal;
    }
    return ERR_NONE;
}

static enum err add_sounds(const struct table *t, size_t column, struct umf *out, size_t room) {
    for (size_t row = 0; row < t->rows; row++) {
        if (t->angle[column][row] == 0) continue;
        struct umf_vector vector = {UMF_SOUND, (uint16_t)row, 0, 0, cut((double)t->angle[column][row])};
        enum err err = add(out, room, &vector, t->fault);
        if (err) return err;
    }
    return ERR_NONE;
}

struct order {
    struct umf_vector vector;
    size_t place; // so that equal starts keep their order
};

static int by_start(const void *a, const void *b) {
    const struct order *p = a, *q = b;
    if (p->vector.start != q->vector.start) return p->vector.start < q->vector.start ? -1 : 1;
    return p->place < q->place ? -1 : p->place > q->place;
}

static enum err sort_vectors(struct umf *out, struct arena *arena, struct fault *fault) {
    struct order *sorted = arena_array(arena, struct order, out->count);
    if (!sorted) return fault_set(fault, ERR_MEMORY, "no memory for %zu vectors", out->count);
    for (size_t i = 0; i < out->count; i++) sorted[i] = (struct order){out->vectors[i], i};
    qsort(sorted, out->count, sizeof *sorted, by_start);
    for (size_t i = 0; i < out->count; i++) out->vectors[i] = sorted[i].vector;
    return ERR_NONE;
}

static unsigned mean_vector(const struct umf *motion) {
    size_t frames = 0, count = 0;
    for (size_t i = 0; i < motion->count; i++) {
        if (motion->vectors[i].joint == UMF_SOUND) continue;
        frames += (size_t)(motion->vectors[i].goal - motion->vectors[i].start) + 1, count++;
    }
    return count ? (unsigned)((frames + count / 2) / count) : 0;
}

static bool counts(const struct table *t, size_t column) {
    uint16_t joint = joint_of(column);
    if (!t->has[column] || joint == UMF_TRANSITION) return false;
    return !t->says_used || t->used[column] || joint == UMF_SOUND;
}

enum err motion_from_csv(struct text csv, const char *file, const char *name,
                         const struct motion_sounds *sounds, struct arena *arena, struct umf *out,
                         struct motion_size *size, struct fault *fault) {
    *out = (struct umf){0};
    if (csv.len > MOTION_CSV_MAX)
        return fault_at(fault, ERR_LIMIT, file, 0, 0, "more than %d MiB", MOTION_CSV_MAX >> 20);
    struct table table = {.file = file, .fault = fault, .csv = {.rest = csv}, .rate = 30};
    enum err err = read_table(&table, sounds, arena);
    if (err) return err;
    size_t room = 0;
    for (size_t i = 0; i < KNOWN; i++) room += counts(&table, i) ? table.rows : 0;
    text_copy(text_of(name), out->name, sizeof out->name);
    out->timebase_ms = 1000 / table.rate;
    out->end = (unsigned)table.rows;
    out->vectors = arena_array(arena, struct umf_vector, room);
    if (!out->vectors) return fault_set(fault, ERR_MEMORY, "no memory for %zu vectors", room);
    for (size_t i = 0; i < KNOWN && !err; i++) {
        if (!counts(&table, i)) continue;
        size_t before = out->count;
        bool sound = joint_of(i) == UMF_SOUND;
        err = sound ? add_sounds(&table, i, out, room) : add_joint(&table, i, out, room);
        // A motion without a sound does not list its channel.
        if (!sound || out->count > before) out->joints[out->joint_count++] = joint_of(i);
    }
    if (!err) err = sort_vectors(out, arena, fault);
    *size = (struct motion_size){table.rows, mean_vector(out)};
    return err;
}
