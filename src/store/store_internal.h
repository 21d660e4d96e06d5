// For the modules of this room.
#pragma once

#include "store/store.h"

const char *store_folder(const struct store *store); // "": it has none
