#include "stage/face/eye_colour.h"

#include "base/maths/maths.h"

#include <string.h>

const struct eye_colour EYE_COLOURS[EYE_COLOUR_COUNT] = {
    {"tip_over_teal", 0.42f, 1.00f},          {"overfit_orange", 0.05f, 0.95f},
    {"uncanny_yellow", 0.11f, 1.00f},         {"non_linear_lime", 0.21f, 1.00f},
    {"singularity_sapphire", 0.57f, 1.00f},   {"false_positive_purple", 0.83f, 0.76f},
    {"confusion_matrix_green", 0.30f, 1.00f},
};

// Files write "Hue", the robot's interface "hue".
static enum err read_share(const struct json *object, const char *const names[2], float *out,
                           struct fault *fault) {
    for (int i = 0; i < 2; i++) {
        const struct json *value = json_get(object, names[i]);
        double number;
        if (!value) continue;
        enum err err = json_as_number(value, 0, 1, &number, fault);
        if (!err) *out = (float)number;
        return err;
    }
    return json_fault(object, fault, ERR_MISSING, "expected \"%s\", 0 to 1", names[0]);
}

enum err eye_colours_read(const struct json *document, struct eye_colour colours[EYE_COLOUR_COUNT],
                          struct buf *notes, struct fault *fault) {
    static const char *const HUE[2] = {"Hue", "hue"}, *const SATURATION[2] = {"Saturation", "saturation"};
    struct eye_colour read[EYE_COLOUR_COUNT];
    memcpy(read, colours, sizeof read);
    char found[64];
    if (document->kind != JSON_OBJECT)
        return json_fault(document, fault, ERR_TYPE, "expected eye colours by their names, found %s",
                          json_found(document, found, sizeof found));
    for (const struct json *item = document->first; item; item = item->next) {
        int which = 0;
        while (which < EYE_COLOUR_COUNT && !text_same_nocase(item->key, text_of(read[which].name))) which++;
        if (which == EYE_COLOUR_COUNT) {
            if (notes)
                buf_printf(notes, "no eye colour is called \"%.*s\"; it is left out\n",
                           (int)(item->key.len < 60 ? item->key.len : 60), item->key.at);
            continue;
        }
        if (item->kind != JSON_OBJECT)
            return json_fault(item, fault, ERR_TYPE, "expected {\"Hue\": …, \"Saturation\": …}, found %s",
                              json_found(item, found, sizeof found));
        enum err err = read_share(item, HUE, &read[which].hue, fault);
        if (!err) err = read_share(item, SATURATION, &read[which].saturation, fault);
        if (err) return err;
    }
    memcpy(colours, read, sizeof read);
    return ERR_NONE;
}
