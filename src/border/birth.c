#include "border/birth.h"

#include "base/maths/chance.h"

enum { LOWEST = 0x00100000, NUMBERS = 0x00c00000, DAY_S = 86400 };
enum { FIRST_2018 = 1514764800 };

static void draw(struct chance *dice, uint8_t *out, int count) {
    for (int i = 0; i < count; i++) out[i] = (uint8_t)(chance_u64(dice) >> 56);
}

void birth_of(const struct body_model *model, uint64_t seed, uint32_t robot, struct birth *out) {
    struct chance dice = chance_of(seed, chance_stream("birth record") + robot, 0);
    *out = (struct birth){.hardware = 5, .model = 1};
    out->serial = LOWEST + chance_u32(&dice) % NUMBERS;
    uint32_t week = chance_u32(&dice) % 104;
    out->lot = 2 * 10000000u + (18 + week / 52) * 100000u + (week % 52 + 1) * 1000u + 201;
    out->packed_unix = FIRST_2018 + (week + 1) * 7 * DAY_S + chance_u32(&dice) % DAY_S;
    draw(&dice, out->wifi, 6), draw(&dice, out->bluetooth, 6), draw(&dice, out->key, 32);
    out->wifi[0] = (uint8_t)((out->wifi[0] & 0xfc) | 2);     // one address, and nobody's
    out->bluetooth[0] = (uint8_t)(out->bluetooth[0] | 0xc0); // a random one that stays
    if (!eye_of(model, out->serial, &out->eye)) out->eye = (struct eye_model){0};
    struct chance bias = chance_of(seed, chance_stream("birth") + robot - 1, 0);
    for (int i = 0; i < 3; i++) out->gyro_bias_radps[i] = chance_normal(&bias, 0, 0.01f); // chosen
}
