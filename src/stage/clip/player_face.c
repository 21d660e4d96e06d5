// Faces and pictures of a clip.
#include "stage/clip/player_internal.h"

#include "base/maths/maths.h"

#include <string.h>

// A key-frame over the one before it: an eye it does not have stays as it was.
static void face_of(const struct player *player, const struct clip_face *key, const struct face *before,
                    struct face *out) {
    enum eye_corners corners = player->config.corners;
    *out = *before;
    out->x = key->center_x;
    out->y = key->center_y;
    out->scale_x = key->scale_x;
    out->scale_y = key->scale_y;
    out->angle = key->angle_deg;
    out->scan_lines = key->scanline_opacity;
    if (key->left.at) face_set_eye(out, 0, key->left.at, key->left.count, corners);
    if (key->right.at) face_set_eye(out, 1, key->right.at, key->right.count, corners);
    face_mend(out, before, player->config.style);
}

static void next_face(struct player *player, size_t due) {
    const struct clip_keys *keys = &player->play.clip->keys;
    size_t next = player->next[CLIP_FACE];
    if (!player->face_on) face_neutral(&player->face_from, player->config.style);
    for (size_t i = next - due; i < next; i++) {
        struct face before = player->face_from;
        face_of(player, &keys->face.at[i], &before, &player->face_from);
    }
    player->face_on = true;
    player->face_rests = false;
    player->face_at_ms = player->face_until_ms = keys->face.at[next - 1].trigger_ms;
    if (next == keys->face.count) return;
    face_of(player, &keys->face.at[next], &player->face_from, &player->face_to);
    player->face_until_ms = keys->face.at[next].trigger_ms;
}

void player_face(struct player *player, struct player_out *out) {
    size_t due = PLAYER_DUE(player, CLIP_FACE, player->play.clip->keys.face);
    if (due) next_face(player, due);
    out->face_on = player->face_on;
    if (!player->face_on) return;
    if (!player->face_rests) {
        if (player->face_until_ms > player->face_at_ms) {
            float share = (float)(player->ms - player->face_at_ms) /
                          (float)(player->face_until_ms - player->face_at_ms);
            face_blend(&player->face_from, &player->face_to, m_min(share, 1), &player->face);
        } else {
            player->face = player->face_from;
            player->face_rests = true;
        }
        out->news |= PLAYER_FACE;
    }
    out->face = player->face;
}

// ---------------------------------------------------------------------------------------------- sprite boxes

// The box that a whole sequence of the older kind fills.
#define WHOLE "SpriteBox_40"

static size_t find_box(const struct player *player, struct text name) {
    size_t i = 0;
    while (i < player->box_count && !text_same(player->boxes[i].name, name)) i++;
    return i;
}

// The place of a box, found or made; NULL: there are too many.
static struct player_place *place_of(struct player *player, struct text name) {
    size_t i = find_box(player, name);
    if (i == PLAYER_BOXES) return NULL;
    if (i == player->box_count) player->boxes[player->box_count++] = (struct player_place){.name = name};
    return &player->boxes[i];
}

// Boxes come mixed, each in order for itself. So each has a place of its own, found once.
void player_find_boxes(struct player *player) {
    const struct clip_keys *keys = &player->play.clip->keys;
    player->box_count = player->boxes_lost = 0;
    if (keys->sprites.count) place_of(player, TEXT(WHOLE));
    for (size_t i = 0; i < keys->box.count; i++) {
        struct player_place *place = place_of(player, keys->box.at[i].box);
        if (!place)
            player->boxes_lost++;
        else if (!place->first)
            place->first = place->next = &keys->box.at[i];
    }
}

void player_rewind_boxes(struct player *player) { // pictures stay until something else comes
    for (uint32_t i = 0; i < player->box_count; i++) player->boxes[i].next = player->boxes[i].first;
}

static const struct clip_box *following(const struct clip_keys *keys, const struct clip_box *key) {
    const struct clip_box *end = keys->box.at + keys->box.count, *next = key + 1;
    while (next < end && !text_same(next->box, key->box)) next++;
    return next < end ? next : NULL;
}

static void step_box(struct player *player, struct player_place *place) {
    while (place->next && place->next->trigger_ms <= player->ms) {
        place->now = place->next;
        place->whole = NULL;
        place->next = following(&player->play.clip->keys, place->now);
        if (text_is(place->now->asset, "clear_sprite_box")) place->now = NULL;
    }
}

// A picture of the last time round may still be there.
static uint32_t since(const struct player *player, uint32_t trigger_ms) {
    return player->ms > trigger_ms ? player->ms - trigger_ms : 0;
}

static float on_the_way(float from, float to, float share) { return from + (to - from) * share; }

static enum sprite_end end_of(struct text end) {
    return text_same_nocase(end, TEXT("Loop"))   ? SPRITE_LOOP
           : text_same_nocase(end, TEXT("Hold")) ? SPRITE_HOLD
                                                 : SPRITE_CLEAR;
}

// Place and opacity move on to the next key-frame of the box; its size and picture stay.
static struct player_box box_now(const struct player *player, const struct player_place *place) {
    if (place->whole)
        return (struct player_box){.box = TEXT(WHOLE),
                                   .layer = TEXT("Layer_10"),
                                   .asset = place->whole->sequence,
                                   .picture = since(player, place->whole->trigger_ms) / PLAYER_STEP_MS,
                                   .whole = true,
                                   .alpha = 1,
                                   .width = player->config.style->width,
                                   .height = player->config.style->height,
                                   .scan_lines = place->whole->scanline_opacity};
    const struct clip_box *a = place->now, *b = place->next;
    float share = b && b->trigger_ms > a->trigger_ms
                      ? m_min((float)since(player, a->trigger_ms) / (float)(b->trigger_ms - a->trigger_ms), 1)
                      : 0;
    if (!b) b = a;
    return (struct player_box){.box = a->box,
                               .layer = a->layer,
                               .asset = a->asset,
                               .picture = since(player, a->trigger_ms) / PLAYER_STEP_MS,
                               .end = end_of(a->end),
                               .eye_colour =
                                   text_is(a->method, "EyeColor") || text_is(a->method, "CustomHue"),
                               .x = on_the_way((float)a->x, (float)b->x, share),
                               .y = on_the_way((float)a->y, (float)b->y, share),
                               .alpha = on_the_way(a->alpha, b->alpha, share) / 100,
                               .width = a->width,
                               .height = a->height,
                               .scan_lines = 1};
}

void player_sprites(struct player *player, struct player_out *out) {
    const struct clip_keys *keys = &player->play.clip->keys;
    if (PLAYER_DUE(player, CLIP_SPRITES, keys->sprites)) {
        struct player_place *place = place_of(player, TEXT(WHOLE));
        place->whole = &keys->sprites.at[player->next[CLIP_SPRITES] - 1]; // the first place there is
        place->now = NULL;
    }
    out->lost += player->boxes_lost;
    player->boxes_lost = 0;
    bool had = player->boxes_on;
    for (uint32_t i = 0; i < player->box_count; i++) {
        struct player_place *place = &player->boxes[i];
        step_box(player, place);
        if (place->now || place->whole) out->boxes[out->box_count++] = box_now(player, place);
    }
    player->boxes_on = out->box_count;
    if (had || player->boxes_on) out->news |= PLAYER_SPRITES;
}
