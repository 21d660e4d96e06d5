// options:
// says: 064@4
// prints:
forward operator+(a, b)
main() return 0
