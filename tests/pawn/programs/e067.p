// options:
// says: 067@4 203@4
// prints:
f(&a[]) return a[0]
main() return 0
