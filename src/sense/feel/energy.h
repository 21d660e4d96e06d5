// How full its battery is, and how long that will do: estimates from what its cell's voltage says.
//
//     struct energy energy = {0};
//     energy_step(&energy, &config, &senses);           // once a tick
//     energy.charge, energy_play_s(&energy), energy_full_s(&energy, &config)
//
// A cell under load reads lower than it is, and higher while it is charged. How fast it empties is learned
// from how it does. Before the first news, charge is 0 and nothing is promised. Plain data, without gaps.
#pragma once

#include "base/data/knob.h"
#include "schema/body.h"

struct energy_config {
    float rest_sag_v, drive_sag_v, charge_rise_v, smooth_s, play_s, full_s, learn_share;
};
extern const struct knobs ENERGY_KNOBS;

struct energy {
    uint64_t last_us, mark_us;          // mark: since when the emptying is watched
    float charge, mark_charge, lasts_s; // lasts: a full battery, as it was found to
    float driven;                       // how much of the last seconds it drove
    uint32_t known, charging;           // known: how many readings, as long as they are few
};

void energy_step(struct energy *energy, const struct energy_config *config, const struct body_senses *senses);
float energy_play_s(const struct energy *energy); // from now on; 0: unknown
float energy_full_s(const struct energy *energy, const struct energy_config *config); // 0: it is not charged
