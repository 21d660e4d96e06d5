// A robot's display as one sees it from outside: what was drawn, behind a backlight, with the lines that are
// dead.
//
//     panel_show(world, robot, &raster);          // changes the pixels drawn into what is seen
//
// Vector's has 184 by 96 pixels of 16 bits and two lamps, at its left and right; Cozmo's 128 by 64 dots that
// shine by themselves. Dead lines and lamps are faults of the world (DISPLAY_LINE_DEAD, DISPLAY_LIGHT_DEAD);
// how bright the lamps are is the body's command.
#pragma once

#include "codec/picture/raster.h"
#include "world/world.h"

void panel_show(const struct world *world, uint32_t robot, const struct raster *raster);
void panel_light(struct world *world, uint32_t robot, uint8_t level); // of 255
uint32_t panel_lines(const char *creature);                           // 0: it has no display
uint32_t panel_lamps(const char *creature);
