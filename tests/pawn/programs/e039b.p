// options:
// says: 039@5
// prints:
f() return "text"
main() return 0 * f()
