// options:
// says: 063@4 063@5
// prints:
forward A: operator==(A: a, A: b)
forward A: operator~(A: a[], n)
main() return 0
