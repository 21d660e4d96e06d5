// What sound costs a life tick. Nobody listening: a table of voices and parameters goes on by a tick.
// Somebody listening: eight sounds at another rate than the speaker's are brought to it, mixed, equalised and
// limited. And how fast speech is made a robot's, against the time it lasts.
#include "bench.h"

#include "base/hash.h"
#include "stage/sound/audio.h"
#include "stage/tune/tune.h"
#include "voice/speech.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct audio_set *set;
static struct audio *audio;
static struct ear ear;
static uint64_t tick;
static int16_t out[AUDIO_TICK_MAX];

static void make_set(void) {
    struct arena *arena = arena_new(1 << 20);
    struct fault fault = {0};
    struct tune tune;
    struct buf bank = {0};
    if (set || tune_read(SOURCE_ROOT "/assets/cozmo/sounds.json", arena, &tune, &fault) ||
        tune_bank(&tune, &bank, NULL, NULL, &fault)) {
        if (fault.err) fault_print(&fault, stderr), exit(1);
        arena_free(arena);
        return;
    }
    set = audio_set_new();
    if (audio_set_bank(set, (struct bytes){bank.at, bank.len}, "bench", NULL, &fault) ||
        audio_set_ready(set, &fault))
        exit(1);
    buf_free(&bank);
    arena_free(arena);
}

static void *quiet(void) { // Cozmo's sounds at Vector's rate: every one must be resampled
    make_set();
    struct audio_config config = audio_defaults("vector");
    audio = audio_new(&config, set);
    ear = (struct ear){0};
    tick = 0;
    return NULL;
}
static void *loud(void) {
    quiet();
    static const char *const LOOPS[] = {"Play__Critter__Purr_Loop",   "Play__Critter__Treads_Loop",
                                        "Play__Critter__Dance_110",   "Play__Critter__Scan_Loop",
                                        "Play__Critter__Timer_Alarm", "Play__Critter__Lullaby_Loop",
                                        "Play__Critter__Dance_140"};
    for (int i = 0; i < 7; i++) audio_post_name(audio, LOOPS[i], AUDIO_ANIMATION);
    return NULL;
}
static void gone(void *user) {
    (void)user;
    audio_free(audio);
    audio = NULL;
}

static void step(void *user) {
    (void)user;
    audio_step(audio, ++tick);
    bench_sink(audio_voices(audio));
}
static void hear(void *user) {
    step(user);
    bench_sink(audio_render(audio, &ear, out, AUDIO_TICK_MAX));
}
static void count(void *user) {
    (void)user;
    for (volatile int i = 0; i < 10000; i++) continue;
}

static struct speech_maker *maker;
static struct speech_order order;
static void *begin_talk(void) {
    if (!maker) maker = speech_maker_new(NULL);
    order = speech_order_of(
        "en-US", "The small robot drives around the table and looks at everything that it finds there.");
    return NULL;
}
static void talk(void *user) {
    (void)user;
    struct speech speech;
    if (speech_make(maker, &order, &speech, NULL)) return;
    bench_sink(speech.count);
    speech_free(&speech);
}
// A twentieth of what is said (4.6 seconds) of this processor's time: on a busy machine both take longer.
static int64_t spent_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}
static void as_long_as_it_lasts(void *user) {
    (void)user;
    int64_t until = spent_us() + 230000;
    while (spent_us() < until) continue;
}

BENCHES({.name = "sound tick, nothing sounds",
         .a = step,
         .a_name = "step",
         .b = count,
         .b_name = "counting to 10 000",
         .setup = quiet,
         .teardown = gone,
         .no_allocation = true},
        {.name = "sound tick, eight sounds unheard",
         .a = step,
         .a_name = "step",
         .b = count,
         .b_name = "counting to 10 000",
         .setup = loud,
         .teardown = gone,
         .no_allocation = true},
        {.name = "sound tick, eight sounds heard",
         .a = hear,
         .a_name = "step and render",
         .b = count,
         .b_name = "counting to 10 000",
         .setup = loud,
         .teardown = gone,
         .no_allocation = true},
        {.name = "speech, 20 times as fast as it lasts",
         .a = talk,
         .a_name = "saying it",
         .b = as_long_as_it_lasts,
         .b_name = "a twentieth of its length",
         .setup = begin_talk})
