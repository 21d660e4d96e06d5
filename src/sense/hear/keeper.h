// Keeps what its microphones hear in files, raw and processed, for whoever looks for a fault: only in a
// folder that somebody named, which is their consent.
//
//     struct keeper *keeper = keeper_new("/tmp/ears", "vector");   // NULL: no folder is named, or no memory
//     keeper_chunk(keeper, heard.chunk, processed);                // each chunk; an error: no more is kept
//     keeper_free(keeper);                                         // what was begun is written
//
// Ten pairs of WAV files of ten seconds each, vector-0-raw.wav with four channels and vector-0-processed.wav
// with one, to -9; then the first is written anew. Only their owner may read them. Nothing is written before
// sound comes. A robot that begins anew begins with 0.
#pragma once

#include "base/err.h"
#include "codec/sound/ears.h"

enum { KEEPER_FILES = 10, KEEPER_SECONDS = 10 };
struct keeper;
struct keeper *keeper_new(const char *folder, const char *name);
void keeper_free(struct keeper *keeper); // NULL is fine
// NULL is fine. What cannot be written is told once; after that nothing is kept.
enum err keeper_chunk(struct keeper *keeper, const int16_t chunk[EARS][EARS_CHUNK],
                      const int16_t processed[EARS_CHUNK]);
