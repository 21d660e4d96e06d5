// What a robot is made of, as numbers that differ when two lives part: a room a hash, so that one sees where.
#include "robot/robot_internal.h"

#include "base/hash.h"

// Whatever a later tick depends on belongs here. What is left out, and why:
//     config          the same for two lives that are compared
//     events, wanted… of this tick only, or told by what caused them
//     desk            how many wait; what they say is told by what comes of it
//     loud            audio_hash
//     mirror, found   pixels, and what is found in them: only shown
enum room {
    SENSE,
    BELIEF,
    STAGE,
    INSTINCT,
    CLIP,
    SCREEN,
    SERVICE,
    ACT,
    SIGHT,
    SOUND,
    MOUTH,
    TEMPER,
    ASTRAY,
    DEFECTS,
    DESK,
    ROOMS
};
static const char *const NAMES[ROOMS] = {"sense",  "belief",  "stage",        "instinct", "clip",
                                         "screen", "service", "act",          "sight",    "sound",
                                         "mouth",  "temper",  "slip_monitor", "defects",  "desk"};
_Static_assert((int)ROOMS <= (int)ROBOT_ROOMS, "a reader has room for all");

// A run of numbers without a gap between them: what lies in gaps is nobody's.
struct part {
    uint8_t room;
    uint32_t at, size;
};
#define PART(room, field)                                                                                    \
    { room, (uint32_t)offsetof(struct robot, field), (uint32_t)sizeof(((struct robot *)0)->field) }

static const struct part PARTS[] = {
    PART(SENSE, body_us),
    PART(SENSE, born_us),
    PART(SENSE, status),
    PART(SENSE, attitude),
    PART(SENSE, shaking),
    PART(SENSE, shaken),
    PART(SENSE, fallen),
    PART(SENSE, loud_until),
    PART(SENSE, calendar.unix_us),
    PART(SENSE, calendar.zone_s),
    PART(SENSE, calendar.known),
    PART(BELIEF, view),
    PART(STAGE, eyes.number),
    PART(STAGE, eyes.face),
    PART(STAGE, eyes.mood),
    PART(STAGE, eyes.from),
    PART(STAGE, eyes.to),
    PART(STAGE, eyes.began),
    PART(STAGE, eyes.until),
    PART(STAGE, eyes.changing),
    PART(STAGE, eyes.asleep),
    PART(STAGE, eyes.blink_asked),
    PART(STAGE, eyes.blink.next),
    PART(STAGE, eyes.blink.phase),
    PART(STAGE, eyes.blink.last),
    PART(STAGE, eyes.look_x),
    PART(STAGE, eyes.look_y),
    PART(STAGE, eyes.aim_x),
    PART(STAGE, eyes.aim_y),
    PART(STAGE, eyes.gaze_until),
    PART(STAGE, eyes.focus_until),
    PART(STAGE, eyes.dart_x),
    PART(STAGE, eyes.dart_y),
    PART(STAGE, eyes.dart_to_x),
    PART(STAGE, eyes.dart_to_y),
    PART(STAGE, eyes.next_dart),
    PART(STAGE, eyes.dart_began),
    PART(STAGE, eyes.dart_ticks),
    PART(STAGE, eyes.speaking.weight),
    PART(STAGE, eyes.speaking.level),
    PART(STAGE, eyes.speaking.beat),
    PART(STAGE, eyes.speaking.tilt),
    PART(STAGE, eyes.speaking.tilt_to),
    PART(STAGE, eyes.speaking.glance),
    PART(STAGE, eyes.speaking.glance_to),
    PART(STAGE, eyes.speaking.wonder),
    PART(STAGE, eyes.speaking.words),
    PART(STAGE, eyes.speaking.aside_until),
    PART(STAGE, eyes.layer_until),
    PART(STAGE, eyes.layer_how),
    PART(STAGE, eyes.layer),
    PART(STAGE, eyes.glitch),
    PART(STAGE, eyes.glitch_px),
    PART(STAGE, eyes.glitch_until),
    PART(STAGE, eyes.performs),
    PART(STAGE, eyes.performing_since),
    PART(STAGE, eyes.rows),
    PART(STAGE, eyes.rows_since),
    PART(STAGE, eye_setting),
    PART(STAGE, eye_own),
    PART(STAGE, eye_hue),
    PART(STAGE, eye_saturation),
    PART(STAGE, contact_until),
    PART(STAGE, contact_rest),
    PART(INSTINCT, instinct.quiet_since),
    PART(INSTINCT, instinct.next_idle),
    PART(INSTINCT, instinct.annoyance),
    PART(INSTINCT, instinct.asleep),
    PART(SCREEN, backlight),
    PART(SCREEN, picture_ticks),
    PART(SCREEN, picture_waits),
    PART(SCREEN, mirror_kind),
    PART(SERVICE, service.page),
    PART(SERVICE, service.asked),
    PART(SERVICE, service.raised),
    PART(SERVICE, service.pressed_tick),
    PART(SERVICE, service.touched_tick),
    PART(SERVICE, service_shown),
    PART(ACT, last_tag),
    PART(ACT, commander.rank),
    PART(ACT, wheels_wanted),
    PART(ACT, moving.path_steps),
    PART(ACT, profile.speed_mps),
    PART(ACT, profile.accel_mps2),
    PART(ACT, profile.decel_mps2),
    PART(ACT, profile.turn_radps),
    PART(ACT, profile.turn_accel_radps2),
    PART(ACT, profile.turn_decel_radps2),
    PART(ACT, rgb),
    PART(SIGHT, seeing.wants),
    PART(SIGHT, seeing.exposure.exposure_ms),
    PART(SIGHT, seeing.exposure.gain),
    PART(SIGHT, seeing.exposure.mode),
    PART(SIGHT, seeing.exposure.cycle),
    PART(SIGHT, seeing.exposure.seen),
    PART(SIGHT, seeing.exposure.told),
    PART(SIGHT, seeing.exposure.since_us),
    PART(SIGHT, seeing.exposure.told_us),
    PART(SIGHT, seeing.balance),
    PART(SIGHT, seeing.pictures),
    PART(SIGHT, seeing.looking),
    PART(SIGHT, seeing.brought),
    PART(SIGHT, seeing.troubled),
    PART(TEMPER, temper.stimulation),
    PART(TEMPER, temper.happy),
    PART(TEMPER, temper.confident),
    PART(TEMPER, temper.social),
    PART(TEMPER, temper.held_trust),
    PART(TEMPER, temper.purr),
    PART(TEMPER, temper.held),
    PART(TEMPER, temper.touched),
    PART(ASTRAY, slip.meant_radps),
    PART(ASTRAY, slip.felt_radps),
    PART(ASTRAY, slip.ahead_mps),
    PART(ASTRAY, slip.ticks),
    PART(ASTRAY, slip.candidate),
    PART(ASTRAY, slip.told),
    PART(ASTRAY, slip.what),
    PART(ASTRAY, slip.side),
    PART(DEFECTS, defects.ever),
    PART(DEFECTS, defects.seen),
    PART(DEFECTS, defects.near_end),
    PART(DEFECTS, defects.silent),
    PART(DEFECTS, defects.no_motion),
    PART(DEFECTS, defects.no_range),
    PART(DEFECTS, defects.no_picture),
    PART(DEFECTS, defects.no_touch),
    PART(DEFECTS, defects.deaf),
    PART(DEFECTS, defects.tested),
    PART(DEFECTS, defects.battery),
    PART(DEFECTS, told_fault),
    PART(DEFECTS, own_fault),
    PART(DEFECTS, asked_fault),
    PART(DEFECTS, wanted),
    PART(DESK, desk.in_count), // replies that lie there decide nothing
};

static uint64_t of_wheels(uint64_t h, const struct body_wheels *w) {
    float numbers[] = {w->left_mps,   w->right_mps,   w->accel_mps2,        w->angle_rad,
                       w->turn_radps, w->turn_radps2, w->turn_decel_radps2, (float)w->relative};
    uint16_t rest[] = {w->mode, w->tag};
    return hash64(hash64(h, numbers, sizeof numbers), rest, sizeof rest);
}

static uint64_t of_joint(uint64_t h, const struct body_joint_target *j) {
    float numbers[] = {j->angle_rad, j->speed_radps, j->accel_radps2, j->duration_s};
    uint16_t rest[] = {j->joint, j->mode, j->tag};
    return hash64(hash64(h, numbers, sizeof numbers), rest, sizeof rest);
}

static uint64_t of_actions(uint64_t h, const struct robot *robot) {
    h = of_wheels(of_wheels(h, &robot->wheels), &robot->moving.turn);
    h = of_joint(of_joint(h, &robot->head), &robot->lift);
    for (int i = 0; i < DOING_COUNT; i++) {
        const struct doing *d = &robot->doing[i];
        uint32_t state[] = {d->busy, d->ticket, d->door, d->until, d->tag};
        h = hash64(h, state, sizeof state);
    }
    return h;
}

static uint64_t of_sounds(uint64_t h, const struct audio_requests *desk) {
    for (int i = 0; i <= AUDIO_REQUESTS_MAX; i++) {
        const struct audio_request *a = i < AUDIO_REQUESTS_MAX ? &desk->asked[i] : &desk->stream;
        uint32_t state[] = {a->play, a->ticket, a->door};
        h = hash64(h, state, sizeof state);
    }
    return h;
}

static void own_rooms(const struct robot *robot, uint64_t hashes[ROOMS]) {
    hashes[CLIP] = robot_perform_hash(robot);
    hashes[SCREEN] = screen_hash(&robot->screen);
    hashes[ACT] = of_actions(0, robot);
    hashes[SOUND] = of_sounds(audio_hash(robot_audio_engine(robot->audio)), &robot->heard);
    hashes[MOUTH] = mouth_hash(&robot->mouth);
}

size_t robot_hashes(const struct robot *robot, const char **names, uint64_t *hashes, size_t room) {
    uint64_t all[ROOMS] = {0};
    own_rooms(robot, all);
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        const struct part *part = &PARTS[i];
        all[part->room] = hash64(all[part->room], (const uint8_t *)robot + part->at, part->size);
    }
    for (size_t i = 0; i < ROOMS && i < room; i++) names[i] = NAMES[i], hashes[i] = all[i];
    return ROOMS;
}

uint64_t robot_hash(const struct robot *robot) {
    const char *names[ROOMS];
    uint64_t hashes[ROOMS], h = robot->tick;
    robot_hashes(robot, names, hashes, ROOMS);
    return hash64(h, hashes, sizeof hashes);
}
