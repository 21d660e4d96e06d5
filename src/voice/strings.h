// Sentences in several languages, as the robot's behaviours say them.
//
//     struct strings *strings = strings_new("de-DE");
//     strings_folder(strings, "assets/strings", fault);                    // of <folder>/<locale>/*.json; ERR_MISSING: not even English
//     const char *text = strings_find(strings, "BehaviorDisplayWeather.Rain");
//     strings_fill(text_of(text), arguments, count, &out, fault);           // "{0}" and so on
//     const char *say = strings_condition(strings, "Rain");                 // condition_to_tts.json: a key, or the words themselves
//
// A file is an object whose members are {"translation": "…"}; "smartling" belongs to the tool that made it. A locale without a folder takes
// another of its language, then en-US. What is added later replaces what was there under the same key.
#pragma once

#include "base/data/json.h"

struct strings;
struct strings *strings_new(const char *locale); // NULL: no memory
void strings_free(struct strings *strings);
enum err strings_add(struct strings *strings, const struct json *document, struct fault *fault);
enum err strings_folder(struct strings *strings, const char *folder, struct fault *fault);
enum err strings_conditions(struct strings *strings, const struct json *document, struct fault *fault);
const char *strings_find(const struct strings *strings, const char *key); // NULL: unknown
const char *strings_condition(const struct strings *strings,
                              const char *condition); // the text to say; NULL: unknown
size_t strings_count(const struct strings *strings);
const char *strings_at(const struct strings *strings, size_t index, const char **text); // a key, in order
// ERR_RANGE names a placeholder that has no argument. "{" that begins none stays.
enum err strings_fill(struct text template, const struct text *arguments, size_t count, struct buf *out,
                      struct fault *fault);
