// options:
// says:
// prints: 70000 -70000 32767 -32768 32768\n70000\n
native printf(const format[], {Float, _}: ...)
main() {
    new a = 70000, b = -70000, c = 32767, d = -32768, e = 32768
    printf("%d %d %d %d %d\n", a, b, c, d, e)
    a += 40000
    printf("%d\n", a - 40000)
}
