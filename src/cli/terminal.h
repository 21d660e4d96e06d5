// Shows a display in a terminal: half a character a pixel, in 24-bit colour. Only characters that changed are
// sent again.
//
//     struct terminal *terminal = terminal_open(stdout, raster.width, raster.height);    // NULL: no memory
//     terminal_show(terminal, &raster);                              // as often as there is something new
//     terminal_close(terminal);                         // the cursor comes back below the picture
//
// A terminal that is too narrow gets every second pixel, or fewer. Output that is not a terminal is written
// as if it were 184 characters wide.
#pragma once

#include "codec/picture/raster.h"

#include <stdio.h>

struct terminal;
struct terminal *terminal_open(FILE *to, int width, int height);
size_t terminal_show(struct terminal *terminal, const struct raster *raster); // how many characters were sent
void terminal_close(struct terminal *terminal);
