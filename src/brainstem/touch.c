#include "brainstem/touch.h"

#include "base/maths/maths.h"

// Chosen: a touch is more than this above the usual, for so long; its end lasts longer, because a stroking
// hand comes and goes.
#define ABOVE   280.0f
#define BACK    180.0f
#define BEGIN_S 0.06f
#define END_S   0.25f
#define LEARN_S 4.0f  // how slowly the usual follows …
#define STUCK_S 60.0f // … and how slowly while it is touched: what never ends is no hand

void touch_step(struct touch *t, float raw, float dt) {
    if (!t->ready) t->usual = raw, t->ready = true;
    float over = raw - t->usual;
    t->above_s = over > ABOVE ? t->above_s + dt : 0;
    t->below_s = over < BACK ? t->below_s + dt : 0;
    if (!t->touched && t->above_s >= BEGIN_S) t->touched = true;
    if (t->touched && t->below_s >= END_S) t->touched = false;
    t->usual += over * m_min(dt / (t->touched || over > ABOVE ? STUCK_S : LEARN_S), 1);
}
