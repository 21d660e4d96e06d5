// options:
// says: 001@5-6
// prints:
main() {
    new a = (1 + 2
    a = 3
}
