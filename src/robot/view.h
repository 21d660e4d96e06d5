// What senses change of a view: where the body is, how it stands, what it has. A robot keeps its own view so,
// and a reader of a recording can go on from a mark in the same way without living it (run/recorder.h).
// What it carries is what a mark said last: no sense tells it.
//
//     view_follow(&view, &senses, model);
#pragma once

#include "border/body_model.h"
#include "schema/life.h"

void view_follow(struct life_view *view, const struct body_senses *senses, const struct body_model *model);
