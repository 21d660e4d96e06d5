// Faces of a score: expressions by name, with changes, and the ways from one to the next.
//
//     [at, for how long, "joyful y=-6 left.lids=0.1", how]
//
// Without a name ("same x=8") the present expression is changed. "blink" shuts the eyes and opens them again,
// "wink" one of them. How:
//     nothing    fast at first, then slower
//     "pop"      the eyes squash, stretch past the new expression and settle into it
//     "blink"    they shut on the way
//     "snap"     at once, in one step
// A change is NAME=NUMBER: x, y (pixels of Vector's display), wide, high (factors), tilt (degrees), and for
// both eyes or one of them, with left. or right. before it: lids, cheeks (how far they cover the eye), slant
// (degrees; positive: angry), squint (both lids), size, shift, lift (pixels).
//
// Who holds an expression for long is not frozen: the eyes move a little, each time elsewhere, and blink now
// and then. What they do is counted from the clip's name, so that it is the same in every build.
#include "stage/clip/score_internal.h"

#include "base/hash.h"
#include "base/maths/chance.h"
#include "base/maths/maths.h"

#include <string.h>

enum { HOLD_MS = 900, DART_MS = 66 };

// ----------------------------------------------------------------------------------------------- expressions

static enum err bad_change(const struct json *at, struct text word, struct fault *fault) {
    return json_fault(
        at, fault, ERR_UNKNOWN,
        "expected an expression's name or a change such as y=-6 or left.lids=0.2, found \"%.*s\"",
        (int)word.len, word.at);
}

static bool change_eye(float *eye, struct text name, float by, float pixels, float outwards) {
    if (text_is(name, "lids"))
        eye[EYE_UPPER_LID_Y] += by;
    else if (text_is(name, "cheeks"))
        eye[EYE_LOWER_LID_Y] += by;
    else if (text_is(name, "slant"))
        eye[EYE_UPPER_LID_ANGLE] += by;
    else if (text_is(name, "squint"))
        eye[EYE_UPPER_LID_Y] += by, eye[EYE_LOWER_LID_Y] += by;
    else if (text_is(name, "size"))
        eye[EYE_SCALE_X] *= by, eye[EYE_SCALE_Y] *= by;
    else if (text_is(name, "shift"))
        eye[EYE_X] += by * pixels * outwards;
    else if (text_is(name, "lift"))
        eye[EYE_Y] -= by * pixels;
    else
        return false;
    return true;
}

static bool change_face(struct face *face, struct text name, float by, float pixels) {
    if (text_is(name, "x"))
        face->x += by * pixels;
    else if (text_is(name, "y"))
        face->y += by * pixels;
    else if (text_is(name, "wide"))
        face->scale_x *= by;
    else if (text_is(name, "high"))
        face->scale_y *= by;
    else if (text_is(name, "tilt"))
        face->angle += by;
    else
        return false;
    return true;
}

static enum err change(struct score_making *m, const struct json *at, struct text word, struct face *face,
                       struct fault *fault) {
    struct text rest = word, name;
    float by, pixels = (float)m->style->face->width / 184;
    if (!text_split(&rest, '=', &name) || text_to_f32(rest, &by)) return bad_change(at, word, fault);
    bool left = text_starts(name, "left."), right = text_starts(name, "right.");
    size_t skip = left ? 5 : right ? 6 : 0;
    struct text what = {name.at + skip, name.len - skip};
    if (!skip && change_face(face, what, by, pixels)) return ERR_NONE;
    bool known = true;
    if (!right) known = change_eye(face->eyes[0], what, by, pixels, -1);
    if (!left) known = change_eye(face->eyes[1], what, by, pixels, 1) && known;
    return known ? ERR_NONE : bad_change(at, word, fault);
}

// Eyes that would touch or leave the screen become narrower or lower, and lids leave a slit: two of them are
// to be seen, always.
static void fit(const struct face_style *style, struct face *face) {
    float gap = (float)style->width / 46, wide = 0, most = (float)style->height * 0.94f;
    for (int e = 0; e < 2; e++) wide += style->eye_width * face->eyes[e][EYE_SCALE_X] / 2;
    float apart = style->right_x + face->eyes[1][EYE_X] - style->left_x - face->eyes[0][EYE_X];
    float share = wide > 0 ? (apart - gap) / wide : 1;
    for (int e = 0; e < 2; e++) {
        if (share < 1 && share > 0.3f) face->eyes[e][EYE_SCALE_X] *= share;
        float high = style->eye_height * face->eyes[e][EYE_SCALE_Y] * face->scale_y;
        if (high > most) face->eyes[e][EYE_SCALE_Y] *= most / high;
        float lids = face->eyes[e][EYE_UPPER_LID_Y] + face->eyes[e][EYE_LOWER_LID_Y];
        if (lids <= 0.86f) continue;
        face->eyes[e][EYE_UPPER_LID_Y] *= 0.86f / lids;
        face->eyes[e][EYE_LOWER_LID_Y] *= 0.86f / lids;
    }
}

static enum err read_expression(struct score_making *m, const struct json *at, struct face *out,
                                struct fault *fault) {
    struct text rest, word;
    enum err err = json_as_text(at, &rest, fault);
    *out = m->now;
    for (bool first = true; !err && text_split(&rest, ' ', &word); first = false) {
        if (!word.len || (first && text_is(word, "same"))) continue;
        char name[32];
        text_copy(word, name, sizeof name);
        if (memchr(word.at, '=', word.len))
            err = change(m, at, word, out, fault);
        else if (!first || face_named(out, m->style->face, name))
            err = bad_change(at, word, fault);
    }
    struct face neutral;
    face_neutral(&neutral, m->style->face);
    if (!err) face_mend(out, &neutral, m->style->face);
    if (!err) fit(m->style->face, out);
    return err;
}

// ------------------------------------------------------------------------------------------------ key-frames

static void mirror(struct face *face) {
    struct face was = *face;
    face->x = 0 - was.x; // and never -0, which files do not know
    face->angle = 0 - was.angle;
    for (int e = 0; e < 2; e++) {
        memcpy(face->eyes[e], was.eyes[1 - e], sizeof face->eyes[e]);
        face->eyes[e][EYE_X] *= -1;
        face->eyes[e][EYE_ANGLE] *= -1;
        face->eyes[e][EYE_HOT_SPOT_X] *= -1;
    }
}

static enum err put_face(struct score_making *m, const struct json *item, uint32_t ms, struct face face,
                         struct fault *fault) {
    if (m->mirror) mirror(&face);
    if (m->faces && m->face[m->faces - 1].trigger_ms >= ms) m->faces--; // what comes later is what counts
    if (m->faces == SCORE_KEYS_MAX) return score_full(item, fault);
    size_t count = m->style->dialect == CLIP_VECTOR ? EYE_NUMBERS : EYE_NUMBERS_COZMO;
    float *eyes[2];
    for (int e = 0; e < 2; e++)
        if (!(eyes[e] = arena_copy(m->arena, face.eyes[e], count * sizeof(float))))
            return fault_set(fault, ERR_MEMORY, "no memory for a clip");
    m->face[m->faces++] = (struct clip_face){.trigger_ms = ms,
                                             .angle_deg = face.angle,
                                             .center_x = face.x,
                                             .center_y = face.y,
                                             .scale_x = face.scale_x,
                                             .scale_y = face.scale_y,
                                             .left = {eyes[0], count},
                                             .right = {eyes[1], count},
                                             .scanline_opacity = 1};
    m->face_ms = ms;
    if (ms > m->length_ms) m->length_ms = ms;
    return ERR_NONE;
}

static struct face squashed(const struct face *face, float wide, float high) {
    struct face out = *face;
    out.scale_x *= wide;
    out.scale_y *= high;
    return out;
}

static struct face shut(const struct face *face) {
    struct face out = *face;
    for (int e = 0; e < 2; e++) out.eyes[e][EYE_SCALE_Y] *= 0.06f, out.eyes[e][EYE_SCALE_X] *= 1.08f;
    return out;
}

// Small movements about the expression while nothing else happens, until `until`.
static enum err hold(struct score_making *m, const struct json *item, uint32_t until, struct fault *fault) {
    uint64_t name = hash64(0, m->clip->key.at, m->clip->key.len);
    float pixels = (float)m->style->face->width / 184;
    struct face shown = m->now;
    enum err err = ERR_NONE;
    while (!err && !m->still && until > m->face_ms + HOLD_MS + 4 * DART_MS) {
        struct chance dice = chance_of(name, chance_stream("score"), m->face_ms);
        uint32_t begins = m->face_ms + HOLD_MS / 2 + score_steps(chance_below(&dice, HOLD_MS / 2));
        struct face next = m->now;
        next.x += chance_range(&dice, -7, 7) * pixels;
        next.y += chance_range(&dice, -3, 3) * pixels;
        bool blinks = chance_below(&dice, 3) == 0;
        begins = score_steps(begins);
        err = put_face(m, item, begins, shown, fault);
        if (!err && blinks) err = put_face(m, item, begins + DART_MS, shut(&next), fault);
        if (!err) err = put_face(m, item, begins + DART_MS * (blinks ? 2 : 1), next, fault);
        shown = next;
    }
    if (!err && until > m->face_ms + DART_MS) err = put_face(m, item, until - DART_MS, shown, fault);
    if (!err && until > m->face_ms) err = put_face(m, item, until, m->now, fault);
    return err;
}

static enum err go(struct score_making *m, const struct json *item, const struct score_span *span,
                   const struct face *to, struct text how, struct fault *fault) {
    uint32_t at = span->at_ms, ms = span->ms;
    struct face from = m->now, between;
    enum err err = hold(m, item, at, fault);
    if (err) return err;
    if (text_is(how, "pop") && ms >= 4 * SCORE_STEP_MS) {
        between = squashed(&from, 1.06f, 0.72f);
        err = put_face(m, item, at + score_steps(ms * 0.28), between, fault);
        between = squashed(to, 0.95f, 1.12f);
        fit(m->style->face, &between);
        if (!err) err = put_face(m, item, at + score_steps(ms * 0.62), between, fault);
    } else if (text_is(how, "blink") && ms >= 2 * SCORE_STEP_MS) {
        face_blend(&from, to, 0.5f, &between);
        between = shut(&between);
        err = put_face(m, item, at + score_steps(ms * 0.45), between, fault);
    } else if (text_is(how, "snap")) {
        ms = SCORE_STEP_MS;
    } else if (!how.len && ms >= 4 * SCORE_STEP_MS) {
        face_blend(&from, to, 0.68f, &between);
        err = put_face(m, item, at + score_steps(ms * 0.4), between, fault);
    } else if (how.len && !text_is(how, "pop") && !text_is(how, "blink")) {
        return json_fault(json_at(item, 3), fault, ERR_UNKNOWN,
                          "expected \"pop\", \"blink\" or \"snap\", found \"%.*s\"", (int)how.len, how.at);
    }
    if (!err) err = put_face(m, item, at + ms, *to, fault);
    m->now = *to;
    return err;
}

static enum err close_eyes(struct score_making *m, const struct json *item, const struct score_span *span,
                           bool both, struct fault *fault) {
    enum err err = hold(m, item, span->at_ms, fault);
    struct face closed = shut(&m->now);
    if (!both) memcpy(closed.eyes[0], m->now.eyes[0], sizeof closed.eyes[0]);
    if (!err) err = put_face(m, item, span->at_ms + score_steps(span->ms * 0.4), closed, fault);
    if (!err && !both) err = put_face(m, item, span->at_ms + score_steps(span->ms * 0.7), closed, fault);
    return err ? err : put_face(m, item, span->at_ms + span->ms, m->now, fault);
}

enum err score_face(struct score_making *m, const struct json *item, struct fault *fault) {
    struct score_span span;
    struct text name, how = {0};
    struct face to;
    enum err err = score_span(m, item, SCORE_STEP_MS, m->faces > 1 ? m->face_ms : 0, &span, fault);
    if (!err) err = score_text(item, 2, &name, fault);
    if (!err && json_at(item, 3)) err = score_text(item, 3, &how, fault);
    if (err) return err;
    if (!m->faces && (err = put_face(m, item, 0, m->now, fault))) return err;
    if (text_is(name, "blink") || text_is(name, "wink"))
        return close_eyes(m, item, &span, text_is(name, "blink"), fault);
    err = read_expression(m, json_at(item, 2), &to, fault);
    return err ? err : go(m, item, &span, &to, how, fault);
}

enum err score_begin_face(struct score_making *m, const struct json *begins, struct fault *fault) {
    face_neutral(&m->now, m->style->face);
    if (!begins) return ERR_NONE;
    struct face face;
    enum err err = read_expression(m, begins, &face, fault);
    if (!err) m->now = face;
    return err;
}

// The expression at the end: at rest, unless it says otherwise; "as it is" leaves it.
enum err score_face_end(struct score_making *m, const struct json *ends, struct fault *fault) {
    if (!m->faces) return ERR_NONE;
    struct face to;
    face_neutral(&to, m->style->face);
    struct text said = {0};
    enum err err = ends ? json_as_text(ends, &said, fault) : ERR_NONE;
    if (!err && text_is(said, "as it is")) return hold(m, m->clip, m->length_ms, fault);
    if (!err && ends) err = read_expression(m, ends, &to, fault);
    if (err) return err;
    struct score_span span = {m->length_ms > m->face_ms + 198 ? m->length_ms - 198 : m->face_ms, 198};
    if (!memcmp(&to, &m->now, sizeof to)) return hold(m, m->clip, m->length_ms, fault);
    return go(m, m->clip, &span, &to, (struct text){0}, fault);
}
