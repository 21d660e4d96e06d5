#include "sense/feel/range.h"

#include "base/maths/maths.h"

// Chosen: so near and so weak it is the floor, and then nothing stands nearer than this.
#define FLOOR_M      0.14f
#define FLOOR_SIGNAL 0.85f
#define FREE_M       0.20f
#define FREE         -1.0f
// What fills the cone is further away at its rim than straight ahead: by 2.4 % there, 0.6 halfway. What
// stands askew is nearer on one side. Chosen between the two.
#define AHEAD 0.990f
// Where the floor answers, on a level one. As strong as a thing there it says only that there is something
// more in the cone, and not how far away.
#define PEAK_LOW_M  0.088f
#define PEAK_HIGH_M 0.108f

static bool reads(const struct body_senses *s) {
    return s->range_count && s->range[0].valid && !s->range[0].lift_in_view &&
           m_finite(s->range[0].distance_m) && m_finite(s->range[0].signal) && s->range[0].distance_m > 0;
}

// The floor cannot answer from nearer than the lower rim of the cone meets it: what is weak there is dark.
// Half the cone and the height of the sensor are the sensor's; some is left for what shakes it.
#define HALF_CONE_RAD 0.218f
#define HIGH_M        0.0203f
#define SHARE         0.85f
static float floor_from_m(const struct body_senses *s) {
    float down = HALF_CONE_RAD - (s->motion_count ? s->motion[0].pitch_rad : 0);
    return down > 0.05f && down < 1 ? SHARE * HIGH_M / m_sin(down) : 0;
}

static float middle(const float *v) { return m_max(m_min(v[0], v[1]), m_min(m_max(v[0], v[1]), v[2])); }

struct range_felt range_feel(struct range_filter *f, const struct body_senses *s) {
    if (!reads(s)) {
        if (s->range_count) f->count = 0; // it was asked, and cannot tell
        return (struct range_felt){0};
    }
    const struct body_range *r = &s->range[0];
    bool floor = r->distance_m < FLOOR_M && r->distance_m > floor_from_m(s) && r->signal < FLOOR_SIGNAL;
    if (!floor && r->distance_m > PEAK_LOW_M && r->distance_m < PEAK_HIGH_M) return (struct range_felt){0};
    f->recent[2] = f->recent[1], f->recent[1] = f->recent[0];
    f->recent[0] = floor ? FREE : r->distance_m;
    if (f->count < RANGE_RECENT) f->count++;
    if (f->count < RANGE_RECENT) return (struct range_felt){0};
    float is = middle(f->recent);
    if (is < 0) return (struct range_felt){.beam = true, .distance_m = FREE_M};
    return (struct range_felt){true, true, is * AHEAD};
}
