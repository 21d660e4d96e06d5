// Names in one part that should be in another. A file that names what is not there is no damage: the app may
// have had it elsewhere. So these are told apart from files that cannot be read.
#include "app/app_internal.h"

#include "base/system/file.h"

#include <stdlib.h>
#include <string.h>

struct checking {
    struct app *app;
    app_complain *complain;
    void *user;
    size_t wrong;
    struct text *clips, *behaviors; // sorted
    size_t clip_count, behavior_count;
};

static void tell(struct checking *c, const struct json *place, const char *what, struct text name) {
    struct fault fault = {0};
    if (place)
        json_fault(place, &fault, ERR_UNKNOWN, "there is no %s \"%.*s\"", what,
                   (int)(name.len < 100 ? name.len : 100), name.at);
    else
        fault_set(&fault, ERR_UNKNOWN, "there is no %s \"%.*s\"", what,
                  (int)(name.len < 100 ? name.len : 100), name.at);
    c->wrong++;
    if (c->complain) c->complain(c->user, &fault);
}

static int by_name(const void *a, const void *b) {
    const struct text *x = a, *y = b;
    size_t least = x->len < y->len ? x->len : y->len;
    int order = least ? memcmp(x->at, y->at, least) : 0;
    return order ? order : (x->len > y->len) - (x->len < y->len);
}
static bool among(const struct text *names, size_t count, struct text name) {
    return count && bsearch(&name, names, count, sizeof *names, by_name);
}

static bool gather(struct checking *c) {
    struct app *app = c->app;
    c->clip_count = app_count(app, APP_CLIPS);
    c->behavior_count = app_count(app, APP_BEHAVIORS);
    c->clips = arena_array(app->arena, struct text, c->clip_count + 1);
    c->behaviors = arena_array(app->arena, struct text, c->behavior_count + 1);
    if (!c->clips || !c->behaviors) return false;
    for (size_t i = 0; i < c->clip_count; i++) c->clips[i] = app_clip(app, i)->name;
    for (size_t i = 0; i < c->behavior_count; i++) c->behaviors[i] = app_behavior(app, i)->id;
    qsort(c->clips, c->clip_count, sizeof *c->clips, by_name);
    qsort(c->behaviors, c->behavior_count, sizeof *c->behaviors, by_name);
    return true;
}

static void check_triggers(struct checking *c) {
    const struct triggers *triggers = app_triggers(c->app, false), *cubes = app_triggers(c->app, true);
    for (uint32_t i = 0; i < triggers->count; i++)
        if (!groups_find(&c->app->groups, triggers->at[i].target))
            tell(c, NULL, "group", triggers->at[i].target);
    size_t shows = app_count(c->app, APP_CUBE_LIGHTS);
    for (uint32_t i = 0; i < cubes->count; i++) {
        bool found = false;
        for (size_t k = 0; k < shows && !found; k++)
            found = text_same_nocase(app_lights(c->app, true, k)->name, cubes->at[i].target);
        if (!found) tell(c, NULL, "show of cube lights", cubes->at[i].target);
    }
    for (uint32_t i = 0; i < c->app->groups.count; i++)
        for (uint32_t k = 0; k < c->app->groups.at[i].count; k++)
            if (!among(c->clips, c->clip_count, c->app->groups.at[i].items[k].clip))
                tell(c, NULL, "clip", c->app->groups.at[i].items[k].clip);
}

static void check_behavior_names(struct checking *c, const struct json *place, struct text name) {
    if (!among(c->behaviors, c->behavior_count, name)) tell(c, place, "behaviour", name);
}

static void check_activity(struct checking *c, const struct activity *activity) {
    for (uint32_t i = 0; i < activity->count; i++) {
        const struct activity_value *value = &activity->values[i];
        if (value->key->kind == ACTIVITY_CHOOSER)
            for (uint32_t k = 0; k < value->chooser.count; k++)
                check_behavior_names(c, value->chooser.choices[k].place, value->chooser.choices[k].behavior);
        if (value->key->kind == ACTIVITY_NAMES)
            for (uint32_t k = 0; k < value->names.count; k++)
                check_behavior_names(c, activity->place, value->names.at[k]);
        for (uint32_t k = 0; value->objectives && k < value->count; k++)
            check_behavior_names(c, activity->place, value->objectives[k].behavior);
        for (uint32_t k = 0; value->activities && k < value->count; k++)
            check_activity(c, &value->activities[k]);
    }
}

static void check_mind(struct checking *c) {
    for (size_t i = 0; i < app_count(c->app, APP_ACTIVITIES); i++) check_activity(c, app_activity(c->app, i));
    for (size_t i = 0; i < app_count(c->app, APP_REACTIONS); i++)
        check_behavior_names(c, app_reaction(c->app, i)->place, app_reaction(c->app, i)->behavior);
    for (size_t i = 0; i < c->behavior_count; i++) {
        const struct behavior *b = app_behavior(c->app, i);
        for (uint32_t k = 0; k < b->triggers.count; k++)
            if (!trigger_find(&c->app->triggers, b->triggers.at[k]))
                tell(c, b->document, "trigger", b->triggers.at[k]);
    }
    for (size_t i = 0; i < app_count(c->app, APP_EMOTION_EVENTS); i++) {
        const struct mood_event *event = app_mood_event(c->app, i);
        for (uint32_t k = 0; k < event->count && c->app->has_moods; k++)
            if (!moods_find(&c->app->moods, event->effects[k].type))
                tell(c, event->place, "emotion", event->effects[k].type);
    }
}

static void check_sounds(struct checking *c) {
    size_t banks = app_count(c->app, APP_BANKS);
    for (size_t i = 0; i < c->app->sounds.banks.count; i++) {
        const struct bank_index_bank *named = &c->app->sounds.banks.at[i];
        bool found = false;
        for (size_t k = 0; k < banks && !found; k++) found = app_bank(c->app, k)->bank.id == named->id;
        if (!found) tell(c, NULL, "sound bank", named->name);
    }
    for (size_t i = 0; i < c->app->sounds.events.count; i++) {
        const struct bank_index_event *event = &c->app->sounds.events.at[i];
        bool found = false;
        for (size_t k = 0; k < banks && !found; k++)
            found = bank_object(&app_bank(c->app, k)->bank, event->id) != NULL;
        if (!found) tell(c, NULL, "bank that holds the event", event->name);
    }
}

size_t app_check(struct app *app, struct buf *notes, app_complain *complain, void *user) {
    struct checking c = {.app = app, .complain = complain, .user = user};
    for (int part = 0; part < APP_PARTS; part++)
        c.wrong += app_load(app, (enum app_part)part, notes, complain, user);
    if (!gather(&c)) {
        tell(&c, NULL, "memory for", TEXT("the check"));
        return c.wrong;
    }
    check_triggers(&c);
    check_mind(&c);
    check_sounds(&c);
    return c.wrong;
}
