#include "cli/cozmo/cozmo.h"

#include "base/system/clock.h"
#include "base/system/file.h"
#include "link/cozmo/air_dump.h"
#include "link/cozmo/pcap.h"
#include "link/cozmo/window.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { CAPTURE_MAX = 1 << 30, AHEAD_MAX = 4096 };

struct replay {
    const char *at, *group;
    bool step, quiet;
    double speed;
};

static const struct option OPTIONS[] = {
    COZMO_AT(struct replay),
    {"step", 's', OPTION_FLAG, offsetof(struct replay, step), NULL, "wait for Enter before each message"},
    {"speed", 0, OPTION_F64, offsetof(struct replay, speed), "N", "times as fast as it was (default 1)", 0.01,
     1000},
    {"group", 'g', OPTION_TEXT, offsetof(struct replay, group), "GROUP",
     "only messages of this group, such as motors or lights"},
    {"quiet", 'q', OPTION_FLAG, offsetof(struct replay, quiet), NULL, "do not print what is sent"},
};

struct player {
    struct call *call;
    const struct replay *wish;
    struct critter_cozmo *cozmo;
    int64_t first_us, begun_us;
    uint16_t next; // number that comes next in the capture: what was sent again there is said once here
    unsigned count;
    bool begun, over; // over: nobody presses Enter any more
};

static bool in_group(const struct schema_message *row, const char *group) {
    if (!group) return true;
    unsigned number = row ? row->attributes[COZMO_ATTRIBUTE_GROUP] : 0;
    return number && !strcmp(cozmo_schema.attributes[COZMO_ATTRIBUTE_GROUP].values[number - 1], group);
}

// However long a person thinks, the session is kept. False: it is over, or nobody is there.
static bool wait_enter(struct player *player) {
    char c = 0;
    while (c != '\n') {
        struct pollfd in = {.fd = 0, .events = POLLIN};
        if (poll(&in, 1, 0) > 0) {
            player->over = read(0, &c, 1) <= 0;
            if (player->over) return false;
        } else if (critter_cozmo_sleep(player->cozmo, 20) || cozmo_interrupted()) {
            return false;
        }
    }
    return true;
}

static bool wait_turn(struct player *player, int64_t time_us) {
    if (!player->begun) player->first_us = time_us, player->begun_us = air_now_us();
    player->begun = true;
    if (player->wish->step) return wait_enter(player);
    int64_t due = player->begun_us + (int64_t)((double)(time_us - player->first_us) / player->wish->speed);
    int64_t left = due - air_now_us();
    return left < 1000 ||
           cozmo_linger(player->cozmo, left / 1000 > INT32_MAX ? INT32_MAX : (int)(left / 1000));
}

static int send(struct player *player, int64_t time_us, const struct air_packet *packet) {
    unsigned id = packet->content.at[0];
    int kind = cozmo_message_find(COZMO_SPACE_MESSAGE, id, COZMO_TO_ROBOT, COZMO_VERSION);
    const struct schema_message *row = kind < 0 ? NULL : &cozmo_messages[kind];
    if (!in_group(row, player->wish->group)) return 0;
    if (player->wish->step) {
        printf("%u: %s? ", player->count, row ? row->body->name : "unknown");
        fflush(stdout);
    }
    if (!wait_turn(player, time_us)) return critter_cozmo_connected(player->cozmo) ? 0 : 1;
    if (cozmo_interrupted()) return 0;
    if (!player->wish->quiet)
        printf("%10.3f  %5u  %02x %s\n", (double)(time_us - player->first_us) / 1e6, player->count, id,
               row ? row->body->name : "unknown");
    player->count++;
    return critter_cozmo_send(player->cozmo, (int)id, packet->content.at + 1, packet->content.len - 1);
}

static int play_frame(struct player *player, const struct pcap_datagram *datagram) {
    struct air_frame frame;
    if (air_frame_read(&frame, datagram->payload) || air_from_robot(&frame)) return 0;
    if (frame.type == COZMO_FRAME_TYPE_RESET) player->next = COZMO_WIRE_SEQ_FIRST;
    struct air_walk walk = air_walk_of(&frame);
    struct air_packet packet;
    while (air_walk_next(&walk, &packet) && !player->over && !cozmo_interrupted()) {
        bool single = frame.type == COZMO_FRAME_TYPE_ENGINE_ACT;
        uint16_t number = single ? frame.first : packet.number;
        if (packet.type != COZMO_PACKET_TYPE_COMMAND || !packet.content.len) continue;
        if (number) {
            if (window_distance(player->next, number) > AHEAD_MAX) continue;
            player->next = window_plus(number, 1);
        }
        int err = send(player, datagram->time_us, &packet);
        if (err) return err;
    }
    return 0;
}

static int run(struct call *call) {
    const struct replay *wish = call->options;
    const char *path = call->words.at[0];
    struct buf file = {0};
    struct pcap pcap;
    struct fault fault = {0};
    if (cozmo_group_exists(wish->group, &fault)) return call_wrong(call, "%s", fault.said);
    enum err err = file_read(path, CAPTURE_MAX, &file, &fault);
    if (!err) err = pcap_open(&pcap, (struct bytes){file.at, file.len}, &fault);
    if (err) {
        fault_in(&fault, path);
        buf_free(&file);
        return call_failed(call, &fault);
    }
    // The capture says for itself what switches the body on.
    struct player player = {.call = call, .wish = wish, .next = COZMO_WIRE_SEQ_FIRST};
    player.cozmo = cozmo_connect(call, wish->at, &(struct critter_cozmo_config){.no_initialise = 1});
    int code = player.cozmo ? EXIT_FINE : EXIT_FAILED;
    if (player.cozmo) {
        struct pcap_datagram datagram;
        int failed = critter_cozmo_command(player.cozmo, "Enable", NULL); // the first packet may be lost
        while (!failed && !player.over && !cozmo_interrupted() && pcap_next(&pcap, &datagram))
            failed = play_frame(&player, &datagram);
        if (!failed) failed = critter_cozmo_flush(player.cozmo, 2000);
        if (failed) code = cozmo_failed(call, player.cozmo);
        if (!player.begun && code == EXIT_FINE && !cozmo_interrupted()) {
            fprintf(stderr, "%s: holds nothing%s%s that an engine said\n", path,
                    wish->group ? " of the group " : "", wish->group ? wish->group : "");
            code = EXIT_FAILED;
        }
        critter_cozmo_disconnect(player.cozmo);
    }
    if (pcap.fault.err) {
        fault_in(&pcap.fault, path);
        code = call_failed(call, &pcap.fault);
    }
    buf_free(&file);
    return code;
}

const struct command cmd_cozmo_replay = {
    .name = "replay",
    .group = "cozmo",
    .summary = "plays the engine's side of a capture to a robot",
    .words = "[ADDRESS] FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "Takes from a capture (pcap or pcapng) every command that the engine sent, each one once even if "
            "it was repeated on the air, and sends "
            "them to a robot in a session of its own: at the pace of the capture, faster or slower, or one "
            "at a time with Enter. Ctrl-C ends "
            "it." COZMO_TAKES_OVER,
    .examples = "critter cozmo replay session.pcap --at 127.0.0.1\n"
                "critter cozmo replay --step --group lights session.pcap\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct replay),
    .defaults = &(const struct replay){.speed = 1},
    .sort_words = cozmo_sort_words,
    .run = run,
};
