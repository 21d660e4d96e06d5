// critter pleo wav2usf and usf2wav
#include "pleo/kit/sound.h"
#include "cli/pleo/file.h"

struct wish {
    const char *output, *name;
    bool adpcm, fixed_pitch;
    int32_t rate, loops;
};

#define AT(field) offsetof(struct wish, field)
static const struct option OPTIONS[] = {
    {"output", 'o', OPTION_TEXT, AT(output), "FILE", "where the sound goes (default: here, with .usf)"},
    {"adpcm", 'a', OPTION_FLAG, AT(adpcm), NULL, "four bits a sample instead of eight"},
    {"rate", 'r', OPTION_I32, AT(rate), "HZ", "samples a second (default 11025)", 1, USF_RATE_MAX},
    {"loops", 'l', OPTION_I32, AT(loops), "N", "how often it is played; 0: for ever (default 1)", 0, 65535},
    {"fixed-pitch", 0, OPTION_FLAG, AT(fixed_pitch), NULL, "its speed is never changed"},
    {"name", 'n', OPTION_TEXT, AT(name), "NAME", "the name within the file (default: that of the file)"},
};

static enum err to_usf(void *user, struct bytes in, const char *path, const char *name, struct buf *out,
                       struct fault *fault) {
    const struct wish *wish = user;
    (void)path;
    struct usf_spec spec = {.name = wish->name ? wish->name : name,
                            .adpcm = wish->adpcm,
                            .fixed_pitch = wish->fixed_pitch,
                            .rate = (unsigned)wish->rate,
                            .loops = (unsigned)wish->loops};
    return sound_from_wav(in, &spec, out, fault);
}

static int run_to_usf(struct call *call) {
    struct wish *wish = call->options;
    return pleo_convert(call, wish->output, ".usf", SOUND_WAV_MAX, to_usf, wish);
}

const struct command cmd_pleo_wav2usf = {
    .name = "wav2usf",
    .group = "pleo",
    .summary = "makes a Pleo sound of a WAV file",
    .words = "FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "Channels are mixed, the rate is converted, and samples become 8 bits, or 4 with --adpcm. Pleo "
            "plays one "
            "sound at a time; 11025 and 22050 samples a second suit it.",
    .examples = "critter pleo wav2usf growl.wav\n"
                "critter pleo wav2usf --adpcm --rate 22050 growl.wav -o sounds/growl.usf\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.rate = 11025, .loops = 1},
    .run = run_to_usf,
};

static const struct option BACK[] = {
    {"output", 'o', OPTION_TEXT, AT(output), "FILE", "where the WAV goes (default: here, with .wav)"},
};

static enum err to_wav(void *user, struct bytes in, const char *path, const char *name, struct buf *out,
                       struct fault *fault) {
    (void)user, (void)path, (void)name;
    struct usf sound;
    enum err err = usf_read(in, &sound, fault);
    return err ? err : sound_to_wav(&sound, out, fault);
}

static int run_to_wav(struct call *call) {
    struct wish *wish = call->options;
    return pleo_convert(call, wish->output, ".wav", USF_BYTES_MAX, to_wav, wish);
}

const struct command cmd_pleo_usf2wav = {
    .name = "usf2wav",
    .group = "pleo",
    .summary = "makes a WAV file of a Pleo sound",
    .words = "FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "The WAV has 8 bits a sample, one channel and the sound's own rate: plain samples come back as "
            "they were.",
    .examples = "critter pleo usf2wav growl.usf\n",
    .options = BACK,
    .option_count = sizeof BACK / sizeof *BACK,
    .options_size = sizeof(struct wish),
    .run = run_to_wav,
};
