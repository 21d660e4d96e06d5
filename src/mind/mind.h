// A mind: percepts in, requests and feelings out.
//
//     struct mind_data *data = mind_data_open("vector", NULL, &fault);    // once, for all robots of a kind
//     struct mind *mind = mind_new(data, seed);
//     mind_step(mind, &percepts);                      // each life tick; it thinks each 60 ms
//     while ((wish = mind_wish(mind))) …               // requests for the robot's desk, door MIND
//     const struct mind_feelings *feelings = mind_feelings(mind);
//     mind_free(mind), mind_data_close(data);
//
// A mind is a function of its percepts and its seed: it reads no clock and knows no body but by what it is
// told. How a request ended comes back among the percepts. It is one allocation; a step allocates nothing.
#pragma once

#include "base/buf.h"
#include "base/data/knob.h"
#include "schema/mind.h"

struct mind;
struct mind_data;
struct mind_wish;
struct intent;
struct meaning;
struct meanings;

// folder: a person's own files before ours; NULL: ours. NULL and a fault: what is wrong, with its place.
struct mind_data *mind_data_open(const char *creature, const char *folder, struct fault *fault);
void mind_data_close(struct mind_data *data);
const char *mind_data_notes(const struct mind_data *data); // what is odd in it, a line each; "": nothing
const struct tree *mind_data_tree(const struct mind_data *data);
const struct meanings *mind_data_meanings(const struct mind_data *data);
const struct moods *mind_data_moods(const struct mind_data *data);
void mind_manual(struct buf *out); // every class and condition with its keys

// How much it does unasked, and how fast its rests pass: 1, or faster, for trying a tree.
struct mind_config {
    float initiative, fast_forward;
};
extern const struct knobs MIND_KNOBS;
struct mind_config mind_defaults(void);
void mind_configure(struct mind *mind, const struct mind_config *config); // before its first step

struct mind *mind_new(const struct mind_data *data, uint64_t seed); // NULL: no memory
// Its body lacks these parts, BODY_HAS(…): it wants nothing that needs them. Before its first step.
void mind_lacks(struct mind *mind, uint32_t parts);
// Begins a node with the next beat, whatever runs; nothing takes over from it until it ends. Empty: what was
// begun so ends.
// ERR_UNKNOWN: there is none of that name; ERR_UNSUPPORTED: its body lacks what it needs.
enum err mind_begin(struct mind *mind, struct text node, struct fault *fault);
void mind_free(struct mind *mind);
void mind_step(struct mind *mind, const struct mind_percepts *in);
// The next request; until the next step. NULL: no more.
const struct mind_wish *mind_wish(struct mind *mind);
const struct life_message *mind_wish_request(const struct mind_wish *wish);
const struct life_envelope *mind_wish_envelope(const struct mind_wish *wish);
// The next event that it tells of itself; until the next step. NULL: no more. Time and cause are whoever's
// tells it.
const struct life_event *mind_told(struct mind *mind);
// What was wanted of it last, also when it was left to a program. Number 0: nothing yet.
const struct intent *mind_last_intent(const struct mind *mind);
// What it would take words to mean that are said to it now.
void mind_meaning(const struct mind *mind, struct text words, struct meaning *out);
bool mind_meaning_of(const struct mind *mind, const struct mind_wanted *wanted,
                     struct intent *out); // false: it is dropped
void mind_introduce(struct mind *mind, int32_t person, const char *name);
const char *mind_name_of(const struct mind *mind, int32_t person); // "": nobody told
struct text
mind_feature(const struct mind *mind); // what it does, as programs name it; empty: nothing of the kind
struct text mind_deed(const struct mind *mind); // the node that runs; empty: none
const struct mind_feelings *mind_feelings(const struct mind *mind);
bool mind_listens(const struct mind *mind); // it was called, or has asked: what is said now is said to it
// Into a text with room for so many bytes; what finds none is left out. One sentence: what runs, what made it
// begin, what it beat. And the stack and emotions as lines.
struct mind_text {
    char *at;
    size_t size, len;
};
// Adds to it; what has no room is left out.
void mind_text_add(struct mind_text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void mind_why(const struct mind *mind, struct mind_text *out);
// What it does and why, for whoever looks; mind_why has the same sentences. False: nothing runs.
bool mind_view(const struct mind *mind, struct mind_view *out);
void mind_mood_view(const struct mind *mind, struct mind_mood_view *out);
void mind_mood_past(const struct mind *mind, struct mind_mood_past *out); // for whoever begins to look
void mind_stack_text(const struct mind *mind, struct mind_text *out);
void mind_moods_text(const struct mind *mind, struct mind_text *out);
// Its diary, a line a minute at most, the newest last: of those before the newest `skip` what finds room.
void mind_diary_text(const struct mind *mind, uint32_t skip, struct mind_text *out);
// Its lines after `since`, which goes on; the oldest are forgotten, and of more than there is room for those
// that come first are given. Returns how many.
size_t mind_diary(const struct mind *mind, uint32_t *since, struct mind_diary_line *out, size_t room);
// What it felt after `since`, which goes on: emotion events, and how stirred it was before and after each.
// The oldest are forgotten. Returns how many. Names live as long as the mind's data.
struct mind_felt {
    struct text name;
    float before, after;
};
size_t mind_felt(const struct mind *mind, uint32_t *since, struct mind_felt *out, size_t room);
uint64_t mind_hash(const struct mind *mind);
size_t mind_size(const struct mind *mind);
