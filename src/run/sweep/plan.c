#include "run/sweep/plan.h"

#include "base/hash.h"
#include "base/plural.h"
#include "critter/critter.h"
#include "run/check/accuracy.h"
#include "run/check/checks.h"
#include "run/check/living.h"
#include "run/settings/settings.h"
#include "run/sweep/plan_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BYTES = 64 << 20, BLOCK_BYTES = 64 << 10, USUAL_SECONDS = 3600 };

struct sweep_plan *sweep_plan_empty(void) {
    struct arena *arena = arena_new(BLOCK_BYTES);
    struct sweep_plan *plan = NULL;
    if (arena) arena_limit(arena, ARENA_BYTES), plan = arena_one(arena, struct sweep_plan);
    if (!plan)
        arena_free(arena);
    else
        plan->arena = arena;
    return plan;
}

void sweep_plan_free(struct sweep_plan *plan) {
    if (plan) arena_free(plan->arena);
}

const char *sweep_plan_keep(struct sweep_plan *plan, struct text text) {
    return arena_copy_text(plan->arena, text.at ? text.at : "", text.len);
}

uint64_t sweep_plan_seed(const struct sweep_plan *plan, uint32_t life) {
    return plan->first_seed + life % (plan->last_seed - plan->first_seed + 1);
}

// ------------------------------------------------------------------------------------------------ digests

static uint64_t with(uint64_t digest, const char *text) {
    return hash64(digest, text ? text : "", text ? strlen(text) + 1 : 0);
}

// All that decides what the lives are, and how they are numbered.
uint64_t sweep_plan_digest(const struct sweep_plan *p) {
    uint64_t digest = with(with(1, p->version), p->program);
    uint64_t numbers[] = {p->first_seed,
                          p->last_seed,
                          (uint64_t)(p->seconds * 1e6),
                          (uint64_t)p->loud << 1 | p->accuracy,
                          p->set_count,
                          p->over_count,
                          p->file_count};
    digest = hash64(with(digest, p->scenario), p->source.at, p->source.len);
    digest = with(with(hash64(digest, numbers, sizeof numbers), p->mind), p->resources);
    for (uint32_t i = 0; i < p->set_count; i++) digest = with(digest, p->set[i]);
    for (uint32_t i = 0; i < p->file_count; i++)
        digest = hash64(with(digest, p->files[i].path), &p->files[i].digest, sizeof p->files[i].digest);
    for (uint32_t i = 0; i < p->over_count; i++) {
        digest = with(digest, p->over[i].name);
        for (uint32_t k = 0; k < p->over[i].count; k++) digest = with(digest, p->over[i].values[k]);
    }
    return digest;
}

// ------------------------------------------------------------------------------------------------ knobs

static enum err check_assignment(const char *option, const char *assignment, struct fault *fault) {
    struct settings settings;
    struct fault why = {0};
    settings_start(&settings, "vector");
    if (strlen(assignment) >= 160)
        return fault_set(fault, ERR_LIMIT, "%s: a value of more than 159 bytes", option);
    if (strpbrk(assignment, "\t\r\n")) return fault_set(fault, ERR_SYNTAX, "%s: expected one line", option);
    enum err err = settings_assign(&settings, assignment, &why);
    return err ? fault_set(fault, err, "%s: %s", option, why.said) : ERR_NONE;
}

enum err sweep_plan_add_set(struct sweep_plan *p, const char *assignment, struct fault *fault) {
    enum err err = check_assignment("--set", assignment, fault);
    if (!err) p->set[p->set_count++] = sweep_plan_keep(p, text_of(assignment));
    return err;
}

enum err sweep_plan_add_value(struct sweep_plan *p, struct sweep_knob *knob, struct text value,
                              struct fault *fault) {
    char assignment[256];
    const char *kept = sweep_plan_keep(p, value);
    if (!kept) return fault_set(fault, ERR_MEMORY, "no memory for a sweep");
    snprintf(assignment, sizeof assignment, "%s=%s", knob->name, kept);
    enum err err = check_assignment("--over", assignment, fault);
    for (uint32_t i = 0; !err && i < knob->count; i++)
        if (!strcmp(knob->values[i], kept))
            err = fault_set(fault, ERR_DUPLICATE, "--over: %s has the value %s twice", knob->name, kept);
    if (!err) knob->values[knob->count++] = kept;
    return err;
}

enum err sweep_plan_add_knob(struct sweep_plan *p, struct text name, uint32_t values, struct sweep_knob **out,
                             struct fault *fault) {
    if (p->over_count == SWEEP_KNOBS_MAX)
        return fault_set(fault, ERR_LIMIT, "--over: at most %d knobs", SWEEP_KNOBS_MAX);
    if (!name.len || name.len > 80)
        return fault_set(fault, ERR_SYNTAX, "--over: expected KNOB=VALUE,VALUE, such as touch.on_ms=80,120");
    for (uint32_t i = 0; i < p->over_count; i++)
        if (text_is(name, p->over[i].name))
            return fault_set(fault, ERR_DUPLICATE, "--over: %s twice", p->over[i].name);
    if (!values || (uint64_t)p->variants * values > SWEEP_VARIANTS_MAX)
        return fault_set(fault, ERR_LIMIT, "--over: from 1 to %d variants in all", SWEEP_VARIANTS_MAX);
    struct sweep_knob *knob = &p->over[p->over_count++];
    p->variants *= values;
    knob->name = sweep_plan_keep(p, name);
    knob->values = arena_array(p->arena, const char *, values);
    *out = knob;
    return knob->name && knob->values ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for a sweep");
}

static enum err read_over(struct sweep_plan *p, const char *wish, struct fault *fault) {
    struct text rest = text_of(wish), name = {0}, value;
    struct sweep_knob *knob;
    uint32_t values = 1;
    text_split(&rest, '=', &name);
    if (!rest.at) name.len = 0;
    for (size_t i = 0; i < rest.len; i++) values += rest.at[i] == ',';
    enum err err = sweep_plan_add_knob(p, name, values, &knob, fault);
    while (!err && text_split(&rest, ',', &value)) err = sweep_plan_add_value(p, knob, value, fault);
    return err;
}

static const char *value_in(const struct sweep_plan *p, uint32_t variant, uint32_t knob) {
    for (uint32_t i = p->over_count - 1; i > knob; i--) variant /= p->over[i].count;
    return p->over[knob].values[variant % p->over[knob].count];
}

void sweep_plan_settings(const struct sweep_plan *p, uint32_t variant, struct buf *out) {
    for (uint32_t i = 0; i < p->set_count; i++) buf_printf(out, "%s\n", p->set[i]);
    for (uint32_t i = 0; i < p->over_count; i++)
        buf_printf(out, "%s=%s\n", p->over[i].name, value_in(p, variant, i));
}

void sweep_plan_variant(const struct sweep_plan *p, uint32_t variant, struct buf *out) {
    for (uint32_t i = 0; i < p->over_count; i++)
        buf_printf(out, "%s%s=%s", i ? ", " : "", p->over[i].name, value_in(p, variant, i));
}

// As a shell takes it, whatever is in it.
static void put_word(const char *word, struct buf *out) {
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@";
    if (*word && strspn(word, PLAIN) == strlen(word)) {
        buf_text(out, word);
        return;
    }
    buf_byte(out, '\'');
    for (; *word; word++) buf_text(out, *word == '\'' ? "'\\''" : (char[]){*word, 0});
    buf_byte(out, '\'');
}

void sweep_plan_command(const struct sweep_plan *p, uint32_t life, double from_s, struct buf *out) {
    char number[NUMBER_ROOM];
    buf_text(out, "critter run "), put_word(p->scenario, out);
    buf_printf(out, " --seed %" PRIu64, sweep_plan_seed(p, life));
    for (uint32_t i = 0; i < p->set_count; i++) buf_text(out, " --set "), put_word(p->set[i], out);
    for (uint32_t i = 0; i < p->over_count; i++) {
        char assignment[256];
        snprintf(assignment, sizeof assignment, "%s=%s", p->over[i].name,
                 value_in(p, sweep_plan_variant_of(p, life), i));
        buf_text(out, " --set "), put_word(assignment, out);
    }
    if (p->mind) buf_text(out, " --mind "), put_word(p->mind, out);
    if (p->resources) buf_text(out, " --resources "), put_word(p->resources, out);
    if (p->loud) buf_text(out, " --loud");
    f64_to_text(from_s, number);
    buf_printf(out, " --from %s", number);
}

// ------------------------------------------------------------------------------------------------ making one

struct listing {
    struct sweep_plan *plan;
    const char *prefix;
    bool full;
};
static void list_figure(void *user, const struct figure *f) {
    struct listing *l = user;
    struct sweep_plan *p = l->plan;
    char name[120];
    if (p->figure_count == SWEEP_FIGURES_MAX) {
        l->full = true;
        return;
    }
    snprintf(name, sizeof name, "%s.%s", f->of, f->key);
    p->figures[p->figure_count++] =
        (struct sweep_figure){sweep_plan_keep(p, text_of(name)), sweep_plan_keep(p, text_of(f->about)),
                              sweep_plan_keep(p, text_of(f->unit)), f->least, f->most};
}

bool sweep_has_character(struct play *play, uint32_t robot) {
    int life = play_life(play, robot);
    return life >= 0 && soul_messages(run_soul(play_run(play), (size_t)life)) == &life_soul_messages;
}

static enum err list_figures(struct sweep_plan *p, struct play *play, struct fault *fault) {
    struct living *living = living_new(play);
    struct accuracy *accuracy = p->accuracy ? accuracy_new(play) : NULL;
    struct listing l = {.plan = p};
    p->figures = arena_array(p->arena, struct sweep_figure, SWEEP_FIGURES_MAX);
    bool ready = living && p->figures && (accuracy || !p->accuracy);
    for (uint32_t i = 0; ready && i < play_scenario(play)->robot_count; i++) {
        if (sweep_has_character(play, i)) living_figures(living, i, list_figure, &l);
        if (accuracy) accuracy_figures(accuracy, i, list_figure, &l);
    }
    accuracy_free(accuracy);
    living_free(living);
    if (!ready) return fault_set(fault, ERR_MEMORY, "no memory for figures");
    return l.full ? fault_set(fault, ERR_LIMIT, "more than %d figures a life: too many robots",
                              SWEEP_FIGURES_MAX)
                  : ERR_NONE;
}

// Every variant is built once, so that what is wrong with it is said before the first life.
static enum err try_variants(struct sweep_plan *p, const struct scenario *scenario, struct fault *fault) {
    enum err err = ERR_NONE;
    for (uint32_t v = 0; !err && v < p->variants; v++) {
        struct play_config config;
        struct buf settings = {0};
        sweep_plan_settings(p, v, &settings);
        err = settings.err ? fault_set(fault, ERR_MEMORY, "no memory for a sweep") : ERR_NONE;
        sweep_plan_play(p, (uint32_t)(v * (p->last_seed - p->first_seed + 1)), &settings, &config);
        struct play *play = err ? NULL : play_new(scenario, &config, fault);
        if (!play) err = fault && fault->err ? fault->err : ERR_MEMORY;
        if (!err && !v) err = list_figures(p, play, fault);
        play_free(play, NULL);
        buf_free(&settings);
    }
    return err;
}

void sweep_plan_play(const struct sweep_plan *p, uint32_t life, const struct buf *settings,
                     struct play_config *config) {
    *config = play_defaults();
    config->seed = sweep_plan_seed(p, life);
    config->settings = (struct text){(const char *)settings->at, settings->len};
    config->mind = p->mind, config->resources = p->resources, config->loud = p->loud;
}

static enum err check_range(const struct sweep_wish *w, struct fault *fault) {
    if (!w->first_seed) return fault_set(fault, ERR_RANGE, "--seeds: seeds begin with 1");
    if (w->last_seed < w->first_seed)
        return fault_set(fault, ERR_RANGE, "--seeds: %" PRIu64 "..%" PRIu64 " runs backwards", w->first_seed,
                         w->last_seed);
    if (w->last_seed - w->first_seed >= SWEEP_LIVES_MAX)
        return fault_set(fault, ERR_LIMIT, "--seeds: at most %d lives", SWEEP_LIVES_MAX);
    if (w->seconds != 0 && !(w->seconds >= 0.1 && w->seconds <= SWEEP_SECONDS_MAX))
        return fault_set(fault, ERR_RANGE, "--hours: expected from 0.0001 to %d hours",
                         SWEEP_SECONDS_MAX / 3600);
    return ERR_NONE;
}

static enum err fill(struct sweep_plan *p, const struct sweep_wish *w, struct fault *fault) {
    enum err err = check_range(w, fault);
    if (err) return err;
    struct buf program = {0};
    p->version = critter_version(), p->program = sweep_plan_keep(p, text_of(sweep_this_program(&program)));
    buf_free(&program);
    p->scenario = sweep_plan_keep(p, text_of(w->scenario));
    p->first_seed = w->first_seed, p->last_seed = w->last_seed, p->seconds = w->seconds;
    p->mind = w->mind ? sweep_plan_keep(p, text_of(w->mind)) : NULL;
    p->resources = w->resources ? sweep_plan_keep(p, text_of(w->resources)) : NULL;
    p->loud = w->loud, p->accuracy = w->accuracy, p->variants = 1;
    p->set = arena_array(p->arena, const char *, w->set_count + 1);
    if (!p->set) return fault_set(fault, ERR_MEMORY, "no memory for a sweep");
    for (size_t i = 0; !err && i < w->set_count; i++) err = sweep_plan_add_set(p, w->set[i], fault);
    for (size_t i = 0; !err && i < w->over_count; i++) err = read_over(p, w->over[i], fault);
    return err ? err : sweep_plan_count(p, fault);
}

enum err sweep_plan_count(struct sweep_plan *p, struct fault *fault) {
    uint64_t lives = (p->last_seed - p->first_seed + 1) * p->variants;
    if (lives > SWEEP_LIVES_MAX)
        return fault_set(fault, ERR_LIMIT, "--over: at most %d lives", SWEEP_LIVES_MAX);
    p->lives = (uint32_t)lives;
    return ERR_NONE;
}

struct sweep_plan *sweep_plan_new(const struct sweep_wish *wish, struct fault *fault) {
    struct sweep_plan *p = sweep_plan_empty();
    if (!p) return fault_set(fault, ERR_MEMORY, "no memory for a sweep"), NULL;
    struct scenario *scenario = NULL;
    enum err err = fill(p, wish, fault);
    if (!err && !(scenario = scenario_open(wish->scenario, NULL, 0, fault)))
        err = fault && fault->err ? fault->err : ERR_IO;
    if (!err) {
        if (!(p->seconds > 0)) p->seconds = checks_until_s(scenario);
        if (!(p->seconds > 0)) p->seconds = USUAL_SECONDS;
        p->file = sweep_plan_keep(p, text_of(scenario->file));
        p->source = (struct text){sweep_plan_keep(p, scenario->source), scenario->source.len};
        if (!p->file || !p->source.at || !p->program)
            err = fault_set(fault, ERR_MEMORY, "no memory for a sweep");
    }
    if (!err) err = sweep_plan_list_files(p, scenario, fault);
    if (!err) err = try_variants(p, scenario, fault);
    if (!err) p->digest = sweep_plan_digest(p);
    scenario_free(scenario);
    if (!err) return p;
    sweep_plan_free(p);
    return NULL;
}
