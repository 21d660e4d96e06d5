#include "link/cozmo/words.h"

#include "base/buf.h"
#include "base/data/json.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA = 64 << 10, CONVERSION_MAX = 16, PIECE_MAX = 64 };

struct words_format {
    struct text text;
    int32_t count; // of arguments; -1: as many as it names
};
struct cozmo_words {
    struct arena *arena;
    struct text *names; // by number; no text: unknown
    struct words_format *formats;
    uint32_t name_count, format_count, count;
};

static enum err number_of(const struct json *member, uint32_t *out, struct fault *fault) {
    if (member->parent->kind == JSON_LIST) {
        *out = member->index;
    } else {
        uint64_t number;
        if (text_to_u64(member->key, &number) || number >= COZMO_WORDS_MAX)
            return json_fault_key(member, fault, ERR_RANGE, "expected a number from 0 to %d as its key",
                                  COZMO_WORDS_MAX - 1);
        *out = (uint32_t)number;
    }
    return *out < COZMO_WORDS_MAX
               ? ERR_NONE
               : json_fault(member, fault, ERR_LIMIT, "more than %d texts", COZMO_WORDS_MAX);
}

static enum err table_of(const struct json *document, const char *key, const struct json **out,
                         uint32_t *count, struct fault *fault) {
    const struct json *table = json_get(document, key);
    if (!table) return json_fault(document, fault, ERR_MISSING, "there is no \"%s\"", key);
    if (table->kind != JSON_OBJECT && table->kind != JSON_LIST)
        return json_fault(table, fault, ERR_TYPE, "expected an object or a list of texts, found %s",
                          json_kind_name(table->kind));
    *count = 0;
    *out = table;
    for (const struct json *member = table->first; member; member = member->next) {
        uint32_t number = 0;
        enum err err = number_of(member, &number, fault);
        if (err) return err;
        if (number >= *count) *count = number + 1;
    }
    return ERR_NONE;
}

static enum err read_format(const struct json *member, struct words_format *out, struct fault *fault) {
    out->count = -1;
    if (member->kind != JSON_LIST) return json_as_text(member, &out->text, fault);
    int64_t count = -1;
    if (!member->count) return json_fault(member, fault, ERR_MISSING, "expected a text and a number");
    enum err err = json_as_text(member->first, &out->text, fault);
    if (!err && member->count > 1) err = json_as_int(json_at(member, 1), 0, 255, &count, fault);
    out->count = (int32_t)count;
    return err;
}

static enum err read_tables(struct cozmo_words *words, const struct json *document, struct fault *fault) {
    const struct json *names, *formats;
    enum err err = table_of(document, "nameTable", &names, &words->name_count, fault);
    if (!err) err = table_of(document, "formatTable", &formats, &words->format_count, fault);
    if (err) return err;
    words->names = arena_array(words->arena, struct text, words->name_count + 1);
    words->formats = arena_array(words->arena, struct words_format, words->format_count + 1);
    if (!words->names || !words->formats) return fault_set(fault, ERR_MEMORY, "no memory for the texts");
    uint32_t number = 0;
    for (const struct json *m = names->first; m && !err; m = m->next) {
        err = number_of(m, &number, fault);
        if (!err) err = json_as_text(m, &words->names[number], fault);
    }
    for (const struct json *m = formats->first; m && !err; m = m->next) {
        err = number_of(m, &number, fault);
        if (!err) err = read_format(m, &words->formats[number], fault);
    }
    words->count = names->count + formats->count;
    return err;
}

enum err cozmo_words_read(struct text json, const char *name, struct cozmo_words **out, struct fault *fault) {
    *out = NULL;
    struct arena *arena = arena_new(ARENA);
    struct cozmo_words *words = arena ? arena_array(arena, struct cozmo_words, 1) : NULL;
    struct json *document;
    if (!words) {
        arena_free(arena);
        return fault_set(fault, ERR_MEMORY, "no memory for the texts");
    }
    words->arena = arena;
    enum err err = json_parse(json, name, arena, NULL, &document, fault);
    if (!err) err = read_tables(words, document, fault);
    if (err)
        arena_free(arena);
    else
        *out = words;
    return err;
}

enum err cozmo_words_load(const char *path, struct cozmo_words **out, struct fault *fault) {
    struct arena *arena = arena_new(ARENA);
    struct cozmo_words *words = arena ? arena_array(arena, struct cozmo_words, 1) : NULL;
    struct json *document;
    *out = NULL;
    enum err err = words ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for the texts");
    if (!err) words->arena = arena, err = json_read(path, arena, NULL, &document, fault);
    if (!err) err = read_tables(words, document, fault);
    if (err)
        arena_free(arena);
    else
        *out = words;
    return err;
}

void cozmo_words_free(struct cozmo_words *words) {
    if (words) arena_free(words->arena);
}
size_t cozmo_words_count(const struct cozmo_words *words) { return words->count; }

// A conversion such as %02x or %.1f at `at`, after its per cent sign: flags, width, precision and the
// letter, without a length. Returns how long it is, 0: it is none that takes a word of 32 bits.
static size_t conversion(struct text text, size_t at, char spec[CONVERSION_MAX]) {
    size_t from = at, used = 1;
    spec[0] = '%';
#define NEXT    ((unsigned char)(at < text.len ? text.at[at] : 0))
#define IS(set) (NEXT && strchr(set, NEXT))
    for (unsigned i = 0; i < 4 && IS("-+ #0"); i++) spec[used++] = text.at[at++];
    for (unsigned i = 0; i < 2 && IS("0123456789"); i++) spec[used++] = text.at[at++];
    if (IS(".")) {
        spec[used++] = text.at[at++];
        for (unsigned i = 0; i < 2 && IS("0123456789"); i++) spec[used++] = text.at[at++];
    }
    while (IS("lh")) at++;
    if (!IS("diuxXofFgGeEcp")) return 0;
    spec[used++] = text.at[at++];
    spec[used] = 0;
#undef IS
#undef NEXT
    return at - from;
}

static void put(char *out, size_t size, size_t *len, const char *from, size_t count) {
    for (size_t i = 0; i < count; i++, ++*len)
        if (*len + 1 < size) out[*len] = from[i];
}

static void put_argument(char *out, size_t size, size_t *len, const char *spec, uint32_t word) {
    char piece[PIECE_MAX + 400];
    char letter = spec[strlen(spec) - 1], own[CONVERSION_MAX + 1];
    snprintf(own, sizeof own, "%s", spec);
    int made;
    if (strchr("fFgGeE", letter)) {
        float number;
        memcpy(&number, &word, sizeof number);
        made = snprintf(piece, sizeof piece, own, (double)number);
    } else if (letter == 'd' || letter == 'i') {
        made = snprintf(piece, sizeof piece, own, (int)word);
    } else if (letter == 'c') {
        piece[0] = word >= 32 && word < 127 ? (char)word : '?';
        made = 1;
    } else {
        if (letter == 'p') own[strlen(own) - 1] = 'x';
        made = snprintf(piece, sizeof piece, own, word);
    }
    if (made > 0) put(out, size, len, piece, (size_t)made < sizeof piece ? (size_t)made : sizeof piece - 1);
}

// Returns how many arguments the format named.
static uint32_t put_format(char *out, size_t size, size_t *len, struct text text,
                           const struct cozmo_debug_data *said) {
    uint32_t used = 0;
    for (size_t i = 0; i < text.len; i++) {
        char spec[CONVERSION_MAX];
        if (text.at[i] != '%') {
            put(out, size, len, text.at + i, 1);
        } else if (i + 1 < text.len && text.at[i + 1] == '%') {
            put(out, size, len, "%", 1);
            i++;
        } else {
            size_t taken = conversion(text, i + 1, spec);
            if (!taken)
                put(out, size, len, "%", 1);
            else if (used++ < said->args_count)
                put_argument(out, size, len, spec, said->args[used - 1]);
            else
                put(out, size, len, "?", 1);
            i += taken;
        }
    }
    return used;
}

static struct text name_of(const struct cozmo_words *words, uint32_t number) {
    return words && number < words->name_count ? words->names[number] : (struct text){0};
}

size_t cozmo_words_text(const struct cozmo_words *words, const struct cozmo_debug_data *said, char *out,
                        size_t size, enum err *fits) {
    size_t len = 0;
    char number[40];
    struct text name = name_of(words, said->name_id);
    bool known = words && said->format_id < words->format_count && words->formats[said->format_id].text.at;
    struct text format = known ? words->formats[said->format_id].text : (struct text){0};
    uint32_t used = 0;
    if (name.at)
        put(out, size, &len, name.at, name.len);
    else if (!format.len || !known)
        put(out, size, &len, number, (size_t)snprintf(number, sizeof number, "name %u", said->name_id));
    if (known && format.len) {
        if (name.at) put(out, size, &len, ": ", 2);
        used = put_format(out, size, &len, format, said);
    } else if (!known) {
        put(out, size, &len, number, (size_t)snprintf(number, sizeof number, ": format %u", said->format_id));
    }
    if (used < said->args_count) { // what no format takes is shown after it
        put(out, size, &len, " (", 2);
        for (uint32_t i = used; i < said->args_count; i++) {
            int made = snprintf(number, sizeof number, "%s%d", i > used ? ", " : "", (int)said->args[i]);
            put(out, size, &len, number, (size_t)made);
        }
        put(out, size, &len, ")", 1);
    }
    if (size) out[len < size ? len : size - 1] = 0;
    int32_t wanted = known ? words->formats[said->format_id].count : -1;
    bool right = !known || (used == said->args_count && (wanted < 0 || (uint32_t)wanted == used));
    if (fits) *fits = right ? ERR_NONE : ERR_RANGE;
    return len < size ? len : size ? size - 1 : 0;
}
