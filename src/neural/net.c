#include "neural/net_internal.h"

void net_free(struct net *net) {
    if (net) arena_free(net->arena); // the net itself lies in it
}

union net_shape net_input(const struct net *net) {
    return net->tensors[net->input].shape;
}
uint32_t net_outputs(const struct net *net) { return net->output_count; }
union net_shape net_output(const struct net *net, uint32_t output) {
    return net->tensors[net->outputs[output]].shape;
}
size_t net_room(const struct net *net) { return net->room; }

void net_run(const struct net *net, const float *input, float *room, const float *answers[NET_OUTPUTS]) {
    for (uint32_t i = 0; i < net->layer_count; i++) net_layer_run(net, &net->layers[i], input, room);
    for (uint32_t i = 0; i < net->output_count; i++)
        answers[i] = net_numbers(net, net->outputs[i], input, room);
}
