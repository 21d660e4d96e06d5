// options:
// says: 223@4
// prints:
f(a, n = sizeof a) return a + n
main() return f(1)
