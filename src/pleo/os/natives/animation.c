#include "pleo/os/natives/natives.h"

NATIVE(command_exec) { return command_run(its(amx), native_resource(amx, params[1]), arg(params, 2, 0)); }
NATIVE(command_is_playing) { return command_is(its(amx), params[1]); }
NATIVE(command_add) { return command_queue(its(amx), native_resource(amx, params[1]), arg(params, 2, 0)); }
NATIVE(command_remove) { return command_remove(its(amx), params[1]); }
NATIVE(any_command_motion_is_playing) {
    (void)params;
    return its(amx)->commands.motion && motion_playing(its(amx), its(amx)->commands.motion);
}
NATIVE(command_motion_stop) {
    (void)params;
    return its(amx)->commands.motion && motion_stop(its(amx), its(amx)->commands.motion);
}

static const struct amx_native ROWS[] = {ROW(command_exec, 1),
                                         ROW(command_is_playing, 1),
                                         ROW(command_add, 1),
                                         ROW(command_remove, 1),
                                         ROW(any_command_motion_is_playing, 0),
                                         ROW(command_motion_stop, 0)};
LIBRARY(animation, "Animation", ROWS);
