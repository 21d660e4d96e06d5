// options:
// says: 044@5
// prints:
f(a, b) return a + b
main() return f(.a = 1, 2)
