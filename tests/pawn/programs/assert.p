// options:
// says:
// prints: fine\n
native printf(const format[], {Float, _}: ...)
main() {
    new a = 3
    assert a == 3
    assert(a > 2)
    printf("fine\n")
}
