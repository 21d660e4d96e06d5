#include "stage/draw/layouts.h"

#include <stdlib.h>
#include <string.h>

static enum err no_memory(struct fault *fault) {
    return fault_set(fault, ERR_MEMORY, "no memory for layouts");
}

static bool keep(struct arena *arena, struct text from, struct text *out) {
    const char *copy = arena_copy_text(arena, from.at, from.len);
    *out = (struct text){copy, copy ? from.len : 0};
    return copy;
}

int8_t layer_of(struct text name) {
    uint64_t number;
    if (text_is(name, "Procedural_Eyes")) return LAYER_EYES;
    if (!text_starts(name, "Layer_") || text_to_u64((struct text){name.at + 6, name.len - 6}, &number) ||
        number < 1 || number > 10)
        return 1; // just before the eyes
    return number <= 5 ? (int8_t)((int)number - 6) : (int8_t)(number - 4);
}

// ------------------------------------------------------------------------------------------------ layouts

static enum err read_box(const struct json *item, int8_t layer, struct arena *arena, struct layout_box *box,
                         struct fault *fault) {
    struct text name, method = {0};
    int64_t x = 0, y = 0, width = 0, height = 0;
    if (item->kind != JSON_OBJECT) return json_fault(item, fault, ERR_TYPE, "expected a sprite box");
    enum err err = json_get_text(item, "spriteBoxName", &name, fault);
    if (!err && json_get(item, "spriteRenderMethod"))
        err = json_get_text(item, "spriteRenderMethod", &method, fault);
    if (!err) err = json_get_int(item, "x", -4096, 4096, &x, fault);
    if (!err) err = json_get_int(item, "y", -4096, 4096, &y, fault);
    if (!err) err = json_get_int(item, "width", 1, 4096, &width, fault);
    if (!err) err = json_get_int(item, "height", 1, 4096, &height, fault);
    if (err) return err;
    bool inked = text_is(method, "CustomHue") || text_is(method, "EyeColor");
    if (method.len && !inked && !text_is(method, "RGBA"))
        return json_fault(json_get(item, "spriteRenderMethod"), fault, ERR_UNKNOWN,
                          "expected RGBA, CustomHue or EyeColor");
    *box = (struct layout_box){.inked = inked,
                               .x = (int32_t)x,
                               .y = (int32_t)y,
                               .width = (int32_t)width,
                               .height = (int32_t)height,
                               .layer = layer,
                               .line = item->line};
    return keep(arena, name, &box->name) ? ERR_NONE : no_memory(fault);
}

// What a layer has under one of two names; each of its elements is counted.
static enum err list_of(const struct json *layer, const char *key, const char *older, const struct json **out,
                        struct fault *fault) {
    const struct json *list = json_get(layer, key);
    if (!list && older) list = json_get(layer, older);
    *out = list;
    if (!list)
        return json_fault(layer, fault, ERR_MISSING, "expected \"%s\"%s%s%s, a list", key,
                          older ? " or \"" : "", older ? older : "", older ? "\"" : "");
    return list->kind == JSON_LIST ? ERR_NONE : json_fault(list, fault, ERR_TYPE, "expected a list");
}

static enum err layers_of(const struct json *document, const char *what, struct fault *fault) {
    if (document->kind != JSON_LIST)
        return json_fault(document, fault, ERR_TYPE, "expected %s: a list of layers", what);
    if (document->count > LAYOUT_LAYERS_MAX)
        return json_fault(document, fault, ERR_LIMIT, "more than %d layers", LAYOUT_LAYERS_MAX);
    return ERR_NONE;
}

static void sort_boxes(struct layout *layout) { // few, and those of one layer keep their order
    for (uint32_t i = 1; i < layout->count; i++)
        for (uint32_t k = i; k && layout->boxes[k - 1].layer > layout->boxes[k].layer; k--) {
            struct layout_box swap = layout->boxes[k];
            layout->boxes[k] = layout->boxes[k - 1];
            layout->boxes[k - 1] = swap;
        }
}

enum err layout_read(const struct json *document, struct text name, struct arena *arena, struct layout *out,
                     struct fault *fault) {
    *out = (struct layout){.boxes = arena_array(arena, struct layout_box, LAYOUT_BOXES_MAX)};
    if (!out->boxes || !keep(arena, name, &out->name)) return no_memory(fault);
    enum err err = layers_of(document, "a layout", fault);
    for (const struct json *layer = err ? NULL : document->first; layer && !err; layer = layer->next) {
        const struct json *boxes;
        struct text layer_name;
        if (layer->kind != JSON_OBJECT) return json_fault(layer, fault, ERR_TYPE, "expected a layer");
        err = json_get_text(layer, "layerName", &layer_name, fault);
        if (!err) err = list_of(layer, "spriteBoxLayout", "images", &boxes, fault);
        for (const struct json *item = err ? NULL : boxes->first; item && !err; item = item->next) {
            if (out->count == LAYOUT_BOXES_MAX)
                return json_fault(item, fault, ERR_LIMIT, "more than %d boxes", LAYOUT_BOXES_MAX);
            struct layout_box box;
            err = read_box(item, layer_of(layer_name), arena, &box, fault);
            if (!err && layout_box(out, box.name))
                err = json_fault(item, fault, ERR_DUPLICATE, "there is a box \"%.*s\" already",
                                 (int)(box.name.len < 60 ? box.name.len : 60), box.name.at);
            if (!err) out->boxes[out->count++] = box;
        }
    }
    if (!err) sort_boxes(out);
    return err;
}

const struct layout_box *layout_box(const struct layout *layout, struct text name) {
    for (uint32_t i = 0; layout && i < layout->count; i++)
        if (text_same(layout->boxes[i].name, name)) return &layout->boxes[i];
    return NULL;
}

// ------------------------------------------------------------------------------------------------ image maps

enum err image_map_read(const struct json *document, struct text name, struct arena *arena,
                        struct image_map *out, struct fault *fault) {
    struct image_map_item *items = arena_array(arena, struct image_map_item, LAYOUT_BOXES_MAX);
    *out = (struct image_map){.items = items};
    if (!items || !keep(arena, name, &out->name)) return no_memory(fault);
    enum err err = layers_of(document, "an image map", fault);
    for (const struct json *layer = err ? NULL : document->first; layer && !err; layer = layer->next) {
        const struct json *images;
        if (layer->kind != JSON_OBJECT) return json_fault(layer, fault, ERR_TYPE, "expected a layer");
        err = list_of(layer, "images", NULL, &images, fault);
        for (const struct json *item = err ? NULL : images->first; item && !err; item = item->next) {
            struct text box, sprite;
            if (out->count == LAYOUT_BOXES_MAX)
                return json_fault(item, fault, ERR_LIMIT, "more than %d boxes", LAYOUT_BOXES_MAX);
            if (item->kind != JSON_OBJECT)
                return json_fault(item, fault, ERR_TYPE, "expected a box and its picture");
            err = json_get_text(item, "spriteBoxName", &box, fault);
            if (!err) err = json_get_text(item, "spriteName", &sprite, fault);
            if (err) break;
            struct image_map_item *to = &items[out->count];
            if (!keep(arena, box, &to->box) || !keep(arena, sprite, &to->sprite)) return no_memory(fault);
            out->count++;
        }
    }
    return err;
}

// ------------------------------------------------------------------------------------------------ triggers

static const struct layout_trigger *find(const struct layout_trigger *at, uint32_t count,
                                         struct text trigger) {
    for (uint32_t i = 0; i < count; i++)
        if (text_same(at[i].trigger, trigger)) return &at[i];
    return NULL;
}

enum err layout_triggers_read(const struct json *document, const char *key, struct arena *arena,
                              struct layout_trigger **at, uint32_t *count, struct fault *fault) {
    if (document->kind != JSON_LIST)
        return json_fault(document, fault, ERR_TYPE, "expected a list of triggers");
    struct layout_trigger *all = arena_array(arena, struct layout_trigger, (size_t)*count + document->count);
    if (!all) return no_memory(fault);
    if (*count) memcpy(all, *at, *count * sizeof *all);
    *at = all;
    for (const struct json *item = document->first; item; item = item->next) {
        struct text trigger, target;
        if (item->kind != JSON_OBJECT) return json_fault(item, fault, ERR_TYPE, "expected a trigger");
        enum err err = json_get_text(item, "CladEvent", &trigger, fault);
        if (!err) err = json_get_text(item, key, &target, fault);
        if (err) return err;
        if (find(all, *count, trigger)) continue;
        struct layout_trigger *to = &all[*count];
        if (!keep(arena, trigger, &to->trigger) || !keep(arena, target, &to->target)) return no_memory(fault);
        ++*count;
    }
    return ERR_NONE;
}

// Lists double, in the arena: there are a few dozen.
static void *grown(struct arena *arena, const void *at, uint32_t count, size_t size) {
    void *all = arena_take_many(arena, count ? (size_t)count * 2 : 1, size, 0);
    if (all && count) memcpy(all, at, count * size);
    return all;
}

enum err layouts_add(struct layouts *l, const struct layout *layout, struct arena *arena) {
    for (uint32_t i = 0; i < l->layout_count; i++)
        if (text_same_nocase(l->layouts[i].name, layout->name)) return ERR_NONE;
    bool full = !(l->layout_count & (l->layout_count - 1)); // at 0 and every power of two
    struct layout *all = full ? grown(arena, l->layouts, l->layout_count, sizeof *all) : l->layouts;
    if (!all) return ERR_MEMORY;
    l->layouts = all;
    all[l->layout_count++] = *layout;
    return ERR_NONE;
}

enum err layouts_add_map(struct layouts *l, const struct image_map *map, struct arena *arena) {
    for (uint32_t i = 0; i < l->map_count; i++)
        if (text_same_nocase(l->maps[i].name, map->name)) return ERR_NONE;
    bool full = !(l->map_count & (l->map_count - 1));
    struct image_map *all = full ? grown(arena, l->maps, l->map_count, sizeof *all) : l->maps;
    if (!all) return ERR_MEMORY;
    l->maps = all;
    all[l->map_count++] = *map;
    return ERR_NONE;
}

const struct layout *layouts_for(const struct layouts *l, struct text trigger) {
    const struct layout_trigger *t = find(l->layout_triggers, l->layout_trigger_count, trigger);
    struct text name = t ? t->target : trigger;
    for (uint32_t i = 0; i < l->layout_count; i++)
        if (text_same_nocase(l->layouts[i].name, name)) return &l->layouts[i];
    return NULL;
}

const struct image_map *layouts_map_for(const struct layouts *l, struct text trigger) {
    const struct layout_trigger *t = find(l->map_triggers, l->map_trigger_count, trigger);
    struct text name = t ? t->target : trigger;
    for (uint32_t i = 0; i < l->map_count; i++)
        if (text_same_nocase(l->maps[i].name, name)) return &l->maps[i];
    return NULL;
}
