// options:
// says: 020@4 020@6 020@7
// prints:
new 5
main() {
    goto 7
    return defined 5
}
