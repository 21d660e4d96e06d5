// Whom and which files a scenario names. Who is meant in a timeline must be there, or come later: a name that
// nobody bears is a slip of the pen.
#include "run/scenario.h"

#include "run/settings/settings.h"
#include "run/waves.h"
#include "schema/schema.h"

#include <string.h>

enum { NAMES = 512 };
struct names {
    const char *list[NAMES];
    uint32_t count;
    bool open; // something without a name comes later; the world will name it
};

static void add(struct names *n, const char *name) {
    if (*name && n->count < NAMES)
        n->list[n->count++] = name;
    else
        n->open = true;
}

static bool knows(const struct names *n, const char *name) {
    for (uint32_t i = 0; i < n->count; i++)
        if (!strcmp(n->list[i], name)) return true;
    return n->open;
}

static const char *text_field(const struct world_message *verb, const char *field) {
    const struct schema_struct *body = world_messages[verb->kind].body;
    for (uint32_t i = 0; i < body->count; i++)
        if (body->fields[i].kind == SCHEMA_OWN_TEXT && !strcmp(body->fields[i].name, field))
            return (const char *)&verb->table + body->fields[i].offset;
    return NULL;
}

static enum err unknown(const struct names *n, const struct json *place, const char *name,
                        struct fault *fault) {
    const char *near = text_nearest(name, n->list, n->count);
    return json_fault(place, fault, ERR_UNKNOWN, "nothing here is called \"%s\"%s%s%s", name,
                      near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
}

static enum err check(const struct names *n, const struct scenario_verb *v, struct fault *fault) {
    static const char *const MEANT[] = {"what", "who", "at"};
    for (int i = 0; i < 3; i++) {
        const char *name = text_field(&v->verb, MEANT[i]);
        if (name && *name && !knows(n, name)) return unknown(n, v->place, name, fault);
    }
    return ERR_NONE;
}

static enum err check_condition(const struct scenario *s, const struct names *n,
                                const struct scenario_happening *h, struct fault *fault) {
    if (h->when < WHEN_NEAR) return ERR_NONE;
    const struct json *place = json_get(h->place, "when");
    if (!knows(n, h->a)) return unknown(n, place, h->a, fault);
    if (!knows(n, h->b)) return unknown(n, place, h->b, fault);
    bool robot = h->when != WHEN_IN_VIEW;
    for (uint32_t i = 0; i < s->robot_count; i++) robot |= !strcmp(s->robots[i].name, h->a);
    return robot ? ERR_NONE
                 : json_fault(place, fault, ERR_TYPE, "in_view: expected a robot first, found \"%s\"", h->a);
}

static struct names names_of(const struct scenario *s, const char *const *there, uint32_t count) {
    struct names n = {0};
    for (uint32_t i = 0; i < count; i++) add(&n, there[i]);
    for (uint32_t i = 0; i < s->happening_count; i++)
        for (uint32_t k = 0; k < s->happenings[i].verb_count; k++) {
            const char *name = text_field(&s->happenings[i].verbs[k].verb, "name");
            bool sound =
                s->happenings[i].verbs[k].verb.kind == WORLD_SOUND; // need not have one, and gets none
            if (name && (*name || !sound)) add(&n, name);
        }
    return n;
}

static enum err check_happening(const struct scenario *s, const struct names *n,
                                const struct scenario_happening *h, struct fault *fault) {
    enum err err = check_condition(s, n, h, fault);
    for (uint32_t k = 0; !err && k < h->verb_count; k++) err = check(n, &h->verbs[k], fault);
    return err;
}

enum err scenario_check_names(const struct scenario *s, const char *const *there, uint32_t count,
                              struct fault *fault) {
    struct names n = names_of(s, there, count);
    enum err err = ERR_NONE;
    for (uint32_t i = 0; !err && i < s->happening_count; i++)
        err = check_happening(s, &n, &s->happenings[i], fault);
    return err;
}

bool scenario_still_means(const struct scenario *s, const struct scenario_happening *h,
                          const char *const *there, uint32_t count) {
    struct names n = names_of(s, there, count);
    return !check_happening(s, &n, h, NULL) && (!h->drive || knows(&n, h->drive->robot));
}

// ------------------------------------------------------------------------------------------------ files

const char *verb_file(const struct world_message *verb) {
    const char *wave = verb->kind == WORLD_SOUND ? verb->sound.wave : "";
    if (verb->kind == WORLD_SAY) wave = verb->say.wave;
    if (verb->kind == WORLD_CARD && verb->card.in) return verb->card.path;
    return strncmp(wave, WAVES_VOICE, sizeof WAVES_VOICE - 1) ? wave : ""; // that is made of words
}

static enum err look_at(const struct scenario_verb *verbs, uint32_t count, scenario_file_looker *look,
                        void *user, struct fault *fault) {
    enum err err = ERR_NONE;
    for (uint32_t i = 0; !err && i < count; i++) {
        const char *path = verb_file(&verbs[i].verb);
        if (*path) err = look(user, path, fault);
    }
    return err;
}

enum err scenario_each_file(const struct scenario *s, scenario_file_looker *look, void *user,
                            struct fault *fault) {
    struct settings settings;
    settings_start(&settings, "vector");
    enum err err = s->knobs ? settings_read(&settings, s->knobs, fault) : ERR_NONE;
    if (!err && *settings.hearing.wake) err = look(user, settings.hearing.wake, fault);
    for (uint32_t i = 0; !err && i < s->robot_count; i++)
        if (*s->robots[i].card_path) err = look(user, s->robots[i].card_path, fault);
    if (!err) err = look_at(s->things, s->thing_count, look, user, fault);
    for (uint32_t i = 0; !err && i < s->happening_count; i++)
        err = look_at(s->happenings[i].verbs, s->happenings[i].verb_count, look, user, fault);
    return err;
}
