#include "sense/feel/feel.h"

#include "base/hash.h"

// What a changed status bit is called, when it comes and when it goes.
static const struct {
    uint32_t bit;
    enum life_event_kind comes, goes;
} CHANGES[] = {
    {BODY_STATUS_PICKED_UP, LIFE_EVENT_KIND_PICKED_UP, LIFE_EVENT_KIND_PUT_DOWN},
    {BODY_STATUS_FALLING, LIFE_EVENT_KIND_FALLING, LIFE_EVENT_KIND_LANDED},
    {BODY_STATUS_CLIFF, LIFE_EVENT_KIND_CLIFF, LIFE_EVENT_KIND_CLIFF_GONE},
    {BODY_STATUS_BUTTON, LIFE_EVENT_KIND_BUTTON_DOWN, LIFE_EVENT_KIND_BUTTON_UP},
    {BODY_STATUS_ON_CHARGER, LIFE_EVENT_KIND_ON_CHARGER, LIFE_EVENT_KIND_OFF_CHARGER},
    {BODY_STATUS_HELD, LIFE_EVENT_KIND_HELD, LIFE_EVENT_KIND_LET_GO},
    {BODY_STATUS_BATTERY_LOW, LIFE_EVENT_KIND_BATTERY_LOW, LIFE_EVENT_KIND_NONE},
    {BODY_STATUS_MOTORS_STALLED, LIFE_EVENT_KIND_STALLED, LIFE_EVENT_KIND_NONE},
    {BODY_STATUS_SENSORS_SAVED, LIFE_EVENT_KIND_SENSORS_SLEEP, LIFE_EVENT_KIND_SENSORS_WAKE},
    {BODY_STATUS_AWAY, LIFE_EVENT_KIND_BODY_LOST, LIFE_EVENT_KIND_BODY_FOUND},
};

struct feel_config feel_defaults(void) {
    struct feel_config config;
    struct knob_set sets[FEEL_KNOB_SETS];
    uint32_t count = feel_knob_sets(&config, sets);
    for (uint32_t i = 0; i < count; i++) knobs_defaults(sets[i].knobs, sets[i].config);
    return config;
}

uint32_t feel_knob_sets(struct feel_config *c, struct knob_set sets[FEEL_KNOB_SETS]) {
    const struct knob_set all[FEEL_KNOB_SETS] = {
        {&BLOW_KNOBS, &c->blow},     {&BUTTON_KNOBS, &c->button}, {&EDGES_KNOBS, &c->edges},
        {&ENERGY_KNOBS, &c->energy}, {&HANDS_KNOBS, &c->hands},   {&PALM_KNOBS, &c->palm},
        {&PUSH_KNOBS, &c->push},     {&SAVING_KNOBS, &c->saving}, {&SHAKE_KNOBS, &c->shake},
        {&SLIP_KNOBS, &c->slip},     {&TOUCH_KNOBS, &c->touch},   {&TRACTION_KNOBS, &c->traction}};
    for (uint32_t i = 0; i < FEEL_KNOB_SETS; i++) sets[i] = all[i];
    return FEEL_KNOB_SETS;
}

void feel_start(struct feel *f, const struct feel_config *config, const struct body_model *model) {
    *f = (struct feel){.config = *config, .model = model};
}

static void tell(struct feel *f, enum life_event_kind kind, float a, float b) {
    if (f->event_count < FEEL_EVENTS) f->events[f->event_count++] = (struct feel_event){(uint16_t)kind, a, b};
}

// A body that was without power comes back with sensors that find their level anew: what they say in their
// first moments is nothing that was done to it. It wakes as from sleep.
enum { UNHEARD_TICKS = 30, SETTLE_TICKS = 60 };
static bool settles(struct feel *f, const struct body_senses *s) {
    if (f->settling) f->settling--;
    if (!s->time_us) {
        f->unheard++;
        return false;
    }
    if (f->unheard > UNHEARD_TICKS) {
        f->settling = SETTLE_TICKS;
        tell(f, LIFE_EVENT_KIND_WOKE, 0, 0);
    }
    f->unheard = 0;
    return f->settling;
}

static void tell_changes(struct feel *f, const struct body_senses *s) {
    for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++) {
        bool now = s->status & CHANGES[i].bit, before = f->status & CHANGES[i].bit;
        enum life_event_kind kind = now ? CHANGES[i].comes : CHANGES[i].goes;
        if (now != before && kind) tell(f, kind, kind == LIFE_EVENT_KIND_CLIFF ? (float)f->edges.gone : 0, 0);
    }
}

static void feel_lying(struct feel *f, uint8_t attitude) {
    if (attitude != f->attitude) tell(f, LIFE_EVENT_KIND_ATTITUDE, (float)f->attitude, attitude);
    bool lies = attitude >= BODY_ATTITUDE_ON_LEFT_SIDE && attitude <= BODY_ATTITUDE_ON_BACK;
    if (lies && !f->fallen) tell(f, LIFE_EVENT_KIND_FALLEN_OVER, attitude, 0);
    if (attitude == BODY_ATTITUDE_ON_TREADS && f->fallen) tell(f, LIFE_EVENT_KIND_STANDS_AGAIN, 0, 0);
    if (lies || attitude == BODY_ATTITUDE_ON_TREADS) f->fallen = lies;
}

// A lift that gives way and springs back shakes the body once more: that is the same fist.
enum { SAME_FIST_TICKS = 30 };
static void feel_blow(struct feel *f, const struct body_senses *s) {
    if (s->joints_count > BODY_MOTOR_LIFT)
        f->lift_m = body_lift_m(f->model, s->joints[BODY_MOTOR_LIFT].angle_rad);
    enum blow blow = blow_of(&f->config.blow, s, f->model, f->lift_m);
    if (f->fist) f->fist--;
    if (blow == BLOW_FIST_BUMP) f->fist = SAME_FIST_TICKS, tell(f, LIFE_EVENT_KIND_FIST_BUMPED, 0, 0);
    if (blow == BLOW_POKE && !f->fist) tell(f, LIFE_EVENT_KIND_POKED, 0, 0);
}

static void feel_back(struct feel *f, const struct body_senses *s) {
    static const enum life_event_kind PRESSED[] = {LIFE_EVENT_KIND_NONE, LIFE_EVENT_KIND_BUTTON_SINGLE,
                                                   LIFE_EVENT_KIND_BUTTON_DOUBLE,
                                                   LIFE_EVENT_KIND_BUTTON_LONG};
    static const struct {
        uint32_t told;
        enum life_event_kind kind;
    } HAND[] = {{TOUCH_BEGAN, LIFE_EVENT_KIND_TOUCHED},
                {TOUCH_ENDED, LIFE_EVENT_KIND_TOUCH_ENDED},
                {TOUCH_PETTED, LIFE_EVENT_KIND_PETTED},
                {TOUCH_LEFT, LIFE_EVENT_KIND_PETTING_ENDED}};
    enum button_told pressed = button_step(&f->button, &f->config.button, s);
    if (pressed) tell(f, PRESSED[pressed], 0, 0);
    if (!f->model->has_touch) return;
    touch_step(&f->touch, &f->config.touch, s);
    for (size_t i = 0; i < sizeof HAND / sizeof *HAND; i++)
        if (f->touch.told & HAND[i].told) tell(f, HAND[i].kind, (float)f->touch.stroked_ms * 0.001f, 0);
}

static void feel_hands(struct feel *f, const struct body_senses *s, uint32_t meant) {
    if (shake_step(&f->shake, &f->config.shake, s)) tell(f, LIFE_EVENT_KIND_SHAKEN, f->shake.much, 0);
    if (palm_step(&f->palm, &f->config.palm, s))
        tell(f, f->palm.on ? LIFE_EVENT_KIND_ON_PALM : LIFE_EVENT_KIND_OFF_PALM, 0, 0);
    hands_step(&f->hands, &f->config.hands, s, meant);
    for (uint32_t joint = BODY_MOTOR_LIFT; joint <= BODY_MOTOR_HEAD; joint++)
        if (f->hands.told >> joint & 1) tell(f, LIFE_EVENT_KIND_JOINT_TURNED, (float)joint, 0);
}

static void feel_floor(struct feel *f, const struct body_senses *s) {
    edges_step(&f->edges, &f->config.edges, s, f->model);
    if (f->edges.told)
        tell(f, f->edges.told == EDGES_LINE ? LIFE_EVENT_KIND_LINE : LIFE_EVENT_KIND_LINE_GONE,
             (float)f->edges.lines, 0);
    push_step(&f->push, &f->config.push, s, f->model);
    traction_step(&f->traction, &f->config.traction, s, f->model);
    f->beam = range_feel(&f->range, s);
    if (slip_monitor_step(&f->slip, &f->config.slip, s, f->model))
        tell(f, LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT, (float)f->slip.what, (float)f->slip.side);
}

void feel_step(struct feel *f, const struct body_senses *s, const struct feel_around *around) {
    f->event_count = f->heard = 0;
    bool new_body = settles(f, s);
    if (!f->begun) tell(f, LIFE_EVENT_KIND_WOKE, 0, 0);
    f->begun = 1;
    f->beam = (struct range_felt){0};
    if (!s->time_us) return; // a tick without news
    if (!new_body) {
        f->heard = 1;
        feel_floor(f, s);
        tell_changes(f, s);
        feel_blow(f, s);
        feel_back(f, s);
        feel_lying(f, s->attitude);
        feel_hands(f, s, around->meant);
    }
    energy_step(&f->energy, &f->config.energy, s);
    saving_step(&f->saving, &f->config.saving, s, around->rests);
    f->status = s->status;
    f->attitude = s->attitude;
}

void feel_view(const struct feel *f, struct life_view *out) {
    out->status = f->status | (f->touch.touched ? BODY_STATUS_TOUCHED : 0);
    out->charge = f->energy.charge;
    out->play_s = energy_play_s(&f->energy);
    out->full_s = energy_full_s(&f->energy, &f->config.energy);
}

uint64_t feel_hash(const struct feel *f) {
    uint64_t h = hash64(0, &f->status, offsetof(struct feel, heard) - offsetof(struct feel, status));
    return hash64(h, &f->button, offsetof(struct feel, beam) - offsetof(struct feel, button));
}
