// Lines at a running world's socket: every one is answered with one line of JSON, and the world lives on. And saved worlds, damaged.
#include "run/post.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static const char HOME[] = "{\"robots\": [{\"creature\": \"vector\", \"soul\": false}], \"things\": "
                           "[{\"cube\": {\"name\": \"c\", \"x_m\": 0.2}}, "
                           "{\"charger\": {\"name\": \"h\", \"x_m\": -0.2, \"heading_deg\": 180}}, "
                           "{\"person\": {\"name\": \"Ada\", \"x_m\": 1}}]}";

static void restore(struct play *play, const uint8_t *data, size_t size) {
    static uint8_t bytes[1 << 20];
    struct writer out = writer_of(bytes, sizeof bytes);
    if (world_save(play_world(play), &out)) return;
    // Some of its bytes are overwritten.
    for (size_t i = 0; i + 3 < size; i += 4)
        bytes[(data[i] | data[i + 1] << 8 | data[i + 2] << 16) % writer_len(&out)] ^= data[i + 3];
    struct reader in = reader_of(bytes, writer_len(&out));
    struct fault fault = {0};
    if (world_restore(play_world(play), &in, &fault)) must(fault.said[0]);
    for (int i = 0; i < 10; i++) world_step(play_world(play));
    world_hash(play_world(play));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fault fault = {0};
    struct scenario *s = scenario_read((struct text){HOME, sizeof HOME - 1}, "home", NULL, 0, &fault);
    struct play_config config = play_defaults();
    struct play *play = play_new(s, &config, &fault);
    must(play);
    struct text rest = {(const char *)data, size}, line;
    while (text_split(&rest, '\n', &line)) {
        struct buf answer = {0};
        post_line(play, line, &answer);
        must(answer.len > 2 && answer.at[answer.len - 1] == '\n' && !memchr(answer.at, '\n', answer.len - 1));
        buf_free(&answer);
        play_for(play, 50000);
    }
    if (size && data[0] == 0x7f) restore(play, data + 1, size - 1);
    play_free(play, NULL);
    scenario_free(s);
    return 0;
}
