#include "stage/library/repertoire.h"

#include "base/system/embedded.h"

#include <stdio.h>
#include <string.h>

extern const struct embedded REPERTOIRE_FILES[]; // tools/repertoire makes them

enum err repertoire_packed(const char *creature, struct arena *arena, struct repertoire *out) {
    char path[80];
    struct package head;
    snprintf(path, sizeof path, "/%.32s.repertoire", creature);
    const struct embedded *file = embedded_find(REPERTOIRE_FILES, path, strlen(path));
    if (!file || file->len < sizeof head) return ERR_MISSING;
    memcpy(&head, file->bytes, sizeof head);
    if (head.mark != PACKAGE_MARK || head.machine != package_machine() ||
        file->len != sizeof head + head.data + head.image + head.pointers * sizeof(uint32_t))
        return ERR_MISSING;
    const unsigned char *data = file->bytes + sizeof head, *from = data + head.data,
                        *places = from + head.image;
    uint8_t *image = arena_copy(arena, from, head.image);
    if (!image) return ERR_MEMORY;
    for (uint32_t i = 0; i < head.pointers; i++) {
        uint32_t place;
        uintptr_t to;
        memcpy(&place, places + i * sizeof place, sizeof place);
        memcpy(&to, image + place, sizeof to);
        to = to & PACKAGE_DATA ? (uintptr_t)data + (to & ~(uintptr_t)PACKAGE_DATA) : (uintptr_t)image + to;
        memcpy(image + place, &to, sizeof to);
    }
    memcpy(out, image + head.root, sizeof *out);
    return ERR_NONE;
}
