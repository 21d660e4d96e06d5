// options:
// says: 205@6 205@7
// prints:
native printf(const format[], {Float, _}: ...)
main() {
    if (0) printf("x")
    while (0) printf("y")
}
