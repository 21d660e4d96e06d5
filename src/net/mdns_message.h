// Messages of multicast DNS, read and written. Bytes in, values out, no sockets.
//
//     struct mdns_message in;
//     struct mdns_question question;
//     struct mdns_record record;
//     if (mdns_open(&in, datagram)) return;                        // no such message
//     while (mdns_question(&in, &question)) …
//     while (mdns_record(&in, &record)) …                          // answers, authorities and additional
// ones
//     if (in.reader.err) …                                         // it ended in the middle
//
//     struct mdns_writer out = mdns_writer_of(room, sizeof room, MDNS_RESPONSE, 0);
//     mdns_write_record(&out, MDNS_ANSWER, &record);
//     size_t len = mdns_written(&out);                             // 0: it did not fit
//
// Names are text with dots between their labels ("Vector-A1B2.local"); a dot or a backslash inside a label
// has a backslash before it. They are compared without regard to case. Pointers in names only lead back, so
// that none leads in a circle. Nothing allocates.
#pragma once

#include "base/bytes.h"

enum {
    MDNS_NAME = 512, // as text, with the zero at its end
    MDNS_PORT = 5353,
    MDNS_GROUP = (int)0xe00000fb, // 224.0.0.251
    MDNS_MESSAGE_MAX = 1440,
};
enum mdns_type { MDNS_A = 1, MDNS_PTR = 12, MDNS_TXT = 16, MDNS_SRV = 33, MDNS_ANY = 255 };
enum mdns_kind { MDNS_QUERY, MDNS_RESPONSE };
enum mdns_section { MDNS_ANSWER = 1, MDNS_AUTHORITY, MDNS_ADDITIONAL };

struct mdns_question {
    char name[MDNS_NAME];
    uint16_t type;
    bool unicast; // the answer may go to the asker alone
};
struct mdns_record {
    char name[MDNS_NAME];
    uint16_t type;
    bool flush; // it replaces all that was known of this name and type
    uint32_t ttl_s;
    uint8_t section;        // enum mdns_section
    uint32_t address;       // A
    uint16_t port;          // SRV
    char target[MDNS_NAME]; // PTR, SRV
};
struct mdns_message {
    uint16_t id;
    bool response;
    uint16_t questions, records[3]; // that are still to be read
    struct reader reader;
};
enum err mdns_open(struct mdns_message *in, struct bytes datagram);
bool mdns_question(struct mdns_message *in, struct mdns_question *out);
bool mdns_record(struct mdns_message *in,
                 struct mdns_record *out); // what is left of the questions is skipped
bool mdns_same(const char *a, const char *b);

struct mdns_writer {
    uint8_t *at;
    size_t room, len;
    uint16_t counts[4];
    bool over;
};
struct mdns_writer mdns_writer_of(uint8_t *room, size_t size, enum mdns_kind kind, uint16_t id);
void mdns_write_question(struct mdns_writer *out, const char *name, enum mdns_type type); // before records
void mdns_write_record(struct mdns_writer *out, enum mdns_section section, const struct mdns_record *record);
size_t mdns_written(struct mdns_writer *out);
