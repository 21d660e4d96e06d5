// options:
// says: 202@6 202@7 202@8 202@8
// prints:
f(a, b) return a + b
main() {
    f(1)
    f(1, 2, 3)
    return f()
}
