// options:
// says: 073@4
// prints:
forward operator~(A: a, n)
main() return 0
