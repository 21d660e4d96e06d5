// What a robot has lived through, in numbers: how old it is, how far it drove, how often it was petted.
//
//     stats_heard(&stats, &event);                  // each event of the robot
//     if (stats_live(&stats, &view, air_us)) …      // after a tick; true: it is time to write them down
//
// Only what this program lived itself is counted; a view that stands still or went back counts nothing.
#pragma once

#include "base/buf.h"
#include "schema/life.h"

enum stat {
    STAT_ALIVE_SECONDS,
    STAT_ANIMATIONS,
    STAT_CLIFFS,
    STAT_SOUNDS,
    STAT_FIST_BUMPS,
    STAT_FACES,
    STAT_PETTED_MS,
    STAT_LEFT_MM,
    STAT_RIGHT_MM,
    STAT_COUNT
};
struct stats {
    double numbers[STAT_COUNT];
    uint64_t last_us; // of the view before
    int64_t write_us; // air time
};
struct store;
enum err stats_read(struct store *store, struct stats *stats, uint64_t *version, struct fault *fault);
void stats_write(const struct stats *stats, struct buf *out); // a JSON object
void stats_heard(struct stats *stats, const struct life_event *event);
bool stats_live(struct stats *stats, const struct life_view *view, int64_t air_us);
