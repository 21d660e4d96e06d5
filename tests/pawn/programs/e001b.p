// options:
// says: 001@4 017@4 010@4 107@4
// prints:
f(a b) return a
main() f(1)
