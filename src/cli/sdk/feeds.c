// What a Vector sees and hears, into files.
#include "cli/sdk/ask.h"

#include "base/system/file.h"
#include "codec/sound/wav.h"
#include "schema/vector.pb-c.h"

#include <string.h>

enum { PICTURES_MAX = 100000, NAME_ROOM = 1024, RATE_HZ = 16000, SOUND_BYTES_MAX = RATE_HZ * 2 * 3600 };

// ------------------------------------------------------------------------------------------------ pictures
struct pictures {
    struct sdk_wish wish;
    int32_t count, taken;
    const char *name;
    bool annotated;
};
static const struct option PICTURE_OPTIONS[] = {
    SDK_ASK_OPTIONS,
    SDK_ASK_SECONDS,
    {"count", 'c', OPTION_I32, offsetof(struct pictures, count), "N",
     "so many pictures, each with its number in the name (default 1)", 1, PICTURES_MAX},
    {"annotated", 0, OPTION_FLAG, offsetof(struct pictures, annotated), NULL,
     "with what the robot recognised in them drawn over them"},
};

// "view.jpg" is view-0001.jpg, view-0002.jpg … when there are many.
static void name_of(const struct pictures *p, char out[NAME_ROOM]) {
    const char *dot = strrchr(p->name, '.'), *slash = strrchr(p->name, '/');
    size_t stem =
        dot && dot > p->name && (!slash || dot > slash + 1) ? (size_t)(dot - p->name) : strlen(p->name);
    if (p->count == 1)
        snprintf(out, NAME_ROOM, "%s", p->name);
    else
        snprintf(out, NAME_ROOM, "%.*s-%04d%s", (int)stem, p->name, (int)p->taken, p->name + stem);
}

static bool keep_picture(void *user, const ProtobufCMessage *message, struct fault *fault) {
    struct pictures *p = user;
    const Vector__CameraFeedResponse *frame = (const Vector__CameraFeedResponse *)(const void *)message;
    char name[NAME_ROOM];
    if (!frame->data.len) return true;
    p->taken++;
    if (!strcmp(p->name, "-")) {
        fwrite(frame->data.data, 1, frame->data.len, stdout);
        fflush(stdout);
    } else {
        name_of(p, name);
        if (file_write(name, frame->data.data, frame->data.len, fault)) return false;
    }
    return p->taken < p->count;
}

static int take_pictures(struct call *call) {
    struct pictures *p = call->options;
    struct fault fault = {0};
    p->name = call->words.at[0];
    if (strlen(p->name) > NAME_ROOM - 16) return call_wrong(call, "the file's name is too long");
    struct sdk_ask ask = {.wish = &p->wish,
                          .rpc = "CameraFeed",
                          .json = "{}",
                          .also = p->annotated ? "annotated: true\n" : NULL,
                          .heard = keep_picture,
                          .user = p};
    if (sdk_ask(&ask, &fault)) return call_failed(call, &fault);
    if (p->taken) return EXIT_FINE;
    fault_set(&fault, ERR_MISSING, "no picture came");
    return call_failed(call, &fault);
}

const struct command cmd_sdk_camera = {
    .name = "camera",
    .group = "sdk",
    .summary = "keeps what a Vector sees as pictures",
    .words = "OUT",
    .words_least = 1,
    .words_most = 1,
    .help =
        "OUT is a JPEG. With --count there are many, view-0001.jpg and so on. \"-\" writes them to the "
        "standard output, one after another, which video players understand as MJPEG. The robot need not "
        "be led for that. With --annotated each thing and each face that it recognised has its outline and "
        "name; a real Vector sends plain pictures all the same.\n\n"
        "The robot is found by sdk_config.ini, which critter sdk setup writes.",
    .examples = "critter sdk camera view.jpg\n"
                "critter sdk camera view.jpg --count 30\n"
                "critter sdk camera seen.jpg --annotated\n"
                "critter sdk camera - --count 1000 | ffplay -f mjpeg -\n",
    .options = PICTURE_OPTIONS,
    .option_count = sizeof PICTURE_OPTIONS / sizeof *PICTURE_OPTIONS,
    .options_size = sizeof(struct pictures),
    .defaults = &(const struct pictures){.count = 1},
    .run = take_pictures};

// ------------------------------------------------------------------------------------------------ sound
struct sound {
    struct sdk_wish wish;
    struct buf samples;
    const char *mode;
};
static const struct option SOUND_OPTIONS[] = {
    SDK_ASK_OPTIONS,
    SDK_ASK_SECONDS,
    {"mode", 'm', OPTION_TEXT, offsetof(struct sound, mode), "MODE",
     "how its microphones are heard: fast, directional or voice-detect (default)"},
};

// As the protocol calls it, for the header; NULL: there is no such mode.
static const char *header_of(const char *mode) {
    static const char *const MODES[][2] = {{"fast", "audio-mode: AUDIO_FAST_MODE\n"},
                                           {"directional", "audio-mode: AUDIO_DIRECTIONAL_MODE\n"},
                                           {"voice-detect", "audio-mode: AUDIO_VOICE_DETECT_MODE\n"}};
    for (size_t i = 0; i < sizeof MODES / sizeof *MODES; i++)
        if (!strcmp(mode, MODES[i][0])) return MODES[i][1];
    return NULL;
}

static bool keep_sound(void *user, const ProtobufCMessage *message, struct fault *fault) {
    struct sound *s = user;
    const Vector__AudioFeedResponse *group = (const Vector__AudioFeedResponse *)(const void *)message;
    buf_bytes(&s->samples, group->signal_power.data, group->signal_power.len & ~(size_t)1);
    if (s->samples.err) fault_set(fault, s->samples.err, "no memory for the sound");
    return !fault->err && s->samples.len < SOUND_BYTES_MAX;
}

static enum err write_sound(const struct sound *s, const char *name, struct fault *fault) {
    struct buf file = {0};
    if (!s->samples.len) return fault_set(fault, ERR_MISSING, "no sound came");
    enum err err = wav_write(&(struct wav_spec){.rate = RATE_HZ, .channels = 1, .bits = 16},
                             (const int16_t *)(const void *)s->samples.at, s->samples.len / 2, &file);
    if (err)
        fault_set(fault, err, "no memory for the file");
    else
        err = file_write(name, file.at, file.len, fault);
    buf_free(&file);
    return err;
}

static int record(struct call *call) {
    struct sound *s = call->options;
    struct fault fault = {0};
    struct sdk_ask ask = {.wish = &s->wish,
                          .rpc = "AudioFeed",
                          .json = "{}",
                          .also = s->mode ? header_of(s->mode) : NULL,
                          .heard = keep_sound,
                          .user = s};
    if (s->mode && !ask.also)
        return call_wrong(call, "--mode %s: expected fast, directional or voice-detect", s->mode);
    enum err err = sdk_ask(&ask, &fault);
    if (!err || s->samples.len) { // what came until then is worth keeping
        struct fault wrote = {0};
        if (write_sound(s, call->words.at[0], &wrote) && !err) fault = wrote;
    }
    buf_free(&s->samples);
    return fault.err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_sdk_audio = {
    .name = "audio",
    .group = "sdk",
    .summary = "records what a Vector hears",
    .words = "OUT",
    .words_least = 1,
    .words_most = 1,
    .help = "OUT is a WAV of 16000 samples a second, written when it ends: by --seconds, Ctrl-C or after an "
            "hour. The mode directional listens to whoever speaks; fast takes one microphone as it is, "
            "voice-detect "
            "the mean of all.\n\n"
            "The robot is found by sdk_config.ini, which critter sdk setup writes. A real Vector sends "
            "none.",
    .examples = "critter sdk audio room.wav --seconds 10\n"
                "critter sdk audio voice.wav --mode directional\n",
    .options = SOUND_OPTIONS,
    .option_count = sizeof SOUND_OPTIONS / sizeof *SOUND_OPTIONS,
    .options_size = sizeof(struct sound),
    .defaults = &(const struct sound){.wish = {.seconds = 10}},
    .run = record};
