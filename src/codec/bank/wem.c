#include "codec/bank/wem.h"

#include "base/plural.h"
#include "codec/sound/riff.h"

enum { TAG_PCM = 1, TAG_ADPCM = 2, TAG_EXTENSIBLE = 0xfffe, TAG_VORBIS = 0xffff, RATE_MAX = 192000 };

// Where the Vorbis numbers stand in a "fmt " piece of its usual length.
enum { VORBIS_FORMAT = 66, VORBIS_START = 24, VORBIS_SETUP = 16, VORBIS_CODEBOOKS = 36 };

static void read_vorbis(struct bytes format, struct wem_vorbis *out) {
    if (format.len < VORBIS_FORMAT) return;
    struct reader in = reader_of(format.at + VORBIS_START, format.len - VORBIS_START);
    out->samples = read_u32(&in);
    read_skip(&in, VORBIS_SETUP - 4);
    out->setup = read_u32(&in);
    out->audio = read_u32(&in);
    read_skip(&in, VORBIS_CODEBOOKS - VORBIS_SETUP - 8);
    out->codebooks = read_u32(&in);
    out->short_block = read_u8(&in);
    out->long_block = read_u8(&in);
}

static enum err read_format(struct bytes body, struct wem *out, struct fault *fault) {
    struct reader in = reader_of(body.at, body.len);
    out->format = read_u16(&in);
    out->channels = read_u16(&in);
    out->rate = read_u32(&in);
    read_skip(&in, 4);
    out->block = read_u16(&in);
    unsigned bits = read_u16(&in);
    if (in.err)
        return fault_set(fault, ERR_SHORT, "WEM: the \"fmt \" chunk is cut after %s",
                         PLURAL(body.len, "byte"));
    if (!out->channels || out->channels > ADPCM_CHANNELS_MAX)
        return fault_set(fault, ERR_RANGE, "WEM: expected 1 to %d channels, found %u", ADPCM_CHANNELS_MAX,
                         out->channels);
    if (!out->rate || out->rate > RATE_MAX)
        return fault_set(fault, ERR_RANGE, "WEM: expected a rate from 1 to %d, found %u", RATE_MAX,
                         out->rate);
    out->coding = WEM_UNKNOWN;
    if ((out->format == TAG_PCM || out->format == TAG_EXTENSIBLE) && bits == 16) {
        out->coding = WEM_PCM;
        out->block = 2u * out->channels;
    } else if (out->format == TAG_ADPCM) {
        out->coding = WEM_ADPCM;
        out->block = (size_t)ADPCM_WEM_BLOCK * out->channels;
    } else if (out->format == TAG_VORBIS) {
        out->coding = WEM_VORBIS;
        read_vorbis(body, &out->vorbis);
    }
    return ERR_NONE;
}

static void read_loops(struct bytes body, struct wem *out) {
    struct reader in = reader_of(body.at, body.len);
    read_skip(&in, 28);
    uint32_t count = read_u32(&in);
    read_skip(&in, 4);
    for (uint32_t i = 0; i < count && out->loop_count < WEM_LOOPS_MAX; i++) {
        read_skip(&in, 8); // its number and kind
        struct wem_loop loop = {read_u32(&in), read_u32(&in), 0};
        read_skip(&in, 4);
        loop.times = read_u32(&in);
        if (in.err) return;
        out->loops[out->loop_count++] = loop;
    }
}

enum err wem_read(struct bytes file, struct wem *out, struct fault *fault) {
    *out = (struct wem){0};
    struct riff riff;
    enum err err = riff_open(file, "WAVE", &riff, fault);
    if (err) return err;
    bool has_format = false, has_data = false;
    for (struct riff_chunk chunk; riff_next(&riff, &chunk);) {
        if (riff_is(&chunk, "fmt ") && !has_format) {
            if ((err = read_format(chunk.body, out, fault))) return err;
            has_format = true;
        } else if (riff_is(&chunk, "smpl")) {
            read_loops(chunk.body, out);
        } else if (riff_is(&chunk, "data") && !has_data) {
            out->data = chunk.body;
            out->cut = chunk.cut;
            has_data = true;
        }
    }
    if (!has_format || !has_data)
        return fault_set(fault, ERR_MISSING, "WEM: no \"%s\" chunk", has_format ? "data" : "fmt ");
    if (out->coding == WEM_PCM) out->frames = out->data.len / out->block;
    if (out->coding == WEM_ADPCM) out->frames = out->data.len / out->block * ADPCM_WEM_SAMPLES;
    if (out->coding == WEM_VORBIS) out->frames = out->vorbis.samples;
    return ERR_NONE;
}

static size_t decode_pcm(const struct wem *wem, int16_t *out, size_t room) {
    size_t frames = wem->frames < room ? wem->frames : room;
    struct reader in = reader_of(wem->data.at, wem->data.len);
    for (size_t i = 0; i < frames * wem->channels; i++) out[i] = read_i16(&in);
    return frames;
}

static enum err decode_adpcm(const struct wem *wem, int16_t *out, size_t room, size_t *done) {
    size_t wanted = wem->frames < room ? wem->frames : room;
    struct reader in = reader_of(wem->data.at, wem->data.len);
    while (*done < wanted) {
        int16_t block[ADPCM_WEM_SAMPLES * ADPCM_CHANNELS_MAX];
        size_t frames;
        enum adpcm_packing packing = wem->packing == ADPCM_WEM_63 ? ADPCM_WEM_63 : ADPCM_WEM;
        if (adpcm_decode_block(packing, read_bytes(&in, wem->block), wem->channels, block,
                               sizeof block / sizeof *block, &frames))
            return ERR_CHECKSUM;
        if (frames > wanted - *done) frames = wanted - *done;
        for (size_t i = 0; i < frames * wem->channels; i++) out[*done * wem->channels + i] = block[i];
        *done += frames;
    }
    return ERR_NONE;
}

enum err wem_decode(const struct wem *wem, int16_t *out, size_t room, size_t *frames, struct fault *fault) {
    size_t done = 0;
    enum err err = ERR_NONE;
    if (wem->coding == WEM_PCM)
        done = decode_pcm(wem, out, room);
    else if (wem->coding == WEM_ADPCM)
        err = decode_adpcm(wem, out, room, &done);
    else
        err = ERR_UNSUPPORTED;
    if (frames) *frames = done;
    if (err == ERR_CHECKSUM) return fault_set(fault, err, "WEM: the block at sample %zu is damaged", done);
    if (err)
        return fault_set(fault, err, "WEM: sound of format 0x%04x%s cannot be decoded", wem->format,
                         wem->coding == WEM_VORBIS ? " (the engine's Vorbis)" : "");
    return ERR_NONE;
}

static void put(struct buf *out, uint32_t v, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++) buf_byte(out, (uint8_t)(v >> (8 * i)));
}

static void put_loops(const struct wem_loop *loops, unsigned count, uint32_t rate, struct buf *out) {
    buf_text(out, "smpl");
    put(out, 36 + 24 * count, 4);
    put(out, 0, 4);
    put(out, 0, 4);
    put(out, 1000000000u / rate, 4); // nanoseconds a sample
    put(out, 60, 4);                 // middle C
    for (int i = 0; i < 3; i++) put(out, 0, 4);
    put(out, count, 4);
    put(out, 0, 4);
    for (unsigned i = 0; i < count; i++) {
        put(out, i, 4);
        put(out, 0, 4);
        put(out, loops[i].start, 4);
        put(out, loops[i].end, 4);
        put(out, 0, 4);
        put(out, loops[i].times, 4);
    }
}

static enum err put_adpcm(unsigned channels, const int16_t *samples, size_t frames, struct buf *out) {
    struct adpcm states[ADPCM_CHANNELS_MAX] = {{0}};
    size_t block = (size_t)ADPCM_WEM_BLOCK * channels;
    adpcm_start(states, samples, frames, channels);
    for (size_t done = 0; done < frames; done += ADPCM_WEM_SAMPLES) {
        uint8_t *at = buf_extend(out, block);
        if (!at) return out->err;
        struct writer to = writer_of(at, block);
        adpcm_encode_block(ADPCM_WEM, states, samples + done * channels, frames - done, channels, block, &to);
    }
    return out->err;
}

enum err wem_write(enum wem_coding coding, uint32_t rate, unsigned channels, const int16_t *samples,
                   size_t frames, const struct wem_loop *loops, unsigned loop_count, struct buf *out) {
    if (coding > WEM_ADPCM) return ERR_UNSUPPORTED;
    if (!channels || channels > ADPCM_CHANNELS_MAX || !rate || rate > RATE_MAX || loop_count > WEM_LOOPS_MAX)
        return ERR_RANGE;
    size_t blocks = (frames + ADPCM_WEM_SAMPLES - 1) / ADPCM_WEM_SAMPLES;
    size_t block = coding == WEM_PCM ? 2u * channels : (size_t)ADPCM_WEM_BLOCK * channels;
    size_t count = coding == WEM_PCM ? frames : blocks;
    if (count > (UINT32_MAX - 1024) / block) return ERR_LIMIT;
    size_t data = count * block, loop_bytes = loop_count ? 8 + 36 + 24u * loop_count : 0;
    buf_text(out, "RIFF");
    put(out, (uint32_t)(4 + 8 + 18 + loop_bytes + 8 + data), 4);
    buf_text(out, "WAVEfmt ");
    put(out, 18, 4);
    put(out, coding == WEM_PCM ? TAG_PCM : TAG_ADPCM, 2);
    put(out, channels, 2);
    put(out, rate, 4);
    put(out, (uint32_t)(coding == WEM_PCM ? rate * block : (uint64_t)rate * block / ADPCM_WEM_SAMPLES), 4);
    put(out, (uint32_t)block, 2);
    put(out, coding == WEM_PCM ? 16 : 4, 2);
    put(out, 0, 2);
    if (loop_count) put_loops(loops, loop_count, rate, out);
    buf_text(out, "data");
    put(out, (uint32_t)data, 4);
    if (coding == WEM_ADPCM) return put_adpcm(channels, samples, frames, out);
    for (size_t i = 0; i < frames * channels && !out->err; i++) put(out, (uint16_t)samples[i], 2);
    return out->err;
}
