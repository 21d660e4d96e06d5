// A serial port of our own: a pseudo-terminal that programs open as they would open a device.
//
//     struct serial *port = serial_open(loop, "/run/user/1000/critter/pleo", &CLASS, me, &fault);
//     printf("%s\n", serial_path(port));                       // /dev/pts/7; the link leads there, too
//     static size_t bytes(void *user, const uint8_t *at, size_t len) { return serial_send(port, at, len); }
//     serial_close(port);                                       // and removes the link
//
// The line is raw: bytes arrive as they were sent, and nothing is echoed but what the owner sends. While
// nobody has it open, what is sent is dropped, as on a cable that ends in the air. What a listener does not
// read waits in a buffer of 64 KiB; what finds no room there is dropped. A class takes as many bytes as it
// likes: the rest waits, and nothing more is read until serial_resume, so that whoever sends has to wait.
#pragma once

#include "net/loop.h"

#include <stddef.h>
#include <stdint.h>

enum { SERIAL_WAITING_MAX = 64 << 10 };

struct serial;
struct serial_class {
    void (*came)(void *user);                                      // somebody has opened it; NULL is fine
    size_t (*bytes)(void *user, const uint8_t *bytes, size_t len); // how many it took
    void (*left)(void *user); // and closed it: half a line belongs to nobody; NULL is fine
};

// link: a name that leads to it, in place of an older link; NULL: none. NULL: the fault says why.
struct serial *serial_open(struct loop *loop, const char *link, const struct serial_class *class, void *user,
                           struct fault *fault);
const char *serial_path(const struct serial *serial);
size_t serial_send(struct serial *serial, const void *bytes, size_t len); // how many found room
void serial_resume(struct serial *serial);
void serial_close(struct serial *serial);
