// What the robot lets be heard, for viewers who listen. A tap is opened with the first of them and closed with the last; whether anybody
// listens changes nothing in the life.
#include "door/dashboard_internal.h"

#include "stage/sound/audio_tap.h"

enum { TAP_MS = 400 };

void dashboard_deafen(struct dashboard *page) {
    if (!page->tap) return;
    struct soul *soul = dashboard_soul(page);
    if (soul) soul->class->sound->unlisten(soul, page->tap);
    audio_tap_free(page->tap);
    page->tap = NULL;
}

static bool wanted(const struct dashboard *page) {
    for (unsigned i = 0; i < page->count; i++)
        if (page->viewers[i].sound) return true;
    return false;
}

void dashboard_listen(struct dashboard *page) {
    if (!wanted(page)) {
        dashboard_deafen(page);
        return;
    }
    struct soul *soul = dashboard_soul(page);
    const struct soul_sound *its = soul->class->sound;
    if (!its) return;
    if (!page->tap) {
        page->tap = audio_tap_new(its->rate_hz(soul), TAP_MS);
        if (!page->tap || !its->listen(soul, page->tap)) {
            audio_tap_free(page->tap);
            page->tap = NULL;
        }
        return; // from the next tick on there is something
    }
    size_t count = audio_tap_take(page->tap, page->heard, HEARD_MAX);
    if (!count) return;
    struct live_sound sound = {.time_us = (uint64_t)play_now_us(page->play),
                               .rate_hz = audio_tap_rate(page->tap),
                               .samples = {(const uint8_t *)page->heard, count * sizeof *page->heard}};
    buf_clear(&page->out);
    live_write_binary(&page->out, LIVE_SOUND, &sound);
    for (unsigned i = 0; i < page->count; i++)
        if (page->viewers[i].sound) dashboard_send_bytes(page, page->viewers[i].ws, false, true);
}
