// Nets made here and written as TFLite, each layer against a plain loop, bit by bit; and files that lie.
#include "neural/made_net.h"

#include "base/maths/maths.h"
#include "neural/net.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ running it

static float input[NUMBERS], room[1 << 18];

static const float *run(int32_t from, int32_t to, size_t count) {
    struct buf file = written(from, to);
    struct fault fault = {0};
    struct net *net = net_open((struct bytes){file.at, file.len}, &fault);
    if (!net) fail_msg("%s", fault.said);
    struct chance dice = chance_of(7, 7, 7);
    for (int i = 0; i < NUMBERS; i++) input[i] = chance_range(&dice, -2, 2);
    assert_true(net_room(net) <= sizeof room / sizeof *room && net_outputs(net) == 1);
    union net_shape shape = net_output(net, 0);
    assert_int_equal((size_t)shape.n * shape.height * shape.width * shape.depth, count);
    memset(room, 0xff, sizeof room); // nothing may be read before it is written
    const float *answers[NET_OUTPUTS];
    net_run(net, input, room, answers);
    static float kept[NUMBERS];
    memcpy(kept, answers[0], count * sizeof *kept);
    net_free(net);
    buf_free(&file);
    return kept;
}

static void same_bits(const float *got, const float *want, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (memcmp(&got[i], &want[i], sizeof *got))
            fail_msg("number %zu is %.9g, not %.9g", i, (double)got[i], (double)want[i]);
}

// A plain loop: rows, columns and input numbers of the kernel, and then the bias.
static void plain_conv(int side, int in, int out, int kernel, int stride, int before, int to_side,
                       const float *w, const float *bias, bool each, float *to) {
    for (int y = 0; y < to_side; y++)
        for (int x = 0; x < to_side; x++)
            for (int o = 0; o < out; o++) {
                float sum = 0;
                for (int ky = 0; ky < kernel; ky++)
                    for (int kx = 0; kx < kernel; kx++)
                        for (int i = each ? o * in / out : 0; i < (each ? o * in / out + 1 : in); i++) {
                            int sy = y * stride + ky - before, sx = x * stride + kx - before;
                            if (sy < 0 || sx < 0 || sy >= side || sx >= side) continue;
                            float by = each ? w[(ky * kernel + kx) * out + o]
                                            : w[((o * kernel + ky) * kernel + kx) * in + i];
                            sum += input[(sy * side + sx) * in + i] * by;
                        }
                sum += bias[o];
                to[(y * to_side + x) * out + o] = sum < 0 ? 0 : sum;
            }
}

static void kernels_are_a_plain_loop_to_the_bit(void **state) {
    static const struct {
        int side, in, out, kernel, stride, before, to_side;
        bool each;
    } CASES[] = {{9, 3, 21, 5, 2, 2, 5, false}, {8, 5, 7, 3, 1, 1, 8, false}, {6, 16, 33, 1, 1, 0, 6, false},
                 {8, 3, 16, 3, 2, 0, 4, false}, {9, 6, 6, 3, 1, 1, 9, true},  {8, 4, 8, 3, 2, 0, 4, true}};
    static float want[NUMBERS];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int side = CASES[i].side, in = CASES[i].in, out = CASES[i].out, k = CASES[i].kernel;
        uint8_t stride = (uint8_t)CASES[i].stride;
        begin_net();
        int32_t from = tensor(1, side, side, in, 0),
                to = tensor(1, CASES[i].to_side, CASES[i].to_side, out, 0);
        int32_t w = CASES[i].each ? tensor(1, k, k, out, 5) : tensor(out, k, k, in, 5),
                b = tensor(1, 1, 1, out, 6);
        const uint8_t conv[6] = {0, stride, stride, 1, 1, 1},
                      each[6] = {0, stride, stride, (uint8_t)(out / in), 1, 1};
        layer(CASES[i].each ? 4 : 3, to, CASES[i].each ? each : conv, from, w, b);
        size_t count = (size_t)CASES[i].to_side * (size_t)CASES[i].to_side * (size_t)out;
        const float *got = run(from, to, count);
        plain_conv(side, in, out, k, stride, CASES[i].before, CASES[i].to_side, made.numbers[w],
                   made.numbers[b], CASES[i].each, want);
        same_bits(got, want, count);
    }
}

// A little net of all that remains: padded, added, pooled, put beside each other and squeezed.
static void other_layers_do_what_they_are_called(void **state) {
    static float want[NUMBERS];
    begin_net();
    int32_t from = tensor(1, 4, 4, 2, 0), pad = tensor(1, 1, 4, 2, 1), padded = tensor(1, 4, 4, 3, 0);
    int32_t slopes = tensor(1, 1, 1, 3, 9), bent = tensor(1, 4, 4, 3, 0), sum = tensor(1, 4, 4, 3, 0),
            pooled = tensor(1, 2, 2, 3, 0);
    int32_t flat = tensor(1, 1, 1, 12, 0), twice = tensor(1, 1, 1, 24, 0), last = tensor(1, 1, 1, 24, 0);
    made.tensors[pad].type = 2; // whole numbers
    int32_t by[8] = {0, 0, 0, 0, 0, 0, 0, 1};
    memcpy(made.numbers[pad], by, sizeof by);
    const uint8_t pools[6] = {0, 2, 2, 2, 2, 0}, axis[6] = {3, 0}, plain[6] = {0};
    layer(34, padded, NULL, from, pad, -1);
    layer(54, bent, NULL, padded, slopes, -1);
    layer(0, sum, plain, padded, bent, -1);
    layer(17, pooled, pools, sum, -1, -1);
    layer(22, flat, NULL, pooled, -1, -1);
    layer(2, twice, axis, flat, flat, -1);
    layer(14, last, NULL, twice, -1, -1);
    const float *got = run(from, last, 24);
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 2; x++)
            for (int k = 0; k < 3; k++) {
                float most = -3e38f;
                for (int i = 0; i < 4; i++) {
                    float v = k < 2 ? input[((2 * y + i / 2) * 4 + 2 * x + i % 2) * 2 + k] : 0;
                    most = m_max(most, v + (v < 0 ? v * made.numbers[slopes][k] : v));
                }
                want[(y * 2 + x) * 3 + k] = want[12 + (y * 2 + x) * 3 + k] = 1 / (1 + m_exp(-most));
            }
    same_bits(got, want, 24);
}

// ------------------------------------------------------------------------------------------------ lies

static void refused(struct buf *file, enum err err, const char *says) {
    struct fault fault = {0};
    struct net *net = net_open((struct bytes){file->at, file->len}, &fault);
    if (net) fail_msg("%s was believed", says);
    if (err && fault.err != err) fail_msg("%s: %s", says, fault.said);
    if (!strstr(fault.said, says)) fail_msg("\"%s\" does not say %s", fault.said, says);
    buf_free(file);
}

static int32_t small(void) {
    begin_net();
    int32_t from = tensor(1, 8, 8, 3, 0), to = tensor(1, 8, 8, 4, 0), w = tensor(4, 3, 3, 3, 5),
            b = tensor(1, 1, 1, 4, 6);
    const uint8_t conv[6] = {0, 1, 1, 0, 1, 1};
    layer(3, to, conv, from, w, b);
    return w;
}

static void models_that_lie_are_refused_with_a_place(void **state) {
    struct buf file = {0};
    buf_bytes(&file, "TFL3TFL3TFL3", 12);
    refused(&file, 0, "");
    small(), made.shapes[1][1] = 9, file = written(0, 1), refused(&file, ERR_RANGE, "layer 0 (CONV_2D)");
    small(), made.shapes[0][3] = -3, file = written(0, 1), refused(&file, ERR_RANGE, "tensor 0: axis 3");
    small(), made.shapes[0][1] = made.shapes[0][2] = 1 << 20, file = written(0, 1),
             refused(&file, ERR_RANGE, "tensor 0");
    small(), made.ins[0][1] = 77, file = written(0, 1), refused(&file, ERR_RANGE, "input 1 is tensor 77");
    small(), made.ins[0][0] = 1, file = written(0, 1), refused(&file, ERR_RANGE, "not there yet"); // a circle
    small(), made.outs[0][0] = 2, file = written(0, 1), refused(&file, ERR_RANGE, "there already");
    small(), made.tensors[2].buffer = 900, file = written(0, 1), refused(&file, ERR_RANGE, "buffer 900");
    small(), made.buffers[3].bytes.count -= 4, file = written(0, 1), refused(&file, ERR_RANGE, "tensor 2");
    small(), made.numbers[2][7] = 1.0f / 0.0f, file = written(0, 1), refused(&file, ERR_RANGE, "weight 7");
    small(), made.codes[0].code = 99, file = written(0, 1), refused(&file, ERR_UNSUPPORTED, "kind 99");
    small(), made.operators[0].options.at[1] = 0, file = written(0, 1), refused(&file, ERR_RANGE, "strides");
    small(), made.operators[0].options.at[3] = 5, file = written(0, 1),
             refused(&file, ERR_UNSUPPORTED, "ends in");
    small(), file = written(0, 2), refused(&file, ERR_RANGE, "output 0");
    small(), file = written(2, 1), refused(&file, ERR_RANGE, "one input");
    small(), made.tensors[2].type = 9, file = written(0, 1), refused(&file, ERR_UNSUPPORTED, "kind 9");
}

static void torn_models_are_refused(void **state) {
    small();
    struct buf file = written(0, 1);
    for (size_t len = 0; len < file.len; len += 3) {
        struct net *net = net_open((struct bytes){file.at, len}, NULL);
        net_free(net); // its end is padding: it may be whole
    }
    struct chance dice = chance_of(2, 2, 2);
    for (int i = 0; i < 4000; i++) { // whatever is believed can be run
        size_t at = chance_below(&dice, (uint32_t)file.len);
        uint8_t was = file.at[at];
        file.at[at] = (uint8_t)chance_below(&dice, 256);
        struct net *net = net_open((struct bytes){file.at, file.len}, NULL);
        const float *answers[NET_OUTPUTS];
        union net_shape in = net ? net_input(net) : (union net_shape){{0}};
        if (net && net_room(net) < sizeof room / sizeof *room &&
            (size_t)in.n * in.height * in.width * in.depth <= NUMBERS)
            net_run(net, input, room, answers);
        net_free(net);
        file.at[at] = was;
    }
    buf_free(&file);
}

TESTS(cmocka_unit_test(kernels_are_a_plain_loop_to_the_bit),
      cmocka_unit_test(other_layers_do_what_they_are_called),
      cmocka_unit_test(models_that_lie_are_refused_with_a_place), cmocka_unit_test(torn_models_are_refused))
