// Buses: the volume of everything on one, and which others it ducks.
#include "stage/tune/tune_internal.h"

static enum err make_duck(const struct json *row, struct bank_duck *out, struct fault *fault) {
    struct text bus;
    double db, out_ms = 100, in_ms = 500;
    if (row->kind != JSON_LIST || row->count < 2 || row->count > 4)
        return json_fault(row, fault, ERR_TYPE, "expected [bus, dB, ms to get softer, ms to come back]");
    enum err err = json_as_text(json_at(row, 0), &bus, fault);
    if (!err) err = json_as_number(json_at(row, 1), -96, 0, &db, fault);
    if (!err && row->count > 2) err = json_as_number(json_at(row, 2), 0, 60000, &out_ms, fault);
    if (!err && row->count > 3) err = json_as_number(json_at(row, 3), 0, 60000, &in_ms, fault);
    if (err) return err;
    *out = (struct bank_duck){.bus = tune_hash(bus),
                              .volume_db = (float)db,
                              .out_ms = (int32_t)out_ms,
                              .in_ms = (int32_t)in_ms,
                              .shape = 4,
                              .property = BANK_BUS_VOLUME};
    return ERR_NONE;
}

static const struct json *bus_named(const struct making *m, struct text name) {
    for (uint32_t f = 0; f < m->tune->file_count; f++) {
        const struct json *buses = json_get(m->tune->files[f], "buses");
        for (const struct json *b = buses ? buses->first : NULL; b; b = b->next)
            if (text_same_nocase(b->key, name)) return b;
    }
    return NULL;
}

// Buses that are told of elsewhere are found here: names that nobody has written would do nothing.
static enum err known(const struct making *m, const struct json *name, struct fault *fault) {
    struct text text;
    enum err err = json_as_text(name, &text, fault);
    return err || bus_named(m, text) ? err
                                     : json_fault(name, fault, ERR_UNKNOWN, "there is no bus of this name");
}

static enum err make_bus(struct making *m, const struct json *bus, struct fault *fault) {
    static const char *const KEYS[] = {"about", "into", "volume_db", "floor_db", "recover_ms", "ducks"};
    struct bank_node node = {0};
    double volume = 0, floor = 0, recover = 0;
    enum err err = bus->kind == JSON_OBJECT ? json_only(bus, KEYS, sizeof KEYS / sizeof *KEYS, fault)
                                            : json_fault(bus, fault, ERR_TYPE, "expected an object");
    if (!err) err = tune_number(bus, "volume_db", -96, 24, &volume, fault);
    if (!err) err = tune_number(bus, "floor_db", -96, -0.1, &floor, fault);
    if (!err) err = tune_number(bus, "recover_ms", 0, 60000, &recover, fault);
    const struct json *into = json_get(bus, "into"), *ducks = json_get(bus, "ducks");
    struct text parent = {0};
    if (!err && into && !(err = known(m, into, fault))) err = json_as_text(into, &parent, fault);
    if (err) return err;
    if (into && text_same_nocase(parent, bus->key))
        return json_fault(into, fault, ERR_RANGE, "a bus cannot go into itself");
    if (bus_named(m, bus->key) != bus)
        return json_fault_key(bus, fault, ERR_DUPLICATE, "another bus is called so");
    if (ducks && (ducks->kind != JSON_LIST || ducks->count > BANK_DUCKS_MAX))
        return json_fault(ducks, fault, ERR_TYPE, "expected a list of at most %d buses", BANK_DUCKS_MAX);
    struct bank_duck list[BANK_DUCKS_MAX];
    for (const struct json *d = ducks ? ducks->first : NULL; d; d = d->next)
        if ((err = make_duck(d, &list[node.duck_count++], fault)) || (err = known(m, json_at(d, 0), fault)))
            return err;
    node.parent = into ? tune_hash(parent) : 0;
    node.volume_db = (float)volume, node.duck_most_db = (float)floor;
    node.recover_ms = (int32_t)recover, node.ducks = list;
    struct buf body = {0};
    err = bank_bus_write(m->tune->version, &node, &body);
    struct bytes kept = {arena_copy(m->arena, body.at, body.len), body.len};
    buf_free(&body);
    if (err || !kept.at || !making_grow((void **)&m->rest, &m->rest_room, m->rest_count, sizeof *m->rest))
        return making_no_memory(fault);
    m->rest[m->rest_count++] =
        (struct bank_object){.kind = BANK_BUS, .id = tune_hash(bus->key), .tail = kept};
    return ERR_NONE;
}

enum err make_buses(struct making *m, struct fault *fault) {
    for (uint32_t f = 0; f < m->tune->file_count; f++) {
        const struct json *buses = json_get(m->tune->files[f], "buses");
        if (buses && buses->kind != JSON_OBJECT)
            return json_fault(buses, fault, ERR_TYPE, "expected an object of buses");
        for (const struct json *b = buses ? buses->first : NULL; b; b = b->next) {
            enum err err = make_bus(m, b, fault);
            if (err) return err;
        }
    }
    return ERR_NONE;
}
