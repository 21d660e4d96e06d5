// The door for programs written for Vector: gRPC and JSON on one TLS port, as the robot itself has it.
//
//     struct sdk_config config = sdk_defaults();
//     config.identity = identity;                       // name, certificate and tokens: host/identity.h
//     struct sdk *sdk = sdk_open(loop, &config, &fault);
//     sdk_show(sdk, play_run(play), 0, &fault);         // who lives now; NULL: nobody
//     … sdk_turn(sdk) after every life tick; sdk_rest(sdk) while the world waits for its next step …
//     sdk_close(sdk);
//
// Whoever listens beyond this machine is told to others by multicast DNS (net/mdns.h).
//
// HTTP/2 with a gRPC content type is gRPC, everything else is JSON. Whoever brings no known token gets 401
// before anything else. What a call means is src/api's business; this room carries it.
//
// A reader that is slow: events wait, up to 512, then the stream ends with INTERNAL; of pictures and maps it
// gets the newest, of sound whole groups or none. A message is encoded once for all who get it.
#pragma once

#include "api/api.h"
#include "net/loop.h"

enum { SDK_PORT = 8443, SDK_PORTS_TRIED = 20, SDK_EVENTS_MAX = 512, SDK_GROUPS_MAX = 8 };

#define SDK_SERVICE "_ankivector._tcp"
struct sdk;
struct sdk_config {
    const char *address;       // loopback unless somebody asks for more
    uint16_t port;             // the next free one, unless port_given
    bool port_given;           // then no other one will do; 0: any free one
    struct identity *identity; // stays the caller's
    const char *state;         // folder of the robot's documents; NULL: they last as long as this
    enum api_profile profile;
};
struct sdk_config sdk_defaults(void); // 127.0.0.1:8443, 1.7
struct sdk *sdk_open(struct loop *loop, const struct sdk_config *config, struct fault *fault);
void sdk_close(struct sdk *sdk); // NULL is fine
uint16_t sdk_port(const struct sdk *sdk);
enum err sdk_show(struct sdk *sdk, struct run *run, size_t life, struct fault *fault); // a NULL sdk is fine
// How programs reach it. Texts are the door's.
struct sdk_about {
    const char *address, *name, *serial;
    uint16_t port;
    unsigned connected; // programs
    uint32_t calls;     // so far; newest[0] is the name of the last one, NULL: there were not so many
    const char *newest[API_RECENT];
};
void sdk_about(const struct sdk *sdk, struct sdk_about *out);
struct api *sdk_api(struct sdk *sdk); // what its calls come to
void sdk_take_back(struct sdk *sdk);  // programs lose control, and may ask again
void sdk_turn(struct sdk *sdk);       // NULL is fine
void sdk_rest(struct sdk *sdk);       // the same, if nobody has lived a tick for a while: the world is paused
