// options:
// says: 065@4
// prints:
forward A: operator+({A, B}: a, A: b)
main() return 0
