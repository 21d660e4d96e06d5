// A body that is another program, in any language: it sends what it felt and does what it is told.
//
//     struct body_program_config config = {.path = "/tmp/body.sock", .form = PROGRAM_JSON, .file = &file};
//     struct body *body = body_program_new(&config, &fault);
//
// frame.h says what goes over the line, docs/own-body.md how a program is written. What the body is made of
// stands in a body_file, which is copied. One with a brainstem of its own is heard and told once a tick.
// For another the brainstem of plain.h does the rest: each of its senses is answered by how fast the wheels
// shall roll and where the joints shall be now.
//
// A body that is silent for half a second counts as away: the soul waits for it, and life goes on when it
// is heard again. Nonsense is skipped and told once; after binary nonsense whoever sent it is disconnected.
// So is a program that does not read.
#pragma once

#include "body/body.h"
#include "body/program/frame.h"
#include "border/body_file.h"

struct body_program_config {
    const char *path;
    enum program_form form;
    const struct body_file *file;
};
struct body *body_program_new(const struct body_program_config *config, struct fault *fault);
