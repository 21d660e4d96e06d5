// Serial ports of the Pleos in a world: whoever opens one talks with that Pleo's monitor (pleo/os/monitor.h).
//
//     struct monitor_ports *ports = monitor_ports_new(loop, "/run/user/1000/critter/1", &fault);
//     monitor_ports_show(ports, play, &fault);                     // a port for each Pleo; NULL: none lives
//     while ((path = monitor_ports_path(ports, n++, &name))) …     // /dev/pts/7, and whose it is
//     monitor_ports_tick(ports, life);                             // after each tick of a life
//     monitor_ports_free(ports);
//
// Each has a link, PREFIX.NAME.monitor, under which it is found again. A port keeps its place when a world
// begins anew. Lines end with LF or CR; backspace takes a letter back. Lines of his log appear as they come.
// A line is answered before the next one is read, so whoever sends faster has to wait.
#pragma once

#include "run/play.h"

struct loop;
struct monitor_ports;

// prefix: of the links' names, with their folder; NULL: no links.
struct monitor_ports *monitor_ports_new(struct loop *loop, const char *prefix, struct fault *fault);
enum err monitor_ports_show(struct monitor_ports *ports, struct play *play, struct fault *fault);
const char *monitor_ports_path(const struct monitor_ports *ports, uint32_t n, const char **name);
void monitor_ports_tick(struct monitor_ports *ports, int life);
void monitor_ports_free(struct monitor_ports *ports);
// Where the link of a Pleo is, for who looks for it. False: the name would be too long.
bool monitor_port_link(char *out, size_t size, const char *prefix, const char *name);
