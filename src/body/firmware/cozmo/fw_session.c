// The start of a session: the robot's identity, and the gates that Enable, SyncTime and SetOrigin open.
#include "body/firmware/cozmo/firmware_internal.h"

#include <string.h>

enum { NAME_REVISION = 1203, FORMAT_REVISION = 632, NAME_RADIO_CONNECTED = 228, LEVEL_INFO = 3 };

void fw_hello(struct cozmo_firmware *fw) {
    fw_say(fw, &(struct cozmo_message){.kind = COZMO_HARDWARE_INFO,
                                       .hardware_info = {.serial_number_head = fw->config.head_serial}});
    struct cozmo_message m = {.kind = COZMO_FIRMWARE_SIGNATURE};
    m.firmware_signature.unknown = (uint16_t)fw->config.head_serial;
    m.firmware_signature.signature = text_of(fw->signature);
    fw_say(fw, &m);
    // "Hardware 1.%d": 1.0 is hardware 4, then 1.5, 1.6 and 1.7.
    uint32_t revision = fw->config.hardware <= 4 ? 0 : fw->config.hardware;
    fw_debug(fw, NAME_REVISION, FORMAT_REVISION, LEVEL_INFO, 1, &revision);
}

static void forget_session(struct cozmo_firmware *fw) {
    fw->enabled = fw->synced = fw->greeted = false;
    fw->stop_on_cliff = false;
    fw->discovery = true;
    fw_line_clear(&fw->reliable);
    fw_line_clear(&fw->events);
    fw_begin_motors(fw);
    fw_begin_lights(fw);
    fw_begin_objects(fw);
    fw_begin_anim(fw);
    fw_begin_camera(fw);
    fw_begin_nv(fw);
    fw_begin_update(fw);
}

void cozmo_firmware_open(struct cozmo_firmware *fw) {
    if (cozmo_firmware_away(fw)) return;
    if (fw->session) cozmo_firmware_close(fw, false);
    fw->session = true;
    forget_session(fw);
    fw->frame = 0;
    fw->time_base = 0;
    fw->time_since_us = fw->now_us;
    fw_show_blank(fw);
    fw_hello(fw);
}

void cozmo_firmware_close(struct cozmo_firmware *fw, bool silent) {
    if (!fw->session) return;
    fw->session = false;
    if (fw->update.done) fw->update.restart_us = fw->now_us; // nothing is left to say
    fw_paths_cut(fw);
    fw_order(fw)->orders |= BODY_ORDER_STOP_ALL | BODY_ORDER_FLUSH_SOUND;
    fw_obey(fw);
    forget_session(fw);
    fw_show_blank(fw);
    if (silent) fw_show_text(fw, "COZMO 01");
}

bool fw_hear_enable(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    (void)message;
    fw->enabled = true;
    if (fw->greeted) return true; // engines say it twice; a second answer would make them begin twice
    fw->greeted = true;
    fw_say(fw, &(struct cozmo_message){
                   .kind = COZMO_BODY_INFO,
                   .body_info = {fw->config.body_serial, fw->config.hardware, fw->config.colour}});
    fw_calibrate(fw, true, true, false);
    return true;
}

bool fw_hear_sync(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    fw->time_base = message->sync_time.timestamp;
    fw->time_since_us = fw->now_us;
    fw->synced = true;
    fw->state_beat.due_us = fw->now_us; // at once
    return true;
}

bool fw_hear_origin(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_set_origin *o = &message->set_origin;
    float heading;
    memcpy(&heading, &o->unknown5, sizeof heading);
    if (!m_finite(heading) || m_abs(heading) > 1000) heading = 0;
    if (!fw_numbers((const float[]){o->pose_x, o->pose_y}, 2)) return false;
    fw_paths_cut(fw); // its places mean nothing any more
    fw->frame = o->pose_frame_id;
    fw->origin = o->pose_origin_id;
    struct body_command *order = fw_order(fw);
    order->origin_count = 1;
    order->origin[0] = (struct body_origin){fw->origin, o->pose_x / 1000, o->pose_y / 1000, heading};
    fw_obey(fw);
    // What comes in the same frame, a turn or a path, already counts from here.
    struct body_motion *m = fw->in->senses.motion;
    if (fw->in->senses.motion_count)
        m->x_m = o->pose_x / 1000, m->y_m = o->pose_y / 1000, m->heading_rad = heading;
    fw->lost = false;
    return true;
}
