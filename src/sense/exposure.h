// Exposure, gain and white balance that set themselves by what a picture shows, and whether it is too dark or
// too bright to be of use.
//
//     struct exposure_config config = exposure_defaults();
//     struct exposure auto_exposure;
//     exposure_begin(&auto_exposure, &config, &range);
//     if (exposure_look(&auto_exposure, &picture, boxes, count, now_us))
//         ask_camera(auto_exposure.exposure_ms, auto_exposure.gain);
//     switch (exposure_trouble(&auto_exposure, now_us)) …  // once, and again from time to time
//
// A look is two halves: exposure_measure works on pixels, in an errand if need be, and exposure_follow draws
// the conclusion where the camera is told.
//
// The grey value below which a share of the pixels lies is brought to a target, by at most a part of itself
// in one look. Metering may be by what was found in the picture (markers, faces) instead of by all of it.
// Keys and meanings are those of the makers' configuration file; its numbers are not known, and the defaults
// are chosen. Plain numbers, no memory, nothing can fail.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { EXPOSURE_CYCLES = 8 };
enum exposure_mode {
    EXPOSURE_AUTO,     // as long as motion does not blur, then gain, then longer still
    EXPOSURE_MIN_GAIN, // long before loud: less noise, more blur
    EXPOSURE_CYCLING,  // one target after the other, a look each: something is right in one of them
    EXPOSURE_MANUAL,
};
struct exposure_config {
    float target_percentile, low_percentile, high_percentile; // 0 … 1
    float target_value, too_bright_value, too_dark_value;     // grey values
    float max_change_fraction;                                // of one look; 0: none
    uint32_t sub_sample;                                      // each so many pixels, both ways
    float initial_exposure_ms, blur_ms; // blur: how long is short enough for a moving robot
    float cycling_target_values[EXPOSURE_CYCLES];
    uint32_t cycling_count;
    bool meter_from_detections;
    uint32_t time_before_error_message_ms, repeated_error_message_interval_ms;
};
struct exposure_config exposure_defaults(void);

struct exposure_range { // what the camera can do
    float exposure_low_ms, exposure_high_ms, gain_low, gain_high;
};
struct exposure_picture {
    const uint8_t *pixels;
    uint32_t width, height, channels; // 1, or 3: red, green, blue
};
struct exposure_box {
    int32_t x, y, width, height;
};
enum exposure_trouble { EXPOSURE_FINE, EXPOSURE_TOO_DARK, EXPOSURE_TOO_BRIGHT };

struct exposure {
    struct exposure_config config;
    struct exposure_range range;
    enum exposure_mode mode;
    float exposure_ms, gain;
    float low, value, high; // grey values of the last look, at the three percentiles
    uint32_t cycle;
    enum exposure_trouble seen, told;
    uint64_t since_us, told_us;
};
void exposure_begin(struct exposure *e, const struct exposure_config *config,
                    const struct exposure_range *range);
void exposure_set_mode(struct exposure *e, enum exposure_mode mode);
void exposure_set(struct exposure *e, float exposure_ms,
                  float gain); // by hand: within what the camera can do; the mode is then manual
struct exposure_seen {
    float low, value,
        high;       // grey values at the three percentiles; value: of what was found, if it is metered
    bool any;       // there was a picture
    float sums[3];  // of red, green and blue that is not too bright to have a colour
    float coloured; // how many pixels those are
};
void exposure_measure(const struct exposure_config *config, const struct exposure_picture *picture,
                      const struct exposure_box *boxes, uint32_t count, struct exposure_seen *out);
bool exposure_follow(struct exposure *e, const struct exposure_seen *seen, uint64_t now_us);
// Both. True: exposure or gain are other ones now.
bool exposure_look(struct exposure *e, const struct exposure_picture *picture,
                   const struct exposure_box *boxes, uint32_t count, uint64_t now_us);
// What there is to tell now: when trouble has lasted, again after a while, and EXPOSURE_FINE otherwise.
enum exposure_trouble exposure_trouble(struct exposure *e, uint64_t now_us);

// White balance: how much the reds and blues are to be raised so that all together is grey.
struct white_balance {
    float red, green, blue; // gains; the least of them is 1
};
struct white_balance white_balance_none(void);
void white_balance_look(struct white_balance *b, const struct exposure_config *config,
                        const struct exposure_picture *balanced); // as it looks with the present gains
void white_balance_follow(struct white_balance *b, const struct exposure_config *config,
                          const struct exposure_seen *seen);
