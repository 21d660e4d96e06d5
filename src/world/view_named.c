#include "world/view_named.h"

#include <string.h>

static struct scene_look plain(uint8_t r, uint8_t g, uint8_t b) {
    return (struct scene_look){.colour = {r, g, b}, .grain = SCENE_PLAIN};
}
static struct pose moved(struct pose pose, float x, float y, float z) {
    pose.at = pose_apply(pose, vec3(x, y, z));
    return pose;
}

// One block of a thing: its middle and size as shares of the thing's.
struct block {
    float x, y, z, long_x, wide_y, high;
    uint8_t colour[3];
};

static void blocks(struct scene *scene, struct pose pose, struct vec3 size, const struct block *b,
                   uint32_t count) {
    for (; count--; b++)
        scene_box(scene, moved(pose, b->x * size.x, b->y * size.y, b->z * size.z),
                  vec3(b->long_x * size.x, b->wide_y * size.y, b->high * size.z),
                  plain(b->colour[0], b->colour[1], b->colour[2]));
}

// Its back to the outside, along its longer side.
static void sofa(struct scene *scene, struct pose pose, struct vec3 size) {
    static const struct block PARTS[] = {{0, 0, 0.25f, 1, 1, 0.5f, {92, 120, 128}},
                                         {-0.36f, 0, 0.5f, 0.28f, 1, 1, {92, 120, 128}},
                                         {0, -0.45f, 0.42f, 1, 0.1f, 0.84f, {92, 120, 128}},
                                         {0, 0.45f, 0.42f, 1, 0.1f, 0.84f, {92, 120, 128}},
                                         {0.12f, -0.2f, 0.56f, 0.7f, 0.38f, 0.2f, {107, 138, 145}},
                                         {0.12f, 0.2f, 0.56f, 0.7f, 0.38f, 0.2f, {107, 138, 145}}};
    if (size.x > size.y) { // as wide as it is long when it is turned
        pose.turn = quat_times(pose.turn, quat_yaw(M_PI_F / 2));
        size = vec3(size.y, size.x, size.z);
    }
    blocks(scene, pose, size, PARTS, sizeof PARTS / sizeof *PARTS);
}

static void book(struct scene *scene, struct pose pose, struct vec3 size) {
    static const struct block PARTS[] = {{0, 0, 0.5f, 0.97f, 0.97f, 0.8f, {236, 232, 217}},
                                         {0, 0, 0.06f, 1, 1, 0.12f, {51, 92, 128}},
                                         {0, 0, 0.94f, 1, 1, 0.12f, {51, 92, 128}},
                                         {-0.49f, 0, 0.5f, 0.02f, 1, 1, {51, 92, 128}}};
    blocks(scene, pose, size, PARTS, sizeof PARTS / sizeof *PARTS);
}

static void shelf(struct scene *scene, struct pose pose, struct vec3 size) {
    static const uint8_t BOOKS[5][3] = {
        {158, 66, 61}, {61, 92, 117}, {204, 171, 102}, {84, 112, 84}, {133, 107, 140}};
    blocks(scene, pose, size, &(struct block){0, 0, 0.5f, 1, 1, 1, {98, 80, 59}}, 1);
    for (int row = 0; row <= 4; row++) {
        struct block board = {0, 0, 0.01f + (float)row * 0.245f, 1.06f, 1.02f, 0.02f, {178, 145, 107}};
        blocks(scene, pose, size, &board, 1);
        for (int i = 0; row < 4 && i < 5; i++)
            for (int side = -1; side <= 1; side += 2) {
                struct block b = {0.45f * (float)side,
                                  (float)(i - 2) / 6.4f,
                                  0.1f + (float)row * 0.245f,
                                  0.14f,
                                  0.11f,
                                  0.16f,
                                  {0}};
                memcpy(b.colour, BOOKS[(row * 2 + i) % 5], 3);
                blocks(scene, pose, size, &b, 1);
            }
    }
}

static void mug(struct scene *scene, struct pose pose, struct vec3 size) {
    struct scene_look white = plain(237, 230, 214), band = plain(194, 102, 76);
    float r = size.x / 2, h = size.z;
    scene_rod(scene, pose, r, r, h, white);
    scene_rod(scene, moved(pose, 0, 0, h * 0.53f), r * 1.01f, r * 1.01f, h * 0.18f, band);
    for (int i = -2; i <= 2; i++) {
        float a = (float)i * 0.6f;
        scene_ball(scene, moved(pose, -r - m_cos(a) * h * 0.2f, 0, h * (0.5f + m_sin(a) * 0.3f)),
                   vec3(0.008f, 0.006f, h * 0.1f), white);
    }
}

static void leaf(struct scene *scene, struct pose pose, struct vec3 size) {
    static const float PARTS[][2] = {
        {-0.32f, 0.55f}, {-0.12f, 0.95f}, {0.1f, 1}, {0.3f, 0.72f}, {0.45f, 0.34f}};
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        scene_ball(scene, moved(pose, PARTS[i][0] * size.x, 0, size.z * 0.45f),
                   vec3(size.x * 0.18f, size.y * PARTS[i][1] / 2, size.z * 0.4f), plain(77, 153, 56));
    scene_ball(scene, moved(pose, -size.x * 0.58f, 0, size.z * 0.4f),
               vec3(size.x * 0.17f, size.y * 0.05f, size.z * 0.15f), plain(92, 128, 51));
}

static void stick(struct scene *scene, struct pose pose, struct vec3 size) {
    struct pose lying = moved(pose, -size.x / 2, 0, size.z / 2);
    lying.turn = quat_times(lying.turn, quat_about(vec3(0, 1, 0), M_PI_F / 2));
    scene_rod(scene, lying, size.z / 2, size.z * 0.38f, size.x, plain(120, 82, 48));
    scene_ball(scene, moved(pose, size.x * 0.49f, 0, size.z / 2),
               vec3(size.z * 0.12f, size.z * 0.36f, size.z * 0.36f), plain(204, 168, 117));
    scene_ball(scene, moved(pose, -size.x * 0.49f, 0, size.z / 2),
               vec3(size.z * 0.12f, size.z * 0.46f, size.z * 0.46f), plain(204, 168, 117));
}

static void ice(struct scene *scene, struct pose pose, struct vec3 size) {
    static const struct block PARTS[] = {{0, 0, 0.5f, 1, 1, 1, {178, 224, 247}},
                                         {-0.08f, 0.06f, 0.52f, 0.62f, 0.5f, 1, {224, 247, 255}}};
    blocks(scene, pose, size, PARTS, sizeof PARTS / sizeof *PARTS);
}

static const struct {
    const char *name;
    uint8_t tag; // what it says; 0: it has none
    void (*show)(struct scene *scene, struct pose pose, struct vec3 size);
} LOOKS[] = {{"sofa", 0, sofa},  {"book", 0, book},   {"shelf", 0, shelf}, {"mug", 0, mug},
             {"leaf", 18, leaf}, {"stick", 5, stick}, {"ice", 20, ice}};

// "book 2" is a book.
static bool called(const char *name, const char *word) {
    size_t len = strlen(word);
    return !strncmp(name, word, len) && !name[len + strspn(name + len, " 0123456789")];
}

bool view_named(struct scene *scene, const struct world_thing_state *thing, struct pose pose) {
    bool tagged = thing->kind == WORLD_THING_KIND_TAG;
    if (!tagged && thing->kind != WORLD_THING_KIND_BOX && thing->kind != WORLD_THING_KIND_DISC &&
        thing->kind != WORLD_THING_KIND_WALL)
        return false;
    for (int i = 0; i < 6; i++)
        if (thing->markers[i]) return false; // what it is called matters less than what it shows
    for (size_t i = 0; i < sizeof LOOKS / sizeof *LOOKS; i++) {
        if (tagged != (LOOKS[i].tag != 0)) continue;
        if (!called(thing->name, LOOKS[i].name) && !(tagged && thing->tag == LOOKS[i].tag)) continue;
        LOOKS[i].show(scene, pose, vec3(thing->size_m[0], thing->size_m[1], thing->size_m[2]));
        return true;
    }
    return false;
}
