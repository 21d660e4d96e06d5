#include "world/camera/scene_internal.h"

// Stretched balls as meshes of flat pieces, shaded as if they were round.

enum { ROUND_MOST = 24, RINGS_MOST = 16 };

struct net { // points of a unit ball
    struct vec3 at[RINGS_MOST + 1][ROUND_MOST + 1];
};

static void spread(struct net *net, unsigned round, unsigned rings) {
    for (unsigned j = 0; j <= rings; j++) {
        float up, out;
        m_sincos(M_PI_F * (0.5f - (float)j / (float)rings), &up, &out);
        if (!j || j == rings) out = 0;
        for (unsigned i = 0; i <= round; i++) {
            float c, s;
            m_sincos(M_TAU_F * ((float)(i == round ? 0 : i) / (float)round) - M_PI_F, &s, &c);
            net->at[j][i] = vec3(out * c, out * s, up);
        }
    }
}

static float lit_by(const struct scene *scene, struct vec3 normal) {
    return scene->light.ambient + (1 - scene->light.ambient) * m_max(vec3_dot(normal, scene->towards), 0);
}

// Brightness and texture as straight functions over the piece, from what they are at its corners: ul ll lr
// ur.
static void bend_over(struct scene_face *face, const struct vec3 p[4], const float bright[4],
                      struct mapping *map, float u0, float du, float v0, float dv) {
    struct vec3 across = vec3_scale(vec3_sub(vec3_add(p[2], p[3]), vec3_add(p[0], p[1])), 0.5f);
    struct vec3 down = vec3_scale(vec3_sub(vec3_add(p[1], p[2]), vec3_add(p[0], p[3])), 0.5f);
    struct vec3 middle = vec3_scale(vec3_add(vec3_add(p[0], p[1]), vec3_add(p[2], p[3])), 0.25f);
    float aa = vec3_dot(across, across), ad = vec3_dot(across, down), dd = vec3_dot(down, down),
          det = aa * dd - ad * ad;
    if (!(det > 0)) return;
    struct vec3 to_u = vec3_scale(vec3_sub(vec3_scale(across, dd), vec3_scale(down, ad)), 1 / det);
    struct vec3 to_v = vec3_scale(vec3_sub(vec3_scale(down, aa), vec3_scale(across, ad)), 1 / det);
    float s_across = (bright[2] + bright[3] - bright[0] - bright[1]) / 2,
          s_down = (bright[1] + bright[2] - bright[0] - bright[3]) / 2;
    face->s = vec3_add(vec3_scale(to_u, s_across), vec3_scale(to_v, s_down));
    face->s0 = (bright[0] + bright[1] + bright[2] + bright[3]) / 4 - vec3_dot(face->s, middle);
    face->shaded = true;
    if (!map) return;
    face->texture = map->texture;
    face->u = vec3_scale(to_u, du), face->v = vec3_scale(to_v, dv);
    face->u0 = u0 + du / 2 - vec3_dot(face->u, middle);
    face->v0 = v0 + dv / 2 - vec3_dot(face->v, middle);
}

void scene_mesh(struct scene *scene, struct pose pose, struct vec3 radii, const struct scene_look *look,
                unsigned texture, unsigned round, unsigned rings, uint32_t sight) {
    if (round > ROUND_MOST || rings > RINGS_MOST || round < 3 || rings < 2) return;
    if (!(radii.x > 1e-4f && radii.y > 1e-4f && radii.z > 1e-4f)) return;
    struct net net;
    spread(&net, round, rings);
    struct vec3 at[RINGS_MOST + 1][ROUND_MOST + 1];
    float bright[RINGS_MOST + 1][ROUND_MOST + 1];
    for (unsigned j = 0; j <= rings; j++)
        for (unsigned i = 0; i <= round; i++) {
            struct vec3 n = net.at[j][i];
            at[j][i] = pose_apply(pose, vec3(n.x * radii.x, n.y * radii.y, n.z * radii.z));
            struct vec3 out = vec3_unit(vec3(n.x / radii.x, n.y / radii.y, n.z / radii.z));
            bright[j][i] = look->glow > 0 ? 1 : lit_by(scene, quat_apply(pose.turn, out));
        }
    struct mapping map = {.texture = (uint16_t)texture};
    const struct texture *t = texture == TEXTURE_NONE ? NULL : scene_texture(scene, texture);
    float du = t ? (float)t->width / (float)round : 0, dv = t ? (float)t->height / (float)rings : 0;
    for (unsigned j = 0; j < rings; j++)
        for (unsigned i = 0; i < round; i++) {
            struct vec3 p[4] = {at[j][i], at[j + 1][i], at[j + 1][i + 1], at[j][i + 1]};
            float b[4] = {bright[j][i], bright[j + 1][i], bright[j + 1][i + 1], bright[j][i + 1]};
            struct vec3 three[3] = {p[0], p[1], p[2]};
            if (!j) three[2] = p[2]; // the crown: upper corners are one
            if (j + 1 == rings) three[2] = p[3];
            bool end = !j || j + 1 == rings;
            struct scene_face *face = scene_polygon(scene, end ? three : p, end ? 3 : 4, 0, look, NULL);
            if (!face) continue;
            face->sight = sight;
            bend_over(face, p, b, t ? &map : NULL, du * (float)i, du, dv * (float)j, dv);
        }
}

void scene_ball(struct scene *scene, struct pose pose, struct vec3 radii, struct scene_look look) {
    scene_mesh(scene, pose, radii, &look, TEXTURE_NONE, 12, 8, 0);
}
