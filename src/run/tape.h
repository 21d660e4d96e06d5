// A world recording: the scenario, the seed, and all outside input by step. It is tiny, and enough to play
// the world again to the byte.
//
//     struct tape *tape = tape_new("day.world", scenario, seed, TAPE_LOUD, settings, &fault);
//     tape_verb(tape, step, &verb); …; tape_hash(tape, step, world_hash(world));
//     tape_close(tape, step, &fault);
//
//     // about.source is the scenario's text
//     struct tape_reader *reader = tape_open("day.world", &about, &fault);
//     while (!tape_next(reader, &entry, &fault)) …
//
// The file consists of chunks (chunk.h). The last one holds at most ten seconds of world time: after a crash
// everything before it can be read.
#pragma once

#include "base/buf.h"
#include "border/soul.h"
#include "run/scenario.h"

enum tape_kind { TAPE_SOURCE = 1, TAPE_VERB, TAPE_REQUEST, TAPE_HASH, TAPE_END };
enum { TAPE_MARK = 0x444c5257, TAPE_VERSION = 4, TAPE_OLDEST = 1 };
enum {
    TAPE_LOUD = 1,
    TAPE_BARE = 2
}; // how it was played: loud and bare of play.h; since version 2. Since 3 with settings, since 4 with
    // what is on a card

struct tape;
struct tape *tape_new(const char *path, const struct scenario *scenario, uint64_t seed, uint32_t how,
                      struct text settings, struct fault *fault);
// In memory, for a life that may be kept later. It ends by itself when it is too long, and then cannot be.
struct tape *tape_new_kept(const struct scenario *scenario, uint64_t seed, uint32_t how, struct text settings,
                           struct fault *fault);
// Such a tape as a whole file that ends here, with the world's hash; the tape goes on. ERR_LIMIT: it was too
// long.
enum err tape_copy(struct tape *tape, uint64_t step, uint64_t hash, struct buf *out, struct fault *fault);
void tape_verb(struct tape *tape, uint64_t step, const struct world_message *verb);
void tape_request(struct tape *tape, uint64_t step, uint32_t life, const struct life_envelope *envelope,
                  const struct soul_messages *messages, const void *request);
void tape_hash(struct tape *tape, uint64_t step, uint64_t hash);
// Frees it; tells the first thing that went wrong.
enum err tape_close(struct tape *tape, uint64_t step, struct fault *fault);

struct tape_about {
    uint64_t seed;
    uint32_t how;
    char file[160];               // the scenario's name
    struct text source, settings; // settings: assignments, a line each
    const char *resources;        // for tape_play, set by the caller: as in play.h
};
struct tape_entry {
    enum tape_kind kind;
    uint64_t step, hash;
    uint32_t life;
    struct world_message verb;
    struct life_envelope envelope;
    struct bytes request; // as its soul's messages have it: tape_request_read; until the next call
};
struct tape_reader;
struct tape_reader *tape_open(const char *path, struct tape_about *about, struct fault *fault);
// The bytes stay the caller's.
struct tape_reader *tape_over(const void *bytes, size_t len, struct tape_about *about, struct fault *fault);
// ERR_CLOSED: the end.
enum err tape_next(struct tape_reader *reader, struct tape_entry *out, struct fault *fault);
// ERR_…: no request that this kind of soul knows.
enum err tape_request_read(const struct tape_entry *entry, const struct soul_messages *messages,
                           union soul_message *request, struct fault *fault);
// Reads all of it, an entry at a time: what cannot be played is known before it is. steps: how long it is.
typedef enum err tape_looker(void *user, const struct tape_entry *entry, struct fault *fault);
enum err tape_measure(struct tape_reader *reader, tape_looker *look, void *user, uint64_t *steps,
                      struct fault *fault);
bool tape_torn(const struct tape_reader *reader);
void tape_free(struct tape_reader *reader);
bool tape_is(struct bytes file); // a world recording, and not a life's

// Plays a recording again. record: writes it down once more; NULL: not.
struct tape_result {
    uint64_t steps, verbs, requests, compared;
    bool parted, torn;
    uint64_t parted_step;
    uint64_t hash;
};
struct play;
struct play_config;
// A moment of a recording: what was recorded is played up to it, and the play is the caller's to go on with
// and to free, before its scenario. Of config counts how it is watched. When it fails there is neither.
struct tape_moment {
    struct scenario *scenario;
    struct play *play;
};
enum err tape_play_to(struct tape_reader *reader, const struct tape_about *about,
                      const struct play_config *config, int64_t until_us, struct tape_moment *out,
                      struct fault *fault);
enum err tape_play(struct tape_reader *reader, const struct tape_about *about, const char *record,
                   void (*watch)(void *user, struct play *play, int life), void *user,
                   struct tape_result *out, struct fault *fault);
