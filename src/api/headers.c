// What a program may say beside its request. A real robot does not know these words, and ignores them.
#include "api/api_internal.h"

const char *const API_HEADERS[API_HEADER_COUNT] = {"annotated"};

static const char *take_annotated(struct api_call *call, struct text value) {
    call->annotated = text_is(value, "true");
    if (call->annotated || text_is(value, "false")) return NULL;
    return "annotated: expected true or false";
}

void api_header(struct api_call *call, enum api_header header, struct text value) {
    if (!value.at || call->wrong) return;
    if (header == API_ANNOTATED) call->wrong = take_annotated(call, value);
}
