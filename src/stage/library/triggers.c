#include "stage/library/triggers.h"

#include <string.h>

static const char *const TARGETS[] = {"AnimName", "LayoutName", "MapName"};

static enum err read_pair(const struct json *pair, struct trigger *out, struct fault *fault) {
    char found[64];
    if (pair->kind != JSON_OBJECT)
        return json_fault(pair, fault, ERR_TYPE, "expected {\"CladEvent\": …, \"AnimName\": …}, found %s",
                          json_found(pair, found, sizeof found));
    enum err err = json_get_text(pair, "CladEvent", &out->name, fault);
    for (int i = 0; i < 3 && !err; i++)
        if (json_get(pair, TARGETS[i])) return json_get_text(pair, TARGETS[i], &out->target, fault);
    return err ? err : json_fault(pair, fault, ERR_MISSING, "expected AnimName, LayoutName or MapName");
}

static int compare(struct text a, struct text b) {
    size_t least = a.len < b.len ? a.len : b.len;
    int order = least ? memcmp(a.at, b.at, least) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

// The first place that is not before the name.
static uint32_t place_of(const struct triggers *triggers, uint32_t count, struct text name) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare(triggers->at[triggers->by_name[middle]].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool stands_at(const struct triggers *triggers, uint32_t place, uint32_t count, struct text name) {
    return place < count && text_same(triggers->at[triggers->by_name[place]].name, name);
}

enum err triggers_read(const struct json *document, struct arena *arena, struct buf *notes,
                       struct triggers *out, struct fault *fault) {
    *out = (struct triggers){0};
    const struct json *list = document->kind == JSON_OBJECT ? json_get(document, "Pairs") : document;
    char found[64];
    if (!list || list->kind != JSON_LIST)
        return json_fault(list ? list : document, fault, ERR_TYPE,
                          "expected a list of triggers, or an object with such a list in \"Pairs\", found %s",
                          json_found(list ? list : document, found, sizeof found));
    if (list->count > TRIGGERS_MAX)
        return json_fault(list, fault, ERR_LIMIT, "expected at most %d triggers, found %u", TRIGGERS_MAX,
                          list->count);
    out->at = arena_array(arena, struct trigger, list->count);
    out->by_name = arena_array(arena, uint32_t, list->count);
    if (!out->at || !out->by_name) return fault_set(fault, ERR_MEMORY, "no memory for triggers");
    for (const struct json *pair = list->first; pair; pair = pair->next) {
        struct trigger *trigger = &out->at[out->count];
        enum err err = read_pair(pair, trigger, fault);
        if (err) return err;
        uint32_t place = place_of(out, out->count, trigger->name);
        if (stands_at(out, place, out->count, trigger->name)) {
            if (notes)
                buf_printf(notes, "%s:%u:%u: the trigger \"%.*s\" stands there already; the first counts\n",
                           pair->source->file, pair->line, pair->column, (int)trigger->name.len,
                           trigger->name.at);
            continue;
        }
        memmove(&out->by_name[place + 1], &out->by_name[place], (out->count - place) * sizeof *out->by_name);
        out->by_name[place] = out->count++;
    }
    return ERR_NONE;
}

const struct trigger *trigger_find(const struct triggers *triggers, struct text name) {
    uint32_t place = place_of(triggers, triggers->count, name);
    return stands_at(triggers, place, triggers->count, name) ? &triggers->at[triggers->by_name[place]] : NULL;
}
