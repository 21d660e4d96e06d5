// What a robot's display looks like from outside: the picture drawn, its backlight, and its dead lines.
//
//     panel_show(world, robot, &raster);          // changes the pixels drawn into what is seen
//
// Vector's display has 184 by 96 pixels of 16 bits and two lamps, left and right. Cozmo's has 128 by 64
// pixels that glow by themselves. Dead lines and dead lamps are defects of the world (DISPLAY_LINE_DEAD,
// DISPLAY_LIGHT_DEAD). The body's command sets how bright the lamps are.
#pragma once

#include "codec/picture/raster.h"
#include "world/world.h"

void panel_show(const struct world *world, uint32_t robot, const struct raster *raster);
void panel_light(struct world *world, uint32_t robot, uint8_t level); // 0 … 255
uint32_t panel_lines(const char *creature);                           // 0: the creature has no display
uint32_t panel_lamps(const char *creature);
