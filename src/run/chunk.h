// Independent pieces of a file: entries compressed together, with length and checksum first.
//
//     4 bytes "chnk" · u32 bytes when unpacked · u32 bytes packed · u32 CRC-32 of the packed bytes ·
//     the packed bytes (zlib)
//     unpacked: for each entry a varint with its length, then its bytes
//
// A chunk is written with one call when it is full or flushed, so a crash loses at most the present one. A
// chunk that begins with a mark has "mark" instead of "chnk" as its tag: a reader skips the others without
// unpacking them. All memory is allocated at the start.
#pragma once

#include "base/bytes.h"

#include <stdio.h>

#define RECORDING_LINE "critter recording\n"

enum { CHUNK_SIZE = 256 << 10, CHUNK_ENTRY_MAX = 64 << 10, CHUNK_HEADER = 16 };

struct chunk_writer {
    FILE *file;
    char path[512]; // as faults name it
    uint8_t *raw, *packed;
    size_t raw_len, packed_room;
    void *deflater;
    bool mark;    // the chunk under way begins with one
    enum err err; // the first failure, told when it happens; nothing is written after it
    int number;   // the system's, of ERR_IO
};

enum err chunk_writer_open(struct chunk_writer *w, const char *path, struct fault *fault);
// Into a stream of the caller's, which goes with the writer; packed: as small as can be.
enum err chunk_writer_over(struct chunk_writer *w, FILE *file, bool packed, struct fault *fault);
enum err chunk_writer_close(struct chunk_writer *w, struct fault *fault); // ends the file: see chunk_end
// Closes one that could not begin, and tells why.
void chunk_writer_fail(struct chunk_writer *w, enum err err, struct fault *fault);
enum err chunk_add(struct chunk_writer *w, struct bytes entry);
enum err chunk_flush(struct chunk_writer *w);
// Nothing comes after it: a file without an end has lost something.
enum err chunk_end(struct chunk_writer *w);
enum err chunk_mark(struct chunk_writer *w); // what is added next is a mark, and begins a chunk

struct chunk_reader {
    struct reader file;
    uint8_t *raw;
    struct reader entries; // of the present chunk
    size_t offset;         // of the present chunk in the file
    bool ends, over;       // set by the reader's owner: such files have an end; it was met
    bool torn;             // the file ends in the middle of a chunk, or with a damaged one
};

// Checks the first line; the bytes stay the caller's.
enum err chunk_reader_open(struct chunk_reader *r, struct bytes file);
void chunk_reader_close(struct chunk_reader *r);
// ERR_CLOSED: the end, or as far as it is whole.
enum err chunk_next(struct chunk_reader *r, struct bytes *entry);

// From where the reader is: the next chunk that begins with a mark, its first entry (until the next call),
// and where it lies. False: none.
bool chunk_next_mark(struct chunk_reader *r, struct bytes *entry, size_t *offset);
void chunk_go(struct chunk_reader *r, size_t offset); // to a chunk that begins there
