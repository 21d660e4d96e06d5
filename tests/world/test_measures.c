// Measures stand once: what the world builds, what cameras see of it, what the oracle says and what a soul
// believes have the same size and place.
#include "support/support.h"

#include "about.h"
#include "belief/models.h"
#include "border/accessories.h"
#include "codec/picture/marker.h"
#include "rig.h"
#include "world/camera/lens.h"
#include "world/mark.h"
#include "world/view.h"
#include "world/world_internal.h"

static void furnish(struct rig *r) {
    DO(r, WORLD_CHARGER, charger, v->x_m = 0.2f, v->y_m = 0.1f, v->heading_deg = 20);
    for (int i = 0; i < 4; i++)
        DO(r, WORLD_CUBE, cube, v->type = (uint8_t)i, v->x_m = 0.15f + 0.08f * (float)i, v->y_m = -0.1f,
           v->heading_deg = 15 * (float)i);
    DO(r, WORLD_BOX, box, v->x_m = 0.3f, v->height_m = 0.06f, v->width_m = 0.08f, v->markers[0] = 1,
       v->markers[1] = 2, v->markers[2] = 3, v->markers[3] = 4, v->markers[4] = 5);
}

static struct pose looking(struct vec3 from, struct vec3 at) { // x right, y down, z ahead
    struct vec3 z = vec3_unit(vec3_sub(at, from));
    struct quat body = quat_euler(0, m_asin(-z.z), m_atan2(z.y, z.x));
    return (struct pose){from, quat_times(body, (struct quat){0.5f, -0.5f, 0.5f, -0.5f})};
}

// Every marker, looked at from straight before it.
static void cameras_see_markers_where_the_oracle_has_them(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, -0.5f, 0, 0, furnish);
    struct scene_config room = scene_defaults();
    struct scene_art *art = scene_art_new();
    struct scene *scene = scene_new(&room, art);
    struct lens_config config = lens_defaults();
    config.eye = *world_eye(r.world, r.robot);
    struct lens *lens = lens_new(&config, NULL);
    scene_begin(scene, NULL);
    world_scene(r.world, scene);
    uint32_t compared = 0;
    for (uint32_t i = 0; i < r.world->memory.things_count; i++) {
        const struct world_thing_state *t = &r.world->memory.things[i];
        struct mark mark;
        for (uint32_t k = 0; mark_of(t, world_pose(r.world, t->body), k, &mark); k++) {
            if (!mark.code || m_abs(mark.normal.z) > 0.5f) continue;
            struct pose camera = looking(vec3_add(mark.centre, vec3_scale(mark.normal, 0.12f)), mark.centre);
            struct lens_shot shot = {.start = camera, .end = camera, .exposure_ms = 10, .gain = 1};
            struct lens_sight sights[64];
            uint32_t count = lens_sights(lens, scene, &shot, sights, 64), seen = 0;
            for (uint32_t n = 0; n < count; n++) {
                if (sights[n].person || sights[n].thing != t->body || sights[n].marker + 1 != mark.code)
                    continue;
                seen++;
                for (int c = 0; c < 4; c++) {
                    float right = c == 1 || c == 2 ? 0.5f : -0.5f, up = c < 2 ? 0.5f : -0.5f;
                    struct vec3 corner =
                        vec3_add(mark.centre,
                                 vec3_scale(vec3_add(vec3_scale(mark.right, right), vec3_scale(mark.up, up)),
                                            mark.size_m));
                    struct vec2 px;
                    assert_true(lens_project(&config.eye.lens, pose_undo(camera, corner), &px));
                    about((double)sights[n].px[c].x, (double)px.x, 0.5); // a fifth of a millimetre
                    about((double)sights[n].px[c].y, (double)px.y, 0.5);
                }
            }
            assert_int_equal(seen, 1);
            compared++;
        }
    }
    assert_int_equal(compared, 1 + 4 * 4 + 4);
    lens_free(lens);
    scene_free(scene);
    scene_art_free(art);
    rig_free(&r);
}

// A soul that sees one marker knows where the whole thing is.
static void what_is_believed_of_a_thing_is_what_it_is(void **state) {
    struct rig r = rig_new(world_defaults(), &vector_model, -0.5f, 0, 0, furnish);
    static struct definitions known;
    definitions_start(&known);
    uint32_t compared = 0;
    for (uint32_t i = 0; i < r.world->memory.things_count; i++) {
        const struct world_thing_state *t = &r.world->memory.things[i];
        bool charger = t->kind == WORLD_THING_KIND_CHARGER;
        if (!charger && t->kind != WORLD_THING_KIND_CUBE) continue;
        struct mark mark;
        struct pose origin = pose_none();
        if (!charger) origin.at.z = t->size_m[2] / 2; // a cube's origin is its middle there, its foot here
        for (uint32_t k = 0; mark_of(t, pose_none(), k, &mark); k++) {
            struct thing_model model;
            uint32_t side;
            assert_true(model_of_marker(&known, mark.code - 1, &model, &side));
            struct vec3 at = pose_apply(origin, model.sides[side].square.at);
            assert_true(vec3_length(vec3_sub(at, mark.centre)) < 1e-5f);
            about((double)model.sides[side].size_m, (double)mark.size_m, 1e-5);
            struct vec3 out = quat_apply(model.sides[side].square.turn, vec3(1, 0, 0));
            assert_true(vec3_dot(out, mark.normal) > 0.9999f);
            about((double)model.size_m.y, (double)t->size_m[1], 1e-6);
            about((double)model.size_m.z, (double)t->size_m[2], 1e-6);
            compared++;
        }
    }
    assert_int_equal(compared, 1 + 4 * 6);
    rig_free(&r);
}

// The hooks of a robot that stands before a wall touch it just where the model says.
static void hooks_reach_as_far_as_the_model_says(void **state) {
    const struct body_model *models[] = {&vector_model, &cozmo_model};
    for (int i = 0; i < 2; i++) {
        struct plane_part parts[PLANE_PARTS];
        struct rig r = rig_new(world_defaults(), models[i], 0, 0, 0, NULL);
        assert_int_equal(figure_parts(figure_find(models[i]->creature), models[i], parts), 4);
        rig_run(&r, 2); // its lift goes down
        const struct world_robot_state *robot = &r.world->memory.robots[r.robot - 1];
        struct pose fork = plane_part_pose(r.world->plane, robot->body, FIGURE_FORK);
        float front = pose_undo(world_pose(r.world, robot->body), fork.at).x + models[i]->fork_m.x / 2;
        about((double)front, (double)body_hooks_m(models[i]), 0.0005);
        rig_free(&r);
    }
}

TESTS(cmocka_unit_test(cameras_see_markers_where_the_oracle_has_them),
      cmocka_unit_test(what_is_believed_of_a_thing_is_what_it_is),
      cmocka_unit_test(hooks_reach_as_far_as_the_model_says))
