#include "support/support.h"

#include "base/maths/maths.h"
#include "base/system/log.h"
#include "voice/locale.h"
#include "voice/speech.h"
#include "voice/stretch.h"
#include "voice/talker.h"
#include "voice/vocoder.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct fault fault;

static void fine(enum err err) {
    char line[800];
    if (err) fail_msg("%s: %s", err_name(err), fault_text(&fault, line, sizeof line));
}

static double loudness(const int16_t *samples, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)samples[i] * samples[i];
    return sqrt(sum / (double)(count ? count : 1)) / 32768;
}

// The middle of the pitches that are found in it.
static double middle_pitch(const struct speech *s, double *share) {
    struct pitch_finder *finder = pitch_finder_new(PITCH_YIN, s->rate);
    float found[4096], window[PITCH_WINDOW];
    size_t count = 0, all = 0;
    for (size_t at = 0; at + PITCH_WINDOW < s->count && count < 4096; at += 1000, all++) {
        for (int i = 0; i < PITCH_WINDOW; i++) window[i] = (float)s->samples[at + (size_t)i] / 32768;
        float hertz = pitch_find(finder, window, NULL);
        if (hertz > 0) found[count++] = hertz;
    }
    pitch_finder_free(finder);
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k && found[k] < found[k - 1]; k--) {
            float swap = found[k];
            found[k] = found[k - 1], found[k - 1] = swap;
        }
    if (share) *share = all ? (double)count / (double)all : 0;
    return count ? (double)found[count / 2] : 0;
}

static struct speech say(struct speech_maker *maker, const struct speech_order *order) {
    struct speech speech;
    fault = (struct fault){0};
    fine(speech_make(maker, order, &speech, &fault));
    assert_true(speech.count > 100);
    return speech;
}

static struct speech_maker *speaker(void) {
    struct speech_maker *maker = speech_maker_new(NULL);
    if (speech_maker_speaks(maker)) return maker;
    speech_maker_free(maker);
    return NULL;
}

static const char PANGRAM[] = "The quick brown robot drives around the lazy cat, and then it sleeps.";

// ----------------------------------------------------------------------------------- pitch, stretch, vocoder

static void five_ways_find_the_same_pitch(void **state) {
    for (enum pitch_method method = 0; method < PITCH_METHODS; method++) {
        struct pitch_finder *finder = pitch_finder_new(method, 22050);
        int wrong = 0, all = 0;
        for (double hertz = 75; hertz < 420; hertz *= 1.07, all++) {
            float window[PITCH_WINDOW], clarity;
            for (int i = 0; i < PITCH_WINDOW;
                 i++) { // a voice: many harmonics, falling off, and a little noise
                double x = 0;
                for (int n = 1; n <= 12; n++) x += sin(2 * M_PI * hertz * n * i / 22050 + n) / n;
                window[i] = (float)(0.2 * x + 0.002 * ((i * 7919) % 101 - 50) / 50);
            }
            float found = pitch_find(finder, window, &clarity);
            wrong += fabs((double)found / hertz - 1) > (method >= PITCH_CEPSTRUM ? 0.04 : 0.015);
        }
        if (wrong > (method >= PITCH_CEPSTRUM ? all / 6 : method == PITCH_AUTOCORRELATION ? 2 : 0))
            fail_msg("%s: %d of %d wrong", PITCH_NAMES[method], wrong, all);
        float noise[PITCH_WINDOW], silence[PITCH_WINDOW] = {0};
        uint32_t dice = 1;
        for (int i = 0; i < PITCH_WINDOW; i++)
            noise[i] = (float)((dice = dice * 1664525 + 1013904223) >> 8) / (1 << 24) - 0.5f;
        assert_true(pitch_find(finder, silence, NULL) == 0);
        if (method < PITCH_CEPSTRUM) assert_true(pitch_find(finder, noise, NULL) == 0);
        pitch_finder_free(finder);
    }
    assert_null(pitch_finder_new(PITCH_METHODS, 22050));
}

static struct speech tone(double hertz, size_t count) {
    struct speech s = {.samples = malloc(count * sizeof(int16_t)), .count = count, .rate = 22050};
    for (size_t i = 0; i < count; i++) {
        double x = 0;
        for (int n = 1; n <= 20; n++) x += sin(2 * M_PI * hertz * n * (double)i / 22050) / n;
        s.samples[i] = (int16_t)lrint(6000 * x);
    }
    return s;
}

static void stretching_keeps_the_pitch(void **state) {
    struct speech s = tone(140, 30000);
    static const double RATIOS[] = {0.1, 0.5, 0.8, 1.3, 2, 5};
    for (int i = 0; i < 6; i++) {
        struct speech longer = {.rate = 22050, .count = (size_t)(30000 * RATIOS[i])};
        fine(stretch(s.samples, s.count, longer.count, &longer.samples));
        if (longer.count > 6000) assert_true(fabs(middle_pitch(&longer, NULL) / 140 - 1) < 0.03);
        assert_true(fabs(loudness(longer.samples, longer.count) / loudness(s.samples, s.count) - 1) < 0.15);
        free(longer.samples);
    }
    struct speech higher = {.rate = 22050, .count = s.count};
    fine(stretch_pitch(s.samples, s.count, 1.5f, &higher.samples));
    assert_true(fabs(middle_pitch(&higher, NULL) / 210 - 1) < 0.03);
    free(higher.samples);
    speech_free(&s);
}

static void the_vocoder_has_its_own_pitch_and_never_clips(void **state) {
    struct speech s = tone(120, 22050),
                  out = {.samples = malloc(22050 * sizeof(int16_t)), .count = 22050, .rate = 22050};
    for (enum pitch_method method = 0; method < PITCH_METHODS; method++) {
        struct vocoder_config config = vocoder_robot("vector");
        config.method = method;
        fine(vocoder_run(&config, s.samples, s.count, out.samples));
        assert_true(fabs(middle_pitch(&out, NULL) / (120 * (double)config.pitch) - 1) < 0.06);
        for (size_t i = 0; i < out.count; i++) assert_true(abs(out.samples[i]) < 31000);
        assert_true(fabs(loudness(out.samples, out.count) / loudness(s.samples, s.count) - 1) < 0.6);
    }
    memset(s.samples, 0, s.count * sizeof *s.samples); // silence stays silent
    struct vocoder_config config = vocoder_robot("cozmo");
    fine(vocoder_run(&config, s.samples, s.count, out.samples));
    for (size_t i = 0; i < out.count; i++) assert_int_equal(out.samples[i], 0);
    speech_free(&s);
    speech_free(&out);
}

// ------------------------------------------------------------------------------------------------ speech

static void words_have_their_times(void **state) {
    struct speech_maker *maker = speaker();
    if (!maker) skip();
    struct speech_order order = speech_order_of("en-US", PANGRAM);
    struct speech s = say(maker, &order);
    assert_false(s.tones);
    assert_in_range(s.word_count, 12, 14);
    for (uint32_t i = 0; i < s.word_count; i++) {
        assert_true(s.words[i].at + s.words[i].len <= strlen(PANGRAM));
        if (i) assert_true(s.words[i].ms > s.words[i - 1].ms && s.words[i].at > s.words[i - 1].at);
    }
    assert_memory_equal(PANGRAM + s.words[3].at, "robot", 5);
    assert_true(s.words[s.word_count - 1].ms < s.count * 1000 / s.rate);
    assert_in_range(s.count * 10 / s.rate, 25, 65); // about four seconds
    assert_true(loudness(s.samples, s.count) > 0.02);
    for (size_t i = 0; i < s.count; i++) assert_true(abs(s.samples[i]) < 32000);
    assert_true(abs(s.samples[0]) < 60 && abs(s.samples[s.count - 1]) < 60); // no click at either end
    speech_free(&s);
    speech_maker_free(maker);
}

static void duration_is_kept_to_over_all_its_range(void **state) {
    struct speech_maker *maker = speaker();
    if (!maker) skip();
    struct speech_order order = speech_order_of("en-US", "I am a small robot.");
    struct speech usual = say(maker, &order);
    static const float SCALARS[] = {0.05f, 0.3f, 0.7f, 1.4f, 2, 5, 20};
    for (int i = 0; i < 7; i++) {
        order.duration = SCALARS[i];
        struct speech s = say(maker, &order);
        assert_true(fabs((double)s.count / (double)usual.count / (double)SCALARS[i] - 1) < 0.03);
        speech_free(&s);
    }
    order.duration = 0; // not said: 1
    struct speech s = say(maker, &order);
    assert_int_equal(s.count, usual.count);
    speech_free(&s);
    speech_free(&usual);
    speech_maker_free(maker);
}

static void pitch_moves_by_octaves(void **state) {
    struct speech_maker *maker = speaker();
    if (!maker) skip();
    for (int plain = 0; plain < 2; plain++) {
        struct speech_order order = speech_order_of("en-US", PANGRAM);
        order.plain = plain;
        struct speech usual = say(maker, &order);
        double share, middle = middle_pitch(&usual, &share);
        assert_true(middle > 70 && share > 0.2);
        static const float PITCHES[] = {-0.8f, -0.4f, 0.5f};
        for (int i = 0; i < 3; i++) {
            if (middle * pow(2, (double)PITCHES[i]) < 80) continue; // lower than can be measured here
            order.pitch = PITCHES[i];
            struct speech s = say(maker, &order);
            double now = middle_pitch(&s, NULL) / middle, wanted = pow(2, (double)PITCHES[i]);
            if (fabs(now / wanted - 1) > 0.12)
                fail_msg("%s pitch %g: %g times as high, wanted %g", plain ? "plain" : "robot",
                         (double)PITCHES[i], now, wanted);
            assert_int_equal(s.count, usual.count);
            speech_free(&s);
        }
        speech_free(&usual);
    }
    speech_maker_free(maker);
}

static void robots_and_moods_sound_different(void **state) {
    struct speech_maker *maker = speaker();
    if (!maker) skip();
    struct speech_order order = speech_order_of("en-US", PANGRAM);
    struct speech vector = say(maker, &order);
    strcpy(order.robot, "cozmo");
    struct speech cozmo = say(maker, &order);
    assert_true(middle_pitch(&cozmo, NULL) > middle_pitch(&vector, NULL) * 1.08);
    strcpy(order.robot, "vector");
    strcpy(order.mood, "sad");
    struct speech sad = say(maker, &order);
    assert_true(sad.count > vector.count * 11 / 10 &&
                middle_pitch(&sad, NULL) < middle_pitch(&vector, NULL) * 0.97);
    strcpy(order.mood, "excited");
    struct speech excited = say(maker, &order);
    assert_true(excited.count < vector.count * 9 / 10 &&
                middle_pitch(&excited, NULL) > middle_pitch(&vector, NULL) * 1.05);
    speech_free(&vector), speech_free(&cozmo), speech_free(&sad), speech_free(&excited);
    speech_maker_free(maker);
}

static void it_speaks_its_languages(void **state) {
    static const char *const TEXTS[][2] = {{"en-GB", "Good morning, I am here."},
                                           {"en-AU", "Good morning, I am here."},
                                           {"de-DE", "Guten Morgen, ich bin schon wach."},
                                           {"fr-FR", "Bonjour, je suis là."},
                                           {"ja-JP", "おはようございます"},
                                           {"xx-XX", "Good morning."}};
    assert_string_equal(locale_find("en-US")->voice, "en-us");
    assert_string_equal(locale_find("en-AU")->voice, "en-gb");
    assert_string_equal(locale_find("de-DE")->voice, "de");
    assert_string_equal(locale_find("fr-CA")->voice, "fr-fr");
    assert_string_equal(locale_find("ja-JP")->voice, "ja");
    assert_null(locale_find("tlh"));
    for (unsigned i = 0; locale_at(i); i++) assert_non_null(strstr(LOCALE_NAMES, locale_at(i)->name));
    struct speech_maker *maker = speaker();
    if (!maker) skip();
    for (int i = 0; i < 6; i++) {
        struct speech_order order = speech_order_of(TEXTS[i][0], TEXTS[i][1]);
        struct speech s = say(maker, &order);
        assert_true(s.count > s.rate / 2 && loudness(s.samples, s.count) > 0.015 && !s.tones);
        for (uint32_t w = 0; w < s.word_count; w++)
            assert_true(s.words[w].at + s.words[w].len <= strlen(TEXTS[i][1]));
        speech_free(&s);
    }
    speech_maker_free(maker);
}

// Also those that the speaker runs together: "I am", "for a".
static void every_word_has_its_time(void **state) {
    static const char *const TEXTS[] = {
        "Good morning, I am your little robot.", "It is for a friend of the house - or so I was told!",
        "Wait for me at the end of the road, and I will be there in 20 minutes.",
        "It's 7 o'clock; we've got to go."};
    struct speech_maker *maker = speaker();
    if (!maker) skip();
    for (int t = 0; t < 4; t++) {
        struct speech_order order = speech_order_of("en-GB", TEXTS[t]);
        struct speech s = say(maker, &order);
        uint32_t words = 0;
        for (const char *c = TEXTS[t]; *c; words++) {
            size_t len = strcspn(c, " ");
            if (len == 1 && *c == '-') words--; // says nothing
            c += len + (c[len] == ' ');
        }
        if (s.word_count != words) fail_msg("\"%s\": %u words of %u", TEXTS[t], s.word_count, words);
        for (uint32_t i = 0; i < words; i++) {
            assert_true(!s.words[i].at || TEXTS[t][s.words[i].at - 1] == ' ');
            if (i) assert_true(s.words[i].ms > s.words[i - 1].ms);
            assert_true(s.words[i].ms < s.count * 1000 / s.rate);
        }
        speech_free(&s);
    }
    speech_maker_free(maker);
}

// What is said in many pieces, digits or letters, is one word; the next one begins behind all of them.
static void a_word_that_is_spelt_out_is_one_word(void **state) {
    static const char *const TEXTS[][2] = {{"en-GB", "3.14159 yes"}, {"ja-JP", "robot はい"}};
    struct speech_maker *maker = speaker();
    if (!maker) skip();
    for (int t = 0; t < 2; t++) {
        struct speech_order order = speech_order_of(TEXTS[t][0], TEXTS[t][1]);
        struct speech s = say(maker, &order);
        assert_int_equal(s.word_count, 2);
        assert_in_range(s.words[1].ms, s.count * 600 / s.rate, s.count * 1000 / s.rate);
        speech_free(&s);
    }
    speech_maker_free(maker);
}

// However many there are: the last ones of a long text, too.
static void every_word_of_a_long_text_has_its_time(void **state) {
    struct speech_maker *makers[] = {speech_maker_new("none"), speaker()};
    for (int m = 0; m < 2; m++) {
        if (!makers[m]) continue; // nobody speaks here
        struct speech_order order = speech_order_of("en-GB", "");
        for (int i = 0; i < 290; i++) strcat(order.text, i % 10 ? "so we " : "go. ");
        struct speech s = say(makers[m], &order);
        assert_int_equal(s.word_count, 29 + 2 * 261);
        for (uint32_t i = 0; i < s.word_count; i++) {
            if (i) assert_true(s.words[i].ms > s.words[i - 1].ms && s.words[i].at > s.words[i - 1].at);
            assert_true(s.words[i].ms < s.count * 1000 / s.rate);
        }
        assert_memory_equal(order.text + s.words[s.word_count - 1].at, "we ", 3);
        assert_true(s.words[s.word_count - 1].ms > s.count * 980 / s.rate);
        speech_free(&s);
        order = speech_order_of("en-GB", "");
        for (int i = 0; i < SPEECH_WORDS_MAX; i++) strcat(order.text, "a ");
        order.text[SPEECH_TEXT_MAX - 1] = 0;
        if (m) {
            s = say(makers[m], &order);
            assert_int_equal(s.word_count, SPEECH_WORDS_MAX); // as many as a text can have
            speech_free(&s);
        } else { // tones take their time, and are not cut off without a word
            assert_int_equal(speech_make(makers[m], &order, &s, &fault), ERR_LIMIT);
        }
        speech_maker_free(makers[m]);
    }
}

// Whatever parts them; and a single one that is spelt out, or has pauses in it, stays one.
static void words_are_what_stands_between_blanks(void **state) {
    static const struct {
        const char *text;
        uint32_t words;
    } TEXTS[] = {{"one\rtwo\vthree\ffour\tfive\nsix", 6},
                 {"99999999999999999999999999999999999999", 1},
                 {"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 1},
                 {"\xf0\x9f\x98\x80", 1}};
    struct speech_maker *makers[] = {speech_maker_new("none"), speaker()};
    for (int m = 0; m < 2; m++) {
        for (size_t i = 0; makers[m] && i < sizeof TEXTS / sizeof *TEXTS; i++) {
            struct speech_order order = speech_order_of("en-US", TEXTS[i].text);
            struct speech s = say(makers[m], &order);
            if (s.word_count != TEXTS[i].words)
                fail_msg("\"%s\": %u words", TEXTS[i].text, (unsigned)s.word_count);
            speech_free(&s);
        }
        speech_maker_free(makers[m]);
    }
}

static void the_same_words_are_the_same_samples(void **state) {
    struct speech_maker *maker = speaker();
    if (!maker) skip();
    struct speech_order order = speech_order_of("en-US", "again and again");
    struct speech a = say(maker, &order), other;
    struct speech_order between = speech_order_of("de-DE", "etwas anderes");
    other = say(maker, &between);
    struct speech b = say(maker, &order);
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.samples, b.samples, a.count * sizeof *a.samples);
    speech_free(&a), speech_free(&b), speech_free(&other);
    speech_maker_free(maker);
}

// ---------------------------------------------------------------------------- without it, and with a bad one

static void without_a_helper_tones_are_as_long(void **state) {
    struct speech_maker *mute = speech_maker_new("none"), *maker = speaker();
    assert_false(speech_maker_speaks(mute));
    static const char *const TEXTS[] = {
        "Hello.",
        "I am a small robot, and I like cubes.",
        "Take the red one to the charger and come back before it gets dark outside.",
        "Heute ist ein schöner Tag, nicht wahr?",
        "Könntest du mir bitte die großen Würfel zurückbringen?",
        "Aujourd'hui, il fait très beau.",
        "J'ai été très fatigué, mais ça va déjà mieux.",
        "おはようございます、わたしはロボットです。",
        "きょうは とても いい てんき ですね。"};
    static const char *const LOCALES[] = {"en-US", "en-US", "en-US", "de-DE", "de-DE",
                                          "fr-FR", "fr-FR", "ja-JP", "ja-JP"};
    for (int i = 0; i < 9; i++) {
        struct speech_order order = speech_order_of(LOCALES[i], TEXTS[i]);
        struct speech tones = say(mute, &order);
        assert_true(tones.tones && loudness(tones.samples, tones.count) > 0.05);
        size_t words = 1;
        for (const char *c = TEXTS[i]; *c; c++) words += *c == ' ';
        assert_int_equal(tones.word_count, words);
        for (size_t w = 0; w < words; w++) // as when somebody speaks: without the marks behind it
            assert_null(strchr(".,?", TEXTS[i][tones.words[w].at + tones.words[w].len - 1]));
        if (maker) {
            struct speech spoken = say(maker, &order);
            double ratio = (double)tones.count / (double)spoken.count;
            print_message("# %s: tones %.2f times as long\n", LOCALES[i], ratio);
            if (ratio < 0.7 || ratio > 1.4) fail_msg("\"%s\": tones %g times as long", TEXTS[i], ratio);
            speech_free(&spoken);
        }
        order.duration = 2;
        struct speech slow = say(mute, &order);
        assert_true(fabs((double)slow.count / (double)tones.count - 2) < 0.05);
        speech_free(&slow), speech_free(&tones);
    }
    speech_maker_free(mute);
    speech_maker_free(maker);
}

// Helpers that end at once, talk nonsense, or claim a gigabyte: tones, and neither a crash nor a wait.
static void a_bad_helper_is_given_up(void **state) {
    static const char *const SCRIPTS[] = {
        "#!/bin/sh\necho >>\"$0.starts\"\nexit 3\n",
        "#!/bin/sh\necho 'this is no frame at all, not in the least'\ncat >/dev/null\n",
        "#!/bin/sh\nprintf '\\001\\377\\377\\377\\177'\ncat >/dev/null\n",
        "#!/bin/sh\nprintf '\\001\\010\\000\\000\\000\\001\\000\\000\\000'\nexit 0\n"};
    for (int i = 0; i < 4; i++) {
        const char *path = temp_path(NULL, "helper");
        FILE *file = fopen(path, "w");
        fputs(SCRIPTS[i], file);
        fclose(file);
        chmod(path, 0755);
        struct speech_maker *maker = speech_maker_new(path);
        assert_true(speech_maker_speaks(maker));
        struct speech_order order = speech_order_of("en-US", "anybody there?");
        struct speech s = say(maker, &order);
        assert_true(s.tones);
        assert_false(speech_maker_speaks(maker)); // it will not be tried for ever
        struct stat starts;
        char counted[1200];
        snprintf(counted, sizeof counted, "%s.starts", path);
        if (!i) assert_true(!stat(counted, &starts) && starts.st_size == TALKER_STARTS);
        unlink(counted);
        speech_free(&s);
        speech_maker_free(maker);
    }
}

static void what_cannot_be_said_is_refused(void **state) {
    struct speech_maker *mute = speech_maker_new("none");
    struct speech s;
    struct speech_order order = speech_order_of("en-US", "  \n ");
    assert_int_equal(speech_make(mute, &order, &s, &fault), ERR_MISSING);
    order = speech_order_of("en-US", "x");
    order.duration = 21;
    assert_int_equal(speech_make(mute, &order, &s, NULL), ERR_RANGE);
    order.duration = M_NAN;
    assert_int_equal(speech_make(mute, &order, &s, NULL), ERR_RANGE);
    order.duration = 1, order.pitch = 1.01f;
    assert_int_equal(speech_make(mute, &order, &s, NULL), ERR_RANGE);
    order.pitch = 0, strcpy(order.mood, "odd");
    assert_int_equal(speech_make(mute, &order, &s, NULL), ERR_UNKNOWN);
    order.mood[0] = 0, strcpy(order.text, "\xff\xfe");
    assert_int_equal(speech_make(mute, &order, &s, NULL), ERR_SYNTAX);
    order = speech_order_of("en-US", PANGRAM);
    for (int i = 0; i < 27; i++)
        strcat(order.text, " And on, and on, and on it goes, without any end at all.");
    order.duration = 20;
    assert_int_equal(speech_make(mute, &order, &s, NULL), ERR_LIMIT);
    speech_maker_free(mute);
}

static uint32_t warned;
static void hear_warning(void *user, const char *line, size_t len) {
    (void)user;
    warned += memmem(line, len, "kana", 4) != NULL;
}

// Said once, with what to do about it, and only when somebody is there who would spell.
static void chinese_signs_are_told_of_once(void **state) {
    for (int tones = 0; tones < 2; tones++) {
        struct speech_maker *maker = speech_maker_new(tones ? "none" : NULL);
        struct speech_order order = speech_order_of("ja-JP", "こんにちは");
        log_setup(NULL, NULL);
        log_to(hear_warning, NULL);
        warned = 0;
        struct speech speech = say(maker, &order);
        speech_free(&speech);
        assert_int_equal(warned, 0);
        order = speech_order_of("ja-JP", "これは漢字です");
        for (int i = 0; i < 3; i++) {
            speech = say(maker, &order);
            speech_free(&speech);
        }
        assert_int_equal(warned, tones || !speech_maker_speaks(maker) ? 0 : 1);
        log_to(NULL, NULL);
        speech_maker_free(maker);
    }
}

static void frames_come_in_any_pieces(void **state) {
    struct buf out = {0};
    struct frame_say say_it = {77, 165, 50, 40, TEXT("en-us"), TEXT("hello")}, got;
    pipe_frame_put_say(&out, &say_it);
    pipe_frame_put(&out, PIPE_FRAME_DONE, "\1\0\0\0", 4);
    for (size_t piece = 1; piece < out.len; piece++) {
        struct pipe_frame_parser parser = {0};
        enum frame_kind kind;
        struct bytes body;
        int frames = 0;
        for (size_t at = 0; at < out.len; at += piece) {
            pipe_frame_feed(&parser, out.at + at, at + piece < out.len ? piece : out.len - at);
            while (pipe_frame_next(&parser, &kind, &body)) {
                frames++;
                if (kind != PIPE_FRAME_SAY) continue;
                fine(pipe_frame_read_say(body, &got));
                assert_int_equal(got.number, 77);
                assert_int_equal(got.words_per_minute, 165);
                assert_int_equal(got.range, 40);
                assert_true(text_is(got.text, "hello") && text_is(got.voice, "en-us"));
            }
        }
        assert_int_equal(frames, 2);
        pipe_frame_parser_free(&parser);
    }
    buf_free(&out);
}

TESTS(cmocka_unit_test(five_ways_find_the_same_pitch), cmocka_unit_test(stretching_keeps_the_pitch),
      cmocka_unit_test(the_vocoder_has_its_own_pitch_and_never_clips),
      cmocka_unit_test(words_have_their_times), cmocka_unit_test(duration_is_kept_to_over_all_its_range),
      cmocka_unit_test(pitch_moves_by_octaves), cmocka_unit_test(robots_and_moods_sound_different),
      cmocka_unit_test(it_speaks_its_languages), cmocka_unit_test(every_word_has_its_time),
      cmocka_unit_test(a_word_that_is_spelt_out_is_one_word),
      cmocka_unit_test(every_word_of_a_long_text_has_its_time),
      cmocka_unit_test(words_are_what_stands_between_blanks),
      cmocka_unit_test(the_same_words_are_the_same_samples),
      cmocka_unit_test(without_a_helper_tones_are_as_long), cmocka_unit_test(a_bad_helper_is_given_up),
      cmocka_unit_test(what_cannot_be_said_is_refused), cmocka_unit_test(chinese_signs_are_told_of_once),
      cmocka_unit_test(frames_come_in_any_pieces))
