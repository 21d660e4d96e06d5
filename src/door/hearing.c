// What the robot lets be heard, for viewers who listen. A tap is opened with the first of them and closed
// with the last; whether anybody listens changes nothing in the life.
#include "door/dashboard_internal.h"

#include "stage/sound/audio_tap.h"

enum { TAP_MS = 400 };

void dashboard_deafen(struct dashboard *page, uint32_t robot) {
    struct audio_tap **tap = &page->robots[robot - 1].tap;
    if (!*tap) return;
    struct soul *soul = dashboard_soul(page, robot);
    if (soul) soul->class->sound->unlisten(soul, *tap);
    audio_tap_free(*tap);
    *tap = NULL;
}

void dashboard_listen(struct dashboard *page, uint32_t robot) {
    struct audio_tap **tap = &page->robots[robot - 1].tap;
    struct soul *soul = dashboard_soul(page, robot);
    const struct soul_sound *its = soul->class->sound;
    if (!its || !dashboard_watched(page, robot, WHO_HEARS)) return dashboard_deafen(page, robot);
    if (!*tap) {
        *tap = audio_tap_new(its->rate_hz(soul), TAP_MS);
        if (!*tap || !its->listen(soul, *tap)) {
            audio_tap_free(*tap);
            *tap = NULL;
        }
        return; // from the next tick on there is something
    }
    size_t count = audio_tap_take(*tap, page->heard, HEARD_MAX);
    if (!count) return;
    struct live_sound sound = {.time_us = (uint64_t)play_now_us(page->play),
                               .rate_hz = audio_tap_rate(*tap),
                               .samples = {(const uint8_t *)page->heard, count * sizeof *page->heard},
                               .robot = (uint8_t)robot};
    buf_clear(&page->out);
    live_write_binary(&page->out, LIVE_SOUND, &sound);
    dashboard_send_to(page, robot, WHO_HEARS, false, true);
}
