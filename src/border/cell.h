// A lithium-polymer cell at rest: its voltage over its charge, and back. The curve is chosen.
//
//     float volts = cell_rest_v(0.8f), charge = cell_charge(volts);      // charge: 0 … 1
#pragma once

float cell_rest_v(float charge);
float cell_charge(float rest_v); // within 0 … 1
