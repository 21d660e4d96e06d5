#include "world/camera/lens_internal.h"

// A marker's sheet goes a cell further than its outline on each side.
static float sheet_area(const struct lens *lens, struct pose camera, const struct scene_sight *sight) {
    const float wider = (float)MARKER_CELLS / MARKER_OUTLINE_CELLS;
    struct vec2 px[4];
    for (int i = 0; i < 4; i++) {
        struct vec3 from_middle = vec3_scale(vec3_sub(sight->corners[i], sight->middle), wider);
        if (!lens_project(&lens->pinhole, pose_undo(camera, vec3_add(sight->middle, from_middle)), &px[i]))
            return 0;
    }
    float twice = 0;
    for (int i = 0; i < 4; i++) {
        struct vec2 a = px[i], b = px[(i + 1) & 3];
        twice += a.x * b.y - a.y * b.x;
    }
    return m_abs(twice) / 2;
}

float lens_sight_of(const struct lens *lens, const struct scene *scene, const struct lens_shot *shot,
                    uint32_t index, struct lens_sight *out) {
    if (index >= scene->sight_count) return -1;
    const struct scene_sight *sight = &scene->sights[index];
    struct pose camera = {vec3_scale(vec3_add(shot->start.at, shot->end.at), 0.5f),
                          quat_blend(shot->start.turn, shot->end.turn, 0.5f)};
    struct vec3 way = vec3_sub(camera.at, sight->middle);
    float distance = vec3_length(way), facing = vec3_dot(way, sight->normal) / m_max(distance, 1e-6f);
    *out = (struct lens_sight){.person = sight->kind == SIGHT_PERSON,
                               .thing = sight->thing,
                               .marker = sight->marker,
                               .points = sight->kind == SIGHT_PERSON ? SCENE_FEATURES : 4,
                               .before = true,
                               .inside = true,
                               .distance_m = distance,
                               .turned_rad = m_acos(m_clamp(facing, -1, 1))};
    for (uint32_t i = 0; i < out->points; i++) {
        bool before = lens_project(&lens->model, pose_undo(camera, sight->corners[i]), &out->px[i]);
        out->before = out->before && before;
        out->inside = out->inside && before && lens_inside(&lens->model, out->px[i]);
    }
    out->share = facing > 0 && out->before ? 1 : 0;
    if (!out->person) return sheet_area(lens, camera, sight);
    // a head is about as large as an ellipse of 77 by 115 mm times its size; corners of the eyes tell that
    float eyes = vec3_length(vec3_sub(sight->corners[0], sight->corners[1])), scale = eyes / 0.062f;
    float flat = lens->pinhole.fx * lens->pinhole.fy / m_max(distance * distance, 1e-4f);
    return M_PI_F * 0.077f * 0.115f * scale * scale * flat;
}
