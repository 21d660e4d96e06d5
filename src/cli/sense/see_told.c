#include "cli/sense/see_told.h"

#include "base/plural.h"
#include "codec/picture/colour.h"
#include "codec/picture/marker.h"
#include "sense/pose.h"
#include "sense/see/faces.h"
#include "sense/see/models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ drawing

static void dot(const struct pixels *to, float x, float y, struct rgb colour) {
    if (!(x >= 0 && y >= 0 && x < (float)to->width && y < (float)to->height)) return;
    uint8_t *at = pixels_at(to, (unsigned)x, (unsigned)y);
    at[0] = colour.r, at[1] = colour.g, at[2] = colour.b;
}
static void line(const struct pixels *to, struct vec2 a, struct vec2 b, struct rgb colour) {
    int steps = (int)m_clamp(2 * vec2_length(vec2_sub(b, a)), 1, 8192);
    for (int i = 0; i <= steps; i++) {
        struct vec2 at = vec2_add(a, vec2_scale(vec2_sub(b, a), (float)i / (float)steps));
        dot(to, at.x, at.y, colour);
    }
}

static void cross(const struct pixels *to, struct vec2 at, float half, struct rgb colour) {
    line(to, vec2(at.x - half, at.y), vec2(at.x + half, at.y), colour);
    line(to, vec2(at.x, at.y - half), vec2(at.x, at.y + half), colour);
}

// ------------------------------------------------------------------------------------------------ markers

static bool distance_of(const struct view *view, const struct marker_seen *m, float *far_m) {
    struct pose_square square;
    if (!view->measured ||
        !pose_of_square(&view->lens, m->corners, (float)MARKERS[m->marker].size_mm * 0.001f, &square))
        return false;
    *far_m = vec3_length(square.pose[0].at);
    return true;
}

static void tell(const struct view *view, const struct markers_seen *seen) {
    for (uint32_t i = 0; i < seen->count; i++) {
        const struct marker_seen *m = &seen->list[i];
        float far;
        printf("%-20s upper left at %.1f, %.1f, side %.1f px, certainty %.2f", MARKERS[m->marker].name,
               (double)m->corners[0].x, (double)m->corners[0].y, (double)m->side_px, (double)m->certainty);
        if (m->errors) printf(", %s", PLURAL(m->errors, "wrong cell"));
        if (distance_of(view, m, &far)) printf(", %.0f mm away", (double)far * 1000);
        printf("\n");
    }
    if (!seen->count) printf("nothing found\n");
}

static enum err tell_json(const struct view *view, const struct markers_seen *seen, struct fault *fault) {
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 2);
    json_open(&w, '{');
    json_key(&w, "width"), json_uint(&w, view->picture.width);
    json_key(&w, "height"), json_uint(&w, view->picture.height);
    json_key(&w, "markers"), json_open(&w, '[');
    for (uint32_t i = 0; i < seen->count; i++) {
        const struct marker_seen *m = &seen->list[i];
        float far;
        json_open(&w, '{');
        json_key(&w, "name"), json_string(&w, MARKERS[m->marker].name);
        json_key(&w, "wrong_cells"), json_uint(&w, m->errors);
        json_key(&w, "certainty"), json_number(&w, (double)m_round(m->certainty * 1000) / 1000);
        if (distance_of(view, m, &far))
            json_key(&w, "distance_mm"), json_number(&w, (double)m_round(far * 10000) / 10);
        json_key(&w, "corners_px"), json_open(&w, '[');
        for (int k = 0; k < 4; k++) {
            json_open(&w, '[');
            json_number(&w, (double)m_round(m->corners[k].x * 100) / 100);
            json_number(&w, (double)m_round(m->corners[k].y * 100) / 100);
            json_close(&w, ']');
        }
        json_close(&w, ']');
        json_close(&w, '}');
    }
    json_close(&w, ']');
    json_close(&w, '}');
    buf_byte(&out, '\n');
    if (!out.err) fwrite(out.at, 1, out.len, stdout);
    enum err err = out.err ? fault_set(fault, out.err, "no memory") : ERR_NONE;
    buf_free(&out);
    return err;
}

// Round each marker, and its upper side in another colour: so one sees which way up it is.
static void draw_markers(const struct view *view, const struct markers_seen *seen) {
    static const struct rgb SIDES = {0, 255, 60}, UPPER = {255, 40, 40};
    for (uint32_t i = 0; i < seen->count; i++) {
        const struct vec2 *c = seen->list[i].corners;
        line(&view->picture, c[0], c[1], UPPER);
        line(&view->picture, c[1], c[3], SIDES), line(&view->picture, c[3], c[2], SIDES);
        line(&view->picture, c[2], c[0], SIDES);
    }
}

static enum err find_in(struct view *view, const struct pixels *grey, struct fault *fault) {
    struct markers_seen seen = {0};
    struct see_picture p = {grey->at, grey->width, grey->height};
    enum err err = see_picture_check(&p, (size_t)grey->width * grey->height, fault);
    if (!err && (err = markers_find(&p, &view->config->markers, &seen)))
        fault_set(fault, err, "no memory to look at it");
    if (!err && view->json) err = tell_json(view, &seen, fault);
    if (!err && !view->json && !view->quiet) tell(view, &seen);
    if (!err) draw_markers(view, &seen);
    return err;
}

static enum err tell_markers(struct view *view, struct fault *fault) {
    struct pixels grey = {0};
    enum err err = pixels_convert(&view->picture, 1, &grey);
    err = err ? fault_set(fault, err, "no memory for a picture") : find_in(view, &grey, fault);
    pixels_free(&grey);
    return err;
}

// In all its pictures put together, which is also what is drawn on.
static enum err tell_composite(struct view *view, struct fault *fault) {
    struct pixels grey = {0};
    enum err err = pixels_new(&grey, view->picture.width, view->picture.height, 1);
    if (err) return fault_set(fault, err, "no memory for a picture");
    composite_show(view->sum, &view->config->composite, grey.at);
    pixels_free(&view->picture);
    err = pixels_convert(&grey, 3, &view->picture);
    err = err ? fault_set(fault, err, "no memory for a picture") : find_in(view, &grey, fault);
    pixels_free(&grey);
    return err;
}

// ------------------------------------------------------------------------------------------------ motion,
// light

static enum err tell_motion(struct view *view, struct fault *fault) {
    static const char *const REGIONS[] = {"picture", "left", "right", "top", "bottom"};
    struct pixels a = {0}, b = {0};
    const struct motion_config config = view->config->motion;
    struct motion_areas areas = {0};
    enum err err = pixels_convert(&view->picture, 1, &a);
    if (!err) err = pixels_convert(&view->later, 1, &b);
    if (err) fault_set(fault, err, "no memory for a picture");
    struct see_picture before = {a.at, a.width, a.height}, now = {b.at, b.width, b.height};
    if (!err) motion_between(&before, &now, &config, &areas);
    for (int i = 0; i < MOTION_REGIONS && areas.at[0].share > 0; i++)
        if (areas.at[i].share > config.least_share)
            printf("%-8s %.1f %% of it changed, around %.0f, %.0f\n", REGIONS[i],
                   (double)areas.at[i].share * 100, (double)(areas.at[i].x * (float)a.width),
                   (double)(areas.at[i].y * (float)a.height));
    if (!err && !(areas.at[0].share > 0)) printf("nothing moves\n");
    pixels_free(&a), pixels_free(&b);
    return err;
}

static enum err tell_light(struct view *view, struct fault *fault) {
    struct pixels grey = {0};
    const struct illumination_config config = view->config->light;
    struct illumination_seen seen;
    enum err err = pixels_convert(&view->picture, 1, &grey);
    if (err) return fault_set(fault, err, "no memory for a picture");
    illumination_measure(&(struct see_picture){grey.at, grey.width, grey.height}, &config, &seen);
    printf("a tenth of it is darker than %u, half than %u, all but a tenth than %u of 255\n", seen.at[0],
           seen.at[2], seen.at[4]);
    if (view->exposure > 0) {
        float light = illumination_probability(&seen, view->exposure);
        printf("%s (%.0f %%)\n",
               light < config.dark_most     ? "dark"
               : light > config.light_least ? "light"
                                            : "neither light nor dark",
               (double)light * 100);
    }
    pixels_free(&grey);
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ colours

static enum err tell_spots(struct view *view, const struct spots *spots, const char *none) {
    const struct pixels *p = &view->picture;
    for (uint32_t i = 0; i < spots->count; i++) {
        const struct spot *s = &spots->list[i];
        float x = s->x * (float)p->width, y = s->y * (float)p->height;
        printf("%s #%02x%02x%02x at %.0f, %.0f, %.2f %% of the picture, certainty %.2f\n",
               s->kind == SPOT_LASER ? "laser" : "colour", s->red, s->green, s->blue, (double)x, (double)y,
               (double)s->share * 100, (double)s->certainty);
        cross(p, vec2(x, y), 8, (struct rgb){255, 255, 255});
    }
    if (!spots->count) printf("%s\n", none);
    return ERR_NONE;
}

static enum err tell_colours(struct view *view, struct fault *fault) {
    const struct pixels *p = &view->picture;
    struct spots spots = {.count = 0};
    colours_find(p->at, p->width, p->height, &view->config->colours, &spots);
    return tell_spots(view, &spots, "no bright colour");
}

static enum err tell_lasers(struct view *view, struct fault *fault) {
    const struct pixels *p = &view->picture;
    struct spots spots = {.count = 0};
    lasers_find(p->at, p->width, p->height, &view->config->lasers, &spots);
    return tell_spots(view, &spots, "no laser");
}

// ------------------------------------------------------------------------------------------------ the floor

static void tell_points(const struct view *view, const char *what, const struct vec2 *at, uint32_t count,
                        struct rgb colour) {
    struct vec2 near = vec2(1e3f, 0);
    for (uint32_t i = 0; i < count; i++) {
        struct vec2 px;
        if (at[i].x < near.x) near = at[i];
        if (lens_project(&view->lens, pose_undo(view->camera, vec3(at[i].x, at[i].y, 0)), &px))
            cross(&view->picture, px, 2, colour);
    }
    if (count)
        printf("%s in %s of %d, the nearest %.0f mm ahead and %.0f mm to the %s\n", what,
               PLURAL(count, "lane"), OVERHEAD_LANES, (double)near.x * 1000, (double)m_abs(near.y) * 1000,
               near.y < 0 ? "right" : "left");
    else
        printf("%s: none\n", what);
}

static enum err tell_edges(struct view *view, struct fault *fault) {
    struct vec2 at[OVERHEAD_LANES];
    struct overhead *o = malloc(sizeof *o);
    if (!o) return fault_set(fault, ERR_MEMORY, "no memory for the floor");
    struct lens_model lens = lens_scaled(&view->lens, view->picture.width, view->picture.height);
    overhead_look(&(struct overhead_view){view->picture.at, 3, &lens, view->camera}, o);
    tell_points(view, "edges", at, overhead_edges(o, &view->config->overhead, at), (struct rgb){255, 220, 0});
    tell_points(view, "the floor's border", at, overhead_borders(o, &view->config->ground, at),
                (struct rgb){255, 40, 40});
    free(o);
    return ERR_NONE;
}

// What it saw of the floor until then takes the picture's place.
static enum err tell_map(struct view *view, struct fault *fault) {
    size_t seen = 0, all = (size_t)view->map.width * view->map.height;
    for (size_t i = 0; i < all; i++) seen += view->map.at[i] != 0;
    printf("%.2f m2 of the floor seen, in cells of %.0f mm\n",
           (double)seen * (double)(OVERHEAD_CELL_M * OVERHEAD_CELL_M), (double)OVERHEAD_CELL_M * 1000);
    pixels_free(&view->picture);
    enum err err = pixels_convert(&view->map, 3, &view->picture);
    return err ? fault_set(fault, err, "no memory for a picture") : ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ faces

static enum err tell_faces(struct view *view, struct fault *fault) {
    static const struct rgb ROUND = {255, 220, 0};
    struct pixels grey = {0};
    struct faces_config config = faces_defaults();
    struct faces_seen seen = {0};
    struct net *net = sight_model_open("faces", fault);
    if (!net) return fault->err;
    enum err err = pixels_convert(&view->picture, 1, &grey);
    struct see_picture p = {grey.at, grey.width, grey.height};
    if (!err) err = faces_find(net, &p, &config, &seen);
    if (err)
        fault_set(fault, err, err == ERR_UNSUPPORTED ? "the model finds no faces" : "it cannot be looked at");
    for (uint32_t i = 0; !err && i < seen.count; i++) {
        const struct face_seen *f = &seen.list[i];
        printf("face at %.0f, %.0f, %.0f px wide, certainty %.2f, eyes at %.0f, %.0f and %.0f, %.0f\n",
               (double)f->low.x, (double)f->low.y, (double)(f->high.x - f->low.x), (double)f->score,
               (double)f->points[0].x, (double)f->points[0].y, (double)f->points[1].x,
               (double)f->points[1].y);
        struct vec2 right = vec2(f->high.x, f->low.y), below = vec2(f->low.x, f->high.y);
        line(&view->picture, f->low, right, ROUND), line(&view->picture, right, f->high, ROUND);
        line(&view->picture, f->high, below, ROUND), line(&view->picture, below, f->low, ROUND);
        for (int k = 0; k < FACE_POINTS; k++) dot(&view->picture, f->points[k].x, f->points[k].y, ROUND);
    }
    if (!err && !seen.count) printf("nobody is seen\n");
    pixels_free(&grey);
    net_free(net);
    return err;
}

const struct see_mode SEE_MODES[] = {{"Markers", VIEW_ANY, tell_markers},
                                     {"Markers_Composite", VIEW_SCENARIO, tell_composite},
                                     {"Motion", VIEW_SCENARIO, tell_motion},
                                     {"Illumination", VIEW_ANY, tell_light},
                                     {"BrightColors", VIEW_ANY, tell_colours},
                                     {"Lasers", VIEW_ANY, tell_lasers},
                                     {"OverheadEdges", VIEW_SCENARIO, tell_edges},
                                     {"OverheadMap", VIEW_SCENARIO, tell_map},
                                     {"Faces", VIEW_ANY, tell_faces},
                                     {0}};

const struct see_mode *see_mode_find(const char *name) {
    for (const struct see_mode *m = SEE_MODES; m->name; m++)
        if (!strcmp(m->name, name)) return m;
    return NULL;
}
