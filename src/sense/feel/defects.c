#include "sense/feel/defects.h"

#include "base/hash.h"

#include <string.h>

// Chosen: what is silent for two seconds is missed. A body may take five to wake up.
enum { MISSED_TICKS = 61, WAKING_TICKS = 152 };

// The order of the self-test's answers, and that of the microphones in a sound: front right, front left, back
// right, back left.
static const uint16_t TESTED[] = {[BODY_DEFECT_FLOOR_FRONT_LEFT] = 891,
                                  [BODY_DEFECT_FLOOR_FRONT_RIGHT] = 890,
                                  [BODY_DEFECT_FLOOR_BACK_LEFT] = 893,
                                  [BODY_DEFECT_FLOOR_BACK_RIGHT] = 892,
                                  [BODY_DEFECT_RANGE] = 894,
                                  [BODY_DEFECT_NONE] = 0};
static const uint16_t EARS[DEFECTS_EARS] = {870, 871, 872, 873};

// Ticks that something was wanted and did not come.
static uint32_t missed(uint32_t ticks, bool wanted, bool came) { return came || !wanted ? 0 : ticks + 1; }

static bool sounds(const int16_t *samples, uint32_t count, uint32_t channels, uint32_t channel) {
    for (uint32_t i = 1; i < count; i++)
        if (samples[i * channels + channel] != samples[channel]) return true;
    return false;
}

static void try_ears(struct defects *d, const struct senses_in *in) {
    if (!in->senses.sound_count || !in->sound) return;
    const struct body_sound *sound = &in->senses.sound[0];
    size_t bytes = (size_t)sound->samples * sound->channels * sizeof(int16_t);
    if (sound->channels != DEFECTS_EARS || in->sound->used < bytes) return;
    bool hears[DEFECTS_EARS], any = false;
    for (uint32_t i = 0; i < DEFECTS_EARS; i++) {
        hears[i] = sounds((const int16_t *)(const void *)in->sound->bytes, sound->samples, DEFECTS_EARS, i);
        any |= hears[i];
    }
    for (uint32_t i = 0; any && i < DEFECTS_EARS; i++) d->deaf[i] = missed(d->deaf[i], true, hears[i]);
}

// Nothing falls for two seconds: what is not pulled at all is dead. (Its gyro seems to turn with the head
// that it sits in.)
static bool is_pulled(const struct body_senses *s) {
    for (uint32_t i = 0; i < s->imu_count; i++)
        for (int k = 0; k < 3; k++)
            if (s->imu[i].accel_mps2[k] != 0) return true;
    return false;
}

static void try_battery(struct defects *d, uint32_t status) {
    d->near_end = status & BODY_STATUS_SHUTDOWN_NEAR;
    d->battery = !d->near_end ? 0 : status & BODY_STATUS_BATTERY_HOT ? 705 : 702;
}

static void try_senses(struct defects *d, const struct senses_in *in, uint16_t wanted,
                       const struct body_model *model) {
    const struct body_senses *s = &in->senses;
    for (uint32_t i = 0; i < s->acks_count; i++)
        if (s->acks[i].kind == BODY_ACK_KIND_DEFECT && s->acks[i].which <= BODY_DEFECT_NONE)
            d->tested = TESTED[s->acks[i].which];
    bool saves = s->status & BODY_STATUS_SENSORS_SAVED;
    d->seen |= s->picture_count > 0;
    d->no_motion = missed(d->no_motion, wanted & BODY_WANT_IMU, is_pulled(s));
    d->no_range = missed(d->no_range, wanted & BODY_WANT_RANGE && model->has_range && !saves, s->range_count);
    d->no_picture = missed(d->no_picture, wanted & BODY_WANT_PICTURE, s->picture_count);
    d->no_touch =
        missed(d->no_touch, model->has_touch && s->touches_count, s->touches_count && s->touches[0].raw);
    try_ears(d, in);
    try_battery(d, s->status);
}

static void higher(uint16_t *code, bool fails, uint16_t other) {
    if (fails && other > *code) *code = other;
}

uint16_t defects_step(struct defects *d, const struct senses_in *in, uint16_t wanted,
                      const struct body_model *model) {
    if (model->described || strcmp(model->creature, "vector") != 0) return 0;
    bool news = in->senses.time_us && !(in->senses.status & BODY_STATUS_AWAY);
    d->silent = news ? 0 : d->silent + 1;
    if (news) try_senses(d, in, wanted, model);
    d->ever |= news;
    uint16_t code = d->tested;
    higher(&code, true, d->battery);
    for (uint32_t i = 0; i < DEFECTS_EARS; i++) higher(&code, d->deaf[i] > MISSED_TICKS, EARS[i]);
    higher(&code, d->no_touch > MISSED_TICKS, 895);
    higher(&code, d->silent > MISSED_TICKS && d->ever && !d->near_end, 898);
    higher(&code, d->silent > WAKING_TICKS && !d->ever, 899);
    higher(&code, d->no_range > MISSED_TICKS, 950);
    higher(&code, d->no_motion > MISSED_TICKS, 960);
    higher(&code, d->no_picture > MISSED_TICKS, d->seen ? 981 : 980);
    return code;
}

uint64_t defects_hash(const struct defects *d) {
    return HASH_RUN(HASH_RUN(0, d, ever, near_end), d, silent, battery);
}
