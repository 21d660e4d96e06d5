#include "support/support.h"

#include "pawn/machine/file.h"

static void compact_cells_are_those_of_the_format(void **state) {
    uint8_t out[5];
    assert_int_equal(compact_encode(0x21, out), 1);
    assert_int_equal(out[0], 0x21);
    assert_int_equal(compact_encode(0xffffffc1, out), 1);
    assert_int_equal(out[0], 0x41);
    assert_int_equal(compact_encode(0x41, out), 2);
    assert_memory_equal(out, "\x80\x41", 2);
    assert_int_equal(compact_encode(0xffffffff, out), 1);
    assert_int_equal(out[0], 0x7f);
    assert_int_equal(compact_encode(0x80000000, out), 5);
    assert_memory_equal(out, "\x88\x80\x80\x80\x00",
                        5); // four bits in the first byte, as the toolkit writes it
}

static void compact_cells_come_back(void **state) {
    for (int shift = 0; shift < 32; shift++)
        for (int delta = -2; delta <= 2; delta++)
            for (int sign = -1; sign <= 1; sign += 2) {
                uint32_t cell = (uint32_t)(sign * ((int64_t)1 << shift) + delta), back = 0;
                uint8_t bytes[5];
                struct reader in = reader_of(bytes, compact_encode(cell, bytes));
                assert_int_equal(compact_decode(&in, &back, 1), ERR_NONE);
                assert_int_equal(back, cell);
                assert_true(reader_done(&in));
            }
}

static void compact_bytes_that_do_not_end_are_refused(void **state) {
    uint32_t cell;
    struct reader in = reader_of("\x81\x82", 2);
    assert_int_equal(compact_decode(&in, &cell, 1), ERR_SHORT);
    in = reader_of("\x80\x80\x80\x80\x80\x01", 6);
    assert_int_equal(compact_decode(&in, &cell, 1), ERR_SYNTAX);
}

static struct amx_header small(unsigned version) {
    uint32_t head = version >= 10 ? 60 : version >= 7 ? 56 : 52;
    struct amx_header h = {
        .size = 96, .magic = AMX_MAGIC_32, .file_version = (uint8_t)version, .amx_version = 8};
    h.defsize = version == 6 ? 24 : 8;
    h.publics = h.natives = h.libraries = h.pubvars = h.tags = head;
    if (version >= 10) h.overlays = head;
    if (version >= 7) h.nametable = head;
    h.cod = 64, h.dat = 80, h.hea = 96, h.stp = 160, h.cip = AMX_NO_MAIN;
    return h;
}

static enum err read_back(const struct amx_header *h, size_t len, struct fault *fault) {
    uint8_t file[96] = {0};
    struct writer out = writer_of(file, sizeof file);
    amx_header_write(&out, h);
    struct amx_header back;
    enum err err = amx_header_read(file, len, &back, fault);
    if (!err) assert_memory_equal(&back, h, sizeof back);
    return err;
}

static void headers_of_all_versions_come_back(void **state) {
    for (unsigned version = 6; version <= 10; version++) {
        struct amx_header h = small(version);
        struct fault fault = {0};
        assert_int_equal(read_back(&h, 96, &fault), ERR_NONE);
    }
}

static void refused(struct amx_header h, size_t len, enum err err, const char *word) {
    struct fault fault = {0};
    assert_int_equal(read_back(&h, len, &fault), err);
    if (!strstr(fault.said, word)) fail_msg("\"%s\" does not say \"%s\"", fault.said, word);
}

static void headers_that_lie_are_refused_with_the_reason(void **state) {
    struct amx_header h;
#define LIE(change, err, word) h = small(10), change, refused(h, 96, err, word)
    LIE(h.magic = AMX_MAGIC_16, ERR_UNSUPPORTED, "16 bits");
    LIE(h.magic = AMX_MAGIC_64, ERR_UNSUPPORTED, "64 bits");
    LIE(h.magic = 0x4d5a, ERR_SYNTAX, "not a compiled script");
    LIE(h.file_version = 11, ERR_VERSION, "Pawn 4");
    LIE(h.file_version = 5, ERR_VERSION, "version 5");
    LIE(h.amx_version = 11, ERR_VERSION, "machine of version 11");
    LIE(h.size = 97, ERR_SHORT, "97");
    LIE(h.cod = 66, ERR_RANGE, "cod");
    LIE(h.dat = 60, ERR_RANGE, "dat");
    LIE(h.hea = 100, ERR_RANGE, "data ends");
    LIE(h.stp = 92, ERR_RANGE, "stp");
    LIE(h.stp = 0xfffffffc, ERR_RANGE, "stp");
    LIE(h.publics = 4, ERR_RANGE, "publics");
    LIE(h.natives = 0xffffff00, ERR_RANGE, "libraries");
    LIE(h.overlays = h.nametable = 68, ERR_RANGE, "tables end");
    LIE(h.defsize = 0, ERR_RANGE, "rows of 0");
    LIE(h.defsize = 24, ERR_RANGE, "rows of 24");
    h = small(10);
    refused(h, 95, ERR_SHORT, "95");
    refused(h, 40, ERR_SHORT, "cut off");
    refused(h, 3, ERR_SHORT, "cut off");
    h = small(8), h.flags = AMX_OLD_BYTECODE;
    refused(h, 96, ERR_UNSUPPORTED, "one byte");
}

TESTS(cmocka_unit_test(compact_cells_are_those_of_the_format), cmocka_unit_test(compact_cells_come_back),
      cmocka_unit_test(compact_bytes_that_do_not_end_are_refused),
      cmocka_unit_test(headers_of_all_versions_come_back),
      cmocka_unit_test(headers_that_lie_are_refused_with_the_reason))
