// options:
// says: 072@5 203@4
// prints:
f() return 1
main() return sizeof f
