// options:
// says: 024@5 225@6 024@6
// prints:
main() {
    break
    continue
}
