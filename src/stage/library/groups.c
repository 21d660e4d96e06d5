#include "stage/library/groups.h"

#include "base/maths/chance.h"
#include "base/maths/maths.h"
#include "base/system/file.h"
#include "base/table.h"
#include "stage/library/resources.h"

#include <stdlib.h>
#include <string.h>

static const char *const MOODS[MOOD_COUNT] = {"Default", "LowStim", "MedStim", "HighStim", "Frustrated"};

const char *simple_mood_name(enum simple_mood mood) {
    return (unsigned)mood < MOOD_COUNT ? MOODS[mood] : NULL;
}

enum err simple_mood_of(struct text name, enum simple_mood *out) {
    for (int i = 0; i < MOOD_COUNT; i++)
        if (text_is(name, MOODS[i])) return *out = (enum simple_mood)i, ERR_NONE;
    return ERR_UNKNOWN;
}

// ------------------------------------------------------------------------------------------------ reading

static struct text kept(struct arena *arena, struct text text) {
    const char *copy = arena_copy_text(arena, text.at, text.len);
    return (struct text){copy, copy ? text.len : 0};
}

static enum err read_head(const struct json *at, struct group_item *item, struct fault *fault) {
    double low, high;
    enum err err =
        json_get(at, "UseHeadAngle") ? json_get_bool(at, "UseHeadAngle", &item->by_head, fault) : ERR_NONE;
    if (err || !item->by_head) return err;
    err = json_get_number(at, "HeadAngleMin_Deg", -180, 180, &low, fault);
    if (!err) err = json_get_number(at, "HeadAngleMax_Deg", -180, 180, &high, fault);
    if (err) return err;
    if (low > high)
        return json_fault(json_get(at, "HeadAngleMin_Deg"), fault, ERR_RANGE, "larger than HeadAngleMax_Deg");
    item->head_low_deg = (float)low;
    item->head_high_deg = (float)high;
    return ERR_NONE;
}

// A clip's number is the same in all groups.
static enum err number_of(struct groups *groups, struct text clip, uint32_t *out, struct fault *fault) {
    struct table *numbers = groups->numbers;
    void *known = table_get(numbers, clip);
    *out = known ? (uint32_t)(uintptr_t)known - 1 : groups->clips;
    if (known) return ERR_NONE;
    if (!table_put(numbers, clip, (void *)(uintptr_t)(groups->clips + 1)))
        return fault_set(fault, ERR_MEMORY, "no memory for groups");
    groups->clips++;
    return ERR_NONE;
}

// *known false: a mood this robot never has.
static enum err read_item(const struct json *at, struct group_item *item, bool *known, struct fault *fault) {
    struct text mood;
    double weight, cooldown = 0;
    *known = false;
    *item = (struct group_item){0};
    enum err err = json_get_text(at, "Name", &item->clip, fault);
    if (!err) err = json_get_number(at, "Weight", 0, 1e6, &weight, fault);
    if (!err) err = json_get_text(at, "Mood", &mood, fault);
    if (!err && json_get(at, "CooldownTime_Sec"))
        err = json_get_number(at, "CooldownTime_Sec", 0, 1e6, &cooldown, fault);
    if (!err) err = read_head(at, item, fault);
    if (err) return err;
    item->weight = (float)weight;
    item->cooldown_ms = (uint32_t)md_round(cooldown * 1000);
    *known = !simple_mood_of(mood, &item->mood);
    return ERR_NONE;
}

static void note_mood(struct buf *notes, const struct json *item) {
    struct text mood = json_get(item, "Mood")->text;
    char name[64];
    text_copy(mood, name, sizeof name);
    const char *near = text_nearest(name, MOODS, MOOD_COUNT);
    if (notes)
        buf_printf(notes, "%s:%u:%u: the mood \"%s\" is not known%s%s%s; the clip is left out\n",
                   item->source->file, item->line, item->column, name, near ? ", did you mean \"" : "",
                   near ? near : "", near ? "\"" : "");
}

static enum err read_items(struct groups *groups, const struct json *list, struct clip_group *group,
                           struct arena *arena, struct buf *notes, struct fault *fault) {
    char found[64];
    if (list->kind != JSON_LIST)
        return json_fault(list, fault, ERR_TYPE, "expected a list of clips, found %s",
                          json_found(list, found, sizeof found));
    if (list->count > GROUP_ITEMS_MAX)
        return json_fault(list, fault, ERR_LIMIT, "expected at most %d clips, found %u", GROUP_ITEMS_MAX,
                          list->count);
    group->items = arena_array(arena, struct group_item, list->count);
    if (!group->items) return fault_set(fault, ERR_MEMORY, "no memory for groups");
    enum err err = ERR_NONE;
    for (const struct json *at = list->first; at && !err; at = at->next) {
        struct group_item *item = &group->items[group->count];
        bool known;
        err = read_item(at, item, &known, fault);
        if (!err && !known) note_mood(notes, at);
        if (err || !known) continue;
        err = number_of(groups, item->clip, &item->number, fault);
        item->clip = kept(arena, item->clip);
        if (!err && !item->clip.at) err = fault_set(fault, ERR_MEMORY, "no memory for groups");
        if (!err) group->count++;
    }
    return err;
}

static bool room_for_one(struct groups *groups, struct arena *arena) {
    if (groups->count < groups->room) return true;
    uint32_t room = groups->room ? groups->room * 2 : 64;
    struct clip_group *more = arena_array(arena, struct clip_group, room);
    if (!more) return false;
    if (groups->count) memcpy(more, groups->at, groups->count * sizeof *more);
    groups->at = more;
    groups->room = room;
    return true;
}

// A group's name in small letters; false: too long for one.
static bool small_letters(const char *name, char out[256]) {
    size_t i = 0;
    for (; name[i] && i < 255; i++)
        out[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    out[i] = 0;
    return !name[i];
}

// Room for one more group of this name. ERR_DUPLICATE with an empty fault: there is one already.
static enum err begin_group(struct groups *groups, const char *name, char small[256], struct arena *arena,
                            struct fault *fault) {
    if (!small_letters(name, small))
        return fault_set(fault, ERR_LIMIT, "the name of a group is too long: \"%.40s…\"", name);
    if (groups->names && table_has(groups->names, text_of(small))) return ERR_DUPLICATE;
    if (groups->count >= GROUPS_MAX) return fault_set(fault, ERR_LIMIT, "more than %d groups", GROUPS_MAX);
    if (!groups->numbers) groups->numbers = calloc(1, sizeof(struct table));
    if (!groups->names) groups->names = calloc(1, sizeof(struct table));
    if (!groups->numbers || !groups->names || !room_for_one(groups, arena))
        return fault_set(fault, ERR_MEMORY, "no memory for groups");
    return ERR_NONE;
}

static enum err end_group(struct groups *groups, const char small[256], struct clip_group group,
                          struct fault *fault) {
    if (!group.name.at || !table_put(groups->names, text_of(small), groups))
        return fault_set(fault, ERR_MEMORY, "no memory for groups");
    groups->at[groups->count++] = group;
    return ERR_NONE;
}

enum err groups_add(struct groups *groups, const struct json *document, const char *name, struct arena *arena,
                    struct buf *notes, struct fault *fault) {
    char small[256];
    struct clip_group group = {0};
    enum err err = begin_group(groups, name, small, arena, fault);
    if (err == ERR_DUPLICATE && notes)
        buf_printf(notes, "%s: there is a group \"%s\" already; the first stays\n", document->source->file,
                   name);
    if (err) return err;
    const struct json *list = json_get(document, "Animations");
    if (!list) list = json_get(document, "animations");
    if (!list) return json_fault(document, fault, ERR_MISSING, "expected a list \"Animations\"");
    group.name = kept(arena, text_of(name));
    err = read_items(groups, list, &group, arena, notes, fault);
    return err ? err : end_group(groups, small, group, fault);
}

enum err groups_add_made(struct groups *groups, struct text name, struct group_item *items, uint32_t count,
                         struct arena *arena, struct fault *fault) {
    char small[256], ended[256];
    text_copy(name, ended, sizeof ended);
    enum err err = begin_group(groups, ended, small, arena, fault);
    for (uint32_t i = 0; i < count && !err; i++)
        err = number_of(groups, items[i].clip, &items[i].number, fault);
    return err ? err : end_group(groups, small, (struct clip_group){name, items, count}, fault);
}

void groups_drop_last(struct groups *groups) {
    char name[256], small[256];
    if (!groups->count) return;
    text_copy(groups->at[--groups->count].name, name, sizeof name);
    if (groups->names && small_letters(name, small)) table_drop(groups->names, text_of(small));
}

void groups_done(struct groups *groups) {
    if (groups->numbers) table_free(groups->numbers);
    if (groups->names) table_free(groups->names);
    free(groups->numbers);
    free(groups->names);
    groups->numbers = groups->names = NULL;
}

struct loading {
    struct groups *groups;
    struct arena *arena, *scratch;
    struct buf *notes;
};

static enum err load_one(void *user, const char *path, const char *relative, struct fault *fault) {
    struct loading *loading = user;
    (void)relative;
    char name[RESOURCE_NAME];
    if (!resource_json(path, name)) return ERR_NONE;
    struct json *document;
    arena_reset(loading->scratch);
    enum err err = json_read(path, loading->scratch, NULL, &document, fault);
    if (!err) err = groups_add(loading->groups, document, name, loading->arena, loading->notes, fault);
    return err == ERR_DUPLICATE && !(fault && fault->err) ? ERR_NONE : err;
}

enum err groups_load(const char *folder, struct arena *arena, struct buf *notes, struct groups *out,
                     struct fault *fault) {
    *out = (struct groups){0};
    struct fault own = {0};
    struct loading loading = {out, arena, arena_new(64 << 10), notes};
    if (!fault) fault = &own;
    enum err err = loading.scratch ? folder_walk(folder, load_one, &loading, fault)
                                   : fault_set(fault, ERR_MEMORY, "no memory for groups");
    arena_free(loading.scratch);
    groups_done(out);
    return err;
}

const struct clip_group *groups_find(const struct groups *groups, struct text name) {
    for (uint32_t i = 0; i < groups->count; i++)
        if (text_same_nocase(groups->at[i].name, name)) return &groups->at[i];
    return NULL;
}

// ------------------------------------------------------------------------------------------------ choosing

enum err group_memory_make(const struct groups *groups, struct arena *arena, struct group_memory *out) {
    out->count = groups->clips;
    out->ready_ms = arena_array(arena, uint64_t, groups->clips);
    return out->ready_ms ? ERR_NONE : ERR_MEMORY;
}

static bool in_window(const struct group_item *item, float head_deg, float slack_deg) {
    return !item->by_head ||
           (head_deg >= item->head_low_deg - slack_deg && head_deg <= item->head_high_deg + slack_deg);
}

static bool fits(const struct group_item *item, const struct group_asking *asking,
                 const struct group_memory *memory, enum simple_mood mood) {
    return item->mood == mood && in_window(item, asking->head_deg, 0) &&
           memory->ready_ms[item->number] <= asking->now_ms;
}

static const struct group_item *draw(const struct clip_group *group, const struct group_asking *asking,
                                     const struct group_memory *memory, enum simple_mood mood) {
    double sum = 0;
    uint32_t count = 0;
    const struct group_item *last = NULL;
    for (uint32_t i = 0; i < group->count; i++)
        if (fits(&group->items[i], asking, memory, mood))
            sum += (double)group->items[i].weight, count++, last = &group->items[i];
    if (count < 2) return last; // also one of no weight
    struct chance dice = chance_of(asking->seed, chance_stream("clip group"), asking->tick);
    double r = chance_unit64(&dice) * (sum > 0 ? sum : count), walked = 0;
    for (uint32_t i = 0; i < group->count; i++) {
        if (!fits(&group->items[i], asking, memory, mood)) continue;
        walked += sum > 0 ? (double)group->items[i].weight : 1; // nobody has a weight: all alike
        if (r < walked) return &group->items[i];
    }
    return last;
}

#define NEARLY_DEG 2.8647890f // 0.05 rad

static const struct group_item *any(const struct clip_group *group, const struct group_asking *asking,
                                    const struct group_memory *memory) {
    const struct group_item *best = group->items;
    for (uint32_t i = 0; i < group->count; i++) {
        const struct group_item *item = &group->items[i];
        if (asking->cozmo && in_window(item, asking->head_deg, NEARLY_DEG)) return item;
        if (!asking->cozmo && memory->ready_ms[item->number] < memory->ready_ms[best->number]) best = item;
    }
    return best;
}

enum err group_pick(const struct clip_group *group, const struct group_asking *asking,
                    struct group_memory *memory, const struct group_item **out) {
    *out = NULL;
    if (!group || !group->count) return ERR_MISSING;
    const struct group_item *item = draw(group, asking, memory, asking->mood);
    if (!item && asking->mood != MOOD_DEFAULT) item = draw(group, asking, memory, MOOD_DEFAULT);
    if (!item && !asking->strict) item = any(group, asking, memory);
    if (!item) return ERR_MISSING;
    memory->ready_ms[item->number] = asking->now_ms + item->cooldown_ms;
    *out = item;
    return ERR_NONE;
}

void group_tell(const struct clip_group *group, const struct group_item *item,
                const struct group_asking *asking, struct text trigger, struct json_writer *to) {
    json_open(to, '{');
    json_key(to, "clip");
    json_text(to, item->clip);
    json_key(to, "group");
    json_text(to, group->name);
    json_key(to, "headAngle_deg");
    json_float(to, asking->head_deg);
    json_key(to, "mood");
    json_string(to, simple_mood_name(asking->mood));
    json_key(to, "trigger");
    json_text(to, trigger);
    json_close(to, '}');
}
