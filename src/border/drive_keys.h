// The keys that drive a robot by hand: the same on the page and on a console.
//
//     const struct drive_key *key = drive_key_of('w', false);     // NULL: it does not drive
//     left = key->ahead - key->left, right = key->ahead + key->left;
//
// The table is constant and nobody's to free.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct drive_key {
    const char *name;              // as browsers call it, in small letters
    char byte;                     // on a terminal; of an arrow, its last
    float ahead, left, head, lift; // which way it pushes what: -1 to 1
    bool stops;                    // everything
};

extern const struct drive_key DRIVE_KEYS[];
extern const size_t DRIVE_KEY_COUNT;

const struct drive_key *drive_key_of(char byte, bool arrow);
