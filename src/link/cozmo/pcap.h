// Network captures, as tcpdump and Wireshark write them. Reads UDP datagrams from them and writes them.
//
//     struct pcap pcap;
//     if (pcap_open(&pcap, file, fault)) return fault->err;
//     while (pcap_next(&pcap, &datagram)) …                     // UDP over IPv4 only; the others are counted
//     if (pcap.fault.err) …  // the file is damaged from here on; what came before holds
//
//     pcap_head(&out);                                          // and to write one
//     pcap_write(&out, &datagram);
//
// Readable are pcap files of either byte order, in micro- or nanoseconds, and pcapng, recorded on Ethernet
// (with or without VLAN tags), loopback, Linux cooked mode, or plain IP. Fragmented datagrams and IPv6 are
// skipped and counted. Everything is a view into the file's bytes. Files are written as plain IP packets in
// microseconds.
#pragma once

#include "link/cozmo/air.h"

enum {
    PCAP_HEAD = 24,
    PCAP_RECORD_HEAD = 16,
    PCAP_IP_UDP = 28,
    PCAP_RECORD_MAX = 256 << 10,
    PCAP_FACES = 64
};

struct pcap_datagram {
    int64_t time_us; // since 1970
    struct air_peer from, to;
    struct bytes payload;
    bool cut; // the capture holds fewer bytes than were sent
};

struct pcap_face { // an interface of the recording
    uint32_t link;
    uint64_t ticks; // per second
};

struct pcap {
    struct bytes file;
    size_t at;
    bool blocks, swapped; // pcapng; the other byte order
    struct pcap_face faces[PCAP_FACES];
    unsigned face_count;
    uint64_t records, passed_over;
    struct fault fault;
};

enum err pcap_open(struct pcap *pcap, struct bytes file, struct fault *fault);
bool pcap_next(struct pcap *pcap, struct pcap_datagram *out);

void pcap_head(struct writer *out);
// ERR_LIMIT: more than 65507 bytes.
void pcap_write(struct writer *out, const struct pcap_datagram *datagram);
