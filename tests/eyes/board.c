// A board that is not there: a Cortex-M4 of QEMU with 100 KB of flash and 64 KB of RAM draws each
// expression, and says by the debugger's channel which pixels came out and how many instructions a second
// of it took. Built for this machine too, where it says the pixels alone.
#include "critter_eyes.h"

static struct critter_eyes eyes;
static uint32_t hash;

static void line(void *user, uint16_t y, const void *pixels, size_t bytes) {
    (void)user, (void)y;
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ ((const uint8_t *)pixels)[i]) * 16777619u;
}
static void nowhere(void *user, uint16_t y, const void *pixels, size_t bytes) {
    (void)user, (void)y, (void)pixels, (void)bytes;
}

#ifdef __arm__
#define TIMER ((volatile uint32_t *)0x40000000) // counts down with every 40th instruction
enum { INSTRUCTIONS = 40 };
static void semihosting(int operation, const void *about) {
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = about;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}
static void say(const char *text) { semihosting(4, text); }
static uint32_t now(void) { return 0xffffffffu - TIMER[1]; }
static void begin(void) { TIMER[2] = TIMER[1] = 0xffffffffu, TIMER[0] = 1; }
static void end(void) { semihosting(0x18, (const void *)0x20026); }
#else
#include <stdio.h>
enum { INSTRUCTIONS = 0 };
static void say(const char *text) { fputs(text, stdout); }
static uint32_t now(void) { return 0; }
static void begin(void) {}
static void end(void) {}
#endif

static void say_number(uint32_t number) {
    char text[12] = {0};
    int at = 11;
    do text[--at] = (char)('0' + number % 10);
    while (number /= 10);
    say(text + at);
}

int main(void) {
    hash = 2166136261u; // nothing is copied to RAM here before main
    begin();
    for (int i = 0; i < 2; i++) {
        const struct critter_eyes_display display = {.width = 320, .height = 240, .one_bit = i == 1};
        critter_eyes_start(&eyes, &display, 1);
        for (size_t k = 0; critter_eyes_name(k); k += 4) {
            critter_eyes_mood(&eyes, critter_eyes_name(k));
            for (int t = 0; t < 4; t++) critter_eyes_tick(&eyes);
            critter_eyes_draw(&eyes, line, 0);
        }
    }
    say("pixels "), say_number(hash), say("\n");
    critter_eyes_start(&eyes, &(struct critter_eyes_display){.width = 320, .height = 240}, 1);
    uint32_t before = now();
    for (int t = 0; t < 30; t++) critter_eyes_tick(&eyes), critter_eyes_draw(&eyes, nowhere, 0);
    say("instructions "), say_number((now() - before) / 1000 * INSTRUCTIONS), say("000\n");
    end();
    return 0;
}

#ifdef __arm__
void reset(void);
void reset(void) {
    *(volatile uint32_t *)0xe000ed88 |= 0xfu << 20; // the floating-point unit is on
    __asm__ volatile("dsb; isb");
    main();
    for (;;) {
    }
}
__attribute__((section(".vectors"), used)) static void *const VECTORS[] = {(void *)0x20010000, (void *)reset};
#endif
