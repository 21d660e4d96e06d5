// Between the files of the answers.
#pragma once

#include "mind/intent/answers.h"

const struct answer_place *answers_place(const struct answers *answers, struct text name); // NULL: unknown
int64_t answers_local(const struct answer_place *place, int64_t unix_s);
void answers_iso(int64_t unix_s, char *out, size_t size); // 2026-03-01T08:00:00Z
