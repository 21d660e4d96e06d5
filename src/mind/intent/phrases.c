#include "mind/intent/phrases.h"

#include <stdio.h>
#include <string.h>

static const char *const KINDS[PHRASE_KINDS] = {"number", "duration", "volume", "colour",
                                                "day",    "name",     "place",  "words"};
enum { LINE_MAX_BYTES = 240, GROUPS_MAX = 5, LIST_MAX = 64 };

// ------------------------------------------------------------------------------------------------ reading

static enum err no_memory(struct fault *fault) {
    return fault_set(fault, ERR_MEMORY, "no memory for phrases");
}

static enum err read_slot(struct text inside, const struct json *place, struct phrase_part *out,
                          struct fault *fault) {
    struct text rest = inside, key = {0};
    text_split(&rest, ':', &key);
    *out = (struct phrase_part){.key = key, .slot = true, .kind = PHRASE_KINDS};
    for (uint32_t i = 0; i < PHRASE_KINDS; i++)
        if (text_is(rest, KINDS[i])) out->kind = i;
    if (out->kind == PHRASE_KINDS || !key.len || key.len >= INTENT_KEY)
        return json_fault(place, fault, ERR_SYNTAX,
                          "expected {key:kind} with number, duration, volume, colour, day, name, place or "
                          "words, found {%.*s}",
                          (int)(inside.len < 60 ? inside.len : 60), inside.at);
    return ERR_NONE;
}

// A line whose groups are all decided: words and slots.
static enum err read_parts(struct text line, const struct json *place, struct arena *arena,
                           struct phrase *out, struct fault *fault) {
    struct phrase_part parts[PHRASE_PARTS];
    uint32_t slots = 0;
    out->count = 0;
    for (size_t at = 0; at < line.len;) {
        if (line.at[at] == ' ') {
            at++;
            continue;
        }
        size_t end = at;
        while (end < line.len && line.at[end] != ' ') end++;
        if (out->count == PHRASE_PARTS)
            return json_fault(place, fault, ERR_LIMIT, "a phrase has at most %d words", PHRASE_PARTS);
        struct phrase_part *part = &parts[out->count++];
        struct text word = {line.at + at, end - at};
        *part = (struct phrase_part){.words = word};
        if (word.at[0] == '{') {
            if (word.at[word.len - 1] != '}')
                return json_fault(place, fault, ERR_SYNTAX, "a { without its }");
            if (read_slot((struct text){word.at + 1, word.len - 2}, place, part, fault)) return fault->err;
            if (++slots > PHRASE_SLOTS)
                return json_fault(place, fault, ERR_LIMIT, "a phrase has at most %d values", PHRASE_SLOTS);
        }
        at = end;
    }
    if (!out->count)
        return json_fault(place, fault, ERR_SYNTAX, "a phrase needs a word that is not left out");
    out->parts = arena_array(arena, struct phrase_part, out->count);
    if (!out->parts) return no_memory(fault);
    memcpy(out->parts, parts, out->count * sizeof *parts);
    return ERR_NONE;
}

// Every way to take or leave what stands in brackets is a phrase of its own: bit i of `way` takes group i.
static enum err expand(struct text line, uint32_t way, char *out, uint32_t *groups, const struct json *place,
                       struct fault *fault) {
    bool inside = false, takes = true;
    size_t len = 0;
    *groups = 0;
    for (size_t i = 0; i < line.len; i++) {
        char c = line.at[i];
        if (c == '(' || c == ')') {
            if ((c == '(') == inside)
                return json_fault(place, fault, ERR_SYNTAX, "brackets that do not close");
            inside = c == '(';
            takes = !inside || way >> *groups & 1;
            *groups += inside;
            out[len++] = ' ';
        } else if (takes) {
            out[len++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        }
    }
    out[len] = 0;
    if (inside) return json_fault(place, fault, ERR_SYNTAX, "brackets that do not close");
    if (*groups > GROUPS_MAX)
        return json_fault(place, fault, ERR_LIMIT, "at most %d words in brackets", GROUPS_MAX);
    return ERR_NONE;
}

static enum err read_line(const struct json *one, struct arena *arena, struct phrases *out,
                          struct fault *fault) {
    struct text line;
    char expanded[LINE_MAX_BYTES + 1];
    if (json_as_text(one, &line, fault)) return fault->err;
    if (line.len > LINE_MAX_BYTES)
        return json_fault(one, fault, ERR_LIMIT, "a phrase has at most %d bytes", LINE_MAX_BYTES);
    uint32_t groups = 0;
    if (expand(line, 0, expanded, &groups, one, fault)) return fault->err;
    for (uint32_t way = 1u << groups; way-- > 0;) { // what leaves nothing out comes first
        if (out->count == PHRASES_MAX)
            return json_fault(one, fault, ERR_LIMIT, "more than %d phrases", PHRASES_MAX);
        if (expand(line, way, expanded, &groups, one, fault)) return fault->err;
        char *kept = arena_copy_text(arena, expanded, strlen(expanded));
        if (!kept) return no_memory(fault);
        struct phrase *phrase = &out->list[out->count++];
        *phrase = (struct phrase){.row = out->row_count - 1, .says = line};
        if (read_parts(text_of(kept), one, arena, phrase, fault)) return fault->err;
    }
    return ERR_NONE;
}

static enum err read_row(const struct json *from, struct arena *arena, struct phrases *out,
                         struct fault *fault) {
    static const char *const KEYS[] = {"cloud_intent", "says", "parameters"};
    char found[64];
    struct phrase_row *row = &out->rows[out->row_count++];
    if (from->kind != JSON_OBJECT)
        return json_fault(from, fault, ERR_TYPE, "expected phrases of an intent, found %s",
                          json_found(from, found, sizeof found));
    if (json_only(from, KEYS, 3, fault) || json_get_text(from, "cloud_intent", &row->cloud, fault))
        return fault->err;
    const struct json *says = json_get(from, "says");
    row->parameters = json_get(from, "parameters");
    row->line = from->line;
    if (!says || says->kind != JSON_LIST || !says->first)
        return json_fault(says ? says : from, fault, ERR_TYPE, "expected \"says\", a list of phrases");
    if (row->parameters && (row->parameters->kind != JSON_OBJECT || row->parameters->count > INTENT_SLOTS))
        return json_fault(row->parameters, fault, ERR_TYPE, "expected an object of at most %d texts",
                          INTENT_SLOTS);
    struct text value;
    for (const struct json *one = row->parameters ? row->parameters->first : NULL; one; one = one->next)
        if (json_as_text(one, &value, fault)) return fault->err;
    for (const struct json *one = says->first; one; one = one->next)
        if (read_line(one, arena, out, fault)) return fault->err;
    return ERR_NONE;
}

static enum err read_list(const struct json *document, const char *key, struct arena *arena,
                          struct phrase_list *out, struct fault *fault) {
    const struct json *list = json_get(document, key);
    if (!list) return ERR_NONE;
    if (list->kind != JSON_LIST || list->count > LIST_MAX)
        return json_fault(list, fault, ERR_TYPE, "expected a list of at most %d texts", LIST_MAX);
    out->at = arena_array(arena, struct text, list->count + 1);
    if (!out->at) return no_memory(fault);
    for (const struct json *one = list->first; one; one = one->next) {
        struct text *text = &out->at[out->count++];
        if (json_as_text(one, text, fault)) return fault->err;
        if (!text->len) return json_fault(one, fault, ERR_SYNTAX, "expected a word");
    }
    return ERR_NONE;
}

enum err phrases_read(const struct json *document, struct arena *arena, struct phrases *out,
                      struct fault *fault) {
    static const char *const KEYS[] = {"calls", "names", "polite", "phrases", "about"};
    struct fault unread = {0};
    if (!fault) fault = &unread;
    *out = (struct phrases){0};
    if (document->kind != JSON_OBJECT)
        return json_fault(document, fault, ERR_TYPE, "expected a table of phrases");
    const struct json *rows = json_get(document, "phrases");
    if (json_only(document, KEYS, 5, fault) || read_list(document, "calls", arena, &out->calls, fault) ||
        read_list(document, "names", arena, &out->names, fault) ||
        read_list(document, "polite", arena, &out->polite, fault))
        return fault->err;
    if (!rows || rows->kind != JSON_LIST || rows->count > PHRASE_ROWS_MAX)
        return json_fault(rows ? rows : document, fault, ERR_TYPE,
                          "expected \"phrases\", a list of at most %d", PHRASE_ROWS_MAX);
    out->list = arena_array(arena, struct phrase, PHRASES_MAX);
    out->rows = arena_array(arena, struct phrase_row, rows->count + 1);
    if (!out->list || !out->rows) return no_memory(fault);
    for (const struct json *one = rows->first; one; one = one->next)
        if (read_row(one, arena, out, fault)) return fault->err;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ values

struct named_value {
    const char *word, *value;
};
static const struct named_value
    VOLUMES[] = {{"one", "VOLUME_1"},   {"two", "VOLUME_2"},     {"three", "VOLUME_3"},
                 {"four", "VOLUME_4"},  {"five", "VOLUME_5"},    {"1", "VOLUME_1"},
                 {"2", "VOLUME_2"},     {"3", "VOLUME_3"},       {"4", "VOLUME_4"},
                 {"5", "VOLUME_5"},     {"minimum", "VOLUME_1"}, {"low", "VOLUME_1"},
                 {"quiet", "VOLUME_1"}, {"medium", "VOLUME_3"},  {"normal", "VOLUME_3"},
                 {"high", "VOLUME_5"},  {"maximum", "VOLUME_5"}, {"max", "VOLUME_5"},
                 {"min", "VOLUME_1"},   {"full", "VOLUME_5"},    {"loud", "VOLUME_5"}},
    COLOURS[] = {{"teal", "COLOR_TEAL"},     {"orange", "COLOR_ORANGE"}, {"yellow", "COLOR_YELLOW"},
                 {"lime", "COLOR_LIME"},     {"blue", "COLOR_BLUE"},     {"sapphire", "COLOR_BLUE"},
                 {"purple", "COLOR_PURPLE"}, {"green", "COLOR_GREEN"}},
    DAYS[] = {{"today", "today"}, {"tonight", "tonight"}, {"tomorrow", "tomorrow"}, {"now", "today"}};

static const char *named(const struct named_value *list, size_t count, const struct spoken *said,
                         uint32_t at) {
    for (size_t i = 0; i < count; i++)
        if (spoken_is(said, at, list[i].word)) return list[i].value;
    return NULL;
}
#define NAMED(list, said, at) named(list, sizeof(list) / sizeof *(list), said, at)

// Words of a name begin with a large letter, whatever was typed.
static struct text titled(struct text written, char out[INTENT_TEXT]) {
    text_copy(written, out, INTENT_TEXT);
    size_t len = strlen(out);
    for (size_t i = 0; i < len; i++)
        if ((i == 0 || out[i - 1] == ' ') && out[i] >= 'a' && out[i] <= 'z')
            out[i] = (char)(out[i] - 'a' + 'A');
    return (struct text){out, len};
}

struct value {
    struct text key, text;
    char room[INTENT_TEXT];
};

static void number_value(struct value *value, double number) {
    char room[NUMBER_ROOM];
    size_t len = f64_to_text(number, room);
    memcpy(value->room, room, len);
    value->text = (struct text){value->room, len};
}

// How many words make the value of a slot, when its kind says so itself; 0: they do not fit.
static uint32_t take(const struct spoken *said, uint32_t at, uint32_t kind, struct value *value) {
    double number;
    uint32_t used = 0;
    const char *known = NULL;
    switch (kind) {
    case PHRASE_NUMBER:
        if ((used = spoken_number(said, at, &number))) number_value(value, number);
        return used;
    case PHRASE_DURATION:
        if ((used = spoken_duration(said, at, &number))) number_value(value, (double)(int64_t)(number + 0.5));
        return used;
    case PHRASE_VOLUME:
        known = NAMED(VOLUMES, said, at);
        break;
    case PHRASE_COLOUR:
        known = NAMED(COLOURS, said, at);
        break;
    default:
        known = NAMED(DAYS, said, at);
        break;
    }
    value->text = text_of(known);
    return known ? 1 : 0;
}

// ------------------------------------------------------------------------------------------------ matching

struct matching {
    const struct spoken *said;
    uint32_t end, steps; // words; what may still be tried
    struct value values[PHRASE_SLOTS];
};

static bool either(struct text words, struct text said) {
    struct text rest = words, one;
    while (text_split(&rest, '|', &one))
        if (text_same(one, said)) return true;
    return false;
}

static bool fits(struct matching *m, const struct phrase *p, uint32_t part, uint32_t at, uint32_t slots);

// So many words as the kind allows, the most first, but one for each part that follows.
static bool fits_span(struct matching *m, const struct phrase *p, uint32_t part, uint32_t at,
                      uint32_t slots) {
    static const uint32_t MOST[PHRASE_KINDS] = {
        [PHRASE_NAME] = 3, [PHRASE_PLACE] = 6, [PHRASE_WORDS] = SPOKEN_WORDS};
    uint32_t kind = p->parts[part].kind, most = MOST[kind], left = m->end - at;
    for (uint32_t count = left < most ? left : most; count; count--) {
        if (!fits(m, p, part + 1, at + count, slots + 1)) continue; // NOLINT(misc-no-recursion)
        struct value *value = &m->values[slots];
        struct text written = spoken_span(m->said, at, count);
        value->text = kind == PHRASE_WORDS ? written : titled(written, value->room);
        return true;
    }
    return false;
}

// A phrase has at most PHRASE_PARTS parts, so it is no deeper.
static bool fits(struct matching *m, const struct phrase *p, uint32_t part, uint32_t at, uint32_t slots) {
    if (!m->steps) return false;
    m->steps--;
    if (part == p->count) return at == m->end;
    if (at >= m->end) return false;
    const struct phrase_part *one = &p->parts[part];
    if (!one->slot)
        return either(one->words, m->said->words[at].plain) &&
               fits(m, p, part + 1, at + 1, slots); // NOLINT(misc-no-recursion)
    m->values[slots].key = one->key;
    if (one->kind >= PHRASE_NAME) return fits_span(m, p, part, at, slots); // NOLINT(misc-no-recursion)
    uint32_t used = take(m->said, at, one->kind, &m->values[slots]);
    return used && at + used <= m->end &&
           fits(m, p, part + 1, at + used, slots + 1); // NOLINT(misc-no-recursion)
}

// How many words of the list's one stand there; 0: none.
static uint32_t begins(const struct phrase_list *list, const struct spoken *said, uint32_t at) {
    for (uint32_t i = 0; i < list->count; i++) {
        struct text rest = list->at[i], one;
        uint32_t used = 0;
        bool all = true;
        while (all && text_split(&rest, ' ', &one))
            all = at + used < said->count && text_same(said->words[at + used].plain, one), used++;
        if (all && used) return used;
    }
    return 0;
}

static uint32_t begins_all(const struct phrase_list *list, const struct spoken *said, uint32_t at) {
    uint32_t all = 0;
    for (uint32_t used; (used = begins(list, said, at + all));) all += used;
    return all;
}

// Whether a row of the list's ones ends at `end` and goes back to where: names and polite words at the end.
static bool ends(const struct phrase_list *list, const struct spoken *said, uint32_t from, uint32_t *end) {
    for (uint32_t at = *end > from + 3 ? *end - 3 : from; at < *end; at++)
        if (begins(list, said, at) == *end - at) return *end = at, true;
    return false;
}

void phrases_match(const struct phrases *table, struct text words, struct phrase_found *found,
                   struct intent *wanted) {
    struct spoken said;
    struct matching m = {.said = &said, .steps = PHRASE_STEPS};
    *found = (struct phrase_found){0};
    spoken_read(words, &said);
    uint32_t call = begins_all(&table->calls, &said, 0), name = begins(&table->names, &said, call), at = 0;
    if (name) found->called = true, at = call + name;
    at += begins_all(&table->polite, &said, at);
    m.end = said.count;
    for (bool again = !said.more; again && m.end > at;) {
        again = ends(&table->polite, &said, at, &m.end);
        if (ends(&table->names, &said, at, &m.end)) found->called = again = true;
    }
    if (m.end <= at) return;
    found->rest = spoken_span(&said, at, m.end - at);
    if (said.more) found->rest.len = (size_t)(words.at + words.len - found->rest.at);
    for (uint32_t i = 0; i < table->count && !said.more; i++) {
        const struct phrase *p = &table->list[i];
        if (!fits(&m, p, 0, at, 0)) continue;
        const struct phrase_row *row = &table->rows[p->row];
        uint32_t slots = 0;
        found->cloud = row->cloud, found->says = p->says;
        for (const struct json *one = row->parameters ? row->parameters->first : NULL; one; one = one->next)
            intent_put(wanted, one->key, one->text);
        for (uint32_t k = 0; k < p->count; k++)
            if (p->parts[k].slot) intent_put(wanted, m.values[slots].key, m.values[slots].text), slots++;
        return;
    }
}
