#include "codec/sound/adpcm.h"

static const int16_t STEPS[ADPCM_INDEX_MAX + 1] = {
    7,    8,     9,     10,    11,    12,    13,    14,    16,    17,    19,    21,    23,    25,   28,
    31,   34,    37,    41,    45,    50,    55,    60,    66,    73,    80,    88,    97,    107,  118,
    130,  143,   157,   173,   190,   209,   230,   253,   279,   307,   337,   371,   408,   449,  494,
    544,  598,   658,   724,   796,   876,   963,   1060,  1166,  1282,  1411,  1552,  1707,  1878, 2066,
    2272, 2499,  2749,  3024,  3327,  3660,  4026,  4428,  4871,  5358,  5894,  6484,  7132,  7845, 8630,
    9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};
static const int8_t CHANGES[8] = {-1, -1, -1, -1, 2, 4, 6, 8};

static int clamp_index(int index) {
    return index < 0 ? 0 : index > ADPCM_INDEX_MAX ? ADPCM_INDEX_MAX : index;
}
static int clamp_sample(int v) { return v < -32768 ? -32768 : v > 32767 ? 32767 : v; }

int adpcm_step(int index) { return STEPS[clamp_index(index)]; }

int16_t adpcm_decode(struct adpcm *state, unsigned nibble) {
    int step = adpcm_step(state->index);
    int change = step >> 3;
    if (nibble & 4) change += step;
    if (nibble & 2) change += step >> 1;
    if (nibble & 1) change += step >> 2;
    state->predictor = clamp_sample(state->predictor + (nibble & 8 ? -change : change));
    state->index = clamp_index(clamp_index(state->index) + CHANGES[nibble & 7]);
    return (int16_t)state->predictor;
}

uint8_t adpcm_encode(struct adpcm *state, int16_t sample) {
    int left = sample - state->predictor, step = adpcm_step(state->index);
    unsigned nibble = 0;
    if (left < 0) nibble = 8, left = -left;
    for (unsigned bit = 4; bit; bit >>= 1, step >>= 1)
        if (left >= step) nibble |= bit, left -= step;
    adpcm_decode(state, nibble);
    return (uint8_t)nibble;
}

size_t adpcm_block_samples(enum adpcm_packing packing, size_t block_size, unsigned channels) {
    if (!channels || channels > ADPCM_CHANNELS_MAX || block_size % channels || block_size / channels < 4)
        return 0;
    size_t nibbles = (block_size / channels - 4) * 2;
    if (packing == ADPCM_WAV) return nibbles % 8 ? 0 : nibbles + 1;
    if (block_size / channels != ADPCM_WEM_BLOCK) return 0;
    return nibbles;
}

static enum err read_header(struct reader *in, struct adpcm *state) {
    state->predictor = read_i16(in);
    state->index = read_u8(in);
    read_u8(in);
    if (in->err) return in->err;
    return state->index > ADPCM_INDEX_MAX ? ERR_RANGE : ERR_NONE;
}

// The two nibbles of a byte, at frame `at` and the one after.
static void two(struct adpcm *state, uint8_t byte, int16_t *out, size_t at, unsigned channels, size_t limit) {
    for (unsigned half = 0; half < 2; half++) {
        int16_t sample = adpcm_decode(state, byte >> 4 * half & 15);
        if (at + half < limit) out[(at + half) * channels] = sample;
    }
}

static enum err decode_wem(enum adpcm_packing packing, struct reader *in, unsigned channels, int16_t *out,
                           size_t *frames) {
    for (unsigned c = 0; c < channels; c++) {
        struct adpcm state;
        enum err err = read_header(in, &state);
        if (err) return err;
        size_t at = 0;
        if (packing == ADPCM_WEM_63) out[c] = (int16_t)state.predictor, at = 1;
        for (; at < ADPCM_WEM_SAMPLES && !in->err; at += 2)
            two(&state, read_u8(in), out + c, at, channels, ADPCM_WEM_SAMPLES);
        if (in->err) return in->err;
    }
    *frames = ADPCM_WEM_SAMPLES;
    return ERR_NONE;
}

static enum err decode_wav(struct reader *in, unsigned channels, int16_t *out, size_t samples,
                           size_t *frames) {
    struct adpcm states[ADPCM_CHANNELS_MAX];
    for (unsigned c = 0; c < channels; c++) {
        enum err err = read_header(in, &states[c]);
        if (err) return err;
        out[c] = (int16_t)states[c].predictor;
    }
    *frames = 1;
    for (size_t at = 1; at < samples; at += 8) {
        for (unsigned c = 0; c < channels; c++)
            for (size_t pair = 0; pair < 8; pair += 2)
                two(&states[c], read_u8(in), out + c, at + pair, channels, samples);
        if (in->err) return in->err;
        *frames = at + 8;
    }
    return ERR_NONE;
}

enum err adpcm_decode_block(enum adpcm_packing packing, struct bytes block, unsigned channels, int16_t *out,
                            size_t room, size_t *frames) {
    *frames = 0;
    if (!channels || channels > ADPCM_CHANNELS_MAX) return ERR_RANGE;
    size_t samples = ADPCM_WEM_SAMPLES;
    if (packing == ADPCM_WAV && !(samples = adpcm_block_samples(packing, block.len, channels)))
        return ERR_SHORT;
    if (room / channels < samples) return ERR_LIMIT;
    struct reader in = reader_of(block.at, block.len);
    return packing == ADPCM_WAV ? decode_wav(&in, channels, out, samples, frames)
                                : decode_wem(packing, &in, channels, out, frames);
}

struct frames {
    const int16_t *samples;
    size_t count;
    unsigned channels;
};

static int16_t frame_at(const struct frames *from, size_t frame, unsigned channel) {
    if (!from->count) return 0;
    if (frame >= from->count) frame = from->count - 1;
    return from->samples[frame * from->channels + channel];
}

void adpcm_start(struct adpcm *states, const int16_t *samples, size_t frames, unsigned channels) {
    const struct frames from = {samples, frames, channels};
    size_t count = frames < ADPCM_WEM_SAMPLES ? frames : ADPCM_WEM_SAMPLES;
    for (unsigned c = 0; c < channels; c++) {
        int64_t least = INT64_MAX;
        for (int index = 0; index <= ADPCM_INDEX_MAX && least; index++) {
            struct adpcm state = {frame_at(&from, 0, c), index};
            int64_t wrong = 0;
            for (size_t i = 0; i < count; i++) {
                int16_t wanted = frame_at(&from, i, c);
                adpcm_encode(&state, wanted);
                wrong += (int64_t)(state.predictor - wanted) * (state.predictor - wanted);
            }
            if (wrong >= least) continue;
            least = wrong;
            states[c] = (struct adpcm){frame_at(&from, 0, c), index};
        }
    }
}

static void write_header(struct adpcm *state, int16_t first, bool first_is_heard, struct writer *out) {
    if (first_is_heard) state->predictor = first;
    state->index = clamp_index(state->index);
    write_i16(out, (int16_t)state->predictor);
    write_u8(out, (uint8_t)state->index);
    write_u8(out, 0);
}

static void write_two(struct adpcm *state, const struct frames *from, size_t frame, unsigned channel,
                      struct writer *out) {
    unsigned low = adpcm_encode(state, frame_at(from, frame, channel));
    unsigned high = adpcm_encode(state, frame_at(from, frame + 1, channel));
    write_u8(out, (uint8_t)(low | high << 4));
}

enum err adpcm_encode_block(enum adpcm_packing packing, struct adpcm *states, const int16_t *samples,
                            size_t frames, unsigned channels, size_t block_size, struct writer *out) {
    size_t in_block = adpcm_block_samples(packing, block_size, channels);
    if (!in_block) return ERR_RANGE;
    const struct frames from = {samples, frames, channels};
    if (packing == ADPCM_WAV) {
        for (unsigned c = 0; c < channels; c++) write_header(&states[c], frame_at(&from, 0, c), true, out);
        for (size_t at = 1; at < in_block; at += 8)
            for (unsigned c = 0; c < channels; c++)
                for (size_t pair = 0; pair < 8; pair += 2) write_two(&states[c], &from, at + pair, c, out);
        return out->err;
    }
    for (unsigned c = 0; c < channels; c++) {
        bool heard = packing == ADPCM_WEM_63;
        write_header(&states[c], frame_at(&from, 0, c), heard, out);
        for (size_t at = heard; at < in_block; at += 2) write_two(&states[c], &from, at, c, out);
    }
    return out->err;
}
