// Makes a sound bank from a tune: computes the sounds and builds containers and events around them.
#include "stage/tune/tune_internal.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ settings

static enum err make_settings(const struct making *m, struct bank_settings *out, struct fault *fault) {
    size_t parameters = 0, switches = 0;
    for (uint32_t f = 0; f < m->tune->file_count; f++) {
        const struct json *p = json_get(m->tune->files[f], "parameters"),
                          *s = json_get(m->tune->files[f], "switches");
        parameters += p ? p->count : 0, switches += s ? s->count : 0;
    }
    if (!parameters && !switches) return ERR_NONE;
    *out = (struct bank_settings){.known = true, .threshold_db = -80, .voices = 256};
    out->parameters.at = arena_array(m->arena, struct bank_parameter, parameters + 1);
    out->switches.at = arena_array(m->arena, struct bank_switches, switches + 1);
    if (!out->parameters.at || !out->switches.at) return making_no_memory(fault);
    for (uint32_t f = 0; f < m->tune->file_count; f++) {
        const struct json *list = json_get(m->tune->files[f], "parameters");
        enum err err = ERR_NONE;
        for (const struct json *p = list ? list->first : NULL; p; p = p->next) {
            double value = 0, up = 0, down = 0;
            if ((err = tune_number(p, "value", -1e6, 1e6, &value, fault)) ||
                (err = tune_number(p, "up", 0, 1e6, &up, fault)) ||
                (err = tune_number(p, "down", 0, 1e6, &down, fault)))
                return err;
            out->parameters.at[out->parameters.count++] = (struct bank_parameter){.id = tune_hash(p->key),
                                                                                  .value = (float)value,
                                                                                  .ramp = up > 0 || down > 0,
                                                                                  .up = (float)up,
                                                                                  .down = (float)down};
        }
        list = json_get(m->tune->files[f], "switches");
        for (const struct json *s = list ? list->first : NULL; s; s = s->next) {
            struct bank_switches *to = &out->switches.at[out->switches.count++];
            struct text parameter;
            const struct json *at = json_get(s, "at");
            if ((err = json_get_text(s, "parameter", &parameter, fault))) return err;
            if (!at || at->kind != JSON_LIST || !at->count)
                return json_fault(s, fault, ERR_MISSING, "expected \"at\": [[name, from], …]");
            *to = (struct bank_switches){.group = tune_hash(s->key), .parameter = tune_hash(parameter)};
            to->points.at = arena_array(m->arena, struct bank_point, at->count);
            if (!to->points.at) return making_no_memory(fault);
            for (const struct json *p = at->first; p; p = p->next) {
                struct text name;
                double from;
                if (p->kind != JSON_LIST || p->count != 2)
                    return json_fault(p, fault, ERR_TYPE, "expected [name, from]");
                if ((err = json_as_text(json_at(p, 0), &name, fault)) ||
                    (err = json_as_number(json_at(p, 1), -1e6, 1e6, &from, fault)))
                    return err;
                to->points.at[to->points.count++] = (struct bank_point){(float)from, tune_hash(name), 9};
            }
        }
    }
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ the bank

// What stands around the known part of an object: its node.
static enum err finish_part(struct making *m, struct part *part) {
    struct buf bytes = {0};
    if (part->object.kind == BANK_SOUND) buf_byte(&bytes, 0);
    enum err err = ERR_NONE;
    if (part->music) {
        part->music->node = part->node;
        err = bank_music_write(m->tune->version, part->object.kind, part->music, &bytes);
    } else {
        err = bank_node_write(m->tune->version, &part->node, &bytes);
    }
    if (!err && part->blend) err = bank_blend_write(part->blend, &bytes);
    struct bytes kept = {arena_copy(m->arena, bytes.at, bytes.len), bytes.len};
    buf_free(&bytes);
    if (part->object.kind == BANK_SOUND || part->blend || part->music)
        part->object.tail = kept;
    else
        part->object.head = kept;
    return err ? err : kept.at ? ERR_NONE : ERR_MEMORY;
}

static enum err assemble(struct making *m, struct buf *out, struct fault *fault) {
    char name[TUNE_NAME], language[TUNE_NAME];
    text_copy(m->tune->bank, name, sizeof name);
    text_copy(m->tune->language, language, sizeof language);
    struct bank bank = bank_new(m->tune->version, name, language);
    enum err err = make_settings(m, &bank.settings, fault);
    for (size_t i = 0; i < m->part_count && !err; i++)
        if ((err = finish_part(m, &m->parts[i]))) fault_set(fault, err, "no memory for a sound bank");
    size_t count = m->part_count + m->rest_count;
    bank.objects.at = arena_array(m->arena, struct bank_object, count + 1);
    struct bank_name *names = arena_one(m->arena, struct bank_name);
    if (!err && (!bank.objects.at || !names)) err = making_no_memory(fault);
    if (err) return err;
    for (size_t i = 0; i < m->part_count; i++) bank.objects.at[i] = m->parts[i].object;
    for (size_t i = 0; i < m->rest_count; i++) bank.objects.at[m->part_count + i] = m->rest[i];
    bank.objects.count = count;
    *names = (struct bank_name){bank.id, {arena_copy_text(m->arena, name, strlen(name)), strlen(name)}};
    bank.names.at = names, bank.names.count = 1, bank.names_kind = 1;
    err = bank_sort(&bank, m->arena, fault);
    if (!err && bank_embed(&bank, m->arena, m->media, m->wems, m->media_count)) err = making_no_memory(fault);
    return err ? err : bank_write(&bank, out, fault);
}

static enum err count_one(void *user, const char *name, const struct synth_sound *sound, bool pcm,
                          struct fault *fault) {
    (void)name, (void)sound, (void)pcm, (void)fault;
    ++*(uint32_t *)user;
    return ERR_NONE;
}

enum err tune_bank(const struct tune *tune, struct buf *out,
                   void (*told)(void *user, const struct tune_done *done), void *user, struct fault *fault) {
    struct making m = {.tune = tune, .arena = tune->arena, .told = told, .user = user};
    m.taken = calloc(tune->name_count + 1, sizeof *m.taken);
    enum err err = m.taken ? tune_each(tune, count_one, &m.done.all, fault) : making_no_memory(fault);
    if (!err) err = make_sounds(&m, fault);
    if (!err) err = make_groups(&m, fault);
    if (!err) err = make_buses(&m, fault);
    if (!err) err = make_events(&m, fault);
    if (!err) err = assemble(&m, out, fault);
    if (!err && told) told(user, &m.done);
    free(m.taken);
    free(m.parts);
    free(m.media);
    free(m.wems);
    free(m.rest);
    return err;
}
