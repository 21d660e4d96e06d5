// options:
// says: 066@4 066@5 203@5
// prints:
forward A: operator+(&A: a, A: b)
f(a[], &b = sizeof a) return b + a[0]
main() return 0
