#include "pleo/os/natives/natives.h"

#include <stdio.h>

static struct sequence *tree(struct amx *amx) { return &its(amx)->sequence; }

NATIVE(sequence_print_tree) {
    (void)params;
    const struct sequence *s = tree(amx);
    for (int i = 1; i < s->count; i++)
        log_say(its(amx), LOG_INFO, LOG_SEQ, "%d: after %d comes %d, action %d", i, s->nodes[i].parent,
                s->nodes[i].sensor, s->nodes[i].action);
    return s->count - 1;
}
NATIVE(sequence_print_file) {
    (void)params;
    struct pleo *p = its(amx);
    char line[LOG_LINE], c;
    size_t len = 0;
    struct file_ref file = files_find(p, tree(amx)->file);
    for (uint32_t at = 0; file_is(&file) && file_get(p, &file, at, &c, 1); at++) {
        if (c != '\n' && len < sizeof line - 1) line[len++] = c;
        if (c == '\n') line[len] = 0, log_say(p, LOG_INFO, LOG_SEQ, "%s", line), len = 0;
    }
    return file_is(&file);
}
NATIVE(sequence_move_next) { return sequence_move(its(amx), params[1], true); }
NATIVE(sequence_peek_next) { return sequence_child(its(amx), tree(amx)->at, params[1]) >= 0; }
NATIVE(sequence_check_next) { // once more from the root when it does not go on here
    if (sequence_move(its(amx), params[1], false)) return 1;
    sequence_reset(its(amx), false);
    return sequence_move(its(amx), params[1], false);
}
NATIVE(sequence_reset) { return sequence_reset(its(amx), params[1] != 0), 1; }
NATIVE(sequence_set_action) {
    struct sequence *s = tree(amx);
    if (!s->at) return 0; // the root has none
    s->nodes[s->at].action = params[1];
    s->changed = true;
    return 1;
}
NATIVE(sequence_get_action) { return (void)params, tree(amx)->nodes[tree(amx)->at].action; }
NATIVE(sequence_set_file) {
    char path[NATIVE_TEXT];
    return native_text(amx, params[1], path, sizeof path) && sequence_open(its(amx), path);
}

static const struct amx_native ROWS[] = {
    ROW(sequence_print_file, 0), ROW(sequence_print_tree, 0), ROW(sequence_move_next, 1),
    ROW(sequence_peek_next, 1),  ROW(sequence_check_next, 1), ROW(sequence_reset, 1),
    ROW(sequence_set_action, 1), ROW(sequence_get_action, 0), ROW(sequence_set_file, 1)};
LIBRARY(sequence, "Sequence", ROWS);
