#include "vector/sdk_config.h"

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

// ------------------------------------------------------------------------------------------------ reading

static void set(struct text value, char *out, size_t size) {
    size_t len = 0;
    for (size_t i = 0; i < value.len && len < size - 1; i++) {
        out[len++] = value.at[i];
        if (value.at[i] == '%' && i + 1 < value.len && value.at[i + 1] == '%') i++;
    }
    out[len] = 0;
}

static void read_line(struct text line, struct sdk_found *found) {
    const struct {
        const char *key;
        char *out;
        size_t size;
    } KEYS[] = {{"name", found->name, sizeof found->name},
                {"guid", found->guid, sizeof found->guid},
                {"ip", found->ip, sizeof found->ip},
                {"cert", found->certificate, sizeof found->certificate}};
    struct text key;
    uint64_t port;
    if (!text_split(&line, '=', &key)) return;
    key = text_trim(key), line = text_trim(line);
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        if (text_same_nocase(key, text_of(KEYS[i].key))) set(line, KEYS[i].out, KEYS[i].size);
    if (text_same_nocase(key, TEXT("port")) && !text_to_u64(line, &port) && port <= 65535)
        found->port = (uint16_t)port;
}

// A name is written with a dash, or with a space, as over Bluetooth.
static bool is_wanted(const struct sdk_found *found, const char *wanted) {
    char name[sizeof found->name];
    if (!wanted || text_same_nocase(text_of(found->serial), text_of(wanted))) return true;
    text_copy(text_of(wanted), name, sizeof name);
    char *space = strchr(name, ' ');
    if (space) *space = '-';
    return text_same_nocase(text_of(found->name), text_of(name));
}

enum err sdk_config_find(struct text config, const char *wanted, struct sdk_found *out, struct fault *fault) {
    struct text line = {0}, name;
    struct sdk_found found = {.port = 443};
    unsigned count = 0;
    for (bool more = true, open = false; more;) {
        more = config.len && text_split(&config, '\n', &line);
        bool heads = more && header(line, &name);
        if (open && !heads && more) read_line(line, &found);
        if (!heads && more) continue;
        if (open && is_wanted(&found, wanted) && !count++) *out = found;
        found = (struct sdk_found){.port = 443};
        open = heads;
        if (heads) set(name, found.serial, sizeof found.serial);
    }
    if (!count)
        return wanted ? fault_set(fault, ERR_MISSING, "sdk_config.ini knows no robot \"%.40s\"", wanted)
                      : fault_set(fault, ERR_MISSING,
                                  "sdk_config.ini knows no robot: critter sdk setup adds one");
    if (count > 1)
        return fault_set(fault, ERR_STATE, "sdk_config.ini knows %u robots: say which one with --serial",
                         count);
    if (!out->name[0] || !out->guid[0] || !out->ip[0] || !out->certificate[0])
        return fault_set(fault, ERR_MISSING, "sdk_config.ini: [%s] needs name, guid, ip and cert",
                         out->serial);
    return ERR_NONE;
}

enum err sdk_config_read(const char *path, struct buf *out, struct fault *fault) {
    if (!file_exists(path))
        return fault_set(fault, ERR_MISSING,
                         "%s is missing: critter sdk setup writes it for a simulated Vector", path);
    return file_read(path, SDK_CONFIG_BYTES_MAX, out, fault);
}
