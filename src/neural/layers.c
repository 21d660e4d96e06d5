// What layers compute. Some outputs are summed side by side, each in the order of a plain loop: kernel rows,
// columns, input numbers.
#include "neural/net_internal.h"

#include "base/maths/maths.h"

#include <string.h>

typedef float four __attribute__((vector_size(16)));
enum { FOURS = 4 }; // side by side

struct job {
    const struct net *net;
    const struct net_layer *layer;
    const struct net_tensor *in, *to;
    const float *from, *second;
    float *out;
};

static float finished(enum net_finish finish, float x) {
    if (finish == NET_AS_IT_IS) return x;
    if (finish == NET_FINISH_RELU1) return m_clamp(x, -1, 1);
    if (x < 0) return 0;
    return finish == NET_FINISH_RELU6 && x > 6 ? 6 : x;
}

// ------------------------------------------------------------------------------------------------ kernels

// Some outputs of one place: `fours` times four of them.
static inline __attribute__((always_inline)) void sum_fours(const struct job *j, uint32_t y, uint32_t x,
                                                            uint32_t out, uint32_t fours, float *to) {
    const struct net_layer *l = j->layer;
    const union net_shape *s = &j->in->shape;
    uint32_t depth = j->to->shape.depth;
    four sum[FOURS] = {{0}};
    float last[4 * FOURS];
    for (uint32_t ky = 0; ky < l->kernel_y; ky++) {
        int64_t sy = (int64_t)y * l->stride_y + (int64_t)ky * l->step_y - l->before_y;
        if (sy < 0 || sy >= s->height) continue;
        for (uint32_t kx = 0; kx < l->kernel_x; kx++) {
            int64_t sx = (int64_t)x * l->stride_x + (int64_t)kx * l->step_x - l->before_x;
            if (sx < 0 || sx >= s->width) continue;
            const float *in = j->from + ((size_t)sy * s->width + (size_t)sx) * s->depth;
            const float *w = l->weights + ((size_t)(ky * l->kernel_x + kx) * s->depth) * depth + out;
            for (uint32_t i = 0; i < s->depth; i++, w += depth) {
                four number = {in[i], in[i], in[i], in[i]}, by;
                for (uint32_t k = 0; k < fours; k++) {
                    memcpy(&by, w + 4 * k, sizeof by);
                    sum[k] += number * by;
                }
            }
        }
    }
    memcpy(last, sum, sizeof last);
    for (uint32_t k = 0; k < 4 * fours; k++) to[out + k] = finished(l->finish, last[k] + l->bias[out + k]);
}

static void sum_one(const struct job *j, uint32_t y, uint32_t x, uint32_t out, float *to) {
    const struct net_layer *l = j->layer;
    const union net_shape *s = &j->in->shape;
    uint32_t depth = j->to->shape.depth;
    float sum = 0;
    for (uint32_t ky = 0; ky < l->kernel_y; ky++) {
        int64_t sy = (int64_t)y * l->stride_y + (int64_t)ky * l->step_y - l->before_y;
        if (sy < 0 || sy >= s->height) continue;
        for (uint32_t kx = 0; kx < l->kernel_x; kx++) {
            int64_t sx = (int64_t)x * l->stride_x + (int64_t)kx * l->step_x - l->before_x;
            if (sx < 0 || sx >= s->width) continue;
            const float *in = j->from + ((size_t)sy * s->width + (size_t)sx) * s->depth;
            const float *w = l->weights + ((size_t)(ky * l->kernel_x + kx) * s->depth) * depth + out;
            for (uint32_t i = 0; i < s->depth; i++) sum += in[i] * w[(size_t)i * depth];
        }
    }
    to[out] = finished(l->finish, sum + l->bias[out]);
}

static void conv(const struct job *j) {
    const union net_shape *to = &j->to->shape;
    for (uint32_t y = 0; y < to->height; y++)
        for (uint32_t x = 0; x < to->width; x++) {
            float *place = j->out + ((size_t)y * to->width + x) * to->depth;
            uint32_t out = 0;
            for (; out + 4 * FOURS <= to->depth; out += 4 * FOURS) sum_fours(j, y, x, out, FOURS, place);
            for (; out + 4 <= to->depth; out += 4) sum_fours(j, y, x, out, 1, place);
            for (; out < to->depth; out++) sum_one(j, y, x, out, place);
        }
}

static void depthwise(const struct job *j) {
    const struct net_layer *l = j->layer;
    const union net_shape *s = &j->in->shape, *to = &j->to->shape;
    uint32_t times = to->depth / s->depth;
    for (uint32_t y = 0; y < to->height; y++)
        for (uint32_t x = 0; x < to->width; x++) {
            float *out = j->out + ((size_t)y * to->width + x) * to->depth;
            memset(out, 0, to->depth * sizeof *out);
            for (uint32_t ky = 0; ky < l->kernel_y; ky++) {
                int64_t sy = (int64_t)y * l->stride_y + (int64_t)ky * l->step_y - l->before_y;
                if (sy < 0 || sy >= s->height) continue;
                for (uint32_t kx = 0; kx < l->kernel_x; kx++) {
                    int64_t sx = (int64_t)x * l->stride_x + (int64_t)kx * l->step_x - l->before_x;
                    if (sx < 0 || sx >= s->width) continue;
                    const float *in = j->from + ((size_t)sy * s->width + (size_t)sx) * s->depth;
                    const float *w = l->weights + (size_t)(ky * l->kernel_x + kx) * to->depth;
                    if (times == 1)
                        for (uint32_t k = 0; k < to->depth; k++) out[k] += in[k] * w[k];
                    else
                        for (uint32_t k = 0; k < to->depth; k++) out[k] += in[k / times] * w[k];
                }
            }
            for (uint32_t k = 0; k < to->depth; k++) out[k] = finished(l->finish, out[k] + l->bias[k]);
        }
}

static void pool(const struct job *j) {
    const struct net_layer *l = j->layer;
    const union net_shape *s = &j->in->shape, *to = &j->to->shape;
    bool most = l->kind == NET_MAX_POOL;
    for (uint32_t y = 0; y < to->height; y++)
        for (uint32_t x = 0; x < to->width; x++)
            for (uint32_t k = 0; k < to->depth; k++) {
                float best = most ? -3e38f : 0;
                uint32_t count = 0;
                for (uint32_t ky = 0; ky < l->kernel_y; ky++)
                    for (uint32_t kx = 0; kx < l->kernel_x; kx++) {
                        int64_t sy = (int64_t)y * l->stride_y + ky - l->before_y,
                                sx = (int64_t)x * l->stride_x + kx - l->before_x;
                        if (sy < 0 || sx < 0 || sy >= s->height || sx >= s->width) continue;
                        float v = j->from[((size_t)sy * s->width + (size_t)sx) * s->depth + k];
                        best = most ? m_max(best, v) : best + v;
                        count++;
                    }
                if (!most && count) best /= (float)count;
                j->out[((size_t)y * to->width + x) * to->depth + k] = finished(l->finish, best);
            }
}

// ------------------------------------------------------------------------------------------------ the rest

static void connect(const struct job *j) {
    const struct net_layer *l = j->layer;
    size_t inputs = j->in->count;
    for (uint32_t k = 0; k < j->to->shape.depth; k++) {
        float sum = 0;
        for (size_t i = 0; i < inputs; i++) sum += j->from[i] * l->weights[k * inputs + i];
        j->out[k] = finished(l->finish, sum + l->bias[k]);
    }
}

static void softmax(const struct job *j) {
    uint32_t depth = j->to->shape.depth;
    for (size_t i = 0; i < j->to->count; i += depth) {
        float most = j->from[i], sum = 0;
        for (uint32_t k = 1; k < depth; k++) most = m_max(most, j->from[i + k]);
        for (uint32_t k = 0; k < depth; k++) sum += j->out[i + k] = m_exp(j->from[i + k] - most);
        for (uint32_t k = 0; k < depth; k++) j->out[i + k] /= sum;
    }
}

static void one_by_one(const struct job *j) {
    const struct net_layer *l = j->layer;
    uint32_t depth = j->to->shape.depth;
    for (size_t i = 0; i < j->to->count; i++) {
        float x = j->from[i];
        if (l->kind == NET_ADD) x = finished(l->finish, x + j->second[i]);
        if (l->kind == NET_RELU) x = x < 0 ? 0 : x;
        if (l->kind == NET_RELU6) x = m_clamp(x, 0, 6);
        if (l->kind == NET_PRELU) x = x < 0 ? x * l->weights[i % depth] : x;
        if (l->kind == NET_LOGISTIC) x = 1 / (1 + m_exp(-m_clamp(x, -80, 80)));
        j->out[i] = x;
    }
}

static void pad(const struct job *j) {
    const union net_shape *s = &j->in->shape, *to = &j->to->shape;
    const int32_t *by = j->layer->pad;
    memset(j->out, 0, j->to->count * sizeof *j->out);
    for (uint32_t y = 0; y < s->height; y++)
        for (uint32_t x = 0; x < s->width; x++)
            memcpy(j->out + ((size_t)(y + (uint32_t)by[1]) * to->width + x + (uint32_t)by[2]) * to->depth +
                       by[3],
                   j->from + ((size_t)y * s->width + x) * s->depth, s->depth * sizeof *j->out);
}

// Pieces of each input, one after the other, as often as the axes outside repeat.
static void concatenate(const struct job *j, const float *input, const float *room) {
    const struct net_layer *l = j->layer;
    size_t at = 0, outside = 1;
    const uint32_t *sides = j->to->shape.side;
    for (uint32_t i = 0; i < l->axis; i++) outside *= sides[i];
    for (size_t o = 0; o < outside; o++)
        for (uint32_t i = 0; i < l->input_count; i++) {
            size_t piece = j->net->tensors[l->inputs[i]].count / outside;
            memcpy(j->out + at, net_numbers(j->net, l->inputs[i], input, room) + o * piece,
                   piece * sizeof *j->out);
            at += piece;
        }
}

static void resize(const struct job *j) {
    const union net_shape *s = &j->in->shape, *to = &j->to->shape;
    for (uint32_t y = 0; y < to->height; y++)
        for (uint32_t x = 0; x < to->width; x++) {
            float half = j->layer->middles ? 0.5f : 0;
            float fy = ((float)y + half) * (float)s->height / (float)to->height - half,
                  fx = ((float)x + half) * (float)s->width / (float)to->width - half;
            fy = m_clamp(fy, 0, (float)s->height - 1), fx = m_clamp(fx, 0, (float)s->width - 1);
            uint32_t iy = (uint32_t)fy, ix = (uint32_t)fx, jy = iy + 1 < s->height ? iy + 1 : iy,
                     jx = ix + 1 < s->width ? ix + 1 : ix;
            float by = fy - (float)iy, bx = fx - (float)ix;
            for (uint32_t k = 0; k < s->depth; k++) {
                float a = j->from[((size_t)iy * s->width + ix) * s->depth + k],
                      b = j->from[((size_t)iy * s->width + jx) * s->depth + k],
                      c = j->from[((size_t)jy * s->width + ix) * s->depth + k],
                      d = j->from[((size_t)jy * s->width + jx) * s->depth + k];
                j->out[((size_t)y * to->width + x) * to->depth + k] =
                    (a + bx * (b - a)) * (1 - by) + (c + bx * (d - c)) * by;
            }
        }
}

void net_layer_run(const struct net *net, const struct net_layer *l, const float *input, float *room) {
    struct job j = {
        .net = net, .layer = l, .in = &net->tensors[l->inputs[0]], .to = &net->tensors[l->output]};
    j.from = net_numbers(net, l->inputs[0], input, room);
    j.second = l->kind == NET_ADD ? net_numbers(net, l->inputs[1], input, room) : NULL;
    j.out = room + j.to->at;
    switch (l->kind) {
    case NET_CONV:
        return conv(&j);
    case NET_DEPTHWISE:
        return depthwise(&j);
    case NET_AVERAGE_POOL:
    case NET_MAX_POOL:
        return pool(&j);
    case NET_FULLY_CONNECTED:
        return connect(&j);
    case NET_SOFTMAX:
        return softmax(&j);
    case NET_PAD:
        return pad(&j);
    case NET_CONCATENATION:
        return concatenate(&j, input, room);
    case NET_RESIZE_BILINEAR:
        return resize(&j);
    case NET_RESHAPE:
        memcpy(j.out, j.from, j.to->count * sizeof *j.out);
        return;
    case NET_ADD:
    case NET_RELU:
    case NET_RELU6:
    case NET_PRELU:
    case NET_LOGISTIC:
        return one_by_one(&j);
    }
}
