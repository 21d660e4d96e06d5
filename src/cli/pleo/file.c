#include "cli/pleo/file.h"

#include "base/system/file.h"
#include "codec/pleo/urf.h"

#include <string.h>

int pleo_convert(struct call *call, const char *output, const char *ending, size_t limit,
                 pleo_converter *convert, void *user) {
    const char *path = call->words.at[0], *from = path_name(path);
    size_t len = strlen(from) - strlen(path_extension(from));
    char name[URF_NAME_ROOM], own[512];
    text_copy((struct text){from, len}, name, sizeof name);
    if (!output) {
        if (snprintf(own, sizeof own, "%.*s%s", (int)len, from, ending) >= (int)sizeof own)
            return call_wrong(call, "the name of the file is too long; name the output with -o");
        output = own;
    }
    struct fault fault = {0};
    struct buf in = {0}, out = {0};
    enum err err = file_read(path, limit, &in, &fault);
    if (!err && (err = convert(user, (struct bytes){in.at, in.len}, path, name, &out, &fault)))
        fault_in(&fault, path);
    if (!err && out.err) err = fault_set(&fault, out.err, "no memory for the result");
    if (!err) err = call_write(output, out.at, out.len, &fault);
    buf_free(&in);
    buf_free(&out);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}
