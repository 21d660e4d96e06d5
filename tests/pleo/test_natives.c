// Every function that scripts can call, by what it does: a table of statements and what they print. And that
// the table, the machines' libraries and the kit's includes know the same functions.
#include "pleo/os_rig.h"

#include "pleo/kit/build.h"
#include "pleo/os/natives/natives.h"

#include <stdio.h>

#define ALL                                                                                                  \
    "#include <Animation>\n#include <Application>\n#include <Attention>\n#include <Camera>\n"                \
    "#include <Drive>\n#include <File>\n#include <Joint>\n#include <Log>\n#include <Motion>\n"               \
    "#include <Property>\n#include <Resource>\n#include <Script>\n#include <Sensor>\n#include <Sequence>\n"  \
    "#include <Sound>\n#include <String>\n#include <Time>\n#include <Util>\n#include <names>\n"

// The statement prints with say(value) or printf; the functions are those it is about.
static const struct row {
    const char *about, *does, *prints;
} ROWS_OF[] = {
    // joints
    {"joint_get_min joint_get_max joint_get_neutral",
     "say(joint_get_min(JOINT_TORSO, angle_degrees)); say(joint_get_max(JOINT_HEAD, angle_degrees)); "
     "say(joint_get_neutral(JOINT_HEAD, angle_degrees));",
     "-15 85 0"},
    {"joint_get_min", "say(joint_get_min(JOINT_HEAD, angle_vr)); say(joint_get_max(JOINT_HEAD, angle_mu));",
     "0 255"},
    {"joint_move_to joint_get_position joint_is_moving",
     "joint_move_to(JOINT_HEAD, -30); say(joint_is_moving(JOINT_HEAD)); sleep 100; "
     "say(joint_get_position(JOINT_HEAD)); say(joint_is_moving(JOINT_HEAD));",
     "1 -30 0"},
    {"joint_move_to",
     "joint_move_to(JOINT_TORSO, 51, 100, angle_vr); sleep 100; say(joint_get_position(JOINT_TORSO));", "-9"},
    {"joint_move_to", "joint_move_to(JOINT_TORSO, 99); sleep 100; say(joint_get_position(JOINT_TORSO));",
     "15"},
    {"joint_get_attribute joint_set_attribute",
     "say(joint_set_attribute(JOINT_TORSO, ja_deadband, 5)); say(joint_get_attribute(JOINT_TORSO, "
     "ja_deadband)); say(joint_set_attribute(JOINT_TORSO, ja_load, 5));",
     "1 5 -1"},
    {"joint_get_attribute",
     "joint_move_to(JOINT_TORSO, 9); say(joint_get_attribute(JOINT_TORSO, ja_setpoint)); say(_: "
     "joint_get_status(JOINT_TORSO)); sleep 99; say(_: joint_get_status(JOINT_TORSO));",
     "9 1 0"},
    {"joint_set_min joint_set_max joint_set_neutral joint_calibrate_reset",
     "joint_set_min(JOINT_HEAD, -10, angle_degrees); joint_set_max(JOINT_HEAD, 20, angle_degrees); "
     "joint_set_neutral(JOINT_HEAD, 5, angle_degrees); joint_move_to(JOINT_HEAD, -70); sleep 99; "
     "say(joint_get_position(JOINT_HEAD)); say(joint_get_neutral(JOINT_HEAD, angle_degrees)); "
     "joint_calibrate_reset(JOINT_HEAD); say(joint_get_min(JOINT_HEAD, angle_degrees));",
     "-10 5 -80"},
    {"joint_set_angle_limits",
     "say(joint_set_angle_limits(JOINT_HEAD, -20, 0, 20)); say(joint_set_angle_limits(JOINT_HEAD, 20, 0, "
     "-20)); say(joint_set_angle_limits(JOINT_HEAD, -170, 0, 20)); say(joint_get_max(JOINT_HEAD, "
     "angle_degrees));",
     "1 0 0 20"},
    {"joint_set_offset joint_get_offset joint_calibrate",
     "joint_set_offset(JOINT_HEAD, 7); joint_move_to(JOINT_HEAD, 10); sleep 99; "
     "say(joint_get_position(JOINT_HEAD)); say(joint_get_offset(JOINT_HEAD)); joint_calibrate(JOINT_HEAD); "
     "say(joint_get_offset(JOINT_HEAD)); sleep 99; say(joint_get_position(JOINT_HEAD));",
     "10 7 0 0"},
    {"joint_get_name", "new n[24]; say(joint_get_name(JOINT_HEAD, n)); printf(\"%s \", n);", "4 head"},
    {"joint_set_stall_detect_enable joint_get_stall_detect_enable",
     "say(joint_get_stall_detect_enable()); joint_set_stall_detect_enable(false); "
     "say(joint_get_stall_detect_enable());",
     "1 0"},
    {"joint_control",
     "joint_control(JOINT_NECK_VERTICAL, 1); motion_play(mot_bow); sleep 200; "
     "say(joint_get_position(JOINT_NECK_VERTICAL)); joint_control(JOINT_NECK_VERTICAL, 0); "
     "motion_play(mot_bow); sleep 200; say(joint_get_position(JOINT_NECK_VERTICAL));",
     "0 -40"},
    // motions
    {"motion_play motion_is_playing motion_stop",
     "new Motion: m = motion_play(mot_bow); say(motion_is_playing(m)); say(motion_is_playing(mot_bow)); "
     "say(motion_is_playing(Motion_Any)); say(get(property_motion)); say(motion_stop(m)); "
     "say(motion_is_playing()); say(get(property_motion)); say(motion_stop(m));",
     "1 1 1 8192 1 0 0 0"},
    {"motion_play",
     "motion_play(mot_bow); sleep 900; say(motion_is_playing()); say(get(property_motion_time) > 0); sleep "
     "200; say(motion_is_playing()); say(_: motion_play(motion_name: 0x2fff));",
     "1 1 0 255"},
    {"motion_play_file",
     "say(motion_play_file(\"a:bow.umf\") != Motion_Invalid); say(motion_play_file(\"nothing\") == "
     "Motion_Invalid);",
     "1 1"},
    {"motion_pause",
     "new Motion: m = motion_play(mot_bow); say(motion_pause(m, true)); sleep 1500; "
     "say(motion_is_playing(m)); motion_pause(m, false); sleep 1200; say(motion_is_playing(m)); "
     "say(motion_pause(m, true));",
     "1 1 0 0"},
    {"motion_set_playback_speed motion_get_playback_speed",
     "say(motion_set_playback_speed(200)); say(motion_get_playback_speed()); motion_play(mot_bow); sleep "
     "600; say(motion_is_playing()); motion_set_playback_speed(50); motion_play(mot_bow); sleep 1500; "
     "say(motion_is_playing()); sleep 600; say(motion_is_playing()); say(motion_set_playback_speed(9999));",
     "200 200 0 1 0 500"},
    // sounds
    {"sound_play sound_is_playing sound_stop",
     "new Sound: s = sound_play(snd_beep); say(s != Sound_Invalid); say(sound_is_playing(s)); "
     "say(sound_is_playing(snd_beep)); say(_: sound_play(snd_beep)); say(sound_play(snd_beep, true) != s); "
     "say(get(property_sound)); say(sound_stop()); say(sound_is_playing()); say(sound_stop());",
     "1 1 1 0 1 4096 1 0 0"},
    {"sound_play",
     "sound_play(snd_beep); sleep 430; say(sound_is_playing()); sleep 150; say(sound_is_playing()); "
     "say(get(property_sound));",
     "1 0 0"},
    {"sound_play_file",
     "say(sound_play_file(\"beep\") != Sound_Invalid); say(sound_play_file(\"nothing\") == Sound_Invalid);",
     "1 1"},
    {"sound_command",
     "say(sound_command(cmd_noise)); set(property_mood, 2); say(sound_command(cmd_noise) != 0); "
     "say(get(property_sound));",
     "0 1 4096"},
    {"sound_get_volume sound_set_volume sound_get_speed sound_set_speed",
     "say(sound_get_volume()); say(sound_set_volume(150)); say(sound_set_volume(5)); "
     "say(sound_set_speed(9999)); say(sound_get_speed()); sound_play(snd_beep); sleep 300; "
     "say(sound_is_playing());",
     "100 150 10 200 200 0"},
    // commands
    {"command_exec command_is_playing any_command_motion_is_playing command_motion_stop",
     "new Command: c = command_exec(cmd_bow); say(command_is_playing(c)); say(get(property_command)); "
     "say(get(property_command_status)); say(any_command_motion_is_playing()); say(command_motion_stop()); "
     "sleep 66; say(command_is_playing(c)); say(get(property_command_status));",
     "1 12288 0 1 1 0 2"},
    {"command_exec",
     "say(_: command_exec(cmd_noise)); say(get(property_command_status)); command_exec(cmd_bow, 1); "
     "say(get(property_command_status)); sleep 1200; say(command_is_playing(cmd_bow)); sleep 1200; "
     "say(command_is_playing(cmd_bow));",
     "INFO: anim: nothing in noise suits now 0 4 1 1 0"},
    {"command_add command_remove",
     "command_exec(cmd_bow); new Command: c = command_add(cmd_bow); say(get(property_command_pending)); "
     "say(command_remove(c)); say(get(property_command_pending)); say(command_remove(c));",
     "12288 1 0 0"},
    // properties
    {"property_get property_set",
     "say(property_get(property_hunger)); say(property_set(property_hunger, 5)); say(get(property_hunger)); "
     "say(set_property(property_hunger, 0x7fffffff)); say(get_property(property_hunger)); "
     "say(property_get(property_name: 0));",
     "-1 0 5 5 1073741823 -1"},
    {"property_get", "say(get(property_platform));", "4"},
    {"property_set_leak property_leak_enable",
     "set(property_hunger, 10); property_set_leak(property_hunger, 2, 100, 15, 0); sleep 250; "
     "say(get(property_hunger)); sleep 600; say(get(property_hunger)); set(property_hunger, 3); "
     "property_leak_enable(false); sleep 300; say(get(property_hunger));",
     "14 15 3"},
    {"property_save property_load",
     "set(property_mood, 3); say(property_save(\"b:life.prp\")); set(property_mood, 9); set(property_hunger, "
     "4); say(property_load(\"b:life.prp\")); say(get(property_mood)); say(get(property_hunger)); "
     "say(property_load(\"b:none\"));",
     "ERROR: property: b:none: there is no such file 1 1 3 -1 0"},
    {"property_add_report property_enable_reporting",
     "say(property_add_report(property_mood, 3, 100)); say(add_reporter(property_hunger, 0, 5)); "
     "property_enable_reporting(true);",
     "1 1"},
    // scripts
    {"vm_exec vm_exec_id",
     "say(vm_exec(\"aux\")); sleep 99; say(get(property_behavior)); say(vm_exec(\"nothing\")); "
     "say(vm_exec_id(scr_aux, vm_aux)); say(vm_exec_id(script_name: 0x4999)); say(exec_id(scr_aux));",
     "INFO: vm: aux: aux is loaded 1 16384 0 1 0 1"},
    {"wait_new wait_add_property vm_wait",
     "new Wait: w = wait_new(); say(w != Wait: 0); say(wait_add_property(w, property_platform, 4)); new t = "
     "time(); vm_wait(w, vm_main); say(time() - t); say(wait_add_property(Wait: 99, property_mood, 1));",
     "1 1 33 0"},
    {"yield", "new t = time(); yield(); say(time() - t);", "33"},
    // sensors
    {"sensor_read sensor_read_raw",
     "say(sensor_read(SENSOR_NTC)); say(sensor_get_value(SENSOR_BATTERY)); "
     "say(sensor_read_raw(SENSOR_LIGHT)); say(sensor_read(sensor_name: 999));",
     "6000 90 100 0"},
    {"sensor_write sensor_is_triggered sensor_reset",
     "sensor_write(SENSOR_HEAD, 1); say(sensor_read(SENSOR_HEAD)); say(sensor_is_triggered(SENSOR_HEAD)); "
     "say(sensor_reset(SENSOR_HEAD)); say(sensor_is_triggered(SENSOR_HEAD));",
     "1 1 1 0"},
    {"sensor_get_name",
     "new n[24]; sensor_get_name(SENSOR_CHEEKL, n); printf(\"%s \", n); new s[3]; "
     "sensor_get_name(SENSOR_HEAD, s); printf(\"%s \", s);",
     "cheekl he"},
    {"sensor_get_config sensor_set_config",
     "say(sensor_get_config(SENSOR_LIGHT, sensor_config_trigger)); say(sensor_get_config(SENSOR_LIGHT, "
     "sensor_config_aux_trigger)); sensor_set_trigger_level(SENSOR_LIGHT, 50); "
     "say(sensor_get_config(SENSOR_LIGHT, sensor_config_trigger)); sensor_disable(SENSOR_LIGHT); "
     "say(sensor_get_config(SENSOR_LIGHT, sensor_config_enabled)); say(sensor_get_config(SENSOR_BEACON, "
     "sensor_config_beacon_id)); say(sensor_get_trigger_count(SENSOR_LIGHT));",
     "30 150 50 0 52 0"},
    {"sensor_test_add sensor_call_script",
     "sensor_test_add(SENSOR_TILT); say(sensor_get_trigger_count(SENSOR_TILT)); "
     "say(sensor_time_since_last(SENSOR_TILT)); say(sensor_call_script(SENSOR_TILT, false));",
     "1 0 1"},
    {"sensor_data_size sensor_read_data sensor_write_data",
     "new d[16]; say(sensor_write_data(SENSOR_PACKET, \"t\")); sleep 66; "
     "say(sensor_data_size(SENSOR_PACKET)); say(sensor_read_data(SENSOR_PACKET, d)); printf(\"%s \", d); "
     "say(sensor_read_data(SENSOR_BEACON, d, 1)); say(d[0]);",
     "1 5 5 t0000 1 52"},
    // attention
    {"set_timer_interval",
     "say(set_timer_interval(200)); say(set_timer_interval(0)); say(sensor_get_config(SENSOR_TIMER, "
     "sensor_config_timer_interval));",
     "0 200 0"},
    {"set_object_edge_parms", "set_object_edge_params(1, -50, 2, 3, 4, 5, 6, 7); say(1);", "1"},
    {"p2p_get_id p2p_set_msg p2p_stop_msg p2p_get_msg p2p_reset",
     "new a, b, c, d, e; say(p2p_get_id()); say(p2p_set_msg(9, 1, 2, 0)); say(p2p_get_msg(9, a, b, c, d, "
     "e)); say(p2p_stop_msg()); say(p2p_reset(-1));",
     "52 1 0 1 1"},
    {"set_reward get_last_step set_trick_step get_trick_cmd print_links",
     "say(get_last_step(1)); say(set_trick_step(1, 2, cmd_bow)); say(get_last_step(1)); say(get_trick_cmd(1, "
     "2)); say(set_trick_step(1, 99, 1)); say(set_reward(1, 2, mot_bow, 5)); say(print_links());",
     "INFO: attention: trick 1 step 2 motion 0x2000 weight 5 -1 1 2 12288 0 1 1"},
    {"tricks_save_data tricks_load_data",
     "set_trick_step(3, 0, cmd_bow); say(tricks_save_data(\"b:t\")); set_trick_step(3, 0, 0); "
     "say(tricks_load_data(\"b:t\")); say(get_trick_cmd(3, 0)); say(tricks_load_data(\"b:none\"));",
     "1 1 12288 0"},
    {"set_ambient_sound_parms set_ambient_light_parms get_ambient_sound_level get_ambient_light_level",
     "say(set_ambient_sound_parms(256, 10)); say(set_ambient_light_parms(256, 20)); sleep 3000; "
     "say(get_ambient_light_level() > 60); say(get_ambient_sound_level()); say(set_ambient_light_parms(0, "
     "1));",
     "1 1 1 0 0"},
    {"set_derived_sensor_priority inc_derived_sensor_priority dec_derived_sensor_priority",
     "say(set_derived_sensor_priority(SENSOR_ABUSE, 9)); say(inc_derived_sensor_priority(SENSOR_ABUSE)); "
     "say(inc_derived_sensor_priority(SENSOR_ABUSE)); say(dec_derived_sensor_priority(SENSOR_ABUSE)); "
     "say(set_derived_sensor_priority(SENSOR_HEAD, 9));",
     "9 10 10 9 -1"},
    {"set_joint_stuck_limit", "say(set_joint_stuck_limit(100)); say(set_joint_stuck_limit(-1));", "1 0"},
    {"mls_set_property mls_set_file_name mls_set",
     "mls_set_property(property_mood); say(mls_set_file_name(\"b:m\")); say(mls_set(3, 4, true)); "
     "say(get(property_mood)); say(file_exists(\"b:m\"));",
     "1 1 1 1"},
    // camera
    {"camera_enable camera_track_enable camera_set_color_preset camera_set_colormap camera_set_register",
     "camera_enable(true); camera_track_enable(true); camera_set_color_preset(color_map_red); "
     "camera_set_colormap(1, 255, 200, 99, 0, 99, 0); camera_set_register(3, 4); say(1);",
     "1"},
    {"camera_request_average camera_get_average camera_get_object camera_take_picture",
     "new a, b, c, d, e; camera_request_average(0, 0, 9, 9); say(camera_get_average(a, b, c)); "
     "say(camera_get_object(a, b, c, d, e)); say(camera_take_picture(\"b:p\"));",
     "0 0 0"},
    // drives
    {"drive_add drive_get_name drive_set_value set_trigger_values emotion_add",
     "new n[20]; say(drive_add(\"hunger\", -25, 25, -1)); say(drive_add(\"hunger\", 0, 0, -1)); "
     "say(drive_get_name(0, n)); printf(\"%s \", n); say(drive_set_value(\"hunger\", 9)); "
     "say(drive_set_trigger_values(\"hunger\", 1, 2)); say(emotion_add(\"joy\", 0, 0, -1)); sleep 66; "
     "say(get(property_drive)); say(drive_set_value(\"thirst\", 1));",
     "WARNING: drive: drive \"hunger\" is not added INFO: drive: hunger 1 0 1 hunger 1 1 1 1 0"},
    {"behavior_add behavior_set_value",
     "drive_add(\"play\", 0, 0, -1); say(behavior_add(scr_aux, \"play\", 0, 0, 0, 0, -1)); "
     "say(behavior_set_value(\"play\", scr_aux, 5)); say(behavior_set_value(\"play\", 1, 5)); sleep 99; "
     "say(get(property_behavior));",
     "INFO: drive: play INFO: vm: aux: aux is loaded 1 1 0 16384"},
    {"drive_save drive_load drive_set_value",
     "drive_add(\"one\", 0, 0, -1); drive_add(\"two\", 0, 0, -1); drive_set_value(\"two\", 33); sleep 66; "
     "say(get(property_drive)); say(drive_save(\"b:d\")); drive_set_value(\"two\", -1); sleep 66; "
     "say(get(property_drive)); say(drive_load(\"b:d\")); sleep 66; say(get(property_drive)); "
     "say(drive_load(\"b:none\"));",
     "INFO: drive: two INFO: drive: one INFO: drive: two 2 1 1 1 2 0"},
    // files
    {"device_change file_open file_puts file_close file_exists file_get_size file_gets",
     "say(device_change(device_sd)); say(device_change(device_df)); new File: f = file_open(\"x.txt\", "
     "io_write); say(file_puts(f, \"one\\ntwo\\n\")); file_close(f); say(file_exists(\"b:x.txt\")); f = "
     "file_open(\"x.txt\"); say(file_get_size(f)); new s[20]; say(file_gets(f, s)); printf(\"%s\", s); "
     "file_gets(f, s); printf(\"%s\", s); say(file_gets(f, s)); say(file_close(f)); say(file_close(f));",
     "0 1 8 1 8 4 one two 0 1 0"},
    {"file_open",
     "say(_: file_open(\"b:none\")); say(_: file_open(\"c:x\", io_write)); say(_: file_open(\"b:../x\", "
     "io_write)); say(_: file_open(\"a:x\", io_write));",
     "0 0 0 0"},
    {"file_write file_read file_seek file_printf file_flush",
     "new File: f = file_open(\"b:y\", io_write); new d[2]; d[0] = 0x41424344; d[1] = 0x45464748; "
     "say(file_write(f, d, 6)); say(file_printf(f, \"-%d\", 7)); file_flush(f); file_close(f); f = "
     "file_open(\"b:y\"); new e[3]; say(file_read(f, e, true, 8)); say(e[0]); say(file_seek(f, 1)); new "
     "g[4]; say(file_read(f, g, false, 2)); say(g[1]); say(file_seek(f, 99));",
     "6 2 8 1094861636 1 2 67 -1"},
    {"file_copy file_delete",
     "new File: f = file_open(\"b:z\", io_append); file_puts(f, \"abc\"); file_close(f); "
     "say(file_copy(\"b:z\", \"b:w\")); say(file_delete(\"b:z\")); say(file_exists(\"b:z\")); f = "
     "file_open(\"b:w\", io_append); file_puts(f, \"d\"); say(file_get_size(f)); say(file_delete(\"b:z\"));",
     "1 1 0 4 0"},
    {"find_first find_next",
     "new n[20]; file_close(file_open(\"b:a.txt\", io_write)); file_close(file_open(\"b:b.txt\", io_write)); "
     "file_close(file_open(\"b:c.dat\", io_write)); new Find: h = find_first(\"b:*.txt\", n, false); "
     "printf(\"%s \", n); say(find_next(h, n, false)); printf(\"%s \", n); say(find_next(h, n, false));",
     "a.txt 1 b.txt 0"},
    // strings
    {"string_length string_compare",
     "say(string_length(\"abc\")); say(string_length(!\"abcde\")); say(string_compare(\"abc\", !\"abc\")); "
     "say(string_compare(\"abc\", \"ABC\", true)); say(string_compare(\"abc\", \"abd\") < 0); "
     "say(string_compare(\"abc\", \"abd\", false, 2));",
     "3 5 0 0 1 0"},
    {"string_copy string_concat",
     "new s[12]; say(string_copy(s, \"one\")); say(string_concat(s, \"two\")); printf(\"%s \", s); new t[4]; "
     "string_copy(t, \"longer\"); printf(\"%s \", t);",
     "3 6 onetwo lon"},
    {"string_printf",
     "new s[20]; say(string_printf(s, 20, false, \"%d-%s-%x-%c-%04d-%-3d|\", -5, \"x\", 255, 'q', 42, 7)); "
     "printf(\"%s \", s);",
     "19 -5-x-ff-q-0042-7  |"},
    {"string_tokenize",
     "new a[8], b[8]; say(string_tokenize(\"one, two,three\", \", \", a, b)); printf(\"%s %s \", a, b);",
     "2 one two"},
    {"itoa atoi",
     "new s[12]; say(itoa(-42, 10, s)); printf(\"%s \", s); itoa(255, 16, s); printf(\"%s \", s); "
     "say(atoi(\" 17x\")); say(atoi(\"-9999999999\"));",
     "3 -42 ff 17 -2147483648"},
    // time and the rest
    {"time time_get time_second_get time_set",
     "new s[13], t[3]; new u = time(); sleep 99; say(time() - u); say(time_set(\"202603011559\")); "
     "time_get(s); printf(\"%s \", s); time_second_get(t); printf(\"%s \", t); sleep 61000; time_get(s); "
     "printf(\"%s \", s); say(time_set(\"20261301\"));",
     "99 1 202603011559 00 202603011600 0"},
    {"rand seed abs",
     "seed(5); new a = rand(1000), b = rand(1000); seed(5); say(rand(1000) == a); say(rand(1000) == b); "
     "say(random(1)); say(rand(0)); say(abs(-7)); say(abs(cellmin));",
     "1 1 0 0 7 2147483647"},
    {"version_get version_set",
     "new s[20]; version_get(version_serial, s, false); printf(\"%s \", s); "
     "say(version_set(version_board_id, \"mine\")); version_get(version_board_id, s, false); printf(\"%s \", "
     "s); say(version_set(version_serial, \"x\")); version_get(version_app, s, false); printf(\"%s \", s);",
     "00001234 1 mine 0 7"},
    {"config_get config_set",
     "say(config_get(config_access)); say(config_set(config_access, 2)); say(config_get(config_access)); "
     "say(config_get(config_df_free)); say(config_set(config_monitor_echo, 1)); "
     "say(config_get(config_monitor_echo)); say(config_set(config_df_free, 1));",
     "0 1 2 131072 1 1 0"},
    {"monitor_exec",
     "say(monitor_exec(\"property set mood 6\")); say(get(property_mood)); say(monitor_exec(\"nonsense\"));",
     "0 before 1 6 unknown: nonsense; try help 0"},
    // logs
    {"print printf putchar Message Debug Info Warning Error",
     "print(\"p \"); print(!\"q \"); printf(\"%d%%%s \", 5, !\"r\"); putchar('x'); log_enable(MSG_DEBUG); "
     "Debug(\"d%d\", 1); Info(\"i\"); Warning(\"w\"); Error(\"e\"); Message(MSG_SOUND, \"m\");",
     "DEBUG: script: d1 INFO: script: i WARNING: script: w ERROR: script: e INFO: sound: m p q 5%r x"},
    {"log_enable log_disable log_flush",
     "log_disable(MSG_INFO); Info(\"hidden\"); log_enable(MSG_INFO); Info(\"seen\"); print(\"part\"); "
     "log_flush();",
     "INFO: script: seen part"},
    {"log_set_file",
     "say(log_set_file(\"b:log\")); print(\"kept\\n\"); say(file_exists(\"b:log\")); "
     "say(log_set_file(\"c:log\"));",
     "1 kept 1 0"},
    {"getchar haschar", "say(haschar()); say(getchar());", "0 0"},
    // resources and applications
    {"resource_get_id resource_get_name",
     "new n[20]; say(resource_get_id(\"beep\")); say(resource_get_id(\"HUNGER\")); "
     "say(resource_get_id(\"none\")); say(resource_get_name(0x2000, n)); printf(\"%s \", n);",
     "4096 20480 0 3 bow"},
    {"resource_verify resource_verify_df resource_dftest resource_verify_sdpm resource_file_get_version",
     "say(resource_verify()); say(resource_verify_df()); say(resource_dftest()); "
     "say(resource_verify_sdpm(\"a:x.urf\")); say(resource_file_get_version(\"\", 11)); "
     "say(resource_file_get_version(\"b:none\"));",
     "1 0 1 0 7 -1"},
    {"app_is_loaded app_get_config app_set_config app_load",
     "say(app_is_loaded()); say(app_get_config(app_auto_load)); say(app_set_config(app_auto_load, 0)); "
     "say(app_get_config(app_auto_load)); say(app_load(\"a:none\"));",
     "0 1 1 0 0"},
    {"app_unload", "say(1); app_unload(\"\");", "1"},
    // sequences
    {"sequence_set_file sequence_move_next sequence_peek_next sequence_check_next sequence_reset "
     "sequence_set_action sequence_get_action",
     "say(sequence_set_file(\"b:s\")); say(sequence_peek_next(SENSOR_HEAD)); "
     "say(sequence_move_next(SENSOR_HEAD)); say(sequence_set_action(77)); sequence_reset(true); "
     "say(sequence_get_action()); say(sequence_check_next(SENSOR_BACK)); "
     "say(sequence_check_next(SENSOR_HEAD)); say(sequence_get_action()); "
     "say(sequence_check_next(SENSOR_HEAD));",
     "1 0 1 1 -1 0 1 77 1"},
    {"sequence_print_tree sequence_print_file",
     "sequence_set_file(\"b:s\"); sequence_move_next(SENSOR_HEAD); sequence_reset(true); "
     "say(sequence_print_tree()); say(sequence_print_file());",
     "INFO: seq: 1: after 0 comes 6, action -1 INFO: seq: pleo sequence 1 INFO: seq: 0 6 -1 1 1"},
};
enum { ROW_COUNT = sizeof ROWS_OF / sizeof *ROWS_OF };

// What was printed, with every gap as one blank, and without what the system itself says of the script.
static void bare(const char *said, char *out, size_t room) {
    size_t len = 0;
    const char *begin = strstr(said, "BEGIN");
    for (const char *c = begin ? begin + 5 : said; *c && len + 1 < room; c++) {
        bool gap = *c == ' ' || *c == '\n';
        if (gap && (!len || (out[len - 1] == ' ' && c[1] != '|'))) continue;
        out[len++] = gap ? ' ' : *c;
    }
    while (len && out[len - 1] == ' ') len--;
    out[len] = 0;
    char *end = strstr(out, "END");
    if (end) *end = 0;
    for (len = strlen(out); len && out[len - 1] == ' ';) out[--len] = 0;
}

static void every_function_does_what_it_is_for(void **state) {
    unsigned wrong = 0;
    for (int i = 0; i < ROW_COUNT; i++) {
        char source[4096], out[1024], expected[1024];
        struct rig rig;
        snprintf(source, sizeof source,
                 ALL "say(n) printf(\"%%d \", n);\nmain() {\n print(\"BEGIN\\n\");\n%s\nlog_flush(); "
                     "print(\"END\\n\"); sleep 1000000; }\n",
                 ROWS_OF[i].does);
        rig_start(&rig,
                  &(struct rig_app){.main = source, .aux = "#include <Script>\nmain() { sleep 100000; }"});
        rig_run(&rig, strstr(ROWS_OF[i].does, "61000") ? 62000 : 4500);
        bare(rig.said, out, sizeof out);
        snprintf(expected, sizeof expected, "%s", ROWS_OF[i].prints);
        if (strcmp(out, expected) != 0) {
            print_error("%s\n  does    %s\n  prints  %s\n  not     %s\n", ROWS_OF[i].about, ROWS_OF[i].does,
                        out, expected);
            wrong++;
        }
        rig_end(&rig);
    }
    assert_int_equal(wrong, 0);
}

static bool is_in(const char *words, const char *name) {
    size_t len = strlen(name);
    for (const char *at = words; (at = strstr(at, name)); at += len)
        if ((at == words || at[-1] == ' ') && (!at[len] || at[len] == ' ')) return true;
    return false;
}

static void the_table_the_includes_and_the_libraries_agree(void **state) {
    unsigned functions = 0;
    for (int l = 0; l < NATIVE_LIBRARY_COUNT; l++)
        for (size_t i = 0; i < NATIVE_LIBRARIES[l]->native_count; i++) {
            const char *name = NATIVE_LIBRARIES[l]->natives[i].name;
            bool tried = false, told = false;
            char call[64];
            snprintf(call, sizeof call, "%s(", name);
            for (int r = 0; r < ROW_COUNT; r++) tried |= is_in(ROWS_OF[r].about, name);
            for (const struct embedded *f = KIT_INCLUDES; f->path; f++)
                told |= strstr((const char *)f->bytes, call) != NULL;
            if (!tried) fail_msg("%s is not tried", name);
            if (!told) fail_msg("%s is in no include", name);
            functions++;
        }
    unsigned declared = 0;
    for (const struct embedded *f = KIT_INCLUDES; f->path; f++)
        for (const char *at = (const char *)f->bytes; (at = strstr(at, "\nnative ")); at++) declared++;
    assert_int_equal(functions, declared);
}

// What a function gives for numbers that nobody thought of, what he says, and how he is afterwards; with an
// argument too few, too.
static void record_call(struct buf *record, const char *name, int least, int given) {
    static const int VALUES[][8] = {{0},
                                    {1, 1, 1, 1, 1, 1, 1, 1},
                                    {2, 3, 4, 5, 6, 7, 8, 9},
                                    {16, 20, 24, 28, 32, 36, 40, 44},
                                    {100, 50, 100, 50, 100, 50, 100, 50},
                                    {-1, -1, -1, -1, -1, -1, -1, -1},
                                    {5, 200, 16, 16, 300, 16, 16, 1000}};
    char source[4096];
    size_t len =
        (size_t)snprintf(source, sizeof source, "native printf(const text[], ...)\nnative %s(", name);
    for (int i = 0; i < given; i++)
        len += (size_t)snprintf(source + len, sizeof source - len, "%sa%d", i ? ", " : "", i);
    len += (size_t)snprintf(source + len, sizeof source - len, ")\nmain() {\n");
    for (size_t v = 0; v < sizeof VALUES / sizeof *VALUES; v++) {
        len += (size_t)snprintf(source + len, sizeof source - len, " printf(\" %%d\", %s(", name);
        for (int i = 0; i < given; i++)
            len +=
                (size_t)snprintf(source + len, sizeof source - len, "%s%d", i ? ", " : "", VALUES[v][i % 8]);
        len += (size_t)snprintf(source + len, sizeof source - len, "))\n");
    }
    snprintf(source + len, sizeof source - len, " printf(\"\\n\")\n sleep 1000000\n}\n");
    struct rig rig;
    const char *names[64];
    uint64_t hashes[64], sum = 0;
    rig_start(&rig, &(struct rig_app){.main = source});
    rig_run(&rig, 400);
    size_t rooms = pleo_hashes(rig.pleo, names, hashes, 64);
    for (size_t i = 0; i < rooms; i++) sum = sum * 31 + hashes[i];
    const char *loaded = strstr(rig.said, "main is loaded\n");
    buf_printf(record, "%s %d of %d: %016llx\n%s", name, given, least, (unsigned long long)sum,
               loaded ? strchr(loaded, '\n') + 1 : rig.said);
    rig_end(&rig);
}

static void every_function_bears_any_number_as_recorded(void **state) {
    struct buf record = {0};
    for (int l = 0; l < NATIVE_LIBRARY_COUNT; l++)
        for (size_t i = 0; i < NATIVE_LIBRARIES[l]->native_count; i++) {
            const struct amx_native *native = &NATIVE_LIBRARIES[l]->natives[i];
            if (!strcmp(native->name, "printf")) continue;
            record_call(&record, native->name, native->least, native->least);
            if (native->least) record_call(&record, native->name, native->least, native->least - 1);
        }
    assert_golden("pleo/natives.golden", record.at, record.len);
    buf_free(&record);
}

static void wrong_addresses_end_the_call_and_not_the_robot(void **state) {
    static const char *const WRONG[] = {"sensor_get_name(SENSOR_HEAD, a, 100000)",
                                        "sensor_read_data(SENSOR_PACKET, a, 100000000)",
                                        "printf(\"%s %s %s\", a)",
                                        "string_copy(a, a, 1000000000)",
                                        "file_gets(File: 7, a)",
                                        "joint_move_to(joint_name: 99, 5)",
                                        "property_set(property_name: -5, 1)",
                                        "motion_stop(Motion: -1)",
                                        "p2p_get_msg(1, a[0], a[1], a[2], a[3], a[0])",
                                        "itoa(5, 0, a)"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        char source[2048];
        struct rig rig;
        snprintf(source, sizeof source, ALL "main() { new a[4]; a[0] = 'x'; %s; printf(\"%%d\", a[0]); }",
                 WRONG[i]);
        rig_start(&rig, &(struct rig_app){.main = source,
                                          .sensors = "#include <Sensor>\npublic on_sensor(time, sensor_name: "
                                                     "sensor, value) { print(\"lives\\n\"); return 1; }"});
        rig_sense(&rig, SENSOR_HEAD, 1);
        rig_run(&rig, 330);
        if (!strstr(rig.said, "lives")) fail_msg("%s: %s", WRONG[i], rig.said);
        rig_end(&rig);
    }
}

TESTS(cmocka_unit_test(every_function_does_what_it_is_for),
      cmocka_unit_test(the_table_the_includes_and_the_libraries_agree),
      cmocka_unit_test(every_function_bears_any_number_as_recorded),
      cmocka_unit_test(wrong_addresses_end_the_call_and_not_the_robot))
