// Words from anybody, and tables of phrases, intents and answers from strangers: an input is one of the three
// tables and, after a zero byte, words. Whatever is taken is whole; whatever is refused says where.
#include "mind/intent/meaning.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct feature_switches AS_BUILT;
static void must(bool so) {
    if (!so) abort();
}

static void whole(const struct intent *intent) {
    char json[INTENT_JSON];
    must(intent->count <= INTENT_SLOTS);
    for (uint32_t i = 0; i < intent->count; i++)
        must(memchr(intent->slots[i].key, 0, INTENT_KEY) && memchr(intent->slots[i].text, 0, INTENT_TEXT));
    must(!intent->number || intent_name(intent->number));
    must(intent_json(intent, json, sizeof json) == strlen(json));
}

static void hear(const struct meanings *m, struct text words) {
    struct meaning said;
    struct meaning_about about = {{1700000000, 3600, true}, TEXT("Berlin, Germany"), true, true, true};
    meaning_of(m, words, &about, &said);
    whole(&said.intent);
    struct intent wanted = {.source = 1};
    intent_put(&wanted, words, words);
    intent_map_cloud(&m->map, &AS_BUILT, words, &wanted);
    whole(&wanted);
    if (intent_map_app(&m->map, &AS_BUILT, words, &wanted)) whole(&wanted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = memchr(data, 0, size);
    struct text table = {(const char *)data, end ? (size_t)(end - data) : size};
    struct text words = end ? (struct text){(const char *)end + 1, size - table.len - 1} : table;
    struct arena *arena = arena_new(64 << 10);
    struct json *document;
    struct meanings m = {0};
    if (arena && !json_parse(table, "fuzz", arena, NULL, &document, NULL)) {
        struct fault fault = {0}, none = {0};
        enum err err = phrases_read(document, arena, &m.phrases, &fault);
        must(!err || err == ERR_MEMORY || (fault.line && fault.said[0]));
        if (err) m.phrases = (struct phrases){0};
        fault = none;
        err = intent_map_read(document, arena, &m.map, &fault);
        must(!err || err == ERR_MEMORY || (fault.line && fault.said[0]));
        if (err) m.map = (struct intent_map){0};
        fault = none;
        err = answers_read(document, arena, &m.answers, &fault);
        must(!err || err == ERR_MEMORY || (fault.line && fault.said[0]));
        if (err) m.answers = (struct answers){0};
    }
    hear(&m, words);
    arena_free(arena);
    return 0;
}
