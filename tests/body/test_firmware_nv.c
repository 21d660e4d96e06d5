// What outlasts a session: storage with the rules of its flash, and firmware updates.
#include "firmware_rig.h"

static struct rig *at_home(void) {
    struct rig *rig = rig_new(2381, 0, NULL);
    rig_connect(rig);
    return rig;
}

static struct cozmo_nv_storage_op_result ask(struct rig *rig, uint32_t tag, uint8_t op, const void *data,
                                             size_t len) {
    unsigned mark = rig->count;
    SEND(rig, COZMO_NV_STORAGE_OP,
         .nv_storage_op = {tag, op == COZMO_NVOP_READ ? 1 : (int32_t)len, op, 0, {data, len}});
    rig_run(rig, 0.3f);
    assert_true(rig_heard(rig, 0xcd, mark) >= 1);
    struct cozmo_message m = rig_last(rig, 0xcd, mark);
    assert_int_equal(m.nv_storage_op_result.tag, tag);
    assert_int_equal(m.nv_storage_op_result.op, op);
    return m.nv_storage_op_result;
}
#define TAG COZMO_NV_ENTRY_LAB_ASSIGNMENTS

static void flash_keeps_its_rules(void **state) {
    (void)state;
    struct rig *rig = at_home();
    assert_int_equal(ask(rig, TAG, COZMO_NVOP_READ, NULL, 0).result, COZMO_NV_NOT_FOUND);
    assert_int_equal(ask(rig, TAG, COZMO_NVOP_WRITE, "hello ", 6).result, COZMO_NV_OKAY);
    assert_int_equal(ask(rig, TAG, COZMO_NVOP_WRITE, "world", 5).result, COZMO_NV_OKAY); // goes on
    struct cozmo_nv_storage_op_result r = ask(rig, TAG, COZMO_NVOP_READ, NULL, 0);
    assert_int_equal(r.result, COZMO_NV_OKAY);
    assert_int_equal(r.data.len, 11);
    assert_memory_equal(r.data.at, "hello world", 11);
    ask(rig, TAG, COZMO_NVOP_WRITE, "\x0f\xf0", 2); // after a read it begins anew, and only clears
    r = ask(rig, TAG, COZMO_NVOP_READ, NULL, 0);
    assert_int_equal(r.data.at[0], 'h' & 0x0f);
    assert_int_equal(r.data.at[1], 'e' & 0xf0);
    assert_memory_equal(r.data.at + 2, "llo world", 9);
    assert_int_equal(ask(rig, TAG, COZMO_NVOP_ERASE, NULL, 0).result, COZMO_NV_OKAY);
    assert_int_equal(ask(rig, TAG, COZMO_NVOP_READ, NULL, 0).result, COZMO_NV_NOT_FOUND);
    assert_int_equal(ask(rig, 0x123456, COZMO_NVOP_READ, NULL, 0).result, COZMO_NV_BAD_ARGS);
    assert_int_equal(ask(rig, TAG, 9, NULL, 0).result, COZMO_NV_BAD_ARGS);
    assert_int_equal(ask(rig, COZMO_NV_ENTRY_CAMERA_CALIB, COZMO_NVOP_READ, NULL, 0).data.len, 56);
    rig_free(rig);
}

static void long_entries_come_in_pieces(void **state) {
    (void)state;
    struct rig *rig = at_home();
    uint32_t tag = COZMO_NV_ENTRY_FACE_ALBUM_DATA;
    uint8_t piece[132];
    for (int i = 0; i < 100; i++) {
        memset(piece, i, sizeof piece);
        SEND(rig, COZMO_NV_STORAGE_OP,
             .nv_storage_op = {tag, sizeof piece, COZMO_NVOP_WRITE, 0, {piece, sizeof piece}});
    }
    rig_run(rig, 1);
    unsigned mark = rig->count;
    struct cozmo_nv_storage_op_result r = ask(rig, tag, COZMO_NVOP_READ, NULL, 0);
    assert_int_equal(r.result, COZMO_NV_OKAY);
    assert_int_equal(rig_heard(rig, 0xcd, mark), 13); // 13200 bytes
    size_t total = 0;
    for (unsigned i = 0; i < 13; i++) {
        r = rig_nth(rig, 0xcd, mark, i).nv_storage_op_result;
        assert_int_equal(r.result, i < 12 ? COZMO_NV_MORE : COZMO_NV_OKAY);
        for (size_t k = 0; k < r.data.len; k++) assert_int_equal(r.data.at[k], (total + k) / 132);
        total += r.data.len;
    }
    assert_int_equal(total, 13200);
    memset(piece, 1, sizeof piece); // an entry of a page has its end
    enum cozmo_nv_result last = COZMO_NV_OKAY;
    for (int i = 0; i < 32 && last == COZMO_NV_OKAY; i++)
        last = ask(rig, TAG, COZMO_NVOP_WRITE, piece, sizeof piece).result;
    assert_int_equal(last, COZMO_NV_NO_ROOM);
    assert_int_equal(ask(rig, 0, COZMO_NVOP_WIPEALL, NULL, 0).result, COZMO_NV_OKAY);
    assert_int_equal(ask(rig, tag, COZMO_NVOP_READ, NULL, 0).result, COZMO_NV_NOT_FOUND);
    assert_int_equal(ask(rig, COZMO_NV_ENTRY_CAMERA_CALIB, COZMO_NVOP_READ, NULL, 0).result, COZMO_NV_OKAY);
    rig_free(rig);
}

static void the_image_is_laid_out_as_published(void **state) {
    (void)state;
    struct rig *rig = at_home();
    ask(rig, COZMO_NV_ENTRY_GAME_UNLOCKS, COZMO_NVOP_WRITE, "unlocked", 8);
    uint8_t *image = malloc(COZMO_FLASH);
    struct cozmo_firmware *fw = cozmo_onair_firmware(rig->cozmo);
    cozmo_firmware_flash_image(fw, image);
    assert_memory_equal(image + 0x182000, "unlocked", 8);
    assert_int_equal(image[0x182008], 0xff);
    assert_true(image[0x1000] != 0xff); // head's serial number
    assert_true(cozmo_firmware_flash_changes(fw) > 0);
    struct rig *other = rig_new(2381, 0, NULL);
    struct fault fault = {0};
    assert_int_equal(
        cozmo_firmware_flash_load(cozmo_onair_firmware(other->cozmo), (struct bytes){image, 1000}, &fault),
        ERR_RANGE);
    assert_int_equal(cozmo_firmware_flash_load(cozmo_onair_firmware(other->cozmo),
                                               (struct bytes){image, COZMO_FLASH}, NULL),
                     ERR_NONE);
    rig_connect(other);
    struct cozmo_nv_storage_op_result r = ask(other, COZMO_NV_ENTRY_GAME_UNLOCKS, COZMO_NVOP_READ, NULL, 0);
    assert_memory_equal(r.data.at, "unlocked", 8);
    for (unsigned i = 0; i < 64; i++)
        memset(image + 0x1ff000 + i * 8, (int)(i * 37), 8); // a list full of lies
    assert_int_equal(cozmo_firmware_flash_load(cozmo_onair_firmware(other->cozmo),
                                               (struct bytes){image, COZMO_FLASH}, NULL),
                     ERR_NONE);
    ask(other, COZMO_NV_ENTRY_GAME_UNLOCKS, COZMO_NVOP_READ, NULL, 0);
    free(image);
    rig_free(other);
    rig_free(rig);
}

static void chunk(struct rig *rig, uint16_t id, const uint8_t *data) {
    SEND(rig, COZMO_FIRMWARE_UPDATE, .firmware_update = {id, {data, 1024}});
    rig_run(rig, 0.02f);
}

static void an_update_changes_the_version(void **state) {
    (void)state;
    struct rig *rig = at_home();
    uint8_t data[1024] = {0}, zeros[1024] = {0};
    unsigned mark = rig->count;
    chunk(rig, 0, data); // no signature
    rig_run(rig, 0.1f);
    assert_true(rig_first(rig, 0xef, mark).firmware_update_result.status != 0);
    strcpy((char *)data,
           "{\"version\": 2499, \"wifiSig\": \"a\", \"rtipSig\": \"b\"}"); // nothing for the body
    mark = rig->count;
    chunk(rig, 0, data);
    rig_run(rig, 0.1f);
    assert_int_equal(rig_first(rig, 0xef, mark).firmware_update_result.status, 2);
    strcpy((char *)data,
           "{\n  \"version\": 2499, \"wifiSig\": \"a\",\n \"rtipSig\": \"b\", \"bodySig\": \"c\"}\n");
    mark = rig->count;
    chunk(rig, 0, data);
    rig_run(rig, 0.1f);
    assert_int_equal(rig_first(rig, 0xef, mark).firmware_update_result.status, 0);
    memset(data, 0x5a, sizeof data);
    for (uint16_t i = 1; i < 20; i++) chunk(rig, i, data);
    rig_run(rig, 0.1f);
    assert_int_equal(rig_heard(rig, 0xef, mark), 10); // every second one is answered
    assert_int_equal(rig_last(rig, 0xef, mark).firmware_update_result.chunk_id, 18);
    chunk(rig, 0xffff, zeros);
    rig_run(rig, 0.2f);
    struct cozmo_firmware_update_result r = rig_last(rig, 0xef, mark).firmware_update_result;
    assert_int_equal(r.status, 10);
    assert_int_equal(r.chunk_id, 19);
    assert_int_equal(r.byte_count, 20 * 1024);
    rig_run(rig, 12); // it is away, and our engine gives up
    assert_true(rig->closed);
    rig->count = rig->states = 0;
    rig->opened = false;
    rig_connect(rig);
    struct cozmo_message s = rig_first(rig, 0xee, 0);
    struct text now = s.firmware_signature.signature;
    const char *wanted = "{\"version\": 2499, \"wifiSig\": \"a\", \"rtipSig\": \"b\", \"bodySig\": \"c\"}";
    assert_int_equal(now.len, strlen(wanted));
    assert_memory_equal(now.at, wanted, now.len);
    rig_free(rig);
}

static void a_broken_update_changes_nothing(void **state) {
    (void)state;
    struct rig *rig = at_home();
    uint8_t data[1024] = "{\"version\": 2499, \"wifiSig\": \"a\", \"rtipSig\": \"b\", \"bodySig\": \"c\"}";
    unsigned mark = rig->count;
    chunk(rig, 0xffff, data); // an end without a beginning
    chunk(rig, 5, data);
    chunk(rig, 0, data);
    chunk(rig, 2, data); // one is missing
    chunk(rig, 0xffff, data);
    rig_run(rig, 0.2f);
    const uint8_t expected[] = {1, 1, 0, 1, 1}; // refused or not
    assert_int_equal(rig_heard(rig, 0xef, mark), 5);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(rig_nth(rig, 0xef, mark, i).firmware_update_result.status != 0, expected[i]);
    rig_run(rig, 10);
    assert_false(rig->closed);
    assert_int_equal(cozmo_firmware_version(cozmo_onair_firmware(rig->cozmo)), 2381);
    rig_free(rig);
}

static void it_can_be_switched_off_and_on(void **state) {
    (void)state;
    struct rig *rig = at_home();
    SEND(rig, COZMO_SHUTDOWN_ROBOT);
    rig_run(rig, 8);
    assert_true(rig->closed);
    assert_true(cozmo_firmware_away(cozmo_onair_firmware(rig->cozmo)));
    rig_verb(rig, "{\"Press\": {\"what\": \"cozmo\"}}");
    rig_run(rig, 1);
    rig->count = rig->states = 0;
    rig->opened = rig->closed = false;
    rig_connect(rig);
    SEND(rig, COZMO_WIFI_OFF, .wifi_off = {true});
    rig_run(rig, 8);
    assert_true(rig->closed);
    rig_free(rig);
}

TESTS(cmocka_unit_test(flash_keeps_its_rules), cmocka_unit_test(long_entries_come_in_pieces),
      cmocka_unit_test(the_image_is_laid_out_as_published), cmocka_unit_test(an_update_changes_the_version),
      cmocka_unit_test(a_broken_update_changes_nothing), cmocka_unit_test(it_can_be_switched_off_and_on))
