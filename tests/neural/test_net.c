// Nets made here and written as TFLite, each layer against a plain loop, bit by bit; and files that lie.
#include "support/support.h"

#include "base/maths/chance.h"
#include "base/maths/maths.h"
#include "codec/clip/flatbuf.h"
#include "neural/net.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ a writer

struct options {
    uint8_t at[8];
};
struct operation {
    uint32_t code;
    FLAT_LIST_OF(int32_t, inputs);
    FLAT_LIST_OF(int32_t, outputs);
    uint8_t kind;
    struct options options;
};
struct tensor {
    FLAT_LIST_OF(int32_t, shape);
    uint8_t type;
    uint32_t buffer;
};
struct graph {
    FLAT_LIST_OF(struct tensor, tensors);
    FLAT_LIST_OF(int32_t, inputs);
    FLAT_LIST_OF(int32_t, outputs);
    FLAT_LIST_OF(struct operation, operators);
};
struct code {
    int8_t code;
};
struct buffer {
    FLAT_LIST_OF(uint8_t, bytes);
};
struct model {
    uint32_t version;
    FLAT_LIST_OF(struct code, codes);
    FLAT_LIST_OF(struct graph, graphs);
    struct text about;
    FLAT_LIST_OF(struct buffer, buffers);
};
#define FIELD(strct, member, kind)                                                                           \
    { #member, kind, offsetof(struct strct, member), FLAT_BOOL, NULL, 0, false }
#define LIST(strct, member, item, type)                                                                      \
    { #member, FLAT_LIST, offsetof(struct strct, member), item, type, 0, false }
#define TYPE(strct, fields, count)                                                                           \
    { #strct, fields, count, sizeof(struct strct), 0 }
static const struct flatbuf_field OPTION_FIELDS[] = {
    FIELD(options, at[0], FLAT_U8), FIELD(options, at[1], FLAT_U8), FIELD(options, at[2], FLAT_U8),
    FIELD(options, at[3], FLAT_U8), FIELD(options, at[4], FLAT_U8), FIELD(options, at[5], FLAT_U8)};
static const struct flatbuf_type OPTIONS = TYPE(options, OPTION_FIELDS, 6);
static const struct flatbuf_field OPERATOR_FIELDS[] = {
    FIELD(operation, code, FLAT_U32),
    LIST(operation, inputs, FLAT_I32, NULL),
    LIST(operation, outputs, FLAT_I32, NULL),
    FIELD(operation, kind, FLAT_U8),
    {"options", FLAT_TABLE, offsetof(struct operation, options), FLAT_BOOL, &OPTIONS, 0, false}};
static const struct flatbuf_type OPERATOR = TYPE(operation, OPERATOR_FIELDS, 5);
static const struct flatbuf_field TENSOR_FIELDS[] = {
    LIST(tensor, shape, FLAT_I32, NULL), FIELD(tensor, type, FLAT_U8), FIELD(tensor, buffer, FLAT_U32)};
static const struct flatbuf_type TENSOR = TYPE(tensor, TENSOR_FIELDS, 3);
static const struct flatbuf_field GRAPH_FIELDS[] = {
    LIST(graph, tensors, FLAT_TABLE, &TENSOR), LIST(graph, inputs, FLAT_I32, NULL),
    LIST(graph, outputs, FLAT_I32, NULL), LIST(graph, operators, FLAT_TABLE, &OPERATOR)};
static const struct flatbuf_type GRAPH = TYPE(graph, GRAPH_FIELDS, 4);
static const struct flatbuf_field CODE_FIELDS[] = {FIELD(code, code, FLAT_I8)};
static const struct flatbuf_type CODE = TYPE(code, CODE_FIELDS, 1);
static const struct flatbuf_field BUFFER_FIELDS[] = {LIST(buffer, bytes, FLAT_U8, NULL)};
static const struct flatbuf_type BUFFER = TYPE(buffer, BUFFER_FIELDS, 1);
static const struct flatbuf_field MODEL_FIELDS[] = {
    FIELD(model, version, FLAT_U32), LIST(model, codes, FLAT_TABLE, &CODE),
    LIST(model, graphs, FLAT_TABLE, &GRAPH), FIELD(model, about, FLAT_TEXT),
    LIST(model, buffers, FLAT_TABLE, &BUFFER)};
static const struct flatbuf_type MODEL = TYPE(model, MODEL_FIELDS, 5);

enum { MOST = 32, NUMBERS = 4096 };
static struct made {
    struct tensor tensors[MOST];
    int32_t shapes[MOST][4], ins[MOST][4], outs[MOST][1], input[1], outputs[2];
    struct buffer buffers[MOST];
    float numbers[MOST][NUMBERS];
    struct operation operators[MOST];
    struct code codes[MOST];
    uint32_t tensor_count, operator_count;
} made;

static void begin(void) { memset(&made, 0, sizeof made); }

static int32_t tensor(int32_t n, int32_t h, int32_t w, int32_t d, uint64_t seed) {
    uint32_t i = made.tensor_count++;
    struct tensor *t = &made.tensors[i];
    const int32_t shape[4] = {n, h, w, d};
    memcpy(made.shapes[i], shape, sizeof shape);
    t->shape.at = made.shapes[i], t->shape.count = 4;
    t->buffer = i + 1;
    size_t count = (size_t)n * (size_t)h * (size_t)w * (size_t)d;
    struct chance dice = chance_of(1, 2, seed);
    for (size_t k = 0; seed && k < count; k++) made.numbers[i][k] = chance_range(&dice, -1, 1);
    if (seed)
        made.buffers[i + 1].bytes.at = (uint8_t *)made.numbers[i],
                         made.buffers[i + 1].bytes.count = 4 * count;
    return (int32_t)i;
}

static void layer(int8_t code, int32_t to, const uint8_t options[6], int32_t a, int32_t b, int32_t c) {
    uint32_t i = made.operator_count++;
    struct operation *o = &made.operators[i];
    const int32_t from[3] = {a, b, c};
    memcpy(made.ins[i], from, sizeof from), made.outs[i][0] = to;
    o->code = i, made.codes[i].code = code;
    o->inputs.at = made.ins[i], o->inputs.count = c >= 0 ? 3 : b >= 0 ? 2 : 1;
    o->outputs.at = made.outs[i], o->outputs.count = 1;
    o->kind = 1;
    if (options) memcpy(o->options.at, options, 6);
}

static struct buf written(int32_t from, int32_t to) {
    made.input[0] = from, made.outputs[0] = to;
    struct graph g = {.tensors = {made.tensors, made.tensor_count},
                      .inputs = {made.input, 1},
                      .outputs = {made.outputs, 1},
                      .operators = {made.operators, made.operator_count}};
    struct model m = {.version = 3,
                      .codes = {made.codes, made.operator_count},
                      .graphs = {&g, 1},
                      .buffers = {made.buffers, made.tensor_count + 1}};
    struct buf out = {0};
    struct fault fault = {0};
    if (flatbuf_write(&MODEL, &m, &out, &fault)) fail_msg("%s", fault.said);
    // Our writer gives files no name: it is put in, and everything else moves on as one.
    struct buf named = {0};
    uint32_t root;
    memcpy(&root, out.at, sizeof root);
    root += 8;
    buf_bytes(&named, &root, sizeof root);
    buf_bytes(&named, "TFL3\0\0\0\0", 8);
    buf_bytes(&named, out.at + 4, out.len - 4);
    buf_free(&out);
    return named;
}

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
        begin();
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
    begin();
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
    begin();
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
