#include "sense/see/tracks.h"

#define NEAR_SHARE 0.25f // of its distance: how well its size tells that
#define NEAR_M     0.1f

static bool follows(const struct face_track *t, const struct see_face *f, uint64_t now_us) {
    return t->number && t->seen_us != now_us && now_us - t->seen_us <= TRACK_MOMENT_US &&
           vec2_length(vec2(t->x - f->x, t->y - f->y)) < f->side;
}

static float apart(const struct face_track *t, const struct vec3 *place) {
    return vec3_length(vec3_sub(vec3(t->place_m[0], t->place_m[1], t->place_m[2]), *place));
}

// The newest that is there still; else the nearest that was out of sight.
static struct face_track *find(struct face_track tracks[FACES_MOST], const struct see_face *f,
                               const struct vec3 *place, float away_m, uint32_t origin, uint64_t now_us) {
    struct face_track *best = NULL;
    for (uint32_t i = 0; i < FACES_MOST; i++)
        if (follows(&tracks[i], f, now_us) && (!best || tracks[i].seen_us > best->seen_us)) best = &tracks[i];
    for (uint32_t i = 0; i < FACES_MOST && !best; i++) {
        struct face_track *t = &tracks[i];
        bool lost = t->number && t->seen_us != now_us && place && t->origin == origin;
        if (!lost || apart(t, place) > NEAR_M + NEAR_SHARE * away_m) continue;
        best = t;
        for (uint32_t k = i + 1; k < FACES_MOST; k++) {
            struct face_track *other = &tracks[k];
            bool too = other->number && other->seen_us != now_us && other->origin == origin;
            if (too && apart(other, place) < apart(best, place)) best = other;
        }
    }
    return best;
}

uint32_t tracks_follow(struct face_track tracks[FACES_MOST], uint32_t *met, const struct see_face *f,
                       const struct vec3 *place, float away_m, uint32_t origin, uint64_t now_us) {
    struct face_track *oldest = &tracks[0];
    for (uint32_t i = 0; i < FACES_MOST; i++) {
        struct face_track *t = &tracks[i];
        if (t->number && now_us - t->seen_us > TRACK_KEPT_US) t->number = 0;
        if (!t->number || (oldest->number && t->seen_us < oldest->seen_us)) oldest = t;
    }
    struct face_track *t = find(tracks, f, place, away_m, origin, now_us);
    if (!t) {
        *oldest = (struct face_track){.number = ++*met};
        t = oldest;
    }
    t->x = f->x, t->y = f->y, t->side = (uint32_t)f->side, t->seen_us = now_us;
    if (place) vec3_into(t->place_m, *place), t->origin = origin;
    return t->number;
}
