// options:
// says:
// prints: 5 6\n1 2\nno, never\nyes\n
native printf(const format[], {Float, _}: ...)
main() {
    for (new i = 0; i < 2; i++) show(i ? make(1) : make(5))
    for (new i = 0; i < 2; i++) printf("%s\n", i ? "yes" : "no, never")
}
make(n) {
    new r[2]
    r[0] = n
    r[1] = n + 1
    return r
}
show(const a[2]) printf("%d %d\n", a[0], a[1])
