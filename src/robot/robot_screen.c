// What the face shows besides the eyes: who asks for it, how long, and the pictures for whoever looks.
#include "robot/robot_internal.h"

#include "codec/picture/jpeg.h"
#include "stage/screen/easel.h"

#include <string.h>

enum { CARE_EVERY = 8, WORDS = 100 };

static uint32_t ticks_of(float seconds) {
    return seconds > 0 ? (uint32_t)(m_min(seconds, 3600) * 1e6f / LIFE_TICK_US) + 1 : 0;
}

static void answer(struct robot *robot, const struct life_envelope *from, enum err err, const char *what) {
    robot_reply_done(robot, from->ticket, from->door, err ? LIFE_VERDICT_BAD_VALUE : LIFE_VERDICT_DONE,
                     err ? what : "");
}

// What its mind plays gives way to a scene that is to be seen; a clip that was asked for goes on below.
static void make_way(struct robot *robot) {
    if (robot->act.performing.player.tag && !robot->act.performing.ticket)
        player_stop(&robot->act.performing.player, 0);
}

// --- A program's picture -----------------------------------------------------------------------------------

static bool face_is_taken(const struct robot *robot) {
    return screen_has_picture(&robot->screen) ||
           (robot->act.performing.player.tag &&
            clip_tracks(robot->act.performing.player.play.clip) & PLAYER_FACE &&
            robot->act.performing.ticket);
}

static void begin_picture(struct robot *robot) {
    struct doing *d = &robot->doing[DOING_PICTURE];
    screen_show_picture(&robot->screen, robot->tick, robot->picture_ticks);
    d->until = robot->picture_ticks ? robot->tick + robot->picture_ticks : 0;
    robot->picture_waits = false;
}

static void show_picture(struct robot *robot, const struct life_envelope *from,
                         const struct life_show_picture *r) {
    if (!m_finite(r->seconds) || r->seconds < 0)
        return answer(robot, from, ERR_RANGE, "seconds must be a finite number");
    bool taken = face_is_taken(robot);
    if (r->interrupt && robot->act.performing.player.tag &&
        clip_tracks(robot->act.performing.player.play.clip) & PLAYER_FACE)
        player_stop(&robot->act.performing.player, 0);
    robot_begin(robot, DOING_PICTURE, from, 0);
    robot->picture_ticks = ticks_of(r->seconds);
    robot->picture_waits = taken && !r->interrupt;
    if (!robot->picture_waits) begin_picture(robot);
}

static void mind_picture(struct robot *robot) {
    struct doing *d = &robot->doing[DOING_PICTURE];
    if (!d->busy) return;
    if (robot->picture_waits) {
        if (!face_is_taken(robot)) begin_picture(robot);
    } else if (!screen_has_picture(&robot->screen)) {
        robot_finish(robot, DOING_PICTURE, LIFE_VERDICT_DONE, "");
    }
}

// ------------------------------------------------------------------------------------------------ requests

static void show_weather(struct robot *robot, const struct life_envelope *from,
                         const struct life_show_weather *r) {
    int degrees = r->temperature_count ? r->temperature[0] : 0;
    enum err err = m_finite(r->seconds) ? screen_weather(&robot->screen, text_of(r->condition),
                                                         r->temperature_count ? &degrees : NULL, robot->tick,
                                                         ticks_of(r->seconds))
                                        : ERR_RANGE;
    if (!err) make_way(robot);
    answer(robot, from, err, "no such weather, or a temperature beyond 999 degrees");
}

static void show_cards(struct robot *robot, const struct life_envelope *from,
                       const struct life_show_cards *r) {
    struct text dealer[SCREEN_CARDS] = {{0}}, player[SCREEN_CARDS] = {{0}};
    for (uint32_t i = 0; i < r->dealer_count && i < SCREEN_CARDS; i++) dealer[i] = text_of(r->dealer[i]);
    for (uint32_t i = 0; i < r->player_count && i < SCREEN_CARDS; i++) player[i] = text_of(r->player[i]);
    enum err err = m_finite(r->seconds)
                       ? screen_cards(&robot->screen, dealer, player, robot->tick, ticks_of(r->seconds))
                       : ERR_RANGE;
    if (!err) make_way(robot);
    answer(robot, from, err, "no such card: they are called 10_hearts, queen_clubs, back");
}

static void show_scene(struct robot *robot, const struct life_envelope *from, enum err err,
                       const char *what) {
    if (!err) make_way(robot);
    answer(robot, from, err, what);
}

static void drop_mirror(struct robot *robot) {
    robot->found.count = 0;
    frame_drop(robot->mirror);
    robot->mirror = NULL;
}

// Of what it was asked to show and what fails in itself the higher one is seen.
static void show_faults(struct robot *robot) {
    screen_show_fault(&robot->screen, 0);
    screen_show_fault(&robot->screen, robot->asked_fault);
    if (robot->own_fault) screen_show_fault(&robot->screen, robot->own_fault);
}

// Whoever takes faults off its face has seen its own, too: that comes back when another one does.
static void show_asked_fault(struct robot *robot, uint16_t code) {
    if (!code || code > robot->asked_fault) robot->asked_fault = code;
    if (!code) robot->own_fault = 0;
    show_faults(robot);
}

static void mind_defects(struct robot *robot, const struct senses_in *in) {
    uint16_t code = defects_step(&robot->defects, in, robot->wanted, robot->config.model);
    if (code == robot->told_fault) return;
    robot->told_fault = robot->own_fault = code;
    robot_tell(robot, LIFE_EVENT_KIND_FAILED, 0, code, 0);
    show_faults(robot);
}

// Pictures, scenes and words. False: it is none of these requests.
static bool do_scene(struct robot *robot, const struct life_envelope *from, const struct life_message *m) {
    struct screen *screen = &robot->screen;
    uint32_t tick = robot->tick;
    switch (m->kind) {
    case LIFE_PICTURE_PIECE:
        if (screen_piece(screen, m->picture_piece.from, m->picture_piece.pixels,
                         m->picture_piece.pixels_count))
            answer(robot, from, ERR_RANGE, "these pixels lie outside the display");
        break; // dozens of them make a picture: only a mistake is told
    case LIFE_SHOW_PICTURE:
        show_picture(robot, from, &m->show_picture);
        break;
    case LIFE_SHOW_SPRITE:
        show_scene(
            robot, from,
            screen_sprite(screen, text_of(m->show_sprite.name), tick, ticks_of(m->show_sprite.seconds)),
            "no picture is called so");
        break;
    case LIFE_SHOW_SCREEN:
        show_scene(
            robot, from,
            screen_compose(screen, text_of(m->show_screen.trigger), tick, ticks_of(m->show_screen.seconds)),
            "no screen is put together at such a trigger");
        break;
    case LIFE_SHOW_WEATHER:
        show_weather(robot, from, &m->show_weather);
        break;
    case LIFE_SHOW_CARDS:
        show_cards(robot, from, &m->show_cards);
        break;
    case LIFE_SHOW_DIGITS:
        answer(robot, from,
               m_finite(m->show_digits.seconds) ? screen_digits(screen, text_of(m->show_digits.digits), tick,
                                                                ticks_of(m->show_digits.seconds))
                                                : ERR_RANGE,
               "expected up to eleven of 0 to 9 and :");
        break;
    case LIFE_SHOW_TEXT:
        screen_say(screen, text_of(m->show_text.words), tick, ticks_of(m->show_text.seconds));
        answer(robot, from, ERR_NONE, "");
        break;
    default:
        return false;
    }
    return true;
}

bool robot_do_screen(struct robot *robot, const struct life_envelope *from, const struct life_message *m) {
    struct screen *screen = &robot->screen;
    uint32_t tick = robot->tick;
    switch (m->kind) {
    case LIFE_SHOW_FAULT:
        if (m->show_fault.code <= 999) show_asked_fault(robot, m->show_fault.code);
        answer(robot, from, m->show_fault.code > 999 ? ERR_RANGE : ERR_NONE, "faults have three digits");
        break;
    case LIFE_SHOW_SERVICE:
        service_screens_ask(&robot->service, m->show_service.page, tick);
        answer(robot, from, m->show_service.page >= SERVICE_PAGES ? ERR_RANGE : ERR_NONE,
               "there are pages 1 to 5");
        break;
    case LIFE_MIRROR:
        screen_set_mirror(screen, m->mirror.on);
        if (!m->mirror.on) drop_mirror(robot);
        answer(robot, from, ERR_NONE, "");
        break;
    case LIFE_CLEAR_SCREEN:
        screen_clear(screen);
        service_screens_ask(&robot->service, 0, tick);
        drop_mirror(robot);
        answer(robot, from, ERR_NONE, "");
        break;
    case LIFE_PLAY_BOOT:
        screen_boot(screen, tick);
        answer(robot, from, ERR_NONE, "");
        break;
    case LIFE_BACKLIGHT:
        if (m_finite(m->backlight.level))
            robot->backlight = (uint8_t)(m_clamp(m->backlight.level, 0, 1) * 255 + 0.5f);
        answer(robot, from, m_finite(m->backlight.level) ? ERR_NONE : ERR_RANGE,
               "expected a number from 0 to 1");
        break;
    case LIFE_REACHABLE:
        text_copy(text_of(m->reachable.address), robot->address, sizeof robot->address);
        answer(robot, from, ERR_NONE, "");
        break;
    default:
        return do_scene(robot, from, m);
    }
    return true;
}

// ------------------------------------------------------------------------------------------------ a step

void robot_screen_start(struct robot *robot) {
    const struct library *library = robot->config.library;
    screen_start(&robot->screen, &(struct screen_config){.style = robot->eyes.style,
                                                         .sprites = library ? &library->sprites : NULL,
                                                         .layouts = library ? &library->layouts : NULL});
    robot->backlight = 255;
}

static bool felt(const struct robot *robot, enum life_event_kind kind) {
    for (uint32_t i = 0; i < robot->event_count; i++)
        if (robot->events[i].kind == kind) return true;
    return false;
}

static void mind_care(struct robot *robot, bool pressed) {
    bool was = robot->service.page != 0;
    uint8_t page =
        service_screens_step(&robot->service, robot->feel.status, pressed, robot->view.lift_m, robot->tick);
    if (!page) {
        if (was || robot->screen.service.on) screen_service(&robot->screen, NULL, robot->tick, 0);
        robot->service_shown = 0;
        return;
    }
    if (page == robot->service_shown && robot->tick % CARE_EVERY) return;
    struct screen_lines lines;
    struct life_view view = robot->view;
    view.tick = robot->tick;
    uint32_t serial = robot->owner.serial ? robot->owner.serial : robot->config.serial;
    service_screens_write(&robot->service,
                          &(struct service_screens_about){robot->config.name, robot->config.model->creature,
                                                          robot->address, serial, &view},
                          &lines);
    screen_service(&robot->screen, &lines, robot->tick, 0);
    robot->service_shown = page;
}

static void keep_found(struct robot *robot) {
    static const int ROUND[4] = {0, 1, 3, 2}; // the easel draws from corner to corner
    struct easel_mirror *found = &robot->found;
    found->count = 0;
    found->width = (float)robot->eye.model.lens.width;
    for (uint32_t i = 0; i < robot->eye.seen.count && found->count < EASEL_FOUND_MAX; i++) {
        const struct observation *o = &robot->eye.seen.list[i];
        for (int k = 0; k < 4; k++)
            found->found[found->count].corners[k][0] = o->corners[ROUND[k]].x,
            found->found[found->count].corners[k][1] = o->corners[ROUND[k]].y;
        found->found[found->count++].face = o->kind == OBSERVATION_FACE;
    }
}

static void keep_mirror(struct robot *robot, const struct senses_in *in) {
    if (robot->screen.mirror && robot->eye.looked) keep_found(robot);
    if (!robot->screen.mirror || !in->senses.picture_count || !in->picture) return;
    robot->mirror_kind = in->senses.picture[0].kind;
    frame_drop(robot->mirror);
    robot->mirror = NULL;
    if (in->picture) robot->mirror = frame_hold(in->picture);
    screen_mirrored(&robot->screen);
}

void robot_show(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    bool pressed = felt(robot, LIFE_EVENT_KIND_BUTTON_DOWN);
    service_screens_feel(&robot->service, &in->senses);
    if (pressed || felt(robot, LIFE_EVENT_KIND_TOUCHED)) screen_skip_boot(&robot->screen);
    mind_care(robot, pressed);
    mind_defects(robot, in);
    keep_mirror(robot, in);
    mind_picture(robot);
    screen_step(&robot->screen, robot->tick, robot->config.library ? &robot->act.performing.out : NULL,
                robot->eyes.number);
    if (robot->screen.mirror)
        out->command.wants |= BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR | BODY_WANT_SIGHTS;
    out->command.backlight = robot->backlight;
    robot->wanted = out->command.wants;
}

// ------------------------------------------------------------------------------------------------ looking

void robot_view_screen(const struct robot *robot, struct life_screen_view *out) {
    const struct screen *s = &robot->screen;
    *out = (struct life_screen_view){
        .number = s->number, .shows = (uint8_t)s->shows, .backlight = robot->backlight};
    for (uint32_t i = 0; i < s->count && out->layers_count < sizeof out->layers / sizeof *out->layers; i++) {
        const struct screen_box *b = &s->boxes[i];
        struct life_layer *layer = &out->layers[out->layers_count++];
        text_copy(b->asset, layer->asset, sizeof layer->asset);
        layer->frame = (uint16_t)b->frame;
        layer->x = (int16_t)b->x, layer->y = (int16_t)b->y;
        layer->width = (uint16_t)b->width, layer->height = (uint16_t)b->height;
        layer->alpha = (uint8_t)(m_clamp(b->alpha, 0, 1) * 255 + 0.5f);
        layer->behind = b->layer < LAYER_EYES;
        layer->missing = !b->sprite;
    }
}

uint32_t robot_face(const struct robot *robot, uint16_t *width, uint16_t *height) {
    *width = robot->eyes.style->width;
    *height = robot->eyes.style->height;
    return robot->screen.number;
}

// What the camera saw last, as pixels; `owned` is to be freed.
static struct pixels mirror_pixels(const struct robot *robot, struct pixels *owned) {
    const struct frame *f = robot->mirror;
    *owned = (struct pixels){0};
    if (!f) return *owned;
    if (robot->mirror_kind == BODY_PICTURE_KIND_JPEG) {
        struct jpeg_reading how;
        jpeg_reading_defaults(&how);
        how.channels = 3, how.damaged_is_fine = true;
        jpeg_decode((struct bytes){f->bytes, f->used}, &how, owned, NULL);
        return *owned;
    }
    unsigned channels = robot->mirror_kind == BODY_PICTURE_KIND_COLOUR ? 3 : 1;
    bool whole = f->width && f->height && f->used >= (size_t)f->width * f->height * channels;
    return whole ? pixels_view(f->bytes, f->width, f->height, channels) : *owned;
}

void robot_paint(const struct robot *robot, struct easel *easel, const struct raster *raster) {
    struct pixels owned;
    struct easel_mirror mirror = robot->found;
    mirror.pixels = mirror_pixels(robot, &owned);
    struct easel_eyes eyes = {
        .face = &robot->eyes.face, .style = robot->eyes.style, .picture = robot->eyes.number};
    robot_eye_colour(robot, &eyes.hue, &eyes.saturation);
    easel_draw(easel, &robot->screen, &eyes, &mirror, raster);
    pixels_free(&owned);
}
