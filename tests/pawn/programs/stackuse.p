// options: -v2
// says:
// prints:
main() {
    new a[10], b
    b = f(a, 5)
    return b
}
f(x[], n) {
    new t[20]
    t[0] = x[0]
    return t[0] + n
}
