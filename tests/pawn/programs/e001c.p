// options:
// says: 001@6
// prints:
native printf(const format[], {Float, _}: ...)
main() {
    for (new i = 0; i < 3, i++) printf("x")
}
