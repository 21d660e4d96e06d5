// What a robot is made of, as numbers that differ when two lives part: a room a hash, so that one sees where.
#include "robot/robot_internal.h"

#include "base/hash.h"

// Whatever a later tick depends on belongs here. tests/robot/test_hashes.c flips every byte of a robot and
// lists the few that are left out, each with its reason: who adds a member and forgets it here is told so
// there.
enum room {
    SENSE,
    BELIEF,
    STAGE,
    MIND,
    CLIP,
    SCREEN,
    SERVICE,
    ACT,
    SIGHT,
    SOUND,
    MOUTH,
    FEEL,
    DEFECTS,
    DESK,
    ROOMS
};
static const char *const NAMES[ROOMS] = {"sense", "belief", "stage", "mind",  "clip", "screen",  "service",
                                         "act",   "sight",  "sound", "mouth", "feel", "defects", "desk"};
_Static_assert((int)ROOMS <= (int)ROBOT_ROOMS, "a reader has room for all");

// Members that lie beside each other without a gap: what lies in gaps is nobody's.
struct part {
    uint8_t room;
    uint32_t at, size;
};
#define END(field) (offsetof(struct robot, field) + sizeof(((struct robot *)0)->field))
#define RUN(room, first, last)                                                                               \
    { room, (uint32_t)offsetof(struct robot, first), (uint32_t)(END(last) - offsetof(struct robot, first)) }
#define PART(room, field) RUN(room, field, field)

static const struct part PARTS[] = {
    RUN(SENSE, body_us, born_us),
    PART(SENSE, loud_until),
    RUN(SENSE, calendar.unix_us, calendar.known),
    RUN(SENSE, calendar_tick, range_m),
    RUN(BELIEF, view.time_us, view.lights),
    RUN(BELIEF, view.charge, view.full_s),
    RUN(STAGE, eyes.seed, eyes.blink_asked),
    RUN(STAGE, eyes.face, eyes.asleep),
    RUN(STAGE, eyes.look_x, eyes.dart_ticks),
    RUN(STAGE, eyes.speaking.seed, eyes.speaking.blinks),
    RUN(STAGE, eyes.said.loud, eyes.said.holds_gaze),
    PART(STAGE, eyes.says),
    RUN(STAGE, eyes.layer, eyes.performed),
    RUN(STAGE, eyes.performing_since, eyes.rows),
    RUN(STAGE, eyes.rows_since, eyes.number),
    RUN(STAGE, eye_setting, eye_own),
    RUN(STAGE, eye_hue, eye_saturation),
    RUN(MIND, result_count, asked),
    PART(CLIP, act.performing.player.locks),
    RUN(CLIP, act.performing.player.play.loops, act.performing.player.play.hold_on_event),
    RUN(CLIP, act.performing.player.owns, act.performing.player.release),
    RUN(CLIP, act.performing.player.next, act.performing.player.recorded),
    RUN(CLIP, act.performing.player.recorded_rad, act.performing.player.turn.shortest),
    RUN(CLIP, act.performing.player.face_from, act.performing.player.lights),
    RUN(CLIP, act.performing.player.lights_fade_ms, act.performing.player.lights_until_ms),
    RUN(CLIP, act.performing.player.box_count, act.performing.player.boxes_on),
    RUN(CLIP, act.performing.player.dice[0].seed, act.performing.player.dice[0].n),
    RUN(CLIP, act.performing.player.dice[1].seed, act.performing.player.dice[1].n),
    RUN(CLIP, act.performing.player.dice[2].seed, act.performing.player.dice[2].n),
    RUN(CLIP, act.performing.player.pending_count, act.performing.player.pending_tracks),
    RUN(CLIP, act.performing.number, act.performing.ticket),
    PART(CLIP, act.performing.drives),
    PART(CLIP, act.performing.lights.shown),
    PART(CLIP, lamps),
    RUN(SCREEN, screen.number, screen.eyes),
    RUN(SCREEN, screen.count, screen.fault),
    PART(SCREEN, screen.lines.at),
    PART(SCREEN, screen.lines.count),
    RUN(SCREEN, screen.missing, screen.clip_boxes),
    RUN(SCREEN, screen.scene.count, screen.scene.eyeless),
    RUN(SCREEN, screen.text.on, screen.text.changed),
    PART(SCREEN, screen.text.until),
    RUN(SCREEN, screen.service.on, screen.service.changed),
    PART(SCREEN, screen.service.until),
    RUN(SCREEN, screen.picture.on, screen.picture.changed),
    PART(SCREEN, screen.picture.until),
    PART(SCREEN, screen.told.at),
    PART(SCREEN, screen.told.count),
    PART(SCREEN, screen.cared.at),
    PART(SCREEN, screen.cared.count),
    RUN(SCREEN, screen.mirror, screen.mirror_changed),
    RUN(SCREEN, screen.booting_until, screen.pixels),
    PART(SCREEN, backlight),
    RUN(SCREEN, picture_ticks, picture_waits),
    PART(SCREEN, mirror_kind),
    RUN(SERVICE, service.page, service.raised),
    RUN(SERVICE, service.pressed_tick, service_shown),
    PART(SERVICE, address),
    RUN(ACT, act.commander.rank, act.commander.before),
    PART(ACT, rgb),
    PART(SIGHT, seeing.wants),
    RUN(SIGHT, seeing.eye.lens, seeing.eye.colour),
    RUN(SIGHT, seeing.exposure.config.target_percentile, seeing.exposure.config.meter_from_detections),
    RUN(SIGHT, seeing.exposure.config.time_before_error_message_ms, seeing.exposure.told),
    RUN(SIGHT, seeing.exposure.since_us, seeing.troubled),
    RUN(SIGHT, seeing.seen.low, seeing.seen.any),
    RUN(SIGHT, seeing.seen.sums, seeing.seen.coloured),
    RUN(SIGHT, seeing.boxes, seeing.box_count),
    RUN(DEFECTS, defects.ever, defects.near_end),
    RUN(DEFECTS, defects.silent, wanted),
};

static uint64_t of_doing(uint64_t h, const struct robot *robot) {
    for (int i = 0; i < DOING_COUNT; i++) {
        const struct doing *d = &robot->doing[i];
        uint32_t state[] = {d->busy, d->ticket, d->door, d->until};
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
    hashes[MIND] = robot->mind ? mind_hash(robot->mind) : 0;
    for (uint32_t i = 0; i < robot->result_count && i < 32; i++) { // between them lie gaps
        uint32_t r[] = {robot->results[i].ticket, robot->results[i].verdict, robot->results[i].result};
        hashes[MIND] = hash64(hashes[MIND], r, sizeof r);
    }
    hashes[CLIP] = performing_hash(&robot->act.performing);
    hashes[SCREEN] = screen_hash(&robot->screen);
    hashes[ACT] = of_doing(act_hash(&robot->act), robot);
    hashes[SOUND] = of_sounds(robot_audio_hash(robot->audio), &robot->heard);
    hashes[MOUTH] = mouth_hash(&robot->mouth);
    hashes[DESK] = desk_hash(&robot->desk);
    hashes[FEEL] = feel_hash(&robot->feel);
    hashes[BELIEF] = belief_hash(robot->belief);
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
