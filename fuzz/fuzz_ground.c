// Any bytes are a tree of the ground that always comes to an end, or are refused and change nothing.
#include "base/maths/maths.h"
#include "sense/see/ground.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ground_tree *tree = calloc(1, sizeof *tree);
    struct fault fault = {0};
    if (!tree) return 0;
    if (ground_read((struct text){(const char *)data, size}, tree, &fault)) {
        must(fault.err && fault.said[0] && !tree->count);
    } else {
        must(tree->count >= 1 && tree->count <= GROUND_NODES);
        for (uint32_t i = 0; i < tree->count; i++) {
            const struct ground_node *n = &tree->nodes[i];
            must((n->first < 0) == (n->other < 0) && n->feature < GROUND_FEATURES && m_finite(n->most));
            must(n->first < 0 ||
                 (n->first > (int)i && n->other > (int)i && (uint32_t)n->other < tree->count));
        }
        float features[GROUND_FEATURES] = {0};
        for (int k = 0; k < 16; k++) {
            for (int f = 0; f < GROUND_FEATURES; f++) features[f] = (float)((k * 37 + f * 11) % 256);
            ground_is_floor(tree, features);
        }
    }
    free(tree);
    return 0;
}
