// options:
// says:
// prints: 20330\n
native printf(const format[], {Float, _}: ...)
main() {
    new a = 2
    printf("%d\n", ((((((((((a + 1) * 2) + 3) * 4) + 5) * 6) + 7) * 8) + 9) * 10))
}
