// Between the files of the room: net.c runs nets, tflite.c makes them of files, layers.c computes.
#pragma once

#include "neural/net.h"

#include "base/arena.h"

enum net_kind {
    NET_ADD,
    NET_CONCATENATION,
    NET_CONV,
    NET_DEPTHWISE,
    NET_AVERAGE_POOL,
    NET_MAX_POOL,
    NET_FULLY_CONNECTED,
    NET_LOGISTIC,
    NET_PAD,
    NET_PRELU,
    NET_RELU,
    NET_RELU6,
    NET_RESHAPE,
    NET_RESIZE_BILINEAR,
    NET_SOFTMAX
};
enum net_finish { NET_AS_IT_IS, NET_FINISH_RELU, NET_FINISH_RELU1, NET_FINISH_RELU6 };
enum { NET_LAYER_INPUTS = 8 };

struct net_tensor {
    union net_shape shape;
    size_t count;
    const float *fixed;   // weights; NULL: computed
    const int32_t *whole; // shapes and paddings; NULL: none
    size_t at;            // in the room
    uint32_t first, last; // layers that write and read it
    bool known;
};

struct net_layer {
    enum net_kind kind;
    enum net_finish finish;
    uint32_t inputs[NET_LAYER_INPUTS], input_count, output;
    uint32_t stride_x, stride_y, step_x, step_y; // step: between the places of a kernel
    uint32_t kernel_x, kernel_y;
    int32_t before_x, before_y;  // padding
    uint32_t axis;               // 0 n … 3 depth
    int32_t pad[4];              // before, of each axis
    bool middles;                // of a resize: pixels' middles meet, not their corners
    const float *weights, *bias; // kernel place by place: of each input number a row for all outputs
};

struct net {
    struct arena *arena;
    struct net_tensor *tensors;
    uint32_t tensor_count;
    struct net_layer *layers;
    uint32_t layer_count;
    uint32_t input, outputs[NET_OUTPUTS], output_count;
    size_t room;
};

void net_layer_run(const struct net *net, const struct net_layer *layer, const float *input, float *room);
// Where a tensor's numbers are while the net runs.
static inline const float *net_numbers(const struct net *net, uint32_t tensor, const float *input,
                                       const float *room) {
    const struct net_tensor *t = &net->tensors[tensor];
    return tensor == net->input ? input : t->fixed ? t->fixed : room + t->at;
}
