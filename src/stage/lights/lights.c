#include "stage/lights/lights.h"

#include <string.h>

uint64_t light_cycle_ms(const struct light *lamp) {
    return (uint64_t)lamp->on_ms + lamp->fade_off_ms + lamp->off_ms + lamp->fade_on_ms;
}

static uint8_t between(uint8_t from, uint8_t to, uint64_t part, uint64_t whole) {
    int64_t way = ((int64_t)to - from) * (int64_t)part * 2;
    int64_t half = way < 0 ? -(int64_t)whole : (int64_t)whole; // to the nearest
    return (uint8_t)(from + (way + half) / (2 * (int64_t)whole));
}

static struct body_colour mix(struct body_colour from, struct body_colour to, uint64_t part, uint64_t whole) {
    return (struct body_colour){between(from.r, to.r, part, whole), between(from.g, to.g, part, whole),
                                between(from.b, to.b, part, whole),
                                between(from.infrared, to.infrared, part, whole)};
}

struct body_colour light_at(const struct light *lamp, uint64_t ms) {
    uint64_t cycle = light_cycle_ms(lamp);
    if (!cycle) return lamp->on;
    int64_t ahead = lamp->offset_ms % (int64_t)cycle;
    uint64_t t = (ms % cycle + (uint64_t)(ahead < 0 ? ahead + (int64_t)cycle : ahead)) % cycle;
    if (t < lamp->on_ms) return lamp->on;
    t -= lamp->on_ms;
    if (t < lamp->fade_off_ms) return mix(lamp->on, lamp->off, t, lamp->fade_off_ms);
    t -= lamp->fade_off_ms;
    if (t < lamp->off_ms) return lamp->off;
    return mix(lamp->off, lamp->on, t - lamp->off_ms, lamp->fade_on_ms);
}

void light_pattern_at(const struct light_pattern *pattern, uint64_t ms, struct body_colour out[LIGHTS_MAX]) {
    memset(out, 0, LIGHTS_MAX * sizeof *out);
    if (!pattern->count) return;
    uint64_t turned = pattern->rotate_ms ? ms / pattern->rotate_ms % pattern->count : 0;
    for (uint32_t i = 0; i < pattern->count; i++)
        out[(i + turned) % pattern->count] = light_at(&pattern->lamps[i], ms);
}

const struct light_step *light_show_step(const struct light_show *show, uint64_t ms, uint64_t *ms_in_step) {
    for (uint32_t i = 0; i < show->count; i++) {
        *ms_in_step = ms;
        if (!show->steps[i].duration_ms || ms < show->steps[i].duration_ms) return &show->steps[i];
        ms -= show->steps[i].duration_ms;
    }
    return NULL;
}

bool light_show_at(const struct light_show *show, uint64_t ms, struct body_colour out[LIGHTS_MAX]) {
    uint64_t inside;
    const struct light_step *step = light_show_step(show, ms, &inside);
    if (step)
        light_pattern_at(&step->pattern, inside, out);
    else
        memset(out, 0, LIGHTS_MAX * sizeof *out);
    return step;
}

uint64_t light_show_length_ms(const struct light_show *show) {
    uint64_t length = 0;
    for (uint32_t i = 0; i < show->count; i++) {
        if (!show->steps[i].duration_ms) return 0;
        length += show->steps[i].duration_ms;
    }
    return length;
}

const struct light_show *lights_find(const struct light_shows *shows, struct text name) {
    for (size_t i = 0; i < shows->count; i++)
        if (text_same_nocase(shows->at[i].name, name)) return &shows->at[i];
    return NULL;
}

static uint16_t fits(uint32_t ms) { return ms > UINT16_MAX ? UINT16_MAX : (uint16_t)ms; }

enum err light_cube_order(const struct light_pattern *pattern, uint32_t device, struct body_cube_order *out) {
    if (pattern->count != LIGHTS_CUBE) return ERR_RANGE;
    *out = (struct body_cube_order){.device = device,
                                    .op = BODY_CUBE_OP_LIGHTS,
                                    .rotate_ms = fits(pattern->rotate_ms),
                                    .lights_count = LIGHTS_CUBE};
    for (int i = 0; i < LIGHTS_CUBE; i++) {
        const struct light *lamp = &pattern->lamps[i];
        uint64_t cycle = light_cycle_ms(lamp);
        int64_t ahead = cycle ? lamp->offset_ms % (int64_t)cycle : 0;
        if (ahead > INT16_MAX) ahead = INT16_MAX;
        if (ahead < INT16_MIN) ahead = INT16_MIN;
        out->lights[i] = (struct body_cube_light){.on = lamp->on,
                                                  .off = cycle ? lamp->off : lamp->on,
                                                  .on_ms = fits(lamp->on_ms),
                                                  .off_ms = fits(lamp->off_ms),
                                                  .fade_on_ms = fits(lamp->fade_on_ms),
                                                  .fade_off_ms = fits(lamp->fade_off_ms),
                                                  .offset_ms = (int16_t)ahead};
    }
    return ERR_NONE;
}

void light_desk_show(struct light_desk *desk, enum light_layer layer, const struct light_show *show,
                     uint64_t now_ms) {
    if (desk->layers[layer].show == show && !desk->layers[layer].fixed) return;
    desk->layers[layer].show = show;
    desk->layers[layer].fixed = false;
    desk->layers[layer].began_ms = now_ms;
}

void light_desk_fix(struct light_desk *desk, enum light_layer layer,
                    const struct body_colour colours[LIGHTS_MAX]) {
    desk->layers[layer].show = NULL;
    desk->layers[layer].fixed = true;
    memcpy(desk->layers[layer].colours, colours, sizeof desk->layers[layer].colours);
}

// The step a layer is in; NULL: it has no show, or that is over.
static const struct light_step *step_of(const struct light_desk *desk, int layer, uint64_t now_ms,
                                        uint64_t *inside) {
    const struct light_show *show = desk->layers[layer].show;
    uint64_t began = desk->layers[layer].began_ms;
    return show ? light_show_step(show, now_ms > began ? now_ms - began : 0, inside) : NULL;
}

enum light_layer light_desk_step(struct light_desk *desk, uint64_t now_ms,
                                 struct body_colour out[LIGHTS_MAX]) {
    uint64_t inside = 0;
    const struct light_step *held = step_of(desk, desk->shown, now_ms, &inside);
    int top = LIGHT_LAYERS - 1;
    // A step without an end is nobody's to keep: that would shut out everybody for ever.
    if (held && !held->overridable && held->duration_ms) top = desk->shown;
    for (; top > LIGHT_OFF; top--)
        if (desk->layers[top].fixed || step_of(desk, top, now_ms, &inside)) break;
    desk->shown = (enum light_layer)top;
    const struct light_step *step = step_of(desk, top, now_ms, &inside);
    if (desk->layers[top].fixed)
        memcpy(out, desk->layers[top].colours, sizeof desk->layers[top].colours);
    else if (step)
        light_pattern_at(&step->pattern, inside, out);
    else
        memset(out, 0, LIGHTS_MAX * sizeof *out);
    return (enum light_layer)top;
}
