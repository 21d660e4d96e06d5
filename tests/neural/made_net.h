// Nets that are made in a test, tensor by tensor and layer by layer, and written as TFLite.
//
//     begin_net();
//     int32_t from = tensor(1, 8, 8, 3, 0), to = tensor(1, 8, 8, 4, 0);   // what flows
//     int32_t w = tensor(4, 3, 3, 3, 5), b = tensor(1, 1, 1, 4, 6);       // weights, by chance of that seed
//     layer(3, to, options, from, w, b);                                  // a code of TFLite's
//     struct buf file = written(from, to);
//
// made.numbers[w] are the weights, to be changed before they are written.
#pragma once

#include "support/support.h"

#include "base/maths/chance.h"
#include "codec/clip/flatbuf.h"

#include <string.h>

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

static void begin_net(void) { memset(&made, 0, sizeof made); }

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

static struct buf written_two(int32_t from, int32_t to, int32_t second) {
    made.input[0] = from, made.outputs[0] = to, made.outputs[1] = second;
    struct graph g = {.tensors = {made.tensors, made.tensor_count},
                      .inputs = {made.input, 1},
                      .outputs = {made.outputs, second < 0 ? 1 : 2},
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
static inline struct buf written(int32_t from, int32_t to) { return written_two(from, to, -1); }
