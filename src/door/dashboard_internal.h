// What the page's files share; nobody else includes this.
#pragma once

#include "door/dashboard.h"
#include "door/live.h"
#include "door/picture.h"
#include "pleo/os/os.h"
#include "run/exchange.h"
#include "stage/screen/screen.h"
#include "stage/sound/audio_tap.h"

enum {
    VIEWERS_MAX = 64,
    ASKED_MAX = 64, // requests whose answers are waited for
    FRAME_US = 30000,
    MESSAGE_LIMIT = 128 << 10,
    QUEUE_LIMIT = 1 << 20,
    HEARD_MAX = 8192, // samples at a time
    HALT_US = 600000, // a halt that takes longer is none
    PAST_MAX = 24,    // of what happened before a viewer came
    SKIP_FRAME_US = 200000,
    MOMENTS_MAX = 600,
    MARKS_MAX = 128
};

struct viewer {
    struct ws *ws;  // NULL: nobody
    uint32_t robot; // whom it watches
    bool picture, sound, mind, mood, sight, clients, map, lifeos, settings, others, diary, timeline, acts,
        photos;
    char carries[WORLD_NAME_MAX + 1]; // what its hand holds; "": nothing
};

// The display as viewers have it.
struct display_feed {
    struct easel *easel;
    uint16_t now[SCREEN_PIXELS], sent[SCREEN_PIXELS], piece[SCREEN_PIXELS];
    uint32_t number, ticks;
    bool on, whole; // viewers show pixels; all of them have all of `sent`
    bool driven;    // they are a program's
};

// The inside of a robot as its viewers have it, made while somebody looks at it.
struct inside {
    struct live_mind mind;
    struct live_mood mood;
    struct live_sight sight;
    struct live_clients clients;
    struct live_beliefs beliefs;
    uint64_t map_hash; // of the squares that were told last
    struct live_settings settings;
    struct live_glances glances;
    struct pleo_inside lifeos;
    uint32_t log_next;   // the line of its log that comes next
    uint32_t diary_next; // likewise of its diary
    struct mind_acting_view acts;
    struct mind_perceived_view percepts;
    struct live_photos photos;
    uint32_t photo_changes;
    int64_t shown_us[11], map_told_us; // when each was made last, by the viewers' clocks
};

// One of the robots, as viewers have it.
struct watched {
    bool bodiless, driven;                 // told so
    bool lent;                             // told that a program has it
    struct ws *driver;                     // who drives; NULL: nobody
    bool let_go;                           // nobody drives, and its desk had no room yet to be told so
    int64_t drive_until_us, halt_until_us; // halt: 0: it does not
    int64_t last_picture_us;
    struct picture picture;
    struct display_feed *display; // NULL: nobody has looked at it yet
    struct inside *inside;        // NULL: nobody has looked into it yet
    struct audio_tap *tap;        // what it lets be heard, while a viewer listens
};

// Time that is skipped.
struct skipping {
    int64_t from_us, until_us, told_us; // until: 0: it is not; told: by the viewers' clocks
    bool again, watch;
    uint32_t past; // what had been told when it began
};

// A life on one line: how everything was, further and further apart the longer it is.
struct moment {
    int64_t time_us;
    struct buf bytes;
};
struct timeline {
    struct moment moments[MOMENTS_MAX];
    uint32_t count, mark_count; // marks: so far
    int64_t every_us, due_us;
    struct live_mark marks[MARKS_MAX];
    int64_t shown_us; // by the viewers' clocks
    bool news;
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
    char *opened;  // the file that is wished for; NULL: none was
    uint32_t life; // how many began
    bool restart, paused;
    float speed;
    uint32_t frames, messages; // sent; heard
    int64_t last_frame_us;
    struct exchange_door *door; // to the souls of the play; NULL: there is no play
    struct {
        uint32_t ticket, robot, theirs; // theirs: the viewer's own ticket; 0: it gave none
        struct ws *ws;
        char words[128]; // that it was asked to say; "": something else
    } asked[ASKED_MAX];
    struct loop_timer *dead_man; // stops a robot when its driver is silent
    struct dashboard_programs programs;
    struct watched robots[SCENARIO_ROBOTS];
    int16_t heard[HEARD_MAX];
    struct live_told past[PAST_MAX];
    uint32_t past_count;
    struct live_place places[LIVE_SCENARIOS_MAX]; // that can be begun
    uint32_t place_count;
    struct arena *arena;
    struct buf out;
    struct exchange_reply reply; // large, like the next two: not for a stack
    struct live_message message;
    struct live_in in;
    struct live_diary diary;
    struct skipping skip;
    struct timeline timeline;
    struct buf loading, tape; // a recording that comes in pieces; one that is to be lived again
    uint32_t loading_of;
};

// To one viewer, or to all when ws is NULL.
void dashboard_send(struct dashboard *page, struct ws *ws, const struct schema_struct *body,
                    const void *message, bool droppable);
// robot and ticket: as the message had them.
void dashboard_refuse(struct dashboard *page, struct ws *ws, const char *what, uint32_t robot,
                      uint32_t ticket, const struct fault *fault);
void dashboard_frame(struct dashboard *page, struct ws *ws);
// Sends what `out` holds.
void dashboard_send_bytes(struct dashboard *page, struct ws *ws, bool text, bool droppable);
// Of those who watch a robot: all, those with pictures, with sound, and so on.
enum dashboard_who {
    WHO_WATCHES,
    WHO_SEES,
    WHO_HEARS,
    WHO_MIND,
    WHO_MOOD,
    WHO_SIGHT,
    WHO_CLIENTS,
    WHO_MAP,
    WHO_LIFEOS,
    WHO_SETTINGS,
    WHO_OTHERS,
    WHO_DIARY,
    WHO_TIMELINE,
    WHO_ACTS,
    WHO_PHOTOS,
};
bool dashboard_watched(const struct dashboard *page, uint32_t robot, enum dashboard_who who);
void dashboard_send_to(struct dashboard *page, uint32_t robot, enum dashboard_who who, bool text,
                       bool droppable);
// theirs: the ticket of the viewer's own, or 0.
void dashboard_ask(struct dashboard *page, struct ws *ws, uint32_t robot, uint32_t theirs,
                   const void *request, struct fault *fault);
struct viewer *dashboard_viewer(struct dashboard *page, const struct ws *ws); // NULL: not one of ours

void dashboard_obey(struct dashboard *page, struct ws *ws, struct text text); // a message from a viewer
void dashboard_hear(struct dashboard *page);                                  // the robot's answers
void dashboard_gone(struct dashboard *page, struct ws *ws);                   // a viewer left
void dashboard_mind_driver(void *page);
void dashboard_note_driver(struct dashboard *page, struct ws *ws, uint32_t robot,
                           const struct life_message *request);
// After each of its ticks; the display only while somebody looks.
void dashboard_listen(struct dashboard *page, uint32_t robot);
void dashboard_show_display(struct dashboard *page, uint32_t robot);
// A viewer came that has nothing yet.
void dashboard_display_anew(struct dashboard *page, uint32_t robot);
void dashboard_display_close(struct dashboard *page, uint32_t robot);
void dashboard_deafen(struct dashboard *page, uint32_t robot);
// Robots are numbered as in the world, from 1.
uint32_t dashboard_robots(const struct dashboard *page);                   // how many there are
int dashboard_life(const struct dashboard *page, uint32_t robot);          // in the run; -1: it has no soul
struct soul *dashboard_soul(const struct dashboard *page, uint32_t robot); // NULL: nobody lives in it
struct cozmo_firmware;
// The firmware of one that a program drives now; NULL: nobody's does.
const struct cozmo_firmware *dashboard_driven(const struct dashboard *page, uint32_t robot);
// robot 0: it happened in the room, and everybody is told.
void dashboard_tell(struct dashboard *page, uint32_t robot, int64_t time_us, const char *kind,
                    const char *sentence);
// With a clip in it; its time is set here.
void dashboard_tell_all(struct dashboard *page, struct live_told *told, const char *kind,
                        const char *sentence);
void dashboard_tell_past(struct dashboard *page, struct viewer *viewer); // what it was not there to be told
void dashboard_do(struct dashboard *page, struct ws *ws, const struct world_message *verb,
                  struct fault *fault);
void dashboard_let_go(struct dashboard *page, const char *what); // whose hand is gone
void dashboard_mend(struct dashboard *page, struct ws *ws, const char *robot, struct fault *fault);

// telling.c: what a robot says, and what a viewer asked for that can be seen and nothing else tells
bool dashboard_tell_speech(struct dashboard *page, uint32_t robot, const struct exchange_event *event);
void dashboard_tell_asked(struct dashboard *page, uint32_t robot, const struct life_message *request);
// inside.c: mind, moods and what it recognises, when they changed; everything to a viewer who begins to look
void dashboard_show_inside(struct dashboard *page, uint32_t robot, int64_t now);
void dashboard_inside_anew(struct dashboard *page, const struct viewer *before, const struct viewer *viewer);
// To one viewer, or to all who look at it.
void dashboard_send_inside(struct dashboard *page, struct ws *ws, uint32_t robot, enum dashboard_who who,
                           const struct schema_struct *body, const void *message);
// lifeos.c: what a Pleo's software tells a debugger; all of it to a viewer, or to all what changed
void dashboard_lifeos_anew(struct dashboard *page, const struct viewer *viewer);
void dashboard_show_lifeos(struct dashboard *page, uint32_t robot, struct inside *in);
// clients.c: how programs reach it and who leads; false: there is no such robot
bool dashboard_clients(struct dashboard *page, uint32_t robot, struct live_clients *out);
bool dashboard_has_sdk(const struct dashboard *page, uint32_t robot);
void dashboard_take_back(struct dashboard *page, struct ws *ws, uint32_t robot, struct fault *fault);
// beliefs.c: its map and what it believes to be there, to one viewer or, when that changed, to all who look
void dashboard_show_map(struct dashboard *page, uint32_t robot, struct inside *in);
void dashboard_map_anew(struct dashboard *page, struct ws *ws, uint32_t robot);
// settings_told.c: what its owner set and whom it knows (false: nobody lives in it); every knob of its life
bool dashboard_settings(const struct dashboard *page, uint32_t robot, struct live_settings *out);
void dashboard_knobs(struct dashboard *page, struct ws *ws, uint32_t robot, struct fault *fault);
// photos.c: photos that it keeps, to one viewer or, when one came or went, to all who look
void dashboard_photos_anew(struct dashboard *page, struct ws *ws, uint32_t robot);
void dashboard_show_photos(struct dashboard *page, uint32_t robot, struct inside *in);
void dashboard_show_photo(struct dashboard *page, struct ws *ws, uint32_t robot,
                          const struct live_show_photo *asked, struct fault *fault);
void dashboard_delete_photo(struct dashboard *page, uint32_t robot, uint32_t id, struct fault *fault);
// welcome.c: who and what is here, for a viewer who comes
void dashboard_list_places(struct dashboard *page);
void dashboard_welcome(struct dashboard *page, struct ws *ws);
bool dashboard_elsewhere(const struct dashboard *page, uint32_t robot); // in no world of ours
void dashboard_nobody_looks(struct dashboard *page);                    // nor listens, while time is skipped
// skipping.c: a life is lived as fast as it can be, while the page goes on being served
void dashboard_skip(struct dashboard *page, double seconds, struct fault *fault);
void dashboard_skip_tick(struct dashboard *page, int64_t now); // tells how far it is; its end
bool dashboard_no_hands(const struct dashboard *page,
                        struct fault *fault); // true, with a fault: time is skipped
// timeline.c: what was, and what happened
void dashboard_keep_moment(struct dashboard *page);
void dashboard_mark(struct dashboard *page, const struct live_told *told);
void dashboard_show_timeline(struct dashboard *page, struct ws *ws,
                             int64_t now); // ws NULL: to all, if there are news
void dashboard_show_moment(struct dashboard *page, struct ws *ws, uint32_t robot, uint32_t ticket,
                           int64_t time_us, struct fault *fault);
void dashboard_forget_moments(struct dashboard *page);
// keeping.c: a life as a recording, and one that is lived again
void dashboard_keep(struct dashboard *page, struct ws *ws, uint32_t robot, uint32_t ticket,
                    struct fault *fault);
void dashboard_relive(struct dashboard *page, int64_t until_us, struct fault *fault);
void dashboard_load(struct dashboard *page, const struct live_load *load, struct fault *fault);
// Whether a viewer may have it played: it names no files that the life that is shown does not name already.
enum err dashboard_allows(struct dashboard *page, const struct scenario *scenario, struct fault *fault);
// A robot of a snapshot as its own view, when it has none.
void dashboard_look_at(const struct world_robot_view *r, uint64_t time_us, const struct body_model *m,
                       struct life_view *v);
// preview.c, scenario_files.c, phrases.c
void dashboard_phrases(struct dashboard *page, struct ws *ws, uint32_t robot, struct fault *fault);
void dashboard_preview(struct dashboard *page, struct ws *ws, uint32_t robot, const char *name,
                       struct fault *fault);
void dashboard_open_file(struct dashboard *page, const struct live_open *open, struct fault *fault);
void dashboard_save_file(struct dashboard *page, struct ws *ws, struct fault *fault);
void dashboard_halt(struct dashboard *page, uint32_t robot); // it is to stand soon, by the viewers' clocks
void dashboard_mind_halt(struct dashboard *page, uint32_t robot);
void dashboard_pace(struct dashboard *page);
