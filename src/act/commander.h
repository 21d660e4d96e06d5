// Where all wishes for the body meet.
//
//     commander_begin(&c);
//     commander_wheels(&c, RANK_CLIP, &wheels);  // whoever wants something says so, with its rank
//     commander_joint(&c, RANK_ACTION, &head);
//     // the highest rank of each track wins; later of equal rank wins
//     commander_end(&c, &out->command);
//
// Tracks are independent: a reflex may take the wheels while a clip keeps the head. A wish lasts one tick;
// what nobody wants is left as it is (HOLD). commander_rank tells who has a track, so that an action
// notices that it lost it.
#pragma once

#include "border/border.h"

enum track { TRACK_WHEELS, TRACK_HEAD, TRACK_LIFT, TRACK_FACE, TRACK_LIGHTS, TRACK_SOUND, TRACK_COUNT };
enum rank { RANK_NOBODY, RANK_IDLE, RANK_CLIP, RANK_ACTION, RANK_REFLEX };

struct commander {
    enum rank rank[TRACK_COUNT], before[TRACK_COUNT]; // who has it now, and who had it last tick
    struct body_wheels wheels;
    struct body_joint_target head, lift;
    struct body_colour lights[BODY_LIGHT_MAX];
    uint32_t light_count;
    struct body_path_order path;
    bool follows;    // a path was told in this tick
    uint16_t orders; // BODY_ORDER_…
};

void commander_begin(struct commander *c);
bool commander_wheels(struct commander *c, enum rank rank,
                      const struct body_wheels *wheels); // false: a higher rank has it
// The wheels along a path: with the wheels' rank, which they hold as they are.
bool commander_path(struct commander *c, enum rank rank, const struct body_path_order *path);
bool commander_joint(struct commander *c, enum rank rank, const struct body_joint_target *target);
bool commander_lights(struct commander *c, enum rank rank, const struct body_colour *lights, uint32_t count);
void commander_order(struct commander *c, uint16_t orders);
void commander_end(struct commander *c, struct body_command *out);
// What somebody keeps telling it, as a number.
uint64_t wheels_hash(uint64_t h, const struct body_wheels *wheels);
uint64_t joint_hash(uint64_t h, const struct body_joint_target *joint);
