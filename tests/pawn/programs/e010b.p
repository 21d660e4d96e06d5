// options:
// says: 010@4
// prints:
forward public bool: f()
main() return 0
