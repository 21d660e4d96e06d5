// What a simulated Pleo's body tells beside other bodies: its raw sensors, and all that came by infrared.
//
//     struct sim_pleo *pleo = sim_pleo_new(&pleo_model);
//     sim_pleo_step(pleo, &pins, &drive);                // every body step; may send a frame
//     sim_pleo_collect(pleo, stalled, &in);        // every life tick
//     sim_pleo_obey(pleo, &command);
//     sim_pleo_card(pleo, card);                   // was put in
//     free(pleo);
//
// Only sim_pleo_new allocates.
#pragma once

#include "border/border.h"
#include "border/card.h"
#include "brainstem/raw.h"

struct sim_pleo;
struct sim_pleo *sim_pleo_new(const struct body_model *model); // NULL: no memory
void sim_pleo_step(struct sim_pleo *pleo, const struct body_pins *pins, struct body_drive *drive);
void sim_pleo_collect(struct sim_pleo *pleo, uint16_t stalled, struct senses_in *in);
void sim_pleo_obey(struct sim_pleo *pleo, const struct pleo_command *command);
void sim_pleo_card(struct sim_pleo *pleo, const struct card *card);
