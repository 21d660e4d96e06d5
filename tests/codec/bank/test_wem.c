#include "support/support.h"

#include "codec/bank/wem.h"
#include "codec/sound/wav.h"

static struct bytes bytes_of(const struct buf *buf) { return (struct bytes){buf->at, buf->len}; }

enum { FRAMES = 200 };

static void make(int16_t *out, unsigned channels) {
    for (int i = 0; i < FRAMES; i++)
        for (unsigned c = 0; c < channels; c++)
            out[(unsigned)i * channels + c] = (int16_t)((i % 40 - 20) * 100 * (int)(c + 1));
}

static void both_codings_come_back(void **state) {
    for (int coding = WEM_PCM; coding <= WEM_ADPCM; coding++)
        for (unsigned channels = 1; channels <= 2; channels++) {
            int16_t sound[FRAMES * 2], back[512 * 2];
            const struct wem_loop loop = {10, 150, 0};
            struct buf file = {0};
            struct wem wem;
            size_t frames;
            make(sound, channels);
            assert_int_equal(wem_write(coding, 30000, channels, sound, FRAMES, &loop, 1, &file), ERR_NONE);
            assert_int_equal(wem_read(bytes_of(&file), &wem, NULL), ERR_NONE);
            assert_int_equal(wem.coding, coding);
            assert_int_equal(wem.rate, 30000);
            assert_int_equal(wem.channels, channels);
            assert_int_equal(wem.frames, coding == WEM_PCM ? FRAMES : 256);
            assert_int_equal(wem.loop_count, 1);
            assert_true(wem.loops[0].start == 10 && wem.loops[0].end == 150 && !wem.loops[0].times);
            assert_false(wem.cut);
            assert_int_equal(wem_decode(&wem, back, 512, &frames, NULL), ERR_NONE);
            assert_int_equal(frames, wem.frames);
            if (coding == WEM_PCM)
                assert_memory_equal(back, sound, sizeof *sound * FRAMES * channels);
            else
                for (unsigned i = 50 * channels; i < FRAMES * channels;
                     i++) // jumps of a saw tooth are rounded off
                    if (i / channels % 40 > 8) assert_true(abs(back[i] - sound[i]) < 900);
            assert_int_equal(wem_decode(&wem, back, 70, &frames, NULL), ERR_NONE);
            assert_int_equal(frames, 70);
            struct wav wav; // plain sound is a WAV file to others
            assert_int_equal(wav_read(bytes_of(&file), &wav, NULL),
                             coding == WEM_PCM ? ERR_NONE : ERR_UNSUPPORTED);
            if (coding == WEM_PCM) assert_int_equal(wav_s16(&wav, 5, 0), sound[5 * channels]);
            buf_free(&file);
        }
}

static void plain_wav_files_are_taken(void **state) {
    const int16_t sound[4] = {1, -2, 300, -400};
    int16_t back[4];
    struct buf file = {0};
    struct wem wem;
    assert_int_equal(wav_write(&(struct wav_spec){22050, 2, 16}, sound, 2, &file), ERR_NONE);
    assert_int_equal(wem_read(bytes_of(&file), &wem, NULL), ERR_NONE);
    assert_int_equal(wem_decode(&wem, back, 2, NULL, NULL), ERR_NONE);
    assert_memory_equal(back, sound, sizeof sound);
    buf_free(&file);
}

static void a_prefetched_beginning_plays_as_far_as_it_goes(void **state) {
    int16_t sound[FRAMES], back[FRAMES + 64];
    struct buf file = {0};
    struct wem wem;
    size_t frames;
    make(sound, 1);
    assert_int_equal(wem_write(WEM_ADPCM, 30000, 1, sound, FRAMES, NULL, 0, &file), ERR_NONE);
    assert_int_equal(wem_read((struct bytes){file.at, file.len - 40}, &wem, NULL), ERR_NONE);
    assert_true(wem.cut);
    assert_int_equal(wem.frames, 128);
    assert_int_equal(wem_decode(&wem, back, FRAMES, &frames, NULL), ERR_NONE);
    assert_int_equal(frames, 128);
    // A step index past its table damages the second block.
    file.at[file.len - 3 * 36 + 2] = 200;
    struct fault fault = {0};
    assert_int_equal(wem_read(bytes_of(&file), &wem, NULL), ERR_NONE);
    assert_int_equal(wem_decode(&wem, back, FRAMES, &frames, &fault), ERR_CHECKSUM);
    assert_int_equal(frames, 64);
    assert_string_equal(fault.said, "WEM: the block at sample 64 is damaged");
    buf_free(&file);
}

static void vorbis_is_described_and_not_decoded(void **state) {
    struct bytes file =
        hex("52 49 46 46 56 00 00 00 57 41 56 45  66 6d 74 20 42 00 00 00   # RIFF WAVE, fmt of 66\n"
            "ff ff 01 00 30 75 00 00 10 27 00 00 00 00 00 00 30 00 00 00 01 00 00 00\n"
            "e8 03 00 00  d9 00 00 00 00 00 00 00 00 00 00 00  20 00 00 00  40 01 00 00 # 1000 samples, "
            "setup, audio\n"
            "00 00 00 00 00 00 00 00 00 00 00 00  78 56 34 12  08 0b\n"
            "64 61 74 61 04 00 00 00 01 02 03 04");
    struct wem wem;
    struct fault fault = {0};
    assert_int_equal(wem_read(file, &wem, NULL), ERR_NONE);
    assert_int_equal(wem.coding, WEM_VORBIS);
    assert_int_equal(wem.frames, 1000);
    assert_int_equal(wem.vorbis.setup, 32);
    assert_int_equal(wem.vorbis.audio, 320);
    assert_int_equal(wem.vorbis.codebooks, 0x12345678);
    assert_int_equal(wem.vorbis.short_block, 8);
    assert_int_equal(wem.vorbis.long_block, 11);
    int16_t out[4];
    assert_int_equal(wem_decode(&wem, out, 4, NULL, &fault), ERR_UNSUPPORTED);
    assert_non_null(strstr(fault.said, "Vorbis"));
}

// A file as others write it: the wide form of "fmt ", two loops with all their fields, a piece nobody knows,
// and sound of 24 bits that is described and not decoded.
static void the_wide_form_and_every_loop_are_read(void **state) {
    uint8_t room[200];
    memcpy(room,
           hex("52 49 46 46 ac 00 00 00 57 41 56 45  66 6d 74 20 28 00 00 00   # RIFF WAVE, fmt of 40\n"
               "fe ff 02 00 44 ac 00 00 10 b1 02 00 04 00 10 00 16 00 10 00 03 00 00 00\n"
               "01 00 00 00 00 00 10 00 80 00 00 aa 00 38 9b 71 # its inner form: whole numbers\n"
               "4a 55 4e 4b 04 00 00 00 ff ff ff ff # JUNK\n"
               "73 6d 70 6c 54 00 00 00 00 00 00 00 00 00 00 00 93 58 00 00 3c 00 00 00 # smpl\n"
               "00 00 00 00 00 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00\n"
               "07 00 00 00 00 00 00 00 0a 00 00 00 14 00 00 00 09 00 00 00 03 00 00 00\n"
               "08 00 00 00 00 00 00 00 1e 00 00 00 28 00 00 00 09 00 00 00 00 00 00 00\n"
               "64 61 74 61 08 00 00 00 01 00 ff ff 02 00 fe ff")
               .at,
           180);
    struct bytes file = {room, 180};
    struct wem wem;
    int16_t back[4];
    size_t frames;
    assert_int_equal(wem_read(file, &wem, NULL), ERR_NONE);
    assert_int_equal(wem.coding, WEM_PCM);
    assert_true(wem.rate == 44100 && wem.channels == 2 && wem.frames == 2);
    assert_int_equal(wem.loop_count, 2);
    assert_true(wem.loops[0].start == 10 && wem.loops[0].end == 20 && wem.loops[0].times == 3);
    assert_true(wem.loops[1].start == 30 && wem.loops[1].end == 40 && wem.loops[1].times == 0);
    assert_int_equal(wem_decode(&wem, back, 2, &frames, NULL), ERR_NONE);
    assert_true(frames == 2 && back[0] == 1 && back[1] == -1 && back[2] == 2 && back[3] == -2);
    room[34] = 24; // bits
    assert_int_equal(wem_read(file, &wem, NULL), ERR_NONE);
    assert_int_equal(wem.coding, WEM_UNKNOWN);
    assert_int_equal(wem_decode(&wem, back, 2, NULL, NULL), ERR_UNSUPPORTED);
}

// Two readings of a block: its header's sample is heard, or it only leads on to the 63 that follow.
static void a_block_has_two_readings(void **state) {
    int16_t sound[FRAMES], first[256], other[256];
    struct buf file = {0};
    struct wem wem;
    size_t frames;
    make(sound, 1);
    assert_int_equal(wem_write(WEM_ADPCM, 30000, 1, sound, FRAMES, NULL, 0, &file), ERR_NONE);
    assert_int_equal(wem_read(bytes_of(&file), &wem, NULL), ERR_NONE);
    assert_int_equal(wem_decode(&wem, first, 256, &frames, NULL), ERR_NONE);
    wem.packing = ADPCM_WEM_63;
    assert_int_equal(wem_decode(&wem, other, 256, &frames, NULL), ERR_NONE);
    assert_int_equal(frames, 256);
    int16_t head = (int16_t)(wem.data.at[0] | wem.data.at[1] << 8);
    assert_int_equal(other[0], head);
    assert_memory_equal(other + 1, first, 63 * sizeof *first);
    buf_free(&file);
}

static void bad_files_are_answers(void **state) {
    int16_t sound[FRAMES] = {0};
    struct buf file = {0};
    struct wem wem;
    assert_int_equal(wem_write(WEM_PCM, 8000, 0, sound, FRAMES, NULL, 0, &file), ERR_RANGE);
    assert_int_equal(wem_write(WEM_VORBIS, 8000, 1, sound, FRAMES, NULL, 0, &file), ERR_UNSUPPORTED);
    assert_int_equal(wem_write(WEM_PCM, 8000, 1, sound, FRAMES, NULL, 0, &file), ERR_NONE);
    for (size_t len = 0; len < 46; len++) {
        uint8_t *cut = malloc(len + !len);
        memcpy(cut, file.at, len);
        assert_int_not_equal(wem_read((struct bytes){cut, len}, &wem, NULL), ERR_NONE);
        free(cut);
    }
    file.at[22] = 0; // channels
    assert_int_equal(wem_read(bytes_of(&file), &wem, NULL), ERR_RANGE);
    file.at[22] = 1;
    memset(file.at + 24, 0, 4); // rate
    assert_int_equal(wem_read(bytes_of(&file), &wem, NULL), ERR_RANGE);
    buf_free(&file);
}

TESTS(cmocka_unit_test(both_codings_come_back), cmocka_unit_test(plain_wav_files_are_taken),
      cmocka_unit_test(a_prefetched_beginning_plays_as_far_as_it_goes),
      cmocka_unit_test(vorbis_is_described_and_not_decoded),
      cmocka_unit_test(the_wide_form_and_every_loop_are_read), cmocka_unit_test(a_block_has_two_readings),
      cmocka_unit_test(bad_files_are_answers))
