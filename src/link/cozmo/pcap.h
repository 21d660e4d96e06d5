// Captures: files of what went over a network, as tcpdump and Wireshark write them; datagrams in, datagrams out.
//
//     struct pcap pcap;
//     if (pcap_open(&pcap, file, fault)) return fault->err;
//     while (pcap_next(&pcap, &datagram)) …                     // UDP over IPv4 only; the others are counted
//     if (pcap.fault.err) …                                     // the file is damaged from here on; what came before holds
//
//     pcap_head(&out);                                          // and to write one
//     pcap_write(&out, &datagram);
//
// Read are pcap files of either byte order, of micro- or nanoseconds, and pcapng; recorded on Ethernet (with or without VLAN tags), on a
// loopback, cooked by Linux, or plain IP. Fragments of datagrams and IPv6 are passed over and counted. Everything is a view into the
// file's bytes. Written are plain IP packets in microseconds.
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
    bool cut; // the capture holds less than what went over the net
};

struct pcap_face { // where it was recorded
    uint32_t link;
    uint64_t ticks; // a second
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
void pcap_write(struct writer *out,
                const struct pcap_datagram *datagram); // ERR_LIMIT for more than 65507 bytes
