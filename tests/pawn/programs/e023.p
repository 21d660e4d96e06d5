// options:
// says: 023@6 215@6-7
// prints:
main() {
    new a[3], b[3]
    a += b
    a = b
}
