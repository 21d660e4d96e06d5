#include "voice/strings.h"
#include "voice/locale.h"

#include "base/system/file.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    const char *key, *text;
};
struct strings {
    char locale[16];
    struct arena *arena;
    struct entry *entries; // by key
    size_t count, room;
    struct entry *conditions;
    size_t condition_count;
};

struct strings *strings_new(const char *locale) {
    struct strings *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    text_copy(text_of(locale), s->locale, sizeof s->locale);
    s->arena = arena_new(32 << 10);
    if (s->arena) return s;
    free(s);
    return NULL;
}

void strings_free(struct strings *s) {
    if (!s) return;
    arena_free(s->arena);
    free(s->entries);
    free(s);
}

// Where a key is, or would be.
static size_t place_of(const struct strings *s, const char *key) {
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(s->entries[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static enum err put(struct strings *s, struct text key, struct text text, struct fault *fault) {
    const char *kept = arena_copy_text(s->arena, key.at, key.len),
               *said = arena_copy_text(s->arena, text.at, text.len);
    if (!kept || !said) return fault_set(fault, ERR_MEMORY, "no memory for sentences");
    size_t at = place_of(s, kept);
    if (at < s->count && !strcmp(s->entries[at].key, kept)) {
        s->entries[at].text = said;
        return ERR_NONE;
    }
    if (s->count == s->room) {
        size_t room = s->room ? 2 * s->room : 64;
        struct entry *entries = realloc(s->entries, room * sizeof *entries);
        if (!entries) return fault_set(fault, ERR_MEMORY, "no memory for sentences");
        s->entries = entries, s->room = room;
    }
    memmove(s->entries + at + 1, s->entries + at, (s->count - at) * sizeof *s->entries);
    s->entries[at] = (struct entry){kept, said};
    s->count++;
    return ERR_NONE;
}

enum err strings_add(struct strings *s, const struct json *document, struct fault *fault) {
    if (document->kind != JSON_OBJECT)
        return json_fault(document, fault, ERR_TYPE, "expected an object of sentences");
    enum err err = ERR_NONE;
    for (const struct json *m = document->first; m && !err; m = m->next) {
        struct text said;
        if (text_is(m->key, "smartling")) continue;
        if (m->kind != JSON_OBJECT) return json_fault(m, fault, ERR_TYPE, "expected {\"translation\": text}");
        err = json_get_text(m, "translation", &said, fault);
        if (!err) err = put(s, m->key, said, fault);
    }
    return err;
}

struct walking {
    struct strings *strings;
    size_t files;
};

static enum err visit(void *user, const char *path, const char *relative, struct fault *fault) {
    struct walking *walking = user;
    if (strcmp(path_extension(relative), ".json")) return ERR_NONE;
    struct arena *arena = arena_new(32 << 10);
    struct json *document;
    enum err err = arena ? json_read(path, arena, NULL, &document, fault)
                         : fault_set(fault, ERR_MEMORY, "no memory for sentences");
    if (!err) err = strings_add(walking->strings, document, fault);
    walking->files += !err;
    arena_free(arena);
    return err;
}

static enum err add_locale(struct strings *s, const char *folder, const char *locale, size_t *files,
                           struct fault *fault) {
    char path[600];
    if (!path_join(path, sizeof path, folder, locale) || !folder_exists(path)) return ERR_NONE;
    struct walking walking = {s, 0};
    enum err err = folder_walk(path, visit, &walking, fault);
    *files += walking.files;
    return err;
}

// English lies under everything, so that a sentence nobody has translated yet is still said.
enum err strings_folder(struct strings *s, const char *folder, struct fault *fault) {
    size_t files = 0;
    enum err err = add_locale(s, folder, "en-US", &files, fault);
    const struct locale *known = locale_find(s->locale);
    if (!err && known && strncasecmp(known->name, "en", 2))
        err = add_locale(s, folder, known->name, &files, fault);
    if (!err && strcmp(s->locale, "en-US") &&
        (!known || strcmp(s->locale, known->name) || !strncasecmp(known->name, "en", 2)))
        err = add_locale(s, folder, s->locale, &files, fault);
    if (!err && !files)
        return fault_at(fault, ERR_MISSING, folder, 0, 0, "no sentences for %s, nor in English", s->locale);
    return err;
}

enum err strings_conditions(struct strings *s, const struct json *document, struct fault *fault) {
    if (document->kind != JSON_LIST)
        return json_fault(document, fault, ERR_TYPE, "expected a list of {Condition, Say}");
    s->conditions = arena_array(s->arena, struct entry, document->count + 1);
    s->condition_count = 0;
    if (!s->conditions) return fault_set(fault, ERR_MEMORY, "no memory for sentences");
    for (const struct json *m = document->first; m; m = m->next) {
        struct text condition, say;
        enum err err = json_get_text(m, "Condition", &condition, fault);
        if (!err) err = json_get_text(m, "Say", &say, fault);
        if (err) return err;
        struct entry *e = &s->conditions[s->condition_count];
        *e = (struct entry){arena_copy_text(s->arena, condition.at, condition.len),
                            arena_copy_text(s->arena, say.at, say.len)};
        if (!e->key || !e->text) return fault_set(fault, ERR_MEMORY, "no memory for sentences");
        s->condition_count++;
    }
    return ERR_NONE;
}

const char *strings_find(const struct strings *s, const char *key) {
    size_t at = place_of(s, key);
    return at < s->count && !strcmp(s->entries[at].key, key) ? s->entries[at].text : NULL;
}

const char *strings_condition(const struct strings *s, const char *condition) {
    for (size_t i = 0; i < s->condition_count; i++)
        if (!strcmp(s->conditions[i].key, condition)) {
            const char *text = strings_find(s, s->conditions[i].text);
            return text ? text : s->conditions[i].text; // older files say the words themselves
        }
    return NULL;
}

size_t strings_count(const struct strings *s) { return s->count; }
const char *strings_at(const struct strings *s, size_t index, const char **text) {
    if (index >= s->count) return NULL;
    *text = s->entries[index].text;
    return s->entries[index].key;
}

enum err strings_fill(struct text template, const struct text *arguments, size_t count, struct buf *out,
                      struct fault *fault) {
    for (size_t i = 0; i < template.len;) {
        size_t digits = 0, number = 0;
        while (template.at[i] == '{' && digits < 3 && i + 1 + digits < template.len &&
               template.at[i + 1 + digits] >= '0' && template.at[i + 1 + digits] <= '9')
            number = number * 10 + (size_t)(template.at[i + 1 + digits++] - '0');
        if (!digits || i + 1 + digits >= template.len || template.at[i + 1 + digits] != '}') {
            buf_byte(out, (uint8_t) template.at[i++]);
            continue;
        }
        if (number >= count)
            return fault_set(fault, ERR_RANGE, "the sentence asks for {%zu}, and %zu were given", number,
                             count);
        buf_bytes(out, arguments[number].at, arguments[number].len);
        i += digits + 2;
    }
    return out->err ? fault_set(fault, out->err, "no memory for a sentence") : ERR_NONE;
}
