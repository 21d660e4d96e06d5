// options:
// says: 019@6
// prints:
main() {
    goto nowhere
}
