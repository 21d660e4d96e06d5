#include "pleo/os/natives/natives.h"

NATIVE(motion_play) {
    struct pleo *p = its(amx);
    if (power_dear(p)) return MOTION_INVALID; // the battery does not allow it
    return motion_play(p, native_resource(amx, params[1]));
}
NATIVE(motion_play_file) {
    char name[NATIVE_TEXT];
    if (!native_text(amx, params[1], name, sizeof name)) return MOTION_INVALID;
    return motion_play(its(amx), apps_by_name(its(amx), URF_MOTION, native_bare(name)));
}
NATIVE(motion_pause) { return motion_pause(its(amx), params[1], arg(params, 2, 1)); }
NATIVE(motion_stop) { return motion_stop(its(amx), arg(params, 1, MOTION_ANY)); }
NATIVE(motion_is_playing) { return motion_playing(its(amx), arg(params, 1, MOTION_ANY)); }
NATIVE(motion_set_playback_speed) {
    int32_t percent = params[1] < 10 ? 10 : params[1] > 500 ? 500 : params[1];
    return its(amx)->motions.percent = percent;
}
NATIVE(motion_get_playback_speed) { return (void)params, its(amx)->motions.percent; }

static const struct amx_native ROWS[] = {ROW(motion_play, 1),
                                         ROW(motion_play_file, 1),
                                         ROW(motion_pause, 1),
                                         ROW(motion_stop, 0),
                                         ROW(motion_is_playing, 0),
                                         ROW(motion_set_playback_speed, 1),
                                         ROW(motion_get_playback_speed, 0)};
LIBRARY(motion, "Motion", ROWS);
