#include "pleo/kit/command.h"

#include "pleo/kit/csv.h"

#include <string.h>

enum { COLUMNS_MAX = 64, ENTRIES_MAX = 4096 };

struct table {
    const char *file;
    struct fault *fault;
    struct csv csv;
    const struct command_names *names;
    uint16_t property[COLUMNS_MAX];
    unsigned columns;
};

static enum err wrong(const struct table *t, unsigned column, enum err err, const char *said,
                      struct text about) {
    char shown[96];
    return fault_at(t->fault, err, t->file, t->csv.number, column, "%s%s%s", said, about.len ? " " : "",
                    text_shown(about, shown, sizeof shown));
}

static bool property_called(const struct table *t, struct text name, int32_t *id) {
    char whole[96];
    snprintf(whole, sizeof whole, "property_%.*s", (int)(name.len < 64 ? name.len : 64), name.at);
    return t->names->constant && t->names->constant(t->names->user, text_of(whole), id);
}

// Sounds and motions need no include: these two numbers are the format's.
static bool column_called(const struct table *t, struct text name, int32_t *id) {
    if (text_is(name, "motion")) return *id = UCF_MOTION, true;
    if (text_is(name, "sound")) return *id = UCF_SOUND, true;
    return property_called(t, name, id);
}

static enum err read_names(struct table *t) {
    struct text cell;
    if (!csv_line(&t->csv))
        return wrong(t, 0, ERR_MISSING, "expected a row with names of properties", (struct text){0});
    while (csv_cell(&t->csv, &cell)) {
        int64_t number;
        int32_t id;
        if (!cell.len) continue; // blank cells at the end of a row
        if (t->columns == COLUMNS_MAX)
            return wrong(t, 0, ERR_LIMIT, "more than 64 columns", (struct text){0});
        if (!text_to_i64(cell, &number))
            id = number < 0 || number > 0xffff ? -1 : (int32_t)number;
        else if (!column_called(t, cell, &id))
            return wrong(t, t->columns + 1, ERR_UNKNOWN, "no property is called", cell);
        if (id < 0 || id > 0xffff)
            return wrong(t, t->columns + 1, ERR_RANGE, "not the number of a property:", cell);
        t->property[t->columns++] = (uint16_t)id;
    }
    return t->columns ? ERR_NONE : wrong(t, 0, ERR_MISSING, "expected names of properties", (struct text){0});
}

static enum err read_field(const struct table *t, unsigned column, struct text cell, struct ucf_field *out) {
    uint16_t property = t->property[column];
    bool resource = property == UCF_MOTION || property == UCF_SOUND;
    *out = (struct ucf_field){0};
    if (!cell.len || text_is(cell, "none")) return ERR_NONE;
    struct text value = cell;
    unsigned match = text_starts(cell, ">") ? UCF_MIN : text_starts(cell, "<") ? UCF_MAX : UCF_VALUE;
    if (match != UCF_VALUE) value = text_trim((struct text){cell.at + 1, cell.len - 1});
    int64_t number;
    int32_t constant;
    unsigned id;
    if (!text_to_i64(value, &number))
        ;
    else if (resource && t->names->resource &&
             t->names->resource(t->names->user, property == UCF_MOTION, value, &id))
        number = id;
    else if (!resource && t->names->constant && t->names->constant(t->names->user, value, &constant))
        number = constant;
    else
        return wrong(t, column + 1, ERR_UNKNOWN,
                     resource ? property == UCF_MOTION ? "no motion of the project is called"
                                                       : "no sound of the project is called"
                              : "no constant is called",
                     value);
    if (number < -32768 || number > 0xffff)
        return wrong(t, column + 1, ERR_RANGE, "expected a number of 16 bits, found", value);
    *out = (struct ucf_field){property, (uint16_t)match, (uint16_t)number};
    return ERR_NONE;
}

static enum err read_entry(struct table *t, struct ucf *out) {
    struct text cell;
    unsigned column = 0;
    while (csv_cell(&t->csv, &cell)) {
        if (column >= t->columns) {
            if (cell.len) return wrong(t, column + 1, ERR_RANGE, "a field without a property:", cell);
            continue;
        }
        enum err err = read_field(t, column, cell, &out->fields[(size_t)out->entries * t->columns + column]);
        if (err) return err;
        column++;
    }
    out->entries++;
    return ERR_NONE;
}

enum err command_from_csv(struct text csv, const char *file, const char *name,
                          const struct command_names *names, struct arena *arena, struct ucf *out,
                          struct fault *fault) {
    *out = (struct ucf){0};
    if (csv.len > COMMAND_CSV_MAX)
        return fault_at(fault, ERR_LIMIT, file, 0, 0, "more than %d MiB", COMMAND_CSV_MAX >> 20);
    struct table table = {.file = file, .fault = fault, .csv = {.rest = csv}, .names = names};
    enum err err = read_names(&table);
    if (err) return err;
    size_t room = 0;
    for (struct csv count = table.csv; csv_line(&count);) room++;
    if (room > ENTRIES_MAX) return wrong(&table, 0, ERR_LIMIT, "more than 4096 entries", (struct text){0});
    out->fields = arena_array(arena, struct ucf_field, room * table.columns);
    if (!out->fields) return fault_set(fault, ERR_MEMORY, "no memory for %zu entries", room);
    text_copy(text_of(name), out->name, sizeof out->name);
    out->columns = table.columns;
    while (csv_line(&table.csv)) {
        if (!text_trim(table.csv.line).len) continue;
        if ((err = read_entry(&table, out))) return err;
    }
    return ERR_NONE;
}

// ---- back

// The property of a column: an entry that asks nothing there does not tell it.
static unsigned property_of(const struct ucf *command, unsigned column) {
    for (unsigned i = 0; i < command->entries; i++) {
        const struct ucf_field *field = ucf_field(command, i, column);
        if (field->match != UCF_NONE) return field->property;
    }
    return 0;
}

static void write_property(unsigned property, const struct command_names *names, struct buf *out) {
    const char *name = property == UCF_MOTION  ? "motion"
                       : property == UCF_SOUND ? "sound"
                       : names->constant_name
                           ? names->constant_name(names->user, "property_", (int32_t)property)
                           : NULL;
    if (!name)
        buf_printf(out, "%u", property);
    else
        buf_text(out, text_starts(text_of(name), "property_") ? name + strlen("property_") : name);
}

static void write_field(const struct ucf_field *field, const struct command_names *names, struct buf *out) {
    if (field->match == UCF_NONE) {
        buf_text(out, "none");
        return;
    }
    bool resource = field->property == UCF_MOTION || field->property == UCF_SOUND;
    const char *name =
        resource && names->resource_name ? names->resource_name(names->user, field->value) : NULL;
    buf_text(out, field->match == UCF_MIN ? ">" : field->match == UCF_MAX ? "<" : "");
    if (name)
        buf_text(out, name);
    else
        buf_printf(out, "%u", field->value);
}

void command_to_csv(const struct ucf *command, const struct command_names *names, struct buf *out) {
    for (unsigned i = 0; i < command->columns; i++) {
        if (i) buf_text(out, ",");
        write_property(property_of(command, i), names, out);
    }
    buf_text(out, "\r\n");
    for (unsigned e = 0; e < command->entries && !out->err; e++) {
        for (unsigned i = 0; i < command->columns; i++) {
            if (i) buf_text(out, ",");
            write_field(ucf_field(command, e, i), names, out);
        }
        buf_text(out, "\r\n");
    }
}
