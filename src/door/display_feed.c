// The display as pixels, for viewers: only while there is more on it than eyes, which the page draws by
// itself, and only what changed.
#include "door/dashboard_internal.h"

#include "body/firmware/cozmo/firmware.h"
#include "codec/picture/rle.h"
#include "stage/screen/easel.h"
#include "world/panel.h"

#include <stdlib.h>
#include <string.h>

// A viewer that reads slowly loses pieces; now and then everything is sent, so that no hole stays.
enum { WHOLE_TICKS = 90 };

// A display that is damaged or dimmed does not look as the page would draw it.
static bool is_dull(const struct dashboard *page, uint32_t robot) {
    if (robot == 1 && play_elsewhere(page->play)) return false;
    const struct world_memory *m = world_memory(play_world(page->play));
    bool dull = robot <= m->robots_count && m->robots[robot - 1].backlight < 255;
    for (uint32_t i = 0; i < m->defects_count; i++)
        dull |= m->defects[i].robot == robot && (m->defects[i].kind == WORLD_DEFECT_KIND_DISPLAY_LINE_DEAD ||
                                                 m->defects[i].kind == WORLD_DEFECT_KIND_DISPLAY_LIGHT_DEAD);
    return dull;
}

static void send(struct dashboard *page, uint32_t robot, struct live_screen screen) {
    screen.robot = (uint8_t)robot;
    buf_clear(&page->out);
    live_write_binary(&page->out, LIVE_SCREEN, &screen);
    dashboard_send_to(page, robot, WHO_WATCHES, false, screen.width > 0);
}

static void send_changes(struct dashboard *page, uint32_t robot, int width, int height) {
    struct display_feed *g = page->robots[robot - 1].display;
    struct raster now = raster_over(g->now, width, height), sent = raster_over(g->sent, width, height);
    struct raster_area areas[RASTER_AREAS];
    size_t count = g->whole ? raster_changes(&sent, &now, areas) : 1;
    if (!g->whole) areas[0] = raster_all(&now);
    for (size_t i = 0; i < count; i++) {
        struct raster_area a = areas[i];
        size_t pixels = (size_t)a.width * (size_t)a.height;
        raster_copy(&now, a, g->piece);
        struct live_screen screen = {.x = (uint16_t)a.x,
                                     .y = (uint16_t)a.y,
                                     .width = (uint16_t)a.width,
                                     .height = (uint16_t)a.height,
                                     .of_width = (uint16_t)width,
                                     .of_height = (uint16_t)height,
                                     .pixels = {(const uint8_t *)g->piece, pixels * sizeof *g->piece}};
        send(page, robot, screen);
    }
    memcpy(g->sent, g->now, sizeof g->sent);
    g->whole = true;
}

// One bit a dot, drawn in white.
static void paint_bits(const struct rle_picture *picture, int width, int height, uint16_t *out) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[y * width + x] = rle_get(picture, (unsigned)x, (unsigned)y) ? 0xffff : 0;
}

void dashboard_show_display(struct dashboard *page, uint32_t robot) {
    struct watched *w = &page->robots[robot - 1];
    const struct soul *soul = dashboard_soul(page, robot);
    uint16_t width, height;
    struct life_view *view = &page->message.frame.view;
    if (!dashboard_watched(page, robot, WHO_WATCHES) || !soul->class->face) return;
    if (!w->display) w->display = calloc(1, sizeof *w->display);
    struct display_feed *g = w->display;
    if (!g || !soul_life_view(soul, view)) return;
    uint32_t number = soul->class->face->number(soul, &width, &height);
    const struct cozmo_firmware *driven = dashboard_driven(page, robot); // its soul's eyes are nowhere
    if (driven) number = (uint32_t)cozmo_firmware_display_changes(driven);
    bool dull = is_dull(page, robot), on = driven || view->screen.shows != LIFE_SHOWING_EYES || dull;
    if (!on) {
        if (g->on) send(page, robot, (struct live_screen){0}); // eyes again
        g->on = g->whole = false;
        return;
    }
    if (++g->ticks % WHOLE_TICKS == 0) g->whole = false;
    if (g->on && g->whole && g->number == number && g->driven == (driven != NULL) && !dull) return;
    if (!g->easel) g->easel = easel_new(0);
    if (!g->easel || (size_t)width * height > SCREEN_PIXELS) return;
    struct raster raster = raster_over(g->now, width, height);
    if (driven)
        paint_bits(cozmo_firmware_display(driven), width, height, g->now);
    else
        soul->class->face->paint(soul, g->easel, &raster);
    if (robot > 1 || !play_elsewhere(page->play)) panel_show(play_world(page->play), robot, &raster);
    g->driven = driven != NULL;
    send_changes(page, robot, width, height);
    g->number = number;
    g->on = true;
}

void dashboard_display_anew(struct dashboard *page, uint32_t robot) {
    struct display_feed *g = page->robots[robot - 1].display;
    if (g) g->whole = false;
}

void dashboard_display_close(struct dashboard *page, uint32_t robot) {
    struct display_feed *g = page->robots[robot - 1].display;
    if (g) easel_free(g->easel);
    free(g);
    page->robots[robot - 1].display = NULL;
}
