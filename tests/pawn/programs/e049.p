// options:
// says: 049@6
// prints:
main() {
    // a comment that \
       goes on
    return 0
}
