// A robot for tests of clients: it stands on the real link and a real socket, in a thread of its own, and answers by the book. It
// has no body: what is commanded is true at once. What it was told is counted here; read it after robot_stop, or what is
// atomic before.
#pragma once

#include "base/buf.h"
#include "link/cozmo/robot_link.h"
#include "net/udp.h"

#include <pthread.h>
#include <stdatomic.h>

enum { ROBOT_MEMORY = 8192, ROBOT_ENTRIES = 8 };

struct robot {
    struct robot_link *link;
    struct loop *loop;
    struct udp *udp;
    pthread_t thread;
    atomic_bool stop, mute; // mute: hears and says nothing, as when the air is gone
    struct udp_peer here;
    char address[UDP_TEXT];
    // how it is
    bool enabled, synced, streaming;
    int64_t began_us, state_us, slot_us;
    float head_rad;
    uint32_t status, slots_played, bytes_played;
    // its memory of the animation stream
    uint16_t waiting[ROBOT_MEMORY]; // lengths of messages; the first of a slot is a sound or a silence
    bool slot[ROBOT_MEMORY];
    unsigned waiting_first, waiting_count, waiting_bytes, most_bytes, dropped;
    atomic_uint sounds, silences, pictures;
    struct buf heard; // all sound bytes
    uint8_t picture[1040];
    atomic_size_t picture_size;
    struct {
        uint32_t tag;
        struct buf data;
        bool used;
    } nv[ROBOT_ENTRIES];
    struct buf firmware;
    atomic_uint sessions, enables, goodbyes, origins;
    unsigned refuse_piece; // 0: none
    unsigned version;      // of its firmware; 0: the newest
    int skip_chunk;        // of the first picture; -1: none
};

void robot_start(struct robot *robot);
void robot_stop(struct robot *robot);
