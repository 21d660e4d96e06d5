// The file in which programs of Vector's SDK find their robots: sdk_config.ini, one section a robot, named
// after its serial number; beside it each robot's certificate.
//
//     struct sdk_entry entry = {.name = "Vector-A1B2", .serial = "00a1b2c3", .guid = guid, .ip = "127.0.0.1",
//                               .port = 8443, .certificate = "…/gateway.cert"};
//     enum err err = sdk_config_write("/home/ada/.anki_vector", &entry, &robots, &fault);
//     if (robots > 1) …                         // a program has to be told which one: by serial number
//
// Both files are written whole or not at all, and only their owner may read them. The other sections stay as
// they are, byte for byte. A % is doubled, as the readers of this file want it.
#pragma once

#include "base/buf.h"
#include "base/text.h"

enum { SDK_CONFIG_BYTES_MAX = 1 << 20 };

struct sdk_entry {
    const char *name, *serial, *guid, *ip;
    uint16_t port;           // 443 is not written: it is what programs take
    const char *certificate; // path of the PEM file that is copied
};
// robots: how many sections there are then. ERR_SYNTAX: the file there is no such file, with its line.
enum err sdk_config_write(const char *folder, const struct sdk_entry *entry, unsigned *robots,
                          struct fault *fault);
// Appends the new text to `out`; path: where the certificate will be.
enum err sdk_config_merge(struct text old, const struct sdk_entry *entry, const char *path, struct buf *out,
                          unsigned *robots, struct fault *fault);

// The file's text, appended; one that is missing is told with who writes it.
enum err sdk_config_read(const char *path, struct buf *out, struct fault *fault);

// What stands there of a robot. wanted: its serial number or name; NULL: the only one. ERR_MISSING: it is not
// there, or lacks a value; ERR_STATE: there are several, so one must be named.
struct sdk_found {
    char serial[32], name[64], guid[64], ip[256], certificate[1024];
    uint16_t port;
};
enum err sdk_config_find(struct text config, const char *wanted, struct sdk_found *out, struct fault *fault);
