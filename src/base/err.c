#include "base/err.h"

#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

static const char *const NAMES[ERR_COUNT] = {
    [ERR_NONE] = "none",
    [ERR_MEMORY] = "memory",
    [ERR_SHORT] = "short",
    [ERR_SYNTAX] = "syntax",
    [ERR_RANGE] = "range",
    [ERR_TYPE] = "type",
    [ERR_UNKNOWN] = "unknown",
    [ERR_DUPLICATE] = "duplicate",
    [ERR_LIMIT] = "limit",
    [ERR_MISSING] = "missing",
    [ERR_IO] = "io",
    [ERR_EXISTS] = "exists",
    [ERR_BUSY] = "busy",
    [ERR_STATE] = "state",
    [ERR_VERSION] = "version",
    [ERR_CHECKSUM] = "checksum",
    [ERR_DENIED] = "denied",
    [ERR_UNSUPPORTED] = "unsupported",
    [ERR_CANCELLED] = "cancelled",
    [ERR_TIMEOUT] = "timeout",
    [ERR_CLOSED] = "closed",
};

const char *err_name(enum err err) {
    return (unsigned)err < ERR_COUNT && NAMES[err] ? NAMES[err] : "unknown error";
}

__attribute__((format(printf, 2, 0))) static void say(struct fault *fault, const char *format,
                                                      va_list arguments) {
    vsnprintf(fault->said, sizeof fault->said, format, arguments);
}

enum err fault_set(struct fault *fault, enum err err, const char *format, ...) {
    if (!fault || fault->err) return err;
    fault->err = err;
    va_list arguments;
    va_start(arguments, format);
    say(fault, format, arguments);
    va_end(arguments);
    return err;
}

enum err fault_at(struct fault *fault, enum err err, const char *file, unsigned line, unsigned column,
                  const char *format, ...) {
    if (!fault || fault->err) return err;
    fault->err = err;
    fault->line = line;
    fault->column = column;
    fault_in(fault, file);
    va_list arguments;
    va_start(arguments, format);
    say(fault, format, arguments);
    va_end(arguments);
    return err;
}

void fault_in(struct fault *fault, const char *file) {
    if (fault && file && !fault->file[0]) snprintf(fault->file, sizeof fault->file, "%s", file);
}

enum err err_of_errno(int number) {
    switch (number) {
    case 0:
        return ERR_NONE;
    case ENOMEM:
        return ERR_MEMORY;
    case ENOENT:
        return ERR_MISSING;
    case EEXIST:
    case ENOTEMPTY:
        return ERR_EXISTS;
    case EACCES:
    case EPERM:
    case EROFS:
        return ERR_DENIED;
    case ENOTDIR:
    case EISDIR:
    case ELOOP:
        return ERR_TYPE;
    case ENAMETOOLONG:
    case EFBIG:
        return ERR_LIMIT;
    case EBUSY:
    case EADDRINUSE:
    case EWOULDBLOCK:
        return ERR_BUSY;
    case ETIMEDOUT:
        return ERR_TIMEOUT;
    case EPIPE:
    case ECONNRESET:
    case ECONNREFUSED:
        return ERR_CLOSED;
    default:
        return ERR_IO;
    }
}

enum err fault_errno(struct fault *fault, int number, const char *file, const char *doing) {
    char room[128];
    enum err err = err_of_errno(number);
    return fault_at(fault, err ? err : ERR_IO, file, 0, 0, "%s: %s", doing,
                    strerror_r(number, room, sizeof room));
}

// What a stranger's file or name holds stays within the line.
char *fault_text(const struct fault *fault, char *out, size_t size) {
    char plain[sizeof(struct fault) + 32];
    size_t used = 0;
#define MORE(...)                                                                                            \
    if (used < sizeof plain) used += (size_t)snprintf(plain + used, sizeof plain - used, __VA_ARGS__)
    MORE("%s", fault->file);
    if (fault->line) MORE("%s%u", fault->file[0] ? ":" : "line ", fault->line);
    if (fault->line && fault->column) MORE(":%u", fault->column);
    if (used > 0) MORE(": ");
    if (fault->path[0]) MORE("%s: ", fault->path);
    MORE("%s", fault->said[0] ? fault->said : err_name(fault->err));
#undef MORE
    return text_shown(text_of(plain), out, size);
}

void fault_print(const struct fault *fault, FILE *to) {
    char line[2 * sizeof(struct fault)];
    fprintf(to, "%s\n", fault_text(fault, line, sizeof line));
}
