#include "world/camera/scene_internal.h"

#include <stdlib.h>
#include <string.h>

const char *const SCENE_GRAIN_NAMES[SCENE_GRAINS + 1] = {"plain",  "speckle", "wood",   "tiles",
                                                         "carpet", "checks",  "bricks", NULL};
const char *const SCENE_MOOD_NAMES[SCENE_MOODS + 1] = {"neutral", "happy", "surprised", "angry", "sad", NULL};

static const float REFERENCE_LUX = 300, DEFAULT_GRAIN_M = 0.256f;
static const float GRAIN_TEXELS = 256; // a side of a grain's texture

struct scene_config scene_defaults(void) {
    return (struct scene_config){.faces = 6000, .people = 8, .displays = 8, .sights = 64};
}

struct scene_light scene_light_defaults(void) {
    return (struct scene_light){.lux = 300,
                                .ambient = 0.6f,
                                .towards = {-0.35f, 0.25f, 0.9f},
                                .tint = {255, 255, 255},
                                .background = {60, 64, 70}};
}

// --- Birth -------------------------------------------------------------------------------------------------

struct scene *scene_new(const struct scene_config *config, const struct scene_art *art) {
    enum { MOST = 60000 };
    if (config->faces > MOST || config->people > 1000 || config->displays > 1000 || config->sights > MOST)
        return NULL;
    size_t skin = 4 * texture_room(SKIN_WIDTH, SKIN_HEIGHT, SKIN_LEVELS),
           display = 4 * texture_room(DISPLAY_WIDTH, DISPLAY_HEIGHT, DISPLAY_LEVELS);
    struct scene *scene = calloc(1, sizeof *scene);
    if (!scene) return NULL;
    scene->config = *config;
    scene->art = art;
    uint32_t painted = config->people + config->displays;
    scene->faces = calloc(config->faces + 1, sizeof *scene->faces);
    scene->corners = calloc(config->faces * 5 + SCENE_CORNERS, sizeof *scene->corners);
    scene->sights = calloc(config->sights + 1, sizeof *scene->sights);
    scene->textures = calloc(painted + 1, sizeof *scene->textures);
    scene->painted = calloc(painted + 1, sizeof *scene->painted);
    scene->texels = malloc(config->people * skin + config->displays * display + 1);
    if (!scene->faces || !scene->corners || !scene->sights || !scene->textures || !scene->painted ||
        !scene->texels) {
        scene_free(scene);
        return NULL;
    }
    uint8_t *at = scene->texels;
    for (uint32_t i = 0; i < painted; i++) {
        scene->painted[i].texels = at;
        at += i < config->people ? skin : display;
    }
    scene_begin(scene, NULL);
    return scene;
}

void scene_free(struct scene *scene) {
    if (!scene) return;
    free(scene->faces);
    free(scene->corners);
    free(scene->sights);
    free(scene->textures);
    free(scene->painted);
    free(scene->texels);
    free(scene);
}

static float finite_or(float x, float otherwise) { return m_finite(x) ? x : otherwise; }

void scene_begin(struct scene *scene, const struct scene_light *light) {
    scene->light = light ? *light : scene_light_defaults();
    struct scene_light *l = &scene->light;
    l->ambient = m_clamp(finite_or(l->ambient, 0.5f), 0, 1);
    float level = m_clamp(finite_or(l->lux, 0), 0, 200000) / REFERENCE_LUX;
    scene->lit[0] = level * (float)l->tint.r / 255;
    scene->lit[1] = level * (float)l->tint.g / 255;
    scene->lit[2] = level * (float)l->tint.b / 255;
    scene->towards = vec3_unit(l->towards);
    if (!m_finite(scene->towards.x + scene->towards.y + scene->towards.z)) scene->towards = vec3(0, 0, 1);
    scene->background[PLANE_RED] = (float)l->background.r / 255 * scene->lit[0];
    scene->background[PLANE_GREEN] = (float)l->background.g / 255 * scene->lit[1];
    scene->background[PLANE_BLUE] = (float)l->background.b / 255 * scene->lit[2];
    scene->background[PLANE_GREY] = luminance(scene->background);
    scene->face_count = scene->corner_count = scene->sight_count = scene->left_out = scene->owner = 0;
    scene->beat++;
}

uint32_t scene_left_out(const struct scene *scene) { return scene->left_out; }
uint32_t scene_face_count(const struct scene *scene) { return scene->face_count; }
void scene_owner(struct scene *scene, uint32_t thing) { scene->owner = thing; }

struct scene_sight *scene_sight(struct scene *scene) {
    if (scene->sight_count == scene->config.sights) return NULL;
    struct scene_sight *sight = &scene->sights[scene->sight_count++];
    memset(sight, 0, sizeof *sight);
    return sight;
}

struct painted *scene_painted(struct scene *scene, bool display, uint64_t what, unsigned *texture,
                              bool *fresh) {
    uint32_t from = display ? scene->config.people : 0;
    uint32_t to = display ? from + scene->config.displays : scene->config.people;
    struct painted *oldest = NULL;
    what |= 1; // 0 stands for nothing
    for (uint32_t i = from; i < to; i++) {
        struct painted *p = &scene->painted[i];
        if (p->what == what) {
            *fresh = false, *texture = ART_COUNT + i;
            p->used = scene->beat;
            return p;
        }
        if (p->used != scene->beat && (!oldest || p->used < oldest->used)) oldest = p;
    }
    if (!oldest) return NULL; // all are in this very picture
    *fresh = true, *texture = ART_COUNT + (unsigned)(oldest - scene->painted);
    oldest->what = what, oldest->used = scene->beat;
    return oldest;
}

// --- Polygons ----------------------------------------------------------------------------------------------

// Newell's way: right for every flat polygon, however short some of its sides are.
static struct vec3 normal_of(const struct vec3 *p, uint32_t count) {
    struct vec3 n = vec3(0, 0, 0);
    for (uint32_t i = 0; i < count; i++) {
        struct vec3 a = vec3_sub(p[i], p[0]), b = vec3_sub(p[i + 1 < count ? i + 1 : 0], p[0]);
        n = vec3_add(n, vec3_cross(a, b));
    }
    return n;
}

static void tint(const struct scene *scene, struct scene_face *face, const struct scene_look *look) {
    float colour[3] = {(float)look->colour.r / 255, (float)look->colour.g / 255, (float)look->colour.b / 255};
    for (int c = 0; c < 3; c++)
        face->tint[c] = look->glow > 0 ? colour[c] * m_min(look->glow, 16) : colour[c] * scene->lit[c];
    face->tint[PLANE_GREY] = luminance(face->tint);
}

static float brightness(const struct scene *scene, struct vec3 normal) {
    float facing = m_max(vec3_dot(normal, scene->towards), 0);
    return scene->light.ambient + (1 - scene->light.ambient) * facing;
}

struct scene_face *scene_polygon(struct scene *scene, const struct vec3 *corners, uint32_t count,
                                 unsigned layer, const struct scene_look *look,
                                 const struct mapping *mapping) {
    if (count < 3 || count > SCENE_CORNERS) return NULL;
    struct vec3 normal = normal_of(corners, count);
    float size = vec3_length(normal), sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += m_abs(corners[i].x) + m_abs(corners[i].y) + m_abs(corners[i].z);
    if (!(size > 1e-12f) || !(sum < 1e5f)) return NULL; // nothing to see, or nothing that can be seen
    if (scene->face_count == scene->config.faces || scene->corner_count + count > scene->config.faces * 5) {
        scene->left_out++;
        return NULL;
    }
    struct scene_face *face = &scene->faces[scene->face_count++];
    *face = (struct scene_face){.first = scene->corner_count,
                                .count = (uint8_t)count,
                                .layer = (uint8_t)(layer < 15 ? layer : 15),
                                .texture = TEXTURE_NONE,
                                .owner = scene->owner,
                                .normal = vec3_scale(normal, 1 / size)};
    memcpy(scene->corners + scene->corner_count, corners, count * sizeof *corners);
    scene->corner_count += count;
    tint(scene, face, look);
    face->s0 = look->glow > 0 ? 1 : brightness(scene, face->normal);
    if (mapping) {
        face->texture = mapping->texture;
        face->u = mapping->u, face->v = mapping->v;
        face->u0 = mapping->u0, face->v0 = mapping->v0;
    }
    return face;
}

// The pattern of a look on a polygon of a body: fixed to the body, along two of its axes.
static const struct mapping *grain(struct mapping *out, const struct scene_look *look, struct pose pose,
                                   struct vec3 x, struct vec3 y) {
    if (look->grain <= SCENE_PLAIN || look->grain >= SCENE_GRAINS) return NULL;
    float texels = GRAIN_TEXELS / (look->grain_m > 0.001f ? look->grain_m : DEFAULT_GRAIN_M);
    out->texture = (uint16_t)look->grain;
    out->u = vec3_scale(quat_apply(pose.turn, x), texels);
    out->v = vec3_scale(quat_apply(pose.turn, y), texels);
    out->u0 = -vec3_dot(out->u, pose.at);
    out->v0 = -vec3_dot(out->v, pose.at);
    return out;
}

void scene_solid(struct scene *scene, struct pose pose, const struct vec2 *corners, uint32_t count, float z0,
                 float z1, struct scene_look look) {
    if (count < 3 || count > SCENE_CORNERS) return;
    struct vec3 low[SCENE_CORNERS], high[SCENE_CORNERS], low_up[SCENE_CORNERS];
    struct mapping map;
    for (uint32_t i = 0; i < count; i++) {
        low[i] = pose_apply(pose, vec3(corners[i].x, corners[i].y, z0));
        high[i] = pose_apply(pose, vec3(corners[i].x, corners[i].y, z1));
    }
    for (uint32_t i = 0; i < count; i++) low_up[i] = low[count - 1 - i];
    const struct mapping *flat = grain(&map, &look, pose, vec3(1, 0, 0), vec3(0, 1, 0));
    scene_polygon(scene, high, count, 0, &look, flat);
    scene_polygon(scene, low_up, count, 0, &look, flat);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = i + 1 < count ? i + 1 : 0;
        struct vec3 side[4] = {low[i], low[next], high[next], high[i]};
        struct vec2 along = vec2_sub(corners[next], corners[i]);
        struct vec3 x = vec3_unit(vec3(along.x, along.y, 0));
        scene_polygon(scene, side, 4, 0, &look, grain(&map, &look, pose, x, vec3(0, 0, 1)));
    }
}

void scene_box(struct scene *scene, struct pose pose, struct vec3 size, struct scene_look look) {
    float x = size.x / 2, y = size.y / 2, z = size.z / 2;
    const struct vec2 corners[4] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    scene_solid(scene, pose, corners, 4, -z, z, look);
}

void scene_patch(struct scene *scene, struct pose pose, const struct vec2 *corners, uint32_t count,
                 unsigned layer, struct scene_look look) {
    if (count < 3 || count > SCENE_CORNERS) return;
    struct vec3 placed[SCENE_CORNERS];
    struct mapping map;
    for (uint32_t i = 0; i < count; i++) placed[i] = pose_apply(pose, vec3(corners[i].x, corners[i].y, 0));
    struct scene_face *face = scene_polygon(scene, placed, count, layer, &look,
                                            grain(&map, &look, pose, vec3(1, 0, 0), vec3(0, 1, 0)));
    if (face && !layer) face->both_sides = true;
}

void scene_quad(struct scene *scene, struct pose pose, float width, float height, unsigned layer,
                struct scene_look look) {
    const struct vec2 corners[4] = {{-width / 2, -height / 2},
                                    {width / 2, -height / 2},
                                    {width / 2, height / 2},
                                    {-width / 2, height / 2}};
    scene_patch(scene, pose, corners, 4, layer, look);
}

static void octagon(float radius, struct vec2 out[8]) {
    for (int i = 0; i < 8; i++) {
        float c, s;
        m_sincos((float)i * (M_PI_F / 4), &s, &c);
        out[i] = vec2(radius * c, radius * s);
    }
}

void scene_disc(struct scene *scene, struct pose pose, float radius, unsigned layer, struct scene_look look) {
    struct vec2 corners[8];
    octagon(radius, corners);
    scene_patch(scene, pose, corners, 8, layer, look);
}

void scene_rod(struct scene *scene, struct pose pose, float radius0, float radius1, float length,
               struct scene_look look) {
    struct vec2 low[8], high[8];
    struct vec3 top[8], bottom[8];
    octagon(radius0, low), octagon(radius1, high);
    for (int i = 0; i < 8; i++) {
        top[i] = pose_apply(pose, vec3(high[i].x, high[i].y, length));
        bottom[7 - i] = pose_apply(pose, vec3(low[i].x, low[i].y, 0));
    }
    scene_polygon(scene, top, 8, 0, &look, NULL);
    scene_polygon(scene, bottom, 8, 0, &look, NULL);
    for (int i = 0; i < 8; i++) {
        int next = (i + 1) & 7;
        struct vec3 side[4] = {bottom[7 - i], bottom[7 - next], top[next], top[i]};
        scene_polygon(scene, side, 4, 0, &look, NULL);
    }
}

void scene_marker(struct scene *scene, uint32_t thing, struct pose pose, float size_m, unsigned marker) {
    if (marker >= MARKER_COUNT || !(size_m > 0 && size_m < 100)) return;
    static const struct scene_look PAPER = {{245, 245, 245}, SCENE_PLAIN, 0, 0};
    static const struct vec2 CORNERS[4] = {{-0.5f, 0.5f}, {0.5f, 0.5f}, {0.5f, -0.5f}, {-0.5f, -0.5f}};
    const struct texture *texture = &scene->art->textures[ART_GRAINS + marker];
    float sheet = size_m * MARKER_CELLS / MARKER_OUTLINE_CELLS, texels = (float)texture->width / sheet;
    struct mapping map = {.texture = (uint16_t)(ART_GRAINS + marker)};
    map.u = vec3_scale(quat_apply(pose.turn, vec3(1, 0, 0)), texels);
    map.v = vec3_scale(quat_apply(pose.turn, vec3(0, -1, 0)), texels);
    map.u0 = (float)texture->width / 2 - vec3_dot(map.u, pose.at);
    map.v0 = (float)texture->height / 2 - vec3_dot(map.v, pose.at);
    struct vec3 paper[4];
    for (int i = 0; i < 4; i++)
        paper[3 - i] = pose_apply(pose, vec3(CORNERS[i].x * sheet, CORNERS[i].y * sheet, 0));
    struct scene_face *face = scene_polygon(scene, paper, 4, 8, &PAPER, &map);
    struct scene_sight *sight = face ? scene_sight(scene) : NULL;
    if (!sight) return;
    face->sight = scene->sight_count;
    *sight = (struct scene_sight){
        .kind = SIGHT_MARKER, .thing = thing, .marker = marker, .middle = pose.at, .normal = face->normal};
    for (int i = 0; i < 4; i++)
        sight->corners[i] = pose_apply(pose, vec3(CORNERS[i].x * size_m, CORNERS[i].y * size_m, 0));
}
