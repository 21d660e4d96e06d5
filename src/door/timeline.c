// A life on one line: what happened, and how everything was at moments that are kept. When there are many,
// every other one goes, so that the whole life stays in sight and in bounds.
#include "door/dashboard_internal.h"

#include "robot/robot.h"
#include "schema/walk.h"
#include "world/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOMENT_US = 1000000, TOLD_EVERY_US = 1000000 };

static const struct life_view *view_of(const struct dashboard *page, uint32_t robot) {
    const struct soul *soul = dashboard_soul(page, robot);
    if (!soul || soul_messages(soul)->view != &life_view_schema) return NULL;
    return &exchange_view(run_exchange(play_run(page->play)), (size_t)dashboard_life(page, robot))->life;
}

static void append(struct buf *out, const struct schema_struct *body, const void *message, unsigned version) {
    struct writer measure = {0};
    schema_encode(body, message, &measure, version);
    uint8_t *at = buf_extend(out, measure.need);
    if (!at) return;
    struct writer writer = writer_of(at, measure.need);
    schema_encode(body, message, &writer, version);
}

static void thin_out(struct timeline *t) {
    for (uint32_t i = 0; i < t->count; i++)
        if (i % 2) buf_free(&t->moments[i].bytes);
    for (uint32_t i = 0; i < t->count; i += 2) {
        struct moment kept = t->moments[i];
        t->moments[i] = (struct moment){0};
        t->moments[i / 2] = kept;
    }
    t->count = (t->count + 1) / 2;
    t->every_us *= 2;
}

// The world, then the view of each robot that has one, after its number.
void dashboard_keep_moment(struct dashboard *page) {
    struct timeline *t = &page->timeline;
    int64_t now = play_now_us(page->play);
    if (now < t->due_us || play_elsewhere(page->play)) return;
    if (!t->every_us) t->every_us = MOMENT_US;
    if (t->count == MOMENTS_MAX) thin_out(t);
    t->due_us = now + t->every_us;
    struct moment *m = &t->moments[t->count];
    struct world_snapshot *world = &page->message.past.world;
    m->time_us = now;
    world_snapshot(play_world(page->play), world);
    append(&m->bytes, &world_snapshot_schema, world, WORLD_VERSION);
    for (uint32_t robot = 1; robot <= dashboard_robots(page); robot++) {
        const struct life_view *view = view_of(page, robot);
        if (!view) continue;
        buf_byte(&m->bytes, (uint8_t)robot);
        append(&m->bytes, &life_view_schema, view, LIFE_VERSION);
    }
    if (m->bytes.err)
        buf_free(&m->bytes);
    else
        t->count++;
}

void dashboard_forget_moments(struct dashboard *page) {
    for (uint32_t i = 0; i < MOMENTS_MAX; i++) buf_free(&page->timeline.moments[i].bytes);
    page->timeline = (struct timeline){0};
}

// What its clips do, is left to the log.
void dashboard_mark(struct dashboard *page, const struct live_told *told) {
    struct timeline *t = &page->timeline;
    struct live_mark *mark = &t->marks[t->mark_count % MARKS_MAX];
    if (told->clip[0]) return;
    t->mark_count++, t->news = true;
    *mark = (struct live_mark){.time_us = told->time_us};
    text_copy(text_of(told->kind), mark->kind, sizeof mark->kind);
    text_copy(text_of(told->sentence), mark->sentence, sizeof mark->sentence);
}

static void why_not(const struct dashboard *page, struct live_timeline *out) {
    struct fault why = {0};
    out->again = play_can_keep(page->play, &why);
    if (!out->again) text_copy(text_of(why.said), out->why, sizeof out->why);
}

void dashboard_show_timeline(struct dashboard *page, struct ws *ws, int64_t now) {
    struct timeline *t = &page->timeline;
    struct live_timeline *out = &page->message.timeline;
    if (!page->play || play_elsewhere(page->play)) return;
    if (!ws && (now && now - t->shown_us < TOLD_EVERY_US)) return;
    if (!ws && !dashboard_watched(page, 0, WHO_TIMELINE)) return;
    if (!ws) t->shown_us = now, t->news = false;
    memset(out, 0, sizeof *out);
    out->robot = 1;
    out->time_us = (uint64_t)play_now_us(page->play);
    out->every_ms = (uint32_t)(t->every_us / 1000);
    out->follows = play_follows(page->play), out->parted = play_parted(page->play);
    why_not(page, out);
    uint32_t from = t->mark_count > MARKS_MAX ? t->mark_count - MARKS_MAX : 0;
    for (uint32_t i = from; i < t->mark_count; i++) out->marks[out->marks_count++] = t->marks[i % MARKS_MAX];
    dashboard_send_inside(page, ws, 0, WHO_TIMELINE, &live_timeline_schema, out);
}

// The last one that is not after it.
static const struct moment *moment_at(const struct timeline *t, int64_t time_us) {
    uint32_t low = 0, high = t->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (t->moments[middle].time_us <= time_us)
            low = middle;
        else
            high = middle;
    }
    return t->count ? &t->moments[low] : NULL;
}

static enum err read_moment(struct dashboard *page, const struct moment *m, uint32_t robot,
                            struct live_past *out) {
    struct life_view *view = malloc(sizeof *view);
    struct reader in = reader_of(m->bytes.at, m->bytes.len);
    enum err err = view ? schema_decode(&world_snapshot_schema, &out->world, &in, WORLD_VERSION) : ERR_MEMORY;
    bool seen = false;
    out->faces_count = 0;
    while (!err && reader_left(&in)) {
        uint8_t number = read_u8(&in);
        err = schema_decode(&life_view_schema, view, &in, LIFE_VERSION);
        if (!err && number == robot)
            out->view = *view, seen = true;
        else if (!err && out->faces_count < 15)
            out->faces[out->faces_count++] = (struct live_face){number, view->face};
    }
    free(view);
    int life = dashboard_life(page, robot);
    const struct body_model *model = life < 0 ? NULL : run_body(play_run(page->play), (size_t)life)->model;
    if (!err && !seen && robot <= out->world.robots_count)
        dashboard_look_at(&out->world.robots[robot - 1], out->world.time_us, model, &out->view);
    return err;
}

void dashboard_show_moment(struct dashboard *page, struct ws *ws, uint32_t robot, uint32_t ticket,
                           int64_t time_us, struct fault *fault) {
    const struct moment *m = page->play ? moment_at(&page->timeline, time_us) : NULL;
    struct live_past *past = &page->message.past;
    if (!m) {
        fault_set(fault, ERR_STATE, "nothing of this life was kept that could be shown");
        return;
    }
    memset(past, 0, sizeof *past);
    past->robot = (uint8_t)robot, past->time_us = (uint64_t)m->time_us;
    if (read_moment(page, m, robot, past)) {
        fault_set(fault, ERR_MEMORY, "that moment cannot be shown");
        return;
    }
    buf_clear(&page->out);
    live_write_reply(&page->out, &live_past_schema, past, robot, ticket);
    dashboard_send_bytes(page, ws, true, false);
}
