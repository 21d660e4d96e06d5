// Storage: two megabytes of NOR flash. Erasing sets all bits to 1, writing only clears bits. Entries are
// named by tags.
//
// A tag below 0x80000000 is an address in the flash; those above stand for places in the factory area from
// 0xde030 on. No document says how long an entry is, so the last page keeps a list of lengths. Its format,
// and the places of the virtual tags, are our own choice.
//
// A read answers in pieces of 1024 bytes, all but the last with "more". Writes to one tag append to each
// other until the tag is erased or read, or the session ends. The next write begins at the front and can only
// clear bits there.
#include "body/firmware/cozmo/firmware_internal.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 1024, LIST_AT = 0x1ff000, LIST_MAX = 96, FACTORY = 0xde030, SMALL = 0x180, LARGE = 0x4000 };

struct place {
    uint32_t tag, at, size;
};
#define SMALL_AT(n) (FACTORY + SMALL * (n))
#define LARGE_AT(n) (FACTORY + 0x1fd0 + LARGE * (n))

static const struct place PLACES[] = {
    {COZMO_NV_ENTRY_GAME_SKILL_LEVELS, 0x180000, 0x1000},
    {COZMO_NV_ENTRY_ONBOARDING_DATA, 0x181000, 0x1000},
    {COZMO_NV_ENTRY_GAME_UNLOCKS, 0x182000, 0x1000},
    {COZMO_NV_ENTRY_FACE_ENROLL_DATA, 0x183000, 0x1000},
    {COZMO_NV_ENTRY_FACE_ALBUM_DATA, 0x184000, 0x10000},
    {COZMO_NV_ENTRY_NURTURE_GAME_DATA, 0x194000, 0x1000},
    {COZMO_NV_ENTRY_INVENTORY_DATA, 0x195000, 0x1000},
    {COZMO_NV_ENTRY_LAB_ASSIGNMENTS, 0x196000, 0x1000},
    {COZMO_NV_ENTRY_SAVED_CUBE_I_DS, 0x197000, 0x1000},
    {COZMO_NV_ENTRY_NEXT_SLOT, 0x198000, 0x28000},
    {COZMO_NV_ENTRY_FACTORY_RESERVED1, 0x1c0000, 0x1e000},
    {COZMO_NV_ENTRY_FACTORY_RESERVED2, 0x1de000, 0x1e000},
    {COZMO_NV_ENTRY_FACTORY_BASE_TAG, 0xde000, 0x22000},
    {COZMO_NV_ENTRY_FACTORY_BASE_TAG_WITH_BC_OFFSET, 0xde030, 0x21fd0},
    {COZMO_NV_ENTRY_BIRTH_CERTIFICATE, 0xde000, 0x30},
    {COZMO_NV_ENTRY_CAMERA_CALIB, SMALL_AT(0), SMALL},
    {COZMO_NV_ENTRY_TOOL_CODE_INFO, SMALL_AT(1), SMALL},
    {COZMO_NV_ENTRY_CALIB_POSE, SMALL_AT(2), SMALL},
    {COZMO_NV_ENTRY_CALIB_META_INFO, SMALL_AT(3), SMALL},
    {COZMO_NV_ENTRY_OBSERVED_CUBE_POSE, SMALL_AT(4), SMALL},
    {COZMO_NV_ENTRY_IMU_INFO, SMALL_AT(5), SMALL},
    {COZMO_NV_ENTRY_CLIFF_VAL_ON_DROP, SMALL_AT(6), SMALL},
    {COZMO_NV_ENTRY_CLIFF_VAL_ON_GROUND, SMALL_AT(7), SMALL},
    {COZMO_NV_ENTRY_PLAYPEN_TEST_RESULTS, SMALL_AT(8), SMALL},
    {COZMO_NV_ENTRY_FACTORY_LOCK, SMALL_AT(9), SMALL},
    {COZMO_NV_ENTRY_VERSION_MAGIC, SMALL_AT(10), SMALL},
    {COZMO_NV_ENTRY_PRE_PLAYPEN_RESULTS, SMALL_AT(11), SMALL},
    {COZMO_NV_ENTRY_PRE_PLAYPEN_CENTROIDS, SMALL_AT(12), SMALL},
    {COZMO_NV_ENTRY_IMU_AVERAGES, SMALL_AT(13), SMALL},
    {COZMO_NV_ENTRY_CALIB_IMAGE1, LARGE_AT(0), LARGE},
    {COZMO_NV_ENTRY_CALIB_IMAGE2, LARGE_AT(1), LARGE},
    {COZMO_NV_ENTRY_CALIB_IMAGE3, LARGE_AT(2), LARGE},
    {COZMO_NV_ENTRY_CALIB_IMAGE4, LARGE_AT(3), LARGE},
    {COZMO_NV_ENTRY_CALIB_IMAGE5, LARGE_AT(4), LARGE},
    {COZMO_NV_ENTRY_CALIB_IMAGE6, LARGE_AT(5), LARGE},
    {COZMO_NV_ENTRY_TOOL_CODE_IMAGE_LEFT, LARGE_AT(6), LARGE},
    {COZMO_NV_ENTRY_TOOL_CODE_IMAGE_RIGHT, LARGE_AT(7), LARGE},
};
_Static_assert(SMALL_AT(14) <= LARGE_AT(0), "small entries end where large ones begin");
_Static_assert(LARGE_AT(8) <= 0x100000, "the factory area ends at 0x100000");

// ------------------------------------------------------------------------------------------------ the chip

void fw_flash_read(const struct cozmo_firmware *fw, uint32_t at, void *bytes, uint32_t len) {
    uint8_t *out = bytes;
    for (uint32_t i = 0; i < len; i++) out[i] = (uint8_t)~fw->nv.flash[at + i];
}

void fw_flash_write(struct cozmo_firmware *fw, uint32_t at, const void *bytes, uint32_t len) {
    const uint8_t *in = bytes;
    for (uint32_t i = 0; i < len; i++) fw->nv.flash[at + i] |= (uint8_t)~in[i];
    fw->nv.changes++;
}

void fw_flash_erase(struct cozmo_firmware *fw, uint32_t at, uint32_t len) {
    memset(fw->nv.flash + at, 0, len);
    fw->nv.changes++;
}

enum err cozmo_firmware_flash_load(struct cozmo_firmware *fw, struct bytes image, struct fault *fault) {
    if (image.len != COZMO_FLASH)
        return fault_set(fault, ERR_RANGE, "a Cozmo's flash has %d bytes, found %zu", COZMO_FLASH, image.len);
    for (uint32_t i = 0; i < COZMO_FLASH; i++) fw->nv.flash[i] = (uint8_t)~image.at[i];
    fw_boot(fw);
    return ERR_NONE;
}

void cozmo_firmware_flash_image(const struct cozmo_firmware *fw, uint8_t out[COZMO_FLASH]) {
    fw_flash_read(fw, 0, out, COZMO_FLASH);
}

uint64_t cozmo_firmware_flash_changes(const struct cozmo_firmware *fw) { return fw->nv.changes; }

// --------------------------------------------------------------------------------------- the list of lengths

// Eight bytes each: tag, length. A tag of all ones is free.
static uint32_t list_word(const struct cozmo_firmware *fw, uint32_t index, uint32_t word) {
    uint8_t raw[4];
    fw_flash_read(fw, LIST_AT + index * 8 + word * 4, raw, 4);
    return (uint32_t)raw[0] | (uint32_t)raw[1] << 8 | (uint32_t)raw[2] << 16 | (uint32_t)raw[3] << 24;
}

static uint32_t length_of(const struct cozmo_firmware *fw, const struct place *p) {
    for (uint32_t i = 0; i < LIST_MAX; i++)
        if (list_word(fw, i, 0) == p->tag) {
            uint32_t length = list_word(fw, i, 1);
            return length < p->size ? length : p->size; // a file may say anything
        }
    return 0;
}

// The page is small and always rewritten as a whole, as a controller with a spare page would.
static void set_length(struct cozmo_firmware *fw, uint32_t tag, uint32_t length) {
    uint32_t slot = LIST_MAX;
    for (uint32_t i = 0; i < LIST_MAX && slot == LIST_MAX; i++)
        if (list_word(fw, i, 0) == tag) slot = i;
    for (uint32_t i = 0; i < LIST_MAX && slot == LIST_MAX; i++)
        if (list_word(fw, i, 0) == 0xffffffff) slot = i;
    if (slot == LIST_MAX) return;
    uint8_t raw[8];
    struct writer out = writer_of(raw, sizeof raw);
    write_u32(&out, length ? tag : 0xffffffff);
    write_u32(&out, length ? length : 0xffffffff);
    fw_flash_erase(fw, LIST_AT + slot * 8, 8);
    fw_flash_write(fw, LIST_AT + slot * 8, raw, 8);
}

// ----------------------------------------------------------------------------------------------- a new robot

static const struct place *place_of(uint32_t tag) {
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
        if (PLACES[i].tag == tag) return &PLACES[i];
    return NULL;
}

static void give(struct cozmo_firmware *fw, uint32_t tag, const struct writer *from) {
    fw_flash_write(fw, place_of(tag)->at, from->start, (uint32_t)writer_len(from));
    set_length(fw, tag, (uint32_t)writer_len(from));
}

enum err fw_nv_birth(struct cozmo_firmware *fw) {
    uint8_t room[64];
    struct writer out = writer_of(room, sizeof room);
    write_u32(&out, fw->config.head_serial);
    fw_flash_write(fw, 0x1000, room, 4);
    give(fw, COZMO_NV_ENTRY_BIRTH_CERTIFICATE, &out);
    // Focal lengths, middle, skew, rows and columns, eight numbers of distortion: the lens of our drawing.
    out = writer_of(room, sizeof room);
    float focal = 160 / m_tan(0.505f);
    write_f32(&out, focal), write_f32(&out, focal), write_f32(&out, 160), write_f32(&out, 120),
        write_f32(&out, 0);
    write_u16(&out, 240), write_u16(&out, 320);
    for (int i = 0; i < 8; i++) write_f32(&out, 0);
    give(fw, COZMO_NV_ENTRY_CAMERA_CALIB, &out);
    fw->nv.changes = 0;
    return out.err;
}

void fw_begin_nv(struct cozmo_firmware *fw) {
    fw->nv.write_tag = COZMO_NV_ENTRY_INVALID;
    fw->nv.job.active = false;
}

// ------------------------------------------------------------------------------------------------ messages

static void answer(struct cozmo_firmware *fw, uint32_t tag, uint8_t op, enum cozmo_nv_result result,
                   int32_t length, struct bytes data) {
    struct cozmo_message m = {.kind = COZMO_NV_STORAGE_OP_RESULT};
    m.nv_storage_op_result = (struct cozmo_nv_storage_op_result){tag, length, op, (int8_t)result, data};
    fw_say(fw, &m);
}

static void read_entry(struct cozmo_firmware *fw, const struct place *p) {
    uint32_t length = length_of(fw, p);
    if (!length) {
        answer(fw, p->tag, COZMO_NVOP_READ, COZMO_NV_NOT_FOUND, 0, (struct bytes){0});
        return;
    }
    fw->nv.job = (struct fw_nv_job){true, p->tag, p->at, length, (int32_t)length};
}

static void write_entry(struct cozmo_firmware *fw, const struct place *p, struct bytes data) {
    struct fw_nv *nv = &fw->nv;
    uint32_t from = nv->write_tag == p->tag ? nv->write_at : 0, len = (uint32_t)data.len;
    if (len > p->size - from) {
        answer(fw, p->tag, COZMO_NVOP_WRITE, COZMO_NV_NO_ROOM, 0, (struct bytes){0});
        return;
    }
    fw_flash_write(fw, p->at + from, data.at, len);
    nv->write_tag = p->tag;
    nv->write_at = from + len;
    uint32_t before = length_of(fw, p);
    if (nv->write_at > before) set_length(fw, p->tag, nv->write_at);
    answer(fw, p->tag, COZMO_NVOP_WRITE, COZMO_NV_OKAY, (int32_t)len, (struct bytes){0});
}

static void erase_entry(struct cozmo_firmware *fw, const struct place *p) {
    fw_flash_erase(fw, p->at, p->size);
    set_length(fw, p->tag, 0);
}

static void wipe(struct cozmo_firmware *fw, uint32_t tag) {
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
        if (PLACES[i].at >= 0x180000 && PLACES[i].at < 0x198000) erase_entry(fw, &PLACES[i]);
    answer(fw, tag, COZMO_NVOP_WIPEALL, COZMO_NV_OKAY, 0, (struct bytes){0});
}

bool fw_hear_nv(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_nv_storage_op *o = &message->nv_storage_op;
    const struct place *p = place_of(o->tag);
    struct fw_nv *nv = &fw->nv;
    fw->stats.nv_operations++;
    if (nv->job.active) {
        answer(fw, o->tag, o->op, COZMO_NV_BUSY, 0, (struct bytes){0});
        return true;
    }
    if (o->op != COZMO_NVOP_WRITE || (p && p->tag != nv->write_tag)) nv->write_tag = COZMO_NV_ENTRY_INVALID;
    if (o->op == COZMO_NVOP_WIPEALL)
        wipe(fw, o->tag);
    else if (!p || o->op > COZMO_NVOP_WIPEALL || o->length < 0 || (o->op == COZMO_NVOP_WRITE && !o->data.len))
        answer(fw, o->tag, o->op, COZMO_NV_BAD_ARGS, 0, (struct bytes){0});
    else if (o->op == COZMO_NVOP_READ)
        read_entry(fw, p);
    else if (o->op == COZMO_NVOP_WRITE)
        write_entry(fw, p, o->data);
    else {
        erase_entry(fw, p);
        answer(fw, p->tag, COZMO_NVOP_ERASE, COZMO_NV_OKAY, 0, (struct bytes){0});
    }
    return true;
}

// A few pieces of a long read in each step, as long as there is room for them.
void fw_step_nv(struct cozmo_firmware *fw) {
    struct fw_nv_job *job = &fw->nv.job;
    for (int i = 0; i < 4 && job->active && fw_line_space(&fw->reliable) > FW_OUT_KEPT; i++) {
        uint8_t piece[PIECE];
        uint32_t len = job->left < PIECE ? job->left : PIECE;
        fw_flash_read(fw, job->at, piece, len);
        job->at += len;
        job->left -= len;
        job->active = job->left;
        answer(fw, job->tag, COZMO_NVOP_READ, job->active ? COZMO_NV_MORE : COZMO_NV_OKAY, (int32_t)len,
               (struct bytes){piece, len});
    }
}
