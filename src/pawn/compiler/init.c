// Initial values of variables and arrays, collected in the literals, and the tables of distances by which
// rows are found.
#include "pawn/compiler/compiler_internal.h"

struct rows { // lengths of the last dimension, row by row
    int32_t *at;
    size_t count, room;
};

// Cells of an array with its tables; -1: too large. A last dimension of 0 gives the tables only.
static int64_t array_cells(const int *dim, int dims) {
    int64_t cells = 0;
    for (int i = dims - 1; i >= 0; i--) {
        cells = dim[i] + dim[i] * cells;
        if (cells > CC_ARRAY_MAX) return -1;
    }
    return cells;
}

static void zeros(struct unit *u, int64_t count) {
    while (count-- > 0) cc_literal(u, 0);
}

static void insert_zeros(struct unit *u, size_t at, size_t count) {
    zeros(u, (int64_t)count);
    int32_t *cells = u->literals.at;
    memmove(cells + at + count, cells + at, (u->literals.count - count - at) * sizeof *cells);
    memset(cells + at, 0, count * sizeof *cells);
}

// Each cell of a table holds the distance in bytes from itself to its row.
static void fill_tables(struct unit *u, const struct shape *shape, size_t first, const struct rows *rows) {
    int32_t *cells = u->literals.at + first;
    int64_t start = 0, tables = 1;
    for (int level = 0; level + 1 < shape->dims; level++) {
        tables *= shape->dim[level];
        int64_t next = start + tables;
        bool last = level + 2 == shape->dims;
        int64_t target = next;
        for (int64_t i = 0; i < tables; i++) {
            if ((size_t)(first + (size_t)(start + i)) >= u->literals.count) return; // an error was told
            cells[start + i] = (int32_t)((target - start - i) * CELL);
            bool counted = last && rows && shape->dim[level + 1] == 0;
            target += counted ? ((size_t)i < rows->count ? rows->at[i] : 0) : shape->dim[level + 1];
        }
        start = next;
    }
}

// One value: a constant, or a string as cells. false: neither, which was told.
static bool read_item(struct unit *u, enum kind kind, int *tag, int32_t *value) {
    *value = 0;
    *tag = 0;
    if (cc_match(u, T_STRING)) {
        if (kind == K_VARIABLE) {
            cc_say(u, 6);
            u->literals.count = (size_t)u->token.value + 1;
        }
        return true;
    }
    if (!cc_constant_expression(u, value, tag, NULL)) return false;
    cc_literal(u, *value);
    return true;
}

struct vector {
    size_t first;
    int tag;
    int32_t last, before; // the two latest values, for ...
    bool ellipsis, failed;
};

static size_t vector_count(const struct unit *u, const struct vector *vector) {
    return u->literals.count - vector->first;
}

// What is read for one field may stand in braces of its own.
static void read_field(struct unit *u, struct vector *vector, struct field *field, bool is_enum, size_t first,
                       int *tag) {
    bool braces = field && cc_match(u, '{'), more = false;
    do {
        vector->before = vector->last;
        if (!read_item(u, K_ARRAY, tag, &vector->last)) vector->failed = true;
        if (!braces) break;
        more = cc_match(u, T_ELLIPSIS);
        if (more || !cc_match(u, ',')) break;
    } while (u->reading);
    if (braces) {
        if (!more) cc_need(u, '}');
        if (more) cc_match(u, '}');
    }
    if (is_enum && !field) cc_say(u, 227);
    int wanted = vector->tag;
    if (field) {
        int count = field->tag;
        const struct symbol *symbol = cc_find_const(u, field->name, &count);
        if (count > 1) cc_say(u, 91, field->name->text);
        size_t length = symbol && symbol->length > 0 ? (size_t)symbol->length : 1;
        if (u->literals.count - first > length) cc_say(u, 228);
        int32_t step = more ? vector->last - vector->before : 0;
        if (!more) vector->last = 0;
        while (u->literals.count - first < length) cc_literal(u, vector->last += step);
        wanted = symbol ? symbol->index_tag : 0;
    }
    if (!cc_tags_fit(wanted, *tag, true)) cc_say(u, 213);
}

static void read_braces(struct unit *u, struct vector *vector, const struct shape *shape) {
    struct field *field = shape->fields;
    do {
        int tag;
        size_t first = u->literals.count; // before a string is read ahead
        if (cc_peek(u) == '}') break;
        vector->ellipsis = cc_match(u, T_ELLIPSIS);
        if (vector->ellipsis) break;
        read_field(u, vector, field, shape->is_enum, first, &tag);
        if (field) field = field->next;
    } while (cc_match(u, ',') && u->reading);
    cc_need(u, '}');
}

static void go_on(struct unit *u, struct vector *vector, int32_t size) {
    size_t count = vector_count(u, vector);
    int32_t step = count == 1 ? 0 : vector->last - vector->before;
    if (size == 0 || count == 0)
        cc_say(u, 41);
    else if (count == (size_t)size)
        cc_say(u, 18);
    while (count && vector_count(u, vector) < (size_t)size) {
        vector->last = (int32_t)((uint32_t)vector->last + (uint32_t)step);
        cc_literal(u, vector->last);
    }
}

// One row. Its length, which is `size` if that is not 0.
static int32_t read_vector(struct unit *u, int tag, int32_t size, bool fill, const struct shape *shape,
                           bool *failed) {
    struct vector vector = {.first = u->literals.count, .tag = tag};
    if (cc_match(u, '{')) {
        read_braces(u, &vector, shape);
    } else {
        int found;
        if (!read_item(u, K_ARRAY, &found, &vector.last)) vector.failed = true;
        if (!cc_tags_fit(tag, found, true)) cc_say(u, 213);
    }
    if (vector.failed && failed) *failed = true;
    if (vector.ellipsis) go_on(u, &vector, size);
    if (fill && size > 0)
        while (vector_count(u, &vector) < (size_t)size) cc_literal(u, 0);
    size_t count = vector_count(u, &vector);
    if (size == 0) return (int32_t)count;
    if (count > (size_t)size) {
        cc_say(u, 18);
        u->literals.count = vector.first + (size_t)size;
    }
    return size;
}

struct nest {
    struct shape *shape;
    size_t first;
    int tag, counted[CC_DIMENSIONS];
    struct rows rows;
    size_t missing; // cells of tables for rows that nobody counted before
    bool failed;
};

static void note_row(struct unit *u, struct rows *rows, int32_t length) {
    CC_ROOM(u, rows->at, rows->count, rows->room);
    rows->at[rows->count++] = length;
}

static void read_rows(struct unit *u, struct nest *nest, int level) {
    struct shape *shape = nest->shape;
    int count = 0;
    if (level >= CC_DIMENSIONS - 1) return; // no shape has so many dimensions
    cc_need(u, '{');
    do {
        if (shape->dim[level] == 0) {
            nest->missing++; // the table grows, but only once, at the end
        } else if (count >= shape->dim[level]) {
            cc_say(u, 18);
            break;
        }
        if (level + 2 < shape->dims)
            read_rows(u, nest, level + 1);
        else
            note_row(u, &nest->rows,
                     read_vector(u, nest->tag, shape->dim[level + 1], true, shape, &nest->failed));
        count++;
    } while (!nest->failed && cc_match(u, ',') && u->reading);
    cc_need(u, '}');
    if (nest->counted[level] > 0 && count != nest->counted[level])
        cc_say(u, count < nest->counted[level] ? 52 : 18);
    nest->counted[level] = count;
}

// If all rows came out equally long, that is the dimension.
static void settle_last(struct shape *shape, const struct rows *rows) {
    if (!rows->count) return;
    for (size_t i = 1; i < rows->count; i++)
        if (rows->at[i] != rows->at[0]) return;
    shape->dim[shape->dims - 1] = rows->at[0];
}

static int32_t read_nested(struct unit *u, int tag, struct shape *shape, size_t first) {
    struct nest nest = {.shape = shape, .first = first, .tag = tag};
    bool known = shape->dim[shape->dims - 1] != 0, wrong = false;
    int64_t size = known ? array_cells(shape->dim, shape->dims) : 0,
            tables = array_cells(shape->dim, shape->dims - 1);
    if (size < 0 || tables < 0) return cc_say(u, 9);
    zeros(u, tables);
    read_rows(u, &nest, 0);
    if (nest.missing) insert_zeros(u, first, nest.missing);
    struct shape with_rows = *shape;
    for (int i = 0; i + 1 < shape->dims; i++) {
        if (shape->dim[i] == 0) {
            shape->dim[i] = nest.counted[i];
        } else if (nest.counted[i] != shape->dim[i]) {
            cc_say(u, nest.counted[i] < shape->dim[i] ? 52 : 18);
            wrong = true;
        }
        with_rows.dim[i] = shape->dim[i];
    }
    if (!known && !nest.failed) settle_last(shape, &nest.rows);
    if (!wrong) fill_tables(u, &with_rows, first, &nest.rows);
    int64_t read = (int64_t)(u->literals.count - first);
    return (int32_t)(size > 0 && known && size >= read ? size : read);
}

// Without = the array is zero, but its tables are not.
static int32_t read_nothing(struct unit *u, enum kind kind, struct shape *shape, size_t first) {
    if (kind != K_ARRAY) return 1;
    bool known = shape->dim[shape->dims - 1] != 0;
    if (!known) cc_say(u, 9);
    int64_t size = array_cells(shape->dim, shape->dims), tables = array_cells(shape->dim, shape->dims - 1);
    bool empty = false;
    for (int i = 0; i + 1 < shape->dims; i++) empty = empty || shape->dim[i] == 0;
    if (size < 0 || tables < 0 || empty) {
        if (known) cc_say(u, 9);
        return size < 0
                   ? 1
                   : 0; // what is too large is declared all the same, so that its uses raise no more errors
    }
    if (shape->dims < 2) return (int32_t)size;
    zeros(u, tables);
    if (known) fill_tables(u, shape, first, NULL);
    return (int32_t)size;
}

int32_t cc_initial(struct unit *u, enum kind kind, int tag, struct shape *shape) {
    size_t first = u->literals.count;
    if (!cc_match(u, '=')) return read_nothing(u, kind, shape, first);
    if (kind == K_VARIABLE) {
        int found;
        int32_t value;
        read_item(u, kind, &found, &value);
        if (!cc_tags_fit(tag, found, true)) cc_say(u, 213);
        return 1;
    }
    if (shape->dims > 1) return read_nested(u, tag, shape, first);
    int32_t size = read_vector(u, tag, shape->dim[0], false, shape, NULL);
    return size ? size : (int32_t)(u->literals.count - first);
}
