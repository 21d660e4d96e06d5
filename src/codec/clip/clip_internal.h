// What the files clip_*.c share. Nobody else includes this.
#pragma once

#include "codec/clip/clip.h"

// A line of notes, or a warning in the log when nobody takes notes.
void clip_note(struct buf *notes, const struct clip *clip, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Sound key-frames of one event made into groups of one, as the later files have them. What is there already stays.
enum err clip_group_audio(struct clip *clip, struct arena *arena, struct buf *notes);
// One clip from any dialect to another; from == CLIP_AUTO: fields of all dialects may be in use.
enum err clip_fit(struct clip *clip, enum clip_dialect from, enum clip_dialect to, struct arena *arena,
                  struct buf *notes);
