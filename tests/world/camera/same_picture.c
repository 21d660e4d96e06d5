// Prints one number made of many pictures, and fails when it is not the one written here. tools/same-bits
// builds it with every compiler there is. Pictures may be part of a life: a change of the number changes
// lives that look; do it knowingly.
#include "world/camera/lens.h"

#include "base/hash.h"
#include "lens_things.h"

#include <inttypes.h>
#include <stdio.h>

#define EXPECTED 0x420e1fe82d528788

int main(void) {
    struct scene_config room = scene_defaults();
    struct scene_art *art = scene_art_new();
    struct scene *scene = scene_new(&room, art);
    uint64_t hash = 0;
    for (uint32_t serial = 0; serial < 2; serial++) {
        struct lens_config config = lens_defaults();
        const struct body_model *body = serial ? &cozmo_model : &vector_model;
        eye_of(body, serial, &config.eye);
        config.blur = 1 + 2 * serial;
        struct lens *lens = lens_new(&config, NULL);
        for (int i = 0; i < 4; i++) {
            scene_begin(scene, NULL);
            put_table(scene);
            if (i & 1) put_company(scene);
            const unsigned half = (unsigned)i / 2; // whole steps
            struct lens_shot shot = {.start = eye_in_robot(body, 0.1f * (float)i),
                                     .end = eye_in_robot(body, 0.1f * (float)((unsigned)i + half)),
                                     .exposure_ms = 12,
                                     .gain = 1.5f,
                                     .colour = i >= 2};
            struct lens_sight sights[32];
            uint32_t count = 32;
            struct frame *frame = lens_take(lens, scene, &shot, sights, &count);
            hash = hash64(hash, frame->bytes, frame->used);
            for (uint32_t k = 0; k < count; k++) {
                hash = hash64(hash, sights[k].px, sizeof sights[k].px);
                hash = hash64(hash, &sights[k].share, sizeof sights[k].share);
            }
            frame_drop(frame);
        }
        lens_free(lens);
    }
    scene_free(scene);
    scene_art_free(art);
    printf("%016" PRIx64 "\n", hash);
    return hash != EXPECTED;
}
