// What scene and rasteriser share: polygons with their texture mapping, and textures.
#pragma once

#include "world/camera/scene.h"

enum { TEXTURE_LEVELS = 7, TEXTURE_NONE = 0xffff };
enum { PLANE_RED, PLANE_GREEN, PLANE_BLUE, PLANE_GREY, TINTS };

// Grey values, or planes of red, green, blue and grey one after another. Each has smaller and smaller copies
// of itself (mipmaps).
struct texture {
    uint16_t width, height; // of level 0
    uint8_t levels, planes; // 1 or 4
    bool wraps;             // its sides are powers of two and it repeats; else its border pixels go on
    uint32_t plane_size;
    uint32_t level_at[TEXTURE_LEVELS];
    const uint8_t *texels;
};
size_t texture_room(unsigned width, unsigned height, unsigned levels); // bytes of a plane
// Fills in the sizes and computes the smaller levels from level 0 of each plane.
void texture_finish(struct texture *texture, uint8_t *texels, unsigned width, unsigned height,
                    unsigned levels, unsigned planes, bool wraps);

struct scene_face {
    uint32_t first; // corner
    uint8_t count, layer;
    bool both_sides;
    uint16_t texture;
    uint32_t owner;
    uint32_t sight;      // index + 1 of the sight it belongs to; 0: it belongs to no sight
    struct vec3 normal;  // towards the side it is seen from
    struct vec3 u, v, s; // texels = u0 + u.P, brightness = s0 + s.P, P in the world
    float u0, v0, s0;
    bool shaded;       // s is not zero
    float tint[TINTS]; // brightness of a full texel, including the light
};

enum sight_kind { SIGHT_MARKER, SIGHT_PERSON };
struct scene_sight {
    enum sight_kind kind;
    uint32_t thing;
    unsigned marker;
    struct vec3 corners[SCENE_FEATURES]; // a marker's four, upper left first, clockwise; a person's features
    struct vec3 middle, normal;
};

enum { ART_GRAINS = SCENE_GRAINS, ART_MARKERS = MARKER_COUNT, ART_COUNT = ART_GRAINS + ART_MARKERS };
struct scene_art {
    struct texture textures[ART_COUNT]; // grains, then markers
    uint8_t *texels;
};

struct painted {   // a texture that is made when needed
    uint64_t what; // hash of what it shows; 0: it is empty
    uint64_t used; // when
    uint8_t *texels;
};

struct scene {
    struct scene_config config;
    const struct scene_art *art;
    struct scene_light light;
    float lit[3];        // the light's colour, in the reference light
    struct vec3 towards; // unit
    struct scene_face *faces;
    struct vec3 *corners;
    struct scene_sight *sights;
    struct texture *textures; // people, then displays
    struct painted *painted;
    uint8_t *texels;
    uint32_t face_count, corner_count, sight_count, left_out, owner;
    uint64_t beat;
    float background[TINTS];
};

enum { SKIN_WIDTH = 256, SKIN_HEIGHT = 128, SKIN_LEVELS = 6 };
enum { DISPLAY_WIDTH = 184, DISPLAY_HEIGHT = 96, DISPLAY_LEVELS = 5 };

static inline const struct texture *scene_texture(const struct scene *scene, unsigned index) {
    return index < ART_COUNT ? &scene->art->textures[index] : &scene->textures[index - ART_COUNT];
}
static inline float luminance(const float c[3]) { return 0.299f * c[0] + 0.587f * c[1] + 0.114f * c[2]; }

// Where a polygon's texture lies.
struct mapping {
    uint16_t texture;
    struct vec3 u, v; // texels a metre
    float u0, v0;
};
// Adds a polygon lit by its normal. NULL: it was left out. The corners are in the world, counter-clockwise as
// seen.
struct scene_face *scene_polygon(struct scene *scene, const struct vec3 *corners, uint32_t count,
                                 unsigned layer, const struct scene_look *look,
                                 const struct mapping *mapping);
struct scene_sight *scene_sight(struct scene *scene);
// The slot for a painted texture: an existing one (fresh false), else the one that was unused for longest.
struct painted *scene_painted(struct scene *scene, bool display, uint64_t what, unsigned *texture,
                              bool *fresh);
// A triangle mesh over a stretched ball, with a skin. The skin's u goes round it (middle: ahead, x), v from
// crown to chin. texture TEXTURE_NONE: the plain look.
void scene_mesh(struct scene *scene, struct pose pose, struct vec3 radii, const struct scene_look *look,
                unsigned texture, unsigned round, unsigned rings, uint32_t sight);

// What a person looks like, derived from the name alone. Lengths in mm on a head of ordinary size, seen from
// the front, from its middle.
struct person_look {
    struct rgb skin, hair, iris, lips, shirt;
    float long_hair, hairline, brow, nose, mouth, eye_height; // hairline: how high the forehead ends
    float width, height;                                      // of the head, as shares of the ordinary
    bool bald, beard, glasses;
};
struct person_look person_look(const char *name);
enum { EYE_APART_MM = 62, EYE_UP_MM = 8, MOUTH_DOWN_MM = 48, NOSE_DOWN_MM = 18 };
extern const struct vec3 HEAD_RADII; // of the ordinary head, metres
// Paints level 0 of four planes of SKIN_WIDTH x SKIN_HEIGHT.
void skin_paint(const struct person_look *look, const struct scene_person *person, uint8_t *texels);
