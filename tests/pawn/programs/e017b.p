// options:
// says: 017@5 010@5
// prints:
f(first, second) return first + second
main() return f(.first = 1, .secnd = 2)
