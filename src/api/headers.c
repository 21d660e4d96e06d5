// What a program may say beside its request. A real robot does not know these words, and ignores them.
#include "api/api_internal.h"

const char *const API_HEADERS[API_HEADER_COUNT] = {"annotated", "audio-mode"};

static const char *take_annotated(struct api_call *call, struct text value) {
    call->annotated = text_is(value, "true");
    if (call->annotated || text_is(value, "false")) return NULL;
    return "annotated: expected true or false";
}

static const char *take_mode(struct api_call *call, struct text value) {
    const ProtobufCEnumDescriptor *modes = &vector__audio_processing_mode__descriptor;
    for (unsigned i = 0; i < modes->n_values; i++)
        if (text_is(value, modes->values[i].name) && modes->values[i].value) {
            call->ears = (uint8_t)modes->values[i].value;
            return NULL;
        }
    return "audio-mode: expected AUDIO_OFF, AUDIO_FAST_MODE, AUDIO_DIRECTIONAL_MODE or "
           "AUDIO_VOICE_DETECT_MODE";
}

void api_header(struct api_call *call, enum api_header header, struct text value) {
    if (!value.at || call->wrong) return;
    call->wrong = header == API_ANNOTATED ? take_annotated(call, value) : take_mode(call, value);
}
