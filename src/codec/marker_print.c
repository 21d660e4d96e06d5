#include "codec/marker.h"
