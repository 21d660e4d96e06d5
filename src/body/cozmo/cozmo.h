// A Cozmo, real or simulated, as a body over its radio protocol. Any soul can live in it.
//
//     struct body_cozmo_config config = body_cozmo_defaults();
//     // udp.h; or a test's memory; the body closes it
//     body_cozmo_over_udp("172.31.1.1", &config, &fault);
//     struct body *body = body_cozmo_new(&config, &fault);
//     … body_step, body_collect, body_obey, as with any body …
//     body_free(body);                                                // says goodbye
//
// The body opens a session with repeated resets, from a new port each time. It reads the robot's signature
// and wakes it. From then on it turns the robot's messages into senses and commands into messages; of a
// command only the changes are sent.
//
// What a Cozmo decides by itself is taken as true: picked up, poked, falling, where it is, when a joint has
// arrived. States that arrive late are dropped by their time stamps. The robot's clock is set to the body's,
// so body time goes on over a lost session.
//
// When nothing arrived for five seconds the senses say AWAY, and otherwise repeat the last values. The body
// then tries to open a new session again and again; the robot stops by itself meanwhile. After it returns,
// the present command is sent again, but no order that was finished. An interrupted path is reported as
// stopped, and the place is LOST until the soul gives an origin.
//
// A Cozmo has no touch sensor, no range sensor, no microphones and no free wheels; POWER_OFF shuts it down.
//
// Birth makes one allocation, which holds sound and pictures; the first wanted picture adds a pool of
// pictures. A tick allocates nothing, except what the JPEG library needs to open a picture, and a filter when
// sound comes at a new rate.
#pragma once

#include "body/body.h"
#include "codec/picture/rle.h"
#include "codec/sound/ulaw.h"
#include "link/cozmo/engine_link.h"

// The body's link: datagrams, and a clock that runs by itself.
struct body_cozmo_socket {
    // 0: nothing has arrived
    size_t (*receive)(void *user, struct air_peer *from, uint8_t *room, size_t size);
    void (*send)(void *user, struct air_peer to, struct bytes datagram);
    // opens another port for a new session; NULL: not needed
    enum err (*renew)(void *user, struct fault *fault);
    int64_t (*now_us)(void *user); // NULL: the time given with each step
    void (*close)(void *user);     // NULL: nothing to close
    void *user;
    bool own_time; // the clock is the machine's, so the body's time runs by itself
};

enum body_cozmo_pictures { BODY_COZMO_PIXELS, BODY_COZMO_JPEG };

struct body_cozmo_config {
    struct body_cozmo_socket socket;
    struct engine_link_config link; // the robot's address, and the timeouts
    int64_t again_us;               // delay from a session's end to the next try
    uint32_t begin_ms;              // the first value its clock is set to
    enum rle_rule rows;             // the coding of the display's rows
    enum ulaw_law law;              // the coding of samples
    enum body_cozmo_pictures pictures;
};
struct body_cozmo_config body_cozmo_defaults(void);
// The body owns the socket from here on, also when this fails.
struct body *body_cozmo_new(const struct body_cozmo_config *config, struct fault *fault);

enum body_cozmo_stage {
    BODY_COZMO_RESTING, // waits before the next try
    BODY_COZMO_ASKING,  // sends resets
    BODY_COZMO_MEETING, // it answered; its signature is read
    BODY_COZMO_WAKING,  // its body gets power
    BODY_COZMO_LIVING,
};
struct body_cozmo_about {
    enum body_cozmo_stage stage;
    uint32_t head_serial, body_serial, hardware, firmware;
    int32_t colour;
    char build[32];
    char trouble[256]; // why it cannot be reached now; empty: all is well
    uint64_t sessions, states, late, lost_messages, pictures, pictures_dropped, faces_refused;
    struct air_stats link;
};
// Leaves the robot to somebody else and says why; NULL: takes it back at once.
void body_cozmo_yield(struct body *body, const char *why);
void body_cozmo_about(const struct body *body, struct body_cozmo_about *out);
