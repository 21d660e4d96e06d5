// Trees of nodes from strangers: whatever is taken is whole, whatever is refused says where.
#include "mind/class/classes.h"
#include "mind/condition/conditions.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void walk(const struct tree *tree) {
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const struct node *n = &tree->nodes[i];
        must(n->number == i && n->class && n->id.at);
        for (uint32_t k = 0; k < n->child_count; k++) must(n->children[k] < tree->node_count);
    }
    for (uint32_t i = 0; i < tree->condition_count; i++)
        must(tree->conditions[i]->number == i && tree->conditions[i]->class);
    for (uint32_t i = 0; i < tree->root_count; i++) must(tree->roots[i].node.number < tree->node_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(64 << 10);
    struct tree_reading reading;
    struct tree tree;
    struct json *document;
    struct fault fault = {0};
    struct buf notes = {.limit = 1 << 16};
    struct text text = {(const char *)data, size};
    if (!arena) return 0;
    if (!json_parse(text, "fuzz", arena, NULL, &document, NULL)) {
        enum err err = tree_begin(&reading, arena, (struct tree_tables){MIND_CLASSES, CONDITION_CLASSES},
                                  &notes, &fault);
        if (!err) err = tree_read(&reading, document, &fault);
        if (!err) err = tree_settle(&reading, &tree, &fault);
        must(!err || err == ERR_MEMORY || (fault.line && fault.said[0]));
        if (!err) walk(&tree);
    }
    buf_free(&notes);
    arena_free(arena);
    return 0;
}
