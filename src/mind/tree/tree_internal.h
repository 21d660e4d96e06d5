// Between the files that read trees.
#pragma once

#include "mind/tree/tree.h"

// A name that is to become a number when all is read. The ref must stay where it is.
enum err tree_refer(struct tree_reading *reading, struct node_ref *ref, struct fault *fault);
enum err tree_read_condition(struct tree_reading *reading, const struct json *value,
                             const struct condition **out, struct fault *fault);
enum err tree_timer(struct tree_reading *reading, struct text name, const struct json *place, int32_t *out,
                    struct fault *fault);
