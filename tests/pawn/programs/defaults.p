// options:
// says:
// prints: 10 20 30\n1 20 30\n1 2 30\n10 5 30\n10 20 9\n8 20 9\ndefault\ngiven\nr 42\nr 5\n6\n2 2 3\n
native printf(const format[], {Float, _}: ...)
main() {
    d()
    d(1)
    d(1, 2)
    d(_, 5)
    d(.c = 9)
    d(.c = 9, .a = 8)
    text()
    text("given")
    refs()
    new v = 5
    refs(v)
    printf("%d\n", v)
    array()
}
d(a = 10, b = 20, c = 30) printf("%d %d %d\n", a, b, c)
text(const s[] = "default") printf("%s\n", s)
refs(&r = 42) {
    printf("r %d\n", r)
    r++
}
array(a[3] = {1, 2, 3}) {
    a[0]++
    printf("%d %d %d\n", a[0], a[1], a[2])
}
