// A certificate as others read it. By itself: OpenSSL and the house both have an ERR_STATE.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct looked {
    bool is_alternative_name, signed_by_itself;
    char subject[200];
    int days_left;
};
bool look_at_certificate(const char *pem, size_t len, const char *name, struct looked *out);
