// options:
// says: 058@5
// prints:
f(a, b = 2) return a + b
main() return f(1, .a = 2)
