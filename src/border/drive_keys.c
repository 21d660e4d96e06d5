#include "border/drive_keys.h"

const struct drive_key DRIVE_KEYS[] = {
    {"w", 'w', .ahead = 1},        {"s", 's', .ahead = -1},         {"a", 'a', .left = 1},
    {"d", 'd', .left = -1},        {"arrowup", 'A', .ahead = 1},    {"arrowdown", 'B', .ahead = -1},
    {"arrowleft", 'D', .left = 1}, {"arrowright", 'C', .left = -1}, {"t", 't', .head = 1},
    {"g", 'g', .head = -1},        {"r", 'r', .lift = 1},           {"f", 'f', .lift = -1},
    {"x", 'x', .stops = true},
};
const size_t DRIVE_KEY_COUNT = sizeof DRIVE_KEYS / sizeof *DRIVE_KEYS;

const struct drive_key *drive_key_of(char byte, bool arrow) {
    for (size_t i = 0; i < DRIVE_KEY_COUNT; i++)
        if (DRIVE_KEYS[i].byte == byte && arrow == (DRIVE_KEYS[i].name[1] != 0)) return &DRIVE_KEYS[i];
    return NULL;
}
