// Which parts of a body a request needs: what a body without them is never asked.
//
//     if (act_needs(LIFE_PICK_UP) & model->lacks) …            // it has no lift, or no wheels
//     const char *why = act_lacks(model, LIFE_PICK_UP);        // "it has no lift"; NULL: it has all
#pragma once

#include "border/body_model.h"
#include "schema/life.h"

uint32_t act_needs(enum life_kind kind); // BODY_HAS(…)
const char *act_lacks(const struct body_model *model, enum life_kind kind);
