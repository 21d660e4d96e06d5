#include "act/needs.h"

enum { GOES = BODY_HAS(WHEELS), LIFTS = BODY_HAS(WHEELS) | BODY_HAS(LIFT), CUBE = BODY_HAS(CUBES) };
static const struct {
    uint16_t kind;
    uint32_t parts;
} ROWS[] = {
    {LIFE_DRIVE, GOES},
    {LIFE_DRIVE_STRAIGHT, GOES},
    {LIFE_TURN_IN_PLACE, GOES},
    {LIFE_GO_TO_POSE, GOES},
    {LIFE_GO_TO_THING, GOES},
    {LIFE_DRIVE_OFF_CHARGER, GOES},
    {LIFE_DRIVE_ON_CHARGER, GOES | BODY_HAS(CHARGER)},
    {LIFE_GET_UNSTUCK, GOES},
    {LIFE_LOOK_AROUND, GOES},
    {LIFE_HEAD, BODY_HAS(HEAD)},
    {LIFE_MOVE_HEAD, BODY_HAS(HEAD)},
    {LIFE_LIFT, BODY_HAS(LIFT)},
    {LIFE_MOVE_LIFT, BODY_HAS(LIFT)},
    {LIFE_DOCK, LIFTS},
    {LIFE_PICK_UP, LIFTS},
    {LIFE_PLACE_HERE, LIFTS},
    {LIFE_PLACE_AT, LIFTS},
    {LIFE_PLACE_ON, LIFTS},
    {LIFE_ROLL, LIFTS},
    {LIFE_WHEELIE, LIFTS},
    {LIFE_SCAN_CUBES, CUBE},
    {LIFE_WANT_CUBE, CUBE},
    {LIFE_LIGHT_CUBE, CUBE},
    {LIFE_FLASH_CUBE, CUBE},
};

uint32_t act_needs(enum life_kind kind) {
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (ROWS[i].kind == kind) return ROWS[i].parts;
    return 0;
}

static bool is_heard(enum life_kind kind) {
    return kind == LIFE_SAY || kind == LIFE_PLAY_SOUND || kind == LIFE_STREAM_PREPARE;
}

const char *act_lacks(const struct body_model *model, enum life_kind kind) {
    static const struct {
        uint32_t part;
        const char *words;
    } WORDS[] = {{BODY_HAS(LIFT), "it has no lift"},
                 {BODY_HAS(WHEELS), "it has nothing to move along on"},
                 {BODY_HAS(HEAD), "it has no head that moves"},
                 {BODY_HAS(CHARGER), "it has no charger"},
                 {BODY_HAS(CUBES), "it has no radio for cubes"}};
    if (!model->lacks) return NULL;
    uint32_t missing = act_needs(kind) & model->lacks;
    if (is_heard(kind) && model->lacks & BODY_HAS(SPEAKER)) return "it has no speaker";
    for (size_t i = 0; missing && i < sizeof WORDS / sizeof *WORDS; i++)
        if (missing & WORDS[i].part) return WORDS[i].words;
    return NULL;
}
