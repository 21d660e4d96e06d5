#include "cli/commands.h"
#include "voice/locale.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "cli/say_face.h"
#include "codec/sound/wav.h"
#include "voice/tts_config.h"

#include <string.h>
#include <unistd.h>

struct wish {
    const char *output, *lang, *mood, *robot, *config, *words, *helper, *face, *strip;
    uint64_t scale;
    double duration, pitch;
    bool plain;
};

static const struct option OPTIONS[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE", "the WAV file (- is stdout)"},
    {"lang", 'l', OPTION_TEXT, offsetof(struct wish, lang), "LOCALE",
     "one of " LOCALE_NAMES " (default: en-US)"},
    {"mood", 'm', OPTION_TEXT, offsetof(struct wish, mood), "MOOD",
     "neutral (default), happy, excited, sad, angry, sleepy or scared"},
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "NAME",
     "whose voice: vector (default) or cozmo"},
    {"plain", 0, OPTION_FLAG, offsetof(struct wish, plain), NULL, "a person's voice instead of the robot's"},
    {"duration", 'd', OPTION_F64, offsetof(struct wish, duration), "N",
     "length as a factor, 0.05 to 20 (default 1)", 0.05, 20},
    {"pitch", 'p', OPTION_F64, offsetof(struct wish, pitch), "N",
     "-1 is an octave lower, 1 an octave higher (default 0)", -1, 1},
    {"config", 'c', OPTION_TEXT, offsetof(struct wish, config), "FILE",
     "speed, shaping and pitch of each language, as the robot's tts_config.json has them"},
    {"words", 'w', OPTION_TEXT, offsetof(struct wish, words), "FILE",
     "also writes when each word begins, a line each: milliseconds, word (- is stdout)"},
    {"face", 'f', OPTION_TEXT, offsetof(struct wish, face), "FILE",
     "the eyes that go with it, in the mood's face, as a moving picture (APNG; - is stdout)"},
    {"strip", 0, OPTION_TEXT, offsetof(struct wish, strip), "FILE",
     "the same side by side in one picture (PNG), with time and word below each"},
    {"scale", 0, OPTION_U64, offsetof(struct wish, scale), "N",
     "pixels drawn for each display pixel (default 1)", 1, 8},
    {"helper", 0, OPTION_TEXT, offsetof(struct wish, helper), "FILE",
     "the program that speaks (default: critter-voice beside this one); \"none\": tones"},
};

static enum err put(const char *path, const void *bytes, size_t len, struct fault *fault) {
    return call_write(path, bytes, len, fault);
}

static enum err put_words(const struct wish *wish, const struct speech_order *order,
                          const struct speech *speech, struct fault *fault) {
    struct buf out = {0};
    for (uint32_t i = 0; i < speech->word_count; i++)
        buf_printf(&out, "%7u %.*s\n", speech->words[i].ms, (int)speech->words[i].len,
                   order->text + speech->words[i].at);
    enum err err = out.err ? fault_set(fault, out.err, "no memory")
                           : put(wish->words, out.at ? out.at : (const uint8_t *)"", out.len, fault);
    buf_free(&out);
    return err;
}

static enum err configure(const char *path, struct speech_order *order, struct fault *fault) {
    struct tts_config config;
    struct json *document;
    struct arena *arena = arena_new(32 << 10);
    enum err err =
        arena ? json_read(path, arena, NULL, &document, fault) : fault_set(fault, ERR_MEMORY, "no memory");
    if (!err) err = tts_config_read(document, &config, fault);
    if (!err) tts_config_apply(&config, order);
    arena_free(arena);
    return err;
}

static int to_stdout(const struct wish *wish) {
    const char *const ALL[] = {wish->output, wish->words, wish->face, wish->strip};
    int count = 0;
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++) count += ALL[i] && !strcmp(ALL[i], "-");
    return count;
}

static enum err say(const struct wish *wish, const struct speech_order *order, struct fault *fault) {
    struct speech_maker *maker = speech_maker_new(wish->helper);
    struct speech speech;
    struct buf wav = {0};
    if (!maker) return fault_set(fault, ERR_MEMORY, "no memory");
    enum err err = speech_make(maker, order, &speech, fault);
    if (!err && speech.tones && !(wish->helper && !strcmp(wish->helper, "none")))
        fprintf(stderr,
                "critter say: there is no critter-voice (built with espeak-ng); tones replace the words\n");
    if (!err && wish->output)
        err = wav_write(&(struct wav_spec){.rate = speech.rate, .channels = 1, .bits = 16}, speech.samples,
                        speech.count, &wav);
    if (!err && wish->output) err = put(wish->output, wav.at, wav.len, fault);
    if (!err && wish->output && !to_stdout(wish))
        printf("%s: %.2f seconds, %s\n", wish->output, (double)speech.count / speech.rate,
               PLURAL(speech.word_count, "word"));
    if (!err && wish->words) err = put_words(wish, order, &speech, fault);
    if (!err) err = say_face(&speech, order, &(struct say_face){wish->face, wish->strip, wish->scale}, fault);
    if (!err) speech_free(&speech);
    buf_free(&wav);
    speech_maker_free(maker);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct buf text = {0};
    if (!wish->output && !wish->face && !wish->strip)
        return call_wrong(call, "--output is needed: where the sound goes, such as --output hello.wav (or "
                                "--face, --strip: where its "
                                "face goes)");
    if (to_stdout(wish) > 1)
        return call_wrong(
            call, "sound, words and pictures cannot go to stdout together; name files for all but one");
    if (!call_robot(call, wish->robot)) return EXIT_WRONG_USE;
    if (!speech_mood_find(wish->mood)) {
        char names[200] = "";
        for (size_t i = 0; i < SPEECH_MOOD_COUNT; i++)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "",
                     SPEECH_MOODS[i].name);
        return call_wrong(call, "--mood %s: expected one of %s", wish->mood, names);
    }
    for (size_t i = 0; i < call->words.count; i++) buf_printf(&text, "%s%s", i ? " " : "", call->words.at[i]);
    if (text.len > SPEECH_TEXT_MAX) {
        buf_free(&text);
        return call_wrong(call, "the text is longer than %d bytes", SPEECH_TEXT_MAX);
    }
    if (!locale_find(wish->lang))
        fprintf(stderr,
                "critter say: no voice speaks %s; English is used instead (there are " LOCALE_NAMES ")\n",
                wish->lang);
    struct speech_order order = speech_order_of(wish->lang, text.at ? (const char *)text.at : "");
    buf_free(&text);
    order.duration = (float)wish->duration, order.pitch = (float)wish->pitch, order.plain = wish->plain;
    snprintf(order.robot, sizeof order.robot, "%s", wish->robot);
    snprintf(order.mood, sizeof order.mood, "%s", wish->mood);
    enum err err = wish->config ? configure(wish->config, &order, &fault) : ERR_NONE;
    if (!err) err = say(wish, &order, &fault);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_say = {
    .name = "say",
    .summary = "says a text in a robot's voice, into a WAV file",
    .words = "TEXT...",
    .words_least = 1,
    .any_words = true,
    .help =
        "espeak-ng speaks (in a program of its own, critter-voice). A vocoder makes a robot's voice of it: "
        "it follows the pitch, and sixteen bands shape the robot's own buzz. Where critter-voice is not "
        "built, "
        "tones of about the right length replace the words.\n\n"
        "A mood changes height, range and pace. --words tells when each word begins.\n\n"
        "--face and --strip draw the robot's eyes while it says it: they stretch and jump with the words and "
        "their weight, and end a sentence with a blink or a glance.",
    .examples = "critter say \"Hello, I am Vector.\" -o hello.wav\n"
                "critter say --lang de-DE --mood happy \"Da bist du ja wieder!\" -o hallo.wav\n"
                "critter say --robot cozmo --duration 1.5 --words - \"take your time\" -o slow.wav\n"
                "critter say \"Is it you? It is YOU!\" -o you.wav --face you.png --strip you-strip.png\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(
        const struct wish){.lang = "en-US", .mood = "neutral", .robot = "vector", .duration = 1, .scale = 1},
    .run = run,
};
