#include "act/performing.h"

#include "act/commander.h"
#include "base/hash.h"

void performing_start(struct performing *p, const struct player_config *config, const struct library *library,
                      struct group_memory memory) {
    player_start(&p->player, config);
    p->library = library;
    p->memory = memory;
    p->number = -1;
    p->head.joint = BODY_MOTOR_HEAD;
    p->lift.joint = BODY_MOTOR_LIFT;
}

enum err performing_begin(struct performing *p, const struct clip *clip, struct text trigger, uint32_t loops,
                          uint32_t without, uint32_t ticket, struct fault *fault) {
    struct player_play play = {.clip = clip, .loops = loops, .ignore = without, .client = true};
    uint8_t tag;
    enum err err = player_play(&p->player, &play, &tag, fault);
    if (err) return err;
    p->number = library_clip_number(p->library, clip);
    p->length_ms = clip_length_ms(clip);
    p->ticket = ticket;
    p->trigger = trigger;
    p->head.mode = p->lift.mode = BODY_JOINT_MODE_HOLD; // where the one before it sent them is over
    return ERR_NONE;
}

// The same clip twice running is enough, where its group has another that fits.
enum { DRAWS = 8 };
static bool stale(const struct performing *p, const struct group_item *item) {
    return p->chosen[0] == item->number + 1 && p->chosen[1] == item->number + 1;
}

const struct clip *performing_choose(struct performing *p, const struct library_trigger *trigger,
                                     enum simple_mood mood, float head_rad, uint64_t now_ms, uint32_t tick) {
    struct group_asking asking = {.mood = mood,
                                  .head_deg = m_degrees(head_rad),
                                  .now_ms = now_ms,
                                  .seed = p->player.config.seed,
                                  .tick = tick,
                                  .cozmo = p->library->dialect == CLIP_COZMO};
    const struct group_item *item;
    if (group_pick(trigger->group, &asking, &p->memory, &item)) return NULL;
    for (uint64_t again = 1; stale(p, item) && again < DRAWS; again++) {
        asking.seed = p->player.config.seed + again;
        if (group_pick(trigger->group, &asking, &p->memory, &item)) return NULL;
    }
    p->chosen[1] = p->chosen[0], p->chosen[0] = item->number + 1;
    return library_clip_of(p->library, item);
}

void performing_give_way(struct performing *p, uint32_t tracks) {
    if (p->player.tag && !p->ticket && p->player.owns & tracks) player_stop(&p->player, 0);
}

// A clip is known by its number (or, told of late, by its name), a light show by its name: where they lie
// is nobody's.
uint64_t performing_hash(const struct performing *p) {
    uint64_t h = p->library ? p->library->hash : 0;
    h = wheels_hash(joint_hash(joint_hash(h, &p->head), &p->lift), &p->wheels);
    uint64_t player = player_hash(&p->player);
    h = HASH_RUN(hash64(h, &player, sizeof player), p, number, number);
    h = HASH_RUN(HASH_RUN(h, p, ticket, ticket), p, drives, drives);
    h = HASH_RUN(h, p, lights.shown, lights.shown);
    h = HASH_RUN(h, p, chosen, chosen);
    for (int i = 0; i < LIGHT_LAYERS; i++) {
        const struct light_show *show = p->lights.layers[i].show;
        uint64_t since[] = {p->lights.layers[i].began_ms, p->lights.layers[i].fixed, show != NULL};
        h = hash64(h, since, sizeof since);
        if (show) h = hash64(h, show->name.at, show->name.len);
        h = hash64(h, p->lights.layers[i].colours, sizeof p->lights.layers[i].colours);
    }
    return p->memory.count ? hash64(h, p->memory.ready_ms, p->memory.count * sizeof(uint64_t)) : h;
}
