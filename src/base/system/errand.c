#include "base/system/errand.h"

#include <pthread.h>
#include <signal.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// A job's way: FREE → BLOCKED (behind another of its lane) → READY (in the heap) → RUNNING → DONE → FREE. The
// owner makes and frees jobs; workers only take them from the heap and finish them. So everything an owner
// can see, slot numbers too, is the same for any number of workers.
enum state { FREE, BLOCKED, READY, RUNNING, DONE };

struct job {
    struct errand errand;
    enum state state;
    bool cancelled, lost;
    uint32_t serial;
    uint64_t number, urgent;    // the order of posting; the earliest due tick that depends on it
    uint64_t cancelled_at;      // the tick in which
    size_t place;               // in the heap
    struct job *ahead, *behind; // in its lane
    enum err err;
    size_t answer_len;
    uint8_t *input, *answer;
};

struct crew {
    pthread_mutex_t lock; // of everything below that workers touch
    pthread_cond_t work, done;
    struct job *jobs; // one more than slots: the last answer handed out stays readable
    struct job **heap;
    struct job **unused; // a stack
    size_t job_count, heap_count, unused_count, slots, slot_bytes;
    struct job *handed; // whose answer the owner reads
    size_t live, zombies;
    uint64_t number, tick; // the last tick the owner spoke of
    unsigned break_after;
    bool closing;
    uint8_t *memory;
    size_t memory_size;
    pthread_t *threads;
    unsigned thread_count;
};

static size_t rounded(size_t size) { return (size + 63) & ~(size_t)63; }

// ---- The heap of those that may run: the most urgent first, then in the order of posting.

static bool sooner(const struct job *a, const struct job *b) {
    return a->urgent != b->urgent ? a->urgent < b->urgent : a->number < b->number;
}

static void put(struct crew *crew, size_t place, struct job *job) {
    crew->heap[place] = job;
    job->place = place;
}

static void rise(struct crew *crew, struct job *job) {
    size_t at = job->place;
    for (; at && sooner(job, crew->heap[(at - 1) / 2]); at = (at - 1) / 2)
        put(crew, at, crew->heap[(at - 1) / 2]);
    put(crew, at, job);
}

static void sink(struct crew *crew, struct job *job) {
    size_t at = job->place;
    for (size_t child; (child = 2 * at + 1) < crew->heap_count; at = child) {
        if (child + 1 < crew->heap_count && sooner(crew->heap[child + 1], crew->heap[child])) child++;
        if (!sooner(crew->heap[child], job)) break;
        put(crew, at, crew->heap[child]);
    }
    put(crew, at, job);
}

static void make_ready(struct crew *crew, struct job *job) {
    job->state = READY;
    put(crew, crew->heap_count++, job);
    rise(crew, job);
    pthread_cond_signal(&crew->work);
}

static void take_from_heap(struct crew *crew, struct job *job) {
    struct job *last = crew->heap[--crew->heap_count];
    if (last == job) return;
    put(crew, job->place, last);
    rise(crew, last);
    sink(crew, last);
}

// ---- Lanes: a chain in the order of posting, of which only the first may run.

static void join_lane(struct crew *crew, struct job *job) {
    for (size_t i = 0; job->errand.lane && i < crew->job_count; i++) {
        struct job *other = &crew->jobs[i];
        bool under_way = other->state == BLOCKED || other->state == READY || other->state == RUNNING;
        if (under_way && other != job && other->errand.lane == job->errand.lane && !other->behind) {
            job->ahead = other;
            other->behind = job;
            break;
        }
    }
    // Whoever stands ahead is as urgent as those behind.
    for (struct job *at = job->ahead; at && at->urgent > job->urgent; at = at->ahead) {
        at->urgent = job->urgent;
        if (at->state == READY) rise(crew, at);
    }
}

static void leave_lane(struct crew *crew, struct job *job) {
    struct job *ahead = job->ahead, *behind = job->behind;
    if (ahead) ahead->behind = behind;
    if (behind) behind->ahead = ahead;
    job->ahead = job->behind = NULL;
    if (behind && !ahead) make_ready(crew, behind);
}

// ---- Running.

// Called with the lock held, which it lets go of meanwhile.
static void run_one(struct crew *crew) {
    struct job *job = crew->heap[0];
    take_from_heap(crew, job);
    job->state = RUNNING;
    pthread_mutex_unlock(&crew->lock);
    const struct errand *errand = &job->errand;
    size_t len = 0;
    enum err err = ERR_CANCELLED;
    if (!job->lost) err = errand->run(job->input, errand->input_size, job->answer, errand->answer_size, &len);
    if (len > errand->answer_size) err = ERR_LIMIT, len = 0;
    pthread_mutex_lock(&crew->lock);
    job->err = err;
    job->answer_len = len;
    job->state = DONE;
    leave_lane(crew, job);
    pthread_cond_signal(&crew->done);
}

static void *worker(void *user) {
    struct crew *crew = user;
    pthread_mutex_lock(&crew->lock);
    while (!crew->closing) {
        if (crew->heap_count)
            run_one(crew);
        else
            pthread_cond_wait(&crew->work, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

// ---- A crew's birth and end.

struct crew_config crew_defaults(void) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned workers = processors > 9 ? 8 : processors > 2 ? (unsigned)processors - 1 : 1;
    return (struct crew_config){.workers = workers, .slots = 64, .slot_bytes = 64 << 10};
}

static bool make_memory(struct crew *crew, size_t threads) {
    size_t all;
    if (crew->slots > UINT32_MAX - 2 || crew->slot_bytes > SIZE_MAX / 2) return false;
    crew->job_count = crew->slots + 1;
    crew->slot_bytes = rounded(crew->slot_bytes) + 128; // input and answer both begin on a line of their own
    if (__builtin_mul_overflow(crew->job_count, crew->slot_bytes, &all) || !all) return false;
    crew->jobs = calloc(crew->job_count, sizeof *crew->jobs);
    crew->heap = calloc(crew->job_count, sizeof *crew->heap);
    crew->unused = calloc(crew->job_count, sizeof *crew->unused);
    crew->threads = calloc(threads + 1, sizeof *crew->threads);
    if (!crew->jobs || !crew->heap || !crew->unused || !crew->threads) return false;
    // Straight from the system: most crews never touch most of it, and an allocator may fill what it gives.
    void *memory = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return false;
    crew->memory = memory; // begins with a page
    crew->memory_size = all;
    for (size_t i = crew->job_count; i-- > 0;) {
        crew->jobs[i].input = crew->memory + i * crew->slot_bytes;
        crew->unused[crew->unused_count++] = &crew->jobs[i];
    }
    return true;
}

// Workers leave every signal to the thread that runs the loop.
static bool start_threads(struct crew *crew, unsigned count) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (crew->thread_count < count &&
           !pthread_create(&crew->threads[crew->thread_count], NULL, worker, crew))
        pthread_setname_np(crew->threads[crew->thread_count++], "crew");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return crew->thread_count == count;
}

struct crew *crew_new(const struct crew_config *config) {
    if (config->workers > CREW_WORKERS_MAX) return NULL;
    struct crew *crew = calloc(1, sizeof *crew);
    if (!crew) return NULL;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->work, NULL);
    pthread_cond_init(&crew->done, NULL);
    crew->slots = config->slots;
    crew->slot_bytes = config->slot_bytes;
    if (make_memory(crew, config->workers) && start_threads(crew, config->workers)) return crew;
    crew_free(crew);
    return NULL;
}

static void drop_input(struct job *job) {
    if (job->errand.drop) job->errand.drop(job->input);
}

void crew_free(struct crew *crew) {
    if (!crew) return;
    pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    pthread_cond_broadcast(&crew->work);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 0; i < crew->thread_count; i++) pthread_join(crew->threads[i], NULL);
    for (size_t i = 0; crew->jobs && i < crew->job_count; i++) {
        struct job *job = &crew->jobs[i];
        if (job->state != FREE && job != crew->handed) drop_input(job);
    }
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->work);
    pthread_mutex_destroy(&crew->lock);
    free(crew->threads);
    if (crew->memory) munmap(crew->memory, crew->memory_size);
    free(crew->unused);
    free(crew->heap);
    free(crew->jobs);
    free(crew);
}

// ---- What the owner does.

static void give_back(struct crew *crew, struct job *job) {
    job->state = FREE;
    crew->unused[crew->unused_count++] = job;
}

static enum err refuse(const struct errand *errand, enum err err) {
    if (errand->drop) errand->drop((void *)(uintptr_t)errand->input);
    return err;
}

static enum err post(struct crew *crew, const struct errand *errand, struct errand_ticket *ticket) {
    size_t room = crew->slot_bytes - 128;
    if (errand->input_size > room || errand->answer_size > room - errand->input_size) return ERR_LIMIT;
    if (crew->live + crew->zombies >= crew->slots) return ERR_BUSY;
    struct job *job = crew->unused[--crew->unused_count];
    *job = (struct job){.errand = *errand,
                        .serial = job->serial + 1 ? job->serial + 1 : 1,
                        .number = crew->number++,
                        .urgent = errand->due,
                        .input = job->input,
                        .answer = job->input + rounded(errand->input_size),
                        .lost = crew->break_after == 1};
    if (crew->break_after) crew->break_after--;
    if (errand->write)
        errand->write(errand->input, job->input, errand->input_size);
    else if (errand->input_size)
        memcpy(job->input, errand->input, errand->input_size);
    memset(job->answer, 0, errand->answer_size);
    *ticket = (struct errand_ticket){.slot = (uint32_t)(job - crew->jobs), .serial = job->serial};
    crew->live++;
    pthread_mutex_lock(&crew->lock);
    job->state = BLOCKED;
    join_lane(crew, job);
    if (!job->ahead) make_ready(crew, job);
    pthread_mutex_unlock(&crew->lock);
    return ERR_NONE;
}

struct errand_ticket errand_post(struct crew *crew, const struct errand *errand, enum err *err) {
    struct errand_ticket ticket = {0};
    enum err why = post(crew, errand, &ticket);
    if (why) refuse(errand, why);
    if (err) *err = why;
    return ticket;
}

// With the lock held.
static void cancel(struct crew *crew, struct job *job) {
    if (job->state == READY) take_from_heap(crew, job);
    if (job->state == READY || job->state == BLOCKED) {
        leave_lane(crew, job);
        job->state = DONE;
    }
    job->cancelled = true;
    job->cancelled_at = crew->tick;
    crew->live--;
    crew->zombies++;
}

bool errand_cancel(struct crew *crew, struct errand_ticket ticket) {
    if (!ticket.serial || ticket.slot >= crew->job_count) return false;
    struct job *job = &crew->jobs[ticket.slot];
    pthread_mutex_lock(&crew->lock);
    bool there = job->state != FREE && job != crew->handed && job->serial == ticket.serial && !job->cancelled;
    if (there) cancel(crew, job);
    pthread_mutex_unlock(&crew->lock);
    return there;
}

void errand_cancel_all(struct crew *crew, uint64_t asker) {
    pthread_mutex_lock(&crew->lock);
    for (size_t i = 0; i < crew->job_count; i++) {
        struct job *job = &crew->jobs[i];
        if (job->state != FREE && job != crew->handed && !job->cancelled && job->errand.asker == asker)
            cancel(crew, job);
    }
    pthread_mutex_unlock(&crew->lock);
}

// Frees the cancelled ones that are at their end. In a tick's errand_answer only those of earlier ticks, so
// that one that ends by chance in this tick is not seen to. The lock is let go of while an input is dropped;
// only the owner frees jobs.
static void bury(struct crew *crew, bool all) {
    for (size_t i = 0; crew->zombies && i < crew->job_count; i++) {
        struct job *job = &crew->jobs[i];
        if (job->state != DONE || !job->cancelled || (!all && job->cancelled_at >= crew->tick)) continue;
        pthread_mutex_unlock(&crew->lock);
        drop_input(job);
        pthread_mutex_lock(&crew->lock);
        crew->zombies--;
        give_back(crew, job);
    }
}

static bool all_done(const struct crew *crew, uint64_t tick) {
    for (size_t i = 0; i < crew->job_count; i++) {
        const struct job *job = &crew->jobs[i];
        if (job->state != FREE && job->state != DONE && (job->cancelled || job->errand.due <= tick))
            return false;
    }
    return true;
}

void errand_wait(struct crew *crew, uint64_t tick) {
    pthread_mutex_lock(&crew->lock);
    crew->tick = tick;
    while (!all_done(crew, tick)) {
        if (crew->heap_count && crew->heap[0]->urgent <= tick)
            run_one(crew);
        else
            pthread_cond_wait(&crew->done, &crew->lock);
    }
    bury(crew, true);
    pthread_mutex_unlock(&crew->lock);
}

bool errand_answer(struct crew *crew, uint64_t tick, struct errand_answer *out) {
    struct job *best = NULL;
    pthread_mutex_lock(&crew->lock);
    crew->tick = tick;
    bury(crew, false);
    if (crew->handed) give_back(crew, crew->handed), crew->handed = NULL;
    for (size_t i = 0; crew->live && i < crew->job_count; i++) {
        struct job *job = &crew->jobs[i];
        if (job->state != DONE || job->cancelled || job->errand.due > tick) continue;
        if (!best || job->errand.due < best->errand.due ||
            (job->errand.due == best->errand.due && job->number < best->number))
            best = job;
    }
    pthread_mutex_unlock(&crew->lock);
    if (!best) return false;
    crew->live--;
    crew->handed = best;
    drop_input(best);
    *out = (struct errand_answer){
        .ticket = {.slot = (uint32_t)(best - crew->jobs), .serial = best->serial},
        .err = best->err,
        .kind = best->errand.kind,
        .asker = best->errand.asker,
        .due = best->errand.due,
        .answer = best->answer,
        .answer_len = best->answer_len,
    };
    return true;
}

size_t errand_count(const struct crew *crew) { return crew->live; }
void crew_break_after(struct crew *crew, unsigned errands) { crew->break_after = errands; }
