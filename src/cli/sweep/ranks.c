#include "cli/sweep/ranks.h"

#include "base/system/clock.h"

#include <mpi.h>
#include <stdlib.h>

enum { TAG = 1, UNHEARD_MOST = 64, END_US = 1000000 };

// A word that has not left us yet. MPI_Send would wait for ever for a rank that died.
struct sending {
    struct word word;
    MPI_Request request;
    int to;
    struct sending *next;
};
static struct sending *sendings; // of this process, as MPI is

void ranks_begin(struct ranks *ranks, int *argc, char ***argv) {
    MPI_Init(argc, argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); // a rank that is gone is no end of all
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks->own);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks->count);
}

static bool has_left(struct sending *s) {
    int done = 0;
    return MPI_Test(&s->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done;
}

// Frees what has left; how many words are still on the way to a rank.
static unsigned on_the_way(int to) {
    unsigned count = 0;
    for (struct sending **at = &sendings; *at;) {
        struct sending *s = *at;
        if (has_left(s)) {
            *at = s->next;
            free(s);
            continue;
        }
        count += s->to == to;
        at = &s->next;
    }
    return count;
}

void ranks_say(const struct ranks *ranks, int to, const struct word *word) {
    (void)ranks;
    struct sending *s = on_the_way(to) < UNHEARD_MOST ? malloc(sizeof *s) : NULL;
    if (!s) return; // it hears nothing, and is soon missed
    *s = (struct sending){.word = *word, .to = to};
    if (MPI_Isend(&s->word, (int)sizeof s->word, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &s->request) !=
        MPI_SUCCESS) {
        free(s);
        return;
    }
    s->next = sendings, sendings = s;
}

bool ranks_hear(const struct ranks *ranks, int *from, struct word *out) {
    int there = 0, len = 0;
    MPI_Status status;
    (void)ranks;
    if (MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there)
        return false;
    if (MPI_Recv(out, (int)sizeof *out, MPI_BYTE, status.MPI_SOURCE, TAG, MPI_COMM_WORLD, &status) !=
            MPI_SUCCESS ||
        MPI_Get_count(&status, MPI_BYTE, &len) != MPI_SUCCESS || len != (int)sizeof *out)
        return false;
    *from = status.MPI_SOURCE;
    return true;
}

// Who is missing cannot take part in the end; then everybody just goes.
void ranks_end(const struct ranks *ranks, bool all_here) {
    (void)ranks;
    int64_t until = air_now_us() + END_US;
    while (on_the_way(-1), sendings && air_now_us() < until) {
    }
    if (all_here) MPI_Finalize();
}
