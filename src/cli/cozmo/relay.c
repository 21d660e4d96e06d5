#include "cli/cozmo/cozmo.h"

#include "base/plural.h"
#include "link/cozmo/air_dump.h"
#include "link/cozmo/engine_link.h"
#include "link/cozmo/lossy_link.h"
#include "link/cozmo/pcap.h"
#include "net/udp.h"

#include <errno.h>
#include <string.h>

struct relay_wish {
    const char *at, *listen;
    bool dump;
    double loss, twice, delay_ms, jitter_ms;
    uint64_t seed;
};

static const struct option OPTIONS[] = {
    COZMO_AT(struct relay_wish),
    {"listen", 'l', OPTION_TEXT, offsetof(struct relay_wish, listen), "ADDRESS",
     "where engines connect to (default 127.0.0.1:5551)"},
    {"dump", 'd', OPTION_FLAG, offsetof(struct relay_wish, dump), NULL,
     "also print every frame as it passes"},
    {"loss", 0, OPTION_F64, offsetof(struct relay_wish, loss), "PERCENT",
     "lose so many datagrams of either direction", 0, 100},
    {"twice", 0, OPTION_F64, offsetof(struct relay_wish, twice), "PERCENT", "pass on so many twice", 0, 100},
    {"delay", 0, OPTION_F64, offsetof(struct relay_wish, delay_ms), "MS", "keep each back for so long", 0,
     10000},
    {"jitter", 0, OPTION_F64, offsetof(struct relay_wish, jitter_ms), "MS",
     "and for up to so much more, so that they overtake each other", 0, 10000},
    {"seed", 's', OPTION_U64, offsetof(struct relay_wish, seed), "N",
     "where the chance in it comes from (default 1)"},
};

// A new socket towards the robot for each engine, so that its sessions keep ports of their own.
struct relay {
    struct loop *loop;
    struct udp *listening, *outside, *gone; // gone: of the engine before, closed when its turn is over
    struct udp_peer engine, robot;
    FILE *file;
    struct air_dump dump;
    struct buf text;
    struct lossy_link *lossy; // NULL: all pass at once
    uint32_t turn;            // of the engine: what was meant for one before is dropped
    bool printing, engine_known, stop, failed;
    uint64_t passed;
};

static void record(struct relay *relay, struct udp_peer from, struct udp_peer to, struct bytes datagram) {
    uint8_t room[PCAP_RECORD_HEAD + PCAP_IP_UDP + UDP_DATAGRAM_MAX];
    struct writer out = writer_of(room, sizeof room);
    int64_t now_us = calendar_now_us();
    pcap_write(&out, &(struct pcap_datagram){
                         now_us, {from.address, from.port}, {to.address, to.port}, datagram, false});
    relay->passed++;
    if (relay->file && fwrite(room, 1, writer_len(&out), relay->file) != writer_len(&out))
        relay->failed = relay->stop = true;
    if (!relay->printing) return;
    air_dump(&relay->dump, now_us, datagram);
    fwrite(relay->text.at ? relay->text.at : (const uint8_t *)"", 1, relay->text.len, stdout);
    fflush(stdout);
    buf_clear(&relay->text);
    if (!ferror(stdout)) return;
    relay->printing = false; // nobody reads it any more: a recording goes on, else there is no use in it
    relay->stop |= !relay->file;
}

static void send(struct relay *relay, bool to_robot, struct bytes datagram) {
    if (to_robot)
        udp_send(relay->outside, relay->robot, datagram.at, datagram.len);
    else
        udp_send(relay->listening, relay->engine, datagram.at, datagram.len);
}

static void pass(struct relay *relay, bool to_robot, struct bytes datagram) {
    struct lossy_link_tag tag = {{to_robot}};
    memcpy(tag.bytes + 4, &relay->turn, sizeof relay->turn);
    if (relay->lossy)
        lossy_link_put(relay->lossy, loop_now_us(), &tag, datagram);
    else
        send(relay, to_robot, datagram);
}

static void arrive(struct relay *relay) {
    struct lossy_link_tag tag;
    struct bytes datagram;
    while (relay->lossy && lossy_link_take(relay->lossy, loop_now_us(), &tag, &datagram))
        if (!memcmp(tag.bytes + 4, &relay->turn, sizeof relay->turn)) send(relay, tag.bytes[0], datagram);
}

static void from_robot(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    struct relay *relay = user;
    if (from.address != relay->robot.address || from.port != relay->robot.port || udp != relay->outside)
        return;
    record(relay, from, relay->engine, datagram);
    pass(relay, false, datagram);
}

static void from_engine(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    struct relay *relay = user;
    struct air_frame frame;
    (void)udp;
    if (air_frame_read(&frame, datagram)) return; // not Cozmo's
    bool new_engine =
        !relay->engine_known || from.address != relay->engine.address || from.port != relay->engine.port;
    if (new_engine) {
        if (frame.type != COZMO_FRAME_TYPE_RESET || relay->gone) return;
        struct udp *outside;
        struct udp_config config = {.loop = relay->loop, .heard = from_robot, .user = relay};
        struct fault fault = {0};
        if (udp_open(&config, &outside, &fault)) {
            fault_print(&fault, stderr);
            return;
        }
        relay->gone = relay->outside;
        relay->outside = outside;
        relay->engine = from;
        relay->engine_known = true;
        relay->turn++;
    }
    record(relay, from, relay->robot, datagram);
    pass(relay, true, datagram);
}

static void stop(void *user) { ((struct relay *)user)->stop = true; }

static enum err open_file(struct relay *relay, const char *path, struct fault *fault) {
    uint8_t head[PCAP_HEAD];
    struct writer out = writer_of(head, sizeof head);
    pcap_head(&out);
    relay->file = fopen(path, "wb");
    if (!relay->file || fwrite(head, 1, sizeof head, relay->file) != sizeof head)
        return fault_errno(fault, errno, path, "cannot write");
    return ERR_NONE;
}

static enum err relay_all(struct relay *relay, struct udp_peer here, const char *path, struct fault *fault) {
    struct udp_config config = {.loop = relay->loop, .here = here, .heard = from_engine, .user = relay};
    enum err err = udp_open(&config, &relay->listening, fault);
    if (!err && path)
        err = open_file(relay, path, fault); // an older recording gives way only to a relay that works
    if (err) return err;
    char a[UDP_TEXT], b[UDP_TEXT];
    loop_on_interrupt(relay->loop, stop, relay); // before anybody is told how to end it
    fprintf(stderr, "relaying %s to %s; Ctrl-C ends it\n", udp_peer_text(udp_here(relay->listening), a),
            udp_peer_text(relay->robot, b));
    while (!relay->stop) {
        int64_t wait = relay->lossy ? lossy_link_due(relay->lossy) - loop_now_us() : 1000000;
        loop_once(relay->loop, wait < 0 ? 0 : wait < 1000000 ? wait : 1000000);
        arrive(relay);
        udp_close(relay->gone);
        relay->gone = NULL;
        if (relay->file) fflush(relay->file); // what was recorded is there, whatever happens
    }
    return ERR_NONE;
}

static int run(struct call *call) {
    const struct relay_wish *wish = call->options;
    const char *path = call->words.count ? call->words.at[0] : NULL;
    struct relay relay = {.printing = wish->dump || !path};
    struct udp_peer here;
    struct fault fault = {0};
    relay.dump.out = &relay.text;
    const char *at = cozmo_address(wish->at);
    enum err err = udp_peer_of(at ? at : COZMO_ROBOT, COZMO_PORT, &relay.robot, &fault);
    if (!err) err = udp_peer_of(wish->listen, 5551, &here, &fault);
    struct lossy_link_config lossy = {.loss = (float)wish->loss / 100,
                                      .twice = (float)wish->twice / 100,
                                      .delay_us = (int64_t)(wish->delay_ms * 1000),
                                      .jitter_us = (int64_t)(wish->jitter_ms * 1000),
                                      .seed = wish->seed};
    if (!err && (lossy.loss > 0 || lossy.twice > 0 || lossy.delay_us || lossy.jitter_us)) {
        relay.lossy = lossy_link_new(&lossy);
        if (!relay.lossy) err = fault_set(&fault, ERR_MEMORY, "no memory");
    }
    if (!err) relay.loop = loop_new();
    if (!err && !relay.loop) err = fault_set(&fault, ERR_MEMORY, "no memory");
    if (!err) err = relay_all(&relay, here, path, &fault);
    udp_close(relay.listening);
    udp_close(relay.outside);
    udp_close(relay.gone);
    loop_free(relay.loop);
    if (relay.file && (fclose(relay.file) || relay.failed) && !err)
        err = fault_errno(&fault, errno, path, "cannot write");
    buf_free(&relay.text);
    uint64_t lost = relay.lossy ? lossy_link_lost(relay.lossy) : 0;
    lossy_link_free(relay.lossy);
    if (err) return call_failed(call, &fault);
    if (path) call_wrote(path);
    fprintf(stderr, "%s came", PLURAL(relay.passed, "datagram"));
    if (lost) fprintf(stderr, ", %llu were lost on purpose", (unsigned long long)lost);
    fputc('\n', stderr);
    return EXIT_FINE;
}

const struct command cmd_cozmo_relay = {
    .name = "relay",
    .group = "cozmo",
    .serves = true,
    .summary = "stands between an engine and a robot and records what they say",
    .words = "[ADDRESS] [FILE]",
    .words_most = 1,
    .help = "Listens as a robot would, passes everything on to the real one and its answers back, and writes "
            "both directions to FILE as a "
            "capture (pcap) that `critter cozmo dump`, `critter cozmo replay`, tcpdump and Wireshark read. "
            "Without FILE the frames are printed. The "
            "engine that reset last is the one that is served. Ctrl-C ends it; the file is whole at any "
            "moment.\n\n"
            "With --loss, --twice, --delay and --jitter it makes bad Wi-Fi on a table, to see how a program "
            "or a robot lives with it. Recorded is "
            "what came in, before that.",
    .examples =
        "critter cozmo relay session.pcap                     # then point the program at 127.0.0.1\n"
        "critter cozmo relay --listen :5551 --at 172.31.1.1 --dump session.pcap\n"
        "critter cozmo relay --loss 20 --jitter 50 --at 127.0.0.1:5552    # in front of a simulated one\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct relay_wish),
    .defaults = &(const struct relay_wish){.listen = "127.0.0.1:5551", .seed = 1},
    .sort_words = cozmo_sort_words,
    .run = run,
};
