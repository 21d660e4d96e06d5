// Sound banks: what is taken comes out again to the byte, whatever was understood of it. Lists of banks:
// taken or refused.
#include "codec/bank/index.h"
#include "codec/bank/music.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void lists(const uint8_t *data, size_t size, struct arena *arena) {
    struct bank_index index;
    struct fault fault = {0};
    if (bank_index_xml((struct text){(const char *)data, size}, "fuzz", arena, &index, &fault))
        must(fault.said[0] && !index.banks.at);
    else
        for (size_t i = 0; i < index.files.count; i++)
            must(bank_index_file(&index, index.files.at[i].id) == &index.files.at[i]);
    struct json *document;
    if (json_parse((struct text){(const char *)data, size}, "fuzz", arena, NULL, &document, NULL)) return;
    struct buf out = {0};
    if (!bank_index_json(document, arena, &index, NULL)) must(!bank_index_write_json(&index, &out));
    buf_free(&out);
}

// Whatever is believed of an object's inside can be written again, and then is just as long.
static void look_inside(const struct bank *bank, const struct bank_object *object, struct arena *arena) {
    struct arena_mark mark = arena_mark(arena);
    struct bank_node node;
    struct bank_deed deed;
    struct bank_blend blend;
    struct bank_music music;
    if (!bank_node(bank, object, arena, &node)) must(!node.tint_count && !node.curve_count);
    if (bank_bus(bank, object, arena, &node)) {
        struct buf out = {0};
        must(!bank_bus_write(bank->version, &node, &out));
        buf_free(&out);
    }
    bank_deed(bank, object, &deed);
    must(deed.except_count <= BANK_EXCEPT_MAX && deed.shape <= 9);
    bank_blend(bank, object, arena, &blend);
    if (bank_music(bank, object, arena, &music)) {
        uint32_t values[BANK_MUSIC_DEPTH] = {1, 0, 7};
        bank_music_choice(&music, values);
        bank_music_rule(&music, 1, 2);
        struct buf out = {0};
        must(!bank_music_write(bank->version, object->kind, &music, &out));
        buf_free(&out);
    }
    arena_back(arena, mark);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(16 << 10);
    struct bank bank;
    struct fault fault = {0};
    if (bank_read((struct bytes){data, size}, arena, &bank, &fault)) {
        must(fault.said[0] != 0);
    } else {
        struct buf out = {0};
        must(!bank_write(&bank, &out, NULL));
        must(out.len == size && !memcmp(out.at, data, size));
        buf_free(&out);
        struct bank_sound sounds[8];
        for (size_t i = 0; i < bank.objects.count; i++) {
            must(bank_object(&bank, bank.objects.at[i].id) == &bank.objects.at[i]);
            look_inside(&bank, &bank.objects.at[i], arena);
            if (i < 16) bank_event_sounds(&bank, 1, bank.objects.at[i].id, sounds, 8, NULL);
        }
        for (size_t i = 0; i < bank.media.count; i++)
            must(bank_media(&bank, bank.media.at[i].id).len == bank.media.at[i].len);
    }
    lists(data, size, arena);
    arena_free(arena);
    return 0;
}
