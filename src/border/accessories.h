// The measures of the accessories: light cube, charger, habitat. The world builds and draws them so, and
// souls know them: what a camera sees of a thing tells where all of it is.
//
// Metres and kilograms. Cubes and their markers are about as large as published; the rest is chosen. The size
// of a marker stands with its code (codec/picture/marker.h).
#pragma once

#define CUBE_SIDE_M  0.044f
#define CUBE_MASS_KG 0.045f // chosen

// A base that is a ramp of ten degrees, with the low edge of its front at x = 0, and a wall behind it that
// carries the marker above who stands there. The white stripe on it is as wide as the two rear floor sensors
// stand apart, so that one leaves it when a robot backs in askew.
#define CHARGER_LONG_M   0.080f
#define CHARGER_WIDE_M   0.070f
#define CHARGER_RISE_M   0.0141f
#define CHARGER_WALL_M   0.008f // thick
#define CHARGER_HIGH_M   0.070f // its wall
#define CHARGER_MARK_Z_M 0.045f // the middle of its marker, on the front of the wall
#define CHARGER_STRIPE_M 0.055f

// A tray of twelve inches with a dark floor and, within its rim, a white line.
#define TRAY_SIDE_M  0.3048f
#define TRAY_FLOOR_M 0.002f
#define TRAY_RIM_M   0.008f
#define TRAY_HIGH_M  0.020f // its rim
#define TRAY_LINE_M  0.025f
