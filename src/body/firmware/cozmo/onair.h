// A simulated Cozmo with its end of the radio protocol: datagrams in, datagrams out.
//
//     struct cozmo_onair_config config = cozmo_onair_defaults();
//     config.firmware.world = world;
//     struct cozmo_onair *cozmo = cozmo_onair_new(&config, &fault);
//     cozmo_onair_feed(cozmo, now_us, from, datagram);            // what a socket received
//     world_step(world); cozmo_onair_step(cozmo, now_us);         // every 5 ms of world time
//     // after each of the two: send it
//     while ((len = cozmo_onair_poll(cozmo, now_us, &to, room, sizeof room))) …
//
// now_us is the time of the link, which may differ from the world's. It opens no sockets: many robots can
// share one loop, or a test's memory.
#pragma once

#include "body/firmware/cozmo/firmware.h"
#include "link/cozmo/robot_link.h"

struct cozmo_onair;
struct cozmo_onair_config {
    struct cozmo_firmware_config firmware;
    struct robot_link_config link;
};
struct cozmo_onair_config cozmo_onair_defaults(void);
struct cozmo_onair *cozmo_onair_new(const struct cozmo_onair_config *config, struct fault *fault);
void cozmo_onair_free(struct cozmo_onair *cozmo);
enum err cozmo_onair_feed(struct cozmo_onair *cozmo, int64_t now_us, struct air_peer from,
                          struct bytes datagram);
void cozmo_onair_step(struct cozmo_onair *cozmo, int64_t now_us);
size_t cozmo_onair_poll(struct cozmo_onair *cozmo, int64_t now_us, struct air_peer *to, uint8_t *out,
                        size_t size);
int64_t cozmo_onair_due(const struct cozmo_onair *cozmo);
struct cozmo_firmware *cozmo_onair_firmware(struct cozmo_onair *cozmo);
const struct air_stats *cozmo_onair_stats(const struct cozmo_onair *cozmo);
void cozmo_onair_close(struct cozmo_onair *cozmo); // forgets its engine, as when the power goes
bool cozmo_onair_open(const struct cozmo_onair *cozmo);
