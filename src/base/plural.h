// A number with its noun, for messages: "1 file", "2 files", "0 entries".
//
//     printf("%s read, %s left out\n", PLURAL(files, "file"), PLURAL(entries, "entry"));
//     printf("%s of theirs %s odd\n", PLURAL(n, "clip"), NOUN(n, "is", "are"));
//
// The text lives until the end of the enclosing block. The plural follows the noun's last letters: byte,
// bytes; entry, entries; patch, patches. For irregular words use NOUN with both forms.
#pragma once

#include <stdint.h>

enum { PLURAL_ROOM = 64 }; // a longer noun is cut

#define PLURAL(count, noun)    plural_text((char[PLURAL_ROOM]){0}, (uint64_t)(count), (noun))
#define NOUN(count, one, many) ((count) == 1 ? (one) : (many))

const char *plural_text(char out[PLURAL_ROOM], uint64_t count, const char *noun);
