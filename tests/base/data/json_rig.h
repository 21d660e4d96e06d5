// An arena and no fault before each case about JSON.
#pragma once

#include "support/support.h"

#include "base/data/json.h"

static struct arena *arena;
static struct fault fault;

static inline int clear(void **state) {
    if (!arena) arena = arena_new(64 << 10);
    arena_reset(arena);
    fault = (struct fault){0};
    return 0;
}

static inline int let_go(void **state) {
    arena_free(arena);
    arena = NULL;
    return 0;
}

static inline struct json *parse(const char *text) {
    struct json *doc;
    fault = (struct fault){0};
    if (!json_parse(text_of(text), "t.json", arena, NULL, &doc, &fault)) return doc;
    char line[600];
    fail_msg("%s", fault_text(&fault, line, sizeof line));
    return NULL;
}

#define TEST(name) cmocka_unit_test_setup(name, clear)
#define JSON_TESTS(...)                                                                                      \
    int main(int argc, char **argv) {                                                                        \
        const struct CMUnitTest tests[] = {__VA_ARGS__};                                                     \
        return support_run(argc, argv, tests, NULL, let_go);                                                 \
    }
