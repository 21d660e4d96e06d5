// options:
// says:
// prints: t4 t0 t0 t2 t1 t0 0 1 0 1\n1 0 0\nelse\n
native printf(const format[], {Float, _}: ...)
main() {
    printf("%d %d %d %d\n", t(1) && t(0), t(0) || t(2), t(0) && t(3), t(4) || t(5))
    new a = 3, b
    b = a > 2 && a < 4
    printf("%d %d %d\n", b, !b, !a)
    if (!(a == 3 || b)) printf("never\n")
    else printf("else\n")
}
t(n) {
    printf("t%d ", n)
    return n
}
