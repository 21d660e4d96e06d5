// options:
// says: 007@4
// prints:
forward operator&(A: a, A: b)
main() return 0
