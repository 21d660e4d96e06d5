// A line through points, from data: how a feeling fades, how a speed follows a distance.
//
//     struct graph graph;
//     if (graph_read(object, arena, &graph, fault)) return fault->err;   // {"nodes": [{"x": 0, "y": 1}, …]}
//     double y = graph_at(&graph, x, GRAPH_FLAT);
//
// Left of the first point it is flat. Right of the last point it is flat too, or its last piece goes on: the
// caller says which. One point is a constant, none is 0. Two points may share an x and make a step; exactly
// at a point the piece to its left counts, for the value and for the slope. The nodes live in the arena.
#pragma once

#include "base/data/json.h"

enum { GRAPH_NODES_MAX = 256 };
enum graph_end { GRAPH_FLAT, GRAPH_GOES_ON };

struct graph {
    struct graph_node {
        float x, y;
    } * nodes;
    uint32_t count;
};
// At least one node, with rising x.
enum err graph_read(const struct json *object, struct arena *arena, struct graph *out, struct fault *fault);
double graph_at(const struct graph *graph, double x, enum graph_end end);
double graph_slope(const struct graph *graph, double x, enum graph_end end); // 0 where it is flat
