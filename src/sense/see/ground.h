// A decision tree that tells the surface a robot drives on from what is none, read from YAML.
//
//     struct ground_tree tree;
//     if (ground_read(text, &tree, &fault)) return fault.err;      // OpenCV's own form of a single tree
//     ground_own(&tree);                                           // ours, which comes with the program
//     ground_features(colour, deviation, &floor, features);
//     if (!ground_is_floor(&tree, features)) …
//
// Files are those that OpenCV's machine learning writes for a decision tree (opencv_ml_dtree): nodes in the
// order in which they are met, each with its value and, unless it is a leaf, with splits by one feature. The
// features are these, in this order:
//     0, 1, 2  red, green, blue: the mean of a cell and its eight neighbours
//     3        their deviation in grey
//     4        how bright they are beside the floor right before the robot: 1 is alike
//     5        how far their colour is from that floor's, in shares of white (0 alike … 2)
// A leaf whose value is above the middle of the two classes is floor.
//
// ERR_SYNTAX: no YAML, with its line; ERR_RANGE: a tree that is none, or asks for other features; ERR_LIMIT:
// more than GROUND_NODES nodes or GROUND_FILE_MOST bytes. Aliases are refused: they could grow.
#pragma once

#include "base/err.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { GROUND_FEATURES = 6, GROUND_NODES = 512, GROUND_FILE_MOST = 256 << 10 };

struct ground_node {
    float most;           // feature <= most: the first branch
    int16_t first, other; // nodes; -1: a leaf
    uint8_t feature;
    bool floor; // of a leaf
};
struct ground_tree {
    uint32_t count; // 0: none
    struct ground_node nodes[GROUND_NODES];
};
enum err ground_read(struct text yaml, struct ground_tree *out, struct fault *fault);
void ground_own(struct ground_tree *out);

struct ground_floor {
    float colour[3];
};
void ground_features(const float colour[3], float deviation, const struct ground_floor *floor,
                     float out[GROUND_FEATURES]);
bool ground_is_floor(const struct ground_tree *tree, const float features[GROUND_FEATURES]);
