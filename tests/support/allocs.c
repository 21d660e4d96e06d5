#include "support/allocs.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static _Thread_local bool counting;
static _Thread_local struct allocs seen;

static void saw(size_t bytes) {
    if (!counting) return;
    seen.count++;
    seen.bytes += bytes;
}

static void saw_free(const void *at) {
    if (counting && at) seen.frees++;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

#ifdef SANITIZED

// The sanitizer's own malloc must stay in its place; it calls these instead.
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));

static void on_malloc(const volatile void *at, size_t bytes) {
    if (at) saw(bytes);
}
static void on_free(const volatile void *at) { saw_free((const void *)(uintptr_t)at); }

static void listen_once(void) {
    static bool listening;
    if (!listening) listening = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) > 0;
    if (!listening) abort();
}

#else

// Taking malloc's place in the program and, being visible, for the libraries it uses; the work is still done
// by the C library.
#pragma GCC visibility push(default)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *at, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *at);

void *malloc(size_t size) {
    saw(size);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    saw(count * size);
    return __libc_calloc(count, size);
}

void *realloc(void *at, size_t size) {
    saw(size);
    return __libc_realloc(at, size);
}

void *memalign(size_t align, size_t size);
void *memalign(size_t align, size_t size) {
    saw(size);
    return __libc_memalign(align, size);
}

void *aligned_alloc(size_t align, size_t size) { return memalign(align, size); }

int posix_memalign(void **at, size_t align, size_t size) {
    if (align % sizeof(void *) || align & (align - 1) || !align) return EINVAL;
    void *got = memalign(align, size);
    if (!got) return ENOMEM;
    *at = got;
    return 0;
}

void free(void *at) {
    saw_free(at);
    __libc_free(at);
}

#pragma GCC visibility pop

static void listen_once(void) {}

#endif

struct allocs allocs_begin(void) {
    listen_once();
    seen = (struct allocs){0};
    counting = true;
    return seen;
}

void allocs_end(struct allocs *region) {
    counting = false;
    *region = seen;
}
