// options:
// says: 004@5
// prints:
forward missing(a)
main() missing(1)
