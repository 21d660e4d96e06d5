// options: -v2
// says: 237@4
// prints:
f(n) return n ? f(n - 1) : 0
main() return f(3)
