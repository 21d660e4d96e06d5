// options:
// says: 005@4
// prints:
main(a) return a
