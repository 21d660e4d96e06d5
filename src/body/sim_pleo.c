#include "body/sim_pleo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENDING = 4, GAP_US = 110000 }; // a frame of NEC's form takes 68 ms, and they begin 110 ms apart

struct sim_pleo {
    struct raw raw;
    struct pleo_senses told; // since the last tick
    const struct card *card; // put in since then
    uint64_t time_us, sent_us;
    struct body_infrared sending[SENDING];
    uint8_t sending_count, number;
};

_Static_assert((int)PLEO_RAW_SENSORS == (int)RAW_COUNT, "the border carries every raw sensor");

struct sim_pleo *sim_pleo_new(const struct body_model *model) {
    struct sim_pleo *pleo = calloc(1, sizeof *pleo);
    if (pleo) raw_init(&pleo->raw, model);
    return pleo;
}

static void send(struct sim_pleo *pleo, struct body_drive *drive) {
    if (!pleo->sending_count || pleo->time_us < pleo->sent_us + GAP_US) return;
    drive->infrared = pleo->sending[0];
    drive->infrared_number = pleo->number = (uint8_t)(pleo->number % 255 + 1);
    memmove(pleo->sending, pleo->sending + 1, --pleo->sending_count * sizeof *pleo->sending);
    pleo->sent_us = pleo->time_us;
}

void sim_pleo_step(struct sim_pleo *pleo, const struct body_pins *pins, struct body_drive *drive) {
    struct raw *raw = &pleo->raw;
    struct pleo_senses *told = &pleo->told;
    int before[RAW_COUNT];
    bool first = !raw->ready;
    float dt = pleo->time_us ? (float)(pins->time_us - pleo->time_us) * 1e-6f : 0.005f;
    memcpy(before, raw->values, sizeof before);
    pleo->time_us = pins->time_us;
    raw_step(raw, pins, dt);
    for (unsigned i = 0; i < RAW_COUNT && !first; i++) {
        if (raw->values[i] == before[i]) continue;
        if (told->changes_count == PLEO_CHANGES_MAX)
            told->lost++;
        else
            told->changes[told->changes_count++] =
                (struct pleo_change){pins->time_us, (uint8_t)i, (int16_t)raw->values[i]};
    }
    for (unsigned i = 0; i < raw->key_count && told->keys_count < 16; i++)
        told->keys[told->keys_count++] = raw->keys[i];
    for (unsigned i = 0; i < raw->beacon_count && told->beacons_count < 16; i++)
        told->beacons[told->beacons_count++] = raw->beacons[i];
    send(pleo, drive);
}

void sim_pleo_collect(struct sim_pleo *pleo, uint16_t stalled, struct senses_in *in) {
    if (!pleo->raw.ready) return;
    in->pleo = pleo->told;
    in->pleo.here = true;
    in->pleo.stalled = stalled;
    in->pleo.values_count = RAW_COUNT;
    for (unsigned i = 0; i < RAW_COUNT; i++) in->pleo.values[i] = (int16_t)pleo->raw.values[i];
    if (pleo->card) {
        struct pleo_card_came *came = &in->pleo.card[0];
        snprintf(came->path, sizeof came->path, "%s", pleo->card->path);
        came->digest = pleo->card->digest;
        in->pleo.card_count = 1;
        in->card = pleo->card;
    }
    pleo->card = NULL;
    pleo->told = (struct pleo_senses){0};
}

void sim_pleo_obey(struct sim_pleo *pleo, const struct pleo_command *command) {
    for (uint32_t i = 0; i < command->infrared_count && pleo->sending_count < SENDING; i++)
        pleo->sending[pleo->sending_count++] = command->infrared[i];
}

void sim_pleo_card(struct sim_pleo *pleo, const struct card *card) { pleo->card = card; }
