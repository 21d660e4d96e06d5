// The slow and plain way to see a scene, to try the fast one against: for each pixel one ray, for each ray
// every polygon, each tried with its plane and its sides. Written without a look at the rasteriser's ways; it
// shares the list of polygons and the textures.
#pragma once

#include "world/camera/scene_internal.h"

struct ray_hit {
    const struct scene_face *face; // NULL: nothing
    double near;                   // 1/depth
    double at[3];
};

struct ray_eye {
    double axes[3][3], at[3]; // right, down, ahead
};

static inline struct ray_eye ray_eye_of(struct pose camera) {
    struct ray_eye eye;
    const struct vec3 units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        struct vec3 v = quat_apply(camera.turn, units[i]);
        eye.axes[i][0] = (double)v.x, eye.axes[i][1] = (double)v.y, eye.axes[i][2] = (double)v.z;
    }
    eye.at[0] = (double)camera.at.x, eye.at[1] = (double)camera.at.y, eye.at[2] = (double)camera.at.z;
    return eye;
}

static inline double ray_dot(struct vec3 a, const double b[3]) {
    return (double)a.x * b[0] + (double)a.y * b[1] + (double)a.z * b[2];
}

static inline bool ray_inside(const struct scene *scene, const struct scene_face *face, const double at[3],
                              double side) {
    const struct vec3 *c = scene->corners + face->first;
    for (unsigned i = 0; i < face->count; i++) {
        struct vec3 a = c[i], edge = vec3_sub(c[i + 1 < face->count ? i + 1 : 0], a),
                    out = vec3_cross(edge, face->normal);
        double off = ((at[0] - (double)a.x) * (double)out.x + (at[1] - (double)a.y) * (double)out.y +
                      (at[2] - (double)a.z) * (double)out.z);
        if (off > side) return false;
    }
    return true;
}

// x and y: slopes of the ray in the camera's axes.
static inline struct ray_hit ray_cast(const struct scene *scene, const struct ray_eye *eye, double x,
                                      double y, uint32_t owner) {
    struct ray_hit best = {0};
    double way[3], best_near = 0;
    for (int k = 0; k < 3; k++) way[k] = eye->axes[0][k] * x + eye->axes[1][k] * y + eye->axes[2][k];
    for (uint32_t i = 0; i < scene->face_count; i++) {
        const struct scene_face *face = &scene->faces[i];
        struct vec3 c = scene->corners[face->first];
        double towards = ray_dot(face->normal, way);
        if (face->owner && face->owner == owner) continue;
        if (towards >= 0 && !face->both_sides) continue;
        if (towards == 0) continue;
        double depth = (ray_dot(face->normal, (double[]){(double)c.x - eye->at[0], (double)c.y - eye->at[1],
                                                         (double)c.z - eye->at[2]})) /
                       towards;
        if (depth < 0.004) continue;
        double near = 1 / depth * (1 + 2e-4 * face->layer);
        if (near <= best_near) continue;
        double at[3] = {eye->at[0] + depth * way[0], eye->at[1] + depth * way[1],
                        eye->at[2] + depth * way[2]};
        if (!ray_inside(scene, face, at, 0)) continue;
        best_near = near;
        best = (struct ray_hit){face, 1 / depth, {at[0], at[1], at[2]}};
    }
    return best;
}

// Brightness of what was hit; 1 is white in the reference light. The nearest texel, of the largest copy of
// the texture.
static inline float ray_light(const struct scene *scene, const struct ray_hit *hit, unsigned plane) {
    if (!hit->face) return scene->background[plane];
    const struct scene_face *f = hit->face;
    float light = f->tint[plane] * (f->s0 + (f->shaded ? (float)ray_dot(f->s, hit->at) : 0));
    if (f->texture == TEXTURE_NONE) return light;
    const struct texture *t = scene_texture(scene, f->texture);
    int u = (int)m_floor(f->u0 + (float)ray_dot(f->u, hit->at)),
        v = (int)m_floor(f->v0 + (float)ray_dot(f->v, hit->at));
    if (t->wraps)
        u &= t->width - 1, v &= t->height - 1;
    else {
        u = u < 0 ? 0 : u >= t->width ? t->width - 1 : u;
        v = v < 0 ? 0 : v >= t->height ? t->height - 1 : v;
    }
    return light *
           (float)t->texels[(t->planes == 4 ? plane : 0) * t->plane_size + (unsigned)(v * t->width + u)] /
           255;
}
