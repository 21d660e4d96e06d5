// What the processes of critter-sweep say to each other: its head (rank 0), the other ranks, and beside each
// rank the process that lives the lives. A rank passes words on between its head and that process.
//
//     head  ── START, SLICE ──▶  rank  ── the same ──▶  living
//     head  ◀── FREE, TOLD, TROUBLE ──  rank  ◀── the same ──  living
//     head  ◀── HERE ──▶  rank                          now and then: they are there
//     head  ── END ──▶  rank, which ends its living; rank ── BYE ──▶ head; head ── LEAVE ──▶ rank
#pragma once

#include "run/sweep/dealer.h"
#include "run/sweep/jobs.h"

enum word_kind {
    WORD_START,   // begin: which folder, which sweep
    WORD_SLICE,   // live these
    WORD_FREE,    // nothing left to live here
    WORD_TOLD,    // a life ended
    WORD_TROUBLE, // lives cannot be lived here
    WORD_HERE,
    WORD_END,
    WORD_BYE,
    WORD_LEAVE
};
struct word {
    enum word_kind kind;
    union {
        struct {
            char folder[1024];
            uint64_t digest; // of the plan
            double patience_s, silence_s;
            uint32_t jobs;
        } start;
        struct dealer_slice slice;
        struct sweep_told told;
        struct fault trouble;
        bool all_here; // of LEAVE: nobody is missing
    };
};
