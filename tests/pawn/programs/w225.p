// options:
// says: 225@7 209@8
// prints:
native printf(const format[], {Float, _}: ...)
main() {
    return 1
    printf("never")
}
