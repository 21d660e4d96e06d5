#include "world/camera/scene_internal.h"

#include "base/hash.h"

#include <string.h>

const struct vec3 HEAD_RADII = {0.098f, 0.077f, 0.115f};

static float size_of(const struct scene_person *person) {
    return person->size > 0 && person->size < 10 ? person->size : 1;
}

// Ahead of the head's middle, on the skin, at that place of a front view.
static struct vec3 on_skin(struct vec3 radii, float left_mm, float up_mm, float size) {
    float y = left_mm * 0.001f * size, z = up_mm * 0.001f * size;
    float rest = 1 - y * y / (radii.y * radii.y) - z * z / (radii.z * radii.z);
    return vec3(radii.x * m_sqrt(m_max(rest, 0)), y, z);
}

static struct vec3 radii_of(const struct person_look *look, float size) {
    return vec3(HEAD_RADII.x * size, HEAD_RADII.y * look->width * size, HEAD_RADII.z * look->height * size);
}

static float mouth_lift(const struct scene_person *person) { // of its corners, mm
    static const float LIFT[SCENE_MOODS] = {0, 7, -1, -3, -7};
    return (unsigned)person->mood < SCENE_MOODS ? LIFT[person->mood] * m_clamp(person->mood_share, 0, 1) : 0;
}

void scene_person_features(const struct scene_person *person, struct vec3 out[SCENE_FEATURES]) {
    struct person_look look = person_look(person->name ? person->name : "");
    float size = size_of(person), lift = mouth_lift(person), half = EYE_APART_MM / 2.0f;
    struct vec3 radii = radii_of(&look, size);
    struct vec3 at[SCENE_FEATURES] = {on_skin(radii, half, EYE_UP_MM, size),
                                      on_skin(radii, -half, EYE_UP_MM, size),
                                      on_skin(radii, 0, -NOSE_DOWN_MM, size),
                                      on_skin(radii, look.mouth, -MOUTH_DOWN_MM + lift, size),
                                      on_skin(radii, -look.mouth, -MOUTH_DOWN_MM + lift, size),
                                      on_skin(radii, 0, -MOUTH_DOWN_MM + 4, size),
                                      on_skin(radii, 0, -MOUTH_DOWN_MM - 5, size)};
    at[2].x += 0.012f * look.nose * size;
    for (int i = 0; i < SCENE_FEATURES; i++) out[i] = pose_apply(person->head, at[i]);
}

static struct pose within(struct pose outer, struct vec3 at) {
    return pose_times(outer, (struct pose){at, {1, 0, 0, 0}});
}

static uint64_t hash_person(const char *name, const struct scene_person *p) {
    struct {
        uint32_t mood, share, open, x, y, mouth;
    } key = {(uint32_t)p->mood,
             (uint32_t)(m_clamp(p->mood_share, 0, 1) * 32),
             (uint32_t)(m_clamp(p->eyes_open, 0, 1) * 16),
             (uint32_t)(m_clamp(p->gaze.x, -1, 1) * 16 + 16),
             (uint32_t)(m_clamp(p->gaze.y, -1, 1) * 16 + 16),
             (uint32_t)(m_clamp(p->mouth_open, 0, 1) * 16)};
    return hash64(hash64(7, name, strlen(name)), &key, sizeof key);
}

static void body(struct scene *scene, const struct scene_person *person, const struct person_look *look,
                 float size) {
    float yaw = quat_heading(person->head.turn);
    struct pose upright = {person->head.at, quat_yaw(yaw)};
    struct scene_look shirt = {look->shirt, SCENE_PLAIN, 0, 0}, skin = {look->skin, SCENE_PLAIN, 0, 0};
    skin.colour = (struct rgb){(uint8_t)(skin.colour.r * 0.9f), (uint8_t)(skin.colour.g * 0.88f),
                               (uint8_t)(skin.colour.b * 0.88f)};
    scene_rod(scene, within(upright, vec3(-0.025f * size, 0, -0.19f * size)), 0.05f * size, 0.042f * size,
              0.15f * size, skin);
    scene_ball(scene, within(upright, vec3(-0.025f * size, 0, -0.165f * size)),
               vec3(0.066f * size, 0.074f * size, 0.026f * size), shirt); // a collar
    scene_ball(scene, within(upright, vec3(-0.03f * size, 0, -0.39f * size)),
               vec3(0.13f * size, 0.2f * size, 0.24f * size), shirt);
    for (int i = -1; i <= 1; i += 2)
        scene_ball(scene, within(upright, vec3(-0.03f * size, (float)i * 0.175f * size, -0.33f * size)),
                   vec3(0.075f * size, 0.075f * size, 0.17f * size), shirt);
}

static void hair(struct scene *scene, struct pose head, const struct person_look *look, struct vec3 r) {
    struct scene_look hair = {look->hair, SCENE_PLAIN, 0, 0};
    if (look->bald) return;
    scene_ball(scene, within(head, vec3(-0.18f * r.x, 0, 0.12f * r.z)),
               vec3(r.x * 0.98f, r.y * 1.04f, r.z * 0.97f), hair);
    if (look->long_hair > 0)
        for (int i = -1; i <= 1; i += 2)
            scene_ball(
                scene,
                within(head, vec3(-0.35f * r.x, (float)i * 0.82f * r.y, -0.5f * r.z * look->long_hair)),
                vec3(r.x * 0.6f, r.y * 0.34f, r.z * (0.6f + 0.5f * look->long_hair)), hair);
}

static float share_or(float x, float low, float otherwise) {
    return m_finite(x) ? m_clamp(x, low, 1) : otherwise;
}

// What is no number is as in somebody ordinary.
static struct scene_person ordinary(const struct scene_person *person) {
    struct scene_person p = *person;
    p.mood = (unsigned)p.mood < SCENE_MOODS ? p.mood : SCENE_NEUTRAL;
    p.mood_share = share_or(p.mood_share, 0, 0);
    p.eyes_open = share_or(p.eyes_open, 0, 1);
    p.mouth_open = share_or(p.mouth_open, 0, 0);
    p.gaze = vec2(share_or(p.gaze.x, -1, 0), share_or(p.gaze.y, -1, 0));
    return p;
}

void scene_person(struct scene *scene, uint32_t thing, const struct scene_person *given) {
    const struct scene_person as_told = ordinary(given), *person = &as_told;
    const char *name = person->name ? person->name : "";
    struct person_look look = person_look(name);
    float size = size_of(person);
    struct vec3 r = radii_of(&look, size);
    struct scene_sight *sight = scene_sight(scene);
    uint32_t told = sight ? scene->sight_count : 0;
    if (sight) {
        *sight = (struct scene_sight){.kind = SIGHT_PERSON, .thing = thing, .middle = person->head.at};
        sight->normal = quat_apply(person->head.turn, vec3(1, 0, 0));
        scene_person_features(person, sight->corners);
    }
    unsigned slot = TEXTURE_NONE;
    bool fresh = false;
    struct painted *painted = scene_painted(scene, false, hash_person(name, person), &slot, &fresh);
    if (painted && fresh) {
        skin_paint(&look, person, painted->texels);
        texture_finish(&scene->textures[slot - ART_COUNT], painted->texels, SKIN_WIDTH, SKIN_HEIGHT,
                       SKIN_LEVELS, 4, false);
    }
    struct scene_look white = {{255, 255, 255}, SCENE_PLAIN, 0, 0}, skin = {look.skin, SCENE_PLAIN, 0, 0};
    scene_mesh(scene, person->head, r, painted ? &white : &skin, painted ? slot : TEXTURE_NONE, 24, 14, told);
    hair(scene, person->head, &look, r);
    for (int i = -1; i <= 1; i += 2)
        scene_mesh(scene, within(person->head, vec3(-0.05f * r.x, (float)i * 0.98f * r.y, 0.02f * r.z)),
                   vec3(0.018f * size, 0.011f * size, 0.03f * size), &skin, TEXTURE_NONE, 8, 6, told);
    float nose = 0.012f * look.nose * size;
    struct vec3 tip = on_skin(r, 0, -NOSE_DOWN_MM + 4, size);
    scene_mesh(scene, within(person->head, vec3(tip.x - 0.002f * size, 0, tip.z)),
               vec3(nose * 1.1f, nose, nose * 1.7f), &skin, TEXTURE_NONE, 12, 8, told);
    if (!person->head_only) body(scene, person, &look, size);
}

// --- Hands -------------------------------------------------------------------------------------------------

// A finger of three bones that curls towards the palm.
static void finger(struct scene *scene, struct pose root, float length, float thick, float curl,
                   struct scene_look look) {
    static const float SHARE[3] = {0.45f, 0.31f, 0.24f};
    struct pose at = root;
    for (int i = 0; i < 3; i++) {
        at.turn = quat_times(at.turn, quat_about(vec3(0, 1, 0), curl * (i ? 1.1f : 0.8f)));
        float bone = length * SHARE[i], half = thick / 2;
        scene_mesh(scene, within(at, vec3(bone / 2, 0, 0)), vec3(bone * 0.78f, half, half), &look,
                   TEXTURE_NONE, 8, 6, 0);
        at = within(at, vec3(bone, 0, 0));
    }
}

void scene_hand(struct scene *scene, const struct scene_hand *hand) {
    struct rgb skin = hand->skin;
    if (!(skin.r | skin.g | skin.b)) skin = (struct rgb){224, 180, 150};
    struct scene_look look = {skin, SCENE_PLAIN, 0, 0};
    float curl = m_clamp(hand->closed, 0, 1) * 1.45f,
          side = hand->left ? 1 : -1; // the thumb's side of a hand seen from its back
    struct pose p = hand->pose;
    struct pose arm = pose_times(p, (struct pose){{0.02f, 0, 0}, quat_about(vec3(0, 1, 0), -M_PI_F / 2)});
    scene_rod(scene, arm, 0.028f, 0.036f, 0.2f, look);
    scene_mesh(scene, within(p, vec3(0.052f, 0, 0)), vec3(0.058f, 0.042f, 0.015f), &look, TEXTURE_NONE, 12, 8,
               0);
    static const float LENGTH[4] = {0.072f, 0.08f, 0.074f, 0.058f};
    for (int i = 0; i < 4; i++) {
        float across = -side * (0.030f - 0.020f * (float)i);
        finger(scene, within(p, vec3(0.094f - 0.004f * (float)(i == 0 || i == 3), across, 0)), LENGTH[i],
               0.017f, curl, look);
    }
    struct pose thumb = pose_times(within(p, vec3(0.03f, -side * 0.036f, -0.004f)),
                                   (struct pose){{0, 0, 0}, quat_yaw(-side * 0.8f)});
    finger(scene, thumb, 0.062f, 0.02f, curl * 0.5f, look);
}
