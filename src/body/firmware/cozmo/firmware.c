// Birth, the table of messages, and the order of a step.
#include "body/firmware/cozmo/firmware_internal.h"

#include "body/sim.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    enum cozmo_kind kind;
    fw_handler *hear;
} HANDLERS[] = {
    {COZMO_ENABLE, fw_hear_enable},
    {COZMO_SYNC_TIME, fw_hear_sync},
    {COZMO_SET_ORIGIN, fw_hear_origin},
    {COZMO_DRIVE_WHEELS, fw_hear_wheels},
    {COZMO_TURN_IN_PLACE_AT_SPEED, fw_hear_turn_speed},
    {COZMO_TURN_IN_PLACE, fw_hear_turn},
    {COZMO_MOVE_LIFT, fw_hear_move_lift},
    {COZMO_MOVE_HEAD, fw_hear_move_head},
    {COZMO_SET_LIFT_HEIGHT, fw_hear_lift},
    {COZMO_SET_HEAD_ANGLE, fw_hear_head},
    {COZMO_STOP_ALL_MOTORS, fw_hear_stop},
    {COZMO_START_MOTOR_CALIBRATION, fw_hear_calibrate},
    {COZMO_ENABLE_STOP_ON_CLIFF, fw_hear_cliff},
    {COZMO_CLEAR_PATH, fw_hear_clear},
    {COZMO_APPEND_PATH_SEG_LINE, fw_hear_line},
    {COZMO_APPEND_PATH_SEG_ARC, fw_hear_arc},
    {COZMO_APPEND_PATH_SEG_POINT_TURN, fw_hear_point_turn},
    {COZMO_TRIM_PATH, fw_hear_trim},
    {COZMO_EXECUTE_PATH, fw_hear_execute},
    {COZMO_LIGHT_STATE_CENTER, fw_hear_center},
    {COZMO_LIGHT_STATE_SIDE, fw_hear_side},
    {COZMO_SET_HEAD_LIGHT, fw_hear_head_light},
    {COZMO_OBJECT_CONNECT, fw_hear_connect},
    {COZMO_STREAM_OBJECT_ACCEL, fw_hear_stream},
    {COZMO_SET_ACCESSORY_DISCOVERY, fw_hear_discovery},
    {COZMO_CUBE_ID, fw_hear_cube_id},
    {COZMO_CUBE_LIGHTS, fw_hear_cube_lights},
    {COZMO_ENABLE_ANIMATION_STATE, fw_hear_anim_state},
    {COZMO_OUTPUT_AUDIO, fw_hear_anim},
    {COZMO_OUTPUT_SILENCE, fw_hear_anim},
    {COZMO_RECORD_HEADING, fw_hear_anim},
    {COZMO_TURN_TO_RECORDED_HEADING, fw_hear_anim},
    {COZMO_ANIM_HEAD, fw_hear_anim},
    {COZMO_ANIM_LIFT, fw_hear_anim},
    {COZMO_ANIM_BODY, fw_hear_anim},
    {COZMO_ANIM_EVENT, fw_hear_anim},
    {COZMO_ANIM_BACKPACK_LIGHTS, fw_hear_anim},
    {COZMO_DISPLAY_IMAGE, fw_hear_anim},
    {COZMO_START_ANIMATION, fw_hear_anim},
    {COZMO_END_ANIMATION, fw_hear_anim},
    {COZMO_ABORT_ANIMATION, fw_hear_abort},
    {COZMO_UNKNOWN9D, fw_hear_tracks_off},
    {COZMO_UNKNOWN9E, fw_hear_tracks_on},
    {COZMO_SET_ROBOT_VOLUME, fw_hear_volume},
    {COZMO_ENABLE_CAMERA, fw_hear_camera},
    {COZMO_SET_CAMERA_PARAMS, fw_hear_camera_params},
    {COZMO_ENABLE_COLOR_IMAGES, fw_hear_colour},
    {COZMO_NV_STORAGE_OP, fw_hear_nv},
    {COZMO_FIRMWARE_UPDATE, fw_hear_update},
    {COZMO_SHUTDOWN_ROBOT, fw_hear_shutdown},
    {COZMO_WIFI_OFF, fw_hear_wifi_off},
};

struct cozmo_firmware_config cozmo_firmware_defaults(void) {
    return (struct cozmo_firmware_config){.version = COZMO_FIRMWARE_NEWEST,
                                          .head_serial = 0x02e1c0de,
                                          .body_serial = 0x0887c0de,
                                          .hardware = 5,
                                          .colour = COZMO_BODY_COLOR_WHITE_V15,
                                          .law = ULAW_LIBRARY};
}

static enum err give_memory(struct cozmo_firmware *fw) {
    fw->in = calloc(1, sizeof *fw->in);
    fw->out = calloc(1, sizeof *fw->out);
    fw->reliable = (struct fw_line){.bytes = malloc(FW_OUT), .room = FW_OUT};
    fw->events = (struct fw_line){.bytes = malloc(FW_EVENTS), .room = FW_EVENTS};
    fw->nv.flash = calloc(1, COZMO_FLASH);
    fw->anim.sounds = frame_pool_new(4, ULAW_FRAME * sizeof(int16_t));
    bool all = fw->in && fw->out && fw->reliable.bytes && fw->events.bytes && fw->nv.flash && fw->anim.sounds;
    return all ? ERR_NONE : ERR_MEMORY;
}

static enum err put_into_world(struct cozmo_firmware *fw, struct fault *fault) {
    struct world *world = fw->config.world;
    fw->robot = fw->config.robot;
    if (!fw->robot) fw->robot = world_add_robot(world, &cozmo_model, fw->config.at, fault);
    if (!fw->robot) return fault && fault->err ? fault->err : ERR_LIMIT;
    fw->body = body_sim_of(world, &cozmo_model, fw->robot, fault);
    if (fw->body && fw->config.knobs) body_sim_tune(fw->body, fw->config.knobs);
    return fw->body ? ERR_NONE : ERR_MEMORY;
}

struct cozmo_firmware *cozmo_firmware_new(const struct cozmo_firmware_config *config, struct fault *fault) {
    if (!fw_signature(config->version)) {
        fault_set(fault, ERR_UNKNOWN,
                  "no Cozmo firmware %u is known: expected 2381, 2380, 2315, 2313, 2214, 2158, 1889, 1859, "
                  "1299, 10501, 10502 or 10700",
                  (unsigned)config->version);
        return NULL;
    }
    struct cozmo_firmware *fw = calloc(1, sizeof *fw);
    if (!fw || give_memory(fw)) {
        fault_set(fault, ERR_MEMORY, "no memory for a Cozmo");
        cozmo_firmware_free(fw);
        return NULL;
    }
    fw->config = *config;
    fw_boot(fw);
    if (put_into_world(fw, fault) || fw_nv_birth(fw)) {
        cozmo_firmware_free(fw);
        return NULL;
    }
    fw->now_us = world_now_us(config->world);
    fw->origin = 1;
    border_clear_senses(fw->in);
    border_clear_command(fw->out);
    fw->anim.volume = fw->stats.volume = 65535;
    fw->anim.tracks = 0xff;
    fw->state_beat = beat_of(30000);
    fw->light_beat = fw->anim.beat = beat_of(33333);
    fw->camera.beat = beat_of(66667);
    fw_begin_motors(fw);
    fw_begin_camera(fw);
    fw_show_blank(fw);
    struct body_command *order = fw_order(fw);
    order->wants = BODY_WANT_IMU | BODY_WANT_RADIO;
    fw_obey(fw);
    return fw;
}

void cozmo_firmware_free(struct cozmo_firmware *fw) {
    if (!fw) return;
    body_free(fw->body);
    if (fw->in) border_drop_senses(fw->in);
    if (fw->out) border_drop_command(fw->out);
    frame_pool_free(fw->anim.sounds);
    fw_end_camera(fw);
    free(fw->nv.flash);
    free(fw->reliable.bytes);
    free(fw->events.bytes);
    free(fw->in);
    free(fw->out);
    free(fw);
}

uint32_t cozmo_firmware_robot(const struct cozmo_firmware *fw) { return fw->robot; }
uint32_t cozmo_firmware_version(const struct cozmo_firmware *fw) { return fw->version; }
bool cozmo_firmware_away(const struct cozmo_firmware *fw) {
    return fw->away || (fw->update.done && !fw->session);
}
const struct cozmo_firmware_stats *cozmo_firmware_stats(const struct cozmo_firmware *fw) {
    return &fw->stats;
}

// ------------------------------------------------------------------------------------------------ saying

void fw_say(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    uint8_t room[AIR_CONTENT_MAX];
    struct writer out = writer_of(room, sizeof room);
    if (!fw->session || cozmo_message_encode(message, &out, fw->layout)) {
        fw->stats.unsaid++;
        return;
    }
    bool event = room[0] >= 0xf0;
    bool said = fw_line_put(event ? &fw->events : &fw->reliable, event, room, writer_len(&out));
    if (said)
        fw->stats.said++;
    else
        fw->stats.unsaid++;
}

void fw_debug(struct cozmo_firmware *fw, uint16_t name, uint16_t format, int8_t level, uint32_t count,
              const uint32_t *args) {
    struct cozmo_message m = {.kind = COZMO_DEBUG_DATA};
    m.debug_data.name_id = name;
    m.debug_data.format_id = format;
    m.debug_data.level = level;
    m.debug_data.args_count = (uint8_t)count;
    for (uint32_t i = 0; i < count; i++) m.debug_data.args[i] = args[i];
    fw_say(fw, &m);
}

bool cozmo_firmware_ready(const struct cozmo_firmware *fw) {
    return fw_line_space(&fw->reliable) > FW_OUT_KEPT;
}

bool cozmo_firmware_tell(struct cozmo_firmware *fw, bool reliable, uint8_t *id, struct bytes *body) {
    return fw_line_take(reliable ? &fw->reliable : &fw->events, id, body);
}

uint32_t fw_clock_ms(const struct cozmo_firmware *fw) {
    return fw->time_base + (uint32_t)((fw->now_us - fw->time_since_us) / 1000);
}

uint16_t fw_tag(struct cozmo_firmware *fw) {
    if (!++fw->next_tag) fw->next_tag = 1;
    return fw->next_tag;
}

// ------------------------------------------------------------------------------------------------ doing

struct body_command *fw_order(struct cozmo_firmware *fw) {
    return &fw->out->command;
}

void fw_obey(struct cozmo_firmware *fw) {
    struct body_command *order = &fw->out->command;
    order->number++;
    if (fw->stop_on_cliff) order->orders |= BODY_ORDER_STOP_ON_CLIFF;
    order->head_light = fw->head_light;
    order->lights_count = BODY_LIGHT_MAX;
    memcpy(order->lights, fw->shown, sizeof fw->shown);
    fw->lights_dirty = false;
    body_obey(fw->body, fw->now_us, fw->out);
    border_drop_command(fw->out);
    uint16_t wants = order->wants;
    uint32_t number = order->number;
    border_clear_command(fw->out);
    order->wants = wants;
    order->number = number;
}

bool fw_numbers(const float *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!m_finite(numbers[i])) return false;
    return true;
}

// ------------------------------------------------------------------------------------------------ hearing

// A message by the firmware's own layout, or, from an engine that only knows the newest one, by that.
static enum err understand(const struct cozmo_firmware *fw, uint8_t id, struct bytes body,
                           struct cozmo_message *out) {
    struct air_news news = {.kind = AIR_MESSAGE, .id = id, .body = body};
    enum err err = air_decode(&news, COZMO_TO_ROBOT, fw->layout, out);
    if (err && err != ERR_UNKNOWN && fw->layout != COZMO_FIRMWARE_NEWEST)
        err = air_decode(&news, COZMO_TO_ROBOT, COZMO_FIRMWARE_NEWEST, out);
    return err;
}

void cozmo_firmware_hear(struct cozmo_firmware *fw, uint8_t id, struct bytes body) {
    if (!fw->session || fw->away) return;
    fw->stats.heard++;
    struct cozmo_message message;
    enum err err = understand(fw, id, body, &message);
    if (err) {
        if (err == ERR_UNKNOWN)
            fw->stats.unknown++;
        else
            fw->stats.damaged++;
        return;
    }
    for (size_t i = 0; i < sizeof HANDLERS / sizeof *HANDLERS; i++)
        if (HANDLERS[i].kind == message.kind) {
            if (!HANDLERS[i].hear(fw, &message)) fw->stats.damaged++;
            return;
        }
    fw->stats.unknown++; // known by its length only
}

void cozmo_firmware_step(struct cozmo_firmware *fw) {
    fw->now_us = world_now_us(fw->config.world);
    fw_step_update(fw); // a restart ends here
    body_step(fw->body, fw->now_us);
    border_drop_senses(fw->in);
    border_clear_senses(fw->in);
    body_collect(fw->body, fw->now_us, fw->in);
    if (fw->away) return;
    fw_step_motors(fw);
    fw_step_paths(fw);
    fw_step_objects(fw);
    fw_step_anim(fw);
    fw_step_display(fw);
    fw_step_lights(fw);
    fw_step_nv(fw);
    fw_step_state(fw);
    fw_step_camera(fw);
}
