#include "sense/see/modes.h"

#include <string.h>

enum { WIDEST = 32 }; // pictures after which every plan repeats

// Off, low, medium, high, standard. Chosen, but for the names.
#define ROW(mode, name, group, low, med, high, standard, cost)                                               \
    [LIFE_VISION_MODE_##mode] = {name, group, {0, low, med, high, standard}, cost}
const struct mode_row MODE_ROWS[MODES] = {
    ROW(AUTO_EXP, "AutoExp", "AutoExp", 8, 4, 4, 4, 2),
    ROW(AUTO_EXP_CYCLING, "AutoExp_Cycling", "AutoExp", 8, 4, 4, 4, 2),
    ROW(AUTO_EXP_MIN_GAIN, "AutoExp_MinGain", "AutoExp", 8, 4, 4, 4, 2),
    ROW(WHITE_BALANCE, "WhiteBalance", "", 16, 8, 8, 8, 2),
    ROW(MARKERS, "Markers", "Markers", 4, 2, 1, 2, 16),
    ROW(MARKERS_OFF, "Markers_Off", "Markers", 4, 2, 1, 2, 0),
    ROW(MARKERS_CHARGER_ONLY, "Markers_ChargerOnly", "Markers", 4, 2, 1, 2, 16),
    ROW(MARKERS_COMPOSITE, "Markers_Composite", "Markers", 4, 2, 1, 2, 18),
    ROW(MARKERS_FAST_ROTATION, "Markers_FastRotation", "Markers", 4, 2, 1, 2, 8),
    ROW(MARKERS_FULL_FRAME, "Markers_FullFrame", "Markers", 4, 2, 1, 2, 16),
    ROW(MARKERS_FULL_HEIGHT, "Markers_FullHeight", "Markers", 4, 2, 1, 2, 12),
    ROW(MARKERS_FULL_WIDTH, "Markers_FullWidth", "Markers", 4, 2, 1, 2, 12),
    ROW(FACES, "Faces", "Faces", 8, 2, 1, 4, 12),
    ROW(FACES_BLINK, "Faces_Blink", "Faces", 8, 2, 1, 4, 1),
    ROW(FACES_CROP, "Faces_Crop", "Faces", 8, 2, 1, 4, 4),
    ROW(FACES_EXPRESSION, "Faces_Expression", "Faces", 8, 2, 1, 4, 4),
    ROW(FACES_GAZE, "Faces_Gaze", "Faces", 8, 2, 1, 4, 1),
    ROW(FACES_SMILE, "Faces_Smile", "Faces", 8, 2, 1, 4, 1),
    ROW(HANDS, "Hands", "", 8, 4, 2, 4, 10),
    ROW(PEOPLE, "People", "", 16, 8, 4, 8, 10),
    ROW(PETS, "Pets", "", 32, 16, 8, 16, 10),
    ROW(MOTION, "Motion", "", 4, 1, 1, 1, 4),
    ROW(BRIGHT_COLORS, "BrightColors", "", 32, 16, 8, 16, 3),
    ROW(ILLUMINATION, "Illumination", "", 32, 8, 4, 8, 1),
    ROW(LASERS, "Lasers", "", 8, 4, 2, 4, 4),
    ROW(OVERHEAD_EDGES, "OverheadEdges", "", 8, 4, 2, 4, 5),
    ROW(OVERHEAD_MAP, "OverheadMap", "", 8, 4, 2, 4, 5),
    ROW(MIRROR_MODE, "MirrorMode", "", 2, 1, 1, 1, 3),
    ROW(SAVE_IMAGES, "SaveImages", "", 1, 1, 1, 1, 6),
    ROW(STATS, "Stats", "", 1, 1, 1, 1, 1),
    ROW(VIZ, "Viz", "", 4, 2, 1, 2, 4),
};

int mode_find(const char *name) {
    for (int i = 0; i < MODES; i++)
        if (!strcmp(MODE_ROWS[i].name, name)) return i;
    return -1;
}

void modes_start(struct modes *m) { memset(m, 0, sizeof *m); }

static uint8_t fastest(const struct modes *m, int mode) {
    uint8_t every = 0;
    for (int who = 0; who < MODES_WHO; who++) {
        uint8_t its = MODE_ROWS[mode].every[m->wanted[who][mode]];
        if (its && (!every || its < every)) every = its;
    }
    return every;
}

static uint32_t dearest_at(const uint32_t load[WIDEST], uint32_t every, uint32_t offset) {
    uint32_t most = 0;
    for (uint32_t i = offset; i < WIDEST; i += every)
        if (load[i] > most) most = load[i];
    return most;
}

// The dear ones first: what comes after finds a place beside them.
static void plan(struct modes *m) {
    uint32_t load[WIDEST] = {0}, placed = 0;
    for (int i = 0; i < MODES; i++) m->every[i] = fastest(m, i), m->offset[i] = 0;
    for (;;) {
        int next = -1;
        for (int i = 0; i < MODES; i++)
            if (m->every[i] && !(placed >> i & 1) && (next < 0 || MODE_ROWS[i].cost > MODE_ROWS[next].cost))
                next = i;
        if (next < 0) return;
        placed |= 1u << next;
        uint32_t every = m->every[next], best = 0;
        for (uint32_t offset = 1; offset < every; offset++)
            if (dearest_at(load, every, offset) < dearest_at(load, every, best)) best = offset;
        m->offset[next] = (uint8_t)best;
        for (uint32_t i = best; i < WIDEST; i += every) load[i] += MODE_ROWS[next].cost;
    }
}

void modes_want(struct modes *m, enum modes_who who, enum life_vision_mode mode, enum mode_rate rate) {
    if (m->wanted[who][mode] == rate) return;
    m->wanted[who][mode] = (uint8_t)rate;
    plan(m);
}

uint32_t modes_due(const struct modes *m, uint32_t picture) {
    uint32_t due = 0;
    for (int i = 0; i < MODES; i++)
        if (m->every[i] && picture % m->every[i] == m->offset[i]) due |= 1u << i;
    return due;
}

uint32_t modes_on(const struct modes *m) {
    uint32_t on = 0;
    for (int i = 0; i < MODES; i++) on |= (uint32_t)(m->every[i] != 0) << i;
    return on;
}
