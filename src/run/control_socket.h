// The way into a running world for whoever sits on the same machine: a local socket that takes verbs and gives one flat picture.
//
//     struct control_socket *control = control_socket_open("/run/user/1000/critter.sock", &fault);
//     control_socket_turn(control, play);                                     // between steps; never waits
//     control_socket_close(control);                                          // and removes the socket
//
// Every line in is one JSON object, every line out its answer: a verb, {"pet": {"what": "vector"}}, is answered with {"done": true} or
// {"error": "…"}; {"snapshot": {}} with a Snapshot (schema/world.clad). Nobody else's lines are seen; who does not read is cut off.
#pragma once

#include "run/play.h"

enum { CONTROL_SOCKET_GUESTS = 8, CONTROL_SOCKET_LINE_MAX = 64 << 10, CONTROL_SOCKET_WAITING_MAX = 4 << 20 };

struct control_socket;
struct control_socket *control_socket_open(const char *path, struct fault *fault);
void control_socket_turn(struct control_socket *control, struct play *play);
void control_socket_close(struct control_socket *control);
// One line and its answer, appended with a newline.
void control_socket_line(struct play *play, struct text line, struct buf *answer);
