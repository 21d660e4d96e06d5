// Our own expressions. Each row is a neutral face with a few changes, the same in both eyes except for
// `other`.
#include "stage/face/face.h"

#include "base/maths/maths.h"
#include "base/text.h"

struct change {
    float wide, high; // factors on the eyes' size; 0 counts as 1
    float upper, upper_tilt, upper_bend;
    float lower, lower_tilt, lower_bend;
    float x, y;  // where they look
    float round; // all corners; 0: as they rest
};
struct expression {
    const char *name;
    struct change both, other; // other: added for the right eye (factors multiplied)
    float tilt;                // of the whole face
};

static const struct expression EXPRESSIONS[] = {
    {"neutral", {0}, {0}, 0},
    {"happy", {.wide = 1.05f, .lower = 0.32f, .lower_bend = 0.22f, .y = -0.1f}, {0}, 0},
    {"joyful",
     {.wide = 1.12f, .high = 1.05f, .lower = 0.42f, .lower_bend = 0.3f, .y = -0.2f, .round = 0.8f},
     {0},
     0},
    {"content", {.upper = 0.14f, .upper_bend = -0.06f, .lower = 0.2f, .lower_bend = 0.14f}, {0}, 0},
    {"loving",
     {.wide = 0.95f, .high = 1.08f, .lower = 0.26f, .lower_bend = 0.2f, .y = -0.15f, .round = 1},
     {0},
     0},
    {"excited",
     {.wide = 1.15f, .high = 1.18f, .lower = 0.12f, .lower_bend = 0.1f, .y = -0.25f, .round = 0.85f},
     {0},
     0},
    {"proud", {.upper = 0.2f, .upper_tilt = -4, .lower = 0.18f, .lower_bend = 0.12f, .y = -0.35f}, {0}, 0},
    {"relieved",
     {.upper = 0.34f, .upper_bend = -0.1f, .lower = 0.12f, .lower_bend = 0.08f, .y = 0.1f},
     {0},
     0},
    {"sad", {.high = 0.95f, .upper = 0.3f, .upper_tilt = -16, .y = 0.3f}, {0}, 0},
    {"crying",
     {.high = 0.85f, .upper = 0.36f, .upper_tilt = -22, .lower = 0.22f, .lower_bend = 0.1f, .y = 0.35f},
     {0},
     0},
    {"pleading",
     {.wide = 1.1f, .high = 1.22f, .upper = 0.12f, .upper_tilt = -14, .y = -0.3f, .round = 0.95f},
     {0},
     0},
    {"lonely",
     {.wide = 0.92f, .high = 0.92f, .upper = 0.24f, .upper_tilt = -11, .x = -0.3f, .y = 0.4f},
     {0},
     -3},
    {"disappointed", {.upper = 0.4f, .upper_tilt = -8, .lower = 0.06f, .y = 0.4f}, {0}, 0},
    {"guilty", {.upper = 0.32f, .upper_tilt = -14, .x = 0.45f, .y = 0.45f}, {0}, 3},
    {"angry", {.high = 0.96f, .upper = 0.36f, .upper_tilt = 24, .lower = 0.12f}, {0}, 0},
    {"furious",
     {.wide = 1.08f, .high = 0.84f, .upper = 0.42f, .upper_tilt = 32, .lower = 0.26f, .lower_tilt = 6},
     {0},
     0},
    {"annoyed", {.upper = 0.42f, .upper_tilt = 9, .lower = 0.16f}, {.upper = 0.1f}, 0},
    {"frustrated", {.high = 0.9f, .upper = 0.4f, .upper_tilt = 15, .lower = 0.24f, .y = 0.15f}, {0}, 2},
    {"disgusted",
     {.high = 0.88f, .upper = 0.34f, .upper_tilt = 8, .lower = 0.34f, .lower_tilt = 10, .x = -0.35f},
     {.upper = 0.08f, .lower = 0.06f},
     -2},
    {"refusing", {.high = 0.8f, .upper = 0.3f, .upper_tilt = 12, .lower = 0.3f}, {0}, 0},
    {"surprised", {.wide = 1.14f, .high = 1.28f, .y = -0.1f, .round = 0.9f}, {0}, 0},
    {"startled", {.wide = 0.86f, .high = 1.34f, .y = -0.2f, .round = 1}, {0}, 0},
    {"scared",
     {.wide = 0.84f, .high = 1.08f, .upper = 0.1f, .upper_tilt = -18, .y = 0.1f, .round = 0.8f},
     {0},
     0},
    {"horrified",
     {.wide = 0.8f, .high = 1.3f, .upper = 0.06f, .upper_tilt = -14, .lower = 0.1f, .y = -0.05f, .round = 1},
     {.high = 0.95f},
     -2},
    {"vulnerable",
     {.wide = 0.96f,
      .high = 1.04f,
      .upper = 0.2f,
      .upper_tilt = -16,
      .lower = 0.1f,
      .y = 0.3f,
      .round = 0.9f},
     {0},
     2},
    {"amazed",
     {.wide = 1.2f, .high = 1.24f, .lower = 0.08f, .lower_bend = 0.06f, .y = -0.3f, .round = 1},
     {0},
     0},
    {"worried", {.upper = 0.2f, .upper_tilt = -12, .lower = 0.08f, .x = 0.2f}, {.high = 0.96f}, 0},
    {"dizzy",
     {.wide = 0.95f, .high = 0.8f, .upper = 0.24f, .upper_tilt = 10, .x = 0.3f, .y = -0.3f},
     {.high = 1.2f, .upper = -0.1f, .upper_tilt = -24, .x = -0.6f, .y = 0.6f},
     5},
    {"curious", {.high = 1.04f, .upper = 0.05f, .x = 0.25f, .y = -0.2f}, {.wide = 1.1f, .high = 1.16f}, 4},
    {"interested", {.wide = 1.04f, .high = 1.1f, .lower = 0.06f, .y = -0.1f}, {0}, 0},
    {"thinking", {.upper = 0.18f, .x = 0.4f, .y = -0.55f}, {.upper = 0.12f}, -3},
    {"confused", {.upper = 0.08f, .x = 0.15f}, {.high = 0.8f, .upper = 0.22f, .upper_tilt = 10}, 6},
    {"skeptical",
     {.upper = 0.38f, .upper_tilt = 6, .lower = 0.14f},
     {.high = 1.1f, .upper = -0.3f, .upper_tilt = -10},
     0},
    {"suspicious", {.high = 0.96f, .upper = 0.42f, .upper_tilt = 4, .lower = 0.34f, .x = 0.35f}, {0}, 0},
    {"focused", {.wide = 0.96f, .upper = 0.22f, .lower = 0.2f}, {0}, 0},
    {"listening", {.high = 1.06f, .upper = 0.06f, .lower = 0.1f, .lower_bend = 0.06f, .y = -0.3f}, {0}, 0},
    {"mischievous",
     {.upper = 0.3f, .upper_tilt = 14, .lower = 0.28f, .lower_bend = 0.18f, .x = 0.4f},
     {.upper = -0.06f},
     2},
    {"playful",
     {.wide = 1.04f, .lower = 0.24f, .lower_bend = 0.18f, .x = -0.3f, .y = -0.2f},
     {.wide = 1.06f, .high = 1.08f},
     -4},
    {"winking", {.lower = 0.18f, .lower_bend = 0.14f}, {.high = 0.12f, .wide = 1.1f}, 2},
    {"shy",
     {.wide = 0.92f,
      .high = 0.94f,
      .upper = 0.2f,
      .lower = 0.16f,
      .lower_bend = 0.12f,
      .x = -0.4f,
      .y = 0.4f},
     {0},
     -3},
    {"bored", {.upper = 0.5f, .lower = 0.04f, .x = -0.2f, .y = 0.2f}, {0}, 0},
    {"tired", {.upper = 0.56f, .upper_tilt = -5, .lower = 0.1f, .y = 0.3f}, {.upper = 0.05f}, 0},
    {"sleepy", {.high = 0.9f, .upper = 0.68f, .upper_bend = -0.05f, .y = 0.35f}, {.upper = 0.06f}, 1},
    {"asleep",
     {.wide = 1.02f, .high = 0.34f, .upper = 0.72f, .upper_bend = -0.1f, .y = 0.55f, .round = 0.5f},
     {0},
     0},
    {"waking",
     {.high = 0.7f, .upper = 0.44f, .upper_tilt = -4, .y = 0.2f},
     {.high = 0.7f, .upper = 0.14f},
     1},
};
enum { EXPRESSION_COUNT = sizeof EXPRESSIONS / sizeof *EXPRESSIONS };

const char *face_name(size_t index) { return index < EXPRESSION_COUNT ? EXPRESSIONS[index].name : NULL; }

static void apply(float *eye, const struct change *c) {
    if (c->wide > 0) eye[EYE_SCALE_X] *= c->wide;
    if (c->high > 0) eye[EYE_SCALE_Y] *= c->high;
    eye[EYE_UPPER_LID_Y] += c->upper;
    eye[EYE_UPPER_LID_ANGLE] += c->upper_tilt;
    eye[EYE_UPPER_LID_BEND] += c->upper_bend;
    eye[EYE_LOWER_LID_Y] += c->lower;
    eye[EYE_LOWER_LID_ANGLE] += c->lower_tilt;
    eye[EYE_LOWER_LID_BEND] += c->lower_bend;
    eye[EYE_X] += c->x * 12;
    eye[EYE_Y] += c->y * 10;
    eye[EYE_HOT_SPOT_X] += c->x * 0.4f;
    eye[EYE_HOT_SPOT_Y] += c->y * 0.4f;
    if (c->round > 0)
        for (int i = EYE_LOWER_INNER_X; i <= EYE_LOWER_OUTER_Y; i++) eye[i] = c->round;
}

// Wide eyes go apart rather than touch, as far as the display is wide.
#define APART 5.0f // pixels of a display 184 wide
static void keep_apart(struct face *face, const struct face_style *style) {
    float unit = (float)style->width / 184, half = style->eye_width / 2;
    float *l = face->eyes[0], *r = face->eyes[1];
    float gap = style->right_x + r[EYE_X] - half * r[EYE_SCALE_X] -
                (style->left_x + l[EYE_X] + half * l[EYE_SCALE_X]);
    float apart = (APART * unit - gap) / 2;
    if (apart <= 0) return;
    l[EYE_X] -= apart;
    r[EYE_X] += apart;
}

// pycozmo's way of drawing turns lids counter-clockwise on the screen, and mirrors nothing.
static void to_library(struct face *face) {
    for (int e = 0; e < 2; e++)
        for (int i = EYE_UPPER_LID_ANGLE; i <= EYE_LOWER_LID_ANGLE; i += 3) face->eyes[e][i] *= e ? 1 : -1;
}

// Expressions as the public Cozmo library calls them: how the feeling is named, not who has it.
static const char *const FEELINGS[][2] = {
    {"anger", "angry"},
    {"sadness", "sad"},
    {"happiness", "happy"},
    {"surprise", "surprised"},
    {"disgust", "disgusted"},
    {"fear", "scared"},
    {"vulnerability", "vulnerable"},
    {"despair", "crying"},
    {"guilt", "guilty"},
    {"disappointment", "disappointed"},
    {"embarrassment", "shy"},
    {"horror", "horrified"},
    {"skepticism", "skeptical"},
    {"annoyance", "annoyed"},
    {"fury", "furious"},
    {"suspicion", "suspicious"},
    {"rejection", "refusing"},
    {"boredom", "bored"},
    {"tiredness", "tired"},
    {"confusion", "confused"},
    {"amazement", "amazed"},
    {"excitement", "excited"},
};

static const char *own_name(const char *name) {
    for (size_t i = 0; i < sizeof FEELINGS / sizeof *FEELINGS; i++)
        if (text_same_nocase(text_of(name), text_of(FEELINGS[i][0]))) return FEELINGS[i][1];
    return name;
}

enum err face_named(struct face *face, const struct face_style *style, const char *name) {
    name = own_name(name);
    for (size_t i = 0; i < EXPRESSION_COUNT; i++) {
        const struct expression *x = &EXPRESSIONS[i];
        if (!text_same_nocase(text_of(x->name), text_of(name))) continue;
        face_neutral(face, style);
        apply(face->eyes[0], &x->both);
        apply(face->eyes[1], &x->both);
        apply(face->eyes[1], &x->other);
        face->angle = x->tilt;
        keep_apart(face, style);
        if (style->library) to_library(face);
        struct face neutral;
        face_neutral(&neutral, style);
        face_mend(face, &neutral, style);
        return ERR_NONE;
    }
    return ERR_UNKNOWN;
}
