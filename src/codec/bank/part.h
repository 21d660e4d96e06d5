// The insides of sound bank objects that codec/bank/bank.h leaves out: volumes, pitches, delays, fades, and
// the curves by which parameters change them.
//
//     struct bank_node node;
//     if (bank_node(bank, object, arena, &node)) …node.volume_db, node.parent…  // sounds and containers
//     struct bank_deed deed;
//     if (bank_deed(bank, object, &deed)) …deed.delay_ms, deed.fade_ms, deed.value…    // actions
//     bank_node_write(version, &node, &buf);                                           // for own banks
//
// The layouts follow public readers of versions 120 and 128. An independent reader accepts everything that
// bank_node_write and its siblings make. A part is accepted only when it adds up to the exact end of the
// object. One that does not is no error: the result is false, and *out holds the values of a plain object (0
// dB, no delay, no curves).
#pragma once

#include "codec/bank/bank.h"

enum bank_property { // known entries of a property list of a node or an action; others are skipped
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
        // to the next one: 0 Log3, 1 Sine, 2 Log1, 3 InvSCurve, 4 Linear, 5 SCurve, 6 Exp1, 7 SineRecip, 8
        // Exp3, 9 Constant
        shape;
};
struct bank_curve {
    uint32_t parameter;
    uint8_t property; // volumes are in dB, pitch in hundredths of a half-tone
    uint8_t scaling;  // 0: as it stands; 2: dB
    uint16_t count;
    const struct bank_knot *knots; // in the arena
};
struct bank_tint { // while a state is set, an object's volume and pitch change by this much
    uint32_t group, state;
    uint32_t object; // the state object that holds the numbers, in the same bank
    float volume_db, pitch_cents;
};
struct bank_duck { // while anything plays on a bus that has it, another bus is softer
    uint32_t bus;
    float volume_db;
    int32_t out_ms, in_ms; // how long the fade down and the fade back take
    uint8_t shape;         // as of a knot
    uint8_t property;      // BANK_VOLUME or BANK_BUS_VOLUME; others have no effect on volume
};
struct bank_node {
    uint32_t bus, parent; // 0: the parent's bus; no parent
    float volume_db, pitch_cents;
    float volume_low, volume_high, pitch_low, pitch_high; // a random offset between these, drawn at the start
    bool has_loop;
    uint32_t loop;
    uint32_t curve_count;
    struct bank_curve curves[BANK_CURVES_MAX];
    uint32_t tint_count;
    struct bank_tint tints[BANK_TINTS_MAX];
    // Only of a bus.
    uint32_t duck_count;
    const struct bank_duck *ducks; // in the arena
    int32_t recover_ms;            // how long after its last sound the other buses fade back
    float duck_most_db;            // others make this bus softer by at most this; 0 is written as -96
};
// Of a sound, a random or switch container, an actor-mixer or a blend. False: nothing, or only the beginning,
// could be read.
bool bank_node(const struct bank *bank, const struct bank_object *object, struct arena *arena,
               struct bank_node *out);
enum err bank_node_write(uint32_t version, const struct bank_node *node, struct buf *out);
// The same node at the beginning of a longer part, as in music. False: `in` is spent.
bool bank_node_at(const struct bank *bank, struct reader *in, struct arena *arena, struct bank_node *out);
// A state object: the numbers that a tint uses. Writes the whole body of the object.
enum err bank_tint_write(uint32_t version, const struct bank_tint *tint, struct buf *out);

// Of a bus: `parent` is the bus it feeds; 0: it is the master bus.
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
    size_t node_bytes; // length of the node before it
};
bool bank_blend(const struct bank *bank, const struct bank_object *object, struct arena *arena,
                struct bank_blend *out);
enum err bank_blend_write(const struct bank_blend *blend, struct buf *out);

enum bank_deed_kind { // more kinds of actions; the rest is in enum bank_action_type
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
    float delay_ms, fade_ms, probability; // probability in percent: 100 is certain
    uint8_t shape;                        // of the fade
    uint32_t group, choice;               // of a state or switch
    bool relative;                        // the value is added to the current one
    float value, value_low, value_high;   // the value, and the range of a random offset
    uint32_t bank;                        // of a play: the bank of the target
    bool percent, snap; // of a seek: in percent of the length instead of milliseconds; to the nearest mark
    uint32_t except_count, except[BANK_EXCEPT_MAX]; // what an action on everything leaves out
};
bool bank_deed(const struct bank *bank, const struct bank_object *object, struct bank_deed *out);
// The whole body of an action after its scope, type and target. It goes into `tail` of an action whose flags
// byte is 0.
enum err bank_deed_write(uint32_t version, uint8_t type, const struct bank_deed *deed, struct buf *out);
