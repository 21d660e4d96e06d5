// options:
// says:
// prints: before\n!1
native printf(const format[], {Float, _}: ...)
main() {
    printf("before\n")
    exit 5
    printf("after\n")
}
