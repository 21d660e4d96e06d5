// What both ends of the air are tested with: who is on it, what time it is, and how a session opens.
#pragma once

#include "support/support.h"

#include "link/cozmo/engine_link.h"

static const struct air_peer ENGINE = {0x7f000001, 40000}, STRANGER = {0x7f000001, 40001},
                             FOREIGN = {0xc0a80002, 40000}, ROBOT = {0x7f000001, COZMO_PORT};

static int64_t now;

#define RESET   "434f5a03524501 01 0100 0100 0000"
#define CONNECT "434f5a03524501 09 0100 0100 0100 02 0000"

static inline void expect_news(const struct air_news *news, enum air_news_kind kind, unsigned detail) {
    assert_int_equal(news->kind, kind);
    if (kind == AIR_MESSAGE) assert_int_equal(news->id, detail);
    if (kind == AIR_CLOSED) assert_int_equal(news->end, detail);
}
