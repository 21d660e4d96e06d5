// What a body that is another program sends and is sent: the two messages of schema/body.clad, as they are
// or as JSON lines. Pictures and samples go beside them.
//
//     // 0: not whole yet; fault.err: nonsense
//     used = program_take(form, bytes, len, scratch, &frame, &fault);
//     program_put(form, &command, face, speech, &out);                    // appends to a struct buf
//
// As they are: three numbers of four bytes, little-endian: how many bytes the message, the picture and the
// sound have; then these. A JSON line: {"senses": {…}, "picture": "base 64", "sound": "base 64"}, answered
// by {"command": {…}, "face": "…", "speech": "…"}; what is not there is left out. A line that is nonsense is
// answered by {"error": "…"}, and skipped.
//
// Views in a frame point into the bytes, or into the scratch until the next frame. Numbers that are not
// finite or beyond all measure are nonsense, and so is a picture that is not as large as its message says.
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/bytes.h"
#include "schema/body.h"

enum program_form { PROGRAM_BINARY, PROGRAM_JSON };
enum { PROGRAM_MAX = 4 << 20, PROGRAM_HEAD = 12 };

struct program_in {
    struct body_senses senses;
    struct bytes picture, sound;
};

// Bytes of the frame. With a fault these are to be skipped; 0 and a fault: nothing after it can be made out.
size_t program_take(enum program_form form, const uint8_t *at, size_t len, struct arena *scratch,
                    struct program_in *out, struct fault *fault);
void program_put(enum program_form form, const struct body_command *command, struct bytes face,
                 struct bytes speech, struct buf *out);
void program_put_error(const struct fault *fault, struct buf *out); // a JSON line
