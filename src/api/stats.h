// What a robot has lived through, in numbers: how old it is, how far it drove, how often it was petted, what
// it did. They are kept as long as its folder is.
//
//     stats_heard(&stats, &event);                            // each event of the robot
//     if (stats_live(&stats, &moment, air_us)) …              // after a tick; true: it is time to write
//     stats_write(&stats, STATS_APP, &out);                   // the six that an app is shown
//
// Only what this program lived itself is counted; a view that stands still or went back counts nothing. In
// the document numbers are whole: stimulation in thousandths, ways in 1/100 000 mm, all else as it is called.
#pragma once

#include "base/buf.h"
#include "schema/life.h"

enum { STATS_NUMBERS = 20, STATS_FEATURES = 96, STATS_NAME = 48 };
struct stats {
    double numbers[STATS_NUMBERS]; // of the table in stats.c
    struct stats_feature {         // what its mind did, and who wanted it: "AI.Observing"
        char name[STATS_NAME];
        double count;
    } features[STATS_FEATURES];
    size_t feature_count;
    char doing[STATS_NAME - 8]; // now
    const char *wanted_by;      // of the next: "Voice", "App"; NULL: its own idea
    float stimulation;
    uint64_t last_us; // of the view before
    int64_t write_us; // air time
};
struct stats_moment {
    const struct life_view *view;
    struct text feature; // what its mind does; empty: nothing
    float stimulation;
};
enum stats_of { STATS_ALL, STATS_APP };
struct store;
enum err stats_read(struct store *store, struct stats *stats, uint64_t *version, struct fault *fault);
void stats_write(const struct stats *stats, enum stats_of which, struct buf *out); // a JSON object
void stats_heard(struct stats *stats, const struct life_event *event);
double stats_alive_s(const struct stats *stats);
bool stats_live(struct stats *stats, const struct stats_moment *now, int64_t air_us);
