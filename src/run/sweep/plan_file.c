// The manifest: a sweep as a file, which decides whether a folder belongs to it.
#include "run/sweep/plan_internal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { FORMAT = 2 };
static const char *const KEYS[] = {"critter_sweep", "version",   "program", "scenario", "file",
                                   "seeds",         "seconds",   "set",     "over",     "mind",
                                   "files",         "resources", "loud",    "accuracy", "figures"};
static const char *const FILE_KEYS[] = {"path", "digest"};
static const char *const FIGURE_KEYS[] = {"name", "about", "unit", "least", "most"};

static void write_figures(const struct sweep_plan *p, struct json_writer *w) {
    json_open(w, '[');
    for (uint32_t i = 0; i < p->figure_count; i++) {
        const struct sweep_figure *f = &p->figures[i];
        json_open(w, '{');
        json_key(w, "name"), json_string(w, f->name);
        json_key(w, "about"), json_string(w, f->about);
        json_key(w, "unit"), json_string(w, f->unit);
        if (f->least > -HUGE_VAL) json_key(w, "least"), json_number(w, f->least);
        if (f->most < HUGE_VAL) json_key(w, "most"), json_number(w, f->most);
        json_close(w, '}');
    }
    json_close(w, ']');
}

static void write_files(const struct sweep_plan *p, struct json_writer *w) {
    char digest[20];
    json_open(w, '[');
    for (uint32_t i = 0; i < p->file_count; i++) {
        snprintf(digest, sizeof digest, "%016" PRIx64, p->files[i].digest);
        json_open(w, '{');
        json_key(w, "path"), json_string(w, p->files[i].path);
        json_key(w, "digest"), json_string(w, digest);
        json_close(w, '}');
    }
    json_close(w, ']');
}

void sweep_plan_write(const struct sweep_plan *p, struct buf *out) {
    struct json_writer w = json_writer_of(out, 2);
    json_open(&w, '{');
    json_key(&w, "critter_sweep"), json_int(&w, FORMAT);
    json_key(&w, "version"), json_string(&w, p->version);
    json_key(&w, "program"), json_string(&w, p->program);
    json_key(&w, "scenario"), json_string(&w, p->scenario);
    json_key(&w, "file"), json_string(&w, p->file);
    json_key(&w, "seeds"), json_open(&w, '[');
    json_uint(&w, p->first_seed), json_uint(&w, p->last_seed), json_close(&w, ']');
    json_key(&w, "seconds"), json_number(&w, p->seconds);
    json_key(&w, "set"), json_open(&w, '[');
    for (uint32_t i = 0; i < p->set_count; i++) json_string(&w, p->set[i]);
    json_close(&w, ']');
    json_key(&w, "over"), json_open(&w, '{');
    for (uint32_t i = 0; i < p->over_count; i++) {
        json_key(&w, p->over[i].name), json_open(&w, '[');
        for (uint32_t k = 0; k < p->over[i].count; k++) json_string(&w, p->over[i].values[k]);
        json_close(&w, ']');
    }
    json_close(&w, '}');
    if (p->mind) json_key(&w, "mind"), json_string(&w, p->mind);
    if (p->resources) json_key(&w, "resources"), json_string(&w, p->resources);
    json_key(&w, "loud"), json_bool(&w, p->loud);
    json_key(&w, "accuracy"), json_bool(&w, p->accuracy);
    json_key(&w, "files"), write_files(p, &w);
    json_key(&w, "figures"), write_figures(p, &w);
    json_close(&w, '}');
    buf_byte(out, '\n');
}

// ------------------------------------------------------------------------------------------------ reading

struct reading {
    struct sweep_plan *plan;
    const struct json *doc;
    struct fault *fault;
};

static enum err text_of_key(struct reading *r, const struct json *in, const char *key, const char **out) {
    struct text text;
    enum err err = json_get_text(in, key, &text, r->fault);
    if (err) return err;
    if (memchr(text.at, 0, text.len))
        return json_fault(json_get(in, key), r->fault, ERR_SYNTAX, "expected text without \\u0000");
    *out = sweep_plan_keep(r->plan, text);
    return *out ? ERR_NONE : fault_set(r->fault, ERR_MEMORY, "no memory for a sweep");
}

static enum err list_of_key(struct reading *r, const char *key, const struct json **out, uint32_t most) {
    *out = json_get(r->doc, key);
    if (!*out || (*out)->kind != JSON_LIST)
        return json_fault(r->doc, r->fault, ERR_TYPE, "expected \"%s\": a list", key);
    return (*out)->count > most ? json_fault(*out, r->fault, ERR_LIMIT, "expected at most %u values", most)
                                : ERR_NONE;
}

// What the wish's options would have said, at its place in the file.
static enum err here(const struct json *place, const struct fault *said, struct fault *fault) {
    return json_fault(place, fault, said->err, "%s", said->said);
}

static enum err read_seeds(struct reading *r) {
    const struct json *list;
    int64_t seeds[2] = {0};
    enum err err = list_of_key(r, "seeds", &list, 2);
    if (!err && list->count != 2)
        err = json_fault(list, r->fault, ERR_RANGE, "expected the first and the last seed");
    for (uint32_t i = 0; !err && i < 2; i++)
        err = json_as_int(json_at(list, i), 1, INT64_MAX, &seeds[i], r->fault);
    if (!err && (seeds[1] < seeds[0] || seeds[1] - seeds[0] >= SWEEP_LIVES_MAX))
        err = json_fault(list, r->fault, ERR_RANGE, "expected at most %d seeds, the first before the last",
                         SWEEP_LIVES_MAX);
    r->plan->first_seed = (uint64_t)seeds[0], r->plan->last_seed = (uint64_t)seeds[1];
    return err;
}

static enum err read_sets(struct reading *r) {
    const struct json *list;
    enum err err = list_of_key(r, "set", &list, 64);
    r->plan->set = err ? NULL : arena_array(r->plan->arena, const char *, list->count + 1);
    if (!err && !r->plan->set) err = fault_set(r->fault, ERR_MEMORY, "no memory for a sweep");
    for (uint32_t i = 0; !err && i < list->count; i++) {
        struct text text;
        struct fault said = {0};
        err = json_as_text(json_at(list, i), &text, r->fault);
        const char *kept = err ? NULL : sweep_plan_keep(r->plan, text);
        if (!err && (!kept || strlen(kept) != text.len || sweep_plan_add_set(r->plan, kept, &said)))
            err = said.err ? here(json_at(list, i), &said, r->fault)
                           : json_fault(json_at(list, i), r->fault, ERR_SYNTAX, "expected NAME=VALUE");
    }
    return err;
}

static enum err read_overs(struct reading *r) {
    const struct json *over = json_get(r->doc, "over");
    enum err err = ERR_NONE;
    if (!over || over->kind != JSON_OBJECT)
        return json_fault(r->doc, r->fault, ERR_TYPE, "expected \"over\": an object");
    for (const struct json *one = over->first; !err && one; one = one->next) {
        struct sweep_knob *knob = NULL;
        struct fault said = {0};
        struct text text;
        if (one->kind != JSON_LIST) return json_fault(one, r->fault, ERR_TYPE, "expected a list of values");
        if (memchr(one->key.at, 0, one->key.len))
            return json_fault(one, r->fault, ERR_SYNTAX, "expected the name of a knob");
        if (sweep_plan_add_knob(r->plan, one->key, one->count, &knob, &said))
            return here(one, &said, r->fault);
        for (uint32_t k = 0; !err && k < one->count; k++) {
            err = json_as_text(json_at(one, k), &text, r->fault);
            if (!err && memchr(text.at, 0, text.len))
                err = json_fault(one, r->fault, ERR_SYNTAX, "expected text without \\u0000");
            if (!err && sweep_plan_add_value(r->plan, knob, text, &said))
                err = here(json_at(one, k), &said, r->fault);
        }
    }
    return err;
}

static enum err read_bound(struct reading *r, const struct json *in, const char *key, double otherwise,
                           double *out) {
    *out = otherwise;
    return json_get(in, key) ? json_get_number(in, key, -HUGE_VAL, HUGE_VAL, out, r->fault) : ERR_NONE;
}

static enum err read_figures(struct reading *r) {
    const struct json *list;
    struct sweep_plan *p = r->plan;
    enum err err = list_of_key(r, "figures", &list, SWEEP_FIGURES_MAX);
    p->figures = err ? NULL : arena_array(p->arena, struct sweep_figure, list->count + 1);
    if (!err && !p->figures) err = fault_set(r->fault, ERR_MEMORY, "no memory for a sweep");
    for (uint32_t i = 0; !err && i < list->count; i++) {
        const struct json *one = json_at(list, i);
        struct sweep_figure *f = &p->figures[i];
        err = json_only(one, FIGURE_KEYS, sizeof FIGURE_KEYS / sizeof *FIGURE_KEYS, r->fault);
        if (!err) err = text_of_key(r, one, "name", &f->name);
        if (!err) err = text_of_key(r, one, "about", &f->about);
        if (!err) err = text_of_key(r, one, "unit", &f->unit);
        if (!err) err = read_bound(r, one, "least", -HUGE_VAL, &f->least);
        if (!err) err = read_bound(r, one, "most", HUGE_VAL, &f->most);
        if (!err && (!*f->name || strpbrk(f->name, "\t\r\n")))
            err = json_fault(one, r->fault, ERR_SYNTAX, "expected the name of a figure on one line");
        for (uint32_t k = 0; !err && k < i; k++)
            if (!strcmp(p->figures[k].name, f->name))
                err = json_fault(one, r->fault, ERR_DUPLICATE, "expected each figure once");
        if (!err) p->figure_count++;
    }
    return err;
}

static enum err read_mind(struct reading *r) {
    struct sweep_plan *p = r->plan;
    enum err err =
        json_get(r->doc, "resources") ? text_of_key(r, r->doc, "resources", &p->resources) : ERR_NONE;
    if (!err && json_get(r->doc, "mind")) err = text_of_key(r, r->doc, "mind", &p->mind);
    return err;
}

static enum err read_files(struct reading *r) {
    const struct json *list;
    struct sweep_plan *p = r->plan;
    enum err err = list_of_key(r, "files", &list, SWEEP_FILES_MAX);
    p->files = err ? NULL : arena_array(p->arena, struct sweep_file, list->count + 1);
    if (!err && !p->files) err = fault_set(r->fault, ERR_MEMORY, "no memory for a sweep");
    for (uint32_t i = 0; !err && i < list->count; i++) {
        const struct json *one = json_at(list, i);
        const char *digest = NULL;
        err = json_only(one, FILE_KEYS, sizeof FILE_KEYS / sizeof *FILE_KEYS, r->fault);
        if (!err) err = text_of_key(r, one, "path", &p->files[i].path);
        if (!err) err = text_of_key(r, one, "digest", &digest);
        if (!err && (strlen(digest) != 16 || strspn(digest, "0123456789abcdef") != 16 ||
                     sscanf(digest, "%16" SCNx64, &p->files[i].digest) != 1))
            err = json_fault(json_get(one, "digest"), r->fault, ERR_SYNTAX, "expected 16 hexadecimal digits");
        if (!err) p->file_count++;
    }
    return err;
}

static enum err read_all(struct reading *r) {
    struct sweep_plan *p = r->plan;
    int64_t format = 0;
    p->variants = 1;
    enum err err = json_get_int(r->doc, "critter_sweep", 0, INT32_MAX, &format, r->fault);
    if (!err && format != FORMAT)
        err = json_fault(r->doc, r->fault, ERR_VERSION, "a sweep of format %d; this program knows %d",
                         (int)format, FORMAT);
    if (!err) err = json_only(r->doc, KEYS, sizeof KEYS / sizeof *KEYS, r->fault);
    if (!err) err = text_of_key(r, r->doc, "version", &p->version);
    if (!err) err = text_of_key(r, r->doc, "program", &p->program);
    if (!err) err = text_of_key(r, r->doc, "scenario", &p->scenario);
    if (!err) err = text_of_key(r, r->doc, "file", &p->file);
    if (!err) err = json_get_number(r->doc, "seconds", 0.1, SWEEP_SECONDS_MAX, &p->seconds, r->fault);
    if (!err) err = read_seeds(r);
    if (!err) err = read_sets(r);
    if (!err) err = read_overs(r);
    if (!err) err = read_mind(r);
    if (!err) err = json_get_bool(r->doc, "loud", &p->loud, r->fault);
    if (!err) err = json_get_bool(r->doc, "accuracy", &p->accuracy, r->fault);
    if (!err) err = read_files(r);
    if (!err) err = read_figures(r);
    return err ? err : sweep_plan_count(p, r->fault);
}

struct sweep_plan *sweep_plan_read(struct text manifest, struct text source, const char *file,
                                   struct fault *fault) {
    struct sweep_plan *p = sweep_plan_empty();
    struct arena *arena = arena_new(64 << 10);
    struct json_limits limits = json_limits_default();
    struct json *doc = NULL;
    enum err err = p && arena ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for a sweep");
    limits.bytes = SWEEP_MANIFEST_MAX, limits.depth = 8;
    if (!err) err = json_parse(manifest, file, arena, &limits, &doc, fault);
    if (!err) err = read_all(&(struct reading){p, doc, fault});
    if (!err) {
        p->source = (struct text){sweep_plan_keep(p, source), source.len};
        if (!p->source.at) err = fault_set(fault, ERR_MEMORY, "no memory for a sweep");
    }
    if (!err) p->digest = sweep_plan_digest(p);
    arena_free(arena);
    if (!err) return p;
    sweep_plan_free(p);
    return NULL;
}

// ------------------------------------------------------------------------------------------------ comparing

static bool same_knobs(const struct sweep_plan *a, const struct sweep_plan *b) {
    if (a->over_count != b->over_count) return false;
    for (uint32_t i = 0; i < a->over_count; i++) {
        const struct sweep_knob *x = &a->over[i], *y = &b->over[i];
        if (strcmp(x->name, y->name) != 0 || x->count != y->count) return false;
        for (uint32_t k = 0; k < x->count; k++)
            if (strcmp(x->values[k], y->values[k]) != 0) return false;
    }
    return true;
}

static bool same_sets(const struct sweep_plan *a, const struct sweep_plan *b) {
    if (a->set_count != b->set_count) return false;
    for (uint32_t i = 0; i < a->set_count; i++)
        if (strcmp(a->set[i], b->set[i]) != 0) return false;
    return true;
}

// The first that both read and that is another now; NULL: none.
static const char *changed_file(const struct sweep_plan *a, const struct sweep_plan *b) {
    for (uint32_t i = 0; i < a->file_count; i++)
        for (uint32_t k = 0; k < b->file_count; k++)
            if (!strcmp(a->files[i].path, b->files[k].path) && a->files[i].digest != b->files[k].digest)
                return a->files[i].path;
    return NULL;
}

static bool same_text(const char *a, const char *b) { return !strcmp(a ? a : "", b ? b : ""); }

enum err sweep_plan_same(const struct sweep_plan *there, const struct sweep_plan *wanted, const char *folder,
                         struct fault *fault) {
#define REFUSE(...) return fault_at(fault, ERR_STATE, folder, 0, 0, __VA_ARGS__)
    if (strcmp(there->version, wanted->version) != 0)
        REFUSE("a sweep of version %.30s; this is %s", there->version, wanted->version);
    if (strcmp(there->scenario, wanted->scenario) != 0)
        REFUSE("a sweep of the scenario %.80s, not of %.80s", there->scenario, wanted->scenario);
    if (!text_same(there->source, wanted->source))
        REFUSE("the scenario %.80s has changed since this sweep began", wanted->scenario);
    if (there->first_seed != wanted->first_seed || there->last_seed != wanted->last_seed)
        REFUSE("a sweep of other seeds: %" PRIu64 "..%" PRIu64, there->first_seed, there->last_seed);
    if (there->seconds != wanted->seconds)
        REFUSE("a sweep of other lives: %g hours each", there->seconds / 3600);
    if (!same_knobs(there, wanted)) REFUSE("a sweep over other knobs or values");
    if (!same_sets(there, wanted)) REFUSE("a sweep with other knobs set");
    if (!same_text(there->mind, wanted->mind))
        REFUSE("a sweep of another mind: %.80s", there->mind ? there->mind : "ours");
    if (!same_text(there->resources, wanted->resources)) REFUSE("a sweep with other resources");
    const char *changed = changed_file(there, wanted);
    if (changed) REFUSE("%.160s has changed since this sweep began", changed);
    if (there->loud != wanted->loud) REFUSE("a sweep %s --loud", there->loud ? "with" : "without");
    if (there->accuracy != wanted->accuracy)
        REFUSE("a sweep %s --accuracy", there->accuracy ? "with" : "without");
    if (strcmp(there->program, wanted->program) != 0)
        REFUSE("a sweep of another build of this program, which may live other lives");
    if (there->digest != wanted->digest) REFUSE("another sweep");
    return ERR_NONE;
#undef REFUSE
}
