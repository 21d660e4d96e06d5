// How far the clocks of a place are from Greenwich at a moment, as the system's time zone files say.
//
//     int32_t east_s;
//     if (zone_of("Europe/Berlin", unix_s, &east_s, &fault)) …   // ERR_UNKNOWN: no such place here
//     zone_at(bytes, unix_s, &east_s, &fault);                   // of a file's bytes (TZif, RFC 8536)
//
// Nothing of the process is touched: not TZ, not the C library's own zone.
#pragma once

#include "base/bytes.h"
#include "base/err.h"

#define ZONE_FOLDER "/usr/share/zoneinfo"
enum { ZONE_NAME_MAX = 64, ZONE_BYTES_MAX = 64 << 10 };

enum err zone_at(struct bytes file, int64_t unix_s, int32_t *east_s, struct fault *fault);
enum err zone_of(const char *name, int64_t unix_s, int32_t *east_s, struct fault *fault);
