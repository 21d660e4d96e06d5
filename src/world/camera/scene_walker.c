// A creature on four legs, as cameras see it: a green one with a head on a neck, large eyes and a tail.
#include "border/body_model.h"
#include "world/camera/scene.h"
#include "world/shape/limb.h"

static const struct scene_look SKIN = {.colour = {118, 150, 84}, .grain = SCENE_SPECKLE, .grain_m = 0.03f},
                               BELLY = {.colour = {176, 178, 122}}, WHITE = {.colour = {236, 236, 228}},
                               DARK = {.colour = {24, 20, 18}}, TONGUE = {.colour = {196, 96, 104}};

static struct pose moved(struct pose pose, float x, float y, float z) {
    pose.at = pose_apply(pose, vec3(x, y, z));
    return pose;
}

static struct pose pitched(struct pose pose, float rad) {
    pose.turn = quat_times(pose.turn, quat_about(vec3(0, 1, 0), rad));
    return pose;
}

// Along the pose's x, thick at its beginning.
static void along(struct scene *scene, struct pose pose, float r0, float r1, float length) {
    scene_rod(scene, pitched(pose, M_PI_F / 2), r0, r1, length, SKIN);
}

static void draw_leg(struct scene *scene, struct pose body, const struct limb *l, const float *joints) {
    struct pose leg[2];
    limb_poses(l, joints[l->swing], joints[l->bend], leg);
    float r = l->thick_m / 2;
    scene_ball(scene, pose_times(body, leg[0]), vec3(r * 1.5f, r * 1.1f, r * 1.5f), SKIN);
    scene_ball(scene, pose_times(body, leg[1]), vec3(r, r, r), SKIN);
    for (int i = 0; i < 2; i++) {
        struct pose at = pitched(pose_times(body, leg[i]), M_PI_F); // hangs down
        scene_rod(scene, at, r * (i ? 0.85f : 1.15f), r * (i ? 1.1f : 0.85f), i ? l->lower_m : l->upper_m,
                  SKIN);
    }
}

static void draw_head(struct scene *scene, struct pose head, const struct neck *n, float jaw) {
    struct vec3 s = n->head;
    float open = m_clamp((n->open_rad - jaw) * 0.6f + 0.1f, 0, 0.5f) * (jaw < 0 ? 1 : 0),
          lids = m_clamp((jaw - 0.4363f) / 1.05f, 0, 1); // published: above 25 degrees the eyes close
    scene_ball(scene, moved(head, s.x * 0.45f, 0, s.z * 0.08f), vec3(s.x * 0.55f, s.y / 2, s.z * 0.45f),
               SKIN);
    struct pose chin = pitched(moved(head, s.x * 0.2f, 0, -s.z * 0.25f), open);
    scene_ball(scene, moved(chin, s.x * 0.35f, 0, 0), vec3(s.x * 0.42f, s.y * 0.4f, s.z * 0.16f), BELLY);
    if (open > 0.05f)
        scene_ball(scene, moved(chin, s.x * 0.35f, 0, s.z * 0.12f),
                   vec3(s.x * 0.3f, s.y * 0.22f, s.z * 0.08f), TONGUE);
    for (int side = -1; side <= 1; side += 2) {
        struct pose eye = moved(head, s.x * 0.55f, (float)side * s.y * 0.36f, s.z * 0.3f);
        scene_ball(scene, eye, vec3(0.011f, 0.011f, 0.011f), lids > 0.9f ? SKIN : WHITE);
        if (lids <= 0.9f)
            scene_ball(scene, moved(eye, 0.005f, (float)side * 0.004f, 0.001f),
                       vec3(0.008f, 0.008f, 0.008f * (1 - lids * 0.8f)), DARK);
    }
}

void scene_walker(struct scene *scene, uint32_t thing, struct pose body, const float *joints) {
    const struct neck *n = &PLEO_NECK;
    (void)thing; // it carries no mark that somebody asks for
    struct vec3 low = pleo_model.low_m, high = pleo_model.high_m;
    struct vec3 size = vec3_sub(high, low), middle = vec3_scale(vec3_add(high, low), 0.5f);
    scene_ball(scene, moved(body, middle.x, 0, middle.z),
               vec3(size.x * 0.56f, size.y * 0.56f, size.z * 0.55f), SKIN);
    for (int i = 0; i < LIMBS_MAX; i++) draw_leg(scene, body, &PLEO_LIMBS[i], joints);
    struct pose neck = pose_times(body, neck_pose(n, joints));
    scene_ball(scene, neck, vec3(0.040f, 0.034f, 0.034f), SKIN);
    along(scene, neck, 0.030f, 0.021f, n->length_m);
    along(scene, pose_times(body, neck_tail(n, joints)), 0.026f, 0.006f, n->tail_m);
    draw_head(scene, pose_times(body, neck_head(n, joints)), n, joints[n->jaw]);
}
