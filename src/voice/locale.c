#include "voice/locale.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

static const struct locale LOCALES[] = {
    {"en-US", "en-us", false}, {"en-GB", "en-gb", false}, {"en-AU", "en-gb", false},
    {"de-DE", "de", false},    {"fr-FR", "fr-fr", false}, {"ja-JP", "ja", true},
};
enum { LOCALES_COUNT = sizeof LOCALES / sizeof *LOCALES };

const struct locale *locale_at(unsigned index) { return index < LOCALES_COUNT ? &LOCALES[index] : NULL; }

const struct locale *locale_find(const char *name) {
    for (unsigned i = 0; i < LOCALES_COUNT; i++)
        if (!strcasecmp(name, LOCALES[i].name)) return &LOCALES[i];
    size_t len = strcspn(name, "-");
    for (unsigned i = 0; i < LOCALES_COUNT; i++)
        if (len == 2 && !strncasecmp(name, LOCALES[i].name, len)) return &LOCALES[i];
    return NULL;
}
