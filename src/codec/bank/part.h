// What stands inside the objects of sound banks beside the links that codec/bank/bank.h follows: volumes, pitches, delays, fades, and the
// curves by which parameters move them.
//
//     struct bank_node node;
//     if (bank_node(bank, object, arena, &node)) …node.volume_db, node.parent…        // sounds and containers
//     struct bank_deed deed;
//     if (bank_deed(bank, object, &deed)) …deed.delay_ms, deed.fade_ms, deed.value…    // actions
//     bank_node_write(version, &node, &buf);                                           // for own banks
//
// The layouts are those that public readers of versions 120 and 128 describe; all that bank_node_write and its like make is read by an
// independent reader without a complaint. Still they are believed only when they add up to the very end of the object. A part that
// does not is not an error: false comes back, and *out says what a plain object would (0 dB, no delay, nothing follows a parameter).
#pragma once

#include "codec/bank/bank.h"

enum bank_property { // what a volume list of a node or an action may hold; others are stepped over
    BANK_VOLUME = 0,
    BANK_PITCH = 2,
    BANK_LOW_PASS = 3,
    BANK_BUS_VOLUME = 5,
    BANK_MAKE_UP = 6,
    BANK_DELAY = 0x0f,
    BANK_FADE = 0x10,
    BANK_PROBABILITY = 0x11,
    BANK_LOOP = 0x3a, // times; 0: for ever
};
enum {
    BANK_CURVE_VOLUME = 0,
    BANK_CURVE_PITCH = 2,
    BANK_CURVE_BUS_VOLUME = 5,
    BANK_CURVE_MAKE_UP = 7
}; // what a curve moves
enum {
    BANK_CURVES_MAX = 8,
    BANK_CURVE_POINTS = 16,
    BANK_LAYERS_MAX = 32,
    BANK_TINTS_MAX = 16,
    BANK_DUCKS_MAX = 32,
    BANK_EXCEPT_MAX = 8
};

struct bank_knot {
    float x, y;
    uint32_t
        shape; // to the next one: 0 Log3, 1 Sine, 2 Log1, 3 InvSCurve, 4 Linear, 5 SCurve, 6 Exp1, 7 SineRecip, 8 Exp3, 9 Constant
};
struct bank_curve {
    uint32_t parameter;
    uint8_t property; // volumes are in dB, pitch in hundredths of a half-tone
    uint8_t scaling;  // 0: as it stands; 2: dB
    uint16_t count;
    const struct bank_knot *knots; // in the arena
};
struct bank_tint { // while a state is set, an object is this much louder and higher
    uint32_t group, state;
    uint32_t object; // the state object that holds the numbers, in the same bank
    float volume_db, pitch_cents;
};
struct bank_duck { // while anything sounds over a bus that has it, another bus is softer
    uint32_t bus;
    float volume_db;
    int32_t out_ms, in_ms; // how long it takes to become soft, and to come back
    uint8_t shape;         // as of a knot
    uint8_t property;      // BANK_VOLUME or BANK_BUS_VOLUME: others do not make it softer
};
struct bank_node {
    uint32_t bus, parent; // 0: as the parent's; none
    float volume_db, pitch_cents;
    float volume_low, volume_high, pitch_low, pitch_high; // drawn when it begins, and added
    bool has_loop;
    uint32_t loop;
    uint32_t curve_count;
    struct bank_curve curves[BANK_CURVES_MAX];
    uint32_t tint_count;
    struct bank_tint tints[BANK_TINTS_MAX];
    // Of a bus alone.
    uint32_t duck_count;
    const struct bank_duck *ducks; // in the arena
    int32_t recover_ms;            // after its last sound, before what it made softer comes back
    float duck_most_db;            // itself is made no softer than this by others; 0 is written as -96
};
// Of a sound, a random or switch container, an actor-mixer or a blend. False: nothing, or only its beginning, could be read.
bool bank_node(const struct bank *bank, const struct bank_object *object, struct arena *arena,
               struct bank_node *out);
enum err bank_node_write(uint32_t version, const struct bank_node *node, struct buf *out);
// The same node where it stands at the beginning of a longer part, as in music; false: `in` is spent.
bool bank_node_at(const struct bank *bank, struct reader *in, struct arena *arena, struct bank_node *out);
// A state object: the numbers that a tint takes. The whole body of an own bank's object.
enum err bank_tint_write(uint32_t version, const struct bank_tint *tint, struct buf *out);

// Of a bus: `parent` is the bus that it goes into; 0: it is the topmost.
bool bank_bus(const struct bank *bank, const struct bank_object *object, struct arena *arena,
              struct bank_node *out);
enum err bank_bus_write(uint32_t version, const struct bank_node *node, struct buf *out);

// A blend plays all its children, each as loud as its layer's curve says.
struct bank_layer {
    uint32_t parameter, child;
    uint16_t count;
    const struct bank_knot *knots; // 0 … 1
};
struct bank_blend {
    struct bank_ids children;
    uint32_t layer_count;
    struct bank_layer layers[BANK_LAYERS_MAX];
    size_t node_bytes; // how long the part before is
};
bool bank_blend(const struct bank *bank, const struct bank_object *object, struct arena *arena,
                struct bank_blend *out);
enum err bank_blend_write(const struct bank_blend *blend, struct buf *out);

enum bank_deed_kind { // more of what actions do; the rest is in enum bank_action_type
    BANK_MUTE = 6,
    BANK_UNMUTE = 7,
    BANK_SET_PITCH = 8,
    BANK_RESET_PITCH = 9,
    BANK_SET_VOLUME = 10,
    BANK_RESET_VOLUME = 11,
    BANK_SET_BUS_VOLUME = 12,
    BANK_RESET_BUS_VOLUME = 13,
    BANK_RESET_PARAMETER = 20,
    BANK_BREAK = 28,
};
struct bank_deed {
    float delay_ms, fade_ms, probability; // probability in hundredths: 100 is certain
    uint8_t shape;                        // of the fade
    uint32_t group, choice;               // of a state or switch
    bool relative;                        // the value is added to what there is
    float value, value_low, value_high;   // value, and what is drawn and added
    uint32_t bank;                        // of a play: where the target is
    bool percent, snap;                   // of a seek: of the length, or milliseconds; to the nearest mark
    uint32_t except_count, except[BANK_EXCEPT_MAX]; // what an action on everything leaves alone
};
bool bank_deed(const struct bank *bank, const struct bank_object *object, struct bank_deed *out);
// The whole body of an action behind its scope, type and target: goes into `tail` of an own bank's action (whose flags byte is 0).
enum err bank_deed_write(uint32_t version, uint8_t type, const struct bank_deed *deed, struct buf *out);
