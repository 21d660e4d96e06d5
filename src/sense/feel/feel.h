// What a body with wheels feels: a room of small senses, one a file, each with its knobs.
//
//     struct feel feel;
//     feel_start(&feel, &config, model);           // config: feel_defaults(), and what --set changed
//     feel_step(&feel, &senses, &around);                   // once a tick
//     for (uint32_t i = 0; i < feel.event_count; i++) …     // what it has just felt, as the robot tells it
//     feel_view(&feel, &view);                              // for those who look
//
// Nothing is asked back and nothing is done here: what follows from a feeling is for those above. A tick
// without news is legal. What a body says in the first moments after it was without power is not believed:
// its sensors find their level anew. Plain data; nothing can fail; the model must outlive it.
#pragma once

#include "base/data/knob.h"
#include "schema/life.h"
#include "sense/feel/blow.h"
#include "sense/feel/button.h"
#include "sense/feel/edges.h"
#include "sense/feel/energy.h"
#include "sense/feel/hands.h"
#include "sense/feel/palm.h"
#include "sense/feel/push.h"
#include "sense/feel/range.h"
#include "sense/feel/saving.h"
#include "sense/feel/shake.h"
#include "sense/feel/slip_monitor.h"
#include "sense/feel/touch.h"
#include "sense/feel/traction.h"

struct feel_config {
    struct blow_config blow;
    struct button_config button;
    struct edges_config edges;
    struct energy_config energy;
    struct hands_config hands;
    struct palm_config palm;
    struct push_config push;
    struct saving_config saving;
    struct shake_config shake;
    struct slip_config slip;
    struct touch_config touch;
    struct traction_config traction;
};
enum { FEEL_KNOB_SETS = 12, FEEL_EVENTS = 48 };
struct feel_config feel_defaults(void);
// The tables of all its knobs, over a config: for whoever reads settings.
uint32_t feel_knob_sets(struct feel_config *config, struct knob_set sets[FEEL_KNOB_SETS]);

struct feel_event {
    uint16_t kind; // enum life_event_kind
    float a, b;
};
struct feel_around {
    uint32_t meant; // joints that move by themselves now, bit for bit
    bool rests;     // nobody asks anything that moves, and it sleeps or is charged
};

struct feel {
    struct feel_config config;
    const struct body_model *model;
    uint32_t status, attitude; // of the last news
    uint32_t begun, fallen;
    uint32_t unheard, settling; // ticks without news in a row; ticks until its body is believed again
    float lift_m;
    uint32_t fist;  // ticks in which another blow is still that of a fist
    uint32_t heard; // there were news in this tick, and they are believed
    struct button button;
    struct edges edges;
    struct energy energy;
    struct hands hands;
    struct palm palm;
    struct push push;
    struct saving saving;
    struct shake shake;
    struct slip_monitor slip;
    struct touch touch;
    struct traction traction;
    struct range_filter range;
    struct range_felt beam;
    struct feel_event events[FEEL_EVENTS];
    uint32_t event_count;
};

void feel_start(struct feel *feel, const struct feel_config *config, const struct body_model *model);
void feel_step(struct feel *feel, const struct body_senses *senses, const struct feel_around *around);
void feel_view(const struct feel *feel, struct life_view *out);
uint64_t feel_hash(const struct feel *feel);
