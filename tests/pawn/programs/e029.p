// options:
// says: 029@5 215@5-6 029@6 029@7-8
// prints:
main() {
    new a = * 5
    a = )
    a = 5 / 0
    return a
}
