// From a TFLite file to a net. The tables of the format are read by codec's FlatBuffers reader, which trusts
// nothing; here every layer's shapes are proved before any of them runs.
#include "codec/clip/flatbuf.h"
#include "neural/net_internal.h"

#include "base/maths/maths.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------ the file

enum { OPTIONS = 8, TENSORS_MOST = 4096, LAYERS_MOST = 4096, SIDE_MOST = 4096 };

// The options of every kind of layer are tables of their own. All that is needed are small numbers, so each
// is read as the lowest byte of its field; what would not fit in a byte is refused by the shapes that follow.
struct flat_options {
    uint8_t at[OPTIONS];
};
struct flat_operator {
    uint32_t code;
    FLAT_LIST_OF(int32_t, inputs);
    FLAT_LIST_OF(int32_t, outputs);
    uint8_t kind;
    struct flat_options options;
};
struct flat_tensor {
    FLAT_LIST_OF(int32_t, shape);
    uint8_t type;
    uint32_t buffer;
};
struct flat_graph {
    FLAT_LIST_OF(struct flat_tensor, tensors);
    FLAT_LIST_OF(int32_t, inputs);
    FLAT_LIST_OF(int32_t, outputs);
    FLAT_LIST_OF(struct flat_operator, operators);
};
struct flat_code {
    int8_t old;
    struct text custom;
    int32_t version, code;
};
struct flat_buffer {
    FLAT_LIST_OF(uint8_t, bytes);
};
struct flat_model {
    uint32_t version;
    FLAT_LIST_OF(struct flat_code, codes);
    FLAT_LIST_OF(struct flat_graph, graphs);
    struct text about;
    FLAT_LIST_OF(struct flat_buffer, buffers);
};

#define OPTION(i)                                                                                            \
    { "option " #i, FLAT_U8, offsetof(struct flat_options, at[i]), FLAT_BOOL, NULL, 0, false }
#define LIST(strct, member, item, type)                                                                      \
    { #member, FLAT_LIST, offsetof(struct strct, member), item, type, 0, false }
#define NUMBER(strct, member, kind)                                                                          \
    { #member, kind, offsetof(struct strct, member), FLAT_BOOL, NULL, 0, false }
static const struct flatbuf_field OPTION_FIELDS[] = {OPTION(0), OPTION(1), OPTION(2), OPTION(3),
                                                     OPTION(4), OPTION(5), OPTION(6), OPTION(7)};
static const struct flatbuf_type OPTIONS_TYPE = {"options", OPTION_FIELDS, OPTIONS,
                                                 sizeof(struct flat_options), 0};
static const struct flatbuf_field OPERATOR_FIELDS[] = {
    NUMBER(flat_operator, code, FLAT_U32),
    LIST(flat_operator, inputs, FLAT_I32, NULL),
    LIST(flat_operator, outputs, FLAT_I32, NULL),
    NUMBER(flat_operator, kind, FLAT_U8),
    {"options", FLAT_TABLE, offsetof(struct flat_operator, options), FLAT_BOOL, &OPTIONS_TYPE, 0, false}};
static const struct flatbuf_type OPERATOR = {"operator", OPERATOR_FIELDS, 5, sizeof(struct flat_operator), 0};
static const struct flatbuf_field TENSOR_FIELDS[] = {LIST(flat_tensor, shape, FLAT_I32, NULL),
                                                     NUMBER(flat_tensor, type, FLAT_U8),
                                                     NUMBER(flat_tensor, buffer, FLAT_U32)};
static const struct flatbuf_type TENSOR = {"tensor", TENSOR_FIELDS, 3, sizeof(struct flat_tensor), 0};
static const struct flatbuf_field GRAPH_FIELDS[] = {
    LIST(flat_graph, tensors, FLAT_TABLE, &TENSOR), LIST(flat_graph, inputs, FLAT_I32, NULL),
    LIST(flat_graph, outputs, FLAT_I32, NULL), LIST(flat_graph, operators, FLAT_TABLE, &OPERATOR)};
static const struct flatbuf_type GRAPH = {"graph", GRAPH_FIELDS, 4, sizeof(struct flat_graph), 0};
static const struct flatbuf_field CODE_FIELDS[] = {
    NUMBER(flat_code, old, FLAT_I8), NUMBER(flat_code, custom, FLAT_TEXT),
    NUMBER(flat_code, version, FLAT_I32), NUMBER(flat_code, code, FLAT_I32)};
static const struct flatbuf_type CODE = {"code", CODE_FIELDS, 4, sizeof(struct flat_code), 0};
static const struct flatbuf_field BUFFER_FIELDS[] = {LIST(flat_buffer, bytes, FLAT_U8, NULL)};
static const struct flatbuf_type BUFFER = {"buffer", BUFFER_FIELDS, 1, sizeof(struct flat_buffer), 0};
static const struct flatbuf_field MODEL_FIELDS[] = {
    NUMBER(flat_model, version, FLAT_U32), LIST(flat_model, codes, FLAT_TABLE, &CODE),
    LIST(flat_model, graphs, FLAT_TABLE, &GRAPH), NUMBER(flat_model, about, FLAT_TEXT),
    LIST(flat_model, buffers, FLAT_TABLE, &BUFFER)};
static const struct flatbuf_type MODEL = {"model", MODEL_FIELDS, 5, sizeof(struct flat_model), 0};

enum { TYPE_F32 = 0, TYPE_F16 = 1, TYPE_I32 = 2, TYPE_U8 = 3 };
enum { OP_DEQUANTIZE = 6 };

// The numbers of the format, and where a layer's options stand among its fields; -1: it has none.
static const struct known {
    int8_t code, kind;
    int8_t finish, padding, stride, kernel, step, axis; // stride, kernel, step: of x; y comes next
    uint8_t inputs;
    const char *name;
} KNOWN[] = {
    {0, NET_ADD, 0, -1, -1, -1, -1, -1, 2, "ADD"},
    {1, NET_AVERAGE_POOL, 5, 0, 1, 3, -1, -1, 1, "AVERAGE_POOL_2D"},
    {2, NET_CONCATENATION, 1, -1, -1, -1, -1, 0, 1, "CONCATENATION"},
    {3, NET_CONV, 3, 0, 1, -1, 4, -1, 3, "CONV_2D"},
    {4, NET_DEPTHWISE, 4, 0, 1, -1, 5, -1, 3, "DEPTHWISE_CONV_2D"},
    {9, NET_FULLY_CONNECTED, 0, -1, -1, -1, -1, -1, 3, "FULLY_CONNECTED"},
    {14, NET_LOGISTIC, -1, -1, -1, -1, -1, -1, 1, "LOGISTIC"},
    {17, NET_MAX_POOL, 5, 0, 1, 3, -1, -1, 1, "MAX_POOL_2D"},
    {19, NET_RELU, -1, -1, -1, -1, -1, -1, 1, "RELU"},
    {21, NET_RELU6, -1, -1, -1, -1, -1, -1, 1, "RELU6"},
    {22, NET_RESHAPE, -1, -1, -1, -1, -1, -1, 1, "RESHAPE"},
    {23, NET_RESIZE_BILINEAR, -1, -1, -1, -1, -1, -1, 1, "RESIZE_BILINEAR"},
    {25, NET_SOFTMAX, -1, -1, -1, -1, -1, -1, 1, "SOFTMAX"},
    {34, NET_PAD, -1, -1, -1, -1, -1, -1, 2, "PAD"},
    {54, NET_PRELU, -1, -1, -1, -1, -1, -1, 2, "PRELU"},
};

struct reading {
    const struct flat_model *model;
    const struct flat_graph *graph;
    struct net *net;
    uint32_t layer; // that is read
    const char *name;
    struct fault *fault;
};

#define LIES(r, err, ...) fault_set((r)->fault, err, __VA_ARGS__)

// ------------------------------------------------------------------------------------------------ tensors

static float half_of(uint16_t h) {
    uint32_t sign = (uint32_t)(h >> 15) << 31, exponent = h >> 10 & 31, part = h & 1023, bits;
    if (exponent == 31) {
        bits = sign | 0x7f800000u | part << 13;
    } else if (exponent) {
        bits = sign | (exponent + 112) << 23 | part << 13;
    } else { // small ones: part * 2^-24
        float small = (float)part / 16777216.0f;
        return sign ? -small : small;
    }
    float out;
    memcpy(&out, &bits, sizeof out);
    return out;
}

static enum err weights_of(struct reading *r, uint32_t i, const struct flat_tensor *f, struct net_tensor *t) {
    const struct flat_buffer *b = &r->model->buffers.at[f->buffer];
    size_t each = f->type == TYPE_F16 ? 2 : 4;
    if (f->type != TYPE_F32 && f->type != TYPE_F16 && f->type != TYPE_I32)
        return LIES(r, ERR_UNSUPPORTED, "tensor %u: numbers of kind %u are not read", i, f->type);
    if (b->bytes.count != t->count * each)
        return LIES(r, ERR_RANGE, "tensor %u: %zu bytes for %zu numbers of %zu", i, b->bytes.count, t->count,
                    each);
    if (f->type == TYPE_I32) {
        int32_t *whole = arena_array(r->net->arena, int32_t, t->count);
        if (!whole) return LIES(r, ERR_MEMORY, "no memory for a net");
        memcpy(whole, b->bytes.at, b->bytes.count);
        t->whole = whole;
        return ERR_NONE;
    }
    float *to = arena_array(r->net->arena, float, t->count);
    if (!to) return LIES(r, ERR_MEMORY, "no memory for a net");
    for (size_t k = 0; k < t->count; k++) {
        uint16_t half;
        if (each == 2) memcpy(&half, b->bytes.at + 2 * k, 2), to[k] = half_of(half);
        if (each == 4) memcpy(&to[k], b->bytes.at + 4 * k, 4);
        if (!m_finite(to[k])) return LIES(r, ERR_RANGE, "tensor %u: weight %zu is no number", i, k);
    }
    t->fixed = to;
    return ERR_NONE;
}

static enum err tensor_of(struct reading *r, uint32_t i) {
    const struct flat_tensor *f = &r->graph->tensors.at[i];
    struct net_tensor *t = &r->net->tensors[i];
    uint32_t sides[4] = {1, 1, 1, 1};
    if (f->shape.count > 4)
        return LIES(r, ERR_UNSUPPORTED, "tensor %u: %zu axes, at most 4", i, f->shape.count);
    t->count = 1;
    for (size_t k = 0; k < f->shape.count; k++) { // few axes: the last is always the depth
        int32_t side = f->shape.at[k];
        if (side < 1 || side > NET_FLOATS_MOST || (t->count *= (size_t)side) > NET_FLOATS_MOST)
            return LIES(r, ERR_RANGE, "tensor %u: axis %zu is %d", i, k, side);
        sides[4 - f->shape.count + k] = (uint32_t)side;
    }
    // Of three axes the first counts pictures, as of four.
    if (f->shape.count == 3) sides[0] = sides[1], sides[1] = 1;
    t->shape = (union net_shape){{sides[0], sides[1], sides[2], sides[3]}};
    if (f->buffer >= r->model->buffers.count)
        return LIES(r, ERR_RANGE, "tensor %u: buffer %u of %zu", i, f->buffer, r->model->buffers.count);
    if (!r->model->buffers.at[f->buffer].bytes.count) return ERR_NONE; // it is computed
    t->known = true;
    return weights_of(r, i, f, t);
}

// ------------------------------------------------------------------------------------------------ layers

static bool same(union net_shape a, union net_shape b) {
    return a.n == b.n && a.height == b.height && a.width == b.width && a.depth == b.depth;
}

static enum err shapes_part(struct reading *r, const char *what) {
    return LIES(r, ERR_RANGE, "layer %u (%s): %s do not fit", r->layer, r->name, what);
}

// How much larger than the input a kernel's outputs reach, and so how far before it they begin. padding 0: as
// large as the input by strides, 1: only where the kernel is wholly inside.
static bool slide(uint32_t in, uint32_t out, uint32_t kernel, uint32_t stride, uint32_t step, uint8_t padding,
                  int32_t *before) {
    if (!stride || !step || !kernel || kernel > SIDE_MOST || in > SIDE_MOST || out > SIDE_MOST) return false;
    uint32_t reach = (kernel - 1) * step + 1;
    *before = 0;
    if (padding == 1) return in >= reach && out == (in - reach) / stride + 1;
    if (padding || out != (in + stride - 1) / stride) return false;
    uint32_t needs = (out - 1) * stride + reach;
    *before = needs > in ? (int32_t)((needs - in) / 2) : 0;
    return true;
}

static enum err slides(struct reading *r, struct net_layer *l, uint8_t padding) {
    const union net_shape *in = &r->net->tensors[l->inputs[0]].shape,
                          *out = &r->net->tensors[l->output].shape;
    bool fits = in->n == 1 && out->n == 1 &&
                slide(in->width, out->width, l->kernel_x, l->stride_x, l->step_x, padding, &l->before_x) &&
                slide(in->height, out->height, l->kernel_y, l->stride_y, l->step_y, padding, &l->before_y);
    return fits ? ERR_NONE : shapes_part(r, "kernel, strides and shapes");
}

static enum err bias_of(struct reading *r, struct net_layer *l, uint32_t depth) {
    const struct net_tensor *t = &r->net->tensors[l->inputs[2]];
    if (!t->fixed || t->count != depth) return shapes_part(r, "the biases");
    l->bias = t->fixed;
    return ERR_NONE;
}

// Kernels are stored output by output; here each input number has a row for all outputs.
static enum err kernel_of(struct reading *r, struct net_layer *l, uint8_t padding) {
    const struct net_tensor *w = &r->net->tensors[l->inputs[1]], *in = &r->net->tensors[l->inputs[0]];
    uint32_t depth = r->net->tensors[l->output].shape.depth;
    bool each = l->kind == NET_DEPTHWISE;
    if (!w->fixed || w->shape.height < 1) return shapes_part(r, "the weights");
    l->kernel_x = w->shape.width, l->kernel_y = w->shape.height;
    if (each ? w->shape.n != 1 || w->shape.depth != depth || depth % in->shape.depth
             : w->shape.n != depth || w->shape.depth != in->shape.depth)
        return shapes_part(r, "the weights");
    enum err err = bias_of(r, l, depth);
    if (err || (err = slides(r, l, padding))) return err;
    l->weights = w->fixed;
    if (each) return ERR_NONE;
    float *rows = arena_array(r->net->arena, float, w->count);
    if (!rows) return LIES(r, ERR_MEMORY, "no memory for a net");
    size_t inputs = w->count / depth;
    for (size_t o = 0; o < depth; o++)
        for (size_t i = 0; i < inputs; i++) rows[i * depth + o] = w->fixed[o * inputs + i];
    l->weights = rows;
    return ERR_NONE;
}

static enum err prove_pad(struct reading *r, struct net_layer *l) {
    const struct net_tensor *in = &r->net->tensors[l->inputs[0]], *out = &r->net->tensors[l->output],
                            *by = &r->net->tensors[l->inputs[1]];
    if (!by->whole || by->count != 8) return shapes_part(r, "the paddings");
    const uint32_t *was = in->shape.side, *is = out->shape.side;
    for (int i = 0; i < 4; i++) {
        int32_t before = by->whole[2 * i], after = by->whole[2 * i + 1];
        if (before < 0 || after < 0 || before > SIDE_MOST || after > SIDE_MOST ||
            was[i] + (uint32_t)before + (uint32_t)after != is[i])
            return shapes_part(r, "the paddings");
        l->pad[i] = before;
    }
    return l->pad[0] || out->shape.n != 1 ? shapes_part(r, "the paddings") : ERR_NONE;
}

static enum err prove_concatenation(struct reading *r, struct net_layer *l, uint8_t axis, size_t axes) {
    uint32_t sum = 0, at = axis >= 128 ? (uint32_t)(axes + axis - 256) : axis;
    if (axes == 3 && at) at++; // three axes stand as batch, width, depth
    if (axes < 3 && at < 4) at += (uint32_t)(4 - axes);
    if (at > 3) return shapes_part(r, "the axis");
    union net_shape out = r->net->tensors[l->output].shape;
    for (uint32_t i = 0; i < l->input_count; i++) {
        union net_shape in = r->net->tensors[l->inputs[i]].shape;
        sum += in.side[at];
        in.side[at] = out.side[at];
        if (!same(in, out)) return shapes_part(r, "the inputs");
    }
    l->axis = at;
    return sum == out.side[at] ? ERR_NONE : shapes_part(r, "the inputs");
}

static enum err prove(struct reading *r, const struct known *k, const struct flat_operator *f,
                      struct net_layer *l) {
    const struct net_tensor *in = &r->net->tensors[l->inputs[0]], *out = &r->net->tensors[l->output];
    const uint8_t *o = f->options.at;
    uint8_t padding = k->padding < 0 ? 0 : o[k->padding];
    if (k->finish >= 0 && o[k->finish] > NET_FINISH_RELU6)
        return LIES(r, ERR_UNSUPPORTED, "layer %u (%s): it ends in what is not known", r->layer, r->name);
    l->finish = k->finish < 0 ? NET_AS_IT_IS : (enum net_finish)o[k->finish];
    if (k->stride >= 0) l->stride_x = o[k->stride], l->stride_y = o[k->stride + 1];
    l->step_x = l->step_y = 1; // of dilation, the format's own fallback is 1
    if (k->step >= 0 && o[k->step]) l->step_x = o[k->step];
    if (k->step >= 0 && o[k->step + 1]) l->step_y = o[k->step + 1];
    switch (l->kind) {
    case NET_CONV:
    case NET_DEPTHWISE:
        return kernel_of(r, l, padding);
    case NET_AVERAGE_POOL:
    case NET_MAX_POOL:
        l->kernel_x = o[k->kernel], l->kernel_y = o[k->kernel + 1];
        return in->shape.depth == out->shape.depth ? slides(r, l, padding) : shapes_part(r, "depths");
    case NET_FULLY_CONNECTED: {
        const struct net_tensor *w = &r->net->tensors[l->inputs[1]];
        if (!w->fixed || w->count != in->count * out->shape.depth || out->count != out->shape.depth)
            return shapes_part(r, "the weights");
        l->weights = w->fixed;
        return bias_of(r, l, out->shape.depth);
    }
    case NET_PRELU: {
        const struct net_tensor *w = &r->net->tensors[l->inputs[1]];
        if (!w->fixed || w->count != in->shape.depth) return shapes_part(r, "the slopes");
        l->weights = w->fixed;
        return same(in->shape, out->shape) ? ERR_NONE : shapes_part(r, "shapes");
    }
    case NET_ADD:
        return same(in->shape, out->shape) && same(r->net->tensors[l->inputs[1]].shape, out->shape)
                   ? ERR_NONE
                   : shapes_part(r, "shapes");
    case NET_LOGISTIC:
    case NET_RELU:
    case NET_RELU6:
    case NET_SOFTMAX:
        return same(in->shape, out->shape) ? ERR_NONE : shapes_part(r, "shapes");
    case NET_RESHAPE:
        return in->count == out->count ? ERR_NONE : shapes_part(r, "counts");
    case NET_RESIZE_BILINEAR:
        l->middles = o[3] != 0;
        return in->shape.n == 1 && out->shape.n == 1 && in->shape.depth == out->shape.depth && !o[2]
                   ? ERR_NONE
                   : shapes_part(r, "shapes");
    case NET_PAD:
        return prove_pad(r, l);
    case NET_CONCATENATION:
        return prove_concatenation(r, l, o[k->axis], r->graph->tensors.at[l->output].shape.count);
    }
    return ERR_UNSUPPORTED;
}

static const struct known *kind_of(const struct flat_code *c, int *number) {
    *number = c->code > c->old ? c->code : c->old;
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (KNOWN[i].code == *number) return &KNOWN[i];
    return NULL;
}

// What is named must be there, and what is read must have been written before.
static enum err wire(struct reading *r, const struct known *k, const struct flat_operator *f,
                     struct net_layer *l) {
    uint32_t tensors = r->net->tensor_count;
    if (f->inputs.count < k->inputs || f->inputs.count > NET_LAYER_INPUTS || f->outputs.count != 1)
        return LIES(r, ERR_RANGE, "layer %u (%s): %zu inputs and %zu outputs", r->layer, k->name,
                    f->inputs.count, f->outputs.count);
    for (size_t i = 0; i < f->inputs.count; i++) {
        int32_t from = f->inputs.at[i];
        if (from < 0 || (uint32_t)from >= tensors || !r->net->tensors[from].known)
            return LIES(r, ERR_RANGE, "layer %u (%s): input %zu is tensor %d, which is not there yet",
                        r->layer, k->name, i, from);
        l->inputs[i] = (uint32_t)from;
        r->net->tensors[from].last = r->layer;
    }
    int32_t to = f->outputs.at[0];
    if (to < 0 || (uint32_t)to >= tensors || r->net->tensors[to].known)
        return LIES(r, ERR_RANGE, "layer %u (%s): its output is tensor %d, which is there already", r->layer,
                    k->name, to);
    l->input_count = (uint32_t)f->inputs.count, l->output = (uint32_t)to;
    r->net->tensors[to].known = true;
    r->net->tensors[to].first = r->net->tensors[to].last = r->layer;
    bool numbers = k->kind == NET_CONCATENATION ? true : r->net->tensors[l->inputs[0]].whole == NULL;
    for (uint32_t i = 0; i < l->input_count && k->kind == NET_CONCATENATION; i++)
        numbers = numbers && !r->net->tensors[l->inputs[i]].whole;
    if (k->kind == NET_ADD) numbers = numbers && !r->net->tensors[l->inputs[1]].whole;
    return numbers ? ERR_NONE : shapes_part(r, "kinds of numbers");
}

// Weights that a file keeps in half the bits: another name for what was read already.
static enum err widen(struct reading *r, const struct flat_operator *f) {
    uint32_t tensors = r->net->tensor_count;
    bool there = f->inputs.count == 1 && f->outputs.count == 1 && f->inputs.at[0] >= 0 &&
                 f->outputs.at[0] >= 0 && (uint32_t)f->inputs.at[0] < tensors &&
                 (uint32_t)f->outputs.at[0] < tensors;
    const struct net_tensor *from = there ? &r->net->tensors[f->inputs.at[0]] : NULL;
    struct net_tensor *to = there ? &r->net->tensors[f->outputs.at[0]] : NULL;
    if (!there || !from->fixed || to->known || !same(from->shape, to->shape))
        return LIES(r, ERR_RANGE, "layer %u (DEQUANTIZE): it widens no weights", r->layer);
    to->fixed = from->fixed, to->known = true;
    return ERR_NONE;
}

static enum err layers_of(struct reading *r) {
    for (size_t i = 0; i < r->graph->operators.count; i++) {
        const struct flat_operator *f = &r->graph->operators.at[i];
        int number;
        r->layer = r->net->layer_count;
        if (f->code >= r->model->codes.count)
            return LIES(r, ERR_RANGE, "operator %zu: code %u of %zu", i, f->code, r->model->codes.count);
        const struct known *k = kind_of(&r->model->codes.at[f->code], &number);
        enum err err;
        if (number == OP_DEQUANTIZE) {
            if ((err = widen(r, f))) return err;
            continue;
        }
        if (!k) return LIES(r, ERR_UNSUPPORTED, "operator %zu: layers of kind %d are not known", i, number);
        struct net_layer *l = &r->net->layers[r->net->layer_count++];
        r->name = k->name;
        l->kind = (enum net_kind)k->kind;
        if ((err = wire(r, k, f, l)) || (err = prove(r, k, f, l))) return err;
    }
    return r->net->layer_count ? ERR_NONE : LIES(r, ERR_MISSING, "a net without layers");
}

// ------------------------------------------------------------------------------------------------ the whole

// Each computed tensor has its place in the room from the layer that writes it to the last that reads it.
static enum err place(struct reading *r) {
    struct net *net = r->net;
    for (uint32_t i = 0; i < net->output_count; i++) net->tensors[net->outputs[i]].last = net->layer_count;
    for (uint32_t n = 0; n < net->layer_count; n++) {
        struct net_tensor *t = &net->tensors[net->layers[n].output];
        for (bool moved = true; moved;) { // past all that lives at the same time
            moved = false;
            for (uint32_t k = 0; k < n; k++) {
                const struct net_tensor *o = &net->tensors[net->layers[k].output];
                if (o->last < t->first || t->at >= o->at + o->count || o->at >= t->at + t->count) continue;
                t->at = o->at + o->count, moved = true;
            }
        }
        if (t->at + t->count > net->room) net->room = t->at + t->count;
    }
    return net->room > NET_FLOATS_MOST ? LIES(r, ERR_LIMIT, "it works on %zu numbers at once", net->room)
                                       : ERR_NONE;
}

static enum err ends_of(struct reading *r) {
    const struct flat_graph *g = r->graph;
    struct net *net = r->net;
    if (g->inputs.count != 1 || g->inputs.at[0] < 0 || (uint32_t)g->inputs.at[0] >= net->tensor_count ||
        net->tensors[g->inputs.at[0]].known || r->graph->tensors.at[g->inputs.at[0]].type != TYPE_F32)
        return LIES(r, ERR_RANGE, "expected one input of 32-bit numbers");
    net->input = (uint32_t)g->inputs.at[0];
    net->tensors[net->input].known = true;
    if (!g->outputs.count || g->outputs.count > NET_OUTPUTS)
        return LIES(r, ERR_RANGE, "%zu outputs, expected 1 to %d", g->outputs.count, NET_OUTPUTS);
    for (size_t i = 0; i < g->outputs.count; i++) {
        if (g->outputs.at[i] < 0 || (uint32_t)g->outputs.at[i] >= net->tensor_count)
            return LIES(r, ERR_RANGE, "output %zu is tensor %d", i, g->outputs.at[i]);
        net->outputs[net->output_count++] = (uint32_t)g->outputs.at[i];
    }
    return ERR_NONE;
}

static enum err build(struct reading *r) {
    const struct flat_graph *g = r->graph;
    struct net *net = r->net;
    if (g->tensors.count > TENSORS_MOST || g->operators.count > LAYERS_MOST)
        return LIES(r, ERR_LIMIT, "%zu tensors and %zu layers", g->tensors.count, g->operators.count);
    net->tensor_count = (uint32_t)g->tensors.count;
    net->tensors = arena_array(net->arena, struct net_tensor, g->tensors.count + 1);
    net->layers = arena_array(net->arena, struct net_layer, g->operators.count + 1);
    if (!net->tensors || !net->layers) return LIES(r, ERR_MEMORY, "no memory for a net");
    memset(net->tensors, 0, (g->tensors.count + 1) * sizeof *net->tensors);
    memset(net->layers, 0, (g->operators.count + 1) * sizeof *net->layers);
    enum err err = ERR_NONE;
    for (uint32_t i = 0; !err && i < net->tensor_count; i++) err = tensor_of(r, i);
    if (!err) err = ends_of(r);
    if (!err) err = layers_of(r);
    for (uint32_t i = 0; !err && i < net->output_count; i++) {
        const struct net_tensor *t = &net->tensors[net->outputs[i]];
        if (!t->known || t->fixed || t->whole || net->outputs[i] == net->input)
            err = LIES(r, ERR_RANGE, "output %u is computed by no layer", i);
    }
    return err ? err : place(r);
}

struct net *net_open(struct bytes file, struct fault *fault) {
    struct fault said = {0};
    struct flatbuf_limits limits = flatbuf_limits_default();
    struct flat_model model;
    limits.bytes = NET_FILE_MOST, limits.items = NET_FILE_MOST;
    struct arena *arena = arena_new(256 << 10), *scratch = arena_new(256 << 10);
    struct net *net = arena && scratch ? arena_one(arena, struct net) : NULL;
    enum err err = net ? ERR_NONE : fault_set(&said, ERR_MEMORY, "no memory for a net");
    if (net) memset(net, 0, sizeof *net), net->arena = arena;
    if (!err && (file.len < 8 || memcmp(file.at + 4, "TFL3", 4)))
        err = fault_set(&said, ERR_SYNTAX, "this is no TFLite model");
    if (!err) err = flatbuf_read(file, &MODEL, &limits, scratch, &model, &said);
    if (!err && (model.version != 3 || model.graphs.count < 1))
        err = fault_set(&said, ERR_UNSUPPORTED, "version %u with %zu graphs: expected 3 with one",
                        model.version, model.graphs.count);
    struct reading reading = {&model, err ? NULL : &model.graphs.at[0], net, 0, "", &said};
    if (!err) err = build(&reading);
    arena_free(scratch);
    if (!err) return net;
    arena_free(arena);
    if (fault) *fault = said;
    return NULL;
}
