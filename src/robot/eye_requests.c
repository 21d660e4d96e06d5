// What is asked of its eye: to open, what its camera is like, how it takes its pictures.
#include "robot/robot_internal.h"

#include <string.h>

#define SHUTTER "Play__Robot_Vic_Sfx__Camera_Flash"

void robot_tell_eye(struct robot *robot, struct eye_event event) {
    uint32_t before = robot->event_count;
    robot_tell(robot, (enum life_event_kind)event.kind, 0, event.numbers[0], event.numbers[1]);
    if (robot->event_count > before) robot->events[before].numbers[2] = event.numbers[2];
}

static void no_eye(struct robot *robot, const struct life_envelope *from) {
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_REFUSED, "it has no camera");
}

static void do_watch(struct robot *robot, const struct life_envelope *from, const struct life_see *r) {
    if (r->on && !eye_is_there(&robot->eye)) return no_eye(robot, from);
    robot_sight_ask(robot, r->on ? r->modes : 0);
    robot->eye.wants = (uint16_t)(!r->on ? 0
                                         : BODY_WANT_PICTURE | BODY_WANT_SIGHTS |
                                               (r->colour ? BODY_WANT_PICTURE_COLOUR : 0) |
                                               (r->large ? BODY_WANT_PICTURE_LARGE : 0));
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

static void do_config(struct robot *robot, const struct life_envelope *from) {
    if (!eye_is_there(&robot->eye)) return no_eye(robot, from);
    const struct eye_model *eye = &robot->eye.model;
    const struct lens_model *lens = &eye->lens;
    struct vec2 view = lens_view_rad(lens);
    struct life_message reply = {.kind = LIFE_CAMERA_KNOWN};
    reply.camera_known = (struct life_camera_known){.width = (uint16_t)lens->width,
                                                    .height = (uint16_t)lens->height,
                                                    .focal_x = lens->fx,
                                                    .focal_y = lens->fy,
                                                    .center_x = lens->cx,
                                                    .center_y = lens->cy,
                                                    .skew = lens->skew,
                                                    .fov_x_rad = view.x,
                                                    .fov_y_rad = view.y,
                                                    .exposure_low_s = eye->exposure_low_ms * 0.001f,
                                                    .exposure_high_s = eye->exposure_high_ms * 0.001f,
                                                    .gain_low = eye->gain_low,
                                                    .gain_high = eye->gain_high};
    memcpy(reply.camera_known.distortion, lens->k, sizeof lens->k);
    desk_reply(&robot->desk, from->ticket, from->door, &reply);
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, from->ticket, LIFE_VERDICT_DONE, 0);
}

static void do_settings(struct robot *robot, const struct life_envelope *from,
                        const struct life_camera_settings *r) {
    if (!eye_is_there(&robot->eye)) return no_eye(robot, from);
    struct exposure *e = &robot->eye.exposure;
    bool numbers =
        m_finite(r->exposure_s) && m_finite(r->gain) && (r->automatic || (r->exposure_s > 0 && r->gain > 0));
    if (!numbers || r->mode >= EXPOSURE_MANUAL)
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                                "by hand it takes an exposure and a gain above 0; modes are 0 to 2");
    if (r->automatic)
        exposure_set_mode(e, (enum exposure_mode)r->mode);
    else
        exposure_set(e, r->exposure_s * 1000, r->gain);
    robot_tell_eye(robot, eye_settings(&robot->eye));
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

bool robot_do_see(struct robot *robot, const struct life_envelope *from, const struct life_message *m) {
    switch (m->kind) {
    case LIFE_SEE:
        return do_watch(robot, from, &m->see), true;
    case LIFE_CAMERA_CONFIG:
        return do_config(robot, from), true;
    case LIFE_TAKE_PHOTO:
        if (!eye_is_there(&robot->eye)) return no_eye(robot, from), true;
        robot->photos++;
        // Nobody is photographed in silence. When it does so by itself, its clip has the sound.
        if (from->door != LIFE_DOOR_MIND && robot->audio)
            audio_post_name(robot_audio_engine(robot->audio), SHUTTER, AUDIO_BEHAVIOR);
        robot_tell(robot, LIFE_EVENT_KIND_PHOTO_TAKEN, from->ticket, 0, 0);
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, ""), true;
    case LIFE_CAMERA_SETTINGS:
        return do_settings(robot, from, &m->camera_settings), true;
    default:
        return false;
    }
}
