#include "cli/commands.h"
#include "cli/cozmo/cozmo.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "link/cozmo/air_dump.h"
#include "link/cozmo/pcap.h"

#include <string.h>

enum { CAPTURE_MAX = 1 << 30, FLUSH = 1 << 16 };

struct dump {
    bool json, quiet;
    const char *message, *group, *side;
    int32_t version;
};

static const struct option OPTIONS[] = {
    {"json", 'j', OPTION_FLAG, offsetof(struct dump, json), NULL, "one JSON object a line for each frame"},
    {"message", 'm', OPTION_TEXT, offsetof(struct dump, message), "NAME",
     "only messages of this name or id, such as DriveWheels or 0x32"},
    {"group", 'g', OPTION_TEXT, offsetof(struct dump, group), "GROUP",
     "only messages of this group, such as motors or anim"},
    {"from", 'f', OPTION_TEXT, offsetof(struct dump, side), "SIDE", "only what engine or robot says"},
    {"firmware", 0, OPTION_I32, offsetof(struct dump, version), "N",
     "layouts of this firmware (default 2381)", 1, COZMO_VERSION},
    {"quiet", 'q', OPTION_FLAG, offsetof(struct dump, quiet), NULL, "only the totals"},
};

static enum err names_exist(const struct dump *wish, struct fault *fault) {
    if (wish->side && strcmp(wish->side, "engine") && strcmp(wish->side, "robot"))
        return fault_set(fault, ERR_UNKNOWN, "--from takes engine or robot, not \"%s\"", wish->side);
    uint64_t id;
    if (wish->message && text_to_u64(text_of(wish->message), &id) &&
        !schema_find_message(&cozmo_schema, text_of(wish->message)))
        return fault_set(fault, ERR_UNKNOWN, "there is no message \"%s\"", wish->message);
    return cozmo_group_exists(wish->group, fault);
}

static void pour(struct buf *text) {
    if (text->len) fwrite(text->at, 1, text->len, stdout);
    buf_clear(text);
}

static enum err dump_file(const struct dump *wish, const char *path, struct fault *fault) {
    struct buf file = {0}, text = {0};
    struct pcap pcap;
    enum err err = file_read(path, CAPTURE_MAX, &file, fault);
    if (!err) err = pcap_open(&pcap, (struct bytes){file.at, file.len}, fault);
    if (err) {
        fault_in(fault, path);
        buf_free(&file);
        return err;
    }
    struct air_dump dump = {.out = &text,
                            .json = wish->json,
                            .version = (unsigned)wish->version,
                            .message = wish->message,
                            .group = wish->group,
                            .side = wish->side};
    struct pcap_datagram datagram;
    uint64_t others = 0;
    while (pcap_next(&pcap, &datagram)) {
        others += !air_dump(&dump, datagram.time_us, datagram.payload);
        if (wish->quiet) buf_clear(&text);
        if (text.len > FLUSH) pour(&text);
    }
    pour(&text);
    if (!wish->json)
        printf("%s, %s, %s, %llu of no known layout, %llu damaged; %s, %s\n", PLURAL(dump.frames, "frame"),
               PLURAL(dump.packets, "packet"), PLURAL(dump.messages, "message"),
               (unsigned long long)dump.unknown, (unsigned long long)dump.damaged,
               PLURAL(others - dump.damaged, "other datagram"), PLURAL(pcap.passed_over, "other record"));
    err = pcap.fault.err ? pcap.fault.err : text.err;
    if (pcap.fault.err)
        *fault = pcap.fault;
    else if (err)
        fault_set(fault, err, "no memory");
    fault_in(fault, path);
    buf_free(&text);
    buf_free(&file);
    return err;
}

static int run(struct call *call) {
    const struct dump *wish = call->options;
    struct fault fault = {0};
    if (names_exist(wish, &fault)) return call_wrong(call, "%s", fault.said);
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count; i++) {
        fault = (struct fault){0};
        if (dump_file(wish, call->words.at[i], &fault)) code = call_failed(call, &fault);
    }
    return code;
}

const struct command cmd_cozmo_dump = {
    .name = "dump",
    .group = "cozmo",
    .summary = "prints what Cozmo and his engine said to each other, from a capture",
    .words = "FILE...",
    .words_least = 1,
    .any_words = true,
    .help = "Reads captures of tcpdump, Wireshark or `critter cozmo relay` (pcap and pcapng), picks out the "
            "datagrams that are "
            "Cozmo's by how they begin, and prints every frame with its numbers and every message in it with "
            "its fields. A "
            "message of no known layout is printed as bytes.\n\n"
            "With --message or --group only frames are shown that hold such messages. The last line counts "
            "everything, shown or "
            "not. A capture that is cut off is printed as far as it goes.",
    .examples = "critter cozmo dump session.pcap\n"
                "critter cozmo dump --json --message RobotState session.pcap > states.jsonl\n"
                "critter cozmo dump --group motors --from engine session.pcap\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct dump),
    .defaults = &(const struct dump){.version = COZMO_VERSION},
    .run = run,
};
