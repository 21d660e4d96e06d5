// Any model is refused with a reason, or can be run: whatever it says of itself.
#include "neural/net.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fault fault = {0};
    struct net *net = net_open((struct bytes){data, size}, &fault);
    if (!net) {
        must(fault.err && fault.said[0]);
        return 0;
    }
    union net_shape in = net_input(net);
    size_t numbers = (size_t)in.n * in.height * in.width * in.depth;
    must(numbers > 0 && net_outputs(net) > 0 && net_outputs(net) <= NET_OUTPUTS);
    if (numbers < 4096 && net_room(net) < 1 << 16) {
        const float *answers[NET_OUTPUTS];
        float *input = calloc(numbers, sizeof *input), *room = malloc((net_room(net) + 1) * sizeof *room);
        must(input && room);
        net_run(net, input, room, answers);
        free(input), free(room);
    }
    net_free(net);
    return 0;
}
