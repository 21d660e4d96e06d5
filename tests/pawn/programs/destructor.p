// options:
// says:
// prints: close 2\nclose 2\nclose 1\n0\nclose 4\nclose 4\nclose 3\n3\nclose 50\nloop 51\nclose 51\n
native printf(const format[], {Float, _}: ...)
forward operator~(File: f[], size)
operator~(File: f[], size) {
    for (new i = 0; i < size; i++) printf("close %d\n", _: f[i])
}
use(n) {
    new File: a = File: n, File: list[2]
    list[0] = list[1] = File: (n + 1)
    if (n == 3) return _: a
    return 0
}
main() {
    printf("%d\n", use(1))
    printf("%d\n", use(3))
    for (new i = 0; i < 2; i++) {
        new File: f = File: (50 + i)
        if (i == 0) continue
        printf("loop %d\n", _: f)
    }
}
