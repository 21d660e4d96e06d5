// What is counted of a life, for those who count and those who tell.
#pragma once

#include "run/check/character.h"

enum {
    CLIPS = 512,
    FEATURES = 64,
    HOURS = 24 * 31,
    CHAIN = 4,
    CHAINS = 4096,
    TRIPLES = 8192,
    DELAYS = 1000, // ms
    FLAPS = 6,
    CHARACTER_STUCK_S = 120
};

struct spell { // without a change
    double since, longest;
};
struct performance { // of a clip: what its head, its lift and its eyes did in the first second
    uint64_t way;
    uint16_t clip, ticks; // ticks: 0: none is watched
    float head, lift, heading;
};
struct character {
    char name[32];
    uint32_t clip_count, feature_count, clips_played, thrice, chain_count, chains_over, alike;
    uint32_t repeated; // performances of a clip that was played before
    struct {
        char name[64];
        uint32_t times, in_hour;
        uint64_t way;
    } clips[CLIPS];
    struct {
        char name[48];
        double seconds;
    } features[FEATURES];
    uint16_t last[CHAIN];
    struct {
        uint64_t what;
        uint32_t hour, times;
    } chains[CHAINS];
    struct performance performance;
    char deed[48];
    uint32_t deeds[3], triple_count;
    uint32_t triples[TRIPLES]; // in the order of their numbers
    double seconds, awake_s, alive_s, dead_s, day_s, day_awake_s, night_s, night_asleep_s, charger_s,
        frustrated_s, frustrated_most_s;
    double hour_awake_s, evenness_least, kinds_least; // of whole hours awake
    uint32_t hour_now, hours_full;
    double blinked_at, blink_sum, blink_sum2;
    uint32_t blinks, blinks_asleep, blink_gaps;
    struct spell any, body, asleep;
    uint32_t delays[DELAYS]; // how often so many ms
    uint32_t delay_count, unanswered;
    double stimulus_at;
    uint32_t stimulus; // what happened then
    double gaze_since, gaze_sum, gaze_longest;
    uint32_t gazes;
    uint32_t drives, led;
    double stood_since;
    uint32_t looks; // a bit a tick: its eyes or its head moved
    uint32_t charger_visits, left_charger, falls, empties, deaths;
    double charge_least, on_charger_longest_s, charger_awake_s;
    double stuck_since, stuck_longest; // below 0: it is not
    float stuck_x, stuck_y;
    uint32_t flaps, feature_changes;
    double changed_at[FLAPS];
    char feature[48];
    uint32_t face_was, tag_was, status_was;
    float eyes_was[4], head_was, lift_was, x_was, y_was, heading_was;
    bool begun, was_asleep, was_powered, was_dead, drove, gazed;
    uint32_t hours;
    struct {
        double stimulation, happy, charge, awake;
        uint32_t ticks;
    } hour[HOURS];
};
