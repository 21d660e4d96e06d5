// Inside the page: what its parts share.
#pragma once

#include "door/dashboard.h"
#include "door/live.h"
#include "door/picture.h"
#include "stage/screen/screen.h"
#include "stage/sound/audio_tap.h"

enum {
    VIEWERS_MAX = 64,
    ASKED_MAX = 64, // requests whose answers are waited for
    FRAME_US = 30000,
    MESSAGE_LIMIT = 16 << 10,
    QUEUE_LIMIT = 1 << 20,
    HEARD_MAX = 8192, // samples at a time
    HALT_US = 600000, // a halt that takes longer is none
    PAST_MAX = 24     // of what happened before a viewer came
};

struct viewer {
    struct ws *ws; // NULL: nobody
    bool picture, sound;
    char carries[WORLD_NAME_MAX + 1]; // what its hand holds; "": nothing
};

// The display as viewers have it.
struct display_feed {
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
    bool bodiless; // told so
    float speed;
    uint32_t frames, tickets, messages; // sent; handed to the desk; heard
    int64_t last_frame_us, last_picture_us;
    struct {
        uint32_t ticket;
        struct ws *ws;
    } asked[ASKED_MAX];
    struct ws *driver;                     // who drives; NULL: nobody
    struct loop_timer *dead_man;           // stops the robot when the driver is silent
    int64_t drive_until_us, halt_until_us; // halt: 0: it does not
    struct picture picture;
    struct display_feed display;
    struct audio_tap *tap; // what the robot lets be heard, while a viewer listens
    int16_t heard[HEARD_MAX];
    struct live_told past[PAST_MAX];
    uint32_t past_count;
    struct live_place places[LIVE_SCENARIOS_MAX]; // that can be begun
    uint32_t place_count;
    struct arena *arena;
    struct buf out;
    struct life_message request;
    struct life_message reply; // large, like the next three: not for a stack
    struct life_view reply_view;
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
void dashboard_note_driver(struct dashboard *page, struct ws *ws, const struct life_message *request);
void dashboard_listen(struct dashboard *page);       // after each tick
void dashboard_glass(struct dashboard *page);        // likewise, while somebody looks
void dashboard_display_anew(struct dashboard *page); // a viewer came that has nothing yet
void display_feed_close(struct display_feed *glass);
void dashboard_deafen(struct dashboard *page);
struct soul *dashboard_soul(struct dashboard *page); // NULL: nobody lives
void dashboard_tell(struct dashboard *page, int64_t time_us, const char *kind, const char *sentence);
void dashboard_do(struct dashboard *page, struct ws *ws, const struct world_message *verb,
                  struct fault *fault);
void dashboard_let_go(struct dashboard *page, const char *what); // whose hand is gone
void dashboard_halt(struct dashboard *page); // it is to stand soon, by the viewers' clocks
void dashboard_mind_halt(struct dashboard *page);
void dashboard_pace(struct dashboard *page);
