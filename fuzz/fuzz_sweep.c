// The files of a sweep: any manifest is refused by name, or becomes a plan that writes itself the same; any
// file of a life likewise. The first byte says which it is. A life gets the checksum that it should have, or
// nothing after it would ever be read.
#include "base/hash.h"
#include "run/sweep/life.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char SCENARIO[] = "{\"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}]}";

static void must(bool so) {
    if (!so) abort();
}
static struct text text_in(const struct buf *b) { return (struct text){(const char *)b->at, b->len}; }

static void read_manifest(struct text manifest) {
    struct fault fault = {0};
    struct buf first = {0}, second = {0};
    struct sweep_plan *plan = sweep_plan_read(manifest, text_of(SCENARIO), "sweep.json", &fault);
    must(plan || (fault.err && fault.said[0]));
    if (!plan) return;
    sweep_plan_write(plan, &first);
    struct sweep_plan *again = sweep_plan_read(text_in(&first), text_of(SCENARIO), "sweep.json", &fault);
    must(again && !sweep_plan_same(plan, again, "x", &fault));
    sweep_plan_write(again, &second);
    must(first.len == second.len && !memcmp(first.at, second.at, first.len));
    buf_free(&first), buf_free(&second);
    sweep_plan_free(plan), sweep_plan_free(again);
}

// One plan for all lives, made once and kept.
static const struct sweep_plan *the_plan(void) {
    static struct sweep_plan *plan;
    static const char MANIFEST[] =
        "{\"critter_sweep\": 2, \"version\": \"0\", \"program\": \"0\", \"scenario\": \"s\", \"file\": "
        "\"s.json\", "
        "\"seeds\": [1, 9], \"seconds\": 10, \"set\": [], \"over\": {}, \"loud\": false, \"accuracy\": "
        "false, "
        "\"files\": [], \"figures\": [{\"name\": \"v.falls\", \"about\": \"falls\", \"unit\": \"times\", "
        "\"least\": 0, "
        "\"most\": 0}]}";
    struct fault fault = {0};
    if (!plan) plan = sweep_plan_read(text_of(MANIFEST), text_of(SCENARIO), "sweep.json", &fault);
    return plan;
}

static void read_life(const uint8_t *data, size_t size) {
    struct fault fault = {0};
    struct buf text = {0}, again = {0};
    const struct sweep_plan *plan = the_plan();
    struct sweep_life *life = calloc(1, sizeof *life), *other = calloc(1, sizeof *other);
    must(plan && life && other);
    buf_bytes(&text, data, size);
    buf_printf(&text, "end\t%08" PRIx32 "\n", crc32_ieee(0, data, size));
    enum err err = sweep_life_read(text_in(&text), plan, life, &fault);
    must(!err || (fault.err && fault.said[0]));
    if (!err) {
        sweep_life_write(life, plan, &again);
        must(!sweep_life_read(text_in(&again), plan, other, &fault));
        must(life->failure_count == other->failure_count && life->life == other->life);
        buf_clear(&text);
        sweep_life_write(other, plan, &text);
        must(text.len == again.len && !memcmp(text.at, again.at, text.len));
    }
    buf_free(&text), buf_free(&again);
    free(life), free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    if (data[0] & 1)
        read_life(data + 1, size - 1);
    else
        read_manifest((struct text){(const char *)data + 1, size - 1});
    return 0;
}
