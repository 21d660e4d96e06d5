// options: -X500
// says: 106@8
// prints:
main() {
    new a[200]
    a[0] = 1
}
