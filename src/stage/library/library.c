#include "stage/library/library_internal.h"

#include "base/hash.h"
#include "base/system/log.h"
#include "stage/library/repertoire.h"

#include <stdlib.h>
#include <string.h>

static enum err no_memory(struct fault *fault) {
    return fault_set(fault, ERR_MEMORY, "no memory for a library");
}

static struct text kept(struct arena *arena, struct text text) {
    const char *copy = arena_copy_text(arena, text.at, text.len);
    return (struct text){copy, copy ? text.len : 0};
}

// --------------------------------------------------------------------------------------- putting it together

enum err library_add_clips(struct library_making *m, const struct clips *clips, bool ours,
                           struct fault *fault) {
    for (size_t i = 0; i < clips->list.count; i++) {
        const struct clip *clip = &clips->list.at[i];
        struct library_clip *row = table_get(&m->clips, clip->name);
        if (!row && table_count(&m->clips) >= LIBRARY_CLIPS_MAX)
            return fault_set(fault, ERR_LIMIT, "more than %d clips", LIBRARY_CLIPS_MAX);
        if (!row) row = arena_one(m->library->arena, struct library_clip);
        if (!row) return no_memory(fault);
        *row = (struct library_clip){clip->name, clip, clip_length_ms(clip), ours};
        if (!table_put(&m->clips, clip->name, row)) return no_memory(fault);
    }
    return ERR_NONE;
}

static const struct clip_group *group_named(const struct library *library, struct text name) {
    return groups_find(&library->groups, name);
}

// *found false: there is no such group; ours, if there is one of that name, stays what it is.
enum err library_add_trigger(struct library_making *m, struct text name, struct text target, bool ours,
                             bool *found, struct fault *fault) {
    *found = true;
    if (table_has(&m->triggers, name)) return ERR_NONE; // the upper layer came first
    const struct clip_group *group = group_named(m->library, target);
    if (!group || !group->count) return *found = false, ERR_NONE;
    struct library_trigger *row = arena_one(m->library->arena, struct library_trigger);
    if (!row) return no_memory(fault);
    *row = (struct library_trigger){kept(m->library->arena, name), group, ours};
    return row->name.at && table_put(&m->triggers, name, row) ? ERR_NONE : no_memory(fault);
}

static enum err add_our_groups(struct library_making *m, const struct repertoire *ours, struct fault *fault) {
    enum err err = ERR_NONE;
    for (size_t i = 0; i < ours->groups.count && !err; i++) {
        const struct repertoire_group *group = &ours->groups.at[i];
        size_t count = 0;
        for (size_t k = 0; k < group->items.count; k++)
            if (table_has(&m->clips, group->items.at[k].clip)) group->items.at[count++] = group->items.at[k];
        err = groups_add_made(&m->library->groups, group->name, group->items.at, (uint32_t)count,
                              m->library->arena, fault);
        if (err == ERR_DUPLICATE) err = ERR_NONE; // the user's own stays
    }
    return err;
}

static enum err add_our_triggers(struct library_making *m, const struct repertoire *ours,
                                 struct fault *fault) {
    enum err err = ERR_NONE;
    for (size_t i = 0; i < ours->triggers.count && !err; i++) {
        const struct repertoire_trigger *t = &ours->triggers.at[i];
        bool found;
        err = library_add_trigger(m, t->name, t->group, true, &found, fault);
        if (!err && !found)
            err = fault_set(fault, ERR_UNKNOWN,
                            "the trigger \"%.*s\": no group is called \"%.*s\", or it has no clips",
                            (int)t->name.len, t->name.at, (int)t->group.len, t->group.at);
    }
    return err;
}

// One of our own documents that creature.json names; NULL and no error: it names none.
static enum err read_named(struct library_making *m, const char *key, struct json **out,
                           struct fault *fault) {
    struct text path;
    char ended[160];
    *out = NULL;
    if (!json_get(m->library->about, key)) return ERR_NONE;
    enum err err = json_get_text(m->library->about, key, &path, fault);
    if (err) return err;
    snprintf(ended, sizeof ended, "/%.*s", (int)path.len, path.at);
    return library_read_ours(ended, m->library->arena, out, fault);
}

static enum err read_lights(struct library_making *m, struct fault *fault) {
    struct library *l = m->library;
    struct json *document;
    enum err err = read_named(m, "backpack", &document, fault);
    if (!err && document)
        err = lights_read(document, "backpack", l->arena, m->notes, &l->our_backpack, fault);
    if (!err) err = read_named(m, "cube", &document, fault);
    if (!err && document) err = lights_read(document, "cube", l->arena, m->notes, &l->our_cube, fault);
    if (!err) err = read_named(m, "spinner", &document, fault);
    if (!err && document) err = spinner_map_read(document, &l->spinner, fault);
    return err;
}

// "eyes": {"colour": "tip_over_teal", "corners": "round"}: what colour they are, and in which order clips
// have their corners.
static enum err read_eyes(struct library *l, struct fault *fault) {
    static const char *const KEYS[] = {"colour", "corners"};
    const struct json *eyes = json_get(l->about, "eyes"), *colour = json_get(eyes, "colour"),
                      *corners = json_get(eyes, "corners");
    struct text name;
    enum err err = eyes ? json_only(eyes, KEYS, 2, fault) : ERR_NONE;
    if (!err && colour && !(err = json_as_text(colour, &name, fault))) {
        l->eye_setting = 0;
        while (l->eye_setting < EYE_COLOUR_COUNT && !text_is(name, EYE_COLOURS[l->eye_setting].name))
            l->eye_setting++;
        if (l->eye_setting == EYE_COLOUR_COUNT)
            err = json_fault(colour, fault, ERR_UNKNOWN, "no eye colour is called \"%.*s\"", (int)name.len,
                             name.at);
    }
    if (!err && corners && !(err = json_as_text(corners, &name, fault))) {
        if (!text_is(name, "round") && !text_is(name, "rows"))
            err = json_fault(corners, fault, ERR_UNKNOWN, "expected \"round\" or \"rows\", found \"%.*s\"",
                             (int)name.len, name.at);
        l->player.corners = text_is(name, "rows") ? EYE_CORNERS_ROWS : EYE_CORNERS_ROUND;
    }
    return err;
}

static int by_name(const void *a, const void *b) {
    const struct text *x = a, *y = b;
    size_t least = x->len < y->len ? x->len : y->len;
    int order = memcmp(x->at, y->at, least);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

// Tables become sorted lists; every item of a group knows its clip.
static enum err settle(struct library_making *m, struct fault *fault) {
    struct library *l = m->library;
    l->clip_count = (uint32_t)table_count(&m->clips);
    l->trigger_count = (uint32_t)table_count(&m->triggers);
    l->clips = arena_array(l->arena, struct library_clip, l->clip_count);
    l->triggers = arena_array(l->arena, struct library_trigger, l->trigger_count);
    l->by_number = arena_array(l->arena, const struct clip *, l->groups.clips);
    if (!l->clips || !l->triggers || !l->by_number) return no_memory(fault);
    for (uint32_t i = 0; i < l->clip_count; i++)
        l->clips[i] = *(struct library_clip *)table_at(&m->clips, i)->value, l->our_clips += l->clips[i].ours;
    for (uint32_t i = 0; i < l->trigger_count; i++)
        l->triggers[i] = *(struct library_trigger *)table_at(&m->triggers, i)->value,
        l->our_triggers += l->triggers[i].ours;
    qsort(l->clips, l->clip_count, sizeof *l->clips, by_name);
    qsort(l->triggers, l->trigger_count, sizeof *l->triggers, by_name);
    for (uint32_t g = 0; g < l->groups.count; g++)
        for (uint32_t i = 0; i < l->groups.at[g].count; i++) {
            const struct group_item *item = &l->groups.at[g].items[i];
            l->by_number[item->number] = library_clip(l, item->clip);
        }
    for (uint32_t i = 0; i < l->clip_count; i++) {
        l->hash = hash64(l->hash, l->clips[i].name.at, l->clips[i].name.len);
        l->hash = hash64(l->hash, &l->clips[i].length_ms, sizeof l->clips[i].length_ms);
    }
    return ERR_NONE;
}

static enum err put_together(struct library_making *m, const struct library_config *config,
                             struct fault *fault) {
    struct library *l = m->library;
    enum err err = library_about(config->creature, l->arena, &l->about, fault);
    struct repertoire ours;
    struct score_style style;
    if (!err) err = library_style(l->about, &style, fault);
    if (err) return err;
    l->dialect = style.dialect;
    l->player = style.lights == 5 ? player_cozmo() : player_vector();
    memcpy(l->eye_colours, EYE_COLOURS, sizeof l->eye_colours);
    err = read_eyes(l, fault);
    if (!err) err = repertoire_packed(config->creature, l->arena, &ours);
    if (err == ERR_MEMORY) no_memory(fault);
    if (err == ERR_MISSING) err = repertoire_read(l->about, l->arena, &ours, fault);
    if (!err) err = library_add_clips(m, &ours.clips, true, fault);
    if (!err) err = read_lights(m, fault);
    struct library_tree *tree = NULL;
    if (!err && config->resources) err = library_tree_open(m, config->resources, &tree, fault);
    if (!err) err = library_add_our_screens(m, fault);
    if (!err) err = add_our_groups(m, &ours, fault);
    if (!err && tree) err = library_tree_point(tree, fault);
    library_tree_close(tree);
    if (!err) err = add_our_triggers(m, &ours, fault);
    return err ? err : settle(m, fault);
}

static void tell(struct text notes) {
    struct text line;
    while (text_split(&notes, '\n', &line))
        if (line.len) log_warn("clip", "%.*s", (int)line.len, line.at);
}

struct library *library_open(const struct library_config *config, struct fault *fault) {
    struct fault own = {0};
    struct buf notes = {0};
    struct library *library = calloc(1, sizeof *library);
    struct library_making m = {
        .library = library, .notes = config->notes ? config->notes : &notes, .each = config->each};
    if (!fault) fault = &own;
    if (library) library->arena = arena_new(256 << 10);
    if (library) m.sprites.arena = library->arena;
    m.scratch = arena_new(256 << 10);
    enum err err = library && library->arena && m.scratch ? ERR_NONE : no_memory(fault);
    if (!err) library->creature = arena_copy_text(library->arena, config->creature, strlen(config->creature));
    if (!err) err = put_together(&m, config, fault);
    if (library) groups_done(&library->groups);
    table_free(&m.clips);
    table_free(&m.triggers);
    table_free(&m.sprites.by_name);
    arena_free(m.scratch);
    tell((struct text){(const char *)notes.at, notes.len});
    buf_free(&notes);
    if (!err) return library;
    library_free(library);
    return NULL;
}

void library_free(struct library *library) {
    if (!library) return;
    arena_free(library->arena);
    free(library);
}

// ------------------------------------------------------------------------------------------------ asking

const struct clip *library_clip(const struct library *library, struct text name) {
    const struct library_clip *row =
        library->clip_count ? bsearch(&name, library->clips, library->clip_count, sizeof *row, by_name)
                            : NULL;
    return row ? row->clip : NULL;
}

int32_t library_clip_number(const struct library *library, const struct clip *clip) {
    const struct library_clip *row =
        clip && library->clip_count
            ? bsearch(&clip->name, library->clips, library->clip_count, sizeof *row, by_name)
            : NULL;
    return row ? (int32_t)(row - library->clips) : -1;
}

const struct clip *library_clip_of(const struct library *library, const struct group_item *item) {
    return item->number < library->groups.clips ? library->by_number[item->number] : NULL;
}

const struct library_trigger *library_trigger(const struct library *library, struct text name) {
    if (!library->trigger_count) return NULL;
    return bsearch(&name, library->triggers, library->trigger_count, sizeof *library->triggers, by_name);
}

const char *library_nearest(const struct library *library, const char *name) {
    const char **names = calloc((size_t)library->clip_count + library->trigger_count, sizeof *names),
               *near = NULL;
    size_t count = 0;
    for (uint32_t i = 0; names && i < library->clip_count; i++) names[count++] = library->clips[i].name.at;
    for (uint32_t i = 0; names && i < library->trigger_count; i++)
        names[count++] = library->triggers[i].name.at;
    if (count) near = text_nearest(name, names, count);
    free(names);
    return near;
}

const struct light_show *library_backpack(const struct library *library, const char *trigger) {
    const struct light_show *show = lights_find(&library->backpack, text_of(trigger));
    return show ? show : lights_find(&library->our_backpack, text_of(trigger));
}

const struct light_show *library_cube(const struct library *library, const char *trigger) {
    const struct light_show *show = lights_find(&library->cube, text_of(trigger));
    return show ? show : lights_find(&library->our_cube, text_of(trigger));
}
