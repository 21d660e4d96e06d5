// Parameters, states and switches of the sound engine, and the curves that move them and that they control.
#include "stage/sound/audio_internal.h"

#include "base/system/log.h"

#include <string.h>

float audio_curve(uint8_t shape, float t) {
    t = m_clamp(t, 0, 1);
    float quarter = t * (M_PI_F / 2);
    switch (shape) {
    case 0: // Log3
        return 1 - (1 - t) * (1 - t) * (1 - t);
    case 1: // Sine
        return m_sin(quarter);
    case 2: // Log1
        return 1 - m_pow(1 - t, 1.41f);
    case 3: // InvSCurve
        return t < 0.5f ? m_sin(M_PI_F * t) / 2 : 1 - m_sin(M_PI_F * t) / 2;
    case 5: // SCurve
        return (1 - m_cos(M_PI_F * t)) / 2;
    case 6: // Exp1
        return m_pow(t, 1.41f);
    case 7: // SineRecip
        return 1 - m_cos(quarter);
    case 8: // Exp3
        return t * t * t;
    case 9: // Constant: all at the end
        return t < 1 ? 0 : 1;
    default: // Linear
        return t;
    }
}

float knots_at(const struct bank_knot *knots, size_t count, float x) {
    if (!count) return 0;
    if (!(x > knots[0].x)) return knots[0].y;
    for (size_t i = 0; i + 1 < count; i++) {
        const struct bank_knot *a = &knots[i], *b = &knots[i + 1];
        if (x >= b->x) continue;
        return a->y + (b->y - a->y) * audio_curve((uint8_t)a->shape, (x - a->x) / (b->x - a->x));
    }
    return knots[count - 1].y;
}

// ------------------------------------------------------------------------------------------------ parameters

static struct parameter *find(const struct audio *audio, uint8_t object, uint32_t id) {
    for (uint32_t i = 0; i < audio->parameter_count; i++)
        if (audio->parameters[i].id == id && audio->parameters[i].object == object)
            return (struct parameter *)(uintptr_t)&audio->parameters[i];
    return NULL;
}

static struct parameter *add(struct audio *audio, uint8_t object, uint32_t id, float usual) {
    if (audio->parameter_count == PARAMETERS) return NULL;
    struct parameter *p = &audio->parameters[audio->parameter_count++];
    *p = (struct parameter){
        .id = id, .object = object, .usual = usual, .from = usual, .to = usual, .now = usual, .curve = 4};
    return p;
}

// An object's own value, or else everybody's.
float parameter_at(const struct audio *audio, uint8_t object, uint32_t id) {
    const struct parameter *p = object == AUDIO_ALL ? NULL : find(audio, object, id);
    if (!p) p = find(audio, AUDIO_ALL, id);
    return p ? p->now : 0;
}

float audio_parameter_now(const struct audio *audio, enum audio_object object, uint32_t id) {
    return parameter_at(audio, (uint8_t)object, id);
}

void parameters_begin(struct audio *audio) {
    for (uint32_t b = 0; audio->set && b < audio->set->bank_count; b++) {
        const struct bank_settings *settings = &audio->set->banks[b].settings;
        for (size_t i = 0; settings->known && i < settings->parameters.count; i++) {
            const struct bank_parameter *from = &settings->parameters.at[i];
            struct parameter *p = find(audio, AUDIO_ALL, from->id);
            if (!p) p = add(audio, AUDIO_ALL, from->id, 0);
            if (!p || !m_finite(from->value)) continue;
            p->usual = p->from = p->to = p->now = from->value;
            p->ramp = from->ramp <= 2 ? (uint8_t)from->ramp : 0;
            p->up = m_finite(from->up) && from->up > 0 ? from->up : 0;
            p->down = m_finite(from->down) && from->down > 0 ? from->down : 0;
        }
    }
}

void audio_parameter(struct audio *audio, enum audio_object object, uint32_t id, float value,
                     uint32_t ramp_ms, uint8_t curve) {
    if (!m_finite(value) || (unsigned)object > AUDIO_ALL) return;
    struct parameter *p = find(audio, (uint8_t)object, id);
    if (!p) {
        const struct parameter *all = find(audio, AUDIO_ALL, id);
        p = add(audio, (uint8_t)object, id, all ? all->now : 0);
        if (p && all) p->ramp = all->ramp, p->up = all->up, p->down = all->down, p->usual = all->usual;
    }
    if (!p) return; // too many: a life does not end for it
    p->from = p->now;
    p->to = value;
    p->began_ms = audio->ms;
    p->ramp_ms = ramp_ms;
    p->curve = curve <= 9 ? curve : 4;
    if (!ramp_ms && !p->ramp) p->now = p->from = value;
}

// A parameter's own ramp: so much a second (1), or so many seconds for the way (2).
static float limited(const struct parameter *p, float wish) {
    float rate = wish > p->now ? p->up : p->down, s = AUDIO_TICK_MS / 1000.0f;
    if (!p->ramp || rate <= 0) return wish;
    if (p->ramp == 2) return p->now + (wish - p->now) * m_min(1, s / rate);
    return wish > p->now ? m_min(wish, p->now + rate * s) : m_max(wish, p->now - rate * s);
}

void parameters_step(struct audio *audio) {
    for (uint32_t i = 0; i < audio->parameter_count; i++) {
        struct parameter *p = &audio->parameters[i];
        if (p->now == p->to) continue; // NOLINT: both come from the same assignments
        float t = p->ramp_ms ? (float)(audio->ms - p->began_ms) / (float)p->ramp_ms : 1;
        if (p->ramp && m_abs(p->to - p->now) < 1e-5f) {
            p->now = p->to;
            continue;
        }
        p->now = limited(p, t >= 1 ? p->to : p->from + (p->to - p->from) * audio_curve(p->curve, t));
    }
}

// --------------------------------------------------------------------------------------- states and switches

static bool choose(struct choice *list, uint32_t *count, uint32_t room, uint8_t object, uint32_t group,
                   uint32_t value) {
    for (uint32_t i = 0; i < *count; i++)
        if (list[i].group == group && list[i].object == object) {
            list[i].value = value;
            return true;
        }
    if (*count == room) return false;
    list[(*count)++] = (struct choice){.group = group, .value = value, .object = object};
    return true;
}

static struct choice *state_of(const struct audio *audio, uint32_t group) {
    for (uint32_t i = 0; i < audio->state_count; i++)
        if (audio->states[i].group == group) return (struct choice *)(uintptr_t)&audio->states[i];
    return NULL;
}

uint32_t state_now(const struct audio *audio, uint32_t group, uint32_t usual) {
    const struct choice *state = state_of(audio, group);
    return state ? state->value : usual;
}

float state_share(const struct audio *audio, uint32_t group, uint32_t state) {
    const struct choice *now = state_of(audio, group);
    if (!now || (now->value != state && now->from != state)) return 0;
    uint32_t since = (uint32_t)audio->ms - now->at_ms;
    float t = !now->ramp_ms || since >= now->ramp_ms ? 1 : (float)since / (float)now->ramp_ms;
    return now->value == state ? (now->from == state ? 1 : t) : 1 - t;
}

// How long a group takes from one state to the next.
static uint32_t transition_ms(const struct audio *audio, uint32_t group, uint32_t from, uint32_t to) {
    for (uint32_t b = audio->set ? audio->set->bank_count : 0; b--;) {
        const struct bank_settings *settings = &audio->set->banks[b].settings;
        for (size_t i = 0; settings->known && i < settings->states.count; i++) {
            const struct bank_states *states = &settings->states.at[i];
            if (states->group != group) continue;
            for (size_t t = 0; t < states->transitions.count; t++)
                if (states->transitions.at[t].from == from && states->transitions.at[t].to == to)
                    return states->transitions.at[t].ms;
            return states->default_ms;
        }
    }
    return 0;
}

void audio_state(struct audio *audio, uint32_t group, uint32_t state) {
    const struct choice *before = state_of(audio, group);
    uint32_t from = before ? before->value : 0;
    bool there = choose(audio->states, &audio->state_count, STATES, AUDIO_ALL, group, state);
    struct choice *now = there && from != state ? state_of(audio, group) : NULL;
    if (now) {
        now->from = from;
        now->at_ms = (uint32_t)audio->ms;
        now->ramp_ms = transition_ms(audio, group, from, state);
    }
    tell_audio(audio, (struct audio_notice){
                          .kind = AUDIO_STATE_SET, .object = AUDIO_ALL, .event = group, .value = state});
}

void audio_switch(struct audio *audio, enum audio_object object, uint32_t group, uint32_t value) {
    choose(audio->switches, &audio->switch_count, SWITCHES, (uint8_t)object, group, value);
    tell_audio(audio,
               (struct audio_notice){
                   .kind = AUDIO_SWITCH_SET, .object = (uint8_t)object, .event = group, .value = value});
}

// A group that follows a parameter has the switch of the last threshold that it has reached.
static bool by_parameter(const struct audio *audio, uint8_t object, uint32_t group, uint32_t *value) {
    for (uint32_t b = audio->set ? audio->set->bank_count : 0; b--;) {
        const struct bank_settings *settings = &audio->set->banks[b].settings;
        for (size_t i = 0; settings->known && i < settings->switches.count; i++) {
            const struct bank_switches *s = &settings->switches.at[i];
            if (s->group != group || !s->parameter || !s->points.count) continue;
            float now = parameter_at(audio, object, s->parameter);
            *value = s->points.at[0].value;
            for (size_t p = 1; p < s->points.count && now >= s->points.at[p].at; p++)
                *value = s->points.at[p].value;
            return true;
        }
    }
    return false;
}

uint32_t audio_switch_now(const struct audio *audio, enum audio_object object, uint32_t group,
                          uint32_t usual) {
    uint32_t value;
    if (by_parameter(audio, (uint8_t)object, group, &value)) return value;
    for (int turn = 0; turn < 2; turn++) // one's own, then everybody's
        for (uint32_t i = 0; i < audio->switch_count; i++)
            if (audio->switches[i].group == group &&
                audio->switches[i].object == (turn ? AUDIO_ALL : (uint8_t)object))
                return audio->switches[i].value;
    return usual;
}

// ------------------------------------------------------------------------------------------------ tunings

struct tuning *tuning_of(struct audio *audio, uint32_t id, bool make) {
    for (uint32_t i = 0; i < audio->tuning_count; i++)
        if (audio->tunings[i].id == id) return &audio->tunings[i];
    if (!make || audio->tuning_count == TUNINGS) return NULL;
    audio->tunings[audio->tuning_count] = (struct tuning){.id = id};
    return &audio->tunings[audio->tuning_count++];
}
