// The four machines in which scripts run: sensor, main, aux and user.
//
//     machine_next(machine, script);     // at its next turn: the old one's close, then init, main
//     machine_call(machine, &call);      // an event: it waits until the script is ready for it
//     machines_tick(p);                  // every tick each of them has its turn
//
// A turn ends when the instruction budget is spent, when the script sleeps, or when there is nothing to do. A
// call that sleeps goes on before the next one enters. Main calls its `main` again and again; aux and user
// run theirs once, and aux is unloaded then. A script that fails is told in the log with its place; its call
// is over, and a second later its main is called again.
#pragma once

#include "pawn/machine/amx.h"
#include "pleo/os/apps.h"

enum vm { VM_SENSOR, VM_MAIN, VM_AUX, VM_USER, VMS }; // scripts count them from 1
enum { CALLS = 64, WAITS = 8, WAIT_TERMS = 8, AGAIN_MS = 1000 };

enum call_kind { CALL_INIT, CALL_MAIN, CALL_CLOSE, CALL_SENSOR, CALL_PROPERTY };
struct call {
    uint8_t kind;
    uint8_t id;       // of a sensor
    uint8_t priority; // calls with a higher one enter first
    int32_t args[3];
    uint32_t offered; // the tick in which it was last offered
};
struct machine {
    struct pleo *pleo;
    enum vm vm;
    struct amx *amx;
    char name[URF_NAME_ROOM];
    uint16_t id;
    enum app_place app; // whose numbers its script means
    const struct resource *next;
    bool begun, main_over, leaves; // init was called; main returned for good; it is to be unloaded
    struct call calls[CALLS], now;
    uint32_t call_at, call_count;
    int64_t until_ms, main_ms; // it sleeps until; main may be called again at
    int wait;                  // of the waits below, and 1; 0: none
    uint32_t spent, failures, lost;
};
struct wait_term {
    int32_t property, value;
    uint8_t compare;
};
struct wait {
    bool used;
    uint8_t vm, count;
    struct wait_term terms[WAIT_TERMS];
};
struct machines {
    struct machine at[VMS];
    struct amx_pool *pool; // 8 KiB of code for all four
    struct wait waits[WAITS];
};

bool machines_start(struct pleo *p); // false: no memory
void machines_end(struct pleo *p);
void machines_tick(struct pleo *p);
void machine_next(struct machine *m, const struct resource *script);
void machine_unload(struct machine *m); // its close, at once
// False: there is no room, and the call is lost.
bool machine_call(struct machine *m, const struct call *call);
// Calls a public function at once, even while another sleeps; it cannot sleep itself. False: there is none,
// or it failed.
bool machine_beside(struct machine *m, const char *name, const int32_t *args, size_t count, int32_t *value);
const char *vm_name(enum vm vm);
