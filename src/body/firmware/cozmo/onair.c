#include "body/firmware/cozmo/onair.h"

#include <stdlib.h>

struct cozmo_onair {
    struct cozmo_firmware *firmware;
    struct robot_link *link;
};

struct cozmo_onair_config cozmo_onair_defaults(void) {
    struct cozmo_onair_config config = {.firmware = cozmo_firmware_defaults()};
    robot_link_defaults(&config.link);
    return config;
}

struct cozmo_onair *cozmo_onair_new(const struct cozmo_onair_config *config, struct fault *fault) {
    struct cozmo_onair *cozmo = calloc(1, sizeof *cozmo);
    if (!cozmo) {
        fault_set(fault, ERR_MEMORY, "no memory for a Cozmo");
        return NULL;
    }
    cozmo->firmware = cozmo_firmware_new(&config->firmware, fault);
    cozmo->link = cozmo->firmware ? robot_link_new(&config->link) : NULL;
    if (cozmo->link) return cozmo;
    fault_set(fault, ERR_MEMORY, "no memory for a Cozmo");
    cozmo_onair_free(cozmo);
    return NULL;
}

void cozmo_onair_free(struct cozmo_onair *cozmo) {
    if (!cozmo) return;
    cozmo_firmware_free(cozmo->firmware);
    robot_link_free(cozmo->link);
    free(cozmo);
}

// What does not fit stays on the air: the engine says it again.
static void listen(struct cozmo_onair *cozmo) {
    struct air_news news;
    while (cozmo_firmware_ready(cozmo->firmware) && robot_link_take(cozmo->link, &news)) {
        if (news.kind == AIR_OPENED)
            cozmo_firmware_open(cozmo->firmware);
        else if (news.kind == AIR_CLOSED)
            cozmo_firmware_close(cozmo->firmware, news.end == AIR_SILENT);
        else if (news.kind == AIR_MESSAGE)
            cozmo_firmware_hear(cozmo->firmware, news.id, news.body);
    }
}

static void talk(struct cozmo_onair *cozmo) {
    uint8_t id;
    struct bytes body;
    while (robot_link_room(cozmo->link) && cozmo_firmware_tell(cozmo->firmware, true, &id, &body))
        robot_link_send(cozmo->link, id, body);
}

enum err cozmo_onair_feed(struct cozmo_onair *cozmo, int64_t now_us, struct air_peer from,
                          struct bytes datagram) {
    if (cozmo_firmware_away(cozmo->firmware)) return ERR_CLOSED;
    enum err err = robot_link_feed(cozmo->link, now_us, from, datagram);
    listen(cozmo);
    talk(cozmo);
    return err;
}

void cozmo_onair_step(struct cozmo_onair *cozmo, int64_t now_us) {
    (void)now_us;
    cozmo_firmware_step(cozmo->firmware);
    if (cozmo_firmware_away(cozmo->firmware) && robot_link_open(cozmo->link)) robot_link_close(cozmo->link);
    talk(cozmo);
}

// Events go to the link a few at a time, so that a picture of many pieces never pushes out its own beginning.
size_t cozmo_onair_poll(struct cozmo_onair *cozmo, int64_t now_us, struct air_peer *to, uint8_t *out,
                        size_t size) {
    uint8_t id;
    struct bytes body;
    for (;;) {
        size_t len = robot_link_poll(cozmo->link, now_us, to, out, size);
        listen(cozmo); // an engine that was silent too long ends here
        if (len) return len;
        bool more = false;
        for (int i = 0; i < 2 && cozmo_firmware_tell(cozmo->firmware, false, &id, &body); i++)
            more |= !robot_link_send(cozmo->link, id, body);
        if (!more) return 0;
        if (now_us < robot_link_due(cozmo->link)) return 0; // it keeps silent for a reason
    }
}

int64_t cozmo_onair_due(const struct cozmo_onair *cozmo) { return robot_link_due(cozmo->link); }
struct cozmo_firmware *cozmo_onair_firmware(struct cozmo_onair *cozmo) {
    return cozmo->firmware;
}
const struct air_stats *cozmo_onair_stats(const struct cozmo_onair *cozmo) {
    return robot_link_stats(cozmo->link);
}
void cozmo_onair_close(struct cozmo_onair *cozmo) {
    robot_link_close(cozmo->link);
    cozmo_firmware_close(cozmo->firmware, false);
}
bool cozmo_onair_open(const struct cozmo_onair *cozmo) { return robot_link_open(cozmo->link); }
