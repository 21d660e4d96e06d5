// options:
// says: 034@6 034@7
// prints:
f(a, b, c = 3) return a + b + c
main() {
    f(1, _)
    return f(_, 2)
}
