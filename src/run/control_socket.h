// A local socket into a running world for programs on the same machine: it takes verbs and requests, and
// returns replies, snapshots and events.
//
//     struct control_socket *control = control_socket_open("/run/user/1000/critter.sock", &fault);
//     control_socket_turn(control, play);                                     // between steps; never waits
//     control_socket_close(control);                                          // and removes the socket
//
// Without a path the socket is opened where commands look for it: 1.sock, or the first free number, in
// $XDG_RUNTIME_DIR/critter or /tmp/critter-UID. So several worlds can run side by side. A socket left over by
// a dead process is replaced.
//
// Every line in is one JSON object, every line out an answer:
//
//     {"pet": {"what": "vector"}}                          a verb: {"done": true} or {"error": "…"}
//     {"snapshot": {}}  {"robots": {}}                     a Snapshot (schema/world.clad); the robots
//     {"Hello": {}, "robot": "cozmo", "ticket": 3}         a request; when its reply comes:
//                                                          {"Greeting": {…}, "robot": "cozmo", "ticket": 3}
//     {"view": {}, "robot": 2}                             that robot's state (View of its protocol)
//     {"things": {}}  {"people": {}}                       what it knows of them (schema/belief.clad)
//     {"events": true}                                     from now on a line for each event of every robot
//
// Without a robot the first is meant. A client sees only its own answers; one that does not read is
// disconnected. A client may close its sending end and still receives its replies.
#pragma once

#include "run/play.h"

enum {
    CONTROL_SOCKET_PATH_MAX = 108,
    CONTROL_SOCKET_GUESTS = 8,
    CONTROL_SOCKET_LINE_MAX = 64 << 10,
    CONTROL_SOCKET_WAITING_MAX = 4 << 20
};

struct control_socket;
// A path of NULL is the usual place.
struct control_socket *control_socket_open(const char *path, struct fault *fault);
const char *control_socket_path(const struct control_socket *control);
// The play to serve from now on; control_socket_turn says so, too. NULL, before a play is freed: none.
void control_socket_show(struct control_socket *control, struct play *play);
// For who looks for a running world: $CRITTER_SOCKET, or the only one in the usual place. ERR_MISSING: none;
// ERR_STATE: several.
enum err control_socket_find(char path[CONTROL_SOCKET_PATH_MAX], struct fault *fault);
void control_socket_turn(struct control_socket *control, struct play *play);
void control_socket_close(struct control_socket *control);
// One line that is no request, and its answer, appended with a newline.
void control_socket_line(struct play *play, struct text line, struct buf *answer);
