// The head of a firmware file (cozmo.safe): 1024 bytes of JSON, filled up with zeros, and then images for three controllers whose inside
// is nobody's business here.
//
//     struct safe safe;
//     if (safe_read(file, "cozmo.safe", arena, &safe, fault)) return fault->err;
//     safe.version …
//
// Four keys must be there: version, and the signatures of the three images (wifiSig, rtipSig, bodySig). The hashes cannot be verified
// from outside, only shown; the rest may be missing. Texts live in the arena.
#pragma once

#include "base/data/json.h"

enum { SAFE_HEAD = 1024 };

struct safe {
    uint32_t version;
    struct text wifi, rtip, body;              // signatures of the images
    struct text build, revision, date;         // empty: not said
    struct text to_robot_hash, to_engine_hash; // of the message layouts
    int64_t time_unix_s;                       // 0: not said
    struct text json;                          // all of it, as it stands there
    size_t images;                             // bytes behind the head
};

// ERR_SHORT: less than a head. What JSON is wrong with, or which key, is told with its place. `name` is for errors.
enum err safe_read(struct bytes file, const char *name, struct arena *arena, struct safe *out,
                   struct fault *fault);
