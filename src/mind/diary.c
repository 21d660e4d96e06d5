// What a mind remembers of what it did, a line a minute at most. Nothing that decides its next beat: it is
// neither hashed nor asked.
#include "mind/intent/answers_internal.h"
#include "mind/mind_data.h"
#include "mind/tree/live.h"

#include <stdio.h>
#include <string.h>

enum { MINUTE_S = 60, NEWS_OF = 5 };
#define NEWS 4.0f // a deed that the last lines do not have counts so much more

static struct diary_line *line_at(struct diary *d, uint32_t number) {
    return &d->lines[number % DIARY_LINES];
}

static bool is_news(struct diary *d, struct text does) {
    uint32_t first = d->count > NEWS_OF ? d->count - NEWS_OF : 0;
    for (uint32_t i = first; i < d->count; i++)
        if (text_same(line_at(d, i)->does, does)) return false;
    return true;
}

// The minute's deed: the one that took longest, what is new first. The same as before is no line.
static void write_line(struct diary *d) {
    const struct diary_deed *best = NULL;
    float most = 0;
    for (uint32_t i = 0; i < d->deed_count; i++) {
        float weight = d->deeds[i].beats * (is_news(d, d->deeds[i].line.does) ? NEWS : 1);
        if (weight > most) most = weight, best = &d->deeds[i];
    }
    bool same = best && d->count && text_same(line_at(d, d->count - 1)->does, best->line.does);
    if (best && !same) *line_at(d, d->count) = best->line, d->count++;
    d->deed_count = 0;
}

void mind_keep_diary(struct mind *m) {
    struct diary *d = &m->diary;
    const struct node *top = mind_top(m);
    double minute = (double)(uint64_t)(m->live.now / MINUTE_S);
    if (minute > d->minute) write_line(d), d->minute = minute;
    struct text does = top ? m->data->words.does[top->number] : (struct text){0};
    if (!does.len) return;
    for (uint32_t i = 0; i < d->deed_count; i++)
        if (text_same(d->deeds[i].line.does, does)) {
            d->deeds[i].beats++;
            return;
        }
    if (d->deed_count == DIARY_DEEDS) return;
    d->deeds[d->deed_count++] = (struct diary_deed){
        {m->live.now, m->live.unix_us ? m->live.unix_us + m->live.zone_us : 0, does, mind_because(m)}, 1};
}

// Its day and time of day; without a calendar the minutes of its life.
static void show_line(const struct diary_line *line, struct mind_diary_line *out) {
    char iso[32];
    memset(out, 0, sizeof *out);
    out->at_us = line->at < 0 ? 0 : (uint64_t)(line->at * 1e6);
    if (line->local_us > 0) {
        answers_iso(line->local_us / 1000000, iso, sizeof iso);
        text_copy((struct text){iso, sizeof "2026-03-01" - 1}, out->day, sizeof out->day);
        text_copy((struct text){iso + sizeof "2026-03-01", sizeof "18:02" - 1}, out->time, sizeof out->time);
    } else {
        snprintf(out->time, sizeof out->time, "%u min", (unsigned)(line->at / MINUTE_S) % 1000000);
    }
    bool why = line->because.len != 0;
    snprintf(out->words, sizeof out->words, "%.*s%s%.*s", (int)line->does.len, line->does.at,
             why ? ", because " : "", (int)line->because.len, why ? line->because.at : "");
}

size_t mind_diary(const struct mind *m, uint32_t *since, struct mind_diary_line *out, size_t room) {
    const struct diary *d = &m->diary;
    uint32_t oldest = d->count > DIARY_LINES ? d->count - DIARY_LINES : 0;
    size_t count = 0;
    if (*since < oldest || *since > d->count) *since = oldest;
    while (*since < d->count && count < room) show_line(&d->lines[(*since)++ % DIARY_LINES], &out[count++]);
    return count;
}

// "18:02  greets somebody, because it saw a face"
static int print_line(const struct diary_line *line, char *out, size_t size) {
    struct mind_diary_line shown;
    show_line(line, &shown);
    return snprintf(out, size, "%s  %s\n", shown.time, shown.words);
}

// Backwards until it is full, then in order.
void mind_diary_text(const struct mind *m, uint32_t skip, struct mind_text *out) {
    const struct diary *d = &m->diary;
    char line[240];
    uint32_t kept = d->count < DIARY_LINES ? d->count : DIARY_LINES;
    uint32_t end = skip < kept ? d->count - skip : d->count - kept, first = end;
    size_t room = out->size - out->len;
    static const char NOTHING[] = "Nothing is written yet: a line comes each minute.";
    if (!kept && !skip && room >= sizeof NOTHING)
        memcpy(out->at + out->len, NOTHING, sizeof NOTHING), out->len += sizeof NOTHING - 1;
    while (first > d->count - kept) {
        size_t len = (size_t)print_line(&d->lines[(first - 1) % DIARY_LINES], line, sizeof line);
        if (len >= sizeof line || len >= room) break;
        room -= len, first--;
    }
    for (; first < end; first++) {
        size_t len = (size_t)print_line(&d->lines[first % DIARY_LINES], line, sizeof line);
        memcpy(out->at + out->len, line, len + 1), out->len += len;
    }
}
