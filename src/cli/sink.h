// Where a command sends a robot's sound: a WAV file, or this machine's speaker.
//
//     // or "alsa", "alsa:hw:1" in a build with -Dalsa=enabled
//     struct sink *sink = sink_open("out.wav", run_soul(run, 0), &fault);
//     sink_turn(sink);                                                        // after every life tick
//     err = sink_close(sink, &fault);                                         // before the soul goes
//
// Listening changes nothing in the life. A file is complete whenever the program ends by itself; if it is
// killed, the sound is there but the header states less. A sound card that cannot keep up loses samples, and
// the life goes on.
#pragma once

#include "border/soul.h"

struct sink;
#define SINK_HELP "a WAV file (NAME.wav) of the first robot's sound, or alsa[:DEVICE] in a build that has it"
struct sink *sink_open(const char *where, struct soul *soul,
                       struct fault *fault);                 // ERR_UNSUPPORTED: the robot has no voice
void sink_turn(struct sink *sink);                           // NULL is allowed
enum err sink_close(struct sink *sink, struct fault *fault); // NULL is allowed
