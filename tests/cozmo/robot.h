// A robot for tests of clients: it stands on the real link and a real socket, in a thread of its own, and
// answers by the book. It has no body: what is commanded is true at once, or after a while (travel_ms). What
// it was told is counted: robot_seen asks for it while it lives, everything else may be read after
// robot_still.
#pragma once

#include "base/buf.h"
#include "link/cozmo/robot_link.h"
#include "net/udp.h"

#include "cozmo/fine.h"

#include <pthread.h>
#include <stdatomic.h>

enum { ROBOT_MEMORY = 8192, ROBOT_ENTRIES = 8 };

struct robot_seen {
    unsigned cubes, backpacks; // patterns of their lights
    uint16_t cube_on, back_on; // colours of the last: a cube's first lamp, the middle one
    uint8_t cube_frames, cube_rotation;
    unsigned sessions, enables, goodbyes, origins, sounds, silences, pictures, dropped, most_bytes;
    uint32_t status;
    uint64_t heard; // commands of any kind
    float head_rad, lift_mm, angle_rad;
};

struct robot_way { // of head, lift or a turn
    float goal;
    int64_t due_us; // when it is there; 0: it stands
};

struct robot {
    struct robot_link *link;
    struct loop *loop;
    struct udp *udp;
    pthread_t thread;
    pthread_mutex_t lock; // of all that follows `address`; its thread lets go of it while it waits
    bool running;
    atomic_bool stop;
    struct udp_peer here;
    char address[UDP_TEXT];
    // how it is
    struct robot_seen seen;
    struct cozmo_message told[COZMO_KIND_COUNT];
    bool enabled, synced, streaming;
    int64_t began_us, state_us, slot_us;
    uint32_t slots_played, bytes_played;
    struct robot_way head, lift, turn;
    // its memory of the animation stream
    uint16_t waiting[ROBOT_MEMORY]; // lengths of messages; the first of a slot is a sound or a silence
    bool slot[ROBOT_MEMORY];
    unsigned waiting_first, waiting_count, waiting_bytes;
    struct buf heard; // all sound bytes
    uint8_t picture[1040];
    size_t picture_size;
    struct {
        uint32_t tag;
        struct buf data;
        bool used;
    } nv[ROBOT_ENTRIES];
    struct buf firmware;
    struct cozmo_message confirms; // a piece, when it is done with it
    int64_t confirms_us;           // 0: nothing to confirm
    unsigned too_early;            // pieces that came meanwhile
    // how it shall be
    atomic_bool bodiless;     // its body never says that it is up
    atomic_bool mute;         // hears and says nothing, as when the air is gone
    atomic_uint refuse_piece; // of an update; 0: none
    atomic_uint first_ms;     // how long it is busy with the first piece of an update
    atomic_uint version;      // of its firmware; 0: the newest
    atomic_uint travel_ms;    // how long head, lift and turns are under way; 0: there at once
    atomic_bool held;         // by a hand: they stand where they are
    atomic_int skip_chunk;    // of the first picture; -1: none
};

void robot_start(struct robot *robot);
struct robot_seen robot_seen(struct robot *robot); // as of one moment
// The last of that kind it was told; what a view in it shows is gone.
struct cozmo_message robot_told(struct robot *robot, enum cozmo_kind kind);
void robot_turn_head(struct robot *robot, float rad); // by hand
void robot_still(struct robot *robot);                // ends its thread: everything of it may be read now
void robot_stop(struct robot *robot);

// Most tests have one robot each, and come to it with the public client.
extern struct robot *the_robot;
int robot_setup(void **state);
int robot_teardown(void **state);
#define WITH_ROBOT(test) cmocka_unit_test_setup_teardown(test, robot_setup, robot_teardown)
struct critter_cozmo *robot_meet(struct critter_cozmo_config config); // only what differs from the defaults
