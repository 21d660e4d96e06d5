// A Pleo on a table of our own: scripts as text, compiled by the kit's compiler, and senses made up tick by
// tick. His joints go where they are told, at once.
//
//     struct rig rig;
//     rig_start(&rig, &(struct rig_app){.sensors = "…", .main = "…"});
//     rig_touch(&rig, SENSOR_HEAD, 1), rig_run(&rig, 66);     // milliseconds, in ticks of 33
//     assert_non_null(strstr(rig.said, "head"));              // all that he has logged
//     rig_end(&rig);
#pragma once

#include "codec/pleo/urf.h"
#include "pleo/os/os_internal.h"
#include "support/support.h"

struct rig_extra { // a resource besides the scripts
    enum urf_type type;
    const char *name;
    const void *bytes;
    size_t len;
};
struct rig_app {
    const char *sensors, *main, *init; // sources; NULL: none
    const char *aux;                   // scr_aux
    const struct rig_extra *extra;     // numbered in their order, behind what the rig brings itself
    size_t extra_count;
    const struct card *card, *flash;
    struct pleo_knobs knobs; // instructions 0: the defaults
    bool loud, bare;         // bare: no application
};
struct rig {
    struct soul *soul;
    struct pleo *pleo;
    struct senses_in in;
    struct command_out out;
    uint32_t next_line;
    char said[1 << 16];
    struct buf urf;
    float joints[JOINTS];
    bool frozen; // joints stay where they are
};

// What every rig's application has: a beep of half a second (snd_beep), a motion of one second that lowers
// the neck to -40 degrees (mot_bow), a command that plays it (cmd_bow), one that beeps (cmd_noise: only while
// property 8 is 2), and a property (property_hunger).
void rig_start(struct rig *rig, const struct rig_app *app);
void rig_end(struct rig *rig);
void rig_run(struct rig *rig, int32_t ms);
void rig_sense(struct rig *rig, int sensor, int value);                       // in the next tick
void rig_sense_at(struct rig *rig, int sensor, int value, uint32_t after_ms); // so long after the last tick
void rig_card(struct rig *rig, const struct card *card);                      // NULL: it is pulled out
void rig_forget(struct rig *rig);                                             // what was said
const char *rig_monitor(struct rig *rig, const char *line, bool *fine);
// A script's image; the caller frees the buffer. Fails the test when it does not compile.
struct buf rig_compile(const char *source);
struct buf rig_urf(const struct rig_app *app);
struct card *rig_card_of(const char *name, const struct buf *file); // with one file; card_free
