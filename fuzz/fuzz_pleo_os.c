// What reaches a Pleo from outside, by the first byte: frames, a properties file, lines on his monitor, a
// card with an application, senses. He takes it or refuses it, and lives on.
#include "link/pleo/frame.h"
#include "pleo/os/os_internal.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void frames(const uint8_t *data, size_t size) {
    struct frame_reader reader = {0}, again = {0};
    uint8_t out[FRAME_ROOM];
    for (size_t i = 0; i < size; i++) {
        if (!frame_read(&reader, data[i])) continue;
        must(reader.len > 0 && reader.len <= sizeof reader.bytes);
        size_t len = frame_write(reader.bytes, reader.len, out, sizeof out), whole = 0;
        for (size_t k = 0; k < len; k++) whole += frame_read(&again, out[k]);
        must(!len || whole == 1);
    }
}

static void properties(const uint8_t *data, size_t size) {
    struct properties read = {.count = 1};
    struct fault fault = {0};
    if (properties_read(&read, (const char *)data, size, &fault))
        must(fault.said[0] && read.count == 1);
    else
        must(read.count <= PROPERTIES);
}

struct life {
    struct soul *soul;
    struct senses_in in;
    struct command_out out;
};

static void tick(struct life *life) {
    life->in.senses.time_us += 33000;
    life->in.pleo.here = true;
    life->in.pleo.values_count = PLEO_RAW_SENSORS;
    border_drop_command(&life->out);
    soul_step(life->soul, &life->in, &life->out);
    life->in.pleo.changes_count = life->in.pleo.card_count = 0;
    life->in.card = NULL;
}

static void begin(struct life *life) {
    struct pleo_config config = pleo_defaults();
    border_clear_senses(&life->in);
    border_clear_command(&life->out);
    life->in.pleo.values[2] = 90;
    life->soul = pleo_soul(pleo_new(&config, NULL));
    must(life->soul);
    tick(life);
}

// A line that waits for a joint is answered within a minute; a long answer comes in pieces.
static void answer(struct life *life, struct pleo_message *m) {
    static struct pleo_message reply;
    struct life_envelope from = {1, LIFE_DOOR_TEST}, to;
    int pieces = 0;
    do {
        must(!soul_ask(life->soul, &from, m));
        bool came = false;
        for (int i = 0; i < 2000 && !came; i++) {
            tick(life);
            came = soul_reply(life->soul, &to, &reply);
        }
        must(came && memchr(reply.said.text, 0, sizeof reply.said.text));
        m->kind = PLEO_MORE;
    } while (reply.said.more && ++pieces < 100);
    must(!reply.said.more);
}

static void monitor(struct life *life, const uint8_t *data, size_t size) {
    struct text rest = {(const char *)data, size}, line;
    while (text_split(&rest, '\n', &line)) {
        static struct pleo_message m;
        m = (struct pleo_message){.kind = PLEO_MONITOR};
        text_copy(line, m.monitor.line, sizeof m.monitor.line);
        answer(life, &m);
    }
}

static void card(struct life *life, const uint8_t *data, size_t size) {
    struct card *card = calloc(1, sizeof *card);
    must(card);
    card->digest = 1, card->count = 1;
    strcpy(card->files[0].name, "x.urf");
    card->files[0].bytes = (struct bytes){data, size};
    life->in.card = card;
    life->in.pleo.values[SENSOR_CARD] = 1;
    for (int i = 0; i < 4; i++) tick(life);
    life->in.pleo.values[SENSOR_CARD] = 0;
    tick(life);
    soul_free(life->soul);
    life->soul = NULL;
    free(card);
}

static void senses(struct life *life, const uint8_t *data, size_t size) {
    for (size_t i = 0; i + 4 <= size && i < 4096; i += 4) {
        struct pleo_senses *p = &life->in.pleo;
        int16_t value = (int16_t)(data[i + 1] | data[i + 2] << 8);
        if (data[i] < PLEO_RAW_SENSORS) p->values[data[i]] = value;
        if (p->changes_count < PLEO_CHANGES_MAX)
            p->changes[p->changes_count++] =
                (struct pleo_change){life->in.senses.time_us + data[i + 3] * 1000u, data[i], value};
        if (data[i + 3] & 1) tick(life);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct life life;
    if (!size) return 0;
    uint8_t what = *data++ % 5;
    size--;
    if (what == 0) return frames(data, size), 0;
    if (what == 1) return properties(data, size), 0;
    memset(&life, 0, sizeof life);
    begin(&life);
    if (what == 2) monitor(&life, data, size > 4096 ? 4096 : size);
    if (what == 3) card(&life, data, size);
    if (what == 4) senses(&life, data, size);
    border_drop_command(&life.out);
    soul_free(life.soul);
    return 0;
}
