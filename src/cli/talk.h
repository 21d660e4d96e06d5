// A talk with robots, wherever they live: in a world that runs, in a scenario, or at a moment of a recording.
// All three are spoken to through a control socket (run/control_socket.h); for the last two it is our own.
//
//     struct talk *talk = talk_open(&(struct talk_wish){.in = "desk", .at_s = 5}, &fault);
//     if (!talk_say(talk, "DriveStraight", robot, &fault) && !talk_hear(talk, 30, &line, &fault)) …line…
//     talk_close(talk);
//
// While one listens, a scenario's or recording's world goes on as fast as it can. A recording is played up to
// the moment; from then on nobody from outside comes into it any more.
#pragma once

#include "base/err.h"
#include "base/text.h"

struct talk;
struct talk_wish {
    const char *in;     // a scenario or a recording; NULL: a world that runs
    const char *socket; // which of those; NULL: the only one
    double at_s;        // the moment
    uint64_t seed;      // 0: the scenario's
};
struct talk *talk_open(const struct talk_wish *wish, struct fault *fault); // NULL: why is in fault
// A word is a message's name, or a message as JSON. robot: whom it is for; NULL: the first.
enum err talk_say(struct talk *talk, const char *word, const char *robot, struct fault *fault);
// The next line, until the next call. ERR_TIMEOUT: none came within so many seconds, of the world's own time
// or, of one that runs, of ours. ERR_CANCELLED: Ctrl-C.
enum err talk_hear(struct talk *talk, double seconds, struct text *line, struct fault *fault);
double talk_clock_s(void);                    // of this machine
double talk_world_s(const struct talk *talk); // of a scenario or recording; below 0: it is not known
void talk_close(struct talk *talk);
