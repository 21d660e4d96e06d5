// options:
// says:
// prints: one\n!1
native printf(const format[], {Float, _}: ...)
main() {
    printf("one\n")
    if (0 > f()) sleep 10
    exit
}
f() return 3
