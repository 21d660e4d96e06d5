#include "stage/screen/screen.h"

#include "base/hash.h"
#include "base/maths/maths.h"
#include "codec/picture/raster.h"
#include "stage/draw/font.h"

#include <stdio.h>
#include <string.h>

void screen_start(struct screen *s, const struct screen_config *config) {
    memset(s, 0, sizeof *s);
    s->config = *config;
    s->eyes = true;
}

static uint32_t end_of(uint32_t tick, uint32_t ticks) { return ticks ? tick + ticks : 0; }
static bool over(uint32_t until, uint32_t tick) { return until && tick >= until; }

static const struct sprite *find(const struct screen *s, struct text name) {
    return s->config.sprites ? sprites_find(s->config.sprites, name) : NULL;
}

// ------------------------------------------------------------------------------------------------ a step

static bool same_box(const struct screen_box *a, const struct screen_box *b) {
    return a->sprite == b->sprite && a->frame == b->frame && a->x == b->x && a->y == b->y &&
           a->width == b->width && a->height == b->height && a->alpha == b->alpha &&
           a->odd_rows == b->odd_rows && a->inked == b->inked && a->layer == b->layer;
}

// The boxes of this step are written over those of the one before; whether one differs is seen on the way.
struct putting {
    struct screen *s;
    uint32_t count;
    bool changed;
};

static void put(struct putting *p, const struct screen_box *box) {
    if (p->count == SCREEN_BOXES) {
        p->s->lost++;
        return;
    }
    struct screen_box *to = &p->s->boxes[p->count];
    p->changed |= p->count >= p->s->count || !same_box(to, box);
    to->asset = box->asset; // may lie elsewhere and say the same
    if (!same_box(to, box)) p->s->missing += !box->sprite;
    *to = *box;
    p->count++;
}

static int whole(float place) { return (int)m_round(m_clamp(place, -4096, 4096)); }
static int side(uint32_t length) { return length < 4096 ? (int)length : 4096; }

// Our layouts are made for Vector's display; on a smaller one everything is brought nearer.
static int fit(int length, int display, int full) {
    return display == full ? length : (int)m_round((float)length * (float)display / (float)full);
}

// Over the whole face; one of ours that is smaller stands in its middle, as large as it was thought.
static struct raster_area own_size(const struct face_style *style, const struct sprite *sprite) {
    int width = style->width, height = style->height;
    if (sprite && sprite->sketch) {
        width = fit(sprite->sketch->width, style->width, 184);
        height = fit(sprite->sketch->height, style->height, 96);
    }
    return (struct raster_area){(style->width - width) / 2, (style->height - height) / 2, width, height};
}

static void put_clip(struct putting *p, const struct player_out *clip) {
    for (uint32_t i = 0; i < clip->box_count; i++) {
        const struct player_box *b = &clip->boxes[i];
        const struct sprite *sprite = find(p->s, b->asset);
        enum sprite_end end = b->whole && sprite && sprite->end_told ? sprite->end : b->end;
        int frame = sprite ? sprite_frame(b->picture, end, sprite->frames) : 0;
        if (frame < 0) continue; // gone through
        struct raster_area at = {whole(b->x), whole(b->y), side(b->width), side(b->height)};
        if (b->whole) at = own_size(p->s->config.style, sprite);
        put(p, &(struct screen_box){.asset = b->asset,
                                    .sprite = sprite,
                                    .frame = (uint32_t)frame,
                                    .x = at.x,
                                    .y = at.y,
                                    .width = at.width,
                                    .height = at.height,
                                    .alpha = b->alpha,
                                    .odd_rows = b->scan_lines,
                                    .inked = b->eye_colour,
                                    .layer = layer_of(b->layer)});
    }
}

static void put_scene(struct putting *p, uint32_t tick) {
    const struct screen *s = p->s;
    for (uint32_t i = 0; i < s->scene.count; i++) {
        const struct screen_part *part = &s->scene.parts[i];
        struct text asset = text_of(part->asset);
        const struct sprite *sprite = find(s, asset);
        int frame = sprite ? sprite_frame(tick - s->scene.since, sprite->end, sprite->frames) : 0;
        if (frame < 0) continue;
        put(p, &(struct screen_box){.asset = asset,
                                    .sprite = sprite,
                                    .frame = (uint32_t)frame,
                                    .x = part->x,
                                    .y = part->y,
                                    .width = part->width,
                                    .height = part->height,
                                    .alpha = 1,
                                    .odd_rows = 1,
                                    .inked = part->inked,
                                    .layer = part->layer});
    }
}

static void put_movie(struct putting *p, uint32_t tick) {
    const struct sprite *movie = find(p->s, TEXT(MOVIE_NAME));
    if (!movie) return;
    uint32_t ms = (tick - p->s->boot_since) * PLAYER_STEP_MS;
    put(p, &(struct screen_box){.asset = TEXT(MOVIE_NAME),
                                .sprite = movie,
                                .frame = ms * MOVIE_PER_SECOND / 1000 % movie->frames,
                                .width = p->s->config.style->width,
                                .height = p->s->config.style->height,
                                .alpha = 1,
                                .odd_rows = 1});
}

static void end_what_is_over(struct screen *s, uint32_t tick) {
    if (over(s->scene.until, tick)) s->scene.on = s->scene.eyeless = false, s->scene.until = 0;
    if (over(s->text.until, tick)) s->text.on = false, s->text.until = 0;
    if (over(s->service.until, tick)) s->service.on = false, s->service.until = 0;
    if (over(s->picture.until, tick)) s->picture.on = false, s->picture.until = 0;
    if (over(s->booting_until, tick)) s->booting_until = 0;
}

static enum screen_shows choose(const struct screen *s) {
    return s->faulty          ? SCREEN_FAULT
           : s->booting_until ? SCREEN_BOOT
           : s->service.on    ? SCREEN_CARE
           : s->text.on       ? SCREEN_TEXT
           : s->picture.on    ? SCREEN_CLIENT
           : s->mirror        ? SCREEN_MIRROR
                              : SCREEN_PICTURES;
}

// What a whole screen shows; true: it is another one.
static bool fill_whole(struct screen *s, enum screen_shows shows) {
    bool changed = false;
    switch (shows) {
    case SCREEN_FAULT:
        changed = s->fault != s->faulty;
        s->fault = s->faulty;
        return changed;
    case SCREEN_TEXT:
    case SCREEN_CARE:
        changed = shows == SCREEN_TEXT ? s->text.changed : s->service.changed;
        s->lines = shows == SCREEN_TEXT ? s->told : s->cared;
        s->text.changed = s->service.changed = false;
        return changed;
    case SCREEN_CLIENT:
        changed = s->picture.changed;
        s->picture.changed = false;
        s->client = s->pixels[0];
        return changed;
    case SCREEN_MIRROR:
        changed = s->mirror_changed;
        s->mirror_changed = false;
        return changed;
    default:
        return false;
    }
}

void screen_step(struct screen *s, uint32_t tick, const struct player_out *clip, uint32_t eyes_number) {
    struct putting p = {.s = s};
    end_what_is_over(s, tick);
    enum screen_shows shows = choose(s);
    if (shows == SCREEN_PICTURES) {
        if (s->scene.on) put_scene(&p, tick);
        if (clip && (clip->box_count || s->clip_boxes)) put_clip(&p, clip);
        s->clip_boxes = clip ? clip->box_count : 0;
        if (!p.count && !s->scene.eyeless) shows = SCREEN_EYES;
    } else if (shows == SCREEN_BOOT) {
        put_movie(&p, tick);
    }
    bool changed = p.changed || p.count != s->count || shows != s->shows;
    s->count = p.count;
    changed |= fill_whole(s, shows);
    bool eyes = shows == SCREEN_EYES || (shows == SCREEN_PICTURES && !s->scene.eyeless);
    changed |= eyes && (!s->eyes || s->eyes_number != eyes_number);
    s->shows = shows;
    s->eyes = eyes;
    s->eyes_number = eyes_number;
    s->number += changed;
}

// ------------------------------------------------------------------------------------------------ scenes

static bool add_part(struct screen *s, const struct layout_box *box, struct text asset) {
    const struct face_style *style = s->config.style;
    if (s->scene.count == SCREEN_SCENE_BOXES) return false;
    struct screen_part *part = &s->scene.parts[s->scene.count++];
    int left = fit(box->x, style->width, 184), top = fit(box->y, style->height, 96);
    *part = (struct screen_part){.x = left,
                                 .y = top,
                                 .width = fit(box->x + box->width, style->width, 184) - left,
                                 .height = fit(box->y + box->height, style->height, 96) - top,
                                 .inked = box->inked,
                                 .layer = box->layer};
    text_copy(asset, part->asset, sizeof part->asset);
    return true;
}

static void begin_scene(struct screen *s, uint32_t tick, uint32_t ticks, bool eyeless) {
    s->scene.count = 0;
    s->scene.since = tick;
    s->scene.until = end_of(tick, ticks);
    s->scene.on = true;
    s->scene.eyeless = eyeless;
    s->booting_until = 0;
}

// Parts stay sorted from back to front; those of one layer in the order in which they came.
static void sort_parts(struct screen *s) {
    for (uint32_t i = 1; i < s->scene.count; i++)
        for (uint32_t k = i; k && s->scene.parts[k - 1].layer > s->scene.parts[k].layer; k--) {
            struct screen_part swap = s->scene.parts[k];
            s->scene.parts[k] = s->scene.parts[k - 1];
            s->scene.parts[k - 1] = swap;
        }
}

static void add_map(struct screen *s, const struct layout *layout, const struct image_map *map) {
    for (uint32_t i = 0; i < layout->count; i++)
        for (uint32_t k = 0; k < map->count; k++)
            if (text_same(map->items[k].box, layout->boxes[i].name))
                add_part(s, &layout->boxes[i], map->items[k].sprite);
}

static void find_both(const struct screen *s, struct text trigger, const struct layout **layout,
                      const struct image_map **map) {
    *layout = s->config.layouts ? layouts_for(s->config.layouts, trigger) : NULL;
    *map = s->config.layouts ? layouts_map_for(s->config.layouts, trigger) : NULL;
}

enum err screen_compose(struct screen *s, struct text trigger, uint32_t tick, uint32_t ticks) {
    const struct layout *layout;
    const struct image_map *map;
    find_both(s, trigger, &layout, &map);
    if (!layout || !map) return ERR_UNKNOWN;
    begin_scene(s, tick, ticks, false);
    add_map(s, layout, map);
    sort_parts(s);
    return ERR_NONE;
}

enum err screen_sprite(struct screen *s, struct text sprite, uint32_t tick, uint32_t ticks) {
    const struct sprite *found = find(s, sprite);
    const struct face_style *style = s->config.style;
    if (!found) return ERR_UNKNOWN;
    // What does not cover the face stands alone on it.
    bool alone = found->sketch && (found->sketch->width < 184 || found->sketch->height < 96);
    begin_scene(s, tick, ticks, alone);
    struct screen_part *part = &s->scene.parts[s->scene.count++];
    struct raster_area at = own_size(style, found);
    *part = (struct screen_part){
        .x = at.x, .y = at.y, .width = at.width, .height = at.height, .layer = LAYER_FRONT};
    text_copy(sprite, part->asset, sizeof part->asset);
    return ERR_NONE;
}

// -------------------------------------------------------------------------------- weather, cards

static const struct condition {
    const char *name, *trigger;
} CONDITIONS[] = {{"cloudy", "WeatherCondCloudy_01"},
                  {"cold", "WeatherCondColdClear_01"},
                  {"rain", "WeatherCondRain_01"},
                  {"snow", "WeatherCondSnow_01"},
                  {"stars", "WeatherCondStars_01"},
                  {"sunny", "WeatherCondSunny_01"},
                  {"thunderstorm", "WeatherCondThunderstorms_01"},
                  {"windy", "WeatherCondWindy_01"}};

const char *screen_condition(uint32_t index) {
    return index < sizeof CONDITIONS / sizeof *CONDITIONS ? CONDITIONS[index].name : NULL;
}

static struct text trigger_of(struct text condition) {
    for (size_t i = 0; i < sizeof CONDITIONS / sizeof *CONDITIONS; i++)
        if (text_same_nocase(condition, text_of(CONDITIONS[i].name))) return text_of(CONDITIONS[i].trigger);
    return condition;
}

static void add_named(struct screen *s, const struct layout *layout, const char *box, const char *sprite) {
    const struct layout_box *found = layout_box(layout, text_of(box));
    if (found) add_part(s, found, text_of(sprite));
}

// A user's own tree calls it by the robot's own name; ours is beside it.
static void add_either(struct screen *s, const struct layout *layout, const char *box, const char *theirs,
                       const char *ours) {
    add_named(s, layout, box, find(s, text_of(theirs)) ? theirs : ours);
}

static void add_digit(struct screen *s, const struct layout *layout, const char *box, int digit) {
    char theirs[24], ours[24];
    snprintf(theirs, sizeof theirs, "weather_temp_%d", digit % 10);
    snprintf(ours, sizeof ours, "temperature_%d", digit % 10);
    add_either(s, layout, box, theirs, ours);
}

static const struct layout *temperature_layout(const struct screen *s, int degrees) {
    static const char *const SIZES[] = {"Single", "Double", "Triple"};
    char trigger[40];
    int size = degrees < 0 ? -degrees : degrees;
    snprintf(trigger, sizeof trigger, "Temperature%s%sDig", degrees < 0 ? "Neg" : "",
             SIZES[size > 99 ? 2 : size > 9]);
    return s->config.layouts ? layouts_for(s->config.layouts, text_of(trigger)) : NULL;
}

static void add_temperature(struct screen *s, const struct layout *layout, int degrees) {
    int size = degrees < 0 ? -degrees : degrees;
    if (degrees < 0)
        add_either(s, layout, "TemperatureNegativeIndicator", "weather_negative_indicator",
                   "temperature_minus");
    if (size > 99) add_digit(s, layout, "TemperatureHundredsDigit", size / 100);
    if (size > 9) add_digit(s, layout, "TemperatureTensDigit", size / 10);
    add_digit(s, layout, "TemperatureOnesDigit", size);
    add_either(s, layout, "TemperatureDegreeIndicator", "weather_celsius_indicator", "temperature_degree");
}

enum err screen_weather(struct screen *s, struct text condition, const int *temperature, uint32_t tick,
                        uint32_t ticks) {
    const struct layout *sky = NULL, *digits = NULL;
    const struct image_map *map = NULL;
    if (condition.len) find_both(s, trigger_of(condition), &sky, &map);
    if (temperature && (*temperature < -999 || *temperature > 999)) return ERR_RANGE;
    if (temperature) digits = temperature_layout(s, *temperature);
    if ((condition.len && (!sky || !map)) || (temperature && !digits) || (!condition.len && !temperature))
        return ERR_UNKNOWN;
    begin_scene(s, tick, ticks, digits != NULL);
    if (sky) add_map(s, sky, map);
    if (digits) add_temperature(s, digits, *temperature);
    sort_parts(s);
    return ERR_NONE;
}

// "10_hearts" as the robot's own pictures are called: blackjack_player_heart10, of the dealer
// blackjack_vector_heart10.
static bool card_of_theirs(struct text card, bool dealers, char name[64]) {
    static const char *const SUITS[][2] = {
        {"_hearts", "heart"}, {"_diamonds", "diamond"}, {"_clubs", "clubs"}, {"_spades", "spade"}};
    const char *whose = dealers ? "vector" : "player";
    if (text_same_nocase(card, TEXT("back"))) return snprintf(name, 64, "blackjack_%s_back", whose) > 0;
    for (size_t i = 0; i < sizeof SUITS / sizeof *SUITS; i++) {
        struct text suit = text_of(SUITS[i][0]);
        if (card.len <= suit.len || card.len > suit.len + 8) continue;
        size_t rank = card.len - suit.len;
        if (!text_same_nocase((struct text){card.at + rank, suit.len}, suit)) continue;
        return snprintf(name, 64, "blackjack_%s_%s%.*s", whose, SUITS[i][1], (int)rank, card.at) > 0;
    }
    return false;
}

static bool card_exists(const struct screen *s, struct text card, bool dealers, bool theirs, char name[64]) {
    if (theirs && card_of_theirs(card, dealers, name) && find(s, text_of(name))) return true;
    snprintf(name, 64, "card_%.*s", (int)(card.len < 32 ? card.len : 32), card.at);
    return find(s, text_of(name));
}

// A user's own tree shows one hand at a time, in layouts of its own with cards of their size; on our table
// both lie.
static const struct layout *hand_layout(const struct screen *s, const struct text dealer[SCREEN_CARDS],
                                        const struct text player[SCREEN_CARDS], bool *theirs) {
    size_t dealers = 0, players = 0;
    if (!s->config.layouts) return NULL;
    for (int i = 0; i < SCREEN_CARDS; i++) dealers += dealer[i].len, players += player[i].len;
    struct text trigger = dealers ? TEXT("DealerCardLayout") : TEXT("PlayerCardLayout");
    const struct layout *hand = dealers && players ? NULL : layouts_for(s->config.layouts, trigger);
    *theirs = hand;
    return hand ? hand : layouts_for(s->config.layouts, TEXT("BlackJackTable"));
}

enum { DIGIT_WIDTH = 45, DIGIT_HEIGHT = 69, COLON_WIDTH = 20, DIGITS_MAX = 11 };

enum err screen_digits(struct screen *s, struct text digits, uint32_t tick, uint32_t ticks) {
    int width = 0, left;
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.at[i] != ':' && (digits.at[i] < '0' || digits.at[i] > '9')) return ERR_RANGE;
        width += digits.at[i] == ':' ? COLON_WIDTH : DIGIT_WIDTH;
    }
    if (!width || digits.len > DIGITS_MAX) return ERR_RANGE;
    float scale = width > 180 ? 180.0f / (float)width : 1; // measures are Vector's
    left = (int)((184 - (float)width * scale) / 2);
    begin_scene(s, tick, ticks, true);
    for (size_t i = 0; i < digits.len; i++) {
        bool colon = digits.at[i] == ':';
        int wide = (int)((float)(colon ? COLON_WIDTH : DIGIT_WIDTH) * scale),
            high = (int)(DIGIT_HEIGHT * scale);
        struct layout_box box = {
            .inked = true, .x = left, .y = (96 - high) / 2, .width = wide, .height = high};
        char asset[24];
        snprintf(asset, sizeof asset, colon ? "clock_colon" : "temperature_%c", digits.at[i]);
        add_part(s, &box, text_of(asset));
        left += wide;
    }
    sort_parts(s);
    return ERR_NONE;
}

enum err screen_cards(struct screen *s, const struct text dealer[SCREEN_CARDS],
                      const struct text player[SCREEN_CARDS], uint32_t tick, uint32_t ticks) {
    bool theirs = false;
    const struct layout *layout = hand_layout(s, dealer, player, &theirs);
    char name[64], box[40];
    if (!layout) return ERR_UNKNOWN;
    for (int i = 0; i < 2 * SCREEN_CARDS; i++) {
        struct text card = i < SCREEN_CARDS ? dealer[i] : player[i - SCREEN_CARDS];
        if (card.len && !card_exists(s, card, i < SCREEN_CARDS, theirs, name)) return ERR_UNKNOWN;
    }
    begin_scene(s, tick, ticks, true);
    for (int i = 0; i < 2 * SCREEN_CARDS; i++) {
        bool dealers = i < SCREEN_CARDS;
        struct text card = dealers ? dealer[i] : player[i - SCREEN_CARDS];
        if (!card.len) continue;
        card_exists(s, card, dealers, theirs, name);
        snprintf(box, sizeof box, "%sCardSlot_%d", dealers ? "Dealer" : "Player", i % SCREEN_CARDS + 1);
        add_named(s, layout, box, name);
    }
    sort_parts(s);
    return ERR_NONE;
}

// -------------------------------------------------------------------------------- whole screens

enum err screen_piece(struct screen *s, uint32_t from, const uint16_t *pixels, uint32_t count) {
    uint32_t all = (uint32_t)s->config.style->width * s->config.style->height;
    if (from > all || count > all - from) return ERR_RANGE;
    memcpy(s->pixels[1] + from, pixels, count * sizeof *pixels);
    return ERR_NONE;
}

void screen_show_picture(struct screen *s, uint32_t tick, uint32_t ticks) {
    memcpy(s->pixels[0], s->pixels[1], sizeof s->pixels[0]);
    s->picture.on = s->picture.changed = true;
    s->picture.until = end_of(tick, ticks);
    s->booting_until = 0;
}

bool screen_has_picture(const struct screen *s) { return s->picture.on; }

void screen_set_mirror(struct screen *s, bool on) {
    s->mirror = s->mirror_changed = on;
    if (on) s->booting_until = 0;
}

void screen_mirrored(struct screen *s) { s->mirror_changed = s->mirror; }

void screen_say(struct screen *s, struct text words, uint32_t tick, uint32_t ticks) {
    struct screen_lines *lines = &s->told;
    *lines = (struct screen_lines){0};
    struct text rest = words, line;
    size_t letters = s->config.style->width / FONT_ADVANCE;
    while (lines->count < SCREEN_LINES && text_split(&rest, '\n', &line)) {
        while (line.len > letters && lines->count < SCREEN_LINES) {
            size_t cut = letters;
            while (cut && line.at[cut] != ' ') cut--;
            size_t taken = cut ? cut : letters;
            text_copy((struct text){line.at, taken}, lines->at[lines->count++], sizeof lines->at[0]);
            line.at += cut ? cut + 1 : taken, line.len -= cut ? cut + 1 : taken;
        }
        if (lines->count < SCREEN_LINES) text_copy(line, lines->at[lines->count++], sizeof lines->at[0]);
    }
    s->text.on = s->text.changed = lines->count > 0;
    s->text.until = end_of(tick, ticks);
    s->booting_until = 0;
}

void screen_service(struct screen *s, const struct screen_lines *lines, uint32_t tick, uint32_t ticks) {
    s->service.on = lines != NULL;
    s->service.until = end_of(tick, ticks);
    if (!lines) return;
    if (memcmp(&s->cared, lines, sizeof *lines) != 0) s->service.changed = true;
    s->cared = *lines;
    s->booting_until = 0;
}

void screen_boot(struct screen *s, uint32_t tick) {
    const struct sprite *movie = find(s, TEXT(MOVIE_NAME));
    if (!movie) return;
    uint32_t ms = movie->frames * 1000 / MOVIE_PER_SECOND;
    s->boot_since = tick;
    s->booting_until = tick + (ms < 8000 ? ms : 8000) / PLAYER_STEP_MS + 1;
}

void screen_skip_boot(struct screen *s) { s->booting_until = 0; }

void screen_show_fault(struct screen *s, uint16_t code) {
    if (!code || code > s->faulty) s->faulty = code;
}

void screen_clear(struct screen *s) {
    s->scene.on = s->scene.eyeless = s->text.on = s->service.on = s->picture.on = s->mirror = false;
    s->scene.until = s->text.until = s->service.until = s->picture.until = s->booting_until = 0;
}

// What is drawn and what a scene is made of; plain members are its owner's to compare.
uint64_t screen_hash(const struct screen *s) {
    uint64_t h = s->number;
    for (uint32_t i = 0; i < s->count && i < SCREEN_BOXES; i++) {
        const struct screen_box *b = &s->boxes[i];
        int box[] = {b->x, b->y, b->width, b->height, (int)b->frame, b->layer, b->inked, !b->sprite};
        float look[] = {b->alpha, b->odd_rows};
        h = hash64(hash64(h, box, sizeof box), look, sizeof look);
        h = hash64(h, b->asset.at, b->asset.len);
    }
    for (uint32_t i = 0; i < s->scene.count && i < SCREEN_SCENE_BOXES; i++) {
        const struct screen_part *p = &s->scene.parts[i];
        int part[] = {p->x, p->y, p->width, p->height, p->inked, p->layer};
        h = hash64(h, part, sizeof part);
        h = hash64(h, p->asset, strnlen(p->asset, sizeof p->asset));
    }
    h = HASH_RUN(HASH_RUN(h, s, number, eyes), s, count, fault);
    h = HASH_RUN(HASH_RUN(h, s, lines.at, lines.at), s, lines.count, lines.count);
    h = HASH_RUN(h, s, missing, clip_boxes);
    h = HASH_RUN(h, s, scene.count, scene.eyeless);
    h = HASH_RUN(HASH_RUN(h, s, text.on, text.changed), s, text.until, text.until);
    h = HASH_RUN(HASH_RUN(h, s, service.on, service.changed), s, service.until, service.until);
    h = HASH_RUN(HASH_RUN(h, s, picture.on, picture.changed), s, picture.until, picture.until);
    h = HASH_RUN(HASH_RUN(h, s, told.at, told.at), s, told.count, told.count);
    h = HASH_RUN(HASH_RUN(h, s, cared.at, cared.at), s, cared.count, cared.count);
    h = HASH_RUN(h, s, mirror, mirror_changed);
    return HASH_RUN(h, s, booting_until, pixels);
}
