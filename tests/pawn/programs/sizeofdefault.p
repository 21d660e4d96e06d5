// options:
// says:
// prints: 7\n3\n2 3\nfloat 1\nplain 1\n
native printf(const format[], {Float, _}: ...)
main() {
    new a[7], b[2][3]
    one(a)
    one(a, 3)
    two(b)
    kind(Float: 1)
    kind(1)
}
one(x[], n = sizeof x) {
    x[0] = n
    printf("%d\n", n)
}
two(x[][], n = sizeof x, m = sizeof x[]) {
    x[0][0] = 1
    printf("%d %d\n", n, m)
}
kind({Float, _}: v, t = tagof v) {
    if (t == tagof(Float:)) printf("float %d\n", _: v)
    else printf("plain %d\n", _: v)
}
