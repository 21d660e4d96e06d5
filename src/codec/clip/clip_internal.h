// Shared by clip_*.c; private to them.
#pragma once

#include "codec/clip/clip.h"

// Adds a line to `notes`, or logs a warning if `notes` is NULL.
void clip_note(struct buf *notes, const struct clip *clip, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Turns sound key-frames with one event into groups of one, as later files have them. Existing groups stay.
enum err clip_group_audio(struct clip *clip, struct arena *arena, struct buf *notes);
// Converts one clip between dialects. from == CLIP_AUTO: fields of all dialects may be in use.
enum err clip_fit(struct clip *clip, enum clip_dialect from, enum clip_dialect to, struct arena *arena,
                  struct buf *notes);
