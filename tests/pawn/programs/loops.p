// options:
// says:
// prints: w0 w1 w2 d3 d2 d1 f0 f1 f3 f4 (0 10) (3 9) (6 8) 9\n
native printf(const format[], {Float, _}: ...)
main() {
    new i = 0
    while (i < 3) {
        printf("w%d ", i)
        i++
    }
    do {
        printf("d%d ", i)
        i--
    } while (i > 0)
    for (i = 0; i < 10; i++) {
        if (i == 2) continue
        if (i == 5) break
        printf("f%d ", i)
    }
    for (new a = 0, b = 10; a < b; a += 3, b--) printf("(%d %d) ", a, b)
    for ( ; ; ) {
        if (++i > 8) break
    }
    printf("%d\n", i)
}
