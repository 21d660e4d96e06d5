#include "codec/picture/marker.h"

#include <string.h>

const struct marker MARKERS[MARKER_COUNT] = {
    {"circles2", 0x58bc3cb37, MARKER_CUSTOM, 1, 50},
    {"circles3", 0x56e84498e, MARKER_CUSTOM, 2, 50},
    {"circles4", 0x701560ad3, MARKER_CUSTOM, 3, 50},
    {"circles5", 0xbd80b4cb2, MARKER_CUSTOM, 4, 50},
    {"diamonds2", 0x444bcaba2, MARKER_CUSTOM, 5, 50},
    {"diamonds3", 0x57c883255, MARKER_CUSTOM, 6, 50},
    {"diamonds4", 0x2b4319a4d, MARKER_CUSTOM, 7, 50},
    {"diamonds5", 0xd0e5c3767, MARKER_CUSTOM, 8, 50},
    {"hexagons2", 0x8c850dcec, MARKER_CUSTOM, 9, 50},
    {"hexagons3", 0x8923a1d57, MARKER_CUSTOM, 10, 50},
    {"hexagons4", 0xabe0e436c, MARKER_CUSTOM, 11, 50},
    {"hexagons5", 0xedeb280be, MARKER_CUSTOM, 12, 50},
    {"triangles2", 0xc170fe3c1, MARKER_CUSTOM, 13, 50},
    {"triangles3", 0xab9356742, MARKER_CUSTOM, 14, 50},
    {"triangles4", 0xc38cfd31d, MARKER_CUSTOM, 15, 50},
    {"triangles5", 0x2b6a6519b, MARKER_CUSTOM, 16, 50},
    {"vector-cube-front", 0x61cd4be19, MARKER_VECTOR_CUBE, 0, 27},
    {"vector-cube-back", 0x6479e0769, MARKER_VECTOR_CUBE, 1, 27},
    {"vector-cube-left", 0x466a6b5fc, MARKER_VECTOR_CUBE, 2, 27},
    {"vector-cube-right", 0xf0228dea4, MARKER_VECTOR_CUBE, 3, 27},
    {"vector-cube-top", 0xf3dd0297c, MARKER_VECTOR_CUBE, 4, 27},
    {"vector-cube-bottom", 0xd93995649, MARKER_VECTOR_CUBE, 5, 27},
    {"cozmo-cube1-front", 0xdf061a2c1, MARKER_COZMO_CUBE_1, 0, 27},
    {"cozmo-cube1-back", 0x80d8e879a, MARKER_COZMO_CUBE_1, 1, 27},
    {"cozmo-cube1-left", 0x5f734d34a, MARKER_COZMO_CUBE_1, 2, 27},
    {"cozmo-cube1-right", 0x90efbea64, MARKER_COZMO_CUBE_1, 3, 27},
    {"cozmo-cube1-top", 0x1551fad37, MARKER_COZMO_CUBE_1, 4, 27},
    {"cozmo-cube1-bottom", 0x9c1b7c3ec, MARKER_COZMO_CUBE_1, 5, 27},
    {"cozmo-cube2-front", 0x6cc17e4eb, MARKER_COZMO_CUBE_2, 0, 27},
    {"cozmo-cube2-back", 0xd55d9cde0, MARKER_COZMO_CUBE_2, 1, 27},
    {"cozmo-cube2-left", 0xb1625b27a, MARKER_COZMO_CUBE_2, 2, 27},
    {"cozmo-cube2-right", 0xbf475053b, MARKER_COZMO_CUBE_2, 3, 27},
    {"cozmo-cube2-top", 0x538cb6c69, MARKER_COZMO_CUBE_2, 4, 27},
    {"cozmo-cube2-bottom", 0xad425bda4, MARKER_COZMO_CUBE_2, 5, 27},
    {"cozmo-cube3-front", 0xf9ee14942, MARKER_COZMO_CUBE_3, 0, 27},
    {"cozmo-cube3-back", 0x11b4a7e06, MARKER_COZMO_CUBE_3, 1, 27},
    {"cozmo-cube3-left", 0xbfb604218, MARKER_COZMO_CUBE_3, 2, 27},
    {"cozmo-cube3-right", 0xd260b2f5c, MARKER_COZMO_CUBE_3, 3, 27},
    {"cozmo-cube3-top", 0x7a8faa223, MARKER_COZMO_CUBE_3, 4, 27},
    {"cozmo-cube3-bottom", 0x8473c4efe, MARKER_COZMO_CUBE_3, 5, 27},
    {"vector-charger", 0xf3a71148e, MARKER_CHARGER, 0, 40},
    {"cozmo-charger", 0x15f7229c9, MARKER_CHARGER, 1, 40},
};

int marker_find(const char *name) {
    for (int i = 0; i < MARKER_COUNT; i++)
        if (!strcmp(MARKERS[i].name, name)) return i;
    return -1;
}

int marker_find_kind(enum marker_kind kind, unsigned index) {
    for (int i = 0; i < MARKER_COUNT; i++)
        if (MARKERS[i].kind == kind && MARKERS[i].index == index) return i;
    return -1;
}

static uint64_t turned_once(uint64_t code) {
    uint64_t out = 0;
    for (unsigned y = 0; y < 6; y++)
        for (unsigned x = 0; x < 6; x++) out |= (code >> ((5 - x) * 6 + y) & 1) << (y * 6 + x);
    return out;
}

uint64_t marker_turned(uint64_t code, unsigned quarters) {
    for (quarters %= 4; quarters; quarters--) code = turned_once(code);
    return code;
}

unsigned marker_distance(uint64_t a, uint64_t b) { return (unsigned)__builtin_popcountll(a ^ b); }

bool marker_match(uint64_t seen, unsigned errors, struct marker_match *out) {
    *out = (struct marker_match){.errors = 37, .runner_up = 37};
    uint64_t back[4]; // seen, turned back by so many quarters
    for (unsigned turn = 0; turn < 4; turn++) back[turn] = marker_turned(seen, 4 - turn);
    for (unsigned i = 0; i < MARKER_COUNT; i++) {
        unsigned best = 37, best_turn = 0;
        for (unsigned turn = 0; turn < 4; turn++) {
            unsigned differ = marker_distance(back[turn], MARKERS[i].code);
            if (differ < best) best = differ, best_turn = turn;
        }
        if (best < out->errors)
            *out = (struct marker_match){i, best_turn, best, out->errors};
        else if (best < out->runner_up)
            out->runner_up = best;
    }
    return out->errors <= errors;
}

bool marker_dark(unsigned marker, unsigned x, unsigned y) {
    if (marker >= MARKER_COUNT || x - 1 > 9 || y - 1 > 9) return false;
    if (x == 1 || x == 10 || y == 1 || y == 10) return true;
    if (x - 3 > 5 || y - 3 > 5) return false;
    return MARKERS[marker].code >> ((y - 3) * 6 + (x - 3)) & 1;
}

enum err marker_draw(unsigned marker, unsigned cell_px, struct pixels *out, struct fault *fault) {
    if (marker >= MARKER_COUNT)
        return fault_set(fault, ERR_UNKNOWN, "expected a marker from 0 to 41, found %u", marker);
    if (!cell_px || cell_px > PIXELS_SIDE_MAX / MARKER_CELLS)
        return fault_set(fault, ERR_RANGE, "expected 1 to %d pixels a cell, found %u",
                         PIXELS_SIDE_MAX / MARKER_CELLS, cell_px);
    enum err err = pixels_new(out, MARKER_CELLS * cell_px, MARKER_CELLS * cell_px, 1);
    if (err) return fault_set(fault, err, "no memory for a marker's picture");
    for (unsigned y = 0; y < out->height; y++)
        for (unsigned x = 0; x < out->width; x++)
            *pixels_at(out, x, y) = marker_dark(marker, x / cell_px, y / cell_px) ? 0 : 255;
    return ERR_NONE;
}
