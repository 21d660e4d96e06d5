// options:
// says:
// prints: 3 2 1\n
native printf(const format[], {Float, _}: ...)
main() printf("%d %d %d\n", next(), next(), next())
next() {
    static i
    return ++i
}
