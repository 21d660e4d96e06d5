// Which wake word a robot listens for, and how: micTriggerConfig.json.
//
//     struct wakeword *wake;
//     if (trigger_read("wake/micTriggerConfig.json", "en-US", decoder, &wake, &fault)) …
//
// Of "hey_vector_thf" the entry with this locale is taken, else one of the same language, else the first; of
// its models the one of its defaultModelType. dataDirectory lies beside the file. A netFileName that ends in
// ".phrase" is a text with the words to be spotted; "NA" means that the files of searchFileList are
// recordings of the word (WAV). The nets of the robot's makers are refused: only their own spotter reads
// them. Other words ("alexa_thf", "alexa_pryon") are checked and left alone. A fault names its place in the
// file.
#pragma once

#include "base/data/json.h"
#include "sense/hear/wakeword.h"

enum err trigger_read(const char *path, const char *locale, struct decoder *decoder, struct wakeword **out,
                      struct fault *fault);
// The model that would be taken; it lies in the arena, with the text.
enum err trigger_parse(struct text text, const char *file, const char *locale, struct arena *arena,
                       const struct json **model, struct fault *fault);
