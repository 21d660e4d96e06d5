// options:
// says: 059@4 059@5 059@6
// prints:
forward public f(a = 1)
public f(a = 1) return a
forward A: operator+(A: a, A: b = A: 1)
main() return 0
