// options:
// says: 009@4 009@7
// prints:
new a[-1]
main() {
    new b[]
    a[0] = 1
}
