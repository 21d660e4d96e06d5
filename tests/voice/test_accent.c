// Which words are said with weight, how loud each moment is, and what ends a sentence.
#include "support/support.h"

#include "voice/accent.h"

#include <stdlib.h>
#include <string.h>

enum { STEP_MS = 33, RATE = 22050, ACCENT_LEVELS = 640 };

// Words as blocks of a tone, each so long and so loud, with pauses between.
struct block {
    const char *word;
    uint32_t ms, pause_ms;
    int loud;
};
static struct speech speech;
static char text[400];

static void speak(const struct block *blocks) {
    size_t at = 0, room = (size_t)RATE * 20;
    speech = (struct speech){.samples = calloc(room, sizeof(int16_t)), .rate = RATE};
    text[0] = 0;
    for (; blocks->word; blocks++) {
        uint32_t n = speech.word_count++;
        speech.words[n] = (struct speech_word){
            (uint32_t)strlen(text), (uint32_t)strcspn(blocks->word, ".,!?;:"), (uint32_t)(at * 1000 / RATE)};
        strcat(strcat(text, blocks->word), " ");
        for (size_t i = 0; i < (size_t)blocks->ms * RATE / 1000; i++)
            speech.samples[at++] = (int16_t)(i / 40 % 2 ? blocks->loud : -blocks->loud);
        at += (size_t)blocks->pause_ms * RATE / 1000;
    }
    speech.count = at;
}

static struct accent of(uint32_t word) {
    uint8_t loud[ACCENT_LEVELS];
    uint32_t count = accent_levels(&speech, STEP_MS, loud, ACCENT_LEVELS);
    return accent_of(&speech, word, text, STEP_MS, loud, count);
}

static void loudness_follows_the_samples(void **state) {
    uint8_t loud[ACCENT_LEVELS];
    speak((struct block[]){{"one", 330, 330, 20000}, {"two", 330, 330, 10000}, {0}});
    uint32_t count = accent_levels(&speech, STEP_MS, loud, ACCENT_LEVELS);
    assert_int_equal(count, 40);
    for (int i = 0; i < 10; i++) assert_int_equal(loud[i], 255);
    for (int i = 11; i < 20; i++) assert_int_equal(loud[i], 0);
    for (int i = 21; i < 29; i++) assert_in_range(loud[i], 119, 129);
    for (int i = 31; i < 40; i++) assert_int_equal(loud[i], 0);
    assert_int_equal(accent_levels(&speech, STEP_MS, loud, 7), 7);
    memset(speech.samples, 0, speech.count * sizeof *speech.samples); // silence is silent, not divided by
    accent_levels(&speech, STEP_MS, loud, ACCENT_LEVELS);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(loud[i], 0);
    assert_in_range(of(0).weight, 1, 255);
    speech_free(&speech);
}

static void long_and_loud_words_have_weight(void **state) {
    speak((struct block[]){{"the", 90, 10, 6000},
                           {"robot", 300, 20, 14000},
                           {"of", 80, 10, 7000},
                           {"WINS", 300, 20, 14000},
                           {"mountains", 520, 40, 20000},
                           {0}});
    assert_true(of(0).weight < of(1).weight && of(2).weight < of(1).weight);
    assert_true(of(3).weight > of(1).weight + 60); // written in capitals
    assert_int_equal(of(4).weight, 255);
    assert_true(of(0).weight < 80);
    speech_free(&speech);
}

static void the_sign_behind_a_word_is_found(void **state) {
    static const struct {
        const char *word;
        enum accent_end end;
    } ALL[] = {{"yes,", ACCENT_RESTS},   {"no", ACCENT_GOES_ON},   {"stop.", ACCENT_STOPS},
               {"go!", ACCENT_CALLS},    {"who?", ACCENT_ASKS},    {"3.5", ACCENT_GOES_ON},
               {"8:30", ACCENT_GOES_ON}, {"what?!", ACCENT_ASKS},  {"end.\")", ACCENT_STOPS},
               {"so;", ACCENT_RESTS},    {"はい。", ACCENT_STOPS}, {"なに？", ACCENT_ASKS},
               {"ね、", ACCENT_RESTS},   {"-", ACCENT_GOES_ON}};
    struct block blocks[sizeof ALL / sizeof *ALL + 1] = {0};
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++)
        blocks[i] = (struct block){ALL[i].word, 200, 50, 9000};
    speak(blocks);
    for (uint32_t i = 0; i < sizeof ALL / sizeof *ALL; i++) {
        if (of(i).end != ALL[i].end) fail_msg("%s: %d", ALL[i].word, of(i).end);
    }
    speech.words[0] = (struct speech_word){9999, 3, 0}; // a helper that counts wrong
    speech.words[1] = (struct speech_word){2, 60000, 4000000000u};
    assert_int_equal(of(0).end, ACCENT_GOES_ON);
    of(1);
    speech_free(&speech);
}

TESTS(cmocka_unit_test(loudness_follows_the_samples), cmocka_unit_test(long_and_loud_words_have_weight),
      cmocka_unit_test(the_sign_behind_a_word_is_found))
