// Any text is either refused at its place, or is a body whose measures make sense, with a brainstem that
// lives.
#include "border/body_file.h"
#include "brainstem/plain.h"

#include "base/maths/maths.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void live(const struct body_model *model) {
    static struct body_senses felt;
    struct plain *plain = plain_new(model);
    struct plain_wish wish;
    if (!plain) return;
    for (int i = 1; i < 4; i++) {
        memset(&felt, 0, sizeof felt);
        felt.time_us = (uint64_t)i * 5000;
        plain_step(plain, &felt, &wish);
        must(m_finite(wish.left_mps) && m_finite(wish.right_mps));
        for (uint32_t k = 0; k < model->motor_count; k++) must(m_finite(wish.angle_rad[k]));
    }
    plain_free(plain);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct body_file file, copy;
    struct fault fault = {0};
    if (body_file_parse((struct text){(const char *)data, size}, "body.json", &file, &fault)) {
        must(fault.err && fault.said[0]);
        return 0;
    }
    must(file.model.motor_count <= BODY_MOTOR_MAX && strlen(file.name) < sizeof file.name);
    for (uint32_t i = BODY_MOTOR_LIFT; i < file.model.motor_count; i++) {
        must(file.model.motors[i].low_rad < file.model.motors[i].high_rad);
        must(body_model_motor(&file.model, file.motor_names[i]) == (int)i);
    }
    body_file_copy(&copy, &file);
    live(&copy.model);
    return 0;
}
