// What the player's files share: its tracks, each of which puts out what is due at player->ms. Nobody else
// includes this.
#pragma once

#include "stage/clip/player.h"

enum { DICE_HEAD, DICE_LIFT, DICE_SOUND };

void player_sounds(struct player *player, struct player_out *out);
void player_head(struct player *player, struct player_out *out);
void player_lift(struct player *player, struct player_out *out);
void player_events(struct player *player, struct player_out *out);
void player_sprites(struct player *player, struct player_out *out);
void player_face(struct player *player, struct player_out *out);
void player_lights(struct player *player, struct player_out *out);
void player_body(struct player *player, struct player_out *out);
void player_record(struct player *player, const struct player_in *in);
void player_turn_back(struct player *player, const struct player_in *in, struct player_out *out);

void player_find_boxes(struct player *player);
void player_rewind_boxes(struct player *player);
void player_stop_loops(struct player_out *out, uint8_t tag);
// Steps over the key-frames of a track that are due; returns how many. The last of them is at
// player->next[track] - 1.
size_t player_due(struct player *player, enum clip_track track, const void *keys, size_t count, size_t size);
#define PLAYER_DUE(player, track, list)                                                                      \
    player_due((player), (track), (list).at, (list).count, sizeof *(list).at)
