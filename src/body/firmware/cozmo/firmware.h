// A whole simulated Cozmo that speaks its radio protocol: firmware over a brainstem over simulated
// electronics.
//
//     struct cozmo_firmware_config config = cozmo_firmware_defaults();
//     config.world = world;
//     struct cozmo_firmware *cozmo = cozmo_firmware_new(&config, &fault);
//     …
//     cozmo_firmware_open(cozmo);                              // an engine is there
//     cozmo_firmware_hear(cozmo, id, body);                    // a message of it
//     world_step(world); cozmo_firmware_step(cozmo);           // every 5 ms of world time
//     while (cozmo_firmware_tell(cozmo, true, &id, &body)) …   // what it has to say
//     cozmo_firmware_close(cozmo, silent);                     // the engine went
//
// It uses no sockets, files or clocks. Messages and steps go in, messages come out, and the display and
// speaker can be read. onair.h connects it to the radio protocol. The world must outlive it. A step allocates
// nothing, with two exceptions: the JPEG coder while the camera runs, and the speaker's ring buffer at the
// first sound.
//
// It never reports that it did not understand a message. Messages that are too short, unknown, sent to the
// wrong side or out of range are counted and change nothing. Messages that are too long are read as far as
// the known fields go.
#pragma once

#include "codec/picture/pixels.h"
#include "codec/picture/rle.h"
#include "codec/sound/ulaw.h"
#include "link/cozmo/air.h"
#include "world/world.h"

enum { COZMO_FLASH = 2 << 20, COZMO_FIRMWARE_NEWEST = 2381 };

struct brainstem_knobs;
struct cozmo_firmware;

struct cozmo_firmware_config {
    struct world *world;
    struct pose2 at; // where it is placed
    uint32_t robot;  // a robot that is in the world already; 0: a new one
    // of the firmware: 2381, 2380, 2315, 2313, 2214, 2158, 1889, 1859, 1299, or factory 10501, 10502, 10700
    uint32_t version;
    const struct brainstem_knobs *knobs; // of its body; NULL: as usual. Lent while it is made
    bool pinned;                         // it keeps this version, whatever an update left in the flash
    uint32_t head_serial, body_serial, hardware; // hardware 4 … 7
    int32_t colour;                              // enum cozmo_body_color
    enum ulaw_law law;                           // the coding of samples; both ends must agree
    // AnimHead and AnimLift: one byte of duration and one of variability, instead of two of duration
    bool short_durations;
    // Gets every slot of sound that is played, with the volume applied: ULAW_FRAME samples, ULAW_RATE a
    // second. May be NULL.
    void (*sound)(void *user, const int16_t *samples, size_t count);
    void *user;
};
struct cozmo_firmware_config cozmo_firmware_defaults(void); // 2381, hardware 5, white

// NULL: out of memory, no room in the world, or an unknown version (the fault lists those that are known).
struct cozmo_firmware *cozmo_firmware_new(const struct cozmo_firmware_config *config, struct fault *fault);
void cozmo_firmware_free(struct cozmo_firmware *fw);
uint32_t cozmo_firmware_robot(const struct cozmo_firmware *fw);   // its number in the world
uint32_t cozmo_firmware_version(const struct cozmo_firmware *fw); // changes with an update

void cozmo_firmware_open(struct cozmo_firmware *fw);
void cozmo_firmware_close(struct cozmo_firmware *fw,
                          bool silent); // silent: the session ended because the engine fell silent
void cozmo_firmware_hear(struct cozmo_firmware *fw, uint8_t id, struct bytes body);
// Whether the answers to one more message fit. While it returns false, leave messages with the link: the
// engine sends them again.
bool cozmo_firmware_ready(const struct cozmo_firmware *fw);
void cozmo_firmware_step(struct cozmo_firmware *fw);
// The next reliable message or event to send; valid until the next call of this or any other function. False:
// there is none.
bool cozmo_firmware_tell(struct cozmo_firmware *fw, bool reliable, uint8_t *id, struct bytes *body);
// True between a firmware update (or a shutdown) and the restart: the robot does not answer.
bool cozmo_firmware_away(const struct cozmo_firmware *fw);

// The 2 MB flash. Loading checks only the length. A new robot's flash holds a birth certificate and a camera
// calibration, and 0xff elsewhere.
enum err cozmo_firmware_flash_load(struct cozmo_firmware *fw, struct bytes image, struct fault *fault);
void cozmo_firmware_flash_image(const struct cozmo_firmware *fw, uint8_t out[COZMO_FLASH]);
uint64_t cozmo_firmware_flash_changes(const struct cozmo_firmware *fw); // grows with every change

const struct rle_picture *cozmo_firmware_display(const struct cozmo_firmware *fw);
uint64_t cozmo_firmware_display_changes(const struct cozmo_firmware *fw);

// The colours that a connected charger's three lights show now; false: no charger is connected.
bool cozmo_firmware_charger_light(const struct cozmo_firmware *fw, unsigned which, struct body_colour *out);

struct cozmo_firmware_stats {
    // messages: all; with unknown ids; too short or out of range; not allowed now
    uint64_t heard, unknown, damaged, refused;
    uint64_t said, unsaid; // unsaid: dropped because the queue was full
    uint64_t pictures, sounds, slots, display_errors, nv_operations, states;
    // beats of the stream that found no slot while an animation ran or sound had just been played
    uint64_t underruns;
    uint16_t volume; // the present one
};
const struct cozmo_firmware_stats *cozmo_firmware_stats(const struct cozmo_firmware *fw);
