// options:
// says: 062@4 062@5
// prints:
forward A: operator*(A: a)
forward A: operator++(A: a, A: b)
main() return 0
