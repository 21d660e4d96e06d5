// Events in the words of a person.
#pragma once

#include "schema/life.h"
#include "schema/world.h"

// NULL: not worth telling. kind: "felt", "did", "asked", "warning".
const char *sentence_of(const struct life_event *event, const char **kind);
// What a hand does, or what happens in the room. false: not worth telling.
enum { SENTENCE_MAX = 128 };
bool sentence_of_verb(const struct world_message *verb, char out[SENTENCE_MAX]);
