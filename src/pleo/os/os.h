// LifeOS: the soul of a Pleo. Four machines run an owner's scripts over his sensors, joints, sounds, motions,
// commands, properties and drives; the files are those of the development kit (pleo/kit).
//
//     struct pleo_config config = pleo_defaults();
//     config.model = &pleo_model, config.builtin = personality;     // bytes of a .urf; they outlive the soul
//     struct soul *soul = pleo_soul(pleo_new(&config, &fault));
//     // after each tick: what scripts wrote on the card or in the flash, to be kept
//     while (pleo_written(soul, &file)) …
//     soul_free(soul);
//
// A card comes with the senses (border/border.h). What it holds takes the place of what is built in; without
// it the built-in application goes on. A script that loops, crashes or is malformed ends with an entry in the
// log; he lives on. A tick allocates nothing but what loading a script or a card takes.
//
// The numbers no document gives are chosen, and stand in tables with the word "chosen".
#pragma once

#include "base/data/knob.h"
#include "border/card.h"
#include "border/soul.h"

struct pleo_knobs {
    uint32_t instructions; // a tick and machine
    bool first_generation; // scripts count their sensors as the first Pleo did
    bool anybody_unloads;  // scripts without a signature may unload an application
};
extern const struct knobs PLEO_KNOBS;

struct pleo_config {
    char name[32];
    const struct body_model *model; // like everything below it outlives the soul
    uint64_t seed, id;
    uint32_t serial;
    bool loud; // his voice goes to his body, and is heard in the world
    struct pleo_knobs knobs;
    struct crew *crew;        // looks at pictures; NULL: he is blind
    struct bytes builtin;     // his own application; empty: none
    const struct card *flash; // what lies in his data flash (b:); NULL: nothing
};

struct pleo;
struct pleo_config pleo_defaults(void);
// The application that comes with the program; false: it is not there, and nothing was added.
bool pleo_personality(struct buf *out);
struct pleo *pleo_new(const struct pleo_config *config, struct fault *fault);
struct soul *pleo_soul(struct pleo *pleo); // NULL for NULL
extern const struct soul_messages pleo_soul_messages;

// A file that a script has written, or removed, since it was last asked.
struct pleo_file {
    char drive; // a: the card, b: the flash
    char name[CARD_NAME_MAX];
    bool removed;
    uint8_t *bytes; // until the next call
    size_t len;
};
bool pleo_written(struct soul *soul, struct pleo_file *out); // false: nothing more, or this is no Pleo
const struct card *pleo_card(const struct soul *soul);       // that is in his slot; NULL: none, or no Pleo
// Lines of his log since it was last asked; false: no more. lost: lines that came too fast.
bool pleo_log_line(struct soul *soul, uint32_t *next, const char **line);
// What a debugger wants to see of him. False: this is no Pleo, and nothing was written.
enum { PLEO_READINGS = 80 };
struct pleo_inside {
    uint64_t time_us;
    struct pleo_limb limbs[PLEO_JOINTS];
    struct pleo_doing doing;
    struct pleo_named properties[224]; // that are not 0, by their ids
    uint32_t property_count;
    struct pleo_reading readings[PLEO_READINGS]; // by their numbers
    uint32_t reading_count, log_lines;           // log_lines: so far
};
bool pleo_inside(const struct soul *soul, struct pleo_inside *out);
// How his serial port behaves: whether what is typed comes back, and whether his log has colours.
struct pleo_monitor_how {
    bool echo, colour;
};
struct pleo_monitor_how pleo_monitor_how(const struct soul *soul);
// The words of the n-th command of his monitor, such as "joint angle"; false: there are fewer.
bool pleo_monitor_command(size_t n, char *out, size_t size);
