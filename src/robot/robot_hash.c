// What a robot is made of, as numbers that differ when two lives part: a room a hash, so that one sees where.
#include "robot/robot_internal.h"

#include "base/hash.h"

// Whatever a later tick depends on belongs here. tests/run/test_hashes.c flips every byte of a robot and lists the few that are left out,
// each with its reason: who adds a member and forgets it here is told so there.
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
    RUN(SENSE, status, attitude),
    RUN(SENSE, shaking, fallen),
    PART(SENSE, loud_until),
    RUN(SENSE, calendar.unix_us, calendar.known),
    RUN(BELIEF, view.time_us, view.lights),
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
    RUN(STAGE, eye_hue, contact_rest),
    RUN(INSTINCT, instinct.idle_least, instinct.asleep),
    PART(CLIP, performing.player.locks),
    RUN(CLIP, performing.player.play.loops, performing.player.play.hold_on_event),
    RUN(CLIP, performing.player.owns, performing.player.release),
    RUN(CLIP, performing.player.next, performing.player.recorded),
    RUN(CLIP, performing.player.recorded_rad, performing.player.turn.shortest),
    RUN(CLIP, performing.player.face_from, performing.player.lights),
    RUN(CLIP, performing.player.lights_fade_ms, performing.player.lights_until_ms),
    RUN(CLIP, performing.player.box_count, performing.player.boxes_on),
    RUN(CLIP, performing.player.dice[0].seed, performing.player.dice[0].n),
    RUN(CLIP, performing.player.dice[1].seed, performing.player.dice[1].n),
    RUN(CLIP, performing.player.dice[2].seed, performing.player.dice[2].n),
    RUN(CLIP, performing.player.pending_count, performing.player.pending_tracks),
    RUN(CLIP, performing.number, performing.urgency),
    PART(CLIP, performing.drives),
    PART(CLIP, performing.lights.shown),
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
    PART(ACT, last_tag),
    RUN(ACT, commander.rank, commander.before),
    PART(ACT, wheels_wanted),
    PART(ACT, moving.path_steps),
    PART(ACT, profile.custom),
    RUN(ACT, profile.speed_mps, profile.reverse_mps),
    PART(ACT, rgb),
    PART(SIGHT, seeing.wants),
    RUN(SIGHT, seeing.eye.lens, seeing.eye.colour),
    RUN(SIGHT, seeing.exposure.config.target_percentile, seeing.exposure.config.meter_from_detections),
    RUN(SIGHT, seeing.exposure.config.time_before_error_message_ms, seeing.exposure.told),
    RUN(SIGHT, seeing.exposure.since_us, seeing.troubled),
    RUN(SIGHT, seeing.seen.low, seeing.seen.any),
    RUN(SIGHT, seeing.seen.sums, seeing.seen.coloured),
    RUN(TEMPER, temper.stimulation, temper.touched),
    RUN(ASTRAY, slip.meant_radps, slip.told),
    RUN(ASTRAY, slip.what, slip.side),
    RUN(DEFECTS, defects.ever, defects.near_end),
    RUN(DEFECTS, defects.silent, wanted),
    PART(DESK, desk.in_count),
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
    uint8_t scratch[sizeof(struct body_path_order)];
    struct writer path = writer_of(scratch, sizeof scratch);
    body_path_order_encode(&robot->moving.path, &path, 1);
    return hash64(h, scratch, writer_len(&path));
}

// What waits to be done.
static uint64_t of_requests(uint64_t h, const struct desk *desk) {
    for (uint32_t i = 0; i < desk->in_count && i < DESK_MAX; i++) {
        const struct desk_item *item = &desk->in[(desk->in_head + i) % DESK_MAX];
        uint8_t scratch[sizeof(struct desk_item)];
        struct writer to = writer_of(scratch, sizeof scratch);
        life_envelope_encode(&item->envelope, &to, 1);
        life_message_encode(&item->message, &to, 1);
        h = hash64(h, scratch, writer_len(&to));
    }
    return h;
}

// A clip is known by its number (or, told of late, by its name), a light show by its name: where they lie is nobody's.
static uint64_t of_clip(uint64_t h, const struct performing *p) {
    h = of_wheels(of_joint(of_joint(h, &p->head), &p->lift), &p->wheels);
    for (uint32_t i = 0; i < PLAYER_NOTICES; i++) {
        const struct player_notice *n = &p->player.pending[i];
        uint32_t told[] = {n->kind, n->tag};
        h = hash64(h, told, sizeof told);
    }
    for (int i = 0; i < LIGHT_LAYERS; i++) {
        const struct light_show *show = p->lights.layers[i].show;
        uint64_t since[] = {p->lights.layers[i].began_ms, p->lights.layers[i].fixed, show != NULL};
        h = hash64(h, since, sizeof since);
        if (show) h = hash64(h, show->name.at, show->name.len);
        h = hash64(h, p->lights.layers[i].colours, sizeof p->lights.layers[i].colours);
    }
    return p->memory.count ? hash64(h, p->memory.ready_ms, p->memory.count * sizeof(uint64_t)) : h;
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
    hashes[CLIP] = of_clip(robot->config.library ? robot->config.library->hash : 0, &robot->performing);
    hashes[SCREEN] = screen_hash(&robot->screen);
    hashes[ACT] = of_actions(0, robot);
    hashes[SOUND] = of_sounds(robot_audio_hash(robot->audio), &robot->heard);
    hashes[MOUTH] = mouth_hash(&robot->mouth);
    hashes[DESK] = of_requests(0, &robot->desk);
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
