// What a body shows of its creature: the display's pixels, the speaker's samples, joints that go by what it
// does and feels.
#include "own/own.h"

#include "base/maths/maths.h"
#include "schema/mind.h"
#include "stage/face/face.h"
#include "stage/sound/audio_tap.h"

#include <stdlib.h>
#include <string.h>

bool own_display_open(struct critter_robot *r) {
    const struct body_display *of = &r->body.display;
    struct own_display *d = &r->display;
    uint16_t width, height;
    if (!body_model_has(&r->body.model, BODY_HAS(DISPLAY))) return true;
    robot_face(r->robot, &width, &height);
    d->fit = fit_of(width, height, of->width, of->height, (enum fit_colours)of->colours);
    d->drawn = malloc((size_t)width * height * sizeof *d->drawn);
    d->out = calloc(1, d->fit.bytes);
    d->easel = easel_new(1 << 20);
    if (d->drawn) d->raster = raster_over(d->drawn, width, height);
    return d->drawn && d->out && d->easel;
}

void own_display_close(struct own_display *d) {
    easel_free(d->easel);
    free(d->drawn), free(d->out);
}

void own_show(struct critter_robot *r, struct critter_command *to) {
    struct own_display *d = &r->display;
    uint16_t width, height;
    if (!d->out) return;
    uint32_t number = robot_face(r->robot, &width, &height);
    to->face_new = !d->shown || number != d->number;
    if (to->face_new) {
        robot_paint(r->robot, d->easel, &d->raster);
        fit_draw(&d->fit, d->drawn, d->out);
    }
    d->shown = true, d->number = number;
    to->face = d->out;
    to->face_bytes = (uint32_t)d->fit.bytes;
    to->face_width = (uint16_t)d->fit.to_w, to->face_height = (uint16_t)d->fit.to_h;
}

void own_let_hear(struct critter_robot *r, struct critter_command *to) {
    uint32_t loudest = 0;
    r->loudness *= 0.7f;
    if (!r->tap) return;
    r->sample_count = (uint32_t)audio_tap_take(r->tap, r->samples, r->sample_room);
    for (uint32_t i = 0; i < r->sample_count; i++) {
        uint32_t loud = (uint32_t)abs(r->samples[i]);
        if (loud > loudest) loudest = loud;
    }
    r->loudness = m_max(r->loudness, m_min((float)loudest / 12000, 1));
    to->sound = r->samples, to->sound_hz = audio_tap_rate(r->tap);
    to->sound_count = loudest ? r->sample_count : 0;
}

// ---------------------------------------------------------------------------------------------- joints

#define SLOW_MPS 0.02f // below it steps get smaller, too

struct feels { // what joints go by, each -1 … 1
    float of[BODY_FOLLOWS_COUNT];
    float happy; // how much it wags
};

static float part_of(float angle, const struct motor_model *m) {
    return m->high_rad > m->low_rad ? 2 * (angle - m->low_rad) / (m->high_rad - m->low_rad) - 1 : 0;
}

static float eye(const struct life_view *view, int side, enum eye_number number) {
    return view->face.numbers[5 + side * EYE_NUMBERS + number];
}

static void feel(const struct critter_robot *r, const struct critter_command *c, struct feels *f) {
    const struct body_model *m = &r->body.model;
    const struct mind_feelings *mind = robot_feelings(r->robot);
    struct life_view view;
    memset(f, 0, sizeof *f);
    robot_view(r->robot, &view);
    f->of[BODY_FOLLOWS_HEAD] = part_of(c->joints_rad[CRITTER_HEAD], &m->motors[BODY_MOTOR_HEAD]);
    f->of[BODY_FOLLOWS_LIFT] = part_of(c->joints_rad[CRITTER_LIFT], &m->motors[BODY_MOTOR_LIFT]);
    f->of[BODY_FOLLOWS_GAZE_X] = (eye(&view, 0, EYE_HOT_SPOT_X) + eye(&view, 1, EYE_HOT_SPOT_X)) / 2;
    f->of[BODY_FOLLOWS_GAZE_Y] = (eye(&view, 0, EYE_HOT_SPOT_Y) + eye(&view, 1, EYE_HOT_SPOT_Y)) / 2;
    float open = 0;
    for (int side = 0; side < 2; side++)
        open += view.face.numbers[3] * eye(&view, side, EYE_SCALE_Y) *
                (1 - m_clamp(eye(&view, side, EYE_UPPER_LID_Y) + eye(&view, side, EYE_LOWER_LID_Y), 0, 1)) /
                2;
    f->of[BODY_FOLLOWS_LIDS] = 2 * open - 1;
    if (m->wheel_mps_max > 0 && m->turn_radps_max > 0) {
        f->of[BODY_FOLLOWS_TURN] = (c->right_mps - c->left_mps) / m->track_m / m->turn_radps_max;
        f->of[BODY_FOLLOWS_DRIVE] = (c->left_mps + c->right_mps) / 2 / m->wheel_mps_max;
    }
    f->of[BODY_FOLLOWS_VOICE] = 2 * r->loudness - 1;
    f->of[BODY_FOLLOWS_STIRRED] = mind ? 2 * mind->stimulation - 1 : -1;
    f->happy = mind ? m_clamp(mind->happy, 0, 1) : 0;
}

// Where a joint that swings is now: its phase is counted in whole swings.
static float swing(double phase, float from_deg, float amount) {
    float turn = (float)(phase - (double)(int64_t)phase) * 2 * M_PI_F + from_deg * M_PI_F / 180;
    return m_sin(turn) * amount;
}

// Both sides walk in one measure: the slower one makes smaller steps, and one that goes back swings against
// it.
static float wanted(const struct critter_robot *r, const struct body_joint_of_its_own *j,
                    const struct critter_command *c, const struct feels *f) {
    float most = m_max(m_abs(c->left_mps), m_abs(c->right_mps)), walks = m_min(most / SLOW_MPS, 1);
    float left = most > 0 ? c->left_mps / most * walks : 0,
          right = most > 0 ? c->right_mps / most * walks : 0;
    switch (j->follows) {
    case BODY_FOLLOWS_NOTHING:
        return 0;
    case BODY_FOLLOWS_STRIDE_LEFT:
        return swing(r->stride, j->phase_deg, left);
    case BODY_FOLLOWS_STRIDE_RIGHT:
        return swing(r->stride, j->phase_deg, right);
    case BODY_FOLLOWS_HAPPY:
        return swing(r->wag, j->phase_deg, f->happy);
    default:
        return f->of[j->follows];
    }
}

void own_follow(struct critter_robot *r, float dt_s, struct critter_command *to) {
    struct feels feels;
    float deg = M_PI_F / 180;
    if (!r->body.joint_count) return;
    feel(r, to, &feels);
    float stride_m = r->body.stride_m > 0 ? r->body.stride_m : 0.05f;
    r->stride += (double)(m_max(m_abs(to->left_mps), m_abs(to->right_mps)) * dt_s / stride_m);
    r->wag += (double)(dt_s * (1 + 2 * feels.happy));
    for (uint32_t i = 0; i < r->body.joint_count; i++) {
        const struct body_joint_of_its_own *j = &r->body.joints[i];
        float way = m_clamp(wanted(r, j, to, &feels) * j->share, -1, 1),
              most = j->speed_max_degps * deg * dt_s;
        float goal = j->rest_deg + way * (way > 0 ? j->high_deg - j->rest_deg : j->rest_deg - j->low_deg);
        float *at = &r->angle_rad[CRITTER_JOINT_FIRST + i];
        *at += m_clamp(goal * deg - *at, -most, most);
        to->joints_rad[CRITTER_JOINT_FIRST + i] = *at;
    }
}
