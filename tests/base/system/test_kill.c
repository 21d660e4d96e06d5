// A writer of a thousand files and more is killed a thousand times, at any moment: what is there is old or
// new, never torn, and litter does not pile up.
#include "support/support.h"

#include "base/hash.h"
#include "base/system/clock.h"
#include "base/system/file.h"

#include <dirent.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KILLS = 1000, WRITES = 1000, SIZE_MAX_WRITTEN = 20000, DISK_KILLS = 200 };

// Every content says its own length and sum, so that any cut or mixture shows.
static size_t content(uint8_t *out, uint64_t number) {
    size_t len = 16 + (size_t)(number * 7919 % (SIZE_MAX_WRITTEN - 16));
    for (size_t i = 16; i < len; i++) out[i] = (uint8_t)(number + i);
    struct writer head = writer_of(out, 16);
    write_u64(&head, len);
    write_u64(&head, hash64(number, out + 16, len - 16) + number);
    return len;
}

static bool is_whole(struct bytes got, uint64_t number) {
    uint8_t want[SIZE_MAX_WRITTEN];
    size_t len = content(want, number);
    return got.len == len && !memcmp(got.at, want, len);
}

static void write_until_killed(const char *path, _Atomic uint64_t *done) {
    uint8_t bytes[SIZE_MAX_WRITTEN];
    for (;;) {
        uint64_t number = atomic_load(done) + 1;
        if (file_write(path, bytes, content(bytes, number), NULL)) _exit(1);
        atomic_store(done, number);
    }
}

static unsigned names_in(const char *folder, unsigned *temporary) {
    unsigned count = 0;
    DIR *at = opendir(folder);
    for (struct dirent *entry; at && (entry = readdir(at));) {
        count += entry->d_name[0] != '.';
        *temporary += strstr(entry->d_name, ".new~") != NULL;
    }
    if (at) closedir(at);
    return count;
}

// Until both are reached and enough writers were hit in the middle. On a slow or busy disk patience ends
// earlier, and what was seen until then is judged.
static void kill_writers(const char *folder, unsigned at_least, uint64_t writes, int64_t patience_us) {
    const char *path = temp_path(folder, "life.state");
    void *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(shared != MAP_FAILED);
    _Atomic uint64_t *done = shared;
    uint8_t first[SIZE_MAX_WRITTEN];
    assert_int_equal(file_write(path, first, content(first, 0), NULL), ERR_NONE);
    unsigned leftovers = 0, ahead = 0;
    uint32_t chance = 42;
    // How long a write takes here decides how long a writer lives: up to five of them.
    int64_t began_us = air_now_us();
    for (uint64_t i = 0; i < 10; i++)
        assert_int_equal(file_write(path, first, content(first, 0), NULL), ERR_NONE);
    uint32_t life_us = (uint32_t)((air_now_us() - began_us) / 2) + 500;
    unsigned kills = 0;
    for (; kills < at_least || atomic_load(done) < writes || leftovers <= 5; kills++) {
        if (air_now_us() - began_us > patience_us && leftovers > 5) break;
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child) write_until_killed(path, done);
        chance = chance * 1664525u + 1013904223u;
        nanosleep(&(struct timespec){.tv_nsec = (long)((chance >> 8) % life_us % 900000) * 1000}, NULL);
        assert_int_equal(kill(child, SIGKILL), 0);
        int how;
        assert_int_equal(waitpid(child, &how, 0), child);
        assert_true(WIFSIGNALED(how)); // it did not give up by itself
        struct buf got = {0};
        assert_int_equal(file_read(path, SIZE_MAX_WRITTEN, &got, NULL), ERR_NONE);
        struct bytes bytes = {got.at, got.len};
        uint64_t number = atomic_load(done);
        bool next = is_whole(bytes, number + 1); // renamed, killed before it could say so
        assert_true(next || is_whole(bytes, number));
        ahead += next;
        if (next) atomic_store(done, number + 1);
        buf_free(&got);
        unsigned temporary = 0;
        assert_int_equal(names_in(folder, &temporary), 1);
        assert_true(temporary <= 1);
        leftovers += temporary;
    }
    unsigned temporary = 0;
    assert_int_equal(file_write(path, "end", 3, NULL), ERR_NONE);
    names_in(folder, &temporary);
    assert_int_equal(temporary, 0);
    print_message(
        "# %u kills over %llu writes: none torn, none empty; %u were hit in the middle, %u just after\n",
        kills, (unsigned long long)atomic_load(done), leftovers, ahead);
    assert_true(leftovers > 5); // or nothing was proved
    munmap(shared, 4096);
}

// A kill cuts the order of system calls, not the disk: in memory a thousand of them take a second.
static void a_thousand_killed_writers_leave_old_or_new(void **state) {
    const char *before = getenv("TMPDIR");
    char keep[512];
    snprintf(keep, sizeof keep, "%s", before ? before : "");
    if (folder_exists("/dev/shm") && !access("/dev/shm", W_OK)) setenv("TMPDIR", "/dev/shm", 1);
    kill_writers(temp_folder(), KILLS, WRITES, 15000000);
    if (before)
        setenv("TMPDIR", keep, 1);
    else
        unsetenv("TMPDIR");
}

static void so_they_do_on_a_disk(void **state) { kill_writers(temp_folder(), DISK_KILLS, 0, 3000000); }

TESTS(cmocka_unit_test(a_thousand_killed_writers_leave_old_or_new), cmocka_unit_test(so_they_do_on_a_disk))
