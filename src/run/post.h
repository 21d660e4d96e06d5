// The way into a running world for whoever sits on the same machine: a local socket that takes verbs and gives one flat picture.
//
//     struct post *post = post_open("/run/user/1000/critter.sock", &fault);
//     post_turn(post, play);                                     // between steps; never waits
//     post_close(post);                                          // and removes the socket
//
// Every line in is one JSON object, every line out its answer: a verb, {"pet": {"what": "vector"}}, is answered with {"done": true} or
// {"error": "…"}; {"snapshot": {}} with a Snapshot (schema/world.clad). Nobody else's lines are seen; who does not read is cut off.
#pragma once

#include "run/play.h"

enum { POST_GUESTS = 8, POST_LINE_MAX = 64 << 10, POST_WAITING_MAX = 4 << 20 };

struct post;
struct post *post_open(const char *path, struct fault *fault);
void post_turn(struct post *post, struct play *play);
void post_close(struct post *post);
// One line and its answer, appended with a newline.
void post_line(struct play *play, struct text line, struct buf *answer);
