#include "pleo/os/natives/natives.h"

NATIVE(sound_play) { return voice_play(its(amx), native_resource(amx, params[1]), arg(params, 2, 0)); }
NATIVE(sound_play_file) {
    char name[NATIVE_TEXT];
    if (!native_text(amx, params[1], name, sizeof name)) return 0;
    return voice_play(its(amx), apps_by_name(its(amx), URF_SOUND, native_bare(name)), true);
}
NATIVE(sound_command) { return command_sound(its(amx), native_resource(amx, params[1]), arg(params, 2, 0)); }
NATIVE(sound_stop) { return voice_is(its(amx), arg(params, 1, 0)) && voice_stop(its(amx)); }
NATIVE(sound_is_playing) { return voice_is(its(amx), arg(params, 1, 0)); }
static int32_t within(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}
NATIVE(sound_get_volume) { return (void)params, its(amx)->sounds.volume; }
NATIVE(sound_set_volume) { return its(amx)->sounds.volume = within(params[1], 10, 200); }
NATIVE(sound_get_speed) { return (void)params, its(amx)->sounds.percent; }
NATIVE(sound_set_speed) { return its(amx)->sounds.percent = within(params[1], 25, 200); }

static const struct amx_native ROWS[] = {
    ROW(sound_play, 1),       ROW(sound_play_file, 1),  ROW(sound_command, 1),
    ROW(sound_stop, 0),       ROW(sound_is_playing, 0), ROW(sound_get_volume, 0),
    ROW(sound_set_volume, 1), ROW(sound_get_speed, 0),  ROW(sound_set_speed, 1)};
LIBRARY(sound, "Sound", ROWS);
