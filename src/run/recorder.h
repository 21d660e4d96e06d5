// A life on disk: everything that entered one soul, in independent chunks.
//
//     struct recorder *rec = recorder_new("day.life", &about, &fault);
//     recorder_senses(rec, tick, &in); recorder_request(rec, …); …
//     recorder_close(rec, &fault);
//
//     struct recording *tape = recording_open("day.life", &about, &fault);
//     while (recording_next(tape, &entry, &fault) == ERR_NONE) …
//
// The file begins with a line of text and a header. Then come chunks of packed entries, each with its length
// and a checksum. A chunk is written whole: after a crash everything up to the last whole one can be read,
// and `recording_torn` says that something was lost. Numbers are little-endian. Nothing allocates between
// chunks.
//
// A mark comes every ten seconds: a view of the soul, at the start of a chunk. `recording_seek` jumps to one
// without unpacking what lies before it. From there views follow the senses (robot/view.h), so a reader can
// show any moment without living the time before.
#pragma once

#include "border/soul.h"

#include "base/err.h"

// Grows with every change of what is kept, in the file or in what an entry holds: senses, views, answers. A
// life is only lived again by the same soul, so that an older one is refused by its version, in words,
// instead of being misread.
enum { RECORDING_VERSION = 7, RECORDING_MEDIA_MAX = 4 << 20 };

enum entry_kind {
    ENTRY_END,
    ENTRY_SENSES,
    ENTRY_COMMAND_HASH,
    ENTRY_REQUEST,
    ENTRY_ANSWER,
    ENTRY_CALENDAR,
    ENTRY_VIEW, // a mark
    ENTRY_PICTURE,
    ENTRY_SOUND,
    ENTRY_PLEO, // what belongs to the senses before it, of a Pleo
    ENTRY_KINDS
};

struct recording_about {
    char creature[32], name[32];
    uint64_t seed;
    uint64_t robot;
    int64_t begun_unix_us; // 0: unknown
    uint64_t clips;        // the library's hash; 0: it had none
    uint64_t sounds;       // likewise of its sounds
    bool loud;             // its body was given its sounds
    char settings[8192];   // its knobs that were not as usual: settings.h
    const char *resources; // for replay_life, set by the caller: as in play.h; NULL: none
    // What its soul speaks; set by the caller, not in the header. NULL, and after opening: the robots'
    // messages.
    const struct soul_messages *messages;
    bool media; // pictures that reach the soul are kept, as its sound always is; not in the header
};

// A picture or a piece of sound. What reached the soul belongs to the senses that come next, and a replay
// hands it in again; the rest was only for those who watch.
// The format is that of a picture; sound is always 16 bits, interleaved.
enum media_format { MEDIA_GREY = 1, MEDIA_COLOUR = 3, MEDIA_JPEG = 100 };
struct recording_media {
    bool reached;
    uint8_t format, channels; // format: of a picture, channels: of sound
    uint16_t width, height;
    uint32_t rate_hz;
    uint64_t stamp_us;
    struct bytes bytes;
};

struct entry {
    enum entry_kind kind;
    uint32_t tick;
    const struct senses_in *senses; // of the reader's, until the next call
    uint64_t hash;
    struct life_envelope envelope;
    union soul_message request;
    struct life_answer answer;
    struct life_calendar calendar;
    union soul_view view;
    struct recording_media media; // its bytes until the next call
};

struct recorder;
struct recorder *recorder_new(const char *path, const struct recording_about *about, struct fault *fault);
enum err recorder_senses(struct recorder *rec, uint32_t tick, const struct senses_in *in);
enum err recorder_hash(struct recorder *rec, uint32_t tick, uint64_t hash); // of the command that came of it
// The request is a message of its soul's schema.
enum err recorder_request(struct recorder *rec, uint32_t tick, const struct life_envelope *envelope,
                          const void *request);
enum err recorder_answer(struct recorder *rec, uint32_t tick, const struct life_answer *answer);
enum err recorder_calendar(struct recorder *rec, uint32_t tick, const struct life_calendar *calendar);
enum err recorder_view(struct recorder *rec, uint32_t tick, const void *view); // a message of its soul's
bool recorder_keeps_media(const struct recorder *rec);
enum err recorder_media(struct recorder *rec, uint32_t tick, enum entry_kind kind,
                        const struct recording_media *media);
// Frees it; tells the first thing that went wrong.
enum err recorder_close(struct recorder *rec, struct fault *fault);

struct recording;
struct recording *recording_open(const char *path, struct recording_about *about, struct fault *fault);
struct recording *recording_over(const void *bytes, size_t len, struct recording_about *about,
                                 struct fault *fault);
// Before the first entry, for a soul that does not speak as robots do: about.creature says who it is.
void recording_speaks(struct recording *tape, const struct soul_messages *messages);
// ERR_CLOSED: the end.
enum err recording_next(struct recording *tape, struct entry *out, struct fault *fault);
// To the last mark at or before that tick; its view is what comes next. False: there is none, and reading
// goes on where it was.
bool recording_seek(struct recording *tape, uint32_t tick);
bool recording_torn(const struct recording *tape);
void recording_free(struct recording *tape);
