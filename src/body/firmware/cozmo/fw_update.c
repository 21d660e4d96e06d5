// Firmware over the air, and the power switch.
//
// Chunks of 1024 bytes come in order from 0; the first holds the signature, JSON padded with zeros. The even
// ones are answered, as real robots do. A chunk of number 0xffff ends the update: status 10, and a restart
// with the signature's version. The second slot of the flash holds the new image with its signature after it,
// so the version lasts.
#include "body/firmware/cozmo/firmware_internal.h"

#include "base/arena.h"
#include "base/data/json.h"

#include <stdlib.h>
#include <string.h>

enum {
    IMAGE_AT = 0x103000,
    IMAGE_MAX = 0x7b800,
    SIGNATURE_AT = 0x17e800,
    SIGNATURE_SIZE = 1024,
    CHUNK = 1024
};
enum { LAST = 0xffff, OKAY = 0, DONE = 10, BAD_ORDER = 1, BAD_SIGNATURE = 2, BAD_END = 3 };
enum { SAY_US = 1000000, RESTART_US = 6000000 };

void fw_begin_update(struct cozmo_firmware *fw) { fw->update.active = false; }

static void answer(struct cozmo_firmware *fw, uint16_t chunk, uint8_t status) {
    fw_say(fw, &(struct cozmo_message){.kind = COZMO_FIRMWARE_UPDATE_RESULT,
                                       .firmware_update_result = {fw->update.bytes, chunk, status}});
}

// The version in a signature that is whole enough for a restart; 0: none.
static uint32_t version_of(const uint8_t *signature, bool all_parts) {
    static const char *const PARTS[] = {"wifiSig", "rtipSig", "bodySig"};
    struct arena *arena = arena_new(1 << 14);
    if (!arena) return 0;
    struct json *doc;
    int64_t version = 0;
    size_t len = strnlen((const char *)signature, SIGNATURE_SIZE);
    struct text text = {(const char *)signature, len};
    bool fine = !json_parse(text, "signature", arena, NULL, &doc, NULL) &&
                !json_get_int(doc, "version", 1, 1000000, &version, NULL);
    for (size_t i = 0; fine && all_parts && i < sizeof PARTS / sizeof *PARTS; i++)
        fine = json_get(doc, PARTS[i]) != NULL;
    arena_free(arena);
    return fine ? (uint32_t)version : 0;
}

static void refuse(struct cozmo_firmware *fw, uint16_t chunk, uint8_t status) {
    fw->update.active = false;
    fw->stats.refused++;
    answer(fw, chunk, status);
}

static void begin(struct cozmo_firmware *fw, struct bytes data) {
    struct fw_update *u = &fw->update;
    *u = (struct fw_update){.version = version_of(data.at, true)};
    if (!u->version) {
        refuse(fw, 0, BAD_SIGNATURE);
        return;
    }
    memcpy(u->signature, data.at, SIGNATURE_SIZE);
    u->active = true;
    fw_flash_erase(fw, IMAGE_AT, IMAGE_MAX);
}

static void finish(struct cozmo_firmware *fw) {
    struct fw_update *u = &fw->update;
    if (!u->active || u->next < 2) { // the signature alone is no firmware
        refuse(fw, LAST, BAD_END);
        return;
    }
    fw_flash_erase(fw, SIGNATURE_AT, 0x1800);
    fw_flash_write(fw, SIGNATURE_AT, u->signature, SIGNATURE_SIZE);
    u->active = false;
    u->done = true;
    u->restart_us = fw->now_us + SAY_US;
    answer(fw, (uint16_t)(u->next - 1), DONE);
}

bool fw_hear_update(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_firmware_update *m = &message->firmware_update;
    struct fw_update *u = &fw->update;
    if (u->done) return true; // about to restart
    if (m->chunk_id == LAST) {
        finish(fw);
        return true;
    }
    if (m->chunk_id == 0) begin(fw, m->data);
    if (m->chunk_id == 0 && !u->active) return true;
    if (!u->active || m->chunk_id != u->next) {
        refuse(fw, m->chunk_id, BAD_ORDER);
        return true;
    }
    if (u->next) { // behind the signature lie the images; how they are parted nobody knows
        uint32_t at = (u->next - 1) * CHUNK;
        if (at < IMAGE_MAX)
            fw_flash_write(fw, IMAGE_AT + at, m->data.at, at + CHUNK > IMAGE_MAX ? IMAGE_MAX - at : CHUNK);
    }
    u->next++;
    u->bytes += CHUNK;
    if (m->chunk_id % 2 == 0) answer(fw, m->chunk_id, OKAY);
    return true;
}

static void go_away(struct cozmo_firmware *fw, int64_t until_us) {
    if (fw->session) cozmo_firmware_close(fw, false);
    fw_show_blank(fw);
    fw->away = true;
    fw->away_until_us = until_us;
}

bool fw_hear_shutdown(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    (void)message;
    go_away(fw, INT64_MAX);
    fw->power = FW_POWER_GOING;
    fw_order(fw)->orders |= BODY_ORDER_POWER_OFF;
    fw_obey(fw);
    return true;
}

bool fw_hear_wifi_off(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    if (message->wifi_off.enable) go_away(fw, INT64_MAX);
    return true;
}

// The form robots tell it in: on one line, parted by ", " and ": ".
static void on_one_line(const char *from, size_t len, char *out, size_t room) {
    bool quoted = false;
    size_t n = 0;
    for (size_t i = 0; i < len && n + 3 < room; i++) {
        char c = from[i];
        if (c == '"' && !(i && from[i - 1] == '\\')) quoted = !quoted;
        if (!quoted && (c == ' ' || c == '\n' || c == '\r' || c == '\t')) continue;
        out[n++] = c;
        if (!quoted && (c == ',' || c == ':')) out[n++] = ' ';
    }
    out[n] = 0;
}

void fw_boot(struct cozmo_firmware *fw) {
    uint8_t raw[SIGNATURE_SIZE];
    fw_flash_read(fw, SIGNATURE_AT, raw, sizeof raw);
    uint32_t updated = raw[0] == '{' && !fw->config.pinned ? version_of(raw, false) : 0;
    fw->version = updated ? updated : fw->config.version;
    fw->layout = fw->version > COZMO_FIRMWARE_NEWEST ? COZMO_FIRMWARE_NEWEST : fw->version;
    const char *text = updated ? (const char *)raw : fw_signature(fw->version);
    on_one_line(text, strnlen(text, SIGNATURE_SIZE), fw->signature, sizeof fw->signature);
}

// Who was switched off comes back when the body has power again: by the button, or on the charger.
static bool wakes(struct cozmo_firmware *fw) {
    bool powered = world_powered(fw->config.world, fw->robot);
    if (fw->power == FW_POWER_GOING && !powered) {
        fw->power = FW_POWER_OFF;
        fw_obey(fw); // so that it does not go out again at once
    }
    if (fw->power == FW_POWER_OFF) return powered;
    bool button = fw->in->senses.status & BODY_STATUS_BUTTON;
    return fw->now_us >= fw->away_until_us ||
           (button && fw->away_until_us == INT64_MAX && fw->power == FW_POWER_ON);
}

void fw_step_update(struct cozmo_firmware *fw) {
    struct fw_update *u = &fw->update;
    if (u->done && fw->now_us >= u->restart_us && !fw->away) go_away(fw, fw->now_us + RESTART_US);
    if (!fw->away || !wakes(fw)) return;
    fw->away = false;
    fw->power = FW_POWER_ON;
    *u = (struct fw_update){0};
    fw_boot(fw);
}
