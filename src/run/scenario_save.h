// A world as it is arranged now, as a scenario file: what is there and where, who lives there and how full
// they are, and of the timeline what still means somebody. Minds, speeds and clocks begin anew when it is
// opened.
//
//     struct buf text = {0};
//     if (play_save(play, &text, &fault)) …            // JSON that scenario_read takes
//     buf_free(&text);
//
// ERR_MEMORY is all that can go wrong. The text is the caller's.
#pragma once

#include "base/buf.h"
#include "run/play.h"

enum err play_save(struct play *play, struct buf *out, struct fault *fault);
