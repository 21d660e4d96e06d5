#include "sense/feel/button.h"

static const struct knob LIST[] = {
    KNOB_U32(struct button_config, double_ms, "ms", 50, 5000, 400,
             "how soon a second press makes it a double one"),
    KNOB_U32(struct button_config, long_ms, "ms", 100, 60000, 1000,
             "a press that lasts so long is a long one"),
};
const struct knobs BUTTON_KNOBS = {"button", LIST, sizeof LIST / sizeof *LIST, sizeof(struct button_config)};

static void becomes(struct button *b, enum button_state state, uint64_t now) {
    b->state = state, b->since_us = now;
}

enum button_told button_step(struct button *b, const struct button_config *c, const struct body_senses *s) {
    if (!s->time_us) return BUTTON_NOTHING;
    bool down = s->status & BODY_STATUS_BUTTON;
    uint64_t now = s->time_us, for_us = now > b->since_us ? now - b->since_us : 0;
    switch ((enum button_state)b->state) {
    case BUTTON_UP:
        if (down) becomes(b, BUTTON_DOWN, now);
        return BUTTON_NOTHING;
    case BUTTON_DOWN:
        if (down && for_us < c->long_ms * 1000ull) return BUTTON_NOTHING;
        becomes(b, down ? BUTTON_SPENT : BUTTON_WAITS, now);
        return down ? BUTTON_LONG : BUTTON_NOTHING;
    case BUTTON_WAITS:
        if (!down && for_us < c->double_ms * 1000ull) return BUTTON_NOTHING;
        becomes(b, down ? BUTTON_SPENT : BUTTON_UP, now);
        return down ? BUTTON_DOUBLE : BUTTON_SINGLE;
    case BUTTON_SPENT: // until it is let go
        if (!down) becomes(b, BUTTON_UP, now);
        return BUTTON_NOTHING;
    }
    return BUTTON_NOTHING;
}
