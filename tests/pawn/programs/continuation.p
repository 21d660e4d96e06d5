// options:
// says:
// prints: one line 3\n
native printf(const format[], {Float, _}: ...)
#define LONG 1 + \
    2
main() {
    printf("one \
        line %d\n", LONG)
}
