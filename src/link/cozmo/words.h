// What the robot says about itself: DebugData messages are numbers, and tables of the app's turn them into words.
//
//     struct cozmo_words *words;
//     if (cozmo_words_load("AnkiLogStringTables.json", &words, fault)) return fault->err;
//     char text[300];
//     cozmo_words_text(words, &message.debug_data, text, sizeof text, NULL);    // "Hardware.Revision: Hardware 1.5"
//     cozmo_words_free(words);
//
// The tables are the app's and do not come with this program: {"nameTable": {"94": "CozmoBot.TicsPerSec", …}, "formatTable": {"632":
// ["Hardware 1.%d", 1], …}}. Both may be lists instead of objects; a format may stand alone, without the number of what it takes. A number
// without a text is shown as it is, and so are arguments that do not fit their format. Of %f and its kin the argument's 32 bits are
// a float. Nothing here trusts a format: it is taken apart, not handed to printf.
#pragma once

#include "base/text.h"
#include "schema/cozmo.h"

enum { COZMO_WORDS_MAX = 65536 };

struct cozmo_words;
enum err cozmo_words_load(const char *path, struct cozmo_words **out, struct fault *fault);
enum err cozmo_words_read(struct text json, const char *name, struct cozmo_words **out, struct fault *fault);
void cozmo_words_free(struct cozmo_words *words); // also NULL
size_t cozmo_words_count(const struct cozmo_words *words);
// words NULL: only numbers. Returns the length; what does not fit is cut. ERR_RANGE in *fits, if not NULL: the arguments are not
// those that the format takes.
size_t cozmo_words_text(const struct cozmo_words *words, const struct cozmo_debug_data *said, char *out,
                        size_t size, enum err *fits);
