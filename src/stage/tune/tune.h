// Sound banks as a person writes them: descriptions of sounds, and which events play them.
//
//     struct tune tune;
//     if (tune_read("assets/vector/sounds.json", arena, &tune, fault)) return fault->err;
//     tune_bank(&tune, file, progress, user, fault);                     // the bank, whole
//
//     { "bank": "Critter_SFX", "version": 128, "rate": 32000,            // 120 is Cozmo's, 128 Vector's
//       "pitch": 1.0, "throat": 1.5,                                     // of all its sounds; who makes them
//       // files with more of these sections; a list of known event names
//       "include": ["../sounds/moods.json"], "names": "events.txt",
//       "parameters": {"Robot_Vic_Stimulation": {"value": 0.79, "up": 1, "down": 0.2}},
//       "switches":   {"Liveliness": {"parameter": "Robot_Vic_Stimulation",
//                                    "at": [["calm", 0], ["lively", 0.6]]}},
//       "sounds": {
//         "chirp": {"variants": 3, "jitter": 0.05, "peak_db": -3, "echo": [90, -14], "layers": [
//           {"wave": "triangle", "at": 0, "ms": 120, "hertz": [900, [0.3, 1700], 1500], "level_db": -4,
//            "attack": 6, "release": 40,
//            "vibrato": [7, 0.4], "tremolo": [9, 0.3], "fm": [2, 0.4], "vowels": "oi", "low_pass": 5000,
//            "high_pass": 200, "drive": 0.5,
//            "repeat": {"times": 3, "every": 90, "halftones": 2, "db": -2}}]},
//         "purr":  {"loop": "blend", "ms": 900, "layers": […]},
//         "beat":  {"loop": "wrap", "tempi": [90, 120], "beats": 8,
//                   "layers": [{"beat": 0.5, …, "repeat": {"times": 8, "beats": 1}}]} },
//       "groups": {
//         "any":   {"random": [["chirp", 3], "other"], "avoid": 2, "volume_db": -2, "pitch_cents": [-60, 60],
//                   "curves": [["Robot_Vic_Stimulation", "volume", [[0, -12], [1, 0]]]]},
//         "row":   {"sequence": ["a", "b"], "loop": 0, "continuous": true, "gap_ms": 50},
//         "mood":  {"switch": "Liveliness", "cases": {"calm": "sigh", "lively": ["chirp"]}, "usual": "calm",
//                   "follow": true, "fade_ms": [300, 200],  // a playing sound changes, too; out and in
//                   "states": [["Surrounding", "quiet", -6, 0]]},        // while a state is set: dB, cents
//         // sounds one after the other, to the sample
//         "song":  {"music": ["intro", ["verse", 2]], "bpm": 120, "beats": 8, "loop": 0, "draw": false},
//         "score": {"scene": "Surrounding", "cases": {"quiet": "song", "wild": "dance"}, "usual": "quiet",
//                   "change": "beat", "fade_ms": [200, 0],                // now, beat, bar or exit
//                   // over it, at the trigger; "next": if it is too late for the bar, in the next segment
//                   "stingers": [["Win", "fanfare", "bar", {"pause_ms": 2000, "next": true}]]},
//         "drive": {"blend": [["slow", "Robot_Vic_Tread_Speed", [[0, 1], [100, 0]]], …]} },
//       // floor_db: ducking makes a bus no quieter than this
//       "buses": {"All": {}, "Music": {"into": "All", "volume_db": -2, "floor_db": -20},
//                 // ducks: dB, ms to get quieter, ms to recover; recover_ms: wait before that
//                 "VO": {"into": "All", "ducks": [["Music", -9, 120, 500]], "recover_ms": 300}},
//       "events": [["Play__Chirp*", "any"], ["Stop__Purr", {"stop": "purr", "fade_ms": 200}], …] }
//
// A sound with several variants is a random container of them. One for several tempi has its tempo after its
// name (beat_120). Where a file of names is given, the first word of an event may be a pattern. It then
// stands for all matching names that no earlier row has taken.
//
// Actions: play, stop, pause, resume, break, seek (a name; seek with "value" in ms or "percent"), stop_all
// ("except": names), set_parameter, set_state, set_switch (a name and "to"), trigger (a name), with delay_ms
// and fade_ms.
//
// A mistake is reported with file, line and column. The arena owns everything read.
#pragma once

#include "base/data/json.h"
#include "codec/bank/part.h"
#include "stage/tune/synth.h"

enum { TUNE_VERSION_FILES = 24 };

struct tune {
    const char *folder;
    uint32_t version, rate;
    float pitch, throat;
    struct text bank, language;
    bool pcm;                                     // PCM instead of ADPCM, unless a sound says otherwise
    const struct json *files[TUNE_VERSION_FILES]; // the first is the tune itself
    uint32_t file_count;
    struct text *names; // of events
    size_t name_count;
    struct arena *arena;
};

enum err tune_read(const char *path, struct arena *arena, struct tune *out, struct fault *fault);
// Visits its sounds, made: name, samples. A visit that fails ends the walk.
typedef enum err tune_visit(void *user, const char *name, const struct synth_sound *sound, bool pcm,
                            struct fault *fault);
enum err tune_each(const struct tune *tune, tune_visit *visit, void *user, struct fault *fault);
// `told`, if not NULL, is called for each finished sound.
struct tune_done {
    uint32_t sounds, containers, events, all;
    double seconds;                  // of sound
    const char *name;                // the sound just made; NULL: something else was finished
    const struct synth_sound *sound; // valid during the call, as is
    const struct synth_made *made;   // its samples
};
enum err tune_bank(const struct tune *tune, struct buf *out,
                   void (*told)(void *user, const struct tune_done *done), void *user, struct fault *fault);
// The names of all its events, in the order of their rows.
enum err tune_events(const struct tune *tune, struct buf *out, struct fault *fault);
uint32_t tune_id(const char *kind, const char *name); // of objects that are not events: "sound", "group"
