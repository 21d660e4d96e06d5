// options:
// says: 019@6
// prints:
main() {
    new x = 1
    goto x
    return x
}
