#include "pleo/os/os_internal.h"

#include <stdio.h>
#include <string.h>

#define HEAD "pleo tricks 1"

static bool is_step(int32_t trick, int32_t step) {
    return trick >= 0 && trick < TRICKS && step >= 0 && step < TRICK_STEPS;
}

bool trick_set(struct pleo *p, int32_t trick, int32_t step, int32_t command) {
    if (!is_step(trick, step) || command < 0 || command > 0xffff) return false;
    p->tricks.commands[trick][step] = (uint16_t)command;
    return true;
}

int32_t trick_command(const struct pleo *p, int32_t trick, int32_t step) {
    return is_step(trick, step) ? p->tricks.commands[trick][step] : 0;
}

int32_t trick_last_step(const struct pleo *p, int32_t trick) {
    int32_t last = -1;
    for (int32_t i = 0; i < TRICK_STEPS; i++)
        if (trick_command(p, trick, i)) last = i;
    return last;
}

bool trick_reward(struct pleo *p, int32_t trick, int32_t step, int32_t motion, int32_t value) {
    struct tricks *t = &p->tricks;
    if (!is_step(trick, step) || motion < 0 || motion > 0xffff) return false;
    for (uint32_t i = 0; i < t->link_count; i++) {
        struct trick_link *l = &t->links[i];
        if (l->trick != trick || l->step != step || l->motion != motion) continue;
        int64_t weight = (int64_t)l->weight + value;
        l->weight = (int32_t)(weight > PROPERTY_MOST    ? PROPERTY_MOST
                              : weight < -PROPERTY_MOST ? -PROPERTY_MOST
                                                        : weight);
        return true;
    }
    if (t->link_count == TRICK_LINKS) return false;
    t->links[t->link_count++] = (struct trick_link){(uint8_t)trick, (uint8_t)step, (uint16_t)motion, value};
    return true;
}

void tricks_print(struct pleo *p) {
    for (uint32_t i = 0; i < p->tricks.link_count; i++) {
        const struct trick_link *l = &p->tricks.links[i];
        log_say(p, LOG_INFO, LOG_ATTENTION, "trick %u step %u motion 0x%04x weight %d", l->trick, l->step,
                l->motion, l->weight);
    }
}

static bool put(struct pleo *p, struct file_ref *file, uint32_t *at, const char *line, int len) {
    bool fine = file_put(p, file, *at, line, (size_t)len) == (size_t)len;
    *at += (uint32_t)len;
    return fine;
}

bool tricks_save(struct pleo *p, const char *path) {
    const struct tricks *t = &p->tricks;
    char drive, name[CARD_NAME_MAX], line[64];
    if (!files_name(p, path, &drive, name)) return false;
    struct file_ref file = files_make(p, drive, name, true);
    uint32_t at = 0;
    bool fine = file_is(&file) && put(p, &file, &at, line, snprintf(line, sizeof line, HEAD "\n"));
    for (int32_t i = 0; i < TRICKS; i++)
        for (int32_t k = 0; k < TRICK_STEPS && fine; k++)
            if (t->commands[i][k])
                fine = put(p, &file, &at, line,
                           snprintf(line, sizeof line, "step %d %d %u\n", i, k, t->commands[i][k]));
    for (uint32_t i = 0; i < t->link_count && fine; i++)
        fine = put(p, &file, &at, line,
                   snprintf(line, sizeof line, "link %u %u %u %d\n", t->links[i].trick, t->links[i].step,
                            t->links[i].motion, t->links[i].weight));
    return fine;
}

bool tricks_load(struct pleo *p, const char *path) {
    struct file_ref file = files_find(p, path);
    struct bytes whole = file_is(&file) ? file_whole(p, &file) : (struct bytes){0};
    struct text rest = {(const char *)whole.at, whole.len}, line, word;
    if (!whole.at || !text_split(&rest, '\n', &line) || !text_is(line, HEAD)) return false;
    memset(p->tricks.commands, 0, sizeof p->tricks.commands);
    p->tricks.link_count = 0;
    while (text_split(&rest, '\n', &line) && line.len) {
        struct text kind;
        int64_t n[4] = {0};
        size_t count = 0;
        text_split(&line, ' ', &kind);
        while (count < 4 && text_split(&line, ' ', &word))
            if (text_to_i64(word, &n[count++]) || n[count - 1] > PROPERTY_MOST ||
                n[count - 1] < -PROPERTY_MOST)
                return false;
        bool fine = text_is(kind, "step") && count == 3
                        ? trick_set(p, (int32_t)n[0], (int32_t)n[1], (int32_t)n[2])
                    : text_is(kind, "link") && count == 4
                        ? trick_reward(p, (int32_t)n[0], (int32_t)n[1], (int32_t)n[2], (int32_t)n[3])
                        : false;
        if (!fine) return false;
    }
    return true;
}

// The property counts how many there were; the file has a line each.
bool milestone(struct pleo *p, int32_t number, int32_t action) {
    struct tricks *t = &p->tricks;
    char drive, name[CARD_NAME_MAX], line[64];
    if (t->milestone_property)
        property_put(p, t->milestone_property, property_value(p, t->milestone_property) + 1);
    if (!t->milestone_file[0] || !files_name(p, t->milestone_file, &drive, name)) return false;
    struct file_ref file = files_make(p, drive, name, false);
    uint32_t at = file_size(p, &file);
    return file_is(&file) &&
           put(p, &file, &at, line, snprintf(line, sizeof line, "%d %d %d\n", p->ms, number, action));
}
