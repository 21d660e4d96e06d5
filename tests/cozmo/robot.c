#include "cozmo/robot.h"

#include "base/maths/maths.h"
#include "codec/picture/jpeg_mini.h"
#include "support/support.h"

#include <stdio.h>

static unsigned version_of(const struct robot *robot) {
    return robot->version ? robot->version : COZMO_VERSION;
}

static void tell(struct robot *robot, const struct cozmo_message *message) {
    assert_int_equal(robot_link_tell(robot->link, message, version_of(robot)), ERR_NONE);
}
#define TELL(robot, ...) tell((robot), &(struct cozmo_message){__VA_ARGS__})

static void greet(struct robot *robot) {
    robot->seen.sessions++;
    robot->enabled = robot->synced = robot->streaming = false;
    robot->waiting_count = robot->waiting_bytes = 0;
    TELL(robot, .kind = COZMO_HARDWARE_INFO, .hardware_info = {.serial_number_head = 0x02e01234});
    char signature[64];
    int len =
        snprintf(signature, sizeof signature, "{\"version\": %u, \"build\": \"RELEASE\"}", version_of(robot));
    TELL(robot, .kind = COZMO_FIRMWARE_SIGNATURE,
         .firmware_signature = {.signature = {signature, (size_t)len}});
}

static void take_picture(struct robot *robot) {
    uint8_t grey[320 * 240];
    struct buf data = {0};
    for (unsigned i = 0; i < sizeof grey; i++) grey[i] = (uint8_t)(i % 320 * 7 ^ i / 320 * 3);
    struct pixels picture = pixels_view(grey, 320, 240, 1);
    assert_int_equal(jpeg_mini_encode(&picture, &data, NULL), ERR_NONE);
    for (uint32_t image = 1; image <= 2; image++) {
        unsigned count = (unsigned)((data.len + 1151) / 1152);
        for (unsigned i = 0; i < count; i++) {
            if (image == 1 && (int)i == robot->skip_chunk) continue;
            size_t len = data.len - i * 1152 < 1152 ? data.len - i * 1152 : 1152;
            TELL(robot, .kind = COZMO_IMAGE_CHUNK,
                 .image_chunk = {.image_id = image,
                                 .frame_timestamp = 777,
                                 .image_encoding = COZMO_IMAGE_ENCODING_JPEG_MINIMIZED_GRAY,
                                 .image_resolution = COZMO_IMAGE_RESOLUTION_QVGA,
                                 .image_chunk_count = (uint8_t)count,
                                 .chunk_id = (uint8_t)i,
                                 .data = {data.at + i * 1152, len}});
        }
    }
    buf_free(&data);
}

static struct buf *entry(struct robot *robot, uint32_t tag, bool make) {
    for (unsigned i = 0; i < ROBOT_ENTRIES; i++)
        if (robot->nv[i].used && robot->nv[i].tag == tag) return &robot->nv[i].data;
    for (unsigned i = 0; make && i < ROBOT_ENTRIES; i++) {
        if (robot->nv[i].used) continue;
        robot->nv[i].used = true;
        robot->nv[i].tag = tag;
        return &robot->nv[i].data;
    }
    return NULL;
}

static void storage(struct robot *robot, const struct cozmo_nv_storage_op *op) {
    struct cozmo_message answer = {.kind = COZMO_NV_STORAGE_OP_RESULT,
                                   .nv_storage_op_result = {.tag = op->tag, .op = op->op}};
    struct buf *data = entry(robot, op->tag, op->op == COZMO_NVOP_WRITE);
    if (op->op == COZMO_NVOP_WRITE) {
        buf_bytes(data, op->data.at, op->data.len);
    } else if (!data) {
        answer.nv_storage_op_result.result = COZMO_NV_NOT_FOUND;
    } else if (op->op == COZMO_NVOP_ERASE) {
        buf_clear(data);
    } else {
        for (size_t at = 0;; at += 1024) {
            size_t left = data->len - at;
            answer.nv_storage_op_result.result = left > 1024 ? COZMO_NV_MORE : COZMO_NV_OKAY;
            answer.nv_storage_op_result.data = (struct bytes){data->at + at, left > 1024 ? 1024 : left};
            if (left <= 1024) break;
            tell(robot, &answer);
        }
    }
    tell(robot, &answer);
}

static void firmware(struct robot *robot, const struct cozmo_firmware_update *piece) {
    struct cozmo_message answer = {.kind = COZMO_FIRMWARE_UPDATE_RESULT,
                                   .firmware_update_result = {.chunk_id = piece->chunk_id}};
    bool last = piece->chunk_id == 0xffff;
    if (last)
        answer.firmware_update_result.status = 10;
    else
        buf_bytes(&robot->firmware, piece->data.at, piece->data.len);
    if (robot->refuse_piece && piece->chunk_id == robot->refuse_piece)
        answer.firmware_update_result.status = 3;
    answer.firmware_update_result.byte_count = (uint32_t)robot->firmware.len;
    robot->too_early += robot->confirms_us != 0;
    if (!last && piece->chunk_id % 2 && !answer.firmware_update_result.status) return;
    robot->confirms = answer;
    robot->confirms_us = loop_now_us() + 1000 * (piece->chunk_id ? 20 : (int64_t)robot->first_ms);
}

static void confirm(struct robot *robot, int64_t now_us) {
    if (!robot->confirms_us || now_us < robot->confirms_us) return;
    robot->confirms_us = 0;
    tell(robot, &robot->confirms);
}

// What the animation stream holds: as long as there is room.
static void remember(struct robot *robot, const struct air_news *news, bool slot) {
    unsigned len = (unsigned)news->body.len + 1;
    if (robot->waiting_bytes + len > ROBOT_MEMORY) {
        robot->seen.dropped++;
        return;
    }
    unsigned at = (robot->waiting_first + robot->waiting_count++) % ROBOT_MEMORY;
    robot->waiting[at] = (uint16_t)len;
    robot->slot[at] = slot;
    robot->waiting_bytes += len;
    if (robot->waiting_bytes > robot->seen.most_bytes) robot->seen.most_bytes = robot->waiting_bytes;
}

static void play_slot(struct robot *robot) {
    bool had = false;
    while (robot->waiting_count && (!had || !robot->slot[robot->waiting_first])) {
        had = had || robot->slot[robot->waiting_first];
        robot->waiting_bytes -= robot->waiting[robot->waiting_first];
        robot->bytes_played += robot->waiting[robot->waiting_first];
        robot->waiting_first = (robot->waiting_first + 1) % ROBOT_MEMORY;
        robot->waiting_count--;
    }
    robot->slots_played += had;
}

static void go(struct robot *robot, struct robot_way *way, float goal, uint8_t action) {
    TELL(robot, .kind = COZMO_ACKNOWLEDGE_ACTION, .acknowledge_action = {action});
    *way = (struct robot_way){goal, loop_now_us() + 1000 * (int64_t)robot->travel_ms};
}

static void arrive(struct robot *robot, struct robot_way *way, float *at, int64_t now_us) {
    if (!way->due_us || now_us < way->due_us) return;
    way->due_us = 0;
    if (!robot->held) *at = way->goal;
}

static void travel(struct robot *robot, int64_t now_us) {
    arrive(robot, &robot->head, &robot->seen.head_rad, now_us);
    arrive(robot, &robot->lift, &robot->seen.lift_mm, now_us);
    arrive(robot, &robot->turn, &robot->seen.angle_rad, now_us);
}

static float turned_to(const struct robot *robot, const struct cozmo_turn_in_place *turn) {
    float to = turn->is_absolute ? turn->angle_rad : robot->seen.angle_rad + turn->angle_rad;
    return m_atan2(m_sin(to), m_cos(to));
}

static uint32_t status(const struct robot *robot) {
    return robot->seen.status | (robot->head.due_us ? 0 : COZMO_HEAD_IN_POS) |
           (robot->lift.due_us ? 0 : COZMO_LIFT_IN_POS) | (robot->turn.due_us ? COZMO_ARE_WHEELS_MOVING : 0);
}

static void obey(struct robot *robot, const struct air_news *news) {
    struct cozmo_message m;
    assert_int_equal(air_decode(news, COZMO_TO_ROBOT, version_of(robot), &m), ERR_NONE);
    robot->told[m.kind] = m;
    robot->seen.heard++;
    switch (m.kind) {
    case COZMO_ENABLE:
        robot->seen.enables++;
        if (robot->enabled) break;
        robot->enabled = true;
        if (robot->bodiless) break;
        TELL(robot, .kind = COZMO_BODY_INFO,
             .body_info = {.serial_number = 77, .body_hw_version = 5, .body_color = 2});
        break;
    case COZMO_SET_ORIGIN:
        robot->seen.origins++;
        break;
    case COZMO_SYNC_TIME:
        robot->synced = true, robot->began_us = robot->state_us = loop_now_us();
        break;
    case COZMO_ENABLE_ANIMATION_STATE:
        robot->streaming = true, robot->slot_us = loop_now_us();
        break;
    case COZMO_SET_HEAD_ANGLE:
        go(robot, &robot->head, m_clamp(m.set_head_angle.angle_rad, -0.436f, 0.776f),
           m.set_head_angle.action_id);
        travel(robot, loop_now_us());
        break;
    case COZMO_SET_LIFT_HEIGHT:
        go(robot, &robot->lift, m.set_lift_height.height_mm, m.set_lift_height.action_id);
        break;
    case COZMO_TURN_IN_PLACE:
        go(robot, &robot->turn, turned_to(robot, &m.turn_in_place), m.turn_in_place.action_id);
        break;
    case COZMO_DRIVE_WHEELS:
        robot->seen.status &= ~(uint32_t)COZMO_ARE_WHEELS_MOVING;
        if (m.drive_wheels.lwheel_speed_mmps)
            robot->seen.status |= COZMO_ARE_WHEELS_MOVING; // NOLINT: exactly zero
        break;
    case COZMO_STOP_ALL_MOTORS:
        robot->seen.status &= ~(uint32_t)COZMO_ARE_WHEELS_MOVING;
        break;
    case COZMO_SET_HEAD_LIGHT: // in this robot: the hand that lifts it
        robot->seen.status &= ~(uint32_t)COZMO_IS_PICKED_UP;
        if (m.set_head_light.enable) robot->seen.status |= COZMO_IS_PICKED_UP;
        break;
    case COZMO_EXECUTE_PATH:
        TELL(robot, .kind = COZMO_PATH_FOLLOWING_EVENT,
             .path_following_event = {m.execute_path.event_id, COZMO_PATH_STARTED});
        TELL(robot, .kind = COZMO_PATH_FOLLOWING_EVENT,
             .path_following_event = {m.execute_path.event_id, m.execute_path.event_id == 9
                                                                   ? COZMO_PATH_INTERRUPTED
                                                                   : COZMO_PATH_COMPLETED});
        break;
    case COZMO_START_MOTOR_CALIBRATION: // and talks about it
        TELL(robot, .kind = COZMO_DEBUG_DATA,
             .debug_data = {.format_id = 632, .name_id = 3, .level = 4, .args_count = 1, .args = {5}});
        break;
    case COZMO_SET_ACCESSORY_DISCOVERY:
        TELL(robot, .kind = COZMO_OBJECT_AVAILABLE,
             .object_available = {.factory_id = 0xabc, .object_type = 1, .rssi = -40});
        break;
    case COZMO_OBJECT_CONNECT:
        TELL(robot, .kind = COZMO_OBJECT_CONNECTION_STATE,
             .object_connection_state = {.object_id = 5,
                                         .factory_id = m.object_connect.factory_id,
                                         .object_type = 1,
                                         .connected = m.object_connect.connect});
        TELL(robot, .kind = COZMO_OBJECT_POWER_LEVEL,
             .object_power_level = {.object_id = 5, .battery_level = 31});
        break;
    case COZMO_ENABLE_CAMERA:
        if (m.enable_camera.image_send_mode) take_picture(robot);
        break;
    case COZMO_NV_STORAGE_OP:
        storage(robot, &m.nv_storage_op);
        break;
    case COZMO_FIRMWARE_UPDATE:
        firmware(robot, &m.firmware_update);
        break;
    case COZMO_CUBE_ID:
        robot->seen.cube_rotation = m.cube_id.rotation_period_frames;
        break;
    case COZMO_CUBE_LIGHTS:
        robot->seen.cubes++;
        robot->seen.cube_on = m.cube_lights.states[0].on_color;
        robot->seen.cube_frames = m.cube_lights.states[0].on_frames;
        break;
    case COZMO_LIGHT_STATE_CENTER:
        robot->seen.backpacks++;
        robot->seen.back_on = m.light_state_center.states[1].on_color;
        break;
    case COZMO_OUTPUT_AUDIO:
        remember(robot, news, true);
        buf_bytes(&robot->heard, m.output_audio.samples.at, m.output_audio.samples.len);
        robot->seen.sounds++;
        break;
    case COZMO_OUTPUT_SILENCE:
        remember(robot, news, true), robot->seen.silences++;
        break;
    case COZMO_DISPLAY_IMAGE:
        remember(robot, news, false);
        memcpy(robot->picture, m.display_image.image.at, m.display_image.image.len);
        robot->picture_size = m.display_image.image.len;
        robot->seen.pictures++;
        break;
    default:
        break;
    }
}

static void news(struct robot *robot) {
    struct air_news said;
    while (robot_link_take(robot->link, &said)) {
        if (said.kind == AIR_OPENED) greet(robot);
        if (said.kind == AIR_CLOSED && said.end == AIR_GOODBYE) robot->seen.goodbyes++;
        if (said.kind == AIR_MESSAGE) obey(robot, &said);
    }
}

static void heard(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    struct robot *robot = user;
    if (robot->mute) return;
    pthread_mutex_lock(&robot->lock);
    robot_link_feed(robot->link, loop_now_us(), (struct air_peer){from.address, from.port}, datagram);
    news(robot);
    pthread_mutex_unlock(&robot->lock);
}

static void live(struct robot *robot, int64_t now_us) {
    bool open = robot_link_open(robot->link);
    while (open && robot->streaming && robot->slot_us <= now_us) {
        play_slot(robot);
        robot->slot_us += 1000000 / 30;
    }
    if (!open || !robot->synced || robot->state_us > now_us) return;
    robot->state_us += 30000;
    travel(robot, now_us);
    TELL(robot, .kind = COZMO_ROBOT_STATE,
         .robot_state = {.timestamp = (uint32_t)((now_us - robot->began_us) / 1000),
                         .head_angle_rad = robot->seen.head_rad,
                         .lift_height_mm = robot->seen.lift_mm,
                         .accel_z = 9800,
                         .battery_voltage = 4,
                         .status = status(robot),
                         .pose_angle_rad = robot->seen.angle_rad,
                         .pose_x = 100});
    if (!robot->streaming) return;
    TELL(robot, .kind = COZMO_ANIMATION_STATE,
         .animation_state = {.num_anim_bytes_played = (int32_t)robot->bytes_played + 5000,
                             .num_audio_frames_played = (int32_t)robot->slots_played,
                             .client_drop_count = (uint8_t)robot->seen.dropped});
}

static void *run(void *user) {
    struct robot *robot = user;
    uint8_t room[AIR_DATAGRAM_MAX];
    struct air_peer to;
    size_t len;
    while (!robot->stop) {
        pthread_mutex_lock(&robot->lock);
        live(robot, loop_now_us());
        confirm(robot, loop_now_us());
        while ((len = robot_link_poll(robot->link, loop_now_us(), &to, room, sizeof room)))
            if (!robot->mute) udp_send(robot->udp, (struct udp_peer){to.address, to.port}, room, len);
        news(robot);
        pthread_mutex_unlock(&robot->lock);
        loop_once(robot->loop, 2000);
    }
    return NULL;
}

void robot_start(struct robot *robot) {
    pthread_mutex_init(&robot->lock, NULL);
    robot->seen.lift_mm = 32;
    struct robot_link_config config;
    robot_link_defaults(&config);
    robot->link = robot_link_new(&config);
    robot->loop = loop_new();
    struct udp_config udp = {.loop = robot->loop, .here = {0x7f000001, 0}, .heard = heard, .user = robot};
    assert_int_equal(udp_open(&udp, &robot->udp, NULL), ERR_NONE);
    robot->here = udp_here(robot->udp);
    udp_peer_text(robot->here, robot->address);
    assert_int_equal(pthread_create(&robot->thread, NULL, run, robot), 0);
    robot->running = true;
}

struct cozmo_message robot_told(struct robot *robot, enum cozmo_kind kind) {
    pthread_mutex_lock(&robot->lock);
    struct cozmo_message told = robot->told[kind];
    pthread_mutex_unlock(&robot->lock);
    return told;
}

struct robot_seen robot_seen(struct robot *robot) {
    pthread_mutex_lock(&robot->lock);
    struct robot_seen seen = robot->seen;
    pthread_mutex_unlock(&robot->lock);
    return seen;
}

void robot_turn_head(struct robot *robot, float rad) {
    pthread_mutex_lock(&robot->lock);
    robot->seen.head_rad = rad;
    pthread_mutex_unlock(&robot->lock);
}

void robot_still(struct robot *robot) {
    robot->stop = true;
    if (robot->running) pthread_join(robot->thread, NULL);
    robot->running = false;
}

void robot_stop(struct robot *robot) {
    robot_still(robot);
    udp_close(robot->udp);
    loop_free(robot->loop);
    robot_link_free(robot->link);
    buf_free(&robot->heard);
    buf_free(&robot->firmware);
    for (unsigned i = 0; i < ROBOT_ENTRIES; i++) buf_free(&robot->nv[i].data);
    pthread_mutex_destroy(&robot->lock);
}

struct robot *the_robot;

int robot_setup(void **state) {
    the_robot = calloc(1, sizeof *the_robot);
    the_robot->skip_chunk = -1;
    robot_start(the_robot);
    return 0;
}
int robot_teardown(void **state) {
    robot_stop(the_robot);
    free(the_robot);
    return 0;
}

struct critter_cozmo *robot_meet(struct critter_cozmo_config config) {
    char why[256];
    config.size = sizeof config;
    config.address = the_robot->address;
    if (!config.found_ms) config.found_ms = 60000;
    struct critter_cozmo *cozmo = critter_cozmo_connect(&config, why, sizeof why);
    if (!cozmo) fail_msg("%s", why);
    return cozmo;
}
