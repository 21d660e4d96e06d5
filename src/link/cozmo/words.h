// Turns Cozmo's DebugData messages, which are numbers, into text, by tables that belong to the app.
//
//     struct cozmo_words *words;
//     if (cozmo_words_load("AnkiLogStringTables.json", &words, fault)) return fault->err;
//     char text[300];
//     // "Hardware.Revision: Hardware 1.5"
//     cozmo_words_text(words, &message.debug_data, text, sizeof text, NULL);
//     cozmo_words_free(words);
//
// The tables do not come with this program: {"nameTable": {"94": "CozmoBot.TicsPerSec", …}, "formatTable":
// {"632": ["Hardware 1.%d", 1], …}}. Both may be lists instead of objects. A format may stand alone, without
// its number of arguments. A number without a text is shown as it is, and so are arguments that do not fit
// their format. For %f and its kin the argument's 32 bits are a float. Formats are not trusted: they are
// parsed here, never passed to printf.
#pragma once

#include "base/text.h"
#include "schema/cozmo.h"

enum { COZMO_WORDS_MAX = 65536 };

struct cozmo_words;
enum err cozmo_words_load(const char *path, struct cozmo_words **out, struct fault *fault);
enum err cozmo_words_read(struct text json, const char *name, struct cozmo_words **out, struct fault *fault);
void cozmo_words_free(struct cozmo_words *words); // NULL is fine
size_t cozmo_words_count(const struct cozmo_words *words);
// words NULL: only numbers. Returns the length; what does not fit is cut. *fits, if not NULL, is set to
// ERR_RANGE when the arguments are not those of the format.
size_t cozmo_words_text(const struct cozmo_words *words, const struct cozmo_debug_data *said, char *out,
                        size_t size, enum err *fits);
