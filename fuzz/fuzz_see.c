// Any picture is looked at or refused; what is found lies where it can. An answer that lies is not believed.
#include "codec/picture/marker.h"
#include "sense/see/see.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

// Two bytes of size, then pixels: as many as there are, again and again. Small inputs make whole pictures.
static void look(const uint8_t *data, size_t size) {
    if (size < 3) return;
    struct see_picture p = {NULL, 8u + data[0], 8u + data[1]};
    size_t pixels = (size_t)p.width * p.height;
    uint8_t *grey = malloc(pixels);
    must(grey != NULL);
    for (size_t i = 0; i < pixels; i++) grey[i] = data[2 + i % (size - 2)];
    p.grey = grey;
    struct markers_config config = markers_defaults();
    struct markers_seen seen;
    must(!markers_find(&p, &config, &seen) && seen.count <= MARKERS_MOST);
    for (uint32_t i = 0; i < seen.count; i++) {
        const struct marker_seen *m = &seen.list[i];
        must(m->marker < MARKER_COUNT && m->certainty >= 0 && m->certainty <= 1);
        for (int k = 0; k < 4; k++)
            must(m->corners[k].x > -16 && m->corners[k].x < (float)p.width + 16 && m->corners[k].y > -16 &&
                 m->corners[k].y < (float)p.height + 16);
    }
    free(grey);
}

static void believe(const uint8_t *data, size_t size) {
    struct see_found found;
    struct observations seen = {0};
    memset(&found, 0, sizeof found);
    memcpy(&found, data, size < sizeof found ? size : sizeof found);
    if (!see_observe(&found, size, &seen)) return;
    must(seen.count <= OBSERVATIONS);
    for (uint32_t i = 0; i < seen.count; i++)
        must(seen.list[i].marker < MARKER_COUNT && seen.list[i].side_px > 1 &&
             m_finite(seen.list[i].corners[3].x + seen.list[i].corners[0].y));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    look(data, size);
    believe(data, size);
    return 0;
}
