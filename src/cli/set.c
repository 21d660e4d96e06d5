#include "cli/set.h"

#include "run/settings/settings.h"

#include <string.h>

enum err set_read(const struct option_list *list, char *text, size_t size, struct text *out,
                  struct fault *fault) {
    struct settings settings;
    size_t at = 0;
    settings_start(&settings, "vector");
    for (size_t i = 0; i < list->count; i++) {
        size_t len = strlen(list->at[i]);
        struct fault why = {0};
        if (len >= 160 || at + len + 1 >= size)
            return fault_set(fault, ERR_LIMIT, "--set: a value of more than 159 bytes, or too many of them");
        enum err err = settings_assign(&settings, list->at[i], &why);
        if (err) return fault_set(fault, err, "--set: %s", why.said);
        memcpy(text + at, list->at[i], len);
        text[at + len] = '\n';
        at += len + 1;
    }
    text[at] = 0;
    *out = (struct text){text, at};
    return ERR_NONE;
}
