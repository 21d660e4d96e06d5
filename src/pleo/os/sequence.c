#include "pleo/os/os_internal.h"

#include <stdio.h>
#include <string.h>

#define HEAD "pleo sequence 1"

void sequence_start(struct pleo *p) {
    p->sequence.count = 1;
    p->sequence.at = 0;
    p->sequence.nodes[0] = (struct sequence_node){-1, -1, -1};
}

int sequence_child(const struct pleo *p, int at, int sensor) {
    for (int i = 1; i < p->sequence.count; i++)
        if (p->sequence.nodes[i].parent == at && p->sequence.nodes[i].sensor == sensor) return i;
    return -1;
}

bool sequence_move(struct pleo *p, int sensor, bool make) {
    struct sequence *s = &p->sequence;
    int child = sequence_child(p, s->at, sensor);
    if (child < 0 && make && s->count < SEQUENCE_NODES) {
        child = s->count++;
        s->nodes[child] = (struct sequence_node){(int16_t)s->at, (int16_t)sensor, -1};
        s->changed = true;
    }
    if (child >= 0) s->at = (uint16_t)child;
    return child >= 0;
}

static bool save(struct pleo *p) {
    struct sequence *s = &p->sequence;
    char drive, name[CARD_NAME_MAX], line[48];
    if (!s->file[0] || !files_name(p, s->file, &drive, name)) return false;
    struct file_ref file = files_make(p, drive, name, true);
    uint32_t at = 0;
    bool fine = file_is(&file);
    for (int i = 0; fine && i < s->count; i++) {
        const struct sequence_node *n = &s->nodes[i];
        int len = i ? snprintf(line, sizeof line, "%d %d %d\n", n->parent, n->sensor, n->action)
                    : snprintf(line, sizeof line, HEAD "\n");
        fine = file_put(p, &file, at, line, (size_t)len) == (size_t)len;
        at += (uint32_t)len;
    }
    return fine;
}

void sequence_reset(struct pleo *p, bool commit) {
    p->sequence.at = 0;
    if (!commit || !p->sequence.changed) return;
    p->sequence.changed = false;
    if (!save(p))
        log_say(p, LOG_WARNING, LOG_SEQ, "the sequence cannot be written to \"%.40s\"", p->sequence.file);
}

bool sequence_open(struct pleo *p, const char *path) {
    struct sequence *s = &p->sequence;
    sequence_start(p);
    text_copy(text_of(path), s->file, sizeof s->file);
    struct file_ref file = files_find(p, path);
    struct bytes whole = file_is(&file) ? file_whole(p, &file) : (struct bytes){0};
    struct text rest = {(const char *)whole.at, whole.len}, line, a, b;
    if (!whole.at) return true; // a new one
    if (!text_split(&rest, '\n', &line) || !text_is(line, HEAD)) return false;
    while (s->count < SEQUENCE_NODES && text_split(&rest, '\n', &line) && line.len) {
        int64_t parent, sensor, action;
        bool fine = text_split(&line, ' ', &a) && text_split(&line, ' ', &b) && !text_to_i64(a, &parent) &&
                    !text_to_i64(b, &sensor) && !text_to_i64(line, &action);
        if (!fine || parent < 0 || parent >= s->count || sensor < 0 || sensor >= SENSORS || action < -1 ||
            action > INT32_MAX) {
            sequence_start(p);
            return false;
        }
        s->nodes[s->count++] = (struct sequence_node){(int16_t)parent, (int16_t)sensor, (int32_t)action};
    }
    return true;
}
