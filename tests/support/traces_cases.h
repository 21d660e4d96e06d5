// What support.c asks of traces.c: a case begins, ends, and its line of the file is found.
#pragma once

#include "base/buf.h"
#include "base/bytes.h"

void traces_begin(void);
void traces_end(const char *name, struct buf *line);                      // appends "name kind count sum …"
bool traces_place(const char *program, char *path, size_t size);          // false: the program has none
bool traces_want(struct bytes all, const char *name, struct bytes *line); // of a file's text
