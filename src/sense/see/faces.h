// Faces in a picture, by a net that was trained on real people.
//
//     struct faces_seen seen;
//     if (!faces_find(net, &picture, &config, &seen))
//         for (uint32_t i = 0; i < seen.count; i++) … seen.list[i]
//
// The net (MediaPipe's short-range detector) looks at squares of 128 by 128 pixels. It is shown the whole
// picture, and overlapping squares of it at smaller sizes, so that a face two metres away is still a tenth of
// what it is shown. What several squares find is told once. Where a face was a moment ago, one square is
// enough. Six points come with each face: both eyes, the
// tip of the nose, the mouth's middle, both ears; left is the picture's left. ERR_UNSUPPORTED: another net.
#pragma once

#include "base/maths/geometry.h"
#include "neural/net.h"
#include "sense/see/picture.h"

enum { FACES_MOST = 8, FACE_POINTS = 6 };
struct faces_config {
    float score;    // of the net, 0 … 1
    float least_px; // the smallest face that is sought
    float overlap;  // of two squares that find the same face
    // Where a face was in the picture before, and how wide (0: there was none): that is looked at first, and
    // only that if it is still there.
    struct vec2 near;
    float near_px;
    uint32_t part, parts; // a search shared over so many pictures: which part this is; parts 0: all of it
};
struct faces_config faces_defaults(void);

struct face_seen {
    float score;
    struct vec2 low, high; // corners of the square round it, in pixels
    struct vec2 points[FACE_POINTS];
};
struct faces_seen {
    struct face_seen list[FACES_MOST];
    uint32_t count, squares; // that were looked at
};
enum err faces_find(const struct net *net, const struct see_picture *picture,
                    const struct faces_config *config, struct faces_seen *out);
