#include "base/plural.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

const char *plural_text(char out[PLURAL_ROOM], uint64_t count, const char *noun) {
    struct text stem = text_of(noun);
    const char *ending = count == 1 ? "" : "s";
    if (count != 1 && text_ends(stem, "y") && stem.len > 1 && !strchr("aeiou", stem.at[stem.len - 2]))
        stem.len--, ending = "ies";
    else if (count != 1 &&
             (text_ends(stem, "s") || text_ends(stem, "x") || text_ends(stem, "ch") || text_ends(stem, "sh")))
        ending = "es";
    snprintf(out, PLURAL_ROOM, "%llu %.*s%s", (unsigned long long)count, (int)stem.len, stem.at, ending);
    return out;
}
