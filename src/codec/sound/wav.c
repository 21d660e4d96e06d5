#include "codec/sound/wav.h"

#include "base/plural.h"
#include "codec/sound/riff.h"

enum { FORMAT_PCM = 1, FORMAT_FLOAT = 3, FORMAT_EXTENSIBLE = 0xfffe };

static enum err read_format(struct bytes body, struct wav *out, struct fault *fault) {
    struct reader in = reader_of(body.at, body.len);
    unsigned format = read_u16(&in);
    out->channels = read_u16(&in);
    out->rate = read_u32(&in);
    read_skip(&in, 4); // bytes a second: follows from the rest
    unsigned block = read_u16(&in);
    out->bits = read_u16(&in);
    if (in.err)
        return fault_set(fault, ERR_SHORT, "WAV: the \"fmt \" chunk is cut after %s",
                         PLURAL(body.len, "byte"));
    if (format == FORMAT_EXTENSIBLE) {
        read_skip(&in, 2 + 2 + 4); // its length, valid bits, speakers
        format = read_u16(&in);    // the first two bytes of the format's long name
        if (in.err) return fault_set(fault, ERR_SHORT, "WAV: the extensible \"fmt \" chunk is cut");
    }
    if (format != FORMAT_PCM && format != FORMAT_FLOAT)
        return fault_set(fault, ERR_UNSUPPORTED, "WAV: format 0x%04x; only PCM (1) and float (3) are read",
                         format);
    out->is_float = format == FORMAT_FLOAT;
    bool known = out->is_float ? out->bits == 32 || out->bits == 64
                               : out->bits == 8 || out->bits == 16 || out->bits == 24 || out->bits == 32;
    if (!known)
        return fault_set(fault, ERR_UNSUPPORTED, "WAV: %u-bit %s samples", out->bits,
                         out->is_float ? "float" : "PCM");
    if (!out->channels || out->channels > WAV_CHANNELS_MAX)
        return fault_set(fault, ERR_RANGE, "WAV: expected 1 to %d channels, found %u", WAV_CHANNELS_MAX,
                         out->channels);
    if (!out->rate || out->rate > WAV_RATE_MAX)
        return fault_set(fault, ERR_RANGE, "WAV: expected a rate from 1 to %d, found %u", WAV_RATE_MAX,
                         out->rate);
    if (block != out->channels * out->bits / 8)
        return fault_set(fault, ERR_RANGE, "WAV: %s of %s: expected frames of %s, found %u",
                         PLURAL(out->channels, "channel"), PLURAL(out->bits, "bit"),
                         PLURAL(out->channels * out->bits / 8, "byte"), block);
    return ERR_NONE;
}

enum err wav_read(struct bytes file, struct wav *out, struct fault *fault) {
    *out = (struct wav){0};
    struct riff riff;
    enum err err = riff_open(file, "WAVE", &riff, fault);
    if (err) return err;
    struct riff_chunk chunk;
    bool has_format = false;
    while (riff_next(&riff, &chunk)) {
        if (riff_is(&chunk, "fmt ") && !has_format) {
            if ((err = read_format(chunk.body, out, fault))) return err;
            has_format = true;
        } else if (riff_is(&chunk, "data")) {
            if (!has_format)
                return fault_set(fault, ERR_SYNTAX, "WAV: sound before the \"fmt \" chunk that describes it");
            size_t frame = (size_t)out->channels * out->bits / 8;
            out->frames = chunk.body.len / frame;
            out->data = (struct bytes){chunk.body.at, out->frames * frame};
            out->cut = chunk.cut;
            return ERR_NONE;
        }
    }
    return fault_set(fault, ERR_MISSING, "WAV: no \"%s\" chunk", has_format ? "data" : "fmt ");
}

// Whole-number samples as if they had 32 bits.
static int32_t wide(const uint8_t *at, unsigned bits) {
    switch (bits) {
    case 8:
        return (int32_t)((uint32_t)(at[0] ^ 0x80) << 24); // 8-bit WAV alone has its silence at 128
    case 16:
        return (int32_t)((uint32_t)at[1] << 24 | (uint32_t)at[0] << 16);
    case 24:
        return (int32_t)((uint32_t)at[2] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[0] << 8);
    default:
        return (int32_t)((uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0]);
    }
}

static const uint8_t *place(const struct wav *wav, size_t frame, unsigned channel) {
    if (frame >= wav->frames || channel >= wav->channels) return NULL;
    return wav->data.at + (frame * wav->channels + channel) * (wav->bits / 8);
}

float wav_f32(const struct wav *wav, size_t frame, unsigned channel) {
    const uint8_t *at = place(wav, frame, channel);
    if (!at) return 0;
    if (!wav->is_float) return (float)((double)wide(at, wav->bits) / 2147483648.0);
    struct reader in = reader_of(at, wav->bits / 8);
    float v = wav->bits == 64 ? (float)read_f64(&in) : read_f32(&in);
    return v == v ? v : 0;
}

static int16_t to_s16(float v) {
    float scaled = v * 32768;
    if (!(scaled > -32768)) return scaled == scaled ? -32768 : 0;
    if (scaled >= 32767) return 32767;
    return (int16_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
}

int16_t wav_s16(const struct wav *wav, size_t frame, unsigned channel) {
    const uint8_t *at = place(wav, frame, channel);
    if (!at) return 0;
    if (wav->is_float) return to_s16(wav_f32(wav, frame, channel));
    int64_t rounded = ((int64_t)wide(at, wav->bits) + 0x8000) >> 16;
    return (int16_t)(rounded > 32767 ? 32767 : rounded);
}

static void put(struct buf *out, uint32_t v, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++) buf_byte(out, (uint8_t)(v >> (8 * i)));
}

static enum err write_header(const struct wav_spec *spec, size_t frames, struct buf *out, size_t *data_len) {
    bool known = spec->bits == 8 || spec->bits == 16 || spec->bits == 24 || spec->bits == 32;
    if (!known || !spec->channels || spec->channels > WAV_CHANNELS_MAX || !spec->rate ||
        spec->rate > WAV_RATE_MAX)
        return ERR_RANGE;
    size_t frame = (size_t)spec->channels * spec->bits / 8;
    if (frames > (UINT32_MAX - 64) / frame) return ERR_LIMIT;
    *data_len = frames * frame;
    buf_text(out, "RIFF");
    put(out, (uint32_t)(36 + *data_len + (*data_len & 1)), 4);
    buf_text(out, "WAVEfmt ");
    put(out, 16, 4);
    put(out, spec->bits == 32 ? FORMAT_FLOAT : FORMAT_PCM, 2);
    put(out, spec->channels, 2);
    put(out, spec->rate, 4);
    put(out, (uint32_t)(spec->rate * frame), 4);
    put(out, (uint32_t)frame, 2);
    put(out, spec->bits, 2);
    buf_text(out, "data");
    put(out, (uint32_t)*data_len, 4);
    return out->err;
}

static void put_whole(struct buf *out, unsigned bits, int32_t v32) {
    uint32_t v = (uint32_t)v32;
    if (bits == 8)
        buf_byte(out, (uint8_t)((v >> 24) ^ 0x80));
    else
        put(out, v >> (32 - bits), bits / 8);
}

static void put_float(struct buf *out, float v) {
    uint8_t bytes[4];
    struct writer to = writer_of(bytes, sizeof bytes);
    write_f32(&to, v);
    buf_bytes(out, bytes, sizeof bytes);
}

enum err wav_write(const struct wav_spec *spec, const int16_t *samples, size_t frames, struct buf *out) {
    size_t len;
    enum err err = write_header(spec, frames, out, &len);
    if (err) return err;
    for (size_t i = 0; i < frames * spec->channels && !out->err; i++)
        if (spec->bits == 32)
            put_float(out, (float)samples[i] / 32768);
        else
            put_whole(out, spec->bits, (int32_t)((uint32_t)(uint16_t)samples[i] << 16));
    if (len & 1) buf_byte(out, 0);
    return out->err;
}

// A float as a whole number of 32 bits, rounded to the `bits` that will be kept.
static int32_t rounded(float v, unsigned bits) {
    double top = (double)((int64_t)1 << (bits - 1));
    double scaled = v == v ? (double)v * top : 0;
    if (scaled > top - 1) scaled = top - 1;
    if (scaled < -top) scaled = -top;
    int64_t whole = (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    return (int32_t)(whole * ((int64_t)1 << (32 - bits)));
}

enum err wav_write_f32(const struct wav_spec *spec, const float *samples, size_t frames, struct buf *out) {
    size_t len;
    enum err err = write_header(spec, frames, out, &len);
    if (err) return err;
    for (size_t i = 0; i < frames * spec->channels && !out->err; i++)
        if (spec->bits == 32)
            put_float(out, samples[i]);
        else
            put_whole(out, spec->bits, rounded(samples[i], spec->bits));
    if (len & 1) buf_byte(out, 0);
    return out->err;
}
