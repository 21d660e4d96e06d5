// options:
// says: 218@4
// prints:
f(a);
main() f(1)
f(a) return a
