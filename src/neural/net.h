// A neural net that strangers have trained, from its file to its answer. It knows no robots.
//
//     struct net *net = net_open(file, &fault);                  // a TFLite model, read and proved once
//     float *room = malloc(net_room(net) * sizeof *room);        // to work in: one for each thread
//     net_run(net, picture, room, answers);                      // answers[i]: net_output(net, i, &shape)
//     net_free(net);
//
// A file is checked wholly before it is ever run: every tensor that a layer names, every shape that follows
// from another, every count. Weights that are no numbers are refused. What a net costs in memory is bounded
// (NET_FLOATS_MOST) and known before. A net is never written after net_open, so many threads may run it at
// once.
//
// Sums are taken in one fixed order (rows, columns, channels of the kernel) for each number that comes out.
// So a layer gives the same bits on every machine, and the same as a plain loop in that order would.
//
// ERR_SYNTAX, ERR_RANGE: the file lies, and the fault says where. ERR_UNSUPPORTED: a layer or a kind of
// number that is not known here. ERR_LIMIT, ERR_MEMORY.
#pragma once

#include "base/bytes.h"
#include "base/err.h"

#include <stdbool.h>

enum { NET_OUTPUTS = 4, NET_FLOATS_MOST = 16 << 20, NET_FILE_MOST = 16 << 20 };

struct net;
union net_shape { // rows of pictures of rows of pixels of numbers
    struct {
        uint32_t n, height, width, depth;
    };
    uint32_t side[4];
};

struct net *net_open(struct bytes file, struct fault *fault);
void net_free(struct net *net);
union net_shape net_input(const struct net *net);
uint32_t net_outputs(const struct net *net);
union net_shape net_output(const struct net *net, uint32_t output);
size_t net_room(const struct net *net); // floats
// The input has as many numbers as its shape; the answers lie in the room until it is used again.
void net_run(const struct net *net, const float *input, float *room, const float *answers[NET_OUTPUTS]);
