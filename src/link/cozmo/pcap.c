#include "link/cozmo/pcap.h"

#include "base/plural.h"

#include <string.h>

enum {
    LINK_NULL = 0,
    LINK_ETHERNET = 1,
    LINK_RAW = 101,
    LINK_LOOP = 108,
    LINK_COOKED = 113,
    LINK_IPV4 = 228,
    LINK_COOKED_2 = 276
};
enum { ETHER_IPV4 = 0x0800, ETHER_VLAN = 0x8100, ETHER_QINQ = 0x88a8 };
enum { BLOCK_FACE = 1, BLOCK_SIMPLE = 3, BLOCK_PACKET = 6, OPTION_TICKS = 9 };
#define MAGIC_US    0xa1b2c3d4u
#define MAGIC_NS    0xa1b23c4du
#define BLOCK_HEAD  0x0a0d0d0au
#define BLOCK_ORDER 0x1a2b3c4du

static uint32_t get_u32(const struct pcap *pcap, struct reader *in) {
    return pcap->swapped ? read_u32be(in) : read_u32(in);
}
static uint16_t get_u16(const struct pcap *pcap, struct reader *in) {
    return pcap->swapped ? read_u16be(in) : read_u16(in);
}

static bool damaged(struct pcap *pcap, enum err err, const char *what) {
    fault_set(&pcap->fault, err, "%s, at byte %zu", what, pcap->at);
    return false;
}

enum err pcap_open(struct pcap *pcap, struct bytes file, struct fault *fault) {
    *pcap = (struct pcap){.file = file};
    struct reader in = reader_of(file.at, file.len);
    uint32_t magic = read_u32(&in), other = __builtin_bswap32(magic);
    if (in.err) return fault_set(fault, ERR_SHORT, "expected a capture, found %s", PLURAL(file.len, "byte"));
    if (magic == BLOCK_HEAD) {
        pcap->blocks = true;
        return ERR_NONE;
    }
    bool plain = magic == MAGIC_US || magic == MAGIC_NS;
    pcap->swapped = !plain && (other == MAGIC_US || other == MAGIC_NS);
    if (!plain && !pcap->swapped) return fault_set(fault, ERR_SYNTAX, "expected a pcap or pcapng file");
    uint16_t major = get_u16(pcap, &in);
    read_skip(&in, 14);
    uint32_t link = get_u32(pcap, &in) & 0xffff; // above it stands how long checksums are
    if (in.err) return fault_set(fault, ERR_SHORT, "the capture ends within its head");
    if (major != 2) return fault_set(fault, ERR_VERSION, "expected version 2 of pcap, found %u", major);
    bool ns = magic == MAGIC_NS || other == MAGIC_NS;
    pcap->faces[0] = (struct pcap_face){link, ns ? 1000000000 : 1000000};
    pcap->face_count = 1;
    pcap->at = PCAP_HEAD;
    return ERR_NONE;
}

// What carries what

static bool ether_to_ip(struct reader *in, uint16_t type) {
    for (unsigned tags = 0; (type == ETHER_VLAN || type == ETHER_QINQ) && tags < 4; tags++) {
        read_skip(in, 2);
        type = read_u16be(in);
    }
    return type == ETHER_IPV4;
}

static bool link_to_ip(uint32_t link, struct reader *in) {
    switch (link) {
    case LINK_RAW:
    case LINK_IPV4:
        return true;
    case LINK_NULL:
    case LINK_LOOP: { // the family, in the byte order of whoever recorded
        uint32_t family = read_u32(in);
        return family == 2 || family == 2u << 24;
    }
    case LINK_ETHERNET:
        read_skip(in, 12);
        return ether_to_ip(in, read_u16be(in));
    case LINK_COOKED:
        read_skip(in, 14);
        return ether_to_ip(in, read_u16be(in));
    case LINK_COOKED_2: {
        uint16_t type = read_u16be(in);
        read_skip(in, 18);
        return ether_to_ip(in, type);
    }
    default:
        return false;
    }
}

static bool take_udp(struct reader *in, struct pcap_datagram *out) {
    size_t left = reader_left(in);
    uint8_t first = read_u8(in);
    read_skip(in, 1);
    uint16_t total = read_u16be(in);
    read_skip(in, 2);
    uint16_t fragment = read_u16be(in);
    read_skip(in, 1);
    uint8_t protocol = read_u8(in);
    read_skip(in, 2);
    out->from.address = read_u32be(in);
    out->to.address = read_u32be(in);
    unsigned head = (first & 15) * 4u;
    if (in->err || first >> 4 != 4 || head < 20 || protocol != 17 || fragment & 0x3fff) return false;
    read_skip(in, head - 20);
    out->from.port = read_u16be(in);
    out->to.port = read_u16be(in);
    uint16_t length = read_u16be(in);
    read_skip(in, 2);
    if (in->err || length < 8) return false;
    if (total < head + length && total) return false;
    size_t want = length - 8u, there = left - head - 8;
    out->cut = there < want;
    out->payload = read_bytes(in, out->cut ? there : want);
    return true;
}

static bool take(struct pcap *pcap, unsigned face, struct bytes record, uint64_t ticks,
                 struct pcap_datagram *out) {
    pcap->records++;
    *out = (struct pcap_datagram){0};
    struct reader in = reader_of(record.at, record.len);
    const struct pcap_face *from = &pcap->faces[face];
    if (!link_to_ip(from->link, &in) || in.err || !take_udp(&in, out)) {
        pcap->passed_over++;
        return false;
    }
    uint64_t seconds = ticks / from->ticks, rest = ticks % from->ticks;
    out->time_us =
        (int64_t)(seconds % 100000000000u * 1000000) + (int64_t)((double)rest * 1e6 / (double)from->ticks);
    return true;
}

static bool next_record(struct pcap *pcap, struct pcap_datagram *out) {
    while (pcap->at < pcap->file.len) {
        struct reader in = reader_of(pcap->file.at + pcap->at, pcap->file.len - pcap->at);
        uint64_t seconds = get_u32(pcap, &in), part = get_u32(pcap, &in);
        uint32_t len = get_u32(pcap, &in);
        get_u32(pcap, &in);
        struct bytes record = read_bytes(&in, len);
        if (len > PCAP_RECORD_MAX) return damaged(pcap, ERR_LIMIT, "a record of more than 256 KiB");
        if (in.err) return damaged(pcap, ERR_SHORT, "the capture ends within a record");
        pcap->at += PCAP_RECORD_HEAD + len;
        if (take(pcap, 0, record, seconds * pcap->faces[0].ticks + part, out)) return true;
    }
    return false;
}

// pcapng: blocks of type, length, body, length. Each section says its byte order, each interface its kind and
// clock.

static bool add_face(struct pcap *pcap, struct reader *in) {
    if (pcap->face_count == PCAP_FACES) return damaged(pcap, ERR_LIMIT, "more than 64 interfaces");
    struct pcap_face *face = &pcap->faces[pcap->face_count];
    *face = (struct pcap_face){get_u16(pcap, in), 1000000};
    read_skip(in, 6);
    while (reader_left(in) >= 4 && !in->err) {
        uint16_t option = get_u16(pcap, in), len = get_u16(pcap, in);
        struct reader value = read_sub(in, len);
        if (option == OPTION_TICKS && len) {
            uint8_t exponent = read_u8(&value);
            uint64_t ticks = 1;
            if (exponent & 0x80 ? (exponent & 0x7f) > 40 : exponent > 12)
                return damaged(pcap, ERR_RANGE, "an interface with an impossible clock");
            for (unsigned i = 0; i < (exponent & 0x7fu); i++) ticks *= exponent & 0x80 ? 2 : 10;
            face->ticks = ticks;
        }
        if (reader_left(in) >= (4 - len % 4) % 4u) read_skip(in, (4 - len % 4) % 4u);
        if (!option) break;
    }
    pcap->face_count++;
    return true;
}

static bool take_block(struct pcap *pcap, uint32_t type, struct reader *in, struct pcap_datagram *out) {
    unsigned face = 0;
    uint64_t ticks = 0;
    uint32_t len;
    if (type == BLOCK_PACKET) {
        face = get_u32(pcap, in);
        ticks = (uint64_t)get_u32(pcap, in) << 32;
        ticks |= get_u32(pcap, in);
        len = get_u32(pcap, in);
        get_u32(pcap, in);
    } else {
        len = get_u32(pcap, in);
        if (len > reader_left(in)) len = (uint32_t)reader_left(in); // cut, and filled up to words
    }
    struct bytes record = read_bytes(in, len);
    if (in->err || face >= pcap->face_count)
        return damaged(pcap, ERR_SYNTAX, "a packet block that does not hold together");
    return take(pcap, face, record, ticks, out);
}

static bool next_block(struct pcap *pcap, struct pcap_datagram *out) {
    while (pcap->at < pcap->file.len && !pcap->fault.err) {
        struct reader in = reader_of(pcap->file.at + pcap->at, pcap->file.len - pcap->at);
        uint32_t type = read_u32(&in);
        if (type == BLOCK_HEAD) { // the same in either order; its order follows the length
            struct reader order = in;
            read_skip(&order, 4);
            uint32_t word = read_u32(&order);
            pcap->swapped = word == __builtin_bswap32(BLOCK_ORDER);
            if (!pcap->swapped && word != BLOCK_ORDER)
                return damaged(pcap, ERR_SYNTAX, "a section without a byte order");
            pcap->face_count = 0;
        } else if (pcap->swapped) {
            type = __builtin_bswap32(type);
        }
        uint32_t len = get_u32(pcap, &in);
        if (in.err || len < 12 || len % 4 || len > pcap->file.len - pcap->at)
            return damaged(pcap, ERR_SHORT, "the capture ends within a block");
        if (len > PCAP_RECORD_MAX + 64) return damaged(pcap, ERR_LIMIT, "a block of more than 256 KiB");
        struct reader body = read_sub(&in, len - 12);
        if (type == BLOCK_FACE && !add_face(pcap, &body)) return false;
        bool packet = type == BLOCK_PACKET || type == BLOCK_SIMPLE;
        bool taken = packet && take_block(pcap, type, &body, out);
        pcap->at += len;
        if (taken) return true;
    }
    return false;
}

bool pcap_next(struct pcap *pcap, struct pcap_datagram *out) {
    if (pcap->fault.err) return false;
    return pcap->blocks ? next_block(pcap, out) : next_record(pcap, out);
}

void pcap_head(struct writer *out) {
    write_u32(out, MAGIC_US);
    write_u16(out, 2);
    write_u16(out, 4);
    write_zeros(out, 8);
    write_u32(out, PCAP_RECORD_MAX);
    write_u32(out, LINK_RAW);
}

static uint16_t checksum(const uint8_t *bytes, size_t len) {
    uint32_t sum = 0;
    for (size_t i = 0; i + 1 < len; i += 2) sum += (uint32_t)(bytes[i] << 8 | bytes[i + 1]);
    while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)~sum;
}

void pcap_write(struct writer *out, const struct pcap_datagram *datagram) {
    if (datagram->payload.len > 65535 - PCAP_IP_UDP) {
        writer_fail(out, ERR_LIMIT);
        return;
    }
    uint16_t total = (uint16_t)(PCAP_IP_UDP + datagram->payload.len);
    uint8_t ip[20];
    struct writer head = writer_of(ip, sizeof ip);
    write_u16be(&head, 0x4500);
    write_u16be(&head, total);
    write_u32be(&head, 0x00004000); // not to be cut up
    write_u16be(&head, 64 << 8 | 17);
    write_u16be(&head, 0);
    write_u32be(&head, datagram->from.address);
    write_u32be(&head, datagram->to.address);
    uint16_t sum = checksum(ip, sizeof ip);
    ip[10] = (uint8_t)(sum >> 8), ip[11] = (uint8_t)sum;
    write_u32(out, (uint32_t)(datagram->time_us / 1000000));
    write_u32(out, (uint32_t)(datagram->time_us % 1000000));
    write_u32(out, total);
    write_u32(out, total);
    write_bytes(out, ip, sizeof ip);
    write_u16be(out, datagram->from.port);
    write_u16be(out, datagram->to.port);
    write_u16be(out, (uint16_t)(total - 20));
    write_u16be(out, 0); // no checksum
    write_bytes(out, datagram->payload.at, datagram->payload.len);
}
