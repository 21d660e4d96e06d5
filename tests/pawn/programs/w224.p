// options:
// says: 224@4-5 203@4
// prints:
f(a[]) return sizeof a
main() return f("x")
