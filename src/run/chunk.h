// Pieces of a file that stand for themselves: entries packed together, with their length and a checksum in front.
//
//     4 bytes "chnk" · u32 bytes when unpacked · u32 bytes packed · u32 CRC-32 of the packed bytes · the packed bytes (zlib)
//     unpacked: for each entry a varint with its length, then its bytes
//
// A chunk is written with one call when it is full, so a crash loses at most the one under way. All memory is taken at the start.
#pragma once

#include "base/bytes.h"

#include <stdio.h>

#define RECORDING_LINE "critter recording\n"

enum { CHUNK_SIZE = 256 << 10, CHUNK_ENTRY_MAX = 64 << 10, CHUNK_HEADER = 16 };

struct chunk_writer {
    FILE *file;
    uint8_t *raw, *packed;
    size_t raw_len, packed_room;
    void *deflater;
    enum err err; // the first failure; nothing is written after it
};

enum err chunk_writer_open(struct chunk_writer *w, FILE *file); // the file stays the caller's
void chunk_writer_close(struct chunk_writer *w);                // does not flush
enum err chunk_add(struct chunk_writer *w, struct bytes entry);
enum err chunk_flush(struct chunk_writer *w);

struct chunk_reader {
    struct reader file;
    uint8_t *raw;
    struct reader entries; // of the present chunk
    size_t offset;         // of the present chunk in the file
    bool torn;             // the file ends in the middle of a chunk, or with a damaged one
};

enum err chunk_reader_open(struct chunk_reader *r,
                           struct bytes file); // checks the first line; the bytes stay the caller's
void chunk_reader_close(struct chunk_reader *r);
enum err chunk_next(struct chunk_reader *r,
                    struct bytes *entry); // ERR_CLOSED: the end, or as far as it is whole
