// Sound, head, lift, events and lights of a clip.
#include "stage/clip/player_internal.h"

#include "base/maths/maths.h"

#include <string.h>

static void add_sound(struct player *player, struct player_out *out, struct player_sound sound) {
    sound.tag = player->tag;
    if (out->sound_count < PLAYER_SOUNDS)
        out->sounds[out->sound_count++] = sound;
    else
        out->lost++;
    out->news |= PLAYER_SOUND;
}

// By probability; count: none. Without a probability for each all are equally likely. A sum that is nearly 1
// means 1.
static size_t draw(struct chance *dice, struct clip_floats chances, size_t count) {
    float r = chance_unit(dice), sum = 0;
    if (chances.count != count) return count ? chance_below(dice, (uint32_t)count) : 0;
    for (size_t i = 0; i < count; i++) {
        sum += chances.at[i];
        if (r < sum) return i;
    }
    return count && sum >= 0.999f ? count - 1 : count;
}

static void post_group(struct player *player, const struct clip_audio_group *group, struct player_out *out) {
    size_t count = group->events.count;
    if (group->volumes.count != count || group->probabilities.count != count) return;
    size_t i = draw(&player->dice[DICE_SOUND], group->probabilities, count);
    if (i < count)
        add_sound(player, out,
                  (struct player_sound){
                      .kind = SOUND_POST, .id = group->events.at[i], .number = group->volumes.at[i]});
}

static void fire_sound(struct player *player, const struct clip_audio *key, struct player_out *out) {
    for (size_t i = 0; i < key->states.count; i++)
        add_sound(player, out,
                  (struct player_sound){
                      .kind = SOUND_STATE, .id = key->states.at[i].group, .value = key->states.at[i].state});
    for (size_t i = 0; i < key->switches.count; i++)
        add_sound(player, out,
                  (struct player_sound){.kind = SOUND_SWITCH,
                                        .id = key->switches.at[i].group,
                                        .value = key->switches.at[i].state});
    for (size_t i = 0; i < key->parameters.count; i++) {
        const struct clip_audio_parameter *p = &key->parameters.at[i];
        add_sound(player, out,
                  (struct player_sound){.kind = SOUND_PARAMETER,
                                        .id = p->id,
                                        .number = p->value,
                                        .ramp_ms = p->time_ms,
                                        .curve = p->curve});
    }
    for (size_t i = 0; i < key->groups.count; i++) post_group(player, &key->groups.at[i], out);
    size_t count = key->events.count;
    size_t i = count ? draw(&player->dice[DICE_SOUND], key->probabilities, count) : 0;
    if (i < count)
        add_sound(player, out,
                  (struct player_sound){
                      .kind = SOUND_POST, .id = (uint32_t)key->events.at[i], .number = key->volume});
}

void player_sounds(struct player *player, struct player_out *out) {
    size_t due = PLAYER_DUE(player, CLIP_AUDIO, player->play.clip->keys.audio);
    const struct clip_audio *keys = player->play.clip->keys.audio.at;
    for (size_t i = player->next[CLIP_AUDIO] - due; i < player->next[CLIP_AUDIO]; i++)
        fire_sound(player, &keys[i], out);
}

// What is left of a key-frame's time: it ends when it should even when its step came late.
static float left_s(const struct player *player, uint32_t trigger_ms, uint32_t duration_ms) {
    uint64_t end = (uint64_t)trigger_ms + duration_ms;
    return end > player->ms ? (float)(end - player->ms) / 1000 : 0;
}

static float vary(struct chance *dice, int middle, unsigned variability) {
    if (!variability) return (float)middle;
    return (float)(middle - (int)variability + (int)chance_below(dice, 2 * variability + 1));
}

void player_head(struct player *player, struct player_out *out) {
    if (!PLAYER_DUE(player, CLIP_HEAD, player->play.clip->keys.head)) return;
    const struct clip_head *key = &player->play.clip->keys.head.at[player->next[CLIP_HEAD] - 1];
    float deg = vary(&player->dice[DICE_HEAD], key->angle_deg, key->variability_deg);
    out->head.angle_rad = m_radians(m_clamp(deg, player->config.head_low_deg, player->config.head_high_deg));
    out->head.duration_s = left_s(player, key->trigger_ms, key->duration_ms);
    out->news |= PLAYER_HEAD;
}

void player_lift(struct player *player, struct player_out *out) {
    if (!PLAYER_DUE(player, CLIP_LIFT, player->play.clip->keys.lift)) return;
    const struct clip_lift *key = &player->play.clip->keys.lift.at[player->next[CLIP_LIFT] - 1];
    float mm = vary(&player->dice[DICE_LIFT], key->height_mm, key->variability_mm);
    out->lift.height_mm = m_clamp(mm, player->config.lift_low_mm, player->config.lift_high_mm);
    out->lift.duration_s = left_s(player, key->trigger_ms, key->duration_ms);
    out->news |= PLAYER_LIFT;
}

void player_events(struct player *player, struct player_out *out) {
    static const char *const COZMO[] = {"DEVICE_AUDIO_TRIGGER", "ENERGY_DRAINCUBE_END", "TAPPED_BLOCK"};
    size_t due = PLAYER_DUE(player, CLIP_EVENT, player->play.clip->keys.event);
    if (!due) return;
    for (size_t i = player->next[CLIP_EVENT] - due; i < player->next[CLIP_EVENT]; i++) {
        const struct clip_event *key = &player->play.clip->keys.event.at[i];
        if (out->event_count == PLAYER_EVENTS) {
            out->lost++;
            continue;
        }
        struct player_event *event = &out->events[out->event_count++];
        *event = (struct player_event){key->id, key->trigger_ms, -1, player->tag};
        for (int16_t n = 0; n < 3; n++)
            if (text_is(key->id, COZMO[n])) event->cozmo_number = n;
    }
    out->news |= PLAYER_EVENT;
    if (player->play.hold_on_event) player->held = true;
}

// A colour is 0 … 1, unless a number of its key-frame is above 1: some tools write 0 … 255.
static void colours_of(const struct player *player, const struct clip_lights *key,
                       struct body_colour out[5]) {
    const struct clip_floats three[5] = {key->front, key->middle, key->back, {0}, {0}};
    const struct clip_floats five[5] = {key->left, key->front, key->middle, key->back, key->right};
    const struct clip_floats *all = player->config.lights == 5 ? five : three;
    float most = 0;
    for (int l = 0; l < 5; l++)
        for (size_t c = 0; c < 3 && c < all[l].count; c++) most = m_max(most, all[l].at[c]);
    float scale = most > 1 ? 1 : 255;
    for (int l = 0; l < 5; l++) {
        uint8_t rgb[3] = {0};
        for (size_t c = 0; c < 3 && c < all[l].count; c++)
            rgb[c] = (uint8_t)m_round(m_clamp(all[l].at[c] * scale, 0, 255));
        out[l] = (struct body_colour){.r = rgb[0], .g = rgb[1], .b = rgb[2]};
    }
}

static void next_lights(struct player *player) {
    const struct clip_keys *keys = &player->play.clip->keys;
    const struct clip_lights *key = &keys->lights.at[player->next[CLIP_LIGHTS] - 1];
    colours_of(player, key, player->lights_from);
    memcpy(player->lights, player->lights_from, sizeof player->lights);
    player->lights_on = true;
    player->lights_fade_ms = player->lights_until_ms = UINT32_MAX;
    uint64_t end = (uint64_t)key->trigger_ms + key->duration_ms;
    bool last = player->next[CLIP_LIGHTS] == keys->lights.count;
    if (!player->config.lights_ramp || last || key[1].trigger_ms <= end) return;
    colours_of(player, key + 1, player->lights_to);
    player->lights_fade_ms = (uint32_t)end;
    player->lights_until_ms = key[1].trigger_ms;
}

static uint8_t mixed(uint8_t a, uint8_t b, float share) {
    return (uint8_t)m_round((float)a + ((float)b - (float)a) * share);
}

void player_lights(struct player *player, struct player_out *out) {
    if (PLAYER_DUE(player, CLIP_LIGHTS, player->play.clip->keys.lights)) {
        next_lights(player);
        out->news |= PLAYER_LIGHTS;
    }
    if (player->lights_on && player->ms > player->lights_fade_ms && player->ms <= player->lights_until_ms) {
        float share = (float)(player->ms - player->lights_fade_ms) /
                      (float)(player->lights_until_ms - player->lights_fade_ms);
        for (int l = 0; l < 5; l++) {
            struct body_colour a = player->lights_from[l], b = player->lights_to[l];
            player->lights[l] = (struct body_colour){
                .r = mixed(a.r, b.r, share), .g = mixed(a.g, b.g, share), .b = mixed(a.b, b.b, share)};
        }
        out->news |= PLAYER_LIGHTS;
    }
    out->lights_on = player->lights_on;
    if (player->lights_on) memcpy(out->lights, player->lights, sizeof out->lights);
}
