// options:
// says: 238@5
// prints:
native printf(const format[], {Float, _}: ...)
main() printf("a" ... !"b")
