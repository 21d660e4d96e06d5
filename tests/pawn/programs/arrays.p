// options:
// says:
// prints: 1 2 3 0 0 1 1 1 1 1 3 5 7 9 11 0\n7 8 9 6\n9 1\n0 1\n
native printf(const format[], {Float, _}: ...)
new g[5] = {1, 2, 3}
main() {
    new a[4] = {1, ...}, b[6] = {1, 3, ...}, c[3]
    for (new i = 0; i < 5; i++) printf("%d ", g[i])
    for (new i = 0; i < 4; i++) printf("%d ", a[i])
    for (new i = 0; i < 6; i++) printf("%d ", b[i])
    printf("%d\n", c[2])
    c = {7, 8, 9}
    printf("%d %d %d %d\n", c[0], c[1], c[2], sizeof b)
    new d[3]
    d = c
    printf("%d %d\n", d[2], d == c)
    d[1] = 0
    printf("%d %d\n", d == c, d != c)
}
