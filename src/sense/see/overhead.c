#include "sense/see/overhead.h"

#include "base/maths/maths.h"

#include <string.h>

enum { BESIDE = 2, CELLS_LEAST = 8, NOT_FLOOR = 3 };

struct overhead_config overhead_defaults(void) {
    return (struct overhead_config){.step = 18, .grain = 4};
}

struct vec2 overhead_cell(uint32_t ahead, uint32_t lane) {
    return vec2(OVERHEAD_NEAR_M + ((float)ahead + 0.5f) * OVERHEAD_CELL_M,
                ((float)OVERHEAD_LANES / 2 - (float)lane - 0.5f) * OVERHEAD_CELL_M);
}

// Between the middles of four pixels.
static void sample(const struct overhead_view *v, struct vec2 px, uint8_t out[3]) {
    uint32_t width = v->lens->width, height = v->lens->height;
    float fx = m_clamp(px.x - 0.5f, 0, (float)width - 1.001f),
          fy = m_clamp(px.y - 0.5f, 0, (float)height - 1.001f);
    uint32_t x = (uint32_t)fx, y = (uint32_t)fy;
    float bx = fx - (float)x, by = fy - (float)y;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t c = v->channels == 3 ? k : 0;
        const uint8_t *at = v->pixels + ((size_t)y * width + x) * v->channels + c;
        size_t right = v->channels, down = (size_t)width * v->channels;
        float top = at[0] + bx * (float)(at[right] - at[0]),
              low = at[down] + bx * (float)(at[down + right] - at[down]);
        out[k] = (uint8_t)(top + by * (low - top) + 0.5f);
    }
}

void overhead_look(const struct overhead_view *v, struct overhead *out) {
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < OVERHEAD_AHEAD; i++)
        for (uint32_t lane = 0; lane < OVERHEAD_LANES; lane++) {
            struct vec2 at = overhead_cell(i, lane), px;
            if (!lens_project(v->lens, pose_undo(v->camera, vec3(at.x, at.y, 0)), &px)) continue;
            if (!lens_inside(v->lens, px)) continue;
            sample(v, px, out->colour[i][lane]);
            out->seen[i][lane] = true;
        }
}

// ------------------------------------------------------------------------------------------------ edges

// A lane's cells from near to far, each with its neighbours on both sides; how many there are. They hang
// together: the lens sees a stretch of each lane.
static uint32_t lane_of(const struct overhead *o, uint32_t lane, float grey[OVERHEAD_AHEAD],
                        uint32_t *first) {
    uint32_t count = 0;
    *first = 0;
    for (uint32_t i = 0; i < OVERHEAD_AHEAD; i++) {
        if (!o->seen[i][lane]) {
            if (count) break;
            *first = i + 1;
            continue;
        }
        float sum = 0, cells = 0;
        for (uint32_t l = lane ? lane - 1 : 0; l <= lane + 1 && l < OVERHEAD_LANES; l++) {
            if (!o->seen[i][l]) continue;
            const uint8_t *c = o->colour[i][l];
            sum += 0.299f * c[0] + 0.587f * c[1] + 0.114f * c[2], cells++;
        }
        grey[count++] = sum / cells;
    }
    return count;
}

static float step_at(const float *grey, uint32_t i) {
    float before = 0, after = 0;
    for (uint32_t k = 1; k <= BESIDE; k++) before += grey[i - k], after += grey[i + k - 1];
    return m_abs(after - before) / BESIDE;
}

// What a lane's steps usually are: the mean of the smaller half, so that the edge itself counts little.
static float grain_of(const float *steps, uint32_t count) {
    float mean = 0, sum = 0, small = 0;
    for (uint32_t i = 0; i < count; i++) mean += steps[i] / (float)count;
    for (uint32_t i = 0; i < count; i++)
        if (steps[i] <= mean) sum += steps[i], small++;
    return small > 0 ? sum / small : mean;
}

uint32_t overhead_edges(const struct overhead *o, const struct overhead_config *c,
                        struct vec2 points[OVERHEAD_LANES]) {
    uint32_t found = 0;
    for (uint32_t lane = 0; lane < OVERHEAD_LANES; lane++) {
        float grey[OVERHEAD_AHEAD], steps[OVERHEAD_AHEAD];
        uint32_t first, count = lane_of(o, lane, grey, &first), all = 0;
        if (count < CELLS_LEAST) continue;
        for (uint32_t i = BESIDE; i + BESIDE <= count; i++) steps[all++] = step_at(grey, i);
        float least = m_max(c->step, c->grain * grain_of(steps, all));
        for (uint32_t i = 0; i < all; i++) {
            bool peak = (!i || steps[i] >= steps[i - 1]) && (i + 1 == all || steps[i] > steps[i + 1]);
            if (steps[i] < least || !peak) continue;
            struct vec2 at = overhead_cell(first + i + BESIDE, lane);
            points[found++] = vec2(at.x - OVERHEAD_CELL_M / 2, at.y); // between two cells
            break;
        }
    }
    return found;
}

// ------------------------------------------------------------------------------------------------ borders

// The floor right before the robot, which it stands on: what all other cells are compared with.
static struct ground_floor floor_of(const struct overhead *o) {
    struct ground_floor f = {{0}};
    float cells = 0;
    for (uint32_t i = 0; i < OVERHEAD_AHEAD && cells < 4 * OVERHEAD_LANES; i++)
        for (uint32_t lane = OVERHEAD_LANES / 4; lane < OVERHEAD_LANES * 3 / 4; lane++) {
            if (!o->seen[i][lane]) continue;
            for (int k = 0; k < 3; k++) f.colour[k] += o->colour[i][lane][k];
            cells++;
        }
    for (int k = 0; k < 3 && cells > 0; k++) f.colour[k] /= cells;
    return f;
}

static void features_of(const struct overhead *o, uint32_t i, uint32_t lane, const struct ground_floor *f,
                        float out[GROUND_FEATURES]) {
    float sum[3] = {0}, squares = 0, cells = 0;
    for (uint32_t y = i ? i - 1 : 0; y <= i + 1 && y < OVERHEAD_AHEAD; y++)
        for (uint32_t x = lane ? lane - 1 : 0; x <= lane + 1 && x < OVERHEAD_LANES; x++) {
            if (!o->seen[y][x]) continue;
            float grey = 0;
            for (int k = 0; k < 3; k++) sum[k] += o->colour[y][x][k], grey += o->colour[y][x][k] / 3.0f;
            squares += grey * grey, cells++;
        }
    for (int k = 0; k < 3; k++) sum[k] /= cells;
    float grey = (sum[0] + sum[1] + sum[2]) / 3;
    ground_features(sum, m_sqrt(m_max(squares / cells - grey * grey, 0)), f, out);
}

uint32_t overhead_borders(const struct overhead *o, const struct ground_tree *tree,
                          struct vec2 points[OVERHEAD_LANES]) {
    struct ground_floor floor = floor_of(o);
    uint32_t found = 0;
    for (uint32_t lane = 0; lane < OVERHEAD_LANES; lane++) {
        uint32_t others = 0, begins = 0;
        for (uint32_t i = 0; i < OVERHEAD_AHEAD && others < NOT_FLOOR; i++) {
            float features[GROUND_FEATURES];
            if (!o->seen[i][lane]) continue;
            features_of(o, i, lane, &floor, features);
            bool is = ground_is_floor(tree, features);
            if (!is && !others) begins = i;
            others = is ? 0 : others + 1;
        }
        if (others < NOT_FLOOR) continue;
        struct vec2 at = overhead_cell(begins, lane);
        points[found++] = vec2(at.x - OVERHEAD_CELL_M / 2, at.y);
    }
    return found;
}
