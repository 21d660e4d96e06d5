// The page's files, built into the program: a row for each, in the same order as they are and packed with
// gzip.
#pragma once

#include "base/system/embedded.h"

extern const struct embedded WEB_FILES[], WEB_FILES_GZIP[];
