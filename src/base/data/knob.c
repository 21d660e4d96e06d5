#include "base/data/knob.h"
#include "base/plural.h"

#include <math.h>
#include <string.h>

enum { PHRASE = 200 };

union number { // what a field holds that is no text
    bool truth;
    int32_t i32;
    uint32_t u32;
    uint64_t u64;
    float f32;
    double f64;
};

static void *field(const struct knob *knob, void *config) { return (char *)config + knob->offset; }
static const void *field_in(const struct knob *knob, const void *config) {
    return (const char *)config + knob->offset;
}
static bool bounded(const struct knob *knob) { return knob->low != 0 || knob->high != 0; }

// ---- from text to field ----

// A float's bounds may be written as floats or as doubles, and 0.1f is a little more than 0.1: so floats are
// compared as floats.
static enum err in_range(const struct knob *knob, double number) {
    if (!bounded(knob)) return ERR_NONE;
    bool in = knob->type == KNOB_TYPE_F32
                  ? (float)number >= (float)knob->low && (float)number <= (float)knob->high
                  : number >= knob->low && number <= knob->high;
    return in ? ERR_NONE : ERR_RANGE;
}

static enum err to_bool(struct text written, void *to) {
    static const char *const YES[] = {"true", "on", "yes", "1"}, *const NO[] = {"false", "off", "no", "0"};
    for (size_t i = 0; i < 4; i++) {
        if (!text_is(written, YES[i]) && !text_is(written, NO[i])) continue;
        bool is = text_is(written, YES[i]);
        if (to) memcpy(to, &is, sizeof is);
        return ERR_NONE;
    }
    return ERR_TYPE;
}

// A whole number that is spelled 1e3 or 5.0.
static enum err roundabout(struct text written, double low, double high, double *out) {
    enum err err = text_to_f64(written, out);
    if (err) return err;
    if (*out != floor(*out)) return ERR_TYPE;
    return *out < low || *out > high ? ERR_RANGE : ERR_NONE;
}

static enum err to_signed(const struct knob *knob, struct text written, void *to) {
    int64_t number;
    double spelled;
    enum err err = text_to_i64(written, &number);
    if (err == ERR_SYNTAX && !(err = roundabout(written, INT32_MIN, INT32_MAX, &spelled)))
        number = (int64_t)spelled;
    if (!err && (number < INT32_MIN || number > INT32_MAX)) err = ERR_RANGE;
    if (!err) err = in_range(knob, (double)number);
    int32_t narrow = err ? 0 : (int32_t)number;
    if (!err && to) memcpy(to, &narrow, sizeof narrow);
    return err;
}

static enum err to_unsigned(const struct knob *knob, struct text written, void *to) {
    uint64_t number;
    double spelled;
    enum err err = text_to_u64(written, &number);
    if (err == ERR_SYNTAX && !(err = roundabout(written, 0, 0x1p53, &spelled))) number = (uint64_t)spelled;
    if (!err && knob->type == KNOB_TYPE_U32 && number > UINT32_MAX) err = ERR_RANGE;
    if (!err) err = in_range(knob, (double)number);
    if (err || !to) return err;
    uint32_t narrow = (uint32_t)number;
    if (knob->type == KNOB_TYPE_U32)
        memcpy(to, &narrow, sizeof narrow);
    else
        memcpy(to, &number, sizeof number);
    return ERR_NONE;
}

static enum err to_real(const struct knob *knob, struct text written, void *to) {
    double number;
    float narrow = 0;
    enum err err = text_to_f64(written, &number);
    if (!err) err = in_range(knob, number);
    if (!err && knob->type == KNOB_TYPE_F32) err = text_to_f32(written, &narrow);
    if (err || !to) return err;
    if (knob->type == KNOB_TYPE_F32)
        memcpy(to, &narrow, sizeof narrow);
    else
        memcpy(to, &number, sizeof number);
    return ERR_NONE;
}

static enum err to_choice(const struct knob *knob, struct text written, void *to) {
    for (int32_t i = 0; knob->choices[i]; i++) {
        if (!text_is(written, knob->choices[i])) continue;
        if (to) memcpy(to, &i, sizeof i);
        return ERR_NONE;
    }
    return ERR_UNKNOWN;
}

static enum err to_text(const struct knob *knob, struct text written, void *to) {
    if (written.len >= knob->size) return ERR_LIMIT;
    if (!utf8_valid(written) || (written.len && memchr(written.at, 0, written.len))) return ERR_SYNTAX;
    if (!to) return ERR_NONE;
    memset(to, 0, knob->size); // the same text is the same bytes
    if (written.len) memcpy(to, written.at, written.len);
    return ERR_NONE;
}

// to NULL: only whether it could be.
static enum err convert(const struct knob *knob, struct text written, void *to) {
    switch (knob->type) {
    case KNOB_TYPE_BOOL:
        return to_bool(written, to);
    case KNOB_TYPE_I32:
        return to_signed(knob, written, to);
    case KNOB_TYPE_U32:
    case KNOB_TYPE_U64:
        return to_unsigned(knob, written, to);
    case KNOB_TYPE_F32:
    case KNOB_TYPE_F64:
        return to_real(knob, written, to);
    case KNOB_TYPE_ENUM:
        return to_choice(knob, written, to);
    case KNOB_TYPE_TEXT:
        return to_text(knob, written, to);
    case KNOB_TYPE_OWN:
        break;
    }
    return ERR_TYPE;
}

// ---- words ----

static const char *kind_of(const struct knob *knob) {
    static const char *const KINDS[] = {"true or false", "a whole number", "a whole number", "a whole number",
                                        "a number",      "a number",       "one of",         "a text"};
    if (knob->type == KNOB_TYPE_OWN) return knob->kind->says;
    return (unsigned)knob->type < sizeof KINDS / sizeof *KINDS ? KINDS[knob->type] : "nothing known";
}

static bool is_number(const struct knob *knob) {
    return knob->type >= KNOB_TYPE_I32 && knob->type <= KNOB_TYPE_F64;
}
static bool is_whole(const struct knob *knob) {
    return knob->type >= KNOB_TYPE_I32 && knob->type <= KNOB_TYPE_U64;
}

static const char *choices_of(const struct knob *knob, char out[PHRASE]) {
    size_t len = 0;
    out[0] = 0;
    for (size_t i = 0; knob->choices[i] && len < PHRASE; i++)
        len += (size_t)snprintf(out + len, PHRASE - len, "%s%s", i ? ", " : "", knob->choices[i]);
    return out;
}

static void bound_text(const struct knob *knob, double bound, char out[NUMBER_ROOM]) {
    if (knob->type == KNOB_TYPE_U64 && bound >= 0x1p64)
        u64_to_text(UINT64_MAX, out);
    else if (knob->type == KNOB_TYPE_F32)
        f32_to_text((float)bound, out);
    else
        f64_to_text(bound, out);
}

// "0 to 2", or "" when anything of the type will do.
static const char *range_of(const struct knob *knob, char out[2 * NUMBER_ROOM + 8]) {
    char low[NUMBER_ROOM], high[NUMBER_ROOM];
    out[0] = 0;
    if (!is_number(knob) || !bounded(knob)) return out;
    bound_text(knob, knob->low, low);
    bound_text(knob, knob->high, high);
    snprintf(out, 2 * NUMBER_ROOM + 8, "%s to %s", low, high);
    return out;
}

static const char *expected(const struct knob *knob, char out[PHRASE + 40]) {
    char range[2 * NUMBER_ROOM + 8], choices[PHRASE];
    const char *unit = knob->unit ? knob->unit : "";
    if (knob->type == KNOB_TYPE_ENUM)
        snprintf(out, PHRASE + 40, "one of %s", choices_of(knob, choices));
    else if (knob->type == KNOB_TYPE_TEXT)
        snprintf(out, PHRASE + 40, "a text of at most %s", PLURAL(knob->size - 1, "byte"));
    else if (!*range_of(knob, range))
        snprintf(out, PHRASE + 40, "%s%s%s", kind_of(knob), *unit ? " in " : "", unit);
    else
        snprintf(out, PHRASE + 40, "%s from %s%s%s", kind_of(knob), range, *unit ? " " : "", unit);
    return out;
}

static size_t value_text(const struct knob *knob, const void *config, char *out, size_t size) {
    const void *from = field_in(knob, config);
    char number[NUMBER_ROOM] = "";
    union number is = {0};
    if (knob->type < KNOB_TYPE_TEXT) memcpy(&is, from, knob->size < sizeof is ? knob->size : sizeof is);
    switch (knob->type) {
    case KNOB_TYPE_BOOL:
        strcpy(number, is.truth ? "true" : "false");
        break;
    case KNOB_TYPE_I32:
        i64_to_text(is.i32, number);
        break;
    case KNOB_TYPE_U32:
        u64_to_text(is.u32, number);
        break;
    case KNOB_TYPE_U64:
        u64_to_text(is.u64, number);
        break;
    case KNOB_TYPE_F32:
        f32_to_text(is.f32, number);
        break;
    case KNOB_TYPE_F64:
        f64_to_text(is.f64, number);
        break;
    case KNOB_TYPE_ENUM: {
        int32_t count = 0;
        while (knob->choices[count]) count++;
        return text_copy(text_of(is.i32 >= 0 && is.i32 < count ? knob->choices[is.i32] : "?"), out, size);
    }
    case KNOB_TYPE_TEXT:
        return text_copy((struct text){from, strnlen(from, knob->size)}, out, size);
    case KNOB_TYPE_OWN:
        return text_copy(text_of(knob->kind->says), out, size);
    }
    return text_copy(text_of(number), out, size);
}

// ---- one config ----

static void set_initial(const struct knob *knob, void *config) {
    void *to = field(knob, config);
    union number is = {0};
    switch (knob->type) {
    case KNOB_TYPE_BOOL:
        is.truth = knob->initial != 0;
        break;
    case KNOB_TYPE_I32:
        is.i32 = (int32_t)knob->initial;
        break;
    case KNOB_TYPE_U32:
        is.u32 = (uint32_t)knob->initial;
        break;
    case KNOB_TYPE_U64:
        is.u64 = knob->initial >= 0x1p64 ? UINT64_MAX : (uint64_t)knob->initial;
        break;
    case KNOB_TYPE_F32:
        is.f32 = (float)knob->initial;
        break; // 0.6f stands in the table as what it is
    case KNOB_TYPE_F64:
        is.f64 = knob->initial;
        break;
    case KNOB_TYPE_ENUM:
    case KNOB_TYPE_TEXT:
        convert(knob, text_of(knob->initial_text), to);
        return;
    case KNOB_TYPE_OWN:
        memset(to, 0, knob->size);
        return;
    }
    memcpy(to, &is, knob->size < sizeof is ? knob->size : sizeof is);
}

void knobs_defaults(const struct knobs *knobs, void *config) {
    for (size_t i = 0; i < knobs->count; i++) set_initial(&knobs->list[i], config);
}

static const struct knob *find(const struct knobs *knobs, struct text name) {
    for (size_t i = 0; i < knobs->count; i++)
        if (text_is(name, knobs->list[i].name)) return &knobs->list[i];
    return NULL;
}

static const char *nearest(const struct knobs *knobs, struct text name) {
    const char *names[512];
    char wanted[64];
    size_t count = knobs->count < 512 ? knobs->count : 512;
    for (size_t i = 0; i < count; i++) names[i] = knobs->list[i].name;
    text_copy(name, wanted, sizeof wanted);
    return text_nearest(wanted, names, count);
}

// Whether JSON's kind of value is the knob's, and the value in words that convert takes.
static bool as_written(const struct knob *knob, const struct json *value, struct text *written) {
    *written = value->text;
    if (knob->type == KNOB_TYPE_BOOL) {
        *written = value->boolean ? TEXT("true") : TEXT("false");
        return value->kind == JSON_BOOL;
    }
    return value->kind == (is_number(knob) ? JSON_NUMBER : JSON_TEXT);
}

static enum err read_one(const struct knobs *knobs, const struct json *value, void *config,
                         struct fault *fault) {
    const struct knob *knob = find(knobs, value->key);
    if (!knob) {
        const char *near = nearest(knobs, value->key);
        if (near)
            return json_fault_key(value, fault, ERR_UNKNOWN, "unknown name, did you mean \"%s\"?", near);
        return json_fault_key(value, fault, ERR_UNKNOWN, "unknown name: \"%s\" has no such knob",
                              knobs->name);
    }
    struct text written;
    if (knob->type == KNOB_TYPE_OWN)
        return json_fault(value, fault, ERR_UNSUPPORTED, "%s cannot be read here", knob->kind->says);
    enum err err = as_written(knob, value, &written)
                       ? convert(knob, written, config ? field(knob, config) : NULL)
                       : ERR_TYPE;
    if (!err) return ERR_NONE;
    char wanted[PHRASE + 40], is[64];
    return json_fault(value, fault, err, "expected %s, found %s", expected(knob, wanted),
                      json_found(value, is, sizeof is));
}

static enum err no_object(const struct json *value, struct fault *fault) {
    char is[64];
    if (!value) return fault_set(fault, ERR_MISSING, "a value is missing");
    return json_fault(value, fault, ERR_TYPE, "expected an object, found %s",
                      json_found(value, is, sizeof is));
}

// config NULL: only checks.
static enum err read_all(const struct knobs *knobs, const struct json *object, void *config,
                         struct fault *fault) {
    if (!object || object->kind != JSON_OBJECT) return no_object(object, fault);
    enum err err = ERR_NONE;
    for (const struct json *at = object->first; at && !err; at = at->next)
        err = read_one(knobs, at, config, fault);
    return err;
}

enum err knobs_read(const struct knobs *knobs, const struct json *object, void *config, struct fault *fault) {
    enum err err = read_all(knobs, object, NULL, fault);
    return err ? err : read_all(knobs, object, config, fault);
}

static enum err read_in(const struct knobs *knobs, const struct json *value, void *config,
                        const struct knob_reading *reading, struct fault *fault) {
    const struct knob *knob = find(knobs, value->key);
    if (!knob || knob->type != KNOB_TYPE_OWN) return read_one(knobs, value, config, fault);
    return knob->kind->read(value, reading, field(knob, config), fault);
}

enum err knobs_read_together(const struct knob_set *sets, size_t count, const struct json *object,
                             const struct knob_reading *reading, struct fault *fault) {
    if (!object || object->kind != JSON_OBJECT) return no_object(object, fault);
    enum err err = ERR_NONE;
    for (const struct json *at = object->first; at && !err; at = at->next) {
        const struct knob_set *set = &sets[0]; // whoever knows it, or else the first says what is near
        for (size_t i = 0; i < count; i++)
            if (find(sets[i].knobs, at->key)) {
                set = &sets[i];
                break;
            }
        err = read_in(set->knobs, at, set->config, reading, fault);
    }
    return err;
}

static enum err no_knob(const struct knobs *knobs, struct text name, struct fault *fault) {
    const char *near = nearest(knobs, name);
    if (near)
        return fault_set(fault, ERR_UNKNOWN, "%s has no knob \"%.*s\", did you mean %s.%s?", knobs->name,
                         (int)(name.len < 60 ? name.len : 60), name.at, knobs->name, near);
    return fault_set(fault, ERR_UNKNOWN, "%s has no knob \"%.*s\"", knobs->name,
                     (int)(name.len < 60 ? name.len : 60), name.at);
}

static enum err set(const struct knobs *knobs, void *config, struct text name, struct text value,
                    struct fault *fault) {
    const struct knob *knob = find(knobs, name);
    if (!knob) return no_knob(knobs, name, fault);
    enum err err = convert(knob, value, field(knob, config));
    if (!err) return ERR_NONE;
    char wanted[PHRASE + 40], is[48];
    bool cut = text_copy(value, is, sizeof is) >= sizeof is;
    return fault_set(fault, err, "%s.%s: expected %s, found \"%s%s\"", knobs->name, knob->name,
                     expected(knob, wanted), is, cut ? "..." : "");
}

enum err knobs_set(const struct knobs *knobs, void *config, const char *name, const char *value,
                   struct fault *fault) {
    return set(knobs, config, text_of(name), text_of(value), fault);
}

enum err knobs_get(const struct knobs *knobs, const void *config, const char *name, char *out, size_t size) {
    const struct knob *knob = find(knobs, text_of(name));
    if (!knob) return ERR_UNKNOWN;
    return value_text(knob, config, out, size) < size ? ERR_NONE : ERR_LIMIT;
}

void knobs_write(const struct knobs *knobs, const void *config, struct json_writer *out) {
    json_open(out, '{');
    for (size_t i = 0; i < knobs->count; i++) {
        const struct knob *knob = &knobs->list[i];
        const void *from = field_in(knob, config);
        char text[64];
        json_key(out, knob->name);
        if (knob->type == KNOB_TYPE_TEXT) {
            json_text(out, (struct text){from, strnlen(from, knob->size)});
            continue;
        }
        value_text(knob, config, text, sizeof text);
        if (knob->type == KNOB_TYPE_ENUM)
            json_string(out, text);
        else if (strspn(text, "-") < strlen(text) && strchr("ni", text[strspn(text, "-")]))
            json_null(out); // nan, inf
        else
            json_raw(out, text);
    }
    json_close(out, '}');
}

// ---- documentation ----

static void cell(struct buf *out, const char *text) {
    buf_text(out, " ");
    for (; *text; text++) {
        if (*text == '|') buf_byte(out, '\\');
        buf_byte(out, *text == '\n' ? ' ' : (uint8_t)*text);
    }
    buf_text(out, " |");
}

static void default_text(const struct knob *knob, char *out, size_t size) {
    char number[NUMBER_ROOM] = "";
    if (knob->type == KNOB_TYPE_OWN)
        snprintf(out, size, "-");
    else if (knob->type == KNOB_TYPE_ENUM)
        snprintf(out, size, "%s", knob->initial_text);
    else if (knob->type == KNOB_TYPE_TEXT)
        snprintf(out, size, "\"%s\"", knob->initial_text);
    else if (knob->type == KNOB_TYPE_BOOL)
        snprintf(out, size, "%s", knob->initial != 0 ? "true" : "false");
    else if (knob->type == KNOB_TYPE_F32)
        f32_to_text((float)knob->initial, number);
    else
        f64_to_text(knob->initial, number);
    if (*number) snprintf(out, size, "%s", number);
}

void knobs_document(const struct knobs *knobs, struct buf *out) {
    buf_text(out, "| name | unit | value | default | what it does |\n| --- | --- | --- | --- | --- |\n");
    for (size_t i = 0; i < knobs->count; i++) {
        const struct knob *knob = &knobs->list[i];
        char range[2 * NUMBER_ROOM + 8], text[PHRASE + 40];
        buf_text(out, "|");
        cell(out, knob->name);
        cell(out, knob->unit ? knob->unit : "");
        if (knob->type == KNOB_TYPE_ENUM)
            cell(out, choices_of(knob, text));
        else if (*range_of(knob, range)) {
            snprintf(text, sizeof text, is_whole(knob) ? "%s, whole" : "%s", range);
            cell(out, text);
        } else
            cell(out, expected(knob, text));
        default_text(knob, text, sizeof text);
        cell(out, text);
        cell(out, knob->help ? knob->help : "");
        buf_text(out, "\n");
    }
}

// ---- the table itself ----

static size_t size_of(enum knob_type type) {
    static const size_t SIZES[] = {sizeof(bool), 4, 4, 8, 4, 8, 4, 0, 0};
    return (unsigned)type < sizeof SIZES / sizeof *SIZES ? SIZES[type] : SIZE_MAX;
}

static const char *wrong_with(const struct knobs *knobs, const struct knob *knob) {
    if (!knob->name || !*knob->name) return "has no name";
    if (find(knobs, text_of(knob->name)) != knob) return "is listed twice";
    if (!knob->help || !*knob->help) return "has no help";
    if (knob->offset > knobs->size || knob->size > knobs->size - knob->offset)
        return "lies outside its struct";
    if (knob->type == KNOB_TYPE_OWN) return knob->kind && knob->size ? NULL : "has no kind";
    if (knob->type == KNOB_TYPE_TEXT ? !knob->size : knob->size != size_of(knob->type))
        return "has a field of another type";
    if (knob->low > knob->high) return "has no range";
    if (knob->type == KNOB_TYPE_ENUM && !knob->choices) return "has no choices";
    if (knob->type >= KNOB_TYPE_ENUM &&
        (!knob->initial_text || convert(knob, text_of(knob->initial_text), NULL)))
        return "has a default that is not allowed";
    if (is_number(knob) && in_range(knob, knob->initial)) return "has a default outside its range";
    return NULL;
}

enum err knobs_check(const struct knobs *knobs, struct fault *fault) {
    for (size_t i = 0; i < knobs->count; i++) {
        const char *wrong = wrong_with(knobs, &knobs->list[i]);
        if (wrong)
            return fault_set(fault, ERR_STATE, "%s.%s %s", knobs->name,
                             knobs->list[i].name ? knobs->list[i].name : "?", wrong);
    }
    return ERR_NONE;
}

// ---- several configs ----

static const struct knob_set *find_set(const struct knob_set *sets, size_t count, struct text name) {
    for (size_t i = 0; i < count; i++)
        if (text_is(name, sets[i].knobs->name)) return &sets[i];
    return NULL;
}

static size_t names_of(const struct knob_set *sets, size_t count, const char *names[64]) {
    size_t most = count < 64 ? count : 64;
    for (size_t i = 0; i < most; i++) names[i] = sets[i].knobs->name;
    return most;
}

enum err knob_sets_read(const struct knob_set *sets, size_t count, const struct json *object,
                        struct fault *fault) {
    const char *names[64];
    enum err err = json_only(object, names, names_of(sets, count, names), fault);
    for (int applying = 0; applying < 2 && !err; applying++)
        for (const struct json *at = object->first; at && !err; at = at->next) {
            const struct knob_set *into = find_set(sets, count, at->key);
            err = read_all(into->knobs, at, applying ? into->config : NULL, fault);
        }
    return err;
}

enum err knob_sets_assign(const struct knob_set *sets, size_t count, const char *assignment,
                          struct fault *fault) {
    struct text value = text_of(assignment), name, left, knob = {0};
    text_split(&value, '=', &name);
    left = name;
    text_split(&left, '.', &name);
    knob = left;
    if (!value.at)
        return fault_set(fault, ERR_SYNTAX, "expected NAME.KNOB=VALUE, found \"%.80s\"", assignment);
    const struct knob_set *into = find_set(sets, count, name);
    if (into && knob.at) return set(into->knobs, into->config, knob, value, fault);
    char wanted[64];
    text_copy(name, wanted, sizeof wanted);
    if (into)
        return fault_set(fault, ERR_SYNTAX, "expected %s.KNOB=VALUE, found \"%.80s\"", wanted, assignment);
    for (size_t i = 0; i < count && !knob.at; i++)
        if (find(sets[i].knobs, name))
            return fault_set(fault, ERR_UNKNOWN, "unknown \"%s\", did you mean %s.%s?", wanted,
                             sets[i].knobs->name, wanted);
    const char *names[64], *near = text_nearest(wanted, names, names_of(sets, count, names));
    if (near) return fault_set(fault, ERR_UNKNOWN, "unknown \"%s\", did you mean %s?", wanted, near);
    return fault_set(fault, ERR_UNKNOWN, "unknown \"%s\" in \"%.80s\"", wanted, assignment);
}
