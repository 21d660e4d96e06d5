// The words of --log, and lines of any bytes under whatever setup they made: one line each, and JSON lines in
// valid UTF-8.
#include "base/system/log.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static bool json;

static void check(void *user, const char *line, size_t len) {
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)line[i] < 0x20 && line[i] != 033) abort();
    if (json && (!utf8_valid((struct text){line, len}) || line[0] != '{' || line[len - 1] != '}')) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len) {
    struct fault fault = {0};
    char *text = malloc(len + 1);
    if (!text) return 0;
    if (len) memcpy(text, bytes, len);
    text[len] = 0;
    log_to(check, NULL);
    log_rate(0);
    enum err err = log_setup(text, &fault);
    if (err != fault.err || (err && !fault.said[0])) abort();
    log_error("module", "%s", text);
    json = true;
    log_setup("json,trace", NULL);
    log_error(text, "%s", text);
    json = false;
    free(text);
    return 0;
}
