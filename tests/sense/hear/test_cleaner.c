// What it plays itself is taken out of what it hears, and steady noise is reduced; a voice stays.
#include "support/support.h"

#include "base/maths/maths.h"
#include "sense/hear/cleaner.h"

#include <string.h>

enum { CHUNK = CLEANER_CHUNK, HZ = CLEANER_HZ };
static uint32_t seed;
static float noise(void) {
    seed = seed * 1664525 + 1013904223;
    return (float)(int32_t)seed / 2147483648.0f;
}
// A buzz in syllables.
static float voice(uint32_t at, float hertz) {
    float t = (float)at / HZ, open = m_max(m_sin(M_TAU_F * 3 * t), 0), sum = 0;
    for (int k = 1; k < 9; k++) sum += m_sin(M_TAU_F * m_fmod(hertz * (float)k * t, 1)) / (float)k;
    return sum * open;
}
static double square(const int16_t *samples) {
    double sum = 0;
    for (int i = 0; i < CHUNK; i++) sum += (double)samples[i] * samples[i];
    return sum;
}

static void its_own_sound_is_taken_out(void **state) {
    struct cleaner *c = cleaner_new(&(struct cleaner_config){.echo = true});
    int16_t said[CHUNK], past[1024] = {0}, heard[CHUNK], clean[CHUNK];
    double before = 0, after = 0;
    seed = 1;
    for (uint32_t n = 0; n < 600; n++) {
        for (uint32_t i = 0; i < CHUNK; i++) said[i] = (int16_t)(3000 * voice(n * CHUNK + i, 190));
        memmove(past, past + CHUNK, sizeof past - sizeof said);
        memcpy(past + 1024 - CHUNK, said, sizeof said);
        for (uint32_t i = 0; i < CHUNK; i++) {
            const int16_t *now = past + 1024 - CHUNK + i;
            heard[i] = (int16_t)(0.7f * (float)now[-60] + 0.2f * (float)now[-300] + 4 * noise());
        }
        cleaner_played(c, said, CHUNK, HZ, 0);
        cleaner_run(c, heard, clean);
        if (n >= 300) before += square(heard), after += square(clean);
    }
    cleaner_free(c);
    assert_true(10 * md_log(before / after) / 2.302585 >= 20);
}

// Who speaks meanwhile is still heard.
static void a_voice_stays(void **state) {
    struct cleaner *c = cleaner_new(&(struct cleaner_config){.echo = true, .noise = true});
    int16_t heard[CHUNK], clean[CHUNK];
    double before = 0, after = 0;
    seed = 2;
    for (uint32_t n = 0; n < 600; n++) {
        for (uint32_t i = 0; i < CHUNK; i++)
            heard[i] = (int16_t)(2000 * voice(n * CHUNK + i, 120) + 10 * noise());
        cleaner_run(c, heard, clean);
        if (n >= 300) before += square(heard), after += square(clean);
    }
    cleaner_free(c);
    assert_true(m_abs((float)(10 * md_log(before / after) / 2.302585)) < 3);
}

static void steady_noise_is_reduced(void **state) {
    struct cleaner *c = cleaner_new(&(struct cleaner_config){.noise = true});
    int16_t heard[CHUNK], clean[CHUNK];
    double before = 0, after = 0;
    seed = 3;
    for (uint32_t n = 0; n < 600; n++) {
        for (uint32_t i = 0; i < CHUNK; i++) heard[i] = (int16_t)(1000 * noise());
        cleaner_run(c, heard, clean);
        if (n >= 300) before += square(heard), after += square(clean);
    }
    cleaner_free(c);
    assert_true(10 * md_log(before / after) / 2.302585 >= 10);
}

TESTS(cmocka_unit_test(its_own_sound_is_taken_out), cmocka_unit_test(a_voice_stays),
      cmocka_unit_test(steady_noise_is_reduced))
