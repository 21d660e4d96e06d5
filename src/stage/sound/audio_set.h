// Sound banks ready to be played: what every object does, and where every sound is.
//
//     struct audio_set *set = audio_set_new();
//     // SoundbankBundleInfo.json, SoundbanksInfo.xml, or all *.bnk
//     if (audio_set_folder(set, "assets/vector/sound", fault)) …
//     // a later bank wins over an earlier one with the same ids
//     audio_set_bank(set, file, "Mine", NULL, fault);
//     if (audio_set_ready(set, fault)) …
//     struct audio *audio = audio_new(&config, set);  // as many engines as wanted may play from it
//     audio_set_free(set);                                          // after the last of them
//
// Sounds stored beside the banks are taken from the bank's folder, its language's folder, or the set's. The
// file is `<id>.wem`, or `<id>.wav` where that is missing or coded as Vorbis. A sound that cannot be found is
// no error: it plays as a tone and is counted.
//
// Once ready a set is never written, so threads may share it. It keeps its files in memory, at most
// AUDIO_SET_BYTES_MAX (ERR_LIMIT).
#pragma once

#include "codec/bank/index.h"
#include "codec/bank/music.h"
#include "stage/sound/audio_source.h"

enum { AUDIO_BANKS_MAX = 64, AUDIO_SET_BYTES_MAX = 512 << 20, AUDIO_NO_BANK = AUDIO_BANKS_MAX };

struct audio_item {    // an object of a bank, decoded
    uint32_t id, bank; // id first: see base/sorted.h
    const struct bank_object *object;
    const struct bank_node *node;
    const struct bank_deed *deed;   // of actions
    const struct bank_blend *blend; // of blends
    const struct bank_music *music; // of music
    uint32_t memory;                // containers that choose have a number here, to remember what they played
    uint32_t source;                // of sounds: their index in `sources`; UINT32_MAX: none
};
struct audio_event_name {
    uint32_t id; // first: see base/sorted.h
    const char *name;
};
struct audio_set {
    struct arena *arena;
    struct bank banks[AUDIO_BANKS_MAX];
    char names[AUDIO_BANKS_MAX][64];
    const char *folders[AUDIO_BANKS_MAX]; // NULL: no folder
    uint32_t bank_count, file_count, file_room, memories;
    uint32_t missing; // sounds that were not found, or cannot be read
    uint32_t vorbis;  // those of them that are Vorbis
    uint32_t broken;  // those of them whose bytes are damaged
    struct fault first_broken;
    struct buf *files;
    size_t bytes;
    struct audio_item *items; // sorted by id
    size_t item_count;
    struct audio_source *sources; // sorted by id
    size_t source_count;
    struct audio_event_name *event_names; // sorted by id; names are in event_text
    size_t event_name_count;
    char *event_text;
    bool ready;
    uint64_t hash; // over all that they can play: sets with equal hashes make equal sounds
};

struct audio_set *audio_set_new(void); // NULL: out of memory
void audio_set_free(struct audio_set *set);
// The file is copied. `folder`, which holds its other sounds, may be NULL.
enum err audio_set_bank(struct audio_set *set, struct bytes file, const char *name, const char *folder,
                        struct fault *fault);
enum err audio_set_folder(struct audio_set *set, const char *folder, struct fault *fault);
enum err audio_set_ready(struct audio_set *set, struct fault *fault);

const struct audio_item *audio_set_item(const struct audio_set *set, uint32_t id); // NULL: in no bank
const struct audio_source *audio_set_source(const struct audio_set *set, uint32_t media);
