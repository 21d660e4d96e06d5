// Prints a step's output as text.
#include "stage/clip/player.h"

#include "base/maths/maths.h"

static void line(const struct player_out *out, struct buf *to) { buf_printf(to, "%6u ", out->clip_ms); }

static void name(struct buf *to, struct text text) { buf_bytes(to, text.at, text.len); }

static void trace_sound(const struct player_out *out, const struct player_sound *sound, struct buf *to) {
    line(out, to);
    switch (sound->kind) {
    case SOUND_STATE:
        buf_printf(to, "sound state %u = %u\n", sound->id, sound->value);
        break;
    case SOUND_SWITCH:
        buf_printf(to, "sound switch %u = %u\n", sound->id, sound->value);
        break;
    case SOUND_PARAMETER:
        buf_printf(to, "sound parameter %u = %.3f in %u ms, curve %u\n", sound->id, (double)sound->number,
                   sound->ramp_ms, sound->curve);
        break;
    case SOUND_POST:
        buf_printf(to, "sound post %u at %.3f\n", sound->id, (double)sound->number);
        break;
    case SOUND_STOP_LOOPS:
        buf_printf(to, "sound stop loops of %u\n", sound->tag);
        break;
    }
}

static void trace_body(const struct player_out *out, struct buf *to) {
    line(out, to);
    double speed = (double)out->body.speed;
    switch (out->body.kind) {
    case DRIVE_STOP:
        buf_text(to, "body stop\n");
        break;
    case DRIVE_STRAIGHT:
        buf_printf(to, "body straight %.0f mm/s\n", speed);
        break;
    case DRIVE_SPIN:
        buf_printf(to, "body spin %.1f deg/s\n", speed);
        break;
    case DRIVE_ARC:
        buf_printf(to, "body arc %.0f mm/s, radius %.0f mm\n", speed, (double)out->body.radius_mm);
        break;
    }
}

static void trace_face(const struct player_out *out, struct buf *to) {
    float numbers[FACE_NUMBERS];
    face_to_numbers(&out->face, numbers);
    line(out, to);
    buf_text(to, "face");
    for (int i = 0; i < FACE_NUMBERS; i++) {
        if (i == 5 || i == 5 + EYE_NUMBERS) buf_text(to, " |");
        double v = (double)m_round(numbers[i] * 1000) / 1000;
        buf_printf(to, " %g", v == 0 ? 0 : v); // no -0
    }
    if (out->face.scan_lines != 1) buf_printf(to, " | lines %g", (double)out->face.scan_lines);
    buf_byte(to, '\n');
}

static void trace_box(const struct player_out *out, const struct player_box *box, struct buf *to) {
    static const char *const ENDS[] = {"clear", "loop", "hold"};
    line(out, to);
    buf_text(to, "box ");
    name(to, box->box);
    buf_byte(to, ' ');
    name(to, box->asset);
    buf_printf(to, " picture %u, at %.2f %.2f, %u by %u, alpha %.3f, %s%s, ", box->picture, (double)box->x,
               (double)box->y, box->width, box->height, (double)box->alpha, ENDS[box->end],
               box->eye_colour ? ", in the eyes' colour" : "");
    name(to, box->layer);
    buf_byte(to, '\n');
}

static void trace_notices(const struct player_out *out, struct buf *to, bool ends) {
    static const char *const WORDS[] = {"started", "looped", "ended", "aborted"};
    for (uint32_t i = 0; i < out->notice_count; i++) {
        const struct player_notice *notice = &out->notices[i];
        if ((notice->kind == PLAY_ENDED) != ends) continue;
        line(out, to);
        name(to, notice->clip);
        buf_printf(to, " %s, tag %u\n", WORDS[notice->kind], notice->tag);
    }
}

static void trace_released(const struct player_out *out, struct buf *to) {
    if (!out->released) return;
    line(out, to);
    buf_text(to, "released");
    for (unsigned bit = 1; bit <= PLAYER_SOUND; bit <<= 1)
        if (out->released & bit) buf_printf(to, " %s", player_track_name((enum player_track)bit));
    buf_byte(to, '\n');
}

void player_trace(const struct player_out *out, uint32_t lights, struct buf *to) {
    for (uint32_t i = 0; i < out->sound_count; i++) trace_sound(out, &out->sounds[i], to);
    trace_notices(out, to, false);
    if (out->news & PLAYER_HEAD) {
        line(out, to);
        buf_printf(to, "head %.1f deg in %.3f s\n", (double)m_degrees(out->head.angle_rad),
                   (double)out->head.duration_s);
    }
    if (out->news & PLAYER_LIFT) {
        line(out, to);
        buf_printf(to, "lift %.0f mm in %.3f s\n", (double)out->lift.height_mm, (double)out->lift.duration_s);
    }
    for (uint32_t i = 0; i < out->event_count; i++) {
        line(out, to);
        buf_text(to, "event ");
        name(to, out->events[i].id);
        buf_printf(to, " of %u ms%s\n", out->events[i].trigger_ms, out->held ? ", and waits" : "");
    }
    for (uint32_t i = 0; i < out->box_count; i++) trace_box(out, &out->boxes[i], to);
    if (out->news & PLAYER_SPRITES && !out->box_count) {
        line(out, to);
        buf_text(to, "boxes gone\n");
    }
    if (out->news & PLAYER_FACE) trace_face(out, to);
    if (out->news & PLAYER_LIGHTS) {
        line(out, to);
        buf_text(to, "lights");
        for (uint32_t i = 0; i < lights && i < 5; i++)
            buf_printf(to, " #%02x%02x%02x", out->lights[i].r, out->lights[i].g, out->lights[i].b);
        buf_byte(to, '\n');
    }
    if (out->news & PLAYER_BODY) trace_body(out, to);
    trace_notices(out, to, true);
    trace_released(out, to);
    if (out->lost) {
        line(out, to);
        buf_printf(to, "%u more than there is room for\n", out->lost);
    }
}
