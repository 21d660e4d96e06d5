// The header of a firmware file (cozmo.safe): 1024 bytes of JSON, padded with zeros. Images for three
// controllers follow; they are not read here.
//
//     struct safe safe;
//     if (safe_read(file, "cozmo.safe", arena, &safe, fault)) return fault->err;
//     safe.version …
//
// Four keys are required: version, and the signatures of the three images (wifiSig, rtipSig, bodySig). The
// rest may be missing. The hashes can be shown but not verified. Texts live in the arena.
#pragma once

#include "base/data/json.h"

enum { SAFE_HEAD = 1024 };

struct safe {
    uint32_t version;
    struct text wifi, rtip, body;              // signatures of the images
    struct text build, revision, date;         // empty: missing
    struct text to_robot_hash, to_engine_hash; // of the message layouts
    int64_t time_unix_s;                       // 0: missing
    struct text json;                          // the whole header, as written
    size_t images;                             // bytes after the header
};

// ERR_SHORT: shorter than a header. A fault names the place of a JSON error, or the key. `name` is for
// errors.
enum err safe_read(struct bytes file, const char *name, struct arena *arena, struct safe *out,
                   struct fault *fault);
