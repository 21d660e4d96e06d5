// sdk_config.ini, whatever stands in it: a robot's section comes in once, and the same again changes nothing.
#include "vector/sdk_config.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct sdk_entry ENTRY = {"Vector-A1B2", "00a1b2c3", "a%b", "127.0.0.1", 8443, "c"};
    struct buf once = {0}, twice = {0};
    struct fault fault = {0};
    struct sdk_found found;
    unsigned robots = 0, again;
    if (sdk_config_find((struct text){(const char *)data, size}, NULL, &found, &fault))
        must(fault.said[0]), fault = (struct fault){0};
    if (sdk_config_merge((struct text){(const char *)data, size}, &ENTRY, "p", &once, &robots, &fault)) {
        must(fault.line > 0 && fault.said[0]);
    } else {
        must(!sdk_config_merge((struct text){(const char *)once.at, once.len}, &ENTRY, "p", &twice, &again,
                               &fault));
        must(once.len == twice.len && !memcmp(once.at, twice.at, once.len) && robots == again && robots > 0);
    }
    // What was written is found; a section of that name twice, or another of its serial number, is not one
    // robot.
    struct text whole = {(const char *)once.at, once.len};
    if (robots == 1 && once.len && !sdk_config_find(whole, "00a1b2c3", &found, NULL))
        must(!strcmp(found.guid, "a%b") && !strcmp(found.name, "Vector-A1B2") && found.port == 8443);
    buf_free(&once), buf_free(&twice);
    return 0;
}
