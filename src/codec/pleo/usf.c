#include "codec/pleo/usf.h"

#include "base/plural.h"
#include "codec/pleo/field.h"
#include "codec/sound/adpcm.h"

enum { ADPCM = 1, FIXED_PITCH = 0x10, KNOWN_BITS = 0x1f };
static const uint32_t TO_THE_END = 0xffffffff;

static enum err check(const struct usf *sound, unsigned info, unsigned bits, unsigned channels,
                      struct fault *fault) {
    if ((info & 15) > ADPCM)
        return fault_set(fault, ERR_UNSUPPORTED, "sound: compression %u; expected 0 (PCM) or 1 (ADPCM)",
                         info & 15);
    if (info & ~KNOWN_BITS) return fault_set(fault, ERR_RANGE, "sound: unknown flags 0x%02x", info);
    if (bits != 8)
        return fault_set(fault, ERR_UNSUPPORTED, "sound: expected samples of 8 bits, found %u", bits);
    if (channels != 1)
        return fault_set(fault, ERR_UNSUPPORTED, "sound: expected 1 channel, found %u", channels);
    if (!sound->rate) return fault_set(fault, ERR_RANGE, "sound: a rate of 0 samples a second");
    return ERR_NONE;
}

enum err usf_read(struct bytes file, struct usf *out, struct fault *fault) {
    *out = (struct usf){0};
    if (file.len > USF_BYTES_MAX)
        return fault_set(fault, ERR_LIMIT, "sound: more than %d MiB", USF_BYTES_MAX >> 20);
    struct reader in = reader_of(file.at, file.len);
    struct bytes signature = read_bytes(&in, 4);
    if (in.err || !text_is((struct text){(const char *)signature.at, 4}, "UGSF"))
        return fault_set(fault, ERR_SYNTAX, "sound: expected \"UGSF\" at the start");
    out->version = read_u8(&in);
    if (out->version > 1)
        return fault_set(fault, ERR_VERSION, "sound: version %u; known are 0 and 1", out->version);
    if (out->version) field_name_read(&in, out->name);
    unsigned info = read_u8(&in), bits = read_u8(&in), channels = read_u8(&in);
    out->rate = read_u16(&in);
    out->loops = read_u16(&in);
    uint32_t samples = read_u32(&in);
    if (in.err)
        return fault_set(fault, ERR_SHORT, "sound: the header is cut after %s", PLURAL(file.len, "byte"));
    enum err err = check(out, info, bits, channels, fault);
    if (err) return err;
    out->adpcm = info & ADPCM;
    out->fixed_pitch = info & FIXED_PITCH;
    out->data = read_bytes(&in, reader_left(&in));
    size_t held = out->data.len * (out->adpcm ? 2 : 1);
    out->samples = samples == TO_THE_END ? held : samples;
    if (out->samples > held)
        return fault_set(fault, ERR_SHORT, "sound: %u samples announced, %zu there", (unsigned)samples, held);
    return ERR_NONE;
}

// What the decoder says is a sample of 8 bits around 0.
static int16_t loud(int predictor) {
    int v = predictor < -128 ? -128 : predictor > 127 ? 127 : predictor;
    return (int16_t)(v * 256);
}

size_t usf_decode(const struct usf *sound, int16_t *out, size_t room) {
    size_t count = sound->samples < room ? sound->samples : room;
    struct adpcm state = {0};
    for (size_t i = 0; i < count; i++)
        if (sound->adpcm)
            out[i] = loud(adpcm_decode(&state, sound->data.at[i / 2] >> (i & 1 ? 0 : 4) & 15));
        else
            out[i] = loud(sound->data.at[i] - 128);
    return count;
}

static int in_8_bits(int16_t sample) {
    int v = (sample + 128) >> 8;
    return v > 127 ? 127 : v;
}

enum err usf_write(const struct usf_spec *spec, const int16_t *samples, size_t count, struct buf *out,
                   struct fault *fault) {
    if (!spec->rate || spec->rate > USF_RATE_MAX)
        return fault_set(fault, ERR_RANGE, "sound: expected 1 to %d samples a second, found %u", USF_RATE_MAX,
                         spec->rate);
    if (spec->loops > 0xffff)
        return fault_set(fault, ERR_RANGE, "sound: at most 65535 loops, found %u", spec->loops);
    size_t bytes = spec->adpcm ? count / 2 : count;
    if (bytes > USF_BYTES_MAX - USF_HEADER)
        return fault_set(fault, ERR_LIMIT, "sound: longer than %d MiB", USF_BYTES_MAX >> 20);
    buf_text(out, "UGSF");
    buf_byte(out, 1);
    field_name_write(spec->name, out);
    buf_byte(out, (uint8_t)((spec->adpcm ? ADPCM : 0) | (spec->fixed_pitch ? FIXED_PITCH : 0)));
    buf_byte(out, 8);
    buf_byte(out, 1);
    field_put(out, spec->rate, 2);
    field_put(out, spec->loops, 2);
    field_put(out, TO_THE_END, 4);
    struct adpcm state = {0};
    for (size_t i = 0; i < bytes; i++)
        if (spec->adpcm) {
            unsigned high = adpcm_encode(&state, (int16_t)in_8_bits(samples[2 * i]));
            buf_byte(out,
                     (uint8_t)(high << 4 | adpcm_encode(&state, (int16_t)in_8_bits(samples[2 * i + 1]))));
        } else {
            buf_byte(out, (uint8_t)(in_8_bits(samples[i]) + 128));
        }
    return out->err ? fault_set(fault, out->err, "sound: no memory") : ERR_NONE;
}
