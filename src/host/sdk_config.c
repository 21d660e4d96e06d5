#include "host/sdk_config.h"

#include "base/system/file.h"
#include "net/certificate.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_ROOM = 1024 };

static void value(struct buf *out, const char *key, const char *text) {
    buf_printf(out, "%s = ", key);
    for (; *text; text++) {
        buf_byte(out, (uint8_t)*text);
        if (*text == '%') buf_byte(out, '%');
    }
    buf_byte(out, '\n');
}

static void section(struct buf *out, const struct sdk_entry *entry, const char *path) {
    char port[8];
    buf_printf(out, "[%s]\n", entry->serial);
    value(out, "cert", path);
    value(out, "ip", entry->ip);
    value(out, "name", entry->name);
    value(out, "guid", entry->guid);
    snprintf(port, sizeof port, "%u", (unsigned)entry->port);
    if (entry->port != 443) value(out, "port", port);
}

// "[name]", perhaps with blanks round it.
static bool header(struct text line, struct text *name) {
    line = text_trim(line);
    if (line.len < 2 || line.at[0] != '[') return false;
    const char *close = memchr(line.at, ']', line.len);
    *name = (struct text){line.at + 1, close ? (size_t)(close - line.at - 1) : 0};
    return close != NULL;
}

enum err sdk_config_merge(struct text old, const struct sdk_entry *entry, const char *path, struct buf *out,
                          unsigned *robots, struct fault *fault) {
    struct text line, name;
    bool ours = false, written = false, any = false;
    unsigned number = 0;
    *robots = 0;
    while (old.len && text_split(&old, '\n', &line)) {
        number++;
        bool heads = header(line, &name);
        struct text bare = text_trim(line);
        if (!heads && !any && bare.len && bare.at[0] != '#' && bare.at[0] != ';')
            return fault_at(fault, ERR_SYNTAX, "sdk_config.ini", number, 1,
                            "expected a section such as [00a1b2c3]");
        any = any || heads;
        if (heads) {
            ours = text_same_nocase(name, text_of(entry->serial));
            if (!ours || !written) ++*robots;
            if (ours && !written) section(out, entry, path);
            written = written || ours;
        }
        if (ours) continue;
        buf_bytes(out, line.at, line.len);
        buf_byte(out, '\n');
    }
    if (!written) {
        ++*robots;
        section(out, entry, path);
    }
    return out->err ? fault_set(fault, out->err, "no memory for the configuration") : ERR_NONE;
}

enum err sdk_config_write(const char *folder, const struct sdk_entry *entry, unsigned *robots,
                          struct fault *fault) {
    char path[PATH_ROOM], certificate[PATH_ROOM], file[64];
    struct buf pem = {0}, old = {0}, new = {.limit = SDK_CONFIG_BYTES_MAX};
    snprintf(file, sizeof file, "%.31s-%.15s.cert", entry->name, entry->serial);
    bool fits = path_join(path, sizeof path, folder, "sdk_config.ini") &&
                path_join(certificate, sizeof certificate, folder, file);
    enum err err =
        fits ? folder_make(folder, fault) : fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    if (!err) chmod(folder, S_IRWXU); // as far as it is ours
    if (!err) err = file_read(entry->certificate, CERTIFICATE_BYTES_MAX, &pem, fault);
    if (!err && file_exists(path)) err = file_read(path, SDK_CONFIG_BYTES_MAX, &old, fault);
    struct text before = {(const char *)old.at, old.len};
    if (!err) err = sdk_config_merge(before, entry, certificate, &new, robots, fault);
    // The certificate first: a section never names one that is not there.
    if (!err) err = file_write_private(certificate, pem.at, pem.len, fault);
    if (!err) err = file_write_private(path, new.at, new.len, fault);
    buf_free(&pem), buf_free(&old), buf_free(&new);
    return err;
}
