// Inside the page: what its parts share.
#pragma once

#include "door/dashboard.h"
#include "door/live.h"
#include "door/picture.h"
#include "stage/audio_tap.h"
#include "stage/screen.h"
#include "voice/speech.h"

enum {
    VIEWERS_MAX = 64,
    ASKED_MAX = 64, // requests whose answers are waited for
    FRAME_US = 30000,
    MESSAGE_LIMIT = 16 << 10,
    QUEUE_LIMIT = 1 << 20,
    HEARD_MAX = 8192, // samples at a time
    PAST_MAX = 24     // of what happened before a viewer came
};

struct viewer {
    struct ws *ws; // NULL: nobody
    bool picture, sound;
};

// What somebody typed, on its way to the robot's loudspeaker.
enum talk_state { TALK_QUIET, TALK_MAKING, TALK_SAYING };
struct talk {
    enum talk_state state;
    bool forgotten; // the life that should say it is over
    struct crew *crew;
    struct speech_maker *maker;
    struct speech_order order;
    struct speech speech; // the worker's while it is made
    struct fault fault;
    struct ws *who;
    int16_t *samples; // at the robot's rate
    size_t count, at;
    int64_t begun_us;
};

// The display as viewers have it.
struct glass {
    struct easel *easel;
    uint16_t now[SCREEN_PIXELS], sent[SCREEN_PIXELS], piece[SCREEN_PIXELS];
    uint32_t number, ticks;
    bool on, whole; // viewers show pixels; all of them have all of `sent`
};

struct dashboard {
    struct dashboard_config config;
    char name[32], scenario[64], creature[32];
    struct loop *loop;
    struct http_server *server;
    struct play *play;
    struct viewer viewers[VIEWERS_MAX];
    unsigned count;
    char token[65];
    uint64_t seed;
    struct dashboard_wish wish;
    bool restart, paused;
    float speed;
    uint32_t frames, tickets, messages; // sent; handed to the desk; heard
    int64_t last_frame_us, last_picture_us;
    struct {
        uint32_t ticket;
        struct ws *ws;
    } asked[ASKED_MAX];
    struct ws *driver;           // who drives; NULL: nobody
    struct loop_timer *dead_man; // stops the robot when the driver is silent
    int64_t drive_until_us;
    struct picture picture;
    struct glass glass;
    struct audio_tap *tap; // what the robot lets be heard, while a viewer listens
    int16_t heard[HEARD_MAX];
    struct talk talk;
    struct live_told past[PAST_MAX];
    uint32_t past_count;
    struct live_place places[LIVE_SCENARIOS_MAX]; // that can be begun
    uint32_t place_count;
    struct arena *arena;
    struct buf out;
    struct life_message request;
    struct life_message reply; // large, like the next two: not for a stack
    struct live_message message;
    struct live_in in;
};

// To one viewer, or to all when ws is NULL.
void dashboard_send(struct dashboard *page, struct ws *ws, const struct schema_struct *body,
                    const void *message, bool droppable);
void dashboard_refuse(struct dashboard *page, struct ws *ws, const char *what, const struct fault *fault);
void dashboard_frame(struct dashboard *page, struct ws *ws);
void dashboard_send_bytes(struct dashboard *page, struct ws *ws, bool text,
                          bool droppable); // what is in `out`
void dashboard_ask(struct dashboard *page, struct ws *ws, const struct life_message *request,
                   struct fault *fault);
struct viewer *dashboard_viewer(struct dashboard *page, const struct ws *ws); // NULL: not one of ours

void dashboard_obey(struct dashboard *page, struct ws *ws, struct text text); // a message from a viewer
void dashboard_hear(struct dashboard *page);                                  // the robot's answers
void dashboard_gone(struct dashboard *page, struct ws *ws);                   // a viewer left
void dashboard_mind_driver(void *page);
void dashboard_listen(struct dashboard *page);     // after each tick
void dashboard_glass(struct dashboard *page);      // likewise, while somebody looks
void dashboard_glass_anew(struct dashboard *page); // a viewer came that has nothing yet
void glass_close(struct glass *glass);
void dashboard_deafen(struct dashboard *page);
void dashboard_say(struct dashboard *page, struct ws *ws, const char *words, struct fault *fault);
void dashboard_talk(struct dashboard *page); // after each tick
void talk_forget(struct talk *talk);
void talk_close(struct talk *talk);
