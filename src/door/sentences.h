// Events as a person would tell them.
#pragma once

#include "schema/life.h"

// NULL: not worth telling. kind: "felt", "did", "asked", "warning".
const char *sentence_of(const struct life_event *event, const char **kind);
