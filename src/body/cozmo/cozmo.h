// A Cozmo on the air as a body: real or simulated, any soul can live in it.
//
//     struct body_cozmo_config config = body_cozmo_defaults();
//     // udp.h; or a test's memory; the body closes it
//     body_cozmo_over_udp("172.31.1.1", &config.socket, &fault);
//     struct body *body = body_cozmo_new(&config, &fault);
//     … body_step, body_collect, body_obey, as with any body …
//     body_free(body);                                                // says goodbye
//
// It opens a session (a reset, repeated; a new port each time), reads the signature, wakes the robot, and
// from then on turns what the robot tells into senses and commands into messages: of a command only what
// changed goes out. What a Cozmo decides by itself is believed: picked up, poked, falling, where it is, when
// a joint is in its place. States that come late are dropped by their stamps. Its own clock is set to the
// body's, so that body time goes on over a lost session.
//
// When nothing was heard for five seconds the senses say AWAY, with all else as it was felt last, and a new
// session is tried again and again. The robot stops by itself meanwhile. After it came back the present
// command is told anew, but an order that was finished is not, a path that was cut is told as stopped, and
// the place is LOST until the soul gives an origin.
//
// A Cozmo feels no touch, has no range sensor, no microphones and no free wheels; POWER_OFF shuts it down.
// One allocation at birth, its sound and pictures included but for a pool of pictures when the first is
// wanted; a tick allocates nothing, but for what the JPEG library needs to open a picture, and a filter when
// sound comes at a new rate.
#pragma once

#include "body/body.h"
#include "codec/picture/rle.h"
#include "codec/sound/ulaw.h"
#include "link/cozmo/engine_link.h"

// The air as the body meets it: datagrams, and a clock that goes on by itself.
struct body_cozmo_socket {
    size_t (*receive)(void *user, struct air_peer *from, uint8_t *room, size_t size); // 0: none is there
    void (*send)(void *user, struct air_peer to, struct bytes datagram);
    enum err (*renew)(void *user, struct fault *fault); // another port for a new session; NULL: not needed
    int64_t (*now_us)(void *user);                      // NULL: as told with each step
    void (*close)(void *user);                          // NULL: nothing to close
    void *user;
    bool own_time; // the clock is the machine's, and so the body's time is its own
};

enum body_cozmo_pictures { BODY_COZMO_PIXELS, BODY_COZMO_JPEG };

struct body_cozmo_config {
    struct body_cozmo_socket socket;
    struct engine_link_config link; // the robot's address, and how long to wait for what
    int64_t again_us;               // from a session's end to the next try
    uint32_t begin_ms;              // what its clock is set to at first
    enum rle_rule rows;             // how the display's rows are coded
    enum ulaw_law law;              // how samples are coded
    enum body_cozmo_pictures pictures;
};
struct body_cozmo_config body_cozmo_defaults(void);
// The socket is the body's from here on, also when it fails.
struct body *body_cozmo_new(const struct body_cozmo_config *config, struct fault *fault);

enum body_cozmo_stage {
    BODY_COZMO_RESTING, // waits before it tries again
    BODY_COZMO_ASKING,  // resets go out
    BODY_COZMO_MEETING, // it answered; who is it?
    BODY_COZMO_WAKING,  // its body gets power
    BODY_COZMO_LIVING,
};
struct body_cozmo_about {
    enum body_cozmo_stage stage;
    uint32_t head_serial, body_serial, hardware, firmware;
    int32_t colour;
    char build[32];
    char trouble[256]; // why it is not reached just now; empty: all is well
    uint64_t sessions, states, late, lost_messages, pictures, pictures_dropped, faces_refused;
    struct air_stats link;
};
// Leaves the robot to somebody else, and says why; NULL: takes it again, at once.
void body_cozmo_yield(struct body *body, const char *why);
void body_cozmo_about(const struct body *body, struct body_cozmo_about *out);
