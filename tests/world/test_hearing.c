// Robots hear each other: a speaker is a sound with a place.
#include "support/support.h"

#include "world/shape/figure.h"
#include "world/world.h"

#include <math.h>

enum { SPEAKER_HZ = 32000, HEARD = 6000, EARS = 4 };

static struct world *w;
static uint32_t speaking, listening;
static int16_t heard[EARS][HEARD];
static uint32_t count;
static uint64_t began_us;

static void set_up(float metres, float heading) {
    struct world_config config;
    config = world_defaults();
    config.noise = false;
    struct fault fault = {0};
    w = world_new(&config);
    speaking = world_add_robot(w, &vector_model, (struct pose2){{0, 0}, 0}, &fault);
    listening = world_add_robot(w, &vector_model, (struct pose2){{metres, 0}, heading}, &fault);
    assert_true(speaking && listening);
    world_want(w, listening, BODY_WANT_SOUND);
    count = 0;
}
static int end(void **state) {
    world_free(w);
    w = NULL;
    return 0;
}

static void listen(unsigned steps) {
    static int16_t block[640 * EARS];
    for (unsigned i = 0; i < steps; i++) {
        world_step(w);
        if (i % 4) continue;
        uint64_t first;
        uint32_t got = world_listen(w, listening, block, 640, &first);
        if (!count) began_us = first;
        for (uint32_t k = 0; k < got && count < HEARD; k++, count++)
            for (int e = 0; e < EARS; e++) heard[e][count] = block[k * EARS + (uint32_t)e];
    }
}

// A burst, its edges steep; said in pieces, as a soul does.
static void say(double hertz, uint32_t samples) {
    int16_t piece[1056];
    for (uint32_t i = 0; i < samples;) {
        uint32_t n = samples - i < 1056 ? samples - i : 1056;
        for (uint32_t k = 0; k < n; k++, i++)
            piece[k] = (int16_t)(30000 * sin(2 * M_PI * hertz * i / SPEAKER_HZ));
        assert_int_equal(world_speak(w, speaking, piece, n, SPEAKER_HZ), n);
    }
}

static double loudness(int ear, uint32_t from, uint32_t n) {
    double sum = 0;
    for (uint32_t i = from; i < from + n; i++) sum += (double)heard[ear][i] * heard[ear][i];
    return sqrt(sum / n);
}
static uint32_t onset(int ear) { // the first sample that is heard
    for (uint32_t i = 0; i < count; i++)
        if (abs(heard[ear][i]) > 3) return i;
    return count;
}
static double tone(int ear, uint32_t from, uint32_t n, double hertz) {
    double s = 0, c = 0;
    for (uint32_t i = from; i < from + n; i++) {
        double a = 2 * M_PI * hertz * i / 15625;
        s += heard[ear][i] * sin(a), c += heard[ear][i] * cos(a);
    }
    return 2 * sqrt(s * s + c * c) / n;
}

static double way(float metres, float heading, int ear) {
    struct vec3 at = vector_model.ears_m[ear], from = vector_model.mouth_m;
    double x = metres + cosf(heading) * at.x - sinf(heading) * at.y - from.x,
           y = sinf(heading) * at.x + cosf(heading) * at.y;
    return sqrt(x * x + y * y + (double)(at.z - from.z) * (double)(at.z - from.z));
}

static void another_robots_voice_comes_late_and_weak(void **state) {
    double levels[3], first[3];
    static const float METRES[] = {0.4f, 0.8f, 1.6f};
    for (int i = 0; i < 3; i++) {
        set_up(METRES[i], 0);
        listen(20);
        assert_int_equal(onset(0), count); // nothing yet
        uint32_t before = count;
        uint64_t spoken_us = (uint64_t)world_now_us(w);
        say(1000, 8000); // a quarter of a second
        listen(40);
        first[i] = (double)(began_us + onset(0) * 64 - spoken_us) / 1e6 * 343;
        levels[i] = tone(0, before + 700, 2000, 1000);
        print_message("# %.1f m: heard after %.0f mm of way (%.0f), %.1f counts\n", (double)METRES[i],
                      first[i] * 1000, way(METRES[i], 0, 0) * 1000, levels[i]);
        // 110 dB are 32767 counts; 80 dB at one metre, at 30000 of 32767.
        double wish = 32767 * pow(10, -30.0 / 20) * sqrt(2) * 30000 / 32768 / way(METRES[i], 0, 0);
        assert_true(fabs(levels[i] / wish - 1) < 0.03);
        assert_true(fabs(first[i] - way(METRES[i], 0, 0)) < 343 * 150e-6); // two samples
        end(NULL);
    }
}

// Turned so that the voice comes from its left, the left ears hear it first, by the right delay.
static void it_comes_from_where_the_other_stands(void **state) {
    set_up(1, (float)M_PI / 2);
    listen(8);
    uint32_t before = count;
    say(800, 12000);
    listen(60);
    double phase[EARS];
    for (int e = 0; e < EARS; e++) {
        double s = 0, c = 0;
        for (uint32_t i = before + 1000; i < before + 1000 + 3125; i++) {
            double a = 2 * M_PI * 800 * i / 15625;
            s += heard[e][i] * sin(a), c += heard[e][i] * cos(a);
        }
        phase[e] = atan2(c, s);
    }
    for (int pair = 0; pair < 2; pair++) { // right is even, left is odd
        double turn = phase[2 * pair + 1] - phase[2 * pair];
        turn -= 2 * M_PI * floor(turn / (2 * M_PI) + 0.5);
        double us = turn / (2 * M_PI * 800) * 1e6;
        double wish = (way(1, (float)M_PI / 2, 2 * pair) - way(1, (float)M_PI / 2, 2 * pair + 1)) / 343 * 1e6;
        print_message("# left before right by %.1f microseconds (%.1f)\n", us, wish);
        assert_true(wish > 30 && fabs(us - wish) < 6);
    }
}

// Silence costs nothing and is silence; and a copy of the world hears the same.
static void copies_hear_the_same(void **state) {
    set_up(0.5f, 0);
    listen(40);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(heard[2][i], 0);
    say(500, 4000);
    listen(8);
    struct world_config config;
    config = world_defaults();
    config.noise = false;
    struct world *copy = world_new(&config);
    assert_int_equal(world_copy(copy, w), 0);
    static int16_t one[640 * EARS], other[640 * EARS];
    for (int i = 0; i < 12; i++) {
        world_step(w), world_step(copy);
        uint64_t first;
        uint32_t n = world_listen(w, listening, one, 640, &first);
        assert_int_equal(world_listen(copy, listening, other, 640, &first), n);
        assert_memory_equal(one, other, n * EARS * sizeof *one);
    }
    assert_true(loudness(0, count - 60, 60) > 50);
    world_free(copy);
}

#define T(name) cmocka_unit_test_teardown(name, end)
TESTS(T(another_robots_voice_comes_late_and_weak), T(it_comes_from_where_the_other_stands),
      T(copies_hear_the_same))
