// Sound in frames and chunks.
#include "support/support.h"

#include "base/maths/chance.h"
#include "codec/sound/ears.h"

#include <string.h>

static int16_t sound[EARS * 4000];
static void make_sound(void) {
    for (int i = 0; i < EARS * 4000; i++) sound[i] = (int16_t)(i * 7919 + i / 3);
}

static void what_is_packed_is_unpacked(void **state) {
    make_sound();
    struct chance dice = chance_of(5, chance_stream("ears"), 0);
    struct ears_packer packer = {0};
    struct ears_chunker chunker = {0};
    const int16_t *at = sound, *end = sound + EARS * 4000;
    uint8_t frame[EARS_FRAME_BYTES];
    uint32_t frames = 0, chunks = 0;
    while (at < end) { // in pieces of any length
        uint32_t left = (uint32_t)(end - at) / EARS, count = 1 + chance_u32(&dice) % 211;
        if (count > left) count = left;
        while (ears_pack(&packer, &at, &count, frame)) {
            int16_t back[EARS_FRAME * EARS];
            ears_unpack(frame, back);
            assert_memory_equal(back, sound + (size_t)frames * EARS_FRAME * EARS, sizeof back);
            if (ears_gather(&chunker, 0xfffffff0u + frames, frame)) { // the count runs over on the way
                for (uint32_t k = 0; k < EARS; k++)
                    for (uint32_t i = 0; i < EARS_CHUNK; i++)
                        assert_int_equal(chunker.chunk[k][i], sound[(chunks * EARS_CHUNK + i) * EARS + k]);
                chunks++;
            }
            frames++;
        }
    }
    assert_int_equal(frames, 50);
    assert_int_equal(chunks, 25);
    assert_true(!chunker.lost && !chunker.stale);
    // The order of bytes on the wire: four channels of one moment, the low byte first.
    static const int16_t MOMENTS[EARS_FRAME * EARS] = {0x0102, -2, 3, 4, 5};
    at = MOMENTS;
    uint32_t count = EARS_FRAME;
    packer = (struct ears_packer){0};
    assert_true(ears_pack(&packer, &at, &count, frame));
    assert_memory_equal(frame, "\x02\x01\xfe\xff\x03\x00\x04\x00\x05\x00", 10);
}

static void what_is_lost_is_silence(void **state) {
    make_sound();
    struct ears_chunker c = {0};
    uint8_t frames[8][EARS_FRAME_BYTES];
    struct ears_packer packer = {0};
    const int16_t *at = sound;
    uint32_t count = 8 * EARS_FRAME;
    for (int i = 0; i < 8; i++) assert_true(ears_pack(&packer, &at, &count, frames[i]));
    assert_false(ears_gather(&c, 7, frames[0]));
    assert_true(ears_gather(&c, 8, frames[1]));
    assert_false(ears_gather(&c, 8, frames[1])); // twice
    assert_false(ears_gather(&c, 3, frames[1])); // late
    assert_int_equal(c.stale, 2);
    assert_true(ears_gather(&c, 10, frames[3])); // one is missing: half a chunk of silence, then it
    assert_int_equal(c.lost, 1);
    for (int i = 0; i < EARS_FRAME; i++) {
        assert_int_equal(c.chunk[1][i], 0);
        assert_int_equal(c.chunk[1][EARS_FRAME + i], sound[(3 * EARS_FRAME + i) * EARS + 1]);
    }
    assert_false(ears_gather(&c, 500, frames[4])); // many: anew
    assert_true(ears_gather(&c, 501, frames[5]));
    assert_int_equal(c.chunk[0][0], sound[4 * EARS_FRAME * EARS]);
    assert_int_equal(c.lost, 1 + 489);
}

TESTS(cmocka_unit_test(what_is_packed_is_unpacked), cmocka_unit_test(what_is_lost_is_silence))
