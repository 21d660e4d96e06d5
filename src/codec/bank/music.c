#include "codec/bank/music.h"

#include "codec/bank/bank_internal.h"

#include <string.h>

enum {
    SOURCE = 14,
    CLIP = 44,
    CUE = 16,
    STINGER = 24,
    RULE_LEAST = 51,
    ENTRY = 30,
    BRANCH = 12,
    NAME_MAX = 1024
};

#define LIST(list, type, n, least)                                                                           \
    ((n) <= reader_left(in) / (least) && (n) <= BANK_MUSIC_LISTS_MAX                                         \
         ? ((list).at = arena_array(arena, type, (n) + 1), (list).count = (list).at ? (n) : 0,               \
            (list).at ? true : (reader_fail(in, ERR_LIMIT), false))                                          \
         : (reader_fail(in, ERR_SHORT), false))

static void read_ids(struct reader *in, struct arena *arena, struct bank_ids *out) {
    size_t count = read_u32(in);
    if (!LIST(*out, uint32_t, count, 4)) return;
    for (size_t i = 0; i < count; i++) out->at[i] = read_u32(in);
}

static double read_ms(struct reader *in) {
    double ms = read_f64(in);
    if (!(ms > -1e9 && ms < 1e9)) reader_fail(in, ERR_RANGE);
    return in->err ? 0 : ms;
}

// ------------------------------------------------------------------------------------------------ tracks

static void read_sources(struct reader *in, struct arena *arena, struct bank_music *out) {
    size_t count = read_u32(in);
    if (!LIST(out->sources, struct bank_sound, count, SOURCE)) return;
    for (size_t i = 0; i < count; i++) {
        struct bank_sound *sound = &out->sources.at[i];
        sound->codec = read_u32(in);
        sound->source = read_u8(in);
        sound->media = read_u32(in);
        sound->size = read_u32(in);
        read_skip(in, 1); // flags
        if (sound->source > BANK_PREFETCHED) reader_fail(in, ERR_RANGE);
    }
}

static void read_clips(struct reader *in, struct arena *arena, struct bank_music *out) {
    size_t count = read_u32(in);
    if (!LIST(out->clips, struct bank_clip, count, CLIP - 4)) return;
    for (size_t i = 0; i < count; i++) {
        struct bank_clip *clip = &out->clips.at[i];
        clip->subtrack = read_u32(in);
        clip->media = read_u32(in);
        clip->at_ms = read_ms(in);
        clip->trim_begin_ms = read_ms(in);
        clip->trim_end_ms = read_ms(in);
        clip->source_ms = read_ms(in);
    }
    if (count) out->subtracks = read_u32(in);
}

static void skip_curves(struct reader *in, struct bank_music *out) {
    const uint8_t *start = in->at;
    size_t count = read_u32(in);
    for (size_t i = 0; i < count && !in->err; i++) {
        read_skip(in, 8);
        size_t points = read_u32(in);
        if (points > reader_left(in) / 12) reader_fail(in, ERR_SHORT);
        read_skip(in, 12 * points);
    }
    out->curves = (struct bytes){start, (size_t)(in->at - start)};
}

static void read_track(const struct bank *bank, struct reader *in, struct arena *arena,
                       struct bank_music *out) {
    out->flags = read_u8(in);
    read_sources(in, arena, out);
    read_clips(in, arena, out);
    skip_curves(in, out);
    bank_node_at(bank, in, arena, &out->node);
    out->kind = read_u8(in);
    if (out->kind > BANK_TRACK_SWITCH) return reader_fail(in, ERR_RANGE);
    if (out->kind == BANK_TRACK_SWITCH) {
        out->by_state = read_u8(in);
        out->group = read_u32(in);
        out->usual = read_u32(in);
        read_ids(in, arena, &out->choices);
        struct bank_rule *change = &out->change;
        change->out_ms = read_i32(in);
        change->out_shape = read_u32(in);
        change->out_offset_ms = read_i32(in);
        change->sync = read_u32(in);
        change->sync_cue = read_u32(in);
        change->in_ms = read_i32(in);
        change->in_shape = read_u32(in);
        change->in_offset_ms = read_i32(in);
    }
    out->ahead_ms = read_u32(in);
}

// ---------------------------------------------------------------- what segments, lists and switches share

static void read_head(const struct bank *bank, struct reader *in, struct arena *arena,
                      struct bank_music *out) {
    out->flags = read_u8(in);
    bank_node_at(bank, in, arena, &out->node);
    read_ids(in, arena, &out->children);
    out->grid_ms = read_ms(in);
    out->grid_offset_ms = read_ms(in);
    out->tempo = bank_float(read_u32(in));
    out->bar_beats = read_u8(in);
    out->beat_note = read_u8(in);
    out->meter_own = read_u8(in);
    size_t count = read_u32(in);
    if (!LIST(out->stingers, struct bank_stinger, count, STINGER)) return;
    for (size_t i = 0; i < count; i++) {
        struct bank_stinger *stinger = &out->stingers.at[i];
        stinger->trigger = read_u32(in);
        stinger->segment = read_u32(in);
        stinger->sync = read_u32(in);
        stinger->cue = read_u32(in);
        stinger->pause_ms = read_u32(in);
        stinger->ahead = read_u32(in);
    }
}

static void read_cues(struct reader *in, struct arena *arena, struct bank_music *out) {
    out->length_ms = read_ms(in);
    size_t count = read_u32(in);
    if (!LIST(out->cues, struct bank_cue, count, CUE)) return;
    for (size_t i = 0; i < count && !in->err; i++) {
        out->cues.at[i].id = read_u32(in);
        out->cues.at[i].at_ms = read_ms(in);
        size_t name = read_u32(in);
        if (name > NAME_MAX) reader_fail(in, ERR_RANGE);
        read_skip(in, name);
    }
}

static void read_rule(struct reader *in, struct arena *arena, struct bank_rule *out) {
    read_ids(in, arena, &out->from);
    read_ids(in, arena, &out->to);
    out->out_ms = read_i32(in);
    out->out_shape = read_u32(in);
    out->out_offset_ms = read_i32(in);
    out->sync = read_u32(in);
    out->sync_cue = read_u32(in);
    out->post_exit = read_u8(in);
    out->in_ms = read_i32(in);
    out->in_shape = read_u32(in);
    out->in_offset_ms = read_i32(in);
    out->cue_filter = read_u32(in);
    out->jump_to = read_u32(in);
    out->entry = read_u16(in);
    out->pre_entry = read_u8(in);
    out->match_name = read_u8(in);
    out->has_bridge = read_u8(in);
    if (!out->has_bridge) return;
    out->bridge.segment = read_u32(in);
    out->bridge.in_ms = read_i32(in);
    out->bridge.in_shape = read_u32(in);
    out->bridge.in_offset_ms = read_i32(in);
    out->bridge.out_ms = read_i32(in);
    out->bridge.out_shape = read_u32(in);
    out->bridge.out_offset_ms = read_i32(in);
    out->bridge.pre_entry = read_u8(in);
    out->bridge.post_exit = read_u8(in);
}

static void read_rules(struct reader *in, struct arena *arena, struct bank_music *out) {
    size_t count = read_u32(in);
    if (!LIST(out->rules, struct bank_rule, count, RULE_LEAST)) return;
    for (size_t i = 0; i < count && !in->err; i++) read_rule(in, arena, &out->rules.at[i]);
}

// ------------------------------------------------------------------------------------------------ lists

// Whether the tree below an entry ends where its counts say. Parents stand before their children.
static size_t tree_end(const struct bank_music *music, size_t at, unsigned depth) {
    if (at >= music->entries.count || depth > BANK_MUSIC_DEPTH) return SIZE_MAX;
    const struct bank_entry *entry = &music->entries.at[at++];
    if ((entry->kind == BANK_SEGMENT) != !entry->children) return SIZE_MAX;
    for (uint32_t i = 0; i < entry->children && at != SIZE_MAX; i++) at = tree_end(music, at, depth + 1);
    return at;
}

static void read_entries(struct reader *in, struct arena *arena, struct bank_music *out) {
    size_t count = read_u32(in);
    if (!LIST(out->entries, struct bank_entry, count, ENTRY)) return;
    for (size_t i = 0; i < count; i++) {
        struct bank_entry *entry = &out->entries.at[i];
        entry->segment = read_u32(in);
        entry->id = read_u32(in);
        entry->children = read_u32(in);
        entry->kind = read_i32(in);
        entry->loop = read_u16(in);
        entry->loop_min = read_i16(in);
        entry->loop_max = read_i16(in);
        entry->weight = read_u32(in);
        entry->avoid = read_u16(in);
        entry->draw = read_u8(in);
        entry->shuffle = read_u8(in);
        if (entry->kind < BANK_SEGMENT || entry->kind > BANK_DRAW_STEP) reader_fail(in, ERR_RANGE);
    }
    if (in->err || !count || tree_end(out, 0, 0) != count) reader_fail(in, ERR_RANGE);
}

// ------------------------------------------------------------------------------------------------ switches

static void read_choices(struct reader *in, struct arena *arena, struct bank_music *out) {
    out->goes_on = read_u8(in);
    read_ids(in, arena, &out->groups);
    if (out->groups.count > BANK_MUSIC_DEPTH) return reader_fail(in, ERR_RANGE);
    out->group_kinds = read_bytes(in, out->groups.count).at;
    size_t bytes = read_u32(in), count = bytes / BRANCH;
    out->weighted = read_u8(in);
    if (!count || bytes % BRANCH) return reader_fail(in, ERR_RANGE);
    if (!LIST(out->branches, struct bank_branch, count, BRANCH)) return;
    for (size_t i = 0; i < count; i++) {
        struct bank_branch *branch = &out->branches.at[i];
        branch->key = read_u32(in);
        branch->leads = read_u32(in);
        branch->weight = read_u16(in);
        branch->chance = read_u16(in);
    }
}

uint32_t bank_music_choice(const struct bank_music *music, const uint32_t *values) {
    if (!music->branches.count) return 0;
    const struct bank_branch *branch = &music->branches.at[0];
    for (size_t depth = 0; depth < music->groups.count; depth++) {
        size_t first = branch->leads & 0xffff, count = branch->leads >> 16;
        const struct bank_branch *found = NULL;
        for (size_t i = first; i < first + count && i < music->branches.count; i++) {
            const struct bank_branch *child = &music->branches.at[i];
            if (child->key == values[depth] || (!child->key && !found)) found = child;
            if (child->key == values[depth]) break;
        }
        if (!found) return 0;
        branch = found;
    }
    return branch->leads;
}

static bool names(struct bank_ids ids, uint32_t id) {
    for (size_t i = 0; i < ids.count; i++)
        if (ids.at[i] == id || (ids.at[i] == BANK_ANY && id)) return true;
    return false;
}

const struct bank_rule *bank_music_rule(const struct bank_music *music, uint32_t from, uint32_t to) {
    for (size_t i = music->rules.count; i--;)
        if (names(music->rules.at[i].from, from) && names(music->rules.at[i].to, to))
            return &music->rules.at[i];
    return NULL;
}

// ------------------------------------------------------------------------------------------------ objects

bool bank_music(const struct bank *bank, const struct bank_object *object, struct arena *arena,
                struct bank_music *out) {
    *out = (struct bank_music){0};
    struct reader in = reader_of(object->tail.at, object->tail.len);
    if (object->known || object->head.len) return false;
    switch (object->kind) {
    case BANK_MUSIC_TRACK:
        read_track(bank, &in, arena, out);
        break;
    case BANK_MUSIC_SEGMENT:
        read_head(bank, &in, arena, out);
        read_cues(&in, arena, out);
        break;
    case BANK_MUSIC_PLAYLIST:
        read_head(bank, &in, arena, out);
        read_rules(&in, arena, out);
        read_entries(&in, arena, out);
        break;
    case BANK_MUSIC_SWITCH:
        read_head(bank, &in, arena, out);
        read_rules(&in, arena, out);
        read_choices(&in, arena, out);
        break;
    default:
        return false;
    }
    if (reader_done(&in)) return true;
    *out = (struct bank_music){0};
    return false;
}

bool bank_music_node(const struct bank *bank, const struct bank_object *object, struct arena *arena,
                     struct bank_node *out) {
    struct bank_music music;
    bool read = bank_music(bank, object, arena, &music);
    *out = music.node;
    return read;
}

// ------------------------------------------------------------------------------------------------ writing

static void put_ids(struct buf *out, struct bank_ids ids) {
    bank_put(out, (uint32_t)ids.count, 4);
    for (size_t i = 0; i < ids.count; i++) bank_put(out, ids.at[i], 4);
}

static void put_ms(struct buf *out, double ms) {
    uint64_t raw;
    memcpy(&raw, &ms, sizeof raw);
    bank_put(out, (uint32_t)raw, 4), bank_put(out, (uint32_t)(raw >> 32), 4);
}

static void put_signed(struct buf *out, int32_t n) { bank_put(out, (uint32_t)n, 4); }

static void put_track(uint32_t version, const struct bank_music *m, struct buf *out) {
    buf_byte(out, m->flags);
    bank_put(out, (uint32_t)m->sources.count, 4);
    for (size_t i = 0; i < m->sources.count; i++) {
        const struct bank_sound *s = &m->sources.at[i];
        bank_put(out, s->codec, 4), buf_byte(out, s->source);
        bank_put(out, s->media, 4), bank_put(out, s->size, 4), buf_byte(out, 0);
    }
    bank_put(out, (uint32_t)m->clips.count, 4);
    for (size_t i = 0; i < m->clips.count; i++) {
        const struct bank_clip *c = &m->clips.at[i];
        bank_put(out, c->subtrack, 4), bank_put(out, c->media, 4);
        put_ms(out, c->at_ms), put_ms(out, c->trim_begin_ms);
        put_ms(out, c->trim_end_ms), put_ms(out, c->source_ms);
    }
    if (m->clips.count) bank_put(out, m->subtracks, 4);
    if (m->curves.len)
        buf_bytes(out, m->curves.at, m->curves.len);
    else
        bank_put(out, 0, 4);
    bank_node_write(version, &m->node, out);
    buf_byte(out, m->kind);
    if (m->kind == BANK_TRACK_SWITCH) {
        const struct bank_rule *c = &m->change;
        buf_byte(out, m->by_state), bank_put(out, m->group, 4), bank_put(out, m->usual, 4);
        put_ids(out, m->choices);
        put_signed(out, c->out_ms), bank_put(out, c->out_shape, 4), put_signed(out, c->out_offset_ms);
        bank_put(out, c->sync, 4), bank_put(out, c->sync_cue, 4);
        put_signed(out, c->in_ms), bank_put(out, c->in_shape, 4), put_signed(out, c->in_offset_ms);
    }
    bank_put(out, m->ahead_ms, 4);
}

static void put_head(uint32_t version, const struct bank_music *m, struct buf *out) {
    buf_byte(out, m->flags);
    bank_node_write(version, &m->node, out);
    put_ids(out, m->children);
    put_ms(out, m->grid_ms), put_ms(out, m->grid_offset_ms);
    bank_put_float(out, m->tempo);
    buf_byte(out, m->bar_beats), buf_byte(out, m->beat_note), buf_byte(out, m->meter_own);
    bank_put(out, (uint32_t)m->stingers.count, 4);
    for (size_t i = 0; i < m->stingers.count; i++) {
        const struct bank_stinger *s = &m->stingers.at[i];
        bank_put(out, s->trigger, 4), bank_put(out, s->segment, 4), bank_put(out, s->sync, 4);
        bank_put(out, s->cue, 4), bank_put(out, s->pause_ms, 4), bank_put(out, s->ahead, 4);
    }
}

static void put_rules(const struct bank_music *m, struct buf *out) {
    bank_put(out, (uint32_t)m->rules.count, 4);
    for (size_t i = 0; i < m->rules.count; i++) {
        const struct bank_rule *r = &m->rules.at[i];
        put_ids(out, r->from), put_ids(out, r->to);
        put_signed(out, r->out_ms), bank_put(out, r->out_shape, 4), put_signed(out, r->out_offset_ms);
        bank_put(out, r->sync, 4), bank_put(out, r->sync_cue, 4), buf_byte(out, r->post_exit);
        put_signed(out, r->in_ms), bank_put(out, r->in_shape, 4), put_signed(out, r->in_offset_ms);
        bank_put(out, r->cue_filter, 4), bank_put(out, r->jump_to, 4), bank_put(out, r->entry, 2);
        buf_byte(out, r->pre_entry), buf_byte(out, r->match_name), buf_byte(out, r->has_bridge);
        if (!r->has_bridge) continue;
        bank_put(out, r->bridge.segment, 4);
        put_signed(out, r->bridge.in_ms), bank_put(out, r->bridge.in_shape, 4);
        put_signed(out, r->bridge.in_offset_ms);
        put_signed(out, r->bridge.out_ms), bank_put(out, r->bridge.out_shape, 4);
        put_signed(out, r->bridge.out_offset_ms);
        buf_byte(out, r->bridge.pre_entry), buf_byte(out, r->bridge.post_exit);
    }
}

static void put_entries(const struct bank_music *m, struct buf *out) {
    bank_put(out, (uint32_t)m->entries.count, 4);
    for (size_t i = 0; i < m->entries.count; i++) {
        const struct bank_entry *e = &m->entries.at[i];
        bank_put(out, e->segment, 4), bank_put(out, e->id, 4), bank_put(out, e->children, 4);
        put_signed(out, e->kind);
        bank_put(out, e->loop, 2), bank_put(out, (uint16_t)e->loop_min, 2);
        bank_put(out, (uint16_t)e->loop_max, 2), bank_put(out, e->weight, 4);
        bank_put(out, e->avoid, 2), buf_byte(out, e->draw), buf_byte(out, e->shuffle);
    }
}

static void put_choices(const struct bank_music *m, struct buf *out) {
    buf_byte(out, m->goes_on);
    put_ids(out, m->groups);
    buf_bytes(out, m->group_kinds, m->groups.count);
    bank_put(out, (uint32_t)m->branches.count * BRANCH, 4);
    buf_byte(out, m->weighted);
    for (size_t i = 0; i < m->branches.count; i++) {
        const struct bank_branch *b = &m->branches.at[i];
        bank_put(out, b->key, 4), bank_put(out, b->leads, 4);
        bank_put(out, b->weight, 2), bank_put(out, b->chance, 2);
    }
}

enum err bank_music_write(uint32_t version, enum bank_kind kind, const struct bank_music *music,
                          struct buf *out) {
    if (kind == BANK_MUSIC_TRACK) return put_track(version, music, out), out->err;
    if (kind != BANK_MUSIC_SEGMENT && kind != BANK_MUSIC_PLAYLIST && kind != BANK_MUSIC_SWITCH)
        return ERR_RANGE;
    put_head(version, music, out);
    if (kind == BANK_MUSIC_SEGMENT) {
        put_ms(out, music->length_ms);
        bank_put(out, (uint32_t)music->cues.count, 4);
        for (size_t i = 0; i < music->cues.count; i++) {
            bank_put(out, music->cues.at[i].id, 4);
            put_ms(out, music->cues.at[i].at_ms);
            bank_put(out, 0, 4);
        }
        return out->err;
    }
    put_rules(music, out);
    if (kind == BANK_MUSIC_PLAYLIST)
        put_entries(music, out);
    else
        put_choices(music, out);
    return out->err;
}
