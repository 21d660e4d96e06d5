#include "belief/origins.h"

#include "base/hash.h"

void origins_start(struct belief_origins *o) { *o = (struct belief_origins){0}; }

static void begin(struct belief_origins *o, uint32_t body) {
    o->body = body;
    o->current = origin_new(&o->all);
    if (!o->current) { // none of them was ever joined: the oldest goes
        origin_drop(&o->all, o->all.list[0].id);
        o->current = origin_new(&o->all);
    }
    o->begun++;
}

static bool is_away(const struct body_senses *s) {
    bool stands = s->attitude == BODY_ATTITUDE_ON_TREADS || s->attitude == BODY_ATTITUDE_UNKNOWN;
    return !stands || s->status & (BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING | BODY_STATUS_LOST);
}

bool origins_step(struct belief_origins *o, const struct body_senses *s) {
    if (!s->time_us || !s->motion_count || s->status & BODY_STATUS_AWAY) return false;
    uint32_t said = s->motion[0].origin;
    bool away = is_away(s), began = said != o->body || !o->current;
    if (began) begin(o, said);
    if (o->asked == said && !(s->status & BODY_STATUS_LOST)) o->asked = 0;
    if (away && !o->away) o->asked = said + 1 ? said + 1 : 1;
    o->away = away;
    return began;
}

void origins_command(const struct belief_origins *o, struct body_command *out) {
    if (!o->asked) return;
    out->origin_count = 1;
    out->origin[0] = (struct body_origin){.origin = o->asked};
}

bool origins_join(struct belief_origins *o, uint32_t older, struct pose2 older_in_current) {
    return origin_join(&o->all, older, o->current, pose_of_plane(older_in_current, 0));
}

bool origins_tell(const struct belief_origins *o, struct placed from, struct pose *out) {
    return origin_tell(&o->all, from, o->current, out);
}

uint64_t origins_hash(const struct belief_origins *o) {
    uint32_t rest[] = {o->current, o->body, o->asked, o->begun, o->away, o->all.count, o->all.last_id};
    uint64_t h = hash64(0, rest, sizeof rest);
    uint32_t count = o->all.count < ORIGIN_MAX ? o->all.count : ORIGIN_MAX;
    return hash64(h, o->all.list, count * sizeof o->all.list[0]);
}
