#include "cli/bank/file.h"

#include "base/hash.h"
#include "base/system/file.h"
#include "stage/sound/audio.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct wish {
    const char *output, *names, *robot;
    struct option_list set;
    double seconds, volume;
    uint64_t seed;
};

static const struct option OPTIONS[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE", "the WAV file (- is stdout)"},
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "NAME",
     "whose speaker: vector or cozmo (default: by the bank's version)"},
    {"seconds", 's', OPTION_F64, offsetof(struct wish, seconds), "N",
     "ends at the latest after this many (default 10)", 0.1, 600},
    {"volume", 'v', OPTION_F64, offsetof(struct wish, volume), "N", "of the events, 0 to 4 (default 1)", 0,
     4},
    {"set", 0, OPTION_LIST, offsetof(struct wish, set), "NAME=NUMBER",
     "a parameter, such as Robot_Vic_Stimulation=1 (may be repeated)"},
    {"seed", 0, OPTION_U64, offsetof(struct wish, seed), "N", "seed of the choices (default 1)"},
    {"names", 'n', OPTION_TEXT, offsetof(struct wish, names), "FILE", "names of events, for suggestions"},
};

// Banks that say nothing of parameters may be led by any.
static bool declared(const struct audio_set *set, uint32_t parameter) {
    bool any = false;
    for (uint32_t b = 0; b < set->bank_count; b++) {
        const struct bank_settings *settings = &set->banks[b].settings;
        for (size_t i = 0; settings->known && i < settings->parameters.count; i++, any = true)
            if (settings->parameters.at[i].id == parameter) return true;
    }
    return !any;
}

static enum err set_parameters(const struct wish *wish, const struct audio_set *set, struct audio *audio,
                               struct fault *fault) {
    for (size_t i = 0; i < wish->set.count; i++) {
        char name[128];
        const char *sign = strchr(wish->set.at[i], '=');
        float value;
        if (!sign || sign == wish->set.at[i] || text_to_f32(text_of(sign + 1), &value))
            return fault_set(fault, ERR_SYNTAX, "--set %s: expected NAME=NUMBER", wish->set.at[i]);
        snprintf(name, sizeof name, "%.*s", (int)(sign - wish->set.at[i]), wish->set.at[i]);
        if (!declared(set, fnv1_32_lower(name)))
            fprintf(stderr, "critter bank play: no parameter of these banks is called \"%s\"\n", name);
        audio_parameter(audio, AUDIO_ALL, fnv1_32_lower(name), value, 0, 4);
    }
    return ERR_NONE;
}

// Until everything has ended, and a little silence after it; at most that long.
static void play(struct audio *audio, double seconds, uint32_t events, struct buf *out) {
    struct ear ear = {0};
    int16_t samples[AUDIO_TICK_MAX];
    uint32_t ended = 0, after = 0;
    for (uint64_t tick = 1; (double)tick * AUDIO_TICK_MS < seconds * 1000 && after < 6; tick++) {
        struct audio_notice notice;
        audio_step(audio, tick);
        while (audio_notice(audio, &notice)) ended += notice.kind == AUDIO_ENDED;
        size_t count = audio_render(audio, &ear, samples, AUDIO_TICK_MAX);
        if (!count) memset(samples, 0, (count = audio_tick_samples(audio)) * sizeof *samples);
        buf_bytes(out, samples, count * sizeof *samples);
        if (ended >= events) after++;
    }
}

static enum err play_all(struct call *call, const struct wish *wish, struct bank_file *file,
                         struct fault *fault) {
    const char *robot = wish->robot                                 ? wish->robot
                        : file->set->banks[0].version == BANK_COZMO ? "cozmo"
                                                                    : "vector";
    struct audio_config config = audio_defaults(robot);
    config.seed = wish->seed;
    struct audio *audio = audio_new(&config, file->set);
    if (!audio) return fault_set(fault, ERR_MEMORY, "no memory for sound");
    enum err err = set_parameters(wish, file->set, audio, fault);
    struct buf heard = {0}, wav = {0};
    for (size_t i = 1; i < call->words.count && !err; i++) {
        uint32_t event;
        err = bank_file_event(file, call->words.at[i], &event, fault);
        if (!err) audio_post(audio, event, AUDIO_ANIMATION, (float)wish->volume, 0);
    }
    if (!err) play(audio, wish->seconds, (uint32_t)call->words.count - 1, &heard);
    if (!err && heard.err) err = fault_set(fault, heard.err, "no memory for sound");
    if (!err)
        err = wav_write(&(struct wav_spec){.rate = config.rate_hz, .channels = 1, .bits = 16},
                        (const int16_t *)(const void *)heard.at, heard.len / 2, &wav);
    if (!err && !strcmp(wish->output, "-"))
        fwrite(wav.at, 1, wav.len, stdout);
    else if (!err && !(err = call_write(wish->output, wav.at, wav.len, fault)))
        printf("%s: %.2f seconds\n", wish->output, (double)heard.len / 2 / config.rate_hz);
    buf_free(&heard);
    buf_free(&wav);
    audio_free(audio);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct bank_file file;
    if (!wish->output) return call_wrong(call, "--output is needed: where the sound goes");
    if (!call_robot(call, wish->robot)) return EXIT_WRONG_USE;
    enum err err = bank_file_open(call->words.at[0], wish->names, &file, &fault);
    if (!err) err = play_all(call, wish, &file, &fault);
    bank_file_close(&file);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_bank_play = {
    .name = "play",
    .group = "bank",
    .summary = "plays events of a sound bank as a robot would, into a WAV file",
    .words = "BANK EVENT...",
    .words_least = 2,
    .any_words = true,
    .help = "The events begin together. They are followed through their containers, switches and curves, "
            "mixed, and put through the robot's equaliser and limiter at its own rate, as "
            "its speaker would have them. An event is named, or given by its number. What goes on for ever "
            "ends after --seconds.",
    .examples = "critter bank play sound/ Play__Critter__Happy -o happy.wav\n"
                "critter bank play sound/ Play__Critter__Treads_Loop --set Robot_Vic_Tread_Speed=120 "
                "--seconds 3 -o drive.wav\n"
                "critter bank play sound/ Play__Critter__Greet -o - | aplay\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.seconds = 10, .volume = 1, .seed = 1},
    .run = run,
};
