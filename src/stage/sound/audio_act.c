// Carries out the actions of events.
#include "stage/sound/audio_internal.h"

#include "base/hash.h"
#include "base/system/log.h"

#include <string.h>

enum { SCOPE_OBJECT = 3, SCOPE_ALL_OF_OBJECT = 5, PLAY_AND_GO_ON = 5, PARENTS = 5 };

enum audio_bus bus_named(uint32_t id, enum audio_bus otherwise) {
    static const struct {
        const char *name;
        enum audio_bus bus;
    } NAMES[] = {
        {"SFX", AUDIO_BUS_SFX},       {"Animation", AUDIO_BUS_SFX},
        {"Motion", AUDIO_BUS_MOTION}, {"Procedural", AUDIO_BUS_MOTION},
        {"UI", AUDIO_BUS_UI},         {"Music", AUDIO_BUS_MUSIC},
        {"VO", AUDIO_BUS_VO},         {"Voice", AUDIO_BUS_VO},
        {"Stream", AUDIO_BUS_STREAM},
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (fnv1_32_lower(NAMES[i].name) == id) return NAMES[i].bus;
    return otherwise;
}

static bool stands_in(const struct audio_item *const *chain, uint32_t len, uint32_t target) {
    for (uint32_t i = 0; i < len; i++)
        if (chain[i]->id == target) return true;
    return !target; // no target: all of them
}

// ---------------------------------------------------------------------------------------- what plays already

struct whom {
    uint32_t target;
    uint8_t object; // AUDIO_ALL: any
    const struct bank_deed *deed;
};

static bool is_meant(struct whom whom, uint8_t object, const struct audio_item *const *chain, uint32_t len) {
    if ((whom.object != AUDIO_ALL && object != whom.object) || !stands_in(chain, len, whom.target))
        return false;
    for (uint32_t i = 0; i < whom.deed->except_count; i++)
        if (whom.deed->except[i] && stands_in(chain, len, whom.deed->except[i])) return false;
    return true;
}

static void each_voice(struct audio *audio, struct whom whom,
                       void (*what)(struct audio *audio, struct voice *voice, const struct bank_deed *deed)) {
    for (int i = 0; i < AUDIO_VOICES; i++) {
        struct voice *voice = &audio->voices[i];
        if (!voice->live) continue;
        if (is_meant(whom, voice->object, voice->chain, voice->chain_len) ||
            (whom.target && is_meant(whom, voice->object, voice->route, voice->route_len)))
            what(audio, voice, whom.deed);
    }
}

static void stop_voice(struct audio *audio, struct voice *voice, const struct bank_deed *deed) {
    if (voice->walk != NO_WALK && audio->walks[voice->walk].kind == WALK_ROW)
        audio->walks[voice->walk].left = 0; // what stops does not go on to the next
    if (voice->paused || voice->delay > 0)
        voice_end(audio, voice, 0);
    else
        voice_fade(audio, voice, 0, deed->fade_ms, deed->shape, FADE_STOPS);
}
static void pause_voice(struct audio *audio, struct voice *voice, const struct bank_deed *deed) {
    if (!voice->paused) voice_fade(audio, voice, 0, deed->fade_ms, deed->shape, FADE_PAUSES);
}
static void resume_voice(struct audio *audio, struct voice *voice, const struct bank_deed *deed) {
    if (!voice->paused && voice->fade.then != FADE_PAUSES) return;
    voice->paused = false;
    voice_fade(audio, voice, 1, deed->fade_ms, deed->shape, FADE_STAYS);
}
static void break_voice(struct audio *audio, struct voice *voice, const struct bank_deed *deed) {
    (void)audio, (void)deed;
    if (audio_source_heard(voice->source) != UINT64_MAX) return;
    if (voice->source != &voice->own) voice->own = *voice->source;
    uint64_t frame = voice->at >> 32, len = voice->own.loop_end - voice->own.loop_start;
    voice->own.loop_times = frame < voice->own.loop_end ? 1 : (frame - voice->own.loop_start) / len + 1;
    voice->source = &voice->own;
}

// Music keeps its time, and tones have nothing to look for.
static void seek_voice(struct audio *audio, struct voice *voice, const struct bank_deed *deed) {
    const struct audio_source *s = voice->source;
    if (voice->serial || s->coding == AUDIO_TONE) return;
    float drawn = deed->value_low < deed->value_high
                      ? chance_range(&audio->dice, deed->value_low, deed->value_high)
                      : deed->value_low;
    double wish = (double)m_max(deed->value + drawn, 0), end = (double)(s->loops ? s->loop_end : s->frames);
    double frame = deed->percent ? wish / 100 * end : wish * s->rate / 1000;
    if (frame >= end && !s->loops) return voice_end(audio, voice, 0);
    voice->at = (uint64_t)(frame < end ? frame : end - 1) << 32;
}

static void each_walk(struct audio *audio, struct whom whom, uint8_t type) {
    for (int i = 0; i < WALKS; i++) {
        struct walk *walk = &audio->walks[i];
        if (!walk->live || !is_meant(whom, walk->object, walk->chain, walk->chain_len)) continue;
        if (type == BANK_PAUSE) walk->paused = true;
        if (type == BANK_RESUME) walk->paused = false;
        if (type == BANK_BREAK) walk->left = 0;
        if (type == BANK_STOP) walk_kill(audio, (int16_t)i);
    }
}

// ------------------------------------------------------------------------------------------------ numbers

static float value_of(struct audio *audio, const struct bank_deed *deed) {
    float drawn = deed->value_low < deed->value_high
                      ? chance_range(&audio->dice, deed->value_low, deed->value_high)
                      : deed->value_low;
    return deed->value + drawn;
}

static void tune(struct audio *audio, uint8_t type, uint32_t target, const struct bank_deed *deed) {
    struct tuning *tuning = tuning_of(audio, target, true);
    if (!tuning) return;
    float value = value_of(audio, deed);
    switch (type) {
    case BANK_MUTE:
    case BANK_UNMUTE:
        tuning->mute = type == BANK_MUTE;
        break;
    case BANK_SET_VOLUME:
        tuning->db = m_clamp(deed->relative ? tuning->db + value : value, -200, 24);
        break;
    case BANK_RESET_VOLUME:
        tuning->db = 0;
        break;
    case BANK_SET_PITCH:
        tuning->cents = m_clamp(deed->relative ? tuning->cents + value : value, -2400, 2400);
        break;
    case BANK_RESET_PITCH:
        tuning->cents = 0;
        break;
    default:
        break;
    }
}

static void set_parameter(struct audio *audio, uint8_t type, uint8_t object, uint32_t id,
                          const struct bank_deed *deed) {
    float value = value_of(audio, deed);
    if (deed->relative) value += parameter_at(audio, object, id);
    if (type == BANK_RESET_PARAMETER)
        for (uint32_t i = 0; i < audio->parameter_count; i++)
            if (audio->parameters[i].id == id) value = audio->parameters[i].usual;
    audio_parameter(audio, (enum audio_object)object, id, value, (uint32_t)deed->fade_ms, deed->shape);
}

static void set_bus(struct audio *audio, uint8_t type, uint32_t target, const struct bank_deed *deed) {
    enum audio_bus bus = bus_named(target, AUDIO_BUSES);
    if (bus == AUDIO_BUSES) { // one of the bank's own
        tune(audio, type == BANK_SET_BUS_VOLUME ? BANK_SET_VOLUME : BANK_RESET_VOLUME, target, deed);
        return;
    }
    float value = type == BANK_RESET_BUS_VOLUME ? 0 : value_of(audio, deed);
    if (deed->relative) value += audio->bus_action_db[bus];
    audio->bus_action_db[bus] = m_clamp(value, -200, 24);
}

// ------------------------------------------------------------------------------------------------ actions

// A thing stands in its parents, also when it is played by itself.
static void begin_chain(struct audio *audio, const struct audio_item *target, struct start *start) {
    const struct audio_item *up[PARENTS];
    uint32_t count = 0;
    const struct audio_item *item = target;
    while (count < PARENTS && item->node && item->node->parent &&
           (item = audio_set_item(audio->set, item->node->parent)))
        up[count++] = item;
    while (count) start->chain[start->chain_len++] = up[--count];
}

static void play_target(struct audio *audio, const struct audio_item *action, const struct later *by) {
    const struct bank_deed *deed = action->deed;
    if (deed->probability < 100 && !chance_true(&audio->dice, deed->probability / 100)) return;
    struct start start = {.play = by->play,
                          .volume = by->volume,
                          .fade_ms = deed->fade_ms,
                          .fade_shape = deed->shape,
                          .object = by->object,
                          .tag = by->tag,
                          .walk = NO_WALK,
                          .delay = by->delay};
    const struct audio_item *target = audio_set_item(audio->set, action->object->action.target);
    if (!target) return fall_back(audio, action->object->action.target, action->bank, &start);
    begin_chain(audio, target, &start);
    start_item(audio, target, &start);
}

static void act(struct audio *audio, const struct later *by, unsigned depth) {
    const struct audio_item *item = by->action;
    const struct bank_action *action = &item->object->action;
    bool own = action->scope == SCOPE_OBJECT || action->scope == SCOPE_ALL_OF_OBJECT;
    struct whom whom = {action->target, own ? by->object : AUDIO_ALL, item->deed};
    switch (action->type) {
    case BANK_PLAY:
    case PLAY_AND_GO_ON:
        return play_target(audio, item, by);
    case BANK_STOP:
        each_walk(audio, whom, action->type);
        return each_voice(audio, whom, stop_voice);
    case BANK_PAUSE:
        each_walk(audio, whom, action->type);
        return each_voice(audio, whom, pause_voice);
    case BANK_RESUME:
        each_walk(audio, whom, action->type);
        return each_voice(audio, whom, resume_voice);
    case BANK_BREAK:
        each_walk(audio, whom, action->type);
        return each_voice(audio, whom, break_voice);
    case BANK_SEEK:
        return each_voice(audio, whom, seek_voice);
    case BANK_TRIGGER:
        return sting(audio, whom.object, action->target);
    case BANK_MUTE:
    case BANK_UNMUTE:
        if (bus_named(action->target, AUDIO_BUSES) != AUDIO_BUSES) {
            audio->bus_mute[bus_named(action->target, AUDIO_BUSES)] = action->type == BANK_MUTE;
            return;
        }
        return tune(audio, action->type, action->target, item->deed);
    case BANK_SET_PITCH:
    case BANK_RESET_PITCH:
    case BANK_SET_VOLUME:
    case BANK_RESET_VOLUME:
        return tune(audio, action->type, action->target, item->deed);
    case BANK_SET_BUS_VOLUME:
    case BANK_RESET_BUS_VOLUME:
        return set_bus(audio, action->type, action->target, item->deed);
    case BANK_SET_STATE:
        return audio_state(audio, item->deed->group, item->deed->choice);
    case BANK_SET_SWITCH:
        return audio_switch(audio, (enum audio_object)by->object, item->deed->group, item->deed->choice);
    case BANK_SET_PARAMETER:
    case BANK_RESET_PARAMETER:
        return set_parameter(audio, action->type, whom.object, action->target, item->deed);
    case BANK_PLAY_EVENT: {
        const struct audio_item *event = audio_set_item(audio->set, action->target);
        if (event && event->object->kind == BANK_EVENT && event->object->known)
            act_event(audio, event, by->play, by->object, by->volume, by->tag, by->delay, depth + 1);
        return;
    }
    default: // effects and the like: nothing here has them
        log_debug("sound", "action %u of kind %u is left out", item->id, action->type);
    }
}

static void act_later(struct audio *audio, const struct later *by) {
    for (int i = 0; i < LATERS; i++) {
        if (audio->laters[i].live) continue;
        audio->laters[i] = *by;
        audio->laters[i].live = true;
        struct play *play = play_of(audio, by->play);
        if (play) play->count++;
        return;
    }
}

void act_event(struct audio *audio, const struct audio_item *event, uint32_t play, uint8_t object,
               float volume, uint8_t tag, int64_t delay, unsigned depth) {
    if (depth >= DEPTH) return;
    for (size_t i = 0; i < event->object->event.count; i++) {
        uint32_t id = event->object->event.at[i];
        const struct audio_item *action = audio_set_item(audio->set, id);
        if (!action || action->object->kind != BANK_ACTION || !action->object->known) {
            struct start start = {
                .play = play, .volume = volume, .object = object, .tag = tag, .walk = NO_WALK};
            if (audio->starts++ < STARTS_MAX) fall_back(audio, id, event->bank, &start);
            continue;
        }
        struct later by = {.action = action,
                           .play = play,
                           .delay = delay + samples_of(audio, action->deed->delay_ms),
                           .volume = volume,
                           .object = object,
                           .tag = tag};
        uint8_t type = action->object->action.type;
        bool takes_delay = type == BANK_PLAY || type == PLAY_AND_GO_ON || type == BANK_PLAY_EVENT;
        if (by.delay >= audio->samples && !takes_delay)
            act_later(audio, &by);
        else if (audio->starts++ < STARTS_MAX)
            act(audio, &by, depth);
    }
}

void act_laters(struct audio *audio) {
    for (int i = 0; i < LATERS; i++) {
        struct later *later = &audio->laters[i];
        if (!later->live) continue;
        if (later->delay >= audio->samples) {
            later->delay -= audio->samples;
            continue;
        }
        later->live = false;
        act(audio, later, 0);
        play_less(audio, later->play);
    }
}
