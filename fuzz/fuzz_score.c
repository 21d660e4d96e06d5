// Scores from strangers. The first byte says for which robot; the rest is JSON. Whatever stands in it: either
// a fault with its place, or clips that keep their rules, can be written as files and read again, and played.
#include "stage/clip/player.h"
#include "stage/clip/score.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static bool any(void *user, struct text clip) {
    (void)user;
    return clip.at;
}

static void play(const struct clip *clip, bool cozmo) {
    static struct player player;
    static struct player_out out;
    struct player_config config = cozmo ? player_cozmo() : player_vector();
    struct player_play play = {.clip = clip, .loops = 1, .client = true};
    uint8_t tag;
    player_start(&player, &config);
    must(!player_play(&player, &play, &tag, NULL));
    for (uint64_t tick = 0; player.tag && tick < 200; tick++)
        player_step(&player, &(struct player_in){.tick = tick}, &out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || size > 1 << 16) return 0;
    bool cozmo = data[0] & 1;
    struct score_style style = {cozmo ? "cozmo" : "vector", cozmo ? &FACE_COZMO : &FACE_VECTOR, cozmo ? 5 : 3,
                                cozmo ? CLIP_COZMO : CLIP_VECTOR};
    struct arena *arena = arena_new(64 << 10);
    struct fault fault = {0};
    struct json *document;
    struct score score;
    arena_limit(arena, 64 << 20);
    struct text text = {(const char *)data + 1, size - 1};
    if (!json_parse(text, "score", arena, NULL, &document, &fault) &&
        !score_read(document, &style, arena, &score, &fault)) {
        struct buf out = {0};
        must(!clips_write_bin(&score.clips, &out, &fault));
        struct clips back;
        struct clip_reading how = {.dialect = style.dialect, .file = "again"};
        must(!clips_read_bin((struct bytes){out.at, out.len}, &how, arena, &back, &fault));
        must(back.list.count == score.clips.list.count);
        for (size_t i = 0; i < back.list.count && i < 4; i++) play(&back.list.at[i], cozmo);
        for (const struct json *g = score.groups ? score.groups->first : NULL; g; g = g->next) {
            struct fault said = {0};
            buf_clear(&out);
            score_group_write(g, any, NULL, &out, &said);
        }
        buf_free(&out);
    } else {
        must(fault.err && fault.said[0] && (fault.line || fault.err == ERR_MEMORY || fault.err == ERR_LIMIT));
    }
    arena_free(arena);
    return 0;
}
