// options:
// says: 043@5
// prints:
main() {
    new a[4] = !"\x200;"
    return a[0]
}
