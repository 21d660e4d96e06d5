// options:
// says: 070@4
// prints:
main() return _: 1.5
