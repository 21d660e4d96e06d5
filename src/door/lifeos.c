// What viewers are told of LifeOS, the software of a Pleo: joints, what he does and why, properties, sensors,
// log. Whole for whoever begins to look, then what changed. What nobody looks at is not made.
#include "door/dashboard_internal.h"

#include <string.h>

enum { LINES = 64 }; // in a message

static bool look(const struct dashboard *page, uint32_t robot, struct pleo_inside *out) {
    const struct soul *soul = dashboard_soul(page, robot);
    return soul && pleo_inside(soul, out);
}

// To one viewer, or to all who look at it.
static void send(struct dashboard *page, struct ws *ws, uint32_t robot, const struct schema_struct *body,
                 const void *message) {
    dashboard_send_inside(page, ws, robot, WHO_LIFEOS, body, message);
}

static void send_pose(struct dashboard *page, struct ws *ws, uint32_t robot, const struct pleo_inside *now) {
    struct live_pose pose = {.time_us = now->time_us, .robot = (uint8_t)robot};
    memcpy(pose.joints, now->limbs, sizeof pose.joints);
    send(page, ws, robot, &live_pose_schema, &pose);
}

static void send_doing(struct dashboard *page, struct ws *ws, uint32_t robot, const struct pleo_inside *now) {
    struct live_doing doing = {.time_us = now->time_us, .doing = now->doing, .robot = (uint8_t)robot};
    send(page, ws, robot, &live_doing_schema, &doing);
}

// Those that are another than before, and those that are 0 now; both lists are sorted by their ids. Before
// NULL: all of them.
static void send_properties(struct dashboard *page, struct ws *ws, uint32_t robot,
                            const struct pleo_inside *before, const struct pleo_inside *now) {
    struct live_properties *out = &page->message.properties;
    uint32_t k = 0, had = before ? before->property_count : 0;
    out->time_us = now->time_us, out->robot = (uint8_t)robot, out->whole = !before, out->list_count = 0;
    for (uint32_t i = 0; i < now->property_count || k < had;) {
        const struct pleo_named *is = i < now->property_count ? &now->properties[i] : NULL;
        const struct pleo_named *was = k < had ? &before->properties[k] : NULL;
        bool gone = was && (!is || was->id < is->id), same = was && is && was->id == is->id;
        struct pleo_named *to = &out->list[out->list_count];
        bool news = gone || !same || memcmp(is, was, sizeof *is) != 0;
        if (news && out->list_count < sizeof out->list / sizeof *out->list) {
            *to = gone ? *was : *is, out->list_count++;
            if (gone) to->value = 0;
        }
        i += !gone, k += gone || same;
    }
    if (!before || out->list_count) send(page, ws, robot, &live_properties_schema, out);
}

static void send_sensors(struct dashboard *page, struct ws *ws, uint32_t robot,
                         const struct pleo_inside *before, const struct pleo_inside *now) {
    struct live_sensors *out = &page->message.sensors;
    out->time_us = now->time_us, out->robot = (uint8_t)robot, out->whole = !before, out->list_count = 0;
    for (uint32_t i = 0; i < now->reading_count; i++)
        if (!before || memcmp(&before->readings[i], &now->readings[i], sizeof now->readings[i]) != 0)
            out->list[out->list_count++] = now->readings[i];
    if (!before || out->list_count) send(page, ws, robot, &live_sensors_schema, out);
}

// From the line `next` on, as far as the log reaches back; the line after the last.
static uint32_t send_log(struct dashboard *page, struct ws *ws, uint32_t robot, uint32_t next) {
    struct live_log_lines *out = &page->message.log_lines;
    struct soul *soul = dashboard_soul(page, robot);
    const char *line;
    do {
        out->lines_count = 0, out->robot = (uint8_t)robot;
        while (out->lines_count < LINES && pleo_log_line(soul, &next, &line))
            text_copy(text_of(line), out->lines[out->lines_count++], sizeof *out->lines);
        out->first = next - out->lines_count;
        if (out->lines_count) send(page, ws, robot, &live_log_lines_schema, out);
    } while (out->lines_count == LINES);
    return next;
}

void dashboard_lifeos_anew(struct dashboard *page, const struct viewer *viewer) {
    struct pleo_inside now;
    if (!look(page, viewer->robot, &now)) return;
    send_pose(page, viewer->ws, viewer->robot, &now);
    send_doing(page, viewer->ws, viewer->robot, &now);
    send_properties(page, viewer->ws, viewer->robot, NULL, &now);
    send_sensors(page, viewer->ws, viewer->robot, NULL, &now);
    send_log(page, viewer->ws, viewer->robot, now.log_lines > LINES ? now.log_lines - LINES : 0);
}

// Nobody may have looked for a while: then all that changed meanwhile is told again to those who know it.
void dashboard_show_lifeos(struct dashboard *page, uint32_t robot, struct inside *in) {
    struct pleo_inside now;
    if (!look(page, robot, &now)) return;
    const struct pleo_inside *had = &in->lifeos;
    if (memcmp(now.limbs, had->limbs, sizeof now.limbs) != 0) send_pose(page, NULL, robot, &now);
    if (memcmp(&now.doing, &had->doing, sizeof now.doing) != 0) send_doing(page, NULL, robot, &now);
    send_properties(page, NULL, robot, had, &now);
    send_sensors(page, NULL, robot, had, &now);
    if (now.log_lines != in->log_next) in->log_next = send_log(page, NULL, robot, in->log_next);
    in->lifeos = now;
}
