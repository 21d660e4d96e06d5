#include "pleo/os/os_internal.h"

#include <stdio.h>
#include <string.h>

#define VERSION_TEXT "1 - Critter"

static void back(struct pleo *p, const char *text) {
    struct head_link *h = &p->head;
    h->line_len += frame_write(text, strlen(text), h->line + h->line_len, sizeof h->line - h->line_len);
}

static int32_t reads(const struct pleo *p, int id) { return p->sensors.at[id].value; }

static bool a_reading(struct pleo *p, const char *packet, char *out, size_t room) {
    static const struct {
        char letter;
        int8_t sensor;
    } ROWS[] = {{'f', 1}, {'m', 28}, {'o', SENSOR_VOICE}, {'r', SENSOR_RFID}, {'u', 23}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (ROWS[i].letter == packet[0] && !packet[1])
            return snprintf(out, room, "%c%d", packet[0], reads(p, ROWS[i].sensor)), true;
    return false;
}

// Serial RAM: sr ADDRESS, sw ADDRESS VALUE, in two hexadecimal digits each.
static bool ram(struct pleo *p, const char *packet, char *out, size_t room) {
    unsigned at, value;
    int end = 0;
    if (sscanf(packet, "sr%2x%n", &at, &end) == 1 && !packet[end] && at < HEAD_RAM)
        return snprintf(out, room, "s%02x%02x", at, p->head.ram[at]), true;
    if (sscanf(packet, "sw%2x%2x%n", &at, &value, &end) != 2 || packet[end] || at >= HEAD_RAM) return false;
    p->head.ram[at] = (uint8_t)value;
    return snprintf(out, room, "s%02x%02x", at, value), true;
}

// What the head makes of a packet, and answers.
static void obey(struct pleo *p, const char *packet) {
    char out[SENSOR_DATA] = "x";
    unsigned address, command;
    int end = 0;
    const struct sensors *s = &p->sensors;
    if (!strcmp(packet, "?") || !strcmp(packet, "v")) {
        snprintf(out, sizeof out, "v%s", VERSION_TEXT);
    } else if (!strcmp(packet, "cd") || !strcmp(packet, "ce")) {
        p->camera.on = packet[1] == 'e';
        text_copy(text_of(packet), out, sizeof out);
    } else if (packet[0] == 'e') {
        text_copy(text_of(packet), out, sizeof out);
    } else if (!strcmp(packet, "a")) {
        snprintf(out, sizeof out, "a%d %d", reads(p, SENSOR_LOUD), reads(p, 30));
    } else if (!strcmp(packet, "t")) { // head, chin, cheeks: a digit each
        snprintf(out, sizeof out, "t%d%d%d%d", s->at[6].value, s->at[7].value, s->at[8].value,
                 s->at[9].value);
    } else if (!strcmp(packet, "p")) {
        snprintf(out, sizeof out, "p%zu %zu", p->head.there.good, p->head.there.bad);
    } else if (sscanf(packet, "is%2x%2x%n", &address, &command, &end) == 2 && !packet[end]) {
        uint32_t code = address | (~address & 0xff) << 8 | command << 16 | (~command & 0xff) << 24;
        if (p->out->pleo.infrared_count < 2)
            p->out->pleo.infrared[p->out->pleo.infrared_count++] = (struct body_infrared){32, code};
        snprintf(out, sizeof out, "is");
    } else if (packet[0] == 'l') {
        log_say(p, LOG_INFO, LOG_NXP, "%.80s", packet + 1);
        snprintf(out, sizeof out, "l");
    } else if (packet[0] != 's' || !ram(p, packet, out, sizeof out)) {
        a_reading(p, packet, out, sizeof out);
    }
    back(p, out);
}

bool head_send(struct pleo *p, const uint8_t *packet, size_t len) {
    uint8_t line[FRAME_ROOM];
    size_t sent = len <= SENSOR_DATA ? frame_write(packet, len, line, sizeof line) : 0;
    for (size_t i = 0; i < sent; i++) {
        if (!frame_read(&p->head.there, line[i])) continue;
        char text[SENSOR_DATA + 1];
        memcpy(text, p->head.there.bytes, p->head.there.len);
        text[p->head.there.len] = 0;
        obey(p, text);
    }
    return sent > 0;
}

void head_tick(struct pleo *p) {
    struct head_link *h = &p->head;
    for (size_t i = 0; i < h->line_len; i++) {
        if (!frame_read(&h->here, h->line[i])) continue;
        const char *text = (const char *)h->here.bytes;
        if (text[0] == 'v') log_say(p, LOG_INFO, LOG_NXP, "%.*s", (int)h->here.len - 1, text + 1);
        sensors_packet(p, h->here.bytes, h->here.len);
    }
    h->line_len = 0;
}
