// options: -d1
// says:
// prints: before\n!2
native printf(const format[], {Float, _}: ...)
main() {
    new a = 3
    printf("before\n")
    assert a == 4
    printf("never\n")
}
