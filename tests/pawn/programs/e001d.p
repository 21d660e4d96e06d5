// options:
// says: 001@6-7
// prints:
native printf(const format[], {Float, _}: ...)
main() {
    printf("x"
}
