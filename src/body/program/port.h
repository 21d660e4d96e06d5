// Where a body that is another program is reached: a Unix socket that is listened on, or a terminal such as a
// serial line or a pseudo-terminal. Nothing here waits.
//
//     if (port_open(&port, "/tmp/body.sock", &fault)) …
//     if (port_turn(&port)) …somebody new is there…
//     n = port_read(&port, bytes, room);                     // 0: nothing came; -1: whoever it was has left
//     n = port_write(&port, bytes, len);                     // how many went; -1 as above
//     port_close(&port);
//
// One program at a time; the next one waits until it has left. A socket left over by a dead process is
// replaced, one that is in use or another file is refused. Only the user who runs this may connect.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <sys/types.h>

enum { PORT_PATH_MAX = 108 };
struct port {
    int listens, fd; // -1: none
    bool tty;
    char path[PORT_PATH_MAX];
};
enum err port_open(struct port *port, const char *path, struct fault *fault);
bool port_turn(struct port *port); // true: somebody came
ssize_t port_read(struct port *port, void *to, size_t room);
ssize_t port_write(struct port *port, const void *from, size_t len);
bool port_waits(const struct port *port); // another program waits until this one leaves
void port_hang_up(struct port *port);     // on whoever is there
void port_close(struct port *port);
