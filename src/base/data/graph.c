#include "base/data/graph.h"

enum err graph_read(const struct json *object, struct arena *arena, struct graph *out, struct fault *fault) {
    *out = (struct graph){0};
    char found[64];
    const struct json *nodes = json_get(object, "nodes");
    if (!nodes || nodes->kind != JSON_LIST || !nodes->count)
        return json_fault(nodes ? nodes : object, fault, nodes ? ERR_TYPE : ERR_MISSING,
                          "expected \"nodes\", a list of {\"x\": …, \"y\": …}, found %s",
                          json_found(nodes ? nodes : object, found, sizeof found));
    if (nodes->count > GRAPH_NODES_MAX)
        return json_fault(nodes, fault, ERR_LIMIT, "expected at most %d nodes, found %u", GRAPH_NODES_MAX,
                          nodes->count);
    out->nodes = arena_array(arena, struct graph_node, nodes->count);
    if (!out->nodes) return fault_set(fault, ERR_MEMORY, "no memory for a graph");
    for (const struct json *node = nodes->first; node; node = node->next) {
        double x, y;
        enum err err = json_get_number(node, "x", -1e9, 1e9, &x, fault);
        if (!err) err = json_get_number(node, "y", -1e9, 1e9, &y, fault);
        if (err) return err;
        if (out->count && (float)x < out->nodes[out->count - 1].x)
            return json_fault(node, fault, ERR_RANGE, "expected nodes from left to right");
        out->nodes[out->count++] = (struct graph_node){(float)x, (float)y};
    }
    return ERR_NONE;
}

// The piece that x lies on ends at the node returned; 0: left of all. After the last node it is the last.
static uint32_t piece(const struct graph *graph, double x) {
    const struct graph_node *n = graph->nodes;
    if (graph->count < 2 || x <= (double)n[0].x) return 0;
    uint32_t i = 1;
    while (i + 1 < graph->count && x > (double)n[i].x) i++;
    return i;
}

static double slope_of(const struct graph_node *n, uint32_t i) {
    double width = (double)n[i].x - (double)n[i - 1].x;
    return width > 0 ? ((double)n[i].y - (double)n[i - 1].y) / width : 0;
}

static bool beyond(const struct graph *graph, double x) {
    return x > (double)graph->nodes[graph->count - 1].x;
}

double graph_at(const struct graph *graph, double x, enum graph_end end) {
    const struct graph_node *n = graph->nodes;
    if (!graph->count) return 0;
    uint32_t i = piece(graph, x);
    if (!i) return (double)n[0].y;
    bool flat = beyond(graph, x) && end == GRAPH_FLAT;
    if (flat || n[i].x <= n[i - 1].x) return (double)n[i].y;
    return (double)n[i - 1].y + slope_of(n, i) * (x - (double)n[i - 1].x);
}

double graph_slope(const struct graph *graph, double x, enum graph_end end) {
    if (!graph->count) return 0;
    uint32_t i = piece(graph, x);
    return !i || (beyond(graph, x) && end == GRAPH_FLAT) ? 0 : slope_of(graph->nodes, i);
}
