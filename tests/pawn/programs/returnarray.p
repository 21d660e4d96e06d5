// options:
// says:
// prints: 3 4 5 6\n10 11 12 13\n9 0 9 9\n
native printf(const format[], {Float, _}: ...)
main() {
    new a[4]
    a = make(3)
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3])
    show(make(10))
    show(pick(1))
}
make(n) {
    new r[4]
    for (new i = 0; i < 4; i++) r[i] = n + i
    return r
}
pick(n) {
    new x[4] = {9, 9, 9, 9}
    x[n] = 0
    return x
}
show(const a[4]) printf("%d %d %d %d\n", a[0], a[1], a[2], a[3])
