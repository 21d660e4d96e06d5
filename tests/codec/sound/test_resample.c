#include "support/support.h"

#include "base/hash.h"
#include "base/maths/maths.h"
#include "codec/sound/resample.h"

enum { LONG = 8000 };

static size_t run(unsigned in_rate, unsigned out_rate, const int16_t *in, size_t count, size_t piece,
                  int16_t *out, size_t room) {
    struct resample *rate = resample_new(in_rate, out_rate);
    assert_non_null(rate);
    size_t made = 0, done = 0, taken;
    while (done < count) {
        size_t next = count - done < piece ? count - done : piece,
               space = room - made < piece ? room - made : piece;
        made += resample_push(rate, in + done, next, out + made, space, &taken);
        done += taken;
    }
    for (size_t more; (more = resample_end(rate, out + made, room - made));) made += more;
    resample_free(rate);
    return made;
}

static void tone(double hertz, unsigned rate, double size, int16_t *out, size_t count) {
    for (size_t i = 0; i < count; i++)
        out[i] = (int16_t)md_round(size * md_sin(MD_TAU * hertz * (double)i / rate));
}

static const unsigned PAIRS[][2] = {{22050, 22320}, {48000, 22320}, {22320, 48000}, {16000, 15625},
                                    {8000, 44100},  {30000, 32000}, {44100, 11025}, {16000, 16000}};

// A tone that both rates can hold comes out as the same tone, to a thousandth, and at the same time.
static void a_tone_stays_where_it_is(void **state) {
    static int16_t in[LONG], out[LONG * 6], want[LONG * 6];
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        unsigned from = PAIRS[i][0], to = PAIRS[i][1];
        double hertz = (from < to ? from : to) * 0.11;
        tone(hertz, from, 20000, in, LONG);
        size_t made = run(from, to, in, LONG, LONG, out, sizeof out / sizeof *out);
        assert_int_equal(made, ((uint64_t)LONG * to + from - 1) / from);
        tone(hertz, to, 20000, want, made);
        for (size_t n = made / 10; n < made - made / 10; n++) assert_true(abs(out[n] - want[n]) < 40);
    }
}

static void what_does_not_fit_is_not_heard(void **state) {
    static int16_t in[LONG], out[LONG];
    tone(20000, 48000, 20000, in, LONG); // above the half of 22320
    size_t made = run(48000, 22320, in, LONG, LONG, out, LONG);
    for (size_t n = made / 10; n < made - made / 10; n++) assert_true(abs(out[n]) < 40);
}

static void a_level_stays_and_loud_sound_does_not_wrap(void **state) {
    static int16_t in[LONG], out[LONG * 6];
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        for (int n = 0; n < LONG; n++) in[n] = -1234;
        size_t made = run(PAIRS[i][0], PAIRS[i][1], in, LONG, LONG, out, sizeof out / sizeof *out);
        for (size_t n = made / 4; n < made / 2; n++) assert_true(abs(out[n] + 1234) <= 1);
        for (int n = 0; n < LONG; n++) in[n] = n / 50 % 2 ? 32767 : -32768; // steps ring over
        made = run(PAIRS[i][0], PAIRS[i][1], in, LONG, LONG, out, sizeof out / sizeof *out);
        int high = 0, low = 0;
        for (size_t n = 0; n < made; n++) high += out[n] > 20000, low += out[n] < -20000;
        assert_true(high > (int)made / 4 && low > (int)made / 4);
        for (size_t n = 1; n < made; n++) assert_false(out[n - 1] == 32767 && out[n] < -30000);
    }
}

static void pieces_make_the_whole(void **state) {
    static int16_t in[1000], whole[8000], pieces[8000];
    for (int n = 0; n < 1000; n++) in[n] = (int16_t)(n * 7919 % 65536 - 32768);
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        size_t made = run(PAIRS[i][0], PAIRS[i][1], in, 1000, 1000, whole, 8000);
        for (size_t piece = 1; piece < 200; piece = piece * 3 + 1) {
            assert_int_equal(run(PAIRS[i][0], PAIRS[i][1], in, 1000, piece, pieces, 8000), made);
            assert_memory_equal(pieces, whole, made * sizeof *whole);
        }
    }
    // The same on every machine: this number was made once and must not change.
    assert_int_equal(crc32_ieee(0, whole, 1000 * sizeof *whole), 0xec499201);
}

static void it_starts_anew_and_refuses_odd_rates(void **state) {
    int16_t in[64], first[64], again[64];
    for (int n = 0; n < 64; n++) in[n] = (int16_t)(n * 400);
    struct resample *rate = resample_new(16000, 16000);
    size_t made = resample_push(rate, in, 64, first, 64, NULL);
    resample_reset(rate);
    assert_int_equal(resample_push(rate, in, 64, again, 64, NULL), made);
    assert_memory_equal(first, again, made * sizeof *first);
    assert_int_equal(resample_push(rate, NULL, 0, NULL, 0, NULL), 0);
    resample_free(rate);
    resample_free(NULL);
    assert_null(resample_new(0, 16000));
    assert_null(resample_new(16000, 0));
    assert_null(resample_new(16000, RESAMPLE_RATE_MAX + 1));
    rate = resample_new(192000, 100); // far apart: poor, but not wrong
    assert_non_null(rate);
    resample_free(rate);
}

TESTS(cmocka_unit_test(a_tone_stays_where_it_is), cmocka_unit_test(what_does_not_fit_is_not_heard),
      cmocka_unit_test(a_level_stays_and_loud_sound_does_not_wrap), cmocka_unit_test(pieces_make_the_whole),
      cmocka_unit_test(it_starts_anew_and_refuses_odd_rates))
