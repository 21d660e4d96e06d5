// A number with what it counts, for a person's eyes: "1 file", "2 files", "0 entries".
//
//     printf("%s read, %s left out\n", COUNTED(files, "file"), COUNTED(entries, "entry"));
//     printf("%s of theirs %s odd\n", COUNTED(n, "clip"), NOUN(n, "is", "are"));
//
// The text lives as long as the block that names it. The plural is made of the last letters: byte, bytes; entry, entries; patch,
// patches. Words that go their own way are given both: NOUN.
#pragma once

#include <stdint.h>

enum { COUNTED_ROOM = 64 }; // a longer noun is cut

#define COUNTED(count, noun)   text_counted((char[COUNTED_ROOM]){0}, (uint64_t)(count), (noun))
#define NOUN(count, one, many) ((count) == 1 ? (one) : (many))

const char *text_counted(char out[COUNTED_ROOM], uint64_t count, const char *noun);
