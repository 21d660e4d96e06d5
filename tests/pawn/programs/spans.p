// options:
// says: 017@6-7
// prints:
f(a, b) return a + b
main() {
    return f(1,
             unknown)
}
