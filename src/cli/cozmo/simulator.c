#include "cli/cozmo/simulator.h"

#include "base/plural.h"
#include "base/system/clock.h"
#include "base/system/file.h"
#include "base/system/log.h"
#include "body/firmware/cozmo/onair.h"
#include "cli/commands.h"
#include "cli/cozmo/room.h"
#include "cli/paths.h"
#include "codec/picture/png.h"
#include "codec/sound/wav.h"
#include "link/cozmo/pcap.h"
#include "run/settings/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BEHIND_MAX_US = 200000,
    SAVE_AFTER_US = 1000000,
    SAVE_AT_LAST_US = 2000000,
    AUDIO_MAX = 512 << 20,
    ZOOM = 2
};

struct cozmo_sim {
    struct cozmo_sim_config config;
    struct loop *loop;
    struct loop_timer *timer;
    struct udp *air, *control;
    struct cozmo_onair *cozmo;
    struct cozmo_room room;
    int64_t begun_us, until_us;
    bool open;

    char flash[4096]; // file; empty: kept in memory only
    int lock;
    bool kept; // by this run
    uint64_t saved, seen_change;
    int64_t change_us, first_change_us; // the last, and the first that is not saved

    bool flash_fails, display_fails; // said already; again when it worked meanwhile

    uint64_t shown;
    unsigned pictures;
    struct wrote faces;
    FILE *pcap;
    int pcap_failed;  // errno of the write that ended it
    struct buf audio; // 16-bit samples of the whole run
    struct fault fault;
};

// What cannot be written may be tried often: it is told once.
static void told_once(bool *fails, const struct fault *fault) {
    char why[600];
    if (fault->err && !*fails) log_warn("cozmo", "%s", fault_text(fault, why, sizeof why));
    *fails = fault->err != ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ captures

static void hear_sound(void *user, const int16_t *samples, size_t count) {
    struct cozmo_sim *sim = user;
    if (!sim->config.audio) return;
    int64_t due = world_now_us(sim->room.world) * ULAW_RATE / 1000000 * 2;
    size_t slot = ULAW_FRAME * sizeof(int16_t);
    if (due > (int64_t)(sim->audio.len + slot)) { // nothing was played meanwhile
        size_t gap = (size_t)due - sim->audio.len;
        uint8_t *at = buf_extend(&sim->audio, gap);
        if (at) memset(at, 0, gap);
    }
    buf_bytes(&sim->audio, samples, count * sizeof *samples);
}

static void show(struct cozmo_sim *sim) {
    struct cozmo_firmware *fw = cozmo_onair_firmware(sim->cozmo);
    uint64_t now = cozmo_firmware_display_changes(fw);
    if (!sim->config.display || now == sim->shown) return;
    sim->shown = now;
    struct pixels picture;
    struct buf png = {0};
    if (pixels_new(&picture, RLE_COLUMNS * ZOOM, RLE_ROWS * ZOOM, 1)) return;
    for (unsigned y = 0; y < RLE_ROWS * ZOOM; y++)
        for (unsigned x = 0; x < RLE_COLUMNS * ZOOM; x++)
            *pixels_at(&picture, x, y) = rle_get(cozmo_firmware_display(fw), x / ZOOM, y / ZOOM) ? 255 : 0;
    char name[64], path[4096];
    snprintf(name, sizeof name, "%06u-%09lld.png", ++sim->pictures,
             (long long)(world_now_us(sim->room.world) / 1000));
    struct fault fault = {0};
    if (!path_join(path, sizeof path, sim->config.display, name))
        fault_set(&fault, ERR_LIMIT, "--display: the name is too long");
    else if (!png_encode(&picture, &png, &fault))
        call_put(&sim->faces, path, png.at, png.len, &fault);
    told_once(&sim->display_fails, &fault);
    buf_free(&png);
    pixels_free(&picture);
}

static enum err open_pcap(struct cozmo_sim *sim, struct fault *fault) {
    if (!sim->config.pcap) return ERR_NONE;
    uint8_t head[PCAP_HEAD];
    struct writer out = writer_of(head, sizeof head);
    pcap_head(&out);
    sim->pcap = fopen(sim->config.pcap, "wb");
    if (sim->pcap)
        setvbuf(sim->pcap, NULL, _IONBF, 0); // a record is written at once: the file is whole at any moment
    if (!sim->pcap || fwrite(head, sizeof head, 1, sim->pcap) != 1)
        return fault_errno(fault, errno, sim->config.pcap, "cannot write");
    return ERR_NONE;
}

static void record(struct cozmo_sim *sim, struct air_peer from, struct air_peer to, struct bytes datagram) {
    if (!sim->pcap) return;
    uint8_t room[PCAP_RECORD_HEAD + PCAP_IP_UDP + UDP_DATAGRAM_MAX];
    struct writer out = writer_of(room, sizeof room);
    struct pcap_datagram d = {.time_us = calendar_now_us(), .from = from, .to = to, .payload = datagram};
    pcap_write(&out, &d);
    if (!out.err && fwrite(room, writer_len(&out), 1, sim->pcap) == 1) return;
    sim->pcap_failed = errno ? errno : EIO;
    log_warn("cozmo", "%s: the recording ends here: %s", sim->config.pcap, strerror(sim->pcap_failed));
    fclose(sim->pcap);
    sim->pcap = NULL;
}

static enum err close_pcap(struct cozmo_sim *sim, struct fault *fault) {
    FILE *file = sim->pcap;
    sim->pcap = NULL;
    if (sim->pcap_failed)
        return fault_errno(fault, sim->pcap_failed, sim->config.pcap, "the recording is not whole");
    if (!file || !fclose(file)) return ERR_NONE;
    return fault_errno(fault, errno, sim->config.pcap, "cannot write");
}

static enum err save_audio(struct cozmo_sim *sim, struct fault *fault) {
    if (!sim->config.audio) return ERR_NONE;
    struct buf file = {0};
    struct wav_spec spec = {.rate = ULAW_RATE, .channels = 1, .bits = 16};
    enum err err = wav_write(&spec, (const int16_t *)(const void *)sim->audio.at, sim->audio.len / 2, &file);
    if (err) fault_set(fault, err, "no memory for the sound");
    if (!err) err = file_write(sim->config.audio, file.at, file.len, fault);
    buf_free(&file);
    return err;
}

// ------------------------------------------------------------------------------------------------ flash

static enum err open_flash(struct cozmo_sim *sim, struct fault *fault) {
    const char *folder = sim->config.state;
    if (!folder) return ERR_NONE;
    enum err err = folder_make(folder, fault);
    if (!err && (err = folder_lock(folder, &sim->lock, fault))) paths_state_in_use(fault);
    if (err) return err;
    if (!path_join(sim->flash, sizeof sim->flash, folder, "flash.bin"))
        return fault_set(fault, ERR_LIMIT, "--state: the name is too long");
    if (!file_exists(sim->flash)) return ERR_NONE;
    struct buf image = {0};
    err = file_read(sim->flash, COZMO_FLASH + 1, &image, fault);
    if (!err) {
        err = cozmo_firmware_flash_load(cozmo_onair_firmware(sim->cozmo), (struct bytes){image.at, image.len},
                                        fault);
        fault_in(fault, sim->flash);
    }
    buf_free(&image);
    return err;
}

static enum err save_flash(struct cozmo_sim *sim, bool now, struct fault *fault) {
    struct cozmo_firmware *fw = cozmo_onair_firmware(sim->cozmo);
    uint64_t changes = cozmo_firmware_flash_changes(fw);
    int64_t air = loop_now_us();
    if (!*sim->flash || changes == sim->saved) return ERR_NONE;
    if (sim->seen_change == sim->saved) sim->first_change_us = air;
    if (changes != sim->seen_change) sim->seen_change = changes, sim->change_us = air;
    bool rests = air - sim->change_us >= SAVE_AFTER_US,
         long_ago = air - sim->first_change_us >= SAVE_AT_LAST_US;
    if (!now && !rests && !long_ago) return ERR_NONE;
    uint8_t *image = malloc(COZMO_FLASH);
    if (!image) return fault_set(fault, ERR_MEMORY, "no memory to keep the flash");
    cozmo_firmware_flash_image(fw, image);
    enum err err = file_write(sim->flash, image, COZMO_FLASH, fault);
    free(image);
    if (!err)
        sim->saved = changes, sim->kept = true;
    else
        sim->change_us = sim->first_change_us = air; // not before a while again
    return err;
}

// ------------------------------------------------------------------------------------------------ the loop

static struct air_peer here_of(const struct cozmo_sim *sim) {
    struct udp_peer here = udp_here(sim->air);
    return (struct air_peer){here.address, here.port};
}

static void speak(struct cozmo_sim *sim) {
    uint8_t datagram[AIR_DATAGRAM_MAX];
    struct air_peer to;
    size_t len;
    int64_t now = loop_now_us();
    while ((len = cozmo_onair_poll(sim->cozmo, now, &to, datagram, sizeof datagram))) {
        record(sim, here_of(sim), to, (struct bytes){datagram, len});
        udp_send(sim->air, (struct udp_peer){to.address, to.port}, datagram, len);
    }
    bool open = cozmo_onair_open(sim->cozmo);
    if (open != sim->open) log_info("cozmo", open ? "an engine is there" : "the engine is gone");
    sim->open = open;
}

static void heard(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    (void)udp;
    struct cozmo_sim *sim = user;
    struct air_peer peer = {from.address, from.port};
    record(sim, peer, here_of(sim), datagram);
    cozmo_onair_feed(sim->cozmo, loop_now_us(), peer, datagram);
    speak(sim);
}

static void heard_verb(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    struct cozmo_sim *sim = user;
    struct fault fault = {0};
    char answer[700] = "ok\n", why[600];
    struct text text = text_trim((struct text){(const char *)datagram.at, datagram.len});
    if (cozmo_room_verb(&sim->room, text, &fault))
        snprintf(answer, sizeof answer, "error: %s\n", fault_text(&fault, why, sizeof why));
    udp_send(udp, from, answer, strlen(answer));
}

static void step(struct cozmo_sim *sim) {
    int64_t air = loop_now_us(), due = air - sim->begun_us;
    if (due - world_now_us(sim->room.world) > BEHIND_MAX_US) { // the machine was asleep: the world was, too
        sim->begun_us = air - world_now_us(sim->room.world) - WORLD_STEP_US;
        due = air - sim->begun_us;
    }
    while (world_now_us(sim->room.world) + WORLD_STEP_US <= due) {
        cozmo_room_step(&sim->room);
        cozmo_onair_step(sim->cozmo, air);
        speak(sim);
    }
}

static void tick(void *user) {
    struct cozmo_sim *sim = user;
    step(sim);
    speak(sim);
    show(sim);
    struct fault fault = {0};
    bool tried = save_flash(sim, false, &fault) || sim->saved == sim->seen_change;
    if (tried) told_once(&sim->flash_fails, &fault);
    int64_t now = loop_now_us(), next = sim->begun_us + world_now_us(sim->room.world) + WORLD_STEP_US;
    int64_t link = cozmo_onair_due(sim->cozmo);
    if (link < next) next = link > now + 1000 ? link : now + 1000;
    if (sim->until_us && now >= sim->until_us) {
        loop_stop(sim->loop);
        return;
    }
    loop_timer_set(sim->timer, next);
}

static void interrupted(void *user) { loop_stop(((struct cozmo_sim *)user)->loop); }

// --- Birth and end -----------------------------------------------------------------------------------------

static struct cozmo_onair_config air_config(struct cozmo_sim *sim) {
    struct cozmo_onair_config config = cozmo_onair_defaults();
    config.firmware.world = sim->room.world;
    config.firmware.robot = sim->room.robot;
    config.firmware.sound = hear_sound;
    config.firmware.user = sim;
    if (sim->config.firmware) {
        config.firmware.version = sim->config.firmware;
        config.firmware.pinned = true;
    }
    robot_link_allow_near(&config.link, sim->config.listen.address);
    if (!sim->config.allow_count) return config;
    config.link.allow_count = sim->config.allow_count;
    memcpy(config.link.allow, sim->config.allow, sizeof config.link.allow);
    return config;
}

static enum err make_world(struct cozmo_sim *sim, struct fault *fault) {
    const char *scenario = sim->config.scenario ? sim->config.scenario : "cozmo-room";
    enum err err = cozmo_room_open(&sim->room, scenario, sim->config.seed, sim->config.settings, fault);
    if (err) return err;
    struct cozmo_onair_config air = air_config(sim);
    air.firmware.knobs = &play_settings(sim->room.play, 0)->stem;
    sim->cozmo = cozmo_onair_new(&air, fault);
    if (!sim->cozmo) return fault && fault->err ? fault->err : ERR_MEMORY;
    cozmo_room_driven(&sim->room, cozmo_onair_firmware(sim->cozmo));
    return ERR_NONE;
}

static enum err make_sockets(struct cozmo_sim *sim, struct fault *fault) {
    sim->loop = loop_new();
    if (!sim->loop) return fault_set(fault, ERR_MEMORY, "no memory for a loop");
    struct udp_config air = {.loop = sim->loop, .here = sim->config.listen, .heard = heard, .user = sim};
    enum err err = udp_open(&air, &sim->air, fault);
    if (err) return err;
    struct udp_peer control = sim->config.control;
    if (!control.port) control = (struct udp_peer){0x7f000001, (uint16_t)(udp_here(sim->air).port + 1)};
    struct udp_config verbs = {.loop = sim->loop, .here = control, .heard = heard_verb, .user = sim};
    struct fault why = {0};
    err = udp_open(&verbs, &sim->control, &why);
    if (err && sim->config.control.port) return *fault = why, err;
    if (err) { // the neighbour is somebody else's: any free port, which is told
        verbs.here.port = 0;
        err = udp_open(&verbs, &sim->control, &why);
    }
    if (err) log_warn("cozmo", "no verbs are taken: %s", why.said);
    sim->timer = loop_timer_new(sim->loop, tick, sim);
    if (!sim->timer) return fault_set(fault, ERR_MEMORY, "no memory for a timer");
    return loop_on_interrupt(sim->loop, interrupted, sim);
}

static void release(struct cozmo_sim *sim) {
    if (sim->timer) loop_timer_free(sim->timer);
    udp_close(sim->air);
    udp_close(sim->control);
    if (sim->loop) {
        loop_on_interrupt(sim->loop, NULL, NULL);
        loop_free(sim->loop);
    }
    cozmo_onair_free(sim->cozmo);
    cozmo_room_close(&sim->room);
    buf_free(&sim->audio);
    if (sim->pcap) fclose(sim->pcap);
    if (sim->lock >= 0) close(sim->lock);
    free(sim);
}

enum err cozmo_sim_new(const struct cozmo_sim_config *config, struct cozmo_sim **out, struct fault *fault) {
    struct cozmo_sim *sim = calloc(1, sizeof *sim);
    if (!sim) return fault_set(fault, ERR_MEMORY, "no memory for a robot");
    sim->config = *config;
    sim->lock = -1;
    sim->audio.limit = AUDIO_MAX;
    enum err err = make_world(sim, fault);
    if (!err) err = open_flash(sim, fault);
    if (!err && config->display) err = folder_make(config->display, fault);
    if (!err) err = make_sockets(sim, fault);
    if (!err) err = open_pcap(sim, fault);
    if (!err) err = save_audio(sim, fault); // silence: whoever cannot write should say so before, not after
    if (err) {
        release(sim);
        return err;
    }
    sim->saved = sim->seen_change = cozmo_firmware_flash_changes(cozmo_onair_firmware(sim->cozmo));
    *out = sim;
    return ERR_NONE;
}

static void announce(const struct cozmo_sim *sim) {
    char here[UDP_TEXT], verbs[UDP_TEXT] = "nowhere";
    if (sim->control) udp_peer_text(udp_here(sim->control), verbs);
    printf("cozmo: listening on %s, firmware %u; verbs on %s\n", udp_peer_text(udp_here(sim->air), here),
           (unsigned)cozmo_firmware_version(cozmo_onair_firmware(sim->cozmo)), verbs);
    printf("%s", robot_link_strangers(udp_here(sim->air).address, sim->config.allow_count));
    fflush(stdout);
}

void cozmo_sim_run(struct cozmo_sim *sim, double seconds) {
    sim->begun_us = loop_now_us() - world_now_us(sim->room.world);
    sim->until_us = seconds > 0 ? loop_now_us() + (int64_t)(seconds * 1e6) : 0;
    announce(sim);
    loop_timer_set(sim->timer, sim->begun_us);
    loop_run(sim->loop);
}

enum err cozmo_sim_end(struct cozmo_sim *sim, struct fault *fault) {
    enum err err = save_flash(sim, true, fault), other = save_audio(sim, fault),
             last = close_pcap(sim, fault);
    const struct cozmo_firmware_stats *s = cozmo_firmware_stats(cozmo_onair_firmware(sim->cozmo));
    const struct air_stats *a = cozmo_onair_stats(sim->cozmo);
    log_info("cozmo",
             "%s heard (%llu unknown, %llu damaged, %llu refused), %llu said (%llu unsaid); %s "
             "in, %llu malformed, %llu of strangers; %s",
             PLURAL(s->heard, "message"), (unsigned long long)s->unknown, (unsigned long long)s->damaged,
             (unsigned long long)s->refused, (unsigned long long)s->said, (unsigned long long)s->unsaid,
             PLURAL(a->frames_in, "frame"), (unsigned long long)a->malformed,
             (unsigned long long)a->strangers, PLURAL(a->first_aids, "first aid"));
    if (!other && sim->config.audio) call_wrote(sim->config.audio);
    if (!last && sim->config.pcap) call_wrote(sim->config.pcap);
    if (!err && sim->kept) call_wrote(sim->flash);
    call_wrote_files(sim->config.display, &sim->faces);
    release(sim);
    return err ? err : other ? other : last;
}
