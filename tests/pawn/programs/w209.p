// options:
// says: 209@6 209@9-10
// prints:
f(n) {
    if (n) return 5
}
g() {
}
main() return f(1) + g()
