// Lines at a running world's socket: every one is answered with one line of JSON, and the world lives on. And
// saved worlds, damaged. One world serves all inputs: before each it is made what it was.
#include "run/control_socket.h"

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

static struct play *play;
static struct world *fresh; // as it was before any line

static void begin(void) {
    struct fault fault = {0};
    struct scenario *s = scenario_read((struct text){HOME, sizeof HOME - 1}, "home", NULL, 0, &fault);
    struct play_config config = play_defaults();
    play = s ? play_new(s, &config, &fault) : NULL;
    must(play);
    struct world_config same = world_defaults();
    same.seed = s->seed, same.things = s->thing_count + s->robot_count + 16; // as much room as the play's has
    fresh = world_new(&same);
    for (int i = 0; i < 100; i++) world_step(play_world(play)); // everything lies still
    must(fresh && !world_copy(fresh, play_world(play)));
}

static void restore(const uint8_t *data, size_t size) {
    static uint8_t bytes[1 << 20];
    struct writer out = writer_of(bytes, sizeof bytes);
    if (world_save(play_world(play), &out)) return;
    // Some of its bytes are overwritten.
    for (size_t i = 0; i + 3 < size; i += 4)
        bytes[(data[i] | data[i + 1] << 8 | data[i + 2] << 16) % writer_len(&out)] ^= data[i + 3];
    struct reader in = reader_of(bytes, writer_len(&out));
    struct fault fault = {0};
    if (world_restore(play_world(play), &in, &fault)) must(fault.said[0]);
    static struct world_snapshot shot;
    static struct body_pins pins;
    for (int i = 0; i < 10; i++) world_step(play_world(play));
    world_snapshot(play_world(play), &shot);
    world_pins(play_world(play), 1, &pins);
    world_hash(play_world(play));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { LINES = 32, STEPS_AFTER = 6 };
    if (!play) begin();
    must(!world_copy(play_world(play), fresh));
    struct text rest = {(const char *)data, size}, line;
    static struct buf answer;
    for (int i = 0; i < LINES && text_split(&rest, '\n', &line); i++) {
        buf_clear(&answer);
        control_socket_line(play, line, &answer);
        must(answer.len > 2 && answer.at[answer.len - 1] == '\n' && !memchr(answer.at, '\n', answer.len - 1));
        world_step(play_world(play));
    }
    for (int k = 0; k < STEPS_AFTER; k++) world_step(play_world(play));
    if (size && data[0] == 0x7f) restore(data + 1, size - 1);
    return 0;
}
