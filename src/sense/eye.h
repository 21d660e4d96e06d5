// The eye: open or closed, what is in its picture, and how bright the next one should be.
//
//     eye_start(&eye, &model);
//     eye_look(&eye, &senses);                     // once a tick: eye.seen, when eye.looked
//     eye_step(&eye, &in, &around);                // exposure and white balance; eye.events are of this tick
//     eye_command(&eye, &command);
//     if (eye_answer(&eye, &answer)) …             // its errand's
//
// Of some pictures an errand counts how bright they are; what it brought back decides how the next ones are
// taken, and whether they are of any use. The answer is recorded like every errand's, so a life replays
// without its pictures. Without a lens an eye sees nothing and asks for nothing. Plain data; nothing fails.
#pragma once

#include "base/system/errand.h"
#include "border/border.h"
#include "border/lens_model.h"
#include "sense/exposure.h"
#include "sense/observation.h"

enum { EYE_BOXES = 8, EYE_EVENTS = 2 };

struct eye_event {
    uint16_t kind; // enum life_event_kind
    float numbers[3];
};
struct eye {
    uint16_t wants; // BODY_WANT_PICTURE…; 0: nobody else wants pictures
    bool open;      // they are looked at by its own detectors: of this tick
    struct eye_model model;
    struct exposure exposure;
    struct white_balance balance;
    uint32_t pictures;
    bool looking, brought, troubled; // an errand is under way, it brought something, trouble was told
    struct exposure_seen light;
    struct exposure_box boxes[EYE_BOXES]; // of what was found last
    uint32_t box_count;
    bool looked; // a picture came in this tick
    struct observations seen;
    struct eye_event events[EYE_EVENTS]; // of this tick
    uint32_t event_count;
};
struct eye_around {
    struct crew *crew; // NULL: nobody measures
    uint32_t tick;
    uint64_t body_us, asker;
};

void eye_start(struct eye *eye, const struct eye_model *model);
static inline bool eye_is_there(const struct eye *eye) { return eye->model.lens.width; }
void eye_look(struct eye *eye, const struct body_senses *senses);
void eye_step(struct eye *eye, const struct senses_in *in, const struct eye_around *around);
bool eye_answer(struct eye *eye, const struct errand_answer *answer); // false: another errand's
void eye_command(const struct eye *eye, struct body_command *out);
struct eye_event eye_settings(const struct eye *eye); // how it takes its pictures now
uint64_t eye_hash(const struct eye *eye);
