// Messages of any kind to a simulated Cozmo, with time between them. The input is a script of pieces: id,
// length, body; an id of 0 lets time pass, one of 1 ends the session and begins another. Whatever comes, what
// the robot says is whole, and its world stays finite.
#include "body/firmware/cozmo/firmware.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void listen(struct cozmo_firmware *fw) {
    uint8_t id;
    struct bytes body;
    for (int reliable = 0; reliable < 2; reliable++)
        while (cozmo_firmware_tell(fw, reliable, &id, &body)) {
            struct air_news news = {.kind = AIR_MESSAGE, .id = id, .body = body};
            struct cozmo_message m;
            must((id < 0xf0) == reliable && body.len < AIR_CONTENT_MAX);
            must(!air_decode(&news, COZMO_TO_ENGINE, COZMO_FIRMWARE_NEWEST, &m));
            if (m.kind == COZMO_ROBOT_STATE)
                must(m_finite(m.robot_state.pose_x) && m_finite(m.robot_state.head_angle_rad));
        }
}

static void pass(struct world *world, struct cozmo_firmware *fw, unsigned steps) {
    for (unsigned i = 0; i < steps; i++) {
        world_step(world);
        cozmo_firmware_step(fw);
        listen(fw);
    }
}

static void begin(struct cozmo_firmware *fw) {
    cozmo_firmware_open(fw);
    cozmo_firmware_hear(fw, 0x25, (struct bytes){0});
    cozmo_firmware_hear(fw, 0x4b, (struct bytes){(const uint8_t[8]){0}, 8});
    cozmo_firmware_hear(fw, 0x9f, (struct bytes){0});
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct world_config config = world_defaults();
    struct world *world = world_new(&config);
    struct cozmo_firmware_config own = cozmo_firmware_defaults();
    own.world = world;
    struct cozmo_firmware *fw = cozmo_firmware_new(&own, NULL);
    must(fw != NULL);
    begin(fw);
    struct reader in = reader_of(data, size > 1 << 14 ? 1 << 14 : size);
    for (unsigned steps = 0; reader_left(&in) && steps < 120;) {
        uint8_t id = read_u8(&in);
        uint16_t len = read_u8(&in);
        if (len > 0xf0) len = (uint16_t)((len - 0xf0) * 128);
        if (id == 0) {
            pass(world, fw, len % 32);
            steps += len % 32;
        } else if (id == 1) {
            cozmo_firmware_close(fw, len & 1);
            begin(fw);
        } else {
            if (len > reader_left(&in)) len = (uint16_t)reader_left(&in);
            if (cozmo_firmware_ready(fw)) cozmo_firmware_hear(fw, id, read_bytes(&in, len));
        }
    }
    pass(world, fw, 8);
    cozmo_firmware_free(fw);
    world_free(world);
    return 0;
}
