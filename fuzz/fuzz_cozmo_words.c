// Tables of the robot's texts, and what messages make of them: the first half is JSON up to a zero byte, the
// rest are arguments.
#include "link/cozmo/words.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    size_t len = zero ? (size_t)(zero - data) : size;
    struct cozmo_words *words;
    struct fault fault = {0};
    if (cozmo_words_read((struct text){(const char *)data, len}, "fuzz", &words, &fault)) {
        must(fault.said[0] && !words);
        return 0;
    }
    struct reader in = reader_of(data + len, size - len);
    read_skip(&in, zero ? 1 : 0);
    static struct cozmo_debug_data said;
    said = (struct cozmo_debug_data){.args_count = read_u8(&in)};
    for (unsigned i = 0; i < said.args_count; i++) said.args[i] = read_u32(&in);
    char text[64];
    for (unsigned i = 0; i < 64; i++) {
        said.format_id = (uint16_t)i, said.name_id = (uint16_t)i;
        enum err fits;
        size_t made = cozmo_words_text(words, &said, text, sizeof text, &fits);
        must(made < sizeof text && strlen(text) <= made);
    }
    cozmo_words_free(words);
    return 0;
}
