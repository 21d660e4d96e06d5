// Driving in a clip, and turning back to a heading it kept.
#include "stage/clip/player_internal.h"

#include "base/maths/geometry.h"
#include "base/system/log.h"

enum { SPIN_MAX_DPS = 300, SPEED_MAX_MMPS = 220, STRAIGHT_RADIUS = INT16_MAX };
#define TURN_ACCEL_MAX_DPS2 13636.0f
#define TURN_SLOWEST_DPS    5.0f

void player_wheels(const struct player_drive *drive, float tread_mm, float *left_mmps, float *right_mmps) {
    float speed = drive->speed, turn = 0; // rad/s, to the left
    if (drive->kind == DRIVE_STOP) speed = 0;
    if (drive->kind == DRIVE_SPIN) turn = m_radians(speed), speed = 0;
    if (drive->kind == DRIVE_ARC) turn = drive->radius_mm != 0 ? speed / drive->radius_mm : 0;
    *left_mmps = speed - turn * tread_mm / 2;
    *right_mmps = speed + turn * tread_mm / 2;
}

static void drive(struct player *player, struct player_out *out, struct player_drive how) {
    (void)player;
    out->body = how;
    out->news |= PLAYER_BODY;
}

static void fire_body(struct player *player, const struct clip_body *key, struct player_out *out) {
    enum clip_motion motion;
    int radius_mm;
    if (clip_radius(key->radius, &motion, &radius_mm)) return; // was left out by clip_check
    // The largest radius stands for none; one of nothing is a turn on the spot.
    if (motion == CLIP_ARC && radius_mm == STRAIGHT_RADIUS) motion = CLIP_STRAIGHT;
    if (motion == CLIP_ARC && !radius_mm) motion = CLIP_ON_THE_SPOT;
    float most = motion == CLIP_ON_THE_SPOT ? SPIN_MAX_DPS : SPEED_MAX_MMPS;
    struct player_drive how = {.kind = motion == CLIP_ON_THE_SPOT ? DRIVE_SPIN
                                       : motion == CLIP_STRAIGHT  ? DRIVE_STRAIGHT
                                                                  : DRIVE_ARC,
                               .speed = m_clamp(key->speed, -most, most),
                               .radius_mm = motion == CLIP_ARC ? (float)radius_mm : 0};
    uint64_t end = (uint64_t)key->trigger_ms + key->duration_ms;
    player->body_end_ms = end > UINT32_MAX ? UINT32_MAX : (uint32_t)end;
    player->driving = true;
    player->turning = false;
    drive(player, out, how);
}

void player_body(struct player *player, struct player_out *out) {
    if (PLAYER_DUE(player, CLIP_BODY, player->play.clip->keys.body)) {
        fire_body(player, &player->play.clip->keys.body.at[player->next[CLIP_BODY] - 1], out);
    } else if (player->driving && player->ms >= player->body_end_ms) {
        player->driving = false;
        drive(player, out, (struct player_drive){0});
    }
}

void player_record(struct player *player, const struct player_in *in) {
    if (!PLAYER_DUE(player, CLIP_RECORD, player->play.clip->keys.record)) return;
    if (!m_finite(in->heading_rad)) return;
    player->recorded = true;
    player->recorded_rad = in->heading_rad;
}

// Degrees still to go, always positive, in the turn's direction.
static void plan_turn(struct player *player, const struct clip_turn *key, float heading_rad) {
    float target = angle_wrap(player->recorded_rad + m_radians(key->offset_deg));
    float off = m_degrees(angle_between(heading_rad, target));
    bool shortest = key->shortest || !key->speed_dps;
    player->turn_sign = shortest ? (off < 0 ? -1 : 1) : key->speed_dps < 0 ? -1 : 1;
    float way = off * (float)player->turn_sign;
    if (way < 0) way += 360;
    if (way > 360 - (float)key->tolerance_deg) way -= 360; // is there already
    player->turn_left_deg = way + 180.0f * key->half_turns;
    float fastest = m_abs(key->speed_dps);
    if (fastest == 0) // none given: in time, with a quarter each for getting faster and slower
        fastest = key->duration_ms ? player->turn_left_deg / (0.75f * (float)key->duration_ms / 1000)
                                   : SPIN_MAX_DPS;
    player->turn_fastest_dps = m_clamp(fastest, TURN_SLOWEST_DPS, SPIN_MAX_DPS);
    player->turn = (struct player_turn){
        .target_rad = target,
        .speed_dps = player->turn_fastest_dps * (float)player->turn_sign,
        .accel_dps2 = key->accel_dps2 > 0 ? m_min(key->accel_dps2, TURN_ACCEL_MAX_DPS2) : TURN_ACCEL_MAX_DPS2,
        .decel_dps2 = key->decel_dps2 > 0 ? m_min(key->decel_dps2, TURN_ACCEL_MAX_DPS2) : TURN_ACCEL_MAX_DPS2,
        .tolerance_deg = key->tolerance_deg,
        .half_turns = key->half_turns,
        .shortest = shortest,
    };
}

static void begin_turn(struct player *player, const struct clip_turn *key, const struct player_in *in,
                       struct player_out *out) {
    if (!player->recorded || !m_finite(in->heading_rad)) {
        log_warn("clip", "%.*s: turns to a heading at %u ms, and none was recorded",
                 (int)player->play.clip->name.len,
                 player->play.clip->name.at ? player->play.clip->name.at : "", key->trigger_ms);
        return;
    }
    plan_turn(player, key, in->heading_rad);
    uint64_t end = (uint64_t)key->trigger_ms + key->duration_ms;
    player->turn_end_ms = !key->duration_ms || end > UINT32_MAX ? UINT32_MAX : (uint32_t)end;
    player->last_heading_rad = in->heading_rad;
    player->turn_speed_dps = 0;
    player->turning = true;
    player->driving = false;
    out->turn = player->turn;
    out->turn_began = true;
}

void player_turn_back(struct player *player, const struct player_in *in, struct player_out *out) {
    if (PLAYER_DUE(player, CLIP_TURN, player->play.clip->keys.turn))
        begin_turn(player, &player->play.clip->keys.turn.at[player->next[CLIP_TURN] - 1], in, out);
    if (!player->turning) return;
    if (m_finite(in->heading_rad)) {
        float turned = m_degrees(angle_between(player->last_heading_rad, in->heading_rad));
        player->turn_left_deg -= turned * (float)player->turn_sign;
        player->last_heading_rad = in->heading_rad;
    }
    float left = player->turn_left_deg;
    if (left <= player->turn.tolerance_deg || (!out->turn_began && player->ms >= player->turn_end_ms)) {
        player->turning = false;
        drive(player, out, (struct player_drive){0});
        return;
    }
    float faster = player->turn_speed_dps + player->turn.accel_dps2 * PLAYER_STEP_MS / 1000;
    float in_time = m_sqrt(2 * player->turn.decel_dps2 * left); // so that it can still stop there
    player->turn_speed_dps = m_max(m_min(m_min(faster, in_time), player->turn_fastest_dps), TURN_SLOWEST_DPS);
    drive(player, out,
          (struct player_drive){.kind = DRIVE_SPIN,
                                .speed = player->turn_speed_dps * (float)player->turn_sign});
}
