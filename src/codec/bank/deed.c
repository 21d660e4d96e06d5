// What actions do: their times, their numbers, and whom they leave alone.
#include "codec/bank/bank_internal.h"

enum { LONG_COUNTS = 122, STOP_FLAGS_SINCE = 123 };

static void take_times(void *user, uint8_t property, float low, float high, uint32_t raw) {
    struct bank_deed *deed = user;
    (void)high;
    // Times are whole milliseconds; a small number that is not is taken for a float.
    float ms = raw < 1u << 24 ? (float)raw : low;
    if (property == BANK_DELAY && ms >= 0) deed->delay_ms = ms;
    if (property == BANK_FADE && ms >= 0) deed->fade_ms = ms;
    if (property == BANK_PROBABILITY) deed->probability = low;
}
static void take_nothing(void *user, uint8_t property, float low, float high, uint32_t raw) {
    (void)user, (void)property, (void)low, (void)high, (void)raw;
}

static bool sets_number(uint8_t type) {
    return type == BANK_SET_PARAMETER || type == BANK_RESET_PARAMETER ||
           (type >= BANK_SET_PITCH && type <= BANK_RESET_BUS_VOLUME);
}

static bool leaves_some_alone(uint8_t type) {
    return (type >= BANK_STOP && type <= BANK_RESUME) || type == BANK_MUTE || type == BANK_UNMUTE ||
           type == BANK_SEEK || sets_number(type);
}

static void read_except(uint32_t version, struct reader *in, struct bank_deed *out) {
    size_t count = version <= LONG_COUNTS ? read_u32(in) : read_u8(in);
    for (size_t i = 0; i < count && !in->err; i++) {
        uint32_t id = read_u32(in);
        read_skip(in, 1); // whether it is a bus
        if (!in->err && out->except_count < BANK_EXCEPT_MAX) out->except[out->except_count++] = id;
    }
}

// How each kind goes on after its times. Those not named here are left as they are.
static void read_rest(uint32_t version, struct reader *in, uint8_t type, struct bank_deed *out) {
    if (type == BANK_SET_STATE || type == BANK_SET_SWITCH) {
        out->group = read_u32(in);
        out->choice = read_u32(in);
        return;
    }
    if (!reader_left(in)) return;
    if (type == BANK_SEEK) {
        out->percent = read_u8(in);
        uint32_t value = read_u32(in), low = read_u32(in), high = read_u32(in);
        out->value = bank_float(value), out->value_low = bank_float(low), out->value_high = bank_float(high);
        out->snap = read_u8(in);
        return read_except(version, in, out);
    }
    out->shape = read_u8(in) & 31;
    if (out->shape > 9) out->shape = 4;
    if (type == BANK_PLAY) {
        out->bank = read_u32(in);
        return;
    }
    if (sets_number(type)) {
        if (type == BANK_SET_PARAMETER || type == BANK_RESET_PARAMETER)
            read_skip(in, 1); // past the parameter's own ramp
        out->relative = read_u8(in) == 2;
        uint32_t value = read_u32(in), low = read_u32(in), high = read_u32(in);
        out->value = bank_float(value), out->value_low = bank_float(low), out->value_high = bank_float(high);
    } else if (type == BANK_PAUSE || type == BANK_RESUME ||
               (type == BANK_STOP && version >= STOP_FLAGS_SINCE)) {
        read_skip(in, 1); // what it does to actions that still wait
    }
    if (leaves_some_alone(type)) read_except(version, in, out);
}

bool bank_deed(const struct bank *bank, const struct bank_object *object, struct bank_deed *out) {
    *out = (struct bank_deed){.probability = 100, .shape = 4};
    if (object->kind != BANK_ACTION || !object->known) return false;
    struct bank_deed deed = *out;
    struct reader in = reader_of(object->tail.at, object->tail.len);
    bank_properties(&in, false, take_times, &deed);
    bank_properties(&in, true, take_nothing, NULL);
    read_rest(bank->version, &in, object->action.type, &deed);
    if (in.err) return false;
    *out = deed;
    return true;
}

static void write_except(uint32_t version, const struct bank_deed *deed, struct buf *out) {
    bank_put(out, deed->except_count, version <= LONG_COUNTS ? 4 : 1);
    for (uint32_t i = 0; i < deed->except_count; i++) bank_put(out, deed->except[i], 4), buf_byte(out, 0);
}

static void write_value(const struct bank_deed *deed, struct buf *out) {
    bank_put_float(out, deed->value), bank_put_float(out, deed->value_low),
        bank_put_float(out, deed->value_high);
}

enum err bank_deed_write(uint32_t version, uint8_t type, const struct bank_deed *deed, struct buf *out) {
    if (deed->except_count > BANK_EXCEPT_MAX) return ERR_RANGE;
    bool chance = deed->probability > 0 && deed->probability < 100;
    buf_byte(out, (uint8_t)((deed->delay_ms > 0) + (deed->fade_ms > 0) + chance));
    if (deed->delay_ms > 0) buf_byte(out, BANK_DELAY);
    if (deed->fade_ms > 0) buf_byte(out, BANK_FADE);
    if (chance) buf_byte(out, BANK_PROBABILITY);
    if (deed->delay_ms > 0) bank_put(out, (uint32_t)deed->delay_ms, 4);
    if (deed->fade_ms > 0) bank_put(out, (uint32_t)deed->fade_ms, 4);
    if (chance) bank_put_float(out, deed->probability);
    buf_byte(out, 0);
    if (type == BANK_BREAK || type == BANK_PLAY_EVENT || type == BANK_TRIGGER) return out->err;
    if (type == BANK_SET_STATE || type == BANK_SET_SWITCH) {
        bank_put(out, deed->group, 4);
        bank_put(out, deed->choice, 4);
        return out->err;
    }
    if (type == BANK_SEEK) {
        buf_byte(out, deed->percent);
        write_value(deed, out);
        buf_byte(out, deed->snap);
        write_except(version, deed, out);
        return out->err;
    }
    buf_byte(out, deed->shape);
    if (type == BANK_PLAY) {
        bank_put(out, deed->bank, 4);
        return out->err;
    }
    if (sets_number(type)) {
        if (type == BANK_SET_PARAMETER || type == BANK_RESET_PARAMETER) buf_byte(out, 0);
        buf_byte(out, deed->relative ? 2 : 1);
        write_value(deed, out);
    } else if (type == BANK_PAUSE || type == BANK_RESUME ||
               (type == BANK_STOP && version >= STOP_FLAGS_SINCE)) {
        buf_byte(out, 0);
    }
    if (leaves_some_alone(type)) write_except(version, deed, out);
    return out->err;
}
