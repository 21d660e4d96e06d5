// The same scenario with another creature as its first robot. One that is called like its kind gets the new
// kind's name, and with it everything that means or calls it.
#include "run/scenario.h"

#include "border/body_model.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH = 128 };

struct cast {
    struct arena *arena;
    const char *old, *new; // names; old NULL: nobody is renamed
};

static void set(struct json *at, struct cast *c, const char *text, size_t len) {
    char *copy = arena_copy_text(c->arena, text, len);
    if (copy) at->text = (struct text){copy, len};
}

// A name, or a sentence that calls somebody by it.
static void rename_in(struct json *at, struct cast *c) {
    size_t old = strlen(c->old), len = 0;
    char out[512];
    if (text_is(at->text, c->old)) {
        set(at, c, c->new, strlen(c->new));
        return;
    }
    if (!text_is(at->key, "words") || at->text.len > 255) return;
    for (size_t i = 0; i < at->text.len && len + WORLD_NAME_MAX + 1 < sizeof out;) {
        bool here = i + old <= at->text.len && !memcmp(at->text.at + i, c->old, old);
        if (here)
            len += (size_t)snprintf(out + len, sizeof out - len, "%s", c->new), i += old;
        else
            out[len++] = at->text.at[i++];
    }
    set(at, c, out, len);
}

// All texts of the document but those that say what somebody is.
static void rename_all(struct json *doc, struct cast *c) {
    struct json *way[DEPTH], *at = doc;
    for (int depth = 0; at;) {
        if (at->kind == JSON_TEXT && !text_is(at->key, "creature") && !text_is(at->key, "about"))
            rename_in(at, c);
        if (at->first && depth < DEPTH) {
            way[depth++] = at;
            at = at->first;
            continue;
        }
        while (at && !at->next) at = depth ? way[--depth] : NULL;
        if (at) at = at->next;
    }
}

static struct json *member(struct json *object, const char *key) {
    struct json *at = object ? object->first : NULL;
    while (at && !text_is(at->key, key)) at = at->next;
    return at;
}

static bool taken(const struct scenario *s, const char *name) {
    for (uint32_t i = 1; i < s->robot_count; i++)
        if (!strcmp(s->robots[i].name, name)) return true;
    return false;
}

static void recast(const struct scenario *s, struct json *doc, const char *creature, struct cast *c) {
    struct json *robots = member(doc, "robots"), *first = robots ? robots->first : NULL;
    struct json *kind = member(first, "creature");
    char name[WORLD_NAME_MAX + 1];
    snprintf(name, sizeof name, "%s%s", creature, taken(s, creature) ? "-too" : "");
    bool generic = !strcmp(s->robots[0].name, s->robots[0].creature);
    c->old = s->robots[0].name, c->new = name;
    if (generic) rename_all(doc, c);
    if (kind) set(kind, c, creature, strlen(creature));
    struct json *named =
        generic && kind && !member(first, "name") ? arena_array(c->arena, struct json, 1) : NULL;
    if (!named) return;
    *named = *kind; // its name was that of its kind; now it says so
    named->key = TEXT("name");
    set(named, c, name, strlen(name));
    kind->next = named;
    first->count++;
}

struct scenario *scenario_cast(const struct scenario *s, const char *creature, struct fault *fault) {
    struct arena *arena = arena_new(64 << 10);
    struct buf text = {0};
    struct json *doc = NULL;
    struct scenario *other = NULL;
    if (!arena) {
        fault_set(fault, ERR_MEMORY, "no memory for a scenario");
        return NULL;
    }
    struct cast cast = {.arena = arena};
    if (!s->robot_count || !body_model_find(creature))
        fault_set(fault, ERR_UNKNOWN, "nobody in %s can be a \"%s\"", s->file, creature);
    else if (!json_parse(s->source, s->file, arena, NULL, &doc, fault)) {
        recast(s, doc, creature, &cast);
        struct json_writer w = json_writer_of(&text, 1);
        json_copy(&w, doc);
        if (text.err)
            fault_set(fault, text.err, "%s cannot be written anew", s->file);
        else
            other = scenario_read((struct text){(const char *)text.at, text.len}, s->file, NULL, 0, fault);
    }
    buf_free(&text);
    arena_free(arena);
    return other;
}
