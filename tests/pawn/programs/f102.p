// options:
// says: 102@7
// prints:
main() {
    for (;;) for (;;) for (;;) for (;;) for (;;) for (;;) for (;;) for (;;) for (;;) for (;;)
    for (;;) for (;;) for (;;) for (;;) for (;;) for (;;) for (;;) for (;;) for (;;) for (;;)
    for (;;) for (;;) for (;;) for (;;) for (;;) for (;;) break
}
