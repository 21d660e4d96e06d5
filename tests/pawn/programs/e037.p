// options:
// says: 037@6 037@7 215@7 001@7 029@7 107@7
// prints:
native printf(const format[], {Float, _}: ...)
main() {
    printf("not closed
    printf("x" ... 5)
}
