// A saved plane from a stranger: restored or refused, and what was restored can be saved again, looked at and
// lived on.
#include "world/plane/plane.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct plane_config config = plane_defaults();
    config.bodies = 12, config.parts = 24, config.contacts = 32, config.patches = 4;
    struct plane *plane = plane_new(&config), *again = plane_new(&config);
    if (!plane || !again) abort();
    struct reader in = reader_of(data, size);
    struct fault fault = {0};
    uint64_t before = plane_hash(plane);
    if (plane_restore(plane, &in, &fault)) {
        if (plane_hash(plane) != before || !fault.said[0]) abort();
    } else {
        static uint8_t room[1 << 16];
        struct writer out = writer_of(room, sizeof room);
        plane_save(plane, &out);
        struct reader back = reader_of(room, writer_len(&out));
        if (out.err || plane_restore(again, &back, NULL) || plane_hash(again) != plane_hash(plane)) abort();
        for (int i = 0; i < 5; i++) {
            plane_step(plane), plane_step(again);
            if (plane_hash(again) != plane_hash(plane)) abort();
        }
        plane_ray(plane, vec3(-1, 0, 0.02f), vec3(1, 0.1f, 0), 3, 0);
        plane_ground(plane, vec3(0, 0, 1), 0);
        plane_closest(plane, vec3(0.1f, 0, 0.1f), 1, 0);
        for (uint32_t id = plane_next(plane, 0); id; id = plane_next(plane, id)) {
            struct plane_meeting met[2];
            plane_meets(plane, id, 0, met, 2);
            plane_hold(plane, id, pose_none());
        }
        plane_step(plane);
        for (uint32_t id = plane_next(plane, 0); id; id = plane_next(plane, id))
            plane_detach(plane, id), plane_remove(plane, id);
        if (plane_count(plane)) abort();
        plane_step(plane);
    }
    plane_free(plane), plane_free(again);
    return 0;
}
