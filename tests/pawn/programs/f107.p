// options:
// says: 017@5 017@5 017@5 107@5
// prints:
main() {
    new a = b; c = d; e = f; g = h
}
