#include "support/support.h"

#include "base/hash.h"

// Values of XXH64 as python3-xxhash gives them; the bytes are i * 7 + 1.
static void hash64_is_xxh64(void **state) {
    static const struct {
        uint64_t seed;
        size_t len;
        uint64_t hash;
    } KNOWN[] = {
#include "xxh64.inc"
    };
    uint8_t bytes[1100];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 7 + 1);
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
        uint8_t odd[1101];
        memcpy(odd + 1, bytes, KNOWN[i].len);
        assert_true(hash64(KNOWN[i].seed, bytes, KNOWN[i].len) == KNOWN[i].hash);
        assert_true(hash64(KNOWN[i].seed, odd + 1, KNOWN[i].len) == KNOWN[i].hash);
    }
    assert_true(hash64(0, NULL, 0) == 0xef46db3751d8e999u);
}

// A bit turned in the input turns half of the bits of the hash, whichever it is.
static void every_bit_matters(void **state) {
    for (size_t len = 1; len <= 40; len++) {
        uint8_t bytes[40] = {1, 2, 3};
        uint64_t before = hash64(7, bytes, len);
        unsigned turned = 0;
        for (size_t bit = 0; bit < len * 8; bit++) {
            bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            turned += (unsigned)__builtin_popcountll(before ^ hash64(7, bytes, len));
            bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        assert_in_range(turned / (len * 8), 27, 37);
    }
}

static void checksums_are_the_known_ones(void **state) {
    assert_int_equal(crc32_ieee(0, "123456789", 9), 0xcbf43926);
    assert_int_equal(crc32_ieee(crc32_ieee(0, "1234", 4), "56789", 5), 0xcbf43926);
    assert_int_equal(crc32_ieee(0, "IEND", 4), 0xae426082); // the last chunk of every PNG
    assert_int_equal(crc32_ieee(0, NULL, 0), 0);
    assert_int_equal(fnv1_32_lower(""), 0x811c9dc5); // these from the function's authors' table
    assert_int_equal(fnv1_32_lower("A"), 0x050c5d7e);
    assert_int_equal(fnv1_32_lower("FooBAR"), 0x31f0b262);
}

TESTS(cmocka_unit_test(hash64_is_xxh64), cmocka_unit_test(every_bit_matters),
      cmocka_unit_test(checksums_are_the_known_ones))
