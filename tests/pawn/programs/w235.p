// options:
// says: 235@4
// prints:
public alone() return 1
main() return 0
