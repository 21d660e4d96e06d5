#include "link/cozmo/air_dump.h"

#include "schema/json.h"

#include <stdlib.h>
#include <string.h>

bool air_from_robot(const struct air_frame *frame) {
    if (frame->type == COZMO_FRAME_TYPE_ROBOT || frame->type == COZMO_FRAME_TYPE_RESET_ACK) return true;
    if (frame->type != AIR_FRAME_LOOSE && frame->type != AIR_FRAME_LOOSE_ACT) return false;
    struct air_walk walk = air_walk_of(frame);
    struct air_packet packet;
    return air_walk_next(&walk, &packet) && packet.content.len &&
           packet.content.at[0] >= COZMO_FIRST_ROBOT_PACKET_ID;
}

static const struct schema_message *row_of(const struct air_dump *dump, const struct air_packet *packet) {
    bool message = packet->type == COZMO_PACKET_TYPE_COMMAND || packet->type == COZMO_PACKET_TYPE_EVENT;
    if (message && !packet->content.len) return NULL;
    unsigned id = message ? packet->content.at[0] : packet->type;
    bool robots = message ? id >= COZMO_FIRST_ROBOT_PACKET_ID : packet->type == COZMO_PACKET_TYPE_CONNECT;
    int kind = cozmo_message_find(message ? COZMO_SPACE_MESSAGE : COZMO_SPACE_PACKET, id,
                                  robots ? COZMO_TO_ENGINE : COZMO_TO_ROBOT, dump->version);
    return kind < 0 ? NULL : &cozmo_messages[kind];
}

static bool wanted(const struct air_dump *dump, const struct air_packet *packet,
                   const struct schema_message *row) {
    if (dump->message) {
        char *end;
        unsigned long id = strtoul(dump->message, &end, 0);
        bool number = *dump->message && !*end;
        bool has_id = (packet->type == 4 || packet->type == 5) && packet->content.len;
        if (number ? !has_id || packet->content.at[0] != id : !row || strcmp(row->body->name, dump->message))
            return false;
    }
    if (dump->group) {
        unsigned group = row ? row->attributes[COZMO_ATTRIBUTE_GROUP] : 0;
        const struct schema_attribute *groups = &cozmo_schema.attributes[COZMO_ATTRIBUTE_GROUP];
        if (!group || strcmp(groups->values[group - 1], dump->group)) return false;
    }
    return true;
}

static void print_hex(struct buf *out, struct bytes bytes) {
    for (size_t i = 0; i < bytes.len; i++) buf_printf(out, "%02x", bytes.at[i]);
}

// The body by its layout; NULL row or a body too short: as bytes.
static bool print_body(const struct air_dump *dump, const struct air_packet *packet,
                       const struct schema_message *row, struct json_writer *json) {
    bool message = packet->type == COZMO_PACKET_TYPE_COMMAND || packet->type == COZMO_PACKET_TYPE_EVENT;
    struct bytes body = packet->content;
    if (message && body.len) body.at++, body.len--;
    struct cozmo_message value;
    struct reader in = reader_of(body.at, body.len);
    if (row &&
        !cozmo_message_decode_as(&value, (enum cozmo_kind)(row - cozmo_messages), &in, dump->version)) {
        if (row->body->count)
            schema_print(row->body, &value.ping, json, dump->version);
        else
            json_raw(json, "{}");
        return true;
    }
    struct buf hex = {0};
    print_hex(&hex, body);
    json_string(json, hex.at ? (const char *)hex.at : "");
    buf_free(&hex);
    return !row;
}

static void text_packet(struct air_dump *dump, const struct air_packet *packet,
                        const struct schema_message *row) {
    struct buf *out = dump->out;
    const char *type = air_packet_name(packet->type);
    char unknown[16], number[8] = "";
    snprintf(unknown, sizeof unknown, "type 0x%02x", packet->type);
    if (packet->number) snprintf(number, sizeof number, "%u", packet->number);
    buf_printf(out, "              %-10s %5s  ", type ? type : unknown, number);
    if ((packet->type == 4 || packet->type == 5) && packet->content.len)
        buf_printf(out, "%02x ", packet->content.at[0]);
    buf_printf(out, "%s ", row ? row->body->name : "?");
    struct json_writer json = json_writer_of(out, 0);
    if (!print_body(dump, packet, row, &json)) buf_text(out, "  (shorter than its layout)");
    buf_byte(out, '\n');
}

static void json_packet(struct air_dump *dump, const struct air_packet *packet,
                        const struct schema_message *row, struct json_writer *json) {
    json_open(json, '{');
    json_key(json, "type"), json_uint(json, packet->type);
    if (packet->number) json_key(json, "number"), json_uint(json, packet->number);
    if ((packet->type == 4 || packet->type == 5) && packet->content.len)
        json_key(json, "id"), json_uint(json, packet->content.at[0]);
    if (row) json_key(json, "name"), json_string(json, row->body->name);
    json_key(json, "body");
    print_body(dump, packet, row, json);
    json_close(json, '}');
}

static void text_head(struct air_dump *dump, double seconds, const struct air_frame *frame,
                      const char *side) {
    buf_printf(dump->out, "%12.6f  %-6s  %s", seconds, side, air_frame_name(frame->type));
    if (frame->first && frame->first != frame->last)
        buf_printf(dump->out, "  %u-%u", frame->first, frame->last);
    else if (frame->last)
        buf_printf(dump->out, "  %u", frame->last);
    if (frame->ack) buf_printf(dump->out, "  ack %u", frame->ack);
    buf_byte(dump->out, '\n');
}

static void json_head(double seconds, const struct air_frame *frame, const char *side,
                      struct json_writer *json) {
    json_open(json, '{');
    json_key(json, "time"), json_number(json, seconds);
    json_key(json, "from"), json_string(json, side);
    json_key(json, "type"), json_uint(json, frame->type);
    json_key(json, "first"), json_uint(json, frame->first);
    json_key(json, "last"), json_uint(json, frame->last);
    json_key(json, "ack"), json_uint(json, frame->ack);
    json_key(json, "packets"), json_open(json, '[');
}

bool air_dump(struct air_dump *dump, int64_t time_us, struct bytes datagram) {
    struct air_frame frame;
    if (!dump->version) dump->version = COZMO_VERSION;
    enum err err = air_frame_read(&frame, datagram);
    if (err) {
        bool ours =
            datagram.len >= COZMO_FRAME_ID_SIZE && !memcmp(datagram.at, cozmo_frame_id, COZMO_FRAME_ID_SIZE);
        dump->damaged += ours;
        return false;
    }
    if (!dump->begun) dump->began_us = time_us;
    dump->begun = true;
    dump->frames++;
    const char *side = air_from_robot(&frame) ? "robot" : "engine";
    double seconds = (double)(time_us - dump->began_us) / 1e6;
    bool filtered = dump->message || dump->group, head = !filtered;
    bool shown = !dump->side || !strcmp(dump->side, side);
    struct json_writer json = json_writer_of(dump->out, 0);
    if (shown && head) {
        if (dump->json)
            json_head(seconds, &frame, side, &json);
        else
            text_head(dump, seconds, &frame, side);
    }
    struct air_walk walk = air_walk_of(&frame);
    struct air_packet packet;
    while (air_walk_next(&walk, &packet)) {
        const struct schema_message *row = row_of(dump, &packet);
        dump->packets++;
        dump->messages += packet.type == 4 || packet.type == 5;
        dump->unknown += !row;
        if (!shown || !wanted(dump, &packet, row)) continue;
        if (!head && dump->json) json_head(seconds, &frame, side, &json);
        if (!head && !dump->json) text_head(dump, seconds, &frame, side);
        head = true;
        if (dump->json)
            json_packet(dump, &packet, row, &json);
        else
            text_packet(dump, &packet, row);
    }
    if (shown && head && dump->json) {
        json_close(&json, ']');
        json_close(&json, '}');
        buf_byte(dump->out, '\n');
    }
    return true;
}
