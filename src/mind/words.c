// A mind's names as a person would say them: human.json, brought to the numbers of nodes, conditions and
// events.
#include "mind/mind_data.h"
#include "mind/mind_files.h"

#include <string.h>

enum { KEY_MAX = 128 };

static bool is_large(char c) { return c >= 'A' && c <= 'Z'; }

// "LookAbout" as "look about".
static struct text taken_apart(struct text name, struct arena *arena) {
    char *out = arena_array(arena, char, 2 * name.len + 1);
    size_t len = 0;
    for (size_t i = 0; out && i < name.len; i++) {
        char c = name.at[i];
        bool word = is_large(c) && i &&
                    (!is_large(name.at[i - 1]) || (i + 1 < name.len && !is_large(name.at[i + 1])));
        if (word) out[len++] = ' ';
        out[len++] = c == '_' ? ' ' : (char)(is_large(c) ? c - 'A' + 'a' : c);
    }
    return (struct text){out ? out : "", len};
}

static struct text said(const struct json *table, struct text name, struct arena *arena) {
    char key[KEY_MAX];
    text_copy(name, key, sizeof key);
    const struct json *words = json_get(table, key);
    return words ? words->text : taken_apart(name, arena);
}

// The first word that a condition asks for: {"conditionType": "Felt", "felt": "POKED"} asks for POKED.
static struct text asks_for(const struct condition *c) {
    for (const struct json *m = c->place ? c->place->first : NULL; m; m = m->next) {
        if (text_is(m->key, "conditionType")) continue;
        if (m->kind == JSON_TEXT) return m->text;
        if (m->kind == JSON_LIST && m->first && m->first->kind == JSON_TEXT) return m->first->text;
    }
    return (struct text){0};
}

static struct why reason_of(const struct json *because, const struct condition *c, struct arena *arena) {
    char key[KEY_MAX];
    struct text asked = asks_for(c);
    snprintf(key, sizeof key, "%s %.*s", c->class->name, (int)asked.len, asked.at ? asked.at : "");
    const struct json *words = asked.len ? json_get(because, key) : NULL;
    if (!words) words = json_get(because, c->class->name);
    if (!words) {
        struct text plain = taken_apart(text_of(c->class->name), arena);
        return (struct why){plain, plain};
    }
    return (struct why){words->first->text,
                        words->first->next ? words->first->next->text : words->first->text};
}

// Every word is a text, and every reason one or two.
static enum err check(const struct json *file, struct fault *fault) {
    static const char *const TABLES[] = {"does", "because", "felt"};
    enum err err = json_only(file, TABLES, 3, fault);
    for (size_t t = 0; t < 3 && !err; t++) {
        const struct json *table = json_get(file, TABLES[t]);
        if (!table || table->kind != JSON_OBJECT)
            return json_fault(table ? table : file, fault, ERR_TYPE, "expected \"%s\" and its words",
                              TABLES[t]);
        bool pairs = t == 1;
        for (const struct json *m = table->first; m && !err; m = m->next) {
            struct text words;
            if (pairs && (m->kind != JSON_LIST || !m->count || m->count > 2))
                return json_fault(m, fault, ERR_TYPE, "expected why it holds, and why it does not");
            for (const struct json *one = pairs ? m->first : m; one && !err; one = pairs ? one->next : NULL)
                err = json_as_text(one, &words, fault);
        }
    }
    return err;
}

static struct text plain_reason(const struct json *because, const char *key, const char *otherwise) {
    const struct json *words = json_get(because, key);
    return words ? words->first->text : text_of(otherwise);
}

enum err mind_words_read(struct mind_data *d, const char *folder, struct fault *fault) {
    struct json *file;
    enum err err = mind_file_read("human.json", folder, d->arena, &file, fault);
    if (!err) err = check(file, fault);
    if (err) return err;
    struct mind_words *w = &d->words;
    const struct json *does = json_get(file, "does"), *because = json_get(file, "because"),
                      *felt = json_get(file, "felt");
    w->does = arena_array(d->arena, struct text, d->tree.node_count + 1);
    w->because = arena_array(d->arena, struct why, d->tree.condition_count + 1);
    w->felt = arena_array(d->arena, struct text, d->moods.event_count + 1);
    if (!w->does || !w->because || !w->felt)
        return fault_set(fault, ERR_MEMORY, "no memory for a mind's words");
    for (uint32_t i = 0; i < d->tree.node_count; i++) w->does[i] = said(does, d->tree.nodes[i].id, d->arena);
    for (uint32_t i = 0; i < d->tree.condition_count; i++)
        w->because[i] = reason_of(because, d->tree.conditions[i], d->arena);
    for (uint32_t i = 0; i < d->moods.event_count; i++)
        w->felt[i] = said(felt, d->moods.events[i].name, d->arena);
    w->free = plain_reason(because, "", "nothing stood against it");
    w->lies = plain_reason(because, "lies", "it lies there");
    w->told = plain_reason(because, "told", "somebody wanted it");
    w->lost = plain_reason(because, "lost", "it does not know what to do");
    return ERR_NONE;
}
