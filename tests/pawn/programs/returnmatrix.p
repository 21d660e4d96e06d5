// options:
// says:
// prints: 3 0 0 3\n
native printf(const format[], {Float, _}: ...)
main() {
    new m[2][2]
    m = unit(3)
    printf("%d %d %d %d\n", m[0][0], m[0][1], m[1][0], m[1][1])
}
unit(n) {
    new r[2][2]
    r[0][0] = r[1][1] = n
    return r
}
