// options:
// says: 030@7
// prints:
native printf(const format[], {Float, _}: ...)
main() {
    printf("open")
