#include "run/check/character_internal.h"

#include "base/hash.h"
#include "base/maths/maths.h"
#include "base/system/log.h"
#include "mind/mood/mood.h"
#include "schema/body.h"
#include "stage/face/face.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVED_M      0.0005f // of a joint's or the body's way, in a tick
#define MOVED_RAD    0.004f
#define DRIVES       0.015f // m/s
#define EYES_PX      1.0f
#define LIDS         0.04f
#define LED          0x7ffcu // 100 to 500 ms before, in ticks
#define SIGN_S       0.5     // what it shows so soon after something is its answer
#define FREE_M       0.04f   // whoever came so far is not stuck
#define FLAP_S       10
#define STILL_S      2 // awake, it changes something by then
#define BODY_STILL_S 5

struct character *character_new(const char *name) {
    struct character *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    snprintf(c->name, sizeof c->name, "%s", name);
    c->charge_least = c->evenness_least = 1, c->kinds_least = 1e9, c->stimulus_at = c->stuck_since = -1;
    return c;
}
void character_free(struct character *c) { free(c); }

// What breaks a line is logged where it happens: critter sim … --life table --log debug,character=debug
static void fails(const struct character *c, double now, const char *what, double by) {
    bool clip = c->clip_count && c->clips_played;
    log_debug("character", "%.2f s: %s: %s, %.2f; does %s, last clip %s", now, c->name, what, by, c->deed,
              clip ? c->clips[c->last[CHAIN - 1]].name : "none");
}

// ------------------------------------------------------------------------------------------------ clips

static void fails_chain(const struct character *c, double now) {
    log_debug("character", "%.2f s: %s: a chain for the third time in this hour: %s, %s, %s, %s", now,
              c->name, c->clips[c->last[0]].name, c->clips[c->last[1]].name, c->clips[c->last[2]].name,
              c->clips[c->last[3]].name);
}

static void note_chain(struct character *c, uint16_t clip, double now) {
    memmove(c->last, c->last + 1, sizeof c->last - sizeof *c->last);
    c->last[CHAIN - 1] = clip;
    if (c->clips_played >= 3 && c->last[1] == clip && c->last[2] == clip)
        c->thrice++, fails(c, now, "three times running", 3);
    if (c->clips_played < CHAIN) return;
    uint64_t what = 0;
    for (int i = 0; i < CHAIN; i++) what = what << 16 | c->last[i];
    uint32_t hour = (uint32_t)(now / 3600), free_at = CHAINS;
    for (uint32_t i = 0; i < c->chain_count; i++) {
        if (c->chains[i].what == what && c->chains[i].hour == hour) {
            if (++c->chains[i].times == 3) c->chains_over++, fails_chain(c, now);
            return;
        }
        if (c->chains[i].hour < hour) free_at = i;
    }
    if (free_at == CHAINS && c->chain_count < CHAINS) free_at = c->chain_count++;
    if (free_at == CHAINS) return;
    c->chains[free_at].what = what, c->chains[free_at].hour = hour, c->chains[free_at].times = 1;
}

static void note_clip(struct character *c, const struct life_view *v, double now) {
    uint32_t i = 0;
    while (i < c->clip_count && strcmp(c->clips[i].name, v->clip.name) != 0) i++;
    c->performance.ticks = 0;
    if (i == CLIPS) return;
    if (i == c->clip_count)
        snprintf(c->clips[c->clip_count++].name, sizeof c->clips[i].name, "%s", v->clip.name);
    c->clips[i].times++, c->clips[i].in_hour++, c->clips_played++;
    note_chain(c, (uint16_t)i, now);
    c->performance = (struct performance){0, (uint16_t)i, 1, v->head_rad, v->lift_m, v->heading_rad};
}

// What its head, its lift, its body and its eyes do in the first second of a clip, coarsely: more than its
// sensors' noise.
static void watch_performance(struct character *c, const struct life_view *v) {
    struct performance *p = &c->performance;
    if (!p->ticks) return;
    const float *numbers = v->face.numbers;
    int16_t at[4] = {(int16_t)((v->head_rad - p->head) * 50), (int16_t)((v->lift_m - p->lift) * 500),
                     (int16_t)((v->heading_rad - p->heading) * 50),
                     (int16_t)(numbers[5 + EYE_X] + numbers[0])};
    p->way = hash64(p->way, at, sizeof at);
    if (p->ticks++ < 30) return;
    p->ticks = 0;
    if (c->clips[p->clip].way) c->repeated++, c->alike += c->clips[p->clip].way == p->way;
    c->clips[p->clip].way = p->way;
}

// Of the clips that it played in this hour: 1 when all are played as often.
static double evenness(const struct character *c) {
    double sum = 0, all = 0, kinds = 0;
    for (uint32_t i = 0; i < c->clip_count; i++) all += c->clips[i].in_hour, kinds += c->clips[i].in_hour > 0;
    for (uint32_t i = 0; i < c->clip_count && all > 0; i++) {
        double share = c->clips[i].in_hour / all;
        if (share > 0) sum -= share * (double)m_log((float)share);
    }
    return kinds > 1 ? sum / (double)m_log((float)kinds) : 0;
}

// Half an hour awake within an hour is enough to judge it.
static void end_hour(struct character *c) {
    double kinds = 0, even = evenness(c);
    for (uint32_t i = 0; i < c->clip_count; i++) kinds += c->clips[i].in_hour > 0, c->clips[i].in_hour = 0;
    bool counts = c->hour_awake_s >= 1700;
    c->hour_awake_s = 0;
    if (!counts) return;
    c->hours_full++;
    if (even < c->evenness_least) c->evenness_least = even;
    if (kinds < c->kinds_least) c->kinds_least = kinds;
}

// ------------------------------------------------------------------------------------------------ deeds

static void note_triple(struct character *c, uint32_t what) {
    uint32_t low = 0, high = c->triple_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (c->triples[middle] < what)
            low = middle + 1;
        else
            high = middle;
    }
    if ((low < c->triple_count && c->triples[low] == what) || c->triple_count == TRIPLES) return;
    memmove(c->triples + low + 1, c->triples + low, (c->triple_count - low) * sizeof *c->triples);
    c->triples[low] = what, c->triple_count++;
}

static void note_deed(struct character *c, struct text deed) {
    if (!deed.len || text_is(deed, c->deed)) return;
    text_copy(deed, c->deed, sizeof c->deed);
    c->deeds[0] = c->deeds[1], c->deeds[1] = c->deeds[2];
    c->deeds[2] = (uint32_t)hash64(0, deed.at, deed.len);
    if (c->deeds[0]) note_triple(c, (uint32_t)hash64(1, c->deeds, sizeof c->deeds));
}

double character_alike(const struct character *a, const struct character *b) {
    uint32_t both = 0, k = 0;
    for (uint32_t i = 0; i < a->triple_count; i++) {
        while (k < b->triple_count && b->triples[k] < a->triples[i]) k++;
        both += k < b->triple_count && b->triples[k] == a->triples[i];
    }
    uint32_t fewer = a->triple_count < b->triple_count ? a->triple_count : b->triple_count;
    return fewer ? (double)both / fewer : 1;
}

static void note_feature(struct character *c, struct text feature, double passed, double now) {
    if (feature.len && !text_is(feature, c->feature)) {
        text_copy(feature, c->feature, sizeof c->feature);
        double *sixth = &c->changed_at[c->feature_changes % FLAPS];
        *sixth = now; // the next one holds the moment six changes ago
        if (++c->feature_changes >= FLAPS)
            c->flaps += now - c->changed_at[c->feature_changes % FLAPS] < FLAP_S;
    }
    if (!feature.len) feature = TEXT("no feature");
    uint32_t i = 0;
    while (i < c->feature_count && !text_is(feature, c->features[i].name)) i++;
    if (i == FEATURES) return;
    if (i == c->feature_count)
        text_copy(feature, c->features[c->feature_count++].name, sizeof c->features[i].name);
    c->features[i].seconds += passed;
}

// ------------------------------------------------------------------------------------------------ signs

// Whether it lasted longer than `most`, and is over.
static bool change(struct spell *s, bool changed, double now, double most) {
    double lasted = now - s->since;
    if (lasted > s->longest) s->longest = lasted;
    if (!changed) return false;
    s->since = now;
    return lasted > most;
}

static void note_blink(struct character *c, bool asleep, double now) {
    c->blinks += !asleep, c->blinks_asleep += asleep;
    double gap = now - c->blinked_at;
    if (!asleep && c->blinked_at > 0 && gap < 60)
        c->blink_sum += gap, c->blink_sum2 += gap * gap, c->blink_gaps++;
    c->blinked_at = now;
}

static void note_events(struct character *c, const struct moment *m, bool *sounds) {
    bool asleep = m->feelings->asleep;
    for (size_t i = 0; i < m->event_count; i++) {
        uint16_t kind = m->events[i].kind;
        if (kind == LIFE_EVENT_KIND_BLINKED) note_blink(c, asleep, m->now);
        *sounds |= kind == LIFE_EVENT_KIND_SOUND_POSTED || kind == LIFE_EVENT_KIND_WORD;
        bool stimulus = kind == LIFE_EVENT_KIND_TOUCHED || kind == LIFE_EVENT_KIND_PICKED_UP ||
                        kind == LIFE_EVENT_KIND_POKED || kind == LIFE_EVENT_KIND_LOUD_SOUND ||
                        kind == LIFE_EVENT_KIND_WAKE_WORD;
        if (stimulus && !asleep && c->stimulus_at < 0) c->stimulus_at = m->now, c->stimulus = kind;
        c->charger_visits += kind == LIFE_EVENT_KIND_ON_CHARGER;
        c->left_charger += kind == LIFE_EVENT_KIND_OFF_CHARGER;
        c->falls += kind == LIFE_EVENT_KIND_FALLEN_OVER || kind == LIFE_EVENT_KIND_LANDED;
        bool stalls = kind == LIFE_EVENT_KIND_STALLED || kind == LIFE_EVENT_KIND_FALLEN_OVER;
        if (stalls && c->stuck_since < 0 && !m->held)
            c->stuck_since = m->now, c->stuck_x = m->view->x_m, c->stuck_y = m->view->y_m;
    }
}

// From when its treads moved in vain until it came free, somebody helped or it asked for help.
static void note_stuck(struct character *c, const struct moment *m) {
    if (c->stuck_since < 0) return;
    double lasted = m->now - c->stuck_since;
    bool free = m_hypot(m->view->x_m - c->stuck_x, m->view->y_m - c->stuck_y) > FREE_M,
         asks = text_is(m->feature, "AskForHelp") || text_is(m->feature, "RequestCharger");
    if (lasted > c->stuck_longest) c->stuck_longest = lasted;
    if (free || asks || m->held || m->view->status & BODY_STATUS_ON_CHARGER) c->stuck_since = -1;
}

// A first sign is a clip, a movement, or eyes or lids that jump.
static void note_answer(struct character *c, bool sign, double now) {
    if (c->stimulus_at < 0) return;
    double delay = now - c->stimulus_at;
    if (sign && delay > 0) {
        uint32_t ms = (uint32_t)(delay * 1000);
        c->delays[ms < DELAYS ? ms : DELAYS - 1]++, c->delay_count++;
        c->stimulus_at = -1;
    } else if (delay > SIGN_S) {
        fails(c, now, life_event_kind_name(c->stimulus), delay);
        c->unanswered++, c->stimulus_at = -1;
    }
}

// Where its eyes are in its face in pixels, and how far their lids are down.
static void follow_eyes(struct character *c, const float *numbers, bool *move, bool *lids) {
    const float *left = numbers + 5, *right = left + EYE_NUMBERS;
    float is[4] = {numbers[0] + (left[EYE_X] + right[EYE_X]) / 2,
                   numbers[1] + (left[EYE_Y] + right[EYE_Y]) / 2,
                   left[EYE_UPPER_LID_Y] + right[EYE_UPPER_LID_Y], left[EYE_SCALE_Y] + right[EYE_SCALE_Y]};
    *move = m_abs(is[0] - c->eyes_was[0]) > EYES_PX || m_abs(is[1] - c->eyes_was[1]) > EYES_PX;
    *lids = m_abs(is[2] - c->eyes_was[2]) > 2 * LIDS || m_abs(is[3] - c->eyes_was[3]) > 2 * LIDS;
    memcpy(c->eyes_was, is, sizeof is);
}

static void note_gaze(struct character *c, bool gazes, double now) {
    if (gazes && !c->gazed) c->gaze_since = now;
    double lasted = now - c->gaze_since;
    if (gazes && lasted > c->gaze_longest) c->gaze_longest = lasted;
    if (!gazes && c->gazed && lasted > 0.5) c->gazes++, c->gaze_sum += lasted; // less is a face that left
    c->gazed = gazes;
}

static void note_drive(struct character *c, const struct life_view *v, bool looks, double now) {
    bool drives = m_abs(v->left_mps) > DRIVES || m_abs(v->right_mps) > DRIVES;
    if (drives && !c->drove && now - c->stood_since > 0.6) {
        bool led = (c->looks & LED) != 0;
        c->drives++, c->led += led;
        if (!led) fails(c, now, "a drive that nothing led, after s", now - c->stood_since);
    }
    c->looks = c->looks << 1 | looks;
    if (!drives && c->drove) c->stood_since = now;
    c->drove = drives;
}

// ------------------------------------------------------------------------------------------------ time

static void note_hour(struct character *c, const struct moment *m) {
    uint32_t hour = (uint32_t)(m->now / 3600);
    if (hour != c->hour_now) end_hour(c), c->hour_now = hour;
    if (hour >= HOURS) return;
    c->hours = hour + 1, c->hour[hour].ticks++;
    c->hour[hour].stimulation += (double)m->feelings->stimulation;
    c->hour[hour].happy += (double)m->feelings->happy;
    c->hour[hour].charge += m->charge, c->hour[hour].awake += !m->feelings->asleep;
}

static void note_time(struct character *c, const struct moment *m, double passed) {
    bool asleep = m->feelings->asleep, charger = m->view->status & BODY_STATUS_ON_CHARGER;
    c->alive_s += passed;
    if (!asleep) c->awake_s += passed, c->hour_awake_s += passed;
    if (charger) c->charger_s += passed;
    if (charger && !(c->status_was & BODY_STATUS_ON_CHARGER)) c->charger_awake_s = 0;
    if (charger && !asleep) c->charger_awake_s += passed; // its sleep there is no idling
    if (c->charger_awake_s > c->on_charger_longest_s) c->on_charger_longest_s = c->charger_awake_s;
    c->frustrated_s = m->feelings->mood == MOOD_FRUSTRATED ? c->frustrated_s + passed : 0;
    if (c->frustrated_s > c->frustrated_most_s) c->frustrated_most_s = c->frustrated_s;
    if (m->day_s < 0) return;
    if (m->day_s < 7 * 3600 || m->day_s >= 22 * 3600)
        c->night_s += passed, c->night_asleep_s += asleep ? passed : 0;
    else if (m->day_s >= 8 * 3600)
        c->day_s += passed, c->day_awake_s += asleep ? 0 : passed;
}

// Nothing of a dead one is counted but its time. One that wakes begins its spells anew.
static bool is_dead(struct character *c, const struct moment *m, double passed) {
    bool dead = !m->powered || m->fallen, charger = m->view->status & BODY_STATUS_ON_CHARGER;
    c->empties += c->was_powered && !m->powered && !charger;
    c->deaths += dead && !c->was_dead;
    c->was_powered = m->powered;
    if (dead) c->dead_s += passed, c->stimulus_at = -1, c->blinked_at = 0, c->performance.ticks = 0;
    if (!dead && c->was_dead) c->begun = false;
    c->was_dead = dead;
    return dead;
}

void character_note(struct character *c, const struct moment *m) {
    const struct life_view *v = m->view;
    bool sounds = false, move, lids, asleep = m->feelings->asleep;
    double passed = m->now - c->seconds;
    c->seconds = m->now;
    if (is_dead(c, m, passed)) return;
    if (!(v->status & BODY_STATUS_ON_CHARGER) && m->charge < c->charge_least) c->charge_least = m->charge;
    note_events(c, m, &sounds);
    bool clip = v->clip.tag && v->clip.tag != c->tag_was;
    bool head = m_abs(v->head_rad - c->head_was) > MOVED_RAD;
    bool moved = head || m_abs(v->lift_m - c->lift_was) > MOVED_M || m_abs(v->x_m - c->x_was) > MOVED_M ||
                 m_abs(v->y_m - c->y_was) > MOVED_M || m_abs(v->heading_rad - c->heading_was) > MOVED_RAD;
    bool face = v->face.number != c->face_was;
    follow_eyes(c, v->face.numbers, &move, &lids);
    if (!c->begun || asleep != c->was_asleep)
        c->any.since = c->body.since = c->asleep.since = m->now, c->begun = true;
    note_time(c, m, passed);
    note_hour(c, m);
    if (clip && !asleep) note_clip(c, v, m->now);
    watch_performance(c, v);
    double still = m->now - c->any.since, body_still = m->now - c->body.since;
    bool too_still = change(asleep ? &c->asleep : &c->any, face || moved || sounds, m->now, STILL_S);
    if (too_still && !asleep) fails(c, m->now, "no change at all for s", still);
    if (!asleep && change(&c->body, moved || sounds, m->now, BODY_STILL_S))
        fails(c, m->now, "no change of body or sound for s", body_still);
    note_answer(c, clip || moved || move || lids, m->now);
    note_drive(c, v, move || head, m->now);
    note_gaze(c, m->feelings->gaze, m->now);
    note_feature(c, m->feature, passed, m->now);
    note_deed(c, m->deed);
    note_stuck(c, m);
    c->was_asleep = asleep, c->status_was = v->status;
    c->face_was = v->face.number, c->tag_was = v->clip.tag, c->head_was = v->head_rad;
    c->lift_was = v->lift_m, c->x_was = v->x_m, c->y_was = v->y_m, c->heading_was = v->heading_rad;
}
