#include "world/panel.h"

#include "base/maths/maths.h"
#include "world/world_internal.h"

#include <string.h>

uint32_t panel_lines(const char *creature) {
    return !strcmp(creature, "vector") ? 96 : !strcmp(creature, "cozmo") ? 64 : 0;
}
uint32_t panel_lamps(const char *creature) { return !strcmp(creature, "vector") ? 2 : 0; }

void panel_light(struct world *world, uint32_t robot, uint8_t level) {
    struct world_robot_state *r = world_robot(world, robot);
    if (r) r->backlight = level;
}

static float lamp(const struct world *world, uint32_t robot, int which) {
    const struct world_defect_state *fault =
        world_has_fault(world, robot, WORLD_DEFECT_KIND_DISPLAY_LIGHT_DEAD, which);
    return fault ? 1 - m_clamp(fault->amount, 0, 1) : 1;
}

static void dim(uint16_t *row, int width, float left, float right) {
    for (int x = 0; x < width; x++) {
        float there = ((float)x + 0.5f) / (float)width, light = left * (1 - there) + right * there;
        struct rgb c = rgb_of_565(row[x]);
        row[x] =
            rgb565_of((struct rgb){(uint8_t)((float)c.r * light + 0.5f), (uint8_t)((float)c.g * light + 0.5f),
                                   (uint8_t)((float)c.b * light + 0.5f)});
    }
}

void panel_show(const struct world *world, uint32_t robot, const struct raster *raster) {
    const struct world_memory *m = world_memory(world);
    float level = (float)m->robots[robot - 1].backlight / 255;
    bool lamps = panel_lamps(m->robots[robot - 1].creature);
    float left = lamps ? level * lamp(world, robot, 0) : 1, right = lamps ? level * lamp(world, robot, 1) : 1;
    for (int y = 0; y < raster->height && (left < 1 || right < 1); y++)
        dim(raster->at + (size_t)y * (size_t)raster->width, raster->width, left, right);
    for (uint32_t i = 0; i < m->defects_count; i++)
        if (m->defects[i].robot == robot && m->defects[i].kind == WORLD_DEFECT_KIND_DISPLAY_LINE_DEAD)
            raster_fill(raster, (struct raster_area){0, m->defects[i].which, raster->width, 1},
                        (struct rgb){0});
}
