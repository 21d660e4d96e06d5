// Shared by the parts of LifeOS; private to them. What each part keeps stands in its own header.
#pragma once

#include "pleo/os/apps.h"
#include "pleo/os/camera.h"
#include "pleo/os/drives.h"
#include "pleo/os/files.h"
#include "pleo/os/head.h"
#include "pleo/os/joints.h"
#include "pleo/os/log.h"
#include "pleo/os/machines.h"
#include "pleo/os/microphones.h"
#include "pleo/os/monitor.h"
#include "pleo/os/os.h"
#include "pleo/os/peers.h"
#include "pleo/os/play/commands.h"
#include "pleo/os/play/motions.h"
#include "pleo/os/play/sounds.h"
#include "pleo/os/power.h"
#include "pleo/os/properties.h"
#include "pleo/os/sensors.h"
#include "pleo/os/sequence.h"
#include "pleo/os/tricks.h"

#include "base/maths/chance.h"

enum { PLEO_EVENTS = 64, PLEO_REQUESTS = 16, PLEO_TICK_MS = 33 };

struct pleo_asked {
    struct life_envelope from;
    struct pleo_message message;
};

enum { OPEN_FILES = 8, FINDINGS = 4 };
struct open_file { // by a script
    bool open, writes;
    struct file_ref file;
    uint32_t at;
};
struct finding {
    bool used;
    char drive, pattern[CARD_NAME_MAX];
    uint32_t next;
};

struct pleo {
    struct soul soul;
    struct pleo_config config;
    uint32_t tick;
    uint64_t now_us, born_us; // of his body
    int32_t ms;               // since power came: what scripts know as time
    bool awake;
    struct life_calendar calendar;
    uint64_t calendar_us;                      // when it was told
    uint32_t drawn, script_seed, script_drawn; // script_…: of the numbers that scripts draw
    int64_t clock_moved_s;                     // by scripts that set his clock
    char version_board[32];
    struct open_file open_files[OPEN_FILES];
    struct finding findings[FINDINGS];
    const struct senses_in *in; // during a step
    struct command_out *out;

    struct files files;
    struct apps apps;
    struct machines machines;
    struct log log;
    struct sensors sensors;
    struct joints joints;
    struct motions motions;
    struct sounds sounds;
    struct commands commands;
    struct properties properties;
    struct drives drives;
    struct peers peers;
    struct microphones microphones;
    struct camera camera;
    struct power power;
    struct sequence sequence;
    struct tricks tricks;
    struct monitor monitor;
    struct head_link head;

    struct life_event events[PLEO_EVENTS];
    uint32_t event_count, events_lost;
    struct pleo_asked asked[PLEO_REQUESTS], replies[PLEO_REQUESTS];
    uint32_t asked_count, reply_count;
};

extern const struct soul_class pleo_soul_class;
void pleo_step(struct pleo *p, const struct senses_in *in, struct command_out *out);
void pleo_free(struct pleo *p);
void pleo_answer_requests(struct pleo *p);
// To be filled in; the oldest gives way when there is no room.
struct pleo_message *pleo_reply(struct pleo *p, const struct life_envelope *to, unsigned kind);
void pleo_look(const struct pleo *p, struct pleo_view *view);
size_t pleo_hashes(const struct pleo *p, const char **names, uint64_t *hashes, size_t room);
void pleo_event(struct pleo *p, enum pleo_event_kind kind, uint32_t subject, float a, float b);
uint32_t script_draw(struct pleo *p, uint32_t below);
uint32_t pleo_draw(struct pleo *p, uint32_t below); // counted chance; 0 if below is 0
