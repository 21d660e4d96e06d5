// options:
// says: 079@8 033@9-10
// prints:
f(n) {
    new a[2]
    if (n) return a
    return 5
}
main() return 0 * f(1)
