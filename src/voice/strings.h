// The sentences of the robot's behaviours, in several languages.
//
//     struct strings *strings = strings_new("de-DE");
//     // of <folder>/<locale>/*.json; ERR_MISSING: not even English
//     strings_folder(strings, "assets/strings", fault);
//     const char *text = strings_find(strings, "BehaviorDisplayWeather.Rain");
//     strings_fill(text_of(text), arguments, count, &out, fault);           // "{0}" and so on
//     // condition_to_tts.json: a key, or the words themselves
//     const char *say = strings_condition(strings, "Rain");
//
// A file is an object whose members are {"translation": "…"}; the member "smartling" belongs to the tool that
// made it and is skipped. A locale without a folder uses another of its language, then en-US. A later
// sentence replaces an earlier one with the same key.
#pragma once

#include "base/data/json.h"

struct strings;
struct strings *strings_new(const char *locale); // NULL: no memory
void strings_free(struct strings *strings);
enum err strings_add(struct strings *strings, const struct json *document, struct fault *fault);
enum err strings_folder(struct strings *strings, const char *folder, struct fault *fault);
enum err strings_conditions(struct strings *strings, const struct json *document, struct fault *fault);
const char *strings_find(const struct strings *strings, const char *key); // NULL: unknown
// The text to say; NULL: unknown.
const char *strings_condition(const struct strings *strings, const char *condition);
size_t strings_count(const struct strings *strings);
const char *strings_at(const struct strings *strings, size_t index, const char **text); // a key, in order
// ERR_RANGE names a placeholder that has no argument. A "{" that begins no placeholder stays as it is.
enum err strings_fill(struct text template, const struct text *arguments, size_t count, struct buf *out,
                      struct fault *fault);
